"""A count that is blurred: what one person's answer changes in what is told about all."""

from __future__ import annotations

import math

import numpy as np
import streamlit as st

from leakage.tables import blurred_count, database_privacy, estimation_error, through_channel
from pages.explore.attackers_error import text
from pages.kit.any_question import show_any_question
from pages.shell.words import percent

ONE, ALL = "Your answer, knowing all the others", "How many said yes, knowing nothing"


def blur(wrong: float) -> float:
    """The ratio α of the noise by which a count is wrong so often, ends apart: ``2α/(1+α)``."""
    return wrong / (2.0 - wrong)


def error_knowing_the_others(people: int, ratio: float) -> float:
    """How often somebody is wrong about one answer who knows all the others, at least, whatever they are."""
    rule = blurred_count(people, ratio)
    return min(
        estimation_error(through_channel([0.5, 0.5], rule[[others, others + 1]])).average for others in range(people)
    )


@st.fragment
def show_blurred_count() -> None:
    """How many answer, and how often the count that is told is wrong."""
    st.markdown(text.COUNT)
    inputs, outcome = st.columns([2, 3], gap="large")
    with inputs:
        people: int = st.slider("How many answer?", 1, 50, 20, key="guessing-people", persist_state="session")
        wrong: int = st.slider(
            "How often may the count be wrong? (%)", 0, 90, 50, 5, key="guessing-blur", persist_state="session"
        )
        st.caption(text.COUNT_HELP)
    ratio = blur(wrong / 100)
    pairs = [(count, count + 1) for count in range(people)]
    epsilon = database_privacy(np.eye(people + 1), blurred_count(people, ratio), pairs)
    with outcome:
        error = error_knowing_the_others(people, ratio)
        st.subheader(f"Knowing all the others, she is wrong about you {percent(error)} of the time")
        st.text(_said(epsilon, ratio))
    _show_any_question(people, ratio)


def _show_any_question(people: int, ratio: float) -> None:
    """Of one answer, to her who knows the others, or of the whole count, to her who knows nothing."""
    after = st.radio("What is she after?", (ONE, ALL), key="guessing-after", persist_state="session")
    rule = blurred_count(people, ratio)
    seen = [f"“{count} said yes”" for count in range(people + 1)]
    if after == ONE:
        # Whatever the others said, as much of one answer shows.
        show_any_question(through_channel([0.5, 0.5], rule[:2]), ("no", "yes"), seen, "count")
    else:
        alike = np.full(people + 1, 1.0 / (people + 1))
        show_any_question(through_channel(alike, rule), [f"{count} yes" for count in range(people + 1)], seen, "counts")


def _said(epsilon: float, ratio: float) -> str:
    if math.isinf(epsilon):
        return "ε = ∞: a count that is always true proves your answer to somebody who knows all the others."
    return (
        f"ε = −ln α = {epsilon:.2f}: no count is more than {math.exp(epsilon):.2f} times as likely with your answer as "
        f"with the other (lower is safer), whoever else answers what. The noise is off by {_mean_shift(ratio):.1f} on "
        "average however many answer: the more there are, the less it hurts."
    )


def _mean_shift(ratio: float) -> float:
    """``E |k| = 2α / (1 - α²)`` of the noise, before it is kept within 0 and n."""
    return 2.0 * ratio / (1.0 - ratio**2)
