"""For every number of minutes the actions that leave the adversaries least, in the order to do them."""

from __future__ import annotations

import itertools
import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from leakage.old.bits import bits, mask_of
from leakage.old.database import Floats
from leakage.old.decision.frontier import Frontier, ParetoFront, Plan
from leakage.old.decision.leakage import InformationLeakage
from leakage.old.decision.optimise import OptimisationProblem, search
from leakage.old.decision.plan.actions import Action, Erase, Option, Situation, StopSharing, Threat, after_all, known_by
from leakage.old.decision.plan.bundles import bundles_of, by_marginal_gain
from leakage.old.decision.plan.expectation import LISTING, SHOWING, Expectation
from leakage.old.decision.plan.outcomes import POWER, Outcomes
from leakage.old.measure.gradient import TOLERANCE
from leakage.old.measure.weights import Weights
from leakage.old.tabular.rows import redacted_repr
from leakage.record import Pair

# Steps: a plan in the order in which to do it, what each action takes back, and the bridge it cuts.


@dataclass(frozen=True, slots=True)
class PlanStep:
    """What is done in one sitting, in its place: one action, those of a group, or some that help only together.

    Arguments:
        numbers: of the options.
        before, after: the expected figure before it and after it, those before it being done.
        missed: how much higher the expected figure is in the end, where all other steps are done and this one is not.
        leakages: what each adversary is expected to know after it.
        cut: the shared values that join a holding to the record behind the figure no longer, where all succeeds.
        freed: the facts that this record does not hold any more then.
        if_refused: whether both hold only where what was asked for before is refused.
        against: the name of the adversary from whom it takes most.
    """

    numbers: tuple[int, ...]
    before: float
    after: float
    missed: float
    leakages: tuple[float, ...]
    cut: tuple[Pair, ...]
    freed: tuple[Pair, ...]
    if_refused: bool
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
    if not actions:
        return ()
    outcomes = frontier.outcomes
    order = _in_order(frontier, _units(frontier.groups, actions))
    masks = [mask_of(itertools.chain.from_iterable(order[:done])) for done in range(len(order) + 1)]
    told = frontier.expectation.of(masks, SHOWING)
    figures, (leakages, pressures) = told[0].tolist(), _by_threat(told)
    parts = _parts(figures)
    done = [mask_of(itertools.chain.from_iterable(order[first:last])) for first, last in parts]
    left_out = frontier.expectation.of([masks[-1] & ~mask for mask in done], SHOWING)[0].tolist()
    steps = []
    for (first, last), without in zip(parts, left_out, strict=True):
        falls = (leakages[first] - leakages[last], pressures[first] - pressures[last], leakages[first])
        most = max(range(len(outcomes.threats)), key=lambda n: tuple(float(fall[n]) for fall in falls))
        numbers = tuple(itertools.chain.from_iterable(order[first:last]))
        earlier, threat = [frontier.options[number] for number in bits(masks[first])], outcomes.threats[most]
        cut, freed, if_refused = _effect(frontier, earlier, numbers, threat)
        fall, then = (figures[first], figures[last], without - figures[-1]), tuple(leakages[last].tolist())
        steps.append(PlanStep(numbers, *fall, then, cut, freed, if_refused, threat.name))
    return tuple(steps)


def _effect(
    frontier: ActionFrontier, earlier: Sequence[Option], numbers: Sequence[int], threat: Threat
) -> tuple[tuple[Pair, ...], tuple[Pair, ...], bool]:
    """What a step cuts and frees after those before it; where that is nothing, after those that are certain."""
    outcomes, chosen = frontier.outcomes, [frontier.options[number].action for number in numbers]
    for options in (earlier, [option for option in earlier if option.chance == 1.0]):
        before = after_all(outcomes.situation, (option.action for option in options))
        cut, freed = _bridges(before, chosen, threat, outcomes.weights)
        if cut or freed:
            return cut, freed, len(options) < len(earlier)
    return (), (), False


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
    left, done, order, options = list(units), 0, [], frontier.options
    while left:
        told = frontier.expectation.of([done | mask_of(unit) for unit in left])
        minutes = [math.fsum(options[number].minutes for number in unit) for unit in left]
        ranked = zip(told[0].tolist(), _by_threat(told)[1].sum(axis=1).tolist(), minutes, left, strict=True)
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


@dataclass(frozen=True, slots=True)
class ActionPlan(Plan):
    """What to do, and what is expected to be known then.

    Arguments:
        cost: its minutes.
        leakage: what is expected to be known, as one figure.
        actions: their numbers, ascending.
        leakages: what each adversary is expected to know.
        margin: how far the figure may be off, with 95 % confidence, where outcomes were drawn.
        drawn: whether they were.
        range: between which figures 8 outcomes in 10 lie.
    """

    actions: tuple[int, ...]
    leakages: tuple[float, ...]
    margin: float
    drawn: bool
    range: tuple[float, float]

    __repr__ = redacted_repr


@dataclass(frozen=True, eq=False)
class ActionFrontier(Frontier[ActionPlan]):
    """The best plans, from doing nothing on.

    Arguments:
        plans, budget, slack: as ``Frontier``; costs are minutes.
        options: what could be done; plans name them by their places.
        outcomes: what any plan leaves where all of it succeeds.
        expectation: what it leaves on average; the figure, the pressures as one, and then what each adversary knows,
            and the pressure of her pools.
        looked: how many plans were looked at.
        all_tried: whether these were all sets of options within the budget.
        fronts: of these the best against each adversary alone; plans are masks of options.
        groups: numbers of options that are done in one sitting.
    """

    options: tuple[Option, ...]
    outcomes: Outcomes
    expectation: Expectation
    looked: int
    all_tried: bool
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
        return tuple(_by_threat(self.expectation.of([plan], LISTING))[0][0].tolist())

    def plan_of(self, done: int, most: int = SHOWING) -> ActionPlan:
        """A plan by its mask.

        Arguments:
            done: the options that it takes.
            most: doubtful actions up to which its outcomes are enumerated.
        """
        return _plan_of(self.options, self.expectation, done, most)


def thinned(frontier: ActionFrontier, plan: ActionPlan, slack: float) -> ActionPlan:
    """A plan without the actions that it can spare, the longest first.

    Arguments:
        frontier: of the plan.
        plan: one of its plans.
        slack: how much more may be left in all, >= 0.
    """
    needed = mask_of(plan.actions)
    most = float(frontier.expectation.of([needed], LISTING)[0, 0]) + slack
    for action in sorted(plan.actions, key=lambda action: -frontier.options[action].minutes):
        without = needed & ~(1 << action)
        if float(frontier.expectation.of([without], LISTING)[0, 0]) <= most:
            needed = without
    return frontier.plan_of(needed)


def plan_frontier(
    situation: Situation,
    options: Sequence[Option],
    threats: Sequence[Threat],
    weights: Weights | None = None,
    *,
    minutes: float = math.inf,
    limit: int = FIRST,
    groups: Sequence[Sequence[int]] = (),
) -> ActionFrontier:
    """For every number of minutes the actions that leave least leakage.

    Minimises ``E[max over t of L_t(X)]`` over the sets S of actions with ``sum of minutes <= m``, for every m up to the
    greatest. X are the actions of S that
    succeed, each with its chance and for itself, and ``L_t(X)`` is what adversary t knows in the situation that they
    leave (``leakage.old.decision.plan.actions``). Where every chance is 1 nothing is expected, and all as it is left.
    Source: Whang & Garcia-Molina 2012, Definition 2 and Section 4.1.

    Leakage is not monotone in what is done: what confuses an adversary protects. Up to 15 actions every set of them is
    tried, under any match, merge, pipeline and measure, unless a budget of ``leakage.progress`` ends before that. Of
    more actions plans are the best found: greedy steps for what they take back for a minute, over single actions and
    over bundles that leave a fact with nobody, once more over single actions alone, then thinned out and exchanged one
    for one. There expectations are enumerated, or drawn, as ``leakage.old.decision.plan.expectation`` says: coarsely while
    sets are compared, finer for the plans.

    Arguments:
        situation: before anything is done.
        options: what can be done.
        threats: at least one.
        weights: as ``information_leakage``.
        minutes: the greatest budget, > 0; by default all that the options take.
        limit: how many plans are looked at, about, where there are more than 15 options.
        groups: numbers of options that are done in one sitting, in the order of doing them: the first of them, the
            first two and so on are tried as one step, and ``steps_of`` shows them as one.

    Raises:
        ValueError: for no threat, a budget that is not positive, more than 12 actions that change one holding, or two
            holdings of one name.

    >>> from leakage.old.decision.plan.actions import Change, Erase
    >>> from leakage.old.decision.plan.actions import HeldRecord
    >>> from leakage.record import Record
    >>> from leakage.old.resolution.adversary import Adversary
    >>> from leakage.old.resolution.operations import Resolve
    >>> from leakage.old.resolution.rules.shared_values import Shares
    >>> e = Record.of(("E", "a@b"), ("P", "1"), ("C", "9"))
    >>> told = Situation.of(e, [HeldRecord("Order", "Shop", e.without(("C", "9"))), HeldRecord("Loan", "Bank", e)])
    >>> eve = Threat("Eve", Adversary((Resolve(Shares("E")),)))
    >>> options = [Option(Erase(("Loan",)), 30.0), Option(Change(("E", "a@b"), ("Bank",)), 5.0)]
    >>> frontier = plan_frontier(told, options, [eve])
    >>> [(plan.cost, plan.actions, round(plan.leakage, 9)) for plan in frontier.plans], frontier.all_tried
    ([(0.0, (), 1.0), (5.0, (1,), 0.8)], True)
    """
    if not minutes > 0.0:
        raise ValueError("the minutes must be more than 0")
    outcomes = Outcomes(situation, [option.action for option in options], threats, weights)
    each = tuple(option.minutes for option in options)
    most = min(minutes, math.fsum(each))
    chances = [option.chance for option in options]
    expectation = Expectation(partial(_figures_of, outcomes), chances, _spared(options, situation))
    figures = _Figures(outcomes, expectation, each, groups)
    problem = OptimisationProblem(
        figures,
        each,
        most,
        bundles=figures.bundles,
    )
    if expectation.doubtful and len(options) <= EXACT:
        expectation.tabulate(problem.payable_sets()[0])
    found = search(problem, limit, every=EXACT)
    plans = _listed(options, expectation, problem.slack, found.front)
    slack, fronts = problem.slack, tuple(figures.fronts)
    together = tuple(map(tuple, groups))
    return ActionFrontier(
        plans, most, slack, tuple(options), outcomes, expectation, found.looked, found.ended, fronts, together
    )


def _spared(options: Sequence[Option], situation: Situation) -> list[int]:
    """For every doubtful request the mask of the doubtful deletions beside which it asks for nothing more.

    A deletion asks for nothing beside one that deletes all that it does, and more; of equals the first counts. Nor does
    an objection where all that its party holds is to be deleted: who ignores the one letter, ignores the other.
    """
    deleting = {
        number: frozenset(option.action.names)
        for number, option in enumerate(options)
        if option.chance < 1.0 and isinstance(option.action, Erase)
    }
    wider: dict[str, list[int]] = {}
    for number, names in deleting.items():
        for name in names:
            wider.setdefault(name, []).append(number)
    spared = [0] * len(options)
    for number, names in deleting.items():
        beside = wider.get(min(names, default=""), ())
        spared[number] = mask_of(
            other for other in beside if names < deleting[other] or (names == deleting[other] and other < number)
        )
    held: dict[str, set[str]] = {}
    for holding in situation.held:
        held.setdefault(holding.recipient, set()).add(holding.name)
    for number, option in enumerate(options):
        if option.chance < 1.0 and isinstance(option.action, StopSharing):
            all_held = held.get(option.action.recipient, set())
            beside = wider.get(min(all_held, default=""), ())
            spared[number] = mask_of(other for other in beside if all_held <= deleting[other])
    return spared


def _listed(
    options: Sequence[Option], expectation: Expectation, slack: float, found: ParetoFront[int]
) -> tuple[ActionPlan, ...]:
    """The plans that were found, by a closer look at what they may come to: of no use is now what was lucky."""
    front: ParetoFront[ActionPlan] = ParetoFront(slack)
    for _, _, done in found:
        plan = _plan_of(options, expectation, done, LISTING)
        front.add(plan.cost, plan.leakage, plan)
    return tuple(front.plans)


def _plan_of(options: Sequence[Option], expectation: Expectation, done: int, most: int) -> ActionPlan:
    outlook = expectation.outlook(done, most)
    leakage = float(outlook.expected[0])
    return ActionPlan(
        math.fsum(options[action].minutes for action in bits(done)),
        leakage,
        tuple(bits(done)),
        tuple(_by_threat(outlook.expected[:, None])[0][0].tolist()),
        outlook.margin,
        outlook.drawn,
        outlook.range,
    )


def _figures_of(outcomes: Outcomes, plans: Sequence[int]) -> Floats:
    """What plans leave where all of their actions succeed.

    One row with the figure, one with the pressure of all that comes near it, and then two for each adversary: what she
    knows, and the pressure of her pools.
    """
    leakages, pressures = outcomes.leakages_and_pressures(plans)
    figures = leakages.max(axis=1)
    near = (pressures**POWER).sum(axis=1) ** (1.0 / POWER)
    return np.vstack((figures, near, leakages.T, pressures.T))


def _by_threat(told: Floats) -> tuple[Floats, Floats]:
    """Of the rows of ``_figures_of`` what each adversary knows, and her pressure; each of shape (plans, threats)."""
    leakages, pressures = np.split(told[2:], 2)
    return leakages.T, pressures.T


class _Figures:
    """What plans leave as one figure, and of those looked at the best against each adversary alone."""

    def __init__(
        self,
        outcomes: Outcomes,
        expectation: Expectation,
        minutes: Sequence[float],
        groups: Sequence[Sequence[int]],
    ) -> None:
        self._outcomes, self._minutes = outcomes, minutes
        self._expectation, self._groups = expectation, groups
        self.fronts: list[ParetoFront[int]] = [ParetoFront(1e-12 * math.fsum(minutes)) for _ in outcomes.threats]

    def __call__(self, plans: Sequence[int]) -> tuple[Floats, Floats]:
        """One figure for each plan, and the pressure of all that comes near it."""
        told = self._expectation.of(plans)
        for plan, each in zip(plans, _by_threat(told)[0].tolist(), strict=True):
            cost = math.fsum(self._minutes[action] for action in bits(plan))
            for front, alone in zip(self.fronts, each, strict=True):
                front.add(cost, alone, plan)
        return told[0], told[1]

    def bundles(self) -> list[int]:
        """What is done in one step: what only together takes something, single actions, groups and their beginnings."""
        begun = [mask_of(group[:count]) for group in self._groups for count in range(len(group), 1, -1)]
        single = [1 << action for action in by_marginal_gain(self._outcomes, self._minutes)]
        return [*bundles_of(self._outcomes, self._minutes), *single, *begun]
