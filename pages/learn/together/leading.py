"""What whoever leads sees, on the projector: the step, how many have voted, and the votes beside the truth."""

from __future__ import annotations

from collections.abc import Hashable

import streamlit as st

from leakage.lessons import Choice, Lesson, LessonStep
from leakage.lessons.catalogue import LESSONS, ROUTE, lesson_of
from leakage.lessons.together import Phase, Together, right_of
from leakage.lessons.together_results import results_csv, results_svg
from pages.app.words import count
from pages.kit import class_board
from pages.kit.shared_figures import how_worked_out
from pages.learn.together import text
from pages.learn.together.views import show_votes, style_projector, table_beside, verdict, with_closing

SECONDS = 1.0
"""Between two looks at the board."""

_CLOSING = "together.closing"


def show_leading() -> None:
    """The list of lessons, or the step the class is at."""
    board = class_board.board()
    lesson = lesson_of(board.lesson)
    if lesson is None:
        _contents()
    else:
        style_projector()
        _bar(lesson, board)
        if st.session_state.get(_CLOSING):
            _ask_before_closing(lesson, board)
        _step(lesson, board)
    class_board.watch(SECONDS, _state)


def _state() -> Hashable:
    board = class_board.board()
    return board.lesson, board.step, board.phase, len(board.guesses_of_step), class_board.present()


# Before a lesson is open: the class's link, the route of fifty minutes, every lesson.


def _contents() -> None:
    st.markdown(f"{count(class_board.present(), 'student')} here. {text.NO_NAMES}")
    st.markdown(text.JOIN)
    st.code(class_board.class_link(), language=None)
    _entry(f"**{ROUTE.title}**  \n{text.ROUTE}", ROUTE, talks=True)
    for number, lesson in enumerate(LESSONS, 1):
        _entry(f"**{number}. {lesson.title}**  \n{lesson.question}", lesson, talks=False)


def _entry(words: str, lesson: Lesson, *, talks: bool) -> None:
    with st.container(border=True, horizontal=True, vertical_alignment="center", key=f"lead-{lesson.key}"):
        st.markdown(words, width="stretch")
        st.button("Open for the class", key=f"lead-open-{lesson.key}", on_click=_open, args=(lesson.key, talks))


def _open(lesson: str, talks: bool) -> None:
    st.session_state.pop(_CLOSING, None)
    class_board.change(lambda board: board.opened(lesson, talks))


# The buttons that turn the pages, always at the same place, and how far it is.


def _bar(lesson: Lesson, board: Together) -> None:
    asks = lesson.steps[board.step].question is not None and not board.is_revealed
    last = board.step == len(lesson.steps) - 1
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="lesson-bar"):
        st.button(
            "Back",
            key=class_board.BACK,
            shortcut="PageUp",
            icon=":material/arrow_back:",
            on_click=_turn,
            args=(lesson, -1),
            disabled=board.step == 0,
        )
        done, steps = board.step + 1, len(lesson.steps)
        st.progress(done / steps, f"{lesson.title} · Step {done} of {steps}")
        if asks:
            _other_way(board)
        st.button(
            _forward(lesson, board) if asks else "Next",
            key=class_board.FORWARD,
            shortcut="PageDown",
            type="primary" if asks else "secondary",
            on_click=_next,
            args=(lesson,),
            disabled=last and not asks,
        )
        st.button("All lessons", key="together-close", icon=":material/list:", on_click=_close, args=(board.has_votes,))


def _forward(lesson: Lesson, board: Together) -> str:
    """What Page Down leads to."""
    following = board.next_of(lesson).phase
    return {Phase.TALK: "Show the votes", Phase.SECOND: "Vote again"}.get(following, "Show the answer")


def _other_way(board: Together) -> None:
    """Where a class would talk, straight to the answer; where it would not, the talk."""
    if board.phase is Phase.FIRST and not board.talks:
        voted = bool(board.guesses_of_step)
        st.button("Votes, then talk", key="together-talk", on_click=_talk, disabled=not voted)
    elif (board.phase is not Phase.SECOND and board.talks) or board.phase is Phase.TALK:
        st.button("Show the answer", key="together-reveal", on_click=_reveal)


def _turn(lesson: Lesson, by: int) -> None:
    class_board.change(lambda board: board.turned(by, lesson))


def _next(lesson: Lesson) -> None:
    class_board.change(lambda board: board.next_of(lesson, class_board.now()))


def _talk() -> None:
    class_board.change(lambda board: board.talked(class_board.now()))


def _reveal() -> None:
    class_board.change(Together.shown)


# Leaving a lesson drops its guesses: first they can be saved.


def _close(has_votes: bool) -> None:
    if has_votes:
        st.session_state[_CLOSING] = True
    else:
        _open("", False)


def _ask_before_closing(lesson: Lesson, board: Together) -> None:
    with st.container(border=True, horizontal=True, vertical_alignment="center", key="together-closing"):
        st.markdown(text.DROP, width="content")
        show_saving(lesson, board)
        st.button("Drop them", key="together-drop", on_click=_open, args=("", False))
        st.button("Stay", key="together-stay", type="primary", on_click=st.session_state.pop, args=(_CLOSING, None))


def show_saving(lesson: Lesson, board: Together) -> None:
    """What came of a lesson as a table and as a picture; nobody is named in them."""
    for label, make, ending, mime in (
        ("Save as CSV", results_csv, "csv", "text/csv"),
        ("Save as a picture", results_svg, "svg", "image/svg+xml"),
    ):
        st.download_button(
            label,
            make(lesson, board),
            file_name=f"{lesson.key}.{ending}",
            mime=mime,
            key=f"together-save-{ending}",
            on_click="ignore",
            icon=":material/download:",
        )


# One step: its words, its table, and beside it the question with what the class says.


def _step(lesson: Lesson, board: Together) -> None:
    step = lesson.steps[board.step]
    with st.container(key="lesson-step"):
        st.subheader(step.title, anchor=False)
        # The explanation takes the place of the text.
        revealed = board.is_revealed or step.question is None
        words = step.explanation if board.is_revealed else step.text
        st.markdown(with_closing(words, lesson, board.step) if revealed else words)
        with table_beside(step, revealed=revealed):
            if step.question is None:
                return
            st.markdown(f"**{step.question.ask}**")
            if board.is_revealed:
                _revealed(step, board)
            elif board.phase is Phase.TALK:
                _clock()
                show_votes(step, board.rounds_of_step, truth=False)
            else:
                _voting(step, board)


def _voting(step: LessonStep, board: Together) -> None:
    if isinstance(step.question, Choice):
        st.markdown("\n".join(f"- {option}" for option in step.question.options))
    voted = len(board.guesses_of_step)
    st.metric("have answered", f"{voted} of {max(class_board.present(), voted)}")


def _revealed(step: LessonStep, board: Together) -> None:
    verdict(step, None)
    rounds = board.rounds_of_step
    if any(rounds):
        show_votes(step, rounds, truth=True)
        shares = [f"{right_of(step, votes)} of {len(votes)}" for votes in rounds]
        st.markdown(f"Right: {', then '.join(shares)}.")
    else:
        st.caption(text.NOBODY)
    if step.derivation is not None:
        how_worked_out(step.derivation, f"together-{board.lesson}-{board.step}")


@st.fragment(run_every=1.0)
def _clock() -> None:
    left = class_board.board().seconds_left(class_board.now())
    words = f"{left // 60}:{left % 60:02d}" if left else text.TIME
    st.markdown(f"{text.TALK} **{words}**")
