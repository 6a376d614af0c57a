"""The 2012 paper's Algorithm 1: exact record leakage where all weights are equal."""

from __future__ import annotations

import numpy as np

from leakage.database import Floats
from leakage.measure.measure import Weights
from leakage.measure.measuring import label_weights
from leakage.measure.weights import beta_squared, weight_of
from leakage.record import Record


def leakage_by_equal_weights(
    record: Record, reference: Record, weights: Weights | None = None, beta: float = 1.0
) -> float:
    """Record leakage for equal weights in time O(|e| |r|^2), as printed and repaired.

    For each b in e, Y is the distribution of how many other attributes of r are present, and
    ``L = sum_b (1 + b^2) p(b, r) sum_k P(k others present) / (b^2 |e| + 1 + k)``.
    Source: Whang & Garcia-Molina 2012, Algorithm 1.

    Raises:
        ValueError: if the weights in use are not all equal, or a Measure has similarities or relations.

    >>> e = Record.of(("A", "1"), ("B", "2"))
    >>> round(leakage_by_equal_weights(Record.of(("A", "1", 0.1), ("B", "3", 0.2)), e) * 300, 9)
    19.0
    """
    given = label_weights(weights)
    if len({weight_of(a.label, given) for r in (record, reference) for a in r}) > 1:
        raise ValueError("method equal_weights needs all weights equal; use exact")
    square = beta_squared(beta)
    total = 0.0
    for b in reference:
        chance = record.confidence_of(b.pair)
        if chance == 0.0:
            continue
        others = [a.confidence for a in record if a.pair != b.pair]
        counts = _present(others)
        denominators = square * len(reference) + 1.0 + np.arange(len(counts))
        total += (1.0 + square) * chance * float(np.sum(counts / denominators))
    return total


def _present(confidences: list[float]) -> Floats:
    """The distribution of the number of attributes present: shape (len(confidences) + 1,).

    The paper keeps it in descending order of the count, and its line 9 runs x to |Y| - 1, where line 10
    would read Y past its end; x must stop at |Y| - 2. Two shifted slices say the same without an index.
    """
    distribution = np.ones(1)
    for p in confidences:
        longer = np.zeros(len(distribution) + 1)
        longer[:-1] += distribution * (1.0 - p)
        longer[1:] += distribution * p
        distribution = longer
    return distribution
