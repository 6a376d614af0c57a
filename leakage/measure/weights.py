"""Weights: how much a label matters to the person, relative to the others."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TypeAlias

LabelWeights: TypeAlias = Mapping[str, float]
"""Label to weight > 0; a label not named weighs 1."""


def weight_of(label: str, weights: LabelWeights | None) -> float:
    """``w_l``: the weight of a label; a label not named weighs 1.

    Source: Whang & Garcia-Molina 2012, Section 2.

    >>> weight_of("C", {"C": 3.0}), weight_of("Z", {"C": 3.0}), weight_of("Z", None)
    (3.0, 1.0, 1.0)
    """
    return 1.0 if weights is None else float(weights.get(label, 1.0))


def check_weights(weights: LabelWeights | None) -> None:
    """Refuse weights that are not positive finite numbers.

    Raises:
        ValueError: if a weight is not in (0, infinity).
    """
    for weight in (weights or {}).values():
        if not (weight > 0.0 and math.isfinite(weight)):
            raise ValueError(f"weight must be a positive number, got {weight}")


def check_beta(beta: float) -> None:
    """Refuse a beta that does not weigh recall against precision.

    Raises:
        ValueError: if beta is not in (0, infinity).
    """
    if not (beta > 0.0 and math.isfinite(beta)):
        raise ValueError(f"beta must be a positive number, got {beta}")


def beta_squared(beta: float) -> float:
    """``b^2``; where it would overflow or vanish, what is left of precision or recall has vanished long before.

    >>> beta_squared(2.0), beta_squared(1e300) < 1e51
    (4.0, True)
    """
    return min(max(beta, 1e-25), 1e25) ** 2
