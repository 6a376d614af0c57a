"""Measure: weights, degrees of error and related labels in one value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeGuard

from leakage.measure.relation import Equivalent, Expanded, Joint, Relation, check_relations, expanded
from leakage.measure.similarity import Closest, Similarities, Similarity
from leakage.measure.weights import Weights, check_weights, weight_of
from leakage.record import Pair, Record


@dataclass(frozen=True, init=False)
class Measure(Mapping[str, float]):
    """What leakage is measured by, beyond weights: how near counts, and what labels share.

    It is a mapping from label to what the label is worth known alone, so every function that takes ``weights``
    takes a Measure as well, and measures by it.
    Source: Whang & Garcia-Molina 2012, Section 2 (weights, correlated attributes) and Section 2.1 (degree of error).

    Arguments:
        weights: label to weight > 0; a label not named weighs 1.
        similarities: label to similarity; other labels' values are right or wrong.
        relations: no label in two of them.

    Raises:
        ValueError: if a weight is not positive, or a label stands in two relations.

    >>> from leakage.measure.similarity import NumericCloseness
    >>> measure = Measure({"N": 2.0}, {"A": NumericCloseness(10)})
    >>> measure["N"], measure.get("A", 1.0), measure == Measure({"N": 2}, {"A": NumericCloseness(10)})
    (2.0, 1.0, True)
    """

    weights: tuple[tuple[str, float], ...]
    similarities: tuple[tuple[str, Similarity], ...]
    relations: tuple[Relation, ...]

    def __init__(
        self,
        weights: Mapping[str, float] | Iterable[tuple[str, float]] = (),
        similarities: Mapping[str, Similarity] | Similarities = (),
        relations: Iterable[Relation] = (),
    ) -> None:
        given = {label: float(weight) for label, weight in dict(weights).items()}
        check_weights(given)
        near = dict(similarities)
        object.__setattr__(self, "weights", tuple(sorted(given.items())))
        object.__setattr__(self, "similarities", tuple(sorted(near.items(), key=lambda item: item[0])))
        object.__setattr__(self, "relations", tuple(relations))
        check_relations(self.relations)

    def __getitem__(self, label: str) -> float:
        return self._alone[label]

    def __iter__(self) -> Iterator[str]:
        return iter(self._alone)

    def __len__(self) -> int:
        return len(self._alone)

    @cached_property
    def _alone(self) -> dict[str, float]:
        """What every label is worth known alone: with what it shares, and as much as its equivalents."""
        given = dict(self.weights)
        alone = dict(given)
        for relation in self.relations:
            if isinstance(relation, Joint):
                parts = given | dict(relation.weights)
                shared = weight_of(relation.shared, parts)
                alone |= {label: weight_of(label, parts) + shared for label in relation.labels}
            else:
                heaviest = max(weight_of(label, given) for label in relation.labels)
                alone |= dict.fromkeys(relation.labels, heaviest)
        return alone

    def expanded(self, record: Record, reference: Record) -> Expanded:
        """The record and the reference with what labels share made attributes of their own.

        Source: Whang & Garcia-Molina 2012, Section 2; see ``leakage.measure.relation.expanded``.
        """
        return expanded(record, reference, dict(self.weights), self.relations, self.similarities)


def goes_beyond(weights: Weights | None) -> TypeGuard[Measure]:
    """Whether there is more to measure by than weights."""
    return isinstance(weights, Measure) and bool(weights.similarities or weights.relations)


def right_or_wrong(record: Record, reference: Record, weights: Weights | None) -> tuple[Record, Record, Weights | None]:
    """What is measured by weights alone, for methods that know right and wrong only: labels that share expanded.

    Raises:
        ValueError: if a Measure has similarities.
    """
    if not goes_beyond(weights):
        return record, reference, weights
    if weights.similarities:
        raise ValueError("this method knows right and wrong only, no similarities; use exact or worlds")
    return weights.expanded(record, reference)[:3]


def similarity_to(reference: Record, weights: Weights | None = None) -> Callable[[Pair], float]:
    """A function from a (label, value) pair to how near it is to a fact: 1 right, 0 wrong, or between.

    Source: Whang & Garcia-Molina 2012, Section 2.1.

    >>> similarity = similarity_to(Record.of(("N", "Alice")))
    >>> similarity(("N", "Alice")), similarity(("N", "Bob"))
    (True, False)
    """
    if not goes_beyond(weights):
        return reference.confidences.__contains__
    closest = Closest(reference, dict(weights.similarities))
    return lambda pair: closest.fact(pair)[1]


def known_otherwise(reference: Record, record: Record, weights: Weights | None = None) -> frozenset[Pair]:
    """The facts that a record does not hold as they stand, but by a near or an equivalent value.

    Source: Whang & Garcia-Molina 2012, Sections 2 and 2.1.

    >>> e = Record.of(("Age", "20"), ("Born", "2006"))
    >>> born_is_age = Measure(relations=(Equivalent(("Age", "Born")),))
    >>> sorted(known_otherwise(e, Record.of(("Age", "20")), born_is_age))
    [('Born', '2006')]
    """
    if not goes_beyond(weights):
        return frozenset()
    closest = Closest(reference, dict(weights.similarities))
    claimed = {number for number, _ in (closest.fact(a.pair) for a in record if a.confidence > 0.0)}
    known = {a.pair for number, a in enumerate(reference) if number in claimed}
    for relation in weights.relations:
        if isinstance(relation, Equivalent) and any(label in relation.labels for label, _ in known):
            known |= {a.pair for a in reference if a.label in relation.labels}
    return frozenset(pair for pair in known if pair not in record)
