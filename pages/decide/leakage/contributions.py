"""Which release, recipient and fact contribute how much."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from leakage.decision.shapley import ShapleyValue
from leakage.workspace.figures import estimates
from leakage.workspace.workspace import By, Workspace
from pages.decide.leakage import figures, text
from pages.decide.leakage.additions_chart import additions_chart
from pages.decide.leakage.contributions_chart import MOST, contributions_chart, ranked
from pages.kit import assessed
from pages.kit.charts.chart import show
from pages.kit.charts.one_more import choose_one_more
from pages.kit.table import POINTS, show_table
from pages.shell import on_demand
from pages.shell.words import NOTHING, change, count


def show_contributions(workspace: Workspace) -> None:
    """Which release, recipient and fact contribute how much: left out alone, or as a fair share."""
    by_release, by_recipient, by_fact, one_more = st.tabs(
        ["By release", "By recipient", "By fact", "One more fact"], key="contributions-tab", on_change="rerun"
    )
    if by_release.open:
        with by_release:
            _by_release(workspace)
    if by_recipient.open:
        with by_recipient:
            _by_recipient(workspace)
    if by_fact.open:
        with by_fact:
            _fact_chart(workspace, _choose_share("fact"))
    if one_more.open:
        with one_more:
            show(additions_chart(figures.additions(workspace), workspace.display_name), "additions")
            st.text("What the joined record would leak more if Eve learned, or less if she were misled.")


def _by_release(workspace: Workspace) -> None:
    fair = _choose_share("release")
    names = [release.name for release in workspace.releases]
    if fair:
        shares = _shapley_values(workspace, "release")
        if shares is not None:
            _release_chart("Which release gives most away?", names, shares, (), "release-shares")
        return
    seconds = estimates.contributions(workspace)
    alone = on_demand.of(assessed.release_contributions, seconds, "What each release adds")(workspace)
    if alone is not None:
        _release_chart("Which release gives most away?", names, (), alone, "release-shares")


def _by_recipient(workspace: Workspace) -> None:
    fair = _choose_share("recipient")
    shares = _shapley_values(workspace, "recipient")
    if shares is None:
        return
    alone = tuple(share.alone for share in shares)
    names = list(workspace.recipient_names)
    _release_chart("Which recipient matters most?", names, shares if fair else (), alone, "recipient-shares")


def _shapley_values(workspace: Workspace, by: By) -> tuple[ShapleyValue, ...] | None:
    seconds = estimates.shapley_values(workspace, by)
    return on_demand.of(figures.shapley_values, seconds, f"What each {by} is responsible for")(workspace, by)


def _choose_share(place: str) -> bool:
    """Whether fair shares are wanted; below the choice, what it means."""
    ways = {"alone": "Left out alone", "fair": "Fair share (Shapley)"}
    way = st.segmented_control(
        "How is it shared out?",
        list(ways),
        format_func=ways.__getitem__,
        default="alone",
        required=True,
        key=f"share-{place}",
        persist_state="session",
        label_visibility="collapsed",
    )
    st.caption(f"{text.LEFT_OUT_OR_FAIR[way]} Blue bars to the left protect you.")
    return bool(way == "fair")


def _release_chart(
    question: str, names: list[str], shares: Sequence[ShapleyValue], alone: Sequence[float], key: str
) -> None:
    values = [share.share for share in shares] or list(alone)
    moving = [(name, value) for name, value in zip(names, values, strict=True) if abs(value) >= NOTHING]
    axis = "its share (points)" if shares else "points less without it"
    drawn, told = [name for name, _ in moving], [value for _, value in moving]
    place = st.container()
    one_more = choose_one_more(drawn, ranked(told)[MOST:], key)
    with place:
        show(contributions_chart(question, drawn, told, axis, one_more), key)
    idle = len(names) - len(moving)
    st.text(f"Not drawn: {count(idle, 'bar')} of length 0." if idle else "")
    _rest(sorted(moving, key=lambda entry: -abs(entry[1])), bool(shares), key)
    _sampled(shares)


def _rest(ranked: list[tuple[str, float]], shares: bool, key: str) -> None:
    """What was not drawn for want of room: counted, summed up where that means something, and in a table of all."""
    rest = [value for _, value in ranked[MOST:]]
    if not rest:
        return
    together = f"together they have {change(sum(rest))}" if shares else f"each would move it by {_at_most(rest)}"
    st.text(f"Drawn are the {MOST} greatest of {len(ranked):,}. The other {len(rest):,}: {together}.")
    table = st.expander("All of them as a table", icon=":material/table:", key=f"{key}-all", on_change="rerun")
    if table.open:
        with table:
            rows = [(name, 100 * value) for name, value in ranked]
            show_table(rows, {"Which": None, "Points": POINTS}, "Every contribution, the greatest first")


def _at_most(values: Sequence[float]) -> str:
    return f"{100 * max(map(abs, values)):.2f} points at most"


def _fact_chart(workspace: Workspace, fair: bool) -> None:
    shared = figures.fact_shapley_values(workspace) if fair else ()
    left_out = [(fact.attribute, fact.contribution) for fact in assessed.fact_contributions(workspace)]
    contributions = [(attribute, share.share) for attribute, share in shared] or left_out
    names = [f"{workspace.display_name(attribute.label)}: {attribute.value}" for attribute, _ in contributions]
    values = [value for _, value in contributions]
    axis = "its share (points)" if fair else "points less if she lacked it"
    show(contributions_chart("Which fact gives most away?", names, values, axis), "fact-shares")
    ranked_by_size = sorted(zip(names, values, strict=True), key=lambda entry: -abs(entry[1]))
    _rest(ranked_by_size, bool(shared), "fact-shares")
    _sampled([share for _, share in shared])


def _sampled(shares: Sequence[ShapleyValue]) -> None:
    margin = max((share.margin for share in shares), default=0.0)
    if margin:
        st.text(f"Estimated from random orders: each share is right to ±{100 * margin:.2f} points, 95 times in 100.")
