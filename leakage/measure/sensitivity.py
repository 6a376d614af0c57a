"""How much hangs on each weight, which the person can only guess."""

from __future__ import annotations

import math
from dataclasses import dataclass

from leakage.frames import Person, Records, person_of, records_of
from leakage.measure.leakage import set_leakage
from leakage.measure.weights import Weights, as_measure, rescaled


@dataclass(frozen=True, slots=True)
class WeightSensitivity:
    """What halving and doubling the weight of one label does to the greatest leakage of a composite."""

    label: str
    weight: float
    leakage: float
    halved: float
    doubled: float

    @property
    def spread(self) -> float:
        """How far the figure moves at most."""
        return max(abs(then - self.leakage) for then in (self.halved, self.doubled))


def weight_sensitivity(
    composites: Records, person: Person, weights: Weights | None = None
) -> tuple[WeightSensitivity, ...]:
    """How far the figure moves when the weight of each label is halved and doubled, the greatest spread first.

    ``max_r L(r, e)`` over the composites, which do not depend on weights, with ``w_l / 2`` and ``2 w_l`` for ``w_l``.
    Source: Whang & Garcia-Molina 2012, Section 2 ("the values of the weights are application specific").

    >>> from leakage import Record
    >>> found = weight_sensitivity([Record.of(("N", "Alice"))], Record.of(("N", "Alice"), ("P", "123")))
    >>> [(entry.label, round(entry.halved, 9), entry.doubled) for entry in found]
    [('N', 0.5, 0.8), ('P', 0.8, 0.5)]
    """
    whole, measure = person_of(person), as_measure(weights)
    bodies = tuple(records_of(composites))
    figure, found = set_leakage(bodies, whole, measure), []
    for label in dict.fromkeys(a.label for record in (whole, *bodies) for a in record):
        both = (set_leakage(bodies, whole, rescaled(measure, {label: factor})) for factor in (0.5, 2.0))
        ends = (figure if math.isclose(then, figure, rel_tol=1e-12) else then for then in both)
        found.append(WeightSensitivity(label, measure.weight(label), figure, *ends))
    return tuple(sorted(found, key=lambda entry: -entry.spread))
