"""Cells: the columns of a table as codes and distinct texts, whatever they hold."""

from __future__ import annotations

import contextlib
import datetime
import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from leakage.cell_texts import TEXT, Unwritten, text_of, texts_of
from leakage.texts import Integers, Texts, distinct

Objects: TypeAlias = npt.NDArray[np.object_]
Column: TypeAlias = "pd.Series | pa.Array | pa.ChunkedArray"

ABSENT = -1
"""The code of a cell that says nothing."""

_EMPTY = pa.scalar("", TEXT)

_TEXT_OR_NOTHING = {str, np.str_, type(None), float, np.float64, type(pd.NA), type(pd.NaT)}
"""Kinds of cells in a column of strings, as long as the numbers are NaN: Arrow refuses others there."""

_WRITTEN_AS_EQUAL = (str, int, bool, float, np.float64, datetime.date, type(None))
"""Kinds of which equal ones are written alike; a decimal's 1.0 and 1 are equal, and are not."""


BLOCK = 8192
"""Rows that are gone through together, so that they stay in the processor's cache."""


@dataclass(frozen=True, eq=False)
class LongForm:
    """The cells of a table that say something, row by row and in a row from left to right.

    Arguments:
        row: of each cell, ascending.
        column: of each cell, by number.
        value: what each says, as a place in ``texts``.
        texts: those of one column after the other, in each column once.
    """

    row: Integers
    column: Integers
    value: Integers
    texts: Sequence[str]


def long_form(columns: Iterable[Column]) -> LongForm:
    """The cells of some columns, of any type.

    Texts stay in Arrow, and numbers are written when they are read; of all else each distinct value is written once.
    So the work of Python grows with those and not with the rows.

    Arguments:
        columns: of equal length.

    >>> cells = long_form([pd.Series(["Alice", None, "Bob"]), pd.Series([20.0, 30.0, np.nan])])
    >>> [(row, cells.texts[value]) for row, value in zip(cells.row.tolist(), cells.value.tolist(), strict=True)]
    [(0, 'Alice'), (0, '20'), (1, '30'), (2, 'Bob')]
    """
    try:
        parts = [*map(_column, columns)]
    except UnicodeError:
        # Only objects can hold such texts, and those are a table of pandas, which can be gone through again.
        return _cell_by_cell(columns)
    firsts = itertools.accumulate((len(part.texts) for part in parts), initial=0)
    return LongForm(*_row_by_row([part.codes for part in parts], [*firsts]), Texts([part.texts for part in parts]))


def _row_by_row(codes: Sequence[Integers], firsts: Sequence[int]) -> tuple[Integers, Integers, Integers]:
    """Row, column and value of all cells that say something; of each column the code of its first text is given."""
    height, width = len(codes[0]) if codes else 0, len(codes)
    row, column, value = (np.empty(height * width, dtype=np.int64) for _ in range(3))
    added = np.array(firsts[:width], dtype=np.int64)
    block, end = np.empty((BLOCK, width), dtype=np.int64), 0
    for first in range(0, height, BLOCK):
        size = min(BLOCK, height - first)
        for number in range(width):
            block[:size, number] = codes[number][first : first + size]
        cells = block[:size].ravel()
        said = np.flatnonzero(cells != ABSENT)
        begun, end = end, end + len(said)
        rows = said // max(width, 1)
        row[begun:end], column[begun:end] = first + rows, said - rows * width
        value[begun:end] = cells[said] + added[column[begun:end]]
    return row[:end], column[:end], value[:end]


@dataclass(frozen=True, eq=False)
class _Column:
    """A column as distinct texts, and which of them each cell says.

    Arguments:
        texts: each once, none empty.
        codes: of every cell the place of its text, or ``ABSENT``.
    """

    texts: pa.Array | Unwritten
    codes: Integers

    @staticmethod
    def of(texts: pa.Array, codes: Integers) -> _Column:
        """The same with any texts: without the blanks at their ends, each once, and without the empty one."""
        trimmed = pc.utf8_trim_whitespace(texts)
        places, once = distinct(trimmed)
        empty = pc.index(once, _EMPTY).as_py()
        if empty >= 0:
            once = pa.concat_arrays([once[:empty], once[empty + 1 :]])
            places = np.where(places == empty, ABSENT, places - (places > empty))
        return _Column(once, np.append(places, ABSENT)[codes])

    def at(self, cells: Integers) -> _Column:
        """A column whose cells are some of these, by their places, or ``ABSENT``."""
        return _Column(self.texts, np.append(self.codes, ABSENT)[cells])


def _column(column: Column) -> _Column:
    if isinstance(column, pa.Array | pa.ChunkedArray):
        return _of_arrow(_in_one(column))
    if isinstance(column.dtype, pd.CategoricalDtype):
        return _column(pd.Series(column.cat.categories)).at(np.asarray(column.cat.codes, dtype=np.int64))
    if isinstance(column.dtype, pd.ArrowDtype | pd.StringDtype):
        return _column(pa.array(column, from_pandas=True))
    if column.dtype == object:
        return _mixed(column.to_numpy())
    codes, values = pd.factorize(column)
    return _of_values(values, codes)


def _in_one(column: pa.Array | pa.ChunkedArray) -> pa.Array:
    """An array in one piece, its strings of the kind that has room for any number of them."""
    if pa.types.is_string(column.type) or pa.types.is_string_view(column.type):
        column = column.cast(TEXT)
    return column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column


def _of_arrow(array: pa.Array) -> _Column:
    if pa.types.is_large_string(array.type):
        return _strings(array)
    if pa.types.is_dictionary(array.type):
        return _column(array.dictionary).at(_codes(array.indices))
    if isinstance(array.type, pa.BaseExtensionType):
        return _column(array.to_pandas())
    if pa.types.is_nested(array.type) or pa.types.is_null(array.type):
        return _mixed(_objects(array))
    encoded = array.dictionary_encode()
    if pa.types.is_integer(array.type) or pa.types.is_floating(array.type):
        # Through pandas: Arrow tells -0.0 from 0.0, and NaN from what is missing.
        return _column(pd.Series(encoded.dictionary.to_numpy(zero_copy_only=False))).at(_codes(encoded.indices))
    return _Column.of(texts_of(_objects(encoded.dictionary)), _codes(encoded.indices))


def _codes(indices: pa.Array) -> Integers:
    codes: Integers = indices.cast(pa.int64()).fill_null(ABSENT).to_numpy()
    return codes


def _objects(array: pa.Array) -> Objects:
    """What pandas makes of an array of Arrow's, cell by cell."""
    return pd.Series(pd.arrays.ArrowExtensionArray(array)).to_numpy(dtype=object)


def _strings(array: pa.Array) -> _Column:
    if not array.null_count:
        codes, once = distinct(array)
    else:
        codes = np.full(len(array), ABSENT, dtype=np.int64)
        codes[array.is_valid().to_numpy(zero_copy_only=False)], once = distinct(array.drop_null())
    usual = pc.all(pc.equal(pc.utf8_trim_whitespace(once), once)).as_py() and pc.index(once, _EMPTY).as_py() < 0
    return _Column(once, codes) if usual else _Column.of(once, codes)


def _mixed(cells: Objects) -> _Column:
    """Cells of several kinds: each kind by itself, for 1, 1.0 and True are equal and are not written alike."""
    if set(map(type, cells)) <= _TEXT_OR_NOTHING:
        with contextlib.suppress(pa.ArrowException):
            return _strings(pa.array(cells, TEXT, from_pandas=True))
    kinds, _ = pd.factorize(np.fromiter(map(id, map(type, cells)), np.int64, len(cells)))
    codes = np.empty(len(cells), dtype=np.int64)
    texts = [pa.array([], TEXT)]
    for number in range(kinds.max(initial=-1) + 1):
        here = np.flatnonzero(kinds == number)
        own = _alike(cells[here])
        codes[here] = np.where(own.codes == ABSENT, ABSENT, own.codes + sum(map(len, texts)))
        texts.append(own.texts.written() if isinstance(own.texts, Unwritten) else own.texts)
    return _Column.of(pa.concat_arrays(texts), codes)


def _alike(cells: Objects) -> _Column:
    """Cells of one kind."""
    kind = type(cells[0])
    if kind is str:
        return _strings(pa.array(cells, TEXT))
    if kind in (int, float):
        with contextlib.suppress(OverflowError):
            return _column(pd.Series(cells.astype(np.int64 if kind is int else np.float64)))
    if kind not in _WRITTEN_AS_EQUAL:
        return _Column.of(texts_of(cells), np.arange(len(cells), dtype=np.int64))
    codes, values = pd.factorize(cells)
    return _Column.of(texts_of(values), codes)


def _of_values(values: pd.Index, codes: Integers) -> _Column:
    """A column by its distinct values."""
    kind = getattr(values.dtype, "numpy_dtype", values.dtype)
    if isinstance(kind, np.dtype) and kind.kind in "iufM":
        return _Column(Unwritten(values.to_numpy(dtype=kind)), codes)
    return _Column.of(texts_of(values.astype(object)), codes)


def _cell_by_cell(columns: Iterable[Column]) -> LongForm:
    """The same for what no encoding can hold, such as half a surrogate pair."""
    series = [column if isinstance(column, pd.Series) else pd.Series(_objects(column)) for column in columns]
    told = np.array([text_of(cell) or None for column in series for cell in column.astype(object)], dtype=object)
    codes, texts = pd.factorize(told)
    return LongForm(*_row_by_row(np.split(codes, len(series)), [0] * len(series)), tuple(texts))
