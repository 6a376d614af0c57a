"""SparseTable: who has which items, in columns by item, read from long or wide CSV files."""

from __future__ import annotations

import csv
import datetime
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import pandas as pd

from leakage.database import Floats, Integers
from leakage.tabular.rows import redacted_repr

# Fact: one thing the adversary knows about somebody in the table.


@dataclass(frozen=True, slots=True)
class Fact:
    """aux_i: that somebody has an item, with the value and the date as the adversary believes them.

    Source: Narayanan & Shmatikov 2008, Section 3 (auxiliary information).

    Arguments:
        item: what it is about, not empty.
        value: as a text; empty where she knows only that it is there.
        date: the day, None where she does not know it.

    Raises:
        ValueError: if the item is empty.

    >>> Fact("Film", "4").value
    '4'
    """

    # What somebody has is nobody's business, and reprs end up in logs.
    item: str = field(repr=False)
    value: str = field(default="", repr=False)
    date: datetime.date | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        if not self.item:
            raise ValueError("a fact needs an item")


# Columns: from the cells of a table to the numbers it is held in.


Numbers: TypeAlias = npt.NDArray[Any]
"""Whole numbers of any width: the narrowest that holds them."""


def narrow(numbers: Numbers) -> Numbers:
    """Whole numbers of at least 0 in the narrowest type that holds them.

    >>> narrow(np.array([0, 255])).dtype, narrow(np.array([256])).dtype
    (dtype('uint8'), dtype('uint16'))
    """
    return numbers.astype(np.min_scalar_type(int(numbers.max(initial=0))))


def codes_of(texts: Sequence[Any] | Numbers, what: str) -> tuple[Integers, tuple[str, ...]]:
    """The number of each text, in order of first occurrence, and the distinct texts.

    Raises:
        ValueError: for an empty cell.
    """
    codes, distinct = pd.factorize(np.asarray(texts, dtype=None if isinstance(texts, np.ndarray) else object))
    names = tuple(str(value) for value in distinct)
    if (codes < 0).any() or "" in names:
        raise ValueError(f"{what} must not be empty")
    if len(set(names)) < len(names):
        raise ValueError(f"{what} must not hold a number and a text that read the same")
    return codes.astype(np.int64), names


def levels_of(value: Sequence[Any] | Numbers) -> tuple[Numbers, tuple[str, ...], Floats | None]:
    """The level of each value, the levels as texts, and as ascending numbers where all of them are numbers.

    Raises:
        ValueError: for an empty cell.

    >>> levels_of(["10", "9.0", "10"])
    (array([1, 0, 1], dtype=uint8), ('9', '10'), array([ 9., 10.]))
    """
    cells = np.asarray(value, dtype=None if isinstance(value, np.ndarray) else object)
    codes, distinct = pd.factorize(cells)
    if (codes < 0).any() or any(isinstance(level, str) and not level for level in distinct):
        raise ValueError("value must not be empty")
    numbers = pd.to_numeric(pd.Series(list(distinct), dtype=object), errors="coerce").to_numpy(dtype=np.float64)
    if len(numbers) and np.isfinite(numbers).all():
        ascending, place = np.unique(numbers, return_inverse=True)
        return narrow(place[codes]), tuple(_written(number) for number in ascending.tolist()), ascending
    return narrow(codes), tuple(str(level) for level in distinct), None


def _written(number: float) -> str:
    return str(int(number)) if number.is_integer() else repr(number)


def days_of(when: npt.ArrayLike | None) -> tuple[Numbers | None, int]:
    """Days after the first one, and which day that is, as an ordinal.

    Raises:
        ValueError: if one is no day.
    """
    if when is None:
        return None, 1
    try:
        days = np.asarray(when, dtype="datetime64[D]")
    except ValueError:
        days = np.array(["NaT"], dtype="datetime64[D]")
    # Raised out here: the message of the failed conversion would repeat what stands there.
    if np.isnat(days).any():
        raise ValueError("when must be a day such as 2026-01-31")
    numbers = days.astype(np.int64)
    first = int(numbers.min()) if len(numbers) else 0
    return narrow(numbers - first), first + datetime.date(1970, 1, 1).toordinal()


# SparseTable: who has which items, in columns by item, so that a query touches only the supports it names.


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

    __repr__ = redacted_repr


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


# Published tables from CSV files: long (who, what, value, when) or wide, with a sentence for what cannot be used.


NAMES: Mapping[str, tuple[str, ...]] = {
    "who": ("who", "person", "user", "userid", "user_id"),
    "what": ("what", "item", "movie", "movieid", "movie_id"),
    "value": ("value", "rating", "score"),
    "when": ("when", "date", "day"),
}
"""What the columns of a long table may be called."""

SHOWN_LINES = 3
MOST_BYTES = 50_000_000
MOST_CELLS = 2_500_000
LONGEST_LINE = 1_000_000
ONLY_PRESENCE = "yes"
Texts: TypeAlias = dict[str, "pd.Series[str]"]


@dataclass(frozen=True, slots=True)
class Flaw:
    """Something in a file that cannot be used.

    Arguments:
        where: "file", or the lines.
        sentence: which rule it breaks, without repeating what stands there.
    """

    where: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.where}: {self.sentence}"


@dataclass(frozen=True, slots=True)
class TableReading:
    """The table a file holds, None where it holds none, and what was left out."""

    table: SparseTable | None
    flaws: tuple[Flaw, ...]


class _FileError(ValueError):
    """A file cannot be read at all; the message is the sentence for the person."""


def read_table(content: bytes) -> TableReading:
    """The table in a CSV file: long if it has the columns who and what, else wide.

    A long table has one line an entry: who, what, and if wanted value and when, a day such as 2026-01-31; other columns
    are passed over. In a wide table each line is a person, named in the first column, and each other column an item;
    blank cells are absent. A comma, semicolon or tab separates the cells.

    Arguments:
        content: the file, in UTF-8; at most ``MOST_BYTES`` long, with at most ``MOST_CELLS`` cells.

    >>> reading = read_table(b"who,what,value\\nAnn,Film,4\\nBob,Film,5\\nAnn,Film,3\\n")
    >>> reading.table.entries, [str(flaw) for flaw in reading.flaws]
    (2, ['line 4: the same person and item stand on an earlier line, which counts'])
    """
    try:
        cells = _cells(content)
        places = _places(cells)
        reading = _wide(cells) if places is None else _long(cells, places)
        if reading.table is not None and len(reading.table) < 2:
            raise _FileError("the table has one person only; it takes two to be hard to tell apart")
    except _FileError as error:
        return TableReading(None, (Flaw("file", str(error)),))
    return reading


def _cells(content: bytes) -> pd.DataFrame:
    """All cells as texts without blanks around them, the first line as columns; the index is the line number."""
    if len(content) > MOST_BYTES:
        raise _FileError(f"the file is larger than {MOST_BYTES // 1_000_000} MB, the most that can be read")
    before, first = _first_line(content)
    separator = max(",;\t", key=lambda delimiter: len(next(csv.reader([first], delimiter=delimiter))))
    _refuse_many_cells(content, separator)
    try:
        cells: pd.DataFrame = pd.read_csv(
            io.BytesIO(content),
            encoding="utf-8-sig",
            skiprows=before,
            sep=separator,
            header=None,
            dtype=str,
            keep_default_na=False,
            na_filter=False,
            skip_blank_lines=False,
        )
    except pd.errors.ParserError as error:
        raise _FileError(_unparsable(str(error))) from None
    cells = cells.apply(lambda column: column.fillna("").str.strip())
    header, cells = [str(name) for name in cells.iloc[0]], cells.iloc[1:]
    cells.columns = pd.Index(header)
    cells.index = cells.index + before + 1
    return cells[(cells != "").any(axis=1)]


def _first_line(content: bytes) -> tuple[int, str]:
    """How many blank lines stand first, and the line after them."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _FileError('the file is not in UTF-8; in the spreadsheet, save it as "CSV UTF-8"') from None
    filled = re.search(r"\S", text)
    if filled is None:
        raise _FileError("the file is empty")
    start = text.rfind("\n", 0, filled.start()) + 1
    return text.count("\n", 0, start), re.split(r"[\r\n]", text[start : filled.start() + LONGEST_LINE], maxsplit=1)[0]


def _refuse_many_cells(content: bytes, separator: str) -> None:
    """Refuse what would take far more room than the file, before anything is made of it."""
    rows = content.count(b"\n") + content.count(b"\r")
    if rows + content.count(separator.encode()) > MOST_CELLS:
        raise _FileError(f"the file has more than {MOST_CELLS:,} cells, the most that can be read")


def _unparsable(message: str) -> str:
    line = re.search(r"line (\d+)", message)
    where = f"line {line[1]} does" if line else "some lines do"
    return f"{where} not have the cells of the first line; a cell with a separator in it needs quotation marks"


def _places(cells: pd.DataFrame) -> dict[str, int] | None:
    """Where the columns of a long table stand; None for a wide one."""
    names = [str(name).casefold() for name in cells.columns]
    all_places = {column: [n for n, name in enumerate(names) if name in synonyms] for column, synonyms in NAMES.items()}
    if not all_places["who"] or not all_places["what"]:
        return None
    for column, places in all_places.items():
        if len(places) > 1:
            raise _FileError(f"more than one column can be the column {column}; rename all but one")
    return {column: places[0] for column, places in all_places.items() if places}


def _long(cells: pd.DataFrame, places: Mapping[str, int]) -> TableReading:
    columns: Texts = {column: cells.iloc[:, place] for column, place in places.items()}
    columns.setdefault("value", pd.Series(ONLY_PRESENCE, index=cells.index))
    flaws: list[Flaw] = []
    good = np.ones(len(cells), dtype=bool)

    def leave_out(bad: npt.NDArray[np.bool_], sentence: str) -> None:
        lines = cells.index.to_numpy()[bad & good]
        if len(lines):
            flaws.append(Flaw(_lines(lines.tolist()), sentence))
        good[bad] = False

    for column in ("who", "what", "value"):
        leave_out((columns[column] == "").to_numpy(), f"{column} must not be empty")
    when = None
    if "when" in columns and (columns["when"] != "").any():
        leave_out((columns["when"] == "").to_numpy(), "when must not be empty where other lines have it")
        when = _days(columns["when"])
        leave_out(np.isnat(when), "when must be a day such as 2026-01-31")
    kept = pd.DataFrame({"who": columns["who"][good], "what": columns["what"][good]})
    again = np.zeros(len(cells), dtype=bool)
    again[good] = kept.duplicated().to_numpy()
    leave_out(again, "the same person and item stand on an earlier line, which counts")
    if not good.any():
        raise _FileError(_nothing(flaws))
    who, what, value = (columns[column][good].to_numpy(dtype=object) for column in ("who", "what", "value"))
    table = SparseTable.from_columns(who, what, value, None if when is None else when[good])
    return TableReading(table, tuple(flaws))


def _days(texts: pd.Series[str]) -> npt.NDArray[np.datetime64]:
    """Days, with or without a time behind them; not a time where there is none."""
    days = texts.str.extract(r"^(\d{4}-\d{2}-\d{2})(?:$|[T ])", expand=False)
    return pd.to_datetime(days, format="%Y-%m-%d", errors="coerce").to_numpy().astype("datetime64[D]")


def _wide(cells: pd.DataFrame) -> TableReading:
    if cells.shape[1] < 2:
        raise _FileError("the file needs the columns who and what, or a column for each item behind the names")
    names = [str(name) for name in cells.columns[1:]]
    if "" in names or len(set(names)) < len(names):
        raise _FileError("every column of a wide table needs a name of its own")
    flaws = []
    people = cells.iloc[:, 0]
    for bad, sentence in (
        (people == "", "the first cell names the person and must not be empty"),
        ((people != "") & people.duplicated(), "the same person stands on an earlier line, which counts"),
    ):
        if bad.any():
            flaws.append(Flaw(_lines(cells.index[bad].tolist()), sentence))
    kept = (people != "") & ~people.duplicated()
    if not (cells.iloc[:, 1:][kept] != "").to_numpy().any():
        raise _FileError(_nothing(flaws))
    frame = cells.iloc[:, 1:][kept].set_axis(people[kept].to_numpy(), axis=0)
    return TableReading(SparseTable.from_frame(frame), tuple(flaws))


def _nothing(flaws: list[Flaw]) -> str:
    return f"no line can be used; {flaws[0]}" if flaws else "the file has no entry below its first line"


def _lines(numbers: list[int]) -> str:
    """
    >>> _lines([3]), _lines([3, 4, 5, 9, 11])
    ('line 3', 'lines 3, 4, 5 and 2 more')
    """
    shown = ", ".join(str(number) for number in numbers[:SHOWN_LINES])
    more = f" and {len(numbers) - SHOWN_LINES:,} more" if len(numbers) > SHOWN_LINES else ""
    return f"line{'s' if len(numbers) > 1 else ''} {shown}{more}"
