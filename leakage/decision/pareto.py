"""Pareto fronts: the plans no other one is better than, by rising cost and falling leakage."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Generic, TypeVar

from leakage.measure.ties import SAME

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
    places = [0] * len(fronts)
    slack = max((front.slack for front in fronts), default=0.0)
    plans: list[tuple[float, float, tuple[Plan, ...]]] = []
    while True:
        now = list(zip(fronts, places, strict=True))
        worst = max([constant, *(front.leakages[place] for front, place in now)])
        cost = math.fsum(front.costs[place] for front, place in now)
        if cost > most + slack:
            return plans
        if not plans or worst < plans[-1][1] - SAME:
            plans.append((cost, worst, tuple(front.plans[place] for front, place in now)))
        stuck = constant >= worst
        for number, (part, place) in enumerate(now):
            if part.leakages[place] >= worst:
                places[number] += 1
                stuck = stuck or places[number] == len(part)
        if stuck:
            return plans
