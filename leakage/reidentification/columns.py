"""Columns: from the cells of a table to the numbers it is held in."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import pandas as pd

from leakage.database import Floats, Integers

Numbers: TypeAlias = npt.NDArray[Any]
"""Whole numbers of any width: the narrowest that holds them."""


def narrow(numbers: Numbers) -> Numbers:
    """Whole numbers of at least 0 in the narrowest type that holds them.

    >>> narrow(np.array([0, 255])).dtype, narrow(np.array([256])).dtype
    (dtype('uint8'), dtype('uint16'))
    """
    return numbers.astype(np.min_scalar_type(int(numbers.max(initial=0))))


def codes_of(texts: Sequence[Any] | Numbers, what: str) -> tuple[Integers, tuple[str, ...]]:
    """The number of each text, in order of first occurrence, and the distinct texts.

    Raises:
        ValueError: for an empty cell.
    """
    codes, distinct = pd.factorize(np.asarray(texts, dtype=None if isinstance(texts, np.ndarray) else object))
    names = tuple(str(value) for value in distinct)
    if (codes < 0).any() or "" in names:
        raise ValueError(f"{what} must not be empty")
    if len(set(names)) < len(names):
        raise ValueError(f"{what} must not hold a number and a text that read the same")
    return codes.astype(np.int64), names


def levels_of(value: Sequence[Any] | Numbers) -> tuple[Numbers, tuple[str, ...], Floats | None]:
    """The level of each value, the levels as texts, and as ascending numbers where all of them are numbers.

    Raises:
        ValueError: for an empty cell.

    >>> levels_of(["10", "9.0", "10"])
    (array([1, 0, 1], dtype=uint8), ('9', '10'), array([ 9., 10.]))
    """
    held = np.asarray(value, dtype=None if isinstance(value, np.ndarray) else object)
    codes, distinct = pd.factorize(held)
    if (codes < 0).any() or any(isinstance(level, str) and not level for level in distinct):
        raise ValueError("value must not be empty")
    numbers = pd.to_numeric(pd.Series(list(distinct), dtype=object), errors="coerce").to_numpy(dtype=np.float64)
    if len(numbers) and np.isfinite(numbers).all():
        ascending, place = np.unique(numbers, return_inverse=True)
        return narrow(place[codes]), tuple(_written(number) for number in ascending.tolist()), ascending
    return narrow(codes), tuple(str(level) for level in distinct), None


def _written(number: float) -> str:
    return str(int(number)) if number.is_integer() else repr(number)


def days_of(when: npt.ArrayLike | None) -> tuple[Numbers | None, int]:
    """Days after the first one, and which day that is, as an ordinal.

    Raises:
        ValueError: if one is no day.
    """
    if when is None:
        return None, 1
    try:
        days = np.asarray(when, dtype="datetime64[D]")
    except ValueError:
        days = np.array(["NaT"], dtype="datetime64[D]")
    # Raised out here: the message of the failed conversion would repeat what stands there.
    if np.isnat(days).any():
        raise ValueError("when must be a day such as 2026-01-31")
    numbers = days.astype(np.int64)
    first = int(numbers.min()) if len(numbers) else 0
    return narrow(numbers - first), first + datetime.date(1970, 1, 1).toordinal()
