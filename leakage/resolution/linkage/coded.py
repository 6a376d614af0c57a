"""Comparisons of many pairs of records at once: every distinct pair of values is held against its levels once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd

from leakage.database import Database, Floats, Integers
from leakage.progress import looking
from leakage.record import Record
from leakage.resolution.alike_pairs import Mask, alike_pairs
from leakage.resolution.key_arrays import held_of, texts_of
from leakage.resolution.linkage.comparison import Comparison
from leakage.resolution.linkage.fellegi_sunter import FellegiSunter
from leakage.resolution.linkage.level import Level
from leakage.resolution.similar import Similar, day_of
from leakage.short_repr import short_repr

UNKNOWN = -1
"""The level of two records of which one lacks the label."""


@dataclass(frozen=True, eq=False)
class Coded:
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

    __repr__ = short_repr

    @staticmethod
    def of(comparison: Comparison, records: Sequence[Record]) -> Coded:
        """What the records know of the label that is compared; of a database without making its records."""
        if isinstance(records, Database):
            return Coded._of_database(comparison, records)
        held = [comparison.known(record) for record in looking(records)]
        starts = np.zeros(len(held) + 1, dtype=np.int64)
        np.cumsum([len(values) for values in held], out=starts[1:])
        numbers: dict[str, int] = {}
        codes = [numbers.setdefault(value, len(numbers)) for values in looking(held) for value in values]
        return Coded(comparison, tuple(numbers), starts, np.array(codes, dtype=np.int64))

    @staticmethod
    def _of_database(comparison: Comparison, database: Database) -> Coded:
        held = held_of(database, comparison.label, None, shared_only=False)
        record, codes, texts = held.owner, held.value, texts_of(database, comparison.label, None)
        if comparison.only_days:
            days = np.array([day_of(text) is not None for text in looking(texts)], dtype=np.bool_)
            record, codes = record[days[codes]], codes[days[codes]]
        starts = np.searchsorted(record, np.arange(database.size + 1))
        return Coded(comparison, tuple(texts), starts.astype(np.int64), codes)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The code of every value."""
        return {value: code for code, value in enumerate(self.values)}

    def levels(self, left: Integers, right: Integers) -> Integers:
        """Of each pair of records the nearest level that values of theirs reach, or ``UNKNOWN``.

        Arguments:
            left, right: numbers of records; each of shape (pairs,).

        >>> rows = [Record.of(("N", name)) for name in ("Ann", "Ann", "Bob")] + [Record()]
        >>> Coded.of(Comparison.by_odds("N", 9, 3), rows).levels(np.array([0, 0, 0]), np.array([1, 2, 3])).tolist()
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
        >>> coded = Coded.of(Comparison.by_odds("N", 8, 2), rows)
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
            here = reached == number
            weights[here] = _weights_at(self.comparison.level(number), self.comparison.usual, frequency[here])
        return weights

    @cached_property
    def _frequencies(self) -> Floats:
        """Of every value how frequent it is; NaN where that is not known."""
        known = (self.comparison.frequency(value) for value in self.values)
        return np.array([np.nan if frequency is None else frequency for frequency in known], dtype=np.float64)


@dataclass(frozen=True, eq=False)
class CodedRecords:
    """What records know of all labels that a match compares.

    Arguments:
        match: which weighs evidence.
        columns: one a comparison, in their order.
    """

    match: FellegiSunter
    columns: tuple[Coded, ...]

    __repr__ = short_repr

    @staticmethod
    def of(match: FellegiSunter, records: Sequence[Record]) -> CodedRecords:
        """What the records know."""
        return CodedRecords(match, tuple(Coded.of(comparison, records) for comparison in match.comparisons))

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

    def _counted(self, column: Coded, left: Integers, right: Integers) -> Floats:
        said = column.weights(left, right)
        return said if self.match.against else np.maximum(said, 0.0)


def _weights_at(level: Level, usual: float, frequency: Floats) -> Floats:
    """The evidence of values that reach a level, by how frequent they are."""
    if level.by_frequency == 0.0:
        return np.full(len(frequency), level.weight)
    more = np.log2(usual) - np.log2(np.maximum(frequency, level.least_frequency))
    return np.asarray(level.weight + level.by_frequency * np.where(np.isnan(frequency), 0.0, more))


def _begins(owner: Integers) -> Integers:
    """Where the entries of each owner begin, who has any."""
    return np.flatnonzero(np.diff(owner, prepend=-1))
