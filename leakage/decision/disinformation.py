"""Disinformation: records to release so that the adversary knows less, for every budget up to C_max.

A decoy is a bait, by which the adversary joins the record to others (the papers' Create), with wrong attributes (Add):

    self        joins one of the composites that leak most
    linkage     also ties one or two unrelated composites to it, chosen by how much they dilute it
    blocking    joins one record of the composite and contradicts the others, under negative evidence

A beam search finds plans of up to four decoys; one pass of exchanges improves them. Every leakage comes from resolving
the records. Source: Whang & Garcia-Molina 2012, Section 4.2; 2011, Sections 1 and 3.2.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import attrgetter
from typing import NamedTuple

import numpy as np

from leakage.decision.decoys import (
    KINDS,
    POOLS,
    PRICES,
    TOLERANCE,
    TOP,
    Choice,
    Decoy,
    Dilution,
    Kind,
    Option,
    Outlet,
    Pool,
    Prices,
    Problem,
    add,
    options_of,
)
from leakage.decision.evaluator import Evaluator
from leakage.decision.made_up_values import Values
from leakage.decision.optimise import frontier_of
from leakage.decision.planned_release import PlannedRelease
from leakage.progress import report
from leakage.record import Attribute, Record

__all__ = ["KINDS", "MOST_DECOYS", "Decoy", "DecoyPlan", "Disinformation", "Kind", "Outlet", "Prices", "disinformation"]

MOST_DECOYS = 4  # Most decoys of a plan.
BEAM = 8  # Width of the beam, for each of its two measures.
BY_COST = attrgetter("cost", "leakage")
COMPARED = 700_000  # Most pairs of records compared in all, if every choice is resolved anew.


@dataclass(frozen=True, eq=False)
class DecoyPlan:
    """S: the decoys to release, in order, with the sum of C(r) and L(R + S, e, E)."""

    cost: float
    leakage: float
    decoys: tuple[Decoy, ...]


@dataclass(frozen=True, eq=False)
class Disinformation:
    """The best plans found, by rising cost and falling leakage; the first is to release nothing.

    Arguments:
        only_self: whether no record can join two composites, so that there is no linkage.
        baits: how many baits there are to choose from.
        leakages_of: the leakage with each choice of decoys released.
    """

    plans: tuple[DecoyPlan, ...]
    heuristic: tuple[DecoyPlan, ...]
    only_self: bool
    baits: int
    leakages_of: Callable[[Iterable[Sequence[Decoy]]], list[float]]

    def within(self, budget: float, *, heuristic: bool = False) -> DecoyPlan:
        """The best plan within a budget, or that of the papers' heuristic."""
        if not budget >= 0.0:
            raise ValueError("the budget must be at least 0")
        plans = self.heuristic if heuristic else self.plans
        return [plan for plan in plans if plan.cost <= budget + TOLERANCE][-1]


def disinformation(
    evaluator: Evaluator,
    outlets: Iterable[Outlet],
    labels: Iterable[str],
    values: Values,
    budget: float,
    prices: Prices = PRICES,
    *,
    kinds: Collection[Kind] = KINDS,
    most: int = MOST_DECOYS,
    coming: PlannedRelease | None = None,
) -> Disinformation:
    """For every budget up to C_max, the disinformation found with the least leakage.

    ``min over S of L(R + S, e, E) subject to sum of C(r) over S <= C_max``, with L that of the worst pool. The decoys
    arrive after all releases, in the order of the plan.
    Source: Whang & Garcia-Molina 2012, Section 4.2; 2011, Sections 1 and 3.2.

    Arguments:
        labels: those that a decoy may be wrong about, each once and not if its bait states it.
        values: wrong but believable values, as from ``nobodys_values``; those near a fact, or equal by a rule to one in
            use, are left out.
        most: the most decoys in a plan.
        coming: a release that will follow the decoys, to existing pools.

    >>> from leakage import Adversary, Resolve, Shares
    >>> R = [Record.of(("N", "Alice"), ("P", "123")), Record.of(("N", "Bob"), ("P", "987"), ("C", "999"))]
    >>> known = Evaluator(R[:1], R[1:], R[0], Adversary(Resolve(Shares("N"))))
    >>> values = lambda label, count: [f"wrong {n}" for n in range(count)]
    >>> found = disinformation(known, [Outlet("Shop")], ["P"], values, 4.0, Prices(1.0, 1.0))
    >>> [(plan.cost, round(plan.leakage, 3), [decoy.kind for decoy in plan.decoys]) for plan in found.plans]
    [(0.0, 1.0, []), (3.0, 0.571, ['linkage']), (4.0, 0.5, ['linkage'])]
    """
    if not 0.0 < budget < math.inf:
        raise ValueError("the budget must be more than 0")
    if most < 1:
        raise ValueError(f"there must be room for at least one decoy, got {most}")
    if isinstance(labels, str):
        raise TypeError("labels must be a collection of labels, got str")
    if not set(KINDS).issuperset(kinds):
        raise ValueError(f"kinds must be some of {', '.join(KINDS)}")
    problem = Problem(evaluator, coming, prices, most, values)
    listed = tuple(outlets)
    if not all(0 <= pool < len(problem.pools) for outlet in listed for pool in outlet.pools):
        raise ValueError("an outlet must name pools of the evaluator by their numbers")
    problem.labels = [label for label in dict.fromkeys(labels) if problem.may_be_wrong(label)]
    reached = {pool for outlet in listed for pool in outlet.pools}
    pools = {n: Pool(problem, n) for n in sorted(reached, key=lambda n: (-problem.pool_leakages[n], n))[:POOLS]}
    return _Search(problem, pools, options_of(problem, pools.values(), listed, kinds, budget), budget).result()


class _Point(NamedTuple):
    """A choice with a number of wrong attributes in each of its decoys."""

    cost: float
    leakage: float
    choice: Choice
    counts: tuple[int, ...]


class _Search:
    """The beam search over choices of options, and its plans."""

    def __init__(self, problem: Problem, pools: Mapping[int, Pool], options: Sequence[Option], budget: float) -> None:
        self._problem, self._pools, self._options, self._budget = problem, pools, options, budget
        self._before = max(problem.pool_leakages, default=0.0)
        self._points: dict[Choice, list[_Point]] = {}
        self._rank: dict[Choice, float] = {}
        for pool in pools.values() if problem.merge else ():
            pool.prepare(options)
        tops = [(leakage, pool.number) for pool in pools.values() for leakage in pool.top]
        others = [(leakage, n) for n, leakage in enumerate(problem.pool_leakages) if n not in pools]
        self._tops = sorted((*tops, *others), reverse=True)

    def result(self) -> Disinformation:
        nothing, problem = _Point(0.0, self._before, (), ()), self._problem
        decoys = [[*map(self._decoys, _front([nothing, *some]))] for some in (self._beam(), self._papers())]
        leaks = iter(problem.leakages(itertools.chain(*decoys)))
        plans = ([DecoyPlan(math.fsum(d.cost for d in one), next(leaks), one) for one in some] for some in decoys)
        found, papers = (tuple(frontier_of(some, BY_COST, TOLERANCE, TOLERANCE)) for some in plans)
        return Disinformation(found, papers, problem.only_self, len(self._options), problem.leakages)

    def _beam(self) -> list[_Point]:
        each = [(number,) for number in range(len(self._options))]
        level = self._looked_at(each)
        for _ in range(1, self._problem.most):
            level = self._looked_at((*choice, *one) for choice in self._kept(level) for one in each)
        best = dict.fromkeys(point.choice for point in _front(itertools.chain(*self._points.values())))
        exchanges = itertools.product(best, range(self._problem.most), ((), *each))
        self._looked_at((*choice[:place], *new, *choice[place + 1 :]) for choice, place, new in exchanges)
        return [*itertools.chain(*self._points.values())]

    def _looked_at(self, choices: Iterable[Choice]) -> list[Choice]:
        ordered = dict.fromkeys(tuple(sorted(choice)) for choice in choices)
        listed = [choice for choice in ordered if choice and self._cost(choice) <= self._budget + TOLERANCE]
        for number, choice in enumerate(listed):
            if choice in self._points:
                continue
            if self._problem.compared > COMPARED:
                return listed[:number]
            report("Trying decoys", number, len(listed))
            self._points[choice], self._rank[choice] = self._tried(choice)
        return listed

    def _kept(self, choices: Sequence[Choice]) -> list[Choice]:
        grid = np.linspace(0.0, self._budget, 25)[1:] + TOLERANCE
        score = {}
        for choice in choices:
            points = self._points[choice]
            place = np.searchsorted([point.cost for point in points], grid, side="right")
            left = np.array([self._before, *(min(self._before, point.leakage) for point in points)])
            score[choice] = float(left[place].sum())
        ranked = (sorted(choices, key=key.__getitem__)[:BEAM] for key in (score, self._rank))
        return list(dict.fromkeys(itertools.chain.from_iterable(ranked)))

    def _cost(self, choice: Choice) -> float:
        return math.fsum(self._options[number].cost for number in choice)

    def _tried(self, choice: Choice) -> tuple[list[_Point], float]:
        """A choice with more and more wrong attributes, and the leakages of the top composites for each.

        The next wrong attribute is the heaviest, in a decoy that is in the worst composite; where merging
        may lose values, every number of them is resolved by itself.
        """
        options, counts = [self._options[number] for number in choice], [0] * len(choice)
        cost, each, points = self._cost(choice), self._problem.prices.attribute, list[_Point]()
        blocks, rest = self._blocks(choice, options) if self._problem.merge else ([], [])
        while True:
            levels = [d.at(sum(w for n in places for w, _ in options[n].room[: counts[n]])) for d, places in blocks]
            leakage = max([*rest, *levels], default=0.0)
            left = self._budget - cost + TOLERANCE
            payable = {n for n, o in enumerate(options) if counts[n] < len(o.room) and each <= left}
            if self._problem.merge:
                open_ = [n for n, (_, places) in enumerate(blocks) if not payable.isdisjoint(places)]
                payable &= blocks[max(open_, key=levels.__getitem__)][1] if open_ else set()
            else:
                [leakage] = self._problem.leakages([self._decoys(_Point(cost, 0.0, choice, tuple(counts)))])
                self._problem.compared += len(self._problem.held) ** 2
            points.append(_Point(cost, leakage, choice, tuple(counts)))
            if not payable:
                top = sorted((*rest, *levels), reverse=True)[:TOP] or [min(point.leakage for point in points)]
                return _front(points), math.fsum(top)
            place = max(sorted(payable), key=lambda n: options[n].room[counts[n]][0])
            cost += each
            counts[place] += 1

    def _blocks(self, choice: Choice, options: Sequence[Option]) -> tuple[list[tuple[Dilution, set[int]]], list[float]]:
        blocks, rest = list[tuple[Dilution, set[int]]](), list[float]()
        reached = {pool for option in options for pool in option.outlet.pools if pool in self._pools}
        for pool in reached:
            places = [place for place, option in enumerate(options) if pool in option.outlet.pools]
            inside, outside = self._pools[pool].blocks([choice[place] for place in places])
            blocks += [(dilution, {places[n] for n in some}) for dilution, some in inside]
            rest += outside
        untouched = (leakage for leakage, pool in self._tops if pool not in reached)
        return blocks, sorted((*rest, *itertools.islice(untouched, TOP)), reverse=True)[:TOP]

    def _papers(self) -> Iterator[_Point]:
        """The papers' heuristic: self disinformation, alone or with two unrelated composites combined.

        "A heuristic algorithm that searches a smaller space, where we either combine two irrelevant records and use
        self disinformation or use self disinformation only." Aimed at what tells most.
        Source: Whang & Garcia-Molina 2011, Section 3.2.
        """
        pool = max((option.pool for option in self._options), key=lambda pool: pool.top, default=None)
        for kind, links in (("self", 0), ("linkage", 2)):
            at = [n for n, o in enumerate(self._options) if o.pool is pool and (o.kind, len(o.links)) == (kind, links)]
            aimed = [(n, o) for n in at if (o := self._options[n]).target == o.pool.targets[0]]
            first = [(n, o) for n, o in aimed if o.links == aimed[0][1].links]
            if first:
                best, _ = min(first, key=lambda one: (one[1].cost, -math.fsum(weight for weight, _ in one[1].room)))
                yield from self._tried((best,))[0]

    def _decoys(self, point: _Point) -> tuple[Decoy, ...]:
        used, decoys = Counter[str](), []
        for number, count in zip(point.choice, point.counts, strict=True):
            option, wrong = self._options[number], []
            for _, label in option.room[:count]:
                wrong.append(Attribute(label, self._problem.wrong(label)[used[label]]))
                used[label] += 1
            record = reduce(add, wrong, option.bait)
            target, *links = map(option.pool.members, (option.target, *option.links))
            cost = self._problem.prices.cost(record)
            decoys.append(Decoy(record, Record(wrong), option.outlet, option.kind, target, tuple(links), cost))
        return tuple(decoys)


def _front(points: Iterable[_Point]) -> list[_Point]:
    simplest = sorted(points, key=lambda point: (len(point.choice), point.choice))
    return frontier_of(simplest, BY_COST, TOLERANCE, TOLERANCE)
