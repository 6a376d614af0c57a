"""Whom the plan counts, and what each action takes."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

import streamlit as st

from leakage.decision.plan.planning import ActionPlan
from leakage.measure.gradient import TOLERANCE
from leakage.workspace.figures.plan.actions import EFFORTS, minutes_of, price_of, with_minutes, with_prices
from leakage.workspace.figures.plan.options import adversary_weight, with_adversary_weights
from leakage.workspace.figures.plan.plan import WorkPlans
from leakage.workspace.requests.chances import (
    BROKER_OBJECTIONS,
    BROKERS,
    OBJECTIONS,
    SERVICES,
    GrantChance,
    grant_chances,
)
from leakage.workspace.workspace import Workspace
from pages.decide.plan import text
from pages.kit import tables
from pages.kit.tables import folding, show_table
from pages.shell.words import listed, percent

# What each kind of action takes: minutes and money, with the reason of every default.


_EDITED = "edit what actions take"


def edit(workspace: Workspace) -> None:
    """The minutes and prices, editable; they are part of the work."""
    with st.expander(text.TAKES, icon=":material/timer:"):
        st.markdown(text.EFFORTS)
        left, right = st.columns(2)
        shown = [(effort.kind, effort.kind.capitalize()) for effort in EFFORTS]
        with left:
            tables.edit_prices(
                workspace,
                "plan-action-minutes",
                shown,
                {effort.kind: minutes_of(workspace, effort.kind) for effort in EFFORTS},
                lambda minutes: with_minutes(workspace, minutes),
                _EDITED,
                what=text.ACTION,
                price="Minutes",
                alt="How many minutes each kind of action takes",
            )
        with right:
            tables.edit_prices(
                workspace,
                "plan-action-prices",
                shown,
                {effort.kind: price_of(workspace, effort.kind) for effort in EFFORTS},
                lambda prices: with_prices(workspace, prices),
                _EDITED,
                what=text.ACTION,
                price="Money",
                alt="What each kind of action costs",
                may_be_free=True,
            )
        show_table(
            [(effort.kind.capitalize(), effort.minutes, effort.price, effort.reason) for effort in EFFORTS],
            [text.ACTION, "Usual minutes", "Usual money", "Because"],
            "The usual minutes and money of every kind of action, with the reason",
        )
        chances = grant_chances(workspace, datetime.date.today())
        show_table(
            [_granted(what, chances[finding]) for finding, what in _ASKED.items()],
            [text.LETTER, "Granted in", "Your own so far", "Because"],
            "How often each kind of letter is granted, with the reason",
        )


_ASKED = {
    SERVICES: "Delete: an online service",
    BROKERS: "Delete: a data broker",
    OBJECTIONS: "Stop sharing: an online service",
    BROKER_OBJECTIONS: "Stop sharing: a data broker",
}
"""What letters ask for, by what is known of them."""


def _granted(what: str, chance: GrantChance) -> tuple[str, str, str, str]:
    own = f"{chance.granted} of {chance.decided}" if chance.decided else ""
    return what, f"{100 * chance.probability:.0f} of 100", own, chance.finding.source


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


def weigh(workspace: Workspace, names: list[str]) -> None:
    """How much each of some policies counts in the average; part of the work."""
    st.caption(text.WEIGHTS)
    tables.edit_prices(
        workspace,
        "plan-adversary-weights",
        [(name, name) for name in names],
        {name: adversary_weight(workspace, name) for name in names},
        lambda weights: with_adversary_weights(workspace, weights),
        "weigh adversaries",
        what=text.EVE,
        price="Weight",
        alt="How much each adversary counts in the average",
        widths=(190, 110),
    )
