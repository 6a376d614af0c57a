"""Pareto fronts: the plans no other one is better than, by rising cost and falling leakage."""

from __future__ import annotations

import heapq
import math
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Generic, TypeVar

from leakage.measure.ties import SAME
from leakage.progress import look

Plan = TypeVar("Plan")


class ParetoFront(Generic[Plan]):
    """Plans with rising costs and falling leakages, each better than all that cost no more.

    Arguments:
        slack: costs closer than this are equal; they differ in the order they were added up in.

    >>> front = ParetoFront(1e-9)
    >>> [front.add(cost, leakage, name) for cost, leakage, name in ((2, 0.5, "b"), (0, 0.9, "a"), (3, 0.5, "c"))]
    [True, True, False]
    >>> list(front), front.best(1)
    ([(0, 0.9, 'a'), (2, 0.5, 'b')], 0.9)
    """

    def __init__(self, slack: float) -> None:
        self.slack = slack
        self.costs: list[float] = []
        self.leakages: list[float] = []
        self.plans: list[Plan] = []

    def best(self, cost: float) -> float:
        """The least leakage of a plan that costs no more; infinite where there is none."""
        place = bisect_right(self.costs, cost + self.slack)
        return self.leakages[place - 1] if place else math.inf

    def add(self, cost: float, leakage: float, plan: Plan) -> bool:
        """Take a plan in if it is better than all that cost no more."""
        if leakage >= self.best(cost) - SAME:
            return False
        place = bisect_right(self.costs, cost - self.slack)
        last = place
        while last < len(self.costs) and self.leakages[last] >= leakage - SAME:
            last += 1
        self.costs[place:last] = [cost]
        self.leakages[place:last] = [leakage]
        self.plans[place:last] = [plan]
        return True

    def __len__(self) -> int:
        return len(self.costs)

    def __iter__(self) -> Iterator[tuple[float, float, Plan]]:
        return zip(self.costs, self.leakages, self.plans, strict=True)


def together(
    fronts: Sequence[ParetoFront[Plan]], constant: float, most: float
) -> list[tuple[float, float, tuple[Plan, ...]]]:
    """The plans for several parts that do not touch one another, where the whole leaks the greatest of its parts.

    To come below a leakage all parts that are as bad have to move on, and what that costs adds up.

    Arguments:
        fronts: of each part; none is empty.
        constant: what no part changes.
        most: the budget; dearer plans are left out.

    Returns:
        (cost, leakage, a plan of each part), by rising cost and falling leakage.

    >>> one, other = ParetoFront(0.0), ParetoFront(0.0)
    >>> taken = [one.add(0, 0.9, "-"), one.add(1, 0.3, "a"), other.add(0, 0.5, "-"), other.add(2, 0.2, "b")]
    >>> [(cost, leakage) for cost, leakage, _ in together([one, other], 0.1, 9)]
    [(0.0, 0.9), (1.0, 0.5), (3.0, 0.3)]
    """
    slack = max((front.slack for front in fronts), default=0.0)
    places = [0] * len(fronts)
    costs = [front.costs[0] for front in fronts]
    chosen = [front.plans[0] for front in fronts]
    # The part that leaks most comes first.
    ranked = [(-front.leakages[0], number) for number, front in enumerate(fronts)]
    heapq.heapify(ranked)
    plans: list[tuple[float, float, tuple[Plan, ...]]] = []
    while True:
        look()
        worst = max(constant, -ranked[0][0]) if ranked else constant
        cost = math.fsum(costs)
        if cost > most + slack:
            return plans
        if not plans or worst < plans[-1][1] - SAME:
            plans.append((cost, worst, tuple(chosen)))
        if constant >= worst:
            return plans
        while -ranked[0][0] >= worst:
            number = ranked[0][1]
            part, places[number] = fronts[number], places[number] + 1
            if places[number] == len(part):
                return plans
            costs[number], chosen[number] = part.costs[places[number]], part.plans[places[number]]
            heapq.heapreplace(ranked, (-part.leakages[places[number]], number))
