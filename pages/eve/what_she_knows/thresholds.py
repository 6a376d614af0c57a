"""How sure must she be? Leakage over the threshold of an adversary who weighs evidence."""

from __future__ import annotations

import math
from collections.abc import Callable

import streamlit as st

from leakage.decision import ThresholdCurve, ThresholdStep, can_sweep
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
    if not in_doubt.weighs_evidence(workspace):
        return
    weighing = in_doubt.weighing_of(workspace)
    if weighing is None or not can_sweep(workspace.pooling_adversary):
        st.text(text.NO_SWEEP)
        return
    what = "What she would know if she were more or less sure"
    curve = on_demand.of(figures.thresholds, estimates.thresholds(workspace), what)(workspace, known.pool)
    if curve is None:
        return

    def joined(step: ThresholdStep) -> str:
        return _joins(workspace, known, step)

    show(threshold_chart(curve, weighing.match.threshold, joined), "thresholds")
    st.text(_said(curve, weighing.match.threshold, joined))
    st.caption(text.THRESHOLD_HELP)


def _joins(workspace: Workspace, known: PoolLeakage, step: ThresholdStep) -> str:
    """Which records a step takes for one person."""
    if math.isinf(step.threshold):
        return "nothing"
    pairs = [
        " with ".join(record_name(workspace, known.pool, number) for number in sorted(pair)) for pair in step.joins
    ]
    return listed(pairs, most=MOST_NAMED)


def _said(curve: ThresholdCurve, current: float, joined: Callable[[ThresholdStep], str]) -> str:
    """What she knows as she is, and what the nearest step to either side would make of it."""
    steps = curve.steps
    place = max(n for n, step in enumerate(steps) if step.threshold >= current - ROUNDING)
    parts = [f"At odds of {odds_sentence(current)} or better Eve knows {percent(steps[place].leakage)} of you."]
    if place:
        careful = percent(steps[place - 1].leakage)
        odds = odds_sentence(steps[place].threshold)
        parts.append(
            f"If she asked for more than {odds}, the join of {joined(steps[place])} would fall away: {careful}."
        )
    if place + 1 < len(steps):
        reckless, odds = percent(steps[place + 1].leakage), odds_sentence(steps[place + 1].threshold)
        parts.append(f"If {odds} were enough for her, {joined(steps[place + 1])} would be joined too: {reckless}.")
    return " ".join(parts if len(parts) > 1 else [*parts, "No other threshold would change that."])
