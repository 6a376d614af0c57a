"""What Eve finds step by step, from the facts that she starts with."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from leakage.decision.leakage import query_leakage_bounds
from leakage.record import Attribute, Pair, Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.dip import DipBounds, DippingResult, dip
from leakage.workspace.figures import next_move
from leakage.workspace.figures.assessment import Pool, PoolLeakage, record_name, records_of
from leakage.workspace.figures.derivations import derivation_of_discovery
from leakage.workspace.figures.next_move import Discovery, natural_query
from leakage.workspace.workspace import Workspace
from pages.app.figures import figure
from pages.app.words import change, count, distinct, percent
from pages.eve.what_she_knows import text
from pages.eve.what_she_knows.charts import MOST, discovery_chart
from pages.kit.charts.chart import show
from pages.kit.shared_figures import derivation_on_demand

# What the page What she knows computes.


@figure
def discovery(workspace: Workspace, pool: Pool, pairs: tuple[Pair, ...]) -> Discovery:
    """What Eve finds when she dips a query into a pool."""
    return next_move.discover(workspace, pool, pairs, _dipped)


@figure
def _dipped(query: Record, records: tuple[Record, ...], adversary: Adversary) -> DippingResult:
    return dip(query, records, adversary)


@figure
def query_bounds(workspace: Workspace, pool: Pool, pairs: tuple[Pair, ...]) -> DipBounds | None:
    """The query leakage over all orders of reading, or bounds of it; None where the order does not matter."""
    if workspace.adversary.unique:
        return None
    query = Record(Attribute(*pair) for pair in pairs)
    records = records_of(workspace, pool)
    return query_leakage_bounds(query, records, workspace.reference, workspace.adversary, workspace.measure)


# How Eve searches: whose records, from which facts, and where that leads her step by step.


def show_search(workspace: Workspace, leaked: PoolLeakage, answer: DeltaGenerator) -> Record:
    """What a pool finds from a query, the answer above it; brings what she has put together by the step looked at."""
    query = choose_query(workspace)
    found = discovery(workspace, leaked.pool, query)
    with answer:
        headline(found)
        bounds(workspace, leaked, query)
    composite = found.composite(steps(workspace, leaked, found))
    return composite


def choose_query(workspace: Workspace) -> tuple[Pair, ...]:
    """How Eve thinks of the person: facts of the profile, or what a paper's query says."""
    query = natural_query(workspace)
    pairs = tuple(dict.fromkeys((*workspace.profile, *query)))
    names = distinct(f"{workspace.display_name(label)}: {value}" for label, value in pairs)
    picked = st.multiselect(
        text.START_FROM,
        range(len(names)),
        default=[pairs.index(pair) for pair in query],
        format_func=names.__getitem__,
        key=f"findings-query-{hash(pairs)}",
        persist_state="session",
        help=text.QUERY_HELP,
    )
    if workspace.pooling_adversary is not workspace.adversary:
        st.caption(text.SEARCHED_AS_GIVEN)
    return tuple(pairs[number] for number in picked)


def headline(discovery: Discovery) -> None:
    """Where the query leads, in words."""
    steps = len(discovery.steps)
    start, end = percent(discovery.leakages[0]), percent(discovery.leakages[-1])
    st.header(text.REACHES.format(end=end) if steps else text.NOWHERE, help=text.QUERY_LEAKAGE)
    st.text(text.STARTS_WITH.format(start=start, records=count(steps, "matching record")))


def bounds(workspace: Workspace, leaked: PoolLeakage, query: tuple[Pair, ...]) -> None:
    """Where the order of reading matters: the most she may come to, or between what it lies."""
    found = query_bounds.offer(workspace, leaked.pool, query)
    if found is None:
        return
    least, most = percent(found.lower), percent(found.upper)
    st.text((text.ORDER_EXACT if found.exact else text.ORDER_BOUNDS).format(least=least, most=most))


def steps(workspace: Workspace, leaked: PoolLeakage, discovery: Discovery) -> int:
    """The dipping step by step; returns the step looked at."""
    names = [text.HER_QUESTION, *(record_name(workspace, leaked.pool, s.record) for s in discovery.steps)]
    last = len(discovery.steps)
    if not last:
        derivation_on_demand(lambda: derivation_of_discovery(workspace, leaked.pool, discovery, 0), "discovery")
        return 0
    key = f"findings-step-{hash((discovery.query, tuple(step.record for step in discovery.steps)))}"
    chosen: int = st.slider(text.STEP, 0, last, last, key=key)
    show(discovery_chart(names, discovery.leakages, chosen), "discovery")
    if last >= MOST:
        st.text(text.FIRST_FINDS.format(drawn=MOST - 1, all=last))
    if chosen:
        step, news = discovery.steps[chosen - 1], discovery.news(chosen)
        shared = _pairs_text(workspace, step.key.shared)
        st.text(text.MATCHED.format(step=chosen, name=names[chosen], shared=shared))
        told = _pairs_text(workspace, [attribute.pair for attribute in news])
        st.text(text.NEWS.format(count=count(len(news), "new fact"), facts=told) if news else text.NO_NEWS)
    moved = change(discovery.leakages[chosen] - discovery.leakages[chosen - 1]) if chosen else ""
    after = text.AFTER_STEP.format(steps=count(chosen, "step"), known=percent(discovery.leakages[chosen]))
    st.text(f"{after} ({moved})." if moved else f"{after}.")
    derivation_on_demand(lambda: derivation_of_discovery(workspace, leaked.pool, discovery, chosen), "discovery")
    return chosen


def _pairs_text(workspace: Workspace, pairs: Sequence[Pair]) -> str:
    return ", ".join(f"{workspace.display_name(label)} {value}" for label, value in pairs)
