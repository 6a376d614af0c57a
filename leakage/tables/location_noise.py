"""A place told with noise: privacy as the mean squared error of the place that is guessed."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

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
        seed: equal seeds give equal results.

    Raises:
        ValueError: for a value out of its range.
    """
    check_noise(noise, spread, dimensions)
    if math.isinf(spread):
        raise ValueError("the spread must be finite: nobody can be placed anywhere")
    if not people >= 1:
        raise ValueError(f"there must be at least one person, got {people}")
    random, wrong, off = np.random.default_rng(seed), 0.0, 0.0
    # s² / (σ² + s²), without a square of either.
    share = (1.0 / math.hypot(1.0, noise / spread)) ** 2
    for first in range(0, people, PART):
        count = min(PART, people - first)
        place = random.normal(0.0, spread, (count, dimensions))
        told = place + random.normal(0.0, noise, (count, dimensions))
        guess = told * share
        wrong += float(np.sum((place - guess) ** 2))
        off += float(np.sum((place - told) ** 2))
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
