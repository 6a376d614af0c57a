"""Disinformation: records to release so that the adversary knows less, for every budget up to C_max.

A decoy is a bait, by which the adversary joins the record to others (the papers' Create), with wrong attributes (Add):

    self        joins one of the composites that leak most
    linkage     also ties one or two unrelated composites to it, chosen by how much they dilute it
    blocking    joins one record of the composite and contradicts the others, under negative evidence

A beam search finds plans of up to four decoys; one pass of exchanges improves them. It takes every wrong value for one
more, also where a merge would replace another; the leakage of a plan found comes from resolving the records.
Source: Whang & Garcia-Molina 2012, Section 4.2; 2011, Sections 1 and 3.2.
"""

from __future__ import annotations

import heapq
import itertools
import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, reduce
from operator import attrgetter
from typing import NamedTuple, TypeAlias

from leakage.decision.decoys import KINDS, PRICES, Decoy, Kind, Outlet, Prices, add, create
from leakage.decision.evaluator import Evaluator, Mask, bits, mask_of
from leakage.decision.leakage import composite_with, leakages_of
from leakage.decision.made_up_values import Values
from leakage.decision.optimise import frontier_of
from leakage.decision.planned_release import PlannedRelease
from leakage.measure.kernel import expected_ratios
from leakage.measure.leakage import columns_of, leakages, ranking
from leakage.measure.weights import as_measure
from leakage.progress import report
from leakage.record import Attribute, Pair, Record, is_typed
from leakage.resolution.operations import Augment, ResolvePerSource, SourcedRecord, union_merge
from leakage.resolution.rules import Match

__all__ = ["KINDS", "MOST_DECOYS", "Decoy", "DecoyPlan", "Disinformation", "Kind", "Outlet", "Prices", "disinformation"]

MOST_DECOYS = 4  # Most decoys of a plan.
POOLS, TARGETS = 12, 3  # The pools aimed at and the composites in each, those that leak most.
PARTNERS, WEIGHED = 8, 200  # The unrelated composites that may be tied to a target, and how many are compared.
BEAM = 16  # Width of the beam.
TOP = 3  # Composites whose leakages decide between choices.
TOLERANCE = 1e-9  # Leakages and costs that are closer are equal.
COMPARED = 700_000  # Most pairs of records compared in all, if every choice is resolved anew.
BY_COST = attrgetter("cost", "leakage")

Leakage: TypeAlias = Callable[[float], float]
"""The leakage of a composite by the weight of the certain wrong facts that it also has."""


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
    problem, listed = Problem(evaluator, coming, prices, most, values), tuple(outlets)
    if not all(0 <= pool < len(evaluator.pool_releases) for outlet in listed for pool in outlet.pools):
        raise ValueError("an outlet must name pools of the evaluator by their numbers")
    problem.labels = [label for label in dict.fromkeys(labels) if problem.may_be_wrong(label)]
    known, reached = problem.known, {pool for outlet in listed for pool in outlet.pools}
    leaking = replace(known, pools=None).leakages(map(mask_of, known.pool_releases))
    pools = [Pool(problem, n) for n in sorted(reached, key=lambda n: (-leaking[n], n))[:POOLS]]
    return _Search(problem, options_of(problem, pools, listed, kinds, budget), budget).result()


class Option(NamedTuple):
    """A bait for an outlet, aimed at a composite of a pool, with the labels that can be wrong in it."""

    kind: Kind
    pool: Pool
    target: int
    links: tuple[int, ...]
    bait: Record
    outlet: Outlet
    cost: float
    room: tuple[tuple[float, str], ...]

    def outweighs(self, other: Option) -> bool:
        """Whether its wrong attributes weigh at least as much as those of another option, however many there are."""
        pairs = itertools.zip_longest(self.room, other.room, fillvalue=(0.0, ""))
        return all(mine[0] >= its[0] for mine, its in pairs)


class Problem:
    """What is asked: whose leakage to lower, by how many decoys, at which prices, with which wrong values."""

    def __init__(
        self, evaluator: Evaluator, coming: PlannedRelease | None, prices: Prices, most: int, values: Values
    ) -> None:
        self.evaluator, self.coming, self.prices, self.most = evaluator, coming, prices, most
        self.person, self.adversary = evaluator.person, evaluator.adversary
        self.measure, self.labels = as_measure(evaluator.weights), list[str]()
        self.matches = tuple(dict.fromkeys(self.adversary.matches))
        self.conflict_labels = tuple(dict.fromkeys(label for m in self.matches for label in m.conflict_labels))
        self.owned = any(isinstance(step, ResolvePerSource) for step in self.adversary.operations)
        self.known, _ = self.after([])
        self.held = (*evaluator.strangers, *self.known.releases)
        resolve = self.adversary.resolution
        self.only_self = resolve is not None and resolve.unique and resolve.match.negatively_representative
        self._values, self.wrong = values, cache(self._wrong)
        self._used = {pair for record in (self.person, *self.held) for pair in record.confidences}

    def after(self, given: Iterable[tuple[Outlet, Sequence[Record]]]) -> tuple[Evaluator, Mask]:
        """The evaluator with decoys released, and then the coming release; and the releases that are no decoys."""
        evaluator, coming, always = self.evaluator, self.coming, self.evaluator.everything
        for outlet, records in given:
            held = (SourcedRecord(record, outlet.recipient) if self.owned else record for record in records)
            evaluator = evaluator.with_record(*held, pools=outlet.pools)
        if coming is not None:
            always |= 1 << len(evaluator.releases)
            evaluator = evaluator.with_record(coming.record, pools=coming.pools, presumed=coming.presumed)
        return evaluator, always

    def leakages(self, choices: Iterable[Sequence[Decoy]]) -> list[float]:
        """The leakage with each choice of decoys released, one choice at a time."""
        listed, rows = [*choices], itertools.count(len(self.evaluator.releases))
        evaluator, always = self.after((decoy.outlet, [decoy.record]) for decoys in listed for decoy in decoys)
        masks = (mask_of(itertools.islice(rows, len(decoys))) | always for decoys in listed)
        return evaluator.leakages(masks).tolist()  # type: ignore[no-any-return]

    def room(self, bait: Record, outlet: Outlet) -> tuple[tuple[float, str], ...]:
        """The labels that a decoy can be wrong about, with their weights, the heaviest first."""
        free = (label for label in self.labels if outlet.takes([label]) and not bait.values(label))
        return tuple(sorted(((self.measure.weight(label), label) for label in free), key=lambda one: -one[0]))

    def may_be_wrong(self, label: str) -> bool:
        """Whether there are wrong values for all decoys, none of which affects any join."""
        undecided = (rule for match in self.matches for rule in match.single_rules if not rule.decided)
        unsafe = {*self.conflict_labels, *(each for rule in undecided for each in rule.labels)}
        unsafe.update(step.label for step in self.adversary.operations if isinstance(step, Augment))
        return label not in unsafe and len(self.wrong(label)) >= self.most

    def _wrong(self, label: str) -> list[str]:
        """Values near no fact: one for each decoy of a plan, then those that keep records apart."""
        fresh = (v for v in dict.fromkeys(self._values(label, 50)) if (label, v) not in self._used)
        wrong = (v for v in fresh if not self.measure.closest((label, v), self.person)[1])
        return [*itertools.islice(wrong, self.most + TARGETS)]


class Pool:
    """The composites of a pool, and the baits that reach those that leak most."""

    def __init__(self, problem: Problem, number: int) -> None:
        self.number, self._problem = number, problem
        known, held = problem.known, problem.known.pool_releases[number]
        first = len(known.strangers)
        self._numbers = [*range(first), *(first + n for n in held)]
        self._presumed = {first + place: known.presumed[n] for place, n in enumerate(held) if n in known.presumed}
        self.resolution = problem.adversary.resolve([problem.held[n] for n in self._numbers])
        self.each = leakages_of(self.resolution, problem.person, problem.measure, self._presumed)
        self.targets = [n for n in ranking(self.each)[:TARGETS] if self.each[n] > 0.0]

    def members(self, composite: int) -> tuple[int, ...]:
        """The records of a composite: strangers first, then releases, without the coming one."""
        last = len(self._problem.held) - (self._problem.coming is not None)
        numbers = (self._numbers[n] for n in self.resolution.members[composite])
        return tuple(n for n in numbers if n < last)

    def baits(
        self, form: frozenset[str], kinds: Collection[Kind], tied: int
    ) -> Iterator[tuple[Kind, int, tuple[int, ...], Record]]:
        """Every bait that a form takes, with its kind, its target and the composites it ties in."""
        for match, target in itertools.product(self._problem.matches, self.targets):
            aims: list[tuple[Kind, tuple[int, ...]]] = [("self", ())] if "self" in kinds else []
            if "linkage" in kinds and not self._problem.only_self:
                best = self._partners(match, form, target, tied)
                aims += (("linkage", links) for size in (1, 2) for links in itertools.combinations(best, size))
            for (kind, links), spared in itertools.product(aims, (False, True)):
                some = [self.resolution.composites[n] for n in (target, *links)]
                if bait := self._created(match, form, some, spared):
                    yield kind, target, links, bait
            if "blocking" in kinds:
                yield from (("blocking", target, (), bait) for bait in self._blocking(match, form, target))

    def _created(self, match: Match, form: frozenset[str], some: Sequence[Record], spared: bool = True) -> Record:
        """A bait that raises the confidence of wrong facts; perhaps one that leaves labels free to be wrong about."""
        measure, labels, person = self._problem.measure, self._problem.labels, self._problem.person

        def price(pair: Pair) -> float:
            surer = 1.0 - max(c.confidence_of(pair) for c in some)
            right = 2.0 * measure.closest(pair, person)[1] - 1.0
            return measure.weight(pair[0]) * (surer * right + (spared and pair[0] in labels))

        bait = {a.pair for a in create(some, match, allowed=lambda p: p[0] in form and is_typed(p), price=price)}
        for label in form.intersection(self._problem.conflict_labels) if bait else ():
            # It agrees with composites that contradict each other.
            values = {next((v for v in c.values(label) if is_typed((label, v))), "") for c in some} - {""}
            bait |= {(label, value) for value in values if len(values) > 1}
        stated = Record(Attribute(*pair) for pair in bait)
        return stated if all(match.matches(stated, c) for c in some) else Record()

    def _blocking(self, match: Match, form: frozenset[str], target: int) -> Iterator[Record]:
        """Baits that join one member of a composite, and contradict the others."""
        members = [self.resolution.records[n] for n in self.resolution.members[target]]
        for label in (label for label in self._problem.conflict_labels if label in form):
            ignorant = [record for record in dict.fromkeys(members) if not record.values(label)]
            # Each has its own values: decoys that share one would be joined by it.
            own = self._problem.wrong(label)[self._problem.most :] if len(ignorant) < len(members) else []
            for record, value in zip(ignorant, own, strict=False):
                bait = self._created(match, form, [record])
                if bait and not bait.values(label):
                    yield add(bait, Attribute(label, value))

    def _partners(self, match: Match, form: frozenset[str], target: int, tied: int) -> list[int]:
        """The composites that lower a target's leakage most when joined to it."""
        composites, near = self.resolution.composites, [n for n in self._longest if n != target]
        body = composite_with(self.resolution, target, self._presumed)
        joined = [union_merge(body, composites[n]) for n in near]
        left = leakages(joined, self._problem.person, self._problem.measure).tolist()
        falls = [n for leak, n in sorted(zip(left, near, strict=True)) if leak < self.each[target] - TOLERANCE]
        reached = (n for n in falls if self._created(match, form, [composites[target], composites[n]]))
        return [*itertools.islice(reached, tied)]

    @cached_property
    def _longest(self) -> list[int]:
        composites = self.resolution.composites
        return heapq.nlargest(WEIGHED, range(len(composites)), key=lambda n: len(composites[n]))


def options_of(
    problem: Problem, pools: Sequence[Pool], outlets: Sequence[Outlet], kinds: Collection[Kind], budget: float
) -> list[Option]:
    """The baits that the budget allows; if several outlets can take one, those no other outlet outweighs."""
    # With many targets, fewer partners each.
    tied = PARTNERS // (1 + (sum(len(pool.targets) for pool in pools) > 3 * TARGETS))
    baits = cache(lambda pool, form: [*pool.baits(form, kinds, tied)])
    read = frozenset(label for match in problem.matches for label in match.labels)
    found: dict[object, list[Option]] = {}
    for done, outlet in enumerate(outlets):
        report("Making decoys", done, len(outlets))
        form = read if outlet.fields is None else outlet.fields & read
        for pool in (pool for pool in pools if pool.number in outlet.pools):
            for kind, target, links, bait in baits(pool, form):
                cost = problem.prices.cost(bait)
                option = Option(kind, pool, target, links, bait, outlet, cost, problem.room(bait, outlet))
                same = found.setdefault((bait, outlet.recipient if problem.owned else outlet.pools), [])
                if cost <= budget + TOLERANCE and not any(other.outweighs(option) for other in same):
                    same.append(option)
    return list(itertools.chain.from_iterable(found.values()))


class _Point(NamedTuple):
    """A choice of options, by number and ascending, with a number of wrong attributes in the decoy of each."""

    cost: float
    leakage: float
    choice: tuple[int, ...]
    counts: tuple[int, ...]


class _Search:
    """The beam search over choices of options, and its plans."""

    def __init__(self, problem: Problem, options: Sequence[Option], budget: float) -> None:
        self._problem, self._options, self._budget = problem, options, budget
        # Each bait as often as a plan can have it.
        whole, self._always = problem.after((option.outlet, [option.bait] * problem.most) for option in options)
        self._whole, self._parts = whole, whole.parts
        self._part_of = {row: n for n, part in enumerate(self._parts) for row in bits(part & ~self._always)}
        self._pools = [mask_of(numbers) for numbers in whole.pool_releases]
        held = [(n, part) for n, pool in enumerate(self._pools) for part in whole.parts_held(pool & self._always)]
        leaks = whole.part_leakages([part for _, part in held])
        self._base = sorted(zip(leaks, ((n, part) for n, (part, _) in held), strict=True), reverse=True)
        self._rank, self._found = dict[tuple[int, ...], float](), list[_Point]()
        self._composites, self._leakage = cache(self._resolved), cache(self._diluted)
        self._compared = 0

    def result(self) -> Disinformation:
        nothing, problem = _Point(0.0, max([leak for leak, _ in self._base[:1]], default=0.0), (), ()), self._problem
        decoys = [[*map(self._decoys, _front([nothing, *some]))] for some in (self._beam(), self._papers())]
        leaks = iter(problem.leakages(itertools.chain(*decoys)))
        plans = ([DecoyPlan(math.fsum(d.cost for d in one), next(leaks), one) for one in some] for some in decoys)
        found, papers = (tuple(frontier_of(some, BY_COST, TOLERANCE, TOLERANCE)) for some in plans)
        return Disinformation(found, papers, problem.only_self, len(self._options), problem.leakages)

    def _beam(self) -> list[_Point]:
        each = [(number,) for number in range(len(self._options))]
        level = self._looked_at(each)
        for _ in range(1, self._problem.most):
            kept = sorted(level, key=self._rank.__getitem__)[:BEAM]
            level = self._looked_at((*choice, *one) for choice in kept for one in each)
        best = dict.fromkeys(point.choice for point in _front(self._found))
        exchanges = itertools.product(best, range(self._problem.most), ((), *each))
        self._looked_at((*choice[:place], *new, *choice[place + 1 :]) for choice, place, new in exchanges)
        return self._found

    def _looked_at(self, choices: Iterable[tuple[int, ...]]) -> list[tuple[int, ...]]:
        """The choices that the budget allows; all are tried, unless too many pairs of records were compared."""
        ordered = dict.fromkeys(tuple(sorted(choice)) for choice in choices)
        costs = ((choice, math.fsum(self._options[n].cost for n in choice)) for choice in ordered if choice)
        listed = [choice for choice, cost in costs if cost <= self._budget + TOLERANCE]
        for number, choice in enumerate(listed):
            if choice not in self._rank:
                if self._compared > COMPARED:
                    return listed[:number]
                report("Trying decoys", number, len(listed))
                points, self._rank[choice] = self._tried(choice)
                self._found += points
        return listed

    def _tried(self, choice: tuple[int, ...]) -> tuple[list[_Point], float]:
        """A choice with more and more wrong attributes, and the sum of the greatest leakages in the end.

        The next wrong attribute is the heaviest, in a decoy that is in the worst composite.
        """
        options, counts = [self._options[number] for number in choice], [0] * len(choice)
        cost, each, points = math.fsum(o.cost for o in options), self._problem.prices.attribute, list[_Point]()
        joined, others = self._joined(choice)
        while True:
            wrong = [math.fsum(w for w, _ in o.room[:count]) for o, count in zip(options, counts, strict=True)]
            levels = [leakage(math.fsum(wrong[n] for n in places)) for leakage, places in joined]
            points.append(_Point(cost, max([*others, *levels], default=0.0), choice, tuple(counts)))
            payable = cost + each <= self._budget + TOLERANCE
            open_ = {n for n, o in enumerate(options) if payable and counts[n] < len(o.room)}
            lower = [n for n, (_, places) in enumerate(joined) if places & open_]
            if not lower:
                return _front(points), math.fsum(sorted((*others, *levels), reverse=True)[:TOP])
            worst = joined[max(lower, key=levels.__getitem__)][1] & open_
            place = max(sorted(worst), key=lambda n: options[n].room[counts[n]][0])
            cost += each
            counts[place] += 1

    def _joined(self, choice: tuple[int, ...]) -> tuple[list[tuple[Leakage, set[int]]], list[float]]:
        """The composites with decoys of a choice, and which ones; and the greatest leakages of the others."""
        joined, others, changed = list[tuple[Leakage, set[int]]](), list[float](), set[tuple[int, int]]()
        first, most = len(self._problem.evaluator.releases), self._problem.most
        rows = [first + n * most + choice[:place].count(n) for place, n in enumerate(choice)]
        held = self._always | mask_of(rows)
        for number, pool in enumerate(self._pools):
            for part in {self._part_of[row] for row in rows if pool >> row & 1}:
                changed.add((number, part))
                groups = self._whole.groups(part, self._parts[part] & pool & held)
                for releases, leakage in itertools.chain.from_iterable(map(self._composites, groups)):
                    if places := {place for place, row in enumerate(rows) if releases >> row & 1}:
                        joined.append((leakage, places))
                    else:
                        others.append(leakage(0.0))
        unchanged = itertools.islice((leak for leak, key in self._base if key not in changed), TOP)
        return joined, sorted((*others, *unchanged), reverse=True)[:TOP]

    def _resolved(self, group: Mask) -> list[tuple[Mask, Leakage]]:
        self._compared += 0 if self._whole.by_tokens else group.bit_count() ** 2
        return [(releases, self._leakage(body)) for releases, body in self._whole.composites(group)]

    def _diluted(self, body: Record) -> Leakage:
        held = columns_of([body], self._problem.person, self._problem.measure)
        # Certain wrong facts only add to the scale.
        return cache(lambda wrong: min(1.0, 2.0 * float(expected_ratios(held._replace(scale=held.scale + wrong))[0])))

    def _papers(self) -> Iterator[_Point]:
        """The papers' heuristic: self disinformation, alone or with two unrelated composites combined.

        "A heuristic algorithm that searches a smaller space, where we either combine two irrelevant records and use
        self disinformation or use self disinformation only." Aimed at what tells most.
        Source: Whang & Garcia-Molina 2011, Section 3.2.
        """
        options = self._options
        if not options:
            return
        pool = max((option.pool for option in options), key=lambda pool: float(pool.each.max()))
        for kind, links in (("self", 0), ("linkage", 2)):
            asked = (pool, pool.targets[0], kind, links)
            aimed = [n for n, o in enumerate(options) if (o.pool, o.target, o.kind, len(o.links)) == asked]
            first = [n for n in aimed if options[n].links == options[aimed[0]].links]
            best = sorted(first, key=lambda n: (options[n].cost, -math.fsum(w for w, _ in options[n].room)))
            yield from self._tried((best[0],))[0] if best else ()

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
