"""Must-give and may-give fields of a planned release, and the choice that tells Eve least."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from leakage.decision.planned_release import MOST_OPTIONAL, FieldChoice, FieldTradeOff
from leakage.record import Pair
from leakage.workspace.figures.planned_releases import PlanOutcome, parted, with_choice, with_required
from leakage.workspace.workspace import Release, Workspace
from pages.decide.planned_release import alternatives
from pages.decide.planned_release.charts import trade_off_chart
from pages.kit.charts.chart import show
from pages.kit.tables import show_table
from pages.shell import history, session
from pages.shell.words import change, count, distinct, listed, percent


def choose(workspace: Workspace, outcomes: Sequence[PlanOutcome]) -> None:
    """Mark what must be given, and see which of the rest to leave blank."""
    st.subheader("Which optional fields would you give?")
    st.caption("Mark what the recipient insists on. Everything else is optional, and all choices are compared.")
    plan = _plan(workspace)
    _mark(workspace, plan)
    optional = len(parted(plan)[1])
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
    outcome = next(other for other in outcomes if other.plan.name == plan.name)
    trade_off = alternatives.field_choices.offer(workspace, plan)
    if trade_off is None:
        return
    _show_outcome(workspace, trade_off, outcome)
    chosen = _pick(trade_off)
    show(trade_off_chart(trade_off, outcome.before, chosen), "trade-off")
    _table(workspace, trade_off, outcome)
    _take(workspace, plan, chosen)


def _plan(workspace: Workspace) -> Release:
    names = [plan.name for plan in workspace.plans]
    if len(names) == 1:
        return workspace.plans[0]
    picked = st.selectbox("Alternative", names, key=f"choosing-plan-{hash(tuple(names))}", persist_state="session")
    return workspace.plans[names.index(picked)]


def _mark(workspace: Workspace, plan: Release) -> None:
    pairs = [field.pair for field in plan.record]
    held = [field.pair for field in parted(plan)[0]]
    names = distinct(f"{workspace.display_name(label)}: {value}" for label, value in pairs)
    st.multiselect(
        "These must be given",
        range(len(pairs)),
        format_func=names.__getitem__,
        placeholder="Nothing: all of it is optional",
        **session.binding(
            f"choosing-required-{hash((plan.name, tuple(pairs)))}",
            [pairs.index(pair) for pair in held],
            lambda marked, key: _put(workspace, plan, [pairs[n] for n in marked], key),
        ),
    )


def _put(workspace: Workspace, plan: Release, required: Sequence[Pair], key: str) -> None:
    history.put(workspace, with_required(workspace, plan, required), "mark what must be given", key)


def _show_outcome(workspace: Workspace, trade_off: FieldTradeOff, outcome: PlanOutcome) -> None:
    best = trade_off.best
    blank = listed([_fact_text(workspace, field.label, field.value) for field in best.blank], most=8)
    advice = f"Leave {blank} blank" if best.blank else "Leave nothing blank: the whole of it tells least"
    st.text(
        f"{advice}. Eve would then know {percent(best.leakage)} of you: {change(best.leakage - outcome.before)} from "
        f"now, where the whole release makes it {percent(outcome.after)}."
    )
    if best.blank and best.given:
        free = listed([_fact_text(workspace, field.label, field.value) for field in best.given], most=8)
        left = "that" if len(best.given) == 1 else "those"
        st.text(f"You may give {free} all the same: leaving {left} blank as well would tell her no less.")
    st.text(
        f"This is proved: every choice was compared, {trade_off.looked:,} in all."
        if trade_off.looked == 2 ** (len(best.given) + len(best.blank))
        else f"This is the best of {trade_off.looked:,} choices tried, not proved: under this policy there are "
        "too many to try all."
    )


def _fact_text(workspace: Workspace, label: str, value: str) -> str:
    return f"{workspace.display_name(label)} ({value})"


def _pick(trade_off: FieldTradeOff) -> FieldChoice:
    choices = trade_off.plans[::-1]
    if len(choices) == 1:
        return trade_off.best
    place: int = st.select_slider(
        "How many optional fields do you give?",
        range(len(choices)),
        format_func=lambda n: str(len(choices[n].given)),
        key=f"choosing-point-{hash(tuple(choice.given for choice in choices))}",
        persist_state="session",
        help="Only numbers that are worth it: for a number left out, a greater one tells Eve no more.",
    )
    return choices[place]


def _table(workspace: Workspace, trade_off: FieldTradeOff, outcome: PlanOutcome) -> None:
    rows = [
        (
            len(choice.given),
            listed([workspace.display_name(field.label) for field in choice.given], most=8) or "–",
            listed([workspace.display_name(field.label) for field in choice.blank], most=8) or "–",
            percent(choice.leakage),
            change(choice.leakage - outcome.before),
        )
        for choice in trade_off.plans[::-1]
    ]
    show_table(
        rows,
        {
            "Optional fields": st.column_config.NumberColumn(width=110),
            "Give": st.column_config.TextColumn(width=250),
            "Leave blank": st.column_config.TextColumn(width=190),
            "Eve would know": st.column_config.TextColumn(width=110),
            "Change from now": st.column_config.TextColumn(width=120),
        },
        "For each number of optional fields the choice that tells Eve least",
    )


def _take(workspace: Workspace, plan: Release, choice: FieldChoice) -> None:
    st.button(
        f"Leave {count(len(choice.blank), 'field')} blank in this alternative",
        key="choosing-take",
        icon=":material/check:",
        on_click=history.put,
        args=(workspace, with_choice(workspace, plan, choice), "leave fields blank"),
        disabled=not choice.blank,
        help=None if choice.blank else "This choice leaves nothing blank.",
    )
