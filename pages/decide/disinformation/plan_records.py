"""The records of a disinformation plan: what each is for, costs, says and does."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from leakage.decision.disinformation.planned import DisinformationPlan
from leakage.workspace.figures.disinformation_plans import DisinformationPlans, RecordEffect
from leakage.workspace.figures.planned_releases import with_release
from leakage.workspace.workspace import Release, Workspace
from pages.decide.disinformation import text as words
from pages.kit.table import show_table
from pages.shell import history
from pages.shell.words import change, count, listed

REASONS = {"target": "joins it to yours", "link": "joins it to a stranger's", "block": "wrong, keeps yours apart"}


def show_records(workspace: Workspace, plans: DisinformationPlans, chosen: DisinformationPlan) -> None:
    """The records of the plan, each with what it is for, costs, says and does."""
    st.subheader("What you would give to whom")
    if not chosen.records:
        st.text("Nothing: this plan has no record.")
        return
    for number, effect in enumerate(plans.effects(chosen), 1):
        with st.container(border=True):
            _record(workspace, plans, number, effect)
    overtaken = plans.overtaken(chosen)
    if overtaken is not None:
        st.info(
            "What tells most about you then is something this plan does not reach: more effort for the same records "
            "would not help.",
            icon=":material/info:",
        )
    st.caption(f"{words.EFFECTS}\n\n{words.READING}")
    st.button(
        "Add these records to the alternatives",
        key="disinformation-plan",
        icon=":material/compare_arrows:",
        on_click=_plan,
        args=(workspace, chosen),
        help="Compare them with other releases on the Planned release page. Nothing is released by this.",
    )


def _record(workspace: Workspace, plans: DisinformationPlans, number: int, effect: RecordEffect) -> None:
    planned = effect.planned
    st.markdown(f"**Record {number}: {words.KIND_WORDS[planned.kind]}**")
    st.text(f"To {planned.move.outlet.recipient}{_instead(effect.instead)}. Its effort is {_cost(plans, effect)}.")
    st.text(f"In this plan: {_points(effect.within)}. Alone: {_points(effect.alone)}.")
    _warnings(workspace, effect)
    show_table(
        _rows(workspace, plans, effect),
        ["What", "Why", "Value", "Right or wrong"],
        f"Record {number} of the plan: what it says, why, and what of it is wrong",
    )


def _instead(others: tuple[str, ...]) -> str:
    return f" (or, with the same effect, {listed(list(others))})" if others else ""


def _cost(plans: DisinformationPlans, effect: RecordEffect) -> str:
    record = plans.terms.prices.of_record(effect.planned.move.outlet.recipient)
    facts = count(len(effect.planned.record), "fact")
    return f"{effect.planned.cost:g}: {record:g} for the record, {effect.planned.cost - record:g} for its {facts}"


def _points(fall: float) -> str:
    return "no change" if abs(fall) < 5e-7 else f"{change(-fall)} for Eve"


def _warnings(workspace: Workspace, effect: RecordEffect) -> None:
    if effect.alone < -5e-7:
        st.warning("Alone this record would backfire: Eve would know more than now.", icon=":material/warning:")
    if effect.carried:
        said = listed([workspace.display_name(label) for label in effect.carried])
        _plain_warning(f"What it ties in holds facts of yours as well, and adds them to what Eve has right: {said}.")
    if effect.confirmed:
        said = listed([workspace.display_name(label) for label in effect.confirmed])
        _plain_warning(f"It confirms what Eve is not sure of so far: {said}.")
    if effect.planned.kind == "linkage":
        st.warning(
            "It states facts of a stranger. Use it to see what that could do; never give out a real person's data.",
            icon=":material/gavel:",
        )


def _plain_warning(sentence: str) -> None:
    """A warning with a person's own words in it: as text, for markdown could fetch what it names."""
    with st.container(border=True):
        st.markdown(":orange[:material/warning:] **This works against you in part**")
        st.text(sentence)


def _rows(workspace: Workspace, plans: DisinformationPlans, effect: RecordEffect) -> list[tuple[str, str, str, str]]:
    move = effect.planned.move
    composites = plans.frontier.problem.pools[move.pool].before.resolution.composites
    added = {attribute.pair for attribute in effect.planned.wrong}

    def why(pair: tuple[str, str]) -> str:
        if pair in added:
            return "wrong, believable"
        if pair in composites[move.target]:
            return REASONS["target"]
        return REASONS["link"] if move.links else REASONS["block"]

    profile = set(workspace.profile)
    return [
        (workspace.display_name(a.label), why(a.pair), a.value, "right" if a.pair in profile else "wrong")
        for a in sorted(effect.planned.record, key=lambda a: (a.pair in added, a.pair not in profile, a))
    ]


def _plan(workspace: Workspace, chosen: DisinformationPlan) -> None:
    holder = Workspace(releases=workspace.plans)
    for planned in chosen.records:
        release = Release(words.PLAN_NAMES[planned.kind], planned.move.outlet.recipient, planned.record)
        holder = with_release(holder, release)
    history.put(workspace, replace(workspace, plans=holder.releases), "plan disinformation")
