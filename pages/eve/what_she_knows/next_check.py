"""Which fact Eve would verify next, in the record that says most about the person."""

from __future__ import annotations

import streamlit as st

from leakage.progress import cancellable
from leakage.workspace.figures.assessment import Pool, PoolLeakage, record_name
from leakage.workspace.figures.next_move import Move, next_moves
from leakage.workspace.workspace import Workspace
from pages.app.figures import figure
from pages.app.knowledge import known_to
from pages.app.words import listed, percent
from pages.eve.what_she_knows import text
from pages.kit import shared_figures
from pages.kit.tables import SURETY, show_table


@figure
def moves(workspace: Workspace, pool: Pool, composite: int) -> tuple[Move, ...]:
    """What Eve would verify next in one of a pool's records, the best for its cost first."""
    return next_moves(workspace, known_to(workspace, pool), composite=composite)


def show_next_check(workspace: Workspace, leaked: PoolLeakage) -> None:
    """Folded: every doubtful fact of one of her records, by what verifying it gains for its cost."""
    fold = st.expander(text.NEXT_CHECK, icon=":material/fact_check:", key="next-check", on_change="rerun")
    if fold.open:
        with fold:
            _show(workspace, leaked)


def _show(workspace: Workspace, leaked: PoolLeakage) -> None:
    doubtful = _most_telling_in_doubt(workspace, leaked)
    if doubtful is None:
        st.text(text.NOTHING_TO_CHECK)
        return
    composite, known = doubtful
    ranked = moves.offer(workspace, leaked.pool, composite)
    if ranked is None:
        return
    members = leaked.result.resolution.members[composite]
    names = listed([record_name(workspace, leaked.pool, member) for member in members], most=3)
    st.text(text.IN_RECORD.format(known=percent(known), names=names))
    rows = [
        (
            workspace.display_name(move.enhancement.attribute.label),
            move.enhancement.attribute.value,
            record_name(workspace, leaked.pool, move.record),
            move.enhancement.attribute.confidence,
            100 * move.enhancement.gain,
            move.enhancement.cost,
            move.enhancement.ratio,
            "right" if move.right else "wrong",
        )
        for move in cancellable(ranked)
    ]
    show_table(
        rows,
        {
            "About": None,
            "Value": None,
            "From": None,
            "How surely": SURETY,
            "Gain": st.column_config.NumberColumn(format="%.2f points"),
            "Cost": st.column_config.NumberColumn(format="%.3g"),
            "Gain per cost": st.column_config.NumberColumn(format="%.4f"),
            "In truth": None,
        },
        "What Eve could check, with gain and cost, the best for its cost first",
    )
    st.caption(text.GAIN_HELP)


def _most_telling_in_doubt(workspace: Workspace, leaked: PoolLeakage) -> tuple[int, float] | None:
    """The record that says most among those with a doubtful fact, and how much; None where all is sure."""
    composites = leaked.result.resolution.composites
    for number, known in shared_figures.telling_composites(workspace, leaked.pool):
        if any(attribute.confidence < 1.0 for attribute in composites[number].known):
            return number, known
    return None
