"""Patterns: which level every comparison of two records reaches, and how many pairs of records reach the same."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy as np

from leakage.database import Integers
from leakage.progress import report
from leakage.record import Record
from leakage.resolution.linkage.coded import UNKNOWN, Coded
from leakage.resolution.linkage.comparison import Comparison

Pattern: TypeAlias = tuple[int, ...]
"""Of each comparison the number of the level reached; -1 where either record lacks the label."""

PairNumbers: TypeAlias = tuple[Integers, Integers]
"""Pairs of records by their numbers: the left ones, and the right ones."""

MOST_PAIRS = 200_000

AT_ONCE = 100_000
"""Pairs compared between two reports of progress."""


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
    coded = [Coded.of(comparison, records) for comparison in comparisons]
    counts: Counter[Pattern] = Counter()
    for left, right in in_parts(pairs):
        reached = np.stack([labels.levels(left, right) for labels in coded], axis=1)
        found, often = np.unique(reached, axis=0, return_counts=True)
        counts.update(dict(zip(map(tuple, found.tolist()), often.tolist(), strict=True)))
    return counts


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


def _nearest(comparison: Comparison, left: Record, right: Record) -> int:
    pairs = itertools.product(comparison.known(left), comparison.known(right))
    return min((comparison.level_of(*pair) for pair in pairs), default=UNKNOWN)
