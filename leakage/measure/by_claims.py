"""By claims: near values count in part, and what labels share counts once."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from leakage.database import Database, Floats
from leakage.measure.claimed import Claimed, certain_parts
from leakage.measure.competing_claims import expected_ratios
from leakage.measure.integral import CHUNK, expectations
from leakage.measure.leakage_table import LeakageTable, distinct_rows
from leakage.measure.measure import Measure, Weights, rescaled_measure
from leakage.measure.relation import Equivalent, Joint
from leakage.measure.similarity import Closest
from leakage.measure.weights import beta_squared, weight_of
from leakage.record import Attribute, Pair, Record, certain


@dataclass(frozen=True)
class ByClaims:
    """The measure by a ``Measure`` with similarities or relations; its methods are those of ``Measuring``.

    Source: Whang & Garcia-Molina 2012, Sections 2 and 2.1; ``leakage.measure.competing_claims``.
    """

    weights: Measure

    right_or_wrong = False

    @property
    def graded_labels(self) -> frozenset[str]:
        return frozenset(label for label, _ in self.weights.similarities)

    @property
    def related_labels(self) -> frozenset[str]:
        return frozenset(label for relation in self.weights.relations for label in relation.labels)

    def weight_of(self, label: str) -> float:
        return weight_of(label, self.weights.weights_alone)

    def total(self, reference: Record) -> float:
        return Claimed(reference, self.weights).weight

    def similarity_to(self, reference: Record) -> Callable[[Pair], float]:
        closest = Closest(reference, dict(self.weights.similarities))
        return lambda pair: closest.fact(pair)[1]

    def indirectly_known(self, reference: Record, record: Record) -> frozenset[Pair]:
        closest = Closest(reference, dict(self.weights.similarities))
        claimed = {number for number, _ in (closest.fact(a.pair) for a in record.known)}
        known = {a.pair for number, a in enumerate(reference) if number in claimed}
        for relation in self.weights.relations:
            if isinstance(relation, Equivalent) and any(label in relation.labels for label, _ in known):
                known |= {a.pair for a in reference if a.label in relation.labels}
        return frozenset(pair for pair in known if pair not in record)

    def plainest(self, pairs: Iterable[Pair], reference: Record, labels: Iterable[str]) -> Weights | None:
        similarity = self.similarity_to(reference)
        # Also wholly alike: 1.0 for the fact 1 earns by closeness what by weights alone is wrong.
        near = any(similarity(pair) and pair not in reference for pair in pairs)
        return self.weights if near or self.related_labels.intersection(labels) else dict(self.weights.weights)

    def ceiling(self, held: Record, reach: Record, reference: Record) -> float:
        """What is near may raise L or lower it."""
        return 1.0

    def least_credits(self, record: Record, reference: Record) -> Floats:
        """What attributes share is counted for the one of them that tells most; a near value may earn nothing."""
        credit = np.array([self.weight_of(a.label) if a.pair in reference else 0.0 for a in record])
        for relation in self.weights.relations:
            told = [n for n, a in enumerate(record) if a.label in relation.labels and a.pair in reference]
            own = dict(self.weights.weights) | dict(relation.weights) if isinstance(relation, Joint) else None
            surest = max(told, key=lambda n: record[n].confidence * credit[n], default=-1)
            for number in told:
                if number != surest:
                    credit[number] = 0.0 if own is None else weight_of(record[number].label, own)
        return credit

    def table(self, pairs: Sequence[Pair], reference: Record) -> LeakageTable:
        return TableByClaims(self, tuple(pairs), reference)

    def parts(self, record: Record, reference: Record) -> tuple[float, float, float]:
        claimed = Claimed(reference, self.weights)
        return (*certain_parts(claimed.by([certain(record)])), claimed.weight)

    def ratios(self, records: Iterable[Record], reference: Record, beta: float, part: float = 1.0) -> Floats:
        claimed = Claimed(reference, self.weights)
        scale = min(part * beta_squared(beta) * claimed.weight, 1e308)
        of_batches = [np.zeros(0)]
        for batch in _batches(records):
            claims = claimed.by(batch)
            claims = claims.scaled(np.full(len(batch), scale))
            competing = bool(claims.repeated) or bool(claims.competing.any())
            of_batches.append(expected_ratios(claims) if competing else expectations(claims.columns))
        return np.concatenate(of_batches)

    def recall(self, record: Record, reference: Record) -> float:
        """Of the attributes that claim a fact, the closest present one earns it."""
        claimed = Claimed(reference, self.weights)
        claims = claimed.by([record])
        shared = -1 - claims.shared  # Facts and shared facts are numbered apart.
        facts = np.concatenate((claims.fact, shared))
        credits = np.concatenate((claims.columns.credit, claims.shared_credit))
        confidences = np.concatenate((claims.columns.confidence, claims.columns.confidence))
        terms, absent, fact = [], 1.0, None
        for row in np.lexsort((-credits, facts)).tolist():
            absent = absent if facts[row] == fact else 1.0
            fact = facts[row]
            terms.append(float(credits[row] * confidences[row]) * absent)
            absent *= 1.0 - float(confidences[row]) if credits[row] > 0.0 else 1.0
        return math.fsum(terms) / claimed.weight if claimed.weight else 0.0

    def slopes(self, record: Record, reference: Record, beta: float) -> Floats:
        """``L(r with a at 1) - L(r without a)``: here too L is an expectation over the worlds of r, hence linear."""
        sure = [record.with_attribute(Attribute(*a.pair)) for a in record]
        absent = [record.without(a.pair) for a in record]
        return self.leakages(sure, reference, beta) - self.leakages(absent, reference, beta)

    def slopes_of_additions(
        self, options: Sequence[tuple[Attribute, bool]], record: Record, reference: Record, beta: float
    ) -> Floats:
        then = self.leakages([record.with_attribute(a) for a, _ in options], reference, beta)
        return then - float(self.leakages([record], reference, beta)[0])

    def rescaled_leakages(
        self, records: Database | Sequence[Record], reference: Record, labels: Sequence[str], factors: Sequence[float]
    ) -> Floats:
        held = list(records)
        changed = [ByClaims(rescaled_measure(self.weights, {label: by})) for label in labels for by in factors]
        each = [one.leakages(held, reference) for one in changed]
        return np.reshape(each, (len(labels), len(factors), len(held)))

    def in_columns(self, records: Sequence[Record]) -> Database | Sequence[Record]:
        return records

    def leakages(self, records: Iterable[Record], reference: Record, beta: float = 1.0) -> Floats:
        """``L(r, e)`` of every record."""
        return np.minimum(1.0, (1.0 + beta_squared(beta)) * self.ratios(records, reference, beta))


def _batches(records: Iterable[Record]) -> Iterator[list[Record]]:
    """Records in runs of at most CHUNK attributes, or of one record."""
    batch: list[Record] = []
    size = 0
    for record in records:
        if batch and size + len(record) > CHUNK:
            yield batch
            batch, size = [], 0
        batch.append(record)
        size += len(record)
    if batch:
        yield batch


@dataclass(frozen=True, eq=False)
class TableByClaims:
    """The table by claims; its methods are those of ``LeakageTable``."""

    measure: ByClaims
    pairs: tuple[Pair, ...]
    reference: Record

    def leakages(self, confidences: Floats) -> Floats:
        distinct, place = distinct_rows(confidences)
        leakages: Floats = self.measure.leakages(map(self._record, distinct), self.reference)[place]
        return leakages

    def least_between(self, low: Floats, high: Floats) -> float:
        """A world of the record with the lower confidences goes on in one of any record between the two.

        There X is no less, and Y greater by what was added, Z. Now
        ``X / (W_e + Y + Z) >= X / (W_e + Y) W_e / (W_e + Z)``; an attribute that had p and comes to have q at most is
        added to a world that lacks it with probability (q - p) / (1 - p) at most; so by Jensen's inequality
        ``L >= L(low) W_e / (W_e + sum_a w_a (q_a - p_a) / (1 - p_a))``.
        """
        if self.measure.related_labels:
            return 0.0
        total = min(self.measure.total(self.reference), 1e308)
        added = np.divide(high - low, 1.0 - low, out=np.zeros(len(low)), where=low < 1.0)
        share = total / (total + float(self._weight @ added)) if total > 0.0 else 0.0
        return float(self.leakages(low[np.newaxis])[0]) * share

    @cached_property
    def _weight(self) -> Floats:
        return np.array([self.measure.weight_of(label) for label, _ in self.pairs])

    def _record(self, row: Floats) -> Record:
        held = np.flatnonzero(row).tolist()
        return Record(Attribute(*self.pairs[column], float(row[column])) for column in held)
