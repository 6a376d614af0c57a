"""Which releases are most worth having deleted."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import pandas as pd
import streamlit as st

from leakage.decision.erasure import ErasurePlan
from leakage.workspace.figures.erasure import ErasurePlans, efforts_of, marked, requests_of, with_efforts
from leakage.workspace.places.obligations import kept_by
from leakage.workspace.vocabulary import RIGHT
from leakage.workspace.workspace import ERASURE_STATUSES, By, ErasureStatus, Release, Workspace
from pages.decide.erasure import text
from pages.kit import shared_figures, tables
from pages.kit.charts import spec
from pages.kit.charts.chart import Chart, plain, show
from pages.kit.charts.curves import frontier_marks
from pages.kit.tables import POINTS, SURETY, show_table
from pages.shell import frame, history, knowledge
from pages.shell.frame import Taken
from pages.shell.words import count, listed, percent

# How far would erasing bring it down?


def erasures_chart(plans: ErasurePlans, chosen: ErasurePlan) -> Chart:
    """The frontier as stairs, from what is known now down to what is left with everything erased."""
    points, total = plans.frontier.plans, plans.frontier.budget
    usual = all(request.cost == 1.0 for request in plans.requests)
    names = [[plain(request.name) for request in (plans.requests[number] for number in p.requests)] for p in points]
    erased = [listed(some, most=6) or "nothing" for some in names]
    hover = "effort %{x:g}: leakage %{y:.4f}<br>erase %{customdata}"
    ring = ("your effort", chosen.cost, chosen.leakage)
    unit = "requests" if usual else "effort of the requests together"
    return spec.draw(
        "How far would erasing bring it down?",
        frontier_marks(plans.frontier, "best plan", RIGHT, ring, hover, erased),
        spec.axis(unit, [-0.02 * total, 1.02 * total], rangemode="tozero"),
        spec.share_axis(),
        f"Leakage now {percent(points[0].leakage)}; with the plan shown {percent(chosen.leakage)}; "
        f"with every useful request {percent(points[-1].leakage)}.",
    )


# The parts of the erasure page.


def show_plans(workspace: Workspace, now: float) -> None:
    """A plan of requests for an effort, above what they are chosen by; what each does, and what it leaves.

    Arguments:
        workspace: whose releases could be erased.
        now: what is known of the person now.
    """
    answer = st.container()
    by = choose_kind()
    controls = st.container()
    with st.expander("Some requests are more trouble than others", icon=":material/fitness_center:"):
        st.markdown(text.EFFORTS)
        edit_efforts(workspace, by)
    with answer:
        best = shared_figures.erasure.offer(workspace, by)
    if best and best.requests:
        with controls:
            budget = choose_budget(best)
        with answer:
            chosen = headline(now, best, budget)
            curve(best, chosen)
        plan(workspace, best, chosen)
        st.caption(text.ERASURE_HELP)
        before_and_after(workspace, best, chosen)
    elif best:
        answer.info("There is nothing left to ask for: all is erased or was refused.", icon=":material/check:")


def show_status(workspace: Workspace) -> None:
    """What came of the requests."""
    st.subheader("What came of it?")
    st.markdown(text.ERASURE_STATUS)
    edit_status(workspace)


_KINDS: dict[By, str] = {"release": "Release by release", "recipient": "One request per recipient"}
_STATUS = "erasure-status"
_NO_STATUS = "not asked"
USUAL = 3


def choose_kind() -> By:
    """What one request deletes."""
    return st.segmented_control(
        "What does one request delete?",
        list(_KINDS),
        format_func=_KINDS.__getitem__,
        default="release",
        required=True,
        key="erasure-by",
        persist_state="session",
        help="One release at a time, or all that a recipient holds, as when an account is closed.",
    )


def edit_efforts(workspace: Workspace, by: By) -> None:
    """How much trouble each request is."""
    # Those that are done or refused as well: a status must not lose what was entered.
    names = [request.name for request in requests_of(marked(workspace, workspace.releases, None), by)]
    tables.edit_prices(
        workspace,
        f"erasure-efforts-{by}",
        [(name, name) for name in names],
        efforts_of(workspace, by),
        lambda efforts: with_efforts(workspace, by, efforts),
        "edit what requests cost",
        what="Request",
        price="Effort",
        alt="How much effort each request is",
    )


def choose_budget(plans: ErasurePlans) -> float:
    """How many requests, or how much effort where they differ."""
    if all(request.cost == 1.0 for request in plans.requests):
        most = len(plans.requests)
        usual, key = min(USUAL, most), f"erasure-count-{most}"
        return float(st.slider("How many requests?", 0, most, usual, key=key, persist_state="session"))
    total = plans.frontier.budget
    usual_effort, key = min(float(USUAL), total), f"erasure-budget-{total:g}"
    return st.slider("How much effort?", 0.0, total, usual_effort, 0.5, format="%g", key=key, persist_state="session")


def headline(now: float, plans: ErasurePlans, budget: float) -> ErasurePlan:
    """What the best plan within the budget takes back, in words."""
    if budget <= 0.0:
        st.header("Nothing asked for, nothing taken back")
        st.text(f"Eve knows {percent(now)} of you now. The effort must be more than 0: move the slider to the right.")
        return plans.frontier.plans[0]
    chosen = plans.frontier.within(budget)
    if not chosen.requests:
        st.header("It would not help: no choice for this effort lowers what Eve knows")
    else:
        what = count(len(chosen.requests), "request")
        st.header(f"{what} would take back {100 * (now - chosen.leakage):.1f} points")
    st.text(text.KNOWN.format(now=percent(now), then=percent(chosen.leakage)))
    st.text(_proof(chosen))
    return chosen


def _proof(chosen: ErasurePlan) -> str:
    if chosen.optimal:
        return "This is proved: no other choice for this effort leaves her less."
    return (
        f"This is the best found, not proved: a better choice could leave her {percent(chosen.lowest)} at the least, "
        f"which is {100 * chosen.gap:.1f} points lower."
    )


def curve(plans: ErasurePlans, chosen: ErasurePlan) -> None:
    """Leakage against requests or effort."""
    show(erasures_chart(plans, chosen), "erasures")


def plan(workspace: Workspace, plans: ErasurePlans, chosen: ErasurePlan) -> None:
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
    show_table(
        rows,
        {
            "Have deleted": None,
            "Ask": None,
            "Effort": st.column_config.NumberColumn(format="%g"),
            "In this plan": POINTS,
            "Alone": POINTS,
            "So far": None,
        },
        "The requests of the plan with effort, effect and status",
    )
    st.caption(
        "**In this plan**: how much more Eve would know if you left this one request out. **Alone**: how much less she "
        "would know if it were your only request. Higher is better for you; a request that does little alone can count "
        "together with others, when two recipients tell the same."
    )
    releases = [workspace.releases[n] for number in chosen.requests for n in plans.requests[number].releases]
    _say_what_is_kept(workspace, releases)
    _mark_buttons(workspace, releases)


def _say_what_is_kept(workspace: Workspace, releases: list[Release]) -> None:
    """What the plan asks for that its recipient must or will keep, or that other accounts need."""
    kept = kept_by(workspace, releases)
    if kept:
        with st.container(border=True, key="erasure-kept"):
            st.markdown(f":orange[:material/warning:] {text.KEPT}")
            st.text("\n".join(f"{listed(names)}: {obstacle.reason}" for obstacle, names in kept.items()))


def _progress(workspace: Workspace, releases: tuple[int, ...]) -> str:
    reached = [workspace.releases[number].erasure or _NO_STATUS for number in releases]
    return ", ".join(dict.fromkeys(reached))


def _mark_buttons(workspace: Workspace, releases: list[Release]) -> None:
    for place, status, icon in zip(st.columns(4), ("asked", "done"), ("send", "check"), strict=False):
        place.button(
            f"Mark all as {status}",
            key=f"erasure-mark-{status}",
            icon=f":material/{icon}:",
            on_click=history.put,
            args=(workspace, marked(workspace, releases, cast(ErasureStatus, status)), f"mark erasures as {status}"),
            help="Nothing is sent by this. Undo takes it back.",
            width="stretch",
        )


def before_and_after(workspace: Workspace, plans: ErasurePlans, chosen: ErasurePlan) -> None:
    """Fact by fact what she has right now, and what she would have."""
    st.subheader("What would no longer hang together?")
    releases = [workspace.releases[n] for number in chosen.requests for n in plans.requests[number].releases]
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
    show_table(
        rows,
        {"What": None, "Value": None, "Now": SURETY, "Afterwards": SURETY, "Still known to": None},
        "The facts that Eve has right now and how surely she would hold them afterwards",
    )
    st.caption(
        "How sure she is of each fact in the joined record that tells most about you, before and after. At 0 % the "
        "fact is not in that record any more; those in the last column still hold it, but apart from the rest."
    )


def _still_holding(workspace: Workspace, erased: list[Release], pair: tuple[str, str]) -> list[str]:
    kept = (r for r in workspace.releases if r not in erased and r.erasure != "done")
    return list(dict.fromkeys(release.recipient for release in kept if pair in release.record))


def _surety(workspace: Workspace) -> dict[tuple[str, str], float]:
    worst = knowledge.worst_pool(workspace)
    if worst is None:
        return {}
    facts = shared_figures.facts(workspace, worst)
    return {(fact.label, fact.value): fact.confidence for fact in facts if fact.meaning == "right"}


def edit_status(workspace: Workspace) -> None:
    """How far the erasure of each release is."""
    releases = workspace.releases
    held = pd.DataFrame(
        {
            "name": [release.name for release in releases],
            "recipient": [release.recipient for release in releases],
            "status": [release.erasure or _NO_STATUS for release in releases],
            "ended": [release.ended for release in releases],
        }
    ).astype(object)
    frame.edit(
        workspace,
        _STATUS,
        _status_model(workspace),
        held,
        lambda edited: _take(workspace, [(str(row["status"]), bool(row["ended"])) for row in edited.rows]),
        "mark erasures",
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
            "ended": st.column_config.CheckboxColumn("Ended", required=True, help=text.ENDED_HELP),
        },
    )


def _status_model(workspace: Workspace) -> tuple[object, ...]:
    given = [(release.name, release.recipient, release.erasure, release.ended) for release in workspace.releases]
    return tuple(given)


def _take(workspace: Workspace, rows: list[tuple[str, bool]]) -> Taken:
    statuses = [status for status, _ in rows]
    ended = (replace(r, ended=has) for r, (_, has) in zip(workspace.releases, rows, strict=True))
    after = replace(workspace, releases=tuple(ended))
    for status in (None, *ERASURE_STATUSES):
        marked_so = [r for r, now in zip(after.releases, statuses, strict=True) if now == (status or _NO_STATUS)]
        after = marked(after, marked_so, status)
    return Taken(after, _status_model(after))
