"""Database: many records in columns, so that a million of them stay light."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, TypeAlias

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa

from leakage.arguments import warn_of_confidences
from leakage.csv_dialect import check_width
from leakage.old.tabular.cells import ABSENT, Cells, Column, LabelColumn, LongForm, cells_of
from leakage.old.tabular.rows import check_once, coded, confidences_of, numbers_of_records
from leakage.old.tabular.texts import Texts, columns_of_parquet
from leakage.progress import cancellable, check_cancelled, report
from leakage.record import OF_AN_ATTRIBUTE, Attribute, Record

Integers: TypeAlias = npt.NDArray[np.int64]
Floats: TypeAlias = npt.NDArray[np.float64]

REPORT_EVERY = 1_000
"""Records between two reports of progress."""


@dataclass(frozen=True, eq=False, repr=False)
class Database:
    """R: many records held in columns, one row an attribute, iterable as Records.

    ``R = {r_1, ..., r_n}``; row i says that record ``record[i]`` holds
    ``<labels[label[i]], values[value[i]], confidence[i]>``.
    Source: Whang & Garcia-Molina 2011, Section 2.

    Arguments:
        record: record numbers, ascending, in [0, size); shape (rows,).
        label: codes into ``labels``; shape (rows,).
        value: codes into ``values``; shape (rows,).
        confidence: in [0, 1]; shape (rows,).
        labels: the distinct labels.
        values: the values, each once a label at least; a numpy array of strings takes a quarter of a tuple's room,
            ``Texts`` a sixth.
        size: the number of records, those without attributes included.

    Raises:
        ValueError: by the constructors, for what Attribute and Record refuse.

    >>> database = Database.from_records([Record.of(("N", "Alice")), Record.of(("N", "Bob", 0.5))])
    >>> len(database), database[1].values("N")
    (2, ('Bob',))
    """

    record: Integers
    label: Integers
    value: Integers
    confidence: Floats
    labels: tuple[str, ...]
    values: Sequence[str] | npt.NDArray[Any]
    size: int

    _cells: ClassVar[Cells | None] = None

    @staticmethod
    def from_records(records: Iterable[Record]) -> Database:
        """A database of the given records, in their order."""
        listed = list(records)
        attributes: list[Attribute] = []
        for number, record in enumerate(listed):
            if number % REPORT_EVERY == 0:
                report("Reading records", number, len(listed))
            attributes.extend(record)
        return Database.from_columns(
            np.repeat(np.arange(len(listed)), [len(record) for record in listed]),
            *(list(map(of, attributes)) for of in cancellable(OF_AN_ATTRIBUTE)),
            size=len(listed),
        )

    @staticmethod
    def from_frame(frame: pd.DataFrame) -> Database:
        """A database from a table: one row a record, columns are labels, empty cells are absent.

        Whole numbers that pandas holds as floats (because a cell is empty) lose their ``.0``. Instants with a zone are
        those of UTC.

        Raises:
            ValueError: for more than 2,000 columns, a cell of more than 16 MB, or a column of a type without a text:
                Arrow's lists, structs, maps, unions, intervals of months, decimals of more than 38 digits.

        Warns:
            LeakageWarning: for a column that is named like a confidence of another, such as N_conf.

        >>> frame = pd.DataFrame({"N": ["Alice", "Bob"], "A": [20, None]})
        >>> [len(record) for record in Database.from_frame(frame)]
        [2, 1]
        """
        names = [str(name) for name in frame.columns]
        return _of_table(names, [frame.iloc[:, number] for number in range(len(names))], len(frame))

    @staticmethod
    def from_arrow(table: pa.Table) -> Database:
        """A database from a table of Arrow's, as ``from_frame``.

        >>> table = pa.table({"N": ["Alice", "Bob"], "A": [20, None]})
        >>> [len(record) for record in Database.from_arrow(table)]
        [2, 1]
        """
        return _of_table(table.column_names, table.columns, table.num_rows)

    @staticmethod
    def from_parquet(path: str | Path, columns: Sequence[str] | None = None) -> Database:
        """A database from a Parquet file, as ``from_frame``; no more than two columns are read at a time.

        Arguments:
            path: of the file.
            columns: those that count; all if not said.

        Raises:
            ValueError: as ``from_frame``, for a file that is no Parquet file, or lacks one of the columns.
        """
        return _of_table(*columns_of_parquet(path, columns))

    @staticmethod
    def from_columns(
        record: npt.ArrayLike,
        label: Sequence[str] | npt.NDArray[Any],
        value: Sequence[str] | npt.NDArray[Any],
        confidence: npt.ArrayLike,
        *,
        size: int | None = None,
    ) -> Database:
        """A database from long columns, one row an attribute; record numbers start at 0.

        Raises:
            ValueError: for columns of unequal length, a record number out of range, an empty label
                or value, a confidence outside [0, 1], or one record holding (label, value) twice.
        """
        numbers, total = numbers_of_records(record, size)
        confidences = confidences_of(confidence)
        if not len(numbers) == len(label) == len(value) == len(confidences):
            raise ValueError("the columns record, label, value and confidence must be equally long")
        label_codes, labels = coded(label, "label")
        value_codes, values = coded(value, "value")
        check_cancelled()
        order = np.lexsort((value_codes, label_codes, numbers))
        check_cancelled()
        numbers, label_codes, value_codes = numbers[order], label_codes[order], value_codes[order]
        check_once(numbers, label_codes, value_codes)
        check_cancelled()
        return Database(numbers, label_codes, value_codes, confidences[order], labels, values, total)

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[Record]:
        # Texts of Arrow's are strings of Python while all are gone through.
        decoded = self._changed(values=list(self.values)) if isinstance(self.values, Texts) else self
        return itertools.starmap(decoded._between, itertools.pairwise(self.bounds.tolist()))

    def __getitem__(self, index: int) -> Record:
        if not 0 <= index < self.size:
            raise IndexError(f"record number must be in [0, {self.size}), got {index}")
        return self._between(*self.bounds[index : index + 2].tolist())

    def only(self, numbers: Integers) -> Database:
        """The records of some numbers, in columns; their numbers are ascending, each once.

        >>> database = Database.from_records([Record.of(("N", name)) for name in ("Alice", "Bob")])
        >>> [record.values("N") for record in database.only(np.array([1]))]
        [('Bob',)]
        """
        rows = np.isin(self.record, numbers)
        return self._changed(
            record=np.searchsorted(numbers, self.record[rows]).astype(np.int64),
            label=self.label[rows],
            value=self.value[rows],
            confidence=self.confidence[rows],
            size=len(numbers),
        )

    def to_frame(self) -> pd.DataFrame:
        """The attributes as a table, one row each: columns record, label, value and confidence.

        >>> Database.from_records([Record.of(("N", "Alice")), Record.of(("N", "Bob", 0.5))]).to_frame()
           record label  value  confidence
        0       0     N  Alice         1.0
        1       1     N    Bob         0.5
        """
        labels, values = (np.asarray(names, dtype=object) for names in (self.labels, self.values))
        return pd.DataFrame(
            {
                "record": self.record,
                "label": labels[self.label],
                "value": values[self.value],
                "confidence": self.confidence,
            }
        )

    def __repr__(self) -> str:
        return f"<Database of {self.size:,} records, {len(self.record):,} attributes>"

    @cached_property
    def label_codes(self) -> dict[str, int]:
        """The code of each label."""
        return {label: code for code, label in enumerate(self.labels)}

    @cached_property
    def value_codes(self) -> dict[str, int]:
        """The code of each value; the last of one that has several."""
        return dict(zip(self.values, range(len(self.values)), strict=True))

    def codes_of(self, wanted: AbstractSet[str]) -> dict[str, list[int]]:
        """The codes of some of the values; a value that several labels have may have one code for each.

        >>> Database.from_records([Record.of(("N", "a"), ("P", "c"))]).codes_of({"c", "z"})
        {'c': [1]}
        """
        if isinstance(self.values, Texts):
            return self.values.places(wanted)
        if isinstance(self.values, np.ndarray):
            return {text: [code] for code, text in enumerate(self.values.tolist()) if text in wanted}
        return {text: [self.value_codes[text]] for text in wanted if text in self.value_codes}

    def texts(self, codes: Integers) -> list[str]:
        """The values of some codes.

        >>> Database.from_records([Record.of(("N", "a"), ("P", "c"))]).texts(np.array([1, 0, 1]))
        ['c', 'a', 'c']
        """
        return self.values.take(codes) if isinstance(self.values, Texts) else [self.values[c] for c in codes.tolist()]

    @cached_property
    def bounds(self) -> Integers:
        """Where each record's rows start, and the end: shape (size + 1,)."""
        return np.searchsorted(self.record, np.arange(self.size + 1)).astype(np.int64)

    def column(self, label: str) -> LabelColumn | None:
        """What every record knows of a label, for sure and once at most; None if the records are not held in columns.

        >>> database = Database.from_frame(pd.DataFrame({"N": ["Alice", None], "P": ["1", "2"]}))
        >>> database.column("N").number.tolist(), database.texts(np.array(database.column("N").codes))
        ([0, -1], ['Alice'])
        """
        if self._cells is None:
            return None
        if label not in self.label_codes:
            return LabelColumn(np.full(self.size, ABSENT), range(0))
        number = self.label_codes[label]
        return LabelColumn(self._cells.codes[number], range(*self._cells.firsts[number]))

    def _changed(self, **columns: Any) -> Database:
        return Database(**{field.name: getattr(self, field.name) for field in fields(Database)} | columns)

    def _between(self, first: int, last: int) -> Record:
        columns = (column[first:last].tolist() for column in (self.label, self.value, self.confidence))
        labels, values = self.labels, self.values
        return Record(
            Attribute(labels[label], values[value], confidence)
            for label, value, confidence in zip(*columns, strict=True)
        )


Records: TypeAlias = Database | pd.DataFrame | pa.Table | Iterable[Record]
"""What stands for many records: a table has one row a record, and its columns are labels."""


def as_database(records: Records) -> Database:
    """The records as a Database; a Database is returned as it is.

    Raises:
        TypeError: as ``records_of``.
    """
    listed = records_of(records)
    return listed if isinstance(listed, Database) else Database.from_records(listed)


def records_of(records: Records) -> Database | tuple[Record, ...]:
    """Records as they are, and a table as a Database.

    Raises:
        TypeError: for what is no record.

    >>> [record.values("N") for record in records_of(pd.DataFrame({"N": ["Alice"]}))]
    [('Alice',)]
    """
    if isinstance(records, Database):
        return records
    if isinstance(records, pd.DataFrame):
        return Database.from_frame(records)
    if isinstance(records, pa.Table):
        return Database.from_arrow(records)
    listed = tuple(records)
    strange = next((kind for kind in set(map(type, listed)) if not issubclass(kind, Record)), None)
    if strange is not None:
        raise TypeError(
            f"records must be Records, a Database or a table, got {strange.__name__}; Record.of makes a record of "
            "tuples or a dictionary"
        )
    return listed


class _OfTable(Database):
    """A database that is held as the columns of a table; its rows are put together when somebody reads them."""

    @staticmethod
    def of(cells: Cells, labels: tuple[str, ...], size: int) -> _OfTable:
        made = object.__new__(_OfTable)
        vars(made).update(_cells=cells, labels=labels, values=cells.texts, size=size)
        return made

    @cached_property
    def _rows(self) -> LongForm:
        cells: Cells = vars(self)["_cells"]
        return cells.long_form()

    @cached_property
    def record(self) -> Integers:
        return self._rows.row

    @cached_property
    def label(self) -> Integers:
        return self._rows.column

    @cached_property
    def value(self) -> Integers:
        return self._rows.value

    @cached_property
    def confidence(self) -> Floats:
        # One number for all of them, for all are certain.
        return np.broadcast_to(np.float64(1.0), len(self.record))


def _of_table(names: Sequence[str], columns: Sequence[Column | Callable[[], Column]], size: int) -> Database:
    """The records of a table, one a row."""
    check_width(len(names))
    warn_of_confidences(names, stacklevel=4)
    cells = cells_of(columns, size)
    filled = [number for number, codes in enumerate(cells.codes) if (codes != ABSENT).any()]
    labels = [names[number] for number in filled]
    if len(filled) < len(names):
        cells = Cells([cells.codes[n] for n in filled], [cells.firsts[n] for n in filled], cells.texts)
    if len(set(labels)) < len(labels):
        # Columns of the same name: a record may hold several values of a label.
        rows, named = cells.long_form(), np.array(labels, dtype=object)
        texts = np.asarray(cells.texts, dtype=object)
        return Database.from_columns(rows.row, named[rows.column], texts[rows.value], np.ones(len(rows.row)), size=size)
    if "" in labels:
        raise ValueError("label must not be empty")
    return _OfTable.of(cells, tuple(labels), size)
