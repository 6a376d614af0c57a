"""Erasure: which releases to have deleted, for the greatest fall of leakage within an effort."""

from __future__ import annotations

import heapq
import itertools
import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from leakage.database import Floats
from leakage.decision.planned_release import SAME
from leakage.decision.staircase import Staircase, together
from leakage.decision.subsets import Choices, PoolChoices, bits, pool_choices, union_of
from leakage.measure.weights import Weights
from leakage.record import Record
from leakage.resolution.adversary import Adversary

EFFORT = 400_000
"""Plans times requests looked at where more hang together, before what was found so far must do."""

BLIND_EFFORT = 3_000
"""Plans looked at where no floor is known, each plan being worked out for itself."""

EXACT = 25
"""Up to so many requests the search goes on until it has proved its plans."""

EXACT_EFFORT = 500_000
"""What that may take at most; 25 random requests that all hang together took a tenth of it."""


@dataclass(frozen=True, slots=True)
class ErasurePoint:
    """A plan: what to have deleted, and what is known then.

    Arguments:
        cost: the sum of its requests' costs.
        leakage: what is known once all of them were met.
        requests: their numbers, ascending.
        lowest: what no plan within the budget goes below.
    """

    cost: float
    leakage: float
    requests: tuple[int, ...]
    lowest: float

    @property
    def optimal(self) -> bool:
        """Whether it is proved that no plan within the budget leaves less."""
        return self.leakage <= self.lowest + SAME

    @property
    def gap(self) -> float:
        """How far from the best plan this one can be at most; 0 where it is proved."""
        return 0.0 if self.optimal else self.leakage - self.lowest


@dataclass(frozen=True)
class ErasureFrontier:
    """The best plans, from doing nothing on: each costs more than the one before it, and leaves less.

    Arguments:
        points: at least one; the first has no request.
        bounds: (cost, leakage) pairs; from that cost on no plan goes below that leakage until the next pair.
        total: what all requests cost together.
    """

    points: tuple[ErasurePoint, ...]
    bounds: tuple[tuple[float, float], ...]
    total: float

    def within(self, budget: float) -> ErasurePoint:
        """The best plan within a budget of effort.

        Raises:
            ValueError: if the budget is not a positive number.

        >>> point = ErasurePoint(0.0, 0.5, (), 0.5)
        >>> ErasureFrontier((point,), ((0.0, 0.5),), 1.0).within(1).requests
        ()
        """
        if not budget > 0.0:
            raise ValueError("the budget must be more than 0")
        costs = [point.cost for point in self.points]
        found = self.points[bisect_right(costs, budget + _slack(self.total)) - 1]
        return replace(found, lowest=_lowest(self.bounds, budget + _slack(self.total)))

    @property
    def optimal(self) -> bool:
        """Whether every plan is proved best."""
        return all(point.optimal for point in self.points) and self.points[-1].leakage <= self.bounds[-1][1] + SAME


def erasure_frontier(
    releases: Sequence[Record],
    background: Sequence[Record],
    pools: Sequence[Sequence[int]],
    reference: Record,
    adversary: Adversary,
    weights: Weights | None = None,
    *,
    requests: Sequence[Sequence[int]] | None = None,
    costs: Sequence[float] | None = None,
    effort: int | None = None,
) -> ErasureFrontier:
    """For every budget the requests whose erasure leaves least leakage.

    Minimises ``max over pools P of L((R_P less S) + B, e, E)`` over sets S of requests with ``sum of costs <= budget``.
    Leakage is not monotone in what is erased: a release that confuses the adversary protects.
    Source: Whang & Garcia-Molina 2012, Definition 2 and Section 4.1, with releases taken back.

    Requests that can never meet in a composite are searched apart, and put together by thresholds: to come below
    a leakage every part has to, and what that costs adds up. Each search is branch and bound, cheapest plans first.
    A node has erased some requests and decided to keep some, F; whatever is erased besides, no plan below it leaks
    less than the floor of F: what is kept stays joined and keeps its right attributes, and the wrong ones are at
    most those still possible (proof in ``leakage.decision.subsets``). The node is dropped where a known plan that
    costs no more leaks no more than that. So no better plan is lost, and nothing is assumed about what erasing does.
    Up to 25 requests the search runs to its end, and its plans are optimal; beyond that it stops when the effort is
    spent, and what the nodes left open could reach at best is the lower bound. Adversaries without representativity,
    and measures that go beyond weights, have no such floor: all sets are tried, the cheapest first.

    Arguments:
        releases: what was released.
        background: what every pool holds besides.
        pools: for each the numbers of the releases it holds.
        reference, adversary, weights: as ``information_leakage``.
        requests: for each the numbers of the releases it deletes; no release in two. By default one a release.
            Releases in none cannot be erased.
        costs: for each request its effort, > 0; 1 by default.
        effort: how many plans are looked at before the search gives up; by default as said above.

    Raises:
        ValueError: if a cost is not positive or there is not one for each request, a release is in two requests
            or its number is out of range, or a weight is not positive.

    >>> from leakage.resolution.match import Shares
    >>> from leakage.resolution.operations import Resolve
    >>> R = [Record.of(("N", "a"), ("P", "1"), ("C", "9")), Record.of(("N", "a"), ("Z", "z"))]
    >>> e = Record.of(("N", "a"), ("P", "1"), ("C", "9"), ("Z", "z"))
    >>> frontier = erasure_frontier(R, (), [(0, 1)], e, Adversary((Resolve(Shares("N")),)))
    >>> [(point.requests, round(point.leakage, 3), point.optimal) for point in frontier.points]
    [((), 1.0, True), ((0,), 0.667, True), ((0, 1), 0.0, True)]
    """
    wanted = [(number,) for number in range(len(releases))] if requests is None else [tuple(r) for r in requests]
    prices = [1.0] * len(wanted) if costs is None else [float(cost) for cost in costs]
    if any(not 0 <= number < len(releases) for request in wanted for number in request):
        raise ValueError(f"release numbers must be in [0, {len(releases)})")
    found = [
        pool_choices({n: releases[n] for n in sorted(pool)}, background, reference, adversary, weights)
        for pool in pools
    ]
    return frontier_of(found, wanted, prices, effort)


def frontier_of(
    pools: Sequence[PoolChoices], requests: Sequence[Sequence[int]], costs: Sequence[float], effort: int | None = None
) -> ErasureFrontier:
    """As ``erasure_frontier``, where the choices of every pool are at hand."""
    _check(requests, costs)
    masks = [union_of(1 << number for number in request) for request in requests]
    blocks, constant = _blocks(pools, masks, costs)
    searches = [_Search(block, _effort(block) if effort is None else effort) for block in blocks]
    points = together([search.front for search in searches], constant, math.inf)
    bounds = tuple((at, floor) for at, floor, _ in together([s.bounds() for s in searches], constant, math.inf))
    total = math.fsum(costs)
    found = (
        ErasurePoint(
            cost, leakage, tuple(sorted(itertools.chain(*plans))), min(leakage, _lowest(bounds, cost + _slack(total)))
        )
        for cost, leakage, plans in points
    )
    return ErasureFrontier(tuple(found), bounds, total)


def _check(requests: Sequence[Sequence[int]], costs: Sequence[float]) -> None:
    numbers = [number for request in requests for number in request]
    if len(set(numbers)) < len(numbers):
        raise ValueError("no release may be in two requests")
    if len(costs) != len(requests):
        raise ValueError("there must be one cost for each request")
    if not all(0.0 < cost < math.inf for cost in costs):
        raise ValueError("the cost of every request must be more than 0")


def _slack(total: float) -> float:
    """Costs closer than this are equal: they differ in the order they were added up in."""
    return 1e-12 * total


def _lowest(bounds: Sequence[tuple[float, float]], budget: float) -> float:
    return min(leakage for cost, leakage in bounds if cost <= budget)


@dataclass(frozen=True, eq=False)
class _Block:
    """Requests that hang together by what they delete, and the choices they decide."""

    requests: tuple[int, ...]
    masks: tuple[int, ...]
    costs: tuple[float, ...]
    choices: tuple[Choices, ...]

    @cached_property
    def everything(self) -> int:
        return union_of(choices.releases for choices in self.choices)

    def kept(self, erased: int) -> int:
        """The releases left, of a mask of requests (their places in the block)."""
        return self.everything & ~union_of(self.masks[place] for place in bits(erased))

    def leakages(self, erased: Sequence[int]) -> Floats:
        kept = [self.kept(one) for one in erased]
        found: Floats = self.choices[0].leakages([one & self.choices[0].releases for one in kept])
        for choices in self.choices[1:]:
            found = found.clip(min=choices.leakages([one & choices.releases for one in kept]))
        return found

    def floor(self, erased: int, open_: int) -> float:
        """What no plan goes below that erases the first and of the rest only what is open."""
        possible = self.kept(erased)
        kept = self.kept(erased | open_)
        return max(choices.floor(kept & choices.releases, possible & choices.releases) for choices in self.choices)


def _effort(block: _Block) -> int:
    if not all(choices.bounded for choices in block.choices):
        return BLIND_EFFORT
    return EXACT_EFFORT if len(block.requests) <= EXACT else EFFORT // len(block.requests)


def _blocks(pools: Sequence[PoolChoices], masks: Sequence[int], costs: Sequence[float]) -> tuple[list[_Block], float]:
    """The requests in blocks that do not touch one another; and what no request changes."""
    constant = max((pool.constant for pool in pools), default=0.0)
    reach = union_of(masks)
    groups: list[tuple[set[int], list[Choices]]] = []
    for choices in (part for pool in pools for part in pool.parts):
        if not choices.releases & reach:
            constant = max(constant, float(choices.leakages([choices.releases])[0]))
            continue
        joined = ({n for n, mask in enumerate(masks) if mask & choices.releases}, [choices])
        for other in [group for group in groups if group[0] & joined[0]]:
            groups.remove(other)
            joined = (joined[0] | other[0], joined[1] + other[1])
        groups.append(joined)
    return [_block(sorted(numbers), masks, costs, choices) for numbers, choices in groups], constant


def _block(numbers: Sequence[int], masks: Sequence[int], costs: Sequence[float], choices: list[Choices]) -> _Block:
    """A block with its most telling requests first: once they are kept, little is left to search."""
    plain = _Block(tuple(numbers), tuple(masks[n] for n in numbers), tuple(costs[n] for n in numbers), tuple(choices))
    everyone = (1 << len(numbers)) - 1
    alone = plain.leakages([everyone ^ 1 << place for place in range(len(numbers))])
    order = sorted(range(len(numbers)), key=lambda place: -alone[place])
    return _Block(
        tuple(numbers[place] for place in order),
        tuple(plain.masks[place] for place in order),
        tuple(plain.costs[place] for place in order),
        plain.choices,
    )


class _Search:
    """Branch and bound for one block, all budgets at once."""

    def __init__(self, block: _Block, limit: int) -> None:
        self._block, self._limit = block, limit
        self._size = len(block.requests)
        self._everyone = (1 << self._size) - 1
        # How many requests a step of the greedy searches weighs, so that they take no more than half of the effort.
        self._width = max(2, limit // (4 * self._size))
        self.front: Staircase[tuple[int, ...]] = Staircase(_slack(math.fsum(block.costs)))
        self._looked = 0
        self._open: list[tuple[float, float]] = []
        self._offer([0, self._everyone])
        self._from_nothing()
        self._from_everything()
        if self._size > EXACT:
            self._exchange()
        self._branch()

    def bounds(self) -> Staircase[tuple[int, ...]]:
        """For rising budgets what no plan goes below."""
        lowest: Staircase[tuple[int, ...]] = Staircase(0.0)
        reached = zip(self.front.costs, self.front.leakages, strict=True)
        for cost, leakage in sorted((*reached, *self._open)):
            lowest.offer(cost, leakage, ())
        return lowest

    @property
    def _spent(self) -> bool:
        return self._looked >= self._limit

    def _cost(self, erased: int) -> float:
        return math.fsum(self._block.costs[place] for place in bits(erased))

    def _offer(self, plans: Sequence[int]) -> Floats:
        self._looked += len(plans)
        leakages = self._block.leakages(plans)
        for erased, leakage in zip(plans, leakages.tolist(), strict=True):
            numbers = tuple(sorted(self._block.requests[place] for place in bits(erased)))
            self.front.offer(self._cost(erased), leakage, numbers)
        return leakages

    def _from_nothing(self) -> None:
        """Greedy: erase what helps most, again and again; it gives branch and bound something to beat."""
        erased, places = 0, list(range(self._size))
        while places and not self._spent:
            leakages = self._offer([erased | 1 << place for place in places[: self._width]])
            costs = [self._block.costs[place] for place in places]
            ranked = sorted(zip(leakages.tolist(), costs, places, strict=False))
            erased |= 1 << ranked[0][2]
            places = [place for _, _, place in ranked[1:]] + places[self._width :]

    def _from_everything(self) -> None:
        """Greedy from the other end: keep what tells least, again and again."""
        erased, places = self._everyone, list(reversed(range(self._size)))
        while places and not self._spent:
            leakages = self._offer([erased ^ 1 << place for place in places[: self._width]])
            costs = [-self._block.costs[place] for place in places]
            ranked = sorted(zip(leakages.tolist(), costs, places, strict=False))
            erased ^= 1 << ranked[0][2]
            places = [place for _, _, place in ranked[1:]] + places[self._width :]

    def _exchange(self) -> None:
        """Local search: one request of a plan for another one, as long as that helps and the effort lasts."""
        places = {number: place for place, number in enumerate(self._block.requests)}
        for plan in list(self.front.plans):
            erased = union_of(1 << places[number] for number in plan)
            others = list(bits(self._everyone & ~erased))[: self._width]
            if self._looked * 2 >= self._limit:
                return
            for out in bits(erased):
                self._offer([erased ^ 1 << out | 1 << other for other in others])

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
        found, candidates = [], []
        for place in range(first, self._size):
            open_ = self._everyone & (-1 << place)
            if self._hopeless(cost + self._cheapest[place], self._block.floor(erased, open_)):
                break
            more, price = erased | 1 << place, cost + self._block.costs[place]
            floor = self._block.floor(more, open_ & ~(1 << place))
            if self._hopeless(price, floor):
                continue
            if not self._hopeless(price, self._block.floor(more, 0)):
                candidates.append(more)
            found.append((price, floor, more, place + 1))
        self._looked += len(found)
        if candidates:
            self._offer(candidates)
        return [node for node in found if node[3] < self._size and not self._hopeless(node[0], node[1])]

    def _hopeless(self, cost: float, floor: float) -> bool:
        return floor >= self.front.best(cost) - SAME

    @cached_property
    def _cheapest(self) -> list[float]:
        """From each place on the least cost."""
        return list(itertools.accumulate(reversed(self._block.costs), min))[::-1]
