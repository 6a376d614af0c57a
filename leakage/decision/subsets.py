"""Subsets of releases: what composites of them leak, what any choice leaks, and each release in turn."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from leakage.bits import bits
from leakage.database import Floats, Integers
from leakage.measure.comparison import LeakageTable
from leakage.measure.measuring import as_measure
from leakage.measure.weights import Weights
from leakage.progress import cancellable, report
from leakage.record import Pair, Record
from leakage.resolution.adversary import Adversary, Pipeline
from leakage.resolution.merge import Merge, latest_wins_merge, noisy_or_merge, union_merge
from leakage.resolution.subsets import SubsetResolution
from leakage.tabular.rows import redacted_repr

# Composite table: what any composite of some records leaks, many at once, the composites being bit masks.


Bytes: TypeAlias = npt.NDArray[np.uint8]

ENTRIES = 1 << 18
"""Confidences worked on together: 2 MB, and 40 to find them."""

PROBED = 16
"""Holders of a pair looked at together, the surest first."""

FEW = 32
"""Up to so many records a composite is merged record by record; the surest holders of a pair would be hard to meet."""

KNOWN_MERGES: tuple[Merge, ...] = (union_merge, noisy_or_merge, latest_wins_merge)
"""Merges whose confidences are worked out in columns."""


@dataclass(frozen=True, eq=False)
class CompositeTable:
    """The confidences at which composites hold their attributes, and what they leak.

    A row is a composite, a column an attribute of any of the records.

    Arguments:
        records: in their order; record n is bit n of a mask.
        merge: one of ``KNOWN_MERGES``.
        reference, weights: as ``record_leakage``.

    >>> from leakage.resolution.merge import union_merge
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
        packed = b"".join(mask.to_bytes(self._bytes, "little") for mask in masks)
        held = np.frombuffer(packed, np.uint8).reshape(-1, self._bytes)
        if self.merge is union_merge:
            few = np.array([mask.bit_count() <= FEW for mask in masks], dtype=bool)
            self._merge_few(table, np.flatnonzero(few), held)
            self._look_up(table, np.flatnonzero(~few), held)
            return table
        known = np.unpackbits(held, axis=1, bitorder="little")
        for number in np.flatnonzero(known.any(axis=0)).tolist():
            self._merge_in(table, np.flatnonzero(known[:, number]), number)
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
        """Which columns are right."""
        return np.array([pair in self.reference for pair in self.pairs], dtype=bool)

    @cached_property
    def by_confidences(self) -> LeakageTable:
        """What records of these pairs leak, by their confidences."""
        return as_measure(self.weights).table(self.pairs, self.reference)

    @cached_property
    def held(self) -> list[tuple[Integers, Floats]]:
        """For every record its columns and the confidences there."""
        place = {pair: column for column, pair in enumerate(self.pairs)}
        return [
            (np.array([place[a.pair] for a in record], dtype=np.int64), np.array([a.confidence for a in record]))
            for record in cancellable(self.records)
        ]

    @cached_property
    def _rows(self) -> tuple[Integers, Integers, Floats]:
        """Where each record's attributes begin, their columns and their confidences."""
        bounds = np.cumsum([0, *(len(columns) for columns, _ in self.held)], dtype=np.int64)
        columns = np.concatenate([np.zeros(0, np.int64), *(columns for columns, _ in self.held)])
        return bounds, columns, np.concatenate([np.zeros(0), *(confidence for _, confidence in self.held)])

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
        """For every record the columns of the labels that it knows a value of."""
        return [
            np.array([c for c, (label, _) in enumerate(self.pairs) if record.values(label)], dtype=np.int64)
            for record in cancellable(self.records)
        ]

    def _merge_few(self, table: Floats, rows: Integers, held: Bytes) -> None:
        """Fill rows of the table, each a composite of few records: the greatest confidence of any of them."""
        bounds, columns, confidences = self._rows
        row, byte = np.nonzero(held[rows])
        which, bit = np.nonzero(np.unpackbits(held[rows][row, byte][:, np.newaxis], axis=1, bitorder="little"))
        number = byte[which] * 8 + bit
        counts = bounds[number + 1] - bounds[number]
        entry = np.arange(int(counts.sum())) + np.repeat(bounds[number] - (np.cumsum(counts) - counts), counts)
        np.maximum.at(table, (np.repeat(rows[row[which]], counts), columns[entry]), confidences[entry])

    def _look_up(self, table: Floats, rows: Integers, held: Bytes) -> None:
        """Fill rows of the table: of every pair the first holder that is in the composite is the surest."""
        numbers, sure = self.surest
        row, column = (grid.ravel() for grid in np.meshgrid(rows, np.arange(len(numbers)), indexing="ij"))
        for first in range(0, numbers.shape[1], PROBED):
            if not len(row):
                break
            probed = numbers[column, first : first + PROBED]
            there = held[row[:, np.newaxis], probed >> 3] >> (probed & 7).astype(np.uint8) & 1
            met = there.any(axis=1)
            table[row[met], column[met]] = sure[column[met], first + there[met].argmax(axis=1)]
            # Nobody else has it after the last of its holders.
            left = ~met & (probed[:, -1] < len(self.records))
            row, column = row[left], column[left]

    def _merge_in(self, table: Floats, rows: Integers, number: int) -> None:
        """One record more, the last so far of each of these rows."""
        columns, confidence = self.held[number]
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


# Subsets: what any choice among releases leaks, and what no choice between two leaks less than.


MANY_PARTS = 64
"""Parts from which on a choice is asked only of those that it keeps a release of."""

FEW_STEPS = 3
"""Steps that reach a part, up to which its walk is remembered: there are few orders in which they come."""


class SubsetLeakage(Protocol):
    """Releases among which some are kept; a choice is a bit mask, bit n standing for release n.

    Arguments:
        releases: the mask of the releases that matter here.
        bounded: whether ``floor`` says anything of choices that are not yet made.
        grows: whether more releases only ever add to a composite, and weights alone count.
        quick: whether a choice is told from masks, without resolving its records.
    """

    releases: int
    bounded: bool
    grows: bool
    quick: bool

    def leakages(self, kept: Sequence[int]) -> Floats:
        """What each choice leaks, shape (choices,)."""
        ...

    def prefix_leakages(self, start: int, coming: Sequence[int]) -> Floats:
        """What is leaked at the start, and after each mask of releases has come; shape (masks + 1,)."""
        ...

    def floor(self, kept: int, possible: int) -> float:
        """A leakage that no choice between the two goes below, ``kept <= choice <= possible``."""
        ...


@dataclass(frozen=True, eq=False)
class PoolSubsets:
    """What one pool's adversary knows of any choice: the greatest of what is listed here.

    Arguments:
        constant: what the background leaks whatever is chosen.
        parts: releases that no choice ever joins to those of another part.
    """

    constant: float
    parts: tuple[SubsetLeakage, ...]

    __repr__ = redacted_repr

    def leakage(self, kept: int) -> float:
        """``L(R, e, E)`` of the releases kept and the background."""
        return float(self.leakages([kept])[0])

    def leakages(self, kept: Sequence[int]) -> Floats:
        """``L(R, e, E)`` of each choice of releases and the background, shape (choices,)."""
        if len(self.parts) > MANY_PARTS:
            return self._of_many_parts(kept)
        greatest: Floats = np.full(len(kept), self.constant)
        for part in self.parts:
            # Choices that are the same to this part are worked out once.
            local = [mask & part.releases for mask in cancellable(kept)]
            distinct = list(dict.fromkeys(cancellable(local)))
            known = dict(zip(cancellable(distinct), part.leakages(distinct).tolist(), strict=True))
            greatest = np.maximum(greatest, [known[mask] for mask in local])
        return greatest

    def _of_many_parts(self, kept: Sequence[int]) -> Floats:
        """The same: a choice is asked only of the parts that it keeps a release of; what the others leak is known."""
        known: list[dict[int, float]] = [{} for _ in kept]
        for number, choices in self._reached(kept).items():
            part = self.parts[number]
            local = [kept[n] & part.releases for n in cancellable(choices)]
            distinct = list(dict.fromkeys(cancellable(local)))
            leakages = dict(zip(cancellable(distinct), part.leakages(distinct).tolist(), strict=True))
            for n, mask in zip(choices, local, strict=True):
                known[n][number] = leakages[mask]
        rest = (next((self._empty[n] for n in self._empty if n not in parts), 0.0) for parts in known)
        return np.array(
            [max([self.constant, other, *parts.values()]) for other, parts in zip(rest, known, strict=True)]
        )

    @cached_property
    def _empty(self) -> dict[int, float]:
        """What each part leaks where no release of it is kept, the greatest first; without those that leak nothing."""
        leakages = {number: float(part.leakages([0])[0]) for number, part in enumerate(self.parts)}
        telling = sorted((number for number, leakage in leakages.items() if leakage), key=lambda n: -leakages[n])
        return {number: leakages[number] for number in telling}

    @cached_property
    def _part_of(self) -> dict[int, int]:
        """For every release the number of its part."""
        return {release: number for number, part in enumerate(self.parts) for release in bits(part.releases)}

    def leakages_without(self, left_out: Sequence[int]) -> Floats:
        """``L(R, e, E)`` without each of some masks of releases, shape (masks,); all others are kept."""
        # What each part leaks where nothing is left out of it; the constant stands first.
        whole = [self.constant, *(float(part.leakages([part.releases])[0]) for part in self.parts)]
        ranked = sorted(range(len(whole)), key=lambda place: -whole[place])
        known: list[dict[int, float]] = [{} for _ in left_out]
        for number, masks in self._reached(left_out).items():
            part = self.parts[number]
            kept = [part.releases & ~left_out[n] for n in cancellable(masks)]
            distinct = list(dict.fromkeys(cancellable(kept)))
            leakages = dict(zip(cancellable(distinct), part.leakages(distinct).tolist(), strict=True))
            for n, mask in zip(cancellable(masks), kept, strict=True):
                known[n][number + 1] = leakages[mask]
        rest = (next((whole[place] for place in ranked if place not in parts), 0.0) for parts in known)
        return np.array(
            [max([other, *parts.values()]) for other, parts in zip(rest, known, strict=True)], dtype=np.float64
        )

    def prefix_leakages(self, start: int, coming: Sequence[int]) -> Floats:
        """``L(R, e, E)`` at the start, and after each mask of releases has come; shape (masks + 1,)."""
        reached = self._reached(coming)
        greatest: Floats = np.full(len(coming) + 1, self.constant)
        for number in cancellable(range(len(self.parts))):
            steps = reached.get(number, [])
            here = self._part_walked(number, start, tuple(coming[step] for step in steps))
            # Between the steps that reach this part it leaks what it leaked before.
            if len(steps) <= FEW_STEPS:
                changes = [0, *(step + 1 for step in steps), len(greatest)]
                for leakage, (first, end) in zip(here.tolist(), itertools.pairwise(changes), strict=True):
                    np.maximum(greatest[first:end], leakage, out=greatest[first:end])
            else:
                greatest = np.maximum(greatest, np.repeat(here, np.diff([-1, *steps, len(coming)])))
        return greatest

    def _part_walked(self, number: int, start: int, coming: tuple[int, ...]) -> Floats:
        """The walk of one part; where few masks reach it, it is the same in most walks."""
        part = self.parts[number]
        begin, masks = start & part.releases, tuple(mask & part.releases for mask in coming)
        if len(masks) > FEW_STEPS:
            return part.prefix_leakages(begin, masks)
        key = (number, begin, masks)
        if key not in self._walks:
            self._walks[key] = part.prefix_leakages(begin, masks)
        return self._walks[key]

    @cached_property
    def _walks(self) -> dict[tuple[int, int, tuple[int, ...]], Floats]:
        """The walks of few steps that were made."""
        return {}

    def _reached(self, masks: Sequence[int]) -> dict[int, list[int]]:
        """For every part with a release in any of the masks, the numbers of these masks."""
        part_of = self._part_of
        reached: dict[int, list[int]] = {}
        for n, mask in enumerate(cancellable(masks)):
            for number in sorted({part_of[release] for release in bits(mask) if release in part_of}):
                reached.setdefault(number, []).append(n)
        return reached


def single_resolution(adversary: Adversary) -> Pipeline | None:
    """Her pipeline, where subsets of records are resolved in masks; None where more analyses follow one another.

    None too where the analysis, its match or its merge is not of this package.
    """
    pipeline = adversary.pipeline
    if pipeline is None or pipeline.analysis is None:
        return pipeline
    try:
        SubsetResolution.of(pipeline.analysis, (), 0)
    except TypeError:
        return None
    return pipeline if pipeline.analysis.merges_by in KNOWN_MERGES else None


# Walks: what is leaked after each of many releases that come one after the other, at the cost of what each changes.


TOLD_EVERY = 512
"""Steps between two reports of progress."""


def after_each(start: int, coming: Sequence[int]) -> list[int]:
    """The masks of a walk: the start, and what there is after each step.

    >>> after_each(0b1, [0b10, 0b100])
    [1, 3, 7]
    """
    return list(itertools.accumulate(coming, operator.or_, initial=start))


class Walk:
    """Composites by union merge that grow, where the order of the records does not count.

    A record of a kind that is there already changes who belongs together in nothing, and its composite only where it
    is surer than that is. So the steps between two changes leak the same, and are measured once.

    Arguments:
        resolution: with kinds of records.
        table: of the same records, by union merge.
        start: the mask of the records that are there from the beginning.
    """

    def __init__(self, resolution: SubsetResolution, table: CompositeTable, start: int) -> None:
        self._resolution, self._table = resolution, table
        self._kind_of = {n: kind for kind, mask in enumerate(resolution.records or ()) for n in bits(mask)}
        self._kinds = resolution.kinds(start)
        # For each composite, by its kinds, the number of its row.
        self._row_of: dict[int, int] = {}
        self._rows: list[Floats] = []
        for composite in resolution.state(self._kinds):
            records = resolution.records_of(composite.kinds) & start
            self._put(composite.kinds, table.confidences([records])[0])

    def leakages(self, coming: Sequence[int]) -> Floats:
        """The leakage at the start, and after each mask of records has come; shape (masks + 1,)."""
        now = tuple(self._row_of.values())
        steps = [now]
        for number, mask in enumerate(coming):
            if number % TOLD_EVERY == 0:
                report("Letting releases come", number, len(coming))
            changed = [self._take_in(record) for record in bits(mask)]
            if any(changed):
                now = tuple(self._row_of.values())
            steps.append(now)
        measured = self._measured()
        return np.array([max((measured[row] for row in rows), default=0.0) for rows in steps], dtype=np.float64)

    def _measured(self) -> list[float]:
        block = max(1, (1 << 18) // max(1, len(self._table.pairs)))
        blocks = (self._rows[first : first + block] for first in range(0, len(self._rows), block))
        return [leakage for rows in blocks for leakage in self._table.by_confidences.leakages(np.array(rows)).tolist()]

    def _put(self, kinds: int, row: Floats) -> None:
        self._row_of[kinds] = len(self._rows)
        self._rows.append(row)

    def _take_in(self, record: int) -> bool:
        """Let a record come; whether anything is another way then."""
        kind = 1 << self._kind_of[record]
        met = not self._kinds & kind
        if met:
            self._meet(kind)
        kinds = next(kinds for kinds in self._row_of if kinds & kind)
        columns, confidence = self._table.held[record]
        row = self._rows[self._row_of[kinds]]
        if not (confidence > row[columns]).any():
            return met
        surer = row.copy()
        surer[columns] = np.maximum(row[columns], confidence)
        self._put(kinds, surer)
        return True

    def _meet(self, kind: int) -> None:
        """The composites once a record of a new kind is there, which holds nothing so far."""
        self._kinds |= kind
        before, self._row_of = self._row_of, {}
        for composite in self._resolution.state(self._kinds):
            parts = [self._rows[row] for kinds, row in before.items() if kinds & composite.kinds]
            if composite.kinds in before:
                self._row_of[composite.kinds] = before[composite.kinds]
            else:
                self._put(composite.kinds, np.max([np.zeros(len(self._table.pairs)), *parts], axis=0))
