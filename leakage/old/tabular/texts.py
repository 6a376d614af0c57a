r"""Texts: many distinct strings as Arrow holds them, and the columns of Parquet files.

Cell texts: what a cell says as text, one by one and for whole columns of numbers and instants.

Whole numbers in digits, whatever their type; others in the fewest digits that tell them from their neighbours of the
same width. Instants with a zone as of UTC, for a file need not keep the zone. Bytes in ASCII, others as ``\xAB``.
"""

from __future__ import annotations

import contextlib
import datetime
import math
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

if TYPE_CHECKING:
    import pyarrow.parquet as pq


# Arrow types: which have a text.


NO_TEXT = (
    "a column holds no texts: lists, structs, maps, unions, intervals of months, times of day with a zone, and "
    "decimals of more than 38 digits are not read; leave it out"
)

MOST_DIGITS = 38
"""Of a decimal that is read."""


def has_text(kind: pa.DataType) -> bool:
    """Whether a cell of a type has one text.

    >>> has_text(pa.duration("s")), has_text(pa.list_(pa.int8()))
    (True, False)
    """
    if pa.types.is_dictionary(kind) or pa.types.is_run_end_encoded(kind):
        return has_text(kind.value_type)
    if isinstance(kind, pa.BaseExtensionType):
        # What Arrow cannot read is opaque to it.
        return not isinstance(kind, pa.OpaqueType) and has_text(kind.storage_type)
    if pa.types.is_nested(kind) or pa.types.is_interval(kind):
        return False
    return not (pa.types.is_decimal256(kind) and kind.precision > MOST_DIGITS)


def check_has_text(kind: pa.DataType) -> None:
    """Check that a type has a text.

    Raises:
        ValueError: where it has none, in one sentence.
    """
    if not has_text(kind):
        raise ValueError(NO_TEXT)


TEXT = pa.large_string()

_UTC, _NOTHING = pa.scalar("+00:00", TEXT), pa.scalar("", TEXT)

_PLAIN = (1e-4, 1e10)
"""Numbers that are not whole are written alike by Arrow and Python between these."""


def text_of(cell: Any) -> str:
    """A cell as text, without blanks at its ends; empty for what is absent.

    Whole numbers that pandas holds as floats, because another cell is empty, lose their ``.0``.

    >>> text_of(20.0), text_of(" Alice "), text_of(None), text_of(0.5), text_of(np.float32(0.1)), text_of(b"a\\xe9")
    ('20', 'Alice', '', '0.5', '0.1', 'a\\\\xE9')
    >>> text_of(datetime.datetime.fromisoformat("2020-01-01T01:00:00+01:00"))
    '2020-01-01 00:00:00+00:00'
    """
    if cell is None or cell is pd.NA or cell is pd.NaT:
        return ""
    if isinstance(cell, float | np.floating):
        return _number(cell)
    if isinstance(cell, bytes | bytearray):
        return "".join(_BYTES[byte] for byte in cell).strip()
    if isinstance(cell, datetime.datetime) and cell.tzinfo is not None:
        # Within a day of the first or the last there may be none of UTC.
        with contextlib.suppress(OverflowError):
            cell = cell.astimezone(datetime.UTC)
    return str(cell).strip()


def _number(number: float | np.floating[Any]) -> str:
    if math.isnan(number):
        return ""
    if math.isinf(number) or not float(number).is_integer():
        # Half the width is read as if it were of 32 bits.
        return str(np.float32(number)) if isinstance(number, np.float16) else str(number)
    return str(int(number))


_BYTES = [chr(byte) if 32 <= byte < 127 and chr(byte) not in "\"'\\" else f"\\x{byte:02X}" for byte in range(256)]


@dataclass(frozen=True, eq=False)
class LazyText:
    """Distinct numbers or instants that will be texts when somebody reads them.

    Arguments:
        values: whole numbers, floats or instants, none of them missing.
        zoned: whether they are instants of UTC, and not of no zone.
    """

    values: npt.NDArray[Any]
    zoned: bool = False

    def __len__(self) -> int:
        return len(self.values)

    def written(self) -> pa.Array:
        """Each as ``text_of`` writes it."""
        texts = (instants_as_texts if self.values.dtype.kind == "M" else numbers_as_texts)(self.values)
        return pc.binary_join_element_wise(texts, _UTC, _NOTHING) if self.zoned else texts


def texts_of(cells: Iterable[Any]) -> pa.Array:
    """Cells of any kind as texts, one by one."""
    return pa.array(map(text_of, cells), TEXT)


def numbers_as_texts(numbers: npt.NDArray[Any]) -> pa.Array:
    """``text_of`` for a whole array of whole numbers or floats.

    >>> numbers_as_texts(np.array([20.0, 0.1, 1e-7, np.nan])).to_pylist()
    ['20', '0.1', '1e-07', '']
    """
    if numbers.dtype.kind in "iu":
        return pa.array(numbers).cast(TEXT)
    if numbers.dtype == np.float16:
        numbers = numbers.astype(np.float32)
    size = np.abs(numbers)
    whole = (np.trunc(numbers) == numbers) & (size < 2.0**63)
    texts = pc.if_else(
        pa.array(whole),
        pa.array(np.where(whole, numbers, 0.0).astype(np.int64)).cast(TEXT),
        pa.array(numbers).cast(TEXT),
    )
    unlike = ~whole & ~((size >= _PLAIN[0]) & (size < _PLAIN[1]))
    return _with(texts, unlike, numbers[unlike])


def instants_as_texts(instants: npt.NDArray[np.datetime64]) -> pa.Array:
    """``text_of`` for a whole array of instants without a zone, as pandas gives them.

    >>> instants_as_texts(np.array(["2020-01-01", "2020-01-01T12:30:00.5"], "datetime64[ms]")).to_pylist()
    ['2020-01-01 00:00:00', '2020-01-01 12:30:00.500000']
    """
    seconds = instants.astype("datetime64[s]")
    usual = (seconds >= np.datetime64("1000-01-01")) & (seconds < np.datetime64("9999-12-31"))
    if (seconds == instants).all():
        texts = pa.array(seconds).cast(TEXT)
    else:
        exact = "ns" if instants.dtype == np.dtype("datetime64[ns]") else "us"
        texts = _short(pa.array(np.where(usual, instants, seconds.dtype.type(0, "s")).astype(f"datetime64[{exact}]")))
    return _with(texts, ~usual, pd.Series(instants[~usual]).astype(object))


def times_as_texts(times: pa.Array) -> pa.Array:
    """Times of the day as texts: whole seconds, or six digits behind them, or nine.

    >>> times_as_texts(pa.array([0, 500_000_000, 1], pa.time64("ns"))).to_pylist()
    ['00:00:00', '00:00:00.500000', '00:00:00.000000001']
    """
    if pa.types.is_time64(times.type) and times.type.unit == "us":
        # The end of a day, which some write as 24:00:00, is its beginning to Python.
        times = pc.if_else(pc.equal(times.cast(pa.int64()), _DAY), pa.scalar(0, times.type), times)
    return _short(times.cast(pa.time64("ns")))


def _short(exact: pa.Array) -> pa.Array:
    """Moments of micro- or nanoseconds as texts, without digits of a second that say nothing, by three."""
    return pc.replace_substring_regex(exact.cast(TEXT), r"\.0+$|(\.\d{6})000$", r"\1")


_DAY = 86_400_000_000


def _with(texts: pa.Array, unlike: npt.NDArray[np.bool_], cells: Iterable[Any]) -> pa.Array:
    """The texts, but some of them written one by one."""
    return pc.replace_with_mask(texts, pa.array(unlike), texts_of(cells)) if unlike.any() else texts


# Texts: many distinct strings as Arrow holds them, and the number of each among them.


Integers = npt.NDArray[np.int64]


class Texts(Sequence[str]):
    """Texts in Arrow's memory, a sixth of what they take as strings of Python; numbers are written when they are read.

    Arguments:
        parts: one after the other; none of them missing.

    >>> texts = Texts([pa.array(["Alice", "1"], TEXT), LazyText(np.array([1.0, 2.5]))])
    >>> texts[3], texts.take(np.array([1, 0])), texts.places({"1", "Eve"})
    ('2.5', ['1', 'Alice'], {'1': [1, 2]})
    """

    def __init__(self, parts: Sequence[pa.Array | LazyText]) -> None:
        self._parts = parts

    @cached_property
    def _array(self) -> pa.Array:
        written = [part.written() if isinstance(part, LazyText) else part for part in self._parts]
        return pa.concat_arrays([pa.array([], TEXT), *written])

    def __len__(self) -> int:
        return sum(map(len, self._parts))

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[str]: ...
    def __getitem__(self, index: int | slice) -> str | Sequence[str]:
        return Texts([self._array[index]]) if isinstance(index, slice) else str(self._array[int(index)].as_py())

    def __iter__(self) -> Iterator[str]:
        return iter(self._array.to_pylist())

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> npt.NDArray[Any]:
        return np.array(self._array.to_pylist(), dtype=object if dtype is None else dtype)

    def take(self, places: Integers) -> list[str]:
        """The texts at some places."""
        return list(self._array.take(pa.array(places)).to_pylist())

    def places(self, wanted: Collection[str]) -> dict[str, list[int]]:
        """Where some texts stand, those that do; one that several columns have stands at several places."""
        sought = pa.array([text for text in wanted if is_encodable(text)], TEXT)
        matching = pc.indices_nonzero(pc.is_in(self._array, value_set=sought)).to_numpy()
        found: dict[str, list[int]] = {}
        for text, place in zip(self.take(matching), matching.tolist(), strict=True):
            found.setdefault(text, []).append(place)
        return found


def distinct(texts: pa.Array) -> tuple[Integers, pa.Array]:
    """The number of every text in the order of their first ones, and the texts, each once; -1 for what is missing.

    >>> codes, once = distinct(pa.array(["a", None, "b", "a"], TEXT))
    >>> codes.tolist(), once.to_pylist()
    ([0, -1, 1, 0], ['a', 'b'])
    """
    encoded = texts.dictionary_encode()
    return encoded.indices.fill_null(-1).to_numpy().astype(np.int64), encoded.dictionary


def is_encodable(text: str) -> bool:
    """Whether Arrow can hold a text: half a surrogate pair it cannot."""
    return text.isascii() or not any("\ud800" <= sign <= "\udfff" for sign in text)


# Parquet: the columns of a file, each read when its turn comes.


def columns_of_parquet(
    path: str | Path, columns: Sequence[str] | None
) -> tuple[list[str], list[Callable[[], pa.ChunkedArray]], int]:
    """The names of a file's columns, functions that read them, and how many rows there are.

    Arguments:
        path: of the file.
        columns: those that count; all if not said.

    Raises:
        ValueError: for a file that is no Parquet file, or lacks one of the columns, or where one has no texts.
    """
    columns_in_file: list[str] | None = None
    with contextlib.suppress(pa.ArrowInvalid), _opened(path) as file:
        columns_in_file, size, unread = file.schema_arrow.names, file.metadata.num_rows, _without_text(file)
    if columns_in_file is None or not set(columns or ()) <= set(columns_in_file):
        # Raised out here: what Arrow says may repeat a piece of the file.
        raise ValueError("the file is no Parquet file, or lacks a column that was asked for")
    names = columns_in_file if columns is None else list(columns)
    if not unread.isdisjoint(names):
        raise ValueError(NO_TEXT)
    return names, [partial(_column, path, name) for name in names], size


def _opened(path: str | Path) -> pq.ParquetFile:
    # Imported here: nobody else need wait for it.
    import pyarrow.parquet as pq  # noqa: PLC0415

    # The nanoseconds of that old type reach from 1677 to 2262 alone.
    return pq.ParquetFile(path, coerce_int96_timestamp_unit="us")


def _without_text(file: pq.ParquetFile) -> set[str]:
    """The columns that Arrow would take for bytes, and are intervals."""
    columns = map(file.schema.column, range(len(file.schema)))
    return {column.name for column in columns if column.converted_type == "INTERVAL"}


def _column(path: str | Path, name: str) -> pa.ChunkedArray:
    # Opened for each: two threads must not read by one reader.
    with _opened(path) as file:
        return file.read(columns=[name]).column(0)
