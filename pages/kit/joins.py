"""The joins within a composite, drawn and listed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from leakage.resolution.evidence import Evidence
from leakage.workspace.figures.assessment import PoolLeakage, record_name
from leakage.workspace.workspace import Workspace
from pages.kit.charts.chart import show
from pages.kit.charts.joins import MOST, joins_chart
from pages.kit.table import show_table
from pages.shell.words import count, listed

MOST_LISTED = 300
"""Joins in the list: each may name all records before it."""


def show_joins(workspace: Workspace, known: PoolLeakage, members: tuple[int, ...], key: str) -> None:
    """The graph of joins within a composite, and each join as a sentence, where they are looked at.

    Arguments:
        key: of the place, unique in the program.
    """
    if len(members) < 2:
        st.text("This is one record that Eve joined with nothing.")
        return
    names = {number: record_name(workspace, known.pool, number) for number in members}
    if len(members) <= MOST:
        evidence = _evidence(known, members)
        strangers = frozenset(n for n in members if known.release_of(n) is None)
        show(joins_chart(names, strangers, evidence), "joins")
    else:
        st.text(f"{count(len(members), 'record')} are too many for a picture; the list below has them all.")
    reasons = st.expander("Every join and its reason", icon=":material/list:", key=f"joins-{key}", on_change="rerun")
    if reasons.open:
        with reasons:
            _list(names, _evidence(known, members), len(members) - 1)


def _evidence(known: PoolLeakage, members: Sequence[int]) -> Sequence[Evidence]:
    resolution = known.result.resolution
    return resolution.evidence_of(int(resolution.composite_of[members[0]]), MOST_LISTED)


def _list(names: Mapping[int, str], evidence: Sequence[Evidence], joins: int) -> None:
    show_table(
        [
            (
                listed([names[n] for n in join.left]),
                listed([names[n] for n in join.right]),
                join.key.rule.sentence(),
                ", ".join(value for _, value in join.key.shared),
            )
            for join in evidence
        ],
        ["These", "and these", "matched by", "the value"],
        "Every join with the rule and the values behind it",
    )
    if len(evidence) < joins:
        st.text(f"These are the first {len(evidence):,} of {joins:,} joins.")
