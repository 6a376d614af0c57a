"""A made-up table of the shape of the Netflix prize: long-tailed supports, tastes, habits of rating, dates."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

import numpy as np

from leakage.arguments import check_seed
from leakage.database import Floats, Integers
from leakage.progress import report
from leakage.reidentification.table import Numbers, SparseTable

FIRST_DAY = datetime.date(1999, 11, 11).toordinal()
TASTES = 8
FAVOURED = 4.0
"""How many times likelier somebody is to have an item of their own taste."""

POPULAR = 0.5
"""No item is had by more than this share of the people."""

BALLS = 16
"""How many balls somebody of average weight has in the urn that people are drawn from."""

ALL_AT_ONCE = 12
"""Items that more than a twelfth of the people have are drawn by a key for everybody."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What the generator takes; the defaults are the Netflix prize, in which a film has 5,627 ratings on average.

    Source of the shape: Narayanan & Shmatikov 2008, Section 5.

    Arguments:
        people: N, at least 2.
        items: M, at least 1.
        entries: how many ratings, from 1 to half of all cells.
        days: how many days the ratings are spread over, at least 1; 0 for no dates.
        seed: a whole number of at least 0; equal seeds give equal results.
        thing: what an item is called, with a number behind it.

    Raises:
        ValueError: for a number out of its range.
    """

    people: int = 480_189
    items: int = 17_770
    entries: int = 100_000_000
    days: int = 2_243
    seed: int = 0
    thing: str = "Film"

    def __post_init__(self) -> None:
        check_seed(self.seed)
        for name, least in (("people", 2), ("items", 1), ("entries", 1), ("days", 0)):
            given = getattr(self, name)
            if given < least:
                raise ValueError(f"{name} must be at least {least}, got {given}")
        most = self.items * max(1, int(POPULAR * self.people))
        if self.entries > most:
            raise ValueError(f"entries must be at most {most}, half of all cells, got {self.entries}")


def synthetic_table(shape: Shape) -> SparseTable:
    """A random table of a shape.

    Supports fall with the rank k of an item as ``1 / (k + M / 39)^2``, capped at half of the people: with the defaults
    the greatest is 40 times the mean, and the mean 10 times the median. How many items people have is lognormal, and
    everybody has a taste that makes items of its kind likelier. Who has an item is drawn without replacement by these
    weights. A rating is a whole number from 1 to 5: the item's mean, the person's habit and chance. Dates lie between
    the day somebody began and the last, densest at the beginning.

    Arguments:
        shape: N, M, entries, days, seed.

    >>> table = synthetic_table(Shape(people=50, items=10, entries=100))
    >>> len(table), len(table.items), table.entries, table.levels
    (50, 10, 100, ('1', '2', '3', '4', '5'))
    """
    random = np.random.default_rng((shape.seed, 0))
    supports = _supports(shape, random)
    start = np.concatenate(([0], np.cumsum(supports)))
    person = np.empty(shape.entries, dtype=np.uint32)
    level = np.empty(shape.entries, dtype=np.uint8)
    day = np.empty(shape.entries, dtype=np.uint16 if shape.days <= 1 << 16 else np.int32) if shape.days else None
    people = _People(shape, random)
    liked = random.normal(3.6, 0.5, shape.items)
    for item, size in enumerate(supports.tolist()):
        entries = slice(int(start[item]), int(start[item + 1]))
        who = people.draw(item % TASTES, size, random)
        person[entries] = who
        level[entries] = people.rate(who, float(liked[item]), random)
        if day is not None:
            day[entries] = people.dates(who, random)
        if item % 64 == 0:
            report("Making up ratings", entries.stop, shape.entries)
    return SparseTable(
        tuple(f"Person {number}" for number in range(1, shape.people + 1)),
        tuple(f"{shape.thing} {number}" for number in range(1, shape.items + 1)),
        start.astype(np.int64),
        person,
        level,
        ("1", "2", "3", "4", "5"),
        np.arange(1.0, 6.0),
        day,
        FIRST_DAY,
    )


def _supports(shape: Shape, random: np.random.Generator) -> Integers:
    """How many people have each item, in random order: they add up to the entries, each at least 1 if that can be."""
    most = max(1, int(POPULAR * shape.people))
    falling = (np.arange(1, shape.items + 1) + shape.items / 39) ** -2.0
    least = min(1, shape.entries // shape.items)
    low, high = 0.0, most / float(falling[-1])
    # The factor by which capped and rounded supports come just below the entries.
    for _ in range(100):
        factor = (low + high) / 2
        total = int(np.clip(np.floor(factor * falling), least, most).sum())
        low, high = (factor, high) if total <= shape.entries else (low, factor)
    supports = np.clip(np.floor(low * falling), least, most).astype(np.int64)
    while lacking := shape.entries - int(supports.sum()):
        growing = np.flatnonzero(supports < most)[:lacking]
        supports[growing] += 1
    return random.permutation(supports)


class _People:
    """Who they are: how much they have, their taste, how they rate, when they began."""

    def __init__(self, shape: Shape, random: np.random.Generator) -> None:
        self._days = shape.days
        activity = random.lognormal(0.0, 1.25, shape.people)
        tastes = random.integers(0, TASTES, shape.people)
        self._weights = [np.where(tastes == taste, FAVOURED, 1.0) * activity for taste in range(TASTES)]
        self._urns = [_urn(weights) for weights in self._weights]
        self._habit = random.normal(0.0, 0.45, shape.people).astype(np.float32)
        self._began = (max(shape.days, 1) * random.random(shape.people) ** 0.6).astype(np.float32)

    def draw(self, taste: int, size: int, random: np.random.Generator) -> Numbers:
        """So many different people, ascending, drawn one after another by their weights."""
        weights = self._weights[taste]
        if size * ALL_AT_ONCE > len(weights):
            # The k smallest of exponential times with rates w are k draws without replacement (Efraimidis & Spirakis).
            times = random.standard_exponential(len(weights)) / weights
            return np.sort(np.argpartition(times, size - 1)[:size])
        urn = self._urns[taste]
        drawn = urn[:0]
        while True:
            more = size // 4 + 8 if len(drawn) else size + size // 8
            drawn = np.concatenate((drawn, urn[random.integers(0, len(urn), more)]))
            people, first = _first_seen(drawn)
            if len(people) >= size:
                return np.sort(people[np.argpartition(first, size - 1)[:size]])

    def rate(self, who: Numbers, liked: float, random: np.random.Generator) -> Numbers:
        """Places among the ratings 1 to 5."""
        opinion = liked + self._habit[who] + random.normal(0.0, 0.9, len(who))
        return np.clip(np.rint(opinion), 1, 5).astype(np.uint8) - np.uint8(1)

    def dates(self, who: Numbers, random: np.random.Generator) -> Numbers:
        """Days between the day somebody began and the last."""
        began = self._began[who]
        days = began + (self._days - began) * random.random(len(who)) ** 2.5
        return np.minimum(days, self._days - 1).astype(np.int64)


def _urn(weights: Floats) -> Numbers:
    """Everybody as often as they weigh, in whole balls, at least one: a draw is one look-up."""
    balls = np.maximum(1, np.rint(BALLS * weights / weights.mean()).astype(np.int64))
    return np.repeat(np.arange(len(weights), dtype=np.uint32), balls)


def _first_seen(drawn: Numbers) -> tuple[Integers, Integers]:
    """The distinct people, ascending, and at which draw each came first."""
    # Both in one number: sorting those is several times faster than sorting places by people.
    keys = (drawn.astype(np.int64) << 32) | np.arange(len(drawn))
    keys.sort()
    people = keys >> 32
    new = np.ones(len(people), dtype=bool)
    new[1:] = people[1:] != people[:-1]
    return people[new], keys[new] & 0xFFFFFFFF
