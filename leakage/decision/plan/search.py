"""The search for plans: every set of few actions, else greedy steps, bundles and exchanges."""

from __future__ import annotations

import heapq
import itertools
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

import numpy as np

from leakage.bits import bits, union_of
from leakage.database import Floats
from leakage.decision.frontier import ParetoFront
from leakage.decision.plan.actions import Option
from leakage.decision.plan.outcomes import POWER, Aim, Outcomes, as_one
from leakage.measure.gradient import TOLERANCE
from leakage.measure.measuring import as_measure
from leakage.progress import cancellable, check_cancelled, deadline_passed, report
from leakage.record import Pair

# Bundles: actions that take something back only together, as all who tell a fact have to be asked.


MOST_PAIRS = 60
"""Pairs that bundles are put together for: the facts first, then what most holdings share."""


def bundles_of(outcomes: Outcomes, minutes: Sequence[float]) -> list[int]:
    """Plans that leave a fact, or a shared value, with nobody; and those that take all from one holding that they can.

    For every pair actions are taken one after the other, that first which takes it from most holdings for a minute.

    Arguments:
        outcomes: the actions, and what they act on.
        minutes: of each action, > 0.
    """
    bundles = [_cover(takers, minutes) for takers in _takers(outcomes)]
    isolating = (slot.altering for slot in outcomes.versions.slots)
    return [bundle for bundle in dict.fromkeys((*bundles, *isolating)) if bundle.bit_count() > 1]


def by_marginal_gain(outcomes: Outcomes, minutes: Sequence[float]) -> list[int]:
    """The numbers of the actions, those first that take most from a holding for a minute that few others tell.

    What gives something out, or changes the truth, comes first: what it does is only known by trying.
    """
    slots, reference = outcomes.versions.slots, outcomes.situation.reference
    measure = as_measure(outcomes.weights)
    tellers = Counter(a.pair for slot in cancellable(slots) for a in slot.holding.record.known if a.pair in reference)
    worth = [0.0] * len(minutes)
    for place, slot in enumerate(cancellable(slots)):
        for pair in (a.pair for a in slot.holding.record.known if a.pair in reference):
            share = measure.weight_of(pair[0]) / tellers[pair]
            for action in bits(_taking(outcomes, place, pair)):
                worth[action] += share / minutes[action]
    first = outcomes.truth_changing | union_of(slot.giving for slot in slots)
    return sorted(range(len(minutes)), key=lambda action: (not first >> action & 1, -worth[action], action))


def _takers(outcomes: Outcomes) -> Iterator[Mapping[int, int]]:
    """For every pair the actions that take it from holdings, each with the mask of these."""
    slots = outcomes.versions.slots
    held: dict[Pair, int] = {}
    for place, slot in enumerate(cancellable(slots)):
        if not slot.giving:
            for attribute in slot.holding.record.known:
                held[attribute.pair] = held.get(attribute.pair, 0) | 1 << place
    reference = outcomes.situation.reference
    # What one holding alone tells is taken by one action.
    shared = [pair for pair, holders in held.items() if holders.bit_count() > 1]
    order = sorted(shared, key=lambda pair: (pair not in reference, -held[pair].bit_count(), pair))
    for pair in order[:MOST_PAIRS]:
        takers: dict[int, int] = {}
        for place in cancellable(bits(held[pair])):
            for action in bits(_taking(outcomes, place, pair)):
                takers[action] = takers.get(action, 0) | 1 << place
        if union_of(takers.values()) == held[pair]:
            yield takers


def _taking(outcomes: Outcomes, place: int, pair: Pair) -> int:
    """The actions after which a holding does not tell a pair to the others any more."""
    slot, held_records = outcomes.versions.slots[place], outcomes.versions.held_records
    alone = ((1 << number, held_records[slot.versions[1 << number]]) for number in bits(slot.altering))
    altering = (action for action, after in alone if pair not in after.record)
    return slot.erasing | outcomes.leaving.get(slot.holding.recipient, 0) | union_of(altering)


def _cover(takers: Mapping[int, int], minutes: Sequence[float]) -> int:
    """Actions that take a pair from all its holders."""
    left, bundle = union_of(takers.values()), 0
    queue = [(-takers[action].bit_count() / minutes[action], action) for action in takers]
    heapq.heapify(queue)
    while left:
        check_cancelled()
        promised, action = heapq.heappop(queue)
        now = -(takers[action] & left).bit_count() / minutes[action]
        if now > promised:
            # What an action takes only falls: one that is still the best after a second look is the best.
            heapq.heappush(queue, (now, action))
            continue
        bundle |= 1 << action
        left &= ~takers[action]
    return bundle


# The search: every plan where there are few actions, else greedy steps, bundles and exchanges from the best known.


BLOCK = 1 << 9
"""Plans worked out together."""

WEIGHED = 24
"""Candidates that a greedy step weighs anew, those first that promised most."""

LEVEL = 40
"""Steps in a row that relieve the pressure only, while the figure is held up by another pool or adversary."""


class PlanSearch:
    """Plans within minutes and money, the best for every number of minutes.

    Arguments:
        outcomes: what plans leave.
        options: the actions with what they take.
        aim: what is made small.
        minutes, money: plans that take more are not looked at.
        limit: how many plans are looked at, about, where not all are.

    Attributes:
        front: the best for every number of minutes.
        fronts: of all that were looked at the best against each adversary alone.
    """

    def __init__(
        self,
        outcomes: Outcomes,
        options: Sequence[Option],
        aim: Aim,
        minutes: float,
        money: float,
        limit: int,
    ) -> None:
        self._outcomes, self._aim, self._limit = outcomes, aim, limit
        self._minutes = [option.minutes for option in options]
        self._prices = [option.price for option in options]
        slack = 1e-12 * math.fsum(self._minutes)
        self._most, self._money = minutes + slack, money * (1.0 + 1e-12)
        self.front: ParetoFront[int] = ParetoFront(slack)
        self.fronts: list[ParetoFront[int]] = [ParetoFront(slack) for _ in outcomes.threats]
        self.looked = 0
        self.leakage = float(self.offer([0])[0][0])

    def try_all(self) -> bool:
        """Look at every plan; whether there was time for it."""
        count = 1 << len(self._minutes)
        costs = self._sums(self._minutes)
        payable = np.flatnonzero((costs <= self._most) & (self._sums(self._prices) <= self._money))
        for first in range(0, len(payable), BLOCK):
            report("Trying sets of actions", first, count)
            if deadline_passed():
                return False
            self.offer(payable[first : first + BLOCK].tolist())
        return True

    def improve(self, start: Iterable[int] = ()) -> None:
        """Look for better plans, from some that are known."""
        self.offer([plan for plan in start if self._payable(plan)])
        self._greedily()
        self._thin_out()
        self._exchange()

    def offer(self, plans: Sequence[int]) -> tuple[Floats, Floats]:
        """What plans leave, as one figure, and the pressure of all that comes near it; the best are kept."""
        if not plans:
            return np.zeros(0), np.zeros(0)
        self.looked += len(plans)
        told, pressures = self._outcomes.leakages_and_pressures(plans)
        leakages = as_one(told, self._outcomes.threats, self._aim)
        for plan, leakage, each in zip(plans, leakages.tolist(), told.tolist(), strict=True):
            cost = self.cost(plan)
            self.front.add(cost, leakage, plan)
            for front, alone in zip(self.fronts, each, strict=True):
                front.add(cost, alone, plan)
        return leakages, (pressures**POWER).sum(axis=1) ** (1.0 / POWER)

    def cost(self, plan: int) -> float:
        """The minutes of a plan."""
        return math.fsum(self._minutes[action] for action in bits(plan))

    def price(self, plan: int) -> float:
        """The money of a plan."""
        return math.fsum(self._prices[action] for action in bits(plan))

    def _payable(self, plan: int) -> bool:
        return self.cost(plan) <= self._most and self.price(plan) <= self._money

    @property
    def _spent(self) -> bool:
        return self.looked >= self._limit or deadline_passed()

    def _sums(self, parts: Sequence[float]) -> Floats:
        sums = np.zeros(1)
        for part in parts:
            sums = np.concatenate((sums, sums + part))
        return sums

    @cached_property
    def _candidates(self) -> list[int]:
        """Single actions, and those that only together take something from her."""
        single = [1 << action for action in by_marginal_gain(self._outcomes, self._minutes)]
        found = dict.fromkeys((*bundles_of(self._outcomes, self._minutes), *single))
        return [plan for plan in found if self._payable(plan)]

    def _offer_in_blocks(self, plans: Sequence[int]) -> tuple[Floats, Floats]:
        told: list[tuple[Floats, Floats]] = [(np.zeros(0), np.zeros(0))]
        for first in range(0, len(plans), BLOCK):
            report("Looking for better plans", self.looked, self._limit)
            told.append(self.offer(plans[first : first + BLOCK]))
        return np.concatenate([one for one, _ in told]), np.concatenate([pressure for _, pressure in told])

    def _greedily(self) -> None:
        """Greedy steps, and the same without bundles: one that takes much at once passes over what less time allows."""
        self._climb(self._candidates)
        single = [candidate for candidate in self._candidates if candidate.bit_count() == 1]
        if len(single) < len(self._candidates):
            self._climb(single)

    def _climb(self, candidates: Sequence[int]) -> None:
        """Add what takes most back for its minutes, again and again."""
        candidates = candidates[: max(WEIGHED, self._limit // 5)]
        if self._spent or not candidates:
            return
        plan, now = 0, (self.leakage, float(self.offer([0])[1][0]))
        promised = self._promise(0, now, candidates, self._offer_in_blocks(candidates))
        level = 0
        while not self._spent and level < LEVEL:
            order = sorted(range(len(candidates)), key=lambda place: promised[place], reverse=True)
            places = [n for n in order if candidates[n] & ~plan and self._payable(plan | candidates[n])][:WEIGHED]
            if not places:
                return
            some = [candidates[place] for place in places]
            told = self._offer_in_blocks([plan | candidate for candidate in some])
            for place, promise in zip(places, self._promise(plan, now, some, told), strict=True):
                promised[place] = promise
            best = max(range(len(places)), key=lambda n: promised[places[n]])
            if promised[places[best]] <= (TOLERANCE, TOLERANCE):
                return
            level = level + 1 if promised[places[best]][0] <= TOLERANCE else 0
            plan, now = plan | some[best], (float(told[0][best]), float(told[1][best]))

    def _promise(
        self, plan: int, now: tuple[float, float], candidates: Sequence[int], told: tuple[Floats, Floats]
    ) -> list[tuple[float, float]]:
        """What each candidate takes back for a minute: of the figure, and of the pressure."""
        before = self.cost(plan)
        extra = [max(self.cost(plan | candidate) - before, 1e-9) for candidate in candidates]
        return [
            ((now[0] - leakage) / cost, (now[1] - pressure) / cost)
            for leakage, pressure, cost in zip(told[0].tolist(), told[1].tolist(), extra, strict=True)
        ]

    def _thin_out(self) -> None:
        """Leave out of every plan what it does as well without."""
        for _, leakage, plan in list(self.front):
            needed = plan
            for action in sorted(bits(plan), key=lambda action: -self._minutes[action]):
                if self._spent:
                    return
                without = needed & ~(1 << action)
                if float(self.offer([without])[0][0]) <= leakage + TOLERANCE:
                    needed = without

    def _exchange(self) -> None:
        """Add one candidate to a plan, or put it in place of an action, as long as that helps and the limit allows."""
        seen: set[int] = set()
        while not self._spent:
            plan = next((plan for _, _, plan in self.front if plan not in seen), None)
            if plan is None:
                return
            seen.add(plan)
            for kept in (plan, *(plan & ~(1 << action) for action in bits(plan))):
                if self._spent:
                    return
                others = (kept | candidate for candidate in self._candidates if candidate & ~plan)
                payable = (other for other in others if self._payable(other))
                self._offer_in_blocks(list(itertools.islice(payable, max(0, self._limit - self.looked))))
