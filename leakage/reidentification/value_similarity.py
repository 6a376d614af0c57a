"""ValueSimilarity: how similar two values are, and two records."""

from __future__ import annotations

import datetime
import math
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from leakage.database import Floats, Integers
from leakage.reidentification.table import Fact, Numbers, SparseRecord, SparseTable

Over: TypeAlias = Literal["union", "first"]


@dataclass(frozen=True, slots=True)
class ValueSimilarity:
    """Sim of two values: how near they must be to count as the same.

    A value and its date are as similar as the less similar of the two. Numbers are similar by their distance d:
    ``Sim = 1 if d <= within else 0``, or with ``fading`` ``Sim = max(0, 1 - d / within)``; dates likewise by days.
    Texts must be equal.
    Source: Narayanan & Shmatikov 2008, Section 3 (Sim; ratings within a threshold, dates within days).

    Arguments:
        within: distance of two numbers, at least 0; 0 is equality.
        days: distance of two dates, at least 0; None: dates do not count.
        fading: whether similarity falls evenly with the distance, to 0 at the distance itself.

    Raises:
        ValueError: if a distance is negative or no number.

    >>> table = SparseTable.from_columns(["Ann", "Bob", "Eve"], ["Film"] * 3, [1, 3, 5])
    >>> ValueSimilarity(2).of_levels(table, "4").tolist()
    [0.0, 1.0, 1.0]
    >>> ValueSimilarity(2, fading=True).of_levels(table, "4").tolist()
    [0.0, 0.5, 0.5]
    """

    within: float = 0.0
    days: int | None = None
    fading: bool = False

    def __post_init__(self) -> None:
        for name, distance in (("within", self.within), ("days", self.days or 0)):
            if not 0.0 <= distance < math.inf:
                raise ValueError(f"{name} must be a number of at least 0, got {distance}")

    def of_levels(self, table: SparseTable, value: str) -> Floats:
        """The similarity of a value to each level of the table, shape (levels,); an empty one is similar to all.

        Raises:
            ValueError: if the table's values are numbers, and this is none.
        """
        if not value:
            return np.ones(len(table.levels))
        if table.numbers is None:
            return np.array([float(value == level) for level in table.levels])
        return self._by_distance(np.abs(table.numbers - number_of(value)), self.within)

    def of_days(self, days: Numbers, day: int) -> Floats:
        """The similarity of a day to each of some days, all counted from the same one; shape as ``days``."""
        return self._by_distance(np.abs(days.astype(np.int64) - day), float(self.days or 0))

    def _by_distance(self, distance: Numbers, limit: float) -> Floats:
        if not self.fading or limit == 0.0:
            # Ratings such as 3.7 and 3.4 are 0.3 apart, though not to the last bit.
            return np.where(distance <= limit + 1e-9, 1.0, 0.0)
        return np.maximum(0.0, 1.0 - distance / limit)


EXACT = ValueSimilarity()


def number_of(value: str) -> float:
    """A value of a table of numbers.

    Raises:
        ValueError: if it is no finite number.
    """
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise ValueError("the values of this table are numbers, and this one is none")
    return number


def similar_people(table: SparseTable, fact: Fact, similarity: ValueSimilarity) -> tuple[Numbers, Floats]:
    """Who has anything like a fact: numbers ascending, and ``Sim(aux_i, r'_i) > 0``; nobody where the item is unknown.

    Only the support of the item is touched. A date counts where the table has dates and the fact has one.
    """
    item = table.item_codes.get(fact.item)
    if item is None:
        return np.zeros(0, dtype=np.uint32), np.zeros(0)
    support = slice(int(table.start[item]), int(table.start[item + 1]))
    similar = similarity.of_levels(table, fact.value)[table.level[support]]
    if table.day is not None and fact.date is not None and similarity.days is not None:
        similar = np.minimum(similar, similarity.of_days(table.day[support], _day(table, fact.date)))
    some = np.flatnonzero(similar)
    return table.person[support][some], similar[some]


def record_similarity(
    table: SparseTable,
    first: SparseRecord,
    second: SparseRecord,
    similarity: ValueSimilarity = EXACT,
    *,
    over: Over = "union",
) -> float:
    """Sim of two records: the mean similarity of their values, over all items that either of them has.

    ``Sim(r, r') = sum_i Sim(r_i, r'_i) / |supp(r) u supp(r')|``; 1 for two empty records.
    Source: Narayanan & Shmatikov 2008, Section 3.

    Arguments:
        table: what the numbers of the records mean.
        first: r.
        second: r'.
        similarity: Sim of two values.
        over: "union", or "first" for ``|supp(r)|`` below the line: how much of r the other one tells.

    >>> table = SparseTable.from_columns(["Ann", "Ann", "Bob"], ["Film", "Play", "Film"], [4, 1, 4])
    >>> ann, bob = table.record_of(0), table.record_of(1)
    >>> record_similarity(table, ann, bob), record_similarity(table, bob, ann, over="first")
    (0.5, 1.0)
    """
    _, first_places, second_places = np.intersect1d(first.items, second.items, assume_unique=True, return_indices=True)
    total = 0.0
    for mine, its in zip(first_places.tolist(), second_places.tolist(), strict=True):
        similar = float(similarity.of_levels(table, table.levels[int(first.levels[mine])])[int(second.levels[its])])
        if similarity.days is not None and first.days is not None and second.days is not None:
            similar = min(similar, float(similarity.of_days(second.days[its : its + 1], int(first.days[mine]))[0]))
        total += similar
    below = len(first.items) + (len(second.items) - len(first_places) if over == "union" else 0)
    return total / below if below else 1.0


def similarities(
    table: SparseTable, record: SparseRecord, similarity: ValueSimilarity = EXACT, *, over: Over = "union"
) -> Floats:
    """``Sim(r, r')`` for every r' of the table, as ``record_similarity``; shape (N,).

    Time O(sum of the supports of r's items).
    """
    total = np.zeros(len(table))
    shared = np.zeros(len(table), dtype=np.int64)
    for fact, item in zip(table.worded(record), record.items.tolist(), strict=True):
        people, similar = similar_people(table, fact, similarity)
        total[people] += similar
        shared[table.person[table.start[item] : table.start[item + 1]]] += 1
    below: Integers = len(record.items) + (table.sizes - shared if over == "union" else np.zeros_like(shared))
    return np.divide(total, below, out=np.ones(len(table)), where=below > 0)


def _day(table: SparseTable, date: datetime.date) -> int:
    return date.toordinal() - table.first_day
