"""Bounds on the privacy that an observation takes, and three risks in order."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from leakage.frames import Floats
from leakage.published.entropy import distribution_of
from leakage.published.estimation import (
    Attacker,
    Distortion,
    JointDistribution,
    channel_of,
    distortion_matrix,
    estimates,
)
from leakage.record import redacted_repr


@dataclass(frozen=True, eq=False)
class PrivacyReduction:
    """The loss of privacy for each observation, and bounds on it; each of shape (values of y,).

    Arguments:
        reduction: ΔP(y), the error of a guess without the observation minus that with it.
        by_total_variation: ``4 d_max TV(p(.|y) || p)``.
        by_divergence: ``2 sqrt(2) d_max sqrt(D(p(.|y) || p))``, D in nats.
    """

    reduction: Floats
    by_total_variation: Floats
    by_divergence: Floats

    __repr__ = redacted_repr


def privacy_reduction(
    before: npt.ArrayLike, after: npt.ArrayLike, distortion: Distortion = "hamming", attacker: Attacker = "bayes"
) -> PrivacyReduction:
    """``ΔP(y) = E_p d_A(X, x̂_q) - E_p d_A(X, x̂_p) <= 4 d_max TV(p||q) <= 2 sqrt(2) d_max sqrt(D(p||q))``.

    q is the prior p(x), p the posterior p(x|y), x̂_q and x̂_p the guesses from each.
    Source: Rebollo-Monedero et al., Section V-B1, eq. (8). The paper states it of a MAP attacker, but its proof needs
    that x̂_q costs least under q, which a MAP guess does under Hamming distortion only: with other distortions the
    bound holds for the Bayes attacker, and a MAP attacker may exceed it.

    >>> privacy_reduction([0.5, 0.5], [0.25, 0.75]).reduction.tolist()
    [0.5]
    """
    prior, posterior = distribution_of(before), np.transpose(channel_of(np.atleast_2d(np.transpose(after))))
    if len(prior) != len(posterior):
        raise ValueError("the two distributions must be over the same values")
    matrix = distortion_matrix(distortion, len(prior))
    blind = estimates(prior[:, None], matrix, attacker)[0]
    seeing = estimates(posterior, matrix, attacker)
    risks, greatest = posterior.T @ matrix, float(matrix.max())
    reduction = risks[:, blind] - risks[np.arange(len(seeing)), seeing]
    variation = 0.5 * np.abs(posterior - prior[:, None]).sum(axis=0)
    # In nats, as Pinsker's inequality TV <= sqrt(D/2) has it.
    nats = _divergences(prior, posterior) * np.log(2.0)
    return PrivacyReduction(reduction, 4.0 * greatest * variation, 2.0 * np.sqrt(2.0) * greatest * np.sqrt(nats))


@dataclass(frozen=True)
class AverageReduction:
    """The average loss of privacy from observations, and a bound on it."""

    mean_square: float
    least_information: float
    information: float


def average_reduction(joint: JointDistribution, distortion: Distortion = "hamming") -> AverageReduction:
    """``E ΔP(Y)^2 / (8 d_max^2) <= I(X;Y)``, for the Bayes attacker: little information takes little privacy.

    Source: Rebollo-Monedero et al., Section V-B2.
    """
    matrix = distortion_matrix(distortion, len(joint.prior))
    reduction = privacy_reduction(joint.prior, joint.posterior, matrix).reduction
    mean_square, greatest = float(np.sum(joint.observation * reduction**2)), float(matrix.max())
    # If no error costs anything, nothing is lost.
    least = mean_square / (8.0 * greatest**2) if greatest > 0.0 else 0.0
    return AverageReduction(mean_square, least, privacy_risks(joint).average * float(np.log(2.0)))


@dataclass(frozen=True)
class PrivacyRisks:
    """Three risks in bits, from the average to the worst case; lower is safer.

    Arguments:
        average: R = I(X;Y), mutual information.
        closeness: t, the greatest divergence of an observation: the average within the worst one.
        disclosure: δ, the greatest log ratio of all; infinite if an observation rules a value out.
    """

    average: float
    closeness: float
    disclosure: float


def privacy_risks(joint: JointDistribution) -> PrivacyRisks:
    """``R = E_y D(p(.|y)||p) <= t = max_y D(p(.|y)||p) <= δ = max_{x,y} |log2(p(x|y)/p(x))|``.

    Source: Rebollo-Monedero et al., Sections V-B2 and V-B3.
    """
    distances = _divergences(joint.prior, joint.posterior)
    ratios = np.abs(_log_ratios(joint.prior, joint.posterior))[np.ix_(joint.prior > 0.0, joint.possible)]
    average = float(np.sum(joint.observation * distances))
    return PrivacyRisks(average, float(distances[joint.possible].max()), float(ratios.max()))


def _divergences(prior: Floats, posterior: Floats) -> Floats:
    ratios = _log_ratios(prior, posterior)
    # Rounding must not make a distance negative.
    return np.asarray(np.maximum(np.sum(posterior * np.where(posterior > 0.0, ratios, 0.0), axis=0), 0.0))


def _log_ratios(prior: Floats, posterior: Floats) -> Floats:
    # A value impossible before and after has the ratio log 0 here, which is never used.
    possible = np.where((prior > 0.0)[:, None] | (posterior > 0.0), prior[:, None], 1.0)
    with np.errstate(divide="ignore"):
        ratios: Floats = np.log2(posterior / possible)
    return ratios
