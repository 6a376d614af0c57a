"""Derivatives of leakage: by each confidence, by what might be added, and by each weight."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from leakage.old.database import Floats
from leakage.old.measure.measuring import as_measure
from leakage.old.measure.record_leakage import record_leakages
from leakage.old.measure.weights import Weights, check_beta
from leakage.record import Attribute, Record

# Ties: leakages that differ in the last bits only are equal, and of equals the first comes first.


TOLERANCE = 1e-12
"""Leakages closer than this are equal: they differ in the last bits of a sum only."""

TIED = 1.0 - 1e-12
"""Likewise by their ratio: however small, the last bits of a leakage depend on what is measured together with it."""


def argmax_tolerant(leakages: Floats) -> int:
    """The number of the first leakage that is the greatest, or less by 1e-12 of it at most.

    Raises:
        ValueError: for no leakages.

    >>> argmax_tolerant(np.array([0.25, 0.5 - 1e-16, 0.5])), argmax_tolerant(np.array([0.0, 1e-15]))
    (1, 1)
    """
    return int(np.argmax(leakages >= leakages.max() * TIED))


def ranking(leakages: Floats) -> list[int]:
    """The numbers of leakages from the greatest on; those that are the next one's but for 1e-12 of it, by number.

    >>> ranking(np.array([0.25, 0.5 - 1e-16, 0.5, 1.0]))
    [3, 1, 2, 0]
    """
    order = np.argsort(-leakages, kind="stable")
    falling = leakages[order]
    runs = np.concatenate((np.zeros(len(order[:1])), np.cumsum(falling[1:] < falling[:-1] * TIED)))
    ranked: list[int] = order[np.lexsort((order, runs))].tolist()
    return ranked


# The derivative of record leakage by each confidence: what one more certainty is worth.


def leakage_gradient(
    record: Record,
    reference: Record,
    weights: Weights | None = None,
    *,
    beta: float = 1.0,
) -> dict[Attribute, float]:
    """``dL/dc`` for every attribute of the record, in one pass.

    L is multilinear in the confidences, so raising one confidence c to 1 gains exactly ``(1 - c) dL/dc`` and
    losing the attribute costs exactly ``c dL/dc``. Right attributes have a derivative >= 0, wrong ones <= 0; by a
    Measure with similarities one that is near may have either sign, and a value near a fact may take the place of a
    closer one that is lost. Exact also at confidence 0 and 1.
    Source: Whang & Garcia-Molina 2012, Definition 1 and Section 4.3; derived in ``leakage.old.measure.kernel``.

    Arguments and errors: as ``record_leakage``.

    >>> e = Record.of(("N", "Alice"), ("P", "123"))
    >>> gradient = leakage_gradient(Record.of(("N", "Alice"), ("P", "123", 0.5)), e)
    >>> {attribute.label: round(slope, 9) for attribute, slope in gradient.items()}
    {'N': 0.5, 'P': 0.333333333}
    """
    measure = as_measure(weights)
    check_beta(beta)
    return dict(zip(record, measure.slopes(record, reference, beta).tolist(), strict=True))


# What one more attribute would add to a record's leakage: right or wrong, for every label.


@dataclass(frozen=True, slots=True)
class Addition:
    """What an attribute that a record does not hold would add to its leakage.

    Arguments:
        label: of the attribute.
        right: whether its value would be right (one of the reference that the record lacks) or wrong.
        weight: of the label, > 0.
        slope: ``L(r + a at confidence c) - L(r) = c slope``: what it would cost to give it away for certain, or,
            where it is below 0, what one more wrong value takes back.
    """

    label: str
    right: bool
    weight: float
    slope: float


def addition_gradient(
    record: Record, reference: Record, weights: Weights | None = None, *, beta: float = 1.0
) -> tuple[Addition, ...]:
    """``dL/dc`` of adding an absent attribute, right or wrong, for every label of the reference and the record.

    ``L(r + a at c, e) - L(r, e) = c dL/dc``, exactly, because L is multilinear in the confidences:
    ``dL/dc = (1 + b^2) int exp(-s A) prod_a F_a [ credit exp(-s w) - (1 - exp(-s w)) S ] ds``, where the credit is w
    for a right value and 0 for a wrong one. The product and S are computed once at each node, for all labels.
    Source: Whang & Garcia-Molina 2012, Definition 1 and Section 4.2; derived in ``leakage.old.measure.kernel``.

    Arguments and errors: as ``record_leakage``. By a Measure with similarities the slope is ``L(r + a) - L(r)`` with
    the first value lacking, or one that is like no other.

    Returns:
        by label, those of the reference first; a right value before a wrong one, and none where nothing is lacking.

    >>> e = Record.of(("N", "Alice"), ("P", "123"))
    >>> [(a.label, a.right, round(a.slope, 9)) for a in addition_gradient(Record.of(("N", "Alice")), e)]
    [('N', False, -0.166666667), ('P', True, 0.333333333), ('P', False, -0.166666667)]
    """
    measure = as_measure(weights)
    check_beta(beta)
    options = list(_options(record, reference))
    slopes = measure.slopes_of_additions(options, record, reference, beta)
    return tuple(
        Addition(a.label, right, measure.weight_of(a.label), slope)
        for (a, right), slope in zip(options, slopes.tolist(), strict=True)
    )


def _options(record: Record, reference: Record) -> Iterator[tuple[Attribute, bool]]:
    """For every label the first fact the record lacks, and a value that nobody has."""
    lacking: dict[str, Attribute] = {}
    for fact in reference:
        if record.confidence_of(fact.pair) == 0.0:
            lacking.setdefault(fact.label, Attribute(*fact.pair))
    longest = max((len(a.value) for whole in (record, reference) for a in whole), default=0)
    for label in dict.fromkeys(a.label for whole in (reference, record.known) for a in whole):
        if label in lacking:
            yield lacking[label], True
        yield Attribute(label, "\0" * (longest + 1)), False


# Sensitivity: how much the figure depends on each weight, which the person can only guess.


FACTORS = (0.5, 2.0)
"""What each weight is multiplied by."""


@dataclass(frozen=True, slots=True)
class Shift:
    """What one changed weight does.

    Arguments:
        leakage: the figure with it: the greatest leakage of a composite.
        top_changed: whether another release leaks most.
    """

    leakage: float
    top_changed: bool


@dataclass(frozen=True, slots=True)
class WeightSensitivity:
    """What halving and doubling the weight of one label does.

    Arguments:
        label: the label.
        weight: its weight as it is.
        leakage: the figure as it is.
        halved, doubled: the figure, and who leaks most, with half and with twice the weight.
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
    """How far the figure moves, and whether another release leaks most, when each label's weight is halved and doubled.

    ``max_r L(r, e)`` over the composites, which do not depend on weights, and over the releases, each by itself, with
    ``w_l / 2`` and ``2 w_l`` in place of ``w_l``.
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
    labels = [*dict.fromkeys(a.label for whole in (reference, *bodies, *given) for a in whole)]
    sensitivities = []
    for label, then in zip(labels, measure.rescaled_leakages(records, reference, labels, FACTORS), strict=True):
        both = (_shift(leakages, figure, len(bodies), order) for leakages in then)
        sensitivities.append(WeightSensitivity(label, measure.weight_of(label), figure, *both))
    return tuple(sorted(sensitivities, key=lambda entry: -entry.spread))


def _shift(leakages: Floats, before: float, bodies: int, order: Floats) -> Shift:
    then, figure = leakages[bodies:], _figure(leakages, bodies)
    top_changed = bool(len(order)) and bool(then.max() - then[argmax_tolerant(order)] > TOLERANCE)
    moved = abs(figure - before) > TOLERANCE
    return Shift(figure if moved else before, top_changed)


def _figure(leakages: Floats, bodies: int) -> float:
    return float(leakages[:bodies].max(initial=0.0))
