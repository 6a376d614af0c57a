"""Optimising: of all sets of actions those that leave the least figure, for every budget at once.

A set of actions is a bit mask: bit n stands for action n. What a figure is, and what an action does, is up to who
asks: plans and optional fields hand over an ``OptimisationProblem``. ``search`` goes through every set where there are
few actions. Else it looks for good sets, by steps that take most, from nothing and from everything, by bundles of
actions that help only together, and by exchanges.

Disinformation shares ``best_first`` and the frontiers, not the sets; ``leakage.old.decision.disinformation.search`` says
why.
"""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias, TypeVar

import numpy as np

from leakage.old.bits import bit_rows, bits
from leakage.old.database import Floats, Integers
from leakage.old.decision.frontier import ParetoFront
from leakage.old.measure.gradient import TOLERANCE
from leakage.old.tabular.rows import redacted_repr
from leakage.progress import deadline_passed, report

# The problem: what sets of actions leave, and what they take.


Objective: TypeAlias = Callable[[Sequence[int]], tuple[Floats, Floats]]
"""From sets to the figure of each, and to what decides between steps to sets of one figure; each of shape (sets,)."""


@dataclass(frozen=True, eq=False)
class OptimisationProblem:
    """Actions, and what any set of them leaves.

    Minimises ``figure(S)`` over the sets S of actions with ``sum of costs <= b``, for every b up to the budget. Nothing
    is assumed of the figure: an action more may raise it.

    Arguments:
        objective: the figure of sets.
        costs: of each action, >= 0.
        budget: >= 0; sets that cost more are left out.
        bundles: sets that are taken in one step, the most promising first; None for each action by itself.
        doing: what a search is reported as.
    """

    objective: Objective
    costs: tuple[float, ...]
    budget: float = math.inf
    bundles: Callable[[], Sequence[int]] | None = None
    doing: str = "Trying sets of actions"

    __repr__ = redacted_repr

    @cached_property
    def slack(self) -> float:
        """Costs closer than this are equal: they differ in the order they were added up in."""
        return 1e-12 * math.fsum(self.costs)

    def cost(self, plan: int) -> float:
        """What a set costs."""
        return math.fsum(self.costs[action] for action in bits(plan))

    def payable(self, plan: int) -> bool:
        """Whether a set is within the budget."""
        return self.budget == math.inf or self.cost(plan) <= self.budget + self.slack

    def payable_sets(self) -> tuple[Integers, Floats]:
        """All sets within the budget, and what each costs; cheap ones and those of few actions first."""
        costs = _sums(self.costs)
        payable = costs <= self.budget + self.slack
        order = np.lexsort((np.bitwise_count(np.arange(len(costs))), costs))
        order = order[payable[order]]
        return order, costs[order]


def search(problem: OptimisationProblem, limit: int, *, every: int = 0) -> SetSearch:
    """The sets of actions that leave least, for every budget.

    Arguments:
        problem: the actions.
        limit: how many sets are looked at, about, where not all are.
        every: up to so many actions all sets are tried.

    >>> left = {0b00: 1.0, 0b01: 0.9, 0b10: 0.8, 0b11: 0.2}
    >>> figures = lambda plans: (np.array([left[plan] for plan in plans]),) * 2
    >>> found = search(OptimisationProblem(figures, (1.0, 2.0)), 10, every=2)
    >>> list(found.front), found.ended
    ([(0.0, 1.0, 0), (1.0, 0.9, 1), (2.0, 0.8, 2), (3.0, 0.2, 3)], True)
    """
    found = SetSearch(problem, limit)
    if len(problem.costs) > every or not found.try_all():
        found.improve()
    return found


# The search: every set, or steps, bundles and exchanges.


BLOCK = 1 << 10
"""Sets worked out together."""


WEIGHED = 24
"""Bundles that a step weighs anew, those first that promised most."""

LEVEL = 40
"""Steps in a row that change only what decides between equal figures."""


class SetSearch:
    """What was found of a problem.

    Attributes:
        front: the best sets, for every budget.
        looked: how many sets were looked at.
        ended: whether these were all of them.
    """

    def __init__(self, problem: OptimisationProblem, limit: int) -> None:
        self._size = len(problem.costs)
        self._problem, self._limit = problem, limit
        self.front: ParetoFront[int] = ParetoFront(problem.slack)
        self.looked = 0
        self.ended = not problem.costs
        self._figure, self._tie = (float(some[0]) for some in self.offer([0]))

    def offer(self, plans: Sequence[int], costs: Floats | None = None) -> tuple[Floats, Floats]:
        """The figures of some sets, and what decides between equal ones; the best are kept."""
        self.looked += len(plans)
        figures, ties = self._problem.objective(plans)
        costs = bit_rows(plans, self._size) @ self._costs if costs is None else costs
        before = np.searchsorted(self.front.costs, costs + self.front.slack, side="right")
        better = figures < np.array([math.inf, *self.front.leakages])[before] - TOLERANCE
        for place in np.flatnonzero(better).tolist():
            if self._problem.payable(plans[place]):
                # Costs that were added up in another order differ in the last bits.
                self.front.add(self._problem.cost(plans[place]), float(figures[place]), plans[place])
        return figures, ties

    def try_all(self) -> bool:
        """Look at every set but the empty one, cheap ones and those of few actions first; whether there was time."""
        plans, costs = self._problem.payable_sets()
        for first in range(1, len(plans), BLOCK):
            report(self._problem.doing, first, len(plans))
            if deadline_passed():
                return False
            some = slice(first, first + BLOCK)
            self.offer(plans[some].tolist(), costs[some])
        self.ended = True
        return True

    def improve(self) -> None:
        """Look for good sets, within the limit."""
        if not self._size:
            return
        if self._problem.bundles is None:
            everything = (1 << self._size) - 1
            self.offer([everything])
            self._walk(0, range(self._size))
            self._walk(everything, reversed(range(self._size)))
        else:
            self._climb_twice()
            self._thin_out()
            self._exchange()

    @property
    def _spent(self) -> bool:
        return self.looked >= self._limit or deadline_passed()

    @cached_property
    def _costs(self) -> Floats:
        return np.array(self._problem.costs, dtype=np.float64)

    # Steps.

    def _walk(self, plan: int, order: Iterable[int]) -> None:
        """From a set to its opposite, an action at a time, to what leaves least, then the cheapest."""
        actions, sign = list(order), -1.0 if plan else 1.0
        while actions and not self._spent:
            figures, _ = self.offer([plan ^ 1 << action for action in actions])
            costs = [sign * self._problem.costs[action] for action in actions]
            ranked = sorted(zip(figures.tolist(), costs, actions, strict=True))
            plan ^= 1 << ranked[0][2]
            actions = [action for _, _, action in ranked[1:]]

    @cached_property
    def _steps(self) -> list[int]:
        """What is taken in one step."""
        bundles = self._problem.bundles() if self._problem.bundles else ()
        return [plan for plan in dict.fromkeys(bundles) if self._problem.payable(plan)]

    def _climb_twice(self) -> None:
        """Once over all bundles, and once over single actions: a bundle passes over what a smaller budget allows."""
        self._climb(self._steps)
        single = [step for step in self._steps if step.bit_count() == 1]
        if len(single) < len(self._steps):
            self._climb(single)

    def _climb(self, steps: Sequence[int]) -> None:
        """Add what takes most for its cost, again and again."""
        most = max(WEIGHED, self._limit // 5)
        if len(steps) > most:
            # Single actions go first: they are climbed by themselves as well.
            steps = sorted(steps, key=lambda step: step.bit_count() == 1)[:most]
        if self._spent or not steps:
            return
        plan, figure, tie, level = 0, self._figure, self._tie, 0
        gains = self._gains(0, (figure, tie), steps, self._offer_in_blocks(steps))
        while not self._spent and level < LEVEL:
            order = sorted(range(len(steps)), key=lambda place: gains[place], reverse=True)
            further = (place for place in order if steps[place] & ~plan and self._problem.payable(plan | steps[place]))
            places = list(itertools.islice(further, WEIGHED))
            if not places:
                return
            some = [steps[place] for place in places]
            figures, ties = self._offer_in_blocks([plan | step for step in some])
            for place, gain in zip(places, self._gains(plan, (figure, tie), some, (figures, ties)), strict=True):
                gains[place] = gain
            best = max(range(len(places)), key=lambda n: gains[places[n]])
            if gains[places[best]] <= (TOLERANCE, TOLERANCE):
                return
            level = level + 1 if gains[places[best]][0] <= TOLERANCE else 0
            plan, figure, tie = plan | some[best], float(figures[best]), float(ties[best])

    def _gains(
        self, plan: int, now: tuple[float, float], steps: Sequence[int], after: tuple[Floats, Floats]
    ) -> list[tuple[float, float]]:
        """What each step takes for its cost: of the figure, and of what decides between equal ones."""
        before = self._problem.cost(plan)
        extra = [max(self._problem.cost(plan | step) - before, 1e-9) for step in steps]
        return [
            ((now[0] - figure) / cost, (now[1] - tie) / cost)
            for figure, tie, cost in zip(after[0].tolist(), after[1].tolist(), extra, strict=True)
        ]

    def _thin_out(self) -> None:
        """Leave out of every set what it does as well without."""
        for _, figure, plan in list(self.front):
            needed = plan
            for action in sorted(bits(plan), key=lambda action: -self._problem.costs[action]):
                if self._spent:
                    return
                without = needed & ~(1 << action)
                if float(self.offer([without])[0][0]) <= figure + TOLERANCE:
                    needed = without

    def _exchange(self) -> None:
        """Add a step to a set, or put one in place of an action, as long as that helps and the limit allows."""
        seen: set[int] = set()
        while (plan := next((plan for _, _, plan in self.front if plan not in seen), None)) is not None:
            seen.add(plan)
            for kept in (plan, *(plan & ~(1 << action) for action in bits(plan))):
                if self._spent:
                    return
                self._offer_payable((kept | step for step in self._steps if step & ~plan), self._limit)

    def _offer_payable(self, plans: Iterable[int], most: int) -> None:
        """As many of some sets as it takes until so many are looked at."""
        payable = (plan for plan in plans if self._problem.payable(plan))
        self._offer_in_blocks(list(itertools.islice(payable, max(0, most - self.looked))))

    def _offer_in_blocks(self, plans: Sequence[int]) -> tuple[Floats, Floats]:
        offered: list[tuple[Floats, Floats]] = [(np.zeros(0), np.zeros(0))]
        for first in range(0, len(plans), BLOCK):
            report(self._problem.doing, self.looked, max(self.looked, self._limit))
            offered.append(self.offer(plans[first : first + BLOCK]))
        return np.concatenate([figures for figures, _ in offered]), np.concatenate([ties for _, ties in offered])


# A tree, for disinformation.


AnyNode = TypeVar("AnyNode")


def best_first(
    root: AnyNode,
    below: Callable[[AnyNode], Iterable[AnyNode]],
    priority: Callable[[AnyNode], tuple[float, ...]],
    dominated: Callable[[AnyNode], bool],
    spent: Callable[[], bool],
) -> list[AnyNode]:
    """Go through a tree, always on from the node of least priority; the nodes that are left once the effort is spent.

    Arguments:
        root: where to begin.
        below: what a node branches into.
        priority: of a node, when it is come to; of equals the first goes first.
        dominated: whether nothing below a node is of use, when its turn comes.
        spent: whether to stop.

    >>> halves = lambda size: [size // 2, size - size // 2]
    >>> best_first(8, halves, lambda size: (size,), lambda size: size < 3, lambda: False)
    []
    """
    ticks = itertools.count()
    agenda = [(priority(root), next(ticks), root)]
    while agenda and not spent():
        node = heapq.heappop(agenda)[2]
        if not dominated(node):
            for further in below(node):
                heapq.heappush(agenda, (priority(further), next(ticks), further))
    return [node for *_, node in agenda]


def _sums(parts: Sequence[float]) -> Floats:
    """What every set sums up to, in the order of the masks."""
    sums = np.zeros(1)
    for part in parts:
        sums = np.concatenate((sums, sums + part))
    return sums
