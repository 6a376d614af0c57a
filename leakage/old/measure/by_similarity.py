"""Leakage where near values count in part: of the values near one fact, the closest in the record earns it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from leakage.old.database import Database, Floats
from leakage.old.measure.by_weights import ByWeights
from leakage.old.measure.comparison import LeakageTable, distinct_rows
from leakage.old.measure.kernel import Columns
from leakage.old.measure.weights import Closest, Measure, Similarity, Weights, beta_squared, weight_of
from leakage.record import Attribute, Pair, Record, certain


@dataclass(frozen=True)
class BySimilarity(ByWeights):
    """The measure by a ``Measure`` with similarities; its methods are those of ``Measuring``.

    An attribute of r claims the fact of e that it is closest to. Of several that claim one fact, the closest that r
    holds earns ``w sim`` in the worlds in which it is present, and the others nothing; Y grows by the weight of every
    one. So X stays at most W_e, and F at most 1. Which attribute earns a fact depends on r, not on the world: each
    adds a fixed credit where it is present, as the integral of ``leakage.old.measure.kernel`` asks.
    Source: Whang & Garcia-Molina 2012, Section 2.1 (first extension: the degree of error).

    >>> from leakage.old.measure.weights import NumericCloseness
    >>> measure = BySimilarity({}, (("A", NumericCloseness(10)),))
    >>> ages, e = Record.of(("A", "31", 0.5), ("A", "35")), Record.of(("A", "30"))
    >>> measure.columns([ages], e, 1.0).credit.tolist()
    [0.9, 0.0]
    """

    similarities: tuple[tuple[str, Similarity], ...]

    right_or_wrong = False
    grows = False

    @property
    def graded_labels(self) -> frozenset[str]:
        return frozenset(label for label, _ in self.similarities)

    def similarity_to(self, reference: Record) -> Callable[[Pair], float]:
        closest = self._closest(reference)
        return lambda pair: closest.fact(pair)[1]

    def indirectly_known(self, reference: Record, record: Record) -> frozenset[Pair]:
        closest = self._closest(reference)
        claimed = {number for number, _ in (closest.fact(a.pair) for a in record.known)}
        return frozenset(a.pair for n, a in enumerate(reference) if n in claimed and a.pair not in record)

    def plainest(self, pairs: Iterable[Pair], reference: Record, labels: Iterable[str]) -> Weights | None:
        similarity = self.similarity_to(reference)
        # Also wholly alike: 1.0 for the fact 1 earns by closeness what by weights alone is wrong.
        near = any(similarity(pair) and pair not in reference for pair in pairs)
        return Measure(self.weights or {}, self.similarities) if near else self.weights

    def ceiling(self, least: Record, reach: Record, reference: Record) -> float:
        """What is near may raise L or lower it."""
        return 1.0

    def table(self, pairs: Sequence[Pair], reference: Record) -> LeakageTable:
        return TableBySimilarity(self, tuple(pairs), reference)

    def parts(self, record: Record, reference: Record, whole: Record | None = None) -> tuple[float, float, float]:
        earned = self._earned(certain(record) if whole is None else whole, self._closest(reference))
        right = sum(weight_of(a.label, self.weights) * earned.get(a.pair, 0.0) for a in record)
        return right, self._total(record), self._total(reference)

    def columns(self, records: Database | Sequence[Record], reference: Record, beta: float) -> Columns:
        listed = list(records)
        columns, closest = super().columns(listed, reference, beta), self._closest(reference)
        earned = [self._earned(record, closest) for record in listed]
        shares = [of_one.get(a.pair, 0.0) for of_one, record in zip(earned, listed, strict=True) for a in record]
        return replace(columns, credit=columns.weight * np.array(shares, dtype=np.float64))

    def recall(self, record: Record, reference: Record) -> float:
        columns, total = self.columns([record], reference, 1.0), self.total(reference)
        return float(columns.total(columns.credit * columns.confidence)[0]) / total if total else 0.0

    def slopes(self, record: Record, reference: Record, beta: float) -> Floats:
        """Of an attribute held at confidence 0: what it would add if it were certain."""
        slopes = super().slopes(record, reference, beta)
        absent = [number for number, a in enumerate(record) if a.confidence == 0.0]
        sure = [(Attribute(*record[number].pair), False) for number in absent]
        slopes[absent] = self.slopes_of_additions(sure, record, reference, beta)
        return slopes

    def slopes_of_additions(
        self, options: Sequence[tuple[Attribute, bool]], record: Record, reference: Record, beta: float
    ) -> Floats:
        records = [record, *(record.with_attribute(attribute) for attribute, _ in options)]
        leakages = (1.0 + beta_squared(beta)) * self.ratios(records, reference, beta)
        more: Floats = leakages[1:] - leakages[0]
        return more

    def rescaled_leakages(
        self, records: Database | Sequence[Record], reference: Record, labels: Sequence[str], factors: Sequence[float]
    ) -> Floats:
        return self._rescaled_one_by_one(records, reference, labels, factors)

    def in_columns(self, records: Sequence[Record]) -> Database | Sequence[Record]:
        return records

    def _closest(self, reference: Record) -> Closest:
        return Closest(reference, dict(self.similarities))

    def _earned(self, record: Record, closest: Closest) -> dict[Pair, float]:
        """The attributes that earn a fact, and how much of it: of equally close ones the fact itself, or the first."""
        best: dict[int, tuple[float, bool]] = {}
        earning: dict[int, Pair] = {}
        for attribute in record.known:
            number, similarity = closest.fact(attribute.pair)
            rank = (similarity, closest.is_fact(attribute.pair))
            if number >= 0 and rank > best.get(number, (0.0, False)):
                best[number], earning[number] = rank, attribute.pair
        return {pair: best[number][0] for number, pair in earning.items()}


@dataclass(frozen=True, eq=False)
class TableBySimilarity:
    """The table by similarities; its methods are those of ``LeakageTable``."""

    measure: BySimilarity
    pairs: tuple[Pair, ...]
    reference: Record

    def leakages(self, confidences: Floats) -> Floats:
        distinct, place = distinct_rows(confidences)
        records = [*map(self._record, distinct)]
        leakages: Floats = np.minimum(1.0, 2.0 * self.measure.ratios(records, self.reference, 1.0))[place]
        return leakages

    def _record(self, row: Floats) -> Record:
        columns = np.flatnonzero(row).tolist()
        return Record(Attribute(*self.pairs[column], float(row[column])) for column in columns)
