"""Records held against a reference: weights, confidences and what is right, in columns."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from leakage.database import Database, Integers
from leakage.measure.columns import Columns
from leakage.measure.weights import LabelWeights, beta_squared, weight_of
from leakage.progress import look, looking
from leakage.record import OF_AN_ATTRIBUTE, Record

Mask = npt.NDArray[np.bool_]

LONG = 1 << 16
"""Attributes from which on a record is walked along the reference: a table of so many pairs fits into no cache."""

_LABEL, _VALUE, _CONFIDENCE = OF_AN_ATTRIBUTE


def reference_weight(reference: Record, weights: LabelWeights | None) -> float:
    """W_e: the weight of the person's complete information, the denominator of recall."""
    if not weights:
        return float(len(reference))
    try:
        return math.fsum(_weights_of(map(_LABEL, reference), weights))
    except OverflowError:
        return math.inf


def scale_of(reference: Record, weights: LabelWeights | None, square: float) -> float:
    """``A = b^2 W_e``, kept below infinity."""
    return min(square * reference_weight(reference, weights), 1e308)


def columns_of(records: Sequence[Record], reference: Record, weights: LabelWeights | None, beta: float) -> Columns:
    """The columns of records against a reference, the scale being ``b^2 W_e``; each attribute right or wrong.

    Source: Whang & Garcia-Molina 2012, Sections 2.1-2.3.
    """
    attributes = [*itertools.chain.from_iterable(looking(records))]
    total = len(attributes)
    look()
    labels = [*map(_LABEL, attributes)]
    weight = np.fromiter(_weights_of(labels, weights), np.float64, total) if weights else np.ones(total)
    look()
    if len(records) == 1 and total >= max(LONG, len(reference)):
        right = np.array(along(records[0], reference.known))
    else:
        pairs = zip(labels, map(_VALUE, attributes), strict=True)
        right = np.fromiter(map(reference.known.confidences.__contains__, pairs), np.bool_, total)
    look()
    return Columns(
        weight,
        np.fromiter(map(_CONFIDENCE, attributes), np.float64, total),
        np.where(right, weight, 0.0),
        np.concatenate(([0], np.cumsum([len(record) for record in records], dtype=np.int64))),
        np.full(len(records), scale_of(reference, weights, beta_squared(beta))),
    )


def along(record: Record, facts: Record) -> list[bool]:
    """Whether each attribute of a record is among the facts; both are sorted, so one is walked along the other."""
    right = []
    rest = iter(facts)
    fact = next(rest, None)
    for attribute in record:
        label, value = attribute.label, attribute.value
        while fact is not None and (fact.label < label or (fact.label == label and fact.value < value)):
            fact = next(rest, None)
        right.append(fact is not None and fact.value == value and fact.label == label)
    return right


def _weights_of(labels: Iterable[str], weights: LabelWeights) -> Iterable[float]:
    """``weight_of`` for a million labels."""
    return map(dict(weights).get, labels, itertools.repeat(1.0))


class DatabaseColumns:
    """The columns of a database against a reference, a run of records at a time: they are never all there.

    Source: Whang & Garcia-Molina 2012, Sections 2.1-2.3.
    """

    def __init__(self, database: Database, reference: Record, weights: LabelWeights | None, beta: float) -> None:
        self._database = database
        self._weight = np.array([weight_of(label, weights) for label in database.labels], dtype=np.float64)
        self._right = _right_labels(database, reference)
        self._scale = scale_of(reference, weights, beta_squared(beta))

    def between(self, first: int, last: int) -> Columns:
        """The columns of the records from ``first`` to before ``last``."""
        bounds = self._database.bounds[first : last + 1]
        rows = slice(int(bounds[0]), int(bounds[-1]))
        label, value = self._database.label[rows], self._database.value[rows]
        weight = self._weight[label]
        right = np.zeros(len(weight), dtype=bool)
        for label_of in self._right:
            right |= label_of[value] == label
        return Columns(
            weight,
            self._database.confidence[rows],
            np.where(right, weight, 0.0),
            bounds - bounds[0],
            np.full(last - first, self._scale),
        )

    def runs(self, size: int) -> list[tuple[int, int]]:
        """All records in runs of about ``size`` attributes, none split."""
        bounds = self._database.bounds
        cuts = np.searchsorted(bounds, np.arange(0, int(bounds[-1]), size))
        edges = np.unique([0, *cuts.tolist(), len(self._database)]).tolist()
        return list(itertools.pairwise(edges))


def _right_labels(database: Database, reference: Record) -> list[Integers]:
    """Tables from value code to the label code that it is right under, -1 for none.

    One table, unless a value is right under several labels.
    """
    labels, codes = database.label_codes, database.codes_of({a.value for a in reference})
    known = [(labels[a.label], code) for a in reference if a.label in labels for code in codes.get(a.value, ())]
    tables: list[Integers] = []
    times: dict[int, int] = {}
    for label, value in known:
        nth = times[value] = times.get(value, -1) + 1
        if nth == len(tables):
            tables.append(np.full(len(database.values), -1, dtype=np.int64))
        tables[nth][value] = label
    return tables
