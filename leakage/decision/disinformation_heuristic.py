"""The papers' heuristic for disinformation, to stand beside the best plans."""

from __future__ import annotations

from collections.abc import Iterator

from leakage.decision.disinformation_ground import Ground, Option
from leakage.decision.disinformation_search import Bought, Choice, Space
from leakage.decision.staircase import Staircase


def papers_heuristic(space: Space) -> Iterator[tuple[float, float, Choice]]:
    """The papers' heuristic: self disinformation only, or two unrelated records combined with it; wrong attributes by
    falling weight as long as the budget lasts.

    "A heuristic algorithm that searches a smaller space, where we either combine two irrelevant records and use self
    disinformation or use self disinformation only." The two are those that lower the target most for their price.
    Source: Whang & Garcia-Molina 2011, Section 3.2.
    """
    ground = space.ground
    stairs: Staircase[Choice] = Staircase(space.slack)
    stairs.offer(0.0, ground.rest(()), ((), ()))
    for number in _papers_options(ground):
        for cost, choice in _with_wrong(ground, number, space.budget + space.slack):
            stairs.offer(cost, ground.leakage(*choice), choice)
    return iter(stairs)


def _papers_options(ground: Ground) -> Iterator[int]:
    """The options aimed at the maximum: the cheapest self disinformation, and the first two unrelated composites."""
    reached = [(pool.before.leakage, -number) for number, pool in enumerate(ground.pools) if number in ground.joins]
    if not reached:
        return
    pool = -max(reached)[1]
    members = ground.pools[pool].before.members
    target = int(ground.pools[pool].before.resolution.composite_of[members[0]]) if members else None
    aimed = [n for n, option in enumerate(ground.options) if (option.move.pool, option.move.target) == (pool, target)]
    alone = [n for n in aimed if ground.options[n].move.kind == "self"]
    pairs = [n for n in aimed if len(ground.options[n].move.links) == 2]
    for some in (alone, [n for n in pairs if ground.options[n].move.links == ground.options[pairs[0]].move.links]):
        if some and ground.bare:
            yield min(some, key=lambda number: ground.options[number].cost)
        else:
            yield from some


def _with_wrong(ground: Ground, number: int, budget: float) -> Iterator[tuple[float, Choice]]:
    """An option with more and more wrong attributes, by falling weight, as long as they can be paid."""
    option: Option = ground.options[number]
    cost, counts = option.cost, [0] * len(ground.wrong)
    yield cost, ((number,), (tuple(counts),))
    order = sorted(range(len(ground.wrong)), key=lambda place: -ground.wrong[place].weight)
    for place in order:
        for _ in range(option.room[place]):
            cost += ground.wrong[place].price
            if cost > budget:
                return
            counts[place] += 1
            bought: Bought = (tuple(counts),)
            yield cost, ((number,), bought)
