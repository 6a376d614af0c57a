"""A place told with noise: how far off the guess is, and what it costs."""

from __future__ import annotations

import math

import streamlit as st

from leakage.tables import LocationPrivacy, location_privacy
from pages.explore.attackers_error import text
from pages.explore.attackers_error.places_chart import places_chart
from pages.kit.charts.chart import show

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
        st.text(_said(privacy, spread))
        curve = [location_privacy(level, spread) for level in NOISES]
        show(places_chart(NOISES, curve, noise, privacy), "guessing-places-chart")


def _said(privacy: LocationPrivacy, spread: float) -> str:
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
