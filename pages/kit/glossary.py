"""The words of the field in people's words, and sentences that several pages show."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import streamlit as st

from leakage.published.bounds import PrivacyRisks, average_reduction, privacy_reduction
from leakage.published.estimation import JointDistribution

if TYPE_CHECKING:
    from leakage.workspace.workspace import Workspace


# The words of the field in people's words: one sentence or two, shown as help where a word is first met on a page.


JOINED_RECORD = (
    "A joined record is what Eve makes of the records that she takes for one person: all that any of them says. The "
    "papers call it a composite."
)
BRIDGE = (
    "A release is a bridge where it matches two or more of Eve's joined records that had nothing in common before: "
    "through it they become one, and she knows all of them at once."
)
ALTERNATIVE = (
    "An alternative is one way of making the release that you plan: to one recipient or another, with one card or "
    "another, with a field or without. You will do one of them."
)
COALITION = (
    "A coalition is a group of recipients who put together what they were given, and share it with nobody else: the "
    "shops of one bonus card, the companies of one owner."
)


# Sentences that more than one page shows.


COST_HELP = (
    "What is counted does not depend on how this program finds the outcome: one comparison for each join, and one for "
    "each two joined records that stay apart; for corrections and look-ups one for each record. A quadratic cost "
    "takes every pair of records instead. Times the price of one."
)


NOTHING_REACHES_HER = "Nothing you give out now reaches her: she has only what leaked."
NOTHING_TAKES_BACK = "No deletion takes anything back from her: she has only what leaked."


def say_leaked(workspace: Workspace, sentence: str) -> bool:
    """Whether the policy in use has only what leaked; then a sentence says what follows.

    Arguments:
        workspace: with the policy in use.
        sentence: one of those above.
    """
    if workspace.has_releases_only:
        st.info(sentence, icon=":material/water_drop:")
    return workspace.has_releases_only


# The bounds of Rebollo-Monedero et al. in sentences: what knowing a class takes from privacy, and three risks.


def reduction_sentence(before: list[float], after: list[float]) -> str:
    """ΔP and its two bounds, for a belief before and after the class is known."""
    bound = privacy_reduction(before, after)
    drop, variation, divergence = (
        float(reductions[0]) for reductions in (bound.reduction, bound.by_total_variation, bound.by_divergence)
    )
    loose = "; 100 or more rules nothing out" if variation >= 1.0 else ""
    return (
        f"With the guess she would make without the class she would be wrong {100 * drop:.1f} points more often: so "
        f"much privacy the class takes (ΔP, lower is safer). It is never more than 4·TV = {100 * variation:.1f}, nor "
        f"that than 2√2·√D = {_points(divergence)} (eq. 8, D in nats{loose}): "
        f"{'this holds' if bound.holds else 'this does not hold'}."
    )


def _points(value: float) -> str:
    return "∞" if math.isinf(value) else f"{100 * value:.1f}"


def average_sentence(joint: JointDistribution) -> str:
    """The averaged bound: what all observations take from privacy, and how much they tell."""
    reduction = average_reduction(joint)
    points = 100 * math.sqrt(reduction.mean_square)
    most = 100 * math.sqrt(8 * reduction.information)
    loose = "; 100 or more rules nothing out" if most >= 100 else ""
    return (
        f"Over all classes, knowing one's own takes {points:.1f} points of privacy (root of the mean of ΔP²). It can "
        f"never be more than √(8·I) = {most:.1f}, however little or much is told (I(X;Y) in nats{loose}): "
        f"{'this holds' if reduction.holds else 'this does not hold'}."
    )


def risks_sentence(risks: PrivacyRisks) -> str:
    """Mutual information, closeness and disclosure in their order; lower is safer."""
    infinite = math.isinf(risks.disclosure)
    most = "∞" if infinite else f"{risks.disclosure:.3f}"
    why = "; δ is infinite (∞), for some class lacks a value" if infinite else ""
    return (
        f"What knowing a class tells, in bits (lower is safer): on average R = {risks.average:.3f}, in the most "
        f"telling class t = {risks.closeness:.3f}, of the most telling value in any class δ = {most}. R ≤ t ≤ δ "
        f"{'holds' if risks.ordered else 'does not hold'}, as it must{why}."
    )


# Choosing the order of an entropy, by name or number.


ORDERS = (0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 7.0, 10.0, math.inf)
NAMES = {0.0: "Hartley's", 1.0: "Shannon's", math.inf: "min-entropy"}


def order_name(order: float) -> str:
    """An order of Rényi's entropy, with the name it has of its own.

    >>> order_name(2.0), order_name(0.0)
    ('2', "0 (Hartley's)")
    """
    number = "∞" if math.isinf(order) else f"{order:g}"
    return f"{number} ({NAMES[order]})" if order in NAMES else number


def choose_order(key: str) -> float:
    """A slider for α."""
    order: float = st.select_slider(
        "Order α of Rényi's entropy", ORDERS, 2.0, format_func=order_name, key=key, persist_state="session"
    )
    return order
