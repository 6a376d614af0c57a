"""Logs say what went wrong and where, never with which values, and stay short."""

from __future__ import annotations

import logging
import sys
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Any

# The log stays short: of one kind at most one entry a minute, with a count, and all of it within ten megabytes.


FULL = "The log is full: nothing more is written to it until the program is started again"
ROOM_FOR_A_PREFIX = 200
BELOW_ALL = logging.NOTSET - 1
"""The level of a record that no handler writes: each writes from a level of its own on, which is NOTSET at least."""


@dataclass
class _Kind:
    """When an entry of a kind was written last, and how many were not since."""

    written: float
    held_back: int = 0


class LogLimits:
    """Says what of the log is written.

    Arguments:
        every: seconds between two entries of one kind, > 0.
        most: bytes of the whole log, > 0.
        kinds: so many are told apart, > 0; the rest of a minute counts as one kind.
        clock: seconds, rising.
    """

    def __init__(
        self,
        *,
        every: float = 60.0,
        most: int = 10_000_000,
        kinds: int = 500,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._every, self._most, self._kinds, self._clock = every, most, kinds, clock
        self._known: dict[object, _Kind] = {}
        self._bytes = 0
        self._full = False
        self._lock = threading.Lock()

    def admits(self, record: logging.LogRecord) -> bool:
        """Whether a record is written; it is told how many of its kind were not, and that it is the last."""
        with self._lock:
            return not self._full and self._is_due(record) and self._fits(record)

    def _is_due(self, record: logging.LogRecord) -> bool:
        moment, key = self._clock(), self._key(record)
        kind = self._known.get(key)
        if kind is not None and moment - kind.written < self._every:
            kind.held_back += 1
            return False
        if kind is not None and kind.held_back:
            record.msg, record.args = f"{record.getMessage()} (and {kind.held_back} more of this kind before)", None
        self._known[key] = _Kind(moment)
        return True

    def _key(self, record: logging.LogRecord) -> object:
        """Where it was logged, how it begins, and the exception by kind and place."""
        begins = str(record.msg)[:60]
        key = (record.name, record.levelno, record.pathname, record.lineno, begins, record.exc_text)
        if key not in self._known and len(self._known) >= self._kinds:
            self._forget_old()
            if len(self._known) >= self._kinds:
                return "others"
        return key

    def _forget_old(self) -> None:
        moment = self._clock()
        self._known = {key: kind for key, kind in self._known.items() if moment - kind.written < self._every}

    def _fits(self, record: logging.LogRecord) -> bool:
        length = len(f"{record.getMessage()}{record.exc_text or ''}".encode(errors="replace")) + ROOM_FOR_A_PREFIX
        if self._bytes + length + len(FULL) + ROOM_FOR_A_PREFIX > self._most:
            self._full = True
            record.msg, record.args, record.exc_text = FULL, None, None
        self._bytes += length
        return True


def limit_logs(limits: LogLimits) -> None:
    """From now on every logger of the process keeps to the limits, whenever it and its handlers were made."""
    usual = logging.getLogRecordFactory()

    def record(*args: Any, **kwargs: Any) -> logging.LogRecord:
        made = usual(*args, **kwargs)
        if not limits.admits(made):
            made.levelno = BELOW_ALL
        return made

    # Not by filters: those of a logger see nothing of its children, and Streamlit makes its handlers anew.
    logging.setLogRecordFactory(record)


# Logs say what went wrong and where, and never with which values.


_LOG = logging.getLogger(__name__)
SERVERS = ("uvicorn.error", "uvicorn.access", "websockets")


def keep_values_out_of_logs() -> None:
    """From now on no record of any logger holds an exception's message, and the server says no paths or queries."""
    usual = logging.getLogRecordFactory()

    def record(*args: Any, **kwargs: Any) -> logging.LogRecord:
        return without_values(usual(*args, **kwargs))

    logging.setLogRecordFactory(record)
    for name in SERVERS:
        # Not by the level: Streamlit sets that again whenever it reads its configuration.
        logging.getLogger(name).addFilter(_is_serious)
    threading.excepthook = _report_thread
    sys.unraisablehook = _report_unraisable


def without_values(record: logging.LogRecord) -> logging.LogRecord:
    """The record with exceptions told by their kind and place; their messages may quote what a person entered."""
    if isinstance(record.exc_info, tuple) and record.exc_info[1] is not None:
        record.exc_text = kind_and_place(record.exc_info[1])
    record.exc_info = None
    if isinstance(record.args, tuple):
        record.args = tuple(_kind(each) if isinstance(each, BaseException) else each for each in record.args)
    if isinstance(record.msg, BaseException):
        record.msg = _kind(record.msg)
    if record.name == "asyncio" and isinstance(record.msg, str):
        # Its further lines show tasks with the exceptions they ended in.
        record.msg = record.msg.partition("\n")[0]
    return record


def kind_and_place(error: BaseException) -> str:
    """A traceback without messages, and those of the exceptions that led to it."""
    parts: list[str] = []
    seen: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in seen:
        seen.add(id(current))
        parts.append(_trace(current.__traceback__) + _kind(current))
        current = current.__cause__ or (None if current.__suppress_context__ else current.__context__)
    return "\n\nwhile handling this:\n\n".join(parts)


def _trace(where: TracebackType | None) -> str:
    return "Traceback (most recent call last):\n" + "".join(traceback.format_tb(where)) if where else ""


def _kind(error: BaseException) -> str:
    return f"{type(error).__qualname__} (what it says is kept out of the log)"


def _is_serious(record: logging.LogRecord) -> bool:
    return record.levelno >= logging.WARNING


def _report_thread(failure: threading.ExceptHookArgs) -> None:
    if failure.exc_value is not None and not isinstance(failure.exc_value, SystemExit):
        _LOG.error("Exception in a thread", exc_info=failure.exc_value)


def _report_unraisable(failure: sys.UnraisableHookArgs) -> None:
    if failure.exc_value is not None:
        _LOG.error("Exception that nobody could take", exc_info=failure.exc_value)
