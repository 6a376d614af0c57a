"""Problem: something to work out by hand, about people made up by chance."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from leakage.derivation import Derivation
from leakage.record import Attribute, Pair, Record
from leakage.resolution.rules.shared_values import AnyOf, Shares
from leakage.scenarios.scenario import ONE_BY_ONE, policy
from leakage.tabular.rows import redacted_repr
from leakage.workspace.workspace import Release, Workspace

# Draw: chance that a seed decides, the same on every machine.


Thing = TypeVar("Thing")


class Draw:
    """Random choices.

    Python promises for every version and machine what ``random.random()`` gives for a seed, and of no other method; so
    nothing else is used.

    Arguments:
        seed: a text.

    >>> draw = Draw("7")
    >>> [draw.below(6) for _ in range(5)]
    [4, 5, 5, 1, 4]
    """

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)

    def below(self, number: int) -> int:
        """A whole number from 0 to one less than the number."""
        return int(self._random.random() * number)

    def one_of(self, things: Sequence[Thing]) -> Thing:
        """One of some things."""
        return things[self.below(len(things))]

    def some_of(self, things: Sequence[Thing], number: int) -> tuple[Thing, ...]:
        """So many of some things, in their order."""
        left = list(range(len(things)))
        chosen = sorted(left.pop(self.below(len(left))) for _ in range(number))
        return tuple(things[place] for place in chosen)


# People and cards made up by chance: what the exercises are about.


VALUES = {
    "Name": ("Alice", "Ben", "Cleo", "Dana", "Emil", "Fay"),
    "Phone": ("123", "456", "789", "321"),
    "Card": ("900", "911", "922", "933"),
    "Address": ("1 Main St", "7 Oak Rd", "3 Hill Ln", "9 Mill Ave"),
    "Age": ("20", "31", "42", "53"),
    "Job": ("nurse", "cook", "pilot", "clerk"),
}
CONFIDENCES = (Fraction(1, 2), Fraction(1, 4), Fraction(3, 4), Fraction(1, 5), Fraction(2, 5), Fraction(4, 5))
PHONE_OR_CARD = policy("Same phone, or same card, is the same person", AnyOf(Shares("Phone"), Shares("Card")))


def confidence(draw: Draw, difficulty: int) -> float:
    """How sure Eve is: a half at first, then also quarters and fifths."""
    return float(draw.one_of(CONFIDENCES[: (1, 3, 6)[difficulty - 1]]))


def _person(draw: Draw, labels: tuple[str, ...]) -> tuple[Pair, ...]:
    return tuple((label, draw.one_of(VALUES[label])) for label in labels)


def _wrong(draw: Draw, pair: Pair) -> Pair:
    """Another value under the same label."""
    label, value = pair
    return label, draw.one_of([other for other in VALUES[label] if other != value])


def _weights(draw: Draw, labels: tuple[str, ...], difficulty: int) -> tuple[tuple[str, float], ...]:
    """None at first; then a label counts 2 or 3, and at last two labels do."""
    heavy = draw.some_of(labels, difficulty - 1)
    return tuple((label, float(2 + draw.below(2))) for label in heavy)


def _card(draw: Draw, person: tuple[Pair, ...], count: int, wrong: int) -> list[Pair]:
    """Some facts about a person, so many of them wrong."""
    facts = draw.some_of(person, count)
    spoilt = draw.some_of(range(count), wrong)
    return [_wrong(draw, pair) if place in spoilt else pair for place, pair in enumerate(facts)]


def _work(person: tuple[Pair, ...], records: list[Record], **parts: object) -> Workspace:
    releases = tuple(Release(f"Record {n}", "Eve", record) for n, record in enumerate(records, 1))
    return Workspace(person, releases=releases, title="An exercise", **parts)  # type: ignore[arg-type]


def _record(pairs: list[Pair]) -> Record:
    return Record(Attribute(*pair) for pair in pairs)


def one_card(draw: Draw, difficulty: int) -> Workspace:
    """A card with some facts right and at least one wrong."""
    labels = draw.some_of(tuple(VALUES), 3 + difficulty)
    person = _person(draw, labels)
    count = 3 + draw.below(len(labels) - 2)
    wrong = 1 + draw.below(min(2, count - 1))
    card = _card(draw, person, min(count, len(labels)), wrong)
    return _work(person, [_record(card)], policies=(ONE_BY_ONE,), weights=_weights(draw, labels, difficulty))


def doubtful_card(draw: Draw, difficulty: int) -> Workspace:
    """A card with one doubtful fact; then two, of which one may be wrong; at last with weights."""
    labels = draw.some_of(tuple(VALUES), 3 + (difficulty > 1))
    person = _person(draw, labels)
    card = _card(draw, person, len(labels) - draw.below(2), draw.below(2) if difficulty == 1 else 1)
    doubtful = draw.some_of(range(len(card)), min(difficulty, 2))
    record = Record(
        Attribute(*pair, confidence(draw, difficulty) if place in doubtful else 1.0) for place, pair in enumerate(card)
    )
    return _work(person, [record], policies=(ONE_BY_ONE,), weights=_weights(draw, labels, max(1, difficulty - 1)))


def records_to_join(draw: Draw, difficulty: int) -> Workspace:
    """Two records with one phone, or a chain by phone and card, with something wrong in it, and one of a stranger."""
    person = _person(draw, ("Name", "Phone", "Card", "Address", "Age"))
    name, phone, card, address, age = person
    chain = [[name, phone], [phone, draw.one_of((address, _wrong(draw, address), age))]]
    if difficulty > 1:
        chain = [[name, phone], [phone, card], [card, draw.one_of((address, age)), *_maybe_wrong(draw, person)]]
    # A stranger of the same name: nobody is joined by that.
    stranger = [name, _wrong(draw, phone), _wrong(draw, card)]
    records = [*chain, stranger[: 2 + draw.below(2)]]
    weights = _weights(draw, tuple(VALUES)[:5], difficulty - 1) if difficulty > 2 else ()
    return _work(person, [_record(pairs) for pairs in records], policies=(PHONE_OR_CARD,), weights=weights)


def _maybe_wrong(draw: Draw, person: tuple[Pair, ...]) -> list[Pair]:
    return [_wrong(draw, person[0])] if draw.below(2) else []


def with_a_plan(draw: Draw, difficulty: int) -> Workspace:
    """A release that joins one record and adds to it; then a bridge; at last a bridge with something wrong."""
    person = _person(draw, ("Name", "Phone", "Card", "Address", "Age"))
    name, phone, card, address, age = person
    first = [name, phone, *((_wrong(draw, age),) if draw.below(2) else ())]
    second = [card, draw.one_of((address, age))] if difficulty > 1 else [name, _wrong(draw, card)]
    new = draw.one_of((address, card)) if difficulty == 1 else card
    plan = [phone, new, *((_wrong(draw, name),) if difficulty > 2 else ())]
    weights = _weights(draw, tuple(VALUES)[:5], difficulty - 1) if difficulty > 2 else ()
    return _work(
        person,
        [_record(first), _record(second)],
        policies=(PHONE_OR_CARD,),
        plans=(Release("One more form", "Eve", _record(plan)),),
        weights=weights,
    )


# Problem: something to work out by hand, with the answer, how it is worked out, and what is usually done wrong.


@dataclass(frozen=True, slots=True)
class Mistake:
    """A usual way to go wrong.

    Arguments:
        answer: what comes out then.
        sentence: what was done, and what should have been.
    """

    answer: Fraction
    sentence: str


@dataclass(frozen=True, eq=False)
class ExerciseProblem:
    """Something to work out by hand.

    Arguments:
        text: what is asked, in words; plain text.
        workspace: what it is about.
        derivation: how the answer is worked out; its fraction is the answer.
        mistakes: the usual ones, none of which gives the answer.

    Raises:
        ValueError: for a derivation without a fraction.
    """

    text: str
    workspace: Workspace
    derivation: Derivation
    mistakes: tuple[Mistake, ...]

    __repr__ = redacted_repr

    def __post_init__(self) -> None:
        if self.derivation.exact is None:
            raise ValueError("the answer of a problem must be a fraction")

    @property
    def answer(self) -> Fraction:
        """What is right."""
        assert self.derivation.exact is not None, "looked at above"
        return self.derivation.exact
