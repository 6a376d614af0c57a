"""Answers, counts and places with noise: how wrong is the best guess?"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import streamlit as st

from leakage.published.channels import (
    LocationPrivacy,
    blurred_count,
    database_privacy,
    differential_privacy,
    greatest_privacy,
    location_privacy,
    randomised_response,
    trade_off,
)
from leakage.published.estimation import error_among, estimation_error, through_channel
from pages.app.words import percent
from pages.explore.attackers_error import text
from pages.explore.attackers_error.charts import AnswerPoint, answers_chart, places_chart, usefulness_chart
from pages.kit.charts.chart import show

# A count that is blurred: what one person's answer changes in what is told about all.


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
        st.text(_count_sentence(epsilon, ratio))


def _count_sentence(epsilon: float, ratio: float) -> str:
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


# A place told with noise: how far off the guess is, and what it costs.


NOISES = tuple(range(0, 2_001, 25))
SPREADS = (50.0, 100.0, 200.0, 500.0, 1_000.0, 2_000.0, 5_000.0, math.inf)


def metres(squared: float) -> str:
    """The square root of a mean squared error, in metres.

    >>> metres(180000.0), metres(0.0)
    ('424 m', '0 m')
    """
    return f"{math.sqrt(squared):,.0f} m"


@st.fragment
def show_location_noise() -> None:
    """How much noise, and how well Eve knows beforehand where one is."""
    st.markdown(text.PLACES)
    inputs, outcome = st.columns([2, 3], gap="large")
    with inputs:
        noise: int = st.slider(
            "Noise in each direction, σ (metres)", 0, NOISES[-1], 300, 25, key="guessing-noise", persist_state="session"
        )
        spread: float = st.select_slider(
            "How far around do you usually move, s (metres)?",
            SPREADS,
            1_000.0,
            format_func=lambda s: "she has no idea" if math.isinf(s) else f"{s:,.0f}",
            key="guessing-spread",
            persist_state="session",
            help="What she knows of you without being told: Gaussian around a place she knows, in each direction.",
        )
    privacy = location_privacy(noise, spread)
    with outcome:
        st.subheader(f"Her guess is {metres(privacy.privacy)} off")
        st.text(_location_sentence(privacy, spread))
        curve = [location_privacy(level, spread) for level in NOISES]
        show(places_chart(NOISES, curve, noise, privacy), "guessing-places-chart")


def _location_sentence(privacy: LocationPrivacy, spread: float) -> str:
    error = (
        f"That is the root of the mean squared error E ‖X − X̂‖² = {privacy.privacy:,.0f} m² (higher is more private). "
        f"The app is {metres(privacy.distortion)} off (lower is more useful)"
    )
    if math.isinf(spread):
        return f"{error}: where she knows nothing beforehand, privacy costs just what it gives."
    return (
        f"{error}. Her guess leans on what she knows of you, so she is never more than "
        f"{metres(2 * spread**2)} off, however much noise you add."
    )


# An answer that may be a lie: ε against the error, and privacy against usefulness.


POINTS = 120


def answer_point(lie: float, prior: Sequence[float]) -> AnswerPoint:
    """ε and the error of somebody who lies with a probability.

    Arguments:
        lie: the probability.
        prior: of each truth.
    """
    rule = randomised_response(1.0 - lie, len(prior))
    joint = through_channel(prior, rule)
    return AnswerPoint(lie, estimation_error(joint).average, differential_privacy(rule))


@st.fragment
def show_randomised_response() -> None:
    """How often the answer is a lie, and of how many it is one."""
    st.markdown(text.ANSWERS)
    inputs, outcome = st.columns([2, 3], gap="large")
    with inputs:
        answers: int = st.slider(
            "How many answers are there?", 2, 10, 2, key="guessing-answers", persist_state="session"
        )
        # More lies than a blind guess is wrong would tell the truth by what they leave out.
        most = math.floor(100 * error_among(answers))
        share: int = st.slider(
            "How often is the answer a lie? (%)", 0, most, 25, key=f"guessing-lie-{answers}", persist_state="session"
        )
        prior = _choose_prior(answers)
        st.caption(text.EPSILON_HELP)
    chosen, blind = answer_point(share / 100, prior), 1.0 - max(prior)
    with outcome:
        st.subheader(f"Her guess is wrong {percent(chosen.error)} of the time")
        st.text(_answer_sentence(chosen, percent(blind)))
        curve = [answer_point(float(lie), prior) for lie in np.linspace(0.001, error_among(answers), POINTS)]
        show(answers_chart(curve, chosen, blind), "guessing-answers-chart")


def _choose_prior(answers: int) -> list[float]:
    """How common each truth is; of more than two all are as common."""
    if answers > 2:
        return [1.0 / answers] * answers
    share: int = st.slider(
        "For how many people is the first answer true? (%)",
        1,
        99,
        50,
        key="guessing-prior",
        persist_state="session",
        help=text.PRIOR_HELP,
    )
    return [share / 100, 1.0 - share / 100]


def _answer_sentence(chosen: AnswerPoint, blind: str) -> str:
    if math.isinf(chosen.epsilon):
        return f"ε = ∞: nobody lies, so the answer proves the truth. Guessing blindly she would be wrong {blind}."
    return (
        f"ε = {chosen.epsilon:.2f}: no answer is more than {math.exp(chosen.epsilon):.2f} times as likely from you as "
        f"from anybody else (lower is safer). Guessing blindly she would be wrong {blind} of the time; more than that "
        "no lie can reach."
    )


@st.fragment
def show_usefulness() -> None:
    """Figure 3: the most privacy that answers of some use allow."""
    st.markdown(text.USEFUL)
    inputs, outcome = st.columns([2, 3], gap="large")
    with inputs:
        share: int = st.slider(
            "How often must an answer be true, at least? (%)",
            51,
            100,
            80,
            key="guessing-useful",
            persist_state="session",
            help="u₀ in Figure 3 of Rebollo-Monedero et al.",
        )
    least = share / 100
    with outcome:
        most = greatest_privacy(least)
        st.subheader(f"She can be wrong at most {percent(most)} of the time")
        st.text(
            f"On average P = 1 − u₀ = 1 − {least:g}: so many answers are then lies, and no way to answer is both as "
            "useful and more private. Each point of privacy (higher is better for you) costs a point of usefulness."
        )
        show(
            usefulness_chart([trade_off(flip) for flip in np.linspace(0.0, 0.5, 51)], least, most),
            "guessing-useful-chart",
        )


# Lies in all: one answer, a count of many, and how useful answers may be.


def show_lies() -> None:
    """Answers that are lies now and then."""
    show_randomised_response()
    show_blurred_count()
    show_usefulness()
