"""The one place where figures are computed: in turn with other sessions, within a budget, while they are wanted.

A run of a page, or a slice of a job, has a ``turn``; what takes long is done inside by ``run``, in a thread of its own
under the watchdog. Every report to ``leakage.progress`` is a moment to stop there: when nobody waits any more, when
time or memory is used up, or to let others go first.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass, field

import streamlit as st

from leakage.progress import Budget, Listener, listening, within
from pages.shell import memory, session, text, watchdog
from pages.shell.garbage import FullSearches
from pages.shell.turns import Turns
from pages.shell.watchdog import Limits, Result, ignore
from pages.shell.watchdog import Stopped as Stopped  # noqa: PLC0414 - exported, beside what raises it

AT_ONCE = 2
"""Computations at once, in the whole server."""

SLICE = 0.25
"""Seconds after which a computation lets those go first who wait."""

EARLY = 0.9
"""Share of its time after which what can end early does, with what it has found by then."""

LOOK = 0.05
"""Seconds between two looks whether a computation is still wanted and within its budget."""

UNASKED = 60.0
"""Seconds of computing that a run of a page may take by itself."""

ASKED = 600.0
"""Seconds of computing for what was asked for with a button."""

SAID_AFTER = 1.0

TURNS = Turns(AT_ONCE)

SEARCHES = FullSearches()


@dataclass(eq=False)
class Computation:
    """What computes now: whose it is, what it may use, what it has used, and whether others may break in."""

    session: str
    since: float
    budget: float = UNASKED
    used: float = 0.0
    looked: float = 0.0
    disturbed: bool = True
    charge: memory.Charge = field(default_factory=memory.Charge)

    def look(self) -> None:
        """Stop here, or let others go first, where there is a reason to."""
        now = time.monotonic()
        if now - self.looked < LOOK:
            return
        self.looked = now
        self._keep_to_budget(now)
        if self.disturbed:
            _heed()
            if now - self.since >= SLICE:
                self._let_others(now)

    def _keep_to_budget(self, now: float) -> None:
        if self.used + now - self.since > self.budget:
            raise Stopped(f"It was stopped after {self.budget:.0f} seconds of computing.")
        if self.charge.taken() > memory.LARGEST:
            raise Stopped(f"It was stopped, for it took more than {memory.LARGEST / 1e6:,.0f} MB of memory.")

    def _let_others(self, now: float) -> None:
        with self._resting(now):
            TURNS.pass_on(self.session, lambda ahead: _heed())

    def wait_for(self, done: Callable[[], bool]) -> None:
        """Let others compute until something is done."""
        with self._resting(time.monotonic()), TURNS.given_back(self.session, lambda ahead: _heed()):
            _heedful_wait(done)

    @contextmanager
    def _resting(self, now: float) -> Iterator[None]:
        self.used += now - self.since
        work = watchdog.current()
        try:
            with self.charge.resting(), nullcontext() if work is None else work.waiting():
                yield
        finally:
            self.since = time.monotonic()


_CURRENT: ContextVar[Computation | None] = ContextVar("computation", default=None)


@contextmanager
def turn() -> Iterator[None]:
    """Compute when it is this session's turn; inside another turn it is the same one."""
    if _CURRENT.get() is not None:
        yield
        return
    whose = session.identity()
    with TURNS.taken(whose, _Waiting()), SEARCHES.seldom():
        computation = Computation(whose, time.monotonic())
        token = _CURRENT.set(computation)
        try:
            with computation.charge, listening(lambda what, done, total: computation.look()):
                yield
        finally:
            _CURRENT.reset(token)


def spent() -> float:
    """Seconds that this run has computed; the time in which others do is not counted."""
    computation, now = _CURRENT.get(), time.monotonic()
    return now if computation is None else computation.used + now - computation.since


def look() -> None:
    """Stop here, or let others go first, where there is a reason to; to be called often by what takes long."""
    computation = _CURRENT.get()
    if computation is not None:
        computation.look()


def run(
    work: Callable[[], Result], listener: Listener = ignore, attend: Listener = ignore, limits: Limits | None = None
) -> Result:
    """Do work that may take long, which ends where this session goes or asks for something else.

    Arguments:
        work, listener, attend, limits: as ``watchdog.run``.

    Raises:
        Stopped: where it uses up its time or memory, makes no progress, or may not be begun.
    """

    def heard(what: str, done: int, total: int) -> None:
        look()
        listener(what, done, total)

    def attended(what: str, done: int, total: int) -> None:
        computation = _CURRENT.get()
        if computation is None or computation.disturbed:
            session.heed()
        attend(what, done, total)

    return watchdog.run(work, heard, attended, limits)


def _heed() -> None:
    """End this run, or the work that is done in its stead, where nobody waits for it."""
    work = watchdog.current()
    if work is None:
        session.heed()
    else:
        work.check()


def wait_for(done: Callable[[], bool]) -> None:
    """Wait until something is done that another session computes; meanwhile this one computes nothing."""
    computation = _CURRENT.get()
    if computation is None:
        _heedful_wait(done)
    else:
        computation.wait_for(done)


def _heedful_wait(done: Callable[[], bool]) -> None:
    while not done():
        time.sleep(LOOK)
        _heed()


@contextmanager
def budget(seconds: float) -> Iterator[None]:
    """Give what is inside so much more time of its own."""
    computation = _CURRENT.get()
    if computation is None:
        yield
        return
    before = computation.budget
    begun = computation.used + time.monotonic() - computation.since
    computation.budget = begun + seconds
    try:
        with within(Budget(seconds=max(0.0, EARLY * seconds))):
            yield
    finally:
        # What was asked for does not eat up the time of what comes by itself.
        spent = computation.used + time.monotonic() - computation.since - begun
        computation.budget = before + spent


@contextmanager
def undisturbed() -> Iterator[None]:
    """Inside a turn: neither another run of the session nor another session breaks in; time and memory are as short.

    For what would be lost if it were broken off, and is over soon.
    """
    computation = _CURRENT.get()
    assert computation is not None
    computation.disturbed = False
    try:
        yield
    finally:
        computation.disturbed = True


class _Waiting:
    """Says that others are computing, once it has taken a while; as a note beside the page, which does not move."""

    def __init__(self) -> None:
        self._begun = time.monotonic()
        self._said = False

    def __call__(self, ahead: int) -> None:
        session.heed()
        if not self._said and time.monotonic() - self._begun > SAID_AFTER:
            self._said = True
            st.toast(f"Others are computing: {ahead} before you. Your page follows.", icon=":material/hourglass_top:")


def show(page: Callable[[], None]) -> None:
    """Run a page in its turn; where it was stopped, say so in place of the rest."""
    try:
        with turn():
            page()
    except Stopped as stopped:
        say_stopped(stopped)


def say_stopped(stopped: Stopped) -> None:
    """Say why the rest of a page is missing, with a button to try again."""
    st.warning(f"The rest of this page is not shown. {stopped} {text.ALL_KEPT}", icon=":material/timer_off:")
    # The click by itself runs the page again. Several parts of one page may have been stopped.
    st.button("Try again", key=f"try-again-{session.fresh_number()}", icon=":material/replay:")
