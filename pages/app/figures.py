"""Figures: worked out once a session, two at a time in the process, above two seconds under a bar with *Stop*."""

from __future__ import annotations

import functools
import threading
import time
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Generic, ParamSpec, TypeVar

import streamlit as st

from leakage.progress import listening
from leakage.workspace.workspace import Workspace

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

MOST_REMEMBERED = 150
MANY_RELEASES = 200
BAR_AFTER, PAUSE = 2.0, 0.2

_AT_ONCE = threading.BoundedSemaphore(2)
_HAS_TURN: ContextVar[bool] = ContextVar("has_turn", default=False)


class figure(Generic[Arguments, Result]):  # noqa: N801 - it stands above functions
    """A function whose results are remembered for the session by its arguments; of a work by its fingerprint.

    Streamlit's own caches let nothing be drawn from inside. A function that only some need waits for a button: where
    ``button`` names it, and in ``offer`` where the work has more than 200 releases.

    >>> @figure
    ... def square(number: int) -> int:
    ...     return number * number
    >>> square.key(3)
    ('pages.app.figures.square', 3)
    """

    def __init__(self, compute: Callable[Arguments, Result]) -> None:
        functools.update_wrapper(self, compute)
        self._compute = compute
        self.name = f"{compute.__module__}.{compute.__qualname__}"

    def key(self, *args: Arguments.args, **kwargs: Arguments.kwargs) -> tuple[Hashable, ...]:
        """What a result is remembered by."""
        return (self.name, *map(_value, (*args, *sorted(kwargs.items()))))

    def __call__(self, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        """The result; the page ends where the person stops it."""
        key = self.key(*args, **kwargs)
        if key not in _results():
            work = functools.partial(self._compute, *args, **kwargs)
            if _HAS_TURN.get():
                _remember(key, work())
            elif not _attempt(key, work):
                st.stop()
        result: Result = _results()[key]
        return result

    def offer(self, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Result | None:
        """The result; None where it waits for a button, for the work has more than 200 releases."""
        many = any(len(work.releases) > MANY_RELEASES for work in args if isinstance(work, Workspace))
        return self.on_request("Work it out" if many else "", *args, **kwargs)

    def on_request(self, button: str, /, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Result | None:
        """The result; None where it waits for a button of that label, if there is one."""
        key = self.key(*args, **kwargs)
        if key not in _results():
            if button and not _wish(key):
                _button(key, button)
                return None
            if not _attempt(key, functools.partial(self._compute, *args, **kwargs)):
                return None
        result: Result = _results()[key]
        return result


def _value(given: Any) -> Hashable:
    if isinstance(given, Workspace):
        return given.fingerprint
    if isinstance(given, Mapping):
        return tuple(sorted(given.items()))
    return tuple(map(_value, given)) if isinstance(given, list | tuple) else given


def _results() -> dict[Hashable, Any]:
    results: dict[Hashable, Any] = st.session_state.setdefault("figures", {})
    return results


def _remember(key: Hashable, result: Any) -> None:
    results = _results()
    results[key] = result
    while len(results) > MOST_REMEMBERED:
        del results[next(iter(results))]


def remembered(key: Hashable, work: Callable[[], Result]) -> Result:
    """What work gave for a key before; else it is done now."""
    if key not in _results():
        _remember(key, work())
    result: Result = _results()[key]
    return result


def latest(place: str, key: Hashable, work: Callable[[], Result]) -> Result:
    """What work gave for a key, where that was the last one of this place: tables are large."""
    found: tuple[Hashable, Result] | None = st.session_state.get(f"latest.{place}")
    if found is None or found[0] != key:
        st.session_state[f"latest.{place}"] = found = (key, work())
    return found[1]


# The wish of the person for a result: True where it was asked for, False where it was stopped.


def _wish(key: Hashable) -> bool | None:
    wish: bool | None = st.session_state.setdefault("wishes", {}).get(key)
    return wish


def _put_wish(key: Hashable, wish: bool) -> None:
    st.session_state.setdefault("wishes", {})[key] = wish


def _button(key: Hashable, label: str) -> None:
    st.button(label, key=f"work-out-{hash(key)}", icon=":material/play_arrow:", on_click=_put_wish, args=(key, True))


def _attempt(key: Hashable, work: Callable[[], Any]) -> bool:
    """Work a result out and remember it; False where the person stopped it."""
    if _wish(key) is False:
        st.text("Stopped.")
        _button(key, "Start again")
        return False
    _remember(key, run(work, functools.partial(_put_wish, key, False)))
    return True


# Work that may take long.


def run(work: Callable[[], Result], stop: Callable[[], None] = lambda: None) -> Result:
    """What work gives that may take long: in turn with others, and under a bar with a button once it does.

    Arguments:
        work: reports to ``leakage.progress``.
        stop: called where the button is pressed; the run of the page that works it out has ended then.
    """
    bar = _Bar(stop)
    try:
        with _turn(bar), listening(bar.draw):
            result = work()
    except Exception:  # not what Streamlit ends a run by: then nothing may be drawn any more
        bar.clear()
        raise
    bar.clear()
    return result


@contextmanager
def _turn(bar: _Bar) -> Iterator[None]:
    if _HAS_TURN.get():
        yield
        return
    while not _AT_ONCE.acquire(timeout=0.1):
        bar.draw("Waiting for other calculations", 0, 0)
    token = _HAS_TURN.set(True)
    try:
        yield
    finally:
        _HAS_TURN.reset(token)
        _AT_ONCE.release()


class _Bar:
    """A bar that comes when work has taken two seconds; each report ends a run of the page that nobody waits for."""

    def __init__(self, stop: Callable[[], None]) -> None:
        self._stop, self._next = stop, time.monotonic() + BAR_AFTER
        self._place: Any = None
        self._bar: Any = None

    def draw(self, what: str, done: int, total: int) -> None:
        # Streamlit ends a run here whose session has gone, or was clicked on.
        _ = "figures" in st.session_state
        if time.monotonic() < self._next:
            return
        self._next = time.monotonic() + PAUSE
        how_far = f"{what}: {done:,} of {total:,}" if total else what
        if self._place is None:
            self._place = st.empty()
            with self._place.container(border=True):
                self._bar = st.progress(0.0, how_far)
                number = st.session_state.get("bars", 0) + 1
                st.session_state["bars"] = number
                st.button("Stop", key=f"stop-{number}", on_click=self._stop)
        self._bar.progress(min(1.0, done / max(total, 1)), how_far)

    def clear(self) -> None:
        if self._place is not None:
            self._place.empty()
