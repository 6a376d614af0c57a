"""Cells: a table as codes and distinct texts, column by column, whatever its cells are."""

from __future__ import annotations

import contextlib
import datetime
import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from leakage.csv_dialect import check_lengths
from leakage.old.tabular.texts import (
    TEXT,
    Integers,
    LazyText,
    Texts,
    check_has_text,
    distinct,
    text_of,
    texts_of,
    times_as_texts,
)
from leakage.progress import parallel_map

# Cells: a table as codes and distinct texts, column by column, whatever its cells are.


ABSENT = -1
"""The code of a cell that says nothing."""

PART = 262_144
"""Rows that one thread puts together."""

BLOCK = 8192
"""Rows that are gone through together, so that they stay in the processor's cache."""


@dataclass(frozen=True, eq=False)
class LongForm:
    """The cells of a table that say something, row by row and in a row from left to right.

    Arguments:
        row: of each cell, ascending.
        column: of each cell, by number.
        value: what each says, as a place in the texts.
    """

    row: Integers
    column: Integers
    value: Integers


@dataclass(frozen=True, eq=False)
class LabelColumn:
    """The one value of a label that each record knows, for sure.

    Arguments:
        number: of each record, as a place in ``codes``, or ``ABSENT``; shape (size,).
        codes: the database's codes of the values.
    """

    number: Integers
    codes: range


@dataclass(frozen=True, eq=False)
class Cells:
    """The cells of a table, column by column.

    Arguments:
        codes: of each column what its cells say, as places behind the column's first text, or ``ABSENT``.
        firsts: of each column the place of its first text, and that behind its last.
        texts: those of one column after the other, in each column once.
    """

    codes: Sequence[Integers]
    firsts: Sequence[tuple[int, int]]
    texts: Sequence[str]

    def long_form(self) -> LongForm:
        """The same row by row."""
        height = len(self.codes[0]) if self.codes else 0
        parts = [(first, min(first + PART, height)) for first in range(0, height, PART)]
        ends = [*itertools.accumulate((self._filled(*part) for part in parts), initial=0)]
        row, column, value = (np.empty(ends[-1], dtype=np.int64) for _ in range(3))

        def fill(number: int) -> None:
            section = slice(*ends[number : number + 2])
            self._fill(*parts[number], row[section], column[section], value[section])

        parallel_map(fill, range(len(parts)), height)
        return LongForm(row, column, value)

    def _filled(self, first: int, last: int) -> int:
        return sum(int(np.count_nonzero(codes[first:last] != ABSENT)) for codes in self.codes)

    def _fill(self, first: int, last: int, row: Integers, column: Integers, value: Integers) -> None:
        """The cells of some rows."""
        width, end = len(self.codes), 0
        added = np.array([place for place, _ in self.firsts], dtype=np.int64)
        block = np.empty((BLOCK, width), dtype=np.int64)
        for begin in range(first, last, BLOCK):
            rows = min(BLOCK, last - begin)
            for number in range(width):
                block[:rows, number] = self.codes[number][begin : begin + rows]
            cells = block[:rows].ravel()
            filled = np.flatnonzero(cells != ABSENT)
            begun, end = end, end + len(filled)
            offset = filled // width
            row[begun:end], column[begun:end] = begin + offset, filled - offset * width
            value[begun:end] = cells[filled] + added[column[begun:end]]


# Object cells: a column of Python's objects, taken apart by their kinds.


Objects: TypeAlias = npt.NDArray[np.object_]
Values: TypeAlias = "pa.Array | npt.NDArray[np.int64] | npt.NDArray[np.float64] | npt.NDArray[np.bool_] | Objects"
Places: TypeAlias = "Integers | slice"

_TEXTS: tuple[type, ...] = (str, np.str_, type(None), type(pd.NA), type(pd.NaT))
"""Kinds that Arrow makes texts of, or nothing; others it may take for texts that are none, such as bytes."""

_FLOATS: tuple[type, ...] = (float, np.float64)

_IN_ARROW = frozenset((*_TEXTS, *_FLOATS))

_ARRAY_OF: dict[tuple[type, ...], type] = {_FLOATS: np.float64, (bool,): np.bool_, (int,): np.int64}

_FAMILY_OF: dict[type, tuple[type, ...]] = {kind: family for family in (_TEXTS, _FLOATS) for kind in family}


def by_kind(cells: Objects) -> list[tuple[Places, Values]]:
    """The places of cells that are read alike, ascending, or all there are, and what they hold.

    Texts and days become Arrow's, numbers of 64 bits and truths arrays. What is none of these, nor nothing, stays an
    object, those of each kind by themselves: 1, 1.0 and True are equal and are not written alike.

    >>> [(places.tolist(), values.tolist()) for places, values in by_kind(np.array(["a", 1, None, True, 2], object))]
    [([0, 2], ['a', None]), ([1, 4], [1, 2]), ([3], [True])]
    """
    # As a list: then they are fetched from memory many at once, which takes half the time where they lie scattered.
    numbers, kinds = pd.factorize(np.fromiter(map(type, cells.tolist()), np.object_, len(cells)))
    if _IN_ARROW.issuperset(kinds):
        # Numbers among texts are mostly NaN, for nothing; Arrow refuses others here.
        with contextlib.suppress(pa.ArrowException):
            return [(slice(None), pa.array(cells, TEXT, from_pandas=True))]
    families = [_FAMILY_OF.get(kind, (kind,)) for kind in kinds]
    once = list(dict.fromkeys(families))
    family_of = np.array([once.index(family) for family in families])[numbers]
    places = [np.flatnonzero(family_of == number) for number in range(len(once))]
    return [(chosen, _values(family, cells[chosen])) for family, chosen in zip(once, places, strict=True)]


def _values(family: tuple[type, ...], cells: Objects) -> Values:
    """Cells of one family in an array of its own type."""
    if family is _TEXTS:
        return pa.array(cells, TEXT, from_pandas=True)
    if family in _ARRAY_OF:
        # Whole numbers of more than 64 bits stay objects.
        with contextlib.suppress(OverflowError):
            return cells.astype(_ARRAY_OF[family])
    if family == (datetime.date,):
        return pa.array(cells, pa.date32())
    return cells


# Columns: the cells of columns of any type, read side by side.


Column: TypeAlias = "pd.Series | pa.Array | pa.ChunkedArray"

BEYOND = 2.0**63
"""The least whole number that 64 bits have no room for."""

_EMPTY = pa.scalar("", TEXT)

# What they can begin with when they are written; two kinds of these are never written alike.
_FIRST_SIGNS = {"int64": "-0123456789", "float64": "-0123456789i", "bool": "TF", "date32[day]": "0123456789"}


def cells_of(columns: Sequence[Column | Callable[[], Column]], rows: int) -> Cells:
    """The cells of some columns, of any type, read side by side.

    Texts stay in Arrow, and numbers are written when they are read; of all else each distinct value is written once.
    So the work of Python grows with those and not with the rows.

    Arguments:
        columns: or functions that read them, each when its turn comes.
        rows: of each.

    Raises:
        ValueError: for a type without a text, or a text of more than ``LONGEST_CELL`` bytes.

    >>> cells = cells_of([pd.Series(["Alice", None, "Bob"]), pd.Series([20.0, 30.0, np.nan])], 3)
    >>> [codes.tolist() for codes in cells.codes], cells.firsts, list(cells.texts)
    ([[0, -1, 1], [0, 1, -1]], [(0, 2), (2, 4)], ['Alice', 'Bob', '20', '30'])
    """
    try:
        parts = parallel_map(lambda work: work(), map(_begun, columns), rows)
    except UnicodeError:
        return _cell_by_cell([column() if callable(column) else column for column in columns])
    check_lengths(text for part in parts for text in part.texts if isinstance(text, pa.Array))
    firsts = itertools.accumulate((sum(map(len, part.texts)) for part in parts), initial=0)
    texts = Texts([*itertools.chain.from_iterable(part.texts for part in parts)])
    return Cells([part.codes for part in parts], [*itertools.pairwise(firsts)], texts)


def row_texts(array: pa.Array) -> pa.Array:
    """What every cell of an array says as text, as ``cells_of`` has it; missing where it says nothing.

    Raises:
        ValueError: for a type without a text.

    >>> row_texts(pa.array([20.0, None, 0.5])).to_pylist()
    ['20', None, '0.5']
    """
    column = _column(array)
    return _written(column.texts).take(pa.array(column.codes, mask=column.codes == ABSENT))


@dataclass(frozen=True, eq=False)
class _Column:
    """A column as distinct texts, and which of them each cell says.

    Arguments:
        texts: one part after the other, each text once in all of them, none empty.
        codes: of every cell the place of its text, or ``ABSENT``.
    """

    texts: Sequence[pa.Array | LazyText]
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
        return _Column([once], np.append(places, ABSENT)[codes])

    def at(self, cells: Integers) -> _Column:
        """A column whose cells are some of these, by their places, or ``ABSENT``."""
        return _Column(self.texts, np.append(self.codes, ABSENT)[cells])


def _begun(column: Column | Callable[[], Column]) -> Callable[[], _Column]:
    """What another thread may do for a column: objects, which only one may touch at a time, are taken apart at once."""
    if isinstance(column, pd.Series) and column.dtype == object:
        return partial(_of_kinds, by_kind(column.to_numpy()), len(column))
    return lambda: _column(column() if callable(column) else column)


def _column(column: Column) -> _Column:
    if isinstance(column, pa.Array | pa.ChunkedArray):
        return _of_arrow(_in_one(column))
    if isinstance(column.dtype, pd.CategoricalDtype):
        return _column(pd.Series(column.cat.categories)).at(np.asarray(column.cat.codes, dtype=np.int64))
    if isinstance(column.dtype, pd.ArrowDtype | pd.StringDtype):
        return _column(pa.array(column, from_pandas=True))
    if column.dtype == object:
        return _mixed(column.to_numpy())
    if isinstance(column.dtype, pd.DatetimeTZDtype):
        codes, values = pd.factorize(column.dt.tz_convert("UTC").dt.tz_localize(None))
        return _Column([LazyText(values.to_numpy(), zoned=True)], codes)
    codes, values = pd.factorize(column)
    return _of_values(values, codes)


def _in_one(column: pa.Array | pa.ChunkedArray) -> pa.Array:
    """An array in one piece, its strings of the kind that has room for any number of them."""
    if pa.types.is_string(column.type) or pa.types.is_string_view(column.type):
        column = column.cast(TEXT)
    return column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column


def _of_arrow(array: pa.Array) -> _Column:
    check_has_text(array.type)
    if pa.types.is_large_string(array.type):
        return _strings(array)
    if pa.types.is_dictionary(array.type):
        return _column(array.dictionary).at(_codes(array.indices))
    if isinstance(array.type, pa.BaseExtensionType):
        return _column(array.to_pandas())
    if pa.types.is_null(array.type):
        return _mixed(_objects(array))
    if pa.types.is_date64(array.type):
        array = array.cast(pa.date32())
    if pa.types.is_decimal32(array.type) or pa.types.is_decimal64(array.type):
        array = array.cast(pa.decimal128(array.type.precision, array.type.scale))
    return _of_dictionary(array.dictionary_encode())


def _of_dictionary(encoded: pa.DictionaryArray) -> _Column:
    kind = encoded.type.value_type
    if pa.types.is_integer(kind) or pa.types.is_floating(kind):
        # Through pandas: Arrow tells -0.0 from 0.0, and NaN from what is missing.
        return _column(pd.Series(encoded.dictionary.to_numpy(zero_copy_only=False))).at(_codes(encoded.indices))
    if pa.types.is_timestamp(kind):
        instants = encoded.dictionary.cast(pa.timestamp(kind.unit)).to_numpy(zero_copy_only=False)
        return _Column([LazyText(instants, zoned=kind.tz is not None)], _codes(encoded.indices))
    if pa.types.is_time(kind):
        return _Column.of(times_as_texts(encoded.dictionary), _codes(encoded.indices))
    if pa.types.is_date32(kind):
        # Of different days none is written as another, and none with blanks.
        return _Column([encoded.dictionary.cast(TEXT)], _codes(encoded.indices))
    return _Column.of(texts_of(_objects(encoded.dictionary)), _codes(encoded.indices))


def _codes(indices: pa.Array) -> Integers:
    codes: Integers = indices.cast(pa.int64()).fill_null(ABSENT).to_numpy()
    return codes


def _objects(array: pa.Array) -> Objects:
    """What pandas makes of an array of Arrow's, cell by cell."""
    return pd.Series(pd.arrays.ArrowExtensionArray(array)).to_numpy(dtype=object)


def _strings(array: pa.Array) -> _Column:
    codes, once = distinct(array)
    usual = pc.all(pc.equal(pc.utf8_trim_whitespace(once), once)).as_py() and pc.index(once, _EMPTY).as_py() < 0
    return _Column([once], codes) if usual else _Column.of(once, codes)


def _mixed(cells: Objects) -> _Column:
    return _of_kinds(by_kind(cells), len(cells))


def _of_kinds(groups: Sequence[tuple[Places, Values]], size: int) -> _Column:
    """Cells of several kinds: each kind by itself, and then what they say in one."""
    if len(groups) == 1 and isinstance(groups[0][1], pa.Array):
        return _of_arrow(groups[0][1])
    codes = np.full(size, ABSENT, dtype=np.int64)
    texts: list[pa.Array | LazyText] = []
    kinds = _equal_numbers_together(groups)
    for places, values in kinds:
        own = _column_of(values)
        codes[places] = np.where(own.codes == ABSENT, ABSENT, own.codes + sum(map(len, texts)))
        texts += own.texts
    if _never_say_the_same([values for _, values in kinds], texts):
        return _Column(texts, codes)
    number, once = distinct(_written(texts))
    return _Column([once], number).at(codes)


def _written(texts: Sequence[pa.Array | LazyText]) -> pa.Array:
    written = [text.written() if isinstance(text, LazyText) else text for text in texts]
    return pa.concat_arrays([pa.array([], TEXT), *written])


def _equal_numbers_together(groups: Sequence[tuple[Places, Values]]) -> list[tuple[Places, Values]]:
    """The same with floats that are whole among the whole numbers, for both are written alike, and no others are."""
    kinds = {_name(values): (places, values) for places, values in groups if not isinstance(places, slice)}
    if not {"int64", "float64"} <= kinds.keys():
        return [*groups]
    (at, numbers), (of_floats, floats) = kinds["int64"], kinds["float64"]
    whole = (np.trunc(floats) == floats) & (floats >= -BEYOND) & (floats < BEYOND)
    others = [(places, values) for places, values in groups if values is not numbers and values is not floats]
    return [
        (np.concatenate([at, of_floats[whole]]), np.concatenate([numbers, floats[whole].astype(np.int64)])),
        (of_floats[~whole], floats[~whole]),
        *others,
    ]


def _never_say_the_same(kinds: Sequence[Values], texts: Sequence[pa.Array | LazyText]) -> bool:
    """Whether what cells of different kinds say certainly differs, so that it need not be compared.

    Numbers, truths and days are written in ways of their own, and texts that begin otherwise are none of them.
    """
    begin = [_FIRST_SIGNS.get(_name(values)) for values in kinds]
    strings = [n for n, values in enumerate(kinds) if _name(values) == str(TEXT)]
    if len(texts) != len(kinds) or any(signs is None for n, signs in enumerate(begin) if n not in strings):
        return len(texts) < 2
    taken = {sign for signs in begin if signs for sign in signs}
    return all(taken.isdisjoint(pc.utf8_slice_codeunits(texts[n], 0, 1).unique().to_pylist()) for n in strings)


def _name(values: Values) -> str:
    return str(values.type if isinstance(values, pa.Array) else values.dtype)


def _column_of(values: Values) -> _Column:
    """What cells of one kind say."""
    if isinstance(values, pa.Array):
        return _of_arrow(values)
    if values.dtype != object:
        return _column(pd.Series(values))
    if type(values[0]) is not int:
        return _strings(texts_of(values))
    # Equal ones are written alike; a decimal's 1.0 and 1 are equal, and are not.
    codes, once = pd.factorize(values)
    return _Column([texts_of(once)], codes)


def _of_values(values: pd.Index, codes: Integers) -> _Column:
    """A column by its distinct values."""
    kind = getattr(values.dtype, "numpy_dtype", values.dtype)
    if isinstance(kind, np.dtype) and kind.kind in "iufM":
        return _Column([LazyText(values.to_numpy(dtype=kind))], codes)
    return _Column.of(texts_of(values.astype(object)), codes)


def _cell_by_cell(columns: Iterable[Column]) -> Cells:
    """The same for what no encoding can hold, such as half a surrogate pair; all columns have the same texts."""
    series = [column if isinstance(column, pd.Series) else pd.Series(_objects(column)) for column in columns]
    cell_texts = np.array([text_of(cell) or None for column in series for cell in column.astype(object)], dtype=object)
    codes, texts = pd.factorize(cell_texts)
    return Cells(np.split(codes, len(series)), [(0, len(texts))] * len(series), tuple(texts))
