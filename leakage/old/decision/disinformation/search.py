"""The search for disinformation: branch and bound, or every choice resolved from scratch.

It goes through its tree as ``leakage.old.decision.optimise`` does, but its nodes are no sets of actions. A record may be
chosen several times, and its wrong attributes are bought for all budgets at once: as actions the three records of a
plan, each of 111 options under 14 labels, would be 5,000, and branch and bound takes 100 there. And the bound of a node
is one number for each budget; one number for all of them, as a ``Floor`` gives it, leaves more plans open.

One bait for several forms is one option: which form a record goes into is decided when its wrong attributes are bought.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy as np

from leakage.old.database import Floats, Integers
from leakage.old.decision.disinformation.bounds import BudgetGrid, ByKeys, FromScratch
from leakage.old.decision.disinformation.joins import Component, JoinsByKeys
from leakage.old.decision.disinformation.problem import Block, Choice, Space
from leakage.old.decision.disinformation.purchases import (
    Purchases,
    Room,
    has_room,
    purchases_of_any,
    rooms_together,
)
from leakage.old.decision.frontier import ParetoFront, together
from leakage.old.decision.optimise import best_first
from leakage.old.measure.gradient import TOLERANCE
from leakage.progress import report

# Spending: which wrong attributes to buy for the composites of a choice, for every budget left.


Shared = tuple[tuple[int, tuple[int, ...]], ...]
"""For places in a choice how many wrong attributes of every label the record there carries."""


class Spending:
    """What a group's choices can buy.

    Arguments:
        space: what is searched.
        options: the numbers of the group.
        front: the plans found so far: what no plan gains by is not bought.
    """

    def __init__(self, space: Space, options: Sequence[int], front: ParetoFront[Choice]) -> None:
        self._space, self._problem, self._front = space, space.problem, front
        self._cheapest = min(self._problem.options[number].cost for number in options)
        self._memo: dict[tuple[tuple[tuple[Room, ...], ...], ...], Purchases] = {}

    def stairs(self, chosen: Sequence[int], blocks: Sequence[Block], cost: float) -> ParetoFront[Shared]:
        """What wrong attributes make of composites that have records in common.

        Arguments:
            chosen: the options.
            blocks: some of the composites they end in.
            cost: what the options cost without wrong attributes.
        """
        kinds = _kinds(blocks)
        rooms = [[self._problem.options[chosen[place]].rooms for place in kind] for kind in kinds]
        buyable = self._purchases(rooms)
        kinds_of = [[n for n, kind in enumerate(kinds) if kind[0] in block.places] for block in blocks]
        stairs: ParetoFront[Shared] = ParetoFront(self._space.slack)
        measured = self._worth_measuring(blocks, kinds_of, buyable, cost)
        if len(measured):
            bought = [buyable.counts[measured][:, some].sum(axis=1) for some in kinds_of]
            diluted = (self._problem.diluted(block.part, some) for block, some in zip(blocks, bought, strict=True))
            leakages = np.max(list(diluted), axis=0)
            for number, leakage in zip(measured.tolist(), leakages.tolist(), strict=True):
                if leakage < stairs.best(buyable.cost[number]) - TOLERANCE:
                    stairs.add(float(buyable.cost[number]), leakage, _shared(kinds, rooms, buyable.counts[number]))
        return stairs

    def _worth_measuring(
        self, blocks: Sequence[Block], kinds_of: Sequence[Sequence[int]], buyable: Purchases, cost: float
    ) -> Integers:
        """The numbers of what can be paid and may come below the plans found so far."""
        least: Floats = np.max(
            [
                self._problem.dilution(block.part).least(buyable.weight[:, some].sum(axis=1))
                for block, some in zip(blocks, kinds_of, strict=True)
            ],
            axis=0,
        )
        spent = cost + buyable.cost
        places = np.searchsorted(self._front.costs, spent + self._space.slack, side="right")
        better = least < np.asarray(self._front.leakages)[places - 1] - TOLERANCE
        return np.flatnonzero(better & (spent <= self._space.budget + self._space.slack))

    def _purchases(self, rooms: Sequence[Sequence[tuple[Room, ...]]]) -> Purchases:
        key = tuple(tuple(sorted(some)) for some in rooms)
        if key not in self._memo:
            left = max(0.0, self._space.budget - self._cheapest)
            together = [rooms_together(some) for some in key]
            self._memo[key] = purchases_of_any(self._problem.wrong, together, left)
        return self._memo[key]


def components_of(blocks: Sequence[Block]) -> list[list[Block]]:
    """The blocks that have records in common, because one record landed in several pools."""
    components: list[list[Block]] = []
    for block in blocks:
        tied = [some for some in components if any(set(block.places) & set(other.places) for other in some)]
        components = [some for some in components if some not in tied]
        components.append([*(member for some in tied for member in some), block])
    return components


def _kinds(blocks: Sequence[Block]) -> list[list[int]]:
    """The records by the blocks they are in; what one of them carries does the same as if another one did."""
    kinds: dict[tuple[int, ...], list[int]] = {}
    for place in sorted({place for block in blocks for place in block.places}):
        kinds.setdefault(tuple(n for n, block in enumerate(blocks) if place in block.places), []).append(place)
    return list(kinds.values())


def _shared(kinds: Sequence[Sequence[int]], rooms: Sequence[Sequence[Sequence[Room]]], counts: Integers) -> Shared:
    """What is bought for every kind of record, shared out among its records as there is room in one of their forms."""
    shared = []
    for kind, some, wanted in zip(kinds, rooms, counts.tolist(), strict=True):
        left = list(wanted)
        forms = next(
            forms
            for forms in itertools.product(*some)
            if has_room([sum(room) for room in zip(*forms, strict=True)], left)
        )
        for place, room in zip(kind, forms, strict=True):
            taken = tuple(min(free, more) for free, more in zip(room, left, strict=True))
            left = [more - took for more, took in zip(left, taken, strict=True)]
            shared.append((place, taken))
    return tuple(shared)


# Search: branch and bound for the disinformation records of one group of options, all budgets at once.


TOP = 3
"""Untouched composites that are looked at for a bound, the most telling first."""

DIVING = 4
"""Every which look is for the first plans, where there are more choices than looks."""

REPORT_EVERY = 64

Node: TypeAlias = tuple[tuple[int, ...], Floats]
"""The options chosen so far, and what nothing below goes below, for every budget."""


class DecoySearch:
    """Branch and bound: a node is a set of options, the best wrong attributes for it being bought at once.

    Wrong attributes that nobody else has join nothing, so the options alone decide who is joined to whom; what is
    bought then is a knapsack for each composite, worked out for all budgets. A node's further options are those not
    before its last one, so every set is met once. It is left where no known plan that costs no more leaks more than
    the bound of the node, whatever is spent on it.

    Arguments:
        space: what is searched.
        options: the numbers of a group.
        node_limit: how many nodes are looked at before what was found must do.
    """

    def __init__(self, space: Space, options: Sequence[int], node_limit: int) -> None:
        self._space, self._problem, self._options = space, space.problem, list(options)
        self._node_limit, self.looked = node_limit, 0
        self._pools = {pool for number in options for pool in self._problem.options[number].move.channel.pools}
        self._by_keys = all(isinstance(self._problem.joins[pool], JoinsByKeys) for pool in self._pools)
        self.cells = BudgetGrid.of(self._prices(), space.budget)
        bound = ByKeys if self._by_keys else FromScratch
        self._bound = bound(self._problem, options, space.per_label, space.records, self.cells)
        self.front: ParetoFront[Choice] = ParetoFront(space.slack)
        self._spending = Spending(space, options, self.front)
        self._telling = list(self._telling_composites()) if self._by_keys else []
        self._floor = 0.0
        self._blocks: dict[tuple[int, int], Block] = {}
        self.front.add(0.0, self._rest((), ()), ((), ()))

    def least(self) -> float:
        """What no choice goes below, however much of the budget is spent on this group."""
        if not isinstance(self._bound, ByKeys):
            return float(self._bound.floor.min())
        return float(self._bound.below((), self._untouched(()), self._space.records).min())

    def run(self, floor: float = 0.0) -> DecoySearch:
        """Search; what comes below a floor is of no use, for something else leaks as much anyway."""
        self._floor = floor
        if self._by_keys and self._choices > self._node_limit:
            self._dive()
        self._branch()
        return self

    def _prices(self) -> Iterator[float]:
        yield from (self._problem.options[number].cost for number in self._options)
        yield from (label.price for label in self._problem.wrong)

    def _telling_composites(self) -> Iterator[tuple[float, int, int]]:
        """What the group could change and tells something: leakage, pool and number, the most telling first."""
        telling = []
        for pool in self._pools:
            joins, own = self._problem.joins[pool], set(self._options)
            leakages = self._problem.pools[pool].leakages
            if isinstance(joins, JoinsByKeys):
                parts = [part for part in joins.closure if not own.isdisjoint(part.records)]
                telling += [(float(leakages[n]), pool, n) for part in parts for n in part.composites if leakages[n] > 0]
        return iter(sorted(telling, key=lambda entry: (-entry[0], *entry[1:])))

    def _rest(self, chosen: Sequence[int], blocks: Sequence[Block]) -> float:
        """The greatest leakage in the group's reach of what no chosen option is in."""
        if not self._by_keys:
            return self._problem.rest(chosen, self._pools)
        touched = {(block.pool, number) for block in blocks for number in block.part.composites}
        return next((leakage for leakage, pool, n in self._telling if (pool, n) not in touched), 0.0)

    @property
    def _choices(self) -> int:
        """How many there are of up to so many records."""
        return math.comb(len(self._options) + self._space.records, self._space.records)

    def _dive(self) -> None:
        """Add each option to the most promising choices, a record at a time, for branch and bound to beat.

        It comes to most pairs before it comes to choices of three records, and those lower several composites at once.
        """
        most, records = self._node_limit // DIVING, self._space.records
        width, limit = max(1, most // (len(self._options) * records)), self._space.budget + self._space.slack
        promising: list[tuple[int, ...]] = [()]
        for _ in range(records):
            further = (tuple(sorted((*chosen, n))) for chosen in promising for n in self._options)
            payable = (chosen for chosen in dict.fromkeys(further) if self._cost(chosen) <= limit)
            some = list(itertools.islice(payable, max(0, most - self.looked)))
            left = [self._left_by(chosen) for chosen in some]
            promising = [some[place] for place in sorted(range(len(some)), key=left.__getitem__)[:width]]

    def _left_by(self, chosen: tuple[int, ...]) -> float:
        """Take in what a choice can do; about what it leaves, over all budgets together."""
        own, _ = self._bounds_once_offered(chosen, 0)
        return float(np.minimum(own, self.front.leakages[0]).sum())

    def _branch(self) -> None:
        """First the node whose plans may come furthest below what was found, over all budgets together."""
        root: Node = ((), np.zeros(self.cells.count))
        best_first(
            root,
            self._expanded,
            lambda node: (-self._potential(node[1]),),
            lambda node: self._dominated(node[1]),
            lambda: self.looked >= self._node_limit,
        )

    def _expanded(self, node: Node) -> Iterator[Node]:
        for further in self._below(node[0]):
            below = self._evaluate(further)
            if below is not None:
                yield further, below

    def _below(self, chosen: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        first = self._options.index(chosen[-1]) if chosen else 0
        left = self._space.budget + self._space.slack - self._cost(chosen)
        payable = [number for number in self._options[first:] if self._problem.options[number].cost <= left]
        worth_expanding = self._worth_expanding(chosen) if payable else {}
        return ((*chosen, number) for number in payable if worth_expanding[number])

    def _worth_expanding(self, chosen: tuple[int, ...]) -> dict[int, bool]:
        """Which options are worth being looked at next."""
        if not isinstance(self._bound, ByKeys):
            return dict.fromkeys(self._options, True)
        blocks, left = self._problem.blocks(chosen), self._space.records - len(chosen)
        least = self._bound.further(blocks, self._untouched(blocks), left)
        cell = self.cells.of_cost(self._cost(chosen))
        moved = np.full(least.shape, np.inf)
        moved[:, cell:] = least[:, : self.cells.count - cell]
        useless = np.all(np.maximum(moved, self._floor) >= self._found_leakages() - TOLERANCE, axis=1)
        return dict(zip(self._options, (~useless).tolist(), strict=True))

    def _untouched(self, blocks: Sequence[Block]) -> list[Block]:
        """The most telling composites that no chosen option is in."""
        touched = {(block.pool, number) for block in blocks for number in block.part.composites}
        composites = [(pool, n) for _, pool, n in self._telling if (pool, n) not in touched][:TOP]
        return [self._as_block(pool, number) for pool, number in composites]

    def _as_block(self, pool: int, number: int) -> Block:
        if (pool, number) not in self._blocks:
            composite = self._problem.pools[pool].before.resolution.composites[number]
            self._blocks[pool, number] = Block(pool, Component((), frozenset((number,)), composite), ())
        return self._blocks[pool, number]

    def _evaluate(self, chosen: tuple[int, ...]) -> Floats | None:
        """Take in what a node can do; the bound of what lies below it, None where that is nothing."""
        left = self._space.records - len(chosen)
        _, below = self._bounds_once_offered(chosen, left)
        return None if left == 0 or self._dominated(below) else below

    def _bounds_once_offered(self, chosen: tuple[int, ...], left: int) -> tuple[Floats, Floats]:
        """Take in what a choice can do; what it does not go below, nor with so many further records."""
        self.looked += 1
        if self.looked % REPORT_EVERY == 0:
            report("Trying disinformation", self.looked, self._node_limit)
        blocks = self._problem.blocks(chosen)
        rest = self._rest(chosen, blocks)
        own, below = self._bounds_of(chosen, blocks, rest, left)
        if not self._dominated(own):
            self._offer(chosen, blocks, rest)
        return own, below

    def _bounds_of(
        self, chosen: tuple[int, ...], blocks: Sequence[Block], rest: float, left: int
    ) -> tuple[Floats, Floats]:
        """What the node does not go below, and what nothing below it does, for every budget; shape (cells,)."""
        cell = self.cells.of_cost(self._cost(chosen))
        if not isinstance(self._bound, ByKeys):
            floor = np.where(np.arange(self.cells.count) < cell, np.inf, self._bound.floor)
            return np.maximum(floor, rest), floor
        own = np.maximum(self._bound.own(blocks), rest)
        below = self._bound.below(blocks, self._untouched(blocks), left) if left else own
        return self._shifted(own, cell), self._shifted(below, cell)

    def _shifted(self, least: Floats, cell: int) -> Floats:
        """A bound by what is spent besides, told by what is spent in all."""
        moved = np.full(self.cells.count, np.inf)
        moved[cell:] = least[: self.cells.count - cell]
        return moved

    def _found_leakages(self) -> Floats:
        """What the plans found so far reach in every cell, shape (cells,)."""
        places = np.searchsorted(self.front.costs, self.cells.costs + self._space.slack, side="right")
        leakages: Floats = np.asarray(self.front.leakages)[places - 1]
        return leakages

    def _dominated(self, least: Floats) -> bool:
        return bool(np.all(np.maximum(least, self._floor) >= self._found_leakages() - TOLERANCE))

    def _potential(self, least: Floats) -> float:
        """How far below what is known the plans of a node may come, over all budgets together."""
        return float(np.sum(np.clip(self._found_leakages() - np.maximum(least, self._floor), 0.0, None)))

    def _cost(self, chosen: Sequence[int]) -> float:
        return math.fsum(self._problem.options[number].cost for number in chosen)

    def _offer(self, chosen: tuple[int, ...], blocks: Sequence[Block], rest: float) -> None:
        cost, nothing = self._cost(chosen), (0,) * len(self._problem.wrong)
        fronts = [self._spending.stairs(chosen, component, cost) for component in components_of(blocks)]
        if any(not len(front) for front in fronts):
            return
        for more, leakage, parts in together(fronts, rest, self._space.budget - cost):
            bought = {place: counts for part in parts for place, counts in part}
            plan = tuple(bought.get(place, nothing) for place in range(len(chosen)))
            self.front.add(cost + more, leakage, (chosen, plan))


# Trying: where wrong attributes do more than add to what is known, every choice is resolved from scratch.


ExtendableChoice: TypeAlias = tuple[bool, float, Choice]
"""Whether a choice was extended by the best wrong attributes already, what it leaves, and the choice."""


class ExhaustiveSearch:
    """All choices of records and of the wrong attributes they carry, one after the other.

    What replaces a value may raise leakage or lower it, so nothing short of trying bounds what a choice leaves but 0.
    First the wrong attributes that weigh most for their price are added label by label, then all other numbers of them.
    Every choice is met once, unless the node limit is reached before that.

    Arguments:
        space: what is searched.
        options: the numbers of a group.
        node_limit: how many choices are looked at before what was found must do.
    """

    def __init__(self, space: Space, options: Sequence[int], node_limit: int) -> None:
        self._space, self._problem, self._options = space, space.problem, list(options)
        self._node_limit, self.looked = node_limit, 0
        self._pools = sorted({pool for number in options for pool in self._problem.options[number].move.channel.pools})
        self._order = sorted(
            range(len(self._problem.wrong)),
            key=lambda place: -self._problem.wrong[place].weight / max(self._problem.wrong[place].price, 1e-9),
        )
        self._cut = False
        self.front: ParetoFront[Choice] = ParetoFront(space.slack)
        self.front.add(0.0, self._leakage(((), ())), ((), ()))

    def least(self) -> float:
        """What no choice goes below, before any is tried."""
        return 0.0

    def run(self, floor: float = 0.0) -> ExhaustiveSearch:
        """Try; a floor below which nothing is of use saves nothing here."""
        root: ExtendableChoice = (False, 0.0, ((), ()))
        best_first(root, self._below, lambda trial: trial[:2], lambda trial: False, lambda: self._cut)
        return self

    def _below(self, trial: ExtendableChoice) -> Iterator[ExtendableChoice]:
        others, leakage, choice = trial
        if not others:
            yield True, leakage, choice
        for further in self._further(choice, others):
            if self.looked >= self._node_limit:
                self._cut = True
                return
            left = self._evaluate(further)
            if len(further[0]) < self._space.records:
                yield False, left, further

    def _further(self, choice: Choice, others: bool) -> Iterator[Choice]:
        """The choices with one record more, not before the last one: with the best wrong attributes, or the others."""
        chosen, bought = choice
        left = self._space.budget + self._space.slack - self._cost(choice)
        for number in self._options[self._options.index(chosen[-1]) if chosen else 0 :]:
            best = list(self._best(number))
            every = self._every(number, left, len(self._order))
            some = (counts for counts in every if counts not in best) if others else iter(best)
            payable = (counts for counts in some if self._price(number, counts) <= left)
            yield from (((*chosen, number), (*bought, counts)) for counts in payable)

    def _best(self, number: int) -> Iterator[Room]:
        """More and more wrong attributes, those first that weigh most for their price."""
        [room] = self._problem.options[number].rooms
        counts = [0] * len(self._order)
        yield tuple(counts)
        for place in self._order:
            for _ in range(room[place]):
                counts[place] += 1
                yield tuple(counts)

    def _every(self, number: int, left: float, labels: int) -> Iterator[Room]:
        """All numbers of wrong attributes under the first labels that can be paid."""
        if not labels:
            if self._problem.options[number].cost <= left:
                yield ()
            return
        label = self._problem.wrong[labels - 1]
        [room] = self._problem.options[number].rooms
        for count in range(room[labels - 1] + 1):
            for before in self._every(number, left - count * label.price, labels - 1):
                yield (*before, count)

    def _evaluate(self, choice: Choice) -> float:
        self.looked += 1
        if self.looked % REPORT_EVERY == 0:
            report("Trying disinformation", self.looked, self._node_limit)
        leakage = self._leakage(choice)
        self.front.add(self._cost(choice), leakage, choice)
        return leakage

    def _leakage(self, choice: Choice) -> float:
        return max((max(self._problem.resolved(pool, *choice)) for pool in self._pools), default=0.0)

    def _cost(self, choice: Choice) -> float:
        return math.fsum(self._price(number, counts) for number, counts in zip(*choice, strict=True))

    def _price(self, number: int, counts: Room) -> float:
        wrong = self._problem.wrong
        bought = (count * label.price for count, label in zip(counts, wrong, strict=True))
        return math.fsum((self._problem.options[number].cost, *bought))
