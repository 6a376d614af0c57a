"""Alternatives of a planned release, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import pandas as pd
import streamlit as st

from leakage.decision.optional_fields import FieldChoices
from leakage.workspace.figures.assessment import record_name
from leakage.workspace.figures.derivations import derivation_of_plan
from leakage.workspace.figures.planned_releases import PlanOutcome, choose_fields, with_release
from leakage.workspace.workspace import Release, Workspace
from pages.app import session
from pages.app.figures import figure
from pages.app.words import change, count, listed, percent
from pages.decide.planned_release import text
from pages.decide.planned_release.charts import increments_chart
from pages.kit import add_release, given_table, glossary, tables
from pages.kit.charts.chart import show
from pages.kit.charts.joins import MOST, joins_chart
from pages.kit.shared_figures import derivation_on_demand
from pages.kit.tables import PLANNED, show_table

# What the Planned release page computes.


@figure
def field_choices(workspace: Workspace, plan: Release) -> FieldChoices:
    """Which optional fields of a planned release to give."""
    return choose_fields(workspace, plan)


# The parts of the planned release page.


MOST_NAMED = 8
"""Releases that are named where an alternative would be joined with many."""


def headline(outcomes: Sequence[PlanOutcome]) -> None:
    """Which way tells Eve least, in words."""
    best = next(outcome for outcome in outcomes if outcome.is_best)
    if len(outcomes) == 1:
        sentence = text.ONE_WAY.format(change=change(best.increment), after=percent(best.after))
        st.header(sentence, help=text.INCREMENT_HELP)
        return
    sentence = text.BEST_WAY.format(number=len(outcomes), change=change(best.increment))
    st.header(sentence, help=text.INCREMENT_HELP)
    names = [f"“{outcome.plan.name}”" for outcome in outcomes if outcome.is_best]
    tells = text.TELLS if len(names) == 1 else text.TELL_ALIKE
    st.text(text.LEAST.format(names=listed(names), tells=tells, before=percent(best.before)))


def chart(outcomes: Sequence[PlanOutcome]) -> None:
    """Before and after, side by side."""
    show(increments_chart(outcomes), "increments")


def edit(workspace: Workspace) -> None:
    """The ways of doing it: one more, and what each would give away."""
    st.subheader(text.ADD, help=glossary.ALTERNATIVE)
    with st.container(border=True):
        add_release.form(workspace, PLANNED)
    if not workspace.plans:
        st.info(text.NO_PLAN, icon=":material/compare_arrows:")
        return
    key = add_release.fold_key(PLANNED)
    with st.expander(text.EDIT, icon=":material/edit:", key=key, on_change="rerun"):
        given_table.edit(workspace, PLANNED)
        st.markdown(text.OTHERS)
        tables.edit_others(workspace, PLANNED)
        st.markdown(text.LIST)
        tables.edit_list(workspace, PLANNED)


def why(workspace: Workspace, outcomes: Sequence[PlanOutcome]) -> None:
    """What each way would be joined with; of one that is picked also by which values."""
    with st.expander(text.WHY, icon=":material/hub:"):
        for outcome in outcomes:
            st.text(f"{_title(outcome)}\n{_reach(outcome)}")
        picked = _pick(outcomes)
        derivation_on_demand(partial(derivation_of_plan, workspace, picked), "plan")
        if picked.evidence:
            _reasons(workspace, picked)


def _title(outcome: PlanOutcome) -> str:
    plan = outcome.plan
    return text.TITLE.format(name=plan.name, recipient=plan.recipient, change=change(outcome.increment))


def _pick(outcomes: Sequence[PlanOutcome]) -> PlanOutcome:
    names = [outcome.plan.name for outcome in outcomes]
    if len(names) == 1:
        return outcomes[0]
    key = f"plan-why-{hash(tuple(names))}"
    return outcomes[names.index(st.selectbox(text.WHICH, names, key=key, persist_state="session"))]


def _reach(outcome: PlanOutcome) -> str:
    if not len(outcome.plan.record):
        return text.NOTHING_GIVEN
    if not outcome.bridged and not outcome.bridged_background:
        return text.STANDS_ALONE
    parts, more, strangers = (
        list(outcome.bridged[:MOST_NAMED]),
        len(outcome.bridged[MOST_NAMED:]),
        outcome.bridged_background,
    )
    parts += [f"{more} more"] if more else []
    parts += [count(strangers, "background record")] if strangers else []
    joined = listed(parts, most=len(parts))
    if outcome.joined_composites > 1:
        return text.BRIDGE.format(number=outcome.joined_composites, names=joined)
    return text.JOINS.format(names=joined)


def _names(workspace: Workspace, outcome: PlanOutcome) -> dict[int, str]:
    """What to call every record that the alternative would be joined with by itself; it has the greatest number."""
    numbers = sorted({number for join in outcome.evidence for number in join.records})
    called = {number: record_name(workspace, outcome.pool, number) for number in numbers[:-1]}
    return called | {numbers[-1]: f"{outcome.plan.name} (planned)"}


def _reasons(workspace: Workspace, outcome: PlanOutcome) -> None:
    names = _names(workspace, outcome)
    plan = max(names)
    if len(names) <= MOST:
        strangers = frozenset(n for n in names if n != plan and outcome.release_of(n) is None)
        show(joins_chart(names, strangers, outcome.evidence, text.TIES, 360), "bridge")
        return
    rows = [
        (
            listed([names[number] for number in join.records if number != plan]) or text.EACH_OTHER,
            " + ".join(workspace.display_name(label) for label, _ in join.key.shared),
            ", ".join(value for _, value in join.key.shared),
        )
        for join in outcome.evidence
    ]
    show_table(rows, ["Joined with", "by the same", "value"], f"The joins that {outcome.plan.name} would bring about")


def fields(workspace: Workspace, outcomes: Sequence[PlanOutcome]) -> None:
    """What each field adds: which one to leave blank."""
    st.subheader(text.FIELDS, help=text.FIELDS_HELP)
    rows: dict[str, dict[str, float]] = {}
    for outcome in outcomes:
        for field in outcome.field_increments:
            name = f"{workspace.display_name(field.attribute.label)}: {field.attribute.value}"
            rows.setdefault(name, {})[outcome.plan.name] = 100 * field.increment
    table = pd.DataFrame.from_dict(rows, orient="index")
    st.dataframe(
        table,
        placeholder="not in it",
        alt="For each field and alternative, how many points lower it would be without that field",
        column_config={name: st.column_config.NumberColumn(name, format="%+.2f points") for name in table.columns},
    )


def take(workspace: Workspace, outcomes: Sequence[PlanOutcome]) -> None:
    """A button that turns an alternative into an account, once it was done."""
    which, go = st.columns([3, 1], vertical_alignment="bottom")
    names = [outcome.plan.name for outcome in outcomes]
    picked = which.selectbox(text.DONE, names, key="plan-done", persist_state="session")
    plan = next(outcome.plan for outcome in outcomes if outcome.plan.name == picked)
    go.button(
        text.MOVE,
        key="plan-take",
        icon=":material/check:",
        on_click=session.put,
        args=(workspace, replace(with_release(workspace, plan), plans=()), "release a plan"),
        help=text.MOVE_HELP,
        width="stretch",
    )
