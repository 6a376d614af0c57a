"""The guesses of a class beside the truth."""

from __future__ import annotations

from collections import Counter

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from leakage.lessons import Choice, LessonStep, Number, outcome_of
from pages.kit.charts.chart import CONFIG, MISSING, RIGHT, Chart, framed
from pages.shell.words import count

BARS = 20
HEIGHT = 240


def verdict(step: LessonStep, guess: float | None) -> None:
    """What is true, and how far off a guess was."""
    assert step.question is not None and step.subject is not None, "only a question has an answer"
    if guess is None:
        st.info(f"It is: {step.question.told(step.question.truth(step.subject))}", icon=":material/visibility:")
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
    chart = guesses_chart(step, guesses)
    st.plotly_chart(chart.figure, key=key, alt=chart.alt, config=CONFIG)


def guesses_chart(step: LessonStep, guesses: tuple[float, ...]) -> Chart:
    """A bar for every option, or for every twentieth of the slider; the truth stands out."""
    question = step.question
    assert question is not None and step.subject is not None, "only a question is guessed at"
    truth = question.truth(step.subject)
    figure = go.Figure()
    match question:
        case Choice():
            counted = Counter(int(guess) for guess in guesses)
            places = range(len(question.options))
            colours = [RIGHT if place == truth else MISSING for place in places]
            names = [f"✓ {option}" if place == truth else option for place, option in enumerate(question.options)]
            figure.add_bar(x=names, y=[counted[place] for place in places], marker_color=colours)
        case Number():
            _histogram(figure, question, truth, guesses)
    figure.update_yaxes(title="guesses", rangemode="tozero", tickformat="d")
    framed(figure, "What did the class expect?", HEIGHT)
    figure.update_layout(showlegend=False)
    middle = question.told(float(np.median(guesses))) if isinstance(question, Number) else ""
    told = f"; half of the guesses are at most {middle}" if middle else ""
    return Chart(figure, f"{count(len(guesses), 'guess', 'guesses')}{told}. The truth is {question.told(truth)}.")


def _histogram(figure: go.Figure, question: Number, truth: float, guesses: tuple[float, ...]) -> None:
    edges = np.linspace(min(question.low, truth), max(question.high, truth), BARS + 1)
    heights, _ = np.histogram(guesses, edges)
    figure.add_bar(x=(edges[:-1] + edges[1:]) / 2, y=heights, width=np.diff(edges), marker_color=MISSING)
    figure.add_vline(x=truth, line_color=RIGHT, line_width=4)
    figure.add_annotation(
        x=truth, y=1, yref="paper", yanchor="bottom", text=f"the truth: {question.told(truth)}", showarrow=False
    )
    figure.update_xaxes(title=question.unit or "guess")
