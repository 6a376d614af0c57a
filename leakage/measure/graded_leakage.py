"""Leakage where near values count in part and what labels share counts once.

The integral where attributes compete for a fact, or share one.

Of several present attributes that claim the same fact only the closest earns ``w sim`` (the first of equals), so that
X stays at most W_e and F_beta at most 1, while Y grows by the weight of every one. A fact shared by related labels is
in a world exactly where one of the attributes T that tell it is (Definition 1 is over the worlds of r; the shared
fact has no confidence of its own). With q = 1 - p and E_a = exp(-s w_a), F_a = q_a + p_a E_a, and J the event that one
of T is present, P(no attribute of T) being ``prod_T q_a``:

    E[exp(-s Y_T)] = F_T = exp(-s w_J) prod_T F_a  +  (1 - exp(-s w_J)) prod_T q_a.

For the first term counts w_J in every world; the second takes it back from the one where none of T is present, and
Y_T is 0. An attribute i of T earns where it is present and all better claimants j of its fact are absent; so does
one that claims the shared fact, which each tells at its own similarity. Where i is present so is J, hence

    E[X_T exp(-s Y_T)] = exp(-s w_J) prod_T F_a  sum_claims c_i  p_i E_i / F_i  prod_{j better than i} q_j / F_j.

Attributes that tell nothing shared are the case w_J = 0. A wrong fact that counts N times
(``leakage.measure.graded_reference``)
gives the factor ``E[exp(-s w N)] = sum_k P(N = k) exp(-s w k)`` and earns nothing. Groups T are independent, so

    E[X / (A + Y)] = int_0^inf exp(-s A) prod_T F_T(s) S(s) ds,     S = sum_T E[X_T exp(-s Y_T)] / F_T,

by the same steps as in ``leakage.measure.kernel``, and by the same rule to the last bits: the integrand is again a
sum of c exp(-s y) with c > 0. Attributes without competitors are summed as there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from leakage.database import Database, Floats, Integers
from leakage.measure.comparison import LeakageTable, Mask, distinct_rows
from leakage.measure.graded_reference import Claimed, Claims, certain_parts
from leakage.measure.kernel import (
    BLOCK,
    CHUNK,
    Columns,
    decay_rate,
    expectations,
    integrated,
    parts_of,
    segment_sums,
    summed,
    tilted,
)
from leakage.measure.weights import (
    Closest,
    Equivalent,
    Joint,
    Measure,
    Weights,
    beta_squared,
    rescaled_measure,
    weight_of,
)
from leakage.record import Attribute, Pair, Record, certain

LogsAndEarned = tuple[Floats, Floats]
"""``ln F(s)`` and ``S(s)``, each of shape (nodes, records)."""


def expected_ratios(claims: Claims) -> Floats:
    """``E[X / (A + Y)]`` of every record, A being the scale of the claims' columns; shape (records,).

    Source: Whang & Garcia-Molina 2012, Definition 1, Section 2 (correlated attributes) and Section 2.1 (first
    extension), as derived above. Time O(attributes), times the logarithm of the most claimants of one fact.
    """
    claims = _rescaled(claims)
    columns, competing = claims.columns, claims.competing
    certain = (columns.confidence == 1.0) & ~competing
    free = columns.keep(~competing & ~certain)
    repeated = _Repeated(claims)
    scale = columns.scale + columns.total(np.where(certain, columns.weight, 0.0)) + repeated.always
    credit = columns.total(np.where(certain, columns.credit, 0.0))
    among, alone = _Competing(claims, competing), _alone(free)

    def at(s: Floats) -> LogsAndEarned:
        (logs, earned), (more_logs, more_earned) = among.at(s), alone(s)
        return logs + more_logs + repeated.at(s), credit + earned + more_earned

    spread = columns.total(np.where(certain, 0.0, columns.weight)) + among.shared + repeated.spread
    earning = replace(columns.scaled(scale), credit=columns.credit + claims.shared_credit)
    work = len(columns.weight) + len(repeated.level)
    return integrated(at, scale, decay_rate(earning), spread, work)


def _rescaled(claims: Claims) -> Claims:
    """The same with weights of usual size, each record's multiplied by a power of 2 where they are not."""
    columns, owner = claims.columns, claims.owner
    every = np.zeros(len(claims.shared_weight), dtype=np.int64)
    every[claims.shared[claims.shared >= 0]] = owner[claims.shared >= 0]
    extra = [(times.record, times.weight) for times in claims.repeated]
    weight = np.concatenate((columns.weight, claims.shared_weight, [w for _, w in extra]))
    record = np.concatenate((owner, every, np.array([n for n, _ in extra], dtype=np.int64)))
    order = np.argsort(record, kind="stable")
    bounds = np.searchsorted(record[order], np.arange(len(columns.scale) + 1))
    power = replace(columns, weight=weight[order], bounds=bounds).rescaling()
    if power is None:
        return claims
    return replace(
        claims,
        columns=columns.times(power),
        shared_credit=np.ldexp(claims.shared_credit, power[owner]),
        shared_weight=np.ldexp(claims.shared_weight, power[every]),
        repeated=tuple(
            times._replace(weight=float(np.ldexp(times.weight, power[times.record]))) for times in claims.repeated
        ),
    )


def _alone(columns: Columns) -> Callable[[Floats], LogsAndEarned]:
    """The attributes that neither compete nor are certain, by ``leakage.measure.kernel``."""
    filled = np.flatnonzero(np.diff(columns.bounds))
    bounds = np.append(columns.bounds[filled], columns.bounds[-1])
    parts = parts_of(replace(columns, bounds=bounds, scale=columns.scale[filled]), CHUNK) if len(filled) else []

    def at(s: Floats) -> LogsAndEarned:
        logs, earned = np.zeros(s.shape), np.zeros(s.shape)
        if parts:
            logs[:, filled], earned[:, filled] = summed(parts, s[:, filled])
        return logs, earned

    return at


class _Competing:
    """The attributes that compete, those of a group together; those that share nothing are a group with w_J = 0."""

    def __init__(self, claims: Claims, competing: Mask) -> None:
        rows = np.flatnonzero(competing)
        rows = rows[np.lexsort((claims.shared[rows], claims.owner[rows]))]
        columns, self._owner = claims.columns, claims.owner[rows]
        self._records = len(columns.scale)
        self._columns = Columns(
            columns.weight[rows], columns.confidence[rows], columns.credit[rows], np.array([0, len(rows)]), np.zeros(1)
        )
        with np.errstate(divide="ignore"):
            self._absent = np.log1p(-self._columns.confidence)
        self._group(claims.shared[rows], claims.shared_weight)
        self._claim(rows, claims)
        self.shared = self._by_record(self._group_owner, self._group_weight)
        """The weight of what is shared, shape (records,)."""

    def _group(self, shared: Integers, shared_weight: Floats) -> None:
        starts = np.ones(len(shared), dtype=bool)
        starts[1:] = (np.diff(shared) != 0) | (np.diff(self._owner) != 0)
        first = np.flatnonzero(starts)
        self._group_of = np.cumsum(starts) - 1
        self._groups = np.append(first, len(shared))
        self._group_owner = self._owner[first]
        self._group_weight = np.concatenate((shared_weight, [0.0]))[shared[first]]
        self._none = segment_sums(self._absent[np.newaxis, :], self._groups)[0]

    def _claim(self, rows: Integers, claims: Claims) -> None:
        """All claims on facts and shared facts, of each record and fact together, the closest first."""
        own, shared = claims.columns.credit[rows] > 0.0, claims.shared_credit[rows] > 0.0
        place = np.concatenate((np.flatnonzero(own), np.flatnonzero(shared)))
        credit = np.concatenate((claims.columns.credit[rows[own]], claims.shared_credit[rows[shared]]))
        # Facts and shared facts are numbered apart.
        fact = np.concatenate((claims.fact[rows[own]], -1 - claims.shared[rows[shared]]))
        # A fact's claimants have the same weight: the greater credit is the closer.
        order = np.lexsort((rows[place], -credit, fact, self._owner[place]))
        self._claimant, self._credit, fact = place[order], credit[order], fact[order]
        starts = np.ones(len(fact), dtype=bool)
        starts[1:] = np.diff(fact) != 0
        first = np.maximum.accumulate(np.where(starts, np.arange(len(fact)), 0))
        rank = np.arange(len(fact)) - first
        steps = [1 << power for power in range(int(rank.max(initial=0)).bit_length())]
        self._after = [(step, np.flatnonzero(rank >= step)) for step in steps]

    def at(self, s: Floats) -> LogsAndEarned:
        logs, earned = np.zeros(s.shape), np.zeros(s.shape)
        if len(self._owner):
            size = max(1, BLOCK // len(self._owner))
            for first in range(0, len(s), size):
                nodes = slice(first, first + size)
                logs[nodes], earned[nodes] = self._at(s[nodes])
        return logs, earned

    def _at(self, s: Floats) -> LogsAndEarned:
        logs, present = tilted(self._columns, s[:, self._owner])
        group_logs, group_parts = self._groups_at(s, logs)
        hidden = self._hidden(self._absent - logs)
        share = present[:, self._claimant] * np.exp(hidden + group_parts[:, self._group_of[self._claimant]])
        return (
            self._by_record(self._group_owner, group_logs),
            self._by_record(self._owner[self._claimant], self._credit * share),
        )

    def _hidden(self, absent: Floats) -> Floats:
        """The sum of ``ln q_j / F_j`` over all better claimants j, for every claim: prefix sums by doubling."""
        hidden = np.zeros((len(absent), len(self._claimant)))
        for step, claims in self._after:
            if step == 1:
                hidden[:, claims] = absent[:, self._claimant[claims - 1]]
            hidden[:, claims] += hidden[:, claims - step]
        return hidden

    def _groups_at(self, s: Floats, logs: Floats) -> tuple[Floats, Floats]:
        """``ln F_T``, and of it the part with w_J everywhere: ``ln (exp(-s w_J) prod_T F_a) - ln F_T``."""
        x = s[:, self._group_owner] * self._group_weight
        alone = segment_sums(logs, self._groups) - x
        with np.errstate(divide="ignore"):
            together: Floats = np.logaddexp(alone, np.log(-np.expm1(-x)) + self._none)
        return together, alone - together

    def _by_record(self, owner: Integers, values: Floats) -> Floats:
        bounds = np.searchsorted(owner, np.arange(self._records + 1))
        return segment_sums(np.atleast_2d(values), bounds).reshape((*values.shape[:-1], self._records))


class _Repeated:
    """The wrong facts that count several times; what they count at least is always there."""

    def __init__(self, claims: Claims) -> None:
        records = len(claims.columns.scale)
        self.always, self.spread = np.zeros(records), np.zeros(records)
        self._owner = np.array([times.record for times in claims.repeated], dtype=np.int64)
        levels = []
        for times in claims.repeated:
            possible = np.flatnonzero(times.likely)
            least, most = times.weight * possible[0], times.weight * possible[-1]
            self.always[times.record] += least
            self.spread[times.record] += most - least
            levels.append((times.weight * (possible - possible[0]), times.likely[possible]))
        self._bounds = np.concatenate(([0], np.cumsum([len(level) for level, _ in levels]))).astype(np.int64)
        self.level = np.concatenate([np.zeros(0), *(level for level, _ in levels)])
        self._likely = np.concatenate([np.zeros(0), *(likely for _, likely in levels)])

    def at(self, s: Floats) -> Floats:
        """The sum of ``ln E[exp(-s w N)]``, shape (nodes, records)."""
        if not len(self._owner):
            return np.zeros(s.shape)
        each = s[:, np.repeat(self._owner, np.diff(self._bounds))]
        factors = segment_sums(self._likely * np.exp(-each * self.level), self._bounds)
        with np.errstate(divide="ignore"):
            return segment_sums(np.log(factors), np.searchsorted(self._owner, np.arange(s.shape[1] + 1)))


# By claims: near values count in part, and what labels share counts once.


@dataclass(frozen=True)
class ByClaims:
    """The measure by a ``Measure`` with similarities or relations; its methods are those of ``Measuring``.

    Source: Whang & Garcia-Molina 2012, Sections 2 and 2.1.
    """

    weights: Measure

    right_or_wrong = False
    grows = False

    @property
    def graded_labels(self) -> frozenset[str]:
        return frozenset(label for label, _ in self.weights.similarities)

    @property
    def related_labels(self) -> frozenset[str]:
        return frozenset(label for relation in self.weights.relations for label in relation.labels)

    @property
    def without_presumptions(self) -> ByClaims:
        return self

    def counted(self, record: Record) -> Record:
        return record

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
        pairs = {a.pair for number, a in enumerate(reference) if number in claimed}
        for relation in self.weights.relations:
            if isinstance(relation, Equivalent) and any(label in relation.labels for label, _ in pairs):
                pairs |= {a.pair for a in reference if a.label in relation.labels}
        return frozenset(pair for pair in pairs if pair not in record)

    def plainest(self, pairs: Iterable[Pair], reference: Record, labels: Iterable[str]) -> Weights | None:
        similarity = self.similarity_to(reference)
        # Also wholly alike: 1.0 for the fact 1 earns by closeness what by weights alone is wrong.
        near = any(similarity(pair) and pair not in reference for pair in pairs)
        return self.weights if near or self.related_labels.intersection(labels) else dict(self.weights.weights)

    def ceiling(self, least: Record, reach: Record, reference: Record) -> float:
        """What is near may raise L or lower it."""
        return 1.0

    def least_credits(self, record: Record, reference: Record) -> Floats:
        """What attributes share is counted for the one of them that tells most; a near value may earn nothing."""
        credit = np.array([self.weight_of(a.label) if a.pair in reference else 0.0 for a in record])
        for relation in self.weights.relations:
            right = [n for n, a in enumerate(record) if a.label in relation.labels and a.pair in reference]
            own = dict(self.weights.weights) | dict(relation.weights) if isinstance(relation, Joint) else None
            surest = max(right, key=lambda n: record[n].confidence * credit[n], default=-1)
            for number in right:
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
        listed = list(records)
        changed = [ByClaims(rescaled_measure(self.weights, {label: by})) for label in labels for by in factors]
        each = [one.leakages(listed, reference) for one in changed]
        return np.reshape(each, (len(labels), len(factors), len(listed)))

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
        columns = np.flatnonzero(row).tolist()
        return Record(Attribute(*self.pairs[column], float(row[column])) for column in columns)
