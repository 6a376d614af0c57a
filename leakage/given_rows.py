"""Given rows: attributes in long columns as somebody gave them, checked and made into arrays."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import pandas as pd

from leakage.progress import look

Integers: TypeAlias = npt.NDArray[np.int64]
Floats: TypeAlias = npt.NDArray[np.float64]


def numbers_of_records(record: npt.ArrayLike, size: int | None) -> tuple[Integers, int]:
    """The number of each row's record, and how many records there are: one more than the last, if that is not said.

    Raises:
        ValueError: for what is no whole number in [0, size).

    >>> numbers, size = numbers_of_records([0, 2], None)
    >>> numbers.tolist(), size
    ([0, 2], 3)
    """
    given = np.asarray(record)
    # An empty list comes as floats.
    if given.size and given.dtype.kind not in "iu":
        raise ValueError("record numbers must be whole numbers")
    numbers = given.astype(np.int64)
    total = int(numbers.max(initial=-1)) + 1 if size is None else size
    if not (numbers.min(initial=0) >= 0 and numbers.max(initial=-1) < total):
        raise ValueError(f"record numbers must be in [0, {total})")
    return numbers, total


def confidences_of(confidence: npt.ArrayLike) -> Floats:
    """The confidence of each row.

    Raises:
        ValueError: for one that is no number in [0, 1].

    >>> confidences_of(["0.5", 1])
    array([0.5, 1. ])
    """
    confidences = None
    with contextlib.suppress(TypeError, ValueError):
        confidences = np.asarray(confidence, dtype=np.float64)
    if confidences is None:
        # Raised out here: the message of the failed conversion would repeat what stands there.
        raise ValueError("confidence must be a number in [0, 1]")
    # Written so that NaN fails too.
    outside = ~((confidences >= 0.0) & (confidences <= 1.0))
    if outside.any():
        raise ValueError(f"confidence must be in [0, 1], got {confidences[outside][0]}")
    return confidences


def coded(texts: Sequence[str] | npt.NDArray[Any], what: str) -> tuple[Integers, tuple[str, ...]]:
    """The code of each row's text, and the distinct texts.

    Arguments:
        texts: of each row.
        what: these are, in the singular.

    Raises:
        ValueError: for one that is empty.

    >>> codes, labels = coded(["P", "N", "P"], "label")
    >>> codes.tolist(), labels
    ([0, 1, 0], ('P', 'N'))
    """
    look()
    codes, distinct = pd.factorize(np.asarray(texts, dtype=object))
    look()
    if (codes < 0).any() or "" in (once := tuple(distinct)):
        raise ValueError(f"{what} must not be empty")
    return codes.astype(np.int64), once


def check_once(record: Integers, label: Integers, value: Integers) -> None:
    """Refuse rows, in order, of which two say the same of one record.

    Raises:
        ValueError: if there are such.
    """
    same = (np.diff(record) == 0) & (np.diff(label) == 0) & (np.diff(value) == 0)
    if same.any():
        raise ValueError("two attributes of a record must not share both label and value")
