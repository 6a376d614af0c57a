"""How the evidence for a join added up."""

from __future__ import annotations

import streamlit as st

from leakage.resolution.evidence import Evidence
from leakage.workspace.figures.assessment import PoolLeakage, record_name
from leakage.workspace.workspace import Workspace
from pages.eve.what_she_knows import figures, text
from pages.eve.what_she_knows.waterfall_chart import waterfall_chart
from pages.kit.charts.chart import show
from pages.shell.words import listed


def show_waterfalls(workspace: Workspace, known: PoolLeakage, composite: int) -> None:
    """One join of a composite, drawn from what spoke for it before anything was compared to how likely it is."""
    explained = figures.waterfalls(workspace, known.pool, composite)
    if not explained:
        return
    picked: int = st.selectbox(
        "How did the evidence for this join add up?",
        range(len(explained)),
        format_func=lambda n: _named(workspace, known, explained[n][0]),
        key=f"waterfall-{composite}-{len(explained)}",
        help=text.WATERFALL_HELP,
    )
    told = explained[picked][1]
    sentence = told.sentence(workspace.display_name)
    st.text(f"{sentence[0].upper()}{sentence[1:]}.")
    show(waterfall_chart(told, workspace.display_name), "waterfall")


def _named(workspace: Workspace, known: PoolLeakage, join: Evidence) -> str:
    left, right = (
        listed([record_name(workspace, known.pool, number) for number in side], most=3)
        for side in (join.left, join.right)
    )
    return f"{left} with {right}"
