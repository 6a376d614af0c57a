"""Must-give and may-give fields of a planned release, and the choice that tells Eve least."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from leakage.decision.optional_fields import MOST_OPTIONAL, FieldChoice, FieldTradeOff
from leakage.workspace.choosing import parted, with_choice, with_required
from leakage.workspace.planning import PlanOutcome
from leakage.workspace.workspace import Release, Workspace
from pages.ui import figures, state
from pages.ui.charts.chart import show
from pages.ui.charts.trade_off import trade_off_chart
from pages.ui.words import change, count, distinct, listed, percent


def choose(workspace: Workspace, outcomes: Sequence[PlanOutcome]) -> None:
    """Mark what must be given, and see which of the rest to leave blank."""
    st.subheader("Which optional fields would you give?")
    st.caption("Mark what the recipient insists on. Everything else is optional, and all choices are compared.")
    plan = _plan(workspace)
    _mark(workspace, plan)
    optional = len(parted(workspace, plan)[1])
    if optional > MOST_OPTIONAL:
        st.info(
            f"At most {MOST_OPTIONAL} fields can be optional, and here {optional} are: mark more that must be given.",
            icon=":material/checklist:",
        )
        return
    if not len(plan.record):
        st.info("This alternative gives nothing yet, so there is nothing to leave blank.", icon=":material/checklist:")
        return
    if not optional:
        st.info("Nothing in it is optional, so there is nothing to choose.", icon=":material/checklist:")
        return
    outcome = next(one for one in outcomes if one.plan.name == plan.name)
    found = figures.field_choices(workspace, plan)
    _said(workspace, found, outcome)
    chosen = _pick(found)
    show(trade_off_chart(found, outcome.before, chosen), "trade-off")
    _table(workspace, found, outcome)
    _take(workspace, plan, found.points[chosen])


def _plan(workspace: Workspace) -> Release:
    names = [plan.name for plan in workspace.plans]
    if len(names) == 1:
        return workspace.plans[0]
    picked = st.selectbox("Alternative", names, key=f"choosing-plan-{hash(tuple(names))}", persist_state="session")
    return workspace.plans[names.index(picked)]


def _mark(workspace: Workspace, plan: Release) -> None:
    pairs = [field.pair for field in plan.record]
    held = [field.pair for field in parted(workspace, plan)[0]]
    names = distinct(f"{workspace.display_name(label)}: {value}" for label, value in pairs)
    marked = st.multiselect(
        "These must be given",
        range(len(pairs)),
        format_func=names.__getitem__,
        key=state.bound(f"choosing-required-{hash((plan.name, tuple(pairs)))}", [pairs.index(pair) for pair in held]),
        placeholder="Nothing: all of it is optional",
    )
    if {pairs[n] for n in marked} != set(held):
        state.commit(with_required(workspace, plan, [pairs[n] for n in marked]), "mark what must be given")


def _said(workspace: Workspace, found: FieldTradeOff, outcome: PlanOutcome) -> None:
    best = found.best
    blank = listed([_told(workspace, field.label, field.value) for field in best.blank], most=8)
    advice = f"Leave {blank} blank" if best.blank else "Leave nothing blank: the whole of it tells least"
    st.text(
        f"{advice}. Eve would then know {percent(best.leakage)} of you: {change(best.leakage - outcome.before)} from "
        f"now, where the whole release makes it {percent(outcome.after)}."
    )
    if best.given:
        free = listed([_told(workspace, field.label, field.value) for field in best.given], most=8)
        st.text(f"You may give {free} all the same: leaving that blank as well would tell her no less.")
    tried = count(found.looked_at, "choice")
    st.text(
        f"This is proved: {tried} were compared, which is all of them."
        if found.proved
        else f"This is the best of {tried} tried, not proved: under this policy there are too many to try all."
    )


def _told(workspace: Workspace, label: str, value: str) -> str:
    return f"{workspace.display_name(label)} ({value})"


def _pick(found: FieldTradeOff) -> int:
    most = len(found.points)
    if most == 1:
        return 0
    place: int = st.select_slider(
        "How many optional fields do you give?",
        range(most),
        format_func=lambda n: str(len(found.points[n].given)),
        key=f"choosing-point-{hash(tuple(point.given for point in found.points))}",
        persist_state="session",
        help="Only numbers that are worth it: for a number left out, a greater one tells Eve no more.",
    )
    return place


def _table(workspace: Workspace, found: FieldTradeOff, outcome: PlanOutcome) -> None:
    rows = [
        (
            len(point.given),
            listed([workspace.display_name(field.label) for field in point.given], most=8) or "–",
            listed([workspace.display_name(field.label) for field in point.blank], most=8) or "–",
            percent(point.leakage),
            change(point.leakage - outcome.before),
        )
        for point in found.points
    ]
    st.dataframe(
        pd.DataFrame(rows, columns=["Optional fields", "Give", "Leave blank", "Eve would know", "Change from now"]),
        hide_index=True,
        alt="For each number of optional fields the choice that tells Eve least",
        column_config={
            "Optional fields": st.column_config.NumberColumn(width=110),
            "Give": st.column_config.TextColumn(width=250),
            "Leave blank": st.column_config.TextColumn(width=190),
            "Eve would know": st.column_config.TextColumn(width=110),
            "Change from now": st.column_config.TextColumn(width=120),
        },
    )


def _take(workspace: Workspace, plan: Release, choice: FieldChoice) -> None:
    st.button(
        f"Leave {count(len(choice.blank), 'field')} blank in this alternative",
        key="choosing-take",
        icon=":material/check:",
        on_click=state.put,
        args=(with_choice(workspace, plan, choice), "leave fields blank"),
        disabled=not choice.blank,
        help=None if choice.blank else "This choice leaves nothing blank.",
    )
