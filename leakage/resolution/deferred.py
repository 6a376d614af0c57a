"""Sequences whose items are built when they are looked at."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import TypeVar, overload

T = TypeVar("T")


class OnDemand(Sequence[T]):
    """A sequence whose items are built when they are asked for; equal to any sequence of equal items."""

    @abstractmethod
    def build(self, number: int) -> T:
        """The item of a number in [0, len)."""

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...
    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        if isinstance(index, slice):
            return tuple(self.build(number) for number in range(*index.indices(len(self))))
        number = int(index) + (len(self) if index < 0 else 0)
        if not 0 <= number < len(self):
            raise IndexError(f"number must be in [0, {len(self)}), got {index}")
        return self.build(number)

    def __iter__(self) -> Iterator[T]:
        return (self.build(number) for number in range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(mine == its for mine, its in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self)}>"


class Deferred(OnDemand[T]):
    """A sequence that is built as a whole, the first time that an item of it is looked at.

    Arguments:
        length: how many items there are.
        build: gives them.

    >>> squares = Deferred(3, lambda: [n * n for n in range(3)])
    >>> len(squares), squares == (0, 1, 4)
    (3, True)
    """

    def __init__(self, length: int, build: Callable[[], Sequence[T]]) -> None:
        self._length, self._build = length, build

    def __len__(self) -> int:
        return self._length

    def build(self, number: int) -> T:
        return self._items[number]

    @cached_property
    def _items(self) -> Sequence[T]:
        return self._build()
