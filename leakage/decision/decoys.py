"""Decoys, and the papers' Create and Add."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from leakage.record import Attribute, Pair, Record
from leakage.resolution.rules import Match

Kind: TypeAlias = Literal["self", "linkage", "blocking"]
KINDS: tuple[Kind, ...] = get_args(Kind)

WAYS = 64  # Most ways tried to match a record.


@dataclass(frozen=True)
class Prices:
    """``C(r) = price of a record + |r| price of an attribute``, in whatever unit the person thinks of.

    "Adding a new social network profile would require the cost for registering information. As another example, longer
    records could require more cost." Source: Whang & Garcia-Molina 2012, Section 4.2; 2011, Section 3.2.

    >>> Prices(3.0, 1.0).cost(Record.of(("Name", "Alice"), ("Photo", "portrait 12")))
    5.0
    """

    record: float = 3.0
    attribute: float = 1.0

    def __post_init__(self) -> None:
        if not all(0.0 <= price < math.inf for price in (self.record, self.attribute)):
            raise ValueError("a price must be a finite number >= 0")
        if not self.record + self.attribute:
            raise ValueError("a record and its attributes must not both be free")

    def cost(self, record: Record) -> float:
        """``C(r)``."""
        return self.record + len(record) * self.attribute


PRICES = Prices()  # The usual ones.


@dataclass(frozen=True, slots=True)
class Outlet:
    """A recipient who can be given a decoy."""

    recipient: str
    pools: tuple[int, ...] = (0,)
    fields: frozenset[str] | None = None

    def takes(self, labels: Iterable[str]) -> bool:
        """Whether its form has a field for each label."""
        return self.fields is None or self.fields.issuperset(labels)


@dataclass(frozen=True, eq=False)
class Decoy:
    """A record of disinformation.

    Arguments:
        wrong: the attributes appended by Add; the others are the bait.
        target: the records it joins, by number: strangers first, then releases.
        links: the composites it ties to them, by their records.
    """

    record: Record
    wrong: Record
    outlet: Outlet
    kind: Kind
    target: tuple[int, ...]
    links: tuple[tuple[int, ...], ...]
    cost: float


def create(
    records: Sequence[Record],
    match: Match,
    size: int | None = None,
    *,
    allowed: Callable[[Pair], bool] = lambda pair: True,
    price: Callable[[Pair], float] = lambda pair: 0.0,
) -> Record:
    """``Create(S, L)``: a minimal record that matches every record of S, or the empty record.

    It has values of the records, with confidence 1, by one way to match each record. If the rule consists of
    conjunctions that each decide, no such record is smaller, for up to 64 ways a record.
    Source: Whang & Garcia-Molina 2012, Section 4.2; 2011, Section 3.2.

    Arguments:
        size: L, the most attributes; no limit by default.
        allowed: whether a pair may be stated.
        price: of stating a pair; the cheapest minimal record is returned.

    >>> from leakage.resolution.rules import AnyOf, Shares
    >>> match = AnyOf(Shares("N", "P"), Shares("C"))
    >>> r, v = Record.of(("N", "n1"), ("P", "p1"), ("C", "c1")), Record.of(("N", "n2"), ("C", "c2"))
    >>> [(a.label, a.value) for a in create([r, v], match)]
    [('C', 'c1'), ('C', 'c2')]
    """

    def in_order(some: Iterable[frozenset[Pair]]) -> list[frozenset[Pair]]:
        return sorted(set(some), key=lambda pairs: (len(pairs), math.fsum(map(price, pairs)), sorted(pairs)))

    held = {label: [v for r in records for v in r.values(label) if allowed((label, v))] for label in match.labels}
    unions = [frozenset[Pair]()]
    for record in records:
        unions = in_order(a | b for a, b in itertools.product(unions, _ways(record, match, held)))[: 4 * WAYS]
    for union in unions if records else ():
        bait = _pruned(union, records, match)
        if bait and (size is None or len(bait) <= size):
            return bait
    return Record()


def _ways(record: Record, match: Match, held: dict[str, list[str]]) -> list[frozenset[Pair]]:
    """Sets of pairs that match a record; if a conjunction is not enough, all pairs that may help."""
    ways = list[frozenset[Pair]]()
    for conjunction in match.conjunctions or ():
        agreeing = []
        for condition in conjunction:
            own, values = record.values(condition.label), list(dict.fromkeys(held[condition.label]))
            tokens = condition.tokens([*own, *values])
            mine = set(itertools.chain.from_iterable(tokens[: len(own)]))
            rest = zip(values, tokens[len(own) :], strict=True)
            agreeing.append([(condition.label, value) for value, some in rest if not mine.isdisjoint(some)])
        ways += map(frozenset, itertools.islice(itertools.product(*agreeing), WAYS))
    enough = [way for way in ways if match.decided or match.matches(_stating(way), record)]
    return enough or [frozenset((label, v) for label in match.labels for v in record.values(label) if v in held[label])]


def _stating(pairs: Iterable[Pair]) -> Record:
    return Record(Attribute(*pair) for pair in set(pairs))


def _pruned(pairs: frozenset[Pair], records: Sequence[Record], match: Match) -> Record:
    """The pairs needed to match all records; empty if the pairs do not match them."""

    def matches_all(some: Iterable[Pair]) -> bool:
        stated = _stating(some)
        return all(match.matches(stated, record) for record in records)

    if not matches_all(pairs):
        return Record()
    kept = set(pairs)
    for pair in sorted(pairs):
        if matches_all(kept - {pair}):
            kept.discard(pair)
    return _stating(kept)


def add(record: Record, attribute: Attribute) -> Record:
    """``Add(r)``: the record with one more attribute, incorrect but believable.

    Source: Whang & Garcia-Molina 2012, Section 4.2.
    """
    if attribute.pair in record:
        raise ValueError("the record holds this attribute already")
    return Record((*record, attribute))
