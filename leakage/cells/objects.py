"""Object cells: a column of Python's objects, taken apart by their kinds."""

from __future__ import annotations

import contextlib
import datetime
from collections.abc import Hashable, Iterable, Iterator
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa

from leakage.cells.cell_texts import TEXT
from leakage.cells.texts import Integers

Objects: TypeAlias = npt.NDArray[np.object_]
Values: TypeAlias = "pa.Array | npt.NDArray[np.int64] | npt.NDArray[np.float64] | npt.NDArray[np.bool_] | Objects"
Places: TypeAlias = "Integers | slice"

BLOCK = 16_384
"""Cells that are gone through together: the objects they point at stay in the processor's cache."""

_TEXTS: tuple[type, ...] = (str, np.str_, type(None), type(pd.NA), type(pd.NaT))
"""Kinds that Arrow makes texts of, or nothing; others it may take for texts that are none, such as bytes."""

_FLOATS: tuple[type, ...] = (float, np.float64)

_IN_ARROW = frozenset((*_TEXTS, *_FLOATS))

_ARRAY_OF: dict[tuple[type, ...], type] = {_FLOATS: np.float64, (bool,): np.bool_}

_FAMILY_OF: dict[type, tuple[type, ...]] = {kind: family for family in (_TEXTS, _FLOATS) for kind in family}


def by_kind(cells: Objects) -> list[tuple[Places, Values]]:
    """The places of cells that are read alike, ascending, or all there are, and what they hold.

    Texts and days become Arrow's, numbers of 64 bits and truths arrays. What is none of these, nor nothing, stays an
    object, those of each kind by themselves: 1, 1.0 and True are equal and are not written alike.

    >>> [(places.tolist(), values.tolist()) for places, values in by_kind(np.array(["a", 1, None, True, 2], object))]
    [([0, 2], ['a', None]), ([1, 4], [1, 2]), ([3], [True])]
    """
    if all(_IN_ARROW.issuperset(map(type, some.tolist())) for some in _blocks(cells)):
        # Numbers among texts are mostly NaN, for nothing; Arrow refuses others here.
        with contextlib.suppress(pa.ArrowException):
            return [(slice(None), pa.array(cells, TEXT, from_pandas=True))]
    found: dict[Hashable, tuple[list[Integers], list[Values]]] = {}

    def add(read: Hashable, here: Integers, values: Values) -> None:
        places, of_block = found.setdefault(read, ([], []))
        places.append(here)
        of_block.append(values)

    for number, some in enumerate(_blocks(cells)):
        # As a list: then they are fetched from memory many at once, which takes half the time where they lie scattered.
        kinds = _addresses(map(type, some.tolist()), len(some))
        seen = np.zeros(len(some), dtype=bool)
        while not seen.all():
            kind = type(some[int(seen.argmin())])
            family = _FAMILY_OF.get(kind, (kind,))
            alike = _any_of(kinds, family)
            seen |= alike
            here = np.flatnonzero(alike)
            read, values = _values(family, some if len(here) == len(some) else some[here])
            add(read, here + number * BLOCK, values)
    return [(np.concatenate(places), _joined(values)) for places, values in found.values()]


def _blocks(cells: Objects) -> Iterator[Objects]:
    return (cells[first : first + BLOCK] for first in range(0, len(cells), BLOCK))


def _any_of(kinds: npt.NDArray[np.intp], family: tuple[type, ...]) -> npt.NDArray[np.bool_]:
    either: npt.NDArray[np.bool_] = np.logical_or.reduce([kinds == id(kind) for kind in family])
    return either


def _addresses(objects: Iterable[object], count: int) -> npt.NDArray[np.intp]:
    """``id`` of every object: an array of objects consists of them, and this takes half the time of asking for each."""
    return np.frombuffer(np.fromiter(objects, np.object_, count).tobytes(), np.intp)


def _values(family: tuple[type, ...], cells: Objects) -> tuple[Hashable, Values]:
    """Cells of one family in an array of its own type, and what to call it."""
    if family is _TEXTS:
        return "texts", pa.array(cells, TEXT, from_pandas=True)
    if family in _ARRAY_OF:
        return family, cells.astype(_ARRAY_OF[family])
    if family == (int,):
        try:
            return "whole", cells.astype(np.int64)
        except OverflowError:
            return int, cells
    if family == (datetime.date,):
        return "days", pa.array(cells, pa.date32())
    return family, cells


def _joined(values: list[Values]) -> Values:
    return pa.concat_arrays(values) if isinstance(values[0], pa.Array) else np.concatenate(values)
