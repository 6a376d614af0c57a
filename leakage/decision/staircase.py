"""Staircases: the plans no other one is better than, by rising cost and falling leakage."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Generic, TypeVar

from leakage.decision.planned_release import SAME

Plan = TypeVar("Plan")


class Staircase(Generic[Plan]):
    """Plans with rising costs and falling leakages, each better than all that cost no more.

    Arguments:
        slack: costs closer than this are equal; they differ in the order they were added up in.

    >>> stairs = Staircase(1e-9)
    >>> [stairs.offer(cost, leakage, name) for cost, leakage, name in ((2, 0.5, "b"), (0, 0.9, "a"), (3, 0.5, "c"))]
    [True, True, False]
    >>> list(stairs), stairs.best(1)
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

    def offer(self, cost: float, leakage: float, plan: Plan) -> bool:
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
    stairs: Sequence[Staircase[Plan]], constant: float, most: float
) -> list[tuple[float, float, tuple[Plan, ...]]]:
    """The plans for several parts that do not touch one another, where the whole leaks the greatest of its parts.

    To come below a leakage all parts that are as bad have to move on, and what that costs adds up.

    Arguments:
        stairs: of each part; none is empty.
        constant: what no part changes.
        most: the budget; dearer plans are left out.

    Returns:
        (cost, leakage, a plan of each part), by rising cost and falling leakage.

    >>> one, other = Staircase(0.0), Staircase(0.0)
    >>> taken = [one.offer(0, 0.9, "-"), one.offer(1, 0.3, "a"), other.offer(0, 0.5, "-"), other.offer(2, 0.2, "b")]
    >>> [(cost, leakage) for cost, leakage, _ in together([one, other], 0.1, 9)]
    [(0.0, 0.9), (1.0, 0.5), (3.0, 0.3)]
    """
    places = [0] * len(stairs)
    slack = max((one.slack for one in stairs), default=0.0)
    found: list[tuple[float, float, tuple[Plan, ...]]] = []
    while True:
        now = list(zip(stairs, places, strict=True))
        worst = max([constant, *(one.leakages[place] for one, place in now)])
        cost = math.fsum(one.costs[place] for one, place in now)
        if cost > most + slack:
            return found
        if not found or worst < found[-1][1] - SAME:
            found.append((cost, worst, tuple(one.plans[place] for one, place in now)))
        stuck = constant >= worst
        for number, (one, place) in enumerate(now):
            if one.leakages[place] >= worst:
                places[number] += 1
                stuck = stuck or places[number] == len(one)
        if stuck:
            return found
