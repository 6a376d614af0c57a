"""Bits: sets of numbers as whole numbers, bit n for n."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce

import numpy as np
import numpy.typing as npt

FEW_BITS = 24
"""Bits that are told sooner one by one than all at once."""


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits set, ascending.

    Raises:
        ValueError: for a negative mask, which has no end of bits.

    >>> list(bits(0b1010))
    [1, 3]
    >>> bits(-1)
    Traceback (most recent call last):
    ValueError: a mask must be at least 0, got -1
    """
    if mask < 0:
        raise ValueError(f"a mask must be at least 0, got {mask}")
    return _one_by_one(mask) if mask.bit_count() <= FEW_BITS else _all_at_once(mask)


def _one_by_one(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _all_at_once(mask: int) -> Iterator[int]:
    """The same in time that grows with the length alone: each bit that is taken from a long number copies all of it."""
    octets = np.frombuffer(mask.to_bytes((mask.bit_length() + 7) // 8, "little"), dtype=np.uint8)
    return iter(np.flatnonzero(np.unpackbits(octets, bitorder="little")).tolist())


def union_of(masks: Iterable[int]) -> int:
    """What is in any of the masks.

    >>> union_of([0b01, 0b11])
    3
    """
    return reduce(operator.or_, masks, 0)


def mask_of(numbers: Iterable[int]) -> int:
    """The mask with the bits of these numbers, which may be numpy's: those would lose what is shifted beyond bit 63.

    Raises:
        ValueError: for a negative number.

    >>> bin(mask_of([3, 1]))
    '0b1010'
    """
    places = [operator.index(number) for number in numbers]
    if places and min(places) < 0:
        raise ValueError(f"a number in a mask must be at least 0, got {min(places)}")
    if len(places) <= FEW_BITS:
        return reduce(operator.or_, (1 << place for place in places), 0)
    present = np.zeros(max(places) + 1, dtype=np.uint8)
    present[places] = 1
    return int.from_bytes(np.packbits(present, bitorder="little").tobytes(), "little")


def gathered_bits(mask: int, numbers: npt.NDArray[np.int64]) -> int:
    """The mask whose bit n is bit ``numbers[n]`` of another one.

    Arguments:
        mask: at least 0.
        numbers: at least 0, in any order; at least one.

    >>> bin(gathered_bits(0b101_0100, np.array([1, 6, 4, 2, 9])))
    '0b1110'
    """
    if not mask:
        return 0
    octets = np.frombuffer(mask.to_bytes(max(int(numbers.max()), mask.bit_length()) // 8 + 1, "little"), dtype=np.uint8)
    some = np.unpackbits(octets, bitorder="little")[numbers]
    return int.from_bytes(np.packbits(some, bitorder="little").tobytes(), "little")


def bit_rows(masks: Sequence[int], size: int) -> npt.NDArray[np.bool_]:
    """Which of the first bits each mask has, shape (masks, size).

    >>> bit_rows([0b01, 0b11], 2).tolist()
    [[True, False], [True, True]]
    """
    room = size // 8 + 1
    packed = b"".join(mask.to_bytes(room, "little") for mask in masks)
    rows = np.unpackbits(np.frombuffer(packed, np.uint8).reshape(-1, room), axis=1, bitorder="little")
    return rows[:, :size].astype(bool)
