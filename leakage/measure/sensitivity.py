"""Sensitivity: how much the figure depends on each weight, which the person can only guess."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from leakage.database import Database, Floats
from leakage.measure.measure import Measure
from leakage.measure.record_leakage import record_leakages
from leakage.measure.relation import Joint, Relation
from leakage.measure.weights import Weights, check_weights, weight_of
from leakage.record import Record

SAME = 1e-12
"""Leakages closer than this are equal: they differ in the last bits of a sum only."""


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
    check_weights(weights)
    bodies, given = tuple(composites), tuple(releases)
    # In columns once: only the weights change.
    records = Database.from_records((*bodies, *given)) if not isinstance(weights, Measure) else (*bodies, *given)
    now = record_leakages(records, reference, weights)
    figure, order = _figure(now, len(bodies)), now[len(bodies) :]
    labels = dict.fromkeys(a.label for held in (reference, *bodies, *given) for a in held)
    found = [
        WeightSensitivity(
            label,
            weight_of(label, weights),
            figure,
            *(_shift(records, reference, changed(weights, label, by), len(bodies), order) for by in (0.5, 2.0)),
        )
        for label in labels
    ]
    return tuple(sorted(found, key=lambda entry: -entry.spread))


def changed(weights: Weights | None, label: str, factor: float) -> Weights:
    """The weights with one label's multiplied; what the label shares with others by a Measure is left as it is.

    >>> changed({"N": 2.0}, "N", 0.5), changed(None, "P", 2.0)
    ({'N': 1.0}, {'P': 2.0})
    """
    if not isinstance(weights, Measure):
        return {**(weights or {}), label: weight_of(label, weights) * factor}
    given = dict(weights.weights)
    relations = [_changed_relation(relation, label, factor) for relation in weights.relations]
    return Measure(changed(given, label, factor), weights.similarities, relations)


def swapped_pairs(before: Floats, after: Floats) -> int:
    """The Kendall distance of two rankings: how many pairs stand in the opposite order; ties count for nothing.

    >>> swapped_pairs(np.array([3.0, 2.0, 1.0]), np.array([1.0, 2.0, 3.0]))
    3
    """
    return int(np.sum(_signs(before) * _signs(after) < 0.0)) // 2


def _signs(values: Floats) -> Floats:
    apart = values[:, np.newaxis] - values[np.newaxis, :]
    signs: Floats = np.where(np.abs(apart) <= SAME, 0.0, np.sign(apart))
    return signs


def _shift(
    records: Database | Sequence[Record], reference: Record, weights: Mapping[str, float], bodies: int, order: Floats
) -> Shift:
    leakages = record_leakages(records, reference, weights)
    then = leakages[bodies:]
    top_changed = bool(len(order)) and bool(then.max() - then[int(np.argmax(order))] > SAME)
    return Shift(_figure(leakages, bodies), swapped_pairs(order, then), top_changed)


def _figure(leakages: Floats, bodies: int) -> float:
    return float(leakages[:bodies].max(initial=0.0))


def _changed_relation(relation: Relation, label: str, factor: float) -> Relation:
    if not isinstance(relation, Joint) or label not in dict(relation.weights):
        return relation
    return Joint(relation.labels, relation.shared, changed(dict(relation.weights), label, factor))
