"""Pictures of the lessons' steps, as HTML: cards that are joined, possible worlds, and two beliefs beside each other.

Every number in them is computed here. They show their last frame; the script of the class page turns them back and
plays them, and works out one formula: the sum over possible worlds. It reads ``data-in``, ``data-lit`` and
``data-mark``: the frames in which a part is there, lit, or the card that tells most.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from math import prod
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from leakage.lessons.answers import worst_pool
from leakage.lessons.grid import MARKS, STRANGER, short_name
from leakage.lessons.lesson import LessonStep, Odds, in_percent
from leakage.measure.leakage import record_leakage
from leakage.record import Attribute, Pair, Record
from leakage.resolution.operations import merged, union_merge
from leakage.workspace.figures.assessment import record_name, records_of
from leakage.workspace.figures.planned_releases import with_release
from leakage.workspace.workspace import Workspace


def picture_of(step: LessonStep) -> str:
    """The picture of a step; an empty text where it has none."""
    return "" if step.picture is None else step.picture(step.subject)


@cache
def _template() -> Template:
    environment = Environment(
        loader=PackageLoader("leakage.lessons", "."), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    environment.globals |= {"percent": in_percent, "marks": MARKS}
    return environment.get_template("pictures.html.j2")


def _drawn(kind: str, title: str, **parts: object) -> str:
    return _template().render(kind=kind, title=title, **parts)


@dataclass(frozen=True, slots=True)
class Fact:
    """A value on a card: what it is called, whether it is right, and the frames in which it is why the card matches."""

    label: str
    attribute: Attribute
    meaning: str
    lit: tuple[int, ...] = ()


def _meaning(work: Workspace, attribute: Attribute) -> str:
    return "right" if attribute.pair in work.reference else "wrong"


def _in_order(work: Workspace, record: Record) -> list[Attribute]:
    """The facts of a record in the order of the table."""
    return sorted((a for a in record if a.confidence > 0.0), key=lambda a: work.labels.index(a.label))


# Cards on Eve's desk: two frames a join, first the values that match, then the card that comes of it.


@dataclass(slots=True)
class Card:
    """A record on the desk: what it is called and tells, what it was made of, and in which frames it lies there."""

    names: tuple[str, ...]
    record: Record
    leakage: float
    parts: tuple[int, ...] = ()
    frames: list[int] = field(default_factory=list)
    most: list[int] = field(default_factory=list)
    lit: dict[Pair, tuple[int, ...]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The names of its records in one."""
        return " + ".join(self.names)


@dataclass(frozen=True, slots=True)
class Desk:
    """Cards in the order in which they lie, by number; and of each frame a sentence and what Eve knows."""

    cards: dict[int, Card]
    sentences: list[str]
    known: list[float]


def desk_of(work: Workspace) -> Desk:
    """What the pool that knows most joins, one after the other, with the leakage of every card.

    ``L(mu(S), e)`` for each S that is joined on the way to E(R).
    Source: Whang & Garcia-Molina 2012, Section 2.4.
    """
    leaked = worst_pool(work)
    records = work.pooling_adversary.prepared(records_of(work, leaked.pool))
    names = [record_name(work, leaked.pool, number, STRANGER) for number in range(len(records))]
    # Her own records first, as in the table.
    order = sorted(range(len(records)), key=lambda number: (leaked.release_of(number) is None, number))
    groups: dict[int, tuple[int, ...]] = {number: (number,) for number in order}

    def card(number: int, parts: tuple[int, ...] = ()) -> Card:
        record = merged(union_merge, records, groups[number])
        known = record_leakage(record, work.reference, work.measure)
        return Card(tuple(names[member] for member in groups[number]), record, known, parts)

    cards, desk = {number: card(number) for number in groups}, Desk({}, [], [])
    _look(work, desk, cards, list(groups))
    for made, join in enumerate(leaked.result.resolution.evidence, len(records)):
        left, right = (next(n for n, group in groups.items() if side[0] in group) for side in (join.left, join.right))
        left, right = sorted((left, right), key=list(groups).index)
        for number in (left, right):
            for pair in join.key.shared:
                cards[number].lit[pair] = (*cards[number].lit.get(pair, ()), len(desk.known))
        why = _listed([f"{short_name(work, label)} {value}" for label, value in join.key.shared])
        _look(work, desk, cards, list(groups), f"{cards[left].name} and {cards[right].name} share {why}.")
        place = list(groups).index(left)
        members = tuple(sorted(groups.pop(left) + groups.pop(right), key=order.index))
        groups = dict([*list(groups.items())[:place], (made, members), *list(groups.items())[place:]])
        cards[made] = card(made, (left, right))
        lying = [number for number in cards if number != made]
        lying.insert(lying.index(left), made)
        cards = {number: cards[number] for number in lying}
        _look(work, desk, cards, list(groups))
    desk.cards.update(cards)
    return desk


def _look(work: Workspace, desk: Desk, cards: dict[int, Card], lying: Sequence[int], sentence: str = "") -> None:
    """Add a frame in which these cards lie there."""
    most = max(lying, key=lambda number: cards[number].leakage)
    for number in lying:
        cards[number].frames.append(len(desk.known))
    cards[most].most.append(len(desk.known))
    known = cards[most].leakage
    there = f"{len(lying)} cards lie there" if len(lying) > 1 else "One card is left"
    desk.sentences.append(sentence or f"{there}. The most telling is {cards[most].name}: {in_percent(known)}.")
    desk.known.append(known)


def _listed(names: Sequence[str]) -> str:
    """Names as a person lists them.

    >>> _listed(["Club", "Shop", "Bank"])
    'Club, Shop and Bank'
    """
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def joined(work: Workspace) -> str:
    """The desk of a work."""
    desk = desk_of(work)
    facts = {
        number: [
            Fact(short_name(work, a.label), a, _meaning(work, a), card.lit.get(a.pair, ()))
            for a in _in_order(work, card.record)
        ]
        for number, card in desk.cards.items()
    }
    truth = [f"{short_name(work, a.label)} {a.value}" for a in _in_order(work, work.reference)]
    return _drawn("desk", "Cards on Eve's desk", desk=desk, facts=facts, truth=truth, last=len(desk.known) - 1)


def joined_with_plan(work: Workspace) -> str:
    """The same with the first plan released."""
    return joined(with_release(work, work.plans[0]))


# Possible worlds as areas: each as wide as it is likely, and as high as what Eve knows in it.


@dataclass(frozen=True, slots=True)
class World:
    """Which of the doubtful facts are so in a world, how likely it is, and how much Eve knows in it."""

    so: tuple[bool, ...]
    likelihood: float
    leakage: float
    name: str


def worlds_of(work: Workspace) -> list[World]:
    """The worlds of the first release, those in which she knows most first.

    ``L(r, e)`` is the sum of ``Pr[r'] F1(r', e)``.
    Source: Whang & Garcia-Molina 2012, Definition 1.
    """
    record = _in_order(work, work.releases[0].record)
    doubtful = [a for a in record if a.confidence < 1.0]
    worlds = [_world(work, record, doubtful, so) for so in product((True, False), repeat=len(doubtful))]
    return sorted(worlds, key=lambda world: -world.leakage)


def _world(work: Workspace, record: list[Attribute], doubtful: list[Attribute], so: tuple[bool, ...]) -> World:
    absent = {a for a, holds in zip(doubtful, so, strict=True) if not holds}
    likelihood = prod(1.0 - a.confidence if a in absent else a.confidence for a in doubtful)
    held = Record(Attribute(*a.pair) for a in record if a not in absent)
    there = [short_name(work, a.label) for a in doubtful if a not in absent]
    name = f"with {_listed(there)}" if there else "without it" if len(doubtful) == 1 else "with none of them"
    return World(so, likelihood, record_leakage(held, work.reference, work.measure), name)


def in_worlds(work: Workspace) -> str:
    """The worlds of the first release, under one slider for each confidence."""
    worlds = worlds_of(work)
    record = _in_order(work, work.releases[0].record)
    facts = [Fact(short_name(work, a.label), a, _meaning(work, a)) for a in record]
    known = sum(world.likelihood * world.leakage for world in worlds)
    return _drawn("worlds", "Possible worlds: move how sure she is", worlds=worlds, facts=facts, known=known)


# Beliefs: a bar a person.


def beliefs(odds: Odds) -> str:
    """Each belief as a row of bars, the likeliest marked."""
    rows = [(name, shares, max(shares)) for name, shares in odds.rows]
    return _drawn("beliefs", odds.caption, rows=rows, columns=odds.columns[1:])


PICTURES: dict[str, Callable[[Any], str]] = {
    "desk": joined,
    "desk with plan": joined_with_plan,
    "worlds": in_worlds,
    "beliefs": beliefs,
}
"""By the name that a lesson's text has for it."""
