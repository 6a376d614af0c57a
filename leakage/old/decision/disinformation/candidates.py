"""Candidates: the disinformation records among which the best are sought, and what each costs.

Moves: the disinformation records among which the best are sought, a finite list told before anything is tried.

A move is a bait, the attributes by which the adversary joins the record to what it is aimed at, and somebody it can be
given to. What is sought is then a choice of moves, each with wrong attributes added. For every pool the aims are:

    self        one of its most telling composites: the maximum, and those that are it once that one is diluted
    linkage     such a composite and one or two unrelated ones, out of those whose facts dilute it most for their price
    blocking    under negative evidence (``Conflicts``): one record of such a composite that does not know the label,
                with a wrong value under it, so that this record is kept apart from those that know another one;
                and linkage that states both values of a label, so that the two do not conflict

The bait is the cheapest record that matches all it is aimed at (``Create``), and beside it the one that confirms least
of what the adversary has right and is unsure of, where that is another. Where representativity and negative
representativity hold no record matches two composites, "a new record can only use self-disinformation", and there is no
linkage among the moves. Of recipients whose records reach the same pools only the cheapest is a move's, and of those
with other fields in their forms the one that has more: given to another the record does the same at no lower cost.
Where recipients resolve their own records first each is a move's.
Source: Whang & Garcia-Molina 2011, Sections 1 and 3.2; 2012, Section 4.2.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

import numpy as np

from leakage.old.decision.disinformation.matching_record import minimal_matching_record
from leakage.old.decision.incremental import Baseline
from leakage.old.measure.gradient import ranking
from leakage.old.measure.measuring import as_measure, similarity_to
from leakage.old.measure.record_leakage import record_leakages
from leakage.old.presumption import is_typed
from leakage.old.resolution.adversary import Adversary
from leakage.old.resolution.match import Match
from leakage.old.resolution.merge import union_merge
from leakage.old.tabular.rows import redacted_repr
from leakage.record import Attribute, Pair, Record

# Prices: what a disinformation record costs the person, by whom it is given to and by what it states.


FINEST = 1_000
"""Prices that are whole thousandths have a step in common; finer ones are taken to have none."""


@dataclass(frozen=True)
class Prices:
    """``C(r)``: the price of a record to its recipient, and of every attribute to its label.

    ``C(r) = price(recipient) + sum of price(a.l) over the attributes a of r``; the unit is the person's own. "Adding a
    new social network profile would require the cost for registering information. As another example, longer records
    could require more cost and effort to construct."
    Source: Whang & Garcia-Molina 2012, Section 4.2; 2011, Section 3.2.

    Arguments:
        record: of a record, whatever is in it, >= 0.
        attribute: of an attribute, >= 0.
        records: (recipient, price >= 0) where it is another one.
        attributes: (label, price >= 0) where it is another one.

    Raises:
        ValueError: for a price that is negative or not finite, or where a record and an attribute may both be free.

    >>> prices = Prices(3.0, 1.0, records=(("Social network", 5.0),), attributes=(("Photo", 2.0),))
    >>> profile = Record.of(("Name", "Alice"), ("Photo", "portrait 12"))
    >>> prices.cost("Social network", profile), prices.cost("Shop", profile)
    (8.0, 6.0)
    """

    record: float = 3.0
    attribute: float = 1.0
    records: tuple[tuple[str, float], ...] = ()
    attributes: tuple[tuple[str, float], ...] = ()

    __repr__ = redacted_repr

    def __post_init__(self) -> None:
        of_records = [self.record, *(price for _, price in self.records)]
        of_attributes = [self.attribute, *(price for _, price in self.attributes)]
        for price in (*of_records, *of_attributes):
            if not 0.0 <= price < math.inf:
                raise ValueError(f"a price must not be negative, and finite, got {price:g}")
        if min(of_records) + min(of_attributes) <= 0.0:
            raise ValueError("a record and an attribute must not both be free: one of the prices must be more than 0")

    def of_record(self, recipient: str) -> float:
        """The price of a record before anything is in it."""
        return self._records.get(recipient, self.record)

    def of_attribute(self, label: str) -> float:
        """The price of stating something under a label."""
        return self._attributes.get(label, self.attribute)

    def of_attributes(self, labels: Iterable[str]) -> float:
        """The price of stating something under each of some labels."""
        return math.fsum(self.of_attribute(label) for label in labels)

    def cost(self, recipient: str, record: Record) -> float:
        """``C(r)``."""
        return self.of_record(recipient) + self.of_attributes(a.label for a in record)

    @cached_property
    def _records(self) -> dict[str, float]:
        return dict(self.records)

    @cached_property
    def _attributes(self) -> dict[str, float]:
        return dict(self.attributes)


def check_budget(budget: float) -> None:
    """Refuse a budget that buys nothing.

    Raises:
        ValueError: if it is not a positive finite number.
    """
    if not 0.0 < budget < math.inf:
        raise ValueError("the budget must be more than 0")


def common_step(prices: Iterable[float]) -> float:
    """The greatest number that all prices are multiples of; 0 where there is none that is a whole thousandth.

    >>> common_step([3.0, 1.5, 0.0]), common_step([1.0, 1.0 / 3.0])
    (1.5, 0.0)
    """
    wanted = [price * FINEST for price in prices]
    whole = [round(price) for price in wanted]
    if any(abs(price - near) > 1e-9 * FINEST for price, near in zip(wanted, whole, strict=True)):
        return 0.0
    return math.gcd(*whole) / FINEST


# Baits: the attributes by which the adversary joins a disinformation record to what it is aimed at.


PARTS = 8
"""Records of a target that may be kept apart from the others."""

Values: TypeAlias = Callable[[str, int], Sequence[str]]
"""So many different values for a label, wrong but believable, none in use; more of them begin with the fewer."""


OUTSIDE = 1e6
"""The price of a fact for which a form has no field, while a record is sought that can be given: beyond any other."""


def fits(record: Record, fields: Collection[str] | None) -> bool:
    """Whether a form has a field for all that a record says; None stands for a form with every field.

    >>> fits(Record.of(("N", "Alice"), ("P", "1")), {"N"}), fits(Record.of(("N", "Alice")), None)
    (False, True)
    """
    return fields is None or all(attribute.label in fields for attribute in record)


def linking_attributes(
    baseline: Baseline, match: Match, numbers: Sequence[int], prices: Prices, fields: Collection[str] | None = None
) -> list[Record]:
    """The records that join composites: the cheapest, the one that confirms least, and one that overcomes a conflict.

    Source: Whang & Garcia-Molina 2012, Section 4.2 (Create).

    Arguments:
        baseline: what is known.
        match: the rules the records must satisfy.
        numbers: of the composites.
        prices: C(r).
        fields: labels that the records may state; None for all.
    """

    def price(label: str) -> float:
        return prices.of_attribute(label) if fields is None or label in fields else OUTSIDE

    composites = [baseline.before.resolution.composites[number] for number in numbers]
    similarity = similarity_to(baseline.reference, baseline.weights)
    unsure = [a.pair for record in composites for a in record if a.confidence < 1.0 and similarity(a.pair)]
    size = sum(map(len, composites))
    bare = [
        minimal_matching_record(composites, match, size, unsure, price, careful=careful) for careful in (False, True)
    ]
    bridged = [_with_both(bait, composites, baseline.adversary) for bait in bare if bait]
    matching = (bait for bait in bridged if all(match.matches(bait, record) for record in composites))
    return list(dict.fromkeys(bait for bait in (*bare, *matching) if bait and fits(bait, fields)))


def _with_both(bait: Record, composites: Sequence[Record], adversary: Adversary) -> Record:
    """The bait with a value of every composite for each label on which they would conflict."""
    added: dict[Pair, None] = {}
    for label in adversary.conflict_labels:
        value_sets = [set(record.values(label)) for record in composites if record.values(label)]
        if any(some.isdisjoint(other) for some, other in itertools.combinations(value_sets, 2)):
            sayable = ([value for value in values if is_typed((label, value))] for values in value_sets)
            added |= {(label, min(values)): None for values in sayable if values}
    return Record((*bait, *(Attribute(*pair) for pair in added if pair not in bait)))


def blocking_baits(baseline: Baseline, match: Match, target: int, believable: Values) -> Iterator[Record]:
    """Records that join one record of a composite and contradict the others, under negative evidence.

    "The different phone numbers lead them to believe that records correspond to different entities."
    Source: Whang & Garcia-Molina 2011, Section 1.
    """
    members = baseline.before.resolution.members[target]
    for label in baseline.adversary.conflict_labels:
        ignorant = [baseline.records[number] for number in members if not baseline.records[number].values(label)]
        if len(ignorant) < len(members):
            # Values of their own: two records that share one would be joined by what was to keep them apart.
            wrong = believable(label, PARTS)
            for record, value in zip(dict.fromkeys(ignorant), wrong, strict=False):
                bait = minimal_matching_record([record], match, len(record))
                if bait:
                    yield bait.with_attribute(Attribute(label, value))


Kind: TypeAlias = Literal["self", "linkage", "blocking"]
KINDS: tuple[Kind, ...] = ("self", "linkage", "blocking")

TARGETS = 3
"""Composites of a pool that are aimed at, the most telling first."""

LINKS = 8
"""Unrelated composites that a target may be tied to."""

WEIGHED = 1_000
"""Of how many unrelated composites the merged leakage is computed; the others add less that is wrong."""

PRICED = 5
"""Of how many times as many the price of tying them in is worked out."""


@dataclass(frozen=True, slots=True)
class Channel:
    """Somebody to whom a record can be given.

    Arguments:
        recipient: who it is, as the prices name them.
        pools: numbers of the pools the record then lands in, ascending.
        fields: labels that its form has a field for; None where it has every one.
    """

    recipient: str
    pools: tuple[int, ...]
    fields: frozenset[str] | None = None

    __repr__ = redacted_repr


@dataclass(frozen=True, eq=False)
class Candidate:
    """A disinformation record without the wrong attributes it could carry.

    Arguments:
        channel: whom it is given to.
        kind: what it is for.
        pool: number of the pool it is aimed at.
        target: number of the composite of that pool it is aimed at.
        links: numbers of the unrelated composites it ties to the target.
        bait: the attributes by which it is joined, all of confidence 1.
        cost: C(bait).
    """

    channel: Channel
    kind: Kind
    pool: int
    target: int
    links: tuple[int, ...]
    bait: Record
    cost: float

    __repr__ = redacted_repr


def moves_of(
    pools: Sequence[Baseline],
    channels: Iterable[Channel],
    match: Match,
    prices: Prices,
    believable: Values,
    *,
    kinds: Collection[Kind] = KINDS,
    targets: int = TARGETS,
    links: int = LINKS,
) -> tuple[Candidate, ...]:
    """The moves for some pools and recipients; the space that is searched.

    Source: Whang & Garcia-Molina 2011, Sections 1 and 3.2; 2012, Section 4.2.

    Arguments:
        pools: what is known now.
        channels: who can be given a record.
        match: the rules the record must satisfy.
        prices: C(r).
        believable: wrong values for labels that rules of negative evidence read.
        kinds: what records may be for.
        targets, links: how many composites of a pool are aimed at, and tied to each.

    Returns:
        No two of the same outlet with the same bait; none where no record matches anything.

    >>> from leakage.old.resolution.operations import Resolve
    >>> from leakage.old.resolution.rules.shared_values import Shares
    >>> eve = Adversary((Resolve(Shares("N")),))
    >>> records = [Record.of(("N", "Alice"), ("P", "1")), Record.of(("N", "Bob"), ("P", "9"))]
    >>> baseline = Baseline.of(records, records[0], eve)
    >>> found = moves_of([baseline], [Channel("Shop", (0,))], Shares("N"), Prices(), lambda label, count: ())
    >>> [(move.kind, [a.value for a in move.bait], move.cost) for move in found]
    [('self', ['Alice'], 4.0), ('linkage', ['Alice', 'Bob'], 5.0)]
    """
    # Where recipients resolve first, the same record does not do the same in other hands.
    by_owner = any(pool.adversary.depends_on_owners for pool in pools)
    channels = tuple(channels)
    reached = channels if by_owner else cheapest_outlets(channels, prices)
    # Of a form only the fields by which a record joins or conflicts decide on baits.
    read = {*match.labels, *(label for pool in pools for label in pool.adversary.conflict_labels)}
    forms = tuple(dict.fromkeys((channel.pools, _fields_among(channel.fields, read)) for channel in channels))
    aims: dict[tuple[int, frozenset[str] | None], list[tuple[Kind, int, tuple[int, ...], Record]]] = {}
    moves: dict[tuple[Channel, Record], Candidate] = {}
    for channel in reached:
        # What is cheapest in a form with fewer fields may be given here too, for whoever has that form.
        has = _fields_among(channel.fields, read)
        own = [fields for pools_of, fields in forms if pools_of == channel.pools and _has_fields(has, fields)]
        for pool, fields in itertools.product(channel.pools, own):
            key = pool, fields
            if key not in aims:
                tied = links if "linkage" in kinds else 0
                found = _aims(pools[pool], match, prices, believable, targets, tied, fields)
                aims[key] = [aim for aim in found if aim[0] in kinds and fits(aim[3], fields)]
            for kind, target, linked, bait in aims[key]:
                move = Candidate(channel, kind, pool, target, linked, bait, prices.cost(channel.recipient, bait))
                moves.setdefault((channel, bait), move)
    return tuple(moves.values())


def _fields_among(fields: frozenset[str] | None, read: Collection[str]) -> frozenset[str] | None:
    """A form's fields among these; None where it has all of them."""
    return None if fields is None or fields.issuperset(read) else fields.intersection(read)


def cheapest_outlets(channels: Iterable[Channel], prices: Prices) -> tuple[Channel, ...]:
    """For all outlets that reach the same pools the cheapest one, the first of several.

    Beside it stay those whose forms have other fields, unless one that is no dearer has these and more.

    >>> outlets = [Channel("Shop", (0,)), Channel("Forum", (0,)), Channel("Bank", (1,))]
    >>> [outlet.recipient for outlet in cheapest_outlets(outlets, Prices(records=(("Forum", 1.0),)))]
    ['Forum', 'Bank']
    """
    best: dict[tuple[int, ...], dict[frozenset[str] | None, Channel]] = {}
    for channel in channels:
        alike = best.setdefault(channel.pools, {})
        cheapest = alike.get(channel.fields)
        if cheapest is None or prices.of_record(channel.recipient) < prices.of_record(cheapest.recipient):
            alike[channel.fields] = channel
    return tuple(
        channel
        for alike in best.values()
        for channel in alike.values()
        if not any(_surpasses(other, channel, prices) for other in alike.values())
    )


def _surpasses(other: Channel, channel: Channel, prices: Prices) -> bool:
    """Whether another outlet to the same pools, no dearer, takes all that one takes, and more."""
    more = other.fields != channel.fields and _has_fields(other.fields, channel.fields)
    return more and prices.of_record(other.recipient) <= prices.of_record(channel.recipient)


def _has_fields(fields: frozenset[str] | None, wanted: frozenset[str] | None) -> bool:
    return fields is None or (wanted is not None and wanted <= fields)


def _aims(
    baseline: Baseline,
    match: Match,
    prices: Prices,
    believable: Values,
    targets: int,
    links: int,
    fields: frozenset[str] | None,
) -> Iterator[tuple[Kind, int, tuple[int, ...], Record]]:
    order = ranking(baseline.leakages)[:targets]
    tied = bool(links) and not only_self(baseline.adversary)
    unrelated = most_wrong(baseline, WEIGHED + 1) if tied else []
    for target in (number for number in order if baseline.leakages[number] > 0.0):
        for bait in linking_attributes(baseline, match, [target], prices, fields):
            yield "self", target, (), bait
        yield from (("blocking", target, (), bait) for bait in blocking_baits(baseline, match, target, believable))
        if tied:
            for linked in _links(baseline, match, target, unrelated, prices, links, fields):
                for bait in linking_attributes(baseline, match, [target, *linked], prices, fields):
                    yield "linkage", target, linked, bait


def only_self(adversary: Adversary) -> bool:
    """Whether both representativity and negative representativity are proved: then only self disinformation can help.

    A record then matches one composite at most, and joins no two.
    Source: Whang & Garcia-Molina 2011, Section 3.2.

    >>> from leakage.old.resolution.operations import Resolve
    >>> from leakage.old.resolution.rules.shared_values import SameKeySet, Shares
    >>> [only_self(Adversary((Resolve(match),))) for match in (SameKeySet("N"), Shares("N"))]
    [True, False]
    """
    resolve = adversary.pipeline.resolve if adversary.pipeline else None
    return resolve is not None and resolve.unique and resolve.match.negatively_representative


def _links(
    baseline: Baseline,
    match: Match,
    target: int,
    unrelated: Sequence[int],
    prices: Prices,
    count: int,
    fields: frozenset[str] | None,
) -> Iterator[tuple[int, ...]]:
    """One unrelated composite, then two; those whose merged leakage falls most for what tying them in costs."""
    now = float(baseline.leakages[target])
    ranked = []
    weighed_up = weighed_with(baseline, target, [number for number in unrelated if number != target][:WEIGHED])
    falling = [(number, leakage) for number, leakage in weighed_up if leakage < now]
    for number, leakage in falling[: PRICED * count]:
        tied = linking_attributes(baseline, match, [target, number], prices, fields)
        if tied:
            ranked.append(((leakage - now) / max(min(_cost(bait, prices) for bait in tied), 1e-9), number))
    best = [number for _, number in sorted(ranked)[:count]]
    yield from ((number,) for number in best)
    yield from itertools.combinations(best, 2)


def _cost(bait: Record, prices: Prices) -> float:
    return prices.record + prices.of_attributes(a.label for a in bait)


def weighed(baseline: Baseline, target: int, most: int) -> list[tuple[int, float]]:
    """The composites that add most that is wrong to a target, each with what the two would leak as one; best first.

    Source: Whang & Garcia-Molina 2012, Section 4.2 (linkage disinformation).
    """
    ranking = [number for number in most_wrong(baseline, most + 1) if number != target]
    return weighed_with(baseline, target, ranking[:most])


def most_wrong(baseline: Baseline, most: int) -> list[int]:
    """The numbers of the composites with most weight of what is wrong, less what is right."""
    wrong = np.array([_wrong_weight(baseline, record) for record in baseline.before.resolution.composites])
    return [int(number) for number in np.argsort(-wrong, kind="stable")[:most]]


def weighed_with(baseline: Baseline, target: int, numbers: Sequence[int]) -> list[tuple[int, float]]:
    """Some composites, each with what it and a target would leak as one; the least first."""
    composites = baseline.before.resolution.composites
    aim = composites[target]
    merged = (union_merge(aim, composites[number]) for number in numbers)
    leakages = record_leakages(merged, baseline.reference, baseline.weights)
    return sorted(zip(numbers, leakages.tolist(), strict=True), key=lambda entry: entry[1])


def _wrong_weight(baseline: Baseline, record: Record) -> float:
    measure = as_measure(baseline.weights)
    similarity = measure.similarity_to(baseline.reference)
    counted = measure.counted(record)
    return sum(measure.weight_of(a.label) * a.confidence * (1.0 - 2.0 * similarity(a.pair)) for a in counted)
