"""The parts of the erasure page."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import pandas as pd
import streamlit as st

from leakage.decision.erasure import ErasurePoint
from leakage.workspace.erasing import Erasing, efforts_of, marked, requests_of, with_efforts
from leakage.workspace.workspace import ERASURE_STATUSES, By, ErasureStatus, Release, Workspace
from pages.ui import dashboard, figures, price_table, state, tables
from pages.ui.charts.chart import show
from pages.ui.charts.erasures import erasures_chart
from pages.ui.words import count, listed, percent

_KINDS: dict[By, str] = {"release": "Release by release", "recipient": "One request per recipient"}
_STATUS = "erasure-status"
_NO_STATUS = "not asked"
USUAL = 3


def choose_kind() -> By:
    """What one request deletes."""
    return cast(
        By,
        st.segmented_control(
            "What does one request delete?",
            list(_KINDS),
            format_func=_KINDS.__getitem__,
            default="release",
            required=True,
            key="erasure-by",
            persist_state="session",
            help="One release at a time, or all that a recipient holds, as when an account is closed.",
        ),
    )


def edit_efforts(workspace: Workspace, by: By) -> None:
    """How much trouble each request is."""
    # Those that are done or refused as well: a status must not lose what was entered.
    names = [request.name for request in requests_of(replace(workspace, erasures=()), by)]
    efforts = price_table.edit(
        f"erasure-efforts-{by}",
        [(name, name) for name in names],
        efforts_of(workspace, by),
        what="Request",
        price="Effort",
        alt="How much effort each request is",
    )
    if efforts is not None:
        state.commit(with_efforts(workspace, by, efforts), "edit what requests cost")


def choose_budget(plans: Erasing) -> float:
    """How many requests, or how much effort where they differ."""
    if all(request.cost == 1.0 for request in plans.requests):
        most = len(plans.requests)
        key = f"erasure-count-{most}"
        usual = min(USUAL, most)
        number: int = st.slider("How many requests?", 0, most, usual, key=key, persist_state="session")
        return float(number)
    most = plans.frontier.total
    key = f"erasure-budget-{most:g}"
    effort: float = st.slider(
        "How much effort?", 0.0, most, min(float(USUAL), most), 0.5, format="%g", key=key, persist_state="session"
    )
    return effort


def headline(now: float, plans: Erasing, budget: float) -> ErasurePoint:
    """What the best plan within the budget takes back, in words."""
    if budget <= 0.0:
        st.header("Nothing asked for, nothing taken back")
        st.text(f"Eve knows {percent(now)} of you now. The budget must be more than 0: move the slider to the right.")
        return plans.frontier.points[0]
    chosen = plans.frontier.within(budget)
    if not chosen.requests:
        st.header("It would not help: no choice within this budget lowers what Eve knows")
    else:
        what = count(len(chosen.requests), "request")
        st.header(f"{what} would take back {100 * (now - chosen.leakage):.1f} points")
    st.text(f"Eve knows {percent(now)} of you now, and would know {percent(chosen.leakage)}. Lower is better for you.")
    st.text(_proof(chosen))
    return chosen


def _proof(chosen: ErasurePoint) -> str:
    if chosen.optimal:
        return "This is proved: no other choice within the budget leaves her less."
    return (
        f"This is the best found, not proved: a better choice could leave her {percent(chosen.lowest)} at the least, "
        f"which is {100 * chosen.gap:.1f} points lower."
    )


def curve(plans: Erasing, chosen: ErasurePoint) -> None:
    """Leakage against requests or effort."""
    show(erasures_chart(plans, chosen), "erasures")


def plan(workspace: Workspace, plans: Erasing, chosen: ErasurePoint) -> None:
    """The requests of the plan, each with what it costs and does."""
    st.subheader("Whom to ask, and for what")
    if not chosen.requests:
        st.text("Nobody: this plan has no request.")
        return
    rows = [
        (
            ", ".join(workspace.releases[number].name for number in effect.request.releases),
            effect.request.recipient,
            effect.request.cost,
            100 * effect.within,
            100 * effect.alone,
            _progress(workspace, effect.request.releases),
        )
        for effect in plans.effects(chosen.requests)
    ]
    st.dataframe(
        pd.DataFrame(rows, columns=["Have deleted", "Ask", "Effort", "In this plan", "Alone", "So far"]),
        hide_index=True,
        alt="The requests of the plan with effort, effect and status",
        column_config={
            "Effort": st.column_config.NumberColumn(format="%g"),
            "In this plan": st.column_config.NumberColumn(format="%.1f points"),
            "Alone": st.column_config.NumberColumn(format="%.1f points"),
        },
    )
    st.caption(
        "**In this plan**: how much more Eve would know if you left this one request out. **Alone**: how much less she "
        "would know if it were your only request. Higher is better for you; a request that does little alone can count "
        "together with others, when two recipients tell the same."
    )
    releases = [workspace.releases[n] for one in chosen.requests for n in plans.requests[one].releases]
    _mark_buttons(workspace, releases)


def _progress(workspace: Workspace, releases: tuple[int, ...]) -> str:
    reached = [workspace.erasure_of(workspace.releases[number]) or _NO_STATUS for number in releases]
    return ", ".join(dict.fromkeys(reached))


def _mark_buttons(workspace: Workspace, releases: list[Release]) -> None:
    for place, status, icon in zip(st.columns(4), ("asked", "done"), ("send", "check"), strict=False):
        place.button(
            f"Mark all as {status}",
            key=f"erasure-mark-{status}",
            icon=f":material/{icon}:",
            on_click=state.put,
            args=(marked(workspace, releases, cast(ErasureStatus, status)), f"mark erasures as {status}"),
            help="Nothing is sent by this. Undo takes it back.",
            width="stretch",
        )


def before_and_after(workspace: Workspace, plans: Erasing, chosen: ErasurePoint) -> None:
    """Fact by fact what she has right now, and what she would have."""
    st.subheader("What would no longer hang together?")
    releases = [workspace.releases[n] for one in chosen.requests for n in plans.requests[one].releases]
    before = _surety(workspace)
    after = _surety(marked(workspace, releases, "done"))
    rows = [
        (
            workspace.display_name(label),
            value,
            before.get((label, value), 0.0),
            after.get((label, value), 0.0),
            listed(_still_holding(workspace, releases, (label, value))),
        )
        for label, value in before | after
        if before.get((label, value)) != after.get((label, value))
    ]
    if not rows:
        st.text("The record that tells most about you would hold the same of your facts as now.")
        return
    st.dataframe(
        pd.DataFrame(rows, columns=["What", "Value", "Now", "Afterwards", "Still known to"]),
        hide_index=True,
        alt="The facts that Eve has right now and how surely she would hold them afterwards",
        column_config={
            name: st.column_config.ProgressColumn(min_value=0.0, max_value=1.0, format="percent")
            for name in ("Now", "Afterwards")
        },
    )
    st.caption(
        "How sure she is of each fact in the joined record that tells most about you, before and after. At 0 % the "
        "fact is not in that record any more; those in the last column still hold it, but apart from the rest."
    )


def _still_holding(workspace: Workspace, erased: list[Release], pair: tuple[str, str]) -> list[str]:
    kept = (r for r in workspace.releases if r not in erased and workspace.erasure_of(r) != "done")
    return list(dict.fromkeys(release.recipient for release in kept if pair in release.record))


def _surety(workspace: Workspace) -> dict[tuple[str, str], float]:
    found = figures.worst_pool(workspace)
    if found is None:
        return {}
    facts = dashboard.facts(workspace, found)
    return {(fact.label, fact.value): fact.confidence for fact in facts if fact.meaning == "right"}


def edit_status(workspace: Workspace) -> None:
    """How far the erasure of each release is."""
    releases = workspace.releases
    held = pd.DataFrame(
        {
            "name": [release.name for release in releases],
            "recipient": [release.recipient for release in releases],
            "status": [workspace.erasure_of(release) or _NO_STATUS for release in releases],
        }
    ).astype(object)
    edited = tables.edit_table(
        _STATUS,
        _status_model(workspace),
        held,
        num_rows="fixed",
        hide_index=True,
        disabled=["name", "recipient"],
        alt="How far the erasure of each release is",
        column_config={
            "name": st.column_config.TextColumn("Release"),
            "recipient": st.column_config.TextColumn("Recipient"),
            "status": st.column_config.SelectboxColumn(
                "Erasure", options=[_NO_STATUS, *ERASURE_STATUSES], required=True
            ),
        },
    )
    if edited.touched:
        _take(workspace, [str(row["status"]) for row in edited.rows])


def _status_model(workspace: Workspace) -> tuple[object, ...]:
    given = [(release.name, release.recipient, workspace.erasure_of(release)) for release in workspace.releases]
    return tuple(given)


def _take(workspace: Workspace, statuses: list[str]) -> None:
    after = workspace
    for status in (None, *ERASURE_STATUSES):
        found = [r for r, now in zip(workspace.releases, statuses, strict=True) if now == (status or _NO_STATUS)]
        after = marked(after, found, status)
    tables.settle(_STATUS, _status_model(after))
    state.commit(after, "mark erasures")
