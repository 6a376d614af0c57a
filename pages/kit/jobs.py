"""Long runs, a slice at a time: progress, cancel, and results kept for the session while the inputs are the same."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

from pages.app import figures

SLICE = 0.2
"""Seconds of work between two pictures; a click on Cancel waits no longer than this, or for one step."""

TICK = 0.1
MOST_RUNS = 12
RUN_DONE = "Done. The same values give the same result; change one to run again."


@dataclass(eq=False)
class Run:
    """A run under way, stopped or finished: its steps to come, and what was found so far."""

    steps: Iterator[Any]
    results: list[Any] = field(default_factory=list)
    running: bool = True
    finished: bool = False
    stopped: str = ""

    def work(self) -> None:
        """Take steps for one slice of time."""
        # A generator that is broken off has ended, and would pass for one that has found all.
        try:
            figures.run(self._take_steps)
        except BaseException:
            self.running, self.stopped = False, "It was cancelled."
            raise

    def _take_steps(self) -> None:
        end = time.monotonic() + SLICE
        while self.running and time.monotonic() < end:
            try:
                self.results.append(next(self.steps))
            except StopIteration:
                self.running, self.finished = False, True


@dataclass(frozen=True, eq=False)
class Job:
    """What there is to run, and how to show it.

    Arguments:
        name: of the job, unique in the program.
        inputs: what the result depends on; the result is kept for them.
        begin: starts the steps.
        progress: from what was found, the share done in [0, 1] and a sentence.
        draw: shows what was found, from nothing to all, once it was started.
        again: whether a second run of the same inputs finds something new.
        small: draws what a small run finds at once, until the real one was started.
    """

    name: str
    inputs: Hashable
    begin: Callable[[], Iterator[Any]]
    progress: Callable[[list[Any]], tuple[float, str]]
    draw: Callable[[list[Any]], None]
    again: bool = False
    small: Callable[[], None] | None = None


def show(job: Job) -> None:
    """The button, the progress and the result of a job; while it runs, the picture follows."""
    run = _run_of(job)
    ticking = run is not None and run.running
    st.fragment(_follow, run_every=TICK if ticking else None)(job, ticking)


def _follow(job: Job, ticking: bool) -> None:
    run = _run_of(job)
    if run is not None and run.running and ticking:
        run.work()
    _controls(job, run)
    if run is not None:
        job.draw(run.results)
    elif job.small is not None:
        job.small()
    # The clock of a fragment is set by what is around it.
    if (run is not None and run.running) != ticking:
        st.rerun()


def _controls(job: Job, run: Run | None) -> None:
    left, middle, right = st.columns([1, 1, 5], vertical_alignment="center")
    running, finished = run is not None and run.running, run is not None and run.finished
    done = finished and not job.again
    # Both buttons stay where they are: one that comes and goes would push the picture about.
    left.button(
        _label(job, run),
        key=f"{job.name}-run",
        type="primary",
        on_click=_start,
        args=(job,),
        disabled=running or done,
        help="It is running." if running else RUN_DONE if done else None,
        width="stretch",
    )
    middle.button(
        "Cancel",
        key=f"{job.name}-cancel",
        on_click=_stop,
        args=(job,),
        disabled=not running,
        help=None if running else "Nothing is running.",
        width="stretch",
    )
    share, sentence = job.progress(run.results if run else [])
    shown = "A small run is shown. " if job.small else "Not run with these values yet. "
    state = "" if running or finished else "Cancelled. " if run else shown
    if run is not None and run.stopped:
        state = f"{run.stopped} "
    right.progress(1.0 if finished else min(share, 1.0), text=f"{state}{sentence}")


def _label(job: Job, run: Run | None) -> str:
    """What the button does that has it run."""
    if run is None or run.running:
        return "Run"
    if run.stopped:
        return "Try again"
    return "Go on" if not run.finished else "Run again" if job.again else "Run"


def _runs(job: Job) -> dict[Hashable, Run]:
    runs: dict[Hashable, Run] = st.session_state.setdefault(f"runs.{job.name}", {})
    return runs


def _run_of(job: Job) -> Run | None:
    return _runs(job).get(job.inputs)


def _goes_on(run: Run) -> bool:
    """Whether there are steps to come; else it is begun anew."""
    return not run.finished and not run.stopped


def _start(job: Job) -> None:
    runs = _runs(job)
    run = runs.pop(job.inputs, None)
    if run is None or not _goes_on(run):
        run = Run(job.begin())
    run.running = True
    for other in runs.values():
        other.running = False
    runs[job.inputs] = run
    for oldest in list(runs)[:-MOST_RUNS]:
        del runs[oldest]


def _stop(job: Job) -> None:
    run = _run_of(job)
    if run is not None:
        run.running = False
