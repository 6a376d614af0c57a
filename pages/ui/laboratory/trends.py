"""Figures 3(a) to 3(c): how does leakage move?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from leakage.laboratory.accuracy import TABLE_5
from leakage.laboratory.trends import TrendPoint, Varied, trend
from leakage.synthetic import Parameters
from pages.ui import runs
from pages.ui.charts.chart import show
from pages.ui.charts.trend import said, trend_chart
from pages.ui.runs import Job

BASE = Parameters()
SHARES = tuple(step / 10 for step in range(11))
_AXES = {
    "p_c": "probability that a fact is copied (p<sub>c</sub>)",
    "p_p": "probability that a copy goes wrong (p<sub>p</sub>)",
    "m": "Eve's greatest confidence (m)",
}
_QUESTIONS = {
    "p_c": "What if more is copied? (Figure 3a)",
    "p_p": "What if more copies go wrong? (Figure 3b)",
    "m": "What if Eve is surer? (Figure 3c)",
}


@st.fragment
def show_trends() -> None:
    """Figures 3(a) to 3(c): leakage against one parameter."""
    varied: Varied = st.segmented_control(
        "What is varied from 0 to 1?",
        list(_QUESTIONS),
        default="p_c",
        required=True,
        format_func=_QUESTIONS.__getitem__,
        key="trend-varied",
        persist_state="session",
    )
    parameters = _parameters(varied)
    runs.show(
        Job(
            name="trend",
            inputs=(varied, parameters),
            begin=partial(trend, parameters, varied, SHARES),
            progress=partial(_trend_progress, parameters),
            draw=partial(_draw_trend, parameters, varied),
        )
    )


def _parameters(varied: str) -> Parameters:
    with st.container(border=True):
        sizes, probabilities = st.columns(4), st.columns(4)
        parameters = Parameters(
            n=_slider(sizes[0], "n", "Facts of the person, $n$", 10, 500, 10, varied),
            records=_slider(sizes[1], "records", "Records made, $|R|$", 500, 20_000, 500, varied),
            w=sizes[2].segmented_control(
                "Weights of the facts, $w$",
                ["C", "R"],
                default="C",
                required=True,
                format_func={"C": "All 1 (C)", "R": "Random (R)"}.__getitem__,
                key="trend-w",
                persist_state="session",
            ),
            seed=sizes[3].number_input(
                "Seed of the random draws", 0, 9999, 0, key="trend-seed", persist_state="session"
            ),
            p_c=_slider(probabilities[0], "p_c", "A fact is copied, $p_c$", 0.0, 1.0, 0.05, varied),
            p_p=_slider(probabilities[1], "p_p", "A copy goes wrong, $p_p$", 0.0, 1.0, 0.05, varied),
            p_b=_slider(probabilities[2], "p_b", "A bogus fact is added, $p_b$", 0.0, 1.0, 0.05, varied),
            m=_slider(probabilities[3], "m", "Most confidence, $m$", 0.0, 1.0, 0.05, varied),
        )
    # What is varied has no value of its own: runs that differ only there are the same.
    return replace(parameters, **{varied: getattr(BASE, varied)})


def _slider(place: DeltaGenerator, name: str, label: str, low: float, high: float, step: float, varied: str) -> Any:
    return place.slider(
        label,
        low,
        high,
        getattr(BASE, name),
        step,
        format="localized",
        key=f"trend-{name}",
        persist_state="session",
        disabled=name == varied,
        help="This is what is varied, from 0 to 1." if name == varied else f"Table 4: {getattr(BASE, name):,}",
    )


def _trend_progress(parameters: Parameters, found: Sequence[TrendPoint]) -> tuple[float, str]:
    whole = len(SHARES) * parameters.records
    done = sum(point.records for point in _latest(found))
    return done / whole, f"{done:,} of {whole:,} records measured"


def _latest(found: Sequence[TrendPoint]) -> list[TrendPoint]:
    """For each value the point that counts most records."""
    return list({point.value: point for point in found}.values())


def _draw_trend(parameters: Parameters, varied: str, found: Sequence[TrendPoint]) -> None:
    points = _latest(found)
    show(trend_chart(_QUESTIONS[varied], _AXES[varied], points, _printed(parameters, varied)), "trend-chart")
    st.text(said(points))


def _printed(parameters: Parameters, varied: str) -> list[tuple[float, float]]:
    """What Table 5 prints for these values, as far as it has them."""
    return [
        (getattr(row.parameters, varied), row.exact)
        for row in TABLE_5
        if replace(row.parameters, seed=parameters.seed, **{varied: getattr(BASE, varied)}) == parameters
    ]
