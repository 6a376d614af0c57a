"""Cell texts: what a cell says as text, one by one and for whole columns of numbers and instants.

Whole numbers in digits, whatever their type; others in the fewest digits that tell them from their neighbours of the
same width. Instants with a zone as of UTC, for a file need not keep the zone. Bytes in ASCII, others as ``\\xAB``.
"""

from __future__ import annotations

import contextlib
import datetime
import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

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
class Unwritten:
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
