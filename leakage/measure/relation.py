"""Relations between labels: what two labels tell in common is counted once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from leakage.measure.weights import LabelWeights, check_weights, weight_of


@dataclass(frozen=True, init=False, slots=True)
class Joint:
    """Labels that share information: phone (P) and address (A) both tell the area (J).

    "If Eve discovers Alice's phone number, she has values for J and P; if she discovers the address, she gets J
    and A, and if she has both address and phone, Eve has J, A and P."
    In one world of r the shared part is there exactly where a fact under one of the labels is, once, and as right as
    the rightest of those; in e it is there where e has one of the labels. What is entered under the shared part's own
    label is a fact beside it.
    Source: Whang & Garcia-Molina 2012, Section 2.

    Arguments:
        labels: the labels that share it, at least two, none twice.
        shared: the label of what they share.
        weights: label to weight > 0: of the shared part under ``shared``, of what remains under each label; so
            P 1 and J 2 make the phone alone worth 3. What is not named keeps its weight among the others.

    Raises:
        ValueError: for fewer than two labels, a label that stands twice or is ``shared``, a weight of another
            label, or one that is not positive.

    >>> Joint(("Phone", "Address"), "Area", {"Area": 2.0}).weights
    (('Area', 2.0),)
    """

    labels: tuple[str, ...]
    shared: str
    weights: tuple[tuple[str, float], ...]

    def __init__(
        self,
        labels: Iterable[str],
        shared: str,
        weights: Mapping[str, float] | Iterable[tuple[str, float]] = (),
    ) -> None:
        given = {label: float(weight) for label, weight in dict(weights).items()}
        object.__setattr__(self, "labels", tuple(labels))
        object.__setattr__(self, "shared", shared)
        object.__setattr__(self, "weights", tuple(sorted(given.items())))
        _check_labels((*self.labels, shared), 3)
        check_weights(given)
        if not set(given) <= {*self.labels, shared}:
            raise ValueError("the weights of a joint are those of its labels and of the shared part")


@dataclass(frozen=True, init=False, slots=True)
class Equivalent:
    """Labels that tell the same: who knows the date of birth knows the age. They are counted once.

    In one world of r all right values count as one; of wrong values those of the label that has most, so that a wrong
    age and a wrong date of birth dilute once; near values (by similarity) each, and they earn the fact where no closer
    one is there. In e they are one fact.
    Source: Whang & Garcia-Molina 2012, Section 2 ("our model contains only one of the dependent attributes").

    Arguments:
        labels: at least two, none twice; meant for labels of which a person has one value each. The one counted
            weighs as much as the heaviest of them.

    Raises:
        ValueError: for fewer than two labels, or one that stands twice.

    >>> Equivalent(["Age", "Date of birth"]).labels
    ('Age', 'Date of birth')
    """

    labels: tuple[str, ...]

    def __init__(self, labels: Iterable[str]) -> None:
        object.__setattr__(self, "labels", tuple(labels))
        _check_labels(self.labels, 2)


Relation: TypeAlias = Joint | Equivalent


def check_relations(relations: Iterable[Relation]) -> None:
    """Refuse relations that overlap.

    Raises:
        ValueError: if a label stands in two of them.
    """
    related = [label for relation in relations for label in relation.labels]
    if len(set(related)) < len(related):
        raise ValueError("no label may stand in two relations")


def shared_weight(relation: Relation, weights: LabelWeights) -> float:
    """What weighs what related labels share: w_J, or the heaviest of equivalent ones.

    >>> shared_weight(Equivalent(("Age", "Born")), {"Born": 3.0})
    3.0
    """
    if isinstance(relation, Joint):
        return weight_of(relation.shared, {**weights, **dict(relation.weights)})
    return max(weight_of(label, weights) for label in relation.labels)


def _check_labels(labels: tuple[str, ...], least: int) -> None:
    if len(labels) < least:
        raise ValueError("a relation needs at least two labels")
    if "" in labels:
        raise ValueError("label must not be empty")
    if len(set(labels)) < len(labels):
        raise ValueError("no label may stand twice in a relation")
