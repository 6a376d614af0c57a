"""The one place where figures are computed: in turn with other sessions, within a budget.

The one place where figures are computed: in turn with other sessions, within a budget, while they are wanted.

A run of a page, or a slice of a job, has a ``turn``; what takes long is done inside by ``run``, in a thread of its own
under the watchdog. Every report to ``leakage.progress`` is a moment to stop there: when nobody waits any more, when
time or memory is used up, or to let others go first.
"""

from __future__ import annotations

import gc
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass, field

import streamlit as st

from leakage.progress import Budget, listening, within
from leakage.system import resident
from pages.shell import session, text, watchdog
from pages.shell.watchdog import Result
from pages.shell.watchdog import Stopped as Stopped  # noqa: PLC0414 - exported, beside what raises it

# How much memory the process has taken since a computation began, shared out among those that compute.


LARGEST = 1_000_000_000
"""Bytes by which one computation may let the process grow."""

MEMORY_CHECK_SECONDS = 0.2


class Meter:
    """Charges what the process grows by to those that compute at that time, in equal parts.

    Whose an allocation is cannot be told inside one process; two that compute at once share what both take.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._charges: list[Charge] = []
        self._last = 0
        self._looked = 0.0

    def add(self, charge: Charge) -> None:
        with self._lock:
            self._share(resident())
            self._charges.append(charge)

    def remove(self, charge: Charge) -> None:
        with self._lock:
            self._share(resident())
            self._charges.remove(charge)

    def check(self) -> None:
        """Charge what was taken since the last look, if that is a while ago."""
        now = time.monotonic()
        if now - self._looked < MEMORY_CHECK_SECONDS:
            return
        with self._lock:
            self._looked = now
            self._share(resident())

    def _share(self, size: int) -> None:
        for charge in self._charges:
            charge.bytes += (size - self._last) / len(self._charges)
        self._last = size


METER = Meter()


class Charge:
    """What one computation has let the process grow by; counted while it is entered and not resting."""

    def __init__(self) -> None:
        self.bytes = 0.0

    def __enter__(self) -> Charge:
        METER.add(self)
        return self

    def __exit__(self, *_: object) -> None:
        METER.remove(self)

    def taken(self) -> float:
        """Bytes so far."""
        METER.check()
        return self.bytes

    @contextmanager
    def resting(self) -> Iterator[None]:
        """Inside, others compute, and this one is charged nothing."""
        METER.remove(self)
        try:
            yield
        finally:
            METER.add(self)


# Python's full search for garbage waits while something computes: nothing can be stopped in the midst of one.


WHILE_COMPUTING = 1_000
"""In place of 10 searches among what is younger: about seven million new objects, after which it is made anyway."""


class FullSearches:
    """How often Python looks for garbage among all there is; what just came is always looked through.

    Among the millions of objects of a large work a full search takes up to a second, and recurs while they grow.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._computing = 0
        self._usual = 0

    @contextmanager
    def seldom(self) -> Iterator[None]:
        """Make them seldom in the block, and as usual again when no other such block is left."""
        with self._lock:
            if not self._computing:
                self._usual = _set_third(WHILE_COMPUTING)
            self._computing += 1
        try:
            yield
        finally:
            with self._lock:
                self._computing -= 1
                if not self._computing:
                    _set_third(self._usual)


def _set_third(threshold: int) -> int:
    """Set after how many searches among the middle-aged a full one follows; what it was before."""
    first, second, before = gc.get_threshold()
    gc.set_threshold(first, second, threshold)
    return before


# Who computes now: a few at once, the rest in turn by session, so that nobody's long work keeps others from theirs.


TURN_CHECK_SECONDS = 0.05
"""Seconds between two looks of who waits: whether they still want to."""


@dataclass(eq=False)
class Ticket:
    """One who wants to compute, for a session; ``called`` once it is their turn."""

    session: str
    called: threading.Event = field(default_factory=threading.Event)


class FairSemaphore:
    """At most so many compute at once; who waits is called round robin by session.

    Whoever has the turn passes it on now and then (``pass_on``), so that a short work waits for slices of the long
    ones and not for their end.

    Arguments:
        at_once: how many.

    >>> turns = FairSemaphore(1)
    >>> with turns.taken("a"):
    ...     turns.computing
    1
    """

    def __init__(self, at_once: int) -> None:
        self._at_once = at_once
        self._lock = threading.Lock()
        self._waiting: dict[str, deque[Ticket]] = {}
        self.computing = 0

    @property
    def waiting(self) -> int:
        """How many wait."""
        return sum(map(len, self._waiting.values()))

    @contextmanager
    def taken(self, session: str, on_wait: Callable[[int], None] = lambda ahead: None) -> Iterator[None]:
        """Compute when it is the session's turn.

        Arguments:
            session: whose work it is.
            on_wait: told every ``TURN_CHECK_SECONDS`` seconds how many wait before; raises where nobody waits any more.
        """
        self._take(session, on_wait)
        try:
            yield
        finally:
            self._give()

    def pass_on(self, session: str, on_wait: Callable[[int], None] = lambda ahead: None) -> None:
        """Let those who wait go first, and go on when it is the session's turn again.

        Where ``check_cancelled`` raises, the turn is taken back first: who gives it away in the end, has it.
        """
        if not self._waiting:
            return
        ticket = self._queue(session)
        self._give()
        try:
            self._await(ticket, on_wait)
        except BaseException:
            # Called at the last moment or not: what follows counts as computing until it is given away.
            self._leave(ticket, keep=True)
            raise

    @contextmanager
    def given_back(self, session: str, on_wait: Callable[[int], None] = lambda ahead: None) -> Iterator[None]:
        """Inside, others may compute; afterwards it goes on when it is the session's turn again."""
        self._give()
        try:
            yield
            self._take(session, on_wait)
        except BaseException:
            with self._lock:
                self.computing += 1
            raise

    def _take(self, session: str, on_wait: Callable[[int], None]) -> None:
        with self._lock:
            if self.computing < self._at_once and not self._waiting:
                self.computing += 1
                return
        ticket = self._queue(session)
        try:
            self._await(ticket, on_wait)
        except BaseException:
            self._leave(ticket, keep=False)
            raise

    def _queue(self, session: str) -> Ticket:
        ticket = Ticket(session)
        with self._lock:
            self._waiting.setdefault(session, deque()).append(ticket)
            self._call()
        return ticket

    def _await(self, ticket: Ticket, on_wait: Callable[[int], None]) -> None:
        while not ticket.called.wait(TURN_CHECK_SECONDS):
            on_wait(self._ahead_of(ticket))

    def _ahead_of(self, ticket: Ticket) -> int:
        with self._lock:
            sessions = list(self._waiting)
        return sessions.index(ticket.session) if ticket.session in sessions else 0

    def _leave(self, ticket: Ticket, keep: bool) -> None:
        with self._lock:
            called = ticket.called.is_set()
            if not called:
                queue = self._waiting[ticket.session]
                queue.remove(ticket)
                if not queue:
                    del self._waiting[ticket.session]
            self.computing += keep - called
            self._call()

    def _give(self) -> None:
        with self._lock:
            self.computing -= 1
            self._call()

    def _call(self) -> None:
        """Call those whose turn it is; the lock is held."""
        while self.computing < self._at_once and self._waiting:
            session = next(iter(self._waiting))
            queue = self._waiting.pop(session)
            ticket = queue.popleft()
            if queue:
                self._waiting[session] = queue
            self.computing += 1
            ticket.called.set()


AT_ONCE = 2
"""Computations at once, in the whole server."""

SLICE = 0.25
"""Seconds after which a computation lets those go first who wait."""

EARLY = 0.9
"""Share of its time after which what can end early does, with what it has found by then."""

CHECK_SECONDS = 0.05
"""Seconds between two looks whether a computation is still wanted and within its budget."""

UNASKED = 60.0
"""Seconds of computing that a run of a page may take by itself."""

ASKED = 600.0
"""Seconds of computing for what was asked for with a button."""

NOTICE_SECONDS = 1.0

TURNS = FairSemaphore(AT_ONCE)

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
    charge: Charge = field(default_factory=Charge)

    def check(self) -> None:
        """Stop here, or let others go first, where there is a reason to."""
        now = time.monotonic()
        if now - self.looked < CHECK_SECONDS:
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
        if self.charge.taken() > LARGEST:
            raise Stopped(f"It was stopped, for it took more than {LARGEST / 1e6:,.0f} MB of memory.")

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
            with computation.charge, listening(lambda what, done, total: computation.check()):
                yield
        finally:
            _CURRENT.reset(token)


def spent() -> float:
    """Seconds that this run has computed; the time in which others do is not counted."""
    computation, now = _CURRENT.get(), time.monotonic()
    return now if computation is None else computation.used + now - computation.since


def check_cancelled() -> None:
    """Stop here, or let others go first, where there is a reason to; to be called often by what takes long."""
    computation = _CURRENT.get()
    if computation is not None:
        computation.check()


def run(work: Callable[[], Result]) -> Result:
    """Do work that may take long, which ends where this session goes or asks for something else.

    Arguments:
        work: as ``watchdog.run``.

    Raises:
        Stopped: where it uses up its time or memory, makes no progress, or may not be begun.
    """
    return watchdog.run(work, lambda *_: check_cancelled(), lambda *_: check_wanted())


def check_wanted() -> None:
    """End this run here, in the thread of the page, where its session has gone or asks for something else."""
    computation = _CURRENT.get()
    if computation is None or computation.disturbed:
        session.heed()


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
        time.sleep(CHECK_SECONDS)
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
        self._noticed = False

    def __call__(self, ahead: int) -> None:
        session.heed()
        if not self._noticed and time.monotonic() - self._begun > NOTICE_SECONDS:
            self._noticed = True
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
