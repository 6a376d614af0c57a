"""Pairs of labelled records: those of one person, and those of two."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from leakage.database import Integers
from leakage.resolution.linkage.patterns import PairNumbers
from leakage.short_repr import short_repr

MOST_LABELLED_PAIRS = 1_000_000


@dataclass(frozen=True, eq=False)
class LabelledPairs:
    """The pairs of one person and those of two; where all are too many, of each kind so many that are drawn.

    Arguments:
        same, different: numbers of records, pair by pair.
        of_one: how many pairs of one person there are.
        of_all: how many pairs there are.
    """

    same: PairNumbers
    different: PairNumbers
    of_one: int
    of_all: int

    __repr__ = short_repr

    @staticmethod
    def of(people: Sequence[Hashable], most: int = MOST_LABELLED_PAIRS, seed: int = 0) -> LabelledPairs:
        """The pairs of records of which it is known whose they are.

        >>> pairs = LabelledPairs.of(["Ann", "Ann", "Bob"])
        >>> pairs.of_one, pairs.of_all, [side.tolist() for side in pairs.different]
        (1, 3, [[0, 1], [2, 2]])
        """
        person = numbered(people)
        counts = np.bincount(person).astype(np.int64)
        of_one, of_all = int((counts * (counts - 1) // 2).sum()), len(person) * (len(person) - 1) // 2
        if of_all <= most:
            left, right = np.triu_indices(len(person), 1)
            same = person[left] == person[right]
            return LabelledPairs((left[same], right[same]), (left[~same], right[~same]), of_one, of_all)
        drawing = _Drawing.of(person, counts, seed)
        return LabelledPairs(
            drawing.same(min(most, of_one)), drawing.different(min(most, of_all - of_one)), of_one, of_all
        )


def numbered(people: Sequence[Hashable]) -> Integers:
    """For each record the number of its person, in the order in which they come.

    >>> numbered(["Bob", "Ann", "Bob"]).tolist()
    [0, 1, 0]
    """
    numbers: dict[Hashable, int] = {}
    return np.array([numbers.setdefault(person, len(numbers)) for person in people], dtype=np.int64)


@dataclass(frozen=True, eq=False)
class _Drawing:
    """Records sorted by person, from which pairs are drawn, each as likely as any other of its kind.

    Arguments:
        chance: where the draws come from.
        sorted: numbers of records, those of one person side by side.
        start, count: of each place where its person begins, and how many records that person has.
    """

    chance: np.random.Generator
    sorted: Integers
    start: Integers
    count: Integers

    @staticmethod
    def of(person: Integers, counts: Integers, seed: int) -> _Drawing:
        order = np.argsort(person, kind="stable")
        starts = np.cumsum(counts) - counts
        return _Drawing(np.random.default_rng(seed), order, starts[person[order]], counts[person[order]])

    def same(self, pairs: int) -> PairNumbers:
        first = self._weighted(self.count - 1, pairs)
        other = self.start[first] + self.chance.integers(0, np.maximum(self.count[first] - 1, 1))
        return self.sorted[first], self.sorted[other + (other >= first)]

    def different(self, pairs: int) -> PairNumbers:
        first = self._weighted(len(self.sorted) - self.count, pairs)
        other = self.chance.integers(0, np.maximum(len(self.sorted) - self.count[first], 1))
        return self.sorted[first], self.sorted[other + np.where(other >= self.start[first], self.count[first], 0)]

    def _weighted(self, weights: Integers, draws: int) -> Integers:
        """Places drawn, each as often as it has others to be paired with."""
        ends = np.cumsum(weights)
        drawn = self.chance.integers(0, ends[-1], draws) if draws else np.empty(0, dtype=np.int64)
        return np.searchsorted(ends, drawn, side="right")
