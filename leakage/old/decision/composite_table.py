"""Composites of many subsets of records at once: their confidences in columns, and what each leaks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from leakage.old.database import Floats, Integers
from leakage.old.measure.comparison import LeakageTable
from leakage.old.measure.measuring import as_measure
from leakage.old.measure.weights import Weights
from leakage.old.presumption import PresumedLabel, fact_of
from leakage.old.resolution.merge import Merge, latest_wins_merge, noisy_or_merge, union_merge
from leakage.progress import cancellable
from leakage.record import Pair, Record

Bytes: TypeAlias = npt.NDArray[np.uint8]

ENTRIES = 1 << 18
"""Confidences worked on together: 2 MB, and 40 to find them."""

PROBED = 16
"""Holders of a pair looked at together, the surest first."""

FEW = 32
"""Up to so many records a composite is merged record by record; the surest holders of a pair would be hard to meet."""

COLUMN_MERGES: tuple[Merge, ...] = (union_merge, noisy_or_merge, latest_wins_merge)
"""Merges whose confidences are worked out in columns."""


@dataclass(frozen=True, eq=False)
class CompositeTable:
    """The confidences at which composites hold their attributes, and what they leak.

    A row is a composite, a column an attribute of any of the records.

    Arguments:
        records: in their order; record n is bit n of a mask.
        merge: one of ``COLUMN_MERGES``.
        reference, weights: as ``record_leakage``.

    >>> from leakage.old.resolution.merge import union_merge
    >>> rows = [(("N", "Alice", 0.5),), (("N", "Alice"), ("P", "987"))]
    >>> e = Record.of(("N", "Alice"), ("P", "123"))
    >>> table = CompositeTable(tuple(Record.of(*row) for row in rows), union_merge, e)
    >>> table.leakages([0b01, 0b10, 0b11]).round(9).tolist()
    [0.333333333, 0.5, 0.5]
    """

    records: tuple[Record, ...]
    merge: Merge
    reference: Record
    weights: Weights | None = None

    def leakages(self, masks: Sequence[int]) -> Floats:
        """``L(r, e)`` of composites, shape (masks,)."""
        rows = max(1, ENTRIES // max(1, len(self.pairs), self._bytes))
        blocks = (masks[first : first + rows] for first in cancellable(range(0, len(masks), rows)))
        return np.concatenate(
            [np.zeros(0), *(self.by_confidences.leakages(self.confidences(block)) for block in blocks)]
        )

    def confidences(self, masks: Sequence[int]) -> Floats:
        """The confidence of every pair in every composite, shape (masks, pairs)."""
        table = np.zeros((len(masks), len(self.pairs)))
        octets = b"".join(mask.to_bytes(self._bytes, "little") for mask in masks)
        packed = np.frombuffer(octets, np.uint8).reshape(-1, self._bytes)
        if self.merge is union_merge:
            few = np.array([mask.bit_count() <= FEW for mask in masks], dtype=bool)
            self._merge_few(table, np.flatnonzero(few), packed)
            self._look_up(table, np.flatnonzero(~few), packed)
            return table
        present = np.unpackbits(packed, axis=1, bitorder="little")
        for number in np.flatnonzero(present.any(axis=0)).tolist():
            self._merge_in(table, np.flatnonzero(present[:, number]), number)
        return table

    @cached_property
    def _bytes(self) -> int:
        """How many bytes a mask takes; one more bit, for a record that is in none."""
        return len(self.records) // 8 + 1

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """What the columns stand for."""
        return tuple(sorted({a.pair for record in cancellable(self.records) for a in record}))

    @cached_property
    def right(self) -> npt.NDArray[np.bool_]:
        """Which columns are right, or presumed."""
        return np.array([fact_of(pair) in self.reference for pair in self.pairs], dtype=bool)

    @cached_property
    def by_confidences(self) -> LeakageTable:
        """What records of these pairs leak, by their confidences."""
        return as_measure(self.weights).table(self.pairs, self.reference)

    @cached_property
    def _entries(self) -> list[tuple[Integers, Floats]]:
        """For every record its columns and the confidences there."""
        place = {pair: column for column, pair in enumerate(self.pairs)}
        return [
            (np.array([place[a.pair] for a in record], dtype=np.int64), np.array([a.confidence for a in record]))
            for record in cancellable(self.records)
        ]

    @cached_property
    def _rows(self) -> tuple[Integers, Integers, Floats]:
        """Where each record's attributes begin, their columns and their confidences."""
        bounds = np.cumsum([0, *(len(columns) for columns, _ in self._entries)], dtype=np.int64)
        columns = np.concatenate([np.zeros(0, np.int64), *(columns for columns, _ in self._entries)])
        return bounds, columns, np.concatenate([np.zeros(0), *(confidence for _, confidence in self._entries)])

    @cached_property
    def surest(self) -> tuple[Integers, Floats]:
        """For every pair its holders, the surest first, and how sure they are; filled up with nobody, who has none."""
        bounds, columns, confidences = self._rows
        holders = np.repeat(np.arange(len(self.records)), np.diff(bounds))
        order = np.lexsort((holders, -confidences, columns))
        counts = np.bincount(columns, minlength=len(self.pairs))
        place = np.arange(len(order)) - np.repeat(np.cumsum(counts) - counts, counts)
        width = PROBED * -(-int(counts.max(initial=0)) // PROBED)
        numbers = np.full((len(self.pairs), width), len(self.records), dtype=np.int64)
        sure = np.zeros((len(self.pairs), width))
        numbers[columns[order], place], sure[columns[order], place] = holders[order], confidences[order]
        return numbers, sure

    @cached_property
    def _replaced(self) -> list[Integers]:
        """For every record the columns of the labels that it knows a value of; presumptions replace nothing."""
        given = {label for label, _ in self.pairs if not isinstance(label, PresumedLabel)}
        return [
            np.array(
                [c for c, (label, _) in enumerate(self.pairs) if label in given and record.values(label)], np.int64
            )
            for record in cancellable(self.records)
        ]

    def _merge_few(self, table: Floats, rows: Integers, packed: Bytes) -> None:
        """Fill rows of the table, each a composite of few records: the greatest confidence of any of them."""
        bounds, columns, confidences = self._rows
        row, byte = np.nonzero(packed[rows])
        which, bit = np.nonzero(np.unpackbits(packed[rows][row, byte][:, np.newaxis], axis=1, bitorder="little"))
        number = byte[which] * 8 + bit
        counts = bounds[number + 1] - bounds[number]
        entry = np.arange(int(counts.sum())) + np.repeat(bounds[number] - (np.cumsum(counts) - counts), counts)
        np.maximum.at(table, (np.repeat(rows[row[which]], counts), columns[entry]), confidences[entry])

    def _look_up(self, table: Floats, rows: Integers, packed: Bytes) -> None:
        """Fill rows of the table: of every pair the first holder that is in the composite is the surest."""
        numbers, sure = self.surest
        row, column = (grid.ravel() for grid in np.meshgrid(rows, np.arange(len(numbers)), indexing="ij"))
        for first in range(0, numbers.shape[1], PROBED):
            if not len(row):
                break
            probed = numbers[column, first : first + PROBED]
            there = packed[row[:, np.newaxis], probed >> 3] >> (probed & 7).astype(np.uint8) & 1
            met = there.any(axis=1)
            table[row[met], column[met]] = sure[column[met], first + there[met].argmax(axis=1)]
            # Nobody else has it after the last of its holders.
            left = ~met & (probed[:, -1] < len(self.records))
            row, column = row[left], column[left]

    def _merge_in(self, table: Floats, rows: Integers, number: int) -> None:
        """One record more, the last so far of each of these rows."""
        columns, confidence = self._entries[number]
        if not len(columns):
            return
        if self.merge is latest_wins_merge:
            table[np.ix_(rows, self._replaced[number])] = 0.0
        cells = np.ix_(rows, columns)
        before = table[cells]
        after = np.maximum(before, confidence)
        if self.merge is noisy_or_merge:
            after = np.minimum(1.0, np.maximum(after, before + confidence - before * confidence))
        table[cells] = after
