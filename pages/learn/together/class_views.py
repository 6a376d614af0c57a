"""A class predicts together: what who leads sees, and what who follows sees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable

import numpy as np
import streamlit as st

from leakage.lessons import Choice, Lesson, LessonStep, Number, grid_of, outcome_of
from leakage.lessons.catalogue import LESSONS, Together, lesson_of
from leakage.workspace.vocabulary import MISSING, RIGHT
from pages.kit.charts import spec
from pages.kit.charts.chart import Chart, show_picture
from pages.kit.questions import guess
from pages.kit.shared_figures import how_worked_out
from pages.kit.tables import show_grid
from pages.learn.together import text
from pages.shell import class_board, examples
from pages.shell.words import count

# Looking at the board again and again, and drawing the page anew only where it says something else.


def watch(every: float, state: Callable[[], Hashable]) -> None:
    """Draw the page anew as soon as something else is told than when it was drawn.

    Arguments:
        every: seconds between two looks.
        state: what the page was drawn from.
    """
    drawn = state()

    def rerun_if_changed() -> None:
        if state() != drawn:
            st.rerun()

    st.fragment(rerun_if_changed, run_every=every)()


# The guesses of a class beside the truth.


BARS = 20
HEIGHT = 240


def verdict(step: LessonStep, guess: float | None) -> None:
    """What is true, and how far off a guess was."""
    assert step.question is not None and step.subject is not None, "only a question has an answer"
    if guess is None:
        st.info(f"It is: {step.question.in_words(step.question.truth(step.subject))}", icon=":material/visibility:")
        return
    outcome = outcome_of(step, guess)
    (st.success if outcome.right else st.info)(outcome.sentence)


def show_guesses(step: LessonStep, guesses: tuple[float, ...], key: str) -> None:
    """Draw them, and say how many were right."""
    if not guesses:
        st.caption("Nobody guessed.")
        return
    right = sum(outcome_of(step, guess).right for guess in guesses)
    st.markdown(f"{right} of {count(len(guesses), 'guess', 'guesses')} right.")
    show_picture(guesses_chart(step, guesses), key)


def guesses_chart(step: LessonStep, guesses: tuple[float, ...]) -> Chart:
    """A bar for every option, or for every twentieth of the slider; the truth stands out."""
    question = step.question
    assert question is not None and step.subject is not None, "only a question is guessed at"
    truth = question.truth(step.subject)
    if isinstance(question, Choice):
        heights, note, middle = _by_option(question, truth, guesses), spec.Settings(), ""
    else:
        heights, note = _histogram(question, truth, guesses)
        middle = f"; half of the guesses are at most {question.in_words(float(np.median(guesses)))}"
    return spec.draw(
        "What did the class expect?",
        [heights],
        spec.axis("" if isinstance(question, Choice) else question.unit or "guess"),
        spec.axis("guesses", rangemode="tozero", tickformat="d"),
        f"{count(len(guesses), 'guess', 'guesses')}{middle}. The truth is {question.in_words(truth)}.",
        height=HEIGHT,
        showlegend=False,
        **note,
    )


def _by_option(question: Choice, truth: float, guesses: tuple[float, ...]) -> spec.Mark:
    counted = Counter(int(guess) for guess in guesses)
    options = list(enumerate(question.options))
    points = [(f"✓ {option}" if place == truth else option, counted[place]) for place, option in options]
    return spec.columns("", points, marker={"color": [RIGHT if place == truth else MISSING for place, _ in options]})


def _histogram(question: Number, truth: float, guesses: tuple[float, ...]) -> tuple[spec.Mark, spec.Settings]:
    """How many guesses are in each twentieth, and the line at the truth with its name."""
    edges = np.linspace(min(question.low, truth), max(question.high, truth), BARS + 1)
    heights, _ = np.histogram(guesses, edges)
    points = zip(((edges[:-1] + edges[1:]) / 2).tolist(), heights.tolist(), strict=True)
    name = {"x": truth, "y": 1, "yref": "paper", "yanchor": "bottom", "text": f"the truth: {question.in_words(truth)}"}
    note = {"shapes": [spec.vertical(truth, color=RIGHT, width=4)], "annotations": [{**name, "showarrow": False}]}
    return spec.columns("", points, width=np.diff(edges).tolist(), marker={"color": MISSING}), note


# What a student sees: the question of the step the class is at, and a way to answer it.


FOLLOWER_SECONDS = 1.5
"""Seconds between two looks at the board."""


def show_following() -> None:
    """The step the class is at."""
    board, seat = class_board.board(), class_board.seat()
    lesson = lesson_of(board.lesson)
    if lesson is None:
        st.info(text.WAITING, icon=":material/hourglass_empty:")
        st.caption(text.NO_NAMES)
    else:
        _following_step(lesson, board, seat)
    watch(FOLLOWER_SECONDS, _following_state)


def _following_state() -> Hashable:
    """What this page is drawn from: other seats' guesses are no part of it."""
    class_board.heard()
    board = class_board.board()
    return board.lesson, board.step, board.is_revealed


def _following_step(lesson: Lesson, board: Together, seat: str) -> None:
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
    picked, answer = guess(step, key), board.guess_of(seat)
    st.button(
        "Send my guess" if answer is None else "Change my guess",
        key="together-send",
        type="primary",
        on_click=_send,
        args=(seat, picked, board.step),
        disabled=picked is None,
        help="Pick an answer first." if picked is None else None,
    )
    if answer is not None:
        st.success(f"You guessed {question.in_words(answer)}. {text.ANSWERED}", icon=":material/how_to_vote:")


def _send(seat: str, picked: float | None, step: int) -> None:
    if picked is not None:
        class_board.change(lambda board: board.guessed(seat, picked, step))


# What whoever leads sees: the step, how many have answered, and then the guesses beside the truth.


LEADER_SECONDS = 1.0
"""Seconds between two looks at the board."""


def show_leading() -> None:
    """The list of lessons, or the step the class is at."""
    board = class_board.board()
    lesson = lesson_of(board.lesson)
    if lesson is None:
        _contents()
    else:
        _bar(lesson, board)
        _leading_step(lesson, board)
    watch(LEADER_SECONDS, _leading_state)


def _leading_state() -> Hashable:
    board = class_board.board()
    return board.lesson, board.step, board.is_revealed, len(board.guesses_of_step), class_board.present()


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
            key=examples.BACK,
            icon=":material/arrow_back:",
            on_click=_turn,
            args=(lesson, -1),
            disabled=board.step == 0,
        )
        done, steps = board.step + 1, len(lesson.steps)
        st.progress(done / steps, f"{lesson.title} Step {done} of {steps}")
        st.button(
            "Show the answer" if asks else "Next",
            key=examples.FORWARD,
            type="primary" if asks else "secondary",
            on_click=_next,
            args=(lesson,),
            disabled=board.step == last and not asks,
            help="Also by Page Down or the right arrow key.",
        )
        st.button("All lessons", key="together-close", icon=":material/list:", on_click=_open, args=("",))


def _leading_step(lesson: Lesson, board: Together) -> None:
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
        present = max(class_board.present(), len(board.guesses_of_step))
        st.metric("have answered", f"{len(board.guesses_of_step)} of {present}")
        return
    verdict(step, None)
    show_guesses(step, board.guesses_of_step, f"guesses-{board.lesson}-{board.step}")
    st.markdown(step.explanation)
    if step.derivation is not None:
        how_worked_out(step.derivation, f"together-{board.lesson}-{board.step}")


def _open(lesson: str) -> None:
    class_board.change(lambda board: board.opened(lesson))


def _turn(lesson: Lesson, by: int) -> None:
    class_board.change(lambda board: board.turned(by, lesson))


def _next(lesson: Lesson) -> None:
    class_board.change(lambda board: board.next_of(lesson))
