"""Expected precision and recall: the two halves of leakage, with confidences."""

from __future__ import annotations

import math

import numpy as np

from leakage.measure.comparison import reference_weight
from leakage.measure.measure import Measure, goes_beyond
from leakage.measure.ratios import claimed_columns, ratios
from leakage.measure.weights import Weights, check_weights, weight_of
from leakage.record import Record


def expected_precision(record: Record, reference: Record, weights: Weights | None = None) -> float:
    """The expected share of what the record says that is right, ``E[Pr(r', e)]``.

    A world without attributes has precision 0: this is the integral of leakage with ``A = 0``.
    Source: Whang & Garcia-Molina 2012, Section 2.3 (end).

    Arguments and errors: as ``precision``.

    >>> e = Record.of(("N", "Alice"), ("A", "20"))
    >>> round(expected_precision(Record.of(("N", "Alice", 0.5), ("A", "30")), e), 12)
    0.25
    """
    check_weights(weights)
    return min(1.0, float(ratios([record], reference, weights, 1.0, part=0.0)[0]))


def expected_recall(record: Record, reference: Record, weights: Weights | None = None) -> float:
    """The expected share of the person's information that the record holds, ``E[Re(r', e)]``.

    ``sum_{a in r and e} w_a p_a / sum_{a in e} w_a``, by linearity.
    Source: Whang & Garcia-Molina 2012, Section 2.3 (end).

    Arguments and errors: as ``recall``.

    >>> expected_recall(Record.of(("N", "Alice", 0.5)), Record.of(("N", "Alice"), ("A", "20")))
    0.25
    """
    check_weights(weights)
    if goes_beyond(weights):
        return _measured_recall(record, reference, weights)
    known = reference_weight(reference, weights)
    found = math.fsum(weight_of(a.label, weights) * record.confidence_of(a.pair) for a in reference)
    return found / known if known else 0.0


def _measured_recall(record: Record, reference: Record, measure: Measure) -> float:
    """``E[X] / W_e``: of the attributes that claim a fact, the closest present one earns it."""
    columns, claims = claimed_columns(measure.expanded(record, reference), 1.0)
    order = np.lexsort((-columns.credit, claims))
    found, absent, fact = 0.0, 1.0, -1
    for row in order[claims[order] >= 0].tolist():
        absent = absent if claims[row] == fact else 1.0
        fact = int(claims[row])
        found += float(columns.credit[row] * columns.confidence[row]) * absent
        absent *= 1.0 - float(columns.confidence[row])
    return found / float(columns.scale[0]) if found else 0.0
