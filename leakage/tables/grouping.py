"""Grouping: rows with the same codes in every column get the same number."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from leakage.database import Integers

LARGEST_KEY = 2**62
ROOM = 8
"""A table of marks is used up to so many marks for each row; beyond that keys are sorted or hashed."""


def numbered(keys: Integers, radix: int | None = None) -> tuple[Integers, int]:
    """Numbers 0, 1, ... for the distinct keys, and how many there are; in the order of the keys where that is cheap.

    Arguments:
        keys: at least 0.
        radix: all keys are below it, if that is known.

    >>> numbered(np.array([7, 2, 7]), 8)
    (array([1, 0, 1]), 2)
    """
    if radix is not None and radix <= ROOM * len(keys) + 1024:
        seen = np.zeros(radix, np.bool_)
        seen[keys] = True
        numbers = np.cumsum(seen) - 1
        return numbers[keys], int(numbers[-1]) + 1 if radix else 0
    codes, distinct = pd.factorize(keys)
    return codes.astype(np.int64), len(distinct)


def joint_keys(columns: Sequence[Integers], sizes: Sequence[int], length: int) -> tuple[Integers, int]:
    """One key for each row from its codes in several columns, equal where all codes are; and what they are below.

    Arguments:
        columns: codes, each in [0, size of its column); shape (length,).
        sizes: how many codes each column has.
        length: of the columns, for where there is none.
    """
    keys, radix = np.zeros(length, np.int64), 1
    for codes, size in zip(columns, sizes, strict=True):
        if radix * size >= LARGEST_KEY:
            keys, radix = numbered(keys, radix)
        keys, radix = keys * size + codes, radix * max(size, 1)
    return keys, radix


def grouped(columns: Sequence[Integers], sizes: Sequence[int], length: int) -> tuple[Integers, int]:
    """The group of every row, numbered by where each first appears, and how many groups there are.

    >>> grouped([np.array([1, 0, 1]), np.array([0, 0, 0])], [2, 1], 3)
    (array([0, 1, 0]), 2)
    """
    keys, _ = joint_keys(columns, sizes, length)
    codes, distinct = pd.factorize(keys)
    return codes.astype(np.int64), len(distinct)


def tallied(
    owner: Integers, value: Integers, width: int, count: Integers | None = None
) -> tuple[Integers, Integers, Integers]:
    """How often every owner has every value: owners, values and counts, sorted, without those that are 0.

    >>> tallied(np.array([1, 0, 1]), np.array([0, 2, 0]), 3)
    (array([0, 1]), array([2, 0]), array([1, 2]))
    """
    keys = owner * width + value
    radix = (int(owner.max()) + 1) * width if len(owner) else 0
    if radix <= ROOM * len(keys) + 1024:
        # Whole numbers up to 2^53 are exact as the floats that bincount adds.
        dense = np.bincount(keys, weights=count, minlength=radix)
        held = np.flatnonzero(dense)
        return held // width, held % width, dense[held].astype(np.int64)
    if count is None:
        held, counts = np.unique(keys, return_counts=True)
        return held // width, held % width, counts.astype(np.int64)
    held, places = np.unique(keys, return_inverse=True)
    return held // width, held % width, np.bincount(places, weights=count).astype(np.int64)
