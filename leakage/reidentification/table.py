"""SparseTable: who has which items, in columns by item, so that a query touches only the supports it names."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from leakage.database import Floats, Integers
from leakage.reidentification.columns import Numbers, codes_of, days_of, levels_of
from leakage.reidentification.fact import Fact
from leakage.short_repr import short_repr


@dataclass(frozen=True, eq=False)
class SparseRecord:
    """r: what one person has, as numbers of the table.

    Arguments:
        items: supp(r), ascending; shape (|r|,).
        levels: the value of each, a place in the table's levels; shape (|r|,).
        days: days after the table's first day, None where the table has no dates; shape (|r|,).
    """

    items: Integers
    levels: Integers
    days: Integers | None

    __repr__ = short_repr


@dataclass(frozen=True, eq=False, repr=False)
class SparseTable:
    """D: N people and M items, most cells empty, held in compressed columns by item.

    The support of item i, supp(i), is ``person[start[i]:start[i + 1]]``.
    Source: Narayanan & Shmatikov 2008, Section 3 (the database, supp).

    Arguments:
        people: what each row is called, each name once; length N.
        items: what each column is called, each name once; length M.
        start: where each support starts, and the end; shape (M + 1,).
        person: numbers of people, ascending within an item; uint32, shape (entries,).
        level: places in ``levels``; shape (entries,).
        levels: the distinct values, as texts; in ascending order where they are numbers.
        numbers: the values as numbers, None where one of them is none; shape (len(levels),).
        day: days after ``first_day``, None where there are no dates; shape (entries,).
        first_day: the proleptic Gregorian ordinal of day 0.

    Raises:
        ValueError: for a negative support, or columns of unequal length.

    >>> table = SparseTable.from_columns(["Ann", "Bob", "Ann"], ["Film", "Film", "Play"], [4, 5, 1])
    >>> table.supports.tolist(), [fact.item for fact in table.facts_of(0)]
    ([2, 1], ['Film', 'Play'])
    """

    people: Sequence[str]
    items: Sequence[str]
    start: Integers
    person: Numbers
    level: Numbers
    levels: tuple[str, ...]
    numbers: Floats | None = None
    day: Numbers | None = None
    first_day: int = 1

    def __post_init__(self) -> None:
        supports = np.diff(self.start)
        if len(supports) and supports.min() < 0:
            raise ValueError(f"the support of an item must not be negative, got {supports.min()}")
        days = self.person if self.day is None else self.day
        if len(self.start) != len(self.items) + 1 or not (
            int(self.start[-1]) == len(self.person) == len(self.level) == len(days)
        ):
            raise ValueError("the columns start, person, level and day must fit together")

    @staticmethod
    def from_columns(
        who: Sequence[Any] | Numbers,
        what: Sequence[Any] | Numbers,
        value: Sequence[Any] | Numbers,
        when: npt.ArrayLike | None = None,
    ) -> SparseTable:
        """A table from long columns, one row an entry.

        Arguments:
            who: the person of each row; people are numbered as they first occur.
            what: the item of each row; likewise.
            value: of each row; numbers, or texts of which only equality counts unless all of them are numbers.
            when: dates that numpy takes for ``datetime64[D]``; None for no dates.

        Raises:
            ValueError: for columns of unequal length, an empty cell, an unparsable date, or two rows of the same
                person and item.
        """
        columns = (who, what, value) if when is None else (who, what, value, np.asarray(when))
        if len({len(column) for column in columns}) > 1:
            raise ValueError("the columns who, what, value and when must be equally long")
        person, people = codes_of(who, "who")
        item, items = codes_of(what, "what")
        order = np.lexsort((person, item))
        person, item = person[order], item[order]
        if len(order) and ((np.diff(person) == 0) & (np.diff(item) == 0)).any():
            raise ValueError("no two rows may have the same person and item")
        level, levels, numbers = levels_of(value)
        day, first_day = days_of(when)
        return SparseTable(
            people,
            items,
            np.searchsorted(item, np.arange(len(items) + 1)).astype(np.int64),
            person.astype(np.uint32),
            level[order],
            levels,
            numbers,
            None if day is None else day[order],
            first_day,
        )

    @staticmethod
    def from_frame(frame: pd.DataFrame) -> SparseTable:
        """A table from a wide one: one row a person, named by the index; columns are items, empty cells are absent.

        Raises:
            ValueError: if two rows or two columns have the same name.

        >>> wide = pd.DataFrame({"Tea": ["daily", None], "Milk": ["never", "never"]}, index=["Ann", "Bob"])
        >>> SparseTable.from_frame(wide).supports.tolist()
        [1, 2]
        """
        if frame.index.has_duplicates or frame.columns.has_duplicates:
            raise ValueError("no two rows may have the same person and item")
        people, items = tuple(map(str, frame.index)), tuple(map(str, frame.columns))
        cells = frame.to_numpy(dtype=object).T
        item, person = np.nonzero((pd.notna(cells) & (cells != "")).astype(bool))
        level, levels, numbers = levels_of(cells[item, person])
        start = np.searchsorted(item, np.arange(len(items) + 1)).astype(np.int64)
        return SparseTable(people, items, start, person.astype(np.uint32), level, levels, numbers)

    def __len__(self) -> int:
        return len(self.people)

    def __repr__(self) -> str:
        return f"<SparseTable of {len(self.people)} people, {len(self.items)} items, {self.entries} entries>"

    @property
    def entries(self) -> int:
        """How many cells are filled."""
        return len(self.person)

    @cached_property
    def supports(self) -> Integers:
        """|supp(i)|: how many people have each item; shape (M,)."""
        return np.diff(self.start)

    @cached_property
    def sizes(self) -> Integers:
        """|supp(r)|: how many items each person has; shape (N,)."""
        return np.bincount(self.person, minlength=len(self.people)).astype(np.int64)

    @cached_property
    def popularity(self) -> Integers:
        """The place of each item by support, 0 the most popular, equal ones in their order; shape (M,)."""
        places = np.empty(len(self.items), dtype=np.int64)
        places[np.argsort(-self.supports, kind="stable")] = np.arange(len(self.items))
        return places

    @cached_property
    def item_codes(self) -> Mapping[str, int]:
        """The number of each item."""
        return {name: number for number, name in enumerate(self.items)}

    @cached_property
    def person_codes(self) -> Mapping[str, int]:
        """The number of each person."""
        return {name: number for number, name in enumerate(self.people)}

    def record_of(self, person: int) -> SparseRecord:
        """r: all that one person has, found by a binary search in all supports at once.

        Raises:
            IndexError: if the number is not in [0, N).
        """
        if not 0 <= person < len(self.people):
            raise IndexError(f"person number must be in [0, {len(self.people)}), got {person}")
        low, high = self.start[:-1].copy(), self.start[1:].copy()
        while (searched := np.flatnonzero(low < high)).size:
            middle = (low[searched] + high[searched]) // 2
            before = self.person[middle] < person
            low[searched[before]] = middle[before] + 1
            high[searched[~before]] = middle[~before]
        inside = np.flatnonzero(low < self.start[1:])
        items = inside[self.person[low[inside]] == person]
        rows = low[items]
        days = None if self.day is None else self.day[rows].astype(np.int64)
        return SparseRecord(items, self.level[rows].astype(np.int64), days)

    def facts_of(self, person: int) -> tuple[Fact, ...]:
        """The same in words."""
        return self.worded(self.record_of(person))

    def worded(self, record: SparseRecord) -> tuple[Fact, ...]:
        """A record as facts: item, value and date."""
        days = [None] * len(record.items) if record.days is None else [self.date(day) for day in record.days.tolist()]
        return tuple(
            Fact(self.items[item], self.levels[level], day)
            for item, level, day in zip(record.items.tolist(), record.levels.tolist(), days, strict=True)
        )

    def date(self, day: int) -> datetime.date:
        """A day of the table as a date."""
        return datetime.date.fromordinal(self.first_day + day)
