"""The watchdog: what makes no progress is stopped, its page says so, and a thread that does not end is counted."""

from __future__ import annotations

import itertools
import threading
import time
from contextlib import contextmanager
from types import SimpleNamespace

import pytest
from streamlit.testing.v1 import AppTest

from leakage.progress import report
from pages.shell import cache, computing, figures, jobs, watchdog
from pages.shell.computing import FairSemaphore
from pages.shell.watchdog import Limits
from tests.pages.shell.test_turns import until

STALLED = "The calculation made no progress for 1.5 seconds and was stopped."
REFUSED = "Nothing long is calculated now: 2 calculations were stopped and have not ended yet."
LONGEST = 60.0


class SessionEnded(Exception):  # noqa: N818
    """As Streamlit raises it where a session has gone, or asks for something else."""


class Closed:
    """Something in which a thread gets stuck, outside Python, until it is opened."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.lock.acquire()
        self.threads: list[threading.Thread] = []
        self.opened = False

    def enter(self) -> str:
        self.threads.append(threading.current_thread())
        with self.lock:
            return "through"

    def open(self) -> None:
        if not self.opened:
            self.lock.release()
        self.opened = True
        for thread in self.threads:
            thread.join(LONGEST)


CLOSED = Closed()


def enter() -> str:
    """Get stuck where the test of the moment says."""
    return CLOSED.enter()


@pytest.fixture(autouse=True)
def short_limits(monkeypatch):
    monkeypatch.setattr(watchdog, "COMPUTING", Limits(1.5, 2.5))
    monkeypatch.setattr(watchdog, "GRACE", 0.1)
    monkeypatch.setattr(watchdog, "CHECK_SECONDS", 0.01)
    monkeypatch.setattr(watchdog, "_STUCK", [])
    monkeypatch.setattr(computing, "TURNS", FairSemaphore(1))


@pytest.fixture
def closed(monkeypatch):
    """Somewhere to get stuck; open again at the end."""
    place = Closed()
    monkeypatch.setitem(globals(), "CLOSED", place)
    yield place
    place.open()


def endless():
    """A loop without end that reports nothing."""
    for _ in itertools.count():
        pass


def repeating():
    """A loop without end that reports, and always the same."""
    while True:
        report("Joining records", 3, 100)
        time.sleep(0.01)


def computations() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "computation"]


@pytest.mark.parametrize(("work", "limit"), [(endless, 1.5), (repeating, 2.5)])
def test_what_makes_no_progress_is_stopped_and_ends(work, limit):
    with pytest.raises(watchdog.Stalled, match=f"no progress for {limit} seconds"):
        watchdog.run(work)
    until(lambda: computations() == [] and watchdog.stuck() == ())


def test_progress_however_slow_goes_on_and_what_is_reported_again_only_for_so_long(monkeypatch):
    clock = SimpleNamespace(now=10.0)
    monkeypatch.setattr(watchdog, "time", SimpleNamespace(monotonic=lambda: clock.now))
    work, limits = watchdog.Work(lambda: None, watchdog.ignore), Limits(20.0, 50.0)

    def after(seconds):
        clock.now += seconds
        work.check_progress(limits)

    for step in range(10):
        work._report("Counting", step, 10)
        after(19.0)
    for _ in range(2):
        work._report("Counting", 9, 10)
        after(15.0)
    work._report("Counting", 9, 10)
    with pytest.raises(watchdog.Stalled, match="no progress for 50 seconds"):
        after(2.0)
    with work.waiting():
        after(1000.0)
    after(19.0)
    with pytest.raises(watchdog.Stalled, match="no progress for 20 seconds"):
        after(2.0)


def test_a_work_that_fails_fails_as_it_would_here():
    with pytest.raises(ZeroDivisionError):
        watchdog.run(lambda: 1 // 0)


def test_what_nobody_waits_for_ends_at_its_next_report_and_no_handler_keeps_it():
    def end_session(what, done, total):
        raise SessionEnded

    def stubborn():
        while True:
            try:
                report("Counting", 0, 1)
            except Exception:
                continue

    with pytest.raises(SessionEnded):
        watchdog.run(stubborn, attend=end_session)
    until(lambda: computations() == [])


def test_a_work_inside_a_work_is_done_in_its_thread():
    def outer():
        return threading.current_thread(), watchdog.run(threading.current_thread)

    first, second = watchdog.run(outer)
    assert first is second is not threading.current_thread()


def test_a_thread_outside_python_gives_up_its_turn_and_is_counted(closed, monkeypatch):
    monkeypatch.setattr(computing.session, "identity", lambda: "here")
    with pytest.raises(watchdog.Stalled), computing.turn():
        computing.run(closed.enter)
    [thread] = watchdog.stuck()
    assert thread.is_alive() and computing.TURNS.computing == 0
    with computing.turn():
        assert computing.run(lambda: "another") == "another"
    closed.open()
    assert watchdog.stuck() == ()


@contextmanager
def stuck_twice(closed):
    for _ in range(2):
        with pytest.raises(watchdog.Stalled):
            watchdog.run(closed.enter)
    assert len(watchdog.stuck()) == 2
    yield


def test_with_two_such_threads_nothing_long_is_begun_until_they_end(closed, monkeypatch):
    def long():
        for step in range(20):
            report("Counting", step, 20)
            time.sleep(0.01)
        return "done"

    with stuck_twice(closed):
        assert watchdog.run(lambda: "short") == "short"
        monkeypatch.setattr(watchdog, "SHORT", 0.0)
        with pytest.raises(watchdog.Stopped, match=REFUSED):
            watchdog.run(long)
        # It ended, and is not one more that never does.
        assert len(watchdog.stuck()) == 2
    monkeypatch.setattr(watchdog, "SHORT", 0.0)
    closed.open()
    assert watchdog.run(long) == "done"


def test_a_figure_of_a_thread_that_never_ends_is_worked_out_by_the_next_who_asks(closed, monkeypatch):
    monkeypatch.setattr(cache, "_FIGURES", {})
    monkeypatch.setattr(computing.session, "heed", lambda: None)
    with pytest.raises(watchdog.Stalled):
        watchdog.run(lambda: cache.computed_once("figure", closed.enter))
    assert cache.computed_once("figure", lambda: "worked out") == "worked out"
    closed.open()
    assert cache.computed_once("figure", lambda: "again") == "worked out"


def test_a_job_whose_step_never_ends_says_so_and_begins_anew(closed, monkeypatch):
    monkeypatch.setattr(computing.session, "identity", lambda: "here")

    def steps():
        yield 0
        yield closed.enter()

    run = jobs.Run(steps())
    run.work()
    assert (run.results, run.running, run.finished, run.stopped) == ([0], False, False, STALLED)
    assert len(watchdog.stuck()) == 1 and computing.TURNS.computing == 0


def figure_page():
    """A page with a figure that is worked out without being asked for, and gets stuck."""
    import streamlit as st  # noqa: PLC0415

    from pages.shell import computing, figures  # noqa: PLC0415
    from tests.pages.shell.test_watchdog import enter  # noqa: PLC0415

    def page():
        st.text("before")
        figures.offer("place", "inputs", enter, 0.5, "The figure")
        st.text("after")

    computing.show(page)


def texts(at):
    assert not at.exception
    return [text.value for text in at.text]


def test_a_figure_says_in_a_sentence_that_it_was_stopped_and_can_be_tried_again(closed, monkeypatch):
    monkeypatch.setattr(figures, "BAR_AFTER", -1.0)
    at = AppTest.from_function(figure_page).run()
    assert texts(at) == ["before", STALLED, "after"]
    # In the place of the bar and its button.
    assert [button.label for button in at.button] == ["Try again"] and not at.main.get("progress")
    closed.open()
    at.button(key="on-demand-place").click().run()
    assert texts(at) == ["before", "after"] and not at.button
