"""Trial: where wrong attributes do more than add to what is known, every choice is resolved from scratch."""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from leakage.decision.disinformation.search import TOLD_EVERY
from leakage.decision.disinformation.space import Choice, Space
from leakage.decision.pareto import ParetoFront
from leakage.progress import report

Counts: TypeAlias = tuple[int, ...]


class Trial:
    """All choices of records and of the wrong attributes they carry, one after the other.

    What replaces a value may raise leakage or lower it, so nothing short of trying bounds what a choice leaves but 0.
    First the wrong attributes that weigh most for their price are added label by label, then all other numbers of them.
    Every choice is met once; with the node limit reached before that, nothing is proved.

    Arguments:
        space: what is searched.
        options: the numbers of a group.
        node_limit: how many choices are looked at before what was found must do.
    """

    def __init__(self, space: Space, options: Sequence[int], node_limit: int) -> None:
        self._space, self._problem, self._options = space, space.problem, list(options)
        self._node_limit, self.looked = node_limit, 0
        self._pools = sorted({pool for number in options for pool in self._problem.options[number].move.outlet.pools})
        self._order = sorted(
            range(len(self._problem.wrong)),
            key=lambda place: -self._problem.wrong[place].weight / max(self._problem.wrong[place].price, 1e-9),
        )
        self._exhausted = False
        self.front: ParetoFront[Choice] = ParetoFront(space.slack)
        self.front.add(0.0, self._leakage(((), ())), ((), ()))

    def least(self) -> float:
        """What no choice goes below, before any is tried."""
        return 0.0

    def run(self, floor: float = 0.0) -> Trial:
        """Try; a floor below which nothing is of use saves nothing here."""
        ticks = itertools.count()
        agenda: list[tuple[bool, float, int, Choice]] = [(False, 0.0, next(ticks), ((), ()))]
        while agenda:
            others, leakage, _, choice = heapq.heappop(agenda)
            if not others:
                heapq.heappush(agenda, (True, leakage, next(ticks), choice))
            for further in self._further(choice, others):
                if self.looked >= self._node_limit:
                    return self
                left = self._evaluate(further)
                if len(further[0]) < self._space.records:
                    heapq.heappush(agenda, (False, left, next(ticks), further))
        self._exhausted = True
        return self

    def bounds(self) -> ParetoFront[None]:
        """For rising budgets what no choice goes below: what was found where all were tried, and else 0."""
        lowest: ParetoFront[None] = ParetoFront(self._space.slack)
        reached = zip(self.front.costs, self.front.leakages, strict=True) if self._exhausted else [(0.0, 0.0)]
        for cost, leakage in reached:
            lowest.add(cost, leakage, None)
        return lowest

    def _further(self, choice: Choice, others: bool) -> Iterator[Choice]:
        """The choices with one record more, not before the last one: with the best wrong attributes, or the others."""
        chosen, bought = choice
        left = self._space.budget + self._space.slack - self._cost(choice)
        for number in self._options[self._options.index(chosen[-1]) if chosen else 0 :]:
            best = list(self._best(number))
            every = self._every(number, left, len(self._order))
            some = (counts for counts in every if counts not in best) if others else iter(best)
            payable = (counts for counts in some if self._price(number, counts) <= left)
            yield from (((*chosen, number), (*bought, counts)) for counts in payable)

    def _best(self, number: int) -> Iterator[Counts]:
        """More and more wrong attributes, those first that weigh most for their price."""
        counts = [0] * len(self._order)
        yield tuple(counts)
        for place in self._order:
            for _ in range(self._problem.options[number].room[place]):
                counts[place] += 1
                yield tuple(counts)

    def _every(self, number: int, left: float, labels: int) -> Iterator[Counts]:
        """All numbers of wrong attributes under the first labels that can be paid."""
        if not labels:
            if self._problem.options[number].cost <= left:
                yield ()
            return
        label = self._problem.wrong[labels - 1]
        for count in range(self._problem.options[number].room[labels - 1] + 1):
            for before in self._every(number, left - count * label.price, labels - 1):
                yield (*before, count)

    def _evaluate(self, choice: Choice) -> float:
        self.looked += 1
        if self.looked % TOLD_EVERY == 0:
            report("Trying disinformation", self.looked, self._node_limit)
        leakage = self._leakage(choice)
        self.front.add(self._cost(choice), leakage, choice)
        return leakage

    def _leakage(self, choice: Choice) -> float:
        return max((max(self._problem.resolved(pool, *choice)) for pool in self._pools), default=0.0)

    def _cost(self, choice: Choice) -> float:
        return math.fsum(self._price(number, counts) for number, counts in zip(*choice, strict=True))

    def _price(self, number: int, counts: Counts) -> float:
        wrong = self._problem.wrong
        bought = (count * label.price for count, label in zip(counts, wrong, strict=True))
        return math.fsum((self._problem.options[number].cost, *bought))
