"""Measuring: what leakage is measured by, as every measurement uses it, and which records need measuring."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

import numpy as np

from leakage.database import Database, Floats, Integers
from leakage.measure.by_presumptions import ByPresumptions, presuming_records
from leakage.measure.by_weights import ByWeights
from leakage.measure.comparison import LeakageTable
from leakage.measure.graded_leakage import ByClaims
from leakage.measure.weights import LabelWeights, Measure, Weights, check_weights
from leakage.progress import cancellable
from leakage.record import Attribute, Pair, Record

# Measuring: what leakage is measured by, as every measurement asks it.


class Measuring(Protocol):
    """What any measure tells of records against a reference; by weights alone it is told in columns.

    X is the weight of what is right, Y of all that is said, W_e of all there is.
    Source: Whang & Garcia-Molina 2012, Section 2.

    Arguments:
        right_or_wrong: whether every attribute is right or wrong by itself, and X, Y and W_e are sums of weights.
        grows: whether L grows with the confidence of what is right, and falls with that of what is wrong.
        without_presumptions: the measure of records that presume nothing.
        graded_labels: the labels under which a value may be near a fact.
        related_labels: the labels that share something with others: what they add depends on what is there.
    """

    @property
    def right_or_wrong(self) -> bool: ...
    @property
    def grows(self) -> bool: ...
    @property
    def without_presumptions(self) -> Measuring: ...
    @property
    def graded_labels(self) -> frozenset[str]: ...
    @property
    def related_labels(self) -> frozenset[str]: ...

    def counted(self, record: Record) -> Record:
        """A record as it is measured: presumptions are facts, where they count."""
        ...

    def weight_of(self, label: str) -> float:
        """What an attribute of a label is worth known alone; in company it adds no more to X and to Y."""
        ...

    def total(self, reference: Record) -> float:
        """W_e."""
        ...

    def similarity_to(self, reference: Record) -> Callable[[Pair], float]:
        """A function from a (label, value) pair to how near it is to a fact: 1 right, 0 wrong, or between."""
        ...

    def indirectly_known(self, reference: Record, record: Record) -> frozenset[Pair]:
        """The facts that a record does not hold as they stand, but by a near or an equivalent value."""
        ...

    def plainest(self, pairs: Iterable[Pair], reference: Record, labels: Iterable[str]) -> Weights | None:
        """The weights alone, if they measure the same wherever these pairs, and others wholly wrong, are said.

        Arguments:
            pairs: what is said.
            reference: e.
            labels: of all that is said, and of e.
        """
        ...

    def ceiling(self, held: Record, reach: Record, reference: Record) -> float:
        """A leakage that no record exceeds which holds all of one record, and nothing that the other does not."""
        ...

    def least_credits(self, record: Record, reference: Record) -> Floats:
        """What each attribute adds to X at least where it is present, what several tell counted once; shape (|r|,)."""
        ...

    def table(self, pairs: Sequence[Pair], reference: Record) -> LeakageTable:
        """What records leak that hold these attributes, by their confidences."""
        ...

    def parts(self, record: Record, reference: Record) -> tuple[float, float, float]:
        """X, Y and W_e of a record whose confidences are all taken for 1."""
        ...

    def ratios(self, records: Database | Sequence[Record], reference: Record, beta: float, part: float = 1.0) -> Floats:
        """``E[X / (part b^2 W_e + Y)]`` of every record; with part 0 that is expected precision, shape (records,)."""
        ...

    def recall(self, record: Record, reference: Record) -> float:
        """``E[X] / W_e``."""
        ...

    def slopes(self, record: Record, reference: Record, beta: float) -> Floats:
        """``dL/dc`` of every attribute of a record, shape (|r|,)."""
        ...

    def slopes_of_additions(
        self, options: Sequence[tuple[Attribute, bool]], record: Record, reference: Record, beta: float
    ) -> Floats:
        """``dL/dc`` of attributes that a record lacks, each with whether it is right, shape (options,)."""
        ...

    def rescaled_leakages(
        self, records: Database | Sequence[Record], reference: Record, labels: Sequence[str], factors: Sequence[float]
    ) -> Floats:
        """``L(r, e)`` of every record with one label's weight times a factor; shape (labels, factors, records).

        Arguments:
            records, reference: as ``ratios``.
            labels: each changed by itself.
            factors: at least 1/2 and at most 2.
        """
        ...

    def in_columns(self, records: Sequence[Record]) -> Database | Sequence[Record]:
        """The records in the form in which they are measured again and again with least work."""
        ...


def as_measure(weights: Weights | None) -> Measuring:
    """The measure that weights stand for: label to weight > 0, None for 1 each, or a ``Measure``.

    Raises:
        ValueError: if a weight is not positive.

    >>> e = Record.of(("N", "Alice"), ("P", "123"))
    >>> as_measure({"N": 3.0}).parts(Record.of(("N", "Alice"), ("A", "9")), e)
    (3.0, 4.0, 4.0)
    """
    if isinstance(weights, Measure):
        extended = weights.similarities or weights.relations
        measure = ByClaims(weights) if extended else ByWeights(dict(weights.weights))
        return ByPresumptions(weights, measure) if weights.presumptions else measure
    check_weights(weights)
    return ByWeights(weights)


def label_weights(weights: Weights | None) -> LabelWeights | None:
    """The weights, for methods that know weights only, and a fact to be right or wrong.

    Raises:
        ValueError: if a weight is not positive, or a Measure has similarities or relations.
    """
    measure = as_measure(weights).without_presumptions
    if isinstance(measure, ByWeights):
        return measure.weights
    raise ValueError("this method knows right and wrong only, no similarities or relations; use exact or worlds")


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
        held = (records.label == records.label_codes.get(label, -1)) & (records.confidence > 0.0)
        near = [code for value in reference.values(label) for code in codes.get(value, ())]
        if label in graded:
            values = np.unique(records.value[held]).tolist()
            near = [value for value in values if similarity((label, str(records.values[value])))]
        telling |= held & np.isin(records.value, near)
    return np.union1d(records.record[telling], presuming)
