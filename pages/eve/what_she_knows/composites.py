"""The records Eve has put together, and what if one of them had never been made or joined."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from leakage.record import Pair, Record
from leakage.workspace.figures import estimates
from leakage.workspace.figures.assessment import PoolLeakage, record_name
from leakage.workspace.figures.derivations import derivation_of_composite
from leakage.workspace.workspace import Workspace
from pages.eve.what_she_knows import figures, waterfall
from pages.kit import assessed, glossary, joins
from pages.kit.table import show_table
from pages.kit.worked_out import how_when_asked
from pages.shell import knowledge, on_demand
from pages.shell.words import change, listed, percent


def show_composites(workspace: Workspace, known: PoolLeakage) -> None:
    """Her joined records that tell something true of the person, with the evidence for every join."""
    st.subheader("Which records has she put together?", help=glossary.JOINED_RECORD)
    telling = assessed.telling_composites(workspace, known.pool)
    if not telling:
        st.text("None of her records says anything true about you.")
        return
    resolution = known.result.resolution
    number: int = st.selectbox(
        "Joined record",
        range(len(telling)),
        format_func=lambda n: _composite_name(workspace, known, telling[n][0], telling[n][1]),
        key=f"findings-composite-{len(telling)}",
        persist_state="session",
    )
    members = resolution.members[telling[number][0]]
    how_when_asked(lambda: derivation_of_composite(workspace, known, *telling[number]), "composite")
    _contributors(workspace, known, resolution.composites[telling[number][0]], members)
    joins.show_joins(workspace, known, members, "findings")
    waterfall.show_waterfalls(workspace, known, telling[number][0])
    if len(members) > 1:
        _keep_apart(workspace, known, members)


def _composite_name(workspace: Workspace, known: PoolLeakage, number: int, leakage: float) -> str:
    members = known.result.resolution.members[number]
    names = [record_name(workspace, known.pool, member) for member in members]
    return f"{percent(leakage)}: {listed(names, most=3)}"


def _keep_apart(workspace: Workspace, known: PoolLeakage, members: tuple[int, ...]) -> None:
    """Two of the joined records, and what Eve would know had she not taken them for one person."""
    st.markdown("**What if she had not joined two of them?**")
    names = {member: record_name(workspace, known.pool, member) for member in members}
    left, right = st.columns(2)
    key = hash(members)
    first: int = left.selectbox(
        "Not the same person:", members, format_func=names.__getitem__, key=f"apart-first-{key}"
    )
    others = [member for member in members if member != first]
    second: int = right.selectbox("and", others, format_func=names.__getitem__, key=f"apart-second-{key}-{first}")
    seconds, what = estimates.kept_apart(workspace), "What she would know with the two apart"
    after = on_demand.of(figures.kept_apart, seconds, what)(workspace, known.pool, first, second)
    if after is None:
        return
    _would_know("With the two apart Eve would know of you", after, known.result.leakage)


def _would_know(title: str, after: float, before: float | None) -> None:
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


def _contributors(workspace: Workspace, known: PoolLeakage, composite: Record, members: tuple[int, ...]) -> None:
    records = figures.pool_records(workspace, known.pool)
    told: dict[Pair, list[str]] = {attribute.pair: [] for attribute in composite.known}
    for member in members:
        for attribute in records[member].known:
            if attribute.pair in told:
                told[attribute.pair].append(record_name(workspace, known.pool, member))
    rows = [
        (
            workspace.display_name(attribute.label),
            attribute.value,
            "right" if attribute.pair in workspace.reference else "wrong",
            listed(told[attribute.pair], 5),
        )
        for attribute in composite.known
    ]
    show_table(
        rows,
        {
            "What": st.column_config.TextColumn(width=150),
            "Value": st.column_config.TextColumn(width=190),
            "In truth": st.column_config.TextColumn(width=70),
            "Who told her": st.column_config.TextColumn(width=380),
        },
        "Every attribute of the joined record and who contributed it",
    )


def what_if(workspace: Workspace) -> None:
    """Leave releases out and see the figure at once."""
    st.subheader("What if a release had never been made?")
    names = [release.name for release in workspace.releases]
    picked = st.multiselect(
        "Leave out",
        range(len(names)),
        format_func=names.__getitem__,
        key=f"findings-without-{hash(tuple(names))}",
        persist_state="session",
        placeholder="Pick one release or several",
    )
    kept = tuple(release for n, release in enumerate(workspace.releases) if n not in picked)
    before = knowledge.leakage_of(workspace) or 0.0
    after = knowledge.leakage_of(replace(workspace, releases=kept)) or 0.0
    _would_know("Eve would know of you", after, before if picked else None)
