"""The figures of Rebollo-Monedero et al., "On the Measurement of Privacy as an Attacker's Estimation Error".

Formulas are derived at the values in brackets; orders of quantities at one example each.
"""

from __future__ import annotations

import math

import numpy as np

from leakage.published.bounds import (
    average_reduction,
    privacy_reduction,
    privacy_risks,
)
from leakage.published.channels import crowds, database_privacy, greatest_privacy, randomised_response
from leakage.published.entropy import degree_of_anonymity, hartley_entropy, min_entropy, renyi_entropy, shannon_entropy
from leakage.published.estimation import (
    JointDistribution,
    conditional_entropies,
    confidence_set,
    correctness,
    estimation_error,
    joint_of,
    system_distortion,
    through_channel,
)
from leakage.published.information import TypicalSet, conditionally_typical_set, typical_set
from leakage.published.summary import class_yardsticks
from leakage.published.yardsticks import distinct_l_diversity, entropy_l_diversity, k_anonymity, mutual_information
from tests.papers.figure import Figure, at, ordered, table

# The figures of Rebollo-Monedero et al., Section V-B: what an observation takes from privacy, and its bounds.


_NAMES = _REDUCTION, _VARIATION, _DIVERGENCE = "ΔP", "4·d_max·TV", "2√2·d_max·√D"


def _of_figure_7() -> str:
    """The chain of those under 40."""
    joint = joint_of(table("aids"))
    bounds = privacy_reduction(joint.prior, joint.posterior)
    held = (bounds.reduction, bounds.by_total_variation, bounds.by_divergence)
    return ordered(**{name: float(part[1]) for name, part in zip(_NAMES, held, strict=True)})


def _map_by_squares() -> str:
    """A belief that hardly changes, but by which the likeliest of 0, 1, 2 moves from the end to the middle."""
    bounds = privacy_reduction([0.34, 0.33, 0.33], [0.33, 0.34, 0.33], "squared", "map")
    return ordered(**{_REDUCTION: float(bounds.reduction[0]), _VARIATION: float(bounds.by_total_variation[0])})


def _by_closeness() -> str:
    joint = joint_of(table("aids"))
    most = float(privacy_reduction(joint.prior, joint.posterior).reduction.max())
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


BOUND_FIGURES = (
    *at(
        "V-B, Fig. 7",
        Figure("AIDS, before", "1/2", lambda: table("aids").distribution()["AIDS"]),
        Figure("AIDS, after", "3/4", lambda: table("aids").distribution(1)["AIDS"]),
    ),
    *at(
        "V-B1, eq. (8)",
        Figure(
            "what an observation takes, in Fig. 7",
            f"{_REDUCTION} ≤ {_VARIATION} ≤ {_DIVERGENCE}",
            _of_figure_7,
        ),
        Figure(
            "the same for a MAP attacker and squared error",
            f"{_REDUCTION} ≤ {_VARIATION}",
            _map_by_squares,
            "The proof needs a guess that costs least under the prior; a MAP guess does so by Hamming distance only.",
            f"{_VARIATION} ≤ {_REDUCTION}",
        ),
    ),
    *at("V-B1", Figure("what t-closeness bounds, in Fig. 7", f"{_REDUCTION} ≤ 2√2·d_max·√t", _by_closeness)),
    *at(
        "V-B2",
        Figure("privacy risk, in Fig. 7", "R = I(X;Y)", _risk_and_information),
        Figure("what mutual information bounds, in Fig. 7", "E[ΔP²]/(8·d_max²) ≤ I(X;Y)", _by_information),
    ),
    *at(
        "V-B3",
        Figure("three risks", "R ≤ t ≤ δ", _risks),
        Figure(
            "ε between neighbouring databases", "log(p/q)", _between_neighbours, letters=(("p", 2 / 3), ("q", 1 / 3))
        ),
    ),
)


_SKEWED = (1 / 2, 1 / 4, 1 / 4)
PLACES = (0, 100, 200)
_CROWD = crowds(5, 0.3)
_FLIPPED = through_channel([0.5, 0.5], randomised_response(0.8))
_OF_CROWD = (("p", 0.3), ("n", 5))


def _among(candidates: int) -> float:
    """The error of a MAP attacker who takes so many values for equally likely."""
    alike = through_channel(np.full(candidates, 1 / candidates), np.ones((candidates, 1)))
    return estimation_error(alike, attacker="map").average


def _young() -> float:
    """P(y) of those under 40 in Fig. 7."""
    return float(estimation_error(joint_of(table("aids")), attacker="map").conditional[1])


def _entropies(*probabilities: float) -> str:
    worst, average, best = (of(probabilities) for of in (min_entropy, shannon_entropy, hartley_entropy))
    return ordered(**{"H_∞": worst, "H_1": average, "H_0": best})


def _entropies_in_a_crowd() -> str:
    orders = {"H_∞": math.inf, "H_1": 1.0, "H_0": 0.0}
    return ordered(**{name: float(conditional_entropies(_CROWD, alpha)[0]) for name, alpha in orders.items()})


def _size(typical: TypicalSet, entropy: str, slack: float) -> str:
    return ordered(**{"log2|T|": typical.bits, f"k({entropy}+ε)": typical.length * (typical.entropy + slack)})


def _conditional_size() -> str:
    crowd, last = crowds(3, 0.5), [0, 1, 2] * 4
    return _size(conditionally_typical_set(crowd, last, 0.2), "H(X|Y)", 0.2)


def _typical_probability() -> str:
    """Of 400 values, one in five the rarer: P{T} beside 1 - ε."""
    return ordered(**{"P{T}": typical_set([0.8, 0.2], 400, 0.1).probability, "1-ε": 0.9})


def _certain_disease() -> str:
    """What all the diseases of Emmanuel's class in Fig. 1 begin with."""
    possible = {value.split()[0] for value, share in table("hepatitis").distribution(0).items() if share}
    return " or ".join(sorted(possible))


FIGURES = (
    *at(
        "II-A",
        Figure(
            "degree of anonymity by Berthold et al.",
            "log2(n)",
            lambda: hartley_entropy([1 / 8] * 8),
            letters=(("n", 8),),
        ),
        Figure(
            "degree of anonymity by Diaz et al.",
            "H/log2(n)",
            lambda: degree_of_anonymity([*_SKEWED, 0.0]),
            letters=(("H", 1.5), ("n", 4)),
        ),
    ),
    *at(
        "II-B, Fig. 1",
        Figure("k of the perturbed table", "3", lambda: k_anonymity(table("hepatitis"))),
        Figure("what Emmanuel suffers from for certain", "Hepatitis", _certain_disease),
    ),
    *at(
        "IV-D",
        Figure("average privacy", "p", lambda: estimation_error(_FLIPPED).average, letters=(("p", 0.2),)),
        Figure("average distortion", "p", lambda: system_distortion(_FLIPPED), letters=(("p", 0.2),)),
        Figure("greatest average privacy", "1 - u", lambda: greatest_privacy(0.75), letters=(("u", 0.75),)),
    ),
    *at(
        "V-A1",
        Figure(
            "error within a confidence set", "1 - 1/C", lambda: confidence_set(_SKEWED, 0.7).error, letters=(("C", 2),)
        ),
        Figure("Hartley's entropy", "log2(n)", lambda: hartley_entropy(_SKEWED), letters=(("n", 3),)),
        Figure("Hartley's entropy, by a confidence set", "100 %", lambda: confidence_set(_SKEWED, 1.0).probability),
        Figure(
            "Shannon's entropy",
            "-p×log2(p)-q×log2(q)-q×log2(q)",
            lambda: shannon_entropy(_SKEWED),
            letters=(("p", 0.5), ("q", 0.25)),
        ),
        Figure("min-entropy", "-log2(p)", lambda: min_entropy(_SKEWED), letters=(("p", 0.5),)),
        Figure(
            "Rényi's entropy of order 2",
            "1/(1-α)×log2(p^α+q^α+q^α)",
            lambda: renyi_entropy(_SKEWED, 2.0),
            letters=(("α", 2), ("p", 0.5), ("q", 0.25)),
        ),
    ),
    *at(
        "V-A1, eq. (6)",
        Figure("the three entropies", "H_∞ ≤ H_1 ≤ H_0", lambda: _entropies(*_SKEWED)),
        Figure("the three, uniform", "H_∞ = H_1 = H_0", lambda: _entropies(*[0.2] * 5)),
    ),
    *at(
        "V-A1, Fig. 5",
        Figure("k of the perturbed table", "3", lambda: k_anonymity(table("hepatitis-infection"))),
        Figure(
            "greatest probability of an identifier",
            "1/3",
            lambda: 1.0 - _among(k_anonymity(table("hepatitis-infection"))),
        ),
    ),
    *at("V-A1, eq. (7)", Figure("P(y), by the likeliest value in Fig. 7", "1 - p", _young, letters=(("p", 0.75),))),
    *at(
        "V-A1",
        Figure("P(y), by min-entropy", "1 - 2^(-H)", _young, letters=(("H", min_entropy([0.75, 0.25])),)),
        Figure("P(y), k alike", "1 - 1/k = 1 - 2^(-log2(k))", lambda: _among(3), letters=(("k", 3),)),
    ),
    *at(
        "V-A1, Fig. 6",
        Figure("l of the perturbed table", "2", lambda: distinct_l_diversity(table("two-diverse"))),
        Figure("entropy l of the perturbed table", "2", lambda: entropy_l_diversity(table("two-diverse"))),
        Figure(
            "P(y) of both classes",
            "1 - 1/l, 1 - 1/l",
            lambda: [float(error) for error in class_yardsticks(table("two-diverse"))["error"]],
            letters=(("l", 2),),
        ),
    ),
    *at(
        "V-A2",
        Figure(
            "size of a typical set",
            "log2|T| ≤ k(H(X)+ε)",
            lambda: _size(typical_set([0.8, 0.2], 400, 0.1), "H(X)", 0.1),
        ),
        Figure("probability of a typical set", "1-ε ≤ P{T}", _typical_probability),
        Figure("size of a conditionally typical set, in a crowd", "log2|T| ≤ k(H(X|Y)+ε)", _conditional_size),
    ),
    *BOUND_FIGURES,
    *at(
        "VI-A",
        Figure(
            "correctness of an estimate",
            "p×100+q×200",
            lambda: correctness([0.25, 0.5, 0.25], 0, np.abs(np.subtract.outer(PLACES, PLACES))),
            letters=(("p", 0.5), ("q", 0.25)),
        ),
    ),
    *at(
        "VI-B, eq. (10)",
        Figure(
            "p(x|y) where x is y, and where not",
            "p+(1-p)/n, (1-p)/n",
            lambda: [float(_CROWD.posterior[0, 0]), float(_CROWD.posterior[1, 0])],
            letters=_OF_CROWD,
        ),
    ),
    *at(
        "VI-B",
        Figure("P(y)", "(1-p)×(1-1/n)", lambda: estimation_error(_CROWD, attacker="map").average, letters=_OF_CROWD),
        Figure("H_0(X|y)", "log2(n)", lambda: float(conditional_entropies(_CROWD, 0.0)[0]), letters=_OF_CROWD[1:]),
        Figure("the three entropies", "H_∞ ≤ H_1 ≤ H_0", _entropies_in_a_crowd),
    ),
)
