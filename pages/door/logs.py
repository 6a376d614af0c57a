"""Logs say what went wrong and where, and never with which values."""

from __future__ import annotations

import logging
import sys
import threading
import traceback
from types import TracebackType
from typing import Any

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
