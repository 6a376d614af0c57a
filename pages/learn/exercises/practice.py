"""Problems to practise on, and worksheets."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, replace

import streamlit as st

from leakage.exercises import (
    DIFFICULTIES,
    LEVELS,
    MOST_SEED,
    RULES,
    TOPICS,
    TRY_AGAIN,
    ExerciseProblem,
    Typed,
    answer_in_words,
    is_over,
    judge,
    make_problem,
    read_answer,
)
from leakage.exercises.worksheet import MOST_PROBLEMS, worksheet
from leakage.lessons import grid_of
from leakage.tabular.rows import redacted_repr
from pages.kit.shared_figures import how_worked_out
from pages.kit.tables import show_grid
from pages.learn.exercises import text
from pages.shell import session
from pages.shell.words import error_text

# A worksheet to print.


def show_worksheet() -> None:
    """Choose what is on it, and save it."""
    st.markdown(text.WORKSHEET)
    titles = {topic.key: topic.title for topic in TOPICS}
    topics = st.pills(
        "Topics",
        list(titles),
        selection_mode="multi",
        default=list(titles),
        format_func=titles.__getitem__,
        key="sheet-topics",
        persist_state="session",
    )
    with st.container(horizontal=True, vertical_alignment="bottom"):
        difficulty: int = st.selectbox(
            "Difficulty", DIFFICULTIES, format_func=LEVELS.__getitem__, key="sheet-level", persist_state="session"
        )
        problems = int(
            st.number_input("How many", 1, MOST_PROBLEMS, 6, step=1, key="sheet-problems", persist_state="session")
        )
        seed = int(st.number_input("Sheet no.", 0, MOST_SEED, 1, step=1, key="sheet-seed", persist_state="session"))
    st.download_button(
        "Save the worksheet",
        lambda: worksheet(topics, difficulty, problems, seed).encode(),
        file_name=f"worksheet-{seed}.html",
        mime="text/html",
        key="sheet-save",
        on_click="ignore",
        icon=":material/print:",
        disabled=not topics,
        help=None if topics else "Pick a topic first.",
    )


# One problem at a time: type an answer, hear what is wrong with it, and try again.


_NUMBER = "exercise-number"
_ATTEMPT = "exercise-attempt"


@dataclass(frozen=True, slots=True)
class Attempt:
    """What was tried at a problem.

    Arguments:
        key: of the problem.
        typed: the last answer as it was typed; None where one asked to be shown.
        answers: all that could be read, in their order.
        given_up: whether one has asked to be shown.
    """

    key: str
    typed: str | None = None
    answers: tuple[Typed, ...] = ()
    given_up: bool = False

    __repr__ = redacted_repr


def show_practice() -> None:
    """Choose, see, type, and read what is said of it."""
    st.markdown(text.HOW)
    topic, difficulty, number = _choose()
    problem = make_problem(topic, difficulty, number)
    key = f"{topic}-{difficulty}-{number}"
    attempt = _attempt_at(key)
    over = attempt.given_up or is_over(problem, attempt.answers)
    st.markdown(f"**{problem.text}**")
    show_grid(grid_of(problem.workspace), "The problem", coloured=over)
    # Above the field, which a small screen shows last.
    if attempt != Attempt(key):
        _judge(problem, attempt, over)
    _ask(key)
    if over:
        how_worked_out(problem.derivation, f"exercise-{key}")
    st.button("Another problem", key="exercise-next", icon=":material/casino:", on_click=_another, args=(number,))
    with st.expander("What were the formulas?", icon=":material/help:"):
        st.markdown("\n\n".join(RULES))


def _attempt_at(key: str) -> Attempt:
    """What was tried; nothing yet at a problem that is new."""
    attempt: Attempt | None = session.get(_ATTEMPT)
    return attempt if attempt and attempt.key == key else Attempt(key)


def _choose() -> tuple[str, int, int]:
    titles = {topic.key: topic.title for topic in TOPICS}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        topic: str = st.selectbox(
            "Topic", list(titles), format_func=titles.__getitem__, key="exercise-topic", persist_state="session"
        )
        difficulty: int = st.selectbox(
            "Difficulty", DIFFICULTIES, format_func=LEVELS.__getitem__, key="exercise-level", persist_state="session"
        )
        session.setdefault(_NUMBER, 1)
        number = st.number_input("Problem no.", 0, MOST_SEED, step=1, key=_NUMBER, persist_state="session")
    return topic, difficulty, int(number)


def _ask(key: str) -> None:
    with st.form(f"exercise-form-{key}", border=False), st.container(horizontal=True, vertical_alignment="bottom"):
        st.text_input("Your answer", placeholder="3/4 or 75 %", key=f"exercise-answer-{key}", width=220)
        st.form_submit_button("Check", key=f"exercise-check-{key}", type="primary", on_click=_check, args=(key,))
        st.form_submit_button("Show me", key=f"exercise-show-{key}", on_click=_show, args=(key,))


def _check(key: str) -> None:
    attempt, typed = _attempt_at(key), session.get(f"exercise-answer-{key}", "")
    with contextlib.suppress(ValueError):
        attempt = replace(attempt, answers=(*attempt.answers, read_answer(typed)))
    session.put(_ATTEMPT, replace(attempt, typed=typed))


def _show(key: str) -> None:
    session.put(_ATTEMPT, replace(_attempt_at(key), typed=None, given_up=True))


def _another(number: int) -> None:
    session.put(_NUMBER, (number + 1) % (MOST_SEED + 1))


def _judge(problem: ExerciseProblem, attempt: Attempt, over: bool) -> None:
    """What is said of the last answer; the right one only where no more may be tried."""
    truth = answer_in_words(problem)
    if attempt.typed is None:
        st.info(truth, icon=":material/visibility:")
        return
    try:
        judged = judge(problem, read_answer(attempt.typed))
    except ValueError as error:
        # It says what may be typed, and repeats nothing of it.
        st.warning(error_text(error), icon=":material/edit:")
        return
    if judged.right:
        st.success(f"{judged.sentence} {truth}", icon=":material/check:")
    else:
        st.info(f"{judged.sentence} {truth if over else TRY_AGAIN}", icon=":material/lightbulb:")
