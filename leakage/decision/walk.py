"""Walks: what is leaked after each of many releases that come one after the other, at the cost of what each changes."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Sequence

import numpy as np

from leakage.bits import bits
from leakage.database import Floats
from leakage.decision.composite_table import CompositeTable
from leakage.progress import report
from leakage.resolution.subset_resolution import SubsetResolution

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
