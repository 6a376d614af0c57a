"""The derivative of record leakage by each confidence: what one more certainty is worth."""

from __future__ import annotations

from leakage.measure.measure import Weights
from leakage.measure.measuring import as_measure
from leakage.measure.weights import check_beta
from leakage.record import Attribute, Record


def leakage_gradient(
    record: Record,
    reference: Record,
    weights: Weights | None = None,
    *,
    beta: float = 1.0,
) -> dict[Attribute, float]:
    """``dL/dc`` for every attribute of the record, in one pass.

    L is multilinear in the confidences, so raising one confidence c to 1 gains exactly ``(1 - c) dL/dc`` and
    losing the attribute costs exactly ``c dL/dc``. By weights alone right attributes have a derivative >= 0, wrong ones
    <= 0. By a Measure one that is like no fact has <= 0; one that is near may have either sign, and so may a right one
    beside another that is near the same fact, for it adds more to what is said than to what is right.
    Source: Whang & Garcia-Molina 2012, Definition 1 and Section 4.3; derived in ``leakage.measure.integral``.

    Exact also at confidence 0 and 1. By a Measure that goes beyond weights it is ``L(r with a at 1) - L(r without a)``,
    one measurement for each, to 1e-15 of L: there too L is an expectation over the worlds of r, hence linear.

    Arguments and errors: as ``record_leakage``.

    >>> e = Record.of(("N", "Alice"), ("P", "123"))
    >>> gradient = leakage_gradient(Record.of(("N", "Alice"), ("P", "123", 0.5)), e)
    >>> {attribute.label: round(slope, 9) for attribute, slope in gradient.items()}
    {'N': 0.5, 'P': 0.333333333}
    """
    measure = as_measure(weights)
    check_beta(beta)
    return dict(zip(record, measure.slopes(record, reference, beta).tolist(), strict=True))
