"""Cells: the columns of a table as codes and distinct texts, whatever they hold."""

from __future__ import annotations

import datetime
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

Integers: TypeAlias = npt.NDArray[np.int64]
Texts: TypeAlias = npt.NDArray[np.object_]

ABSENT = -1
"""The code of a cell that says nothing."""

_WRITTEN_AS_EQUAL = (str, int, bool, float, np.float64, datetime.date, type(None))
"""Kinds of which equal ones are written alike; a decimal's 1.0 and 1 are equal, and are not."""


def text_of(cell: Any) -> str:
    """A cell as text, without blanks at its ends; empty for what is absent.

    Whole numbers that pandas holds as floats, because another cell is empty, lose their ``.0``.

    >>> text_of(20.0), text_of(" Alice "), text_of(None), text_of(0.5)
    ('20', 'Alice', '', '0.5')
    """
    if cell is None or cell is pd.NA or cell is pd.NaT:
        return ""
    if isinstance(cell, float):
        if math.isnan(cell):
            return ""
        return str(int(cell)) if cell.is_integer() else repr(cell)
    return str(cell).strip()


def coded(columns: Sequence[pd.Series]) -> tuple[list[Integers], Texts]:
    """Columns as codes into one array of distinct texts; ``ABSENT`` where a cell is empty.

    Strings stay in Arrow; of all else each distinct value is written once, so that the work of Python grows with
    those and not with the rows.

    Arguments:
        columns: of equal length, of any type.

    >>> codes, texts = coded([pd.Series(["Alice", None, "Bob"]), pd.Series([20.0, 30.0, np.nan])])
    >>> [column.tolist() for column in codes], texts.tolist()
    ([[0, -1, 1], [2, 3, -1]], ['Alice', 'Bob', '20', '30'])
    """
    parts = [_column(column) for column in columns]
    places, texts = _united([part.texts for part in parts])
    empty = np.flatnonzero(texts == "")
    if len(empty):
        # The text of what is absent leaves the list, and those behind it move up.
        texts = np.delete(texts, empty)
        places = np.where(places == empty[0], ABSENT, places - (places > empty[0]))
    bounds = np.cumsum([0, *(len(part.texts) for part in parts)])
    return [part.coded(places[first:last]) for part, first, last in zip(parts, bounds, bounds[1:], strict=False)], texts


@dataclass(frozen=True, eq=False)
class _Column:
    """A column as texts, and which of them each cell says: without codes, each cell says its own."""

    texts: Texts | pa.Array
    codes: Integers | None = None

    def coded(self, places: Integers) -> Integers:
        """The cells as codes, given those of the texts; ``ABSENT`` takes the place behind the last."""
        return places if self.codes is None else np.append(places, ABSENT)[self.codes]


def _column(column: pd.Series) -> _Column:
    if isinstance(column.dtype, pd.CategoricalDtype):
        codes = column.cat.codes.to_numpy().astype(np.int64)
        return _Column(_written(np.asarray(column.cat.categories.astype(object))), codes)
    if column.dtype == object:
        return _mixed(column.to_numpy())
    if pd.api.types.is_string_dtype(column):
        return _strings(column)
    codes, values = pd.factorize(column)
    return _Column(_written(np.asarray(values.astype(object))), codes.astype(np.int64))


def _strings(cells: pd.Series | Texts) -> _Column:
    """Strings as Arrow has them; as objects where no encoding can hold them, such as half a surrogate pair."""
    try:
        array = pa.array(cells, from_pandas=True)
    except (pa.ArrowException, UnicodeError):
        codes, distinct = pd.factorize(np.asarray(cells, dtype=object))
        return _Column(distinct, codes.astype(np.int64))
    return _Column(array.combine_chunks() if isinstance(array, pa.ChunkedArray) else array)


def _mixed(cells: npt.NDArray[np.object_]) -> _Column:
    """Cells of several kinds: each kind by itself, for 1, 1.0 and True are equal and are not written alike."""
    if pd.api.types.infer_dtype(cells, skipna=True) == "string":
        return _strings(cells)
    kinds, of_kind = pd.factorize(np.fromiter(map(type, cells), dtype=object, count=len(cells)))
    codes = np.empty(len(cells), dtype=np.int64)
    texts: list[Texts] = [np.empty(0, dtype=object)]
    first = 0
    for number, kind in enumerate(of_kind):
        here = kinds == number
        own, distinct = _alike(cells[here], kind)
        codes[here] = np.where(own == ABSENT, ABSENT, own + first)
        texts.append(_written(distinct))
        first += len(distinct)
    return _Column(np.concatenate(texts), codes)


def _alike(cells: npt.NDArray[np.object_], kind: type) -> tuple[Integers, npt.NDArray[np.object_]]:
    """Codes of cells of one kind, and the distinct ones."""
    if kind not in _WRITTEN_AS_EQUAL:
        return np.arange(len(cells), dtype=np.int64), cells
    codes, distinct = pd.factorize(cells)
    return codes.astype(np.int64), distinct


def _written(distinct: npt.NDArray[np.object_]) -> Texts:
    texts = np.empty(len(distinct), dtype=object)
    texts[:] = [text_of(cell) for cell in distinct]
    return texts


def _united(columns: Sequence[Texts | pa.Array]) -> tuple[Integers, Texts]:
    """The distinct texts of all columns, without blanks at their ends; and where each of theirs lies there."""
    try:
        chunks = [pa.array(texts).cast(pa.large_string()) for texts in columns]
        whole = pa.concat_arrays(chunks) if chunks else pa.array([], pa.large_string())
        encoded = pc.utf8_trim_whitespace(whole).dictionary_encode()
    except (pa.ArrowException, UnicodeError):
        stripped = [text and text.strip() for texts in columns for text in _objects(texts)]
        places, distinct = pd.factorize(np.array(stripped, dtype=object))
        return places.astype(np.int64), distinct
    return encoded.indices.fill_null(ABSENT).to_numpy().astype(np.int64), _objects(encoded.dictionary)


def _objects(texts: Texts | pa.Array) -> Texts:
    return texts if isinstance(texts, np.ndarray) else texts.to_numpy(zero_copy_only=False)
