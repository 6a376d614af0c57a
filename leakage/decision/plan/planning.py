"""Planning: for every number of minutes the actions that leave the adversaries least."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from leakage.bits import bits, mask_of
from leakage.decision.frontier import Bounds, Frontier, Plan, lowest_within
from leakage.decision.pareto import ParetoFront
from leakage.decision.plan.actions import Option
from leakage.decision.plan.lasting import Lasting
from leakage.decision.plan.objective import Aim, as_one
from leakage.decision.plan.outcomes import Outcomes
from leakage.decision.plan.search import PlanSearch
from leakage.decision.plan.situation import Situation, Threat
from leakage.measure.measure import Weights
from leakage.measure.ties import SAME
from leakage.progress import report
from leakage.short_repr import short_repr

EXACT = 15
"""Up to so many actions every set of them is tried."""

FIRST = 2_500
"""Plans looked at, about, where there are more actions."""

STEPS = 24
"""Budgets that a bound is worked out for."""


@dataclass(frozen=True, slots=True)
class ActionPlan(Plan):
    """What to do, and what is known then.

    Arguments:
        cost: its minutes.
        leakage: what is known once all is done, as one figure.
        lowest: what no plan within the minutes goes below.
        actions: their numbers, ascending.
        price: in money.
        leakages: what each adversary knows then.
    """

    actions: tuple[int, ...]
    price: float
    leakages: tuple[float, ...]

    __repr__ = short_repr


@dataclass(frozen=True, eq=False)
class ActionFrontier(Frontier[ActionPlan]):
    """The best plans, from doing nothing on.

    Arguments:
        plans, bounds, budget, slack: as ``Frontier``; costs are minutes.
        options: what could be done; plans name them by their places.
        outcomes: what any plan leaves.
        aim: what is made small.
        looked: how many plans were looked at.
        fronts: of these the best against each adversary alone; plans are masks of options.
    """

    options: tuple[Option, ...]
    outcomes: Outcomes
    aim: Aim
    looked: int
    fronts: tuple[ParetoFront[int], ...] = field(repr=False)

    __repr__ = short_repr

    def against(self, number: int, budget: float) -> tuple[float, ...]:
        """What each adversary knows after the plan that is best against one of them alone, of those looked at.

        Arguments:
            number: of the adversary that it is made against.
            budget: of minutes, > 0.
        """
        front = self.fronts[number]
        plan = front.plans[bisect_right(front.costs, budget + self.slack) - 1]
        return tuple(self.outcomes.leakages([plan])[0].tolist())


def plan_frontier(
    situation: Situation,
    options: Sequence[Option],
    threats: Sequence[Threat],
    weights: Weights | None = None,
    *,
    aim: Aim = "worst",
    minutes: float = math.inf,
    money: float = math.inf,
    start: Iterable[Sequence[int]] = (),
    limit: int = FIRST,
) -> ActionFrontier:
    """For every number of minutes the actions that leave least leakage.

    Minimises ``max over t of L_t(S)``, or their weighted average, over the sets S of actions with
    ``sum of minutes <= m`` and ``sum of prices <= money``, for every m up to the greatest; ``L_t(S)`` is what adversary
    t knows in the situation that S leaves (``leakage.decision.plan.actions``).
    Source: Whang & Garcia-Molina 2012, Definition 2 and Section 4.1.

    Leakage is not monotone in what is done: what confuses an adversary protects. Up to 15 actions every set of them is
    tried, and the plans are optimal under any match, merge, pipeline and measure; a budget of ``leakage.progress`` that
    ends before that makes them the best found. Beyond 15 they are the best found: greedy steps for what they take back
    for a minute, over single actions and over bundles that leave a fact with nobody, once more over single actions
    alone, then thinned out and exchanged one for one. What no plan goes below (``leakage.decision.plan.lasting``) is
    told beside them; for adversaries to whom more records do more than add to a composite it is 0.

    Arguments:
        situation: before anything is done.
        options: what can be done.
        threats: at least one.
        weights: as ``information_leakage``.
        aim: "worst" or "average".
        minutes: the greatest budget, > 0; by default all that the options take.
        money: what may be spent, >= 0.
        start: plans to begin with, as numbers of options; those of an earlier, shorter search.
        limit: how many plans are looked at, about, where there are more than 15 options.

    Raises:
        ValueError: for no threat, another aim, a budget that is not positive, money below 0, more than 12 actions that
            change one holding, or two holdings of one name.

    >>> from leakage.decision.plan.actions import Change, Erase
    >>> from leakage.decision.plan.situation import Holding
    >>> from leakage.record import Record
    >>> from leakage.resolution.adversary import Adversary
    >>> from leakage.resolution.operations import Resolve
    >>> from leakage.resolution.rules import Shares
    >>> e = Record.of(("E", "a@b"), ("P", "1"), ("C", "9"))
    >>> told = Situation.of(e, [Holding("Order", "Shop", e.without(("C", "9"))), Holding("Loan", "Bank", e)])
    >>> eve = Threat("Eve", Adversary((Resolve(Shares("E")),)))
    >>> options = [Option(Erase(("Loan",)), 30.0), Option(Change(("E", "a@b"), ("Bank",)), 5.0)]
    >>> frontier = plan_frontier(told, options, [eve])
    >>> [(plan.cost, plan.actions, round(plan.leakage, 9), plan.optimal) for plan in frontier.plans]
    [(0.0, (), 1.0, True), (5.0, (1,), 0.8, True)]
    """
    if not minutes > 0.0:
        raise ValueError("the minutes must be more than 0")
    if not money >= 0.0:
        raise ValueError("the money must be at least 0")
    total = math.fsum(option.minutes for option in options)
    most = min(minutes, total)
    outcomes = Outcomes(situation, [option.action for option in options], threats, weights)
    search = PlanSearch(outcomes, options, aim, most, money, limit)
    proved = len(options) <= EXACT and search.try_all()
    if not proved:
        search.improve([mask_of(plan) for plan in start])
    reached: Bounds = tuple(zip(search.front.costs, search.front.leakages, strict=True))
    bounds = reached if proved else _bounds(search, outcomes, options, aim, most)
    plans = tuple(_plan(search, outcomes, bounds, *plan) for plan in search.front)
    slack, fronts = search.front.slack, tuple(search.fronts)
    return ActionFrontier(plans, bounds, most, slack, tuple(options), outcomes, aim, search.looked, fronts)


def _plan(search: PlanSearch, outcomes: Outcomes, bounds: Bounds, cost: float, leakage: float, plan: int) -> ActionPlan:
    lowest = min(leakage, lowest_within(bounds, cost + search.front.slack))
    leakages = tuple(outcomes.leakages([plan])[0].tolist())
    return ActionPlan(cost, leakage, lowest, tuple(bits(plan)), search.price(plan), leakages)


def _bounds(search: PlanSearch, outcomes: Outcomes, options: Sequence[Option], aim: Aim, most: float) -> Bounds:
    """What no plan goes below, from one number of minutes to the next."""
    lasting = Lasting(outcomes, [option.minutes for option in options])
    # Below the cheapest action there is only doing nothing.
    least = min((option.minutes for option in options), default=0.0)
    steps = [least, *(most * (step / STEPS) ** 2 for step in range(1, STEPS + 1))]
    steps = [step for step in sorted(set(steps)) if least <= step <= most]
    bounds = [(0.0, search.leakage)]
    for number, cost in enumerate(steps):
        report("Bounding what can be done", number, len(steps))
        # It holds up to the next step, and there it must be what is left with all that can be done by then.
        until = steps[min(number + 1, len(steps) - 1)]
        low = float(as_one(lasting.leakages(until)[None, :], outcomes.threats, aim)[0])
        if low < bounds[-1][1] - SAME:
            bounds.append((cost, min(low, search.front.best(cost))))
    return tuple(bounds)
