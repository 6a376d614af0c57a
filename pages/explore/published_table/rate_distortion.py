"""How little a published table could tell, for the error it leaves."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from leakage.tables import mutual_information, rate_within
from pages.explore.published_table import text
from pages.explore.published_table.coarsening import Shown
from pages.explore.published_table.optional_work import latest_or_left
from pages.kit.charts.chart import show
from pages.kit.charts.rates import rates_chart
from pages.kit.rate_curve import rate_curve
from pages.shell.words import percent

MOST_VALUES = 100


def show_rate_of_table(shown: Shown, classes: pd.DataFrame) -> None:
    """Where a table stands: the bits it tells, and the bits that so good a guess would need."""
    st.markdown(text.RATE_OF_TABLE)
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

    def work() -> tuple[list[tuple[float, float]], float]:
        return rate_curve(prior), rate_within(prior, "hamming", error).rate

    worked_out = latest_or_left("rates", (tuple(prior), error), work)
    if worked_out is None:
        return
    curve, least = worked_out
    st.subheader(f"The table tells {told:.3f} bits; {least:.3f} would do for guesses as good")
    st.text(
        f"Whoever knows the classes guesses wrong {percent(error)} of the time on average, and "
        f"{percent(1 - max(prior))} without the table. {max(told - least, 0.0):.3f} of the bits only move beliefs, and "
        "make no guess any better. Fewer bits are more private."
    )
    show(rates_chart(curve, [("this table", error, told)]), "published-rate-chart")
