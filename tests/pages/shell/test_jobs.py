"""Long runs: what takes a slice at a time has found all of it when it says so, whatever the session does meanwhile."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from leakage.progress import report
from pages.shell import computing
from pages.shell.computing import FairSemaphore
from pages.shell.jobs import Run

STEPS = 7


class SessionEnded(Exception):  # noqa: N818
    """As Streamlit raises it where a session has gone, or asks for something else."""


@pytest.fixture(autouse=True)
def turns(monkeypatch):
    """Turns of this test's own, and a look at every report."""
    monkeypatch.setattr(computing, "TURNS", FairSemaphore(1))
    monkeypatch.setattr(computing, "CHECK_SECONDS", 0.0)
    monkeypatch.setattr(computing.session, "identity", lambda: "here")


def end_session():
    raise SessionEnded


def steps():
    for step in range(STEPS):
        report("Counting", step, STEPS)
        yield step


def test_who_looks_at_another_page_finds_the_run_again_and_not_an_end_of_it(monkeypatch):
    run = Run(steps())
    with computing.turn():
        monkeypatch.setattr(computing.session, "heed", end_session)
        run.work()
        assert run.results == [*range(STEPS)] and run.finished
        # Afterwards the session is heeded again.
        with pytest.raises(SessionEnded):
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
