"""Odds: match weights as probabilities, and as a person says them."""

from __future__ import annotations

import math

MOST_BITS = 1_000.0
"""Beyond, a probability is 0 or 1 to the last digit, and a threshold means nothing."""


def threshold_of(probability: float) -> float:
    """The match weight at a probability: ``log2(P / (1 - P))``.

    Source: Fellegi & Sunter 1969, as Splink has it.

    Arguments:
        probability: P, in (0, 1).

    Raises:
        ValueError: outside of it.

    >>> threshold_of(0.5), round(threshold_of(1024 / 1025), 9)
    (0.0, 10.0)
    """
    if not 0.0 < probability < 1.0:
        raise ValueError(f"probability must be in (0, 1), got {probability}")
    return math.log2(probability) - math.log2(1.0 - probability)


def probability_of(weight: float) -> float:
    """The probability at a match weight: ``1 / (1 + 2^-W)``; only to be shown, for large weights become 1.

    Source: Fellegi & Sunter 1969, as Splink has it.

    >>> probability_of(0.0), probability_of(-2000.0)
    (0.5, 0.0)
    """
    return 1.0 / (1.0 + 2.0**-weight) if weight > -MOST_BITS else 0.0


def odds_sentence(weight: float) -> str:
    """The odds of a match weight, as a person says them.

    >>> odds_sentence(5.0), odds_sentence(0.0), odds_sentence(-3.0)
    ('32 to 1', '1 to 1', '1 to 8')
    """
    told = f"{2.0 ** abs(weight):,.0f}" if 3.0 <= abs(weight) <= 40.0 else f"{2.0 ** abs(weight):.3g}"
    return f"{told} to 1" if weight >= 0.0 else f"1 to {told}"
