"""Long runs: what takes a slice at a time has found all of it when it says so, whatever the session does meanwhile."""

from __future__ import annotations

import pytest

from leakage.progress import report
from pages.shell import computing
from pages.shell.jobs import Run
from pages.shell.turns import Turns

STEPS = 7


class Gone(Exception):  # noqa: N818
    """As Streamlit raises it where a session has gone, or asks for something else."""


@pytest.fixture(autouse=True)
def turns(monkeypatch):
    """Turns of this test's own, and a look at every report."""
    monkeypatch.setattr(computing, "TURNS", Turns(1))
    monkeypatch.setattr(computing, "LOOK", 0.0)
    monkeypatch.setattr(computing.session, "identity", lambda: "here")


def gone():
    raise Gone


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
        with pytest.raises(Gone):
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
