"""How much hangs on each weight, which the person can only guess."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from leakage.frames import Floats, Person, Records, person_of, records_of
from leakage.measure.leakage import TIED, argmax_tolerant, leakages
from leakage.measure.weights import Measure, Weights, as_measure, rescaled
from leakage.record import Record


@dataclass(frozen=True, slots=True)
class Shift:
    """The greatest leakage of a composite with one changed weight, and whether another release leaks most then."""

    leakage: float
    top_changed: bool


@dataclass(frozen=True, slots=True)
class WeightSensitivity:
    """What halving and doubling the weight of one label does to the greatest leakage of a composite."""

    label: str
    weight: float
    leakage: float
    halved: Shift
    doubled: Shift

    @property
    def spread(self) -> float:
        """How far the figure moves at most."""
        return max(abs(shift.leakage - self.leakage) for shift in (self.halved, self.doubled))


def weight_sensitivity(
    composites: Records, person: Person, weights: Weights | None = None, releases: Records = ()
) -> tuple[WeightSensitivity, ...]:
    """How far the figure moves when the weight of each label is halved and doubled, the greatest spread first.

    ``max_r L(r, e)`` over the composites, which do not depend on weights, and which release leaks most by itself, with
    ``w_l / 2`` and ``2 w_l`` in place of ``w_l``.
    Source: Whang & Garcia-Molina 2012, Section 2 ("the values of the weights are application specific").

    >>> found = weight_sensitivity([Record.of(("N", "Alice"))], Record.of(("N", "Alice"), ("P", "123")))
    >>> [(entry.label, round(entry.halved.leakage, 9), entry.doubled.leakage) for entry in found]
    [('N', 0.5, 0.8), ('P', 0.8, 0.5)]
    """
    whole, measure = person_of(person), as_measure(weights)
    bodies, given = tuple(records_of(composites)), tuple(records_of(releases))
    figure, order = _figures(bodies, given, whole, measure)
    found = []
    for label in dict.fromkeys(a.label for record in (whole, *bodies, *given) for a in record):
        shifts = []
        for factor in (0.5, 2.0):
            then, ranks = _figures(bodies, given, whole, rescaled(measure, {label: factor}))
            changed = bool(len(order)) and bool(ranks[argmax_tolerant(order)] < ranks.max() * TIED)
            shifts.append(Shift(figure if np.isclose(then, figure, rtol=1e-12, atol=0.0) else then, changed))
        found.append(WeightSensitivity(label, measure.weight(label), figure, *shifts))
    return tuple(sorted(found, key=lambda entry: -entry.spread))


def _figures(
    bodies: Sequence[Record], given: Sequence[Record], person: Record, measure: Measure
) -> tuple[float, Floats]:
    each = leakages((*bodies, *given), person, measure)
    return float(each[: len(bodies)].max(initial=0.0)), each[len(bodies) :]
