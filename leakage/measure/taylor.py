"""The 2012 paper's approximation: the second-order Taylor series of record leakage."""

from __future__ import annotations

import numpy as np

from leakage.measure.comparison import columns_of
from leakage.measure.measure import Weights
from leakage.measure.measuring import label_weights
from leakage.measure.weights import beta_squared
from leakage.record import Record


def leakage_by_taylor(record: Record, reference: Record, weights: Weights | None = None, beta: float = 1.0) -> float:
    """Record leakage, approximately, for any weights in linear time.

    Around the mean of each denominator, ``L ~ (1 + b^2) sum_{a correct} w_a p_a (1/m_a + v_a/m_a^3)`` with
    ``m_a = b^2 W_e + w_a + sum_{c != a} p_c w_c`` and ``v_a = sum_{c != a} p_c (1 - p_c) w_c^2``.
    Source: Whang & Garcia-Molina 2012, Section 5 (the series is in their technical report; derived here).

    Raises:
        ValueError: if a Measure has similarities or relations.

    >>> e = Record.of(("A", "1"), ("B", "2"))
    >>> round(leakage_by_taylor(Record.of(("A", "1", 0.1), ("B", "3", 0.2)), e), 4)
    0.0635
    """
    columns = columns_of([record], reference, label_weights(weights), beta)
    right = columns.credit > 0.0
    if not right.any():
        return 0.0
    p, w = columns.confidence, columns.weight
    mean = columns.scale + w + (np.sum(p * w) - p * w)
    variance = np.sum(p * (1.0 - p) * w * w) - p * (1.0 - p) * w * w
    terms = columns.credit * p * (1.0 / mean + variance / mean**3)
    return float((1.0 + beta_squared(beta)) * np.sum(terms[right]))
