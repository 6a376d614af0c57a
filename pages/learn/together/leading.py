"""What whoever leads sees: the step, how many have answered, and then the guesses beside the truth."""

from __future__ import annotations

from collections.abc import Hashable

import streamlit as st

from leakage.lessons import Lesson, LessonStep, grid_of
from leakage.lessons.catalogue import LESSONS, lesson_of
from leakage.lessons.together import Together
from pages.kit.grid import show_grid
from pages.kit.worked_out import how_worked_out
from pages.learn.together import text
from pages.learn.together.guesses_chart import show_guesses, verdict
from pages.learn.together.polling import watch
from pages.shell import class_board, lesson_places
from pages.shell.words import count

EVERY = 1.0
"""Seconds between two looks at the board."""


def show() -> None:
    """The list of lessons, or the step the class is at."""
    board = class_board.board()
    lesson = lesson_of(board.lesson)
    if lesson is None:
        _contents()
    else:
        _bar(lesson, board)
        _step(lesson, board)
    watch(EVERY, _told)


def _told() -> Hashable:
    board = class_board.board()
    return board.lesson, board.step, board.is_revealed, len(board.here), class_board.present()


def _contents() -> None:
    st.markdown(f"{count(class_board.present(), 'student')} here. {text.NO_NAMES}")
    for number, lesson in enumerate(LESSONS, 1):
        with st.container(border=True, horizontal=True, vertical_alignment="center", key=f"lead-{lesson.key}"):
            st.markdown(f"**{number}. {lesson.title}**  \n{lesson.question}", width="stretch")
            st.button("Open for the class", key=f"lead-open-{lesson.key}", on_click=_open, args=(lesson.key,))


def _bar(lesson: Lesson, board: Together) -> None:
    last = len(lesson.steps) - 1
    asks = lesson.steps[board.step].question is not None and not board.is_revealed
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="lesson-bar"):
        st.button(
            "Back",
            key=lesson_places.BACK,
            icon=":material/arrow_back:",
            on_click=_turn,
            args=(lesson, -1),
            disabled=board.step == 0,
        )
        done, steps = board.step + 1, len(lesson.steps)
        st.progress(done / steps, f"{lesson.title} Step {done} of {steps}")
        st.button(
            "Show the answer" if asks else "Next",
            key=lesson_places.FORWARD,
            type="primary" if asks else "secondary",
            on_click=_next,
            args=(lesson,),
            disabled=board.step == last and not asks,
            help="Also by Page Down or the right arrow key.",
        )
        st.button("All lessons", key="together-close", icon=":material/list:", on_click=_open, args=("",))


def _step(lesson: Lesson, board: Together) -> None:
    step = lesson.steps[board.step]
    with st.container(key="lesson-step"):
        st.subheader(step.title, anchor=False)
        if not board.is_revealed:
            st.markdown(step.text)
        if step.subject is not None:
            show_grid(grid_of(step.subject), step.title, coloured=board.is_revealed or step.question is None)
        if step.question is not None:
            st.markdown(f"**{step.question.ask}**")
            _guesses(step, board)


def _guesses(step: LessonStep, board: Together) -> None:
    if not board.is_revealed:
        here = max(class_board.present(), len(board.here))
        st.metric("have answered", f"{len(board.here)} of {here}")
        return
    verdict(step, None)
    show_guesses(step, board.here, f"guesses-{board.lesson}-{board.step}")
    st.markdown(step.explanation)
    if step.derivation is not None:
        how_worked_out(step.derivation, f"together-{board.lesson}-{board.step}")


def _open(lesson: str) -> None:
    class_board.change(lambda board: board.opened(lesson))


def _turn(lesson: Lesson, by: int) -> None:
    class_board.change(lambda board: board.turned(by, lesson))


def _next(lesson: Lesson) -> None:
    class_board.change(lambda board: board.next_of(lesson))
