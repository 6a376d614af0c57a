"""Frontiers: the best plan for every budget, and how far another one could be from beating it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Generic, Protocol, TypeVar

import pandas as pd

from leakage.decision.pareto import ParetoFront, together
from leakage.frame import to_frame
from leakage.measure.ties import SAME
from leakage.progress import looking
from leakage.short_repr import short_repr

Bounds = tuple[tuple[float, float], ...]
"""(cost, leakage) pairs, costs rising; from that cost on no plan goes below that leakage until the next pair."""

Part = TypeVar("Part")


@dataclass(frozen=True, slots=True)
class Plan:
    """What is done, and what is known then.

    Arguments:
        cost: what it takes, >= 0.
        leakage: what is known then.
        lowest: what no plan within the budget goes below.
    """

    cost: float
    leakage: float
    lowest: float

    __repr__ = short_repr

    @property
    def optimal(self) -> bool:
        """Whether it is proved that no plan within the budget leaves less."""
        return self.leakage <= self.lowest + SAME

    @property
    def gap(self) -> float:
        """How far from the best plan this one can be at most; 0 where it is proved."""
        return 0.0 if self.optimal else self.leakage - self.lowest


AnyPlan = TypeVar("AnyPlan", bound=Plan)


@dataclass(frozen=True, eq=False)
class Frontier(Generic[AnyPlan]):
    """The best plans, from doing nothing on: each costs more than the one before it, and leaves less.

    Arguments:
        plans: at least one; the first costs nothing.
        bounds: what no plan goes below, for rising budgets; the first is for a budget of 0.
        budget: the greatest budget looked at.
        slack: costs closer than this are equal: they differ in the order they were added up in.

    >>> plans = Plan(0.0, 0.9, 0.9), Plan(2.0, 0.5, 0.5)
    >>> frontier = Frontier(plans, ((0.0, 0.9), (1.0, 0.5)), 3.0, 0.0)
    >>> [(frontier.within(budget).leakage, frontier.within(budget).optimal) for budget in (0.5, 1.0, 2.0)]
    [(0.9, True), (0.9, False), (0.5, True)]
    """

    plans: tuple[AnyPlan, ...]
    bounds: Bounds
    budget: float
    slack: float

    __repr__ = short_repr

    def within(self, budget: float) -> AnyPlan:
        """The best plan within a budget.

        Raises:
            ValueError: if the budget is not more than 0.
        """
        return self._last_within(self.plans, budget)

    def _last_within(self, plans: Sequence[AnyPlan], budget: float) -> AnyPlan:
        if not budget > 0.0:
            raise ValueError("the budget must be more than 0")
        plan = plans[bisect_right([plan.cost for plan in plans], budget + self.slack) - 1]
        return replace(plan, lowest=lowest_within(self.bounds, budget + self.slack))

    @property
    def optimal(self) -> bool:
        """Whether for every budget it is proved that no plan is better."""
        costs = [plan.cost for plan in self.plans]
        reached = (self.plans[bisect_right(costs, cost + self.slack) - 1].leakage for cost, _ in looking(self.bounds))
        return all(leakage <= low + SAME for leakage, (_, low) in zip(reached, self.bounds, strict=True))

    def to_frame(self) -> pd.DataFrame:
        """The plans, one row each: a column for each of their fields, then optimal and gap."""
        return to_frame(self.plans, "optimal", "gap")


class Search(Protocol[Part]):
    """A search of one part of a problem, which no other part touches."""

    front: ParetoFront[Part]
    """The plans that were found."""

    def bounds(self) -> ParetoFront[None]:
        """For rising budgets what no plan goes below."""
        ...


def bounds_of(searches: Sequence[Search[Part]], constant: float, most: float) -> Bounds:
    """What no plan for several parts goes below; the arguments are those of ``together``."""
    parts = [search.bounds() for search in looking(searches)]
    return tuple((cost, leakage) for cost, leakage, _ in together(parts, constant, most))


def plans_of(
    searches: Sequence[Search[Part]], bounds: Bounds, constant: float, most: float, slack: float
) -> Iterator[tuple[Plan, tuple[Part, ...]]]:
    """The best plans for several parts, each with what is done in every part."""
    for cost, leakage, parts in looking(together([search.front for search in searches], constant, most)):
        yield Plan(cost, leakage, min(leakage, lowest_within(bounds, cost + slack))), parts


def lowest_within(bounds: Bounds, budget: float) -> float:
    """What no plan within a budget goes below.

    >>> lowest_within(((0.0, 0.9), (2.0, 0.5)), 1.0)
    0.9
    """
    return min(leakage for cost, leakage in bounds if cost <= budget)
