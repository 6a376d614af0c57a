"""Columns: the cells of columns of any type, read side by side."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from leakage.cells.arrow_types import check_has_text
from leakage.cells.cell_texts import TEXT, Unwritten, text_of, texts_of, times_as_texts
from leakage.cells.cells import ABSENT, Cells
from leakage.cells.limits import check_lengths
from leakage.cells.objects import Objects, Places, Values, by_kind
from leakage.cells.texts import Integers, Texts, distinct, first_bytes
from leakage.side_by_side import side_by_side

Column: TypeAlias = "pd.Series | pa.Array | pa.ChunkedArray"

BEYOND = 2.0**63
"""The least whole number that 64 bits have no room for."""

_EMPTY = pa.scalar("", TEXT)

# What they can begin with when they are written; two kinds of these are never written alike.
_FIRST_SIGNS = {"int64": b"-0123456789", "float64": b"-0123456789i", "bool": b"TF", "date32[day]": b"0123456789"}


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
        parts = side_by_side(lambda work: work(), map(_begun, columns), rows)
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

    texts: Sequence[pa.Array | Unwritten]
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
        return _Column([Unwritten(values.to_numpy(), zoned=True)], codes)
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
        return _Column([Unwritten(instants, zoned=kind.tz is not None)], _codes(encoded.indices))
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
    texts: list[pa.Array | Unwritten] = []
    kinds = _equal_numbers_together(groups)
    for places, values in kinds:
        own = _said(values)
        codes[places] = np.where(own.codes == ABSENT, ABSENT, own.codes + sum(map(len, texts)))
        texts += own.texts
    if _never_say_the_same([values for _, values in kinds], texts):
        return _Column(texts, codes)
    number, once = distinct(_written(texts))
    return _Column([once], number).at(codes)


def _written(texts: Sequence[pa.Array | Unwritten]) -> pa.Array:
    written = [text.written() if isinstance(text, Unwritten) else text for text in texts]
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


def _never_say_the_same(kinds: Sequence[Values], texts: Sequence[pa.Array | Unwritten]) -> bool:
    """Whether what cells of different kinds say certainly differs, so that it need not be compared.

    Numbers, truths and days are written in ways of their own, and texts that begin otherwise are none of them.
    """
    begin = [_FIRST_SIGNS.get(_name(values)) for values in kinds]
    strings = [n for n, values in enumerate(kinds) if _name(values) == str(TEXT)]
    if len(texts) != len(kinds) or any(signs is None for n, signs in enumerate(begin) if n not in strings):
        return len(texts) < 2
    taken = np.frombuffer(b"".join(signs for signs in begin if signs), np.uint8)
    return not any(np.isin(first_bytes(texts[n]), taken).any() for n in strings)


def _name(values: Values) -> str:
    return str(values.type if isinstance(values, pa.Array) else values.dtype)


def _said(values: Values) -> _Column:
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
        return _Column([Unwritten(values.to_numpy(dtype=kind))], codes)
    return _Column.of(texts_of(values.astype(object)), codes)


def _cell_by_cell(columns: Iterable[Column]) -> Cells:
    """The same for what no encoding can hold, such as half a surrogate pair; all columns have the same texts."""
    series = [column if isinstance(column, pd.Series) else pd.Series(_objects(column)) for column in columns]
    told = np.array([text_of(cell) or None for column in series for cell in column.astype(object)], dtype=object)
    codes, texts = pd.factorize(told)
    return Cells(np.split(codes, len(series)), [(0, len(texts))] * len(series), tuple(texts))
