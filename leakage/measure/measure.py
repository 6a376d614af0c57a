"""Measure: weights, degrees of error and related labels in one value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from leakage.measure.relation import Equivalent, Joint, Relation, check_relations, shared_weight
from leakage.measure.similarity import Similarities, Similarity
from leakage.measure.weights import LabelWeights, check_weights, weight_of


@dataclass(frozen=True, init=False)
class Measure:
    """What leakage is measured by, beyond weights: how near counts, and what labels share.

    Every function that takes ``weights`` takes a Measure as well, and measures by it.
    Source: Whang & Garcia-Molina 2012, Section 2 (weights, correlated attributes) and Section 2.1 (degree of error).

    Arguments:
        weights: label to weight > 0; a label not named weighs 1.
        similarities: label to similarity; other labels' values are right or wrong.
        relations: no label in two of them.

    Raises:
        ValueError: if a weight is not positive, or a label stands in two relations.

    >>> from leakage.measure.similarity import NumericCloseness
    >>> measure = Measure({"N": 2.0}, {"A": NumericCloseness(10)})
    >>> measure.weights, measure == Measure({"N": 2}, {"A": NumericCloseness(10)})
    ((('N', 2.0),), True)
    """

    weights: tuple[tuple[str, float], ...]
    similarities: tuple[tuple[str, Similarity], ...]
    relations: tuple[Relation, ...]

    def __init__(
        self,
        weights: LabelWeights | Iterable[tuple[str, float]] = (),
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

    @cached_property
    def own_weights(self) -> dict[str, float]:
        """What every label weighs by itself, without what it shares with others."""
        given = dict(self.weights)
        for relation in self.relations:
            given |= dict(relation.weights) if isinstance(relation, Joint) else {}
        return given

    @cached_property
    def shared_weights(self) -> tuple[float, ...]:
        """What weighs what the labels of each relation share."""
        return tuple(shared_weight(relation, dict(self.weights)) for relation in self.relations)

    @cached_property
    def weights_alone(self) -> dict[str, float]:
        """What every label is worth known alone: with what it shares, and as much as its equivalents.

        >>> Measure({"P": 1.0}, relations=[Joint(("P", "A"), "J", {"J": 2.0})]).weights_alone
        {'P': 3.0, 'J': 2.0, 'A': 3.0}
        """
        alone = dict(self.own_weights)
        for relation, shared in zip(self.relations, self.shared_weights, strict=True):
            joint = isinstance(relation, Joint)
            alone |= {
                label: weight_of(label, self.own_weights) + shared if joint else shared for label in relation.labels
            }
        return alone


Weights: TypeAlias = LabelWeights | Measure
"""What leakage is measured by: label to weight > 0, or a ``Measure``."""


def rescaled(weights: Weights | None, factors: LabelWeights) -> Weights:
    """The weights with some labels' multiplied; what such a label shares with others by a Measure is left as it is.

    >>> rescaled({"N": 2.0}, {"N": 0.5}), rescaled(None, {"P": 2.0})
    ({'N': 1.0}, {'P': 2.0})
    """
    if isinstance(weights, Measure):
        return rescaled_measure(weights, factors)
    return rescaled_weights(weights, factors)


def rescaled_measure(measure: Measure, factors: LabelWeights) -> Measure:
    """``rescaled`` for a Measure."""
    relations = [_rescaled_relation(relation, factors) for relation in measure.relations]
    return Measure(rescaled_weights(dict(measure.weights), factors), measure.similarities, relations)


def rescaled_weights(weights: LabelWeights | None, factors: LabelWeights) -> dict[str, float]:
    """``rescaled`` for weights alone."""
    return {**(weights or {}), **{label: weight_of(label, weights) * by for label, by in factors.items()}}


def _rescaled_relation(relation: Relation, factors: LabelWeights) -> Relation:
    if isinstance(relation, Equivalent):
        return relation
    weights = {label: weight * factors.get(label, 1.0) for label, weight in relation.weights}
    return Joint(relation.labels, relation.shared, weights)
