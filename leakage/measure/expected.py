"""Expected precision and recall: the two halves of leakage, with confidences."""

from __future__ import annotations

from leakage.measure.comparison import columns_of
from leakage.measure.integral import Columns, expectation
from leakage.measure.weights import Weights, check_weights, weight_of
from leakage.record import Record


def expected_precision(record: Record, reference: Record, weights: Weights | None = None) -> float:
    """The expected share of what the record says that is right, ``E[Pr(r', e)]``.

    A world without attributes has precision 0, so this is ``E[X / Y; Y > 0]``: the integral of leakage with A
    the least weight a world with a correct attribute has, taken one correct attribute at a time.
    Source: Whang & Garcia-Molina 2012, Section 2.3 (end).

    Arguments and errors: as ``precision``.

    >>> e = Record.of(("N", "Alice"), ("A", "20"))
    >>> expected_precision(Record.of(("N", "Alice", 0.5), ("A", "30")), e)
    0.25
    """
    check_weights(weights)
    columns = columns_of(record, reference, weights, 1.0)
    total = 0.0
    for index in (columns.credit > 0.0).nonzero()[0]:
        chance = float(columns.confidence[index])
        # Given that this attribute is present it alone stands in the numerator, and its weight is certain.
        confidence = columns.confidence.copy()
        confidence[index] = 1.0
        credit = columns.credit * 0.0
        credit[index] = columns.credit[index]
        total += chance * expectation(Columns(columns.weight, confidence, credit, 0.0))
    return min(1.0, total)


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
