"""What is most worth having deleted, and what came of asking."""

from __future__ import annotations

import streamlit as st

from leakage.decision.erasure import ErasurePlan
from leakage.workspace.figures.erasure import ErasurePlans, efforts_of, requests_of, with_efforts
from leakage.workspace.places.obligations import kept_by
from leakage.workspace.requests.states import marked
from leakage.workspace.vocabulary import RIGHT
from leakage.workspace.workspace import By, ErasureStatus, Release, Workspace
from pages import catalogue
from pages.decide.erasure import text
from pages.kit import shared_figures, tables
from pages.kit.charts import spec
from pages.kit.charts.chart import Chart, plain, show
from pages.kit.charts.curves import frontier_marks
from pages.kit.tables import POINTS, show_table
from pages.shell import history, knowledge
from pages.shell.session import link
from pages.shell.words import count, listed, percent

# How far would deletions bring it down?


def erasures_chart(plans: ErasurePlans, chosen: ErasurePlan) -> Chart:
    """The frontier as stairs, from what is known now down to what is left with everything erased."""
    points, total = plans.frontier.plans, plans.frontier.budget
    usual = all(request.cost == 1.0 for request in plans.requests)
    names = [[plain(request.name) for request in (plans.requests[number] for number in p.requests)] for p in points]
    erased = [listed(some, most=6) or "nothing" for some in names]
    hover = "effort %{x:g}: %{y:.4f}<br>delete %{customdata}"
    ring = ("your effort", chosen.cost, chosen.leakage)
    unit = text.REQUESTS if usual else text.EFFORT
    return spec.draw(
        text.CHART,
        frontier_marks(plans.frontier, "best plan", RIGHT, ring, hover, erased),
        spec.axis(unit, [-0.02 * total, 1.02 * total], rangemode="tozero"),
        spec.share_axis(text.KNOWS),
        f"{percent(points[0].leakage)} now; with the plan shown {percent(chosen.leakage)}; "
        f"with every useful request {percent(points[-1].leakage)}.",
        height=300,
    )


# The parts of the page.


def show_plans(workspace: Workspace, now: float) -> None:
    """A plan of requests for an effort, what it is chosen by, and what each request does; the rest in folds.

    Arguments:
        workspace: whose releases could be deleted.
        now: what is known of the person now.
    """
    answer = st.container()
    with st.container(horizontal=True, vertical_alignment="top", gap="large", key="erasure-choices"):
        by = choose_kind()
        controls = st.container()
    below = st.container()
    with st.expander(text.EFFORTS_TITLE, icon=":material/fitness_center:"):
        st.caption(text.EFFORTS)
        edit_efforts(workspace, by)
    with answer:
        best = shared_figures.erasure.offer(workspace, by)
    if best and best.requests:
        with controls:
            budget = choose_budget(best)
        with answer:
            chosen = headline(now, best, budget)
        with below:
            plan(workspace, best, chosen)
            show(erasures_chart(best, chosen), "erasures")
        before_and_after(workspace, best, chosen)
    elif best:
        answer.info(text.NOTHING_LEFT, icon=":material/check:")


USUAL = 3


def choose_kind() -> By:
    """What one request deletes."""
    return st.segmented_control(
        text.BY,
        list(text.BY_KINDS),
        format_func=text.BY_KINDS.__getitem__,
        default="release",
        required=True,
        key="erasure-by",
        persist_state="session",
        help=text.BY_HELP,
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
        return float(st.slider(text.HOW_MANY, 0, most, usual, key=key, persist_state="session"))
    total = plans.frontier.budget
    usual_effort, key = min(float(USUAL), total), f"erasure-budget-{total:g}"
    return st.slider(text.HOW_MUCH, 0.0, total, usual_effort, 0.5, format="%g", key=key, persist_state="session")


def headline(now: float, plans: ErasurePlans, budget: float) -> ErasurePlan:
    """What the best plan within the budget takes back, in words."""
    if budget <= 0.0:
        st.header(text.NO_REQUEST)
        st.text(text.MORE.format(now=percent(now)))
        return plans.frontier.plans[0]
    chosen = plans.frontier.within(budget)
    if not chosen.requests:
        st.header(text.NO_HELP)
    else:
        what = count(len(chosen.requests), "request")
        st.header(text.TITLE.format(requests=what, points=100 * (now - chosen.leakage)))
    st.text(text.KNOWN.format(now=percent(now), then=percent(chosen.leakage)))
    st.caption(_proof(chosen))
    return chosen


def _proof(chosen: ErasurePlan) -> str:
    if chosen.optimal:
        return text.PROVED
    return text.GAP.format(lowest=percent(chosen.lowest), gap=100 * chosen.gap)


def plan(workspace: Workspace, plans: ErasurePlans, chosen: ErasurePlan) -> None:
    """The requests of the plan, each with what it costs and does."""
    if not chosen.requests:
        st.text(text.NOBODY)
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
    drawn = (None, None, st.column_config.NumberColumn(format="%g"), POINTS, POINTS, None)
    columns = dict(zip(text.COLUMNS, drawn, strict=True))
    st.caption(text.NOTHING_SENT, help=text.TABLE_HELP)
    show_table(rows, columns, "The requests of the plan with effort, effect and status")
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
    reached = [workspace.releases[number].erasure or text.NOT_ASKED for number in releases]
    return ", ".join(dict.fromkeys(reached))


_MARKS: tuple[tuple[ErasureStatus, str], ...] = (("asked", "send"), ("done", "check"))


def _mark_buttons(workspace: Workspace, releases: list[Release]) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        for status, icon in _MARKS:
            st.button(
                text.MARK[status],
                key=f"erasure-mark-{status}",
                icon=f":material/{icon}:",
                on_click=history.put,
                args=(workspace, marked(workspace, releases, status), f"mark erasures as {status}"),
                help=text.MARK_HELP,
            )
        link(catalogue.REQUESTS, text.LETTERS)


def before_and_after(workspace: Workspace, plans: ErasurePlans, chosen: ErasurePlan) -> None:
    """Fact by fact what she has right now, and what she would have; worked out once it is opened."""
    section = st.expander(text.APART, icon=":material/link_off:", key=APART, on_change="rerun")
    if section.open:
        with section:
            _facts(workspace, plans, chosen)


APART = "erasure-apart"


def _facts(workspace: Workspace, plans: ErasurePlans, chosen: ErasurePlan) -> None:
    releases = [workspace.releases[n] for number in chosen.requests for n in plans.requests[number].releases]
    before = _surety(workspace)
    after = _surety(marked(workspace, releases, "done"))
    rows = [
        (
            workspace.display_name(pair[0]),
            pair[1],
            _sure(before.get(pair, 0.0)),
            _sure(after.get(pair, 0.0)),
            listed(_still_holding(workspace, releases, pair)),
        )
        for pair in before | after
        if before.get(pair) != after.get(pair)
    ]
    if not rows:
        st.text(text.SAME)
        return
    st.caption(text.APART_HELP)
    alt = "The facts that Eve has right now and how surely she would hold them afterwards"
    show_table(rows, text.FACT_COLUMNS, alt)


def _sure(confidence: float) -> str:
    return percent(confidence) if confidence else text.GONE


def _still_holding(workspace: Workspace, erased: list[Release], pair: tuple[str, str]) -> list[str]:
    kept = (r for r in workspace.releases if r not in erased and r.erasure != "done")
    return list(dict.fromkeys(release.recipient for release in kept if pair in release.record))


def _surety(workspace: Workspace) -> dict[tuple[str, str], float]:
    worst = knowledge.worst_pool(workspace)
    if worst is None:
        return {}
    facts = shared_figures.facts(workspace, worst)
    return {(fact.label, fact.value): fact.confidence for fact in facts if fact.meaning == "right"}
