"""How sure must she be? Leakage over the threshold of an adversary who weighs evidence."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from leakage.decision import ThresholdCurve, can_sweep
from leakage.decision.regrouping import Pairs
from leakage.decision.threshold_tree import tree_of_joins
from leakage.resolution.linkage.fellegi_sunter import ROUNDING
from leakage.resolution.linkage.odds import odds_sentence
from leakage.workspace.figures import estimates, in_doubt
from leakage.workspace.figures.assessment import PoolLeakage, record_name
from leakage.workspace.workspace import Workspace
from pages.eve.what_she_knows import figures, text
from pages.eve.what_she_knows.threshold_chart import threshold_chart
from pages.kit.charts.chart import show
from pages.shell import on_demand
from pages.shell.words import listed, percent

MOST_NAMED = 2


def show_thresholds(workspace: Workspace, known: PoolLeakage) -> None:
    """The curve, in words and drawn, where evidence counts; else nothing."""
    evidence = in_doubt.evidence_of(workspace)
    if evidence is None or not can_sweep(workspace.pooling_adversary):
        return
    what = "What she would know if she were more or less sure"
    curve = on_demand.of(figures.thresholds, estimates.thresholds(workspace), what)(workspace, known.pool)
    if curve is None:
        return

    def named(pairs: Pairs) -> str:
        names = [" with ".join(record_name(workspace, known.pool, n) for n in sorted(pair)) for pair in pairs]
        return listed(names, most=MOST_NAMED)

    show(threshold_chart(curve, evidence.threshold, known.result.leakage, named), "thresholds")
    st.text(_said(curve, evidence.threshold, known.result.leakage, named))
    if not curve.complete:
        st.text(f"There was no time for less than {odds_sentence(curve.least)}.")
    if tree_of_joins(workspace.pooling_adversary) is None:
        st.caption(text.NO_TREE)
    st.caption(text.THRESHOLD_HELP)


def _said(curve: ThresholdCurve, current: float, leakage: float, named: Callable[[Pairs], str]) -> str:
    """What she knows as she is, and what the nearest step to either side would make of it."""
    parts = [f"At odds of {odds_sentence(current)} or better Eve knows {percent(leakage)} of you."]
    if current < curve.least:
        return parts[0]
    steps = curve.steps
    place = max(n for n, step in enumerate(steps) if step.threshold >= current - ROUNDING)
    if place:
        odds, step = odds_sentence(steps[place].threshold), steps[place]
        changes = _changes(named(step.parted), named(step.joins))
        parts.append(f"If she asked for more than {odds}, {changes}: {percent(steps[place - 1].leakage)}.")
    if place + 1 < len(steps):
        odds, step = odds_sentence(steps[place + 1].threshold), steps[place + 1]
        changes = _changes(named(step.joins), named(step.parted))
        parts.append(f"If {odds} were enough for her, {changes}: {percent(step.leakage)}.")
    elif curve.complete and not place:
        parts.append("No other threshold would change that.")
    return " ".join(parts)


def _changes(more: str, less: str) -> str:
    """What would be joined more and less, each of which may be empty.

    >>> _changes("a with b", "b with c")
    'a with b would be joined too and the join of b with c would fall away'
    """
    told = [f"{more} would be joined too"] * bool(more) + [f"the join of {less} would fall away"] * bool(less)
    return " and ".join(told) or "the same records would be joined otherwise"
