"""Expected precision and recall: the two halves of leakage, with confidences."""

from __future__ import annotations

import numpy as np

from leakage.measure.comparison import columns_of
from leakage.measure.integral import Columns, expectations
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
    columns = columns_of([record], reference, weights, 1.0)
    alone = Columns(columns.weight, columns.confidence, columns.credit, columns.bounds, np.zeros(len(columns.scale)))
    return min(1.0, float(expectations(alone)[0]))


def expected_recall(record: Record, reference: Record, weights: Weights | None = None) -> float:
    """The expected share of the person's information that the record holds, ``E[Re(r', e)]``.

    ``sum_{a in r and e} w_a p_a / sum_{a in e} w_a``, by linearity.
    Source: Whang & Garcia-Molina 2012, Section 2.3 (end).

    Arguments and errors: as ``recall``.

    >>> expected_recall(Record.of(("N", "Alice", 0.5)), Record.of(("N", "Alice"), ("A", "20")))
    0.25
    """
    check_weights(weights)
    known = sum(weight_of(a.label, weights) for a in reference)
    found = sum(weight_of(a.label, weights) * record.confidence_of(a.pair) for a in reference)
    return found / known if known else 0.0
