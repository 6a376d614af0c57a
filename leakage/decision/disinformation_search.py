"""Search: branch and bound for the disinformation records of one group of options, all budgets at once."""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from leakage.database import Floats
from leakage.decision.budget_cells import Cells
from leakage.decision.dilution import Purchases, purchases
from leakage.decision.disinformation_bound import Anew, ByKeys
from leakage.decision.disinformation_ground import Block, Ground
from leakage.decision.disinformation_joins import JoinsByKeys, Part
from leakage.decision.planned_release import SAME
from leakage.decision.staircase import Staircase, together
from leakage.resolution.progress import report

Bought = tuple[tuple[int, ...], ...]
"""For each chosen option how many wrong attributes of every label it carries."""

Choice = tuple[tuple[int, ...], Bought]
"""The options chosen, ascending, and what each carries."""

TOP = 3
"""Untouched composites that are looked at for a bound, the most telling first."""

TOLD_EVERY = 64


@dataclass(frozen=True, eq=False)
class Space:
    """What is searched.

    Arguments:
        ground: the options and what comes of them.
        per_label: how many values of a label a record may state.
        records: how many records of one group a plan may have.
        budget: what a plan may cost.
    """

    ground: Ground
    per_label: int
    records: int
    budget: float

    @property
    def slack(self) -> float:
        """Costs closer than this are equal."""
        return 1e-9 * max(1.0, self.budget)


class Search:
    """Branch and bound: a node is a set of options, the best wrong attributes for it being bought at once.

    Wrong attributes that nobody else has join nothing, so the options alone decide who is joined to whom; what is
    bought then is a knapsack for each composite, worked out for all budgets. A node's further options are those not
    before its last one, so every set is met once. It is left where no known plan that costs no more leaks more than
    the bound of the node, whatever is spent on it.

    Arguments:
        space: what is searched.
        options: the numbers of a group.
        effort: how many nodes are looked at before what was found must do.
    """

    def __init__(self, space: Space, options: Sequence[int], effort: int) -> None:
        self._space, self._ground, self._options = space, space.ground, list(options)
        self._effort, self.looked = effort, 0
        self._pools = {pool for number in options for pool in self._ground.options[number].move.outlet.pools}
        self._by_keys = all(isinstance(self._ground.joins[pool], JoinsByKeys) for pool in self._pools)
        # A whole record released twice is known twice; a bare one may carry other things wrong.
        self._repeats = 0 if self._ground.bare else 1
        self.cells = Cells.of(self._prices(), space.budget)
        bound = ByKeys if self._by_keys and self._ground.bare else Anew
        self._bound = bound(self._ground, options, space.per_label, space.records, self.cells)
        self._bought: dict[tuple[tuple[int, ...], ...], Purchases] = {}
        self.front: Staircase[Choice] = Staircase(space.slack)
        self._open: list[Floats] = []
        self._telling = list(self._telling_composites()) if self._by_keys else []
        self._floor = 0.0
        self._blocks: dict[tuple[int, int], Block] = {}
        self.front.offer(0.0, self._rest((), ()), ((), ()))

    def least(self) -> float:
        """What no choice goes below, however much of the budget is spent on this group."""
        if not isinstance(self._bound, ByKeys):
            return float(self._bound.floor.min())
        return float(self._bound.below((), self._untouched(()), self._space.records).min())

    def run(self, floor: float = 0.0) -> Search:
        """Search; what comes below a floor is of no use, for something else leaks as much anyway."""
        self._floor = floor
        self._branch()
        return self

    def bounds(self) -> Staircase[None]:
        """For rising budgets what no choice goes below."""
        lowest: Staircase[None] = Staircase(self._space.slack)
        least = np.min(self._open, axis=0) if self._open else np.full(self.cells.count, np.inf)
        reached = zip(self.cells.costs.tolist(), least.tolist(), strict=True)
        for cost, leakage in sorted((*zip(self.front.costs, self.front.leakages, strict=True), *reached)):
            lowest.offer(cost, leakage, None)
        return lowest

    def _prices(self) -> Iterator[float]:
        yield from (self._ground.options[number].cost for number in self._options)
        if self._ground.bare:
            yield from (one.price for one in self._ground.wrong)

    def _telling_composites(self) -> Iterator[tuple[float, int, int]]:
        """What the group could change and tells something: leakage, pool and number, the most telling first."""
        found = []
        for pool in self._pools:
            joins, own = self._ground.joins[pool], set(self._options)
            leakages = self._ground.pools[pool].leakages
            if isinstance(joins, JoinsByKeys):
                parts = [part for part in joins.closure if not own.isdisjoint(part.records)]
                found += [(float(leakages[n]), pool, n) for part in parts for n in part.composites if leakages[n] > 0]
        return iter(sorted(found, key=lambda entry: (-entry[0], *entry[1:])))

    def _rest(self, chosen: Sequence[int], blocks: Sequence[Block]) -> float:
        """The greatest leakage in the group's reach of what no chosen option is in."""
        if not self._by_keys:
            return self._ground.rest(chosen, self._pools)
        touched = {(block.pool, number) for block in blocks for number in block.part.composites}
        return next((leakage for leakage, pool, n in self._telling if (pool, n) not in touched), 0.0)

    def _branch(self) -> None:
        ticks = itertools.count()
        agenda: list[tuple[float, int, tuple[int, ...], Floats]] = [(0.0, next(ticks), (), np.zeros(self.cells.count))]
        while agenda:
            if self.looked >= self._effort:
                self._open += [entry[3] for entry in agenda if not self._hopeless(entry[3])]
                return
            _, _, chosen, least = heapq.heappop(agenda)
            if self._hopeless(least):
                continue
            for node in self._below(chosen):
                below = self._look(node)
                if below is not None:
                    heapq.heappush(agenda, (-self._promise(below), next(ticks), node, below))

    def _below(self, chosen: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        first = self._options.index(chosen[-1]) + self._repeats if chosen else 0
        left = self._space.budget + self._space.slack - self._cost(chosen)
        payable = [number for number in self._options[first:] if self._ground.options[number].cost <= left]
        hopeful = self._hopeful(chosen) if payable else {}
        return ((*chosen, number) for number in payable if hopeful[number])

    def _hopeful(self, chosen: tuple[int, ...]) -> dict[int, bool]:
        """Which options are worth being looked at next."""
        if not isinstance(self._bound, ByKeys):
            return dict.fromkeys(self._options, True)
        blocks, left = self._ground.blocks(chosen), self._space.records - len(chosen)
        least = self._bound.further(blocks, self._untouched(blocks), left)
        cell = self.cells.of_cost(self._cost(chosen))
        moved = np.full(least.shape, np.inf)
        moved[:, cell:] = least[:, : self.cells.count - cell]
        useless = np.all(np.maximum(moved, self._floor) >= self._known() - SAME, axis=1)
        return dict(zip(self._options, (~useless).tolist(), strict=True))

    def _untouched(self, blocks: Sequence[Block]) -> list[Block]:
        """The most telling composites that no chosen option is in."""
        touched = {(block.pool, number) for block in blocks for number in block.part.composites}
        found = [(pool, n) for _, pool, n in self._telling if (pool, n) not in touched][:TOP]
        return [self._as_block(pool, number) for pool, number in found]

    def _as_block(self, pool: int, number: int) -> Block:
        if (pool, number) not in self._blocks:
            composite = self._ground.pools[pool].before.resolution.composites[number]
            self._blocks[pool, number] = Block(pool, Part((), frozenset((number,)), composite), ())
        return self._blocks[pool, number]

    def _look(self, chosen: tuple[int, ...]) -> Floats | None:
        """Take in what a node can do; the bound of what lies below it, None where that is nothing."""
        self.looked += 1
        if self.looked % TOLD_EVERY == 0:
            report("Trying disinformation", self.looked, self._effort)
        blocks = self._ground.blocks(chosen)
        rest = self._rest(chosen, blocks)
        left = self._space.records - len(chosen)
        own, below = self._bounds_of(chosen, blocks, rest, left)
        if not self._hopeless(own):
            self._offer(chosen, blocks, rest, own)
        return None if left == 0 or self._hopeless(below) else below

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

    def _known(self) -> Floats:
        """What the plans found so far reach in every cell, shape (cells,)."""
        places = np.searchsorted(self.front.costs, self.cells.costs + self._space.slack, side="right")
        known: Floats = np.asarray(self.front.leakages)[places - 1]
        return known

    def _hopeless(self, least: Floats) -> bool:
        return bool(np.all(np.maximum(least, self._floor) >= self._known() - SAME))

    def _promise(self, least: Floats) -> float:
        """How far below what is known the plans of a node may come, over all budgets together."""
        return float(np.sum(np.clip(self._known() - np.maximum(least, self._floor), 0.0, None)))

    def _cost(self, chosen: Sequence[int]) -> float:
        return math.fsum(self._ground.options[number].cost for number in chosen)

    def _offer(self, chosen: tuple[int, ...], blocks: Sequence[Block], rest: float, own: Floats) -> None:
        cost, nothing = self._cost(chosen), (0,) * len(self._ground.wrong)
        if not self._ground.bare:
            worst = max([rest, *(self._ground.leakage_of(block.part) for block in blocks)])
            self.front.offer(cost, worst, (chosen, (nothing,) * len(chosen)))
            return
        stairs = [self._diluted(chosen, one, cost) for one in _components(blocks)]
        if any(not len(one) for one in stairs):
            return
        for more, leakage, parts in together(stairs, rest, self._space.budget - cost):
            bought = {place: counts for part in parts for place, counts in part}
            plan = tuple(bought.get(place, nothing) for place in range(len(chosen)))
            self.front.offer(cost + more, leakage, (chosen, plan))
        if not self._complete:
            self._open.append(own)
            self._complete = True

    _complete = True

    def _diluted(
        self, chosen: tuple[int, ...], blocks: Sequence[Block], cost: float
    ) -> Staircase[tuple[tuple[int, tuple[int, ...]], ...]]:
        """What wrong attributes make of composites that have records in common, for every budget left."""
        kinds = _kinds(blocks)
        rooms = [[self._ground.options[chosen[place]].room for place in kind] for kind in kinds]
        found = self._purchases([[sum(room) for room in zip(*some, strict=True)] for some in rooms])
        self._complete = self._complete and found.complete
        weights = [
            found.weight[:, [n for n, kind in enumerate(kinds) if kind[0] in block.places]].sum(axis=1)
            for block in blocks
        ]
        dilutions = [self._ground.dilution(block.part) for block in blocks]
        least = np.max([d.least(w) for d, w in zip(dilutions, weights, strict=True)], axis=0)
        places = np.searchsorted(self.front.costs, cost + found.cost + self._space.slack, side="right")
        better = least < np.asarray(self.front.leakages)[places - 1] - SAME
        kept = np.flatnonzero(better & (cost + found.cost <= self._space.budget + self._space.slack))
        stairs: Staircase[tuple[tuple[int, tuple[int, ...]], ...]] = Staircase(self._space.slack)
        if len(kept):
            leakages = np.max([d.at(w[kept]) for d, w in zip(dilutions, weights, strict=True)], axis=0)
            for number, leakage in zip(kept.tolist(), leakages.tolist(), strict=True):
                if leakage < stairs.best(found.cost[number]) - SAME:
                    stairs.offer(float(found.cost[number]), leakage, _shared(kinds, rooms, found.counts[number]))
        return stairs

    def _purchases(self, room: list[list[int]]) -> Purchases:
        key = tuple(tuple(one) for one in room)
        if key not in self._bought:
            cheapest = min(self._ground.options[number].cost for number in self._options)
            self._bought[key] = purchases(self._ground.wrong, room, max(0.0, self._space.budget - cheapest))
        return self._bought[key]


def _components(blocks: Sequence[Block]) -> list[list[Block]]:
    """The blocks that have records in common, because one record landed in several pools."""
    found: list[list[Block]] = []
    for block in blocks:
        tied = [some for some in found if any(set(block.places) & set(one.places) for one in some)]
        found = [some for some in found if some not in tied]
        found.append([*(one for some in tied for one in some), block])
    return found


def _kinds(blocks: Sequence[Block]) -> list[list[int]]:
    """The records by the blocks they are in; what one of them carries does the same as if another one did."""
    kinds: dict[tuple[int, ...], list[int]] = {}
    for place in sorted({place for block in blocks for place in block.places}):
        kinds.setdefault(tuple(n for n, block in enumerate(blocks) if place in block.places), []).append(place)
    return list(kinds.values())


def _shared(
    kinds: Sequence[Sequence[int]], rooms: Sequence[Sequence[Sequence[int]]], counts: np.typing.NDArray[np.int64]
) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """What is bought for every kind of record, shared out among its records as there is room."""
    found = []
    for kind, some, wanted in zip(kinds, rooms, counts.tolist(), strict=True):
        left = list(wanted)
        for place, room in zip(kind, some, strict=True):
            taken = tuple(min(free, more) for free, more in zip(room, left, strict=True))
            left = [more - took for more, took in zip(left, taken, strict=True)]
            found.append((place, taken))
    return tuple(found)
