"""Expected precision and recall: the two halves of leakage, with confidences."""

from __future__ import annotations

from leakage.measure.measure import Weights
from leakage.measure.measuring import as_measure
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
    return min(1.0, float(as_measure(weights).ratios([record], reference, 1.0, part=0.0)[0]))


def expected_recall(record: Record, reference: Record, weights: Weights | None = None) -> float:
    """The expected share of the person's information that the record holds, ``E[Re(r', e)]``.

    ``sum_{a in r and e} w_a p_a / sum_{a in e} w_a``, by linearity.
    Source: Whang & Garcia-Molina 2012, Section 2.3 (end).

    Arguments and errors: as ``recall``.

    >>> expected_recall(Record.of(("N", "Alice", 0.5)), Record.of(("N", "Alice"), ("A", "20")))
    0.25
    """
    return as_measure(weights).recall(record, reference)
