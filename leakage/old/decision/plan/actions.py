"""Actions: what a person can do, each a pure function from one situation to another.

    Erase         holdings are deleted
    Change        a value is replaced: by a fresh one at those who hold it, or, where the old one stays known, it is
                  true no longer
    Withhold      a field of what will be given out is left blank
    StopSharing   a party leaves every group

Any set of them gives one situation, whatever their order: an action only takes something away (a holding, a field, a
truth, a party's share). So whoever deletes a holding whose value another action changes has it deleted. A fresh value
is known to one party alone: it joins nothing, and counts neither for nor against what is known, as if the field were
blank there.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import reduce
from typing import final

from leakage.old.decision.leakage import InformationLeakage, worst_of
from leakage.old.measure.weights import Weights
from leakage.old.presumption import fact_of
from leakage.old.resolution.adversary import Adversary
from leakage.old.resolution.operations import SourcedRecord, with_owner_of
from leakage.old.tabular.rows import redacted_repr
from leakage.record import Attribute, Pair, Record

# Situation: what is out about a person, and who pools it; what actions change, and adversaries resolve.


@dataclass(frozen=True, slots=True)
class HeldRecord:
    """A record in somebody's hands.

    Arguments:
        name: unique among the holdings of a situation.
        recipient: who holds it, not empty.
        record: what it says.
    """

    name: str
    recipient: str
    record: Record

    __repr__ = redacted_repr


@dataclass(frozen=True)
class Situation:
    """What is out about a person.

    Arguments:
        reference: e, the person's complete information.
        parties: everybody who holds, or will hold, something; each once.
        held: what they hold, in the order it was given.
        background: what every adversary holds besides.
        coming: what will be given out next; it comes last.
        left: who no longer shares with others, in the order of their names.

    >>> Situation.of(Record.of(("N", "Alice")), [HeldRecord("Order", "Shop", Record())]).parties
    ('Shop',)
    """

    reference: Record
    parties: tuple[str, ...]
    held: tuple[HeldRecord, ...]
    background: tuple[Record, ...] = ()
    coming: tuple[HeldRecord, ...] = ()
    left: tuple[str, ...] = ()

    __repr__ = redacted_repr

    @staticmethod
    def of(
        reference: Record,
        held: list[HeldRecord] | tuple[HeldRecord, ...],
        background: tuple[Record, ...] = (),
        coming: tuple[HeldRecord, ...] = (),
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
    def held_records(self) -> tuple[HeldRecord, ...]:
        """Everything in anybody's hands, in the order in which it arrives."""
        return (*self.held, *self.coming)


@dataclass(frozen=True, slots=True)
class Threat:
    """An adversary, and who pools data for her.

    Arguments:
        name: what the person calls her.
        adversary: E.
        groups: the parties that share with one another; who is in none stands alone. None: all of them share.
        background: what she alone holds besides, as in files that are looked up for her rules, or what leaked.
        apart: whether that is all that she holds: no party shares with her.

    >>> Threat("Eve", Adversary(), groups=()).pools(Situation.of(Record(), [HeldRecord("Order", "Shop", Record())]))
    (('Shop',),)
    """

    name: str
    adversary: Adversary
    groups: tuple[tuple[str, ...], ...] | None = None
    background: tuple[Record, ...] = ()
    apart: bool = False

    __repr__ = redacted_repr

    def groups_of(self, parties: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        """Who shares with whom before anybody leaves."""
        return ((parties,) if parties else ()) if self.groups is None else self.groups

    def pools(self, situation: Situation) -> tuple[tuple[str, ...], ...]:
        """Who shares with whom; those who left, and those in no group, stand alone."""
        if self.apart:
            return ((),)
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
        held = (holding for holding in situation.held_records if holding.recipient in members)
        return (*self.background_of(situation), *(self.sourced_record(holding) for holding in held))

    def sourced_record(self, holding: HeldRecord) -> Record:
        """A record as its holder has it: named for him where that matters to the adversary.

        Source: Whang & Garcia-Molina 2011, Section 1.
        """
        return SourcedRecord(holding.record, holding.recipient) if self.adversary.depends_on_owners else holding.record


def known_by(
    situation: Situation, threat: Threat, weights: Weights | None = None
) -> Iterator[tuple[tuple[str, ...], InformationLeakage]]:
    """What every pool of a threat knows, each with who is in it.

    Source: Whang & Garcia-Molina 2012, Definition 2.
    """
    for pool in threat.pools(situation):
        records = threat.records_of(situation, pool)
        yield pool, worst_of(threat.adversary.resolve(records), situation.reference, weights)


class Action:
    """Something that can be done."""

    @property
    def leaves(self) -> tuple[str, ...]:
        """The parties that stop sharing."""
        return ()

    @property
    def concerns(self) -> tuple[str, ...]:
        """Names of holdings that it may change or delete, whoever has them."""
        return ()

    @property
    def whose(self) -> tuple[str, ...] | None:
        """The parties whose other holdings it may change or delete; None where it may be anybody's."""
        return None

    def on_holding(self, holding: HeldRecord) -> HeldRecord | None:
        """What becomes of a holding; None where it is deleted."""
        return holding

    def on_reference(self, reference: Record) -> Record:
        """What becomes of the truth."""
        return reference

    def apply(self, situation: Situation) -> Situation:
        """The situation once this is done."""
        return replace(
            situation,
            reference=self.on_reference(situation.reference),
            held=tuple(self._records_after(situation.held)),
            coming=tuple(self._records_after(situation.coming)),
            left=tuple(sorted({*situation.left, *self.leaves})),
        )

    def _records_after(self, held_records: Iterable[HeldRecord]) -> Iterable[HeldRecord]:
        return (after for after in map(self.on_holding, held_records) if after is not None)


def after_all(situation: Situation, actions: Iterable[Action]) -> Situation:
    """The situation once all of some actions are done, in any order.

    >>> told = Situation.of(Record.of(("P", "1")), [HeldRecord("Order", "Shop", Record.of(("P", "1")))])
    >>> actions = Change(("P", "1"), ("Shop",)), Erase(("Order",))
    >>> after_all(told, actions) == after_all(told, reversed(actions))
    True
    """
    return reduce(lambda before, action: action.apply(before), actions, situation)


@final
@dataclass(frozen=True, slots=True)
class Erase(Action):
    """Holdings are deleted.

    Arguments:
        names: of the holdings: one release, or all of a recipient's.
    """

    names: tuple[str, ...]

    __repr__ = redacted_repr

    @property
    def concerns(self) -> tuple[str, ...]:
        return self.names

    @property
    def whose(self) -> tuple[str, ...]:
        return ()

    def on_holding(self, holding: HeldRecord) -> HeldRecord | None:
        return None if holding.name in self.names else holding


@final
@dataclass(frozen=True, slots=True)
class Change(Action):
    """A value is changed: an address, a number, a card or a password.

    Arguments:
        pair: the label and the value of today.
        recipients: who gets a fresh value in its place, each another one; empty for all who hold it.
        stays: whether the old value stays known to all who have it. It joins what they hold as before, but is true no
            longer; the new one, which takes its place in the truth, is known to nobody yet.

    Raises:
        ValueError: where the old value stays, but only at some: that takes nothing back.
    """

    pair: Pair
    recipients: tuple[str, ...] = ()
    stays: bool = False

    __repr__ = redacted_repr

    def __post_init__(self) -> None:
        if self.stays and self.recipients:
            raise ValueError("a value that stays known is changed everywhere or not at all")

    @property
    def whose(self) -> tuple[str, ...] | None:
        return () if self.stays else self.recipients or None

    def on_holding(self, holding: HeldRecord) -> HeldRecord:
        concerned = not self.stays and (not self.recipients or holding.recipient in self.recipients)
        return _without(holding, self.pair) if concerned else holding

    def on_reference(self, reference: Record) -> Record:
        if not self.stays or self.pair not in reference:
            return reference
        return reference.without(self.pair).with_attribute(Attribute(self.pair[0], _fresh(self.pair[1])))


@final
@dataclass(frozen=True, slots=True)
class Withhold(Action):
    """A field of what will be given out is left blank.

    Arguments:
        name: of the holding to come.
        pair: the field.
    """

    name: str
    pair: Pair

    __repr__ = redacted_repr

    @property
    def concerns(self) -> tuple[str, ...]:
        return (self.name,)

    @property
    def whose(self) -> tuple[str, ...]:
        return ()

    def on_holding(self, holding: HeldRecord) -> HeldRecord:
        return _without(holding, self.pair) if holding.name == self.name else holding


@final
@dataclass(frozen=True, slots=True)
class StopSharing(Action):
    """A party leaves every group it shares in, as after an objection, and keeps what it holds to itself.

    Arguments:
        recipient: the party.
    """

    recipient: str

    __repr__ = redacted_repr

    @property
    def leaves(self) -> tuple[str, ...]:
        return (self.recipient,)

    @property
    def whose(self) -> tuple[str, ...]:
        return ()


@final
@dataclass(frozen=True, slots=True)
class Together(Action):
    """Several actions that are done in one sitting, or by one letter: all of them or none.

    Arguments:
        actions: at least one.

    Raises:
        ValueError: for none.

    >>> both = Together((Erase(("Order",)), StopSharing("Bank")))
    >>> both.concerns, both.leaves
    (('Order',), ('Bank',))
    """

    actions: tuple[Action, ...]

    __repr__ = redacted_repr

    def __post_init__(self) -> None:
        if not self.actions:
            raise ValueError("actions done together must be at least one")

    @property
    def leaves(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(party for action in self.actions for party in action.leaves))

    @property
    def concerns(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for action in self.actions for name in action.concerns))

    @property
    def whose(self) -> tuple[str, ...] | None:
        parties = [action.whose for action in self.actions]
        if any(some is None for some in parties):
            return None
        return tuple(dict.fromkeys(party for some in parties for party in some or ()))

    def on_holding(self, holding: HeldRecord) -> HeldRecord | None:
        after: HeldRecord | None = holding
        for action in self.actions:
            after = action.on_holding(after) if after is not None else None
        return after

    def on_reference(self, reference: Record) -> Record:
        return reduce(lambda before, action: action.on_reference(before), self.actions, reference)


@dataclass(frozen=True, slots=True)
class Option:
    """An action and what it takes.

    Arguments:
        action: what is done.
        minutes: of the person's time, > 0.
        chance: how probable it is that it succeeds, in [0, 1]; 1 for what the person does alone.

    Raises:
        ValueError: for minutes that are not positive and finite, or a chance outside of [0, 1].

    >>> Option(StopSharing("Shop"), 0.0)
    Traceback (most recent call last):
    ValueError: an action must take more than 0 minutes
    """

    action: Action
    minutes: float
    chance: float = 1.0

    __repr__ = redacted_repr

    def __post_init__(self) -> None:
        if not 0.0 <= self.chance <= 1.0:
            raise ValueError(f"chance must be in [0, 1], got {self.chance}")
        if not 0.0 < self.minutes < math.inf:
            raise ValueError("an action must take more than 0 minutes")


def _without(holding: HeldRecord, pair: Pair) -> HeldRecord:
    left = [attribute for attribute in holding.record if fact_of(attribute.pair) != pair]
    if len(left) == len(holding.record):
        return holding
    return replace(holding, record=with_owner_of(Record(left), holding.record))


def _fresh(value: str) -> str:
    """A value nobody can type, near no other, and the same in whatever order values are changed."""
    return "\0" + hashlib.blake2s(value.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
