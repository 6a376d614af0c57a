"""Erasure: which releases to have deleted, for the greatest fall of leakage within a budget of effort."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

from leakage.bits import mask_of
from leakage.decision.erasure_blocks import blocks_of
from leakage.decision.erasure_search import searched, slack_of
from leakage.decision.frontier import Frontier, Plan, bounds_of, plans_of
from leakage.decision.held_before import HeldBefore
from leakage.decision.subsets import PoolChoices
from leakage.measure.measure import Weights
from leakage.record import Record
from leakage.resolution.adversary import Adversary
from leakage.short_repr import short_repr


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

    __repr__ = short_repr


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
    most those still possible (proof in ``leakage.decision.choices_in_masks``). The node is dropped where a known plan
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

    >>> from leakage.resolution.rules import Shares
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
    before = HeldBefore(background, reference, adversary, weights)
    choices = [before.choices({n: releases[n] for n in sorted(pool)}) for pool in pools]
    return frontier_of(choices, wanted, prices, node_limit)


def frontier_of(
    pools: Sequence[PoolChoices],
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
    slack = slack_of(total)
    bounds = bounds_of(searches, constant, math.inf)
    plans = (
        ErasurePlan(plan.cost, plan.leakage, plan.lowest, tuple(sorted(itertools.chain(*parts))))
        for plan, parts in plans_of(searches, bounds, constant, math.inf, slack)
    )
    return ErasureFrontier(tuple(plans), bounds, total, slack)


def _check(requests: Sequence[Sequence[int]], costs: Sequence[float]) -> None:
    numbers = [number for request in requests for number in request]
    if len(set(numbers)) < len(numbers):
        raise ValueError("no release may be in two requests")
    if len(costs) != len(requests):
        raise ValueError("there must be one cost for each request")
    if not all(0.0 < cost < math.inf for cost in costs):
        raise ValueError("the cost of every request must be more than 0")
