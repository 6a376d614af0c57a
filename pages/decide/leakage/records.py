"""The records that Eve joined: what they say of the person, why she took them for one, and what if she had not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

import streamlit as st

from leakage.record import Pair, Record
from leakage.resolution.evidence import Waterfall, probability_of
from leakage.resolution.explain import Evidence, SharedValue, shared_values
from leakage.workspace.figures.assessment import Pool, PoolLeakage, record_name, records_of
from leakage.workspace.figures.contributions import leakage_kept_apart
from leakage.workspace.figures.derivations import derivation_of_composite
from leakage.workspace.figures.facts import facts_of
from leakage.workspace.workspace import Workspace
from pages.app.figures import figure
from pages.app.knowledge import known_to, resolutions
from pages.app.words import change, listed, percent
from pages.decide.leakage import text
from pages.decide.leakage.charts import composite_chart, waterfall_chart
from pages.kit import glossary, icon_array, shared_figures
from pages.kit.charts.chart import show
from pages.kit.charts.joins import EACH, MOST_OPENED, joins_chart, records_opened, shared_chart, value_name
from pages.kit.icon_array import Chance
from pages.kit.shared_figures import derivation_on_demand
from pages.kit.tables import show_table

# What is computed of her joined records.


MOST_EXPLAINED = 100
"""Joins of one composite that are drawn as waterfalls."""
MOST_LISTED = 300
"""Joins in the list: each may name all records before it."""


@figure
def kept_apart(workspace: Workspace, pool: Pool, first: int, second: int) -> float:
    """What a pool would know if it never took two of its records for the same person."""
    return leakage_kept_apart(workspace, known_to(workspace, pool), first, second, resolutions)


@figure
def waterfalls(workspace: Workspace, pool: Pool, composite: int) -> tuple[tuple[Evidence, Waterfall], ...]:
    """The first joins that evidence by odds made of a composite, with what each label said."""
    joins = known_to(workspace, pool).result.resolution.evidence_of(composite)
    return tuple(islice(((join, join.waterfall) for join in joins if join.waterfall), MOST_EXPLAINED))


@figure
def values_shared(workspace: Workspace, pool: Pool, composite: int) -> tuple[SharedValue, ...]:
    """What the records of a composite were joined by, and who has each of it."""
    resolution = known_to(workspace, pool).result.resolution
    records = records_of(workspace, pool)
    return shared_values(resolution.evidence_of(composite), resolution.members[composite], records)


# Which record: the one behind the figure, or another that is picked.


@dataclass(frozen=True, eq=False)
class JoinedRecord:
    """A record that Eve has put together.

    Arguments:
        leaked: whose it is.
        number: of the composite; None where she has nothing true.
        composite: what it says.
        members: the numbers of the records behind it.
    """

    leaked: PoolLeakage
    number: int | None
    composite: Record
    members: tuple[int, ...]


def choose(workspace: Workspace, worst: PoolLeakage) -> JoinedRecord:
    """The record behind the figure; while the fold is open, the one that is picked in it."""
    fold = st.expander(text.OTHER_RECORDS, icon=":material/folder_shared:", key="other-records", on_change="rerun")
    if not fold.open:
        return behind_the_figure(worst)
    with fold:
        leaked = shared_figures.choose_pool(workspace)
        telling = shared_figures.telling_composites(workspace, leaked.pool)
        if not telling:
            st.text(text.NOTHING_TRUE)
            return behind_the_figure(leaked)
        place: int = st.selectbox(
            "Which record?",
            range(len(telling)),
            format_func=lambda n: _record_title(workspace, leaked, *telling[n]),
            key=f"findings-composite-{len(telling)}",
            persist_state="session",
            help=glossary.JOINED_RECORD,
        )
        derivation_on_demand(lambda: derivation_of_composite(workspace, leaked, *telling[place]), "composite")
    number, resolution = telling[place][0], leaked.result.resolution
    composite = leaked.composite(number)
    return JoinedRecord(leaked, number, composite, tuple(resolution.members[number]))


def behind_the_figure(leaked: PoolLeakage) -> JoinedRecord:
    """The record that tells a pool most."""
    result = leaked.result
    number = int(result.resolution.composite_of[result.members[0]]) if result.members else None
    return JoinedRecord(leaked, number, result.composite, tuple(result.members))


def _record_title(workspace: Workspace, leaked: PoolLeakage, number: int, leakage: float) -> str:
    members = leaked.result.resolution.members[number]
    names = [record_name(workspace, leaked.pool, member) for member in members]
    return f"{percent(leakage)}: {listed(names, most=3)}"


# What it has right, what wrong, and what it lacks.


def show_facts(workspace: Workspace, joined: JoinedRecord) -> None:
    """The record fact by fact, with who told her each of them in the data."""
    facts = facts_of(joined.composite, workspace.reference, workspace.measure)
    show(composite_chart(facts, workspace.display_name, _givers(workspace, joined)), "composite")


def _givers(workspace: Workspace, joined: JoinedRecord) -> Mapping[Pair, list[str]]:
    """Who told her each fact of a record."""
    records = records_of(workspace, joined.leaked.pool)
    givers: dict[Pair, list[str]] = {attribute.pair: [] for attribute in joined.composite.known}
    for member in joined.members:
        for attribute in records[member].known:
            if attribute.pair in givers:
                givers[attribute.pair].append(record_name(workspace, joined.leaked.pool, member))
    return givers


# Why she took its parts for one person.


def show_joins(workspace: Workspace, joined: JoinedRecord) -> None:
    """The graph of joins: of few records each of them, of more the values they share."""
    if len(joined.members) < 2 or joined.number is None:
        st.text(text.ONE_RECORD)
        return
    leaked = joined.leaked
    names = {number: record_name(workspace, leaked.pool, number) for number in joined.members}
    strangers = frozenset(n for n in joined.members if leaked.release_of(n) is None)
    if len(names) <= EACH:
        show(joins_chart(names, strangers, _evidence(joined)), "joins")
    else:
        shared = values_shared.offer(workspace, leaked.pool, joined.number)
        if shared is not None:
            _show_shared(names, strangers, shared)
    _show_each(workspace, joined, names)


def _show_shared(names: Mapping[int, str], strangers: frozenset[int], shared: Sequence[SharedValue]) -> None:
    """The values by which many records are joined; the records of those that are opened."""
    picture = st.container()
    opened: list[int] = st.multiselect(
        text.OPEN_VALUE,
        range(len(shared)),
        format_func=lambda n: value_name(shared[n], strangers),
        key=f"joins-opened-{hash(tuple(shared))}",
        placeholder=text.OPEN_VALUE,
        label_visibility="collapsed",
    )
    with picture:
        show(shared_chart(names, strangers, shared, opened), "joins")
    left = len(records_opened(shared, opened)) - MOST_OPENED
    if left > 0:
        st.caption(text.NOT_ALL_OPENED.format(drawn=MOST_OPENED, left=left))


def _evidence(joined: JoinedRecord) -> Sequence[Evidence]:
    assert joined.number is not None, "asked for where records were joined"
    return joined.leaked.result.resolution.evidence_of(joined.number, MOST_LISTED)


# Every join by itself: the reason, the evidence, and what if it had not been made.


def _show_each(workspace: Workspace, joined: JoinedRecord, names: Mapping[int, str]) -> None:
    fold = st.expander(text.EACH_JOIN, icon=":material/list:", key="joins-leakage", on_change="rerun")
    if fold.open and joined.number is not None:
        with fold:
            _list(names, _evidence(joined))
            _show_waterfalls(workspace, joined.leaked, joined.number)
            _keep_apart(workspace, joined, names)


def _list(names: Mapping[int, str], evidence: Sequence[Evidence]) -> None:
    rows = [
        (
            listed([names[n] for n in join.left]),
            listed([names[n] for n in join.right]),
            join.key.rule.sentence(),
            ", ".join(value for _, value in join.key.shared),
        )
        for join in evidence
    ]
    show_table(rows, ["These", "and these", "matched by", "the value"], text.JOINS_TABLE)
    joins = len(names) - 1
    if len(evidence) < joins:
        st.text(text.FIRST_JOINS.format(shown=len(evidence), all=joins))


def _show_waterfalls(workspace: Workspace, leaked: PoolLeakage, composite: int) -> None:
    """One join, from what spoke for it before anything was compared to how likely it is; where evidence counts."""
    explained = waterfalls(workspace, leaked.pool, composite)
    if not explained:
        return
    picked: int = st.selectbox(
        text.WHICH_JOIN,
        range(len(explained)),
        format_func=lambda n: _join_title(workspace, leaked, explained[n][0]),
        key=f"waterfall-{composite}-{len(explained)}",
        help=text.WATERFALL_HELP,
    )
    join, waterfall = explained[picked]
    sentence = waterfall.sentence(workspace.display_name)
    st.text(f"{sentence[0].upper()}{sentence[1:]}.")
    if any(each.owner for each, _ in explained):
        st.text(text.JOINED_BEFORE.format(owner=join.owner) if join.owner else text.JOINED_AFTER)
    before, after = probability_of(waterfall.prior), waterfall.probability
    icon_array.show([Chance(text.BEFORE, before, percent(before)), Chance(text.AFTER, after, percent(after))])
    show(waterfall_chart(waterfall, workspace.display_name), "waterfall")


def _join_title(workspace: Workspace, leaked: PoolLeakage, join: Evidence) -> str:
    left, right = (
        listed([record_name(workspace, leaked.pool, number) for number in side], most=3)
        for side in (join.left, join.right)
    )
    return f"{left} with {right}"


def _keep_apart(workspace: Workspace, joined: JoinedRecord, names: Mapping[int, str]) -> None:
    """Two of the joined records, and what Eve would know had she not taken them for one person."""
    st.markdown(f"**{text.APART}**")
    left, right = st.columns(2)
    key = hash(joined.members)
    first: int = left.selectbox(
        "Not the same person:", joined.members, format_func=names.__getitem__, key=f"apart-first-{key}"
    )
    others = [member for member in joined.members if member != first]
    second: int = right.selectbox("and", others, format_func=names.__getitem__, key=f"apart-second-{key}-{first}")
    after = kept_apart.offer(workspace, joined.leaked.pool, first, second)
    if after is not None:
        would_know(text.WITH_THEM_APART, after, joined.leaked.result.leakage)


def would_know(title: str, after: float, before: float | None) -> None:
    """What she would know instead, and how far that is from what she knows; an arrow only where it moves."""
    moved = None if before is None else change(after - before)
    still = moved == change(0.0)
    st.metric(
        title,
        percent(after),
        # Streamlit tells by the sign which way the arrow points.
        moved.replace("−", "-") if moved else None,
        delta_color="off" if still else "inverse",
        delta_arrow="off" if still else "auto",
        border=True,
    )
