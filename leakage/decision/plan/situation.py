"""Situation: what is out about a person, and who pools it; what actions change, and adversaries resolve."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from leakage.decision.information_leakage import InformationLeakage, information_leakage
from leakage.measure.measure import Weights
from leakage.record import Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.owned import Owned
from leakage.short_repr import short_repr


@dataclass(frozen=True, slots=True)
class Holding:
    """A record in somebody's hands.

    Arguments:
        name: unique among the holdings of a situation.
        recipient: who holds it, not empty.
        record: what it says.
    """

    name: str
    recipient: str
    record: Record

    __repr__ = short_repr


@dataclass(frozen=True)
class Situation:
    """What is out about a person.

    Arguments:
        reference: e, the person's complete information.
        parties: everybody who holds, or will hold, something; each once.
        held: what they hold, in the order it was given.
        background: what every adversary holds besides.
        made_up: wrong facts that were given out on purpose, by name; they come after what is held.
        coming: what will be given out next; it comes last.
        left: who no longer shares with others, in the order of their names.

    >>> Situation.of(Record.of(("N", "Alice")), [Holding("Order", "Shop", Record())]).parties
    ('Shop',)
    """

    reference: Record
    parties: tuple[str, ...]
    held: tuple[Holding, ...]
    background: tuple[Record, ...] = ()
    made_up: tuple[Holding, ...] = ()
    coming: tuple[Holding, ...] = ()
    left: tuple[str, ...] = ()

    __repr__ = short_repr

    @staticmethod
    def of(
        reference: Record,
        held: list[Holding] | tuple[Holding, ...],
        background: tuple[Record, ...] = (),
        coming: tuple[Holding, ...] = (),
    ) -> Situation:
        """The situation of today; the parties are those who hold something, or will.

        Raises:
            ValueError: for two holdings of one name.
        """
        names = [holding.name for holding in (*held, *coming)]
        if len(set(names)) < len(names):
            raise ValueError("no two holdings may have the same name")
        parties = tuple(dict.fromkeys(holding.recipient for holding in (*held, *coming)))
        return Situation(reference, parties, tuple(held), background, coming=coming)

    @property
    def holdings(self) -> tuple[Holding, ...]:
        """Everything in anybody's hands, in the order in which it arrives."""
        return (*self.held, *self.made_up, *self.coming)

    def with_made_up(self, holding: Holding) -> Situation:
        """The situation with wrong facts given out, in their place by name: the order of giving does not count."""
        together = sorted((*self.made_up, holding), key=lambda made_up: made_up.name)
        return replace(self, made_up=tuple(together))


@dataclass(frozen=True, slots=True)
class Threat:
    """An adversary, and who pools data for her.

    Arguments:
        name: what the person calls her.
        adversary: E.
        groups: the parties that share with one another; who is in none stands alone. None: all of them share.
        weight: > 0, of an average over several.
        background: what she alone holds besides, as in files that are looked up for her rules.

    >>> Threat("Eve", Adversary(), groups=()).pools(Situation.of(Record(), [Holding("Order", "Shop", Record())]))
    (('Shop',),)
    """

    name: str
    adversary: Adversary
    groups: tuple[tuple[str, ...], ...] | None = None
    weight: float = 1.0
    background: tuple[Record, ...] = ()

    __repr__ = short_repr

    def __post_init__(self) -> None:
        if not 0.0 < self.weight < float("inf"):
            raise ValueError("the weight of an adversary must be a positive finite number")

    def groups_of(self, parties: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        """Who shares with whom before anybody leaves."""
        return ((parties,) if parties else ()) if self.groups is None else self.groups

    def pools(self, situation: Situation) -> tuple[tuple[str, ...], ...]:
        """Who shares with whom; those who left, and those in no group, stand alone."""
        left = set(situation.left)
        groups = self.groups_of(situation.parties)
        shared = [tuple(party for party in group if party not in left) for group in groups]
        allied = {party for group in shared for party in group}
        return (*shared, *((party,) for party in situation.parties if party not in allied))

    def background_of(self, situation: Situation) -> tuple[Record, ...]:
        """What she holds besides: what every adversary does, then what she alone does."""
        return situation.background + self.background

    def records_of(self, situation: Situation, pool: tuple[str, ...]) -> tuple[Record, ...]:
        """What a pool holds, in the order of arrival: the background first."""
        members = set(pool)
        held = (holding for holding in situation.holdings if holding.recipient in members)
        return (*self.background_of(situation), *(self.as_held(holding) for holding in held))

    def as_held(self, holding: Holding) -> Record:
        """A record as its holder has it: named for him where that matters to the adversary.

        Source: Whang & Garcia-Molina 2011, Section 1.
        """
        return Owned(holding.record, holding.recipient) if self.adversary.minds_owners else holding.record


def known_by(
    situation: Situation, threat: Threat, weights: Weights | None = None
) -> Iterator[tuple[tuple[str, ...], InformationLeakage]]:
    """What every pool of a threat knows, each with who is in it.

    Source: Whang & Garcia-Molina 2012, Definition 2.
    """
    for pool in threat.pools(situation):
        records = threat.records_of(situation, pool)
        yield pool, information_leakage(records, situation.reference, threat.adversary, weights)


def situation_leakage(situation: Situation, threat: Threat, weights: Weights | None = None) -> float:
    """``max over pools P of L(R_P + B, e, E)``: what the pool that knows most knows; 0 for no pool.

    Source: Whang & Garcia-Molina 2012, Definition 2.

    >>> told = Situation.of(Record.of(("N", "Alice")), [Holding("Order", "Shop", Record.of(("N", "Alice")))])
    >>> situation_leakage(told, Threat("Eve", Adversary()))
    1.0
    """
    return max((known.leakage for _, known in known_by(situation, threat, weights)), default=0.0)
