"""How little an answer could tell: a coin, and its rate distortion curve."""

from __future__ import annotations

import streamlit as st

from leakage.tables import (
    RatePoint,
    privacy_risks,
    randomised_response,
    rate_within,
    shannon_entropy,
    through_channel,
)
from pages.explore.attackers_error import text
from pages.kit.charts.chart import show
from pages.kit.charts.rates import rates_chart
from pages.kit.rate_curve import rate_curve
from pages.shell.session_cache import latest
from pages.shell.words import percent


@st.fragment
def show_rate_distortion() -> None:
    """A secret of two values, told within an error."""
    st.markdown(text.RATE)
    inputs, outcome = st.columns([2, 3], gap="large")
    with inputs:
        yes: int = st.slider(
            "How many people's secret is “yes”? (%)", 5, 50, 50, 5, key="guessing-yes", persist_state="session"
        )
        wrong: int = st.slider(
            "How often may a reader be wrong? (%)", 0, 50, 10, key="guessing-wrong", persist_state="session"
        )
    prior, most = [yes / 100, 1 - yes / 100], wrong / 100
    least = rate_within(prior, "hamming", most)
    flipped = privacy_risks(through_channel(prior, randomised_response(1.0 - most))).average
    with outcome:
        st.subheader(f"At least {least.rate:.3f} bits must be told")
        st.text(_said(prior, least, flipped, most))
        curve = latest("coin", yes, lambda: rate_curve(prior))
        points = [("the least", least.distortion, least.rate), ("truth turned round", most, flipped)]
        show(rates_chart(curve, points), "guessing-rate-chart")


def _said(prior: list[float], least: RatePoint, flipped: float, most: float) -> str:
    whole = f"Telling all would be {shannon_entropy(prior):.3f} bits."
    if least.rate == 0.0:
        return f"{whole} Nothing need be told: whoever guesses the commoner value is wrong no more often than that."
    return (
        f"{whole} Turning the truth round {percent(most)} of the time, the same for both, is as useful and tells "
        f"{flipped:.3f} bits{': the least there is' if flipped - least.rate < 5e-4 else ', more than is needed'}."
    )
