"""Precision, recall and F-beta of a record: leakage in one world, confidences ignored."""

from __future__ import annotations

from leakage.measure.measure import Weights
from leakage.measure.measuring import as_measure
from leakage.measure.weights import beta_squared, check_beta
from leakage.record import Record


def precision(record: Record, reference: Record, weights: Weights | None = None) -> float:
    """Correctness: which part of what the record says is right.

    ``Pr(r, e) = sum_{a in r and e} w_a / sum_{a in r} w_a``, 0 for an empty record.
    Source: Whang & Garcia-Molina 2012, Section 2.1.

    Arguments:
        record: r; its confidences are ignored.
        reference: e, the person's complete information.
        weights: label to weight > 0; a label not named weighs 1. Or a Measure.

    Raises:
        ValueError: if a weight is not positive.

    >>> e = Record.of(("N", "Alice"), ("A", "20"), ("P", "123"), ("Z", "94305"))
    >>> precision(Record.of(("N", "Alice"), ("A", "20"), ("P", "111")), e, {"N": 2})
    0.75
    """
    right, said, _ = as_measure(weights).parts(record, reference)
    return right / said if said else 0.0


def recall(record: Record, reference: Record, weights: Weights | None = None) -> float:
    """Completeness: which part of the person's information the record found.

    ``Re(r, e) = sum_{a in r and e} w_a / sum_{a in e} w_a``, 0 for an empty reference.
    Source: Whang & Garcia-Molina 2012, Section 2.2.

    Arguments and errors: as ``precision``.

    >>> e = Record.of(("N", "Alice"), ("A", "20"), ("P", "123"), ("Z", "94305"))
    >>> recall(Record.of(("N", "Alice"), ("A", "20"), ("P", "111")), e, {"N": 2})
    0.6
    """
    right, _, known = as_measure(weights).parts(record, reference)
    return right / known if known else 0.0


def f_measure(record: Record, reference: Record, weights: Weights | None = None, beta: float = 1.0) -> float:
    """``L_0``: the weighted harmonic mean of precision and recall, leakage without confidences.

    ``F_beta = (1 + b^2) Pr Re / (b^2 Pr + Re) = (1 + b^2) X / (b^2 W_e + Y)`` with X the weight of
    r's correct attributes, Y of all of r, W_e of the reference; 0 where nothing is right.
    Source: Whang & Garcia-Molina 2012, Section 2.2.

    Arguments:
        record, reference, weights: as ``precision``.
        beta: > 0; above 1 recall counts more, below 1 precision does.

    Raises:
        ValueError: if a weight or beta is not positive.

    >>> e = Record.of(("N", "Alice"), ("A", "20"), ("P", "123"), ("Z", "94305"))
    >>> round(f_measure(Record.of(("N", "Alice"), ("A", "20"), ("P", "111")), e, {"N": 2}), 12)
    0.666666666667
    """
    measure = as_measure(weights)
    check_beta(beta)
    right, said, known = measure.parts(record, reference)
    if right == 0.0:
        return 0.0
    square = beta_squared(beta)
    return (1.0 + square) * right / (square * known + said)
