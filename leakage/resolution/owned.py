"""Owned records: whose database a record lies in, before it is pooled with others."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from leakage.record import Attribute, Pair, Record


@dataclass(frozen=True, init=False, repr=False)
class Owned(Record):
    """A record of one owner's database; what it says is said by its attributes alone.

    Source: Whang & Garcia-Molina 2011, Sections 1 and 2.2 ("other organizations Eve pools information with").

    Arguments:
        attributes: of the record, or the record itself.
        owner: who holds it, not empty.

    Raises:
        ValueError: as ``Record``, and for an empty owner.

    >>> order = Owned(Record.of(("N", "Alice")), "Vendor")
    >>> len(order), order.owner, order.with_attribute(Attribute("P", "666")).owner
    (1, 'Vendor', 'Vendor')
    """

    owner: str

    def __init__(self, attributes: Iterable[Attribute], owner: str) -> None:
        if not owner:
            raise ValueError("an owned record needs an owner")
        super().__init__(attributes)
        object.__setattr__(self, "owner", owner)

    def without(self, pair: Pair) -> Owned:
        return Owned(super().without(pair), self.owner)

    def with_attribute(self, attribute: Attribute) -> Owned:
        return Owned(super().with_attribute(attribute), self.owner)


def owner_of(record: Record) -> str | None:
    """Who holds a record; None for one that nobody is known to hold."""
    return record.owner if isinstance(record, Owned) else None


def as_held(record: Record, before: Record) -> Record:
    """A record in the place of another, in the same hands."""
    owner = owner_of(before)
    return record if owner is None else Owned(record, owner)
