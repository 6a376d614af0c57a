"""Auxiliary information: how the adversary comes to know some facts about a person, rightly or not."""

from __future__ import annotations

import datetime
import math
from dataclasses import dataclass

import numpy as np

from leakage.database import Integers
from leakage.reidentification.fact import Fact
from leakage.reidentification.table import SparseTable
from leakage.reidentification.value_similarity import number_of


@dataclass(frozen=True, slots=True)
class Auxiliary:
    """Aux: from somebody's record to facts about it, drawn evenly from the support and possibly wrong.

    Source: Narayanan & Shmatikov 2008, Section 3 (Aux: X^M -> X^M) and its footnote 2 (items outside the most
    popular ones).

    Arguments:
        facts: m, how many, at least 1; fewer where the record has fewer of the kind asked for.
        outside: items among so many most popular ones are left out, at least 0.
        inside: only items among so many most popular ones are drawn; None for all.
        values: whether the adversary knows values.
        dates: whether she knows dates, where the table has them.
        value_error: a number is off by up to so much, every value of the table within that being equally likely.
        day_error: a date is off by up to so many days, evenly.
        wrong: the probability that a fact is about an item the person does not have, in [0, 1].

    Raises:
        ValueError: for a number out of its range, or if no item is left.

    >>> Auxiliary(facts=8, outside=500, day_error=14).facts
    8
    """

    facts: int = 8
    outside: int = 0
    inside: int | None = None
    values: bool = True
    dates: bool = True
    value_error: float = 0.0
    day_error: int = 0
    wrong: float = 0.0

    def __post_init__(self) -> None:
        for name, least in (("facts", 1), ("outside", 0), ("value_error", 0), ("day_error", 0)):
            given = getattr(self, name)
            if not least <= given < math.inf:
                raise ValueError(f"{name} must be a number of at least {least}, got {given}")
        if not 0.0 <= self.wrong <= 1.0:
            raise ValueError(f"wrong must be in [0, 1], got {self.wrong}")
        if self.inside is not None and self.inside <= self.outside:
            raise ValueError(f"inside must be more than outside, which is {self.outside}, got {self.inside}")

    def eligible(self, table: SparseTable) -> Integers:
        """The items that may be drawn, ascending; shape (items,)."""
        most = len(table.items) if self.inside is None else self.inside
        return np.flatnonzero((table.popularity >= self.outside) & (table.popularity < most))

    def targets(self, table: SparseTable, least: int) -> Integers:
        """The people with at least so many items that may be drawn, ascending."""
        if len(table.items) == len(items := self.eligible(table)):
            return np.flatnonzero(table.sizes >= least)
        held = np.zeros(len(table), dtype=np.int64)
        for item in items.tolist():
            held[table.person[table.start[item] : table.start[item + 1]]] += 1
        return np.flatnonzero(held >= least)

    def draw(self, table: SparseTable, person: int, random: np.random.Generator) -> tuple[Fact, ...]:
        """aux = Aux(r): facts in the order they were drawn, so that the first few are a smaller Aux."""
        record = table.record_of(person)
        items = self.eligible(table)
        drawn = random.permutation(np.flatnonzero(np.isin(record.items, items)))[: self.facts]
        strange = random.permutation(np.setdiff1d(items, record.items))
        facts = []
        for place in drawn.tolist():
            if random.random() < self.wrong and len(strange):
                facts.append(self._of_a_stranger(table, int(strange[0]), random))
                strange = strange[1:]
                continue
            level, day = int(record.levels[place]), None if record.days is None else int(record.days[place])
            facts.append(self._believed(table, int(record.items[place]), level, day, random))
        return tuple(facts)

    def _of_a_stranger(self, table: SparseTable, item: int, random: np.random.Generator) -> Fact:
        """A fact that is true of somebody else; of nobody where no one has the item."""
        first, last = int(table.start[item]), int(table.start[item + 1])
        if first == last:
            return self._believed(table, item, int(random.integers(len(table.levels))), None, random)
        row = int(random.integers(first, last))
        return self._believed(
            table, item, int(table.level[row]), None if table.day is None else int(table.day[row]), random
        )

    def _believed(
        self, table: SparseTable, item: int, level: int, day: int | None, random: np.random.Generator
    ) -> Fact:
        value = table.levels[self._near(table, level, random)] if self.values else ""
        return Fact(table.items[item], value, self._date(table, day, random))

    def _near(self, table: SparseTable, level: int, random: np.random.Generator) -> int:
        if table.numbers is None or not self.value_error:
            return level
        distance = np.abs(table.numbers - number_of(table.levels[level]))
        return int(random.choice(np.flatnonzero(distance <= self.value_error + 1e-9)))

    def _date(self, table: SparseTable, day: int | None, random: np.random.Generator) -> datetime.date | None:
        if day is None or not self.dates:
            return None
        return table.date(day) + datetime.timedelta(int(random.integers(-self.day_error, self.day_error + 1)))
