"""Patterns: which level every comparison of two records reaches, and how many pairs of records reach the same."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from leakage.progress import report
from leakage.record import Record
from leakage.resolution.linkage.comparison import Comparison

Pattern: TypeAlias = tuple[int, ...]
"""Of each comparison the number of the level reached; -1 where either record lacks the label."""

MOST_PAIRS = 200_000

TOLD_EVERY = 1_000
"""Pairs between two reports of progress."""


def pattern_of(comparisons: Sequence[Comparison], left: Record, right: Record) -> Pattern:
    """The comparison vector of two records; of several values the nearest level counts.

    Source: Fellegi & Sunter, "A Theory for Record Linkage" (JASA 1969), Section 2 (gamma).

    >>> names, phones = Comparison.by_odds("N", 9, 3), Comparison.by_odds("P", 9, 3)
    >>> pattern_of([names, phones], Record.of(("N", "Ann"), ("P", "1")), Record.of(("N", "Bob")))
    (1, -1)
    """
    return tuple(_nearest(comparison, left, right) for comparison in comparisons)


def patterns_of(comparisons: Sequence[Comparison], pairs: Iterable[tuple[Record, Record]]) -> Counter[Pattern]:
    """How many of some pairs of records have each pattern.

    Source: Fellegi & Sunter 1969, Section 2.
    """
    counts: Counter[Pattern] = Counter()
    for number, (left, right) in enumerate(pairs):
        if number % TOLD_EVERY == 0:
            report("Comparing pairs", number, 0)
        counts[pattern_of(comparisons, left, right)] += 1
    return counts


def pairs_among(records: Sequence[Record], most: int = MOST_PAIRS, seed: int = 0) -> Iterable[tuple[Record, Record]]:
    """All pairs of the records; where they are more than ``most``, all pairs of some records that are drawn.

    ``n (n - 1) / 2`` pairs of n records.

    >>> len(list(pairs_among([Record()] * 100, most=46)))
    45
    """
    enough = len(records)
    while enough * (enough - 1) // 2 > most:
        enough = min(enough - 1, int((2.0 * most) ** 0.5) + 1)
    drawn = records if enough == len(records) else random.Random(seed).sample(records, enough)
    return itertools.combinations(drawn, 2)


def _nearest(comparison: Comparison, left: Record, right: Record) -> int:
    pairs = itertools.product(comparison.known(left), comparison.known(right))
    return min((comparison.level_of(*pair) for pair in pairs), default=-1)
