"""Figures 3(a) to 3(c): how does leakage move?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from leakage.laboratory.trends import TABLE_5, TrendPoint, Varied, trend
from leakage.synthetic import Parameters
from pages.app.figures import figure
from pages.app.words import count
from pages.explore.laboratory import text
from pages.explore.laboratory.charts import trend_chart, trend_sentence
from pages.kit import jobs
from pages.kit.charts.chart import show
from pages.kit.jobs import Job

BASE = Parameters()
WIDTH = 215
"""Of a parameter, in pixels: they stand in rows of as many as there is room for."""

FEW_FACTS = 10_000
"""Facts of the references of a small run, at each point."""

SHARES = tuple(step / 10 for step in range(11))
_AXES: dict[Varied, str] = {
    "p_c": "a fact is copied (p<sub>c</sub>)",
    "p_p": "a copy is wrong (p<sub>p</sub>)",
    "m": "Eve's greatest confidence (m)",
}
QUESTIONS: dict[Varied, str] = {
    "p_c": "What if more is copied? (Figure 3a)",
    "p_p": "What if more copies go wrong? (Figure 3b)",
    "m": "What if Eve is surer? (Figure 3c)",
}


@st.fragment
def show_trends() -> None:
    """Figures 3(a) to 3(c): leakage against one parameter."""
    st.markdown(text.TRENDS)
    varied = st.segmented_control(
        "What is varied from 0 to 1?",
        list(QUESTIONS),
        default="p_c",
        required=True,
        format_func=QUESTIONS.__getitem__,
        key="trend-varied",
        persist_state="session",
    )
    parameters = _parameters(varied)
    jobs.show(
        Job(
            name="trend",
            inputs=(varied, parameters),
            begin=partial(trend, parameters, varied, SHARES),
            progress=partial(_trend_progress, parameters),
            draw=partial(_draw_trend, parameters, varied),
            small=partial(_draw_small_trend, parameters, varied),
        )
    )
    with st.expander("How the records are made", icon=":material/help:"):
        st.markdown(text.GENERATOR)


def _parameters(varied: Varied) -> Parameters:
    with st.container(border=True):
        places = st.container(horizontal=True, gap="medium")
        parameters = Parameters(
            n=_slider(places, "n", "Facts of the person, $n$", 10, 500, 10, varied),
            records=_slider(places, "records", "Records made, $|R|$", 500, 20_000, 500, varied),
            w=places.segmented_control(
                "Weights of the facts, $w$",
                ["C", "R"],
                default="C",
                required=True,
                format_func={"C": "All 1 (C)", "R": "Random (R)"}.__getitem__,
                key="trend-w",
                persist_state="session",
                width=WIDTH,
            ),
            seed=places.number_input(
                "Seed of the draws, 0–9999", 0, 9999, 0, key="trend-seed", persist_state="session", width=WIDTH
            ),
            p_c=_slider(places, "p_c", "A fact is copied, $p_c$", 0.0, 1.0, 0.05, varied),
            p_p=_slider(places, "p_p", "A copy goes wrong, $p_p$", 0.0, 1.0, 0.05, varied),
            p_b=_slider(places, "p_b", "A bogus fact is added, $p_b$", 0.0, 1.0, 0.05, varied),
            m=_slider(places, "m", "Most confidence, $m$", 0.0, 1.0, 0.05, varied),
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
        width=WIDTH,
        disabled=name == varied,
        help="This is what is varied, from 0 to 1." if name == varied else f"Table 4: {getattr(BASE, name):,}",
    )


def _trend_progress(parameters: Parameters, points: Sequence[TrendPoint]) -> tuple[float, str]:
    whole = len(SHARES) * parameters.records
    done = sum(point.records for point in _latest(points))
    return done / whole, f"{done:,} of {whole:,} records measured"


def _latest(points: Sequence[TrendPoint]) -> list[TrendPoint]:
    """For each value the point that counts most records."""
    return list({point.value: point for point in points}.values())


def _draw_trend(parameters: Parameters, varied: Varied, seen: Sequence[TrendPoint]) -> None:
    points = _latest(seen)
    show(trend_chart(QUESTIONS[varied], _AXES[varied], points, _printed(parameters, varied)), "trend-chart")
    st.text(trend_sentence(points))


def _draw_small_trend(parameters: Parameters, varied: Varied) -> None:
    _draw_trend(parameters, varied, small_trend(parameters, varied))
    st.caption(
        f"A small run of {count(_few(parameters).records, 'record')} a point. Run it for all that are asked for."
    )


@figure
def small_trend(parameters: Parameters, varied: Varied) -> tuple[TrendPoint, ...]:
    """The trend of few records, which is there at once."""
    return tuple(trend(_few(parameters), varied, SHARES))


def _few(parameters: Parameters) -> Parameters:
    return replace(parameters, records=min(parameters.records, max(20, FEW_FACTS // parameters.n)))


def _printed(parameters: Parameters, varied: str) -> list[tuple[float, float]]:
    """What Table 5 prints for these values, as far as it has them."""
    return [
        (getattr(row.parameters, varied), row.exact)
        for row in TABLE_5
        if replace(row.parameters, seed=parameters.seed, **{varied: getattr(BASE, varied)}) == parameters
    ]
