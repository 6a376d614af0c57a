"""Erasure: which releases to have deleted, for the greatest fall of leakage within a budget of effort."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np
import numpy.typing as npt

from leakage.bits import FEW_BITS, bits, gathered_bits, mask_of, union_of
from leakage.database import Floats
from leakage.decision.frontier import Bounds, Frontier, Plan, bounds_of, plans_of
from leakage.decision.optimise import OptimisationProblem, SetSearch, search
from leakage.decision.subsets import PoolSubsets, SubsetEvaluator, SubsetLeakage
from leakage.measure.weights import Weights
from leakage.progress import report
from leakage.record import Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.subsets import Composite
from leakage.tabular.rows import redacted_repr

# What stays: a leakage no erasure of a block goes below, for nobody can pay for deleting all who tell a fact.


STEPS = 64
"""Budgets that a bound is worked out for."""


def what_stays(block: Block) -> Bounds:
    """What no plan goes below: (cost, leakage) pairs, costs rising, each leakage up to the next cost.

    Requests of a cost less than b delete no kind of records (of which the match reads the same) whose deletion costs b
    or more: something of it is kept. The composites of such kinds are in every choice, maybe as part of greater ones,
    where more records only add to a composite. Whoever matches such a composite is in it where he is kept; so a fact is
    in it at no less than c if all who match it and hold the fact at c or more cost b or more together. What is wrong
    there is at most what all releases together would make of it. L grows with the confidence of a right attribute and
    falls with a wrong one's, where weights alone count: the leakage of these confidences is a bound.
    Source: Whang & Garcia-Molina 2011, Section 2.2 (Representativity); 2012, Definition 1.
    """
    total = math.fsum(block.costs)
    growing = [choices for choices in block.choices if choices.grows]
    stays = [_Stays(choices, block) for choices in growing if choices.bounded]
    steps = [total * step / STEPS for step in range(STEPS + 1)]
    bounds: list[tuple[float, float]] = []
    for number, cost in enumerate(steps[:-1]):
        report("Bounding what can be erased", number, STEPS)
        bounds.append((cost, max((part.lowest(steps[number + 1]) for part in stays), default=0.0)))
    return (*bounds, (total, 0.0))


class _Stays:
    """What stays of the choices of one pool."""

    def __init__(self, choices: SubsetLeakage, block: Block) -> None:
        self._choices, self._resolution, self._table = choices, choices.resolution, choices.table
        self._costs = np.array([*block.costs, math.inf])
        size = len(self._table.records)
        # Whose deletion a record waits for; those that nobody can delete wait for the last, which nobody can pay.
        self._request = np.full(size, len(block.costs))
        for number, mask in enumerate(block.masks):
            self._request[list(bits(choices.within(mask) & ~choices.within(0)))] = number
        self._memo: dict[tuple[int, ...], list[tuple[Floats, Floats]]] = {}

    def lowest(self, cost: float) -> float:
        """What no plan goes below that costs less than this."""
        # Plans that cost the same but for the last bits may be told as within the budget.
        enough = cost * (1.0 + 1e-9)
        firm = mask_of(kind for kind, price in enumerate(self._prices) if price > enough)
        rows = [self._row(composite, enough) for composite in self._resolution.state(firm)]
        return float(self._table.by_confidences.leakages(np.array(rows)).max(initial=0.0)) if rows else 0.0

    @cached_property
    def _kinds(self) -> tuple[int, ...]:
        return self._resolution.records or tuple(1 << number for number in range(len(self._table.records)))

    @cached_property
    def _prices(self) -> list[float]:
        """What it costs to delete all records of each kind."""
        requests = (np.unique(self._request[list(bits(kind))]) for kind in self._kinds)
        return [float(self._costs[some].sum()) for some in requests]

    def _row(self, composite: Composite, cost: float) -> Floats:
        """Confidences that no choice leaves the right ones below, and brings the wrong ones above."""
        row: Floats = self._most(composite).copy()
        row[self._table.right] = 0.0
        for column, (prices, sure) in zip(np.flatnonzero(self._table.right), self._holders(composite), strict=True):
            place = int(np.searchsorted(prices, cost, side="right"))
            row[column] = sure[place] if place < len(sure) else 0.0
        return row

    def _most(self, composite: Composite) -> Floats:
        whole = next(other for other in self._everything if other.kinds & composite.kinds)
        records = union_of(self._kinds[kind] for kind in bits(whole.kinds))
        most: Floats = self._table.confidences([records])[0]
        return most

    @cached_property
    def _everything(self) -> Sequence[Composite]:
        return self._resolution.state((1 << len(self._kinds)) - 1)

    def _holders(self, composite: Composite) -> list[tuple[Floats, Floats]]:
        """For each right pair what deleting its surest holders costs, one more at a time, and how sure each is."""
        near = tuple(self._near(composite))
        if near not in self._memo:
            there = np.zeros(len(self._table.records) + 1, dtype=bool)
            there[[number for kind in near for number in bits(self._kinds[kind])]] = True
            self._memo[near] = [self._prices_of(column, there) for column in np.flatnonzero(self._table.right).tolist()]
        return self._memo[near]

    def _near(self, composite: Composite) -> Iterator[int]:
        """The kinds whose records are in the composite wherever they are kept."""
        for kind, alone in enumerate(self._resolution.alone):
            joins = composite.kinds & alone.touching and self._resolution.matches(alone.view, composite.view)
            if joins or alone.kinds & composite.kinds:
                yield kind

    def _prices_of(self, column: int, there: npt.NDArray[np.bool_]) -> tuple[Floats, Floats]:
        numbers, sure = (by_column[column] for by_column in self._table.surest)
        near = there[numbers]
        requests = self._request[numbers[near]]
        # One request may delete several holders, and is paid once.
        paid = np.zeros(len(requests))
        first = np.unique(requests, return_index=True)[1]
        paid[first] = self._costs[requests[first]]
        return np.cumsum(paid), sure[near]


# Blocks: requests for erasure that hang together by what they delete, each to be planned apart.


@dataclass(frozen=True, eq=False)
class Block:
    """Requests that hang together by what they delete, and the choices they decide."""

    requests: tuple[int, ...]
    masks: tuple[int, ...]
    costs: tuple[float, ...]
    choices: tuple[SubsetLeakage, ...]

    @cached_property
    def problem(self) -> OptimisationProblem:
        """Its requests as actions, by their places in the block."""

        def objective(erased: Sequence[int]) -> tuple[Floats, Floats]:
            leakages = self.leakages([self.releases_left(plan) for plan in erased])
            return leakages, leakages

        lasting = partial(what_stays, self)
        return OptimisationProblem(
            objective, self.costs, floor=self.floor, lasting=lasting, doing="Trying sets of requests"
        )

    @cached_property
    def everything(self) -> int:
        """The releases that the choices are among."""
        return union_of(choices.releases for choices in self.choices)

    def requests_of(self, erased: int) -> tuple[int, ...]:
        """The numbers of the requests of a mask."""
        return tuple(self.requests[place] for place in bits(erased))

    def releases_left(self, erased: int) -> int:
        """The releases left, of a mask of requests (their places in the block)."""
        if erased.bit_count() <= FEW_BITS:
            return self.everything & ~union_of(self.masks[place] for place in bits(erased))
        return self.everything & ~gathered_bits(erased, self._request_of)

    @cached_property
    def _request_of(self) -> npt.NDArray[np.int64]:
        """The place of the request that deletes each release; those that none deletes have one that no plan has."""
        places = np.full(self.everything.bit_length(), len(self.requests))
        for place, mask in enumerate(self.masks):
            places[list(bits(mask & self.everything))] = place
        return places

    def leakages(self, kept: Sequence[int]) -> Floats:
        """What each choice of releases leaks."""
        leakages: Floats = self.choices[0].leakages([some & self.choices[0].releases for some in kept])
        for choices in self.choices[1:]:
            leakages = leakages.clip(min=choices.leakages([some & choices.releases for some in kept]))
        return leakages

    def floor(self, erased: int, open_: int) -> float:
        """What no plan goes below that erases the first and of the rest only what is open."""
        possible = self.releases_left(erased)
        kept = self.releases_left(erased | open_)
        return max(choices.floor(kept & choices.releases, possible & choices.releases) for choices in self.choices)


def blocks_of(pools: Sequence[PoolSubsets], masks: Sequence[int], costs: Sequence[float]) -> tuple[list[Block], float]:
    """The requests in blocks that do not touch one another; and what no request changes."""
    constant = max((pool.constant for pool in pools), default=0.0)
    request_of = {number: n for n, mask in enumerate(masks) for number in bits(mask)}
    reach = union_of(masks)
    groups: list[tuple[set[int], list[SubsetLeakage]]] = []
    group_of: dict[int, int] = {}
    for choices in (part for pool in pools for part in pool.parts):
        if not choices.releases & reach:
            constant = max(constant, float(choices.leakages([choices.releases])[0]))
            continue
        numbers = {request_of[number] for number in bits(choices.releases & reach)}
        joined = (numbers, [choices])
        for group in {group_of[number] for number in numbers if number in group_of}:
            joined = (joined[0] | groups[group][0], groups[group][1] + joined[1])
            groups[group] = (set(), [])
        group_of.update(dict.fromkeys(joined[0], len(groups)))
        groups.append(joined)
    return [_block(sorted(numbers), masks, costs, choices) for numbers, choices in groups if choices], constant


def _block(numbers: Sequence[int], masks: Sequence[int], costs: Sequence[float], choices: list[SubsetLeakage]) -> Block:
    """A block with its most telling requests first: once they are kept, little is left to search."""
    plain = Block(tuple(numbers), tuple(masks[n] for n in numbers), tuple(costs[n] for n in numbers), tuple(choices))
    # Each request as the only one that is not met.
    others = plain.everything & ~union_of(plain.masks)
    alone = plain.leakages([others | mask & plain.everything for mask in plain.masks])
    order = sorted(range(len(numbers)), key=lambda place: -alone[place])
    return Block(
        tuple(numbers[place] for place in order),
        tuple(plain.masks[place] for place in order),
        tuple(plain.costs[place] for place in order),
        plain.choices,
    )


# How far each block is searched.


NODE_LIMIT = 400_000
"""Plans times requests looked at where more hang together, before what was found so far must do."""


MOST_LOOKED = 40_000
"""Plans looked at where hundreds of requests hang together: twenty for each, and no more than so many."""


BLIND_NODE_LIMIT = 3_000
"""Plans looked at where floors say little or nothing."""


EXACT = 25
"""Up to so many requests a search by weights, where more records only add to a composite, may take EXACT_NODE_LIMIT."""


EXACT_NODE_LIMIT = 500_000
"""25 random requests that all hang together took a tenth of it."""


PRESUMED_NODE_LIMIT = 6_000
"""Plans looked at where every release tells something more of a fact: hardly one is dropped for another."""


EVERY = 16
"""Up to so many requests that hang together all sets are tried where the search has not proved its plans before."""


EVERY_FROM_SCRATCH = 11
"""As EVERY, where each choice is analysed from scratch."""


def searched(block: Block, node_limit: int | None) -> SetSearch:
    """The search of a block; all sets where it is small enough and the search alone does not prove its plans."""
    most = EVERY if all(choices.in_bits for choices in block.choices) else EVERY_FROM_SCRATCH
    every = most if node_limit is None else 0
    limit = _node_limit(block, every) if node_limit is None else node_limit
    return search(block.problem, limit, every=every)


def _node_limit(block: Block, every: int) -> int:
    size = len(block.requests)
    grows = all(choices.grows for choices in block.choices)
    prunes = grows and all(choices.sums for choices in block.choices)
    if size <= every:
        # Floors cost more than plans: what is pruned must be most of them.
        return (1 << size) // 8 if prunes else 0
    if prunes:
        return EXACT_NODE_LIMIT if size <= EXACT else max(NODE_LIMIT // size, min(20 * size, MOST_LOOKED))
    return min(PRESUMED_NODE_LIMIT if grows else BLIND_NODE_LIMIT, NODE_LIMIT // size)


# Erasure: which releases to have deleted, for the greatest fall of leakage within a budget of effort.


@dataclass(frozen=True, slots=True)
class ErasurePlan(Plan):
    """What to have deleted, and what is known then.

    Arguments:
        cost: the sum of its requests' costs.
        leakage: what is known once all of them were met.
        lowest: what no plan within the budget goes below.
        requests: their numbers, ascending.
    """

    requests: tuple[int, ...]

    __repr__ = redacted_repr


class ErasureFrontier(Frontier[ErasurePlan]):
    """The best plans, from no request on; its budget is what all requests cost together."""


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
    node_limit: int | None = None,
) -> ErasureFrontier:
    """For every budget the requests whose erasure leaves least leakage.

    Minimises ``max over pools P of L((R_P less S) + B, e, E)`` over sets S of requests with ``sum of costs <= budget``.
    Leakage is not monotone in what is erased: a release that confuses the adversary protects.
    Source: Whang & Garcia-Molina 2012, Definition 2 and Section 4.1, with releases taken back.

    Requests that can never meet in a composite are searched apart, and put together by thresholds: to come below
    a leakage every part has to, and what that costs adds up. Each search is branch and bound, cheapest plans first.
    A node has erased some requests and decided to keep some, F; whatever is erased besides, no plan below it leaks
    less than the floor of F: what is kept stays joined and keeps its right attributes, and the wrong ones are at
    most those still possible (proof in ``leakage.decision.subsets``). The node is dropped where a known plan
    that costs no more leaks no more than that. So no better plan is lost, and nothing is assumed about what erasing
    does.
    Up to 16 requests that hang together the plans are optimal under any match, merge, clustering and measure: where the
    search does not end early, all sets are tried (up to 11 where several analyses follow one another, for then each
    set is analysed from scratch). Beyond that the search stops at the node limit; a plan says whether it is
    proved, and if not, what the nodes left open could reach at best is the lower bound. Far fewer nodes are left open
    where more records only add to a composite and weights alone count, as 25 requests rarely are. Where a later value
    takes the place of an earlier one, labels share information, or several analyses follow one another, there is no
    floor but 0.

    Arguments:
        releases: what was released.
        background: what every pool holds besides.
        pools: for each the numbers of the releases it holds.
        reference, adversary, weights: as ``information_leakage``.
        requests: for each the numbers of the releases it deletes; no release in two. By default one a release.
            Releases in none cannot be erased.
        costs: for each request its effort, > 0; 1 by default.
        node_limit: how many plans are looked at before the search gives up; by default as said above.

    Raises:
        ValueError: if a cost is not positive or there is not one for each request, a release is in two requests,
            the number of one in a request or a pool is out of range, or a weight is not positive.

    >>> from leakage.resolution.rules.shared_values import Shares
    >>> from leakage.resolution.operations import Resolve
    >>> R = [Record.of(("N", "a"), ("P", "1"), ("C", "9")), Record.of(("N", "a"), ("Z", "z"))]
    >>> e = Record.of(("N", "a"), ("P", "1"), ("C", "9"), ("Z", "z"))
    >>> frontier = erasure_frontier(R, (), [(0, 1)], e, Adversary((Resolve(Shares("N")),)))
    >>> [(plan.requests, round(plan.leakage, 3), plan.optimal) for plan in frontier.plans]
    [((), 1.0, True), ((0,), 0.667, True), ((0, 1), 0.0, True)]
    """
    wanted = [(number,) for number in range(len(releases))] if requests is None else [tuple(r) for r in requests]
    prices = [1.0] * len(wanted) if costs is None else [float(cost) for cost in costs]
    if any(not 0 <= number < len(releases) for group in (*wanted, *pools) for number in group):
        raise ValueError(f"release numbers must be in [0, {len(releases)})")
    before = SubsetEvaluator(background, reference, adversary, weights)
    choices = [before.choices({n: releases[n] for n in sorted(pool)}) for pool in pools]
    return frontier_of(choices, wanted, prices, node_limit)


def frontier_of(
    pools: Sequence[PoolSubsets],
    requests: Sequence[Sequence[int]],
    costs: Sequence[float],
    node_limit: int | None = None,
) -> ErasureFrontier:
    """As ``erasure_frontier``, where the choices of every pool are at hand."""
    _check(requests, costs)
    masks = [mask_of(request) for request in requests]
    blocks, constant = blocks_of(pools, masks, costs)
    searches = [searched(block, node_limit) for block in blocks]
    total = math.fsum(costs)
    slack = 1e-12 * total
    bounds = bounds_of(searches, constant, math.inf)
    plans = (
        ErasurePlan(plan.cost, plan.leakage, plan.lowest, _requests(blocks, parts))
        for plan, parts in plans_of(searches, bounds, constant, math.inf, slack)
    )
    return ErasureFrontier(tuple(plans), bounds, total, slack)


def _requests(blocks: Sequence[Block], parts: Sequence[int]) -> tuple[int, ...]:
    numbers = (block.requests_of(erased) for block, erased in zip(blocks, parts, strict=True) if erased)
    return tuple(sorted(itertools.chain(*numbers)))


def _check(requests: Sequence[Sequence[int]], costs: Sequence[float]) -> None:
    numbers = [number for request in requests for number in request]
    if len(set(numbers)) < len(numbers):
        raise ValueError("no release may be in two requests")
    if len(costs) != len(requests):
        raise ValueError("there must be one cost for each request")
    if not all(0.0 < cost < math.inf for cost in costs):
        raise ValueError("the cost of every request must be more than 0")
