"""Logs stay short and name no values."""

from __future__ import annotations

import gc
import io
import logging
import sys
import threading
from collections.abc import Iterator

import pytest
import streamlit.logger

from pages.door import logs
from pages.door.logs import FULL, LogLimits, limit_logs, without_values

# Promise 3: what goes wrong is logged by kind and place, never with a value.


CANARY = "canary-4711"


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    """What a logger writes that was made before, and one made after."""
    factory, hook, unraisable = logging.getLogRecordFactory(), threading.excepthook, sys.unraisablehook
    filters = {name: list(logging.getLogger(name).filters) for name in logs.SERVERS}
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(logging.Formatter("%(levelname)s %(name)s %(message)s"))
    for name in ("before", "asyncio", logs.__name__, *logs.SERVERS):
        logging.getLogger(name).addHandler(handler)
    logs.keep_values_out_of_logs()
    logging.getLogger("after").addHandler(handler)
    yield written
    for name in ("before", "after", "asyncio", logs.__name__, *logs.SERVERS):
        logging.getLogger(name).removeHandler(handler)
    for name, before in filters.items():
        logging.getLogger(name).filters[:] = before
    logging.setLogRecordFactory(factory)
    threading.excepthook = hook
    sys.unraisablehook = unraisable


def fail() -> None:
    try:
        raise KeyError(CANARY)
    except KeyError as first:
        raise ValueError(f"no {CANARY}") from first


@pytest.mark.parametrize("name", ["before", "after"])
def test_an_exception_is_told_by_kind_and_place(stream: io.StringIO, name: str) -> None:
    logger = logging.getLogger(name)
    try:
        fail()
    except ValueError as error:
        logger.exception("Uncaught app execution")
        logger.error("again", exc_info=error)
        logger.error("it was %s", error)
        logger.error(error)
    written = stream.getvalue()
    assert CANARY not in written
    assert written.count("ValueError (what it says is kept out of the log)") == 4
    assert written.count("while handling this") == 2
    assert "KeyError" in written
    assert "in fail" in written
    assert "Uncaught app execution" in written


def test_what_is_no_exception_is_left_as_it_is(stream: io.StringIO) -> None:
    logging.getLogger("before").warning("%s of %d", "three", 4)
    assert stream.getvalue() == "WARNING before three of 4\n"


def test_an_exception_that_leads_to_itself_ends(stream: io.StringIO) -> None:
    error, other = ValueError(CANARY), KeyError(CANARY)
    error.__context__, other.__context__ = other, error
    logging.getLogger("before").error("round", exc_info=error)
    assert stream.getvalue().count("while handling this") == 1
    assert CANARY not in stream.getvalue()


def test_a_task_that_failed_is_not_quoted(stream: io.StringIO) -> None:
    logging.getLogger("asyncio").error(f"Task exception was never retrieved\nfuture: <Task exception={CANARY!r}>")
    assert stream.getvalue() == "ERROR asyncio Task exception was never retrieved\n"


@pytest.mark.parametrize("name", logs.SERVERS)
def test_the_server_tells_no_paths(stream: io.StringIO, name: str) -> None:
    logging.getLogger(name).setLevel(logging.INFO)
    logging.getLogger(name).info('%s - "WebSocket %s" [accepted]', "127.0.0.1", f"/_stcore/stream?{CANARY}")
    logging.getLogger(name).warning("it matters")
    assert stream.getvalue() == f"WARNING {name} it matters\n"


def test_a_thread_that_fails_tells_no_value(stream: io.StringIO) -> None:
    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
    written = stream.getvalue()
    assert CANARY not in written
    assert "ValueError" in written
    assert "in fail" in written


def test_what_fails_where_nobody_can_take_it_tells_no_value(
    stream: io.StringIO, capsys: pytest.CaptureFixture[str]
) -> None:
    class Leaving:
        def __del__(self) -> None:
            fail()

    Leaving()
    gc.collect()
    assert "ValueError" in stream.getvalue()
    assert CANARY not in stream.getvalue() + capsys.readouterr().err


# The log: of one kind one entry a minute, with a count, and never more than ten megabytes.


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def limits_stream() -> Iterator[io.StringIO]:
    factory = logging.getLogRecordFactory()
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    logger = logging.getLogger("limited")
    logger.addHandler(handler)
    yield written
    logger.removeHandler(handler)
    logging.setLogRecordFactory(factory)


def log(text: str = "it failed", error: Exception | None = None) -> None:
    logging.getLogger("limited").error(text, exc_info=error)


def limit(clock: Clock, **more: int) -> None:
    limit_logs(LogLimits(clock=clock, **more))


def test_one_kind_is_written_once_a_minute_with_a_count(limits_stream: io.StringIO, clock: Clock) -> None:
    limit(clock)
    for second in range(150):
        clock.now = float(second)
        log()
    assert limits_stream.getvalue().splitlines() == [
        "it failed",
        "it failed (and 59 more of this kind before)",
        "it failed (and 59 more of this kind before)",
    ]


@pytest.mark.parametrize("level", [logging.NOTSET, logging.DEBUG, logging.ERROR])
def test_loggers_and_handlers_made_later_keep_to_the_limits(
    limits_stream: io.StringIO, clock: Clock, level: int
) -> None:
    limit(clock)
    logger, handler = logging.getLogger(f"limited.later.{level}"), logging.StreamHandler(limits_stream)
    handler.setLevel(level)
    logger.addHandler(handler)
    try:
        for _ in range(5):
            logger.error("it failed")
    finally:
        logger.removeHandler(handler)
    # Once by its own handler, and once by that of its parent.
    assert limits_stream.getvalue().splitlines() == ["it failed"] * 2


def test_what_has_no_handler_keeps_to_the_limits(
    limits_stream: io.StringIO, clock: Clock, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    limit(clock)
    for _ in range(5):
        logging.getLogger("nobody").error("it failed")
    assert capsys.readouterr().err.splitlines() == ["it failed"]


def test_streamlit_making_its_handlers_anew_keeps_to_the_limits(
    limits_stream: io.StringIO, clock: Clock, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    limit(clock)
    monkeypatch.setattr(streamlit.logger, "_loggers", {})
    logger = streamlit.logger.get_logger("limited-by-streamlit")
    for _ in range(5):
        streamlit.logger.update_formatter()
        logger.error("it failed")
    assert capsys.readouterr().err.count("it failed") == 1


def test_kinds_are_told_apart_by_place_words_and_exception(limits_stream: io.StringIO, clock: Clock) -> None:
    limit(clock)
    for _ in range(3):
        log("one")
        log("another")
        logging.getLogger("limited").error("one")
    assert limits_stream.getvalue().splitlines() == ["one", "another", "one"]


def test_exceptions_of_one_kind_and_place_are_one_kind(limits_stream: io.StringIO, clock: Clock) -> None:
    factory = logging.getLogRecordFactory()
    logging.setLogRecordFactory(lambda *a, **k: without_values(factory(*a, **k)))
    limit(clock)
    for number in range(50):
        try:
            raise (ValueError if number % 2 else KeyError)(number)
        except (ValueError, KeyError) as error:
            log(error=error)
    assert limits_stream.getvalue().count("it failed") == 2


def test_what_differs_in_every_entry_is_one_kind_once_there_are_too_many(
    limits_stream: io.StringIO, clock: Clock
) -> None:
    limit(clock, kinds=10)
    for number in range(1_000):
        log(f"{number} failed")
    assert len(limits_stream.getvalue().splitlines()) == 11
    clock.now = 61.0
    log("after a minute")
    assert limits_stream.getvalue().splitlines()[-1] == "after a minute"


def test_it_never_grows_beyond_its_bound_and_says_so(limits_stream: io.StringIO, clock: Clock) -> None:
    limit(clock, most=50_000)
    for number in range(10_000):
        clock.now = 100.0 * number
        log(f"{number} failed é" * 3)
    written = limits_stream.getvalue()
    assert 25_000 < 200 * len(written.splitlines()) + len(written.encode()) <= 50_200
    assert written.count(FULL) == 1
    assert written.splitlines()[-1] == FULL
