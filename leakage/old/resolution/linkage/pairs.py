"""Many pairs of records at once: the levels they reach, how many reach the same, and which match."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
import pandas as pd

from leakage.old.database import Database, Floats, Integers
from leakage.old.resolution.arrays import texts_of, values_of_label
from leakage.old.resolution.candidates import SimilarityIndex
from leakage.old.resolution.linkage.comparison import Comparison, Level
from leakage.old.resolution.linkage.fellegi_sunter import ROUNDING, EvidenceScorer, FellegiSunter
from leakage.old.resolution.match import Match
from leakage.old.resolution.rules.similar_values import Mask, Similar, alike_pairs
from leakage.old.tabular.rows import redacted_repr
from leakage.progress import cancellable, report
from leakage.record import Record

# Comparisons of many pairs of records at once: every distinct pair of values is held against its levels once.


UNKNOWN = -1
"""The level of two records of which one lacks the label."""


@dataclass(frozen=True, eq=False)
class EncodedColumn:
    """What records know of one label, as codes.

    Arguments:
        comparison: of the label.
        values: among which are those that occur, each once.
        starts: where the codes of each record begin, and where the last end; shape (records + 1,).
        codes: into ``values``.
    """

    comparison: Comparison
    values: tuple[str, ...]
    starts: Integers
    codes: Integers

    __repr__ = redacted_repr

    @staticmethod
    def of(comparison: Comparison, records: Sequence[Record]) -> EncodedColumn:
        """What the records know of the label that is compared; of a database without making its records."""
        if isinstance(records, Database):
            return EncodedColumn._of_database(comparison, records)
        values_of = [record.values(comparison.label) for record in cancellable(records)]
        starts = np.zeros(len(values_of) + 1, dtype=np.int64)
        np.cumsum([len(values) for values in values_of], out=starts[1:])
        numbers: dict[str, int] = {}
        codes = [numbers.setdefault(value, len(numbers)) for values in cancellable(values_of) for value in values]
        return EncodedColumn(comparison, tuple(numbers), starts, np.array(codes, dtype=np.int64))

    @staticmethod
    def _of_database(comparison: Comparison, database: Database) -> EncodedColumn:
        label_values = values_of_label(database, comparison.label, None, shared_only=False)
        record, codes, texts = label_values.owner, label_values.value, texts_of(database, comparison.label, None)
        starts = np.searchsorted(record, np.arange(database.size + 1))
        return EncodedColumn(comparison, tuple(texts), starts.astype(np.int64), codes)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The code of every value."""
        return {value: code for code, value in enumerate(self.values)}

    def levels(self, left: Integers, right: Integers) -> Integers:
        """Of each pair of records the nearest level that values of theirs reach, or ``UNKNOWN``.

        Arguments:
            left, right: numbers of records; each of shape (pairs,).

        >>> rows = [Record.of(("N", name)) for name in ("Ann", "Ann", "Bob")] + [Record()]
        >>> column = EncodedColumn.of(Comparison.by_odds("N", 9, 3), rows)
        >>> column.levels(np.array([0, 0, 0]), np.array([1, 2, 3])).tolist()
        [0, 1, -1]
        """
        owner, mine, others = self._value_pairs(left, right)
        nearest = np.full(len(left), UNKNOWN, dtype=np.int64)
        begin = _begins(owner)
        if len(begin):
            distinct, which = self._distinct(mine, others)
            nearest[owner[begin]] = np.minimum.reduceat(self._levels_of(*distinct)[which], begin)
        return nearest

    def weights(self, left: Integers, right: Integers) -> Floats:
        """Of each pair of records the evidence that speaks most for one person, in bits; 0 where either knows none.

        >>> rows = [Record.of(("N", name)) for name in ("Ann", "Ann", "Bob")] + [Record()]
        >>> coded = EncodedColumn.of(Comparison.by_odds("N", 8, 2), rows)
        >>> coded.weights(np.array([0, 0, 0]), np.array([1, 2, 3])).round(9).tolist()
        [3.0, -1.0, 0.0]
        """
        owner, mine, others = self._value_pairs(left, right)
        most = np.zeros(len(left))
        begin = _begins(owner)
        if len(begin):
            distinct, which = self._distinct(mine, others)
            most[owner[begin]] = np.maximum.reduceat(self._weights_of(*distinct)[which], begin)
        return most

    @cached_property
    def most(self) -> Floats:
        """Of every value the most that evidence resting on it may weigh."""
        if not self.comparison.by_frequency:
            return np.full(len(self.values), self.comparison.greatest)
        return np.array([self.comparison.most(value) for value in self.values], dtype=np.float64)

    @property
    def holders(self) -> Integers:
        """Of every code the record that holds the value."""
        return np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts))

    def _value_pairs(self, left: Integers, right: Integers) -> tuple[Integers, Integers, Integers]:
        """Every pair of values of every pair of records: which pair of records it is of, and its two codes."""
        counts = np.diff(self.starts)
        wide = counts[right]
        pairs = counts[left] * wide
        owner = np.repeat(np.arange(len(left)), pairs)
        place = np.arange(len(owner)) - np.repeat(np.cumsum(pairs) - pairs, pairs)
        mine = self.codes[self.starts[left][owner] + place // wide[owner]]
        return owner, mine, self.codes[self.starts[right][owner] + place % wide[owner]]

    def _distinct(self, mine: Integers, others: Integers) -> tuple[tuple[Integers, Integers], Integers]:
        """The distinct pairs of values, and for each pair given which it is; the order of the two does not count."""
        size = len(self.values)
        keys = np.minimum(mine, others) * size + np.maximum(mine, others)
        which, distinct = pd.factorize(keys)
        return (distinct // size, distinct % size), which.astype(np.int64)

    def _levels_of(self, left: Integers, right: Integers) -> Integers:
        levels, loosest = self.comparison.levels, dict(self.comparison.loosest)
        reached = np.full(len(left), len(levels), dtype=np.int64)
        # Equal values reach any level, so the first.
        reached[left == right] = 0
        possible: dict[Similar, Mask] = {}
        for number, similar in enumerate(level.similar for level in levels):
            if similar is None:
                continue
            widest = loosest.get(similar)
            if widest is not None and widest not in possible:
                # What is not alike by the loosest level of its kind is by none, and is measured once.
                possible[widest] = self._alike_among(reached == len(levels), widest, left, right)
            tried = reached == len(levels) if widest is None else possible[widest] & (reached == len(levels))
            reached[tried if similar == widest else self._alike_among(tried, similar, left, right)] = number
        return reached

    def _alike_among(self, tried: Mask, similar: Similar, left: Integers, right: Integers) -> Mask:
        """Those of some of the pairs of values that are alike."""
        alike = np.zeros(len(left), dtype=np.bool_)
        places = np.flatnonzero(tried)
        if len(places):
            alike[places] = alike_pairs(similar, self.values, left[places], right[places])
        return alike

    def _weights_of(self, left: Integers, right: Integers) -> Floats:
        reached = self._levels_of(left, right)
        weights = np.empty(len(left))
        frequency = np.fmax(self._frequencies[left], self._frequencies[right])
        for number in range(len(self.comparison.levels) + 1):
            at_level = reached == number
            weights[at_level] = _weights_at(self.comparison.level(number), self.comparison.usual, frequency[at_level])
        return weights

    @cached_property
    def _frequencies(self) -> Floats:
        """Of every value how frequent it is; NaN where that is not known."""
        frequencies = (self.comparison.frequency(value) for value in self.values)
        return np.array([np.nan if frequency is None else frequency for frequency in frequencies], dtype=np.float64)


@dataclass(frozen=True, eq=False)
class CodedRecords:
    """What records know of all labels that a match compares.

    Arguments:
        match: which weighs evidence.
        columns: one a comparison, in their order.
    """

    match: FellegiSunter
    columns: tuple[EncodedColumn, ...]

    __repr__ = redacted_repr

    @staticmethod
    def of(match: FellegiSunter, records: Sequence[Record]) -> CodedRecords:
        """What the records know."""
        return CodedRecords(match, tuple(EncodedColumn.of(comparison, records) for comparison in match.comparisons))

    def weights(self, left: Integers, right: Integers) -> Floats:
        """The match weight of each pair of records, as ``FellegiSunter.weight`` has it but for rounding."""
        total = np.full(len(left), self.match.prior_weight)
        for column in self.columns:
            total += self._counted(column, left, right)
        return total

    def reaching(self, left: Integers, right: Integers, least: float) -> tuple[Integers, Floats]:
        """Which pairs weigh so much at least, and how much; what cannot any more is not compared to the end.

        >>> match = FellegiSunter(0.5, (Comparison.by_odds("N", 8, 2),))
        >>> coded = CodedRecords.of(match, [Record.of(("N", name)) for name in ("Ann", "Ann", "Bob")])
        >>> [found.round(9).tolist() for found in coded.reaching(np.array([0, 0]), np.array([1, 2]), 0.0)]
        [[0], [3.0]]
        """
        kept, total = np.arange(len(left)), np.full(len(left), self.match.prior_weight)
        # What is compared for equality alone costs least.
        columns = sorted(self.columns, key=lambda column: len(column.comparison.sought))
        for number, column in enumerate(columns):
            rest = sum(max(0.0, later.comparison.greatest) for later in columns[number + 1 :])
            total = total + self._counted(column, left[kept], right[kept])
            possible = total + rest >= least
            kept, total = kept[possible], total[possible]
        return kept, total

    def _counted(self, column: EncodedColumn, left: Integers, right: Integers) -> Floats:
        weights = column.weights(left, right)
        return weights if self.match.against else np.maximum(weights, 0.0)


def _weights_at(level: Level, usual: float, frequency: Floats) -> Floats:
    """The evidence of values that reach a level, by how frequent they are."""
    if level.by_frequency == 0.0:
        return np.full(len(frequency), level.weight)
    more = np.log2(usual) - np.log2(frequency)
    return np.asarray(level.weight + level.by_frequency * np.where(np.isnan(frequency), 0.0, more))


def _begins(owner: Integers) -> Integers:
    """Where the entries of each owner begin, who has any."""
    return np.flatnonzero(np.diff(owner, prepend=-1))


# Patterns: which level every comparison of two records reaches, and how many pairs of records reach the same.


PairNumbers: TypeAlias = tuple[Integers, Integers]
"""Pairs of records by their numbers: the left ones, and the right ones."""

PAIRS_AT_ONCE = 100_000
"""Pairs compared between two reports of progress."""


@dataclass(frozen=True, eq=False)
class PatternCounts:
    """Patterns, and how many pairs have each.

    Source: Fellegi & Sunter 1969, Section 2 (gamma).

    Arguments:
        reached: the levels, -1 where either record lacks the label; shape (patterns, comparisons).
        counts: of pairs; shape (patterns,).
        sizes: how many levels each comparison has, with that of values that reach none.
    """

    reached: Integers
    counts: Floats
    sizes: tuple[int, ...]

    __repr__ = redacted_repr

    @staticmethod
    def among(columns: Sequence[EncodedColumn], pairs: PairNumbers) -> PatternCounts:
        """Those of some pairs of records, in ascending order.

        Arguments:
            columns: what the records know of each label.
            pairs: numbers of records.
        """
        sizes = _sizes([column.comparison for column in columns])
        parts = [_distinct(columns, sizes, part) for part in _bounded_parts(columns, pairs)]
        if not parts:
            return PatternCounts(np.empty((0, len(columns)), dtype=np.int64), np.empty(0), sizes)
        levels = np.concatenate([reached for reached, _ in parts])
        found, which = np.unique(levels, axis=0, return_inverse=True)
        often = np.bincount(which.ravel(), np.concatenate([counts for _, counts in parts]))
        return PatternCounts(found, often.astype(np.float64), sizes)

    @property
    def total(self) -> float:
        """How many pairs there are."""
        return float(self.counts.sum())

    def without(self, left_out: Collection[int]) -> PatternCounts:
        """The same of all comparisons but some."""
        others = [number for number in range(len(self.sizes)) if number not in left_out]
        return PatternCounts(self.reached[:, others], self.counts, tuple(self.sizes[number] for number in others))

    def logs(self, chances: Sequence[Floats]) -> Floats:
        """Of each pattern the logarithm of the product of the chances of its levels."""
        total = np.zeros(len(self.counts))
        for levels, of_level in zip(self.reached.T, chances, strict=True):
            total += np.where(levels >= 0, np.log(of_level)[levels], 0.0)
        return total

    def by_level(self, weights: Floats) -> list[Floats]:
        """For each comparison how much of some weights of the patterns reaches each level."""
        return [
            np.bincount(levels[levels >= 0], weights[levels >= 0], size).astype(np.float64)
            for levels, size in zip(self.reached.T, self.sizes, strict=True)
        ]


def _bounded_parts(columns: Sequence[EncodedColumn], pairs: PairNumbers) -> Iterator[PairNumbers]:
    """Some of the pairs at a time, fewer where records have several values, for each is compared with each."""
    left, right = pairs
    cost = np.ones(len(left), dtype=np.int64)
    for column in columns:
        counts = np.diff(column.starts)
        np.maximum(cost, counts[left] * counts[right], out=cost)
    part = (np.cumsum(cost) - cost) // PAIRS_AT_ONCE
    begins = np.flatnonzero(np.diff(part, prepend=-1)).tolist()
    for begin, end in itertools.pairwise([*begins, len(left)]):
        report("Comparing pairs", begin, len(left))
        yield left[begin:end], right[begin:end]


def _sizes(comparisons: Sequence[Comparison]) -> tuple[int, ...]:
    return tuple(len(comparison.levels) + 1 for comparison in comparisons)


def _distinct(columns: Sequence[EncodedColumn], sizes: Sequence[int], pairs: PairNumbers) -> tuple[Integers, Floats]:
    """The distinct patterns of some pairs, and how many pairs have each; rows are compared as one number each."""
    reached = np.empty((len(pairs[0]), len(columns)), dtype=np.int64)
    which = np.zeros(len(reached), dtype=np.int64)
    for number, (column, size) in enumerate(zip(columns, sizes, strict=True)):
        reached[:, number] = column.levels(*pairs)
        # Numbered anew label by label, or many labels would pass what a number can hold.
        which, _ = pd.factorize(which * (size + 1) + reached[:, number] + 1)
    first = np.unique(which, return_index=True)[1]
    return reached[first], np.bincount(which).astype(np.float64)


# Which pairs of records match by evidence: found through the values with which agreement may begin, all at once.


FEWEST = 200
"""Records from which on it is worth weighing all their pairs at once."""

CANDIDATES_AT_ONCE = 500_000
"""Pairs weighed at once."""

NEAR = 1e-10
"""Bits within which a sum may lie on either side of the threshold, and is worked out once more."""


@dataclass(frozen=True, eq=False)
class BlockingIndex:
    """The records that may begin to agree with others on a value of a label, value by value.

    Arguments:
        column: the label.
        starts: where the records of each value begin, and where the last end; shape (values + 1,).
        records: their numbers, ascending within a value.
    """

    column: EncodedColumn
    starts: Integers
    records: Integers

    __repr__ = redacted_repr

    def offering(self, value: str) -> list[int]:
        """The records that may begin to agree on a value."""
        code = self.column.numbers.get(value)
        return [] if code is None else self.records[self.starts[code] : self.starts[code + 1]].tolist()

    def candidates(self, alike: SimilarityIndex) -> Iterator[PairNumbers]:
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

    def _alike_codes(self, alike: SimilarityIndex) -> Iterator[tuple[Integers, Integers]]:
        """Pairs of values that are alike and not equal, of which records may begin to agree."""
        numbers = self.column.numbers
        present = [value for code, value in enumerate(self.column.values) if self.starts[code] < self.starts[code + 1]]
        for similar in self.column.comparison.sought:
            others = [alike(similar, value) for value in present]
            often = np.array([len(found) for found in others], dtype=np.int64)
            left = np.repeat(np.array([numbers[value] for value in present], dtype=np.int64), often)
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
        last = max(first + 1, int(np.searchsorted(ends, before + CANDIDATES_AT_ONCE, side="right")))
        yield first, last
        first = last


def weighs_alone(match: Match) -> EvidenceScorer | None:
    """The weighing of a match that does nothing else, where its pairs are found by what they agree on; else None."""
    weighing = EvidenceScorer.of(match)
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
    openings: tuple[BlockingIndex, ...]
    alike: SimilarityIndex

    __repr__ = redacted_repr

    @staticmethod
    def of(weighing: EvidenceScorer, records: Sequence[Record]) -> EvidencePairs:
        """The pairs of some records; the weighing is from ``weighs_alone``."""
        compared = [weighing.as_compared(record) for record in records]
        coded = CodedRecords.of(weighing.match, compared)
        alike = {similar: column.values for column in coded.columns for similar in column.comparison.sought}
        openings = tuple(_openings_of(coded, len(records)))
        return EvidencePairs(weighing.match, compared, coded, openings, SimilarityIndex.among(alike))

    def matching(self) -> PairNumbers:
        """All pairs that match, the lower number first; sorted by the higher one, then by the lower.

        >>> from leakage.old.resolution.linkage.comparison import Comparison
        >>> match = FellegiSunter(0.1, (Comparison.by_odds("N", 50, 4),))
        >>> rows = [Record.of(("N", name)) for name in ("Ann", "Bob", "Ann")]
        >>> [numbers.tolist() for numbers in EvidencePairs.of(EvidenceScorer(match, ()), rows).matching()]
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


def _openings_of(coded: CodedRecords, size: int) -> Iterator[BlockingIndex]:
    columns = {column.comparison.label: column for column in coded.columns}
    later = np.zeros(size)
    for comparison in reversed(coded.match.by_weight):
        column = columns[comparison.label]
        says, who = column.most[column.codes], column.holders
        kept = np.flatnonzero((says > 0.0) & (says + later[who] >= coded.match.needed))
        kept = kept[np.lexsort((who[kept], column.codes[kept]))]
        starts = np.searchsorted(column.codes[kept], np.arange(len(column.values) + 1))
        yield BlockingIndex(column, starts.astype(np.int64), who[kept])
        most = np.zeros(size)
        np.maximum.at(most, who, says)
        later += most
