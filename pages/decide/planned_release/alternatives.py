"""Alternatives of a planned release, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import pandas as pd
import streamlit as st

from leakage.decision.planned_release import FieldTradeOff
from leakage.workspace.figures import estimates
from leakage.workspace.figures.assessment import record_name
from leakage.workspace.figures.derivations import derivation_of_plan
from leakage.workspace.figures.planned_releases import PlanOutcome, choose_fields, parted, with_release
from leakage.workspace.workspace import Release, Workspace
from pages.decide.planned_release import text
from pages.decide.planned_release.charts import increments_chart
from pages.kit import add_release, given_table, glossary, tables
from pages.kit.charts.chart import show
from pages.kit.charts.joins import MOST, joins_chart
from pages.kit.shared_figures import how_when_asked
from pages.kit.tables import PLANNED, show_table
from pages.shell import history
from pages.shell.figures import figure
from pages.shell.knowledge import assessment
from pages.shell.words import change, count, listed, percent

# What the Planned release page computes.


@figure(
    cost=lambda workspace, plan: estimates.optional_fields(workspace, len(parted(plan)[1])),
    title="Which optional fields to give",
)
def field_choices(workspace: Workspace, plan: Release) -> FieldTradeOff:
    """Which optional fields of a planned release to give."""
    return choose_fields(workspace, plan, assessment(workspace))


# The parts of the planned release page.


MOST_NAMED = 8
"""Releases that are named where an alternative would be joined with many."""


def headline(outcomes: Sequence[PlanOutcome]) -> None:
    """Which alternative tells Eve least, in words."""
    best = next(outcome for outcome in outcomes if outcome.is_best)
    if len(outcomes) == 1:
        st.header(f"This release: {change(best.increment)}. Eve would know {percent(best.after)} of you.")
    else:
        st.header(f"The best of {len(outcomes)} alternatives: {change(best.increment)}.")
        names = [f"“{outcome.plan.name}”" for outcome in outcomes if outcome.is_best]
        least = "tells Eve least" if len(names) == 1 else "tell Eve least, each as little as the other"
        st.text(f"{listed(names)} {least}. She knows {percent(best.before)} of you now.")
    st.caption(
        "Incremental leakage I(R, e, E, r) = L(R ∪ {r}, e, E) − L(R, e, E), in percentage points. Above 0 the release "
        "tells Eve more, below 0 it confuses her; lower is better for you."
    )


def chart(outcomes: Sequence[PlanOutcome]) -> None:
    """Before and after, side by side."""
    show(increments_chart(outcomes), "increments")


def edit(workspace: Workspace) -> None:
    """The alternatives: one more, and what each would give away."""
    st.subheader("The alternatives", help=glossary.ALTERNATIVE)
    with st.container(border=True):
        add_release.form(workspace, PLANNED)
    if not workspace.plans:
        st.info(text.NO_PLAN, icon=":material/compare_arrows:")
        return
    given_table.edit(workspace, PLANNED)
    with st.expander("Values that are not yours: an alias, a prepaid card", icon=":material/masks:"):
        tables.edit_others(workspace, PLANNED)
    with st.expander("Rename or remove alternatives", icon=":material/edit:"):
        tables.edit_list(workspace, PLANNED)


def bridges(workspace: Workspace, outcomes: Sequence[PlanOutcome]) -> None:
    """What each alternative would be joined with, and by which values."""
    st.subheader("Which records would it bridge?", help=glossary.BRIDGE)
    for place, outcome in enumerate(outcomes):
        with st.container(border=True):
            st.text(f"{outcome.plan.name} (to {outcome.plan.recipient}): {change(outcome.increment)}")
            st.text(_reach(outcome))
            how_when_asked(partial(derivation_of_plan, workspace, outcome), f"plan-{place}")
            if outcome.evidence:
                _reasons(workspace, outcome, place)


def _reach(outcome: PlanOutcome) -> str:
    if not len(outcome.plan.record):
        return "This alternative gives nothing yet: enter in the table above what it would give."
    if not outcome.bridged and not outcome.bridged_background:
        return "Eve would join it with nothing: it stands alone."
    parts, more, strangers = (
        list(outcome.bridged[:MOST_NAMED]),
        len(outcome.bridged[MOST_NAMED:]),
        outcome.bridged_background,
    )
    parts += [f"{more} more"] if more else []
    parts += [count(strangers, "background record")] if strangers else []
    joined = listed(parts, most=len(parts))
    if outcome.joined_composites > 1:
        return f"A bridge: it would make {outcome.joined_composites} of her joined records one: {joined}."
    return f"It would join one of her joined records: {joined}."


def _names(workspace: Workspace, outcome: PlanOutcome) -> dict[int, str]:
    """What to call every record that the alternative would be joined with by itself; it has the greatest number."""
    numbers = sorted({number for join in outcome.evidence for number in join.records})
    called = {number: record_name(workspace, outcome.pool, number) for number in numbers[:-1]}
    return called | {numbers[-1]: f"{outcome.plan.name} (planned)"}


def _reasons(workspace: Workspace, outcome: PlanOutcome, place: int) -> None:
    names = _names(workspace, outcome)
    plan = max(names)
    rows = [
        (
            listed([names[number] for number in join.records if number != plan]) or "joined with each other",
            " + ".join(workspace.display_name(label) for label, _ in join.key.shared),
            ", ".join(value for _, value in join.key.shared),
        )
        for join in outcome.evidence
    ]
    if len(names) <= MOST:
        strangers = frozenset(n for n in names if n != plan and outcome.release_of(n) is None)
        show(joins_chart(names, strangers, outcome.evidence, "What would it tie together?", 360), f"bridge-{place}")
    alt = f"The joins that {outcome.plan.name} would bring about"
    show_table(rows, ["Joined with", "because of the same", "value"], alt)


def fields(workspace: Workspace, outcomes: Sequence[PlanOutcome]) -> None:
    """What each field adds: which one to leave blank."""
    st.subheader("Which field is worth leaving blank?")
    rows: dict[str, dict[str, float]] = {}
    for outcome in outcomes:
        for field in outcome.field_increments:
            name = f"{workspace.display_name(field.attribute.label)}: {field.attribute.value}"
            rows.setdefault(name, {})[outcome.plan.name] = 100 * field.increment
    table = pd.DataFrame.from_dict(rows, orient="index")
    st.dataframe(
        table,
        placeholder="not in it",
        alt="For each field and alternative the points leakage would be lower without it",
        column_config={name: st.column_config.NumberColumn(name, format="%+.2f points") for name in table.columns},
    )
    st.caption(
        "Points by which leakage would be lower, were this field alone left out of the alternative. The greater, the "
        "better to leave it blank; below 0 the field confuses Eve."
    )


def take(workspace: Workspace, outcomes: Sequence[PlanOutcome]) -> None:
    """A button that turns an alternative into a release, once it was made."""
    st.subheader("Done?")
    names = [outcome.plan.name for outcome in outcomes]
    picked = st.selectbox("Which alternative did you release?", names, key="plan-done", persist_state="session")
    plan = next(outcome.plan for outcome in outcomes if outcome.plan.name == picked)
    st.button(
        "Put it among my releases",
        key="plan-take",
        on_click=history.put,
        args=(workspace, replace(with_release(workspace, plan), plans=()), "release a plan"),
        help="It becomes a release and the other alternatives are dropped. Undo brings them back.",
    )
