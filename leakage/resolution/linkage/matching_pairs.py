"""Which pairs of records match by evidence: found through the values with which agreement may begin, all at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from leakage.database import Integers
from leakage.progress import report
from leakage.record import Record
from leakage.resolution.alike import AlikeValues
from leakage.resolution.linkage.coded import Coded, CodedRecords
from leakage.resolution.linkage.fellegi_sunter import ROUNDING, FellegiSunter
from leakage.resolution.linkage.patterns import PairNumbers
from leakage.resolution.linkage.weighing import Weighing
from leakage.resolution.match import Match
from leakage.short_repr import short_repr

FEWEST = 200
"""Records from which on it is worth weighing all their pairs at once."""

AT_ONCE = 500_000
"""Pairs weighed at once."""

NEAR = 1e-10
"""Bits within which a sum may lie on either side of the threshold, and is worked out once more."""


@dataclass(frozen=True, eq=False)
class Opening:
    """The records that may begin to agree with others on a value of a label, value by value.

    Arguments:
        column: the label.
        starts: where the records of each value begin, and where the last end; shape (values + 1,).
        records: their numbers, ascending within a value.
    """

    column: Coded
    starts: Integers
    records: Integers

    __repr__ = short_repr

    def offering(self, value: str) -> list[int]:
        """The records that may begin to agree on a value."""
        code = self.column.numbers.get(value)
        return [] if code is None else self.records[self.starts[code] : self.starts[code + 1]].tolist()

    def candidates(self, alike: AlikeValues) -> Iterator[PairNumbers]:
        """Pairs of records that have a value in common, or values alike, some at a time."""
        yield from self._expanded(*self._rows_of_equals())
        for left, right in self._alike_codes(alike):
            yield from self._expanded(*self._rows_of(left, right))

    def _rows_of_equals(self) -> tuple[Integers, Integers, Integers]:
        """Every record, and those after it that have the same value: who, where they begin, how many."""
        place = np.arange(len(self.records))
        ends = np.repeat(self.starts[1:], np.diff(self.starts))
        return self.records, place + 1, ends - place - 1

    def _rows_of(self, left: Integers, right: Integers) -> tuple[Integers, Integers, Integers]:
        """Every record of a left value, and those of the right one."""
        sizes = np.diff(self.starts)
        rows = sizes[left]
        place = np.arange(rows.sum()) - np.repeat(np.cumsum(rows) - rows, rows)
        return (
            self.records[np.repeat(self.starts[left], rows) + place],
            np.repeat(self.starts[right], rows),
            np.repeat(sizes[right], rows),
        )

    def _alike_codes(self, alike: AlikeValues) -> Iterator[tuple[Integers, Integers]]:
        """Pairs of values that are alike and not equal, of which records may begin to agree."""
        numbers = self.column.numbers
        held = [value for code, value in enumerate(self.column.values) if self.starts[code] < self.starts[code + 1]]
        for similar in self.column.comparison.sought:
            others = [alike(similar, value) for value in held]
            often = np.array([len(found) for found in others], dtype=np.int64)
            left = np.repeat(np.array([numbers[value] for value in held], dtype=np.int64), often)
            right = np.array([numbers[value] for found in others for value in found], dtype=np.int64)
            once = left < right
            yield left[once], right[once]

    def _expanded(self, who: Integers, start: Integers, count: Integers) -> Iterator[PairNumbers]:
        ends = np.cumsum(count)
        for first, last in _parts(ends):
            part = count[first:last]
            place = np.arange(part.sum()) - np.repeat(np.cumsum(part) - part, part)
            left, right = np.repeat(who[first:last], part), self.records[np.repeat(start[first:last], part) + place]
            apart = left != right
            yield np.minimum(left, right)[apart], np.maximum(left, right)[apart]


def _parts(ends: Integers) -> Iterator[tuple[int, int]]:
    """Rows in a row that make not many more than so many pairs at once."""
    first = 0
    while first < len(ends):
        before = int(ends[first - 1]) if first else 0
        last = max(first + 1, int(np.searchsorted(ends, before + AT_ONCE, side="right")))
        yield first, last
        first = last


def weighs_alone(match: Match) -> Weighing | None:
    """The weighing of a match that does nothing else, where its pairs are found by what they agree on; else None."""
    weighing = Weighing.of(match)
    return weighing if weighing and weighing.match.needs_agreement else None


@dataclass(frozen=True, eq=False)
class EvidencePairs:
    """Records whose pairs are weighed all at once.

    Arguments:
        match: which needs agreement.
        records: as they are compared.
        coded: what they know.
        openings: of each label the records that may begin to agree on it, as ``FellegiSunter.openings`` has it.
        alike: the values that are alike as far as it may speak for one person.
    """

    match: FellegiSunter
    records: Sequence[Record]
    coded: CodedRecords
    openings: tuple[Opening, ...]
    alike: AlikeValues

    __repr__ = short_repr

    @staticmethod
    def of(weighing: Weighing, records: Sequence[Record]) -> EvidencePairs:
        """The pairs of some records; the weighing is from ``weighs_alone``."""
        compared = [weighing.as_compared(record) for record in records]
        coded = CodedRecords.of(weighing.match, compared)
        alike = {similar: column.values for column in coded.columns for similar in column.comparison.sought}
        openings = tuple(_openings_of(coded, len(records)))
        return EvidencePairs(weighing.match, compared, coded, openings, AlikeValues.among(alike))

    def matching(self) -> PairNumbers:
        """All pairs that match, the lower number first; sorted by the higher one, then by the lower.

        >>> from leakage.resolution.linkage.comparison import Comparison
        >>> match = FellegiSunter(0.1, (Comparison.by_odds("N", 50, 4),))
        >>> rows = [Record.of(("N", name)) for name in ("Ann", "Bob", "Ann")]
        >>> [numbers.tolist() for numbers in EvidencePairs.of(Weighing(match, ()), rows).matching()]
        [[0], [2]]
        """
        found = [np.empty(0, dtype=np.int64)]
        for number, opening in enumerate(self.openings):
            for left, right in opening.candidates(self.alike):
                report("Weighing pairs", number, len(self.openings))
                found.append(self._reached(left, right))
        keys = np.unique(np.concatenate(found))
        return keys % max(1, len(self.records)), keys // max(1, len(self.records))

    def _reached(self, left: Integers, right: Integers) -> Integers:
        """The pairs that match, as one number each."""
        least = self.match.threshold - ROUNDING
        kept, weights = self.coded.reaching(left, right, least - NEAR)
        left, right, met = left[kept], right[kept], weights >= least
        for n in np.flatnonzero(np.abs(weights - least) < NEAR).tolist():
            met[n] = self.match.reached(self.match.weight(self.records[left[n]], self.records[right[n]]))
        return right[met] * len(self.records) + left[met]


def _openings_of(coded: CodedRecords, size: int) -> Iterator[Opening]:
    columns = {column.comparison.label: column for column in coded.columns}
    later = np.zeros(size)
    for comparison in reversed(coded.match.by_weight):
        column = columns[comparison.label]
        says, who = column.most[column.codes], column.holders
        kept = np.flatnonzero((says > 0.0) & (says + later[who] >= coded.match.needed))
        kept = kept[np.lexsort((who[kept], column.codes[kept]))]
        starts = np.searchsorted(column.codes[kept], np.arange(len(column.values) + 1))
        yield Opening(column, starts.astype(np.int64), who[kept])
        most = np.zeros(size)
        np.maximum.at(most, who, says)
        later += most
