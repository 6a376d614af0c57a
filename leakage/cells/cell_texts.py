"""Cell texts: what a cell says as text, one by one and for whole columns of numbers and instants."""

from __future__ import annotations

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

_PLAIN = (1e-4, 1e10)
"""Numbers that are not whole are written alike by Arrow and Python between these."""


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
        return str(int(cell)) if cell.is_integer() else repr(float(cell))
    return str(cell).strip()


@dataclass(frozen=True, eq=False)
class Unwritten:
    """Distinct numbers or instants that will be texts when somebody reads them.

    Arguments:
        values: whole numbers, floats or instants without a zone, none of them missing.
    """

    values: npt.NDArray[Any]

    def __len__(self) -> int:
        return len(self.values)

    def written(self) -> pa.Array:
        """Each as ``text_of`` writes it."""
        return (instants_as_texts if self.values.dtype.kind == "M" else numbers_as_texts)(self.values)


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
    numbers = numbers.astype(np.float64)
    size = np.abs(numbers)
    whole = (np.trunc(numbers) == numbers) & (size < 2.0**63)
    texts = pc.if_else(
        pa.array(whole),
        pa.array(np.where(whole, numbers, 0.0).astype(np.int64)).cast(TEXT),
        pa.array(numbers).cast(TEXT),
    )
    return _with(texts, ~whole & ~((size >= _PLAIN[0]) & (size < _PLAIN[1])), numbers)


def instants_as_texts(instants: npt.NDArray[np.datetime64]) -> pa.Array:
    """``text_of`` for a whole array of instants without a zone, as pandas gives them.

    >>> instants_as_texts(np.array(["2020-01-01", "2020-01-01T12:30:00.5"], "datetime64[ms]")).to_pylist()
    ['2020-01-01 00:00:00', '2020-01-01 12:30:00.500000']
    """
    seconds = instants.astype("datetime64[s]")
    usual = (seconds >= np.datetime64("1000-01-01")) & (seconds < np.datetime64("9999-12-31")) & (seconds == instants)
    return _with(pa.array(seconds).cast(TEXT), ~usual, instants)


def _with(texts: pa.Array, unlike: npt.NDArray[np.bool_], cells: npt.NDArray[Any]) -> pa.Array:
    """The texts, but some of them written one by one."""
    if not unlike.any():
        return texts
    return pc.replace_with_mask(texts, pa.array(unlike), texts_of(pd.Series(cells[unlike]).astype(object)))
