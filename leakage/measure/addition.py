"""What one more attribute would add to a record's leakage: right or wrong, for every label."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from leakage.database import Floats
from leakage.measure.columns import Columns
from leakage.measure.comparison import Mask, columns_of
from leakage.measure.integral import CHUNK, node_blocks, summed
from leakage.measure.measure import Measure, goes_beyond
from leakage.measure.presence import parts_of
from leakage.measure.record_leakage import record_leakage, record_leakages
from leakage.measure.weights import Weights, beta_squared, check_beta, check_weights, weight_of
from leakage.record import Attribute, Record

NEGLIGIBLE = 1e-30
"""What is left of an integral does not count below this part of the greatest slope."""


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
    Source: Whang & Garcia-Molina 2012, Definition 1 and Section 4.2; derived in ``leakage.measure.integral``.

    Arguments and errors: as ``record_leakage``. By a Measure that goes beyond weights the slope is ``L(r + a) - L(r)``
    with the first value lacking, or one that is like no other; c may not scale it where labels are related.

    Returns:
        by label, those of the reference first; a right value before a wrong one, and none where nothing is lacking.

    >>> e = Record.of(("N", "Alice"), ("P", "123"))
    >>> [(a.label, a.right, round(a.slope, 9)) for a in addition_gradient(Record.of(("N", "Alice")), e)]
    [('N', False, -0.166666667), ('P', True, 0.333333333), ('P', False, -0.166666667)]
    """
    check_weights(weights)
    check_beta(beta)
    options = list(_options(record, reference))
    if goes_beyond(weights):
        slopes = _differences(options, record, reference, weights, beta)
    else:
        columns = columns_of([record], reference, weights, beta)
        weight = np.array([weight_of(a.label, weights) for a, _ in options], dtype=np.float64)
        slopes = (1.0 + beta_squared(beta)) * _slopes(columns, weight, np.array([right for _, right in options]))
    return tuple(
        Addition(a.label, right, weight_of(a.label, weights), slope)
        for (a, right), slope in zip(options, slopes.tolist(), strict=True)
    )


def _options(record: Record, reference: Record) -> Iterator[tuple[Attribute, bool]]:
    """For every label the first fact the record lacks, and a value that nobody has."""
    lacking: dict[str, Attribute] = {}
    for fact in reference:
        if record.confidence_of(fact.pair) == 0.0:
            lacking.setdefault(fact.label, Attribute(*fact.pair))
    longest = max((len(a.value) for held in (record, reference) for a in held), default=0)
    for label in dict.fromkeys(a.label for held in (reference, record) for a in held):
        if label in lacking:
            yield lacking[label], True
        yield Attribute(label, "\0" * (longest + 1)), False


def _differences(
    options: list[tuple[Attribute, bool]], record: Record, reference: Record, measure: Measure, beta: float
) -> Floats:
    then = record_leakages((record.with_attribute(a) for a, _ in options), reference, measure, beta=beta)
    return then - record_leakage(record, reference, measure, beta=beta)


def _slopes(columns: Columns, weight: Floats, right: Mask) -> Floats:
    """The slopes less the factor (1 + b^2) of attributes of so much weight, right or wrong; shape (additions,)."""
    slopes = np.zeros(len(weight))
    if not len(weight) or not columns.scale[0]:
        return slopes
    credit = np.where(right, weight, 0.0)
    # An attribute that outweighs all there is needs nodes where it begins to count.
    spread = columns.total(columns.weight) + weight.max()
    given = _Given(columns)
    for s, step in node_blocks(columns.scale, spread, len(columns.weight) + len(weight)):
        product, earned = given.at(s)
        terms = product * (credit * np.exp(-s * weight) + np.expm1(-s * weight) * earned)
        slopes += np.sum(step * terms, axis=0)
        left = float(product[-1, 0] * (credit.max() + earned[-1, 0]))
        if left <= NEGLIGIBLE * columns.scale[0] * np.max(np.abs(slopes)):
            break
    return slopes


class _Given:
    """The product and S of a record at the nodes, its certain attributes taken apart."""

    def __init__(self, columns: Columns) -> None:
        sure = columns.confidence == 1.0
        self._credit = float(columns.credit[sure].sum())
        self._scale = float(columns.scale[0] + columns.weight[sure].sum())
        rest = columns.keep((columns.confidence > 0.0) & ~sure)
        self._parts = parts_of(rest, CHUNK) if len(rest.weight) else []

    def at(self, s: Floats) -> tuple[Floats, Floats]:
        """``exp(-s A) prod_a F_a(s)`` and ``S(s)``, each shape (nodes, 1)."""
        if not self._parts:
            return np.exp(-s * self._scale), np.full(s.shape, self._credit)
        logs, earned = summed(self._parts, s)
        return np.exp(logs - s * self._scale), self._credit + earned
