"""One step of a lesson: what it is about, the question, and once predicted the answer."""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from leakage.lessons import Lesson, LessonStep, Number, grid_of, outcome_of
from leakage.lessons.subject import Odds, Ratings
from leakage.scenarios.published_example import PublishedExample
from leakage.workspace.lesson_place import LessonPlace
from leakage.workspace.workspace import Workspace
from pages import catalogue
from pages.kit import handed_over
from pages.kit.grid import show_grid
from pages.kit.guess import guess as asked
from pages.kit.worked_out import how_worked_out
from pages.learn.lessons import text
from pages.learn.lessons.guess_chart import show_guess
from pages.shell import examples, lesson_places

LONG, NARROW = 5, 6
"""Rows from which a table is long, and columns up to which it is narrow."""


def show(lesson: Lesson, place: LessonPlace) -> None:
    """The step on the screen."""
    step = lesson.steps[place.step]
    shown = place.is_answered(place.step)
    key = f"{lesson.key}-{place.step}"
    with st.container(key="lesson-step"):
        told, seen = _places(step)
        with told:
            st.subheader(step.title, anchor=False)
            # In front of a class the explanation takes the place of the text.
            if not (shown and lesson_places.presented()):
                st.markdown(step.text)
        if step.subject is not None:
            with seen:
                show_grid(grid_of(step.subject), step.title, coloured=shown or step.question is None)
        with told if told is not seen else st.container():
            if step.question is not None:
                st.markdown(f"**{step.question.ask}**")
                if shown:
                    _reveal(step, place, key)
                else:
                    _ask(step, place, key)
            if shown or step.question is None:
                _afterwards(step, place, key)


def _places(step: LessonStep) -> tuple[DeltaGenerator, DeltaGenerator]:
    """Where the words go and where the table: in front of a class a long table stands beside them."""
    grid = None if step.subject is None else grid_of(step.subject)
    if lesson_places.presented() and grid and len(grid.rows) >= LONG and len(grid.columns) <= NARROW:
        words, table = st.columns([6, 5], gap="medium")
        return words, table
    both = st.container()
    return both, both


def _ask(step: LessonStep, place: LessonPlace, key: str) -> None:
    guess = asked(step, key)
    with st.container(horizontal=True):
        st.button(
            "Check my guess",
            key=f"check-{key}",
            type="primary",
            on_click=lesson_places.hold,
            args=(place if guess is None else place.answered(guess),),
            disabled=guess is None,
            help="Pick an answer first." if guess is None else None,
        )
        st.button("Show me", key=f"show-{key}", on_click=lesson_places.hold, args=(place.answered(None),))


def _reveal(step: LessonStep, place: LessonPlace, key: str) -> None:
    guess = place.guess_at(place.step)
    _verdict(step, guess)
    if isinstance(step.question, Number) and step.subject is not None and guess is not None:
        show_guess(step.question, step.question.truth(step.subject), guess, f"guess-chart-{key}")
    st.markdown(step.explanation)


def _verdict(step: LessonStep, guess: float | None) -> None:
    assert step.question is not None and step.subject is not None, "only a question is revealed"
    if guess is None:
        st.info(f"It is: {step.question.told(step.question.truth(step.subject))}", icon=":material/visibility:")
        return
    outcome = outcome_of(step, guess)
    if outcome.right:
        st.success(outcome.sentence, icon=":material/check:")
    else:
        st.info(outcome.sentence, icon=":material/lightbulb:")


def _afterwards(step: LessonStep, place: LessonPlace, key: str) -> None:
    with st.container(horizontal=True, vertical_alignment="center", key="lesson-afterwards"):
        derivation = step.derivation
        if derivation is not None:
            how_worked_out(derivation, key)
        if lesson_places.presented():
            return
        if step.question is not None:
            st.button(
                "Guess again",
                key=f"again-{key}",
                icon=":material/replay:",
                on_click=lesson_places.hold,
                args=(place.forgotten(),),
            )
        _take_along(step, key)


def _take_along(step: LessonStep, key: str) -> None:
    match step.subject:
        case Workspace() as work:
            if st.button(
                "Take this into my own workspace",
                key=f"take-{key}",
                icon=":material/open_in_new:",
                help=text.UNTOUCHED,
                on_click=examples.open_workspace,
                args=(work, key),
            ):
                st.switch_page(catalogue.LEAKAGE.path)
        case PublishedExample() as table:
            if _asked_for("Try this table on its own page", key):
                handed_over.hand_table(table)
                st.switch_page(catalogue.PUBLISHED_TABLE.path)
        case Ratings() as ratings:
            if _asked_for("Try these ratings on their own page", key):
                handed_over.hand_ratings(ratings)
                st.switch_page(catalogue.RE_IDENTIFICATION.path)
        case Odds() as odds if handed_over.settings_of(odds):
            if _asked_for("Try these odds on their own page", key):
                handed_over.hand_odds(odds)
                st.switch_page(catalogue.ATTACKERS_ERROR.path)


def _asked_for(label: str, key: str) -> bool:
    return st.button(label, key=f"take-{key}", icon=":material/open_in_new:", help=text.BESIDE)
