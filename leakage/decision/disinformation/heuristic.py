"""The papers' heuristic for disinformation, to stand beside the best plans."""

from __future__ import annotations

from collections.abc import Iterator

from leakage.decision.disinformation.options import Option
from leakage.decision.disinformation.problem import Problem
from leakage.decision.disinformation.space import Bought, Choice, Space
from leakage.decision.pareto import ParetoFront


def papers_heuristic(space: Space) -> Iterator[tuple[float, float, Choice]]:
    """The papers' heuristic: self disinformation only, or two unrelated records combined with it; wrong attributes by
    falling weight as long as the budget lasts.

    "A heuristic algorithm that searches a smaller space, where we either combine two irrelevant records and use self
    disinformation or use self disinformation only." The two are those that lower the target most for their price.
    Source: Whang & Garcia-Molina 2011, Section 3.2.
    """
    problem = space.problem
    stairs: ParetoFront[Choice] = ParetoFront(space.slack)
    stairs.add(0.0, problem.rest(()), ((), ()))
    for number in _papers_options(problem):
        for cost, choice in _with_wrong(problem, number, space.budget + space.slack):
            stairs.add(cost, problem.leakage(*choice), choice)
    return iter(stairs)


def _papers_options(problem: Problem) -> Iterator[int]:
    """The options aimed at the maximum: the cheapest self disinformation, and the first two unrelated composites."""
    reached = [(pool.before.leakage, -number) for number, pool in enumerate(problem.pools) if number in problem.joins]
    if not reached:
        return
    pool = -max(reached)[1]
    members = problem.pools[pool].before.members
    target = int(problem.pools[pool].before.resolution.composite_of[members[0]]) if members else None
    aimed = [n for n, option in enumerate(problem.options) if (option.move.pool, option.move.target) == (pool, target)]
    alone = [n for n in aimed if problem.options[n].move.kind == "self"]
    pairs = [n for n in aimed if len(problem.options[n].move.links) == 2]
    for some in (alone, [n for n in pairs if problem.options[n].move.links == problem.options[pairs[0]].move.links]):
        if some:
            yield min(some, key=lambda number: problem.options[number].cost)


def _with_wrong(problem: Problem, number: int, budget: float) -> Iterator[tuple[float, Choice]]:
    """An option with more and more wrong attributes, by falling weight, as long as they can be paid."""
    option: Option = problem.options[number]
    cost, counts = option.cost, [0] * len(problem.wrong)
    yield cost, ((number,), (tuple(counts),))
    order = sorted(range(len(problem.wrong)), key=lambda place: -problem.wrong[place].weight)
    for place in order:
        for _ in range(option.room[place]):
            cost += problem.wrong[place].price
            if cost > budget:
                return
            counts[place] += 1
            bought: Bought = (tuple(counts),)
            yield cost, ((number,), bought)
