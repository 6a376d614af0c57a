"""Choosing the order of an entropy, by name or number."""

from __future__ import annotations

import math

import streamlit as st

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
