"""Optimising: the sets of actions with the least figure, for every budget at once.

A set of actions is a mask: bit n stands for action n. Up to 14 actions all sets are tried, and the frontier says so.
For more, they are the best found by forward steps (greatest gain for their cost), backward steps (leaving out the
useless) and exchanges, until no move improves them. A maximum over parts that share no action is searched part by part
and combined without loss.
"""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import TypeAlias, TypeVar

import numpy as np

from leakage.decision.evaluator import Mask, bits, mask_of
from leakage.frames import Floats
from leakage.progress import report

T = TypeVar("T")
Objective: TypeAlias = Callable[[Sequence[Mask]], Floats]
"""From sets to the figure of each, shape (sets,); or (rows, sets), where of equal figures the next row decides."""

MOST_TRIED = 14  # Most actions for which all sets are tried.
TOLERANCE = 1e-12  # Figures closer than this are equal.
WEIGHED = 24  # Steps, the most promising, that are evaluated anew before one is taken.
EXCHANGED = 60  # Steps tried in place of an action.
PLATEAU = 40  # Most steps in a row that improve only the tie-breaker.
BLOCK = 1 << 10  # Sets evaluated together.


@dataclass(frozen=True, slots=True)
class Choice:
    """A set of actions, its cost, and its figure."""

    cost: float
    figure: float
    actions: Mask


@dataclass(frozen=True)
class Frontier:
    """The best sets, the empty one first: each costs more than the one before, and has a lower figure."""

    choices: tuple[Choice, ...]
    every_set_tried: bool


def minimise(
    objective: Objective,
    costs: Sequence[float],
    budget: float = math.inf,
    *,
    among: Mask | None = None,
    steps: Iterable[Mask] = (),
    limit: int = 2_000,
) -> Frontier:
    """The sets of actions with the least figure, for every budget.

    Minimises ``figure(S)`` over the sets S with ``sum of costs <= b``, for every b up to the budget. Nothing is assumed
    about the figure: another action may raise it.

    Arguments:
        among: the actions to choose from; all by default.
        steps: sets that help only together; each is tried as one step, like each single action.
        limit: about how many sets are tried if there are more than 14 actions.

    >>> left = {0b00: 1.0, 0b01: 0.9, 0b10: 0.8, 0b11: 0.2}
    >>> found = minimise(lambda sets: np.array([left[one] for one in sets]), (1.0, 2.0))
    >>> [(one.cost, one.figure, one.actions) for one in found.choices], found.every_set_tried
    ([(0.0, 1.0, 0), (1.0, 0.9, 1), (2.0, 0.8, 2), (3.0, 0.2, 3)], True)
    """
    if not all(0.0 < cost < math.inf for cost in costs):
        raise ValueError("the cost of an action must be a positive finite number")
    search = _Search(objective, costs, budget, limit)
    among = (1 << len(costs)) - 1 if among is None else among
    every = among.bit_count() <= MOST_TRIED
    if every:
        search.look(sorted(filter(search.payable, subsets(among)), key=lambda plan: (search.cost(plan), plan)))
    else:
        single = [1 << action for action in bits(among)]
        every_step = [step for step in dict.fromkeys((*steps, *single)) if step and search.payable(step)]
        search.climb(every_step)
        search.climb([step for step in every_step if not step & (step - 1)])
        if among.bit_count() ** 2 <= limit:
            search.descend(among)
        search.exchange(every_step)
    return Frontier(tuple(search.front), every)


def subsets(actions: Mask) -> list[Mask]:
    """All subsets of a mask.

    >>> subsets(0b101)
    [0, 1, 4, 5]
    """
    found = [0]
    for action in bits(actions):
        found += [plan | 1 << action for plan in found]
    return found


def frontier_of(
    found: Iterable[T], rank: Callable[[T], tuple[float, float]], slack: float = 0.0, tolerance: float = TOLERANCE
) -> list[T]:
    """What nothing else beats in cost and figure: each costs more than the one before, and has a lower figure.

    Costs within ``slack`` of each other are equal, and so are figures within ``tolerance``.

    >>> frontier_of([(1.0, 0.5), (0.0, 0.7), (2.0, 0.6)], tuple)
    [(0.0, 0.7), (1.0, 0.5)]
    """
    kept: list[T] = []
    for one in sorted(found, key=rank):
        cost, figure = rank(one)
        if not kept or figure < rank(kept[-1])[1] - tolerance:
            if kept and cost <= rank(kept[-1])[0] + slack:
                kept.pop()
            kept.append(one)
    return kept


class _Search:
    """The sets evaluated so far, and the best of them."""

    def __init__(self, objective: Objective, costs: Sequence[float], budget: float, limit: int) -> None:
        self._objective, self._costs, self._limit = objective, costs, limit
        self._slack = TOLERANCE * math.fsum(costs)
        self._most = budget + self._slack
        self.known: dict[Mask, tuple[float, ...]] = {}
        self._sums: dict[Mask, float] = {}
        self.look([0])

    def cost(self, plan: Mask) -> float:
        if plan not in self._sums:
            self._sums[plan] = math.fsum(self._costs[action] for action in bits(plan))
        return self._sums[plan]

    def payable(self, plan: Mask) -> bool:
        return self._most == math.inf or self.cost(plan) <= self._most

    def look(self, plans: Sequence[Mask]) -> list[tuple[float, ...]]:
        """The figures of sets, and their tie-breakers."""
        fresh = [plan for plan in dict.fromkeys(plans) if plan not in self.known]
        for first in range(0, len(fresh), BLOCK):
            some = fresh[first : first + BLOCK]
            report("Trying sets of actions", len(self.known), max(len(self.known) + len(fresh), self._limit))
            figures = np.atleast_2d(self._objective(some)).T.tolist()
            self.known.update(zip(some, map(tuple, figures), strict=True))
        return [self.known[plan] for plan in plans]

    @property
    def front(self) -> list[Choice]:
        known = ((self.cost(plan), figure[0], plan) for plan, figure in self.known.items() if self.payable(plan))
        return frontier_of(itertools.starmap(Choice, known), attrgetter("cost", "figure"), self._slack)

    @property
    def _spent(self) -> bool:
        return len(self.known) >= self._limit

    def climb(self, steps: Sequence[Mask]) -> None:
        """From the empty set, repeatedly add the step with the greatest gain for its cost."""
        plan, plateau = 0, 0
        gains = dict(zip(steps, self._gains(0, steps), strict=True))
        while not self._spent and plateau < PLATEAU:
            # Gains mostly fall, so only the most promising steps are evaluated anew.
            further = (s for s in sorted(gains, key=gains.__getitem__, reverse=True) if s & ~plan)
            some = list(itertools.islice((step for step in further if self.payable(plan | step)), WEIGHED))
            gains.update(zip(some, self._gains(plan, some), strict=True))
            best = max(some, key=gains.__getitem__, default=0)
            if not some or max(gains[best]) <= TOLERANCE:
                return
            plateau = plateau + 1 if gains[best][0] <= TOLERANCE else 0
            plan |= best

    def _gains(self, plan: Mask, steps: Sequence[Mask]) -> list[tuple[float, ...]]:
        now, cost = self.known[plan], self.cost(plan)
        return [
            tuple(
                0.0 if abs(a - b) <= TOLERANCE else (a - b) / max(self.cost(plan | step) - cost, TOLERANCE)
                for a, b in zip(now, after, strict=True)
            )
            for step, after in zip(steps, self.look([plan | step for step in steps]), strict=True)
        ]

    def descend(self, plan: Mask) -> None:
        """From a set, repeatedly leave out the action with the greatest cost for its gain."""
        while plan and not self._spent:
            without = [plan & ~(1 << action) for action in bits(plan)]
            now, figures = self.look([plan])[0], self.look(without)
            saved = [self._costs[action] for action in bits(plan)]
            # Useless actions go first, the dearest of them first of all.
            rises = [
                (tuple(max(a - b, 0.0) / cost for a, b in zip(figure, now, strict=True)), -cost)
                for figure, cost in zip(figures, saved, strict=True)
            ]
            plan = without[min(range(len(without)), key=rises.__getitem__)]

    def exchange(self, steps: Sequence[Mask]) -> None:
        """From every set on the frontier, remove an action, add a step, or exchange them, until nothing is better.

        One step at a time; two if none helps.
        """
        gains = dict(zip(steps, self._gains(0, steps), strict=True))
        promising = sorted(steps, key=gains.__getitem__, reverse=True)[:EXCHANGED]
        pairs = [one | other for one, other in itertools.combinations(promising, 2)]
        seen: set[tuple[Mask, bool]] = set()
        while not self._spent:
            fresh = [(one.actions, two) for two in (False, True) for one in self.front]
            plan, two = next((one for one in fresh if one not in seen), (0, None))
            if two is None:
                return
            seen.add((plan, two))
            kept = [plan, *(plan & ~(1 << action) for action in bits(plan))]
            more = (step for step in (pairs if two else promising) if step & ~plan)
            moves = itertools.chain(kept, (some | step for step in more for some in kept))
            self.look(list(itertools.islice(filter(self.payable, moves), max(0, self._limit - len(self.known)))))


def together(parts: Sequence[Frontier], constant: float = 0.0, budget: float = math.inf) -> Frontier:
    """The best sets if the figure is the maximum of several parts, which share no action, and a constant.

    To get below a figure all parts at or above it must improve, and their costs add up.

    >>> one = Frontier((Choice(0.0, 0.9, 0), Choice(1.0, 0.3, 0b01)), True)
    >>> other = Frontier((Choice(0.0, 0.5, 0), Choice(2.0, 0.2, 0b10)), True)
    >>> [(found.cost, found.figure) for found in together([one, other], 0.1).choices]
    [(0.0, 0.9), (1.0, 0.5), (3.0, 0.3)]
    """
    choices = list(_together([part.choices for part in parts], constant, budget))
    return Frontier(tuple(choices), all(part.every_set_tried for part in parts))


def _together(parts: Sequence[Sequence[Choice]], constant: float, budget: float) -> Iterator[Choice]:
    places = [0] * len(parts)
    # The part with the greatest figure comes first.
    ranked = [(-part[0].figure, number) for number, part in enumerate(parts)]
    heapq.heapify(ranked)
    best = math.inf
    while True:
        now = [part[place] for part, place in zip(parts, places, strict=True)]
        figure = max(constant, -ranked[0][0]) if ranked else constant
        cost = math.fsum(one.cost for one in now)
        if cost > budget + TOLERANCE * budget:
            return
        if figure < best - TOLERANCE:
            best = figure
            yield Choice(cost, figure, mask_of(action for one in now for action in bits(one.actions)))
        if figure <= constant:
            return
        while -ranked[0][0] >= figure:
            number = ranked[0][1]
            places[number] += 1
            if places[number] == len(parts[number]):
                return
            heapq.heapreplace(ranked, (-parts[number][places[number]].figure, number))
