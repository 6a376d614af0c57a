"""Records held against a reference by weights, one by one or as a table of confidences."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np
import numpy.typing as npt

from leakage.old.database import Database, Floats, Integers
from leakage.old.measure.kernel import Columns, expectations
from leakage.old.measure.weights import LabelWeights, Weights, beta_squared, weight_of
from leakage.progress import cancellable, check_cancelled
from leakage.record import OF_AN_ATTRIBUTE, Attribute, Pair, Record

# Records held against a reference: weights, confidences and what is right, in columns.


Mask = npt.NDArray[np.bool_]

_LABEL, _VALUE, _CONFIDENCE = OF_AN_ATTRIBUTE


def reference_weight(reference: Record, weights: LabelWeights | None) -> float:
    """W_e: the weight of the person's complete information, the denominator of recall."""
    return _added(_weights_of(map(_LABEL, reference), weights)) if weights else float(len(reference))


def scale_of(whole: float, square: float) -> float:
    """``A = b^2 W_e``, kept below infinity."""
    return min(square * whole, 1e308)


def columns_of(records: Sequence[Record], reference: Record, weights: LabelWeights | None, beta: float) -> Columns:
    """The columns of records against a reference, the scale being ``b^2 W_e``; each attribute right or wrong.

    Source: Whang & Garcia-Molina 2012, Sections 2.1-2.3.
    """
    attributes = [*itertools.chain.from_iterable(cancellable(records))]
    given = _by_label(weights) if weights else {}
    total, labels = len(attributes), [*map(_LABEL, attributes)]
    weight = np.fromiter(_weights_of(labels, given), np.float64, total) if given else np.ones(total)
    check_cancelled()
    pairs = zip(labels, map(_VALUE, attributes), strict=True)
    right = np.fromiter(map(reference.known.confidences.__contains__, pairs), np.bool_, total)
    check_cancelled()
    return Columns(
        weight,
        np.fromiter(map(_CONFIDENCE, attributes), np.float64, total),
        np.where(right, weight, 0.0),
        np.concatenate(([0], np.cumsum([len(record) for record in records], dtype=np.int64))),
        np.full(len(records), scale_of(reference_weight(reference, given), beta_squared(beta))),
    )


def _weights_of(labels: Iterable[str], weights: LabelWeights) -> Iterable[float]:
    """``weight_of`` for a million labels."""
    return map(_by_label(weights).get, labels, itertools.repeat(1.0))


def _by_label(weights: LabelWeights) -> dict[str, float]:
    """Weights that are looked up without a call of Python; a copy only where they are not that already."""
    return weights if type(weights) is dict else dict(weights)


def _added(weights: Iterable[float]) -> float:
    try:
        return math.fsum(weights)
    except OverflowError:
        return math.inf


def columns_of_database(database: Database, reference: Record, weights: LabelWeights | None, beta: float) -> Columns:
    """``columns_of`` for the records of a database, read in its columns.

    Source: Whang & Garcia-Molina 2012, Sections 2.1-2.3.
    """
    weight = np.array([weight_of(label, weights) for label in database.labels], dtype=np.float64)[database.label]
    right = np.zeros(len(weight), dtype=bool)
    for label_of in _right_labels(database, reference):
        right |= label_of[database.value] == database.label
    scale = scale_of(reference_weight(reference, weights), beta_squared(beta))
    credit = np.where(right, weight, 0.0)
    return Columns(weight, database.confidence, credit, database.bounds, np.full(len(database), scale))


def _right_labels(database: Database, reference: Record) -> list[Integers]:
    """Tables from value code to the label code that it is right under, -1 for none.

    One table, unless a value is right under several labels.
    """
    facts = reference.known
    labels, codes = database.label_codes, database.codes_of({a.value for a in facts})
    true_codes = [(labels[a.label], code) for a in facts if a.label in labels for code in codes.get(a.value, ())]
    tables: list[Integers] = []
    times: dict[int, int] = {}
    for label, value in true_codes:
        nth = times[value] = times.get(value, -1) + 1
        if nth == len(tables):
            tables.append(np.full(len(database.values), -1, dtype=np.int64))
        tables[nth][value] = label
    return tables


# Leakage tables: what records leak that hold the same attributes at different confidences, many at once.


class LeakageTable(Protocol):
    """L as a function of the confidences at which given attributes are held; those of confidence 0 are not there.

    Source: Whang & Garcia-Molina 2012, Definition 1.
    """

    def leakages(self, confidences: Floats) -> Floats:
        """``L(r, e)`` of every row, from shape (rows, attributes) to (rows,)."""
        ...


@dataclass(frozen=True, eq=False)
class TableByWeights:
    """The table by weights alone; its methods are those of ``LeakageTable``.

    Rows that come out equal are measured once, and attributes of confidence 1 are measured as one: in every world their
    weights and credits only add up.

    >>> e = Record.of(("N", "Alice"), ("P", "123"))
    >>> table = TableByWeights((("N", "Alice"), ("P", "987")), e, None)
    >>> table.leakages(np.array([[0.5, 0.0], [1.0, 1.0]])).round(9).tolist()
    [0.333333333, 0.5]
    """

    pairs: Sequence[Pair]
    reference: Record
    weights: LabelWeights | None

    def leakages(self, confidences: Floats) -> Floats:
        distinct, place = distinct_rows(confidences)
        # A record without anything right leaks nothing.
        telling = np.flatnonzero((distinct[:, self._right] > 0.0).any(axis=1))
        measured = np.zeros(len(distinct))
        if len(telling):
            measured[telling] = np.minimum(1.0, 2.0 * expectations(self._columns_of(distinct[telling])))
        leakages: Floats = measured[place]
        return leakages

    @cached_property
    def _right(self) -> Mask:
        return np.array([pair in self.reference for pair in self.pairs], dtype=bool)

    @cached_property
    def _columns(self) -> Columns:
        """Weights and credits of the attributes, as of one record that holds them all."""
        record = Record(Attribute(*pair) for pair in self.pairs)
        columns = columns_of([record], self.reference, self.weights, 1.0).rescaled()
        place = {attribute.pair: number for number, attribute in enumerate(record)}
        order = np.array([place[pair] for pair in self.pairs], dtype=np.int64)
        return Columns(
            columns.weight[order], columns.confidence[order], columns.credit[order], columns.bounds, columns.scale
        )

    def _columns_of(self, table: Floats) -> Columns:
        """The rows as records: their uncertain attributes, and one in place of the certain ones."""
        sure = table == 1.0
        weight, credit = sure @ self._columns.weight, sure @ self._columns.credit
        certain = weight > 0.0
        doubtful = (table > 0.0) & ~sure
        present = np.column_stack((certain, doubtful))
        return Columns(
            np.column_stack((weight, np.broadcast_to(self._columns.weight, table.shape)))[present],
            np.column_stack((certain, table))[present],
            np.column_stack((credit, np.broadcast_to(self._columns.credit, table.shape)))[present],
            np.concatenate(([0], np.cumsum(present.sum(axis=1), dtype=np.int64))),
            np.full(len(table), self._columns.scale[0]),
        )


def distinct_rows(table: Floats) -> tuple[Floats, npt.NDArray[np.int64]]:
    """The different rows of a table, and for each row which of them it is.

    >>> rows, place = distinct_rows(np.array([[0.5, 1.0], [0.0, 1.0], [0.5, 1.0]]))
    >>> len(rows), bool(np.array_equal(rows[place[0]], [0.5, 1.0])), bool(place[0] == place[2])
    (2, True, True)
    """
    if not table.size:
        return table[:1], np.zeros(len(table), dtype=np.int64)
    whole = np.ascontiguousarray(table)
    names = whole.view(np.dtype((np.void, whole.dtype.itemsize * whole.shape[1]))).ravel()
    _, first, place = np.unique(names, return_index=True, return_inverse=True)
    return table[first], place


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
    """

    @property
    def right_or_wrong(self) -> bool: ...
    @property
    def grows(self) -> bool: ...
    @property
    def without_presumptions(self) -> Measuring: ...
    @property
    def graded_labels(self) -> frozenset[str]: ...

    def counted(self, record: Record) -> Record:
        """A record as it is measured: presumptions are facts, where they count."""
        ...

    def weight_of(self, label: str) -> float:
        """What an attribute of a label adds to Y, and to X at most."""
        ...

    def total(self, reference: Record) -> float:
        """W_e."""
        ...

    def similarity_to(self, reference: Record) -> Callable[[Pair], float]:
        """A function from a (label, value) pair to how near it is to a fact: 1 right, 0 wrong, or between."""
        ...

    def indirectly_known(self, reference: Record, record: Record) -> frozenset[Pair]:
        """The facts that a record does not hold as they stand, but by a near value."""
        ...

    def plainest(self, pairs: Iterable[Pair], reference: Record, labels: Iterable[str]) -> Weights | None:
        """The weights alone, if they measure the same wherever these pairs, and others wholly wrong, are said.

        Arguments:
            pairs: what is said.
            reference: e.
            labels: of all that is said, and of e.
        """
        ...

    def ceiling(self, least: Record, reach: Record, reference: Record) -> float:
        """A leakage that no record exceeds which holds all of one record, and nothing that the other does not."""
        ...

    def table(self, pairs: Sequence[Pair], reference: Record) -> LeakageTable:
        """What records leak that hold these attributes, by their confidences."""
        ...

    def parts(self, record: Record, reference: Record, whole: Record | None = None) -> tuple[float, float, float]:
        """X, Y and W_e of a record whose confidences are all taken for 1.

        Arguments:
            whole: the record that it is a world of: a near value earns only where it is the closest of those.
        """
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
