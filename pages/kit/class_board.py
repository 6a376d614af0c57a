"""The board of a class: one for the whole server, in memory, and gone with it; it holds guesses and no names."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Hashable

import streamlit as st

from leakage.lessons.together import Together
from pages.app import door

BACK, FORWARD = "presenter-back", "presenter-forward"
"""The keys of the buttons that lead back and on."""

PRESENT_SECONDS = 10.0
"""Seconds after which a seat that was not heard of counts as gone."""

_lock = threading.Lock()
_board = Together()
_heard: dict[str, float] = {}


def meets() -> bool:
    """Whether this server serves a class."""
    return door.classroom()


def leads() -> bool:
    """Whether this browser leads the class: the door gave it the cookie for the leader's link."""
    return door.leads(st.context.cookies)


def seat() -> str:
    """Which seat this is: the same for every tab of a browser, and after it was loaded anew."""
    return door.seat(st.context.cookies)


def class_link() -> str:
    """The link that the whole class opens."""
    return door.class_link()


def board() -> Together:
    """The class as it stands."""
    return _board


def change(step: Callable[[Together], Together]) -> None:
    """Another value on the board; nobody's change gets lost between reading and writing."""
    global _board  # noqa: PLW0603 -- one board, as there is one class
    with _lock:
        _board = step(_board)


def now() -> float:
    """Seconds of the clock by which a class talks."""
    return time.monotonic()


def watch(every: float, state: Callable[[], Hashable]) -> None:
    """Draw the page anew as soon as the board says something else than when it was drawn.

    Arguments:
        every: seconds between two looks.
        state: what the page was drawn from.
    """
    drawn = state()

    def rerun_if_changed() -> None:
        if state() != drawn:
            st.rerun()

    st.fragment(rerun_if_changed, run_every=every)()


def heard() -> int:
    """Say that this seat is here; how many are."""
    now = time.monotonic()
    with _lock:
        _heard[seat()] = now
        for absent in [other for other, then in _heard.items() if now - then > PRESENT_SECONDS]:
            del _heard[absent]
        return len(_heard)


def present() -> int:
    """How many seats were heard of lately; whoever leads only looks."""
    now = time.monotonic()
    with _lock:
        return sum(now - then <= PRESENT_SECONDS for then in _heard.values())
