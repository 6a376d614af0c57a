"""A place told with noise: the error of the best guess."""

from __future__ import annotations

import math
from dataclasses import dataclass


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
    _check(noise, spread, dimensions)
    # How far off the guess is in each direction, without a square of either.
    less, more = sorted((noise, spread))
    deviation = less / math.hypot(1.0, less / more)
    return LocationPrivacy(dimensions * (deviation * deviation), dimensions * (noise * noise))


def _check(noise: float, spread: float, dimensions: int) -> None:
    """Raise a ``ValueError`` for a value out of its range."""
    # Written so that NaN fails too.
    if not 0.0 <= noise < math.inf:
        raise ValueError(f"the noise must be at least 0 and finite, got {noise}")
    if not spread > 0.0:
        raise ValueError(f"the spread must be more than 0, got {spread}")
    if not dimensions >= 1:
        raise ValueError(f"there must be at least one dimension, got {dimensions}")
