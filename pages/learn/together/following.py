"""What a student sees: the question of the step the class is at, a way to answer it, and what came of it."""

from __future__ import annotations

from collections.abc import Hashable

import streamlit as st

from leakage.lessons import Lesson, LessonStep, grid_of
from leakage.lessons.catalogue import lesson_of
from leakage.lessons.together import Phase, Together
from pages.kit import class_board
from pages.learn.together import text
from pages.learn.together.views import guess, show_closing, show_grid, show_picture_of, show_votes, verdict, why_not

SECONDS = 1.5
"""Between two looks at the board."""


def show_following() -> None:
    """The step the class is at."""
    board, seat = class_board.board(), class_board.seat()
    lesson = lesson_of(board.lesson)
    if lesson is None:
        st.info(text.WAITING, icon=":material/hourglass_empty:")
        st.caption(text.NO_NAMES)
    else:
        _step(lesson, board, seat)
    class_board.watch(SECONDS, _state)


def _state() -> Hashable:
    """What this page is drawn from: other seats' guesses are no part of it before they are shown."""
    class_board.heard()
    board = class_board.board()
    return board.lesson, board.step, board.phase


# The step that the class is at.


def _step(lesson: Lesson, board: Together, seat: str) -> None:
    step = lesson.steps[board.step]
    st.caption(lesson.title)
    st.subheader(step.title, anchor=False)
    st.markdown(step.text)
    if step.subject is not None:
        show_grid(grid_of(step.subject), step.title, coloured=board.is_revealed or step.question is None)
    if step.question is None:
        show_closing(lesson, board.step)
        st.caption(text.ONLY_TELLS)
        return
    st.markdown(f"**{step.question.ask}**")
    if board.is_revealed:
        verdict(step, board.guess_of(seat))
        _votes(step, board)
        st.markdown(step.explanation)
        show_picture_of(step)
        show_closing(lesson, board.step)
        st.caption(text.LATE)
    elif board.phase is Phase.TALK:
        st.info(text.TALK, icon=":material/forum:")
        _votes(step, board)
    else:
        _ask(step, board, seat)


def _votes(step: LessonStep, board: Together) -> None:
    if any(board.rounds_of_step):
        show_votes(step, board.rounds_of_step, truth=board.is_revealed)
    else:
        st.caption(text.NOBODY)


def _ask(step: LessonStep, board: Together, seat: str) -> None:
    round_ = board.phase.round
    assert step.question is not None and round_ is not None, "only an open vote is answered"
    answer = board.guess_of(seat, round_)
    first = board.guess_of(seat, 0) if round_ else None
    if round_:
        st.info(text.AGAIN, icon=":material/how_to_vote:")
    picked = guess(step, f"together-{board.lesson}-{board.step}-{round_}", first if answer is None else answer)
    with st.container(horizontal=True):
        st.button(
            "Send my guess" if answer is None else "Change my guess",
            key="together-send",
            type="primary",
            on_click=_send,
            args=(seat, picked, board.step, round_),
            disabled=picked is None,
            help=why_not(step, picked),
        )
        if answer is None and first is not None:
            keep = f"Keep {step.question.in_words(first)}"
            st.button(keep, key="together-keep", on_click=_send, args=(seat, first, board.step, round_))
    if answer is not None:
        given = f"You guessed {step.question.in_words(answer)}"
        st.success(f"{given}. {text.ANSWERED}", icon=":material/how_to_vote:")
    elif first is not None:
        st.caption(text.KEPT)


def _send(seat: str, picked: float | None, step: int, round_: int) -> None:
    if picked is not None:
        class_board.change(lambda board: board.guessed(seat, picked, step, round_))
