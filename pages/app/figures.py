"""Figures: worked out once a session, two at a time in the process, above two seconds under a bar with *Stop*."""

from __future__ import annotations

import functools
import threading
import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Generic, ParamSpec, TypeVar

import streamlit as st

from leakage.progress import listening
from leakage.record import Record
from leakage.resolution.adversary import Adversary, Resolution
from leakage.workspace.figures.assessment import assess, resolve_pools, worst
from leakage.workspace.figures.count import count
from leakage.workspace.workspace import Workspace

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

MOST_REMEMBERED, BAR_AFTER, PAUSE = 150, 2.0, 0.2

_AT_ONCE = threading.BoundedSemaphore(2)
_HAS_TURN: ContextVar[bool] = ContextVar("has_turn", default=False)


class figure(Generic[Arguments, Result]):  # noqa: N801 - it stands above functions
    """A function whose results the session remembers by its arguments, a work by its fingerprint.

    ``fixed`` are further arguments.
    """

    def __init__(self, compute: Callable[Arguments, Result], **fixed: Any) -> None:
        self._name, self._compute = f"{compute.__module__}.{compute.__qualname__}", functools.partial(compute, **fixed)

    def __call__(self, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        """The result; the page ends where the person stops it."""
        key = self.key(*args, **kwargs)
        if not _wanted(key):
            st.stop()
        if key not in _results():
            with _turn(functools.partial(st.session_state["wishes"].__setitem__, key, False)):
                found = self._compute(*args, **kwargs)
            remembered(key, lambda: found)
        return _results()[key][1]  # type: ignore[no-any-return]

    def offer(self, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Result | None:
        """The result; None where the person stopped it, and the page goes on."""
        return self.on_request("", *args, **kwargs)

    def on_request(self, button: str, /, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Result | None:
        """The result; None where the person stopped it, or it waits for a button of that label, if there is one."""
        return self(*args, **kwargs) if _wanted(self.key(*args, **kwargs), button) else None

    def key(self, *args: Arguments.args, **kwargs: Arguments.kwargs) -> tuple[Hashable, ...]:
        """What a result is remembered by."""
        return (self._name, *map(_value, (*args, *sorted(kwargs.items()))))


def _value(given: Any) -> Hashable:
    if isinstance(given, Workspace):
        return given.fingerprint
    return tuple(map(_value, given)) if isinstance(given, list | tuple) else given


def _results() -> dict[Hashable, tuple[object, Any]]:
    return st.session_state.setdefault("figures", {})  # type: ignore[no-any-return]


def _wanted(key: Hashable, button: str = "") -> bool:
    """Whether a result is to be worked out; where the person stopped it or has to ask for it, a button is drawn."""
    wishes: dict[Hashable, bool] = st.session_state.setdefault("wishes", {})
    wish = key in _results() or wishes.get(key)
    if wish or (wish is None and not button):
        return True
    if wish is False:
        st.text("Stopped.")
        button = "Start again"
    icon, asked = ":material/play_arrow:", (key, True)
    st.button(button, key=f"work-out-{hash(key)}", icon=icon, on_click=wishes.__setitem__, args=asked)
    return False


def remembered(key: Hashable, work: Callable[[], Result]) -> Result:
    """The result for a key, computed where it is not remembered."""
    return latest(key, None, work)


def latest(place: Hashable, key: object, work: Callable[[], Result]) -> Result:
    """As ``remembered``, but a place keeps only the result for its latest key: tables are large."""
    results = _results()
    if place not in results or results[place][0] != key:
        results[place] = key, work()
        if len(results) > MOST_REMEMBERED:
            del results[next(iter(results))]
    return results[place][1]  # type: ignore[no-any-return]


def run(work: Callable[[], Result], stop: Callable[[], None] = lambda: None) -> Result:
    """The result of work that may take long: two at a time, and after two seconds under a bar with *Stop*.

    Arguments:
        work: reports to ``leakage.progress``; inside other work it shares its turn and bar.
        stop: called where *Stop* is pressed; the run of the page that computes has ended then.
    """
    with _turn(stop):
        return work()


@contextmanager
def _turn(stop: Callable[[], None]) -> Iterator[None]:
    if _HAS_TURN.get():
        yield
        return
    bar = _Bar(stop)
    while not _AT_ONCE.acquire(timeout=0.1):
        bar.draw("Waiting for other calculations", 0, 0)
    token = _HAS_TURN.set(True)
    try:
        with listening(bar.draw):
            yield
    except Exception:  # not what Streamlit ends a run by: then nothing may be drawn any more
        bar.clear()
        raise
    finally:
        _HAS_TURN.reset(token)
        _AT_ONCE.release()
    bar.clear()


class _Bar:
    def __init__(self, stop: Callable[[], None]) -> None:
        self._stop, self._next = stop, time.monotonic() + BAR_AFTER
        self._place: Any = None

    def draw(self, what: str, done: int, total: int) -> None:
        # Streamlit ends a run here whose session has gone, or was clicked on.
        _ = "figures" in st.session_state
        if (now := time.monotonic()) < self._next:
            return
        self._next = now + PAUSE
        if self._place is None:
            self._place = st.empty()
            with self._place.container(border=True):
                self._bar = st.progress(0.0)
                st.button("Stop", key=f"stop-{time.monotonic_ns()}", on_click=self._stop)
        self._bar.progress(min(1.0, done / max(total, 1)), f"{what}: {done:,} of {total:,}" if total else what)

    def clear(self) -> None:
        if self._place is not None:
            self._place.empty()


# What several pages show.


@figure
def resolutions(
    adversary: Adversary, background: tuple[Record, ...], by_pool: tuple[tuple[Record, ...], ...]
) -> tuple[Resolution, ...]:
    """How the adversary resolves every pool; weights and facts of the profile do not change it."""
    return tuple(resolve_pools(adversary, background, by_pool))


assessment = figure(assess, resolve=resolutions)
counts = figure(count)


def leakage_of(workspace: Workspace) -> float | None:
    """The whole figure; None where the profile is empty or nothing was released."""
    leaked = worst(assessment(workspace)) if workspace.profile else None
    return None if leaked is None else leaked.result.leakage
