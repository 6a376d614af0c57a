"""Mixture: pairs of one person and pairs of two, told apart by the patterns they show (expectation maximisation)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from leakage.database import Floats
from leakage.progress import report
from leakage.resolution.linkage.patterns import PatternCounts

LEAST = 1e-12
"""How near to 0 and 1 the share of pairs of one person may come."""


@dataclass(frozen=True)
class Mixture:
    """p, and for every comparison the m and the u of its levels.

    Source: Fellegi & Sunter 1969, Section 2.

    Arguments:
        prior: p, the share of pairs that are of one person, in (0, 1).
        m, u: chances of the levels, the last that of values that reach none; one array a comparison.
    """

    prior: float
    m: tuple[Floats, ...]
    u: tuple[Floats, ...]

    def without(self, left_out: Collection[int]) -> Mixture:
        """The same of all comparisons but some."""
        m, u = (_others(chances, left_out) for chances in (self.m, self.u))
        return Mixture(self.prior, m, u)


@dataclass(frozen=True)
class Fit:
    """A mixture that was fitted to patterns.

    Arguments:
        mixture: where it ended.
        same: for every pattern the chance that a pair is of one person, as the last expectation had it.
        log_likelihoods: before each round and after the last.
    """

    mixture: Mixture
    same: Floats
    log_likelihoods: tuple[float, ...]


def fitted(
    patterns: PatternCounts,
    start: Mixture,
    *,
    learn_u: bool,
    rounds: int = 500,
    tolerance: float = 1e-9,
    most_prior: float = 1.0 - LEAST,
) -> Fit:
    """The mixture under which patterns are likeliest, as far as rounds of expectation and maximisation lead.

    Source: Dempster, Laird & Rubin (1977); Winkler, "Using the EM Algorithm for Weight Computation in the
    Fellegi-Sunter Model of Record Linkage" (Census Bureau RR2000/05).

    Arguments:
        patterns: of one pair at least.
        start: where it starts.
        learn_u: whether u is learned as well, or stays.
        rounds: at most, >= 1.
        tolerance: the gain of log-likelihood a pair at which it ends, >= 0.
        most_prior: what p does not pass, in (0, 1).
    """
    mixture, total = start, patterns.total
    likelihoods: list[float] = []
    for number in range(rounds):
        report("Learning", number, rounds)
        likelihood, same = expectation(patterns, mixture)
        likelihoods.append(likelihood)
        if number and likelihood - likelihoods[-2] <= tolerance * total:
            break
        one = patterns.counts * same
        prior = min(max(float(one.sum()) / total, LEAST), most_prior)
        u = shares(patterns.by_level(patterns.counts - one)) if learn_u else mixture.u
        mixture = Mixture(prior, shares(patterns.by_level(one)), u)
    else:
        likelihood, same = expectation(patterns, mixture)
        likelihoods.append(likelihood)
    return Fit(mixture, same, tuple(likelihoods))


def expectation(patterns: PatternCounts, mixture: Mixture) -> tuple[float, Floats]:
    """The log-likelihood, and for every pattern the chance that it is of one person.

    ``sum n log(p prod m + (1 - p) prod u)`` and ``g = p prod m / (p prod m + (1 - p) prod u)``.
    Source: Winkler 2000.
    """
    with np.errstate(divide="ignore"):
        same = np.log(mixture.prior) + patterns.logs(mixture.m)
        different = np.log1p(-mixture.prior) + patterns.logs(mixture.u)
    either = np.logaddexp(same, different)
    return float(patterns.counts @ either), np.exp(same - either)


def shares(held: Sequence[Floats]) -> tuple[Floats, ...]:
    """Counts of levels as shares; where there is none, nothing is learned, and all levels are as likely.

    >>> [of_label.tolist() for of_label in shares([np.array([3.0, 1.0]), np.zeros(2)])]
    [[0.75, 0.25], [0.5, 0.5]]
    """
    return tuple(of / of.sum() if of.sum() > 0.0 else np.full(len(of), 1.0 / len(of)) for of in held)


def _others(chances: Sequence[Floats], left_out: Collection[int]) -> tuple[Floats, ...]:
    return tuple(of_label for number, of_label in enumerate(chances) if number not in left_out)
