"""Rate and distortion: the least that can be told about a value within a distortion of what is disclosed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from leakage.database import Floats
from leakage.tables.entropy import distribution_of
from leakage.tables.estimation import Distortion, distortion_matrix

STEPS = 20_000
ENOUGH = 1e-9
"""Bits between what was reached and what can be reached at best, at which the iteration stops."""

HALVINGS = 80


@dataclass(frozen=True, eq=False)
class RatePoint:
    """One point of the curve.

    Arguments:
        distortion: D of the rule found.
        rate: I(X;Y) of the rule found, in bits; lower is more private.
        gap: by how many bits at most a rule with that distortion can do better.
        channel: the rule, p(y|x).
    """

    distortion: float
    rate: float
    gap: float
    channel: Floats


def blahut_arimoto(
    prior: npt.ArrayLike, distortion: Distortion, slope: float, values: npt.ArrayLike | None = None
) -> RatePoint:
    """``min over p(y|x) of I(X;Y) + s E d(X,Y)``: the point of the rate-distortion curve where it falls by s bits.

    The Blahut-Arimoto algorithm: ``p(y|x) ∝ q(y) 2^(-s d(x,y))`` and ``q(y) = sum_x p(x) p(y|x)`` in turn, until
    Blahut's lower bound is within 1e-9 bits.
    Source: Rebollo-Monedero et al., Section V-B2, eq. (9), for X' = X and Y' = Y.

    Arguments:
        prior: p(x), adding up to 1.
        distortion: d_U(x, y), as ``distortion_matrix``; one column for each y.
        slope: s, bits for one unit of distortion, at least 0.
        values: the numbers of x, for differences.

    Raises:
        ValueError: for a slope below 0, or what is no distribution or no distortion.

    >>> point = blahut_arimoto([0.5, 0.5], "hamming", 2.0)
    >>> round(point.distortion, 6), round(point.rate, 6)
    (0.2, 0.278072)
    """
    p = distribution_of(prior)
    matrix = distortion_matrix(distortion, len(p), values)
    # Written so that NaN fails too.
    if not slope >= 0.0:
        raise ValueError(f"the slope must be at least 0, got {slope}")
    # The least distortion of a row changes nothing but keeps its powers from all being 0.
    powers = 2.0 ** (-slope * (matrix - matrix.min(axis=1, keepdims=True)))
    q = np.full(matrix.shape[1], 1.0 / matrix.shape[1])
    gap = np.inf
    for _ in range(STEPS):
        factors = (p / (powers @ q)) @ powers
        gap = float(np.log2(factors.max()))
        if gap <= ENOUGH:
            break
        q = q * factors
    channel = powers * q / (powers @ q)[:, None]
    return RatePoint(float(np.sum(p[:, None] * channel * matrix)), _rate(p, channel), max(gap, 0.0), channel)


def rate_distortion_curve(
    prior: npt.ArrayLike, distortion: Distortion, slopes: Sequence[float], values: npt.ArrayLike | None = None
) -> tuple[RatePoint, ...]:
    """The points of ``R(D) = min I(X;Y)`` for several slopes, as ``blahut_arimoto``."""
    return tuple(blahut_arimoto(prior, distortion, slope, values) for slope in slopes)


def rate_within(
    prior: npt.ArrayLike, distortion: Distortion, most: float, values: npt.ArrayLike | None = None
) -> RatePoint:
    """``min I(X;Y) subject to E d(X,Y) <= D``: the most private rule that is useful enough.

    The slope is found by halving; on a straight piece of the curve the rule mixes its two ends.
    Source: Rebollo-Monedero et al., eq. (9).

    Arguments:
        prior, distortion, values: as ``blahut_arimoto``.
        most: D, at least the least distortion there can be.

    Raises:
        ValueError: if no rule keeps to the distortion, or for what ``blahut_arimoto`` refuses.
    """
    p = distribution_of(prior)
    matrix = distortion_matrix(distortion, len(p), values)
    least = float(np.sum(p * matrix.min(axis=1)))
    # Written so that NaN fails too.
    if not most >= least:
        raise ValueError(f"the distortion cannot be below {least:g}, got {most}")
    single = p @ matrix
    if most >= single.min():
        channel = np.zeros(matrix.shape)
        channel[:, int(np.argmin(single))] = 1.0
        return RatePoint(float(single.min()), 0.0, 0.0, channel)
    return _between(p, matrix, most)


def _between(p: Floats, matrix: Floats, most: float) -> RatePoint:
    low, high = 0.0, 1.0
    loose, tight = blahut_arimoto(p, matrix, low), blahut_arimoto(p, matrix, high)
    while tight.distortion > most and high < 2.0**20:
        low, loose, high = high, tight, 2.0 * high
        tight = blahut_arimoto(p, matrix, high)
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        if middle in (low, high) or loose.distortion - tight.distortion <= ENOUGH * (1.0 + most):
            break
        point = blahut_arimoto(p, matrix, middle)
        if point.distortion > most:
            low, loose = middle, point
        else:
            high, tight = middle, point
    width = loose.distortion - tight.distortion
    part = float(np.clip((most - tight.distortion) / width, 0.0, 1.0)) if width > 0.0 else 0.0
    channel = part * loose.channel + (1.0 - part) * tight.channel
    return RatePoint(
        float(np.sum(p[:, None] * channel * matrix)), _rate(p, channel), max(loose.gap, tight.gap), channel
    )


def _rate(p: Floats, channel: Floats) -> float:
    told = p @ channel
    # Where q has shrunk to the least of floats, its product with p may be 0.
    heard = (channel > 0.0) & (told > 0.0)
    ratios = np.divide(channel, told, out=np.ones_like(channel), where=heard)
    return max(0.0, float(np.sum(p[:, None] * channel * np.log2(ratios))))
