"""Ground: what any choice of disinformation records leaves known, in all pools, part by part."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from leakage.decision.dilution import Dilution, Wrong
from leakage.decision.disinformation_baits import Values
from leakage.decision.disinformation_joins import Joins, JoinsByKeys, Part, joins_of
from leakage.decision.disinformation_moves import Move
from leakage.decision.prices import Prices
from leakage.decision.what_if import Standing
from leakage.measure.measure import goes_beyond
from leakage.measure.record_leakage import record_leakage
from leakage.record import Attribute, Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.match import Match
from leakage.resolution.merge import SAME_VALUES
from leakage.resolution.operations import Augment, Correct, Resolve
from leakage.resolution.single_link import SingleLink

STEPS = 12
"""Wrong attributes in a record at most, where they have to be tried one number after the other."""


@dataclass(frozen=True, eq=False)
class Option:
    """A move as it is searched: bare, wrong attributes being bought for it later; or whole, with those it carries.

    Arguments:
        move: the move.
        wrong: what it carries already.
        record: the record, that included.
        cost: C(record).
        room: how many wrong attributes it can still take, for every label.
    """

    move: Move
    wrong: tuple[Attribute, ...]
    record: Record
    cost: float
    room: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Block:
    """A composite with chosen records in it.

    Arguments:
        pool: number of the pool.
        part: the composite, before wrong attributes are bought.
        places: which of the chosen are in it, as places in the choice, ascending.
    """

    pool: int
    part: Part
    places: tuple[int, ...]


def quiet_labels(adversary: Adversary, labels: Iterable[str]) -> tuple[str, ...]:
    """The labels under which a value that nobody else has changes nothing about who is joined to whom.

    Under a rule that keeps its keys and knows equal values only, a value of one's own is never a reason to join or not
    to join. Under other rules it may be one, and so the labels they read are left out; and the labels that are filled
    in where they are missing.

    >>> from leakage.resolution.match import SameKeySet, Shares
    >>> [quiet_labels(Adversary((Resolve(match),)), "NP") for match in (Shares("N"), SameKeySet("N"))]
    [('N', 'P'), ('P',)]
    """
    loud: set[str] = set()
    for step in adversary.operations:
        if isinstance(step, Augment):
            loud.add(step.label)
        elif isinstance(step, Resolve | SingleLink) and not _overlooks(step.match):
            loud |= set(step.match.labels)
    return tuple(label for label in dict.fromkeys(labels) if label not in loud)


def _overlooks(match: Match) -> bool:
    return match.keeps_keys and match.keys_suffice and match.keys_equal


def additive(standing: Standing) -> bool:
    """Whether wrong attributes under quiet labels only add to what is known: then they can be bought one by one."""
    if goes_beyond(standing.weights):
        return False
    for step in standing.adversary.operations:
        if isinstance(step, Resolve | SingleLink):
            if step.merge not in SAME_VALUES:
                return False
        elif not isinstance(step, Correct | Augment):
            return False
    return True


def options_of(
    moves: Sequence[Move],
    wrong: Sequence[Wrong],
    believable: Values,
    prices: Prices,
    per_label: int,
    budget: float,
    *,
    bare: bool,
) -> tuple[Option, ...]:
    """Every move bare; or, where that does not do, with the first k = 0, 1, ... wrong attributes, as far as affordable.

    A record takes as many wrong values of a label as it is short of ``per_label`` values there. Whole ones take them
    label after label, those first that weigh most for their price.
    """
    if bare:
        none = [Option(m, (), m.bait, m.cost, _room(m.bait, wrong, per_label)) for m in moves]
        return tuple(option for option in none if option.cost <= budget * (1 + 1e-12))
    order = sorted(wrong, key=lambda one: (-one.weight / max(one.price, 1e-9), one.label))
    values = {one.label: believable(one.label, per_label) for one in wrong}
    found = []
    for move in moves:
        room = dict(zip((one.label for one in wrong), _room(move.bait, wrong, per_label), strict=True))
        added = [Attribute(o.label, value) for o in order for value in values[o.label][: room[o.label]]]
        for count in range(min(len(added), STEPS) + 1):
            record = Record((*move.bait, *added[:count]))
            cost = prices.cost(move.outlet.recipient, record)
            if cost <= budget * (1 + 1e-12):
                found.append(Option(move, tuple(added[:count]), record, cost, (0,) * len(wrong)))
    return tuple(found)


def _room(bait: Record, wrong: Sequence[Wrong], per_label: int) -> tuple[int, ...]:
    return tuple(max(0, per_label - len(bait.values(one.label))) for one in wrong)


class Ground:
    """What any choice of options leaves known.

    Arguments:
        pools: what is known now; all by the same reference, adversary and weights.
        options: what can be chosen, any of them more than once.
        wrong: the labels of the wrong attributes that can be bought for them.
    """

    def __init__(self, pools: Sequence[Standing], options: Sequence[Option], wrong: Sequence[Wrong]) -> None:
        self.pools, self.options, self.wrong = tuple(pools), tuple(options), tuple(wrong)
        self.landing: dict[int, dict[int, Record]] = {}
        for number, option in enumerate(self.options):
            for pool in option.move.outlet.pools:
                self.landing.setdefault(pool, {})[number] = option.record
        self.joins: dict[int, Joins] = {pool: joins_of(self.pools[pool], new) for pool, new in self.landing.items()}
        self.bare = all(additive(pool) for pool in self.pools)
        self._weights = np.array([one.weight for one in wrong])
        self._dilutions: dict[Part, Dilution] = {}
        self._untouched: dict[tuple[int, int], Dilution] = {}

    def blocks(self, chosen: Sequence[int]) -> tuple[Block, ...]:
        """The composites that chosen options end in; numbers ascend, and may repeat."""
        found = []
        for pool, joins in self.joins.items():
            landing = self.landing[pool]
            places = [place for place, number in enumerate(chosen) if number in landing]
            for part in joins.parts(tuple(chosen[place] for place in places)):
                found.append(Block(pool, part, tuple(places[place] for place in part.records)))
        return tuple(found)

    def landed(self, pool: int, chosen: Iterable[int]) -> tuple[int, ...]:
        """Those of the chosen options that land in a pool."""
        landing = self.landing[pool]
        return tuple(number for number in chosen if number in landing)

    def rest(self, chosen: Sequence[int], pools: Collection[int] | None = None) -> float:
        """The greatest leakage of the composites that no chosen option is in."""
        found = [0.0]
        for number, standing in enumerate(self.pools):
            if pools is not None and number not in pools:
                continue
            joins = self.joins.get(number)
            found.append(standing.before.leakage if joins is None else joins.rest(self.landed(number, chosen)))
        return max(found)

    def leakage(self, chosen: Sequence[int], counts: Sequence[Sequence[int]]) -> float:
        """``L(R + S, e, E)`` for chosen options and, for each, how many wrong attributes of every label it carries."""
        return max((max(found) for found in self.pool_leakages(chosen, counts)), default=0.0)

    def pool_leakages(self, chosen: Sequence[int], counts: Sequence[Sequence[int]]) -> tuple[tuple[float, float], ...]:
        """The same for every pool: the greatest leakage of what chosen options are in, and of what they are not in."""
        inside = [0.0] * len(self.pools)
        for block in self.blocks(chosen):
            weight = math.fsum(float(np.dot(self._weights, counts[place])) for place in block.places)
            inside[block.pool] = max(inside[block.pool], self.leakage_of(block.part, weight))
        return tuple((found, self.rest(chosen, (number,))) for number, found in enumerate(inside))

    def leakage_of(self, part: Part, weight: float = 0.0) -> float:
        """What a composite leaks with so much more that is wrong in it."""
        if not self.bare:
            return record_leakage(part.composite, self.pools[0].reference, self.pools[0].weights)
        return float(self.dilution(part).at(np.array([weight]))[0])

    def dilution(self, part: Part) -> Dilution:
        """The composite as wrong attributes are added to it."""
        if part not in self._dilutions:
            self._dilutions[part] = Dilution(part.composite, self.pools[0].reference, self.pools[0].weights)
        return self._dilutions[part]

    def dilution_of(self, pool: int, composite: int) -> Dilution:
        """The same for a composite that no option is in."""
        key = (pool, composite)
        if key not in self._untouched:
            standing = self.pools[pool]
            record = standing.before.resolution.composites[composite]
            self._untouched[key] = Dilution(record, standing.reference, standing.weights)
        return self._untouched[key]

    def groups(self) -> list[tuple[int, ...]]:
        """The options that hang together: those of different groups never change the same composite."""
        tied: list[set[int]] = []
        for joins in self.joins.values():
            if isinstance(joins, JoinsByKeys):
                tied += [set(part.records) for part in joins.closure]
            else:
                tied.append(set(joins.records))  # type: ignore[attr-defined]
        groups: list[set[int]] = []
        for some in tied:
            touched = [group for group in groups if not group.isdisjoint(some)]
            groups = [group for group in groups if group not in touched]
            groups.append(some.union(*touched))
        return sorted(tuple(sorted(group)) for group in groups)
