"""What whoever leads and who follows both see: the step, a guess, the verdict, how the votes are spread."""

from __future__ import annotations

import html
from collections.abc import Sequence
from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from leakage.lessons import PERCENT, POINTS, Choice, Grid, Lesson, LessonStep, Number, grid_of, outcome_of
from leakage.lessons.grid import html_of
from leakage.lessons.pictures import picture_of
from leakage.lessons.together import Bar, distribution

# In front of a class.


def show_grid(grid: Grid, name: str, coloured: bool = False) -> None:
    """Draw a table.

    Arguments:
        grid: its texts; they are escaped.
        name: what it shows, for those who cannot see it.
        coloured: whether what is right and wrong is marked.
    """
    st.html(html_of(grid, name, coloured))


def style_projector() -> None:
    """Type that grows with the picture, and nothing but the lesson."""
    st.html(Path(__file__).with_name("projector.css"))


def table_beside(step: LessonStep, *, revealed: bool) -> DeltaGenerator:
    """Draw what a step is about; returns where its question stands: beside it, or in its place where there is nothing.

    Arguments:
        step: of a lesson.
        revealed: whether what is right and wrong is marked, and a picture that moves takes the table's place.
    """
    if step.subject is None:
        return st.container()
    grid, picture = grid_of(step.subject), picture_of(step) if revealed else ""
    left, beside = st.columns([2, 1] if picture else [4, 3] if grid.is_wide else [1, 1], gap="medium")
    with left:
        if picture:
            st.html(picture)
        else:
            show_grid(grid, step.title, coloured=revealed)
    return beside


def show_closing(lesson: Lesson, place: int) -> None:
    """Below the last step the sentence to take home."""
    if lesson.closing(place):
        st.markdown(with_closing("", lesson, place))


def with_closing(words: str, lesson: Lesson, place: int) -> str:
    """The words of a step and, of the last one, what to take home."""
    closing = lesson.closing(place)
    return f"{words} **To take home:** {closing}".strip() if closing else words


# The picture of a step, which moves by the door's script.


def show_picture_of(step: LessonStep) -> None:
    """Draw it, where the step has one; it shows the answer too."""
    picture = picture_of(step)
    if picture:
        st.html(picture)


# Guessing: a slider for a number, a list to pick from.


def why_not(step: LessonStep, guessed: float | None) -> str | None:
    """Why what is guessed cannot be sent; None where it can."""
    return None if guessed is not None or step.question is None else step.question.untouched


def _mark(moved: str) -> None:
    st.session_state[moved] = True


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
                    on_change=_mark,
                    args=(moved,),
                    persist_state="session",
                    label_visibility="collapsed",
                )
            )
            return place if st.session_state.get(moved) else None
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


# A guess beside the truth.


def verdict(step: LessonStep, guess: float | None) -> None:
    """What is true, and how far off a guess was; of no guess what is true."""
    assert step.question is not None and step.subject is not None, "only a question has an answer"
    if guess is None:
        st.info(f"It is: {step.question.truth_in_words(step.subject)}", icon=":material/visibility:")
        return
    outcome = outcome_of(step, guess)
    if outcome.right:
        st.success(outcome.sentence, icon=":material/check:")
    else:
        st.info(outcome.sentence, icon=":material/lightbulb:")


# How the votes of a class are spread: bars in a table, which grow with the type and can be read aloud.


ROUNDS = ("First vote", "Second vote")


def show_votes(step: LessonStep, rounds: Sequence[tuple[float, ...]], *, truth: bool) -> None:
    """Draw them.

    Arguments:
        step: one that asks something.
        rounds: the votes of each round, one or two.
        truth: whether the answer is out.
    """
    names = ROUNDS[: len(rounds)] if len(rounds) > 1 else ("Votes",)
    st.html(votes_html(distribution(step, rounds), names, truth=truth))


def votes_html(bars: Sequence[Bar], names: Sequence[str], *, truth: bool) -> str:
    """A row for every bar, a column for every round, in which every text means itself.

    >>> votes_html([Bar("<b>", (2,), True)], ["Votes"], truth=False).count("&lt;b&gt;")
    1
    """
    most = max((count for bar in bars for count in bar.counts), default=0) or 1
    head = "".join(f'<th scope="col">{html.escape(name)}</th>' for name in ("Answer", *names))
    rows = "".join(_row(bar, most, right=truth and bar.holds_truth) for bar in bars)
    return f'<table class="votes"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'


def _row(bar: Bar, most: int, *, right: bool) -> str:
    mark = '<span role="img" aria-label="right">✓</span> ' if right else ""
    cells = "".join(
        f'<td><span class="bar" style="width:{70 * count / most:.1f}%"></span> {count}</td>' for count in bar.counts
    )
    kind = ' class="right"' if right else ""
    return f'<tr{kind}><th scope="row">{mark}{html.escape(bar.label)}</th>{cells}</tr>'
