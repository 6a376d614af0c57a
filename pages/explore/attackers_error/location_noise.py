"""A place told with noise: how far off the guess is, and what it costs."""

from __future__ import annotations

import math

import pandas as pd
import streamlit as st

from leakage.tables import (
    LocationPrivacy,
    Vulnerability,
    location_maximal_leakage,
    location_min_entropy_leakage,
    location_pointwise_leakage,
    location_privacy,
    location_vulnerability,
)
from pages.explore.attackers_error import text
from pages.explore.attackers_error.places_chart import places_chart
from pages.kit.any_question import INTRODUCTION, WORTH, bits_told, gain_of, of_gains, show_yardsticks, times
from pages.kit.charts.chart import show
from pages.shell.editable_table import edit_table
from pages.shell.words import said

NOISES = tuple(range(0, 2_001, 25))
EXCEEDED = 0.05
"""Of the places told so many may tell more than what is said of one."""

WORTH_NEAR = ((100.0, 1.0), (500.0, 0.5))
"""Metres within which a guess is worth so much, to begin with."""

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
    _show_any_question(noise, spread)


def _show_any_question(noise: float, spread: float) -> None:
    """The yardsticks of any question for a place, and a table to say how near is near enough."""
    st.markdown(INTRODUCTION)
    place = st.container()
    kilometres: int = st.slider(
        "How far from your usual place may you be at all (km)?",
        1,
        100,
        10,
        key="guessing-bounds",
        persist_state="session",
        help="Maximal leakage asks only which places are possible. Without bounds it has no limit.",
    )
    gained = _edited_gains(noise, spread)
    with place:
        show_yardsticks([*_fixed(noise, spread, kilometres), *([of_gains(gained)] if gained else [])])


def _fixed(noise: float, spread: float, kilometres: int) -> list[tuple[str, str, str]]:
    guess, most = location_min_entropy_leakage(noise, spread), location_maximal_leakage(noise, 1_000.0 * kilometres)
    told = location_pointwise_leakage(noise, spread, EXCEEDED)
    return [
        (
            "min-entropy leakage",
            bits_told(guess),
            f"a guess that must be very near is right {times(guess)} as often as before",
        ),
        (
            "maximal leakage",
            bits_told(most),
            f"if you are within {kilometres} km for certain, no question is guessed more than {times(most)} as often",
        ),
        (
            "pointwise maximal leakage",
            bits_told(told),
            f"of 20 places told 19 tell no more than that: {times(told)}; those far from your usual one tell most",
        ),
    ]


def _edited_gains(noise: float, spread: float) -> Vulnerability | None:
    """What it is worth to her to be so near; None where nothing is."""
    with st.expander(WORTH, icon=":material/balance:"):
        st.markdown(text.NEAR)
        edited = edit_table(
            "gains-places",
            "places",
            pd.DataFrame(WORTH_NEAR, columns=["metres", "worth"]),
            num_rows="dynamic",
            hide_index=True,
            column_config={
                "metres": st.column_config.NumberColumn("At most so many metres off", min_value=0.0, default=0.0),
                "worth": st.column_config.NumberColumn("is worth", min_value=0.0, max_value=1.0, default=0.0),
            },
            alt="What a guess is worth to her by how near it is",
        )
    try:
        worth = [(gain_of(row.get("metres")), gain_of(row.get("worth"))) for row in edited.rows]
        return location_vulnerability(noise, spread, worth)
    except ValueError as error:
        st.text(said(error))
        return None


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
