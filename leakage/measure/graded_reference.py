"""What attributes say of a reference where near values count in part and labels overlap.

What the attributes of records claim of a reference by a Measure: facts, and what related labels share.

Every attribute of r counts toward the closest fact of e with its label, at a similarity in [0, 1]; in one world the
closest present claimant earns ``w sim``. By ``Joint`` and ``Equivalent`` there is more in a world than its attributes:
of both the presence is a function of the present attributes alone, and so

    Joint        the attributes under its labels stay, and tell a shared fact of weight w_J: Y gains w_J where one of
                 them is there, and X ``w_J sim`` by the closest of them that is there.
    Equivalent   its right values are one attribute, of confidence ``1 - prod (1 - p)``: it is there where one of them
                 is. Near values stay attributes and claim the same fact. Wrong values under one label only stay
                 attributes; under several, they count ``max_l (number present under l)`` times, whose distribution is
                 the product of the labels' distribution functions.

The attributes that are left are independent. ``leakage.measure.graded_leakage`` takes the expectation.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from leakage.database import Floats, Integers
from leakage.measure.comparison import Mask, reference_weight
from leakage.measure.kernel import Columns
from leakage.measure.weights import Closest, Equivalent, Measure, weight_of
from leakage.record import Record


class Repeated(NamedTuple):
    """A wrong fact that counts as often as the label with most wrong values has them.

    Arguments:
        record: the number of the record.
        weight: w > 0, each time.
        likely: the probability of 0, 1, 2, ... times.
    """

    record: int
    weight: float
    likely: Floats


@dataclass(frozen=True, eq=False)
class Claims:
    """Records held against a reference by a Measure, in columns.

    Arguments:
        columns: the independent attributes of confidence > 0; the credit is ``w sim``, the scale W_e.
        fact: the number of the fact each claims, the same in no two records; -1 for none; shape (attributes,).
        shared: the number of the shared fact each tells, -1 for none; shape (attributes,).
        shared_credit: ``w_J sim`` of the shared fact, shape (attributes,).
        shared_weight: w_J, shape (shared facts,).
        repeated: wrong facts that count several times.
    """

    columns: Columns
    fact: Integers
    shared: Integers
    shared_credit: Floats
    shared_weight: Floats
    repeated: tuple[Repeated, ...]

    @cached_property
    def owner(self) -> Integers:
        """The record of each attribute."""
        return np.repeat(np.arange(len(self.columns.scale)), np.diff(self.columns.bounds))

    @cached_property
    def competing(self) -> Mask:
        """Which attributes the others' presence matters for: they tell a shared fact, or one claimed twice."""
        earning = np.where(self.columns.credit > 0.0, self.fact, -1)
        _, place, times = np.unique(earning, return_inverse=True, return_counts=True)
        contested: Mask = (self.shared >= 0) | ((earning >= 0) & (times[place] > 1))
        return contested

    def scaled(self, scale: Floats) -> Claims:
        """The same with another A."""
        return replace(self, columns=self.columns.scaled(scale))


@dataclass
class ClaimRows:
    """The columns of claims while they grow: one row an attribute."""

    weight: list[float] = field(default_factory=list)
    confidence: list[float] = field(default_factory=list)
    credit: list[float] = field(default_factory=list)
    fact: list[int] = field(default_factory=list)
    shared: list[int] = field(default_factory=list)
    shared_credit: list[float] = field(default_factory=list)
    shared_weight: list[float] = field(default_factory=list)
    repeated: list[Repeated] = field(default_factory=list)

    def add(self, weight: float, confidence: float, credit: float, fact: int) -> None:
        self.weight.append(weight)
        self.confidence.append(confidence)
        self.credit.append(credit)
        self.fact.append(fact if credit else -1)
        self.shared.append(-1)
        self.shared_credit.append(0.0)

    def share(self, weight: float) -> int:
        self.shared_weight.append(weight)
        return len(self.shared_weight) - 1

    def tell(self, shared: int, credit: float) -> None:
        """The last attribute tells a shared fact."""
        self.shared[-1], self.shared_credit[-1] = shared, credit

    def add_equivalents(
        self, record: int, weight: float, fact: int, equivalents: list[tuple[str, float, float]]
    ) -> None:
        """Attributes that tell the same, as (label, confidence, similarity)."""
        if right := [confidence for _, confidence, similarity in equivalents if similarity == 1.0]:
            self.add(weight, any_of(right), weight, fact)
        wrong: dict[str, list[float]] = {}
        for label, confidence, similarity in equivalents:
            if 0.0 < similarity < 1.0:
                self.add(weight, confidence, weight * similarity, fact)
            elif similarity == 0.0:
                wrong.setdefault(label, []).append(confidence)
        if len(wrong) > 1:
            self.repeated.append(Repeated(record, weight, greatest_count(wrong.values())))
        else:
            for confidence in (c for confidences in wrong.values() for c in confidences):
                self.add(weight, confidence, 0.0, -1)

    def claims(self, bounds: list[int], scale: float) -> Claims:
        columns = Columns(
            np.array(self.weight, dtype=np.float64),
            np.array(self.confidence, dtype=np.float64),
            np.array(self.credit, dtype=np.float64),
            np.array(bounds, dtype=np.int64),
            np.full(len(bounds) - 1, scale),
        )
        return Claims(
            columns,
            np.array(self.fact, dtype=np.int64),
            np.array(self.shared, dtype=np.int64),
            np.array(self.shared_credit, dtype=np.float64),
            np.array(self.shared_weight, dtype=np.float64),
            tuple(self.repeated),
        )


def any_of(confidences: Iterable[float]) -> float:
    """``1 - prod (1 - p)``: that at least one is there, to the last bits also of small ones.

    >>> any_of([0.5, 0.5]), any_of([1e-20, 1e-20]), any_of([1.0, 0.3])
    (0.75, 2e-20, 1.0)
    """
    given = list(confidences)
    return 1.0 if 1.0 in given else float(-np.expm1(np.sum(np.log1p(-np.array(given)))))


def greatest_count(groups: Iterable[list[float]]) -> Floats:
    """The distribution of the greatest number present in any group, of independent ones; shape (longest + 1,).

    ``P(max = k) = P(m = k) P(n <= k) + P(m < k) P(n = k)``: sums of products of positives only.

    >>> greatest_count([[0.5], [0.5]]).tolist()
    [0.25, 0.75]
    """
    likely = np.ones(1)
    for confidences in groups:
        number = _number_present(confidences)
        longest = max(len(likely), len(number))
        a, b = (np.pad(part, (0, longest - len(part))) for part in (likely, number))
        below = np.concatenate(([0.0], np.cumsum(a)[:-1]))
        likely = a * np.cumsum(b) + below * b
    return likely


def _number_present(confidences: list[float]) -> Floats:
    likely = np.ones(1)
    for p in confidences:
        likely = np.convolve(likely, (1.0 - p, p))
    return likely


# Claimed: a reference that records are held against by a Measure, and what they claim of it.


class Claimed:
    """A reference that records are held against by a Measure.

    Source: Whang & Garcia-Molina 2012, Sections 2 and 2.1.

    >>> from leakage.measure.weights import Joint
    >>> e = Record.of(("A", "12 Mill Lane"), ("P", "123"))
    >>> claimed = Claimed(e, Measure(relations=(Joint(("P", "A"), "J", {"J": 2.0}),)))
    >>> claims = claimed.by([Record.of(("P", "123", 0.5))])
    >>> claimed.weight, claims.columns.credit.tolist(), claims.shared_credit.tolist()
    (4.0, [1.0], [2.0])
    """

    def __init__(self, reference: Record, measure: Measure) -> None:
        self._closest = Closest(reference, dict(measure.similarities))
        self._weights = measure.own_weights
        self._shared_weights = measure.shared_weights
        self._relation = {
            label: (number, relation) for number, relation in enumerate(measure.relations) for label in relation.labels
        }
        # The facts that are shared are numbered after those of the reference.
        self._facts, self._first_shared = len(reference) + len(measure.relations), len(reference)
        self.weight = self._weight_of(reference)
        """W_e: what the person's complete information weighs, what labels share once."""

    def _weight_of(self, reference: Record) -> float:
        shared = {self._relation[a.label][0] for a in reference if a.label in self._relation}
        alone = [a for a in reference if not isinstance(self._relation.get(a.label, (0, None))[1], Equivalent)]
        return reference_weight(Record(alone), self._weights) + sum(self._shared_weights[number] for number in shared)

    def by(self, records: Iterable[Record]) -> Claims:
        """What records claim; attributes of confidence 0 are not there."""
        rows, bounds = ClaimRows(), [0]
        for number, record in enumerate(records):
            self._claim(rows, number, record)
            bounds.append(len(rows.weight))
        return rows.claims(bounds, min(self.weight, 1e308))

    def _claim(self, rows: ClaimRows, number: int, record: Record) -> None:
        shared: dict[int, int] = {}
        equal: dict[int, list[tuple[str, float, float]]] = {}
        for attribute in record:
            if attribute.confidence == 0.0:
                continue
            fact, similarity = self._closest.fact(attribute.pair)
            relation, kind = self._relation.get(attribute.label, (-1, None))
            if isinstance(kind, Equivalent):
                equal.setdefault(relation, []).append((attribute.label, attribute.confidence, similarity))
                continue
            weight = weight_of(attribute.label, self._weights)
            rows.add(weight, attribute.confidence, weight * similarity, number * self._facts + fact)
            if kind is not None:
                joint_weight = self._shared_weights[relation]
                if relation not in shared:
                    shared[relation] = rows.share(joint_weight)
                rows.tell(shared[relation], joint_weight * similarity)
        for relation, equivalents in equal.items():
            fact = number * self._facts + self._first_shared + relation
            rows.add_equivalents(number, self._shared_weights[relation], fact, equivalents)


def certain_parts(claims: Claims) -> tuple[float, float]:
    """X and Y of one record whose attributes are all certain: of those that claim a fact the closest earns it."""
    earned: dict[tuple[str, int], float] = {}
    for fact, credit in zip(claims.fact.tolist(), claims.columns.credit.tolist(), strict=True):
        earned["fact", fact] = max(credit, earned.get(("fact", fact), 0.0))
    for fact, credit in zip(claims.shared.tolist(), claims.shared_credit.tolist(), strict=True):
        earned["shared", fact] = max(credit, earned.get(("shared", fact), 0.0))
    record_weight = sum(claims.columns.weight.tolist()) + sum(claims.shared_weight.tolist())
    return sum(earned.values()), record_weight + sum(
        times.weight * (len(times.likely) - 1) for times in claims.repeated
    )
