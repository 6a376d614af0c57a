"""Python's full search for garbage waits while something computes: nothing can be stopped in the midst of one."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

WHILE_COMPUTING = 1_000
"""In place of 10 searches among what is younger: about seven million new objects, after which it is made anyway."""


class FullSearches:
    """How often Python looks for garbage among all there is; what just came is always looked through.

    Among the millions of objects of a large work a full search takes up to a second, and recurs while they grow.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._computing = 0
        self._usual = 0

    @contextmanager
    def seldom(self) -> Iterator[None]:
        """Make them seldom in the block, and as usual again when no other such block is left."""
        with self._lock:
            if not self._computing:
                self._usual = _set_third(WHILE_COMPUTING)
            self._computing += 1
        try:
            yield
        finally:
            with self._lock:
                self._computing -= 1
                if not self._computing:
                    _set_third(self._usual)


def _set_third(threshold: int) -> int:
    """Set after how many searches among the middle-aged a full one follows; what it was before."""
    first, second, before = gc.get_threshold()
    gc.set_threshold(first, second, threshold)
    return before
