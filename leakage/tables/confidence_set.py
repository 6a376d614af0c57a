"""Confidence sets: the fewest values among which the truth lies nearly always."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from leakage.database import Integers
from leakage.short_repr import short_repr
from leakage.tables.entropy import distribution_of
from leakage.tables.estimation import error_among

TOLERANCE = 1e-12


@dataclass(frozen=True, eq=False)
class ConfidenceSet:
    """Values that an attacker looks into, each as closely as the others.

    Arguments:
        members: places of the values in C, the likeliest first.
        probability: P{X in C}.
    """

    members: Integers
    probability: float

    __repr__ = short_repr

    @property
    def error(self) -> float:
        """``1 - 1/|C|``: the error of a guess by somebody who takes the members for equally likely."""
        return error_among(len(self.members))


def confidence_set(probabilities: npt.ArrayLike, confidence: float) -> ConfidenceSet:
    """The smallest C with ``P{X in C} >= p``, and of all as small the likeliest. A larger one is more private.

    The paper has ``P{X in C} = p``, which finitely many values rarely allow. At p = 1 it is all that is possible, and
    ``log2 |C|`` Hartley's entropy.
    Source: Rebollo-Monedero et al., Section V-A1.

    Arguments:
        probabilities: of every value, adding up to 1; shape (values,).
        confidence: p, in (0, 1].

    Raises:
        ValueError: for a confidence out of its range, or what is no distribution.

    >>> found = confidence_set([0.1, 0.6, 0.3], 0.8)
    >>> found.members.tolist(), round(found.probability, 9), found.error
    ([1, 2], 0.9, 0.5)
    """
    given = distribution_of(probabilities)
    # Written so that NaN fails too.
    if not 0.0 < confidence <= 1.0:
        raise ValueError(f"confidence must be in (0, 1], got {confidence}")
    likeliest_first = np.argsort(-given, kind="stable").astype(np.int64)
    covered = np.cumsum(given[likeliest_first])
    if confidence == 1.0:
        size = int(np.count_nonzero(given))
    else:
        size = min(int(np.searchsorted(covered, confidence - TOLERANCE)) + 1, len(given))
    return ConfidenceSet(likeliest_first[:size], float(covered[size - 1]))
