"""How the evidence for a join added up."""

from __future__ import annotations

import streamlit as st

from leakage.resolution.linkage.explained_joins import ExplainedJoin
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
        format_func=lambda n: _named(workspace, known, explained[n]),
        key=f"waterfall-{composite}-{len(explained)}",
        help=text.WATERFALL_HELP,
    )
    join = explained[picked]
    sentence = join.waterfall.sentence(workspace.display_name)
    st.text(f"{sentence[0].upper()}{sentence[1:]}.")
    if any(each.owner for each in explained):
        st.text(
            f"{join.owner} made this join before it shared." if join.owner else "It was made among what was shared."
        )
    show(waterfall_chart(join.waterfall, workspace.display_name), "waterfall")


def _named(workspace: Workspace, known: PoolLeakage, join: ExplainedJoin) -> str:
    left, right = (
        listed([record_name(workspace, known.pool, number) for number in side], most=3)
        for side in (join.evidence.left, join.evidence.right)
    )
    return f"{left} with {right}"
