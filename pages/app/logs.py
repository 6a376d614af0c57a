"""Logs: they say what went wrong and where, never with which values."""

from __future__ import annotations

import logging
import sys
import threading
import traceback
from typing import Any


class _Record(logging.LogRecord):
    """A log record that tells exceptions by kind and place: their messages may quote what a person entered."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if isinstance(self.exc_info, tuple) and self.exc_info[1] is not None:
            self.exc_text = "".join(traceback.format_tb(self.exc_info[2])) + _kind(self.exc_info[1])
        # Of asyncio, further lines show tasks with the exceptions they ended in.
        self.exc_info, self.msg = None, str(_kind(self.msg)).partition("\n" if self.name == "asyncio" else "\0")[0]
        if isinstance(self.args, tuple):
            self.args = tuple(map(_kind, self.args))


def _kind(logged: Any) -> Any:
    said = f"{type(logged).__qualname__} (its message is kept out of the log)"
    return said if isinstance(logged, BaseException) else logged


def keep_values_out_of_logs() -> None:
    """Log exceptions without their messages from now on, and nothing of the server below a warning."""
    logging.setLogRecordFactory(_Record)
    for name in ("uvicorn.error", "uvicorn.access", "websockets"):
        logging.getLogger(name).addFilter(lambda record: record.levelno >= logging.WARNING)
    threading.excepthook = sys.unraisablehook = _log_failure


def _log_failure(failure: Any) -> None:
    if not isinstance(failure.exc_value, SystemExit):
        where = (failure.exc_type, failure.exc_value, failure.exc_traceback)
        logging.getLogger(__name__).error("Failed in the background", exc_info=where)
