"""The least that must be told: the rate-distortion curve of a coin, and of a published table."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from leakage.tables import (
    RatePoint,
    blahut_arimoto,
    mutual_information,
    privacy_risks,
    randomised_response,
    rate_within,
    shannon_entropy,
    through_channel,
)
from leakage.tables.table import Report
from pages.ui.charts.chart import show
from pages.ui.charts.rates import rates_chart
from pages.ui.published.coarsening import Shown
from pages.ui.published.guessing import words
from pages.ui.published.opening import latest
from pages.ui.published.patience import latest_or_left
from pages.ui.words import percent

SLOPES = (*np.arange(0.25, 4.0, 0.25).tolist(), *range(4, 17))
MOST_VALUES = 100
WORKING = "Working out the curve"


def rate_curve(prior: list[float], report: Report | None = None) -> list[tuple[float, float]]:
    """(D, R) from where everything is told to where nothing is."""
    points = [(0.0, shannon_entropy(prior)), (1.0 - max(prior), 0.0)]
    for done, slope in enumerate(SLOPES):
        if report is not None:
            report(WORKING, done, len(SLOPES))
        point = blahut_arimoto(prior, "hamming", slope)
        points.append((point.distortion, point.rate))
    return sorted(points)


@st.fragment
def show_coin() -> None:
    """A secret of two values, told within an error."""
    st.markdown(words.RATE)
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


def show_rate_of_table(shown: Shown, classes: pd.DataFrame) -> None:
    """Where a table stands: the bits it tells, and the bits that so good a guess would need."""
    st.markdown(words.RATE_OF_TABLE)
    if shown.table.missing == "anything":
        st.text("Choose another meaning for empty cells first: one that may be anything belongs to several classes.")
        return
    values = len(shown.table.values)
    if values > MOST_VALUES:
        st.text(f"The sensitive column has {values:,} values, too many to work it out; up to {MOST_VALUES} can be.")
        return
    error = float(np.average(classes["error"], weights=shown.table.counts.class_probabilities))
    # Of the rows that are published, also where others were suppressed.
    told = mutual_information(shown.table)
    prior = list(shown.table.distribution().values())

    def work(report: Report) -> tuple[list[tuple[float, float]], float]:
        return rate_curve(prior, report), rate_within(prior, "hamming", error).rate

    found = latest_or_left("rates", (tuple(prior), error), work)
    if found is None:
        return
    curve, least = found
    st.subheader(f"The table tells {told:.3f} bits; {least:.3f} would do for guesses as good")
    st.text(
        f"Whoever knows the classes guesses wrong {percent(error)} of the time on average, and "
        f"{percent(1 - max(prior))} without the table. {max(told - least, 0.0):.3f} of the bits only move beliefs, and "
        "make no guess any better. Fewer bits are more private."
    )
    show(rates_chart(curve, [("this table", error, told)]), "published-rate-chart")
