"""The log: of one kind one entry a minute, with a count, and never more than ten megabytes."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator

import pytest

from pages.door.logs import FULL, LogLimits, limit_logs, without_values


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def stream(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    monkeypatch.setattr(logging.Logger, "handle", logging.Logger.handle)
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    logger = logging.getLogger("limited")
    logger.addHandler(handler)
    yield written
    logger.removeHandler(handler)


def log(text: str = "it failed", error: Exception | None = None) -> None:
    logging.getLogger("limited").error(text, exc_info=error)


def limit(clock: Clock, **more: int) -> None:
    limit_logs(LogLimits(clock=clock, **more))


def test_one_kind_is_written_once_a_minute_with_a_count(stream: io.StringIO, clock: Clock) -> None:
    limit(clock)
    for second in range(150):
        clock.now = float(second)
        log()
    assert stream.getvalue().splitlines() == [
        "it failed",
        "it failed (and 59 more of this kind before)",
        "it failed (and 59 more of this kind before)",
    ]


def test_kinds_are_told_apart_by_place_words_and_exception(stream: io.StringIO, clock: Clock) -> None:
    limit(clock)
    for _ in range(3):
        log("one")
        log("another")
        logging.getLogger("limited").error("one")
    assert stream.getvalue().splitlines() == ["one", "another", "one"]


def test_exceptions_of_one_kind_and_place_are_one_kind(
    stream: io.StringIO, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    factory = logging.getLogRecordFactory()
    monkeypatch.setattr(logging, "_logRecordFactory", lambda *a, **k: without_values(factory(*a, **k)))
    limit(clock)
    for number in range(50):
        try:
            raise (ValueError if number % 2 else KeyError)(number)
        except (ValueError, KeyError) as error:
            log(error=error)
    assert stream.getvalue().count("it failed") == 2


def test_what_differs_in_every_entry_is_one_kind_once_there_are_too_many(stream: io.StringIO, clock: Clock) -> None:
    limit(clock, kinds=10)
    for number in range(1_000):
        log(f"{number} failed")
    assert len(stream.getvalue().splitlines()) == 11
    clock.now = 61.0
    log("after a minute")
    assert stream.getvalue().splitlines()[-1] == "after a minute"


def test_it_never_grows_beyond_its_bound_and_says_so(stream: io.StringIO, clock: Clock) -> None:
    limit(clock, most=50_000)
    for number in range(10_000):
        clock.now = 100.0 * number
        log(f"{number} failed é" * 3)
    written = stream.getvalue()
    assert 25_000 < 200 * len(written.splitlines()) + len(written.encode()) <= 50_200
    assert written.count(FULL) == 1
    assert written.splitlines()[-1] == FULL
