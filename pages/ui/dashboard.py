"""The parts of the leakage page."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from leakage.decision.shapley import Share
from leakage.workspace.assessment import Pool, PoolLeakage
from leakage.workspace.belief import Fact, facts_of
from leakage.workspace.glance import glance_of
from leakage.workspace.workspace import Workspace
from pages.ui import figures, text
from pages.ui.charts.additions import additions_chart
from pages.ui.charts.chart import show
from pages.ui.charts.composite import composite_chart
from pages.ui.charts.contributions import contributions_chart
from pages.ui.charts.joins import MOST, joins_chart
from pages.ui.charts.pools import pools_chart
from pages.ui.words import amount, count, listed, percent

NOTHING = 5e-7


def headline(workspace: Workspace, worst: PoolLeakage) -> None:
    """The one number, in words, with its definition one click away."""
    leakage = worst.result.leakage
    st.header(f"Eve knows {amount(leakage)} of you: {percent(leakage)}")
    st.text(
        f"She would have joined {count(len(worst.result.members), 'record')} into one. "
        f"{_pooling(workspace, worst)} 0 % means she has nothing right, 100 % everything right and nothing wrong; "
        "lower is better for you."
    )
    with st.popover("Exact value and definition", icon=":material/function:"):
        st.markdown(
            r"$L(R, e, E) = \max_{r \in E(R)} \mathbf{E}\left[\frac{2\,X}{W_e + Y}\right]$ — the highest, over Eve's "
            "joined records r, of the expected F1 of r against your profile e: X is the weight of what r has right, "
            "Y of all it says, $W_e$ of your profile. Whang & Garcia-Molina 2012, Definitions 1 and 2."
        )
        st.text(f"L = {leakage!r}")
        st.text(f"Eve's cost C(E, R): {worst.result.resolution.cost:,.0f} look-ups or comparisons.")


def _pooling(workspace: Workspace, worst: PoolLeakage) -> str:
    if workspace.pooling.kind == "together":
        return "All recipients pool their data."
    return f"The one who knows most: {worst.pool.name}."


def counts(facts: tuple[Fact, ...]) -> None:
    """Three numbers: right, wrong, missing."""
    right, wrong, missing = st.columns(3)
    for place, meaning, words in (
        (right, "right", "facts of yours. Fewer is better for you."),
        (wrong, "wrong", "beliefs that mislead her. They protect you."),
        (missing, "missing", "facts of yours. More is better for you."),
    ):
        kept = [fact for fact in facts if fact.meaning == meaning]
        with place.container(border=True, gap="small", height="stretch"):
            st.metric(f"She has {meaning}" if meaning != "missing" else "She is missing", len(kept))
            st.caption(f"{words} {_weighed(kept)}")


def _weighed(facts: list[Fact]) -> str:
    weight = sum(fact.weight * (fact.confidence or 1.0) for fact in facts)
    return f"Weight × confidence: {weight:g}."


def compare_pools(workspace: Workspace) -> None:
    """Every recipient alone against the pools."""
    alone = figures.alone(workspace)
    named = [one for one in figures.assessment(workspace) if len(one.pool.recipients) > 1]
    pooled = named if workspace.pooling.kind == "coalitions" else [figures.together(workspace)]
    show(pools_chart(alone, [] if len(alone) < 2 else [glance_of(one) for one in pooled]), "pools")


def composite(workspace: Workspace, facts: tuple[Fact, ...]) -> None:
    """The composite behind the maximum, fact by fact."""
    show(composite_chart(facts, workspace.display_name), "composite")
    with st.expander("The same as a table", icon=":material/table:"):
        st.dataframe(
            pd.DataFrame(
                [(workspace.display_name(f.label), f.value, f.meaning, f.confidence, f.weight) for f in facts],
                columns=["What", "Value", "Eve has it", "Confidence", "Weight"],
            ),
            hide_index=True,
            alt="Every fact, whether Eve has it right, wrong or not, with confidence and weight",
        )


def joins(workspace: Workspace, found: PoolLeakage, members: tuple[int, ...]) -> None:
    """The graph of joins within a composite, and each join as a sentence."""
    inside = set(members)
    evidence = [one for one in found.result.resolution.evidence if set(one.records) <= inside]
    if not evidence:
        st.text("This is one record that Eve joined with nothing.")
        return
    names = {number: record_name(workspace, found.pool, number) for number in members}
    if len(members) <= MOST:
        strangers = frozenset(n for n in members if found.release_of(n) is None)
        show(joins_chart(names, strangers, evidence), "joins")
    else:
        st.text(f"{count(len(members), 'record')} are too many for a picture; the list below has them all.")
    with st.expander("Every join and its reason", icon=":material/list:"):
        st.dataframe(
            pd.DataFrame(
                [
                    (
                        listed([names[n] for n in one.left]),
                        listed([names[n] for n in one.right]),
                        one.key.rule.sentence(),
                        ", ".join(value for _, value in one.key.shared),
                    )
                    for one in evidence
                ],
                columns=["These", "and these", "matched by", "the value"],
            ),
            hide_index=True,
            alt="Every join with the rule and the values behind it",
        )


def record_name(workspace: Workspace, pool: Pool, number: int) -> str:
    """What to call a record of a pool: the release's name, or a background record's number."""
    if number < len(pool.releases):
        return workspace.releases[pool.releases[number]].name
    return f"Background record {number - len(pool.releases) + 1}"


def contributions(workspace: Workspace) -> None:
    """Which release, recipient and fact contribute how much: left out alone, or as a fair share."""
    by_release, by_recipient, by_fact, one_more = st.tabs(["By release", "By recipient", "By fact", "One more fact"])
    with by_release:
        fair = _choose_share("release")
        found = figures.fair_shares(workspace, "release") if fair else ()
        alone = figures.release_shares(workspace)
        names = [release.name for release in workspace.releases]
        _release_chart("Which release gives most away?", names, found, alone, "release-shares")
    with by_recipient:
        fair = _choose_share("recipient")
        found = figures.fair_shares(workspace, "recipient")
        alone = tuple(one.alone for one in found)
        names = list(workspace.recipients)
        _release_chart("Which recipient matters most?", names, found if fair else (), alone, "recipient-shares")
    with by_fact:
        _fact_chart(workspace, _choose_share("fact"))
    with one_more:
        show(additions_chart(figures.additions(workspace), workspace.display_name), "additions")
        st.text("What the joined record would leak more if Eve learned, or less if she were misled.")


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


def _release_chart(question: str, names: list[str], found: Sequence[Share], alone: Sequence[float], key: str) -> None:
    values = [one.share for one in found] or list(alone)
    moving = [(name, value) for name, value in zip(names, values, strict=True) if abs(value) >= NOTHING]
    axis = "its share of what Eve knows (points)" if found else "what leakage would lose without it (points)"
    show(contributions_chart(question, [name for name, _ in moving], [value for _, value in moving], axis), key)
    idle = len(names) - len(moving)
    would = "have no share" if found else "would change nothing if left out alone"
    st.text(f"{count(idle, 'bar')} not shown: they {would}." if idle else "")
    _sampled(found)


def _fact_chart(workspace: Workspace, fair: bool) -> None:
    shared = figures.fair_fact_shares(workspace) if fair else ()
    left_out = [(one.attribute, one.contribution) for one in figures.fact_shares(workspace)]
    found = [(attribute, one.share) for attribute, one in shared] or left_out
    names = [f"{workspace.display_name(attribute.label)}: {attribute.value}" for attribute, _ in found]
    axis = "its share of what Eve knows (points)" if fair else "what leakage would lose if she lacked it (points)"
    show(contributions_chart("Which fact gives most away?", names, [value for _, value in found], axis), "fact-shares")
    _sampled([one for _, one in shared])


def _sampled(found: Sequence[Share]) -> None:
    margin = max((one.margin for one in found), default=0.0)
    if margin:
        st.text(f"Estimated from random orders: each share is right to ±{100 * margin:.2f} points, 95 times in 100.")


def facts(workspace: Workspace, worst: PoolLeakage) -> tuple[Fact, ...]:
    """The composite behind the maximum against the profile."""
    return facts_of(worst.result.composite, workspace.reference, workspace.measure)
