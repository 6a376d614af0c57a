"""SparseTable: who has which items, read from long or wide CSV files."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import pandas as pd

from leakage.frames import Floats, Integers, TableFileError, read_text_table

Numbers: TypeAlias = npt.NDArray[Any]
"""Whole numbers of any width: the narrowest that holds them."""

NAMES: Mapping[str, tuple[str, ...]] = {
    "who": ("who", "person", "user", "userid", "user_id"),
    "what": ("what", "item", "movie", "movieid", "movie_id"),
    "value": ("value", "rating", "score"),
    "when": ("when", "date", "day"),
}
"""What the columns of a long table may be called."""


@dataclass(frozen=True, slots=True)
class Fact:
    """aux_i: an item of a person, with value and date as the adversary believes them.

    Source: Narayanan & Shmatikov 2008, Section 3 (auxiliary information).
    """

    # Reprs end up in logs, so they show no item or value.
    item: str = field(repr=False)
    value: str = field(default="", repr=False)
    date: datetime.date | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        if not self.item:
            raise ValueError("a fact needs an item")
        if not isinstance(self.value, str):
            raise TypeError(f"the value of a fact must be a text, got {type(self.value).__name__}")


def _narrow(numbers: Numbers) -> Numbers:
    return numbers.astype(np.min_scalar_type(int(numbers.max(initial=0))))


def _codes_of(cells: Sequence[Any] | Numbers, what: str) -> tuple[Integers, list[Any]]:
    codes, distinct = pd.factorize(np.asarray(cells, dtype=None if isinstance(cells, np.ndarray) else object))
    if (codes < 0).any() or any(isinstance(cell, str) and not cell for cell in distinct):
        raise ValueError(f"{what} must not be empty")
    return codes.astype(np.int64), list(distinct)


def _names_of(cells: Sequence[Any] | Numbers, what: str) -> tuple[Integers, tuple[str, ...]]:
    codes, distinct = _codes_of(cells, what)
    names = tuple(map(str, distinct))
    if len(set(names)) < len(names):
        raise ValueError(f"{what} must not hold a number and a text that read the same")
    return codes, names


def _levels_of(cells: Sequence[Any] | Numbers) -> tuple[Numbers, tuple[str, ...], Floats | None]:
    codes, distinct = _codes_of(cells, "value")
    numbers = pd.to_numeric(pd.Series(distinct, dtype=object), errors="coerce").to_numpy(dtype=np.float64)
    if not len(numbers) or not np.isfinite(numbers).all():
        return _narrow(codes), tuple(map(str, distinct)), None
    ascending, place = np.unique(numbers, return_inverse=True)
    written = tuple(str(int(n)) if n.is_integer() else repr(n) for n in ascending.tolist())
    return _narrow(place[codes]), written, ascending


def _days_of(when: npt.ArrayLike) -> tuple[Numbers, int]:
    try:
        days = np.asarray(when, dtype="datetime64[D]")
    except ValueError:
        days = np.array(["NaT"], dtype="datetime64[D]")
    # Raised here: the message of the failed conversion would quote the value.
    if np.isnat(days).any():
        raise ValueError("when must be a day such as 2026-01-31")
    numbers = days.astype(np.int64)
    first = int(numbers.min()) if len(numbers) else 0
    return _narrow(numbers - first), first + datetime.date(1970, 1, 1).toordinal()


@dataclass(frozen=True, eq=False, repr=False)
class SparseTable:
    """D: N people and M items, most cells empty, in compressed sparse columns by item.

    The support of item i, supp(i), is ``person[start[i]:start[i + 1]]``.
    Source: Narayanan & Shmatikov 2008, Section 3 (the database, supp).

    Arguments:
        start: the start of each support, and the end, ascending; shape (M + 1,).
        person: numbers of people, ascending within an item; shape (entries,).
        level: places in ``levels``; shape (entries,).
        levels: the distinct values as texts, ascending if they are numbers.
        numbers: the values as numbers, None unless all are; shape (len(levels),).
        day: days after ``first_day``, None without dates; shape (entries,).
        first_day: the proleptic Gregorian ordinal of day 0.

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
        lengths = {
            int(self.start[-1]),
            *(len(held) for held in (self.person, self.level, self.day) if held is not None),
        }
        if len(self.start) != len(self.items) + 1 or len(lengths) > 1 or (np.diff(self.start) < 0).any():
            raise ValueError("the columns start, person, level and day must fit together")

    @staticmethod
    def from_columns(
        who: Sequence[Any] | Numbers,
        what: Sequence[Any] | Numbers,
        value: Sequence[Any] | Numbers,
        when: npt.ArrayLike | None = None,
    ) -> SparseTable:
        """A table from long columns: one row an entry, no person and item twice, no empty cell.

        People and items are numbered by first occurrence. Values are numbers if all are, else texts; dates are whatever
        numpy accepts as ``datetime64[D]``.
        """
        if len({len(who), len(what), len(value), len(who if when is None else np.asarray(when))}) > 1:
            raise ValueError("the columns who, what, value and when must be equally long")
        (person, people), (item, items) = _names_of(who, "who"), _names_of(what, "what")
        order = np.lexsort((person, item))
        person, item = person[order], item[order]
        if ((np.diff(person) == 0) & (np.diff(item) == 0)).any():
            raise ValueError("no two rows may have the same person and item")
        level, levels, numbers = _levels_of(value)
        day, first_day = (None, 1) if when is None else _days_of(when)
        start = np.searchsorted(item, np.arange(len(items) + 1)).astype(np.int64)
        day = None if day is None else day[order]
        return SparseTable(
            people, items, start, person.astype(np.uint32), level[order], levels, numbers, day, first_day
        )

    @staticmethod
    def from_frame(frame: pd.DataFrame) -> SparseTable:
        """A table from a wide frame: one row a person, named by the index, one column an item, empty cells absent."""
        if frame.index.has_duplicates or frame.columns.has_duplicates:
            raise ValueError("no two rows may have the same person and item")
        people, items = tuple(map(str, frame.index)), tuple(map(str, frame.columns))
        cells = frame.to_numpy(dtype=object).T
        item, person = np.nonzero((pd.notna(cells) & (cells != "")).astype(bool))
        start = np.searchsorted(item, np.arange(len(items) + 1)).astype(np.int64)
        return SparseTable(people, items, start, person.astype(np.uint32), *_levels_of(cells[item, person]))

    def __len__(self) -> int:
        return len(self.people)

    def __repr__(self) -> str:
        return f"<SparseTable of {len(self.people)} people, {len(self.items)} items, {self.entries} entries>"

    @property
    def entries(self) -> int:
        """The number of filled cells."""
        return len(self.person)

    @cached_property
    def supports(self) -> Integers:
        """|supp(i)|: the number of people with each item; shape (M,)."""
        return np.diff(self.start)

    @cached_property
    def sizes(self) -> Integers:
        """|supp(r)|: the number of items of each person; shape (N,)."""
        return np.bincount(self.person, minlength=len(self.people)).astype(np.int64)

    @cached_property
    def popularity(self) -> Integers:
        """The rank of each item by support, 0 for the most popular, equal ones in order; shape (M,)."""
        return np.argsort(np.argsort(-self.supports, kind="stable"))

    @cached_property
    def item_codes(self) -> Mapping[str, int]:
        """The number of each item."""
        return {name: number for number, name in enumerate(self.items)}

    @cached_property
    def person_codes(self) -> Mapping[str, int]:
        """The number of each person."""
        return {name: number for number, name in enumerate(self.people)}

    def rows_of(self, item: str) -> slice:
        """The rows of an item's support; none if the item is unknown."""
        code = self.item_codes.get(item)
        return slice(0) if code is None else slice(int(self.start[code]), int(self.start[code + 1]))

    def facts_of(self, person: int) -> tuple[Fact, ...]:
        """r: all facts of a person, in the order of the items; an IndexError for a number outside [0, N)."""
        if not 0 <= person < len(self.people):
            raise IndexError(f"person number must be in [0, {len(self.people)}), got {person}")
        rows = np.flatnonzero(self.person == person)
        items = np.searchsorted(self.start, rows, side="right") - 1
        return tuple(map(self.fact, items.tolist(), rows.tolist()))

    def fact(self, item: int, row: int) -> Fact:
        """The fact in a row of an item."""
        day = None if self.day is None else datetime.date.fromordinal(self.first_day + int(self.day[row]))
        return Fact(self.items[item], self.levels[int(self.level[row])], day)


class Flaw(NamedTuple):
    """What cannot be used, "file" or the lines, and the rule it breaks."""

    where: str
    sentence: str


class TableReading(NamedTuple):
    """The table in a file, or None, and what was left out."""

    table: SparseTable | None
    flaws: tuple[Flaw, ...]


def read_table(content: bytes) -> TableReading:
    """The table in a CSV file: long if it has the columns who and what, else wide.

    A long table has one line an entry: who, what, optionally value and when (a day such as 2026-01-31); other columns
    are ignored. In a wide table each line is a person, each column an item, and blank cells are absent. The first
    column names the people if it is called who, name or id, or has no cell twice; else they are row 1, row 2, ...

    >>> reading = read_table(b"who,what,value\\nAnn,Film,4\\nBob,Film,5\\nAnn,Film,3\\n")
    >>> reading.table.entries, reading.flaws[0].where, reading.flaws[0].sentence
    (2, 'line 4', 'the same person and item stand on an earlier line, which counts')
    """
    try:
        cells = read_text_table(content)
        names = [str(name).casefold() for name in cells.columns]
        places = {column: [n for n, name in enumerate(names) if name in known] for column, known in NAMES.items()}
        table, flaws = _long(cells, places) if places["who"] and places["what"] else _wide(cells)
        if len(table) < 2:
            raise TableFileError("the table has only one person; at least two are needed")
    except TableFileError as error:
        return TableReading(None, (Flaw("file", str(error)),))
    return TableReading(table, tuple(flaws))


class _Kept:
    """The usable lines of a file, and what is wrong with the others."""

    def __init__(self, lines: Integers) -> None:
        self.lines, self.good, self.flaws = lines, np.ones(len(lines), dtype=bool), list[Flaw]()

    def leave_out(self, bad: npt.ArrayLike, sentence: str) -> None:
        chosen = np.asarray(bad, dtype=bool)
        numbers = self.lines[chosen & self.good].tolist()
        self.good &= ~chosen
        if numbers:
            more = f" and {len(numbers) - 3:,} more" if len(numbers) > 3 else ""
            where = f"line{'s' * (len(numbers) > 1)} {', '.join(map(str, numbers[:3]))}{more}"
            self.flaws.append(Flaw(where, sentence))

    def check(self, some: bool) -> None:
        if not some:
            of_first = f"no line can be used; {self.flaws[0].where}: {self.flaws[0].sentence}" if self.flaws else ""
            raise TableFileError(of_first or "the file has no entry below its first line")


def _long(cells: pd.DataFrame, places: Mapping[str, Sequence[int]]) -> tuple[SparseTable, list[Flaw]]:
    for column, found in places.items():
        if len(found) > 1:
            raise TableFileError(f"more than one column can be the column {column}; rename all but one")
    columns = {column: cells.iloc[:, found[0]] for column, found in places.items() if found}
    columns.setdefault("value", pd.Series("yes", index=cells.index))
    kept, when = _Kept(cells.index.to_numpy()), None
    for column in ("who", "what", "value"):
        kept.leave_out(columns[column] == "", f"{column} must not be empty")
    if "when" in columns and (columns["when"] != "").any():
        kept.leave_out(columns["when"] == "", "when must not be empty where other lines have it")
        # Days, with or without a time behind them.
        days = columns["when"].str.extract(r"^(\d{4}-\d{2}-\d{2})(?:$|[T ])", expand=False)
        when = pd.to_datetime(days, format="%Y-%m-%d", errors="coerce").to_numpy().astype("datetime64[D]")
        kept.leave_out(np.isnat(when), "when must be a day such as 2026-01-31")
    both = pd.DataFrame({"who": columns["who"], "what": columns["what"]})[kept.good]
    again = np.zeros(len(cells), dtype=bool)
    again[kept.good] = both.duplicated()
    kept.leave_out(again, "the same person and item stand on an earlier line, which counts")
    kept.check(bool(kept.good.any()))
    who, what, value = (columns[column][kept.good].to_numpy(dtype=object) for column in ("who", "what", "value"))
    return SparseTable.from_columns(who, what, value, None if when is None else when[kept.good]), kept.flaws


def _wide(cells: pd.DataFrame) -> tuple[SparseTable, list[Flaw]]:
    if not _has_names(cells):
        cells = cells.copy()
        cells.insert(0, "", [f"row {n}" for n in range(1, len(cells) + 1)], allow_duplicates=True)
    if cells.shape[1] < 2:
        raise TableFileError("the file needs the columns who and what, or a column for each item behind the names")
    names, people = [str(name) for name in cells.columns[1:]], cells.iloc[:, 0]
    if "" in names or len(set(names)) < len(names):
        raise TableFileError("every column of a wide table needs a name of its own")
    kept = _Kept(cells.index.to_numpy())
    kept.leave_out(people == "", "the first cell names the person and must not be empty")
    kept.leave_out(people.duplicated(), "the same person stands on an earlier line, which counts")
    frame = cells.iloc[:, 1:][kept.good].set_axis(people[kept.good].to_numpy(), axis=0)
    kept.check(bool((frame != "").to_numpy().any()))
    return SparseTable.from_frame(frame), kept.flaws


def _has_names(cells: pd.DataFrame) -> bool:
    """Whether the first column names the people: by its heading, or because no cell occurs twice."""
    called_so = str(cells.columns[0]).casefold() in (*NAMES["who"], "name", "id", "")
    return called_so or not cells.iloc[:, 0].duplicated().any()
