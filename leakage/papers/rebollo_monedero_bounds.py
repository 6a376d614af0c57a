"""The figures of Rebollo-Monedero et al., Section V-B: what an observation takes from privacy, and its bounds."""

from __future__ import annotations

import math

import numpy as np

from leakage.papers.figure import Figure
from leakage.papers.helpers import ordered, table
from leakage.tables import (
    JointDistribution,
    PrivacyReduction,
    average_reduction,
    belief_reduction,
    conditional_entropies,
    database_privacy,
    joint_of,
    mutual_information,
    privacy_reduction,
    privacy_risks,
    shannon_entropy,
)

_REDUCTION, _VARIATION, _DIVERGENCE = "ΔP", "4·d_max·TV", "2√2·d_max·√D"


def _chain(bounds: PrivacyReduction, observation: int = 0) -> str:
    return ordered(
        **{
            _REDUCTION: float(bounds.reduction[observation]),
            _VARIATION: float(bounds.by_total_variation[observation]),
            _DIVERGENCE: float(bounds.by_divergence[observation]),
        }
    )


def _map_by_squares() -> str:
    """A belief that hardly changes, but by which the likeliest of 0, 1, 2 moves from the end to the middle."""
    bounds = belief_reduction([0.34, 0.33, 0.33], [0.33, 0.34, 0.33], "squared", "map")
    return ordered(**{_REDUCTION: float(bounds.reduction[0]), _VARIATION: float(bounds.by_total_variation[0])})


def _by_closeness() -> str:
    joint = joint_of(table("aids"))
    most = float(privacy_reduction(joint).reduction.max())
    nats = privacy_risks(joint).closeness * math.log(2.0)
    return ordered(**{_REDUCTION: most, "2√2·d_max·√t": 2.0 * math.sqrt(2.0 * nats)})


def _by_information() -> str:
    reduction = average_reduction(joint_of(table("aids")))
    return ordered(**{"E[ΔP²]/(8·d_max²)": reduction.least_information, "I(X;Y)": reduction.information})


def _between_neighbours() -> float:
    """A count of one person, told right two times in three; the databases are with her and without."""
    return database_privacy(np.eye(2), [[2 / 3, 1 / 3], [1 / 3, 2 / 3]], [(0, 1)])


def _risk_and_information() -> str:
    """The average divergence of Fig. 7 beside H(X) - H(X|Y)."""
    joint = joint_of(table("aids"))
    left = float(np.sum(joint.observation * conditional_entropies(joint, 1.0)))
    return ordered(**{"R": mutual_information(table("aids")), "I(X;Y)": shannon_entropy(joint.prior) - left})


def _risks() -> str:
    risks = privacy_risks(JointDistribution([[0.4, 0.1], [0.2, 0.3]]))
    return ordered(**{"R": risks.average, "t": risks.closeness, "δ": risks.disclosure})


FIGURES = (
    Figure("V-B, Fig. 7", "AIDS, before", "1/2", lambda: table("aids").distribution()["AIDS"]),
    Figure("V-B, Fig. 7", "AIDS, after", "3/4", lambda: table("aids").distribution(1)["AIDS"]),
    Figure(
        "V-B1, eq. (8)",
        "what an observation takes, in Fig. 7",
        f"{_REDUCTION} ≤ {_VARIATION} ≤ {_DIVERGENCE}",
        lambda: _chain(privacy_reduction(joint_of(table("aids"))), 1),
    ),
    Figure(
        "V-B1, eq. (8)",
        "the same for a MAP attacker and squared error",
        f"{_REDUCTION} ≤ {_VARIATION}",
        _map_by_squares,
        "The proof needs a guess that costs least under the prior; a MAP guess does so by Hamming distance only.",
        f"{_VARIATION} ≤ {_REDUCTION}",
    ),
    Figure("V-B1", "what t-closeness bounds, in Fig. 7", f"{_REDUCTION} ≤ 2√2·d_max·√t", _by_closeness),
    Figure("V-B2", "privacy risk, in Fig. 7", "R = I(X;Y)", _risk_and_information),
    Figure("V-B2", "what mutual information bounds, in Fig. 7", "E[ΔP²]/(8·d_max²) ≤ I(X;Y)", _by_information),
    Figure("V-B3", "three risks", "R ≤ t ≤ δ", _risks),
    Figure(
        "V-B3",
        "ε between neighbouring databases",
        "log(p/q)",
        _between_neighbours,
        letters=(("p", 2 / 3), ("q", 1 / 3)),
    ),
)
