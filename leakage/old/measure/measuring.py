"""Measuring: what leakage is measured by, as every measurement uses it, and which records need measuring."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from leakage.old.database import Database, Integers
from leakage.old.measure.by_presumptions import ByPresumptions, presuming_records
from leakage.old.measure.by_similarity import BySimilarity
from leakage.old.measure.by_weights import ByWeights
from leakage.old.measure.comparison import Measuring
from leakage.old.measure.weights import LabelWeights, Measure, Weights, check_weights
from leakage.progress import cancellable
from leakage.record import Pair, Record

# What weights stand for.


def as_measure(weights: Weights | None) -> Measuring:
    """The measure that weights stand for: label to weight > 0, None for 1 each, or a ``Measure``.

    Raises:
        ValueError: if a weight is not positive.

    >>> e = Record.of(("N", "Alice"), ("P", "123"))
    >>> as_measure({"N": 3.0}).parts(Record.of(("N", "Alice"), ("A", "9")), e)
    (3.0, 4.0, 4.0)
    """
    if isinstance(weights, Measure):
        given, near = dict(weights.weights), weights.similarities
        measure = BySimilarity(given, near) if near else ByWeights(given)
        return ByPresumptions(weights, measure) if weights.presumptions else measure
    check_weights(weights)
    return ByWeights(weights)


def label_weights(weights: Weights | None) -> LabelWeights | None:
    """The weights, for methods that know weights only, and a fact to be right or wrong.

    Raises:
        ValueError: if a weight is not positive, or a Measure has similarities.
    """
    measure = as_measure(weights).without_presumptions
    if isinstance(measure, ByWeights) and measure.right_or_wrong:
        return measure.weights
    raise ValueError("this method knows right and wrong only, no similarities; use exact or worlds")


def similarity_to(reference: Record, weights: Weights | None = None) -> Callable[[Pair], float]:
    """A function from a (label, value) pair to how near it is to a fact: 1 right, 0 wrong, or between.

    Source: Whang & Garcia-Molina 2012, Section 2.1.

    Raises:
        ValueError: if a weight is not positive.

    >>> similarity = similarity_to(Record.of(("N", "Alice")))
    >>> similarity(("N", "Alice")), similarity(("N", "Bob"))
    (True, False)
    """
    return as_measure(weights).similarity_to(reference)


# Telling records: those that hold anything right, or near it; all others leak nothing, and need no measuring.


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
    telling = [
        n for n, r in enumerate(cancellable(records)) if any(a.confidence > 0.0 and similarity(a.pair) for a in r)
    ]
    return np.array(telling, dtype=np.int64)


def _in_columns(records: Database, reference: Record, measure: Measuring) -> Integers:
    similarity = measure.similarity_to(reference)
    graded = measure.graded_labels
    presuming = presuming_records(records)
    codes = records.codes_of({fact.value for fact in reference})
    telling = np.zeros(len(records.record), dtype=bool)
    for label in cancellable(reference.labels):
        under_label = (records.label == records.label_codes.get(label, -1)) & (records.confidence > 0.0)
        near = [code for value in reference.values(label) for code in codes.get(value, ())]
        if label in graded:
            values = np.unique(records.value[under_label]).tolist()
            near = [value for value in values if similarity((label, str(records.values[value])))]
        telling |= under_label & np.isin(records.value, near)
    return np.union1d(records.record[telling], presuming)
