"""What a student sees: the question of the step the class is at, and a way to answer it."""

from __future__ import annotations

from collections.abc import Hashable

import streamlit as st

from leakage.lessons import Choice, Lesson, LessonStep, Number, grid_of
from leakage.lessons.catalogue import lesson_of
from leakage.lessons.together import Together
from pages.kit.grid import show_grid
from pages.kit.guess import guess
from pages.learn.together import text
from pages.learn.together.guesses_chart import verdict
from pages.learn.together.polling import watch
from pages.shell import class_board

EVERY = 1.5
"""Seconds between two looks at the board."""


def show() -> None:
    """The step the class is at."""
    board, seat = class_board.board(), class_board.seat()
    lesson = lesson_of(board.lesson)
    if lesson is None:
        st.info(text.WAITING, icon=":material/hourglass_empty:")
        st.caption(text.NO_NAMES)
    else:
        _step(lesson, board, seat)
    watch(EVERY, _told)


def _told() -> Hashable:
    """What this page is drawn from: other seats' guesses are no part of it."""
    class_board.heard()
    board = class_board.board()
    return board.lesson, board.step, board.is_revealed


def _step(lesson: Lesson, board: Together, seat: str) -> None:
    step = lesson.steps[board.step]
    st.caption(lesson.title)
    st.subheader(step.title, anchor=False)
    st.markdown(step.text)
    if step.subject is not None:
        show_grid(grid_of(step.subject), step.title, coloured=board.is_revealed or step.question is None)
    if step.question is None:
        st.caption(text.ONLY_TELLS)
    elif board.is_revealed:
        verdict(step, board.guess_of(seat))
        st.caption(text.LATE)
    else:
        _ask(step, step.question, board, seat)


def _ask(step: LessonStep, question: Number | Choice, board: Together, seat: str) -> None:
    st.markdown(f"**{question.ask}**")
    key = f"together-{board.lesson}-{board.step}"
    picked, told = guess(step, key), board.guess_of(seat)
    st.button(
        "Send my guess" if told is None else "Change my guess",
        key="together-send",
        type="primary",
        on_click=_send,
        args=(seat, picked, board.step),
        disabled=picked is None,
        help="Pick an answer first." if picked is None else None,
    )
    if told is not None:
        st.success(f"You guessed {question.told(told)}. {text.TOLD}", icon=":material/how_to_vote:")


def _send(seat: str, picked: float | None, step: int) -> None:
    if picked is not None:
        class_board.change(lambda board: board.guessed(seat, picked, step))
