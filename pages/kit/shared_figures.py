"""Figures that several pages show: assessed, planned, joined, worked out."""

from __future__ import annotations

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
from leakage.workspace.figures.planned_releases import PlanOutcome, compare_plans
from leakage.workspace.workspace import Workspace
from pages.app.figures import figure
from pages.app.knowledge import (
    known_to,
    most_telling_first,
    resolutions,
    together,
    worst_composite,
)
from pages.app.words import distinct, percent
from pages.kit.charts import spec
from pages.kit.charts.chart import Chart, question_of, show_data, show_picture

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
            show_derivation(derived(), key)


def how_worked_out(derivation: Derivation, key: str, definition: str = "", note: str = "") -> None:
    """The definition, the steps, the possible worlds where there are some, and all of it for LaTeX.

    Arguments:
        derivation: of the figure beside it.
        key: unique on the page.
        definition: markdown of the program's own; empty where the page has none.
        note: a sentence below, as it is.
    """
    with st.popover(HOW, icon=ICON, key=f"worked-out-{key}"):
        st.markdown(definition)
        show_derivation(derivation, key, note)


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
