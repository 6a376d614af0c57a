"""Published tables from CSV files: long (who, what, value, when) or wide, with a sentence for what cannot be used."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pandas as pd

from leakage.reidentification.table import SparseTable

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
    all_places = {column: [n for n, name in enumerate(names) if name in known] for column, known in NAMES.items()}
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
