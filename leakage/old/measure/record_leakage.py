"""Record leakage L(r, e), of one record or many at once, and the largest of a set."""

from __future__ import annotations

from typing import Literal, TypeAlias

import numpy as np

from leakage.old.database import Floats, Records, records_of
from leakage.old.measure.measuring import as_measure
from leakage.old.measure.paper_methods import leakage_by_equal_weights, leakage_by_taylor, leakage_by_worlds
from leakage.old.measure.weights import Weights, beta_squared, check_beta
from leakage.record import Record, check_person

# Record leakage L(r, e): how much one record reveals, and the same for many records at once.


Method: TypeAlias = Literal["exact", "worlds", "equal_weights", "taylor"]


def record_leakage(
    record: Record,
    reference: Record,
    weights: Weights | None = None,
    *,
    beta: float = 1.0,
    method: Method = "exact",
) -> float:
    """How much a record reveals of a person: the expected F-beta over its possible worlds.

    This is expected F-beta; ``expected_precision`` and ``expected_recall`` are its two halves.
    ``L(r, e) = E[L_0(r', e)] = sum_{r' in W(r)} P(r') F_beta(r', e)``, from 0 (nothing known, or nothing
    right) to 1 (everything, and nothing wrong).
    Source: Whang & Garcia-Molina 2012, Definition 1; Section 5 for the methods.

    Arguments:
        record: r, with the adversary's confidences.
        reference: e, the person's complete information; its confidences do not count.
        weights: label to weight > 0; a label not named weighs 1. Only ratios matter. Or a Measure, by which near
            values count in part.
        beta: > 0, the weight of recall against precision.
        method: "exact" is the integral of ``leakage.old.measure.kernel``, linear in |r|, any weights;
            "worlds" enumerates the definition; "equal_weights" is the paper's Algorithm 1;
            "taylor" its second-order approximation. The last two know right and wrong only.

    Raises:
        ValueError: if a weight or beta is not positive, the method is unknown, "worlds" meets more than 20
            uncertain attributes, "equal_weights" meets unequal weights, or either of the last two a Measure
            with similarities.

    >>> e = Record.of(("N", "Alice"), ("A", "20"), ("P", "123"))
    >>> r = Record.of(("N", "Alice", 0.5), ("A", "20"))
    >>> round(record_leakage(r, e), 12), round(record_leakage(r, e, {"N": 2}) - 22 / 35, 12)
    (0.65, 0.0)
    """
    check_beta(beta)
    if method == "exact":
        return float(record_leakages([record], reference, weights, beta=beta)[0])
    if method == "worlds":
        return leakage_by_worlds(record, reference, weights, beta)
    if method == "equal_weights":
        return leakage_by_equal_weights(record, reference, weights, beta)
    if method == "taylor":
        return leakage_by_taylor(record, reference, weights, beta)
    raise ValueError(f"method must be exact, worlds, equal_weights or taylor, got {method!r}")


def record_leakages(
    records: Records,
    reference: Record,
    weights: Weights | None = None,
    *,
    beta: float = 1.0,
) -> Floats:
    """Record leakage of many records: ``[L(r, e) for r in R]``, shape (|R|,).

    All records are integrated together. A Database is read in columns, without making Records of it.
    Source: Whang & Garcia-Molina 2012, Definition 1.

    Arguments and errors: as ``record_leakage``.

    >>> e = Record.of(("N", "Alice"), ("A", "20"))
    >>> record_leakages([Record.of(("N", "Alice"), ("A", "20")), Record.of(("N", "Bob"))], e).tolist()
    [1.0, 0.0]
    """
    measure = as_measure(weights)
    check_beta(beta)
    check_person(reference)
    listed = records_of(records)
    leakages = (1.0 + beta_squared(beta)) * measure.ratios(listed, reference, beta)
    # The rule may overshoot 1 by its last bit.
    return np.minimum(1.0, leakages)


# Set leakage: the worst record of a set.


def set_leakage(records: Records, reference: Record, weights: Weights | None = None) -> float:
    """``L_0(R, e) = max_{r in R} L(r, e)``: what the one most telling record reveals; 0 for no record.

    Source: Whang & Garcia-Molina 2012, Section 2.3 (end).

    Arguments and errors: as ``record_leakage``.

    >>> e = Record.of(("N", "Alice"), ("A", "20"))
    >>> set_leakage([Record.of(("N", "Bob")), Record.of(("N", "Alice"), ("A", "20"))], e)
    1.0
    """
    leakages = record_leakages(records, reference, weights)
    return float(leakages.max()) if len(leakages) else 0.0
