"""How uncertain somebody is: the entropies of every order."""

from __future__ import annotations

import math

import numpy as np
import streamlit as st

from leakage.tables import error_among, renyi_entropy
from pages.ui.charts.chart import show
from pages.ui.charts.entropies import entropies_chart
from pages.ui.published.guessing import words
from pages.ui.words import percent

ORDERS = (0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 7.0, 10.0, math.inf)
NAMES = {0.0: "Hartley's", 1.0: "Shannon's", math.inf: "min-entropy"}


def order_name(order: float) -> str:
    """An order of Rényi's entropy, with the name it has of its own.

    >>> order_name(2.0), order_name(0.0)
    ('2', "0 (Hartley's)")
    """
    number = "∞" if math.isinf(order) else f"{order:g}"
    return f"{number} ({NAMES[order]})" if order in NAMES else number


def choose_order(key: str) -> float:
    """A slider for α."""
    order: float = st.select_slider(
        "Order α of Rényi's entropy", ORDERS, 2.0, format_func=order_name, key=key, persist_state="session"
    )
    return order


@st.fragment
def show_doubt() -> None:
    """How many values, how sure she is of the likeliest, and the order."""
    st.markdown(words.ENTROPY)
    inputs, outcome = st.columns([2, 3], gap="large")
    with inputs:
        values: int = st.slider(
            "How many values are possible?", 2, 32, 8, key="guessing-values", persist_state="session"
        )
        least = math.ceil(100 / values)
        share: int = st.slider(
            "How likely is the likeliest? (%)",
            least,
            100,
            max(least, 50),
            key=f"guessing-likeliest-{values}",
            persist_state="session",
        )
        order = choose_order("guessing-order")
        st.caption(words.ENTROPY_HELP)
    likeliest = share / 100
    belief = [likeliest, *[(1.0 - likeliest) / (values - 1)] * (values - 1)]
    entropy = renyi_entropy(belief, order)
    with outcome:
        st.subheader(f"As uncertain as among {2**entropy:.2f} values that are all alike")
        st.text(
            f"{entropy:.3f} bits at α = {order_name(order)} (higher is more private). Her best guess is wrong "
            f"{percent(1.0 - likeliest)} of the time; were all {values} values alike, {percent(error_among(values))}."
        )
        curve = [(float(one), renyi_entropy(belief, float(one))) for one in np.linspace(0.0, 10.0, 101)]
        show(entropies_chart(curve, renyi_entropy(belief, math.inf), order, entropy), "guessing-entropy-chart")
