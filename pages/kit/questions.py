"""Guesses, and the way to the Requests page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from leakage.lessons import PERCENT, POINTS, Choice, LessonStep, Number
from leakage.workspace.release import RequestKind
from pages import catalogue
from pages.shell import session

# Guessing: a slider for a number, a list to pick from.


def why_not(step: LessonStep, guessed: float | None) -> str | None:
    """Why what is guessed cannot be sent; None where it can."""
    return None if guessed is not None or step.question is None else step.question.untouched


def guess(step: LessonStep, key: str, start: float | None = None) -> float | None:
    """What is guessed at a step; None where nothing was picked or moved yet.

    Arguments:
        step: of a lesson.
        key: unique on the page.
        start: what was guessed before, and is shown; that alone is no guess.
    """
    match step.question:
        case Number() as question:
            moved = f"guess-{key}-moved"
            place = float(
                st.slider(
                    question.ask,
                    question.low,
                    question.high,
                    question.low if start is None else start,
                    question.step,
                    format=_format(question),
                    key=f"guess-{key}",
                    on_change=session.put,
                    args=(moved, True),
                    persist_state="session",
                    label_visibility="collapsed",
                )
            )
            return place if session.get(moved) else None
        case Choice() as question:
            return st.radio(
                question.ask,
                range(len(question.options)),
                index=None,
                format_func=question.in_words,
                key=f"guess-{key}",
                persist_state="session",
                label_visibility="collapsed",
                horizontal=len(question.options) > 4,
            )
    return None


def _format(question: Number) -> str:
    """With the sign of a percentage; what is counted stands in the question, and may be one."""
    return {PERCENT: "%g %%", POINTS: "%g points"}.get(question.unit, "%g")


# The way to the Requests page with a recipient chosen, and choices that other pages can make beforehand.


RECIPIENT = "request-recipient"
KIND = "request-kind"


def request_button(
    recipient: str,
    kind: RequestKind = "erasure",
    *,
    key: str,
    label: str = "Write the letter",
    owner: str = "",
) -> None:
    """A button that leads to a letter to a recipient.

    Arguments:
        recipient: as the releases call it.
        kind: what is asked for.
        key: of the button, unique on its page.
        label: on it.
        owner: of the recipient, where one letter is for all of the owner's companies.
    """
    if st.button(label, key=key, icon=catalogue.REQUESTS.icon, on_click=_choose, args=(recipient, kind, owner)):
        st.switch_page(catalogue.REQUESTS.path)


def _choose(recipient: str, kind: RequestKind, owner: str) -> None:
    session.put(RECIPIENT, recipient)
    session.put(KIND, kind)
    if owner:
        session.put(together_key(owner), True)


def together_key(owner: str) -> str:
    """The key of the box for one letter to all companies of an owner."""
    return f"request-together-{hash(owner)}"


def persistent_choice(
    place: DeltaGenerator, label: str, name: str, options: list[Any], option_text: Callable[[Any], str] = str
) -> Any:
    """A choice that is kept under a name, where another page, or a callback, may have put it; else the first option.

    Arguments:
        place: where it is drawn.
        label: above it.
        name: it is kept under.
        options: to choose from, at least one.
        option_text: an option in words.
    """
    chosen = session.get(name)
    shown = session.binding(
        f"{name}-box", chosen if chosen in options else options[0], lambda option, _: session.put(name, option)
    )
    place.selectbox(label, options, format_func=option_text, **shown)
    return session.get(shown["key"])
