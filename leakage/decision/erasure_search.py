"""The search of a block of requests for erasure: branch and bound, all budgets at once."""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from leakage.bits import bits, mask_of
from leakage.database import Floats
from leakage.decision.erasure_blocks import Block
from leakage.decision.erasure_bound import highest_of, what_stays
from leakage.decision.pareto import ParetoFront
from leakage.measure.ties import SAME
from leakage.progress import report, time_is_over

NODE_LIMIT = 400_000
"""Plans times requests looked at where more hang together, before what was found so far must do."""


MOST_LOOKED = 40_000
"""Plans looked at where hundreds of requests hang together: twenty for each, and no more than so many."""


BRANCHED = 100
"""Of more requests every floor would be worked out for nothing."""


BLIND_NODE_LIMIT = 3_000
"""Plans looked at where floors say little or nothing."""


EXACT = 25
"""Up to so many requests a search by weights, where more records only add to a composite, may take EXACT_NODE_LIMIT."""


EXACT_NODE_LIMIT = 500_000
"""25 random requests that all hang together took a tenth of it."""


EVERY = 16
"""Up to so many requests that hang together all sets are tried where the search has not proved its plans before."""


EVERY_FROM_SCRATCH = 11
"""As EVERY, where each choice is analysed from scratch."""


BLOCK = 1 << 12
"""Plans worked out together."""


def slack_of(total: float) -> float:
    """Costs closer than this are equal: they differ in the order they were added up in."""
    return 1e-12 * total


def searched(block: Block, node_limit: int | None) -> BlockSearch:
    """The search of a block; all sets where it is small enough and the search alone does not prove its plans."""
    size = len(block.requests)
    most = EVERY if all(choices.quick for choices in block.choices) else EVERY_FROM_SCRATCH
    every = node_limit is None and size <= most
    search = BlockSearch(block, _node_limit(block, every) if node_limit is None else node_limit)
    if every and not search.ended and not time_is_over():
        search.try_all()
    return search


def _node_limit(block: Block, every: bool) -> int:
    size = len(block.requests)
    grows = all(choices.grows for choices in block.choices)
    if every:
        # Floors cost more than plans: what is pruned must be most of them.
        return (1 << size) // 8 if grows else 0
    if grows:
        return EXACT_NODE_LIMIT if size <= EXACT else max(NODE_LIMIT // size, min(20 * size, MOST_LOOKED))
    return min(BLIND_NODE_LIMIT, NODE_LIMIT // size)


class Tried(NamedTuple):
    """A plan: which places of the block are erased, which releases that leaves, and about what it costs."""

    erased: int
    kept: int
    cost: float


class BlockSearch:
    """Branch and bound for one block, all budgets at once."""

    def __init__(self, block: Block, limit: int) -> None:
        self._block, self._limit = block, limit
        self._size = len(block.requests)
        self._everyone = (1 << self._size) - 1
        # How many requests a step of the greedy searches weighs, so that they take no more than half of the limit.
        self._width = max(2, limit // (4 * self._size))
        self.front: ParetoFront[tuple[int, ...]] = ParetoFront(slack_of(math.fsum(block.costs)))
        self._looked = 0
        self._open: list[tuple[float, float]] = []
        self._offer([0, self._everyone])
        self._from_nothing()
        self._from_everything()
        if self._size > EXACT:
            self._exchange()
        if self._size <= BRANCHED:
            self._branch()
        else:
            self._open = [(self._cheapest[0], 0.0)]

    @property
    def ended(self) -> bool:
        """Whether every plan was looked at, or can be no better than one that was."""
        return not self._open

    def try_all(self) -> None:
        """Look at every set of requests."""
        for first in range(0, 1 << self._size, BLOCK):
            report("Trying sets of requests", first, 1 << self._size)
            self._offer(range(first, min(first + BLOCK, 1 << self._size)))
        self._open = []

    def bounds(self) -> ParetoFront[None]:
        """For rising budgets what no plan goes below."""
        lowest: ParetoFront[None] = ParetoFront(0.0)
        reached = zip(self.front.costs, self.front.leakages, strict=True)
        for cost, leakage in sorted((*reached, *self._open)):
            lowest.add(cost, leakage, None)
        return lowest if self.ended else highest_of(lowest, what_stays(self._block))

    @property
    def _spent(self) -> bool:
        return self._looked >= self._limit or time_is_over()

    def _cost(self, erased: int) -> float:
        return math.fsum(self._block.costs[place] for place in bits(erased))

    def _offer(self, plans: Sequence[int]) -> Floats:
        return self._weigh([Tried(erased, self._block.kept(erased), self._cost(erased)) for erased in plans])

    def _weigh(self, plans: Sequence[Tried]) -> Floats:
        self._looked += len(plans)
        leakages = self._block.leakages([plan.kept for plan in plans])
        for plan, leakage in zip(plans, leakages.tolist(), strict=True):
            if leakage < self.front.best(plan.cost) - SAME:
                numbers = tuple(sorted(self._block.requests[place] for place in bits(plan.erased)))
                # What costs add up to depends on their order in the last bits.
                self.front.add(self._cost(plan.erased), leakage, numbers)
        return leakages

    def _with(self, plan: Tried, place: int) -> Tried:
        """A plan with one request more."""
        cost = plan.cost + self._block.costs[place]
        return Tried(plan.erased | 1 << place, plan.kept & ~self._block.masks[place], cost)

    def _less(self, plan: Tried, place: int) -> Tried:
        """A plan with one request less."""
        back = self._block.masks[place] & self._block.everything
        return Tried(plan.erased & ~(1 << place), plan.kept | back, plan.cost - self._block.costs[place])

    def _from_nothing(self) -> None:
        """Greedy: erase what helps most, again and again; it gives branch and bound something to beat."""
        self._greedily(Tried(0, self._block.everything, 0.0), range(self._size), self._with)

    def _from_everything(self) -> None:
        """Greedy from the other end: keep what tells least, again and again."""
        nothing = Tried(self._everyone, self._block.kept(self._everyone), self._cost(self._everyone))
        self._greedily(nothing, reversed(range(self._size)), self._less)

    def _greedily(self, plan: Tried, order: Iterable[int], step: Callable[[Tried, int], Tried]) -> None:
        """From a plan, step by step, to what leaks least of the steps weighed, and of those to the cheapest."""
        places = list(order)
        while places and not self._spent:
            steps = [step(plan, place) for place in places[: self._width]]
            leakages = self._weigh(steps)
            costs = [
                self._block.costs[place] * (1.0 if after.cost > plan.cost else -1.0)
                for place, after in zip(places, steps, strict=False)
            ]
            ranked = sorted(zip(leakages.tolist(), costs, places, steps, strict=False), key=lambda entry: entry[:3])
            plan = ranked[0][3]
            places = [place for _, _, place, _ in ranked[1:]] + places[self._width :]

    def _exchange(self) -> None:
        """Local search: one request of a plan for another one, as long as that helps and the limit allows."""
        places = {number: place for place, number in enumerate(self._block.requests)}
        for cost, _, numbers in list(self.front):
            erased = mask_of(places[number] for number in numbers)
            plan = Tried(erased, self._block.kept(erased), cost)
            others = list(itertools.islice(bits(self._everyone & ~erased), self._width))
            for out in bits(erased):
                if self._looked * 2 >= self._limit or time_is_over():
                    return
                less = self._less(plan, out)
                self._weigh([self._with(less, other) for other in others])

    def _branch(self) -> None:
        ticks = itertools.count()
        nodes = [(0.0, 0.0, next(ticks), 0, 0)]
        while nodes and not self._spent:
            cost, floor, _, erased, first = heapq.heappop(nodes)
            if floor < self.front.best(cost) - SAME:
                for below in self._below(cost, erased, first):
                    heapq.heappush(nodes, (below[0], below[1], next(ticks), *below[2:]))
        self._open = [(cost, floor) for cost, floor, *_ in nodes]

    def _below(self, cost: float, erased: int, first: int) -> list[tuple[float, float, int, int]]:
        """The nodes that erase one request more, all before it that are not erased being kept for good."""
        nodes, candidates = [], []
        for place in range(first, self._size):
            open_ = self._everyone & (-1 << place)
            if self._dominated(cost + self._cheapest[place], self._block.floor(erased, open_)):
                break
            more, price = erased | 1 << place, cost + self._block.costs[place]
            floor = self._block.floor(more, open_ & ~(1 << place))
            if self._dominated(price, floor):
                continue
            if not self._dominated(price, self._block.floor(more, 0)):
                candidates.append(more)
            nodes.append((price, floor, more, place + 1))
        self._looked += len(nodes)
        if candidates:
            self._offer(candidates)
        return [node for node in nodes if node[3] < self._size and not self._dominated(node[0], node[1])]

    def _dominated(self, cost: float, floor: float) -> bool:
        return floor >= self.front.best(cost) - SAME

    @cached_property
    def _cheapest(self) -> list[float]:
        """From each place on the least cost."""
        return list(itertools.accumulate(reversed(self._block.costs), min))[::-1]
