"""Texts: many distinct strings as Arrow holds them, and the number of each among them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from typing import Any, overload

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from leakage.cells.cell_texts import TEXT, Unwritten

Integers = npt.NDArray[np.int64]
Prints = npt.NDArray[np.uint64]

BLOCK = 131_072
"""Texts that are looked at together: few, for what is worked out of them is to stay in the processor's cache; and not
too few, for two threads that do this at once wait for each other at every step.
"""

CHECKED = 32_768
"""Texts that are compared with those of their numbers together."""

WORD = 8
"""Bytes of a text that are read at once."""

LONG = 32
"""Bytes from which on Arrow's own dictionary is quicker than numbers made here."""

_MIX, _SHIFT = np.uint64(0x9E3779B97F4A7C15), np.uint64(29)
_FIRST_BYTES = np.array([(1 << (8 * count)) - 1 for count in range(WORD + 1)], dtype=np.uint64)
# How many bytes a word has, told in its last one by what UTF-8 never has there; a full word needs no sign.
_END = np.array([(0xF8 + count) << 56 for count in range(WORD)] + [0], dtype=np.uint64)


class Texts(Sequence[str]):
    """Texts in Arrow's memory, a sixth of what they take as strings of Python; numbers are written when they are read.

    Arguments:
        parts: one after the other; none of them missing.

    >>> texts = Texts([pa.array(["Alice", "1"], TEXT), Unwritten(np.array([1.0, 2.5]))])
    >>> texts[3], texts.take(np.array([1, 0])), texts.places({"1", "Eve"})
    ('2.5', ['1', 'Alice'], {'1': [1, 2]})
    """

    def __init__(self, parts: Sequence[pa.Array | Unwritten]) -> None:
        self._parts = parts

    @cached_property
    def _array(self) -> pa.Array:
        written = [part.written() if isinstance(part, Unwritten) else part for part in self._parts]
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
        asked = pa.array([text for text in wanted if _encodable(text)], TEXT)
        here = pc.indices_nonzero(pc.is_in(self._array, value_set=asked)).to_numpy()
        found: dict[str, list[int]] = {}
        for text, place in zip(self.take(here), here.tolist(), strict=True):
            found.setdefault(text, []).append(place)
        return found


def distinct(texts: pa.Array) -> tuple[Integers, pa.Array]:
    """The number of every text in the order of their first ones, and the texts, each once; -1 for what is missing.

    >>> codes, once = distinct(pa.array(["a", None, "b", "a"], TEXT))
    >>> codes.tolist(), once.to_pylist()
    ([0, -1, 1, 0], ['a', 'b'])
    """
    if texts.nbytes <= LONG * len(texts):
        codes, first = _numbered(texts)
        once = texts.take(pa.array(first))
        if np.diff(_bounds(texts)).max(initial=0) <= WORD or _says(texts, once, codes):
            return codes, once
    encoded = texts.dictionary_encode()
    return encoded.indices.fill_null(-1).to_numpy().astype(np.int64), encoded.dictionary


def _numbered(texts: pa.Array) -> tuple[Integers, Integers]:
    """The number of every text, and where each number is first, if fingerprints tell texts apart."""
    prints = fingerprints(texts)
    there = np.flatnonzero(texts.is_valid().to_numpy(zero_copy_only=False)) if texts.null_count else None
    found, once = pd.factorize(prints if there is None else prints[there])
    codes: Integers = found.astype(np.int64, copy=False)
    first = np.empty(len(once), dtype=np.int64)
    first[codes[::-1]] = np.arange(len(codes))[::-1]
    if there is None:
        return codes, first
    spread = np.full(len(texts), -1, dtype=np.int64)
    spread[there] = codes
    return spread, there[first]


def _says(texts: pa.Array, once: pa.Array, codes: Integers) -> bool:
    """Whether every text is the one of its number."""

    def same(begin: int) -> bool:
        some = codes[begin : begin + CHECKED]
        told = once.take(pa.array(some, mask=some < 0 if texts.null_count else None))
        return bool(told.equals(texts[begin : begin + CHECKED]))

    return all(map(same, range(0, len(codes), CHECKED)))


def fingerprints(texts: pa.Array) -> Prints:
    """A number for every text; equal texts have the same, others hardly ever, and never if one word holds each.

    What is missing has any number.

    >>> fingerprints(pa.array(["a", "b", "a"], TEXT)).argsort(kind="stable").tolist() in ([0, 2, 1], [1, 0, 2])
    True
    """
    prints = np.empty(len(texts), dtype=np.uint64)
    if not len(texts):
        return prints
    bounds, data = _bounds(texts), np.frombuffer(texts.buffers()[2] or b"", np.uint8)
    for first in range(0, len(texts), BLOCK):
        some = bounds[first : first + BLOCK + 1]
        prints[first : first + BLOCK] = _prints(data[some[0] : some[-1]], some - some[0])
    return prints


def first_bytes(texts: pa.Array) -> npt.NDArray[np.uint8]:
    """The first byte of every text; none is empty or missing.

    >>> first_bytes(pa.array(["a", "bc"], TEXT)).tobytes()
    b'ab'
    """
    return np.frombuffer(texts.buffers()[2] or b"", np.uint8)[_bounds(texts)[:-1]]


def _bounds(texts: pa.Array) -> Integers:
    """Where in its bytes each text begins, and the end."""
    if not len(texts):
        return np.zeros(1, dtype=np.int64)
    bounds: Integers = np.frombuffer(texts.buffers()[1], np.int64)[texts.offset : texts.offset + len(texts) + 1]
    return bounds


def _prints(data: npt.NDArray[np.uint8], bounds: Integers) -> Prints:
    """Word by word, for all texts that reach so far; each step can be undone, so that no word gets lost."""
    padded = np.concatenate([data, np.zeros(WORD, dtype=np.uint8)])
    # The eight bytes from every place on as one number.
    words: Prints = np.ndarray((len(data) + 1,), "<u8", padded.data, strides=(1,))
    start, size = bounds[:-1], np.diff(bounds)
    prints = _with_word(np.zeros(len(size), dtype=np.uint64), words[start], size)
    reach, read = np.flatnonzero(size > WORD), WORD
    while len(reach):
        prints[reach] = _with_word(prints[reach], words[start[reach] + read], size[reach] - read)
        read += WORD
        reach = reach[size[reach] > read]
    return prints


def _with_word(prints: Prints, words: Prints, left: Integers) -> Prints:
    """The numbers with another word of each text, of which so many bytes are left."""
    here = np.minimum(left, WORD)
    mixed = (prints ^ (words & _FIRST_BYTES[here] | _END[here])) * _MIX
    return mixed ^ (mixed >> _SHIFT)


def _encodable(text: str) -> bool:
    """Whether Arrow can hold a text: half a surrogate pair it cannot."""
    return text.isascii() or not any("\ud800" <= sign <= "\udfff" for sign in text)
