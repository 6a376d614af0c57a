"""A place told with noise: the error of the best guess, and the most that it gives away."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from leakage.arguments import check_seed
from leakage.tables.any_question import Vulnerability

# A place told with noise: privacy as the mean squared error of the place that is guessed.


PART = 100_000


@dataclass(frozen=True)
class LocationPrivacy:
    """What noise does to a place that is told.

    Arguments:
        privacy: ``P_avg = E ||X - X̂||²``, in squared units of length; higher is more private.
        distortion: ``D = E ||X' - Y'||²``, what it costs in usefulness.
    """

    privacy: float
    distortion: float


def location_privacy(noise: float, spread: float = math.inf, dimensions: int = 2) -> LocationPrivacy:
    """``P_avg = n σ² s² / (σ² + s²)``: the error of the Bayes attacker, whose guess is the conditional mean.

    The person is somewhere by a Gaussian of standard deviation s in each direction, and tells the place with
    independent Gaussian noise of standard deviation σ. Where nothing is known beforehand (s infinite) the place that
    was told is the best guess, and privacy costs just what it gives: P = D = n σ².
    Source: Rebollo-Monedero et al., Section VI-A (mean squared error), worked out for Gaussian places.

    Arguments:
        noise: σ, a length, at least 0.
        spread: s, a length, more than 0.
        dimensions: n, at least 1.

    Squares that no float holds are infinite, or 0.

    Raises:
        ValueError: for a value out of its range.

    >>> location_privacy(3.0, 4.0)
    LocationPrivacy(privacy=11.52, distortion=18.0)
    """
    check_noise(noise, spread, dimensions)
    deviation = guessed_deviation(noise, spread)
    return LocationPrivacy(dimensions * (deviation * deviation), dimensions * (noise * noise))


def guessed_deviation(noise: float, spread: float) -> float:
    """``σ s / sqrt(σ² + s²)``: how far off the guess is in each direction, told with noise; no square is taken.

    >>> guessed_deviation(3.0, 4.0), guessed_deviation(1e-200, 1e200), guessed_deviation(0.0, 1.0)
    (2.4, 1e-200, 0.0)
    """
    less, more = sorted((noise, spread))
    return less / math.hypot(1.0, less / more)


def simulated_location_privacy(
    noise: float, spread: float, dimensions: int = 2, people: int = 100_000, seed: int = 0
) -> LocationPrivacy:
    """As ``location_privacy``, by people who are somewhere, tell a place, and are guessed at.

    Arguments:
        noise, spread, dimensions: as there, the spread finite.
        people: how many, at least 1.
        seed: a whole number of at least 0; equal seeds give equal results.

    Raises:
        ValueError: for a value out of its range.
    """
    check_noise(noise, spread, dimensions)
    if math.isinf(spread):
        raise ValueError("the spread must be finite: nobody can be placed anywhere")
    if not people >= 1:
        raise ValueError(f"there must be at least one person, got {people}")
    random, wrong, off = np.random.default_rng(check_seed(seed)), 0.0, 0.0
    # s² / (σ² + s²), without a square of either.
    share = (1.0 / math.hypot(1.0, noise / spread)) ** 2
    for first in range(0, people, PART):
        count = min(PART, people - first)
        place = random.normal(0.0, spread, (count, dimensions))
        noisy = place + random.normal(0.0, noise, (count, dimensions))
        guess = noisy * share
        wrong += float(np.sum((place - guess) ** 2))
        off += float(np.sum((place - noisy) ** 2))
    return LocationPrivacy(wrong / people, off / people)


def check_noise(noise: float, spread: float, dimensions: int) -> None:
    """Raise a ``ValueError`` for a value out of its range."""
    # Written so that NaN fails too.
    if not 0.0 <= noise < math.inf:
        raise ValueError(f"the noise must be at least 0 and finite, got {noise}")
    if not spread > 0.0:
        raise ValueError(f"the spread must be more than 0, got {spread}")
    if not dimensions >= 1:
        raise ValueError(f"there must be at least one dimension, got {dimensions}")


# A place told with noise: the most that it gives away of anything about the place, whatever it is that is asked.


GREAT = 1e100
"""A ratio of lengths beside whose square 1, and beside which its own multiples, are lost in a float."""


def location_min_entropy_leakage(noise: float, spread: float = math.inf, dimensions: int = 2) -> float:
    """``n/2 log2(1 + s² / σ²)`` in bits: how many times as often a guess is right that must be very near.

    The greatest density of a Gaussian goes with ``s^-n`` before a place is told, and with ``v^(-n/2)`` afterwards,
    ``v = σ² s² / (σ² + s²)``; it is also the mutual information. Infinite without noise, or where nothing was known.
    Source: Smith 2009 (``min_entropy_leakage``), worked out for Gaussian places.

    Arguments:
        noise, spread, dimensions: as ``location_privacy``.

    Raises:
        ValueError: for a value out of its range.

    >>> location_min_entropy_leakage(4.0, 3.0)
    0.6438561897747247
    """
    check_noise(noise, spread, dimensions)
    if noise == 0.0 or math.isinf(spread):
        return math.inf
    ratio = spread / noise
    if ratio < GREAT:
        return dimensions / 2 * math.log1p(ratio**2) / math.log(2.0)
    # The 1 is lost in the square, which may be more than a float holds.
    return dimensions * (math.log2(spread) - math.log2(noise))


def location_maximal_leakage(noise: float, radius: float) -> float:
    """``log2(1 + sqrt(π/2) R/σ + R² / (2σ²))`` in bits: of a place in the plane, within R of one that is known.

    ``log2 ∫ max_x f(y|x) dy``: within the circle the maximum is ``1 / (2πσ²)``, and d beyond it ``exp(-d² / 2σ²)`` of
    that. Infinite without noise, or for a place that may be anywhere: then some question has no bounds.
    Source: Issa, Wagner & Kamath 2020, Theorem 1 for densities (``maximal_leakage``), worked out.

    Arguments:
        noise: σ, a length, at least 0.
        radius: R, a length, more than 0.

    Raises:
        ValueError: for a value out of its range.

    >>> round(location_maximal_leakage(1.0, 2.0), 3)
    2.461
    """
    check_noise(noise, radius, 2)
    if noise == 0.0 or math.isinf(radius):
        return math.inf
    ratio = radius / noise
    if ratio < GREAT:
        return math.log1p(math.sqrt(math.pi / 2.0) * ratio + ratio**2 / 2.0) / math.log(2.0)
    # The square alone counts, and may be more than a float holds.
    return 2.0 * (math.log2(radius) - math.log2(noise)) - 1.0


def location_pointwise_leakage(noise: float, spread: float, exceeded: float) -> float:
    """``log2((1 + s² / σ²) / δ)`` in bits: what no place that is told in the plane tells more than, but for a share δ.

    A place told at a distance d from the usual one tells ``log2(1 + s²/σ²) + d² / (2 (σ² + s²)) log2(e)``: the further
    off, the more, without bounds. It is further off than d with the probability ``exp(-d² / (2 (σ² + s²)))``.
    Source: Saeidian et al. 2023, Theorem 1 for densities (``pointwise_maximal_leakage``), worked out.

    Arguments:
        noise, spread: as ``location_privacy``.
        exceeded: δ, in (0, 1].

    Raises:
        ValueError: for a value out of its range.

    >>> round(location_pointwise_leakage(4.0, 3.0, 0.25), 9)
    2.64385619
    """
    # Written so that NaN fails too.
    if not 0.0 < exceeded <= 1.0:
        raise ValueError(f"the share must be in (0, 1], got {exceeded}")
    return location_min_entropy_leakage(noise, spread) - math.log2(exceeded)


def location_vulnerability(noise: float, spread: float, worth: Sequence[tuple[float, float]]) -> Vulnerability:
    """What she may expect to whom a nearer guess is worth more: ``V_g``, before a place is told and after.

    ``V = sum_k (g_k - g_{k+1}) (1 - exp(-r_k² / 2v))``, g_k the worth within r_k, ``v = s²`` before, and
    ``σ² s² / (σ² + s²)`` afterwards: the distance from the mean of a Gaussian in the plane is Rayleigh's. Guessing the
    mean wins most, since what is worth more is a smaller circle around it (Anderson 1955).
    Source: Alvim et al. 2012 (``g_vulnerability``), worked out.

    Arguments:
        noise, spread: as ``location_privacy``.
        worth: (r, g), g in [0, 1] for a guess at most the length r off, r at least 0; the greatest that applies counts.

    Raises:
        ValueError: for a value out of its range, or no worth at all.

    >>> location_vulnerability(0.0, 1.0, [(2.0, 1.0)]).after
    1.0
    """
    check_noise(noise, spread, 2)
    if not worth:
        raise ValueError("at least one distance must be worth something")
    # Written so that NaN fails too.
    if not all(0.0 <= distance < math.inf and 0.0 <= gain <= 1.0 for distance, gain in worth):
        raise ValueError("distances must be at least 0 and finite, and what they are worth in [0, 1]")
    circles, deviations = _circles(worth), (spread, guessed_deviation(noise, spread))
    return Vulnerability(*(sum(gain * _within(distance, s) for distance, gain in circles) for s in deviations))


def _circles(worth: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Circles that add up to the worth: each adds what its edge is worth more than what lies beyond."""
    beyond, circles = 0.0, []
    for distance, group in itertools.groupby(sorted(worth, reverse=True), key=lambda circle: circle[0]):
        most = max(gain for _, gain in group)
        if most > beyond:
            circles.append((distance, most - beyond))
            beyond = most
    return circles


def _within(distance: float, deviation: float) -> float:
    """How often a place is so near the mean."""
    if deviation == 0.0:
        return 1.0
    ratio = distance / deviation
    return -math.expm1(-ratio * ratio / 2.0)
