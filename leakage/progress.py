"""Progress: how far a long computation is, how much it may take, and two parts of it at a time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

# Progress: how far a long analysis is, and how much it may take. Who listens can stop it by raising an exception.


Thing = TypeVar("Thing")

Listener: TypeAlias = Callable[[str, int, int], None]
"""Told what is being done, how much of it is, and how much there is."""

CHECK_SECONDS = 0.02
"""Seconds from one moment to stop to the next, where there are more."""


@dataclass(slots=True)
class _Heard:
    """A listener, when it was told last, or began to listen, and what."""

    listener: Listener
    when: float
    last_report: tuple[str, int, int] = ("Working it out", 0, 0)

    def hear(self, what: str, done: int, total: int) -> None:
        self.last_report, self.when = (what, done, total), time.monotonic()
        self.listener(what, done, total)


# One for each thread: two analyses that run side by side do not hear each other.
_HEARD: ContextVar[_Heard | None] = ContextVar("heard", default=None)


@contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """Have a listener told of every analysis inside the block.

    >>> heard = []
    >>> with listening(lambda what, done, total: heard.append((what, done, total))):
    ...     report("counting", 1, 2)
    >>> heard
    [('counting', 1, 2)]
    """
    token = _HEARD.set(_Heard(listener, time.monotonic()))
    try:
        yield
    finally:
        _HEARD.reset(token)


def report(what: str, done: int, total: int) -> None:
    """Tell the listener, if there is one."""
    heard = _HEARD.get()
    if heard is not None:
        heard.hear(what, done, total)


def check_cancelled() -> None:
    """A moment to stop between two reports: where the last is a while ago, the listener is told it again.

    It costs next to nothing, so that it can stand in every loop.
    """
    heard = _HEARD.get()
    if heard is not None and time.monotonic() - heard.when > CHECK_SECONDS:
        heard.hear(*heard.last_report)


def cancellable(things: Iterable[Thing]) -> Iterator[Thing]:
    """The same things, with a moment to stop before each.

    >>> [number * number for number in cancellable(range(3))]
    [0, 1, 4]
    """
    for thing in things:
        check_cancelled()
        yield thing


@dataclass(frozen=True)
class Budget:
    """What an analysis may take, beside the limits it has by itself.

    What is drawn or searched ends early when the time is over, and says so: wider margins, wider bounds. What can
    only be had as a whole goes on. Memory needs no budget: every table of results is bounded by itself.

    Arguments:
        seconds: from the beginning of the block on, >= 0; None for no limit.

    Raises:
        ValueError: for less than no time.

    >>> Budget(seconds=-1.0)
    Traceback (most recent call last):
    ValueError: seconds must be at least 0, got -1.0
    """

    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None and not self.seconds >= 0.0:
            raise ValueError(f"seconds must be at least 0, got {self.seconds}")


_ENDS: ContextVar[float | None] = ContextVar("ends", default=None)


@contextmanager
def within(budget: Budget) -> Iterator[None]:
    """Keep every analysis inside the block within a budget, as far as it can be.

    >>> with within(Budget(seconds=0.0)):
    ...     deadline_passed()
    True
    >>> deadline_passed()
    False
    """
    ends = None if budget.seconds is None else time.monotonic() + budget.seconds
    token = _ENDS.set(ends)
    try:
        yield
    finally:
        _ENDS.reset(token)


def deadline_passed() -> bool:
    """Whether what can end early should end now."""
    ends = _ENDS.get()
    return ends is not None and time.monotonic() >= ends
