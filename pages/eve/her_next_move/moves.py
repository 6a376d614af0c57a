"""Which fact she would verify next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from leakage.decision.enhancement import certainty
from leakage.presumption import given_facts
from leakage.progress import cancellable
from leakage.record import Record
from leakage.workspace.figures import estimates
from leakage.workspace.figures.assessment import PoolLeakage, record_name
from leakage.workspace.figures.next_move import Move, next_moves
from leakage.workspace.workspace import Workspace
from pages.eve.her_next_move import text
from pages.kit import icon_array, shared_figures, tables
from pages.kit.icon_array import Chance
from pages.kit.tables import SURETY, show_table
from pages.shell.figures import figure
from pages.shell.knowledge import worst_pool
from pages.shell.words import count, listed, percent

# What Her next move computes.


@figure(cost=lambda workspace, composite: estimates.next_moves(workspace), title="What Eve would check next")
def moves(workspace: Workspace, composite: int | None) -> tuple[Move, ...]:
    """What Eve would verify next, of the pool that knows most: in one of her records, or the most telling one."""
    worst = worst_pool(workspace)
    return () if worst is None else next_moves(workspace, worst, composite=composite)


# The parts of the page on Eve's next move.


NOTHING = 1e-12


def edit_prices(workspace: Workspace) -> None:
    """What checking each kind of fact costs her."""
    tables.edit_prices(
        workspace,
        "verify-prices",
        [(label, workspace.display_name(label)) for label in workspace.labels],
        dict(workspace.verification_prices),
        lambda prices: replace(workspace, verification_prices=tuple(each for each in prices if each[1] != 1.0)),
        "edit what checking costs",
        what="Kind of fact",
        price="Cost factor",
        alt="What checking each kind of fact costs Eve",
    )


def choose_record(workspace: Workspace, worst: PoolLeakage) -> int | None:
    """Which of her joined records she is interested in; None where none says anything true."""
    telling = shared_figures.telling_composites(workspace, worst.pool)
    if not telling:
        return None
    place: int = st.selectbox(
        text.WHICH_RECORD,
        range(len(telling)),
        index=_first_in_doubt(worst, [number for number, _ in telling]),
        format_func=lambda n: _record_name(workspace, worst, *telling[n]),
        key=f"verify-record-{hash(telling)}",
        persist_state="session",
        help=text.RECORD_HELP + (text.RECORD_HELP_FILES if workspace.counts_files else ""),
    )
    return telling[place][0]


def _first_in_doubt(worst: PoolLeakage, numbers: Sequence[int]) -> int:
    """The place of the first record with a doubtful fact, for there she has something to verify; else the first."""
    composites = worst.result.resolution.composites
    doubtful = (
        place for place, n in enumerate(numbers) if any(a.confidence < 1.0 for a in given_facts(composites[n]).known)
    )
    return next(doubtful, 0)


def _record_name(workspace: Workspace, worst: PoolLeakage, number: int, leakage: float) -> str:
    members = worst.result.resolution.members[number]
    names = [record_name(workspace, worst.pool, member) for member in members]
    return f"{percent(leakage)} of you: {listed(names, most=3)}"


def headline(workspace: Workspace, worst: PoolLeakage, number: int | None, moves: Sequence[Move]) -> None:
    """What her best move would bring her, in words."""
    resolution, members = worst.result.resolution, worst.result.members
    place = int(resolution.composite_of[members[0]]) if number is None and members else number
    composite = Record() if place is None else given_facts(resolution.composites[place])
    now = certainty(composite, workspace.measure)
    if not worth_verifying(moves):
        st.header(text.NOTHING_TO_CHECK)
        st.text(text.SURE.format(facts=count(len(composite), "fact")))
        return
    best = moves[0]
    attribute = best.enhancement.attribute
    st.header(text.BEST.format(points=100 * best.enhancement.gain))
    fact = f"{workspace.display_name(attribute.label)}: {attribute.value}"
    source, surety = record_name(workspace, worst.pool, best.record), percent(attribute.confidence)
    st.text(text.WOULD_CHECK.format(fact=fact, source=source, surety=surety))
    st.text(text.CERTAIN.format(now=percent(now), after=percent(now + best.enhancement.gain)))
    icon_array.show(
        [
            Chance(text.NOW, attribute.confidence, surety),
            Chance(text.THEN, 1.0 if best.right else 0.0, text.KNOWS_THEN),
        ]
    )


def worth_verifying(moves: Sequence[Move]) -> bool:
    """Whether anything would make her more certain."""
    return bool(moves) and moves[0].enhancement.gain > NOTHING


def ranking(workspace: Workspace, worst: PoolLeakage, moves: Sequence[Move]) -> None:
    """The facts most worth leaving unconfirmed, the first first."""
    if not moves:
        return
    st.subheader(text.RANKING, anchor=False)
    rows = [
        (
            workspace.display_name(move.enhancement.attribute.label),
            move.enhancement.attribute.value,
            record_name(workspace, worst.pool, move.record),
            move.enhancement.attribute.confidence,
            100 * move.enhancement.gain,
            move.enhancement.cost,
            move.enhancement.ratio,
            "right" if move.right else "wrong",
        )
        for move in cancellable(moves)
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
    if worth_verifying(moves):
        st.markdown(text.DO_NOT_CONFIRM)


def show_moves(workspace: Workspace, worst: PoolLeakage) -> None:
    """What she would verify next, above the record and the prices it is chosen by; and what to leave unconfirmed."""
    answer = st.container()
    composite = choose_record(workspace, worst)
    with st.expander(text.HOW, icon=":material/fitness_center:"):
        st.text(text.NEXT_MOVE)
        st.caption(text.GAIN_HELP)
        st.text(text.PRICES)
        edit_prices(workspace)
    with answer:
        ranked = moves.offer(workspace, composite)
        if ranked is not None:
            headline(workspace, worst, composite, ranked)
            ranking(workspace, worst, ranked)
