"""Telling records: those that hold anything right, or near it; all others leak nothing, and need no measuring."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from leakage.database import Database, Integers
from leakage.measure.measure import Weights
from leakage.measure.measuring import Measuring, as_measure
from leakage.progress import looking
from leakage.record import Record


def telling_records(
    records: Database | Iterable[Record], reference: Record, weights: Weights | None = None
) -> Integers:
    """The numbers of the records that hold a fact, or a value near one, ascending; a Database is read in columns.

    Arguments:
        records, reference, weights: as ``record_leakages``.

    >>> records = [Record.of(("N", "Ann")), Record.of(("N", "Bob")), Record.of(("C", "Ann"))]
    >>> telling_records(records, Record.of(("N", "Ann"))).tolist()
    [0]
    """
    measure = as_measure(weights)
    if isinstance(records, Database):
        return _in_columns(records, reference, measure)
    similarity = measure.similarity_to(reference)
    telling = [n for n, r in enumerate(looking(records)) if any(a.confidence > 0.0 and similarity(a.pair) for a in r)]
    return np.array(telling, dtype=np.int64)


def _in_columns(records: Database, reference: Record, measure: Measuring) -> Integers:
    similarity = measure.similarity_to(reference)
    graded = measure.graded_labels
    codes = records.codes_of({fact.value for fact in reference})
    telling = np.zeros(len(records.record), dtype=bool)
    for label in looking(reference.labels):
        held = (records.label == records.label_codes.get(label, -1)) & (records.confidence > 0.0)
        near = [code for value in reference.values(label) for code in codes.get(value, ())]
        if label in graded:
            values = np.unique(records.value[held]).tolist()
            near = [value for value in values if similarity((label, str(records.values[value])))]
        telling |= held & np.isin(records.value, near)
    return np.unique(records.record[telling])
