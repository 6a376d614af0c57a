"""Moves: the disinformation records among which the best are sought, a finite list told before anything is tried.

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
linkage among the moves. Of recipients whose records reach the same pools only the cheapest is a move's: given to
another the record does the same at no lower cost. Where recipients resolve their own records first each is a move's.
Source: Whang & Garcia-Molina 2011, Sections 1 and 3.2; 2012, Section 4.2.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from leakage.decision.disinformation.baits import Values, baits, blocking_baits
from leakage.decision.disinformation.prices import Prices
from leakage.decision.what_if import Baseline
from leakage.measure.measuring import as_measure
from leakage.measure.record_leakage import record_leakages
from leakage.measure.ties import ranking
from leakage.record import Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.match import Match
from leakage.resolution.merge import union_merge
from leakage.short_repr import short_repr

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
class Outlet:
    """Somebody to whom a record can be given.

    Arguments:
        recipient: who it is, as the prices name them.
        pools: numbers of the pools the record then lands in, ascending.
    """

    recipient: str
    pools: tuple[int, ...]

    __repr__ = short_repr


@dataclass(frozen=True, eq=False)
class Move:
    """A disinformation record without the wrong attributes it could carry.

    Arguments:
        outlet: whom it is given to.
        kind: what it is for.
        pool: number of the pool it is aimed at.
        target: number of the composite of that pool it is aimed at.
        links: numbers of the unrelated composites it ties to the target.
        bait: the attributes by which it is joined, all of confidence 1.
        cost: C(bait).
    """

    outlet: Outlet
    kind: Kind
    pool: int
    target: int
    links: tuple[int, ...]
    bait: Record
    cost: float

    __repr__ = short_repr


def moves_of(
    pools: Sequence[Baseline],
    outlets: Iterable[Outlet],
    match: Match,
    prices: Prices,
    believable: Values,
    *,
    kinds: Collection[Kind] = KINDS,
    targets: int = TARGETS,
    links: int = LINKS,
) -> tuple[Move, ...]:
    """The moves for some pools and recipients; the space that is searched.

    Source: Whang & Garcia-Molina 2011, Sections 1 and 3.2; 2012, Section 4.2.

    Arguments:
        pools: what is known now.
        outlets: who can be given a record.
        match: the rules the record must satisfy.
        prices: C(r).
        believable: wrong values for labels that rules of negative evidence read.
        kinds: what records may be for.
        targets, links: how many composites of a pool are aimed at, and tied to each.

    Returns:
        No two of the same outlet with the same bait; none where no record matches anything.

    >>> from leakage.resolution.operations import Resolve
    >>> from leakage.resolution.rules import Shares
    >>> eve = Adversary((Resolve(Shares("N")),))
    >>> known = [Record.of(("N", "Alice"), ("P", "1")), Record.of(("N", "Bob"), ("P", "9"))]
    >>> baseline = Baseline.of(known, known[0], eve)
    >>> found = moves_of([baseline], [Outlet("Shop", (0,))], Shares("N"), Prices(), lambda label, count: ())
    >>> [(move.kind, [a.value for a in move.bait], move.cost) for move in found]
    [('self', ['Alice'], 4.0), ('linkage', ['Alice', 'Bob'], 5.0)]
    """
    # Where recipients resolve first, the same record does not do the same in other hands.
    by_owner = any(pool.adversary.minds_owners for pool in pools)
    reached = tuple(outlets) if by_owner else cheapest_outlets(outlets, prices)
    aims: dict[int, list[tuple[Kind, int, tuple[int, ...], Record]]] = {}
    moves: dict[tuple[Outlet, Record], Move] = {}
    for outlet in reached:
        for pool in outlet.pools:
            if pool not in aims:
                tied = links if "linkage" in kinds else 0
                aims[pool] = [a for a in _aims(pools[pool], match, prices, believable, targets, tied) if a[0] in kinds]
            for kind, target, linked, bait in aims[pool]:
                move = Move(outlet, kind, pool, target, linked, bait, prices.cost(outlet.recipient, bait))
                moves.setdefault((outlet, bait), move)
    return tuple(moves.values())


def cheapest_outlets(outlets: Iterable[Outlet], prices: Prices) -> tuple[Outlet, ...]:
    """For all outlets that reach the same pools the cheapest one, the first of several.

    >>> outlets = [Outlet("Shop", (0,)), Outlet("Forum", (0,)), Outlet("Bank", (1,))]
    >>> [outlet.recipient for outlet in cheapest_outlets(outlets, Prices(records=(("Forum", 1.0),)))]
    ['Forum', 'Bank']
    """
    best: dict[tuple[int, ...], Outlet] = {}
    for outlet in outlets:
        known = best.get(outlet.pools)
        if known is None or prices.of_record(outlet.recipient) < prices.of_record(known.recipient):
            best[outlet.pools] = outlet
    return tuple(best.values())


def _aims(
    baseline: Baseline, match: Match, prices: Prices, believable: Values, targets: int, links: int
) -> Iterator[tuple[Kind, int, tuple[int, ...], Record]]:
    order = ranking(baseline.leakages)[:targets]
    tied = bool(links) and not only_self(baseline.adversary)
    unrelated = most_wrong(baseline, WEIGHED + 1) if tied else []
    for target in (number for number in order if baseline.leakages[number] > 0.0):
        for bait in baits(baseline, match, [target], prices):
            yield "self", target, (), bait
        yield from (("blocking", target, (), bait) for bait in blocking_baits(baseline, match, target, believable))
        if tied:
            for linked in _links(baseline, match, target, unrelated, prices, links):
                for bait in baits(baseline, match, [target, *linked], prices):
                    yield "linkage", target, linked, bait


def only_self(adversary: Adversary) -> bool:
    """Whether both representativity and negative representativity are proved: then only self disinformation can help.

    A record then matches one composite at most, and joins no two.
    Source: Whang & Garcia-Molina 2011, Section 3.2.

    >>> from leakage.resolution.operations import Resolve
    >>> from leakage.resolution.rules import SameKeySet, Shares
    >>> [only_self(Adversary((Resolve(match),))) for match in (SameKeySet("N"), Shares("N"))]
    [True, False]
    """
    resolve = adversary.pipeline.resolve if adversary.pipeline else None
    return resolve is not None and resolve.unique and resolve.match.negatively_representative


def _links(
    baseline: Baseline, match: Match, target: int, unrelated: Sequence[int], prices: Prices, count: int
) -> Iterator[tuple[int, ...]]:
    """One unrelated composite, then two; those whose merged leakage falls most for what tying them in costs."""
    now = float(baseline.leakages[target])
    ranked = []
    weighed_up = weighed_with(baseline, target, [number for number in unrelated if number != target][:WEIGHED])
    falling = [(number, leakage) for number, leakage in weighed_up if leakage < now]
    for number, leakage in falling[: PRICED * count]:
        tied = baits(baseline, match, [target, number], prices)
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
    return sum(measure.weight_of(a.label) * a.confidence * (1.0 - 2.0 * similarity(a.pair)) for a in record)
