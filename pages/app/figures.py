"""Figures: worked out once a session, two at a time in the process, above two seconds under a bar with *Stop*."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, Generic, TypeVar, TypeVarTuple

import streamlit as st

from leakage.progress import is_heard, listening
from leakage.workspace.workspace import Workspace

Arguments = TypeVarTuple("Arguments")
Result = TypeVar("Result")

MOST_REMEMBERED, BAR_AFTER, PAUSE = 150, 2.0, 0.2

_AT_ONCE = threading.BoundedSemaphore(2)


class figure(Generic[*Arguments, Result]):  # noqa: N801 - it stands above functions
    """A function whose results the session remembers by its arguments, a work by its fingerprint."""

    def __init__(self, compute: Callable[[*Arguments], Result]) -> None:
        self._name, self._compute = f"{compute.__module__}.{compute.__qualname__}", compute

    def __call__(self, *args: *Arguments) -> Result:
        """The result; the page ends where the person stops it."""
        place = self._place(*args)
        if not _wanted(place):
            st.stop()
        if place in _results():
            return _results()[place][1]  # type: ignore[no-any-return]
        with turn(lambda: _wishes().update({place: False})):
            found = self._compute(*args)
            return latest(place, None, lambda: found)

    def offer(self, *args: *Arguments) -> Result | None:
        """The result; None where the person stopped it, and the page goes on."""
        return self.on_request("", *args)

    def on_request(self, button: str, *args: *Arguments) -> Result | None:
        """The result; None where the person stopped it, or has yet to press a button of that label."""
        return self(*args) if _wanted(self._place(*args), button) else None

    def _place(self, *args: *Arguments) -> Hashable:
        return self._name, *(given.fingerprint if isinstance(given, Workspace) else given for given in args)


def _wanted(place: Hashable, button: str = "") -> bool:
    """Whether a result is remembered or to be worked out; if not, there is a button that asks for it."""
    if place in _results() or _wishes().get(place, not button):
        return True
    asked, icon = {place: True}, ":material/play_arrow:"
    st.button(button or "Start again", f"work-out-{hash(place)}", icon=icon, on_click=_wishes().update, args=(asked,))
    return False


def _wishes() -> dict[Hashable, bool]:
    """What the person asked for, and what they stopped."""
    return st.session_state.setdefault("wishes", {})  # type: ignore[no-any-return]


def _results() -> dict[Hashable, tuple[object, Any]]:
    """What the session remembers: the latest key of each place, and its result."""
    return st.session_state.setdefault("figures", {})  # type: ignore[no-any-return]


def latest(place: Hashable, key: object, work: Callable[[], Result], stop: Callable[[], None] = lambda: None) -> Result:
    """The result of work in a ``turn``; a place keeps only the one for its latest key: tables are large."""
    results = _results()
    if place not in results or results[place][0] != key:
        with turn(stop):
            results[place] = key, work()
        if len(results) > MOST_REMEMBERED:
            del results[next(iter(results))]
    return results[place][1]  # type: ignore[no-any-return]


@contextmanager
def turn(stop: Callable[[], None] = lambda: None) -> Iterator[None]:
    """One of two turns, under a bar that shows what is reported to ``leakage.progress``; inside a turn, the same one.

    *Stop* ends the run of the page, as every click does, and calls ``stop``.
    """
    if is_heard():
        yield
        return
    bar: Any = None
    due = time.monotonic() + BAR_AFTER
    with ExitStack() as ends:

        def draw(what: str, done: int, total: int) -> None:
            nonlocal bar, due
            # Streamlit ends a run here whose session has gone, or was clicked on.
            _ = "figures" in st.session_state
            if time.monotonic() < due:
                return
            due = time.monotonic() + PAUSE
            if bar is None:
                place = st.empty()
                ends.callback(place.empty)
                with place.container(border=True):
                    bar = st.progress(0.0)
                    st.button("Stop", key=f"stop-{time.monotonic_ns()}", on_click=stop)
            bar.progress(min(1.0, done / max(total, 1)), f"{what}: {done:,} of {total:,}" if total else what)

        while not _AT_ONCE.acquire(timeout=0.1):
            draw("Waiting for other calculations", 0, 0)
        ends.callback(_AT_ONCE.release)
        with listening(draw):
            yield
