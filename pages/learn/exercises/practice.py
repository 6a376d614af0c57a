"""Problems to practise on, and worksheets."""

from __future__ import annotations

import streamlit as st

from leakage.exercises import DIFFICULTIES, MOST_SEED, TOPICS, ExerciseProblem, judge, make_problem, read_answer
from leakage.exercises.worksheet import MOST_PROBLEMS, worksheet
from leakage.lessons import grid_of
from pages.kit.shared_figures import how_worked_out
from pages.kit.tables import show_grid
from pages.learn.exercises import text
from pages.shell import session
from pages.shell.words import error_text, percent

# What the difficulties are called.


LEVELS = {1: "easy", 2: "medium", 3: "hard"}


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


# One problem at a time: type an answer, and be told.


_NUMBER = "exercise-number"
_TYPED = "exercise-typed"
NOT_TRIED = "?"
"""What stands in place of an answer where one asked to be shown."""


def show_practice() -> None:
    """Choose, see, type, be told."""
    st.markdown(text.HOW)
    topic, difficulty, number = _choose()
    problem = make_problem(topic, difficulty, number)
    key = f"{topic}-{difficulty}-{number}"
    typed: tuple[str, str] | None = session.get(_TYPED)
    answer = typed[1] if typed and typed[0] == key else None
    st.markdown(f"**{problem.text}**")
    show_grid(grid_of(problem.workspace), "The problem", coloured=_tried(answer))
    with st.expander("What were the formulas?", icon=":material/help:"):
        st.markdown(text.RULES)
    _ask(key)
    if answer is not None:
        _tell(problem, answer, key)
    st.button("Another problem", key="exercise-next", icon=":material/casino:", on_click=_another, args=(number,))


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


def _tried(answer: str | None) -> bool:
    """Whether what is right may be shown by now: not for what is no answer."""
    if answer is None or answer == NOT_TRIED:
        return answer == NOT_TRIED
    try:
        read_answer(answer)
    except ValueError:
        return False
    return True


def _check(key: str) -> None:
    session.put(_TYPED, (key, session.get(f"exercise-answer-{key}", "").strip()))


def _show(key: str) -> None:
    session.put(_TYPED, (key, NOT_TRIED))


def _another(number: int) -> None:
    session.put(_NUMBER, (number + 1) % (MOST_SEED + 1))


def _tell(problem: ExerciseProblem, answer: str, key: str) -> None:
    truth = f"The answer is {problem.answer}, or {percent(float(problem.answer))}."
    if answer == NOT_TRIED:
        st.info(truth, icon=":material/visibility:")
    else:
        try:
            judged = judge(problem, read_answer(answer))
        except ValueError as error:
            # It says what may be typed, and repeats nothing of it.
            st.warning(error_text(error), icon=":material/edit:")
            return
        if judged.right:
            st.success(f"{judged.sentence} {truth}", icon=":material/check:")
        else:
            st.info(f"{judged.sentence} {truth}", icon=":material/lightbulb:")
    how_worked_out(problem.derivation, f"exercise-{key}")
