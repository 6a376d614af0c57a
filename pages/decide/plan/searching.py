"""Searching on, where the plan is not proved."""

from __future__ import annotations

import streamlit as st

from leakage.decision.plan.planning import ActionPlan
from leakage.workspace.figures.plan.terms import PlanTerms
from leakage.workspace.workspace import Workspace
from pages.kit import planned


def offer_further(workspace: Workspace, terms: PlanTerms, chosen: ActionPlan) -> None:
    """A button to search on, where the plan is not proved."""
    if not chosen.optimal:
        st.button(
            "Search on",
            key="plan-search-on",
            icon=":material/search:",
            on_click=planned.search_on,
            args=(workspace, terms),
            help="Looks at four times as many sets of actions, from what was found so far. It can be cancelled.",
        )
