"""Figures that may take long: what is small is worked out at once, the rest when it is asked for, with an estimate.

What is estimated at more is tried out for a moment, for estimates are rough: it is done by then, or how far it came
tells how long it takes. What it took is remembered for the same with other inputs, as after an edit.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import ParamSpec, TypeVar

import streamlit as st

from pages.shell import computing, progress, session
from pages.shell.cached import Cached
from pages.shell.trial import SMALL, Taken, TooLong, Trial
from pages.shell.words import about

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

_WISHES = "on-demand"
_TAKEN = "on-demand-taken"


def figure(
    name: str,
    key: Hashable,
    work: Callable[[], Result],
    seconds: float | None,
    what: str = "",
    ready: bool = False,
    button: str = "",
    unasked: bool = True,
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
        unasked: whether it is worked out without being asked for, where that is quick.
    """
    if ready:
        return work()
    wanted = _wishes().get(name, (None, False))
    asked, left = wanted == (key, True), wanted == (key, False)
    known = _known(name, seconds)
    tried = seconds is not None and seconds > SMALL and (known is None or known <= SMALL)
    expected = seconds if known is None else known
    if left or (not asked and (button or not unasked or expected is None or (expected > SMALL and not tried))):
        # What the person left alone though it looked small is not what the estimate took it for.
        wrong = expected is None or (left and expected <= SMALL)
        _offer(name, key, None if wrong else expected, what, button)
        return None
    trial = Trial(computing.spent)
    heard = trial if tried and not asked else trial.outlook.hear
    bar = progress.Bar("Cancel", heard, on_click=_wish, args=(name, key, False))
    try:
        with computing.budget(computing.ASKED if asked else computing.UNASKED):
            result = progress.run_with_progress(work, bar)
    except TooLong as long:
        _remember(name, seconds, long.seconds or max(seconds or 0.0, trial.outlook.heard))
        _offer(name, key, _known(name, seconds), what, button)
        return None
    except computing.Stopped as stopped:
        _wish(name, key, False)
        st.text(str(stopped))
        _button(name, key, button or "Try again")
        return None
    _remember(name, seconds, trial.outlook.elapsed)
    return result


def of(
    figure_of: Cached[Arguments, Result], seconds: float, what: str, unasked: bool = True
) -> Callable[Arguments, Result | None]:
    """A remembered figure, on demand: called as it is, it gives None while it is left alone.

    Arguments:
        figure_of: a cached figure.
        seconds, what, unasked: as ``figure``.
    """

    def asked(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Result | None:
        name, key = figure_of.name, figure_of.key(*args, **kwargs)
        ready = figure_of.remembers(*args, **kwargs)
        return figure(name, key, lambda: figure_of(*args, **kwargs), seconds, what, ready, unasked=unasked)

    return asked


def _wishes() -> dict[str, tuple[Hashable, bool]]:
    """For every place the last key that was asked for (True) or left alone (False)."""
    wishes: dict[str, tuple[Hashable, bool]] = session.setdefault(_WISHES, {})
    return wishes


def _wish(name: str, key: Hashable, asked: bool) -> None:
    _wishes()[name] = (key, asked)


def _known(name: str, estimated: float | None) -> float | None:
    """Seconds that the same took with other inputs, or what that looked like; None where nothing like it was tried.

    What is estimated as small needs none, and comes by itself however busy the machine was.
    """
    taken: dict[str, Taken] = session.setdefault(_TAKEN, {})
    if estimated is None or estimated <= SMALL or name not in taken:
        return None
    return taken[name].for_one_of(estimated)


def _remember(name: str, estimated: float | None, seconds: float) -> None:
    if estimated is not None:
        session.setdefault(_TAKEN, {})[name] = Taken(estimated, seconds)


def _offer(name: str, key: Hashable, seconds: float | None, what: str, button: str) -> None:
    if not button:
        subject = f"{what} is not worked out" if what else "Not worked out"
        st.text(f"{subject}: it may take long." if seconds is None else f"{subject} yet: it takes {about(seconds)}.")
    _button(name, key, button or "Work it out")


def _button(name: str, key: Hashable, label: str) -> None:
    st.button(
        label,
        key=f"on-demand-{name}",
        icon=":material/play_arrow:",
        on_click=_wish,
        args=(name, key, True),
    )
