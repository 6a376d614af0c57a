"""Computing in turn with other sessions."""

from __future__ import annotations

import gc
import itertools
import random
import threading

import pytest
from streamlit.testing.v1 import AppTest

from leakage.progress import deadline_passed, report
from pages.shell import computing
from pages.shell.computing import WHILE_COMPUTING, FullSearches, Turns
from pages.shell.jobs import Run

# Computing: it ends when it is no longer wanted, when its time or memory is used up, and lets others go first.


class ComputingGone(Exception):  # noqa: N818
    """As Streamlit raises it where a session has gone, or asks for something else."""


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    """Time that passes by a tenth of a second at every look, and turns of this test's own."""
    ticks = itertools.count()
    monkeypatch.setattr(computing.time, "monotonic", lambda: next(ticks) / 10)
    monkeypatch.setattr(computing, "TURNS", Turns(1))
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
            raise ComputingGone

    monkeypatch.setattr(computing.session, "heed", heed)
    with pytest.raises(ComputingGone), computing.turn():
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
    held = itertools.count(0, computing.LARGEST // 10)
    monkeypatch.setattr(computing, "resident", lambda: next(held))
    monkeypatch.setattr(computing, "METER", computing.Meter())
    with pytest.raises(computing.Stopped, match="more than 1,000 MB of memory"), computing.turn():
        endless()


def test_memory_is_charged_to_those_that_compute(monkeypatch):
    held = [100.0]
    monkeypatch.setattr(computing, "resident", lambda: held[0])
    monkeypatch.setattr(computing, "METER", computing.Meter())
    with computing.Charge() as first:
        held[0] += 10
        with computing.Charge() as second:
            held[0] += 20
            with first.resting():
                held[0] += 40
        held[0] += 80
    held[0] += 160
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

    def page():
        st.text("before")
        endless()
        st.text("after")

    computing.show(page)


def test_a_page_says_that_the_rest_of_it_was_stopped():
    at = AppTest.from_function(page_without_end).run()
    assert not at.exception and [text.value for text in at.text] == ["before"]
    assert "stopped after 60 seconds" in at.warning[0].value and "All you entered is kept" in at.warning[0].value


# Turns: no more than allowed at once, round robin by session, and nobody left behind by one who goes.


LONGEST = 60.0


class TurnsGone(Exception):  # noqa: N818
    """Raised by who no longer wants to wait."""


class Crowd:
    """Threads that note who computes."""

    def __init__(self, at_once):
        self.turns = Turns(at_once)
        self.lock = threading.Lock()
        self.computing = self.most = 0
        self.order = []
        self.threads = []

    def compute(self, session):
        with self.lock:
            self.computing += 1
            self.most = max(self.most, self.computing)
            self.order.append(session)

    def rest(self):
        with self.lock:
            self.computing -= 1

    def go(self, work, *args):
        self.threads.append(threading.Thread(target=work, args=args, daemon=True))
        self.threads[-1].start()

    def wait(self):
        for thread in self.threads:
            thread.join(LONGEST)
            assert not thread.is_alive()
        assert (self.turns.computing, self.turns.waiting) == (0, 0)


def until(condition):
    """Wait for what another thread does."""
    ended = threading.Event()
    for _ in range(int(LONGEST / 0.005)):
        if condition():
            return
        ended.wait(0.005)
    raise AssertionError("it did not come about")


def slices(crowd, session, number):
    """A work of several slices, which passes its turn on between them."""
    with crowd.turns.taken(session):
        for last in [False] * (number - 1) + [True]:
            crowd.compute(session)
            crowd.rest()
            if not last:
                crowd.turns.pass_on(session)


def test_who_waits_is_called_round_robin_by_session():
    crowd = Crowd(1)
    with crowd.turns.taken("first"):
        for number, session in enumerate(["a", "a", "a", "b", "c"], start=1):
            crowd.go(slices, crowd, session, 2 if session != "a" else 1)
            until(lambda number=number: crowd.turns.waiting == number)
    crowd.wait()
    # Three works of one session do not come before the first of another.
    assert crowd.order == ["a", "b", "c", "a", "b", "c", "a"]


def test_one_alone_goes_on_without_waiting():
    crowd = Crowd(2)
    slices(crowd, "a", 100)
    assert crowd.order == ["a"] * 100


def test_where_a_turn_is_given_back_others_compute():
    turns = Turns(1)
    with turns.taken("a"), turns.given_back("a"), turns.taken("b"):
        assert turns.computing == 1
    assert turns.computing == 0


def test_who_was_not_called_and_goes_is_not_called_later():
    turns = Turns(1)

    def go(ahead):
        raise TurnsGone

    with turns.taken("a"):
        with pytest.raises(TurnsGone), turns.taken("b", go):
            pass
        assert (turns.computing, turns.waiting) == (1, 0)
    with turns.taken("c"):
        pass
    assert turns.computing == 0


def test_who_waits_hears_how_many_sessions_are_before():
    turns, heard = Turns(1), []

    def listen(ahead):
        heard.append(ahead)
        raise TurnsGone

    crowd = Crowd(1)
    crowd.turns = turns
    with turns.taken("a"):
        crowd.go(slices, crowd, "b", 1)
        until(lambda: turns.waiting == 1)
        with pytest.raises(TurnsGone), turns.taken("c", listen):
            pass
    crowd.wait()
    assert heard == [1]


@pytest.mark.parametrize("seed", range(3))
def test_never_more_than_allowed_whatever_happens(seed):
    crowd = Crowd(2)

    def work(session, chance):
        def look(ahead):
            if chance.random() < 0.1:
                raise TurnsGone

        for _ in range(10):
            try:
                with crowd.turns.taken(session, look):
                    crowd.compute(session)
                    crowd.rest()
                    how = chance.random()
                    if how < 0.5:
                        crowd.turns.pass_on(session, look)
                    elif how < 0.7:
                        with crowd.turns.given_back(session, look):
                            if chance.random() < 0.3:
                                raise TurnsGone
                    elif how < 0.8:
                        raise TurnsGone
                    crowd.compute(session)
                    crowd.rest()
            except TurnsGone:
                pass

    for number in range(12):
        crowd.go(work, f"session {number % 5}", random.Random(f"{seed} {number}"))
    crowd.wait()
    assert crowd.most <= 2 and len(crowd.order) > 100


# Full searches for garbage: seldom while anything computes, and as usual afterwards.


def test_full_searches_are_seldom_until_the_last_of_several_computations_has_ended():
    searches, usual = FullSearches(), gc.get_threshold()
    first, second = searches.seldom(), searches.seldom()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert gc.get_threshold() == (*usual[:2], WHILE_COMPUTING)
    second.__exit__(None, None, None)
    assert gc.get_threshold() == usual


def test_they_are_as_usual_after_a_computation_that_failed():
    usual = gc.get_threshold()
    with pytest.raises(ZeroDivisionError), FullSearches().seldom():
        raise ZeroDivisionError
    assert gc.get_threshold() == usual


# Long runs: what takes a slice at a time has found all of it when it says so, whatever the session does meanwhile.


STEPS = 7


class JobsGone(Exception):  # noqa: N818
    """As Streamlit raises it where a session has gone, or asks for something else."""


@pytest.fixture(autouse=True)
def turns(monkeypatch):
    """Turns of this test's own, and a look at every report."""
    monkeypatch.setattr(computing, "TURNS", Turns(1))
    monkeypatch.setattr(computing, "LOOK", 0.0)
    monkeypatch.setattr(computing.session, "identity", lambda: "here")


def gone():
    raise JobsGone


def steps():
    for step in range(STEPS):
        report("Counting", step, STEPS)
        yield step


def test_who_looks_at_another_page_finds_the_run_again_and_not_an_end_of_it(monkeypatch):
    run = Run(steps())
    with computing.turn():
        monkeypatch.setattr(computing.session, "heed", gone)
        run.work()
        assert run.results == [*range(STEPS)] and run.finished
        # Afterwards the session is heeded again.
        with pytest.raises(JobsGone):
            report("Counting", 0, 1)


def test_a_step_that_fails_is_no_end():
    def failing():
        yield 0
        raise RuntimeError

    run = Run(failing())
    with pytest.raises(RuntimeError):
        run.work()
    assert (run.results, run.running, run.finished) == ([0], False, False) and run.stopped


def test_a_step_is_held_to_its_time(monkeypatch):
    monkeypatch.setattr(computing, "ASKED", 0.0)
    run = Run(steps())
    run.work()
    assert not run.finished and "stopped" in run.stopped


def page():
    from pages.shell.computing import Stopped  # noqa: PLC0415
    from pages.shell.jobs import Job, show  # noqa: PLC0415

    def ended():
        yield 0
        raise Stopped("It was stopped after a while.")

    show(Job("trial", (), ended, lambda found: (0.5, f"{len(found)} found"), lambda found: None))


def test_what_was_stopped_is_not_said_to_go_on_and_begins_anew():
    at = AppTest.from_function(page).run()
    for label in ("Run", "Try again"):
        assert at.button(key="trial-run").label == label
        at.button(key="trial-run").click().run()
        assert not at.exception and at.session_state["runs.trial"][()].results == [0]
