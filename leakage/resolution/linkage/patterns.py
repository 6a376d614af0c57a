"""Patterns: which level every comparison of two records reaches, and how many pairs of records reach the same."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import pandas as pd

from leakage.database import Floats, Integers
from leakage.progress import report
from leakage.record import Record
from leakage.resolution.linkage.coded import UNKNOWN, Coded
from leakage.resolution.linkage.comparison import Comparison
from leakage.short_repr import short_repr

Pattern: TypeAlias = tuple[int, ...]
"""Of each comparison the number of the level reached; -1 where either record lacks the label."""

PairNumbers: TypeAlias = tuple[Integers, Integers]
"""Pairs of records by their numbers: the left ones, and the right ones."""

MOST_PAIRS = 200_000

AT_ONCE = 100_000
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

    __repr__ = short_repr

    @staticmethod
    def of(patterns: Mapping[Pattern, int], comparisons: Sequence[Comparison]) -> PatternCounts:
        """Those of a mapping from pattern to how many pairs have it."""
        reached = np.array(list(patterns), dtype=np.int64).reshape(len(patterns), len(comparisons))
        return PatternCounts(reached, np.array(list(patterns.values()), dtype=np.float64), _sizes(comparisons))

    @staticmethod
    def among(columns: Sequence[Coded], pairs: PairNumbers) -> PatternCounts:
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


def pattern_of(comparisons: Sequence[Comparison], left: Record, right: Record) -> Pattern:
    """The comparison vector of two records; of several values the nearest level counts.

    Source: Fellegi & Sunter, "A Theory for Record Linkage" (JASA 1969), Section 2 (gamma).

    >>> names, phones = Comparison.by_odds("N", 9, 3), Comparison.by_odds("P", 9, 3)
    >>> pattern_of([names, phones], Record.of(("N", "Ann"), ("P", "1")), Record.of(("N", "Bob")))
    (1, -1)
    """
    return tuple(_nearest(comparison, left, right) for comparison in comparisons)


def patterns_of(comparisons: Sequence[Comparison], records: Sequence[Record], pairs: PairNumbers) -> Counter[Pattern]:
    """How many of some pairs of records have each pattern, as ``pattern_of`` has it.

    Source: Fellegi & Sunter 1969, Section 2.

    >>> rows = [Record.of(("N", name)) for name in ("Ann", "Ann", "Bob")]
    >>> patterns_of([Comparison.by_odds("N", 9, 3)], rows, pairs_among(rows))
    Counter({(1,): 2, (0,): 1})
    """
    found = PatternCounts.among([Coded.of(comparison, records) for comparison in comparisons], pairs)
    often = found.counts.astype(np.int64).tolist()
    return Counter(dict(zip(map(tuple, found.reached.tolist()), often, strict=True)))


def in_parts(pairs: PairNumbers, size: int = AT_ONCE) -> Iterator[PairNumbers]:
    """Some of the pairs at a time, told to who listens."""
    left, right = pairs
    for start in range(0, len(left), size):
        report("Comparing pairs", start, len(left))
        yield left[start : start + size], right[start : start + size]


def pairs_among(records: Sequence[Record], most: int = MOST_PAIRS, seed: int = 0) -> PairNumbers:
    """All pairs of the records; where they are more than ``most``, all pairs of some records that are drawn.

    ``n (n - 1) / 2`` pairs of n records.

    >>> len(pairs_among([Record()] * 100, most=46)[0])
    45
    """
    enough = len(records)
    while enough * (enough - 1) // 2 > most:
        enough = min(enough - 1, int((2.0 * most) ** 0.5) + 1)
    drawn = range(len(records)) if enough == len(records) else random.Random(seed).sample(range(len(records)), enough)
    numbers = np.array(drawn, dtype=np.int64)
    first, second = np.triu_indices(enough, 1)
    return numbers[first], numbers[second]


def _bounded_parts(columns: Sequence[Coded], pairs: PairNumbers) -> Iterator[PairNumbers]:
    """Some of the pairs at a time, fewer where records have several values, for each is compared with each."""
    left, right = pairs
    cost = np.ones(len(left), dtype=np.int64)
    for column in columns:
        counts = np.diff(column.starts)
        np.maximum(cost, counts[left] * counts[right], out=cost)
    part = (np.cumsum(cost) - cost) // AT_ONCE
    begins = np.flatnonzero(np.diff(part, prepend=-1)).tolist()
    for begin, end in itertools.pairwise([*begins, len(left)]):
        report("Comparing pairs", begin, len(left))
        yield left[begin:end], right[begin:end]


def _sizes(comparisons: Sequence[Comparison]) -> tuple[int, ...]:
    return tuple(len(comparison.levels) + 1 for comparison in comparisons)


def _distinct(columns: Sequence[Coded], sizes: Sequence[int], pairs: PairNumbers) -> tuple[Integers, Floats]:
    """The distinct patterns of some pairs, and how many pairs have each; rows are compared as one number each."""
    reached = np.empty((len(pairs[0]), len(columns)), dtype=np.int64)
    which = np.zeros(len(reached), dtype=np.int64)
    for number, (column, size) in enumerate(zip(columns, sizes, strict=True)):
        reached[:, number] = column.levels(*pairs)
        # Numbered anew label by label, or many labels would pass what a number can hold.
        which, _ = pd.factorize(which * (size + 1) + reached[:, number] + 1)
    first = np.unique(which, return_index=True)[1]
    return reached[first], np.bincount(which).astype(np.float64)


def _nearest(comparison: Comparison, left: Record, right: Record) -> int:
    pairs = itertools.product(comparison.known(left), comparison.known(right))
    return min((comparison.level_of(*pair) for pair in pairs), default=UNKNOWN)
