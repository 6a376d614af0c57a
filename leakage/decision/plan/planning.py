"""For every number of minutes the actions that leave the adversaries least, in the order to do them."""

from __future__ import annotations

import itertools
import math
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from leakage.bits import bits, mask_of
from leakage.database import Floats
from leakage.decision.frontier import Bounds, Frontier, ParetoFront, Plan, bounds_of, plans_of
from leakage.decision.leakage import InformationLeakage
from leakage.decision.optimise import OptimisationProblem, search
from leakage.decision.plan.actions import Action, Option, Situation, Threat, after_all, known_by
from leakage.decision.plan.bounds import BudgetLowerBound
from leakage.decision.plan.bundles import bundles_of, by_marginal_gain
from leakage.decision.plan.outcomes import POWER, Aim, Outcomes, as_one
from leakage.measure.gradient import TOLERANCE
from leakage.measure.weights import Weights
from leakage.progress import report
from leakage.record import Pair
from leakage.tabular.rows import redacted_repr

# Steps: a plan in the order in which to do it, what each action takes back, and the bridge it cuts.


@dataclass(frozen=True, slots=True)
class PlanStep:
    """What is done in one sitting, in its place: one action, those of a group, or some that help only together.

    Arguments:
        numbers: of the options.
        before, after: the figure before it and after it, those before it being done.
        leakages: what each adversary knows after it.
        cut: the shared values that join a holding to the record behind the figure no longer.
        freed: the facts that this record does not hold any more.
        against: the name of the adversary from whom it takes most.
    """

    numbers: tuple[int, ...]
    before: float
    after: float
    leakages: tuple[float, ...]
    cut: tuple[Pair, ...]
    freed: tuple[Pair, ...]
    against: str

    __repr__ = redacted_repr


def steps_of(frontier: ActionFrontier, actions: Sequence[int]) -> tuple[PlanStep, ...]:
    """Some actions in the order in which each step takes most back of what is left, of equals the shortest first.

    Actions of one group are one step. What takes back nothing by itself is one step with what follows it, so that no
    step changes nothing, but where all of them together do.

    Arguments:
        frontier: their options, their groups, and what they leave.
        actions: numbers of options.
    """
    outcomes = frontier.outcomes
    order = _in_order(frontier, _units(frontier.groups, actions))
    masks = [mask_of(itertools.chain.from_iterable(order[:done])) for done in range(len(order) + 1)]
    leakages, pressures = outcomes.leakages_and_pressures(masks)
    figures = as_one(leakages, outcomes.threats, frontier.aim).tolist()
    steps = []
    for first, last in _parts(figures):
        falls = (leakages[first] - leakages[last], pressures[first] - pressures[last], leakages[first])
        most = max(range(len(outcomes.threats)), key=lambda n: tuple(float(fall[n]) for fall in falls))
        before = after_all(outcomes.situation, (frontier.options[done].action for done in bits(masks[first])))
        numbers = tuple(itertools.chain.from_iterable(order[first:last]))
        chosen = [frontier.options[number].action for number in numbers]
        cut, freed = _bridges(before, chosen, outcomes.threats[most], outcomes.weights)
        then, name = tuple(leakages[last].tolist()), outcomes.threats[most].name
        steps.append(PlanStep(numbers, figures[first], figures[last], then, cut, freed, name))
    return tuple(steps)


def _units(groups: Sequence[Sequence[int]], actions: Sequence[int]) -> list[tuple[int, ...]]:
    """What is done in one sitting: of each group all that was chosen, in its order, and every other action alone."""
    chosen = set(actions)
    parts = [tuple(number for number in group if number in chosen) for group in groups]
    grouped = {number for part in parts for number in part}
    return [part for part in parts if part] + [(number,) for number in actions if number not in grouped]


def _parts(figures: Sequence[float]) -> list[tuple[int, int]]:
    """Where steps begin and end, each of which changes the figure; what changes nothing at the end is of the last."""
    ends = [0]
    for place in range(1, len(figures)):
        if abs(figures[place] - figures[ends[-1]]) > TOLERANCE:
            ends.append(place)
    if ends[-1] < len(figures) - 1:
        ends = [*(ends[:-1] if len(ends) > 1 else ends), len(figures) - 1]
    return list(itertools.pairwise(ends))


def _in_order(frontier: ActionFrontier, units: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    left, done, order = list(units), 0, []
    outcomes, options = frontier.outcomes, frontier.options
    while left:
        leakages, pressures = outcomes.leakages_and_pressures([done | mask_of(unit) for unit in left])
        figures = as_one(leakages, outcomes.threats, frontier.aim)
        minutes = [math.fsum(options[number].minutes for number in unit) for unit in left]
        ranked = zip(figures.tolist(), pressures.sum(axis=1).tolist(), minutes, left, strict=True)
        unit = min(ranked)[3]
        left.remove(unit)
        order.append(unit)
        done |= mask_of(unit)
    return order


def _bridges(
    before: Situation, actions: Sequence[Action], threat: Threat, weights: Weights | None
) -> tuple[tuple[Pair, ...], tuple[Pair, ...]]:
    """The values that joined what some actions touch, and do so no longer; and the facts that are lost."""
    after = after_all(before, actions)
    most = max(known_by(before, threat, weights), key=lambda known: known[1].leakage, default=None)
    left = max(known_by(after, threat, weights), key=lambda known: known[1].leakage, default=None)
    if most is None or left is None:
        return (), ()
    leaving = {party for action in actions for party in action.leaves}
    touched = {
        holding.name
        for holding in before.held_records
        if holding.recipient in leaving or any(action.on_holding(holding) != holding for action in actions)
    }
    joined = _joins(before, threat, most[0], most[1], touched)
    still = _joins(after, threat, left[0], left[1], touched)
    right = [a.pair for a in most[1].composite.known if a.pair in before.reference]
    freed = tuple(pair for pair in right if pair not in left[1].composite or pair not in after.reference)
    return tuple(pair for pair in joined if pair not in still), freed


def _joins(
    situation: Situation, threat: Threat, pool: tuple[str, ...], known: InformationLeakage, touched: set[str]
) -> dict[Pair, None]:
    """The values that join some holdings to others in the record that tells most."""
    members, inside = set(known.members), set(pool)
    names = [holding.name for holding in situation.held_records if holding.recipient in inside]
    first = len(threat.background_of(situation))
    shared: dict[Pair, None] = {}
    for join in known.resolution.evidence:
        if members.issuperset(join.records) and any(n >= first and names[n - first] in touched for n in join.records):
            shared.update(dict.fromkeys(join.key.shared))
    return shared


# Planning: for every number of minutes the actions that leave the adversaries least.


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

    __repr__ = redacted_repr


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
        groups: numbers of options that are done in one sitting.
    """

    options: tuple[Option, ...]
    outcomes: Outcomes
    aim: Aim
    looked: int
    fronts: tuple[ParetoFront[int], ...] = field(repr=False)
    groups: tuple[tuple[int, ...], ...] = ()

    __repr__ = redacted_repr

    def against(self, number: int, budget: float) -> tuple[float, ...]:
        """What each adversary knows after the plan that is best against one of them alone, of those looked at.

        Arguments:
            number: of the adversary that it is made against.
            budget: of minutes, > 0.
        """
        front = self.fronts[number]
        plan = front.plans[bisect_right(front.costs, budget + self.slack) - 1]
        return tuple(self.outcomes.leakages([plan])[0].tolist())


def thinned(frontier: ActionFrontier, plan: ActionPlan, slack: float) -> ActionPlan:
    """A plan without the actions that it can spare, the longest first.

    Arguments:
        frontier: of the plan.
        plan: one of its plans.
        slack: how much more may be left in all, >= 0.
    """
    outcomes, options, most = frontier.outcomes, frontier.options, plan.leakage + slack
    needed = mask_of(plan.actions)
    for action in sorted(plan.actions, key=lambda action: -options[action].minutes):
        without = needed & ~(1 << action)
        if float(as_one(outcomes.leakages([without]), outcomes.threats, frontier.aim)[0]) <= most:
            needed = without
    if needed == mask_of(plan.actions):
        return plan
    left = outcomes.leakages([needed])
    return replace(
        plan,
        cost=math.fsum(options[action].minutes for action in bits(needed)),
        leakage=float(as_one(left, outcomes.threats, frontier.aim)[0]),
        actions=tuple(bits(needed)),
        price=math.fsum(options[action].price for action in bits(needed)),
        leakages=tuple(left[0].tolist()),
    )


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
    groups: Sequence[Sequence[int]] = (),
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
    alone, then thinned out and exchanged one for one. What no plan goes below (``leakage.decision.plan.bounds``) is
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
        groups: numbers of options that are done in one sitting, in the order of doing them: the first of them, the
            first two and so on are tried as one step, and ``steps_of`` shows them as one.

    Raises:
        ValueError: for no threat, another aim, a budget that is not positive, money below 0, more than 12 actions that
            change one holding, or two holdings of one name.

    >>> from leakage.decision.plan.actions import Change, Erase
    >>> from leakage.decision.plan.actions import HeldRecord
    >>> from leakage.record import Record
    >>> from leakage.resolution.adversary import Adversary
    >>> from leakage.resolution.operations import Resolve
    >>> from leakage.resolution.rules.shared_values import Shares
    >>> e = Record.of(("E", "a@b"), ("P", "1"), ("C", "9"))
    >>> told = Situation.of(e, [HeldRecord("Order", "Shop", e.without(("C", "9"))), HeldRecord("Loan", "Bank", e)])
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
    outcomes = Outcomes(situation, [option.action for option in options], threats, weights)
    each = tuple(option.minutes for option in options)
    most = min(minutes, math.fsum(each))
    figures = _Figures(outcomes, aim, each, most, groups)
    problem = OptimisationProblem(
        figures,
        each,
        most,
        ((tuple(option.price for option in options), money),),
        lasting=figures.lasting,
        bundles=figures.bundles,
    )
    found = search(problem, limit, every=EXACT, start=[mask_of(plan) for plan in start])
    bounds = bounds_of([found], 0.0, most)
    plans = tuple(
        ActionPlan(
            plan.cost,
            plan.leakage,
            plan.lowest,
            tuple(bits(done)),
            math.fsum(options[action].price for action in bits(done)),
            tuple(outcomes.leakages([done])[0].tolist()),
        )
        for plan, (done,) in plans_of([found], bounds, 0.0, most, problem.slack)
    )
    slack, fronts = problem.slack, tuple(figures.fronts)
    together = tuple(map(tuple, groups))
    return ActionFrontier(plans, bounds, most, slack, tuple(options), outcomes, aim, found.looked, fronts, together)


class _Figures:
    """What plans leave as one figure, and of those looked at the best against each adversary alone."""

    def __init__(
        self, outcomes: Outcomes, aim: Aim, minutes: Sequence[float], most: float, groups: Sequence[Sequence[int]]
    ) -> None:
        self._outcomes, self._aim, self._minutes, self._most = outcomes, aim, minutes, most
        self._groups = groups
        self.fronts: list[ParetoFront[int]] = [ParetoFront(1e-12 * math.fsum(minutes)) for _ in outcomes.threats]

    def __call__(self, plans: Sequence[int]) -> tuple[Floats, Floats]:
        """One figure for each plan, and the pressure of all that comes near it."""
        leakages, pressures = self._outcomes.leakages_and_pressures(plans)
        for plan, each in zip(plans, leakages.tolist(), strict=True):
            cost = math.fsum(self._minutes[action] for action in bits(plan))
            for front, alone in zip(self.fronts, each, strict=True):
                front.add(cost, alone, plan)
        return as_one(leakages, self._outcomes.threats, self._aim), (pressures**POWER).sum(axis=1) ** (1.0 / POWER)

    def bundles(self) -> list[int]:
        """What is done in one step: what only together takes something, single actions, groups and their beginnings."""
        begun = [mask_of(group[:count]) for group in self._groups for count in range(len(group), 1, -1)]
        single = [1 << action for action in by_marginal_gain(self._outcomes, self._minutes)]
        return [*bundles_of(self._outcomes, self._minutes), *single, *begun]

    def lasting(self) -> Bounds:
        """What no plan goes below, from one number of minutes to the next."""
        lasting = BudgetLowerBound(self._outcomes, self._minutes)
        # Below the cheapest action there is only doing nothing.
        least = min(self._minutes)
        steps = sorted({least, *(self._most * (step / STEPS) ** 2 for step in range(1, STEPS + 1))})
        steps = [step for step in steps if least <= step <= self._most]
        bounds = [(0.0, float(as_one(self._outcomes.leakages([0]), self._outcomes.threats, self._aim)[0]))]
        for number, cost in enumerate(steps):
            report("Bounding what can be done", number, len(steps))
            # It holds up to the next step, and there it must be what is left with all that can be done by then.
            until = steps[min(number + 1, len(steps) - 1)]
            low = float(as_one(lasting.leakages(until)[None, :], self._outcomes.threats, self._aim)[0])
            if low < bounds[-1][1] - TOLERANCE:
                bounds.append((cost, low))
        return tuple(bounds)
