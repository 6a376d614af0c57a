"""What each account, company and fact contributes, and what if some had never been."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import streamlit as st

from leakage.decision.shapley import ShapleyValue
from leakage.workspace.workspace import Workspace
from pages.app import knowledge
from pages.app.words import NOTHING, change, count
from pages.decide.leakage import dashboard, text
from pages.decide.leakage.charts import MOST_CONTRIBUTIONS, additions_chart, contributions_chart, ranked
from pages.decide.leakage.records import would_know
from pages.kit import shared_figures
from pages.kit.charts.chart import choose_one_more, show
from pages.kit.tabs import show_tabs


def show_contributions(workspace: Workspace) -> None:
    """Which account, company and fact contribute how much, left out alone or as a fair share, once it is opened."""
    fold = st.expander(text.WHICH_MATTERS, icon=":material/bar_chart:", key="contributions", on_change="rerun")
    if not fold.open:
        return
    with fold:
        show_tabs(
            {
                text.BY_ACCOUNT: partial(_by_release, workspace),
                text.BY_COMPANY: partial(_by_recipient, workspace),
                text.BY_FACT: partial(_by_fact, workspace),
                text.ONE_MORE_FACT: partial(_one_more_fact, workspace),
                text.WITHOUT_SOME: partial(_without_some, workspace),
            },
            key="contributions-tab",
        )


def _by_release(workspace: Workspace) -> None:
    fair = _choose_share("release")
    names = [release.name for release in workspace.releases]
    if fair:
        shares = dashboard.shapley_values.offer(workspace, "release")
        if shares is not None:
            _release_chart(text.WHICH_ACCOUNT, names, shares, (), "release-shares")
        return
    alone = shared_figures.release_contributions.offer(workspace)
    if alone is not None:
        _release_chart(text.WHICH_ACCOUNT, names, (), alone, "release-shares")


def _by_recipient(workspace: Workspace) -> None:
    fair = _choose_share("recipient")
    shares = dashboard.shapley_values.offer(workspace, "recipient")
    if shares is None:
        return
    alone = tuple(share.alone for share in shares)
    names = list(workspace.recipient_names)
    _release_chart(text.WHICH_COMPANY, names, shares if fair else (), alone, "recipient-shares")


def _choose_share(place: str) -> bool:
    """Whether fair shares are wanted; below the choice, what it means."""
    way = st.segmented_control(
        "How is it shared out?",
        list(text.WAYS),
        format_func=text.WAYS.__getitem__,
        default="alone",
        required=True,
        key=f"share-{place}",
        persist_state="session",
        label_visibility="collapsed",
        help=text.SHARES_HELP,
    )
    st.caption(text.LEFT_OUT_OR_FAIR[way])
    return bool(way == "fair")


def _release_chart(
    question: str, names: list[str], shares: Sequence[ShapleyValue], alone: Sequence[float], key: str
) -> None:
    values = [share.share for share in shares] or list(alone)
    moving = [(name, value) for name, value in zip(names, values, strict=True) if abs(value) >= NOTHING]
    drawn, told = [name for name, _ in moving], [value for _, value in moving]
    place = st.container()
    one_more = choose_one_more(drawn, ranked(told)[MOST_CONTRIBUTIONS:], key)
    with place:
        if moving:
            show(contributions_chart(question, drawn, told, one_more), key)
    if idle := len(names) - len(moving):
        st.text(text.IDLE.format(others=count(idle, "other")) if moving else text.NONE_MATTERS)
    _rest(told, bool(shares))
    _sampled(shares)


def _rest(values: Sequence[float], shares: bool) -> None:
    """What was not drawn for want of room: counted, and summed up where that means something."""
    rest = [values[n] for n in ranked(values)[MOST_CONTRIBUTIONS:]]
    if rest:
        together = text.REST_TOGETHER.format(points=change(sum(rest)))
        each = text.REST_EACH.format(points=f"{100 * max(map(abs, rest)):.2f}")
        counts = text.GREATEST_DRAWN.format(drawn=MOST_CONTRIBUTIONS, all=len(values), rest=len(rest))
        st.text(f"{counts} {together if shares else each}")


def _by_fact(workspace: Workspace) -> None:
    shared = dashboard.fact_shapley_values(workspace) if _choose_share("fact") else ()
    left_out = [(fact.attribute, fact.contribution) for fact in shared_figures.fact_contributions(workspace)]
    contributions = [(attribute, share.share) for attribute, share in shared] or left_out
    names = [f"{workspace.display_name(attribute.label)}: {attribute.value}" for attribute, _ in contributions]
    values = [value for _, value in contributions]
    show(contributions_chart(text.WHICH_FACT, names, values), "fact-shares")
    _rest(values, bool(shared))
    _sampled([share for _, share in shared])


def _one_more_fact(workspace: Workspace) -> None:
    show(additions_chart(dashboard.additions(workspace), workspace.display_name), "additions")
    st.caption(text.ONE_MORE_HELP)


def _sampled(shares: Sequence[ShapleyValue]) -> None:
    margin = max((share.margin for share in shares), default=0.0)
    if margin:
        st.text(text.SAMPLED.format(margin=f"{100 * margin:.2f}"))


def _without_some(workspace: Workspace) -> None:
    """Leave accounts out and see the figure at once."""
    names = [release.name for release in workspace.releases]
    picked = st.multiselect(
        text.LEAVE_OUT,
        range(len(names)),
        format_func=names.__getitem__,
        key=f"findings-without-{hash(tuple(names))}",
        persist_state="session",
        placeholder=text.PICK_ACCOUNTS,
    )
    kept = tuple(release for n, release in enumerate(workspace.releases) if n not in picked)
    before = knowledge.leakage_of(workspace) or 0.0
    after = knowledge.leakage_of(replace(workspace, releases=kept)) or 0.0
    would_know(text.WITHOUT_THEM, after, before if picked else None)
