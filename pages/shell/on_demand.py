"""Figures that may take long: what is small is worked out at once, the rest when it is asked for, with an estimate."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import ParamSpec, TypeVar

import streamlit as st

from pages.shell import computing, progress, session
from pages.shell.cached import Cached
from pages.shell.words import about

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

SMALL = 1.0
"""Seconds up to which a figure is worked out without being asked for."""

_WISHES = "on-demand"


def figure(
    name: str,
    key: Hashable,
    work: Callable[[], Result],
    seconds: float | None,
    what: str = "",
    ready: bool = False,
    button: str = "",
) -> Result | None:
    """What work gives; None while it is left alone, which is said, with a button that has it worked out.

    Arguments:
        name: of the place on the page, unique in the program.
        key: what the figure depends on; a wish holds for this key alone.
        work: reports to ``leakage.progress``.
        seconds: how long it takes, estimated; None where nobody knows, and it is left alone until asked for.
        what: is worked out, as the beginning of a sentence.
        ready: whether it is remembered, and costs nothing.
        button: what to press; where it is given, nothing is worked out unasked.
    """
    if ready:
        return work()
    wanted = _wishes().get(name, (None, False))
    asked, left = wanted == (key, True), wanted == (key, False)
    if left or (not asked and (button or seconds is None or seconds > SMALL)):
        # What was left alone though it looked small is not what the estimate took it for.
        _offer(name, key, None if seconds is None or seconds <= SMALL else seconds, what, button)
        return None
    try:
        with computing.budget(computing.ASKED if asked else computing.UNASKED):
            return progress.run_with_progress(work, progress.Bar("Cancel", on_click=_wish, args=(name, key, False)))
    except computing.Stopped as stopped:
        _wish(name, key, False)
        st.text(str(stopped))
        _offer(name, key, None, what, button)
        return None


def of(figure_of: Cached[Arguments, Result], seconds: float, what: str) -> Callable[Arguments, Result | None]:
    """A remembered figure, on demand: called as it is, it gives None while it is left alone.

    Arguments:
        figure_of: a cached figure.
        seconds, what: as ``figure``.
    """

    def asked(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Result | None:
        name, key = figure_of.name, figure_of.key(*args, **kwargs)
        ready = figure_of.remembers(*args, **kwargs)
        return figure(name, key, lambda: figure_of(*args, **kwargs), seconds, what, ready)

    return asked


def _wishes() -> dict[str, tuple[Hashable, bool]]:
    """For every place the last key that was asked for (True) or left alone (False)."""
    wishes: dict[str, tuple[Hashable, bool]] = session.setdefault(_WISHES, {})
    return wishes


def _wish(name: str, key: Hashable, asked: bool) -> None:
    _wishes()[name] = (key, asked)


def _offer(name: str, key: Hashable, seconds: float | None, what: str, button: str) -> None:
    if not button:
        subject = f"{what} is not worked out" if what else "Not worked out"
        st.text(f"{subject}: it may take long." if seconds is None else f"{subject} yet: it takes {about(seconds)}.")
    st.button(
        button or "Work it out",
        key=f"on-demand-{name}",
        icon=":material/play_arrow:",
        on_click=_wish,
        args=(name, key, True),
    )
