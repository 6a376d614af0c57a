"""Relations between labels: what two labels tell in common is counted once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import NamedTuple, TypeAlias

from leakage.measure.similarity import Closest, Similarities, Similarity, TableSimilarity
from leakage.measure.weights import Weights, check_weights, weight_of
from leakage.record import Attribute, Pair, Record

# A made-up attribute's value must not meet one that somebody entered.
RIGHT, NEAR, WRONG = "\0right", "\0near", "\0wrong"


@dataclass(frozen=True, init=False, slots=True)
class Joint:
    """Labels that share information: phone (P) and address (A) both tell the area (J).

    "If Eve discovers Alice's phone number, she has values for J and P; if she discovers the address, she gets J
    and A, and if she has both address and phone, Eve has J, A and P."
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

    Source: Whang & Garcia-Molina 2012, Section 2 ("our model contains only one of the dependent attributes").

    Arguments:
        labels: at least two, none twice; meant for labels of which a person has one value each. The one counted
            weighs as much as the heaviest of them.

    Raises:
        ValueError: for fewer than two labels, or one that stands twice.

    >>> Equivalent(("Age", "Date of birth")).name
    'Age = Date of birth'
    """

    labels: tuple[str, ...]

    def __init__(self, labels: Iterable[str]) -> None:
        object.__setattr__(self, "labels", tuple(labels))
        _check_labels(self.labels, 2)

    @property
    def name(self) -> str:
        """The label that stands for all of them."""
        return " = ".join(self.labels)


Relation: TypeAlias = Joint | Equivalent


def check_relations(relations: Iterable[Relation]) -> None:
    """Refuse relations that overlap.

    Raises:
        ValueError: if a label stands in two of them.
    """
    related = [label for relation in relations for label in relation.labels]
    if len(set(related)) < len(related):
        raise ValueError("no label may stand in two relations")


def _check_labels(labels: tuple[str, ...], least: int) -> None:
    if len(labels) < least:
        raise ValueError("a relation needs at least two labels")
    if "" in labels:
        raise ValueError("label must not be empty")
    if len(set(labels)) < len(labels):
        raise ValueError("no label may stand twice in a relation")


class Expanded(NamedTuple):
    """What is measured in place of a record and a reference whose labels are related."""

    record: Record
    reference: Record
    weights: dict[str, float]
    similarities: dict[str, Similarity]


def expanded(
    record: Record,
    reference: Record,
    weights: Weights | None,
    relations: Iterable[Relation],
    similarities: Similarities = (),
) -> Expanded:
    """A record and a reference with what related labels share made an attribute of its own, so that it counts once.

    Joint: a reference with a fact under one of the labels gains <J> once. A record that has one of them right has
    J right, with the greatest confidence among those; one that has them wrong has one wrong J, with the greatest
    confidence c among those times the probability that J is not right: ``c (1 - c_right)``. A value that is near
    (by similarity) stands between the two: J at its similarity, in the part that is not right.

    Equivalent: the facts under the labels become one. The right values become one, with the greatest confidence;
    of the wrong values the k-th most trusted of every label become one, with the greatest confidence.

    Arguments:
        record, reference: r and e.
        weights: label to weight > 0; a label not named weighs 1.
        relations: no label in two of them.
        similarities: (label, similarity) pairs; other values are right or wrong.

    Returns:
        record, reference, weights and similarities to be measured in their place.

    Raises:
        ValueError: if a weight is not positive.

    >>> e = Record.of(("A", "12 Mill Lane"), ("P", "123"))
    >>> found = expanded(Record.of(("P", "123", 0.5)), e, None, (Joint(("P", "A"), "J"),))
    >>> [(a.label, a.confidence) for a in found.record], found.reference.labels
    ([('J', 0.5), ('P', 0.5)], ('A', 'J', 'P'))
    """
    check_weights(weights)
    given = dict(similarities)
    closest = Closest(reference, given)
    so_far = Expanded(record, reference, dict(weights or {}), given)
    for relation in relations:
        step = _with_joint if isinstance(relation, Joint) else _with_one_for_all
        so_far = step(so_far, relation, closest)  # type: ignore[arg-type]
    return so_far


def _with_joint(given: Expanded, joint: Joint, closest: Closest) -> Expanded:
    told = _among(given.record, joint.labels)
    near = max(told, key=lambda a: _partly(closest, a.pair) * a.confidence, default=None)
    similarity = _partly(closest, near.pair) if near else 0.0
    right = max((a.confidence for a in told if _similarity(closest, a.pair) == 1.0), default=0.0)
    nearly = near.confidence * (1.0 - right) if near and similarity else 0.0
    wrong = max((a.confidence for a in told if _similarity(closest, a.pair) == 0.0), default=0.0)
    wrong *= (1.0 - right) * (1.0 - (near.confidence if near and similarity else 0.0))
    values = ((RIGHT, right), (NEAR, nearly), (WRONG, wrong))
    gained = [Attribute(joint.shared, value, c) for value, c in values if c > 0.0]
    fact = [Attribute(joint.shared, RIGHT)] if _among(given.reference, joint.labels) else []
    table = {joint.shared: TableSimilarity(((NEAR, RIGHT, similarity),))} if similarity else {}
    return Expanded(
        Record((*given.record, *gained)),
        Record((*given.reference, *fact)),
        given.weights | dict(joint.weights),
        given.similarities | table,
    )


def _with_one_for_all(given: Expanded, equivalent: Equivalent, closest: Closest) -> Expanded:
    told = _among(given.record, equivalent.labels)
    right = max((a.confidence for a in told if _similarity(closest, a.pair) == 1.0), default=0.0)
    near = [a for a in told if 0.0 < _similarity(closest, a.pair) < 1.0]
    wrong = [a for a in told if _similarity(closest, a.pair) == 0.0]
    values = [
        *([(RIGHT, right)] if right else []),
        *((f"{NEAR} {n}", a.confidence) for n, a in enumerate(near)),
        *((f"{WRONG} {n}", c) for n, c in enumerate(_side_by_side(wrong, equivalent.labels))),
    ]
    table = tuple((f"{NEAR} {n}", RIGHT, _similarity(closest, a.pair)) for n, a in enumerate(near))
    facts = [Attribute(equivalent.name, RIGHT)] if _among(given.reference, equivalent.labels) else []
    heaviest = max(weight_of(label, given.weights) for label in equivalent.labels)
    return Expanded(
        Record((*_besides(given.record, equivalent.labels), *(Attribute(equivalent.name, v, c) for v, c in values))),
        Record((*_besides(given.reference, equivalent.labels), *facts)),
        given.weights | {equivalent.name: heaviest},
        given.similarities | ({equivalent.name: TableSimilarity(table)} if table else {}),
    )


def _side_by_side(wrong: list[Attribute], labels: tuple[str, ...]) -> Iterator[float]:
    """The greatest confidence of each label's first, of each label's second, and so on."""
    columns = [sorted((a.confidence for a in wrong if a.label == label), reverse=True) for label in labels]
    return (max(row) for row in zip_longest(*columns, fillvalue=0.0))


def _among(record: Record, labels: tuple[str, ...]) -> list[Attribute]:
    return [a for a in record if a.label in labels]


def _besides(record: Record, labels: tuple[str, ...]) -> list[Attribute]:
    return [a for a in record if a.label not in labels]


def _similarity(closest: Closest, pair: Pair) -> float:
    return closest.fact(pair)[1]


def _partly(closest: Closest, pair: Pair) -> float:
    similarity = _similarity(closest, pair)
    return similarity if similarity < 1.0 else 0.0
