"""Similarity of values and of records."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from leakage.arguments import check_range
from leakage.frames import Floats
from leakage.reidentification.table import Fact, Numbers, SparseTable

Over: TypeAlias = Literal["union", "first"]


@dataclass(frozen=True, slots=True)
class ValueSimilarity:
    """Sim of two numbers at distance d: ``1 if d <= within else 0``, or with ``fading`` ``max(0, 1 - d / within)``.

    Dates likewise, by days; texts must be equal. The lesser similarity of value and date counts.
    Source: Narayanan & Shmatikov 2008, Section 3 (ratings within a threshold, dates within days).

    Arguments:
        within: the tolerance for numbers, at least 0.
        days: the tolerance for dates, at least 0; None ignores dates.
        fading: whether similarity falls linearly with the distance.

    >>> table = SparseTable.from_columns(["Ann", "Bob", "Eve"], ["Film"] * 3, [1, 3, 5])
    >>> [sim.of_levels(table, "4").tolist() for sim in (ValueSimilarity(2), ValueSimilarity(2, fading=True))]
    [[0.0, 1.0, 1.0], [0.0, 0.5, 0.5]]
    """

    within: float = 0.0
    days: int | None = None
    fading: bool = False

    def __post_init__(self) -> None:
        check_range("within", self.within, "[0, inf)")
        check_range("days", self.days or 0, "[0, inf)")

    def of_levels(self, table: SparseTable, value: str) -> Floats:
        """The similarity of a value to each level of the table, shape (levels,); 1 for an empty value."""
        if not value:
            return np.ones(len(table.levels))
        if table.numbers is None:
            return np.array([float(value == level) for level in table.levels])
        return self._by_distance(np.abs(table.numbers - number_of(value)), self.within)

    def of_days(self, days: Numbers, day: int) -> Floats:
        """The similarity of a day to each of several days."""
        return self._by_distance(np.abs(days.astype(np.int64) - day), float(self.days or 0))

    def _by_distance(self, distance: Numbers, limit: float) -> Floats:
        if not self.fading or limit == 0.0:
            # 3.7 - 3.4 exceeds 0.3 by a rounding error.
            return np.where(distance <= limit + 1e-9, 1.0, 0.0)
        return np.asarray(np.maximum(0.0, 1.0 - distance / limit))


EXACT = ValueSimilarity()


def number_of(value: str) -> float:
    """A value as a number; a ValueError unless it is finite."""
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise ValueError("the value must be a number, as those of the table are")
    return number


def similar_people(table: SparseTable, fact: Fact, similarity: ValueSimilarity) -> tuple[Numbers, Floats]:
    """The people with something similar to a fact, ascending, and ``Sim(aux_i, r'_i) > 0`` of each.

    Dates count if the table has them and the fact has one.
    """
    rows = table.rows_of(fact.item)
    similar = similarity.of_levels(table, fact.value)[table.level[rows]]
    if table.day is not None and fact.date is not None and similarity.days is not None:
        day = fact.date.toordinal() - table.first_day
        similar = np.minimum(similar, similarity.of_days(table.day[rows], day))
    some = np.flatnonzero(similar)
    return table.person[rows][some], similar[some]


def similarities(
    table: SparseTable, facts: Sequence[Fact], similarity: ValueSimilarity = EXACT, *, over: Over = "union"
) -> Floats:
    """Sim of a record to each record of the table: the mean similarity over the items that either has.

    ``Sim(r, r') = sum_i Sim(r_i, r'_i) / |supp(r) u supp(r')|``; 1 for two empty records.
    Source: Narayanan & Shmatikov 2008, Section 3.

    Arguments:
        over: "union", or "first" for the denominator ``|supp(r)|``: how much of r the other record tells.

    >>> table = SparseTable.from_columns(["Ann", "Ann", "Bob"], ["Film", "Play", "Film"], [4, 1, 4])
    >>> similarities(table, table.facts_of(1)).tolist(), similarities(table, table.facts_of(1), over="first").tolist()
    ([0.5, 1.0], [1.0, 1.0])
    """
    total, shared = np.zeros(len(table)), np.zeros(len(table), dtype=np.int64)
    for fact in facts:
        people, similar = similar_people(table, fact, similarity)
        total[people] += similar
        shared[table.person[table.rows_of(fact.item)]] += 1
    below = len(facts) + (table.sizes - shared if over == "union" else np.zeros_like(shared))
    return np.divide(total, below, out=np.ones(len(table)), where=below > 0)
