"""The log says what went wrong and where, never with which values."""

from __future__ import annotations

import gc
import io
import logging
import sys
import threading

import pytest

from pages.app.logs import keep_values_out_of_logs


@pytest.fixture
def log():
    """What loggers write that keep values out."""
    written, factory = io.StringIO(), logging.getLogRecordFactory()
    hooks, filters = (threading.excepthook, sys.unraisablehook), list(logging.getLogger("uvicorn.error").filters)
    handler = logging.StreamHandler(written)
    names = ("a.page", "asyncio", "uvicorn.error", "pages.app.logs")
    for name in names:
        logging.getLogger(name).addHandler(handler)
    keep_values_out_of_logs()
    yield written
    for name in names:
        logging.getLogger(name).removeHandler(handler)
    logging.getLogger("uvicorn.error").filters[:] = filters
    logging.setLogRecordFactory(factory)
    threading.excepthook, sys.unraisablehook = hooks


def fail(*_):
    raise ValueError("-".join(("canary", "4711")))


def test_the_log_tells_kinds_and_places_and_no_value(log, capsys):
    logger = logging.getLogger("a.page")
    try:
        fail()
    except ValueError as error:
        logger.exception("it failed")
        logger.error("it was %s", error)
        logger.error(error)
    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
    type("Leaving", (), {"__del__": fail})()
    gc.collect()
    logging.getLogger("asyncio").error("Task failed\nfuture: canary-4711")
    logging.getLogger("uvicorn.error").info('"WebSocket %s" [accepted]', "/_stcore/stream?canary-4711")
    logger.error("%s of %d", "three", 4)
    assert "canary-4711" not in log.getvalue() + capsys.readouterr().err
    assert log.getvalue().count("ValueError (") == 5 and log.getvalue().count("in fail") == 3
    assert "it failed" in log.getvalue() and log.getvalue().endswith("three of 4\n")
