"""The figure of the Leakage page, what stands behind it, and where to go on."""

from __future__ import annotations

import datetime
from dataclasses import replace

import streamlit as st

from leakage.decision.shapley import ShapleyValue, attribute_shapley
from leakage.derivation import Derivation
from leakage.measure.leakage import Addition, addition_gradient
from leakage.record import Attribute
from leakage.workspace.figures.assessment import PoolLeakage, at_hand, summary_of
from leakage.workspace.figures.contributions import recipient_shapley_values, release_shapley_values
from leakage.workspace.figures.derivations import derivation_of_pool
from leakage.workspace.requests.states import deadline, overdue
from leakage.workspace.workspace import By, Workspace
from pages import catalogue
from pages.app import knowledge, session
from pages.app.figures import figure
from pages.app.knowledge import worst_composite, worst_pool
from pages.app.page import link
from pages.app.words import count, listed, percent, unmarked
from pages.decide.leakage import text
from pages.decide.leakage.charts import MOST_POOLS, most_telling_first, pools_chart
from pages.kit import glossary, shared_figures
from pages.kit.charts.chart import choose_one_more, show
from pages.kit.shared_figures import how_worked_out

# What the Leakage page computes.


@figure
def shapley_values(workspace: Workspace, by: By) -> tuple[ShapleyValue, ...]:
    """The Shapley value of every release, or of every recipient."""
    return release_shapley_values(workspace) if by == "release" else recipient_shapley_values(workspace)


@figure
def fact_shapley_values(workspace: Workspace) -> tuple[tuple[Attribute, ShapleyValue], ...]:
    """The Shapley value of every attribute of the worst composite."""
    composite = worst_composite(workspace)
    contributions = attribute_shapley(composite, workspace.reference, workspace.measure)
    return tuple(zip(composite, contributions, strict=True))


@figure
def additions(workspace: Workspace) -> tuple[Addition, ...]:
    """What one more attribute of each label, right or wrong, would do to the worst composite."""
    return addition_gradient(worst_composite(workspace), workspace.reference, workspace.measure)


@figure
def leakage_derivation(workspace: Workspace) -> Derivation:
    """How the figure of the pool that knows most is worked out."""
    worst = worst_pool(workspace)
    assert worst is not None, "asked for where something was released"
    return derivation_of_pool(workspace, worst)


# How much each of the adversaries at hand would know, and which of them the page is about.


MOST_ADVERSARIES = 8
"""Adversaries that are offered; the page on adversaries has them all."""


def leakages(workspace: Workspace) -> tuple[float, ...]:
    """What each adversary at hand would know."""
    known = (knowledge.leakage_under(workspace, policy) for policy in at_hand(workspace))
    return tuple(leakage for leakage in known if leakage is not None)


def choose(workspace: Workspace, figures: tuple[float, ...]) -> None:
    """Every adversary with her figure, who knows most first; a click leads to her."""
    policies = at_hand(workspace)
    if len(policies) < 2 or len(figures) < len(policies):
        return
    st.caption(text.KNOWS_MOST if workspace.follow_worst else text.WHICH_EVE)
    order = sorted(range(len(policies)), key=lambda number: -figures[number])
    with st.container(key="eves", gap="xxsmall"):
        for place, number in enumerate(order[:MOST_ADVERSARIES]):
            name = policies[number].name
            _offer(workspace, place, name, figures[number])


def _offer(workspace: Workspace, place: int, name: str, leakage: float) -> None:
    shown = workspace.policy is not None and workspace.policy.name == name
    st.button(
        f"**{percent(leakage)}** {unmarked(name)}{text.SHOWN if shown else ''}",
        key=f"which-eve-{place}",
        disabled=shown,
        help=text.THIS_EVE if shown else text.SHOW_EVE,
        on_click=_choose,
        args=(workspace, name),
        width="stretch",
    )


def _choose(workspace: Workspace, name: str) -> None:
    session.put(workspace, replace(workspace, chosen=name, follow_worst=False), "choose an Eve")


# The figure of the Leakage page, and what stands behind it.


MOST_SEVERAL = 6
"""Facts with several values of which is told how many she has."""


def headline(workspace: Workspace, worst: PoolLeakage) -> None:
    """The figure in words, over all adversaries at hand; what it is made of; and which Eve it is for."""
    figures_of = leakages(workspace)
    counts = knowledge.counts(workspace)
    st.header(f"{counts.headline}.")
    if counts.more:
        st.markdown(f"**{counts.more}**")
    answer, which = st.columns([3, 2], gap="medium")
    with answer:
        derivation = leakage_derivation(workspace)
        _in_words(workspace, worst, in_doubt=bool(derivation.worlds) or derivation.exact is None)
        with st.container(horizontal=True, gap="small"):
            if st.button(text.TO_PLAN, type="primary", icon=catalogue.PLAN.icon, key="to-plan"):
                st.switch_page(catalogue.PLAN.path)
            how_worked_out(derivation, "leakage", text.DEFINITION, _cost(worst))
    with which:
        choose(workspace, figures_of)


def _cost(worst: PoolLeakage) -> str:
    return f"Eve's cost C(E, R): {worst.result.resolution.cost:,.0f}. {glossary.COST_HELP}"


def _in_words(workspace: Workspace, worst: PoolLeakage, *, in_doubt: bool) -> None:
    """What the figure is made of."""
    doubt = text.IN_DOUBT if in_doubt else ""
    st.text(f"Leakage {percent(worst.result.leakage)}{doubt}. {_joined(workspace, worst)}", help=text.NO_SHARE)
    if several := knowledge.counts(workspace).several:
        # Labels may be the person's own words.
        st.text(f"{'; '.join(several[:MOST_SEVERAL])}.")
    if not workspace.adversary.unique:
        st.caption(text.ONE_ORDER)


def _joined(workspace: Workspace, worst: PoolLeakage) -> str:
    joined = len(worst.result.members)
    records = f"Eve matched {count(joined, 'record')} to you." if joined else text.NO_RECORD
    if workspace.pooling_in_use.kind == "together":
        return f"{records} {text.ALL_POOL}"
    return f"{records} {text.KNOWS_MOST_NAMED.format(name=worst.pool.name)}"


def compare_pools(workspace: Workspace) -> None:
    """Every recipient alone against the pools."""
    alone = shared_figures.alone.offer(workspace)
    if alone is None:
        return
    named = [known for known in knowledge.assessment(workspace) if len(known.pool.recipients) > 1]
    pooled = named if workspace.pooling_in_use.kind == "coalitions" else [knowledge.together(workspace)]
    ranked, place = most_telling_first(alone), st.container()
    one_more = choose_one_more([summary.pool.name for summary in ranked], range(MOST_POOLS, len(ranked)), "pools")
    with place:
        together = [] if len(alone) < 2 else [summary_of(known) for known in pooled]
        show(pools_chart(alone, together, None if one_more is None else ranked[one_more]), "pools")
        if rest := ranked[MOST_POOLS:]:
            most = percent(rest[0].leakage)
            st.text(text.MORE_ALONE.format(drawn=MOST_POOLS, all=len(alone), rest=len(rest), most=most))


# Requests that should have been answered by now.


def show_overdue(workspace: Workspace) -> None:
    """Which answers are late, where any is, and the way to them."""
    late = overdue(workspace, datetime.date.today())
    if not late:
        return
    with st.container(border=True, key="overdue"):
        st.markdown(f":red[:material/schedule:] **{count(len(late), 'answer is', 'answers are')} overdue**")
        due = ((request, deadline(request)) for request in late)
        st.text(listed([f"{request.name} (due by {days.last})" for request, days in due if days]))
        link(catalogue.REQUESTS, text.TO_REQUESTS)
