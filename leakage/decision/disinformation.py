"""Disinformation: records to release so that the adversary knows less, for every budget up to a greatest.

A decoy is a bait, by which the adversary joins the record to others (the papers' Create), with wrong attributes (Add):

    self        joins one of the composites that tell most
    linkage     ties one or two unrelated composites to such a one, out of those that dilute it most
    blocking    joins one record of such a composite and contradicts the others, under negative evidence

A beam goes over up to three decoys; what it finds is improved by one pass of exchanges. All leakages are those of
resolving the records. Source: Whang & Garcia-Molina 2012, Section 4.2; 2011, Sections 1 and 3.2.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from typing import Literal, NamedTuple, TypeAlias, get_args

import numpy as np

from leakage.decision.create import add, create
from leakage.decision.evaluator import Evaluator
from leakage.decision.leakage import leakages_of
from leakage.decision.made_up_values import Values
from leakage.decision.planned_release import PlannedRelease
from leakage.decision.presumed import Presumed, with_presumed
from leakage.measure.kernel import Columns, expected_ratios
from leakage.measure.leakage import columns_of, leakages, ranking
from leakage.measure.weights import Measure, as_measure
from leakage.progress import report
from leakage.record import Attribute, Pair, Record, is_typed
from leakage.resolution.adversary import Adversary
from leakage.resolution.engine import by_tokens
from leakage.resolution.operations import (
    SAME_VALUES,
    Augment,
    Merge,
    Operation,
    Resolve,
    ResolvePerSource,
    SingleLink,
    SourcedRecord,
    merged,
    union_merge,
)
from leakage.resolution.rules import Match, Unless

Kind: TypeAlias = Literal["self", "linkage", "blocking"]
KINDS: tuple[Kind, ...] = get_args(Kind)

RECORDS = 4
"""Decoys of a plan, at most."""

POOLS, TARGETS, LINKS = 12, 3, 8
"""The pools that know most and their most telling composites that are aimed at, and what may be tied to each."""

WEIGHED = 200
"""Of how many unrelated composites the leakage is worked out that they would have as one with a target."""

BEAM = 8
"""Choices that are carried on from each number of decoys to the next, by each of two measures."""

MANY = 9
"""Targets, from which on half as much is tied to each."""

COMPARED = 700_000
"""Pairs of records in all, where every choice is resolved anew."""

TOP = 3
"""The most telling composites by which choices are compared that leak the same."""

TOLERANCE = 1e-9
"""Leakages and costs that are closer are equal."""


@dataclass(frozen=True)
class Prices:
    """``C(r) = price of a record + |r| price of an attribute``, in whatever unit the person thinks of.

    "Adding a new social network profile would require the cost for registering information. As another example, longer
    records could require more cost." Source: Whang & Garcia-Molina 2012, Section 4.2; 2011, Section 3.2.

    Arguments:
        record, attribute: the prices, >= 0, not both 0.
        by_recipient: (recipient, price of a record, price of an attribute) where they are others.

    >>> prices = Prices(3.0, 1.0, (("Social network", 5.0, 0.5),))
    >>> profile = Record.of(("Name", "Alice"), ("Photo", "portrait 12"))
    >>> prices.cost("Social network", profile), prices.cost("Shop", profile)
    (6.0, 5.0)
    """

    record: float = 3.0
    attribute: float = 1.0
    by_recipient: tuple[tuple[str, float, float], ...] = ()

    def __post_init__(self) -> None:
        for pair in ((self.record, self.attribute), *(tuple(prices) for _, *prices in self.by_recipient)):
            if not all(0.0 <= price < math.inf for price in pair):
                raise ValueError("a price must be a finite number >= 0")
            if not sum(pair):
                raise ValueError("a record and its attributes must not both be free")

    def of(self, recipient: str) -> tuple[float, float]:
        """The price of a record, and of each attribute in it."""
        usual = self.record, self.attribute
        return next(((record, each) for name, record, each in self.by_recipient if name == recipient), usual)

    def cost(self, recipient: str, record: Record) -> float:
        """``C(r)``."""
        start, each = self.of(recipient)
        return start + len(record) * each


@dataclass(frozen=True, slots=True)
class Outlet:
    """Somebody who can be given a decoy.

    Arguments:
        recipient: who it is, as the prices name them.
        pools: the numbers of the evaluator's pools that then hold it.
        fields: the labels that its form asks for; None for all.
    """

    recipient: str
    pools: tuple[int, ...] = (0,)
    fields: frozenset[str] | None = None

    def takes(self, labels: Iterable[str]) -> bool:
        """Whether its form has a field for each of these."""
        return self.fields is None or self.fields.issuperset(labels)


@dataclass(frozen=True, eq=False)
class Decoy:
    """A record of disinformation.

    Arguments:
        record: all that it says.
        wrong: the attributes that Add appended; the others are the bait.
        outlet: whom it is given to.
        kind: what it is for.
        target: what it joins, numbers of records: strangers first, then releases.
        links: the same of what it ties in, each a composite.
        cost: C(record).
    """

    record: Record
    wrong: Record
    outlet: Outlet
    kind: Kind
    target: tuple[int, ...]
    links: tuple[tuple[int, ...], ...]
    cost: float


@dataclass(frozen=True, eq=False)
class DecoyPlan:
    """S: what to release, in its order, with the sum of C(r) and L(R + S, e, E)."""

    cost: float
    leakage: float
    decoys: tuple[Decoy, ...]


@dataclass(frozen=True, eq=False)
class Disinformation:
    """The best plans found, by rising cost and falling leakage; the first is to release nothing.

    Arguments:
        plans: each leaks less than all that cost no more.
        heuristic: the same of the papers' heuristic.
        only_self: whether no record can join two composites, so that there is no linkage.
        baits: how many decoys there are to choose from, before wrong attributes are added.
        leakages_of: the leakage with each of some choices of decoys released.
    """

    plans: tuple[DecoyPlan, ...]
    heuristic: tuple[DecoyPlan, ...]
    only_self: bool
    baits: int
    leakages_of: Callable[[Iterable[Sequence[Decoy]]], list[float]]

    def within(self, budget: float) -> DecoyPlan:
        """The best plan that costs no more."""
        return [plan for plan in self.plans if plan.cost <= budget + TOLERANCE][-1]

    def heuristic_within(self, budget: float) -> DecoyPlan:
        """What the papers' heuristic comes to within a budget."""
        return [plan for plan in self.heuristic if plan.cost <= budget + TOLERANCE][-1]


def disinformation(
    evaluator: Evaluator,
    outlets: Iterable[Outlet],
    labels: Iterable[str],
    values: Values,
    budget: float,
    prices: Prices = Prices(),
    *,
    kinds: Collection[Kind] = KINDS,
    records: int = RECORDS,
    coming: PlannedRelease | None = None,
) -> Disinformation:
    """For every budget up to C_max the disinformation that was found to leave least leakage.

    ``min over S of L(R + S, e, E) subject to sum of C(r) over S <= C_max``, L being that of the worst pool. The decoys
    arrive after all that is released, in the order of a plan.
    Source: Whang & Garcia-Molina 2012, Section 4.2; 2011, Sections 1 and 3.2.

    Arguments:
        evaluator: the releases, the strangers, e, E, and the pools.
        outlets: who can be given a decoy.
        labels: under which something wrong may be said: each once in a decoy whose bait does not state it.
        values: wrong but believable values, as ``nobodys_values`` makes them; those near a fact are left out, and those
            that a rule takes for one in use.
        budget: C_max > 0.
        prices: C(r).
        kinds: what decoys may be for.
        records: decoys of a plan at most, >= 1.
        coming: a release that will follow on the decoys, to pools that there are.

    >>> from leakage.resolution.rules import Shares
    >>> R = [Record.of(("N", "Alice"), ("P", "123")), Record.of(("N", "Bob"), ("P", "987"), ("C", "999"))]
    >>> known = Evaluator(R[:1], R[1:], R[0], Adversary(Resolve(Shares("N"))))
    >>> values = lambda label, count: [f"wrong {n}" for n in range(count)]
    >>> found = disinformation(known, [Outlet("Shop")], ["P"], values, 4.0, Prices(1.0, 1.0))
    >>> [(plan.cost, round(plan.leakage, 3), [decoy.kind for decoy in plan.decoys]) for plan in found.plans]
    [(0.0, 1.0, []), (3.0, 0.571, ['linkage']), (4.0, 0.5, ['linkage'])]
    """
    if not 0.0 < budget < math.inf:
        raise ValueError("the budget must be more than 0")
    if records < 1:
        raise ValueError(f"there must be room for a decoy at least, got {records}")
    known = _Known(evaluator, coming, prices, records, values)
    listed = tuple(outlets)
    if not all(0 <= pool < len(known.pools) for outlet in listed for pool in outlet.pools):
        raise ValueError("an outlet must name pools of the evaluator by their numbers")
    known.labels = [label for label in dict.fromkeys(labels) if known.may_be_wrong(label)]
    pools = known.reached(listed)
    options = _roomiest(_Baits(known, kinds).options(pools, listed, budget), known.owned)
    return _Search(known, pools, options, budget).result()


class _Option(NamedTuple):
    """A bait for somebody, aimed at a composite of a pool, with the wrong attributes that it can take."""

    kind: Kind
    pool: _Pool
    target: int
    links: tuple[int, ...]
    bait: Record
    outlet: Outlet
    cost: float
    each: float
    room: tuple[tuple[float, str], ...]


Choice: TypeAlias = tuple[int, ...]
"""The numbers of options, ascending; one may occur several times."""


class _Point(NamedTuple):
    """What a choice comes to with so many wrong attributes in each of its decoys."""

    cost: float
    leakage: float
    choice: Choice
    counts: tuple[int, ...]


class _Known:
    """What is asked: the evaluator, the release that is coming, prices, and wrong values that nobody has."""

    def __init__(
        self, evaluator: Evaluator, coming: PlannedRelease | None, prices: Prices, records: int, values: Values
    ) -> None:
        self.evaluator, self.coming, self.prices, self.records = evaluator, coming, prices, records
        self.person, self.adversary = evaluator.person, evaluator.adversary
        self.measure = as_measure(evaluator.weights)
        self.pools = [sorted(set(p)) for p in evaluator.pools or [range(len(evaluator.releases))]]
        self.coming_to = range(len(self.pools)) if coming is None or coming.pools is None else coming.pools
        self.owned = any(isinstance(step, ResolvePerSource) for step in self.adversary.operations)
        steps = self.adversary.operations[len(self.adversary.preparation) :]
        merges = {_merge_of(step) for step in steps}
        self.joining = Adversary(*steps)
        # The one merge of all operations that join records, where it keeps all values.
        self.merge = merges.pop() if len(merges) == 1 else None
        self.matches = tuple(dict.fromkeys(self.adversary.matches))
        self.conflict_labels = tuple(dict.fromkeys(label for m in self.matches for label in m.conflict_labels))
        self.held = (*evaluator.strangers, *evaluator.releases, *((coming.record,) if coming else ()))
        self.compared, self.labels = 0, list[str]()
        self._values, self._wrong = values, dict[str, list[str]]()
        self._used = {pair for record in (self.person, *self.held) for pair in record.confidences}

    @property
    def only_self(self) -> bool:
        """Whether a record matches one composite at most, by representativity and negative representativity.

        Source: Whang & Garcia-Molina 2011, Section 3.2.
        """
        resolve = self.adversary.resolution
        return resolve is not None and resolve.unique and resolve.match.negatively_representative

    def with_coming(self, evaluator: Evaluator, pools: Iterable[int] | None) -> Evaluator:
        """An evaluator with the release that is coming, where there is one."""
        coming = self.coming
        return evaluator if coming is None else evaluator.with_record(coming.record, pools, coming.presumed)

    def given(self, bait: Record, outlet: Outlet) -> Record:
        """A decoy in the hands of whom it is given to, where that matters."""
        return SourcedRecord(bait, outlet.recipient) if self.owned else bait

    def leakages(self, choices: Iterable[Sequence[Decoy]]) -> list[float]:
        """The leakage with each of some choices of decoys released, of which one is at a time."""
        evaluator, masks = self.evaluator, []
        for decoys in choices:
            first = len(evaluator.releases)
            for decoy in decoys:
                evaluator = evaluator.with_record(self.given(decoy.record, decoy.outlet), decoy.outlet.pools)
            masks.append(evaluator.everything >> first << first | self.evaluator.everything)
        last = len(evaluator.releases)
        evaluator = self.with_coming(evaluator, self.coming_to)
        return [*map(float, evaluator.leakages(mask | evaluator.everything >> last << last for mask in masks))]

    @cached_property
    def telling(self) -> list[float]:
        """The leakage of each pool."""
        coming = self.with_coming(self.evaluator, None)
        last = 1 << len(self.evaluator.releases)
        masks = [
            sum(1 << n for n in held) | last * (number in self.coming_to) for number, held in enumerate(self.pools)
        ]
        return replace(coming, pools=None).leakages(masks).tolist()  # type: ignore[no-any-return]

    def reached(self, outlets: Iterable[Outlet]) -> list[_Pool]:
        """The pools that know most of those that outlets reach."""
        numbers = {pool for outlet in outlets for pool in outlet.pools}
        return [_Pool(self, n) for n in sorted(numbers, key=lambda n: (-self.telling[n], n))[:POOLS]]

    def may_be_wrong(self, label: str) -> bool:
        """Whether there are wrong values for all decoys, which change nothing about who is joined."""
        filled_in = any(isinstance(step, Augment) and step.label == label for step in self.adversary.operations)
        unsafe = filled_in or any(label in _unsafe(match) for match in self.matches)
        return not unsafe and len(self.wrong(label)) >= self.records

    def wrong(self, label: str) -> list[str]:
        """Values near no fact: one for each decoy of a plan, and then those by which decoys block."""
        wanted = self.records + TARGETS
        for count in (wanted, 8 * wanted) if label not in self._wrong else ():
            given = dict.fromkeys(v for v in self._values(label, count) if (label, v) not in self._used)
            wrong = [v for v in given if not self.measure.closest((label, v), self.person)[1]]
            self._wrong[label] = wrong[:wanted]
            if len(wrong) >= wanted:
                break
        return self._wrong[label]


def _merge_of(step: Operation) -> Merge | None:
    """The merge of an operation that joins records and keeps all values; None for any other."""
    if isinstance(step, ResolvePerSource):
        return _merge_of(step.operation)
    return step.merge if isinstance(step, Resolve | SingleLink) and step.merge in SAME_VALUES else None


def _unsafe(match: Match) -> set[str]:
    """Labels under which a value that nobody else has may change who is joined."""
    if isinstance(match, Unless):
        return _unsafe(match.match).union(match.conflicts.labels)
    if match.parts:
        return set[str]().union(*map(_unsafe, match.parts))
    return set() if match.decided else set(match.labels)


class _Pool:
    """A pool, and its composites."""

    def __init__(self, known: _Known, number: int) -> None:
        self._known, self.number = known, number
        evaluator, held = known.evaluator, known.pools[number]
        first = len(evaluator.strangers)
        self._numbers = [*range(first), *(first + n for n in held)]
        records = [known.held[n] for n in self._numbers]
        self.comes = known.coming is not None and number in known.coming_to
        presumed = evaluator.presumed or {}
        self._presumed = {first + place: presumed[n] for place, n in enumerate(held) if n in presumed}
        if known.coming is not None and self.comes:
            self._presumed |= {len(records): known.coming.presumed} if known.coming.presumed else {}
            records.append(known.coming.record)
        self.resolution = known.adversary.resolve(records)
        self.each = leakages_of(self.resolution, known.person, known.measure, self._presumed)
        self.top = sorted(self.each.tolist(), reverse=True)[:TOP]
        self.targets = [n for n in ranking(self.each)[:TARGETS] if self.each[n] > 0.0]

    def members(self, composite: int) -> tuple[int, ...]:
        """The records of a composite: strangers first, then releases."""
        members = self.resolution.members[composite]
        return tuple(self._numbers[n] for n in members if n < len(self._numbers))

    def presumed_of(self, members: Iterable[int]) -> list[Presumed]:
        """What the holders of some records of the pool are presumed to have."""
        return [self._presumed[n] for n in members if n in self._presumed]

    def falling(self, target: int) -> list[tuple[int, float]]:
        """Composites that would lower a target's leakage as one with it, and by how much, the greatest fall first."""
        composites, columns = self.resolution.composites, self._columns
        wrong = columns.total(columns.confidence * (columns.weight - 2.0 * columns.credit))
        order = [int(n) for n in np.argsort(-wrong, kind="stable")[: WEIGHED + 1] if n != target]
        body = with_presumed(composites[target], self.presumed_of(self.resolution.members[target]))
        then = leakages([union_merge(body, composites[n]) for n in order], self._known.person, self._known.measure)
        falls = [(n, float(self.each[target] - leakage)) for n, leakage in zip(order, then, strict=True)]
        return sorted((fall for fall in falls if fall[1] > TOLERANCE), key=lambda fall: -fall[1])

    @cached_property
    def _columns(self) -> Columns:
        return columns_of(tuple(self.resolution.composites), self._known.person, self._known.measure)


class _Baits:
    """What decoys are made of, before wrong attributes are added."""

    def __init__(self, known: _Known, kinds: Collection[Kind]) -> None:
        self._known, self._kinds = known, kinds

    def options(self, pools: Sequence[_Pool], outlets: Sequence[Outlet], budget: float) -> Iterator[_Option]:
        """The baits that the budget pays for, no two the same for one outlet."""
        read = {label for match in self._known.matches for label in match.labels}
        aims: dict[tuple[int, frozenset[str]], list[tuple[Kind, int, Choice, Record]]] = {}
        seen = set()
        # Where much is aimed at, less is tied to each.
        self._tied = LINKS if sum(len(pool.targets) for pool in pools) <= MANY else LINKS // 2
        for done, outlet in enumerate(outlets):
            report("Making decoys", done, len(outlets))
            self._form = frozenset(read if outlet.fields is None else outlet.fields & read)
            start, each = self._known.prices.of(outlet.recipient)
            for pool in pools:
                if pool.number not in outlet.pools:
                    continue
                if (pool.number, self._form) not in aims:
                    aims[pool.number, self._form] = [*self._aims(pool)]
                for kind, target, links, bait in aims[pool.number, self._form]:
                    cost = start + each * len(bait)
                    if cost <= budget + TOLERANCE and (outlet, bait) not in seen:
                        seen.add((outlet, bait))
                        yield _Option(kind, pool, target, links, bait, outlet, cost, each, self._room(bait, outlet))

    def _room(self, bait: Record, outlet: Outlet) -> tuple[tuple[float, str], ...]:
        """The labels under which a decoy can say something wrong, with their weights, the heaviest first."""
        free = (label for label in self._known.labels if outlet.takes([label]) and not bait.values(label))
        return tuple(sorted(((self._known.measure.weight(label), label) for label in free), key=lambda one: -one[0]))

    def _aims(self, pool: _Pool) -> Iterator[tuple[Kind, int, Choice, Record]]:
        for match, target in itertools.product(self._known.matches, pool.targets):
            self._match = match
            if "self" in self._kinds:
                yield from (("self", target, (), bait) for bait in self._joining(pool, (target,)))
            if "blocking" in self._kinds:
                yield from (("blocking", target, (), bait) for bait in self._blocking(pool, target))
            if "linkage" in self._kinds:
                for links in self._links(pool, target):
                    yield from (("linkage", target, links, bait) for bait in self._joining(pool, (target, *links)))

    def _joining(self, pool: _Pool, composites: Choice) -> list[Record]:
        """The smallest baits, and those that state a value of all where they conflict."""
        some = [pool.resolution.composites[number] for number in composites]
        baits = [self._created(some, spared) for spared in (False, True)]
        for bait in tuple(baits):
            bridge = {a.pair for a in bait}
            for label in self._form.intersection(self._known.conflict_labels):
                values = [[v for v in c.values(label) if is_typed((label, v))][:1] for c in some]
                if len(set(itertools.chain(*values))) > 1:
                    bridge |= {(label, value) for value in itertools.chain(*values)}
            both = Record(Attribute(*pair) for pair in bridge)
            if all(self._match.matches(both, c) for c in some):
                baits.append(both)
        return [bait for bait in dict.fromkeys(baits) if bait]

    def _created(self, some: Sequence[Record], spared: bool = True) -> Record:
        """A bait that makes her surer of what is wrong; maybe one that spares labels that can be stated wrongly."""
        measure, labels = self._known.measure, self._known.labels

        def sayable(pair: Pair) -> bool:
            return pair[0] in self._form and is_typed(pair)

        def price(pair: Pair) -> float:
            weight, surer = measure.weight(pair[0]), 1.0 - max(c.confidence_of(pair) for c in some)
            right = 2.0 * measure.closest(pair, self._known.person)[1] - 1.0
            return weight * (surer * right + (spared and pair[0] in labels))

        return create(some, self._match, sayable=sayable, price=price)

    def _blocking(self, pool: _Pool, target: int) -> Iterator[Record]:
        """Baits that join one record of a composite and contradict the others.

        "The different phone numbers lead them to believe that records correspond to different entities."
        Source: Whang & Garcia-Molina 2011, Section 1.
        """
        members = [pool.resolution.records[n] for n in pool.resolution.members[target]]
        for label in self._known.conflict_labels if self._form else ():
            ignorant = [record for record in dict.fromkeys(members) if not record.values(label)]
            if label in self._form and len(ignorant) < len(members):
                # Values of their own: two decoys that share one would be joined by what was to keep them apart.
                for record, value in zip(ignorant, self._known.wrong(label)[self._known.records :], strict=False):
                    bait = self._created([record])
                    if bait and not bait.values(label):
                        yield add(bait, Attribute(label, value))

    def _links(self, pool: _Pool, target: int) -> Iterator[Choice]:
        """One unrelated composite, then two: those whose leakage as one with the target falls most for the price."""
        if self._known.only_self:
            return
        ranked = []
        for number, fall in pool.falling(target)[: 3 * self._tied]:
            bait = self._created([pool.resolution.composites[n] for n in (target, number)])
            if bait:
                ranked.append((fall / self._known.prices.cost("", bait), number))
        best = [number for _, number in sorted(ranked, reverse=True)[: self._tied]]
        yield from ((number,) for number in best)
        yield from itertools.combinations(best, 2)


def _roomiest(options: Iterable[_Option], owned: bool) -> list[_Option]:
    """Of the same bait for several outlets those that take most that is wrong, among the cheapest for so many."""
    alike: dict[object, list[_Option]] = {}
    for number, option in enumerate(options):
        alike.setdefault((option.bait, number if owned else option.outlet.pools), []).append(option)
    best = [
        min(able, key=lambda o: (o.cost + size * o.each, -math.fsum(weight for weight, _ in o.room[:size])))
        for some in alike.values()
        for size in range(1 + max(len(option.room) for option in some))
        if (able := [option for option in some if len(option.room) >= size])
    ]
    return list(dict.fromkeys(best))


class _Arrivals:
    """What comes of a pool where baits arrive.

    Units are what is joined: the composites, where joining them with baits joins their records; else the records.
    """

    def __init__(self, known: _Known, pool: _Pool, options: dict[int, _Option]) -> None:
        self.pool, self._known = pool, known
        numbers: dict[Record, int] = {}
        given = {number: known.given(option.bait, option.outlet) for number, option in options.items()}
        self._bait_of = {number: numbers.setdefault(bait, len(numbers)) for number, bait in given.items()}
        resolve, members = known.adversary.resolution, pool.resolution.members
        joined = resolve is not None and resolve.by_tokens
        # A second decoy of the same bait is another record, where more than values in common decide.
        self._copies = 1 if joined else known.records
        self._baits = [bait for bait in known.adversary.prepared([*numbers]) for _ in range(self._copies)]
        units = list(pool.resolution.composites if joined else known.adversary.prepared(pool.resolution.records))
        behind = list(members) if joined else [(n,) for n in range(len(units))]
        relevant = list(range(len(units)))
        if resolve is not None and resolve.match.conjunctions is not None:
            part = by_tokens([*units, *self._baits], resolve.match.conjunctions).tolist()
            touched = set(part[len(units) :])
            relevant = [n for n in relevant if part[n] in touched]
        self._pairs = 0 if joined else len(relevant) ** 2
        inside = {member for n in relevant for member in behind[n]}
        self._rest = [float(pool.each[n]) for n, some in enumerate(members) if inside.isdisjoint(some)]
        self._rest = sorted(self._rest, reverse=True)[:TOP]
        # What is coming is read after the baits.
        self._first = len(relevant) - (pool.comes and not joined and relevant[-1:] == [len(units) - 1])
        self._units = [(units[n], pool.presumed_of(behind[n])) for n in relevant]
        held = [unit for unit, _ in self._units]
        arranged = (*held[: self._first], *self._baits, *held[self._first :])
        self._evaluator = Evaluator(arranged, (), known.person, known.joining)
        self._blocks: dict[Choice, tuple[list[tuple[_Dilution, frozenset[int]]], list[float]]] = {}
        self._dilutions: dict[Record, _Dilution] = {}

    def blocks(self, options: Sequence[int]) -> tuple[list[tuple[_Dilution, list[int]]], list[float]]:
        """The composites with baits of some options in them, and which, by place; and what the top others leak."""
        places, times = [], Counter[int]()
        for bait in map(self._bait_of.__getitem__, options):
            places.append(bait * self._copies + min(times[bait], self._copies - 1))
            times[bait] += 1
        baits = tuple(sorted(set(places)))
        if baits not in self._blocks:
            self._blocks[baits] = self._joined(baits)
        blocks, rest = self._blocks[baits]
        return [(d, [n for n, place in enumerate(places) if place in some]) for d, some in blocks], rest

    def _joined(self, baits: Choice) -> tuple[list[tuple[_Dilution, frozenset[int]]], list[float]]:
        self._known.compared += self._pairs
        blocks, rest, first, last = [], list(self._rest), self._first, self._first + len(self._baits)
        mask = self._evaluator.everything >> last << last | (1 << first) - 1 | sum(1 << (first + n) for n in baits)
        for group in self._evaluator.joins(mask):
            some = [place - first for place in group if first <= place < last]
            units = [self._units[n if n < first else n - len(self._baits)] for n in group if not first <= n < last]
            held = [unit for unit, _ in units] + [self._baits[n] for n in some]
            assert self._known.merge is not None
            body = merged(self._known.merge, held, range(len(held)))
            body = with_presumed(body, itertools.chain.from_iterable(presumed for _, presumed in units))
            if body not in self._dilutions:
                self._dilutions[body] = _Dilution(body, self._known.person, self._known.measure)
            if some:
                blocks.append((self._dilutions[body], frozenset(some)))
            else:
                rest.append(self._dilutions[body].at(0.0))
        return blocks, sorted(rest, reverse=True)[:TOP]


class _Dilution:
    """What a composite leaks with more and more that is wrong for certain."""

    def __init__(self, body: Record, person: Record, measure: Measure) -> None:
        self._columns = columns_of([body], person, measure)
        self._known: dict[float, float] = {}

    def at(self, wrong: float) -> float:
        """The leakage with so much more that is wrong."""
        held = self._columns
        if (held.confidence == 1.0).all():
            scale = float(held.scale[0] + held.weight.sum())
            return min(1.0, 2.0 * (float(held.credit.sum()) / scale) / (1.0 + wrong / scale))
        if wrong not in self._known:
            given = ((held.weight, wrong), (held.confidence, 1.0), (held.credit, 0.0))
            weight, confidence, credit = (np.append(*each) for each in given)
            more = Columns(weight, confidence, credit, np.array([0, len(weight)]), held.scale)
            self._known[wrong] = min(1.0, 2.0 * float(expected_ratios(more)[0]))
        return self._known[wrong]


class _Search:
    """The beam over choices of options, and the plans that come of it."""

    def __init__(self, known: _Known, pools: Sequence[_Pool], options: Sequence[_Option], budget: float) -> None:
        self._known, self._options, self._budget = known, options, budget
        self._before = max(known.telling, default=0.0)
        self._points: dict[Choice, list[_Point]] = {}
        self._rank: dict[Choice, float] = {}
        self._arrivals = {
            pool.number: _Arrivals(known, pool, {n: o for n, o in enumerate(options) if pool.number in o.outlet.pools})
            for pool in pools
            if known.merge
        }
        tops = [(leakage, pool.number) for pool in pools for leakage in pool.top]
        others = [(leakage, n) for n, leakage in enumerate(known.telling) if n not in {pool.number for pool in pools}]
        self._tops = sorted((*tops, *others), reverse=True)

    def result(self) -> Disinformation:
        """The plans, each with its leakage as it is resolved."""
        nothing, known = _Point(0.0, self._before, (), ()), self._known
        points = [_front([nothing, *self._beam()]), _front([nothing, *self._papers()])]
        decoys = [[self._decoys(point.choice, point.counts) for point in some] for some in points]
        leaks = iter(known.leakages(itertools.chain(*decoys)))
        found, papers = (_falling(zip(some, leaks, strict=False)) for some in decoys)
        return Disinformation(found, papers, known.only_self, len(self._options), known.leakages)

    def _beam(self) -> list[_Point]:
        """The points of all choices that are looked at."""
        level = self._looked_at((number,) for number in range(len(self._options)))
        for _ in range(1, self._known.records):
            level = self._looked_at((*choice, n) for choice in self._kept(level) for n in range(len(self._options)))
        best = dict.fromkeys(point.choice for point in _front(self._all_points()))
        exchanges = itertools.product(
            best, range(self._known.records), ((), *((n,) for n in range(len(self._options))))
        )
        self._looked_at((*choice[:place], *new, *choice[place + 1 :]) for choice, place, new in exchanges)
        return self._all_points()

    def _all_points(self) -> list[_Point]:
        return [point for points in self._points.values() for point in points]

    def _looked_at(self, choices: Iterable[Choice]) -> list[Choice]:
        """Those that the budget pays for, once their points are known."""
        ordered = dict.fromkeys(tuple(sorted(choice)) for choice in choices)
        listed = [choice for choice in ordered if choice and self._cost(choice) <= self._budget + TOLERANCE]
        for number, choice in enumerate(listed):
            if choice in self._points:
                continue
            if self._known.compared > COMPARED:
                return listed[:number]
            report("Trying decoys", number, len(listed))
            self._points[choice], self._rank[choice] = self._tried(choice)
        return listed

    def _kept(self, choices: Sequence[Choice]) -> list[Choice]:
        """The choices that leave least, over all budgets together; and by the composites that tell most, together."""
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
        """What a choice leaves with more and more wrong attributes; and what the most telling composites leak then.

        The next wrong attribute is the heaviest for its price, in a decoy that is in the worst composite.
        """
        options = [self._options[number] for number in choice]
        if self._known.merge is None:
            return self._resolved(choice, options)
        blocks: list[tuple[_Dilution, list[int]]] = []
        rest: list[float] = []
        reached = {pool for option in options for pool in option.outlet.pools if pool in self._arrivals}
        for pool in reached:
            places = [place for place, option in enumerate(options) if pool in option.outlet.pools]
            inside, outside = self._arrivals[pool].blocks([choice[place] for place in places])
            blocks += [(d, [places[n] for n in some]) for d, some in inside]
            rest += outside
        untouched = (leakage for leakage, pool in self._tops if pool not in reached)
        rest = sorted((*rest, *itertools.islice(untouched, TOP)), reverse=True)[:TOP]
        cost, counts, most = self._cost(choice), [0] * len(choice), max(rest, default=0.0)
        extra, levels = [0.0] * len(blocks), [dilution.at(0.0) for dilution, _ in blocks]
        points = [_Point(cost, max([most, *levels]), choice, tuple(counts))]
        while True:
            payable = _payable(options, counts, self._budget - cost)
            worst = [n for n, (_, places) in enumerate(blocks) if not payable.isdisjoint(places)]
            if not worst:
                return points, math.fsum(sorted((*rest, *levels), reverse=True)[:TOP])
            block = max(worst, key=levels.__getitem__)
            place = _next(options, counts, payable.intersection(blocks[block][1]))
            weight, cost = options[place].room[counts[place]][0], cost + options[place].each
            counts[place] += 1
            for number, (dilution, places) in enumerate(blocks):
                if place in places:
                    extra[number] += weight
                    levels[number] = dilution.at(extra[number])
            leakage = max([most, *levels])
            if leakage < points[-1].leakage - TOLERANCE:
                points.append(_Point(cost, leakage, choice, tuple(counts)))

    def _resolved(self, choice: Choice, options: Sequence[_Option]) -> tuple[list[_Point], float]:
        """The same where merging may lose values: each number of wrong attributes is resolved by itself."""
        cost, counts, points = self._cost(choice), [0] * len(choice), []
        while True:
            [leakage] = self._known.leakages([self._decoys(choice, counts)])
            self._known.compared += len(self._known.held) ** 2
            points.append(_Point(cost, leakage, choice, tuple(counts)))
            payable = _payable(options, counts, self._budget - cost)
            if not payable:
                return _front(points), min(point.leakage for point in points)
            place = _next(options, counts, payable)
            cost += options[place].each
            counts[place] += 1

    def _papers(self) -> Iterator[_Point]:
        """The papers' heuristic: self disinformation alone, or two unrelated composites combined with it.

        "A heuristic algorithm that searches a smaller space, where we either combine two irrelevant records and use
        self disinformation or use self disinformation only." Aimed at what tells most.
        Source: Whang & Garcia-Molina 2011, Section 3.2.
        """
        pool = max((option.pool for option in self._options), key=lambda pool: pool.top, default=None)
        for kind, links in (("self", 0), ("linkage", 2)):
            aimed = [
                option
                for option in self._options
                if option.pool is pool
                and (option.target, option.kind, len(option.links)) == (pool.targets[0], kind, links)
            ]
            first = [option for option in aimed if option.links == aimed[0].links]
            if first:
                best = min(first, key=lambda o: (o.cost, -math.fsum(weight for weight, _ in o.room)))
                yield from self._tried((self._options.index(best),))[0]

    def _decoys(self, choice: Choice, counts: Sequence[int]) -> tuple[Decoy, ...]:
        used, decoys = Counter[str](), []
        for number, count in zip(choice, counts, strict=True):
            option, wrong = self._options[number], []
            for _, label in option.room[:count]:
                wrong.append(Attribute(label, self._known.wrong(label)[used[label]]))
                used[label] += 1
            record = reduce(add, wrong, option.bait)
            target, *links = map(option.pool.members, (option.target, *option.links))
            cost = self._known.prices.cost(option.outlet.recipient, record)
            decoys.append(Decoy(record, Record(wrong), option.outlet, option.kind, target, tuple(links), cost))
        return tuple(decoys)


def _falling(found: Iterable[tuple[tuple[Decoy, ...], float]]) -> tuple[DecoyPlan, ...]:
    """The plans of which each leaks less than the one before it."""
    plans: list[DecoyPlan] = []
    for decoys, leakage in found:
        if not plans or leakage < plans[-1].leakage - TOLERANCE:
            plans.append(DecoyPlan(math.fsum(decoy.cost for decoy in decoys), leakage, decoys))
    return tuple(plans)


def _payable(options: Sequence[_Option], counts: Sequence[int], left: float) -> set[int]:
    """The places of the options that can take one more wrong attribute, where so much can be spent."""
    return {n for n, o in enumerate(options) if counts[n] < len(o.room) and o.each <= left + TOLERANCE}


def _next(options: Sequence[_Option], counts: Sequence[int], places: Iterable[int]) -> int:
    """The place of the option whose next wrong attribute is the heaviest for its price."""
    return max(sorted(places), key=lambda n: options[n].room[counts[n]][0] / max(options[n].each, TOLERANCE))


def _front(points: Iterable[_Point]) -> list[_Point]:
    """The points that no other one is better than, by rising cost."""
    kept: list[_Point] = []
    for point in sorted(points, key=lambda point: (point.cost, point.leakage, len(point.choice), point.choice)):
        if not kept or point.leakage < kept[-1].leakage - TOLERANCE:
            if kept and kept[-1].choice and kept[-1].cost >= point.cost - TOLERANCE:
                kept.pop()
            kept.append(point)
    return kept
