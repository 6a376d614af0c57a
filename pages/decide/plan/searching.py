"""The search for plans: the first soon, and further ones when they are asked for."""

from __future__ import annotations

from dataclasses import astuple

import streamlit as st

from leakage.decision.plan.planning import ActionPlan
from leakage.workspace.figures import estimates
from leakage.workspace.figures.plan.plan import WorkPlans
from leakage.workspace.figures.plan.terms import PlanTerms
from leakage.workspace.figures.plan.today import threats_of
from leakage.workspace.workspace import Workspace
from pages.kit import planned
from pages.shell import on_demand, session

_ROUNDS = "plan-rounds"


def plans_or_offer(workspace: Workspace, terms: PlanTerms) -> WorkPlans | None:
    """The plans after as many searches as were asked for; None while they are left alone."""
    rounds = _rounds(workspace, terms)
    seconds = estimates.plan(workspace, len(threats_of(workspace, terms)))
    first = on_demand.of(planned.plans, seconds, "The plan")(workspace, terms, 0)
    if first is None or not rounds:
        return first
    # What was asked for is worked out at once, with a bar to cancel it; what was found before stays then.
    key = planned.plans.key(workspace, terms, rounds)
    ready = planned.plans.remembers(workspace, terms, rounds)
    further = on_demand.figure(
        f"plan-{rounds}", key, lambda: planned.plans(workspace, terms, rounds), 0.0, "A longer search", ready
    )
    return further or planned.plans(workspace, terms, rounds - 1)


def offer_further(workspace: Workspace, terms: PlanTerms, chosen: ActionPlan) -> None:
    """A button to search on, where the plan is not proved."""
    if not chosen.optimal:
        st.button(
            "Search on",
            key="plan-search-on",
            icon=":material/search:",
            on_click=_search_on,
            args=(workspace, terms),
            help="Looks at four times as many sets of actions, from what was found so far. It can be cancelled.",
        )


def _rounds(workspace: Workspace, terms: PlanTerms) -> int:
    asked_for, rounds = session.get(_ROUNDS, (None, 0))
    return int(rounds) if asked_for == (workspace.fingerprint, astuple(terms)) else 0


def _search_on(workspace: Workspace, terms: PlanTerms) -> None:
    session.put(_ROUNDS, ((workspace.fingerprint, astuple(terms)), _rounds(workspace, terms) + 1))
