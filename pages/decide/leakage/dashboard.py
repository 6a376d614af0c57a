"""The figure of the Leakage page, what stands behind it, and where to go on."""

from __future__ import annotations

import datetime
from dataclasses import replace

import streamlit as st

from leakage.decision.shapley import ShapleyValue, attribute_shapley
from leakage.derivation import Derivation
from leakage.measure.gradient import Addition, addition_gradient, leakage_gradient
from leakage.record import Attribute
from leakage.workspace.figures import belief, estimates
from leakage.workspace.figures.assessment import Pool, PoolLeakage, at_hand, summary_of
from leakage.workspace.figures.belief import Believed, Fact
from leakage.workspace.figures.contributions import recipient_shapley_values, release_shapley_values
from leakage.workspace.figures.derivations import derivation_of_pool
from leakage.workspace.requests.states import deadline, overdue
from leakage.workspace.workspace import By, Workspace
from pages import catalogue
from pages.decide.leakage import text
from pages.decide.leakage.charts import MOST_POOLS, composite_chart, most_telling_first, pools_chart
from pages.kit import glossary, shared_figures
from pages.kit.charts.chart import choose_one_more, show
from pages.kit.glossary import CALLED
from pages.kit.shared_figures import how_worked_out
from pages.shell import file_indices, history, knowledge
from pages.shell.figures import figure
from pages.shell.knowledge import worst_composite, worst_pool
from pages.shell.session import link
from pages.shell.words import NOTHING, change, count, listed, percent

# What the Leakage page computes.


@figure(cost=estimates.shapley_values, title=lambda workspace, by: f"What each {by} is responsible for", public=True)
def shapley_values(workspace: Workspace, by: By) -> tuple[ShapleyValue, ...]:
    """The Shapley value of every release, or of every recipient."""
    return release_shapley_values(workspace) if by == "release" else recipient_shapley_values(workspace)


@figure(public=True)
def fact_shapley_values(workspace: Workspace) -> tuple[tuple[Attribute, ShapleyValue], ...]:
    """The Shapley value of every attribute of the worst composite."""
    composite = worst_composite(workspace)
    contributions = attribute_shapley(composite, workspace.reference, workspace.measure)
    return tuple(zip(composite, contributions, strict=True))


@figure(public=True)
def additions(workspace: Workspace) -> tuple[Addition, ...]:
    """What one more attribute of each label, right or wrong, would do to the worst composite."""
    return addition_gradient(worst_composite(workspace), workspace.reference, workspace.measure)


@figure(cost=lambda workspace, pool: estimates.believed(workspace), title="How surely she knows it")
def believed(workspace: Workspace, pool: Pool) -> Believed:
    """What a pool is to be expected to know; asked for where evidence alone joins records."""
    told = belief.believed(workspace, pool)
    assert told is not None, "asked for where there is evidence to weigh"
    return told


@figure()
def leakage_derivation(workspace: Workspace) -> Derivation:
    """How the figure of the pool that knows most is worked out."""
    worst = worst_pool(workspace)
    assert worst is not None, "asked for where something was released"
    return derivation_of_pool(workspace, worst)


@figure()
def confirmations(workspace: Workspace) -> tuple[tuple[Attribute, float], ...]:
    """The doubtful facts that she has right, and what their confirmation would tell her: ``(1 - c) dL/dc``."""
    composite = worst_composite(workspace)
    slopes = leakage_gradient(composite, workspace.reference, workspace.measure)
    doubtful = (attribute for attribute in composite.known if attribute.confidence < 1.0)
    return tuple((attribute, (1.0 - attribute.confidence) * slopes[attribute]) for attribute in doubtful)


# How much each of the adversaries at hand would know, and which of them the page is about.


MOST_ADVERSARIES = 8
"""Adversaries that are offered; the page on adversaries has them all."""


def leakages(workspace: Workspace) -> tuple[float, ...]:
    """What each adversary at hand would know."""
    known = {policy.name: knowledge.leakage_under(workspace, policy) for policy in at_hand(workspace)}
    figures = {name: leakage for name, leakage in known.items() if leakage is not None}
    knowledge.note(workspace, figures)
    return tuple(figures.values())


def choose(workspace: Workspace, figures: tuple[float, ...]) -> None:
    """Every adversary with her figure, who knows most first; a click leads to her."""
    policies = at_hand(workspace)
    if len(policies) < 2 or len(figures) < len(policies):
        return
    st.caption(text.KNOWS_MOST if workspace.follow_worst else text.WHICH_EVE)
    order = sorted(range(len(policies)), key=lambda number: -figures[number])
    with st.container(key="eves", gap="xsmall"):
        for place, number in enumerate(order[:MOST_ADVERSARIES]):
            name = policies[number].name
            left_out = file_indices.left_out(replace(workspace, chosen=name))
            _offer(workspace, place, name, figures[number], left_out)


def _offer(workspace: Workspace, place: int, name: str, leakage: float, left_out: str) -> None:
    shown = workspace.policy is not None and workspace.policy.name == name
    with st.container(key=f"eve-{place}", horizontal=True, vertical_alignment="center", gap="small"):
        st.button(
            percent(leakage),
            key=f"which-eve-{place}",
            type="primary" if shown else "secondary",
            disabled=shown,
            help="This is the Eve shown." if shown else "Show this Eve.",
            on_click=_choose,
            args=(workspace, name),
        )
        # The name is the person's own, so this is no markup.
        st.text(f"{name}{left_out} (shown)" if shown else f"{name}{left_out}", width="stretch")


def _choose(workspace: Workspace, name: str) -> None:
    history.put(workspace, replace(workspace, chosen=name, follow_worst=False), "choose a policy")


# The figure of the Leakage page, and what stands behind it.


MOST_SEVERAL = 6
"""Facts with several values of which is told how many she has."""


def headline(workspace: Workspace, worst: PoolLeakage, facts: tuple[Fact, ...]) -> None:
    """The figure in words, over all adversaries at hand; what it is made of; and which Eve it is for."""
    figures_of = leakages(workspace)
    counts = knowledge.counts(workspace)
    st.header(f"{counts.headline}.")
    if counts.more:
        st.markdown(f"**{counts.more}**")
    answer, which = st.columns([3, 2], gap="medium")
    with answer:
        derivation = _in_numbers(workspace, worst, facts)
        with st.container(horizontal=True, gap="small"):
            if st.button("Plan what to do", type="primary", icon=catalogue.PLAN.icon, key="to-plan"):
                st.switch_page(catalogue.PLAN.path)
            cost = text.COST_WITH_FILES if workspace.counts_files else _cost(worst)
            how_worked_out(derivation, "leakage", text.DEFINITION, cost)
    with which:
        choose(workspace, figures_of)


def _cost(worst: PoolLeakage) -> str:
    return f"Eve's cost C(E, R): {worst.result.resolution.cost:,.0f}. {glossary.COST_HELP}"


def _in_numbers(workspace: Workspace, worst: PoolLeakage, facts: tuple[Fact, ...]) -> Derivation:
    """Says what the figure is made of; brings how it is worked out."""
    derivation = leakage_derivation(workspace)
    doubt = ", some of it in doubt" if derivation.worlds or derivation.curve is not None else ""
    st.text(
        f"Leakage {percent(worst.result.leakage)}{doubt}. {_joined(workspace, worst)}",
        help=f"{glossary.RECORD}\n\n{glossary.JOINED_RECORD}",
    )
    if several := knowledge.counts(workspace).several:
        # Labels may be the person's own words.
        st.text(f"{'; '.join(several[:MOST_SEVERAL])}.")
    if not doubt and _number(facts, "right"):
        st.markdown(f"By weight: ${derivation.steps[-2].formula}$ = **{percent(worst.result.leakage)}**")
    st.caption(text.NO_SHARE)
    if not workspace.adversary.unique:
        st.caption(text.ONE_ORDER)
    return derivation


def _number(facts: tuple[Fact, ...], meaning: str) -> int:
    return sum(fact.meaning == meaning for fact in facts)


def _joined(workspace: Workspace, worst: PoolLeakage) -> str:
    joined = len(worst.result.members)
    first, last = worst.background - workspace.from_files, worst.background
    of_files = sum(first <= member < last for member in worst.result.members)
    told = f" ({of_files} of them joined from her files)" if of_files else ""
    records = f"It comes from {count(joined, 'record')}{told}" + (", taken for one person. " if joined > 1 else ". ")
    if workspace.pooling_in_use.kind == "together":
        return f"{records}All recipients pool their data."
    return f"{records}The one who knows most: {worst.pool.name}."


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
            st.text(
                f"Drawn are the {MOST_POOLS} recipients who know most alone, of {len(alone):,}. Each of the other "
                f"{len(rest):,} knows {percent(rest[0].leakage)} or less."
            )


def composite(workspace: Workspace, facts: tuple[Fact, ...]) -> None:
    """The composite behind the maximum, fact by fact."""
    show(composite_chart(facts, workspace.display_name), "composite")


# The plan over all kinds of actions, and the step of each kind that would take most back by itself.


def show_next_steps(workspace: Workspace) -> None:
    """What to do next, where there is something to gain."""
    st.subheader("What would take most back?", anchor=False)
    link(catalogue.PLAN, "Plan all of it: what to do first, in the time you have")
    for column, step in zip(st.columns(3), (_erase, _leave_blank, _deny), strict=True):
        with column.container(border=True, height="stretch"):
            step(workspace)


def _erase(workspace: Workspace) -> None:
    st.markdown(f"**{CALLED['erase']}**")
    if not shared_figures.release_contributions.remembers(workspace):
        st.text("See which of them tells most.")
    else:
        contributions = shared_figures.release_contributions(workspace)
        best = max(range(len(contributions)), key=contributions.__getitem__)
        if contributions[best] >= NOTHING:
            alike = [n for n, taken in enumerate(contributions) if taken >= contributions[best] - NOTHING]
            names = listed([workspace.releases[n].name for n in alike])
            each = " each" if len(alike) > 1 else ""
            st.text(f"{names}: {change(-contributions[best])}{each} if no copy of it is left.")
        else:
            st.text("No release matters by itself: others tell the same. Several together may.")
    link(catalogue.ERASURE, "See what to have erased")


def _leave_blank(workspace: Workspace) -> None:
    st.markdown(f"**{CALLED['withhold']}**")
    if not workspace.plans:
        st.text("Before you give something away: plan it, and see what each field would tell.")
    elif not shared_figures.plan_outcomes.remembers(workspace):
        st.text(f"You have planned {count(len(workspace.plans), 'release')}. See what each field would tell.")
    else:
        st.text(_best_blank(workspace))
    link(catalogue.PLANNED_RELEASE, "Plan a release")


def _best_blank(workspace: Workspace) -> str:
    fields = [
        (field.increment, workspace.display_name(field.attribute.label), outcome.plan.name)
        for outcome in shared_figures.plan_outcomes(workspace)
        for field in outcome.field_increments
        if field.attribute.pair not in outcome.plan.required
    ]
    increment, label, plan = max(fields, key=lambda field: field[0], default=(0.0, "", ""))
    if increment < NOTHING:
        return "No single field of what you plan would tell her more."
    return f"{label} in {plan}: {change(-increment)} against giving it."


def _deny(workspace: Workspace) -> None:
    st.markdown(f"**{CALLED['deny']}**")
    doubtful = confirmations(workspace)
    attribute, gain = max(doubtful, key=lambda fact: fact[1], default=(None, 0.0))
    if attribute is None or gain < NOTHING:
        st.text("There is no doubtful fact whose confirmation would tell her more.")
    else:
        st.text(f"{workspace.display_name(attribute.label)}: {change(gain)} if you confirm it to her.")
    link(catalogue.HER_NEXT_MOVE, "See what she would verify")


# Requests that should have been answered by now.


def show_overdue(workspace: Workspace) -> None:
    """Which answers are late, where any is, and the way to them."""
    late = overdue(workspace, datetime.date.today())
    if not late:
        return
    with st.container(border=True, key="overdue"):
        st.markdown(f":red[:material/schedule:] **{count(len(late), 'answer is', 'answers are')} overdue**")
        due = ((request, deadline(request)) for request in late)
        st.text(listed([f"{request.name} (was due by {days.last})" for request, days in due if days]))
        link(catalogue.REQUESTS, "Note what came, or remind them")
