"""Must-give and may-give fields of a planned release, and the choice that tells Eve least."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from leakage.decision.optional_fields import FieldChoice, FieldChoices
from leakage.record import Pair
from leakage.workspace.figures.planned_releases import PlanOutcome, parted, with_choice, with_required
from leakage.workspace.workspace import Release, Workspace
from pages.app import session
from pages.app.words import change, count, distinct, listed, percent
from pages.decide.planned_release import alternatives, text
from pages.decide.planned_release.charts import trade_off_chart
from pages.kit.charts.chart import Table
from pages.kit.charts.chart import show as draw

FOLD = "choosing"


def show(workspace: Workspace, outcomes: Sequence[PlanOutcome]) -> None:
    """What each field adds, and which of those that are optional to leave blank; worked out once it is opened."""
    section = st.expander(text.BLANK, icon=":material/checklist:", key=FOLD, on_change="rerun")
    if section.open:
        with section:
            _choose(workspace, outcomes)
            alternatives.fields(workspace, outcomes)


def _choose(workspace: Workspace, outcomes: Sequence[PlanOutcome]) -> None:
    plan = _plan(workspace)
    _mark(workspace, plan)
    optional = len(parted(plan)[1])
    if refused := _refusal(plan, optional):
        st.info(refused, icon=":material/checklist:")
        return
    outcome = next(other for other in outcomes if other.plan.name == plan.name)
    found = alternatives.field_choices.offer(workspace, plan)
    if found is None:
        return
    chosen = _pick(found)
    _show_outcome(workspace, found, chosen, outcome)
    _take(workspace, plan, chosen)
    table = _table(workspace, found, outcome)
    draw(trade_off_chart(found, outcome.before, chosen, table), "trade-off")


def _refusal(plan: Release, optional: int) -> str:
    """Why there is nothing to choose; empty where there is."""
    if not len(plan.record):
        return text.NOTHING_TO_BLANK
    return "" if optional else text.NOTHING_OPTIONAL


def _plan(workspace: Workspace) -> Release:
    names = [plan.name for plan in workspace.plans]
    if len(names) == 1:
        return workspace.plans[0]
    picked = st.selectbox(text.WHICH, names, key=f"choosing-plan-{hash(tuple(names))}", persist_state="session")
    return workspace.plans[names.index(picked)]


def _mark(workspace: Workspace, plan: Release) -> None:
    pairs = [field.pair for field in plan.record]
    held = [field.pair for field in parted(plan)[0]]
    names = distinct(f"{workspace.display_name(label)}: {value}" for label, value in pairs)
    st.multiselect(
        text.MUST,
        range(len(pairs)),
        format_func=names.__getitem__,
        placeholder=text.MUST_NOTHING,
        help=text.MUST_HELP,
        **session.binding(
            f"choosing-required-{hash((plan.name, tuple(pairs)))}",
            [pairs.index(pair) for pair in held],
            lambda marked: _put(workspace, plan, [pairs[n] for n in marked]),
        ),
    )


def _put(workspace: Workspace, plan: Release, required: Sequence[Pair]) -> None:
    session.put(workspace, with_required(workspace, plan, required), "mark what must be given")


def _show_outcome(workspace: Workspace, found: FieldChoices, chosen: FieldChoice, outcome: PlanOutcome) -> None:
    blank = listed([_fact_text(workspace, field.label, field.value) for field in chosen.blank], most=8)
    advice = text.LEAVE.format(fields=blank) if chosen.blank else text.LEAVE_NOTHING
    moved, whole = change(chosen.leakage - outcome.before), percent(outcome.after)
    st.text(f"{advice} {text.THEN.format(after=percent(chosen.leakage), change=moved, whole=whole)}")
    if chosen == found.best and chosen.blank and chosen.given:
        free = listed([_fact_text(workspace, field.label, field.value) for field in chosen.given], most=8)
        st.text(text.FREE.format(fields=free, it="it" if len(chosen.given) == 1 else "them"))
    st.caption((text.ALL_TRIED if found.all_tried else text.BEST_FOUND).format(number=f"{found.looked:,}"))


def _fact_text(workspace: Workspace, label: str, value: str) -> str:
    return f"{workspace.display_name(label)} ({value})"


def _pick(found: FieldChoices) -> FieldChoice:
    choices = found.choices[::-1]
    if len(choices) == 1:
        return found.best
    place: int = st.select_slider(
        text.HOW_MANY,
        range(len(choices)),
        format_func=lambda n: str(len(choices[n].given)),
        key=f"choosing-point-{hash(tuple(choice.given for choice in choices))}",
        persist_state="session",
        help=text.HOW_MANY_HELP,
    )
    return choices[place]


def _table(workspace: Workspace, found: FieldChoices, outcome: PlanOutcome) -> Table:
    """For each number of optional fields the choice that tells Eve least."""
    rows = [
        (
            len(choice.given),
            listed([workspace.display_name(field.label) for field in choice.given], most=8) or "–",
            listed([workspace.display_name(field.label) for field in choice.blank], most=8) or "–",
            percent(choice.leakage),
            change(choice.leakage - outcome.before),
        )
        for choice in found.choices[::-1]
    ]
    return Table(text.CHOICES, tuple(rows))


def _take(workspace: Workspace, plan: Release, choice: FieldChoice) -> None:
    st.button(
        text.TAKE_BLANK.format(fields=count(len(choice.blank), "field")),
        key="choosing-take",
        icon=":material/check:",
        on_click=session.put,
        args=(workspace, with_choice(workspace, plan, choice), "leave fields blank"),
        disabled=not choice.blank,
        help=None if choice.blank else text.TAKE_NOTHING,
    )
