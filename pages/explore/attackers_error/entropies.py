"""How uncertain somebody is: the entropies of every order."""

from __future__ import annotations

import math

import numpy as np
import streamlit as st

from leakage.tables import confidence_set, degree_of_anonymity, error_among, renyi_entropy, typical_set
from pages.explore.attackers_error import text
from pages.explore.attackers_error.entropies_chart import entropies_chart
from pages.kit.charts.chart import show
from pages.kit.handed_over import ORDER, VALUES, likeliest_key
from pages.kit.renyi_order import choose_order, order_name
from pages.shell.words import count, percent

SLACK = 0.1
"""Bits a value by which typical sequences may be more or less likely than most."""


@st.fragment
def show_entropies() -> None:
    """How many values, how sure she is of the likeliest, and the order."""
    st.markdown(text.ENTROPY)
    inputs, outcome = st.columns([2, 3], gap="large")
    with inputs:
        values: int = st.slider("How many values are possible?", 2, 32, 8, key=VALUES, persist_state="session")
        least = math.ceil(100 / values)
        share: int = st.slider(
            "How likely is the likeliest? (%)",
            least,
            100,
            max(least, 50),
            key=likeliest_key(values),
            persist_state="session",
        )
        order = choose_order(ORDER)
        st.caption(text.ENTROPY_HELP)
        sure: int = st.slider(
            "How sure does she want to be? (%)", 50, 100, 90, 5, key="guessing-sure", persist_state="session"
        )
        times: int = st.slider(
            "How many such secrets have you, k?", 1, 200, 10, key="guessing-times", persist_state="session"
        )
        st.caption(text.NARROWED_HELP)
    likeliest = share / 100
    belief = [likeliest, *[(1.0 - likeliest) / (values - 1)] * (values - 1)]
    entropy = renyi_entropy(belief, order)
    with outcome:
        st.subheader(f"As uncertain as among {2**entropy:.2f} values that are all alike")
        st.text(
            f"{entropy:.3f} bits at α = {order_name(order)} (higher is more private). Her best guess is wrong "
            f"{percent(1.0 - likeliest)} of the time; were all {values} values alike, {percent(error_among(values))}."
        )
        st.text(_degree(belief))
        curve = [(float(alpha), renyi_entropy(belief, float(alpha))) for alpha in np.linspace(0.0, 10.0, 101)]
        show(entropies_chart(curve, renyi_entropy(belief, math.inf), order, entropy), "guessing-entropy-chart")
        st.text(narrowed(belief, sure / 100))
        st.text(sequences(belief, times))


def _degree(belief: list[float]) -> str:
    return (
        f"Degree of anonymity H/H_max = {degree_of_anonymity(belief):.3f}: 1 where all values are alike, 0 where one "
        "is certain (higher is more private)."
    )


def narrowed(belief: list[float], confidence: float) -> str:
    """Into how many values she must look, and how wrong a guess among them is."""
    held = confidence_set(belief, confidence)
    return (
        f"To have the truth among them with {percent(confidence)} she must look into "
        f"{count(len(held.members), 'value')} at least; a guess among them is wrong {percent(held.error)} of the time."
    )


def sequences(belief: list[float], times: int) -> str:
    """Among how many sequences the truth nearly always lies, where there are several secrets of one kind."""
    typical = typical_set(belief, times, SLACK)
    if not typical.size:
        return f"Of {count(times, 'secret')} of this kind no sequence is typical yet."
    return (
        f"{count(times, 'secret')} of this kind make {len(belief)}^{times} sequences; 2^{typical.bits:.1f} are "
        f"typical, and hold the truth with {percent(typical.probability)}. For long sequences the exponent is "
        f"k·H = {typical.expected_bits:.1f}, give or take {SLACK * times:.1f}."
    )
