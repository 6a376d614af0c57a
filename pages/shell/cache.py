"""The one cache: what was computed, by what it depends on.

Personal figures are remembered in their session alone, and in no cache that sessions share. Figures of the worked
examples are public, and computed once for everybody.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, TypeVar

import streamlit as st

from leakage.workspace.workspace import Workspace
from pages.shell import computing, watchdog

Result = TypeVar("Result")

# What this session has computed.


MOST_REMEMBERED = 150
_REMEMBERED = "remembered"
_LATEST = "published.latest"


def holds(key: Hashable, place: str = "") -> bool:
    """Whether something was computed for a key, and costs nothing now.

    Arguments:
        key: what it depends on.
        place: where given, only the last result of this place is remembered, for it is large.
    """
    if place:
        return place in (latest := st.session_state.get(_LATEST, {})) and bool(latest[place][0] == key)
    return key in st.session_state.get(_REMEMBERED, {})


def recall(key: Hashable, place: str = "") -> Any:
    """What was computed for a key; arguments as ``holds``."""
    return st.session_state[_LATEST][place][1] if place else st.session_state[_REMEMBERED][key]


def remember(key: Hashable, result: Any, place: str = "") -> None:
    """Remember what was computed for a key, and forget the oldest results; arguments as ``holds``."""
    if place:
        st.session_state.setdefault(_LATEST, {})[place] = (key, result)
        return
    results: dict[Hashable, Any] = st.session_state.setdefault(_REMEMBERED, {})
    results[key] = result
    while len(results) > MOST_REMEMBERED:
        del results[next(iter(results))]


def remembered(key: Hashable, work: Callable[[], Result], place: str = "") -> Result:
    """What work gave for a key before; else it is done now. Arguments as ``holds``."""
    if not holds(key, place):
        remember(key, work(), place)
    result: Result = recall(key, place)
    return result


def latest(place: str, key: Hashable, work: Callable[[], Result]) -> Result:
    """What work gave for a key, where that was the last one of this place: tables are large."""
    return remembered(key, work, place)


def forget() -> None:
    """Forget all that was remembered, but the last result of each place."""
    st.session_state.pop(_REMEMBERED, None)


# What everybody shares: figures of the worked examples.


MOST_FIGURES = 300

_LOCK = threading.Lock()
_PUBLIC: dict[int, Workspace] = {}


@dataclass(eq=False)
class _Figure:
    """A figure that somebody computes or has computed, and the thread in which."""

    by: threading.Thread = field(default_factory=threading.current_thread)
    ended: bool = False
    result: Any = None
    worked_out: bool = False


_FIGURES: dict[Hashable, _Figure] = {}


def publish(example: Workspace) -> None:
    """Say that a workspace is a worked example, the same for everybody."""
    _PUBLIC[example.fingerprint] = example


def is_public(workspace: Workspace) -> bool:
    """Whether a workspace is, value by value, a worked example nobody has edited."""
    example = _PUBLIC.get(workspace.fingerprint)
    return example is not None and (example is workspace or example == workspace)


def computed_once(key: Hashable, work: Callable[[], Result]) -> Result:
    """What work gives for a key, computed by the first session that asks; who asks meanwhile waits for it.

    Where the first one leaves before the end, the next one computes it.

    Arguments:
        key: what the figure depends on; nothing of a person.
        work: the figure.
    """
    while True:
        figure, mine = _claim(key)
        if mine:
            return _work_out(key, figure, work)
        if not figure.worked_out:
            computing.wait_for(lambda figure=figure: figure.ended or figure.by in watchdog.stuck())  # type: ignore[misc]
        if figure.worked_out:
            result: Result = figure.result
            return result


def _claim(key: Hashable) -> tuple[_Figure, bool]:
    with _LOCK:
        figure = _FIGURES.get(key)
        if figure is not None and figure.by not in watchdog.stuck():
            return figure, False
        figure = _FIGURES[key] = _Figure()
        for oldest in [other for other, entry in _FIGURES.items() if entry.worked_out][
            : max(0, len(_FIGURES) - MOST_FIGURES)
        ]:
            del _FIGURES[oldest]
        return figure, True


def _work_out(key: Hashable, figure: _Figure, work: Callable[[], Result]) -> Result:
    try:
        result = work()
        figure.result, figure.worked_out = result, True
        return result
    finally:
        with _LOCK:
            # Where this thread seemed never to end, another one may work it out by now.
            if not figure.worked_out and _FIGURES.get(key) is figure:
                del _FIGURES[key]
        figure.ended = True
