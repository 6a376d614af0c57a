"""A record held against a reference: weights, confidences and what is right, in arrays."""

from __future__ import annotations

import numpy as np

from leakage.measure.integral import Columns
from leakage.measure.weights import Weights, weight_of
from leakage.record import Record


def columns_of(record: Record, reference: Record, weights: Weights | None, beta: float) -> Columns:
    """The columns of a record against a reference, the scale being ``b^2 W_e``.

    Source: Whang & Garcia-Molina 2012, Sections 2.1-2.3 (W_e is the denominator of recall).
    """
    weight = np.array([weight_of(a.label, weights) for a in record], dtype=np.float64)
    right = np.array([a.pair in reference for a in record], dtype=bool)
    known = float(sum(weight_of(a.label, weights) for a in reference))
    return Columns(
        weight,
        np.array([a.confidence for a in record], dtype=np.float64),
        np.where(right, weight, 0.0),
        beta * beta * known,
    )
