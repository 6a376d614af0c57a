"""Who computes now: a few at once, the rest in turn by session, so that nobody's long work keeps others from theirs."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

LOOK = 0.05
"""Seconds between two looks of who waits: whether they still want to."""


@dataclass(eq=False)
class Ticket:
    """One who wants to compute, for a session; ``called`` once it is their turn."""

    session: str
    called: threading.Event = field(default_factory=threading.Event)


class Turns:
    """At most so many compute at once; who waits is called round robin by session.

    Whoever has the turn passes it on now and then (``pass_on``), so that a short work waits for slices of the long
    ones and not for their end.

    Arguments:
        at_once: how many.

    >>> turns = Turns(1)
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
    def taken(self, session: str, look: Callable[[int], None] = lambda ahead: None) -> Iterator[None]:
        """Compute when it is the session's turn.

        Arguments:
            session: whose work it is.
            look: told every ``LOOK`` seconds how many wait before; raises where nobody waits any more.
        """
        self._take(session, look)
        try:
            yield
        finally:
            self._give()

    def pass_on(self, session: str, look: Callable[[int], None] = lambda ahead: None) -> None:
        """Let those who wait go first, and go on when it is the session's turn again.

        Where ``look`` raises, the turn is taken back first: who gives it away in the end, has it.
        """
        if not self._waiting:
            return
        ticket = self._queue(session)
        self._give()
        try:
            self._await(ticket, look)
        except BaseException:
            # Called at the last moment or not: what follows counts as computing until it is given away.
            self._leave(ticket, keep=True)
            raise

    @contextmanager
    def given_back(self, session: str, look: Callable[[int], None] = lambda ahead: None) -> Iterator[None]:
        """Inside, others may compute; afterwards it goes on when it is the session's turn again."""
        self._give()
        try:
            yield
            self._take(session, look)
        except BaseException:
            with self._lock:
                self.computing += 1
            raise

    def _take(self, session: str, look: Callable[[int], None]) -> None:
        with self._lock:
            if self.computing < self._at_once and not self._waiting:
                self.computing += 1
                return
        ticket = self._queue(session)
        try:
            self._await(ticket, look)
        except BaseException:
            self._leave(ticket, keep=False)
            raise

    def _queue(self, session: str) -> Ticket:
        ticket = Ticket(session)
        with self._lock:
            self._waiting.setdefault(session, deque()).append(ticket)
            self._call()
        return ticket

    def _await(self, ticket: Ticket, look: Callable[[int], None]) -> None:
        while not ticket.called.wait(LOOK):
            look(self._ahead_of(ticket))

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
