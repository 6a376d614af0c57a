"""Problem: something to work out by hand, about people made up by chance."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib.resources import files
from typing import TypeVar

from leakage.derivation import Derivation
from leakage.record import Attribute, Pair, Record, redacted_repr
from leakage.resolution.rules import AnyOf, Shares
from leakage.scenarios import ONE_BY_ONE, policy
from leakage.workspace.workspace import Release, Workspace

Thing = TypeVar("Thing")


class Draw:
    """Random choices that a seed decides, the same on every machine.

    Python promises for every version what ``random.random()`` gives for a seed, and of no other method.

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


TEXT = tomllib.loads(files(__package__).joinpath("text.toml").read_text("utf-8"))
VALUES: dict[str, list[str]] = TEXT["values"]
LINKING = ("Name", "Phone", "Card")
TELLING = tuple(label for label in VALUES if label not in LINKING)
"""Labels by which no records are joined, and by which nobody is taken for another."""
CONFIDENCES = (Fraction(1, 2), Fraction(1, 4), Fraction(3, 4))
PHONE_OR_CARD = policy("Same phone, or same card, is the same person", AnyOf(Shares("Phone"), Shares("Card")))


def _person(draw: Draw, labels: tuple[str, ...]) -> tuple[Pair, ...]:
    return tuple((label, draw.one_of(VALUES[label])) for label in labels)


def _wrong(draw: Draw, pair: Pair) -> Pair:
    """Another value under the same label."""
    label, value = pair
    return label, draw.one_of([other for other in VALUES[label] if other != value])


def _weights(draw: Draw, labels: tuple[str, ...], difficulty: int) -> tuple[tuple[str, float], ...]:
    """None at first; then a label counts 2 or 3."""
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
    return Record(Attribute(*pair) for pair in dict.fromkeys(pairs))


def one_card(draw: Draw, difficulty: int) -> Workspace:
    """A card with some facts right and at least one wrong."""
    labels = draw.some_of(tuple(VALUES), 4 + draw.below(7))
    person = _person(draw, labels)
    count = max(2, len(labels) - draw.below(5))
    card = _card(draw, person, count, 1 + draw.below(count - 1))
    return _work(person, [_record(card)], policies=(ONE_BY_ONE,), weights=_weights(draw, labels, difficulty))


def doubtful_card(draw: Draw, difficulty: int) -> Workspace:
    """A card with one doubtful fact, then two. Some of it may be wrong."""
    labels = draw.some_of(tuple(VALUES), 3 + draw.below(4))
    person = _person(draw, labels)
    count = 2 + draw.below(len(labels) - 1)
    card = _card(draw, person, count, draw.below(count))
    doubtful, sure = draw.some_of(range(count), difficulty), CONFIDENCES[: 1 if difficulty == 1 else None]
    record = Record(
        Attribute(*pair, float(draw.one_of(sure)) if place in doubtful else 1.0) for place, pair in enumerate(card)
    )
    return _work(person, [record], policies=(ONE_BY_ONE,))


def records_to_join(draw: Draw, difficulty: int) -> Workspace:
    """Two records with one phone, or a chain by phone and card, with something wrong in it, and one of a stranger."""
    person = _linked_person(draw)
    name, phone, card = person[: len(LINKING)]
    ends = [[name, phone], [phone]] if difficulty == 1 else [[name, phone], [phone, card], [card]]
    chain = [[*pairs, *_extra_facts(draw, person)] for pairs in ends]
    # A stranger of the same name: nobody is joined by that.
    stranger = [name, _wrong(draw, phone), _wrong(draw, card)]
    records = [*chain, stranger[: 2 + draw.below(2)]]
    return _work(person, [_record(pairs) for pairs in records], policies=(PHONE_OR_CARD,))


def _linked_person(draw: Draw) -> tuple[Pair, ...]:
    """Somebody of whom name, phone, card and two to six other facts are true."""
    return _person(draw, (*LINKING, *draw.some_of(TELLING, 2 + draw.below(5))))


def _extra_facts(draw: Draw, person: tuple[Pair, ...]) -> list[Pair]:
    """None to three facts by which nothing is joined, one of them perhaps wrong."""
    others = person[len(LINKING) :]
    count = draw.below(1 + min(3, len(others)))
    return _card(draw, others, count, draw.below(1 + min(2, count)))


def with_a_plan(draw: Draw, difficulty: int) -> Workspace:
    """A release that joins one record and adds to it, then a bridge."""
    person = _linked_person(draw)
    name, phone, card = person[: len(LINKING)]
    first = [name, phone, *_extra_facts(draw, person)]
    second = [*([card] if difficulty > 1 else [name, _wrong(draw, card)]), *_extra_facts(draw, person)]
    plan = [phone, card]
    if difficulty == 1:
        plan = [phone, draw.one_of((card, person[-1])), *_extra_facts(draw, person)]
    return _work(
        person,
        [_record(first), _record(second)],
        policies=(PHONE_OR_CARD,),
        plans=(Release("One more form", "Eve", _record(plan)),),
    )


@dataclass(frozen=True, slots=True)
class Mistake:
    """A usual way to go wrong: what comes out, and a sentence that says what was done and should have been."""

    answer: Fraction
    sentence: str


@dataclass(frozen=True, eq=False)
class ExerciseProblem:
    """Something to work out by hand: the question, what it is about, how it is worked out, usual mistakes, a hint."""

    text: str
    workspace: Workspace
    derivation: Derivation
    mistakes: tuple[Mistake, ...]
    hint: str

    __repr__ = redacted_repr

    @property
    def answer(self) -> Fraction:
        """What is right."""
        assert self.derivation.exact is not None, "weights and confidences are typed"
        return self.derivation.exact
