"""Memory: results kept within a bound of bytes, and worked out again beyond it."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")

MOST_BYTES = 1 << 25
"""What one memory may hold, as its keeper estimates it."""


class Memory(Generic[Key, Value]):
    """Results by key; when they take more bytes than they may, all are forgotten.

    Arguments:
        most: bytes; by default ``MOST_BYTES``.

    >>> memory = Memory(100)
    >>> memory.put("a", 1, 60), memory.get("a")
    (None, 1)
    >>> memory.put("b", 2, 60), memory.get("a"), memory.get("b")
    (None, None, 2)
    """

    def __init__(self, most: int | None = None) -> None:
        self._most, self._bytes = MOST_BYTES if most is None else most, 0
        self._held: dict[Key, Value] = {}

    def get(self, key: Key) -> Value | None:
        """The result, or None where it is not held."""
        return self._held.get(key)

    def put(self, key: Key, value: Value, size: int) -> None:
        """Keep a result of about so many bytes."""
        if self._bytes + size > self._most:
            self._held.clear()
            self._bytes = 0
        self._held[key] = value
        self._bytes += size
