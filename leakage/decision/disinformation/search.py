"""Search: branch and bound for the disinformation records of one group of options, all budgets at once."""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Iterator, Sequence

import numpy as np

from leakage.database import Floats
from leakage.decision.disinformation.bound import ByKeys
from leakage.decision.disinformation.bound_from_scratch import FromScratch
from leakage.decision.disinformation.budget_cells import Cells
from leakage.decision.disinformation.joins import JoinsByKeys, Part
from leakage.decision.disinformation.problem import Block
from leakage.decision.disinformation.space import Choice, Space
from leakage.decision.disinformation.spending import Spending, components_of
from leakage.decision.pareto import ParetoFront, together
from leakage.measure.ties import SAME
from leakage.progress import report

TOP = 3
"""Untouched composites that are looked at for a bound, the most telling first."""

TOLD_EVERY = 64


class Search:
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
        self._pools = {pool for number in options for pool in self._problem.options[number].move.outlet.pools}
        self._by_keys = all(isinstance(self._problem.joins[pool], JoinsByKeys) for pool in self._pools)
        self.cells = Cells.of(self._prices(), space.budget)
        bound = ByKeys if self._by_keys else FromScratch
        self._bound = bound(self._problem, options, space.per_label, space.records, self.cells)
        self.front: ParetoFront[Choice] = ParetoFront(space.slack)
        self._spending = Spending(space, options, self.front)
        self._open: list[Floats] = []
        self._telling = list(self._telling_composites()) if self._by_keys else []
        self._floor = 0.0
        self._blocks: dict[tuple[int, int], Block] = {}
        self.front.add(0.0, self._rest((), ()), ((), ()))

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

    def bounds(self) -> ParetoFront[None]:
        """For rising budgets what no choice goes below."""
        lowest: ParetoFront[None] = ParetoFront(self._space.slack)
        least = np.min(self._open, axis=0) if self._open else np.full(self.cells.count, np.inf)
        reached = zip(self.cells.costs.tolist(), least.tolist(), strict=True)
        for cost, leakage in sorted((*zip(self.front.costs, self.front.leakages, strict=True), *reached)):
            lowest.add(cost, leakage, None)
        return lowest

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

    def _branch(self) -> None:
        ticks = itertools.count()
        agenda: list[tuple[float, int, tuple[int, ...], Floats]] = [(0.0, next(ticks), (), np.zeros(self.cells.count))]
        while agenda:
            if self.looked >= self._node_limit:
                self._open += [entry[3] for entry in agenda if not self._dominated(entry[3])]
                return
            _, _, chosen, least = heapq.heappop(agenda)
            if self._dominated(least):
                continue
            for node in self._below(chosen):
                below = self._evaluate(node)
                if below is not None:
                    heapq.heappush(agenda, (-self._potential(below), next(ticks), node, below))

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
        useless = np.all(np.maximum(moved, self._floor) >= self._known() - SAME, axis=1)
        return dict(zip(self._options, (~useless).tolist(), strict=True))

    def _untouched(self, blocks: Sequence[Block]) -> list[Block]:
        """The most telling composites that no chosen option is in."""
        touched = {(block.pool, number) for block in blocks for number in block.part.composites}
        composites = [(pool, n) for _, pool, n in self._telling if (pool, n) not in touched][:TOP]
        return [self._as_block(pool, number) for pool, number in composites]

    def _as_block(self, pool: int, number: int) -> Block:
        if (pool, number) not in self._blocks:
            composite = self._problem.pools[pool].before.resolution.composites[number]
            self._blocks[pool, number] = Block(pool, Part((), frozenset((number,)), composite), ())
        return self._blocks[pool, number]

    def _evaluate(self, chosen: tuple[int, ...]) -> Floats | None:
        """Take in what a node can do; the bound of what lies below it, None where that is nothing."""
        self.looked += 1
        if self.looked % TOLD_EVERY == 0:
            report("Trying disinformation", self.looked, self._node_limit)
        blocks = self._problem.blocks(chosen)
        rest = self._rest(chosen, blocks)
        left = self._space.records - len(chosen)
        own, below = self._bounds_of(chosen, blocks, rest, left)
        if not self._dominated(own):
            self._offer(chosen, blocks, rest, own)
        return None if left == 0 or self._dominated(below) else below

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

    def _dominated(self, least: Floats) -> bool:
        return bool(np.all(np.maximum(least, self._floor) >= self._known() - SAME))

    def _potential(self, least: Floats) -> float:
        """How far below what is known the plans of a node may come, over all budgets together."""
        return float(np.sum(np.clip(self._known() - np.maximum(least, self._floor), 0.0, None)))

    def _cost(self, chosen: Sequence[int]) -> float:
        return math.fsum(self._problem.options[number].cost for number in chosen)

    def _offer(self, chosen: tuple[int, ...], blocks: Sequence[Block], rest: float, own: Floats) -> None:
        cost, nothing = self._cost(chosen), (0,) * len(self._problem.wrong)
        stairs = [self._spending.stairs(chosen, component, cost) for component in components_of(blocks)]
        if not all(complete for _, complete in stairs):
            self._open.append(own)
        if any(not len(front) for front, _ in stairs):
            return
        fronts = [front for front, _ in stairs]
        for more, leakage, parts in together(fronts, rest, self._space.budget - cost):
            bought = {place: counts for part in parts for place, counts in part}
            plan = tuple(bought.get(place, nothing) for place in range(len(chosen)))
            self.front.add(cost + more, leakage, (chosen, plan))
