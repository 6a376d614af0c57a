"""Object cells: a column of Python's objects, taken apart by their kinds."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa

from leakage.cell_texts import TEXT
from leakage.texts import Integers

Objects: TypeAlias = npt.NDArray[np.object_]
Values: TypeAlias = "pa.Array | npt.NDArray[np.int64] | npt.NDArray[np.float64] | Objects"

BLOCK = 16_384
"""Cells that are gone through together: the objects they point at stay in the processor's cache."""

_TEXTS: tuple[type, ...] = (str, np.str_, type(None), type(pd.NA), type(pd.NaT))
"""Kinds that Arrow makes texts of, or nothing; others it may take for texts that are none, such as bytes."""

_FAMILIES: tuple[tuple[type, ...], ...] = (_TEXTS, (int,), (float, np.float64))

_FAMILY_OF: dict[type, tuple[type, ...]] = {kind: family for family in _FAMILIES for kind in family}


def by_kind(cells: Objects) -> list[tuple[Integers, Values]]:
    """The places of cells that are read alike, ascending, and what they hold: texts of Arrow's, numbers, or objects.

    What is neither a text, nothing, nor a number of 64 bits stays an object, those of each kind by themselves: 1, 1.0
    and True are equal and are not written alike.

    >>> [(places.tolist(), values.tolist()) for places, values in by_kind(np.array(["a", 1, None, True, 2], object))]
    [([0, 2], ['a', None]), ([1, 4], [1, 2]), ([3], [True])]
    """
    found: dict[Hashable, tuple[list[Integers], list[Values]]] = {}
    for begin in range(0, len(cells), BLOCK):
        some = cells[begin : begin + BLOCK]
        # As a list: then they are fetched from memory many at once, which takes half the time where they lie scattered.
        kinds = _addresses(map(type, some.tolist()), len(some))
        seen = np.zeros(len(some), dtype=bool)
        while not seen.all():
            kind = type(some[int(seen.argmin())])
            family = _FAMILY_OF.get(kind, (kind,))
            alike = np.logical_or.reduce([kinds == id(one) for one in family])
            seen |= alike
            here = np.flatnonzero(alike)
            read, values = _values(family, some if len(here) == len(some) else some[here])
            places, of_block = found.setdefault(read, ([], []))
            places.append(here + begin)
            of_block.append(values)
    return [(np.concatenate(places), _joined(values)) for places, values in found.values()]


def _addresses(objects: Iterable[object], count: int) -> npt.NDArray[np.intp]:
    """``id`` of every object: an array of objects consists of them, and this takes half the time of asking for each."""
    return np.frombuffer(np.fromiter(objects, np.object_, count).tobytes(), np.intp)


def _values(family: tuple[type, ...], cells: Objects) -> tuple[Hashable, Values]:
    """Cells of one family in an array of its own type, and what to call it."""
    if family is _TEXTS:
        return "texts", pa.array(cells, TEXT, from_pandas=True)
    if float in family:
        return "floats", cells.astype(np.float64)
    if int in family:
        try:
            return "whole", cells.astype(np.int64)
        except OverflowError:
            return int, cells
    return family, cells


def _joined(values: list[Values]) -> Values:
    return pa.concat_arrays(values) if isinstance(values[0], pa.Array) else np.concatenate(values)
