"""What if one decoy were given out?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

import streamlit as st

from leakage.decision.disinformation.curve import DisinformationPoint
from leakage.derivation import Derivation
from leakage.workspace.figures.derivations import derivation_of_change
from leakage.workspace.figures.disinformation import DisinformationOutcome, LinkCandidate, Terms
from leakage.workspace.figures.planned_releases import with_release
from leakage.workspace.workspace import Release, Workspace
from pages.decide.disinformation import terms as figures
from pages.decide.disinformation import text
from pages.decide.disinformation.charts import curve_chart
from pages.kit.charts.chart import show as draw
from pages.kit.shared_figures import derivation_on_demand
from pages.kit.tables import show_table
from pages.shell import history
from pages.shell.words import change, count, listed, percent

MOST = 20


def show(workspace: Workspace, now: float, terms: Terms) -> None:
    """The curve of wrong facts in one record, and the record itself; worked out once it is opened."""
    section = st.expander(
        text.WHAT_IF, icon=":material/stacked_line_chart:", key="disinform-by-fact", on_change="rerun"
    )
    if not section.open:
        return
    with section:
        st.markdown(text.BY_FACT)
        one = st.container()
        recipient = _choose_recipient(terms.recipients)
        link = None
        if "linkage" in terms.kinds:
            st.markdown(text.BY_FACT_LINK)
            candidates = figures.link_candidates.offer(workspace, recipient)
            if candidates is None:
                return
            link = _choose_link(candidates)
        count = _choose_count()
        with one:
            outcomes = figures.disinformation_outcomes.offer(workspace, recipient, MOST, terms.labels, link)
        if outcomes is None:
            return
        if not outcomes:
            one.info(text.NO_RECORD_JOINS, icon=":material/link_off:")
            return
        with one:
            _headline(now, outcomes, count)
            draw(curve_chart(now, outcomes, count), "curve")
        _records(workspace, now, outcomes, count)


def _choose_recipient(recipients: tuple[str, ...]) -> str:
    picked: str = st.selectbox(
        text.WHOM,
        recipients,
        key=f"disinform-recipient-{hash(recipients)}",
        persist_state="session",
        help=text.WHOM_HELP,
    )
    return picked


def _choose_link(candidates: Sequence[LinkCandidate]) -> int | None:
    """The number of the stranger to be tied in; None where there is nobody suitable."""
    if not candidates:
        st.text(text.NO_STRANGER)
        return None
    number: int = st.selectbox(
        text.WHICH_STRANGER,
        range(len(candidates)),
        format_func=lambda n: _stranger(candidates[n]),
        key=f"disinform-link-{hash(tuple(candidate.members for candidate in candidates))}",
        help=text.WHICH_STRANGER_HELP,
    )
    return number


def _stranger(candidate: LinkCandidate) -> str:
    known = listed([attribute.value for attribute in candidate.record], most=3)
    return f"{known}: she would know {percent(candidate.leakage)} of you"


def _choose_count() -> int:
    chosen: int = st.slider(text.HOW_MANY, 0, MOST, 5, key="disinform-count", persist_state="session")
    return chosen


def _headline(now: float, outcomes: Mapping[str, DisinformationOutcome], chosen: int) -> None:
    """What the chosen number of wrong facts takes back, in words."""
    points = {mode: point_at(outcome, chosen) for mode, outcome in outcomes.items()}
    mode = min(points, key=lambda name: points[name].leakage)
    best = points[mode]
    chosen = best.count
    if best.increment >= 0.0:
        st.markdown(text.ONE_NO_HELP.format(change=change(best.increment)))
    else:
        what = count(chosen, "wrong detail") if chosen else text.NO_WRONG
        st.markdown(text.ONE_HELPS.format(what=what, points=-100 * best.increment))
    st.text(text.ONE_KNOWS.format(now=percent(now), does=text.DOES[mode], then=percent(best.leakage)))


def point_at(outcome: DisinformationOutcome, chosen: int) -> DisinformationPoint:
    """The point of that many wrong facts; the last one where there are fewer."""
    return outcome.points[min(chosen, len(outcome.points) - 1)]


def _records(workspace: Workspace, now: float, outcomes: Mapping[str, DisinformationOutcome], chosen: int) -> None:
    """The record each kind of disinformation would release."""
    for place, (mode, outcome) in zip(st.columns(len(outcomes)), outcomes.items(), strict=True):
        with place.container(border=True, height="stretch"):
            point = point_at(outcome, chosen)
            st.markdown(text.THE_RECORD.format(does=text.DOES[mode]))
            st.text(text.RECORD_KNOWS.format(change=change(point.increment), then=percent(point.leakage)))
            _warnings(point)
            derivation_on_demand(partial(_derived, workspace, now, outcome.recipient, point), f"disinform-{mode}")
            show_table(
                _rows(workspace, outcome, point),
                text.ONE_COLUMNS,
                f"The decoy that {text.DOES[mode]}, detail by detail",
            )
            st.button(
                text.ADD_ONE,
                key=f"plan-{mode}",
                icon=":material/compare_arrows:",
                on_click=_plan,
                args=(workspace, outcome.recipient, mode, point),
                help=text.ADD_HELP,
            )


def _warnings(point: DisinformationPoint) -> None:
    if point.backfires:
        st.warning(text.BACKFIRES_NOW, icon=":material/warning:")
    elif point.overtaken:
        st.info(text.ONE_OVERTAKEN)


def _rows(
    workspace: Workspace, outcome: DisinformationOutcome, point: DisinformationPoint
) -> list[tuple[str, str, str]]:
    def why(label: str, value: str) -> str:
        if (label, value) in outcome.target:
            return text.REASONS["target"]
        if outcome.link and (label, value) in outcome.link.record:
            return text.REASONS["link"]
        return text.BELIEVABLE

    return [(workspace.display_name(a.label), a.value, why(a.label, a.value)) for a in point.record]


def _derived(workspace: Workspace, now: float, recipient: str, point: DisinformationPoint) -> Derivation:
    released = with_release(workspace, Release("Disinformation", recipient, point.record))
    return derivation_of_change(workspace, released, (now, point.leakage), point.increment)


def _plan(workspace: Workspace, recipient: str, mode: str, point: DisinformationPoint) -> None:
    planned = with_release(
        Workspace(releases=workspace.plans),
        Release(text.PLAN_NAMES[mode], recipient, point.record),
    ).releases
    history.put(workspace, replace(workspace, plans=planned), "plan decoys")
