"""Computing in turn with other sessions."""

from __future__ import annotations

import itertools
import threading

import pytest
from streamlit.testing.v1 import AppTest

from leakage.progress import deadline_passed, report
from pages.shell import computing
from pages.shell.computing import FairSemaphore
from pages.shell.text import ALL_KEPT
from tests.pages.shell.test_turns import until

# Computing: it ends when it is no longer wanted, when its time or memory is used up, and lets others go first.


class SessionEnded(Exception):  # noqa: N818
    """As Streamlit raises it where a session has gone, or asks for something else."""


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    """Time that passes by a tenth of a second at every look, and turns of this test's own."""
    ticks = itertools.count()
    monkeypatch.setattr(computing.time, "monotonic", lambda: next(ticks) / 10)
    monkeypatch.setattr(computing, "TURNS", FairSemaphore(1))
    monkeypatch.setattr(computing.session, "heed", lambda: None)
    monkeypatch.setattr(computing.session, "identity", lambda: "here")


def endless(steps=100_000):
    """A work that reports; brings how far it came where it was let."""
    for step in range(steps):
        report("Counting", step, steps)
    return steps


def test_the_end_of_a_session_ends_what_it_computes(monkeypatch):
    looks = itertools.count()

    def heed():
        if next(looks) == 5:
            raise SessionEnded

    monkeypatch.setattr(computing.session, "heed", heed)
    with pytest.raises(SessionEnded), computing.turn():
        endless()
    assert next(looks) == 6 and computing.TURNS.computing == 0


def test_time_is_limited_and_the_limit_is_said():
    with pytest.raises(computing.Stopped, match="stopped after 60 seconds of computing"), computing.turn():
        endless()
    assert computing.TURNS.computing == 0


def test_what_can_end_early_does_so_before_it_would_be_stopped():
    with computing.turn(), computing.budget(30.0):
        while not deadline_passed():
            report("Searching", 0, 0)
        with pytest.raises(computing.Stopped):
            endless()
    assert not deadline_passed()


def test_what_was_asked_for_has_more_time_and_leaves_the_rest_its_own():
    steps = 1_000  # About a hundred seconds or more of this clock, where a page has sixty by itself.
    with computing.turn():
        with computing.budget(computing.ASKED):
            assert endless(steps) == steps
        assert endless(100) == 100
        with pytest.raises(computing.Stopped):
            endless(steps)


def test_memory_is_limited_and_the_limit_is_said(monkeypatch):
    memory = itertools.count(0, computing.LARGEST // 10)
    monkeypatch.setattr(computing, "resident", lambda: next(memory))
    monkeypatch.setattr(computing, "METER", computing.Meter())
    with pytest.raises(computing.Stopped, match="more than 1,000 MB of memory"), computing.turn():
        endless()


def test_memory_is_charged_to_those_that_compute(monkeypatch):
    memory = [100.0]
    monkeypatch.setattr(computing, "resident", lambda: memory[0])
    monkeypatch.setattr(computing, "METER", computing.Meter())
    with computing.Charge() as first:
        memory[0] += 10
        with computing.Charge() as second:
            memory[0] += 20
            with first.resting():
                memory[0] += 40
        memory[0] += 80
    memory[0] += 160
    assert (first.bytes, second.bytes) == (10 + 10 + 80, 10 + 40)


def test_a_turn_inside_a_turn_is_the_same_one():
    with computing.turn(), computing.turn():
        assert computing.TURNS.computing == 1


def test_a_long_work_lets_others_go_first():
    """With one turn for all, a short work of another session comes to its end in the midst of a long one."""
    ended = threading.Event()

    def short():
        with computing.TURNS.taken("there"):
            ended.set()

    other = threading.Thread(target=short, daemon=True)
    with computing.turn():
        other.start()
        until(lambda: computing.TURNS.waiting == 1)
        assert not ended.is_set()
        endless(5)
        assert ended.is_set()
    other.join(60)


def page_without_end():
    """The program's way of running a page, with one that never ends by itself."""
    import streamlit as st  # noqa: PLC0415

    from pages.shell import computing  # noqa: PLC0415
    from tests.pages.shell.test_computing import endless  # noqa: PLC0415

    def page():
        st.text("before")
        endless()
        st.text("after")

    computing.show(page)


def test_a_page_says_that_the_rest_of_it_was_stopped():
    at = AppTest.from_function(page_without_end).run()
    assert not at.exception and [text.value for text in at.text] == ["before"]
    assert "stopped after 60 seconds" in at.warning[0].value and ALL_KEPT in at.warning[0].value
