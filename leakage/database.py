"""Database: many records in columns, so that a million of them stay light."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import pandas as pd

from leakage.record import Attribute, Record

Integers: TypeAlias = npt.NDArray[np.int64]
Floats: TypeAlias = npt.NDArray[np.float64]


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
        values: the distinct values; a numpy array of strings takes a quarter of a tuple's room.
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

    @staticmethod
    def from_records(records: Iterable[Record]) -> Database:
        """A database of the given records, in their order."""
        kept = list(records)
        attributes = [a for record in kept for a in record]
        return Database.from_columns(
            np.repeat(np.arange(len(kept)), [len(record) for record in kept]),
            [a.label for a in attributes],
            [a.value for a in attributes],
            [a.confidence for a in attributes],
            size=len(kept),
        )

    @staticmethod
    def from_frame(frame: pd.DataFrame) -> Database:
        """A database from a table: one row a record, columns are labels, empty cells are absent.

        Whole numbers that pandas holds as floats (because a cell is empty) lose their ``.0``.

        >>> frame = pd.DataFrame({"N": ["Alice", "Bob"], "A": [20, None]})
        >>> [len(record) for record in Database.from_frame(frame)]
        [2, 1]
        """
        rows = np.repeat(np.arange(len(frame)), frame.shape[1])
        names = np.tile(np.array([str(column) for column in frame.columns], dtype=object), len(frame))
        cells = [_cell(cell) for cell in frame.to_numpy(dtype=object).ravel()]
        kept = np.array([cell != "" for cell in cells], dtype=bool)
        texts = np.array(cells, dtype=object)
        return Database.from_columns(rows[kept], names[kept], texts[kept], np.ones(int(kept.sum())), size=len(frame))

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
        numbers = _whole_numbers(record)
        confidences = _numbers(confidence)
        if not len(numbers) == len(label) == len(value) == len(confidences):
            raise ValueError("the columns record, label, value and confidence must be equally long")
        label_codes, labels = _codes(label, "label")
        value_codes, values = _codes(value, "value")
        total = int(numbers.max()) + 1 if size is None and len(numbers) else int(size or 0)
        order = np.lexsort((value_codes, label_codes, numbers))
        database = Database(
            numbers[order],
            label_codes[order],
            value_codes[order],
            confidences[order],
            labels,
            values,
            total,
        )
        _check(database)
        return database

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[Record]:
        bounds = self.bounds
        return (self._between(int(bounds[i]), int(bounds[i + 1])) for i in range(self.size))

    def __getitem__(self, index: int) -> Record:
        first, last = np.searchsorted(self.record, [index, index + 1])
        if not 0 <= index < self.size:
            raise IndexError(f"record number must be in [0, {self.size}), got {index}")
        return self._between(int(first), int(last))

    def __repr__(self) -> str:
        return f"<Database of {self.size} records, {len(self.record)} attributes>"

    @cached_property
    def label_codes(self) -> dict[str, int]:
        """The code of each label."""
        return {label: code for code, label in enumerate(self.labels)}

    @cached_property
    def value_codes(self) -> dict[str, int]:
        """The code of each value."""
        return {value: code for code, value in enumerate(self.values)}

    @cached_property
    def bounds(self) -> Integers:
        """Where each record's rows start, and the end: shape (size + 1,)."""
        return np.searchsorted(self.record, np.arange(self.size + 1)).astype(np.int64)

    def _between(self, first: int, last: int) -> Record:
        return Record(
            Attribute(
                self.labels[self.label[row]],
                self.values[self.value[row]],
                float(self.confidence[row]),
            )
            for row in range(first, last)
        )


def as_database(records: Database | Iterable[Record]) -> Database:
    """The records as a Database; a Database is returned as it is."""
    return records if isinstance(records, Database) else Database.from_records(records)


def _codes(texts: Sequence[str] | npt.NDArray[Any], what: str) -> tuple[Integers, tuple[str, ...]]:
    codes, distinct = pd.factorize(np.asarray(texts, dtype=object))
    if (codes < 0).any():
        raise ValueError(f"{what} must not be empty")
    return codes.astype(np.int64), tuple(distinct)


def _whole_numbers(record: npt.ArrayLike) -> Integers:
    numbers = np.asarray(record)
    # An empty list comes as floats.
    if numbers.size and numbers.dtype.kind not in "iu":
        raise ValueError("record numbers must be whole numbers")
    return numbers.astype(np.int64)


def _numbers(confidence: npt.ArrayLike) -> Floats:
    with contextlib.suppress(TypeError, ValueError):
        return np.asarray(confidence, dtype=np.float64)
    # Raised out here: the message of the failed conversion would repeat what stands there.
    raise ValueError("confidence must be a number in [0, 1]")


def _cell(cell: Any) -> str:
    if cell is None or cell is pd.NA or cell is pd.NaT:
        return ""
    if isinstance(cell, float):
        if math.isnan(cell):
            return ""
        return str(int(cell)) if cell.is_integer() else repr(cell)
    return str(cell).strip()


def _check(database: Database) -> None:
    numbers, confidences = database.record, database.confidence
    if len(numbers) and not (numbers[0] >= 0 and numbers[-1] < database.size):
        raise ValueError(f"record numbers must be in [0, {database.size})")
    if any(text == "" for text in database.labels):
        raise ValueError("label must not be empty")
    if any(text == "" for text in database.values):
        raise ValueError("value must not be empty")
    outside = ~((confidences >= 0.0) & (confidences <= 1.0))
    if outside.any():
        raise ValueError(f"confidence must be in [0, 1], got {confidences[outside][0]}")
    same = (np.diff(numbers) == 0) & (np.diff(database.label) == 0) & (np.diff(database.value) == 0)
    if same.any():
        raise ValueError("two attributes of a record must not share both label and value")
