"""The figure of the Leakage page, and what stands behind it."""

from __future__ import annotations

import streamlit as st

from leakage.derivation import Derivation
from leakage.workspace.figures import estimates
from leakage.workspace.figures.assessment import PoolLeakage
from leakage.workspace.figures.belief import Fact
from leakage.workspace.figures.pool_summary import summary_of
from leakage.workspace.workspace import Workspace
from pages import catalogue
from pages.decide.leakage import adversaries, figures, text
from pages.decide.leakage.composite_chart import composite_chart
from pages.decide.leakage.pools_chart import MOST, most_telling_first, pools_chart
from pages.kit import assessed, explained, glossary
from pages.kit.charts.chart import show
from pages.kit.charts.one_more import choose_one_more
from pages.kit.worked_out import how_worked_out
from pages.shell import knowledge, on_demand
from pages.shell.words import amount, count, percent


def headline(workspace: Workspace, worst: PoolLeakage, facts: tuple[Fact, ...]) -> None:
    """The figure in words, over all adversaries at hand; what it is made of; and which Eve it is for."""
    figures_of = adversaries.leakages(workspace)
    st.header(_range(worst.result.leakage, figures_of))
    answer, which = st.columns([3, 2], gap="medium")
    with answer:
        derivation = _in_numbers(workspace, worst, facts)
        with st.container(horizontal=True, gap="small"):
            if st.button("Plan what to do", type="primary", icon=catalogue.PLAN.icon, key="to-plan"):
                st.switch_page(catalogue.PLAN.path)
            cost = text.COST_WITH_FILES if workspace.counts_files else _cost(worst)
            how_worked_out(derivation, "leakage", text.DEFINITION, cost)
    with which:
        adversaries.choose(workspace, figures_of)


def _cost(worst: PoolLeakage) -> str:
    return f"Eve's cost C(E, R): {worst.result.resolution.cost:,.0f}. {explained.COST_HELP}"


def _range(leakage: float, figures_of: tuple[float, ...]) -> str:
    low, high = min(figures_of, default=leakage), max(figures_of, default=leakage)
    if percent(low) == percent(high):
        return f"Eve knows {amount(leakage)} of you: {percent(leakage)}"
    return f"Eve knows {percent(low)} to {percent(high)} of you"


def _in_numbers(workspace: Workspace, worst: PoolLeakage, facts: tuple[Fact, ...]) -> Derivation:
    """Says what the figure is made of; brings how it is worked out."""
    derivation = figures.derivation(workspace)
    doubt = ", some of it in doubt" if derivation.worlds or derivation.curve is not None else ""
    st.text(
        f"This Eve knows {percent(worst.result.leakage)}: {_number(facts, 'right')} of your "
        f"{count(len(workspace.profile), 'fact')} right, {_number(facts, 'wrong')} wrong and "
        f"{_number(facts, 'missing')} missing{doubt}. {_joined(workspace, worst)}",
        help=f"{glossary.RECORD}\n\n{glossary.JOINED_RECORD}",
    )
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
    if workspace.pooling.kind == "together":
        return f"{records}All recipients pool their data."
    return f"{records}The one who knows most: {worst.pool.name}."


def compare_pools(workspace: Workspace) -> None:
    """Every recipient alone against the pools."""
    seconds = estimates.recipients_alone(workspace)
    alone = on_demand.of(assessed.alone, seconds, "What every recipient knows alone")(workspace)
    if alone is None:
        return
    named = [known for known in knowledge.assessment(workspace) if len(known.pool.recipients) > 1]
    pooled = named if workspace.pooling.kind == "coalitions" else [knowledge.together(workspace)]
    ranked, place = most_telling_first(alone), st.container()
    one_more = choose_one_more([summary.pool.name for summary in ranked], range(MOST, len(ranked)), "pools")
    with place:
        together = [] if len(alone) < 2 else [summary_of(known) for known in pooled]
        show(pools_chart(alone, together, None if one_more is None else ranked[one_more]), "pools")
        if rest := ranked[MOST:]:
            st.text(
                f"Drawn are the {MOST} recipients who know most alone, of {len(alone):,}. Each of the other "
                f"{len(rest):,} knows {percent(rest[0].leakage)} or less."
            )


def composite(workspace: Workspace, facts: tuple[Fact, ...]) -> None:
    """The composite behind the maximum, fact by fact."""
    show(composite_chart(facts, workspace.display_name), "composite")
