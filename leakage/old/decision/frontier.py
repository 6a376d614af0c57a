"""Frontiers: the best plan that was found for every budget."""

from __future__ import annotations

import heapq
import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import pandas as pd

from leakage.old.measure.gradient import TOLERANCE
from leakage.old.tabular.rows import redacted_repr, to_frame
from leakage.progress import check_cancelled

# Pareto fronts: the plans no other one is better than, by rising cost and falling leakage.


FrontPlan = TypeVar("FrontPlan")


class ParetoFront(Generic[FrontPlan]):
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
        self.plans: list[FrontPlan] = []

    def best(self, cost: float) -> float:
        """The least leakage of a plan that costs no more; infinite where there is none."""
        place = bisect_right(self.costs, cost + self.slack)
        return self.leakages[place - 1] if place else math.inf

    def add(self, cost: float, leakage: float, plan: FrontPlan) -> bool:
        """Take a plan in if it is better than all that cost no more."""
        if leakage >= self.best(cost) - TOLERANCE:
            return False
        place = bisect_left(self.costs, cost - self.slack)
        last = place
        while last < len(self.costs) and self.leakages[last] >= leakage - TOLERANCE:
            last += 1
        self.costs[place:last] = [cost]
        self.leakages[place:last] = [leakage]
        self.plans[place:last] = [plan]
        return True

    def __len__(self) -> int:
        return len(self.costs)

    def __iter__(self) -> Iterator[tuple[float, float, FrontPlan]]:
        return zip(self.costs, self.leakages, self.plans, strict=True)


def together(
    fronts: Sequence[ParetoFront[FrontPlan]], constant: float, most: float
) -> list[tuple[float, float, tuple[FrontPlan, ...]]]:
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
    plans: list[tuple[float, float, tuple[FrontPlan, ...]]] = []
    while True:
        check_cancelled()
        worst = max(constant, -ranked[0][0]) if ranked else constant
        cost = math.fsum(costs)
        if cost > most + slack:
            return plans
        if not plans or worst < plans[-1][1] - TOLERANCE:
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


# Frontiers: the best plan that was found for every budget.


@dataclass(frozen=True, slots=True)
class Plan:
    """What is done, and what is known then.

    Arguments:
        cost: what it takes, >= 0.
        leakage: what is known then.
    """

    cost: float
    leakage: float

    __repr__ = redacted_repr


AnyPlan = TypeVar("AnyPlan", bound=Plan)


@dataclass(frozen=True, eq=False)
class Frontier(Generic[AnyPlan]):
    """The best plans, from doing nothing on: each costs more than the one before it, and leaves less.

    Arguments:
        plans: at least one; the first costs nothing.
        budget: the greatest budget looked at.
        slack: costs closer than this are equal: they differ in the order they were added up in.

    >>> frontier = Frontier((Plan(0.0, 0.9), Plan(2.0, 0.5)), 3.0, 0.0)
    >>> [frontier.within(budget).leakage for budget in (0.5, 1.0, 2.0)]
    [0.9, 0.9, 0.5]
    """

    plans: tuple[AnyPlan, ...]
    budget: float
    slack: float

    __repr__ = redacted_repr

    def within(self, budget: float) -> AnyPlan:
        """The best plan within a budget.

        Raises:
            ValueError: if the budget is not more than 0.
        """
        return self._last_within(self.plans, budget)

    def _last_within(self, plans: Sequence[AnyPlan], budget: float) -> AnyPlan:
        if not budget > 0.0:
            raise ValueError("the budget must be more than 0")
        return plans[bisect_right([plan.cost for plan in plans], budget + self.slack) - 1]

    def to_frame(self) -> pd.DataFrame:
        """The plans, one row each: a column for each of their fields."""
        return to_frame(self.plans)
