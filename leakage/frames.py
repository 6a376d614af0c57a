"""Records and persons as people have them: Records, dictionaries, tables of pandas, CSV and Parquet files."""

from __future__ import annotations

import contextlib
import csv
import datetime
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeAlias, overload

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from leakage.record import Attribute, Record, Untyped

Integers: TypeAlias = npt.NDArray[np.int64]
Floats: TypeAlias = npt.NDArray[np.float64]
Records: TypeAlias = "pd.DataFrame | Iterable[Record]"
"""What stands for many records: of a table each row is one, and its columns are labels."""
Person: TypeAlias = "Record | Mapping[str, Any] | pd.Series[Any]"
"""What stands for a person: labels with a value each, or several in a list; a value is a text, or what says one."""

MOST_COLUMNS = 2_000
ABSENT = -1  # The code of a cell that says nothing.

DELIMITERS = (",", ";", "\t", "|")
QUOTE = '"'  # The only quotes; they stand doubled within.
SNIFFED_CHARACTERS = 100_000  # Of the first line, by which the delimiter is found.
MOST_CELLS = 5_000_000


class TableFileError(ValueError):
    """Why a file cannot be read, in one sentence that repeats nothing of it."""


class Frame(Sequence[Record]):
    """The records of a table, in columns: a million stay light, and only those that are looked at are built.

    >>> frame = records_of(pd.DataFrame({"N": ["Alice", "Bob"], "A": [20, None]}))
    >>> len(frame), frame[0].values("A"), frame[1].labels
    (2, ('20',), ('N',))
    """

    def __init__(self, columns: Mapping[str, tuple[Integers, pa.Array]]) -> None:
        self.labels, self._columns, self._texts = tuple(columns), dict(columns), dict[str, Sequence[str]]()
        self._size = max((len(codes) for codes, _ in columns.values()), default=0)

    def codes(self, label: str) -> Integers:
        """The number of each row's value under a label, ``ABSENT`` where it has none."""
        return self._columns[label][0] if label in self._columns else np.full(self._size, ABSENT, dtype=np.int64)

    def column(self, label: str) -> tuple[Integers, Sequence[str]]:
        """The same with the values, which are made when they are first asked for."""
        if label in self._columns and label not in self._texts:
            self._texts[label] = self._columns[label][1].to_pylist()
        return self.codes(label), self._texts.get(label, ())

    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, index: int) -> Record: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Record]: ...
    def __getitem__(self, index: int | slice) -> Record | Sequence[Record]:
        if isinstance(index, slice):
            return [self[n] for n in range(*index.indices(self._size))]
        if not -self._size <= index < self._size:
            raise IndexError(f"record number must be in [0, {self._size}), got {index}")
        held = ((label, *self.column(label)) for label in self.labels)
        return Record(Attribute(label, values[codes[index]]) for label, codes, values in held if codes[index] != ABSENT)

    def __repr__(self) -> str:
        return f"<Frame of {self._size:,} records, labels {', '.join(self.labels)}>"


def records_of(records: Records) -> Sequence[Record]:
    """Records in a sequence: a table as a ``Frame``, all else as a tuple.

    A cell says what it holds, without spaces around it; an empty one says nothing. Whole numbers that pandas holds as
    floats, because a cell is empty, lose their ``.0``; days are written 2024-02-29.

    >>> [record.values("N") for record in records_of(pd.DataFrame({"N": [" Alice"]}))]
    [('Alice',)]
    """
    if isinstance(records, Frame):
        return records
    if isinstance(records, pd.DataFrame):
        return _of_frame(records)
    if not isinstance(records, Iterable) or isinstance(records, str | Mapping):
        raise TypeError(f"records must be Records or a DataFrame, got {type(records).__name__}")
    listed = records if isinstance(records, tuple) else tuple(records)
    strange = next((kind for kind in set(map(type, listed)) if not issubclass(kind, Record)), None)
    if strange is not None:
        got = f"an entry of type {strange.__name__}; Record.of makes a record of tuples or a dictionary"
        raise TypeError(f"records must be Records or a DataFrame, got {got}")
    return listed


def person_of(person: Person) -> Record:
    """A person as a Record: one as it is, a dictionary or a row of a table by its labels, read as ``records_of`` does.

    >>> from leakage.record import UNTYPED
    >>> [a.value for a in person_of({"A": 30, "E": ["a@b", "c@d"], "N": UNTYPED, "P": None})]
    ['30', 'a@b', 'c@d', UNTYPED]
    """
    if isinstance(person, Record):
        return person
    if isinstance(person, pd.Series | Mapping):
        each = ((label, cell if isinstance(cell, list | tuple) else [cell]) for label, cell in person.items())
        pairs = ((str(label), text_of(cell)) for label, cells in each for cell in cells)
        return Record(Attribute(label, text) for label, text in dict.fromkeys(pairs) if text)
    raise TypeError(f"a person must be a Record, a dictionary or a row of a table, got {type(person).__name__}")


def read_records(path: str | Path, columns: Sequence[str] | None = None) -> Sequence[Record]:
    """The records of a CSV or Parquet file with a header, one a row, every cell of a CSV as it is written.

    Arguments:
        columns: the headings to read, or all; one that stands twice gives a record two values of a label.
    """
    if str(path).lower().endswith(".parquet"):
        return records_of(pd.read_parquet(path, columns=None if columns is None else list(columns)))
    with open(path, encoding="utf-8-sig", newline="") as file:
        delimiter = delimiter_of(file.read(SNIFFED_CHARACTERS))
        file.seek(0)
        head = next(filter(None, csv.reader(file, delimiter=delimiter)), [])
        chosen = [n for n, name in enumerate(head) if name and (columns is None or name in columns)]
        if not chosen or not {*(columns or ())} <= {*head}:
            raise TableFileError(f"the file has no such headings, but {', '.join(head) or 'none'}")
        with contextlib.suppress(pd.errors.ParserError):
            names = range(len(head))
            cells = pd.read_csv(file, sep=delimiter, header=None, names=names, dtype=str, na_filter=False)
            if isinstance(cells.index, pd.RangeIndex):  # Else pandas took the first cells of each line for its name.
                return records_of(cells[chosen].set_axis([head[n] for n in chosen], axis=1))
    raise TableFileError("some lines have more cells than the first")


def _of_frame(frame: pd.DataFrame) -> Sequence[Record]:
    labels = [str(name) for name in frame.columns]
    if len(labels) > MOST_COLUMNS:
        raise ValueError(f"a table must have at most {MOST_COLUMNS:,} columns")
    if "" in labels:
        raise ValueError("label must not be empty")
    with ThreadPoolExecutor(2) as pool:  # Arrow encodes one column while the next one's texts are read.
        columns = list(pool.map(coded, (frame.iloc[:, number] for number in range(len(labels)))))
    if len(set(labels)) == len(labels):
        return Frame(dict(zip(labels, columns, strict=True)))
    # Columns of the same name: a record may hold several values of a label.
    held = [(label, codes, texts.to_pylist()) for label, (codes, texts) in zip(labels, columns, strict=True)]
    rows = ({(label, texts[c[n]]) for label, c, texts in held if c[n] != ABSENT} for n in range(len(frame)))
    return tuple(Record(Attribute(*pair) for pair in row) for row in rows)


def coded(column: pd.Series[Any]) -> tuple[Integers, pa.Array]:
    """Of each cell of a column the number of its text, ``ABSENT`` for an empty one, and the distinct texts."""
    if column.dtype == object or isinstance(column.dtype, pd.StringDtype):
        with contextlib.suppress(pa.ArrowException):
            return _coded_texts(pa.array(column, pa.large_string(), from_pandas=True))
    if column.dtype == object:
        return coded(pd.Series([text_of(cell) for cell in column], dtype="str"))  # 1, 1.0 and True are equal.
    numbers, distinct = pd.factorize(column)
    places, values = coded(pd.Series([text_of(cell) for cell in distinct], dtype="str"))
    return np.append(places, ABSENT)[numbers], values


def _coded_texts(cells: pa.Array | pa.ChunkedArray) -> tuple[Integers, pa.Array]:
    # A column that was put together of several lies in pieces.
    encoded = pc.dictionary_encode(cells.combine_chunks() if isinstance(cells, pa.ChunkedArray) else cells)
    texts = pc.utf8_trim_whitespace(encoded.dictionary)
    codes = encoded.indices.fill_null(ABSENT).to_numpy(zero_copy_only=False).astype(np.int64)
    if texts.equals(encoded.dictionary) and not pc.any(pc.equal(texts, "")).as_py():
        return codes, texts
    again = pc.dictionary_encode(pc.if_else(pc.equal(texts, ""), None, texts))
    places = again.indices.fill_null(ABSENT).to_numpy(zero_copy_only=False).astype(np.int64)
    return np.append(places, ABSENT)[codes], again.dictionary


def text_of(cell: object) -> str:
    """What a cell says, empty where it says nothing."""
    if isinstance(cell, str):
        return cell if isinstance(cell, Untyped) else cell.strip()
    if not isinstance(cell, list | tuple | dict | set | np.ndarray) and pd.isna(cell):  # type: ignore[call-overload]
        return ""
    if isinstance(cell, float | np.floating):
        number = float(cell)
        return str(int(number)) if number.is_integer() and abs(number) < 2**63 else str(number)
    if isinstance(cell, datetime.datetime):
        if cell.tzinfo is not None:
            cell = cell.astimezone(datetime.UTC)
        midnight = cell.time() == datetime.time() and not getattr(cell, "nanosecond", 0)
        return cell.date().isoformat() if midnight else cell.isoformat(" ")
    return str(cell).strip()


def delimiter_of(text: str) -> str:
    """The delimiter that makes most cells of the first line that is not blank."""
    start = _start(text)
    first = re.split(r"[\r\n]", text[start : start + SNIFFED_CHARACTERS], maxsplit=1)[0]
    cells = {delimiter: next(csv.reader([first], delimiter=delimiter), []) for delimiter in DELIMITERS}
    return max(DELIMITERS, key=lambda delimiter: len(cells[delimiter]))


def read_text_table(content: bytes) -> pd.DataFrame:
    """The cells of a CSV file as texts without blanks around them, the index being the numbers of the lines.

    The first line that is not blank names the columns. Blank lines are left out, cells that lack at the end of a line
    are empty.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise TableFileError('the file is not in UTF-8; in the spreadsheet, save it as "CSV UTF-8"') from None
    if not text.strip():
        raise TableFileError("the file is empty")
    start, delimiter = _start(text), delimiter_of(text)
    # What would take far more room than the file is refused before anything is made of it.
    if sum(map(text.count, ("\n", "\r", delimiter))) > MOST_CELLS:
        raise TableFileError(f"the file has more than {MOST_CELLS:,} cells, the most that can be read")
    before = text.count("\n", 0, start)
    try:
        read = io.StringIO(text[start:])
        cells = pd.read_csv(read, sep=delimiter, header=None, dtype=str, na_filter=False, skip_blank_lines=False)
    except pd.errors.ParserError as error:
        line = re.search(r"line (\d+)", str(error))
        where = f"line {int(line[1]) + before} does" if line else "some lines do"
        sentence = "not have the cells of the first line; a cell with a separator in it needs quotation marks"
        raise TableFileError(f"{where} {sentence}") from None
    cells = cells.apply(lambda column: column.fillna("").str.strip())
    body = cells.iloc[1:].set_axis([str(name) for name in cells.iloc[0]], axis=1)
    body.index = body.index + before + 1
    used: pd.DataFrame = body[(body != "").any(axis=1)]
    return used


def _start(text: str) -> int:
    filled = len(text) - len(text.lstrip())
    return max(text.rfind("\n", 0, filled), text.rfind("\r", 0, filled)) + 1
