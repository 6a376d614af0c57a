"""Random tables in the shape of the Netflix prize."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

import numpy as np

from leakage.arguments import check_range, check_seed
from leakage.frames import Integers
from leakage.progress import report
from leakage.reidentification.table import SparseTable

FIRST_DAY = datetime.date(1999, 11, 11).toordinal()
TASTES = 8
FAVOURED = 4.0
"""How many times likelier people are to have an item of their taste."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The size of a random table. In the Netflix prize, 480,189 people gave 17,770 films 100 million ratings.

    Source: Narayanan & Shmatikov 2008, Section 5.
    """

    people: int = 10_000
    items: int = 1_000
    entries: int = 250_000
    days: int = 2_243
    seed: int = 0

    def __post_init__(self) -> None:
        check_seed(self.seed)
        check_range("people", self.people, "[2, inf]")
        check_range("items", self.items, "[1, inf]")
        check_range("entries", self.entries, f"[1, {self.items * (self.people // 2)}]")
        check_range("days", self.days, "[0, inf]")


def synthetic_table(shape: Shape) -> SparseTable:
    """A random table of a shape: long-tailed supports, tastes, habits of rating, dates.

    Supports fall with the rank k of an item as ``1 / (k + M / 39)^2``, capped at half of the people: in the Netflix
    shape the greatest is 40 times the mean, and the mean 10 times the median. Who has an item is drawn without
    replacement, by lognormal activity and taste. A rating from 1 to 5 is the item's mean, the person's habit and
    chance, rounded. Dates lie between a person's first day and the last, densest at the beginning.

    >>> table = synthetic_table(Shape(people=50, items=10, entries=100))
    >>> len(table), len(table.items), table.entries, table.levels
    (50, 10, 100, ('1', '2', '3', '4', '5'))
    """
    random = np.random.default_rng((shape.seed, 0))
    supports = _supports(shape, random)
    start = np.concatenate(([0], np.cumsum(supports))).astype(np.int64)
    activity = random.lognormal(0.0, 1.25, shape.people)
    tastes = random.integers(0, TASTES, shape.people)
    habit = random.normal(0.0, 0.45, shape.people)
    began = max(shape.days, 1) * random.random(shape.people) ** 0.6
    liked = random.normal(3.6, 0.5, shape.items)
    person, level, day = (np.empty(shape.entries, dtype=kind) for kind in (np.uint32, np.uint8, np.int32))
    for item, size in enumerate(supports.tolist()):
        rows = slice(int(start[item]), int(start[item + 1]))
        # The k smallest exponential times with rates w are k draws without replacement (Efraimidis & Spirakis).
        weights = np.where(tastes == item % TASTES, FAVOURED, 1.0) * activity
        times = random.standard_exponential(shape.people) / weights
        who = np.sort(np.argpartition(times, size - 1)[:size]) if size else np.zeros(0, np.int64)
        person[rows] = who
        opinion = liked[item] + habit[who] + random.normal(0.0, 0.9, size)
        level[rows] = np.clip(np.rint(opinion), 1, 5) - 1
        days = began[who] + (shape.days - began[who]) * random.random(size) ** 2.5
        day[rows] = np.minimum(days, shape.days - 1)
        if item % 64 == 0:
            report("Making up ratings", rows.stop, shape.entries)
    return SparseTable(
        tuple(f"Person {number}" for number in range(1, shape.people + 1)),
        tuple(f"Film {number}" for number in range(1, shape.items + 1)),
        start,
        person,
        level,
        ("1", "2", "3", "4", "5"),
        np.arange(1.0, 6.0),
        day if shape.days else None,
        FIRST_DAY,
    )


def _supports(shape: Shape, random: np.random.Generator) -> Integers:
    """The support of each item, in random order: they add up to the entries, each at least 1 if possible."""
    most = shape.people // 2
    falling = (np.arange(1, shape.items + 1) + shape.items / 39) ** -2.0
    least = min(1, shape.entries // shape.items)
    low, high = 0.0, most / float(falling[-1])
    # The factor with which capped and rounded supports add up to just below the entries.
    for _ in range(100):
        factor = (low + high) / 2
        total = int(np.clip(np.floor(factor * falling), least, most).sum())
        low, high = (factor, high) if total <= shape.entries else (low, factor)
    supports = np.clip(np.floor(low * falling), least, most).astype(np.int64)
    while lacking := shape.entries - int(supports.sum()):
        growing = np.flatnonzero(supports < most)[:lacking]
        supports[growing] += 1
    return random.permutation(supports)
