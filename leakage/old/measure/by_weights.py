"""Leakage by weights alone, its slopes, and what other weights would make of it.

Reweighted: what records leak where one label weighs more or less, for every label at once.

All changes are integrated at the same nodes, so what an attribute does at a node is worked out once for each weight
that it takes on, and not once for each change. After a change only the attributes of its label are new,

    ln F' = ln F + sum_{a of the label} (ln F_a(s, w') - ln F_a(s, w)),

and S likewise. Half of what S loses at a node comes again there, where the weight is halved; where it is doubled, what
is lost further out was earned further in. So no bits are lost that count. F, S and A: ``leakage.old.measure.kernel``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Self

import numpy as np
import numpy.typing as npt

from leakage.old.database import Database, Floats, Integers, as_database
from leakage.old.measure.comparison import (
    LeakageTable,
    Mask,
    TableByWeights,
    columns_of,
    columns_of_database,
    reference_weight,
)
from leakage.old.measure.kernel import (
    BLOCK,
    CHUNK,
    NEGLIGIBLE,
    USUAL,
    Columns,
    expectations,
    node_blocks,
    parts_of,
    runs_of,
    summed,
    tilted,
)
from leakage.old.measure.weights import LabelWeights, Weights, beta_squared, rescaled_weights, weight_of
from leakage.progress import cancellable, report
from leakage.record import Attribute, Pair, Record

# The derivative of the integral by the confidence of an attribute that is there, or of one that is not.


NEGLIGIBLE_SLOPE = 1e-30
"""What is left of an integral does not count below this part of the greatest slope."""


def slopes_of(columns: Columns) -> Floats:
    """``d E[X / (A + Y)] / dp_a``, shape (attributes,), for the one record of the columns.

    ``int exp(-s A) prod_{c != a} F_c [ credit_a E_a - (1 - E_a) (S - S_a) ] ds`` with
    ``E_a = exp(-s w_a)`` and ``S_a = credit_a p_a E_a / F_a``: the attribute's own credit, less what its
    weight dilutes of the others'.
    """
    slopes = np.zeros(len(columns.weight))
    size = max(1, BLOCK // len(slopes))
    for nodes, steps in node_blocks(columns.scale, columns.total(columns.weight), len(slopes)):
        for first in range(0, len(nodes), size):
            rows = slice(first, first + size)
            terms, bound = _terms(columns, nodes[rows])
            slopes += np.sum(steps[rows] * terms, axis=0)
        # The light attributes' slopes are small, and must keep their digits beside the heavy ones'.
        if bound <= NEGLIGIBLE_SLOPE * columns.scale[0] * np.max(np.abs(slopes)):
            break
    return slopes


def _terms(columns: Columns, s: Floats) -> tuple[Floats, float]:
    """The integrand at nodes, shape (nodes, attributes), and what no attribute's exceeds from the last one on."""
    logs, share = tilted(columns, s)
    own = columns.credit * share
    others = np.exp(sums_of_others(logs) - s * columns.scale)
    diluted = np.expm1(-s * columns.weight) * sums_of_others(own)
    bound = float(others[-1].max() * (columns.credit.max() + own[-1].sum()))
    return others * (columns.credit * np.exp(-s * columns.weight) + diluted), bound


def sums_of_others(values: Floats) -> Floats:
    """For every entry the sum of the others in its row; the entries of a row have the same sign.

    Less the entry, the sum keeps its bits unless the entry is more than half of it: only the greatest can be,
    and the others are summed anew for it.

    >>> sums_of_others(np.array([[1.0, 2.0**-70, 0.0]])).tolist()
    [[8.470329472543003e-22, 1.0, 1.0]]
    """
    rest: Floats = values.sum(axis=1, keepdims=True) - values
    rows, greatest = np.arange(len(values)), np.abs(values).argmax(axis=1)
    without = values.copy()
    without[rows, greatest] = 0.0
    rest[rows, greatest] = without.sum(axis=1)
    return rest


def slopes_of_additions(columns: Columns, weight: Floats, right: Mask) -> Floats:
    """``d E[X / (A + Y)] / dp`` of absent attributes of so much weight, right or wrong; shape (additions,).

    ``int exp(-s A) prod_a F_a(s) [ credit exp(-s w) - (1 - exp(-s w)) S ] ds``, where the credit is w for a right value
    and 0 for a wrong one. The product and S are computed once at each node, for all.
    """
    slopes = np.zeros(len(weight))
    if not len(weight) or not columns.scale[0]:
        return slopes
    credit = np.where(right, weight, 0.0)
    # An attribute that outweighs all there is needs nodes where it begins to count.
    spread = columns.total(columns.weight) + weight.max()
    given = _Given(columns)
    for s, step in node_blocks(columns.scale, spread, len(columns.weight) + len(weight)):
        product, earned = given.at(s)
        terms = product * (credit * np.exp(-s * weight) + np.expm1(-s * weight) * earned)
        slopes += np.sum(step * terms, axis=0)
        left = float(product[-1, 0] * (credit.max() + earned[-1, 0]))
        if left <= NEGLIGIBLE_SLOPE * columns.scale[0] * np.max(np.abs(slopes)):
            break
    return slopes


class _Given:
    """The product and S of a record at the nodes, its certain attributes taken apart."""

    def __init__(self, columns: Columns) -> None:
        sure = columns.confidence == 1.0
        self._credit = float(columns.credit[sure].sum())
        self._scale = float(columns.scale[0] + columns.weight[sure].sum())
        rest = columns.keep((columns.confidence > 0.0) & ~sure)
        self._parts = parts_of(rest, CHUNK) if len(rest.weight) else []

    def at(self, s: Floats) -> tuple[Floats, Floats]:
        """``exp(-s A) prod_a F_a(s)`` and ``S(s)``, each shape (nodes, 1)."""
        if not self._parts:
            return np.exp(-s * self._scale), np.full(s.shape, self._credit)
        logs, earned = summed(self._parts, s)
        return np.exp(logs - s * self._scale), self._credit + earned


WIDEST = 2.0
"""The greatest factor, and one over the least: so much farther the nodes reach on both sides."""

WEIGHING = "Weighing every label anew"
"""What is reported, as often as a work is to be stopped."""


def reweighted_expectations(
    columns: Columns, labels: Integers, changed: Sequence[int], factors: Sequence[float], scales: Floats
) -> Floats:
    """``E[X / (A + Y)]`` of every record with one label's weight times a factor; shape (changed, factors, records).

    As ``expectations`` of the changed columns, but for the last bits.

    Arguments:
        columns: the records as they are, with weights of usual size.
        labels: the code of every attribute's label, shape (attributes,).
        changed: the codes of labels; one that no record tells changes A alone.
        factors: at least 1/2 and at most 2.
        scales: ``A = b^2 W_e`` after each change, shape (changed, factors).
    """
    sure = columns.confidence == 1.0
    credit, weight = np.where(sure, columns.credit, 0.0), np.where(sure, columns.weight, 0.0)
    credits, sums = (np.empty((*scales.shape, len(columns.scale))) for _ in range(2))
    for number, label in enumerate(changed):
        report(WEIGHING, 0, len(columns.scale))
        for place, factor in enumerate(factors):
            times = np.where(labels == label, factor, 1.0)
            credits[number, place] = columns.total(credit * times)
            sums[number, place] = scales[number, place] + columns.total(weight * times)
    results = np.divide(credits, sums, out=np.zeros(sums.shape), where=sums > 0.0)
    doubtful = (columns.confidence > 0.0) & ~sure
    rest, names = columns.keep(doubtful).scaled(columns.scale + columns.total(weight)), labels[doubtful]
    right = (columns.total(credit) > 0.0) | (rest.total(rest.credit) > 0.0)
    for first, last in runs_of((np.diff(rest.bounds) > 0) & right, rest.bounds):
        uncertain = rest.pick(first, last)
        named = names[rest.bounds[first] : rest.bounds[last]]
        terms = [_LabelTerms(uncertain, named == label, factors) for label in cancellable(changed)]
        check = partial(report, WEIGHING, first, len(columns.scale))
        results[..., first:last] = _integrated(uncertain, terms, credits[..., first:last], sums[..., first:last], check)
    return results


def _integrated(
    columns: Columns, terms: Sequence[_LabelTerms], certain_credits: Floats, scales: Floats, check: Callable[[], None]
) -> Floats:
    """The integrals of every record, each with an uncertain attribute and a right one."""
    parts = parts_of(columns, CHUNK)
    rate = columns.scale / WIDEST
    spread = WIDEST * (columns.scale + columns.total(columns.weight)) - rate
    total = np.zeros(scales.shape)
    for s, step in node_blocks(rate, spread, len(columns.weight)):
        logs, earned = summed(parts, s)
        last = np.empty(scales.shape)
        for number, label in enumerate(terms):
            check()
            for place, (then_logs, then_earned) in enumerate(label.after(logs, earned, s)):
                decay = np.exp(then_logs - s * scales[number, place])
                integrand = decay * (certain_credits[number, place] + then_earned)
                total[number, place] += np.sum(step * integrand, axis=0)
                last[number, place] = integrand[-1]
        if np.all(last <= NEGLIGIBLE * rate * total):
            break
    return total


class _LabelTerms:
    """What records tell under one label, with its weight as it is and times each factor."""

    def __init__(self, columns: Columns, under_label: npt.NDArray[np.bool_], factors: Sequence[float]) -> None:
        own = columns.keep(under_label)
        self._records = np.flatnonzero(np.diff(own.bounds))
        bounds, scale = own.bounds[np.append(self._records, len(own.scale))], own.scale[self._records]
        self._as_is, *self._times = (
            parts_of(Columns(by * own.weight, own.confidence, by * own.credit, bounds, scale), CHUNK)
            if len(self._records)
            else []
            for by in (1.0, *factors)
        )

    def after(self, logs: Floats, earned: Floats, s: Floats) -> Iterator[tuple[Floats, Floats]]:
        """``ln F`` and S of all records at the nodes after each change, from those before it."""
        if not len(self._records):
            yield from ((logs, earned) for _ in self._times)
            return
        nodes = s[:, self._records]
        logs_before, earned_before = summed(self._as_is, nodes)
        others, others_earned = logs[:, self._records] - logs_before, earned[:, self._records] - earned_before
        for parts in self._times:
            own, own_earned = summed(parts, nodes)
            then, then_earned = logs.copy(), earned.copy()
            then[:, self._records] = others + own
            then_earned[:, self._records] = np.maximum(0.0, others_earned + own_earned)
            yield then, then_earned


# By weights alone: every attribute is right or wrong, and counts by itself.


@dataclass(frozen=True)
class ByWeights:
    """The measure by weights alone; its methods are those of ``Measuring``.

    Source: Whang & Garcia-Molina 2012, Sections 2 and 2.3; ``leakage.old.measure.kernel``.
    """

    weights: LabelWeights | None

    right_or_wrong = True
    grows = True

    @property
    def graded_labels(self) -> frozenset[str]:
        return frozenset()

    @property
    def without_presumptions(self) -> Self:
        return self

    def counted(self, record: Record) -> Record:
        return record

    def weight_of(self, label: str) -> float:
        return weight_of(label, self.weights)

    def total(self, reference: Record) -> float:
        return reference_weight(reference, self.weights)

    def similarity_to(self, reference: Record) -> Callable[[Pair], float]:
        return reference.confidences.__contains__

    def indirectly_known(self, reference: Record, record: Record) -> frozenset[Pair]:
        return frozenset()

    def plainest(self, pairs: Iterable[Pair], reference: Record, labels: Iterable[str]) -> Weights | None:
        return self.weights

    def ceiling(self, least: Record, reach: Record, reference: Record) -> float:
        """L grows with the confidence of a right attribute and falls with that of a wrong one."""
        right = (a for a in reach if a.pair in reference)
        most = Record((*right, *(a for a in least if a.pair not in reference)))
        leakages = (1.0 + beta_squared(1.0)) * self.ratios([most], reference, 1.0)
        return min(1.0, float(leakages[0]))

    def table(self, pairs: Sequence[Pair], reference: Record) -> LeakageTable:
        return TableByWeights(tuple(pairs), reference, self.weights)

    def parts(self, record: Record, reference: Record, whole: Record | None = None) -> tuple[float, float, float]:
        right = sum(weight_of(a.label, self.weights) for a in record if a.pair in reference)
        return right, self._total(record), self._total(reference)

    def columns(self, records: Database | Sequence[Record], reference: Record, beta: float) -> Columns:
        """The columns of records against a reference, the scale being ``b^2 W_e``."""
        if isinstance(records, Database):
            return columns_of_database(records, reference, self.weights, beta)
        return columns_of(records, reference, self.weights, beta)

    def ratios(self, records: Database | Sequence[Record], reference: Record, beta: float, part: float = 1.0) -> Floats:
        columns = self.columns(records, reference, beta)
        return expectations(columns.scaled(part * columns.scale))

    def recall(self, record: Record, reference: Record) -> float:
        total = self.total(reference)
        right = math.fsum(weight_of(a.label, self.weights) * record.confidence_of(a.pair) for a in reference)
        return right / total if total else 0.0

    def slopes(self, record: Record, reference: Record, beta: float) -> Floats:
        columns = self.columns([record], reference, beta).rescaled()
        if not columns.scale[0] or not len(record):
            return np.zeros(len(record))
        return (1.0 + beta_squared(beta)) * slopes_of(columns)

    def slopes_of_additions(
        self, options: Sequence[tuple[Attribute, bool]], record: Record, reference: Record, beta: float
    ) -> Floats:
        columns = self.columns([record], reference, beta)
        weight = np.array([weight_of(a.label, self.weights) for a, _ in options], dtype=np.float64)
        return (1.0 + beta_squared(beta)) * slopes_of_additions(columns, weight, np.array([r for _, r in options]))

    def rescaled_leakages(
        self, records: Database | Sequence[Record], reference: Record, labels: Sequence[str], factors: Sequence[float]
    ) -> Floats:
        database = as_database(records)
        weights = [weight_of(label, self.weights) for label in (*labels, *database.labels)]
        if not all(USUAL[0] <= weight <= USUAL[1] for weight in weights):
            return self._rescaled_one_by_one(database, reference, labels, factors)
        changed = [self._rescaled(label, by) for label in labels for by in factors]
        scales = np.array([one.total(reference) for one in changed]).reshape(len(labels), len(factors))
        codes = [database.label_codes.get(label, -1) for label in labels]
        columns = self.columns(database, reference, 1.0)
        return np.minimum(1.0, 2.0 * reweighted_expectations(columns, database.label, codes, factors, scales))

    def in_columns(self, records: Sequence[Record]) -> Database | Sequence[Record]:
        return Database.from_records(records)

    def _rescaled_one_by_one(
        self, records: Database | Sequence[Record], reference: Record, labels: Sequence[str], factors: Sequence[float]
    ) -> Floats:
        changed = (self._rescaled(label, by) for label in labels for by in factors)
        each = [one.ratios(records, reference, 1.0) for one in changed]
        return np.minimum(1.0, 2.0 * np.reshape(each, (len(labels), len(factors), len(records))))

    def _rescaled(self, label: str, by: float) -> Self:
        return replace(self, weights=rescaled_weights(self.weights, {label: by}))

    def _total(self, record: Record) -> float:
        return sum(weight_of(a.label, self.weights) for a in record)
