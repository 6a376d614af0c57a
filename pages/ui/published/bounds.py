"""The bounds of Rebollo-Monedero et al. in sentences: what knowing a class takes from privacy, and three risks."""

from __future__ import annotations

import math

from leakage.tables import PrivacyRisks, belief_reduction


def reduction_sentence(before: list[float], after: list[float]) -> str:
    """ΔP and its two bounds, for a belief before and after the class is known."""
    bound = belief_reduction(before, after)
    drop, variation, divergence = (
        float(one[0]) for one in (bound.reduction, bound.by_total_variation, bound.by_divergence)
    )
    loose = "; 100 or more rules nothing out" if variation >= 1.0 else ""
    return (
        f"Had she kept to the guess she would make without the class, she would be wrong {100 * drop:.1f} points more "
        f"often: that much privacy a better guess takes (ΔP, lower is safer). It can never be more than 4·TV = "
        f"{100 * variation:.1f}, and that no more than 2√2·√D = {_points(divergence)} (eq. 8, D in nats{loose}): "
        f"{'this holds' if bound.holds else 'this does not hold'}."
    )


def _points(value: float) -> str:
    return "∞" if math.isinf(value) else f"{100 * value:.1f}"


def risks_sentence(risks: PrivacyRisks) -> str:
    """Mutual information, closeness and disclosure in their order; lower is safer."""
    infinite = math.isinf(risks.disclosure)
    most = "∞" if infinite else f"{risks.disclosure:.3f}"
    why = "; δ is infinite (∞) because some class lacks a value altogether, which rules it out" if infinite else ""
    return (
        f"What knowing a class tells, in bits (lower is safer): on average R = {risks.average:.3f}, in the most "
        f"telling class t = {risks.closeness:.3f}, of the most telling value in any class δ = {most}. R ≤ t ≤ δ "
        f"{'holds' if risks.ordered else 'does not hold'}, as it must{why}."
    )
