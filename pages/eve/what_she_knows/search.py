"""What she finds step by step when she thinks of a person."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

import streamlit as st

from leakage.decision.leakage import query_leakage_bounds
from leakage.decision.thresholds import ThresholdCurve
from leakage.record import Attribute, Pair, Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.answer_sets import DipBounds
from leakage.resolution.dip import DippingResult, dip, split_pipeline
from leakage.resolution.linkage.explained_joins import ExplainedJoin, joins_explained
from leakage.workspace.figures import belief, estimates, next_move
from leakage.workspace.figures.assessment import Pool, PoolLeakage, record_name, records_of
from leakage.workspace.figures.contributions import leakage_kept_apart
from leakage.workspace.figures.derivations import derivation_of_discovery
from leakage.workspace.figures.next_move import Discovery, natural_query
from leakage.workspace.workspace import Workspace
from pages.eve.what_she_knows import text
from pages.eve.what_she_knows.charts import MOST, discovery_chart
from pages.kit.charts.chart import show
from pages.kit.shared_figures import how_when_asked
from pages.shell import knowledge
from pages.shell.figures import figure
from pages.shell.knowledge import known_to, resolutions
from pages.shell.words import change, count, distinct, percent

# What the page What she knows computes.


MOST_EXPLAINED = 100
"""Joins of one composite that are drawn as waterfalls."""


@figure()
def discovery(workspace: Workspace, pool: Pool, pairs: tuple[Pair, ...]) -> Discovery:
    """What Eve finds when she dips a query into a pool."""
    return next_move.discover(workspace, pool, pairs, _dipped)


@figure()
def _dipped(query: Record, records: tuple[Record, ...], adversary: Adversary) -> DippingResult:
    return dip(query, records, adversary)


def pool_records(workspace: Workspace, pool: Pool) -> tuple[Record, ...]:
    """What a pool's Eve holds."""
    return records_of(workspace, pool)


@figure(cost=lambda workspace, *_: estimates.kept_apart(workspace), title="What she would know with the two apart")
def kept_apart(workspace: Workspace, pool: Pool, first: int, second: int) -> float:
    """What a pool would know if it never took two of its records for the same person."""
    return leakage_kept_apart(workspace, known_to(workspace, pool), first, second, resolutions)


@figure()
def waterfalls(workspace: Workspace, pool: Pool, composite: int) -> tuple[ExplainedJoin, ...]:
    """The first joins that evidence made of a composite, with waterfalls; none where several analyses follow."""
    if not workspace.adversary.pipeline:
        return ()
    resolution, adversary = known_to(workspace, pool).result.resolution, workspace.pooling_adversary
    return tuple(islice(joins_explained(records_of(workspace, pool), adversary, resolution, composite), MOST_EXPLAINED))


@figure(
    cost=lambda workspace, pool: estimates.thresholds(workspace),
    title="What she would know if she were more or less sure",
)
def threshold_curve(workspace: Workspace, pool: Pool) -> ThresholdCurve:
    """What a pool would know at every threshold."""
    return belief.curve_over_thresholds(workspace, pool)


@figure(
    cost=lambda workspace, *_: estimates.query_bounds(workspace),
    title="How much hangs on the order in which she reads",
)
def query_bounds(workspace: Workspace, pool: Pool, pairs: tuple[Pair, ...]) -> DipBounds | None:
    """The query leakage over all orders of reading, or bounds of it; None where the order does not matter."""
    if split_pipeline(workspace.adversary)[1].unique:
        return None
    query = Record(Attribute(*pair) for pair in pairs)
    records = records_of(workspace, pool)
    return query_leakage_bounds(query, records, workspace.reference, workspace.adversary, workspace.measure)


# How Eve searches: whose records, from which facts, and where that leads her step by step.


def choose_pool(workspace: Workspace) -> PoolLeakage:
    """Whose records: the only pool there is, or one that is picked; the most telling first."""
    pool_leakages = knowledge.most_telling_first(workspace)
    if len(pool_leakages) == 1:
        return pool_leakages[0]
    names = distinct(f"{leaked.pool.name} ({percent(leaked.result.leakage)})" for leaked in pool_leakages)
    number: int = st.selectbox(
        "Whose records?",
        range(len(pool_leakages)),
        format_func=names.__getitem__,
        key=f"findings-pool-{len(pool_leakages)}",
        persist_state="session",
    )
    return pool_leakages[number]


def choose_query(workspace: Workspace) -> tuple[Pair, ...]:
    """How Eve thinks of the person: facts of the profile."""
    names = distinct(f"{workspace.display_name(label)}: {value}" for label, value in workspace.profile)
    picked = st.multiselect(
        "How does Eve think of you?",
        range(len(names)),
        default=[workspace.profile.index(pair) for pair in natural_query(workspace)],
        format_func=names.__getitem__,
        key=f"findings-query-{hash(workspace.profile)}",
        persist_state="session",
        help="Her query q: the facts she starts from, such as your name and where you work. She then looks for records "
        "that match them, merges what she finds, and looks again.",
    )
    if workspace.pooling_adversary is not workspace.adversary:
        st.text(text.SEARCHED_AS_GIVEN)
    if workspace.counts_files:
        st.text(text.SEARCHED_AS_JOINED)
    return tuple(workspace.profile[number] for number in picked)


def headline(discovery: Discovery) -> None:
    """Where the query leads, in words."""
    steps = len(discovery.steps)
    if steps:
        st.header(f"From one question Eve gets to {percent(discovery.leakages[-1])} of you")
    else:
        st.header("From this question Eve gets nowhere")
    st.text(
        f"She starts with {percent(discovery.leakages[0])} and finds {count(steps, 'matching record')}, one after the "
        "other. Lower is better for you."
    )
    st.caption("Query leakage: dipping, Whang & Garcia-Molina 2011, Section 2.2.")


def bounds(workspace: Workspace, leaked: PoolLeakage, query: tuple[Pair, ...]) -> None:
    """Where the order of reading matters: the most she may come to, or between what it lies."""
    found = query_bounds.offer(workspace, leaked.pool, query)
    if found is None:
        return
    if found.exact:
        st.text(
            f"The order in which she reads the records matters: at worst she comes to {percent(found.lower)} of you."
        )
    else:
        st.text(
            f"The order in which she reads the records matters, and not all orders could be tried: at worst she comes "
            f"to {percent(found.lower)} or more, but never above {percent(found.upper)} of you."
        )


def steps(workspace: Workspace, leaked: PoolLeakage, discovery: Discovery) -> int:
    """The dipping step by step; returns the step looked at."""
    names = ["her question", *(record_name(workspace, leaked.pool, s.record) for s in discovery.steps)]
    last = len(discovery.steps)
    if not last:
        how_when_asked(lambda: derivation_of_discovery(workspace, leaked.pool, discovery, 0), "discovery")
        return 0
    key = f"findings-step-{hash((discovery.query, tuple(step.record for step in discovery.steps)))}"
    chosen: int = st.slider("Step", 0, last, last, key=key)
    show(discovery_chart(names, discovery.leakages, chosen), "discovery")
    if last >= MOST:
        st.text(f"Drawn are the first {MOST - 1} of {last:,} finds.")
    if chosen:
        step = discovery.steps[chosen - 1]
        st.text(
            f"Step {chosen}: {names[chosen]} matched, for it has the same {_pairs_text(workspace, step.key.shared)}."
        )
        news = discovery.news(chosen)
        facts = (
            f"{count(len(news), 'new fact')}: {_pairs_text(workspace, [a.pair for a in news])}"
            if news
            else "nothing new"
        )
        st.text(f"It told her {facts}.")
        moved = discovery.leakages[chosen] - discovery.leakages[chosen - 1]
        st.text(f"Leakage: {change(moved)}.")
    st.text(f"After {count(chosen, 'step')} Eve knows {percent(discovery.leakages[chosen])} of you.")
    how_when_asked(lambda: derivation_of_discovery(workspace, leaked.pool, discovery, chosen), "discovery")
    return chosen


def _pairs_text(workspace: Workspace, pairs: Sequence[Pair]) -> str:
    return ", ".join(f"{workspace.display_name(label)} {value}" for label, value in pairs)
