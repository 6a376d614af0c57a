"""Turns: no more than allowed at once, round robin by session, and nobody left behind by one who goes."""

from __future__ import annotations

import random
import threading

import pytest

from pages.shell.computing import FairSemaphore

LONGEST = 60.0


class SessionEnded(Exception):  # noqa: N818
    """Raised by who no longer wants to wait."""


class Crowd:
    """Threads that note who computes."""

    def __init__(self, at_once):
        self.turns = FairSemaphore(at_once)
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
    turns = FairSemaphore(1)
    with turns.taken("a"), turns.given_back("a"), turns.taken("b"):
        assert turns.computing == 1
    assert turns.computing == 0


def test_who_was_not_called_and_goes_is_not_called_later():
    turns = FairSemaphore(1)

    def go(ahead):
        raise SessionEnded

    with turns.taken("a"):
        with pytest.raises(SessionEnded), turns.taken("b", go):
            pass
        assert (turns.computing, turns.waiting) == (1, 0)
    with turns.taken("c"):
        pass
    assert turns.computing == 0


def test_who_waits_hears_how_many_sessions_are_before():
    turns, heard = FairSemaphore(1), []

    def listen(ahead):
        heard.append(ahead)
        raise SessionEnded

    crowd = Crowd(1)
    crowd.turns = turns
    with turns.taken("a"):
        crowd.go(slices, crowd, "b", 1)
        until(lambda: turns.waiting == 1)
        with pytest.raises(SessionEnded), turns.taken("c", listen):
            pass
    crowd.wait()
    assert heard == [1]


@pytest.mark.parametrize("seed", range(3))
def test_never_more_than_allowed_whatever_happens(seed):
    crowd = Crowd(2)

    def work(session, chance):
        def on_wait(ahead):
            if chance.random() < 0.1:
                raise SessionEnded

        for _ in range(10):
            try:
                with crowd.turns.taken(session, on_wait):
                    crowd.compute(session)
                    crowd.rest()
                    how = chance.random()
                    if how < 0.5:
                        crowd.turns.pass_on(session, on_wait)
                    elif how < 0.7:
                        with crowd.turns.given_back(session, on_wait):
                            if chance.random() < 0.3:
                                raise SessionEnded
                    elif how < 0.8:
                        raise SessionEnded
                    crowd.compute(session)
                    crowd.rest()
            except SessionEnded:
                pass

    for number in range(12):
        crowd.go(work, f"session {number % 5}", random.Random(f"{seed} {number}"))
    crowd.wait()
    assert crowd.most <= 2 and len(crowd.order) > 100
