"""Pictures of the lessons' steps, as HTML: cards that are joined, possible worlds, and two beliefs beside each other.

Every number in them is computed here. They show their last frame; the script of the class page turns them back and
plays them, and works out one formula: the sum over possible worlds. It reads ``data-in``, ``data-lit`` and
``data-mark``: the frames in which a part is there, lit, or the card that tells most.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from leakage.lessons.answers import Share, worst_pool
from leakage.lessons.grid import MARKS, STRANGER, TEMPLATES, short_name
from leakage.lessons.subjects import Odds
from leakage.measure.leakage import record_leakage
from leakage.measure.paper_methods import possible_worlds
from leakage.record import Attribute, Record
from leakage.resolution.operations import merged, union_merge
from leakage.workspace.figures.assessment import record_name, records_of
from leakage.workspace.figures.planned_releases import with_release
from leakage.workspace.workspace import Workspace


def _drawn(kind: str, title: str, **parts: object) -> str:
    template = TEMPLATES.get_template("pictures.html.j2")
    return template.render(kind=kind, title=title, percent=lambda share: f"{Share(share)}", marks=MARKS, **parts)


@dataclass(frozen=True, slots=True)
class Fact:
    """A value: what it is called, whether it is right, and the frames in which it is why a card matches."""

    label: str
    attribute: Attribute
    meaning: str
    lit: list[int] = field(default_factory=list)


def facts_of(work: Workspace, record: Record) -> list[Fact]:
    """What a record holds, in the order of the table."""
    return [
        Fact(short_name(work, a.label), a, "right" if a.pair in work.reference else "wrong")
        for a in sorted((a for a in record if a.confidence > 0.0), key=lambda a: work.labels.index(a.label))
    ]


def _listed(names: Sequence[str]) -> str:
    """Names as a person lists them.

    >>> _listed(["Club", "Shop", "Bank"])
    'Club, Shop and Bank'
    """
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


# Cards on Eve's desk: two frames a join, first the values that match, then the card that comes of it.


@dataclass(frozen=True, eq=False, slots=True)
class Card:
    """A record on the desk: its parts, what it says and tells, and the frames in which it lies there and tells most."""

    members: tuple[int, ...]
    name: str
    facts: list[Fact]
    leakage: float
    frames: list[int] = field(default_factory=list)
    most: list[int] = field(default_factory=list)


@dataclass(frozen=True, eq=False, slots=True)
class Desk:
    """Cards in the order in which they lie; and of each frame a sentence and what Eve knows."""

    cards: list[Card]
    sentences: list[str] = field(default_factory=list)
    known: list[float] = field(default_factory=list)

    def look(self, lying: Sequence[Card], sentence: str = "") -> None:
        """Add a frame with these cards."""
        most = max(lying, key=lambda card: card.leakage)
        for card in lying:
            card.frames.append(len(self.known))
        most.most.append(len(self.known))
        left = f"{len(lying)} cards. The most telling" if len(lying) > 1 else "One card is left"
        self.sentences.append(sentence or f"{left}: {most.name}, {Share(most.leakage)}.")
        self.known.append(most.leakage)


def desk_of(work: Workspace) -> Desk:
    """What the pool that knows most joins, one after the other, with the leakage of every card.

    ``L(mu(S), e)`` for each S that is joined on the way to E(R).
    Source: Whang & Garcia-Molina 2012, Section 2.4.
    """
    leaked = worst_pool(work)
    records = work.pooling_adversary.prepared(records_of(work, leaked.pool))
    # Her own records first, as in the table.
    order = sorted(range(len(records)), key=lambda number: (leaked.release_of(number) is None, number))

    def card(*members: int) -> Card:
        record = merged(union_merge, records, members)
        name = " + ".join(record_name(work, leaked.pool, number, STRANGER) for number in members)
        return Card(members, name, facts_of(work, record), record_leakage(record, work.reference, work.measure))

    desk = Desk(list(map(card, order)))
    lying = list(desk.cards)
    desk.look(lying)
    for join in leaked.result.resolution.evidence:
        sides = [next(card for card in lying if side[0] in card.members) for side in (join.left, join.right)]
        left, right = sorted(sides, key=lying.index)
        for fact in (*left.facts, *right.facts):
            if fact.attribute.pair in join.key.shared:
                fact.lit.append(len(desk.known))
        why = _listed([f"{short_name(work, label)} {value}" for label, value in join.key.shared])
        desk.look(lying, f"{left.name} and {right.name} share {why}.")
        made = card(*sorted(left.members + right.members, key=order.index))
        desk.cards.insert(desk.cards.index(left), made)
        lying[lying.index(left)] = made
        lying.remove(right)
        desk.look(lying)
    return desk


def joined(work: Workspace) -> str:
    """The desk of a work."""
    truth = [f"{fact.label} {fact.attribute.value}" for fact in facts_of(work, work.reference)]
    return _drawn("desk", "Cards on Eve's desk", desk=desk_of(work), truth=truth)


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
    record = work.releases[0].record
    doubtful, worlds = [fact for fact in facts_of(work, record) if fact.attribute.confidence < 1.0], list[World]()
    for likelihood, world in possible_worlds(record):
        so = tuple(fact.attribute.pair in world for fact in doubtful)
        there = [fact.label for fact, holds in zip(doubtful, so, strict=True) if holds]
        name = f"with {_listed(there)}" if there else "without it" if len(doubtful) == 1 else "with none of them"
        worlds.append(World(so, likelihood, record_leakage(world, work.reference, work.measure), name))
    return sorted(worlds, key=lambda world: -world.leakage)


def in_worlds(work: Workspace, measured: bool = True) -> str:
    """The worlds of the first release, under one slider for each confidence; with what Eve knows, or how likely."""
    worlds, facts = worlds_of(work), facts_of(work, work.releases[0].record)
    shown = {"known": sum(world.likelihood * world.leakage for world in worlds), "measured": measured}
    return _drawn("worlds", "Possible worlds: move how sure she is", worlds=worlds, facts=facts, **shown)


# Beliefs: a bar a person.


def beliefs(odds: Odds) -> str:
    """Each belief as a row of bars, the likeliest marked."""
    rows = [(name, shares, max(shares)) for name, shares in odds.rows]
    return _drawn("beliefs", odds.caption, rows=rows, columns=odds.columns[1:])


PICTURES: dict[str, Callable[[Any], str]] = {
    "desk": joined,
    "desk with plan": lambda work: joined(with_release(work, work.plans[0])),
    "worlds": in_worlds,
    "chances": lambda work: in_worlds(work, measured=False),
    "beliefs": beliefs,
}
"""By the name that a lesson's text has for it."""
