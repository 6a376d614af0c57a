"""Sensitivity: how much the figure depends on each weight, which the person can only guess."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from leakage.database import Floats, Integers
from leakage.measure.measure import Weights
from leakage.measure.measuring import as_measure
from leakage.measure.record_leakage import record_leakages
from leakage.measure.ties import SAME, first_greatest
from leakage.progress import look
from leakage.record import Record

FACTORS = (0.5, 2.0)
"""What each weight is multiplied by."""


@dataclass(frozen=True, slots=True)
class Shift:
    """What one changed weight does.

    Arguments:
        leakage: the figure with it: the greatest leakage of a composite.
        swapped: how many pairs of releases change their order (the Kendall distance of the rankings).
        top_changed: whether another release leaks most.
    """

    leakage: float
    swapped: int
    top_changed: bool


@dataclass(frozen=True, slots=True)
class WeightSensitivity:
    """What halving and doubling the weight of one label does.

    Arguments:
        label: the label.
        weight: its weight as it is.
        leakage: the figure as it is.
        halved, doubled: the figure and the ranking with half and with twice the weight.
    """

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
    composites: Iterable[Record],
    reference: Record,
    weights: Weights | None = None,
    releases: Iterable[Record] = (),
) -> tuple[WeightSensitivity, ...]:
    """How far the figure and the ranking of releases move when the weight of each label is halved and doubled.

    ``max_r L(r, e)`` over the composites, which do not depend on weights, and the order of ``L(r, e)`` of releases,
    each by itself, with ``w_l / 2`` and ``2 w_l`` in place of ``w_l``.
    Source: Whang & Garcia-Molina 2012, Section 2 ("the values of the weights are application specific").

    Arguments:
        composites: E(R), as ``Adversary.resolve`` gives them.
        reference, weights: as ``record_leakage``.
        releases: what was released, each a record.

    Returns:
        one entry for each label of the reference, the composites and the releases; the greatest spread first.

    Raises:
        ValueError: if a weight is not positive.

    >>> e = Record.of(("N", "Alice"), ("P", "123"))
    >>> found = weight_sensitivity([Record.of(("N", "Alice"))], e)
    >>> [(entry.label, round(entry.halved.leakage, 9), entry.doubled.leakage) for entry in found]
    [('N', 0.5, 0.8), ('P', 0.8, 0.5)]
    """
    measure = as_measure(weights)
    bodies, given = tuple(composites), tuple(releases)
    records = measure.in_columns((*bodies, *given))
    now = record_leakages(records, reference, weights)
    figure, order = _figure(now, len(bodies)), now[len(bodies) :]
    labels = [*dict.fromkeys(a.label for held in (reference, *bodies, *given) for a in held)]
    sensitivities = []
    for label, then in zip(labels, measure.rescaled_leakages(records, reference, labels, FACTORS), strict=True):
        both = (_shift(leakages, figure, len(bodies), order) for leakages in then)
        sensitivities.append(WeightSensitivity(label, measure.weight_of(label), figure, *both))
    return tuple(sorted(sensitivities, key=lambda entry: -entry.spread))


def swapped_pairs(before: Floats, after: Floats) -> int:
    """The Kendall distance of two rankings: how many pairs stand in the opposite order; ties count for nothing.

    Counted as merge sort counts inversions, in O(n log^2 n). Source: Knight 1966.

    >>> swapped_pairs(np.array([3.0, 2.0, 1.0]), np.array([1.0, 2.0, 3.0]))
    3
    """
    first, second = _levels(before), _levels(after)
    # Of a tie the lower one comes first, so that it counts for no inversion.
    levels = second[np.lexsort((second, first))]
    places, size = np.arange(len(levels)), len(levels)
    swapped, width = 0, 1
    while width < size:
        look()
        # Every second run of this width against the one before it.
        names = places // (2 * width) * (size + 1)
        later = places // width % 2 == 1
        left = np.sort((names + levels)[~later])
        upto = np.searchsorted(left, names[later] + size, side="right")
        swapped += int(np.sum(upto - np.searchsorted(left, (names + levels)[later], side="right")))
        width *= 2
    return swapped


def _levels(values: Floats) -> Integers:
    """The ranks of values from 0 on, those that differ in the last bits only being one."""
    order = np.argsort(values, kind="stable")
    levels = np.empty(len(values), dtype=np.int64)
    levels[order] = np.cumsum(np.diff(values[order], prepend=values[order][:1]) > SAME)
    return levels


def _shift(leakages: Floats, before: float, bodies: int, order: Floats) -> Shift:
    then, figure = leakages[bodies:], _figure(leakages, bodies)
    top_changed = bool(len(order)) and bool(then.max() - then[first_greatest(order)] > SAME)
    moved = abs(figure - before) > SAME
    return Shift(figure if moved else before, swapped_pairs(order, then), top_changed)


def _figure(leakages: Floats, bodies: int) -> float:
    return float(leakages[:bodies].max(initial=0.0))
