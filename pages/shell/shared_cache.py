"""What is computed once for everybody: figures of the worked examples, which are public. Personal work never is."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from leakage.workspace.workspace import Workspace
from pages.shell import computing, watchdog

Result = TypeVar("Result")
MOST_KEPT = 300

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
        for oldest in [other for other, held in _FIGURES.items() if held.worked_out][
            : max(0, len(_FIGURES) - MOST_KEPT)
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
