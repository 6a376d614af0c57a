"""Figures that several pages show: assessed, planned, joined, worked out."""

from __future__ import annotations

import datetime
from collections.abc import Callable

import pandas as pd
import streamlit as st

from leakage.decision.contribution import AttributeContribution, attribute_contributions
from leakage.derivation import Derivation
from leakage.measure.leakage import ranking
from leakage.workspace.figures import contributions
from leakage.workspace.figures.assessment import (
    Pool,
    PoolLeakage,
    PoolSummary,
    pool_summaries,
    pools_alone,
)
from leakage.workspace.figures.facts import Fact, facts_of
from leakage.workspace.figures.plan.actions import PlanTerms
from leakage.workspace.figures.plan.plan import WorkPlans, plan_actions
from leakage.workspace.figures.planned_releases import PlanOutcome, compare_plans
from leakage.workspace.requests.chances import grant_probabilities
from leakage.workspace.requests.states import graded_minutes
from leakage.workspace.workspace import PoolingKind, Workspace
from pages.app.figures import figure
from pages.app.knowledge import (
    known_to,
    most_telling_first,
    resolutions,
    together,
    worst_composite,
)
from pages.app.words import distinct, percent

# Figures that more than one page shows, remembered by value for this session alone.


@figure
def alone(workspace: Workspace) -> tuple[PoolSummary, ...]:
    """What every recipient knows alone."""
    return pool_summaries(workspace, pools_alone(workspace), together(workspace), resolutions)


@figure
def plan_outcomes(workspace: Workspace) -> tuple[PlanOutcome, ...]:
    """What every planned release would do."""
    return compare_plans(workspace)


@figure
def release_contributions(workspace: Workspace) -> tuple[float, ...]:
    """What the whole leakage would lose without each release."""
    return tuple(contributions.contributions_of_releases(workspace).tolist())


@figure
def fact_contributions(workspace: Workspace) -> tuple[AttributeContribution, ...]:
    """What each attribute of the worst composite adds to its leakage."""
    return attribute_contributions(worst_composite(workspace), workspace.reference, workspace.measure)


@figure
def telling_composites(workspace: Workspace, pool: Pool) -> tuple[tuple[int, float], ...]:
    """The composites of a pool that say anything true, with their leakages; the most telling first."""
    leakages = known_to(workspace, pool).leakages(workspace)
    return tuple((number, float(leakages[number])) for number in ranking(leakages) if leakages[number] > 0.0)


def facts(workspace: Workspace, worst: PoolLeakage) -> tuple[Fact, ...]:
    """The composite behind the maximum against the profile."""
    return facts_of(worst.result.composite, workspace.reference, workspace.measure)


# The plan over all kinds of actions, as it was asked for last.


MINUTES = 60
"""That a person has, until another number is entered."""

FIRST = 800
"""Sets of actions looked at, about, where not all are."""

_REQUEST = "plan-asked"


@figure
def plans(workspace: Workspace, terms: PlanTerms) -> WorkPlans:
    """The plans for every number of minutes."""
    asking, chances = graded_minutes(workspace), grant_probabilities(workspace, datetime.date.today())
    return plan_actions(workspace, terms, asking=asking, chances=chances, limit=FIRST)


def ask(terms: PlanTerms, minutes: float) -> None:
    """Keep what is asked for, for other pages."""
    st.session_state[_REQUEST] = (terms, minutes)


def plan_question(workspace: Workspace) -> tuple[PlanTerms, float]:
    """The terms and minutes asked for last; before that what anybody would ask for."""
    usual = PlanTerms(policies=usual_policies(workspace), poolings=usual_poolings(workspace))
    terms, minutes = st.session_state.get(_REQUEST, (usual, MINUTES))
    return terms, minutes


def usual_policies(workspace: Workspace) -> tuple[str, ...]:
    """Against whom a plan is made, until others are picked: the Eve whose figure stands on every page.

    All of them where that is the one who knows most, or where the work says for all of them alike who pools data.
    """
    own = any(policy.pooling for policy in workspace.policies)
    return (workspace.policy.name,) if own and workspace.policy and not workspace.follow_worst else ()


def usual_poolings(workspace: Workspace) -> tuple[PoolingKind, ...]:
    """Who pools data in a plan, until something else is picked: nobody named where the policies say it themselves."""
    own = any(policy.pooling for policy in workspace.policies)
    return () if own else (workspace.pooling_in_use.kind,)


def plan_at_hand(workspace: Workspace) -> tuple[WorkPlans, float] | None:
    """The plans that were asked for last, and the minutes; None where they are not worked out for the work as it is."""
    terms, minutes = plan_question(workspace)
    return (plans(workspace, terms), minutes) if plans.remembers(workspace, terms) else None


# Whose records a page is about, where not all recipients pool their data.


def choose_pool(workspace: Workspace) -> PoolLeakage:
    """The only pool there is, or one that is picked; the one that knows most first."""
    pool_leakages = most_telling_first(workspace)
    if len(pool_leakages) == 1:
        return pool_leakages[0]
    names = distinct(f"{leaked.pool.name} ({percent(leaked.result.leakage)})" for leaked in pool_leakages)
    number: int = st.selectbox(
        "Whose records?",
        range(len(pool_leakages)),
        format_func=names.__getitem__,
        key=f"findings-pool-{len(pool_leakages)}",
        persist_state="session",
    )
    return pool_leakages[number]


# How a figure is worked out, one click beside it.


HOW = "How is this worked out?"
ICON = ":material/function:"


def derivation_on_demand(derived: Callable[[], Derivation], key: str) -> None:
    """As ``how_worked_out``, but derived only once it is opened: for figures of which a page has many."""
    popover = st.popover(HOW, icon=ICON, key=f"worked-out-{key}", on_change="rerun")
    if popover.open:
        with popover:
            show_derivation(derived())


def how_worked_out(derivation: Derivation, key: str, definition: str = "", note: str = "") -> None:
    """The definition, the steps, and the possible worlds where there are some.

    Arguments:
        derivation: of the figure beside it.
        key: unique on the page.
        definition: markdown of the program's own; empty where the page has none.
        note: a sentence below, as it is.
    """
    with st.popover(HOW, icon=ICON, key=f"worked-out-{key}"):
        st.markdown(definition)
        show_derivation(derivation, note)


def show_derivation(derivation: Derivation, note: str = "") -> None:
    """The steps, the worlds, and a sentence below."""
    for number, step in enumerate(derivation.steps, start=1):
        # The sentence may hold a person's values: it is no markup.
        st.text(f"{number}. {step.sentence}")
        if step.formula:
            st.latex(step.formula)
    if derivation.worlds:
        _worlds(derivation)
    st.text(note)


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
