"""The bounds of Rebollo-Monedero et al. in sentences: what knowing a class takes from privacy, and three risks."""

from __future__ import annotations

import math

from leakage.tables import JointDistribution, PrivacyRisks, average_reduction, belief_reduction


def reduction_sentence(before: list[float], after: list[float]) -> str:
    """ΔP and its two bounds, for a belief before and after the class is known."""
    bound = belief_reduction(before, after)
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
