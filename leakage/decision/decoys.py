"""Candidate decoys: the papers' baits (Create) for each outlet, and the leakage of a pool that gets them."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias, get_args

import numpy as np

from leakage.decision.evaluator import Evaluator, Mask, bits, mask_of, union_of
from leakage.decision.leakage import leakages_of, with_presumed
from leakage.decision.made_up_values import Values
from leakage.decision.planned_release import PlannedRelease
from leakage.measure.kernel import Columns, expected_ratios
from leakage.measure.leakage import columns_of, leakages, ranking
from leakage.measure.weights import Measure, as_measure
from leakage.progress import report
from leakage.record import Attribute, Pair, Record, is_typed
from leakage.resolution.adversary import Adversary
from leakage.resolution.operations import SAME_VALUES, Augment, ResolvePerSource, SourcedRecord, merged, union_merge
from leakage.resolution.rules import Match, Unless

Kind: TypeAlias = Literal["self", "linkage", "blocking"]
KINDS: tuple[Kind, ...] = get_args(Kind)

POOLS, TARGETS, LINKS = 12, 3, 8
"""The pools aimed at, those that leak most; the composites aimed at in each; and those tied to each."""

WEIGHED = 200  # Unrelated composites that are tried as partners of a target.
WAYS = 64  # Most ways tried to match a record.
TOP = 3  # Composites that decide between choices of equal leakage.
TOLERANCE = 1e-9  # Leakages and costs that are closer are equal.


@dataclass(frozen=True)
class Prices:
    """``C(r) = price of a record + |r| price of an attribute``, in whatever unit the person thinks of.

    "Adding a new social network profile would require the cost for registering information. As another example, longer
    records could require more cost." Source: Whang & Garcia-Molina 2012, Section 4.2; 2011, Section 3.2.

    >>> Prices(3.0, 1.0).cost(Record.of(("Name", "Alice"), ("Photo", "portrait 12")))
    5.0
    """

    record: float = 3.0
    attribute: float = 1.0

    def __post_init__(self) -> None:
        if not all(0.0 <= price < math.inf for price in (self.record, self.attribute)):
            raise ValueError("a price must be a finite number >= 0")
        if not self.record + self.attribute:
            raise ValueError("a record and its attributes must not both be free")

    def cost(self, record: Record) -> float:
        """``C(r)``."""
        return self.record + len(record) * self.attribute


PRICES = Prices()  # The usual ones.


@dataclass(frozen=True, slots=True)
class Outlet:
    """A recipient who can be given a decoy."""

    recipient: str
    pools: tuple[int, ...] = (0,)
    fields: frozenset[str] | None = None

    def takes(self, labels: Iterable[str]) -> bool:
        """Whether its form has a field for each label."""
        return self.fields is None or self.fields.issuperset(labels)


@dataclass(frozen=True, eq=False)
class Decoy:
    """A record of disinformation.

    Arguments:
        wrong: the attributes appended by Add; the others are the bait.
        target: the records it joins, by number: strangers first, then releases.
        links: the composites it ties to them, by their records.
    """

    record: Record
    wrong: Record
    outlet: Outlet
    kind: Kind
    target: tuple[int, ...]
    links: tuple[tuple[int, ...], ...]
    cost: float


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

    def at_least(self, other: Option) -> bool:
        """Whether its wrong attributes weigh at least as much as those of another option, however many there are."""
        longer = len(self.room) >= len(other.room)
        return longer and all(mine[0] >= its[0] for mine, its in zip(self.room, other.room, strict=False))


Choice: TypeAlias = tuple[int, ...]
"""The numbers of options, ascending; one may occur several times."""


def create(
    records: Sequence[Record],
    match: Match,
    size: int | None = None,
    *,
    allowed: Callable[[Pair], bool] = lambda pair: True,
    price: Callable[[Pair], float] = lambda pair: 0.0,
) -> Record:
    """``Create(S, L)``: a minimal record that matches every record of S, or the empty record.

    It has values of the records, with confidence 1, by one way to match each record. If the rule consists of
    conjunctions that each decide, no such record is smaller, for up to 64 ways a record.
    Source: Whang & Garcia-Molina 2012, Section 4.2; 2011, Section 3.2.

    Arguments:
        size: L, the most attributes; no limit by default.
        allowed: whether a pair may be stated.
        price: of stating a pair; the cheapest minimal record is returned.

    >>> from leakage.resolution.rules import AnyOf, Shares
    >>> match = AnyOf(Shares("N", "P"), Shares("C"))
    >>> r, v = Record.of(("N", "n1"), ("P", "p1"), ("C", "c1")), Record.of(("N", "n2"), ("C", "c2"))
    >>> [(a.label, a.value) for a in create([r, v], match)]
    [('C', 'c1'), ('C', 'c2')]
    """

    def in_order(some: Iterable[frozenset[Pair]]) -> list[frozenset[Pair]]:
        return sorted(set(some), key=lambda pairs: (len(pairs), math.fsum(map(price, pairs)), sorted(pairs)))

    held = {label: [v for r in records for v in r.values(label) if allowed((label, v))] for label in match.labels}
    unions = [frozenset[Pair]()]
    for record in records:
        ways = [*_ways(record, match, held)]
        unions = in_order(union | way for union in unions for way in ways)[: 4 * WAYS]
    for union in unions if records else ():
        bait = _pruned(union, records, match)
        if bait and (size is None or len(bait) <= size):
            return bait
    return Record()


def _ways(record: Record, match: Match, held: dict[str, list[str]]) -> Iterator[frozenset[Pair]]:
    """Sets of pairs that match a record; if a conjunction is not enough, all pairs that may help."""
    found = False
    for conjunction in match.conjunctions or ():
        agreeing = []
        for condition in conjunction:
            own, values = record.values(condition.label), list(dict.fromkeys(held[condition.label]))
            tokens = condition.tokens([*own, *values])
            mine = set(itertools.chain.from_iterable(tokens[: len(own)]))
            rest = zip(values, tokens[len(own) :], strict=True)
            agreeing.append([(condition.label, value) for value, some in rest if not mine.isdisjoint(some)])
        for way in itertools.islice(itertools.product(*agreeing), WAYS):
            if match.decided or match.matches(_stating(way), record):
                found = True
                yield frozenset(way)
    if not found:
        whole = frozenset((label, v) for label in match.labels for v in record.values(label) if v in held[label])
        if match.matches(_stating(whole), record):
            yield whole


def _stating(pairs: Iterable[Pair]) -> Record:
    return Record(Attribute(*pair) for pair in set(pairs))


def _pruned(pairs: frozenset[Pair], records: Sequence[Record], match: Match) -> Record:
    """The pairs needed to match all records; empty if the pairs do not match them."""

    def matches_all(some: Iterable[Pair]) -> bool:
        stated = _stating(some)
        return all(match.matches(stated, record) for record in records)

    if not matches_all(pairs):
        return Record()
    kept = set(pairs)
    for pair in sorted(pairs):
        if matches_all(kept - {pair}):
            kept.discard(pair)
    return _stating(kept)


def add(record: Record, attribute: Attribute) -> Record:
    """``Add(r)``: the record with one more attribute, incorrect but believable.

    Source: Whang & Garcia-Molina 2012, Section 4.2.
    """
    if attribute.pair in record:
        raise ValueError("the record holds this attribute already")
    return Record((*record, attribute))


class Problem:
    """What is asked: whose leakage to lower, by how many decoys, at which prices, with which wrong values."""

    def __init__(
        self, evaluator: Evaluator, coming: PlannedRelease | None, prices: Prices, most: int, values: Values
    ) -> None:
        self.evaluator, self.coming, self.prices, self.most = evaluator, coming, prices, most
        self.person, self.adversary = evaluator.person, evaluator.adversary
        self.measure = as_measure(evaluator.weights)
        self.pools = evaluator.pool_releases
        self.coming_to = range(len(self.pools)) if coming is None or coming.pools is None else coming.pools
        self.owned = any(isinstance(step, ResolvePerSource) for step in self.adversary.operations)
        self.steps = self.adversary.operations[len(self.adversary.preparation) :]
        merges = {step.merge for step in self.steps}
        # The one merge of all joining operations, if it keeps all values.
        self.merge = next((merge for merge in SAME_VALUES if merges == {merge}), None)
        self.matches = tuple(dict.fromkeys(self.adversary.matches))
        self.conflict_labels = tuple(dict.fromkeys(label for m in self.matches for label in m.conflict_labels))
        self.held = (*evaluator.strangers, *evaluator.releases, *((coming.record,) if coming else ()))
        self.compared, self.labels = 0, list[str]()
        self._values, self._wrong = values, dict[str, list[str]]()
        self._used = {pair for record in (self.person, *self.held) for pair in record.confidences}

    @property
    def only_self(self) -> bool:
        """Whether a record can match only one composite: by representativity, also negative.

        Source: Whang & Garcia-Molina 2011, Section 3.2.
        """
        resolve = self.adversary.resolution
        return resolve is not None and resolve.unique and resolve.match.negatively_representative

    def with_coming(self, evaluator: Evaluator, pools: Iterable[int] | None) -> Evaluator:
        """The evaluator with the coming release, if there is one."""
        if self.coming is None:
            return evaluator
        return evaluator.with_record(self.coming.record, pools=pools, presumed=self.coming.presumed)

    def given(self, record: Record, outlet: Outlet) -> Record:
        """A decoy as held by its recipient, if the adversary asks who holds a record."""
        return SourcedRecord(record, outlet.recipient) if self.owned else record

    def leakages(self, choices: Iterable[Sequence[Decoy]]) -> list[float]:
        """The leakage with each choice of decoys released, one choice at a time."""
        evaluator, masks = self.evaluator, []
        for decoys in choices:
            first = len(evaluator.releases)
            for decoy in decoys:
                evaluator = evaluator.with_record(self.given(decoy.record, decoy.outlet), pools=decoy.outlet.pools)
            masks.append(evaluator.everything >> first << first | self.evaluator.everything)
        last = len(evaluator.releases)
        evaluator = self.with_coming(evaluator, self.coming_to)
        return [*map(float, evaluator.leakages(mask | evaluator.everything >> last << last for mask in masks))]

    @cached_property
    def pool_leakages(self) -> list[float]:
        """The leakage of each pool."""
        coming = self.with_coming(self.evaluator, None)
        later = coming.everything & ~self.evaluator.everything
        masks = [mask_of(held) | later * (number in self.coming_to) for number, held in enumerate(self.pools)]
        return replace(coming, pools=None).leakages(masks).tolist()  # type: ignore[no-any-return]

    def room(self, bait: Record, outlet: Outlet) -> tuple[tuple[float, str], ...]:
        """The labels that a decoy can be wrong about, with their weights, the heaviest first."""
        free = (label for label in self.labels if outlet.takes([label]) and not bait.values(label))
        return tuple(sorted(((self.measure.weight(label), label) for label in free), key=lambda one: -one[0]))

    def may_be_wrong(self, label: str) -> bool:
        """Whether there are wrong values for all decoys, none of which affects any join."""
        filled_in = any(isinstance(step, Augment) and step.label == label for step in self.adversary.operations)
        unsafe = filled_in or any(label in _unsafe(match) for match in self.matches)
        return not unsafe and len(self.wrong(label)) >= self.most

    def wrong(self, label: str) -> list[str]:
        """Values near no fact: one for each decoy of a plan, then those that keep records apart."""
        wanted = self.most + TARGETS
        for count in (wanted, 8 * wanted) if label not in self._wrong else ():
            given = dict.fromkeys(v for v in self._values(label, count) if (label, v) not in self._used)
            wrong = [v for v in given if not self.measure.closest((label, v), self.person)[1]]
            self._wrong[label] = wrong[:wanted]
            if len(wrong) >= wanted:
                break
        return self._wrong[label]


def _unsafe(match: Match) -> set[str]:
    if isinstance(match, Unless):
        return _unsafe(match.match).union(match.conflicts.labels)
    if match.parts:
        return set[str]().union(*map(_unsafe, match.parts))
    return set() if match.decided else set(match.labels)


class Pool:
    """A pool: its composites, and how baits change them."""

    def __init__(self, problem: Problem, number: int) -> None:
        self._problem, self.number = problem, number
        evaluator, held = problem.evaluator, problem.pools[number]
        first, presumed = len(evaluator.strangers), evaluator.presumed
        self._numbers = [*range(first), *(first + n for n in held)]
        records = [problem.held[n] for n in self._numbers]
        self._presumed = {first + place: presumed[n] for place, n in enumerate(held) if n in presumed}
        self._comes = problem.coming is not None and number in problem.coming_to
        if problem.coming is not None and self._comes:
            self._presumed |= {len(records): problem.coming.presumed} if problem.coming.presumed else {}
            records.append(problem.coming.record)
        self.resolution = problem.adversary.resolve(records)
        self.each = leakages_of(self.resolution, problem.person, problem.measure, self._presumed)
        self.top = sorted(self.each.tolist(), reverse=True)[:TOP]
        self.targets = [n for n in ranking(self.each)[:TARGETS] if self.each[n] > 0.0]
        self._blocks: dict[Mask, tuple[list[tuple[Dilution, Mask]], list[float]]] = {}
        self._dilutions: dict[Record, Dilution] = {}

    def members(self, composite: int) -> tuple[int, ...]:
        """The records of a composite: strangers first, then releases."""
        members = self.resolution.members[composite]
        return tuple(self._numbers[n] for n in members if n < len(self._numbers))

    def diluting(self, target: int) -> list[tuple[int, float]]:
        """Composites that lower a target's leakage when joined to it, and by how much, the greatest fall first."""
        composites, columns = self.resolution.composites, self._columns
        wrong = columns.total(columns.confidence * (columns.weight - 2.0 * columns.credit))
        order = [int(n) for n in np.argsort(-wrong, kind="stable")[: WEIGHED + 1] if n != target]
        members = self.resolution.members[target]
        body = with_presumed(composites[target], (self._presumed[n] for n in members if n in self._presumed))
        then = leakages([union_merge(body, composites[n]) for n in order], self._problem.person, self._problem.measure)
        falls = [(n, float(self.each[target] - leakage)) for n, leakage in zip(order, then, strict=True)]
        return sorted((fall for fall in falls if fall[1] > TOLERANCE), key=lambda fall: -fall[1])

    @cached_property
    def _columns(self) -> Columns:
        return columns_of(tuple(self.resolution.composites), self._problem.person, self._problem.measure)

    def prepare(self, options: Sequence[Option]) -> None:
        """Lay out its records, the baits that reach it, and the coming release, in this order."""
        problem, numbers = self._problem, dict[Record, int]()
        reaching = ((n, one) for n, one in enumerate(options) if self.number in one.outlet.pools)
        baits = ((n, problem.given(one.bait, one.outlet)) for n, one in reaching)
        self._bait_of = {n: numbers.setdefault(bait, len(numbers)) for n, bait in baits}
        rows = list(problem.adversary.prepared(self.resolution.records))
        # The coming release, if there is one, moves behind the baits.
        self._first = len(rows) - self._comes
        # Two decoys with the same bait are two records.
        twins = [bait for bait in problem.adversary.prepared([*numbers]) for _ in range(problem.most)]
        self._rows = [*rows[: self._first], *twins, *rows[self._first :]]
        self._later = {n + len(twins) * (n >= self._first): presumed for n, presumed in self._presumed.items()}
        self._evaluator = Evaluator(self._rows, (), problem.person, Adversary(*problem.steps))
        self._baits = (1 << self._first + len(twins)) - (1 << self._first)
        self._always = union_of(part for part in self._evaluator.parts if part & self._baits) & ~self._baits
        resolve = problem.adversary.resolution
        self._pairs = 0 if resolve is not None and resolve.by_tokens else self._always.bit_count() ** 2
        inside = {n - len(twins) * (n >= self._first) for n in bits(self._always)}
        members = enumerate(self.resolution.members)
        self._rest = sorted((float(self.each[n]) for n, some in members if inside.isdisjoint(some)), reverse=True)[:TOP]

    def blocks(self, options: Sequence[int]) -> tuple[list[tuple[Dilution, set[int]]], list[float]]:
        """The composites that contain baits, which ones, and the greatest leakages of the others."""
        places, times = [], Counter[int]()
        for bait in map(self._bait_of.__getitem__, options):
            places.append(self._first + bait * self._problem.most + times[bait])
            times[bait] += 1
        baits = mask_of(places)
        if baits not in self._blocks:
            self._blocks[baits] = self._joined(baits)
        blocks, rest = self._blocks[baits]
        return [(body, {n for n, place in enumerate(places) if some >> place & 1}) for body, some in blocks], rest

    def _joined(self, baits: Mask) -> tuple[list[tuple[Dilution, Mask]], list[float]]:
        self._problem.compared += self._pairs
        blocks, rest, merge = [], list(self._rest), self._problem.merge
        assert merge is not None
        for group in self._evaluator.joins(self._always | baits):
            body = merged(merge, [self._rows[n] for n in group], range(len(group)))
            body = with_presumed(body, (self._later[n] for n in group if n in self._later))
            if body not in self._dilutions:
                self._dilutions[body] = Dilution(body, self._problem.person, self._problem.measure)
            if some := mask_of(group) & baits:
                blocks.append((self._dilutions[body], some))
            else:
                rest.append(self._dilutions[body].at(0.0))
        return blocks, sorted(rest, reverse=True)[:TOP]


class Dilution:
    """The leakage of a composite with more and more certain wrong facts."""

    def __init__(self, body: Record, person: Record, measure: Measure) -> None:
        self._columns = columns_of([body], person, measure)
        self._known: dict[float, float] = {}

    def at(self, wrong: float) -> float:
        """The leakage with wrong facts of a given weight added."""
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


def options_of(
    problem: Problem, pools: Collection[Pool], outlets: Sequence[Outlet], kinds: Collection[Kind], budget: float
) -> list[Option]:
    """The baits that the budget allows; if several outlets can take one, those no other outlet dominates."""
    aims: dict[tuple[int, frozenset[str]], list[tuple[Kind, int, Choice, Record]]] = {}
    found: dict[object, list[Option]] = {}
    # With many targets, fewer partners each.
    tied = LINKS // (1 + (sum(len(pool.targets) for pool in pools) > 3 * TARGETS))
    for (done, outlet), pool in itertools.product(enumerate(outlets), pools):
        report("Making decoys", done, len(outlets))
        if pool.number not in outlet.pools:
            continue
        baits = _Baits(problem, pool, outlet, tied)
        if (pool.number, baits.form) not in aims:
            aims[pool.number, baits.form] = [*baits.aims(kinds)]
        for kind, target, links, bait in aims[pool.number, baits.form]:
            cost = problem.prices.cost(bait)
            if cost <= budget + TOLERANCE:
                option = Option(kind, pool, target, links, bait, outlet, cost, problem.room(bait, outlet))
                same = found.setdefault((bait, outlet.recipient if problem.owned else outlet.pools), [])
                if not any(other.at_least(option) for other in same):
                    same.append(option)
    return list(itertools.chain.from_iterable(found.values()))


class _Baits:
    """The baits for the form of an outlet in a pool."""

    def __init__(self, problem: Problem, pool: Pool, outlet: Outlet, tied: int) -> None:
        self._problem, self._pool, self._tied = problem, pool, tied
        read = {label for match in problem.matches for label in match.labels}
        self.form = frozenset(read if outlet.fields is None else outlet.fields & read)

    def aims(self, kinds: Collection[Kind]) -> Iterator[tuple[Kind, int, Choice, Record]]:
        """Every bait with its kind, its target and the composites it ties in."""
        for match, target in itertools.product(self._problem.matches, self._pool.targets):
            self._match = match
            if "self" in kinds:
                yield from (("self", target, (), bait) for bait in self._joining((target,)))
            if "blocking" in kinds:
                yield from (("blocking", target, (), bait) for bait in self._blocking(target))
            for links in self._links(target) if "linkage" in kinds else ():
                yield from (("linkage", target, links, bait) for bait in self._joining((target, *links)))

    def _joining(self, composites: Choice) -> list[Record]:
        """The smallest baits, and larger ones that also state a value wherever the composites conflict."""
        some = [self._pool.resolution.composites[number] for number in composites]
        baits = [self._created(some, spared) for spared in (False, True)]
        for bait in tuple(baits):
            bridge = {a.pair for a in bait}
            for label in self.form.intersection(self._problem.conflict_labels):
                first = (next((v for v in c.values(label) if is_typed((label, v))), None) for c in some)
                values = set(first) - {None}
                bridge |= {(label, value) for value in values if value} if len(values) > 1 else set()
            both = Record(Attribute(*pair) for pair in bridge)
            if all(self._match.matches(both, c) for c in some):
                baits.append(both)
        return [bait for bait in dict.fromkeys(baits) if bait]

    def _created(self, some: Sequence[Record], spared: bool = True) -> Record:
        """A bait that raises the confidence of wrong facts; perhaps one that leaves labels free to be wrong about."""
        measure, labels = self._problem.measure, self._problem.labels

        def allowed(pair: Pair) -> bool:
            return pair[0] in self.form and is_typed(pair)

        def price(pair: Pair) -> float:
            weight, surer = measure.weight(pair[0]), 1.0 - max(c.confidence_of(pair) for c in some)
            right = 2.0 * measure.closest(pair, self._problem.person)[1] - 1.0
            return weight * (surer * right + (spared and pair[0] in labels))

        return create(some, self._match, allowed=allowed, price=price)

    def _blocking(self, target: int) -> Iterator[Record]:
        members = [self._pool.resolution.records[n] for n in self._pool.resolution.members[target]]
        for label in (label for label in self._problem.conflict_labels if label in self.form):
            ignorant = [record for record in dict.fromkeys(members) if not record.values(label)]
            # Each has its own values: decoys that share one would be joined by it.
            own = self._problem.wrong(label)[self._problem.most :] if len(ignorant) < len(members) else []
            for record, value in zip(ignorant, own, strict=False):
                bait = self._created([record])
                if bait and not bait.values(label):
                    yield add(bait, Attribute(label, value))

    def _links(self, target: int) -> Iterator[Choice]:
        ranked, composites = [], self._pool.resolution.composites
        for number, fall in [] if self._problem.only_self else self._pool.diluting(target)[: 3 * self._tied]:
            bait = self._created([composites[target], composites[number]])
            if bait:
                ranked.append((fall / self._problem.prices.cost(bait), number))
        best = [number for _, number in sorted(ranked, reverse=True)[: self._tied]]
        yield from ((number,) for number in best)
        yield from itertools.combinations(best, 2)
