"""Watchdog: long work runs in a thread of its own, and is given up where it makes no progress for long.

The thread that draws the page waits beside it, so the page answers whatever the work does. A thread cannot be ended
from outside: it is asked to at its next report, then by an exception between two of Python's instructions. One that is
in the midst of something else than Python notices neither. It is left to itself and counted, and while there are two
of these nothing long is begun.
"""

from __future__ import annotations

import ctypes
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar, copy_context
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from streamlit.runtime.scriptrunner import add_script_run_ctx, get_script_run_ctx

from leakage.progress import Listener, listening
from pages.shell import session, text

Result = TypeVar("Result")

CHECK_SECONDS = 0.05
"""Seconds between two looks of the thread that waits."""

GRACE = 2.0
"""Seconds in which a work has to end that was cancelled; and once more after an exception was raised in it."""

MOST_STUCK = 2
"""Threads that did not end, from which on nothing long is begun; at twice as many nothing is."""

SHORT = 1.0
"""Seconds that a work may take while so many threads have not ended."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a work may go on without progress.

    Arguments:
        silent: seconds without any report, > 0.
        unchanged: seconds in which all reports are the same, > 0: a loop without end may well report.
    """

    silent: float
    unchanged: float


COMPUTING = Limits(silent=20.0, unchanged=180.0)

DERIVING = Limits(silent=120.0, unchanged=120.0)
"""A key, which reports nothing; the dearest that a vault may ask for takes some ten seconds."""

SAVING = Limits(silent=60.0, unchanged=60.0)


class Stopped(Exception):  # noqa: N818
    """A computation that was stopped, or not begun; the text says why, and is for the person."""


class Stalled(Stopped):
    """A computation that was stopped because it made no progress."""


class Cancelled(BaseException):
    """Raised in the thread of a work that nobody waits for any more: no handler of errors may take it for one."""


class Work(Generic[Result]):
    """A work in a thread of its own.

    Arguments:
        work: what is done; it sees the context variables of the thread that makes this.
        listener: of its reports, in its thread.
        name: of its thread.
    """

    def __init__(self, work: Callable[[], Result], listener: Listener, name: str = "computation") -> None:
        self._work, self._listener = work, listener
        self._result: list[Result] = []
        self._failure: BaseException | None = None
        self._cancelled = self._waiting = self._over = False
        self._ending = threading.Lock()
        self.progress: tuple[str, int, int] = ("Working it out", 0, 0)
        self._reported = self._changed = time.monotonic()
        self.thread = threading.Thread(target=copy_context().run, args=(self._run,), daemon=True, name=name)
        if get_script_run_ctx(suppress_warning=True) is not None:
            add_script_run_ctx(self.thread)

    def _run(self) -> None:
        _CURRENT.set(self)
        with suppress(Cancelled):
            try:
                with listening(self._report):
                    self._result.append(self._work())
            except BaseException as failure:
                self._failure = failure
            with self._ending:
                self._over = True

    def _report(self, what: str, done: int, total: int) -> None:
        self.check()
        self._reported = time.monotonic()
        if (what, done, total) != self.progress:
            self.progress, self._changed = (what, done, total), self._reported
        self._listener(what, done, total)

    def check(self) -> None:
        """End here if it was cancelled; called in its thread."""
        if self._cancelled:
            raise Cancelled

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Inside, it waits for others, and need not make progress; called in its thread."""
        self._waiting = True
        try:
            yield
        finally:
            self._reported = self._changed = time.monotonic()
            self._waiting = False

    def check_progress(self, limits: Limits) -> None:
        """Notice that it makes no progress; called in the thread that waits.

        Raises:
            Stalled: where that is so.
        """
        # Asked first: when it waits no more, it has just reported.
        if self._waiting:
            return
        for limit, since in ((limits.silent, self._reported), (limits.unchanged, self._changed)):
            if time.monotonic() - since > limit:
                raise Stalled(text.STALLED.format(seconds=limit))

    def __enter__(self) -> Work[Result]:
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    @property
    def ended(self) -> bool:
        """Whether it has ended by now, or does within a moment; asked in the thread that waits."""
        self.thread.join(CHECK_SECONDS)
        return not self.thread.is_alive()

    def end(self) -> None:
        """Have it end if it has not, and wait for that as long as is reasonable; called in the thread that waits."""
        self._cancelled = True
        self.thread.join(GRACE)
        if self.thread.is_alive():
            self._raise_cancelled()
            self.thread.join(GRACE)
        if self.thread.is_alive():
            with _LOCK:
                _STUCK.append(self.thread)

    def _raise_cancelled(self) -> None:
        """Raise it in its thread, at the next instruction of Python."""
        # Of a thread that has ended another one may have the number; and a module half imported may never be again.
        with self._ending:
            if not self._over and not _importing(self.thread):
                number = ctypes.c_ulong(self.thread.ident or 0)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(number, ctypes.py_object(Cancelled))

    def outcome(self) -> Result:
        """What it gave, or the exception that ended it; once its thread has ended."""
        if self._failure is not None:
            raise self._failure
        return self._result[0]


_CURRENT: ContextVar[Work[Any] | None] = ContextVar("work", default=None)
_LOCK = threading.Lock()
_STUCK: list[threading.Thread] = []


def current() -> Work[Any] | None:
    """The work of this thread, if it is that of one."""
    return _CURRENT.get()


def stuck() -> tuple[threading.Thread, ...]:
    """The threads that were to end and have not yet."""
    with _LOCK:
        _STUCK[:] = [thread for thread in _STUCK if thread.is_alive()]
        return tuple(_STUCK)


def ignore(what: str, done: int, total: int) -> None:
    """Listen to nothing."""


def run(
    work: Callable[[], Result],
    listener: Listener = ignore,
    attend: Listener = ignore,
) -> Result:
    """Do work in a thread of its own while this one waits; inside such work it is done as it is.

    Arguments:
        work: reports to ``leakage.progress``.
        listener: hears every report, in the thread of the work; it may stop it by raising an exception.
        attend: hears the latest report every now and then, in this thread; an exception ends the work.

    Raises:
        Stalled: where the work makes no progress.
        Stopped: where too many threads have not ended.
    """
    if current() is not None:
        return work()
    longest, begun = _longest(), time.monotonic()
    with Work(work, listener) as started:
        while not started.ended:
            attend(*started.progress)
            started.check_progress(COMPUTING)
            if longest is not None and time.monotonic() - begun > longest:
                raise _refused(len(stuck()))
        return started.outcome()


def _longest() -> float | None:
    """Seconds that a work may take now; None for any."""
    count = len(stuck())
    if count >= 2 * MOST_STUCK:
        raise _refused(count)
    return SHORT if count >= MOST_STUCK else None


def _refused(count: int) -> Stopped:
    return Stopped(text.TOO_MANY_STUCK.format(count=count))


def limited(work: Callable[[], Result], limits: Limits, what: str) -> Result:
    """Do what is never refused nor broken off by another click, such as saving, within limits of its own.

    Arguments:
        work: is done in a thread of its own.
        limits: how long it may go on without progress.
        what: it is called.

    Raises:
        ValueError: where it makes none, or where this session's last attempt has not ended yet.
    """
    name = f"{what} {session.identity()}"
    if any(thread.name == name for thread in stuck()):
        # It would wait for the same, each time as long.
        raise ValueError(text.NOT_ENDED.format(what=what))
    try:
        with Work(work, ignore, name) as started:
            while not started.ended:
                started.check_progress(limits)
            return started.outcome()
    except Stalled:
        raise ValueError(text.NOT_IN_TIME.format(what=what, seconds=limits.silent)) from None


def _importing(thread: threading.Thread) -> bool:
    """Whether a thread is in the midst of an import."""
    frame = sys._current_frames().get(thread.ident or 0)
    while frame is not None and not frame.f_code.co_filename.startswith("<frozen importlib"):
        frame = frame.f_back
    return frame is not None
