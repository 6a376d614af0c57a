"""Ratios of gamma functions that keep their digits for large arguments and for small steps."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from leakage.database import Floats

SHIFT = 32
"""Arguments are moved up by so much first: beyond it Stirling's series has all digits."""


def gamma_ratio(x: npt.ArrayLike, step: npt.ArrayLike) -> Floats:
    """``log Gamma(x + step) - log Gamma(x)``, with an error that is as small as the step.

    Source: Stirling's series, Abramowitz & Stegun 6.1.41, and 6.1.15 to move the argument up.

    Arguments:
        x, x + step: above 0.

    >>> round(float(gamma_ratio(3.0, 2.0)), 12) == round(float(np.log(4 * 3)), 12)
    True
    """
    low, by = np.asarray(x, np.float64), np.asarray(step, np.float64)
    moved = sum((np.log1p(by / (low + j)) for j in range(SHIFT)), np.zeros(np.broadcast(low, by).shape))
    high = low + SHIFT
    stirling = by * np.log(high + by) + (high - 0.5) * np.log1p(by / high) - by
    return stirling + _tail(high + by) - _tail(high) - moved


def bend(x: npt.ArrayLike, step: npt.ArrayLike) -> Floats:
    """``log Gamma(x) + log Gamma(x + 2 step) - 2 log Gamma(x + step)``, with an error as small as the step squared.

    Source: Taylor's series about the middle, whose even derivatives are polygamma functions.

    Arguments:
        x: above 0.
        step: in [0, 1).

    >>> round(float(bend(2.0, 0.5)), 12) == round(float(np.log(2.0) - 2 * np.log(0.75 * np.sqrt(np.pi))), 12)
    True
    """
    from scipy.special import polygamma  # type: ignore[import-untyped]  # noqa: PLC0415

    low, by = np.asarray(x, np.float64), np.asarray(step, np.float64)
    middle = low + by
    moved = sum((np.log1p(-((by / (middle + j)) ** 2)) for j in range(SHIFT)), np.zeros(middle.shape))
    high = middle + SHIFT
    series = by**2 * polygamma(1, high) + by**4 / 12.0 * polygamma(3, high) + by**6 / 360.0 * polygamma(5, high)
    told: Floats = series - moved
    return told


def _tail(x: Floats) -> Floats:
    """What Stirling's series adds: its first terms, of which the next is below 1e-16 from 32 on."""
    inverse = 1.0 / x
    square = inverse * inverse
    told: Floats = inverse * (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square / 1188))))
    return told
