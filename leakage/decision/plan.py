"""Plans: for every number of minutes the actions that leave least leakage, in the order to do them."""

from __future__ import annotations

import itertools
import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import NamedTuple, TypeAlias

import numpy as np

from leakage.decision.evaluator import Mask, bits, mask_of, union_of, united
from leakage.decision.optimise import MOST_TRIED, TOLERANCE, Objective, frontier_of, minimise, subsets, together
from leakage.decision.outcomes import Action, Held, Outcomes, Situation, Threat
from leakage.frames import Floats
from leakage.measure.weights import Weights
from leakage.progress import cancellable
from leakage.record import Pair

__all__ = ["Action", "Held", "Outcomes", "Plan", "Plans", "Situation", "Step", "Threat", "find_plans"]

POWER = 16  # Of the norm that breaks ties: high enough that pools which know little do not count.
SEARCHED, LISTED, SHOWN = 16, 256, 4096
"""Most outcomes of a plan enumerated while plans are compared, listed, and shown; of more, as many are drawn."""

Answers: TypeAlias = list[tuple[float, Mask]]
"""The possible answers to letters that are answered together: the probability of each, and the actions it refuses."""


def answers_of(situation: Situation, actions: Sequence[Action]) -> list[Answers]:
    """The possible answers to letters; a list for those answered together, independent of the other lists.

    Letters about one account, directly or through others, share an answer: two at 0.5 are both granted or both refused.
    A likelier letter is granted whenever a less likely one is.
    """
    held: dict[str, set[str]] = defaultdict(set)
    for release in situation.held:
        held[release.recipient].add(release.name)
    concerned: dict[str, Mask] = defaultdict(int)
    alone, groups = 0, list[Mask]()
    for number, action in enumerate(actions):
        if action.chance < 1.0:
            alone |= 1 << number
            names = {*action.erases, *(name for name, _ in action.changes)}
            for name in names.union(*(held[who] or {f"\0{who}"} for who in action.leaves)):
                concerned[name] |= 1 << number
    for mask in dict.fromkeys(concerned.values()):
        groups = united(groups, mask) if mask & (mask - 1) else groups
    found = []
    for group in (*groups, *(1 << number for number in bits(alone & ~union_of(groups)))):
        chances = sorted({0.0, 1.0, *(actions[number].chance for number in bits(group))})
        found.append(
            [
                (high - low, mask_of(n for n in bits(group) if actions[n].chance < high))
                for low, high in itertools.pairwise(chances)
            ]
        )
    return found


@dataclass(frozen=True, slots=True)
class Plan:
    """The actions to take, and the expected leakage then.

    Arguments:
        drawn: whether the outcomes were sampled; else all were computed.
    """

    actions: tuple[int, ...]
    minutes: float
    leakage: float
    drawn: bool = False


class _Component(NamedTuple):
    """Actions that share no unit and no answer with others, and the units they may change."""

    actions: Mask
    units: tuple[int, ...]
    answers: tuple[Answers, ...]


class Expectation:
    """The expected leakage of plans if letters are granted with a chance.

    A plan is fixed beforehand, and judged by its mean leakage over what may be granted: over all outcomes if they are
    few, else over a sample.
    """

    def __init__(self, outcomes: Outcomes) -> None:
        self.outcomes = outcomes
        self.answers = answers_of(outcomes.situation, outcomes.actions)
        # The last outcome of an answer refuses all its letters.
        self._answer = {action: n for n, answers in enumerate(self.answers) for action in bits(answers[-1][1])}
        self.components = list(self._components())
        self._known: list[dict[Mask, float]] = [{} for _ in self.components]
        moved = set(self.whole.units)
        fixed = [number for number in range(len(outcomes.units)) if number not in moved]
        self.constant = float(outcomes.values(fixed, [0]).max(initial=0.0))

    def granted(self, plan: Mask, most: int) -> tuple[dict[Mask, float], bool]:
        """The outcomes of a plan with their probabilities, and whether these are all.

        If there are more, a sample is drawn, the same for all plans, with outcomes of each answer spread evenly (Latin
        hypercube sampling: no worse than independent sampling with one draw fewer).
        Source: Owen 1997, "Monte Carlo variance of scrambled net quadrature".
        """
        concerned = sorted({self._answer[action] for action in bits(plan) if action in self._answer})
        found = {plan: 1.0}
        for number in concerned:
            after: dict[Mask, float] = defaultdict(float)
            for (mask, chance), (share, refused) in itertools.product(found.items(), self.answers[number]):
                after[mask & ~refused] += chance * share
            found = after
            if len(found) > most:
                break
        else:
            return found, True
        drawn = [plan] * most
        for number in concerned:
            some = self.answers[number]
            random = np.random.default_rng((most, number))
            evenly = (random.permutation(most) + random.random(most)) / most
            places = np.searchsorted(np.cumsum([share for share, _ in some])[:-1], evenly, side="right")
            drawn = [mask & ~some[place][1] for mask, place in zip(drawn, places.tolist(), strict=True)]
        return {mask: times / most for mask, times in Counter(drawn).items()}, False

    @property
    def whole(self) -> _Component:
        """All components as one."""
        actions, units, answers = zip(*self.components, strict=True) if self.components else ((), (), ())
        chain = itertools.chain.from_iterable
        return _Component(union_of(actions), tuple(chain(units)), tuple(chain(answers)))

    def plan(self, done: Mask, most: int = SHOWN) -> Plan:
        """The plan of given actions, from about ``most`` outcomes."""
        numbers = tuple(bits(done))
        minutes = math.fsum(self.outcomes.actions[number].minutes for number in numbers)
        outcomes, all_of_them = self.granted(done, most)
        chances, figures = np.array([*outcomes.values()]), np.full(len(outcomes), self.constant)
        for number, component in enumerate(self.components):
            figures = np.maximum(figures, self._figures(number, [mask & component.actions for mask in outcomes]))
        return Plan(numbers, minutes, float(chances @ figures), not all_of_them)

    def objective(self, component: _Component) -> Objective:
        """The expected leakage of units after sets of actions, and a tie-breaker."""
        known: dict[Mask, tuple[float, float]] = {}

        def figures(plans: Sequence[Mask]) -> Floats:
            each = [self.granted(plan & component.actions, SEARCHED)[0] for plan in plans]
            fresh = [mask for mask in dict.fromkeys(itertools.chain.from_iterable(each)) if mask not in known]
            values = self.outcomes.values(component.units, fresh)
            near = (values**POWER).sum(axis=1) ** (1.0 / POWER)
            most = values.max(axis=1, initial=self.constant)
            known.update(zip(fresh, zip(most.tolist(), near.tolist(), strict=True), strict=True))
            return np.array(
                [[math.fsum(p * known[m][row] for m, p in some.items()) for some in each] for row in (0, 1)]
            )

        return figures

    def exact_objective(self, component: _Component) -> Objective:
        """The same for few actions over all outcomes: answer by answer, each set becomes its expectation."""
        sets = subsets(component.actions)
        place = {plan: number for number, plan in enumerate(sets)}
        figures = self.outcomes.values(component.units, sets).max(axis=1, initial=self.constant)
        for answers in component.answers:
            figures = sum(chance * figures[[place[plan & ~refused] for plan in sets]] for chance, refused in answers)
        return lambda plans: figures[[place[plan] for plan in plans]]

    def _components(self) -> Iterator[_Component]:
        units, count = self.outcomes.units, len(self.outcomes.actions)
        refused = [union_of(mask for _, mask in answers) for answers in self.answers]
        groups = [(1 << count) - 1] if count <= MOST_TRIED else []
        for mask in dict.fromkeys((*(unit.touched for unit in units), *refused)):
            groups = united(groups, mask) if mask else groups
        for group in groups:
            answers = tuple(some for some, mask in zip(self.answers, refused, strict=True) if mask & group)
            mine = tuple(number for number, unit in enumerate(units) if unit.touched & group)
            if mine:
                yield _Component(group, mine, answers)

    def _figures(self, number: int, masks: Sequence[Mask]) -> Floats:
        known = self._known[number]
        fresh = [mask for mask in dict.fromkeys(masks) if mask not in known]
        leaks = self.outcomes.values(self.components[number].units, fresh).max(axis=1, initial=0.0)
        known.update(zip(fresh, leaks.tolist(), strict=True))
        return np.array([known[mask] for mask in masks])


UNSEEN = 0.0005  # A difference of leakages too small to show in tenths of a point.


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a plan: an action, a group done in one sitting, or actions that help only together."""

    actions: tuple[int, ...]
    before: float
    after: float


@dataclass(frozen=True, eq=False)
class Plans:
    """The best plans, doing nothing first: each takes longer than the one before, and leaves less."""

    plans: tuple[Plan, ...]
    every_set_tried: bool
    groups: tuple[tuple[int, ...], ...]
    expectation: Expectation = field(repr=False)

    def within(self, minutes: float) -> Plan:
        """The shortest plan that leaves no more than these do within some minutes, without useless actions."""
        if not minutes >= 0.0:
            raise ValueError("the minutes must be at least 0")
        best = [plan.leakage for plan in self.plans if plan.minutes <= minutes * (1.0 + TOLERANCE)][-1]
        enough = next(plan for plan in self.plans if plan.leakage <= best + UNSEEN)
        done, actions = mask_of(enough.actions), self.expectation.outcomes.actions
        for number in sorted(enough.actions, key=lambda number: -actions[number].minutes):
            if self.expectation.plan(done & ~(1 << number), LISTED).leakage <= best + UNSEEN:
                done &= ~(1 << number)
        return self.expectation.plan(done)

    def steps(self, plan: Plan) -> tuple[Step, ...]:
        """A plan in steps, at each point the one that lowers the leakage most, of equals the shortest first.

        Actions of a group are one step. An action without effect of its own is one step with the next, so that every
        step has an effect, unless the whole plan has none.
        """
        order = self._in_order(plan.actions)
        masks = [mask_of(itertools.chain.from_iterable(order[:done])) for done in range(len(order) + 1)]
        left = [*(self.expectation.plan(mask, LISTED).leakage for mask in masks[:-1]), plan.leakage]
        return tuple(
            Step(tuple(itertools.chain.from_iterable(order[first:last])), left[first], left[last])
            for first, last in _changing(left)
        )

    def _in_order(self, actions: Iterable[int]) -> list[tuple[int, ...]]:
        chosen, minutes = set(actions), [one.minutes for one in self.expectation.outcomes.actions]
        left = [some for group in self.groups if (some := tuple(number for number in group if number in chosen))]
        left += [(number,) for number in actions if not any(number in some for some in left)]
        done, order = 0, list[tuple[int, ...]]()

        def rank(some: tuple[int, ...]) -> tuple[object, ...]:
            then = self.expectation.plan(done | mask_of(some), SEARCHED)
            return round(then.leakage, 12), math.fsum(minutes[number] for number in some), some

        while left:
            order.append(min(left, key=rank))
            left.remove(order[-1])
            done |= mask_of(order[-1])
        return order


def find_plans(
    situation: Situation,
    actions: Sequence[Action],
    threat: Threat,
    weights: Weights | None = None,
    *,
    minutes: float = math.inf,
    groups: Sequence[Sequence[int]] = (),
    limit: int = 2_000,
) -> Plans:
    """The plans with least expected leakage, for every number of minutes.

    Minimises ``E[L(X)]`` over the sets S of actions with ``sum of minutes <= m``, for every m up to the
    greatest. X are the actions of S that succeed: a letter with its chance, and letters about one account together. If
    every chance is 1, X is S.
    Source: Whang & Garcia-Molina 2012, Definition 2 and Section 4.1.

    Leakage is not monotone in the actions, as what confuses the adversary protects. Up to 14 actions all sets are
    tried, over all outcomes; for more, plans are the best found (``leakage.decision.optimise``) by single
    actions, groups and their beginnings, and bundles that leave a fact or a shared value with nobody. Parts that share
    no action are searched separately.

    Arguments:
        groups: numbers of actions done in one sitting, in order: the first of them, the first two and so on are tried
            as one step, and ``steps`` shows them as one.

    >>> from leakage import Adversary, Record, Resolve, Shares
    >>> e = Record.of(("E", "a@b"), ("P", "1"), ("C", "9"))
    >>> given = Situation(e, (Held("Order", "Shop", e.without(("C", "9"))), Held("Loan", "Bank", e)))
    >>> actions = [Action(30.0, erases=("Loan",)), Action(5.0, changes=(("Loan", ("E", "a@b")),))]
    >>> found = find_plans(given, actions, Threat(Adversary(Resolve(Shares("E")))))
    >>> [(plan.minutes, plan.actions, round(plan.leakage, 9)) for plan in found.plans], found.every_set_tried
    ([(0.0, (), 1.0), (5.0, (1,), 0.8)], True)
    """
    if not minutes > 0.0:
        raise ValueError("the minutes must be more than 0")
    expectation, costs = Expectation(Outcomes(situation, actions, threat, weights)), [one.minutes for one in actions]
    begun = (mask_of(group[:count]) for group in groups for count in range(len(group), 1, -1))
    steps = [*bundles_of(expectation.outcomes), *begun]
    parts = []
    for component in expectation.components:
        count = component.actions.bit_count()
        few = count <= MOST_TRIED and component.answers
        objective = expectation.exact_objective(component) if few else expectation.objective(component)
        share = max(200, limit * count // len(actions))
        some = [step & component.actions for step in steps]
        parts.append(minimise(objective, costs, minutes, among=component.actions, steps=some, limit=share))
    found = [together(parts, expectation.constant, minutes)]
    tried = found[0].every_set_tried
    if len(parts) > 1 and expectation.answers:
        # The mean of a maximum is not the maximum of means: the results of parts are steps of one more search.
        steps += [choice.actions for one in (*found, *parts) for choice in one.choices]
        found.append(minimise(expectation.objective(expectation.whole), costs, minutes, steps=steps, limit=limit // 2))
        tried = False
    listed = dict.fromkeys(choice.actions for one in found for choice in one.choices)
    plans = frontier_of((expectation.plan(done, LISTED) for done in listed), attrgetter("minutes", "leakage"))
    return Plans(tuple(plans), tried, tuple(map(tuple, groups)), expectation)


def _changing(figures: Sequence[float]) -> list[tuple[int, int]]:
    ends = [0]
    for place in range(1, len(figures)):
        if abs(figures[place] - figures[ends[-1]]) > TOLERANCE:
            ends.append(place)
    if ends[-1] < len(figures) - 1:
        ends = [*(ends[:-1] if len(ends) > 1 else ends), len(figures) - 1]
    return list(itertools.pairwise(ends))


MOST_PAIRS = 60  # Most pairs with a bundle: facts first, then the values that most releases share.


def bundles_of(outcomes: Outcomes) -> list[Mask]:
    """Sets of actions that leave a fact or a shared value with nobody, and all changes of one release.

    For every pair, the action that removes it from most releases a minute is taken first, and so on.
    """
    situation, actions = outcomes.situation, outcomes.actions
    holders: dict[Pair, Mask] = defaultdict(int)
    for number, release in enumerate(cancellable(situation.held)):
        for pair in release.record.known.confidences:
            holders[pair] |= 1 << number
    shared = [pair for pair, held in holders.items() if held.bit_count() > 1]
    shared.sort(key=lambda pair: (pair not in situation.person, -holders[pair].bit_count(), pair))
    bundles = [union_of(actions for _, actions in slot.changing) for slot in outcomes.slots]
    for pair in shared[:MOST_PAIRS]:
        takers: dict[int, Mask] = defaultdict(int)
        for number in bits(holders[pair]):
            slot, recipient = outcomes.slots[number], situation.held[number].recipient
            for action in bits(slot.erasing | dict(slot.changing).get(pair, 0) | outcomes.leaving.get(recipient, 0)):
                takers[action] |= 1 << number
        left, bundle = holders[pair], 0
        while left & union_of(takers.values()) == left and left:
            best = max(takers, key=lambda action: (takers[action] & left).bit_count() / actions[action].minutes)
            bundle |= 1 << best
            left &= ~takers[best]
        bundles += [] if left else [bundle]
    return [bundle for bundle in dict.fromkeys(bundles) if bundle.bit_count() > 1]
