"""Claimed: a reference that records are held against by a Measure, and what they claim of it."""

from __future__ import annotations

from collections.abc import Iterable

from leakage.measure.claims import ClaimRows, Claims
from leakage.measure.comparison import reference_weight
from leakage.measure.measure import Measure
from leakage.measure.relation import Equivalent
from leakage.measure.similarity import Closest
from leakage.measure.weights import weight_of
from leakage.record import Record


class Claimed:
    """A reference that records are held against by a Measure.

    Source: Whang & Garcia-Molina 2012, Sections 2 and 2.1.

    >>> from leakage.measure.relation import Joint
    >>> e = Record.of(("A", "12 Mill Lane"), ("P", "123"))
    >>> held = Claimed(e, Measure(relations=(Joint(("P", "A"), "J", {"J": 2.0}),)))
    >>> claims = held.by([Record.of(("P", "123", 0.5))])
    >>> held.weight, claims.columns.credit.tolist(), claims.shared_credit.tolist()
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
        told = {self._relation[a.label][0] for a in reference if a.label in self._relation}
        alone = [a for a in reference if not isinstance(self._relation.get(a.label, (0, None))[1], Equivalent)]
        return reference_weight(Record(alone), self._weights) + sum(self._shared_weights[number] for number in told)

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
        for relation, told in equal.items():
            fact = number * self._facts + self._first_shared + relation
            rows.add_equivalents(number, self._shared_weights[relation], fact, told)


def certain_parts(claims: Claims) -> tuple[float, float]:
    """X and Y of one record whose attributes are all certain: of those that claim a fact the closest earns it."""
    earned: dict[tuple[str, int], float] = {}
    for fact, credit in zip(claims.fact.tolist(), claims.columns.credit.tolist(), strict=True):
        earned["fact", fact] = max(credit, earned.get(("fact", fact), 0.0))
    for fact, credit in zip(claims.shared.tolist(), claims.shared_credit.tolist(), strict=True):
        earned["shared", fact] = max(credit, earned.get(("shared", fact), 0.0))
    said = sum(claims.columns.weight.tolist()) + sum(claims.shared_weight.tolist())
    return sum(earned.values()), said + sum(times.weight * (len(times.likely) - 1) for times in claims.repeated)
