"""What each release, recipient and fact contributes, and what she believes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import streamlit as st

from leakage.decision.belief import BelievedLeakage
from leakage.decision.shapley import ShapleyValue
from leakage.workspace.figures import belief
from leakage.workspace.figures.assessment import PoolLeakage, record_name
from leakage.workspace.figures.belief import Believed
from leakage.workspace.workspace import Workspace
from pages.decide.leakage import dashboard, text
from pages.decide.leakage.charts import MOST_CONTRIBUTIONS, additions_chart, contributions_chart, ranked
from pages.kit import shared_figures
from pages.kit.charts.chart import choose_one_more, show
from pages.kit.tables import POINTS, show_table
from pages.kit.tabs import show_tabs
from pages.shell.words import NOTHING, change, count, listed, percent

# How surely does she know it? Leakage over what an adversary who weighs evidence may believe of who is who.


def show_believed(workspace: Workspace, worst: PoolLeakage) -> None:
    """One figure to be expected, beside the most probable and the worst, where evidence counts; else nothing."""
    if belief.evidence_of(workspace) is None:
        return
    if belief.weighing_of(workspace) is None:
        st.text(text.NOT_BELIEVED)
        return
    told = dashboard.believed.offer(workspace, worst.pool)
    if told is None:
        return
    leakage = told.leakage
    st.subheader(_headline(leakage))
    st.text(_weighed(told))
    found = "" if leakage.enumerated else ", as far as was found"
    probably, average, hardly = st.columns(3)
    with probably:
        st.metric("Probably", percent(leakage.likeliest_leakage), border=True)
        st.text(f"What is likeliest{found}: {_together(workspace, worst, told)}.")
    with average:
        st.metric("On average", _average(leakage), border=True)
        st.text(f"Over all that she may believe, each as likely as the evidence makes it.{_margin(leakage)}")
    with hardly:
        st.metric("Hardly, but at worst", percent(max(leakage.worst, worst.result.leakage)), border=True)
        st.text(f"If just those are one person who tell most together{found}, however unlikely that is.")
    st.caption(text.BELIEVED_HELP)


def _headline(leakage: BelievedLeakage) -> str:
    if leakage.expected is None:
        return f"Doubts and all, Eve knows {_between(leakage)} of you on average"
    return f"Doubts and all, Eve knows {percent(leakage.expected)} of you on average"


def _average(leakage: BelievedLeakage) -> str:
    return "Not known" if leakage.expected is None else percent(leakage.expected)


def _between(leakage: BelievedLeakage) -> str:
    least, most = leakage.bounds
    return f"between {percent(least)} and {percent(most)}"


def _margin(leakage: BelievedLeakage) -> str:
    """How far off the average may be, where partitions were drawn."""
    if leakage.enumerated:
        return ""
    if leakage.margin is None:
        return f" The draws do not agree on it. It is {_between(leakage)}."
    return f" Give or take {100 * leakage.margin:.1f} points, 99 times in 100."


def _weighed(told: Believed) -> str:
    """How many records she doubts, and how they were gone through."""
    records = count(len(told.records), "record")
    if told.leakage.enumerated:
        return f"She weighs who is who among {records}. Every way to sort them by person is counted."
    return f"She weighs who is who among {records}. There are too many ways to count: they are drawn at random."


def _together(workspace: Workspace, worst: PoolLeakage, told: Believed) -> str:
    """The most records that the likeliest belief takes for one person."""
    largest = max(told.leakage.likeliest, key=len, default=())
    names = [record_name(workspace, worst.pool, told.records[number]) for number in largest]
    return f"{listed(names, most=3)} are one person" if len(names) > 1 else "no two records are of one person"


# Which release, recipient and fact contribute how much.


def show_contributions(workspace: Workspace) -> None:
    """Which release, recipient and fact contribute how much: left out alone, or as a fair share."""
    show_tabs(
        {
            "By release": partial(_by_release, workspace),
            "By recipient": partial(_by_recipient, workspace),
            "By fact": partial(_by_fact, workspace),
            "One more fact": partial(_one_more_fact, workspace),
        },
        key="contributions-tab",
    )


def _by_release(workspace: Workspace) -> None:
    fair = _choose_share("release")
    names = [release.name for release in workspace.releases]
    if fair:
        shares = dashboard.shapley_values.offer(workspace, "release")
        if shares is not None:
            _release_chart("Which release gives most away?", names, shares, (), "release-shares")
        return
    alone = shared_figures.release_contributions.offer(workspace)
    if alone is not None:
        _release_chart("Which release gives most away?", names, (), alone, "release-shares")


def _by_recipient(workspace: Workspace) -> None:
    fair = _choose_share("recipient")
    shares = dashboard.shapley_values.offer(workspace, "recipient")
    if shares is None:
        return
    alone = tuple(share.alone for share in shares)
    names = list(workspace.recipient_names)
    _release_chart("Which recipient matters most?", names, shares if fair else (), alone, "recipient-shares")


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
    one_more = choose_one_more(drawn, ranked(told)[MOST_CONTRIBUTIONS:], key)
    with place:
        show(contributions_chart(question, drawn, told, axis, one_more), key)
    idle = len(names) - len(moving)
    st.text(f"Not drawn: {count(idle, 'bar')} of length 0." if idle else "")
    _rest(sorted(moving, key=lambda entry: -abs(entry[1])), bool(shares), key)
    _sampled(shares)


def _rest(ranked: list[tuple[str, float]], shares: bool, key: str) -> None:
    """What was not drawn for want of room: counted, summed up where that means something, and in a table of all."""
    rest = [value for _, value in ranked[MOST_CONTRIBUTIONS:]]
    if not rest:
        return
    together = f"together they have {change(sum(rest))}" if shares else f"each would move it by {_at_most(rest)}"
    st.text(f"Drawn are the {MOST_CONTRIBUTIONS} greatest of {len(ranked):,}. The other {len(rest):,}: {together}.")
    table = st.expander("All of them as a table", icon=":material/table:", key=f"{key}-all", on_change="rerun")
    if table.open:
        with table:
            rows = [(name, 100 * value) for name, value in ranked]
            show_table(rows, {"Which": None, "Points": POINTS}, "Every contribution, the greatest first")


def _at_most(values: Sequence[float]) -> str:
    return f"{100 * max(map(abs, values)):.2f} points at most"


def _by_fact(workspace: Workspace) -> None:
    _fact_chart(workspace, _choose_share("fact"))


def _one_more_fact(workspace: Workspace) -> None:
    show(additions_chart(dashboard.additions(workspace), workspace.display_name), "additions")
    st.text("What the joined record would leak more if Eve learned, or less if she were misled.")


def _fact_chart(workspace: Workspace, fair: bool) -> None:
    shared = dashboard.fact_shapley_values(workspace) if fair else ()
    left_out = [(fact.attribute, fact.contribution) for fact in shared_figures.fact_contributions(workspace)]
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
