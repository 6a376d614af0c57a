"""Optimising: of all sets of actions those that leave the least figure, for every budget at once.

A set of actions is a bit mask: bit n stands for action n. What a figure is, and what an action does, is up to who
asks: erasure, plans and optional fields hand over an ``OptimisationProblem``. ``search`` goes through every set where
there are few actions. Else it looks for good sets first, by steps that take most, from nothing and from everything, by
bundles of actions that help only together, and by exchanges; and where the problem has floors, branch and bound then
proves what it can.
Parts of a problem that do not touch one another are searched apart, and put together by
``leakage.decision.frontier``.

Disinformation shares ``best_first`` and the frontiers, not the sets; ``leakage.decision.disinformation.search`` says
why.
"""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, TypeAlias, TypeVar

import numpy as np

from leakage.bits import bit_rows, bits
from leakage.database import Floats, Integers
from leakage.decision.frontier import Bounds, ParetoFront, lowest_of, lowest_within
from leakage.measure.gradient import TOLERANCE
from leakage.progress import deadline_passed, report
from leakage.tabular.rows import redacted_repr

# The problem: what sets of actions leave, what they take, and what none goes below.


Objective: TypeAlias = Callable[[Sequence[int]], tuple[Floats, Floats]]
"""From sets to the figure of each, and to what decides between steps to sets of one figure; each of shape (sets,)."""


class Floor(Protocol):
    """What no set goes below that has all of the first actions, and of the others only what is open."""

    def __call__(self, done: int, open_: int, /) -> float: ...


@dataclass(frozen=True, eq=False)
class OptimisationProblem:
    """Actions, and what any set of them leaves.

    Minimises ``figure(S)`` over the sets S of actions with ``sum of costs <= b``, for every b up to the budget. Nothing
    is assumed of the figure: an action more may raise it.

    Arguments:
        objective: the figure of sets.
        costs: of each action, >= 0.
        budget: >= 0; sets that cost more are left out.
        floor: a bound on sets between two; None for no bound.
        lasting: what no set goes below, as (cost, figure) pairs of rising costs; asked for where a search did not end.
        bundles: sets that are taken in one step, the most promising first; None for each action by itself.
        doing: what a search is reported as.
    """

    objective: Objective
    costs: tuple[float, ...]
    budget: float = math.inf
    floor: Floor | None = None
    lasting: Callable[[], Bounds] | None = None
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
        every: up to so many actions all sets are tried, unless the bounds prove the best before.

    >>> left = {0b00: 1.0, 0b01: 0.9, 0b10: 0.8, 0b11: 0.2}
    >>> figures = lambda plans: (np.array([left[plan] for plan in plans]),) * 2
    >>> found = search(OptimisationProblem(figures, (1.0, 2.0)), 10, every=2)
    >>> list(found.front), found.ended
    ([(0.0, 1.0, 0), (1.0, 0.9, 1), (2.0, 0.8, 2), (3.0, 0.2, 3)], True)
    """
    found = SetSearch(problem, limit)
    few = len(problem.costs) <= every
    if few and problem.floor is None and found.try_all():
        return found
    found.improve()
    if few and problem.floor is not None and not found.ended and not deadline_passed():
        found.try_all()
    return found


# The search: every set, or steps, bundles and exchanges, and then branch and bound.


BLOCK = 1 << 10
"""Sets worked out together."""

EXCHANGED = 25
"""Actions beyond which one is exchanged for another before branching: of fewer branch and bound mostly ends."""

BRANCHED = 100
"""Of more actions every floor would be worked out for nothing, and exchanges find nothing that steps did not."""

WEIGHED = 24
"""Bundles that a step weighs anew, those first that promised most."""

LEVEL = 40
"""Steps in a row that change only what decides between equal figures."""


class SetSearch:
    """What was found of a problem.

    Attributes:
        front: the best sets, for every budget.
        looked: how many sets were looked at.
    """

    def __init__(self, problem: OptimisationProblem, limit: int) -> None:
        self._size = len(problem.costs)
        # Of how many actions a step weighs, so that walks take no more than half of the limit.
        self._width = max(2, limit // max(1, 4 * self._size))
        # Further looks, where no step of a walk weighs all actions.
        self._extra = limit // 4 if self._width < self._size and problem.bundles is None else 0
        self._problem, self._limit = problem, limit + self._extra
        self.front: ParetoFront[int] = ParetoFront(problem.slack)
        self.looked = 0
        # Where nothing was tried there is no floor, from the cheapest action on.
        self._open = [(min(problem.costs), 0.0)] if problem.costs else []
        self._figure, self._tie = (float(some[0]) for some in self.offer([0]))

    @property
    def ended(self) -> bool:
        """Whether every set was looked at, or can be no better than one that was."""
        return not self._open

    def bounds(self) -> ParetoFront[None]:
        """For rising budgets what no set goes below."""
        lowest = lowest_of(self.front, self._open, 0.0)
        if self.ended or self._problem.lasting is None:
            return lowest
        return _greater_of(tuple(zip(lowest.costs, lowest.leakages, strict=True)), self._problem.lasting())

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
        self._open = []
        return True

    def improve(self) -> None:
        """Look for good sets; and prove what can be proved within the limit."""
        if not self._size:
            return
        if self._problem.bundles is None:
            everything = (1 << self._size) - 1
            self.offer([everything])
            self._weigh_all()
            self._walk(0, range(self._size))
            self._walk(everything, reversed(range(self._size)))
            if EXCHANGED < self._size <= BRANCHED:
                self._exchange_once()
        else:
            self._climb_twice()
            self._thin_out()
            self._exchange()
        if self._problem.floor is not None and self._size <= BRANCHED:
            self._branch(self._problem.floor)

    @property
    def _spent(self) -> bool:
        return self.looked >= self._limit or deadline_passed()

    @cached_property
    def _costs(self) -> Floats:
        return np.array(self._problem.costs, dtype=np.float64)

    # Steps.

    def _walk(self, plan: int, order: Iterable[int]) -> None:
        """From a set to its opposite, an action at a time, to what leaves least of those weighed, then the cheapest.

        From nothing it gives branch and bound something to beat; from everything what is left out tells least.
        """
        actions, sign = list(order), -1.0 if plan else 1.0
        while actions and not self._spent:
            weighed = actions[: self._width]
            figures, _ = self.offer([plan ^ 1 << action for action in weighed])
            costs = [sign * self._problem.costs[action] for action in weighed]
            ranked = sorted(zip(figures.tolist(), costs, weighed, strict=True))
            plan ^= 1 << ranked[0][2]
            actions = [action for _, _, action in ranked[1:]] + actions[self._width :]

    def _weigh_all(self) -> None:
        """From nothing, weighing all actions at each step while further looks last: mostly few actions can be paid."""
        plan, actions = 0, list(range(self._size))[: self._extra]
        most = self.looked + self._extra
        while actions and self.looked + len(actions) <= most and not self._spent:
            figures, _ = self._offer_in_blocks([plan | 1 << action for action in actions])
            costs = [self._problem.costs[action] for action in actions]
            best = min(zip(figures.tolist(), costs, actions, strict=True))[2]
            plan |= 1 << best
            actions.remove(best)

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

    def _exchange_once(self) -> None:
        """Put one action in place of another, in every set found so far; what is left of the limit is for branching.

        What adding an action does branch and bound sees for itself.
        """
        most = max(self._limit // 2, self.looked + self._extra)
        steps = [1 << action for action in range(self._size)]
        for _, _, plan in list(self.front):
            if self._spent or self.looked >= most:
                return
            others = [step for step in steps if step & ~plan]
            exchanged = (plan & ~(1 << action) | other for action in bits(plan) for other in others)
            self._offer_payable(exchanged, most)

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

    # Branch and bound.

    def _branch(self, floor: Floor) -> None:
        """The cheapest nodes first: one has done some actions, and is left where no known set lets it be better."""
        nodes = best_first(
            (0.0, 0.0, 0, 0),
            lambda node: self._below(floor, node),
            lambda node: node[:2],
            lambda node: self._dominated(node[0], node[1]),
            lambda: self._spent,
        )
        self._open = [(cost, low) for cost, low, *_ in nodes]

    def _below(self, floor: Floor, node: Node) -> list[Node]:
        """The nodes that do one action more, all before it that are not done being left out for good."""
        cost, _, done, first = node
        nodes, offered = [], []
        for action in range(first, self._size):
            open_ = (1 << self._size) - (1 << action)
            if self._dominated(cost + self._cheapest[action], floor(done, open_)):
                break
            more, price = done | 1 << action, cost + self._problem.costs[action]
            low = floor(more, open_ & ~(1 << action))
            if price > self._problem.budget + self._problem.slack or self._dominated(price, low):
                continue
            if not self._dominated(price, floor(more, 0)):
                offered.append(more)
            nodes.append((price, low, more, action + 1))
        self.looked += len(nodes)
        if offered:
            self.offer(offered)
        return [node for node in nodes if node[3] < self._size and not self._dominated(node[0], node[1])]

    def _dominated(self, cost: float, low: float) -> bool:
        return low >= self.front.best(cost) - TOLERANCE

    @cached_property
    def _cheapest(self) -> list[float]:
        """From each action on the least cost."""
        return list(itertools.accumulate(reversed(self._problem.costs), min))[::-1]


Node: TypeAlias = tuple[float, float, int, int]
"""What is done so far: its cost, what nothing below goes below, the actions, and the first that is open."""

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


def _greater_of(one: Bounds, other: Bounds) -> ParetoFront[None]:
    """Two bounds as one: for every budget the greater of them."""
    both: ParetoFront[None] = ParetoFront(0.0)
    for cost in sorted({cost for cost, _ in (*one, *other)}):
        both.add(cost, max(lowest_within(one, cost), lowest_within(other, cost)), None)
    return both
