"""Objective: one figure for several adversaries, the worst or a weighted average."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias, get_args

import numpy as np

from leakage.database import Floats
from leakage.decision.plan.situation import Threat

Aim: TypeAlias = Literal["worst", "average"]
AIMS: tuple[Aim, ...] = get_args(Aim)
"""What is made small: what the adversary knows who knows most, or what they know by their weights on average."""


def as_one(leakages: Floats, threats: Sequence[Threat], aim: Aim) -> Floats:
    """One figure for each row of leakages.

    ``max_t L_t`` or ``sum_t w_t L_t / sum_t w_t``.

    Arguments:
        leakages: shape (rows, threats).
        threats: in the order of the columns.
        aim: which of the two.

    Raises:
        ValueError: for another aim.

    >>> from leakage.resolution.adversary import Adversary
    >>> threats = [Threat("By name", Adversary()), Threat("By all", Adversary(), weight=3.0)]
    >>> leakages = np.array([[0.5, 0.25]])
    >>> as_one(leakages, threats, "worst").tolist(), as_one(leakages, threats, "average").tolist()
    ([0.5], [0.3125])
    """
    if aim not in AIMS:
        raise ValueError("the aim must be worst or average")
    if aim == "worst":
        greatest: Floats = leakages.max(axis=1)
        return greatest
    weights = np.array([threat.weight for threat in threats])
    mean: Floats = leakages @ (weights / weights.sum())
    return mean
