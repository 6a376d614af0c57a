"""Figures that several pages show: assessed, planned, joined, worked out."""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd
import streamlit as st

from leakage.derivation import Derivation
from pages.kit.charts import spec
from pages.kit.charts.chart import Chart, question_of, show_data, show_picture

# Figures that more than one page shows, remembered by value for this session alone.


# Whose records a page is about, where not all recipients pool their data.


# How a figure is worked out, one click beside it.


HOW = "How is this worked out?"
ICON = ":material/function:"


def derivation_on_demand(derived: Callable[[], Derivation], key: str) -> None:
    """As ``how_worked_out``, but derived only once it is opened: for figures of which a page has many."""
    popover = st.popover(HOW, icon=ICON, key=f"worked-out-{key}", on_change="rerun")
    if popover.open:
        with popover:
            show_derivation(derived(), key)


def show_derivation(derivation: Derivation, key: str, note: str = "") -> None:
    """The steps, the worlds or the curve, a sentence below, and all of it as LaTeX."""
    for number, step in enumerate(derivation.steps, start=1):
        # The sentence may hold a person's values: it is no markup.
        st.text(f"{number}. {step.sentence}")
        if step.formula:
            st.latex(step.formula)
    if derivation.worlds:
        _worlds(derivation)
    if derivation.curve is not None:
        _curve(_curve_chart(derivation), f"worked-out-{key}-curve")
    st.text(note)
    with st.expander("Copy as LaTeX"):
        st.code(derivation.latex, language=None)


def _worlds(derivation: Derivation) -> None:
    worlds = sorted(derivation.worlds, key=lambda world: -world.probability)
    rows = [
        (
            ", ".join(world.present) or "none of the doubtful facts",
            float(world.probability),
            float(world.right),
            float(world.record_weight),
            float(world.leakage),
        )
        for world in worlds
    ]
    st.dataframe(
        pd.DataFrame(rows, columns=["What is so in this world", "Probability", "X right", "Y said", "F1"]),
        hide_index=True,
        alt="The possible worlds of the record, the most probable first",
    )


def _curve(chart: Chart, key: str) -> None:
    """As every chart is shown, but that within a popover there can be no other one."""
    st.markdown(f"**{question_of(chart.figure)}**")
    show_picture(chart, key)
    with st.expander("Data", icon=":material/table:"):
        show_data(chart, key)


def _curve_chart(derivation: Derivation) -> Chart:
    assert derivation.curve is not None
    across, up = derivation.curve[:, :2].T
    return spec.draw(
        "The figure is the area under this curve",
        [{"type": "scatter", "x": across, "y": up, "fill": "tozeroy", "mode": "lines"}],
        spec.axis("s"),
        spec.axis("what is integrated", rangemode="tozero"),
        "A curve that falls to zero; the area under it is the leakage",
        height=280,
    )
