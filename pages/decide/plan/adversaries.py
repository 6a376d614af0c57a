"""What each Eve knows before and after a plan."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from leakage.old.decision.plan.planning import ActionPlan
from leakage.old.measure.gradient import TOLERANCE
from leakage.workspace.figures.plan.plan import WorkPlans
from pages.decide.plan import text
from pages.kit.tables import folding, show_table
from pages.shell.words import listed, percent

# What the plan says of every adversary, and what a plan against one of them alone would do to the others.


_NAMES = 185


@dataclass(frozen=True, slots=True)
class Against:
    """One adversary, under the plan shown and under the best that was found against her alone."""

    name: str
    now: float
    then: float
    alone: tuple[float, ...]
    """What each adversary knows after the latter."""


def show(plans: WorkPlans, chosen: ActionPlan, minutes: float) -> None:
    """What each adversary knows before and after."""
    frontier = plans.frontier
    before = frontier.plans[0].leakages
    all_of_them = [
        Against(threat.name, before[number], chosen.leakages[number], frontier.against(number, minutes))
        for number, threat in enumerate(frontier.outcomes.threats)
    ]
    st.subheader(text.EACH_EVE)
    for sentence in (_worse(all_of_them), _at_odds(all_of_them)):
        if sentence:
            st.text(sentence)
    show_table(
        [
            (
                each.name,
                percent(each.now),
                percent(each.then),
                100 * (each.now - each.then),
                percent(each.alone[number]),
            )
            for number, each in enumerate(all_of_them)
        ],
        {
            # The figures of the plan have to fit beside the name on a phone; where there is room, columns grow.
            text.EVE: st.column_config.TextColumn(width=_NAMES),
            text.NOW: st.column_config.TextColumn(width=76),
            text.THEN: st.column_config.TextColumn(width=85),
            text.LOWER: st.column_config.NumberColumn(format="%.1f points", width=95),
            text.ALONE_COLUMN: st.column_config.TextColumn(width=120, help=text.ALONE),
        },
        "Every Eve with what she knows before and after the plan",
        **folding((each.name for each in all_of_them), _NAMES),
    )


def say_leaked(plans: WorkPlans) -> None:
    """Who has only what leaked, and what that means for a plan."""
    leaked = [f"“{threat.name}”" for threat in plans.frontier.outcomes.threats if threat.apart]
    if leaked:
        st.text(text.LEAKED.format(names=listed(leaked)))


def _worse(all_of_them: list[Against]) -> str:
    """Those who know more than before."""
    worse = [f"“{each.name}”" for each in all_of_them if each.then > each.now + TOLERANCE]
    return text.WORSE.format(names=listed(worse)) if worse else ""


def _at_odds(all_of_them: list[Against]) -> str:
    """The plan that is best against one adversary and worst for another, of those that would be."""
    harms = [
        (theirs - other.then, number, place)
        for number, each in enumerate(all_of_them)
        if each.alone[number] < each.then - TOLERANCE
        for place, (other, theirs) in enumerate(zip(all_of_them, each.alone, strict=True))
        if theirs > other.then + TOLERANCE
    ]
    if not harms:
        return ""
    _, number, place = max(harms)
    each, other = all_of_them[number], all_of_them[place]
    return text.AT_ODDS.format(
        each=each.name,
        each_then=percent(each.alone[number]),
        each_now=percent(each.then),
        other=other.name,
        other_then=percent(each.alone[place]),
        other_now=percent(other.then),
    )
