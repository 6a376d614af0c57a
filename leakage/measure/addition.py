"""What one more attribute would add to a record's leakage: right or wrong, for every label."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from leakage.measure.measure import Weights
from leakage.measure.measuring import as_measure
from leakage.measure.weights import check_beta
from leakage.record import Attribute, Record


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
    with the first value lacking, or one that is like no other.

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
    longest = max((len(a.value) for held in (record, reference) for a in held), default=0)
    for label in dict.fromkeys(a.label for held in (reference, record.known) for a in held):
        if label in lacking:
            yield lacking[label], True
        yield Attribute(label, "\0" * (longest + 1)), False
