"""How surely does she know it? Leakage over what an adversary who weighs evidence may believe of who is who."""

from __future__ import annotations

import streamlit as st

from leakage.decision.believed_partitions import BelievedLeakage
from leakage.workspace.figures import estimates, in_doubt
from leakage.workspace.figures.assessment import PoolLeakage, record_name
from leakage.workspace.figures.in_doubt import Believed
from leakage.workspace.workspace import Workspace
from pages.decide.leakage import figures, text
from pages.shell import on_demand
from pages.shell.words import count, listed, percent


def show(workspace: Workspace, worst: PoolLeakage) -> None:
    """One figure to be expected, beside the most probable and the worst, where evidence counts; else nothing."""
    if in_doubt.evidence_of(workspace) is None:
        return
    if in_doubt.weighing_of(workspace) is None:
        st.text(text.NOT_BELIEVED)
        return
    what = "How surely she knows it"
    told = on_demand.of(figures.believed, estimates.believed(workspace), what)(workspace, worst.pool)
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
