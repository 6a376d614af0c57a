"""Records held against a reference: weights, confidences and what is right, in columns."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from leakage.database import Database
from leakage.measure.integral import Columns
from leakage.measure.weights import Weights, weight_of
from leakage.record import Record


def reference_weight(reference: Record, weights: Weights | None) -> float:
    """W_e: the weight of the person's complete information, the denominator of recall."""
    return float(sum(weight_of(a.label, weights) for a in reference))


def columns_of(
    records: Database | Sequence[Record], reference: Record, weights: Weights | None, beta: float
) -> Columns:
    """The columns of records against a reference, the scale being ``b^2 W_e``.

    Source: Whang & Garcia-Molina 2012, Sections 2.1-2.3.
    """
    if isinstance(records, Database):
        return _of_database(records, reference, weights, beta)
    attributes = [a for record in records for a in record]
    weight = np.array([weight_of(a.label, weights) for a in attributes], dtype=np.float64)
    right = np.array([a.pair in reference for a in attributes], dtype=bool)
    return Columns(
        weight,
        np.array([a.confidence for a in attributes], dtype=np.float64),
        np.where(right, weight, 0.0),
        np.concatenate(([0], np.cumsum([len(record) for record in records], dtype=np.int64))),
        np.full(len(records), beta * beta * reference_weight(reference, weights)),
    )


def _of_database(database: Database, reference: Record, weights: Weights | None, beta: float) -> Columns:
    by_label = np.array([weight_of(label, weights) for label in database.labels], dtype=np.float64)
    weight = by_label[database.label] if len(by_label) else np.zeros(0)
    labels, values = database.label_codes, database.value_codes
    known = [
        labels[a.label] * len(values) + values[a.value] for a in reference if a.label in labels and a.value in values
    ]
    right = np.isin(database.label * len(values) + database.value, known)
    return Columns(
        weight,
        database.confidence,
        np.where(right, weight, 0.0),
        database.bounds,
        np.full(len(database), beta * beta * reference_weight(reference, weights)),
    )
