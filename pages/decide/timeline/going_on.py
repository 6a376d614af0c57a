"""Where the plan would take it from today."""

from __future__ import annotations

import streamlit as st

from leakage.workspace.figures import estimates
from leakage.workspace.figures.timeline import Ahead
from leakage.workspace.workspace import Workspace
from pages import catalogue
from pages.decide.timeline import figures, text
from pages.kit import planned
from pages.shell import on_demand
from pages.shell.links import link

BESIDE = 0.5
"""Seconds that it may take beside what the page is there for."""


def with_planned_releases(workspace: Workspace) -> tuple[tuple[Ahead, ...], ...]:
    """Where each planned release would take it; nothing while it is not worked out."""
    seconds = estimates.planned_ahead(workspace)
    what = "Where planned releases would take it"
    return on_demand.of(figures.planned_ahead, seconds, what, unasked=seconds <= BESIDE)(workspace) or ()


def with_the_plan(workspace: Workspace) -> tuple[Ahead, ...]:
    """What the plan that was asked for last does, action by action; nothing while it is not worked out."""
    terms, minutes = planned.asked(workspace)
    if terms.changes_truth and workspace.counts_files:
        st.caption(text.PLAN_WITHOUT_FILES)
        link(catalogue.PLAN, "What the plan says")
        return ()
    plans = planned.plans_or_offer(workspace, terms, unasked=False)
    if plans is None:
        return ()
    steps = plans.steps(plans.frontier.within(minutes))
    st.caption((text.PLAN if steps else text.PLAN_DOES_NOTHING).format(minutes=minutes))
    link(catalogue.PLAN, "What the plan says")
    return figures.plan_ahead(workspace, terms, tuple(option for option, _ in steps)) if steps else ()
