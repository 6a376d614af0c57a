"""Progress of a long computation, reported to a listener, which can stop it by raising an exception."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

Thing = TypeVar("Thing")

Listener: TypeAlias = Callable[[str, int, int], None]
"""Called with the name of a step, how much of it is done, and how much there is."""

CHECK_SECONDS = 0.02


@dataclass(slots=True)
class _Heard:
    listener: Listener
    when: float
    last_report: tuple[str, int, int] = ("Working it out", 0, 0)


# Computations in two threads have a listener each.
_HEARD: ContextVar[_Heard | None] = ContextVar("heard", default=None)


@contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """Call a listener at every report inside the block.

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


def is_heard() -> bool:
    """Whether there is a listener."""
    return _HEARD.get() is not None


def report(what: str, done: int, total: int) -> None:
    """Call the listener, if there is one."""
    if heard := _HEARD.get():
        heard.last_report, heard.when = (what, done, total), time.monotonic()
        heard.listener(what, done, total)


def check_cancelled() -> None:
    """Repeat the last report if it is old, so that the listener can stop a loop without reports."""
    if (heard := _HEARD.get()) and time.monotonic() - heard.when > CHECK_SECONDS:
        report(*heard.last_report)


def cancellable(things: Iterable[Thing]) -> Iterator[Thing]:
    """The same things, with ``check_cancelled`` before each.

    >>> [number * number for number in cancellable(range(3))]
    [0, 1, 4]
    """
    for thing in things:
        check_cancelled()
        yield thing
