"""An answer that may be a lie: ε against the error, and privacy against usefulness."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import streamlit as st

from leakage.tables import (
    differential_privacy,
    error_among,
    estimation_error,
    greatest_privacy,
    randomised_response,
    through_channel,
    trade_off,
)
from pages import catalogue
from pages.explore.attackers_error import text
from pages.explore.attackers_error.answers_chart import AnswerPoint, answers_chart
from pages.explore.attackers_error.usefulness_chart import usefulness_chart
from pages.kit.any_question import show_any_question
from pages.kit.charts.chart import show
from pages.kit.handed_over import ANSWERS, PRIOR, lie_key
from pages.shell import links
from pages.shell.words import percent

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
        answers: int = st.slider("How many answers are there?", 2, 10, 2, key=ANSWERS, persist_state="session")
        # More lies than a blind guess is wrong would tell the truth by what they leave out.
        most = math.floor(100 * error_among(answers))
        share: int = st.slider(
            "How often is the answer a lie? (%)", 0, most, 25, key=lie_key(answers), persist_state="session"
        )
        prior = _choose_prior(answers)
        st.caption(text.EPSILON_HELP)
    chosen, blind = answer_point(share / 100, prior), 1.0 - max(prior)
    with outcome:
        st.subheader(f"Her guess is wrong {percent(chosen.error)} of the time")
        st.text(_said(chosen, percent(blind)))
        curve = [answer_point(float(lie), prior) for lie in np.linspace(0.001, error_among(answers), POINTS)]
        show(answers_chart(curve, chosen, blind), "guessing-answers-chart")
    _other_questions(share / 100, prior)


def _other_questions(lie: float, prior: Sequence[float]) -> None:
    """What an answer may gain whoever is after something else than the truth itself."""
    names = [f"answer {number + 1}" for number in range(len(prior))]
    joint = through_channel(prior, randomised_response(1.0 - lie, len(prior)))
    show_any_question(joint, [f"truth {number + 1}" for number in range(len(prior))], names, "answers")
    links.link(catalogue.PUBLISHED_TABLE, "Which yardstick answers which question")


def _choose_prior(answers: int) -> list[float]:
    """How common each truth is; of more than two all are as common."""
    if answers > 2:
        return [1.0 / answers] * answers
    share: int = st.slider(
        "In how many is the first answer true? (%)", 1, 99, 50, key=PRIOR, persist_state="session", help=text.PRIOR_HELP
    )
    return [share / 100, 1.0 - share / 100]


def _said(chosen: AnswerPoint, blind: str) -> str:
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
            "How often must a yes or no be true, at least? (%)",
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
