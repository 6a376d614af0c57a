"""How sure must she be? Leakage as a step curve over the threshold of an adversary who weighs evidence."""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

from leakage.measure.measuring import telling_records
from leakage.measure.record_leakage import record_leakages
from leakage.measure.weights import Weights
from leakage.progress import cancellable, deadline_passed, report, reported_as
from leakage.record import Record
from leakage.resolution.adversary import Adversary, ResolvePerSource
from leakage.resolution.candidates import Candidates
from leakage.resolution.linkage.fellegi_sunter import ROUNDING, EvidenceScorer, FellegiSunter
from leakage.resolution.match import Alike, Key, Match, Rule
from leakage.resolution.merge import SAME_VALUES, Merge, merged, union_merge
from leakage.resolution.operations import Operation, Resolve, SingleLink
from leakage.resolution.rules.similar_values import Similar
from leakage.tabular.rows import redacted_repr

# Regroupings: what becomes of composites as less evidence is enough.


Members: TypeAlias = tuple[int, ...]
"""The numbers of the records behind a composite, ascending."""

Pairs: TypeAlias = tuple[tuple[int, int], ...]

DIGITS = 9
"""Of a threshold, behind the point."""


class Formed(NamedTuple):
    """A composite that there is from a threshold on.

    Arguments:
        members, record: whose and what it is.
        joins: (left, right) records of the joins by which it came.
    """

    members: Members
    record: Record
    joins: Pairs = ()


class Dissolved(NamedTuple):
    """A composite that there is no more.

    Arguments:
        members: whose it was.
        parted: (left, right) records that are in two composites now.
    """

    members: Members
    parted: Pairs = ()


class PartitionChange(NamedTuple):
    """Some composites become others.

    Arguments:
        threshold: in bits; infinite for what there is when nothing is joined.
        gone: composites that there were.
        come: composites that there are now.
    """

    threshold: float
    dissolved: tuple[Dissolved, ...]
    formed: tuple[Formed, ...]


# Joins at falling thresholds where none ever falls away: they make a tree, which is gone through once.


def tree_of_joins(adversary: Adversary) -> SingleLink | Resolve | None:
    """Her one joining operation, where its joins make a tree; else None.

    So they do where she links records one by one (the tree of single-linkage clustering), and where she resolves but
    counts nothing against: such a match has representativity, and the closures are nested.
    Source: Gower & Ross, "Minimum Spanning Trees and Single Linkage Cluster Analysis" (1969).

    >>> tree_of_joins(Adversary()) is None
    True
    """
    analysis = adversary.pipeline.analysis if adversary.pipeline else None
    weighing = EvidenceScorer.of(analysis.match) if isinstance(analysis, SingleLink | Resolve) else None
    if isinstance(analysis, SingleLink) and weighing is not None:
        return analysis
    if isinstance(analysis, Resolve) and weighing is not None and not weighing.match.against:
        return analysis if analysis.merge in SAME_VALUES else None
    return None


def joined_in_a_tree(records: Sequence[Record], analysis: SingleLink | Resolve) -> list[PartitionChange]:
    """The joins, the surest first, down to the threshold of the match.

    Arguments:
        records: as the analysis gets them.
        analysis: from ``tree_of_joins``.
    """
    return list(_Tree(records, analysis).partition_changes())


class _Tree:
    def __init__(self, records: Sequence[Record], analysis: SingleLink | Resolve) -> None:
        self._weighing = EvidenceScorer.of(analysis.match)
        self._resolving = isinstance(analysis, Resolve)
        self._merge: Merge = analysis.merge
        self._records = records
        self._candidates = Candidates(analysis.match, records)

    def partition_changes(self) -> Iterator[PartitionChange]:
        yield PartitionChange(
            math.inf, (), tuple(Formed((number,), record) for number, record in enumerate(self._records))
        )
        yield from self._resolved() if self._resolving else self._linked()

    def _joined(self, weight: float, left: Members, right: Members, records: tuple[int, int]) -> PartitionChange:
        both = tuple(sorted((*left, *right)))
        formed = Formed(both, merged(self._records, both, self._merge), (records,))
        return PartitionChange(weight, (Dissolved(left), Dissolved(right)), (formed,))

    def _near(self, record: Record, records: Mapping[int, Record]) -> Iterator[tuple[float, int]]:
        """Those of the records known that may be joined with one, and from which threshold on."""
        assert self._weighing is not None
        for other in self._candidates.near(record):
            weight = self._weighing.weight(records[other], record)
            if self._weighing.match.reached(weight):
                yield round(weight, DIGITS), other

    def _linked(self) -> Iterator[PartitionChange]:
        """Of single links: the edges of a greatest spanning forest (Kruskal)."""
        edges: list[tuple[float, int, int]] = []
        records = dict(enumerate(self._records))
        for number, record in records.items():
            report("Weighing pairs", number, len(records))
            edges.extend((-weight, other, number) for weight, other in self._near(record, records))
            self._candidates.add(number, record)
        members: dict[int, Members] = {number: (number,) for number in records}
        for negative, left, right in sorted(edges):
            if members[left] is not members[right]:
                joined = self._joined(-negative, members[left], members[right], (left, right))
                both = joined.formed[0].members
                members.update(dict.fromkeys(both, both))
                yield joined

    def _resolved(self) -> Iterator[PartitionChange]:
        """Of a resolution: what a composite matches by more surely than its parts comes with it."""
        composites: dict[int, Record] = {}
        members: dict[int, Members] = {}
        pending: list[tuple[float, int, int]] = []

        def add(record: Record, numbers: Members) -> None:
            number = len(composites)
            for weight, other in self._near(record, composites):
                heapq.heappush(pending, (-weight, other, number))
            composites[number], members[number] = record, numbers
            self._candidates.add(number, record)

        for number, record in enumerate(self._records):
            report("Weighing pairs", number, len(self._records))
            add(record, (number,))
        falling = math.inf
        while pending:
            negative, left, right = heapq.heappop(pending)
            if left in members and right in members:
                falling = min(falling, -negative)
                some, others = members.pop(left), members.pop(right)
                self._candidates.drop(left)
                self._candidates.drop(right)
                joined = self._joined(falling, some, others, (some[0], others[0]))
                add(union_merge(composites[left], composites[right]), joined.formed[0].members)
                yield joined


# Resolutions at falling thresholds where joins come and go: each is made once, and says how long it holds.


MOST_WEIGHED = 1_000_000
"""Pairs of records whose weight is remembered."""

_Composites: TypeAlias = dict[Members, Record]


def asks_for_evidence(adversary: Adversary) -> bool:
    """Whether a threshold of evidence decides what she joins, and everything that joins is known to compare by pairs.

    >>> asks_for_evidence(Adversary())
    False
    """
    found: list[FellegiSunter] = []

    def note(match: FellegiSunter) -> Match:
        found.append(match)
        return match

    try:
        _with_evidence(adversary, note)
    except TypeError:
        return False
    return bool(found)


def resolved_at_every_threshold(
    records: Sequence[Record], reference: Record, adversary: Adversary, weights: Weights | None, least: float
) -> Iterator[PartitionChange]:
    """E(R) at all thresholds down to the least; of composites with nothing right in them nothing is told.

    Records are compared in an order of their own, and the threshold t decides only which ``W >= t``. So the outcome is
    the same for every threshold above the greatest W that was not enough, and that is the next one to look at: one
    resolution for each outcome there is, and none is missed. Records that never end up together are gone through apart.

    Arguments:
        records: R.
        reference: e.
        adversary: who ``asks_for_evidence``.
        weights: label to weight, or a Measure.
        least: the lowest threshold, in bits.
    """
    yield PartitionChange(math.inf, (), ())
    watch = _Watch()
    prepared, joining = _prepared(records, adversary)
    asking = _with_evidence(joining, lambda match: replace(match, threshold=least))
    watched = _with_evidence(asking, lambda match: _Watched(match, watch))
    parts = _parts(prepared, asking, reference, weights)
    falling = (_Falling(watched, watch, least).partition_changes(prepared, part) for part in parts)
    yield from heapq.merge(*falling, key=lambda regrouping: -regrouping.threshold)


@dataclass(eq=False, slots=True)
class _Watch:
    """The threshold that a resolution asks for, and the surest of what was not enough for it."""

    threshold: float = math.inf
    refused: float = -math.inf

    def reached(self, weight: float) -> bool:
        if weight >= self.threshold - ROUNDING:
            return True
        self.refused = max(self.refused, weight)
        return False


class _Watched(Rule):
    """Evidence whose threshold is that of a watch; what was read and weighed once is remembered.

    Arguments:
        match: at the lowest threshold there will be, so that its keys leave out no pair.
        watch: told of all that is compared.
    """

    def __init__(self, match: FellegiSunter, watch: _Watch) -> None:
        self._match, self._watch = match, watch
        self._weights: dict[tuple[Record, Record], float] = {}
        self._keys: dict[Record, tuple[Key, ...]] = {}
        self._wanted: dict[Record, tuple[Key, ...]] = {}

    def keys(self, record: Record) -> Iterator[Key]:
        if record not in self._keys:
            self._keys[record] = tuple(self._match.keys(record))
        return iter(self._keys[record])

    def lookup_keys(self, record: Record, alike: Alike) -> Iterator[Key]:
        if record not in self._wanted:
            self._wanted[record] = tuple(self._match.lookup_keys(record, alike))
        return iter(self._wanted[record])

    def compared(self, record: Record) -> Iterator[tuple[Similar, str]]:
        return self._match.compared(record)

    def common_key(self, left: Record, right: Record) -> Key | None:
        weight = self._weights.get((left, right))
        if weight is None:
            if len(self._weights) >= MOST_WEIGHED:
                for remembered in (self._weights, self._keys, self._wanted):
                    remembered.clear()
            weight = self._weights[left, right] = self._match.weight(left, right)
        return Key(self, ()) if self._watch.reached(weight) else None

    @property
    def keys_decide(self) -> bool:
        return False

    @property
    def keys_equal(self) -> bool:
        return self._match.keys_equal

    @property
    def labels(self) -> tuple[str, ...]:
        return self._match.labels

    def sentence(self) -> str:
        return self._match.sentence()


class _Falling:
    """The resolutions of some records, from careful to reckless."""

    def __init__(self, adversary: Adversary, watch: _Watch, least: float) -> None:
        self._adversary, self._watch, self._least = adversary, watch, least

    def partition_changes(self, records: Sequence[Record], part: Sequence[int]) -> Iterator[PartitionChange]:
        records_of_part, threshold, top = [records[number] for number in part], math.inf, self._least
        before: _Composites = {}
        while threshold >= self._least - ROUNDING:
            self._watch.threshold, self._watch.refused = threshold, -math.inf
            done = 0.0 if threshold == math.inf else top - threshold
            with reported_as("Asking for less evidence", int(done), int(top - self._least)):
                resolution = self._adversary.resolve(records_of_part)
            members = (tuple(part[number] for number in numbers) for numbers in resolution.members)
            now = dict(zip(members, resolution.composites, strict=True))
            regrouping = _between(threshold, before, now)
            # Before the next part is gone through, which has the same watch.
            threshold, before = round(self._watch.refused, DIGITS), now
            top = max(top, threshold)
            yield regrouping


def _between(threshold: float, before: _Composites, now: _Composites) -> PartitionChange:
    """What becomes of composites; those that stay the same are left out."""
    dissolved = {members for members, record in before.items() if now.get(members) != record}
    formed = {members for members, record in now.items() if before.get(members) != record}
    return PartitionChange(
        threshold,
        tuple(Dissolved(members, pairs) for members, pairs in _pieces(dissolved, formed)),
        tuple(Formed(members, now[members], pairs) for members, pairs in _pieces(formed, dissolved)),
    )


def _pieces(composites: Collection[Members], others: Collection[Members]) -> Iterator[tuple[Members, Pairs]]:
    """Composites, and of each the first record with the first of those that are in the next of the others."""
    other_of = {number: members for members in others for number in members}
    for members in sorted(composites):
        pieces: dict[Members, int] = {}
        for number in members:
            pieces.setdefault(other_of.get(number, (number,)), number)
        first, *more = pieces.values()
        yield members, tuple((first, number) for number in more)


def _prepared(records: Sequence[Record], adversary: Adversary) -> tuple[tuple[Record, ...], Adversary]:
    """The records after all that she does to each by itself beforehand, and what else she does."""
    joining = list(adversary.operations)
    while joining and joining[0].record_by_record:
        records = joining.pop(0).apply(records).composites
    return tuple(records), replace(adversary, operations=tuple(joining))


def _parts(
    records: Sequence[Record], adversary: Adversary, reference: Record, weights: Weights | None
) -> Iterator[Sequence[int]]:
    """The records in parts of which none ever meets another, but for those with nothing right.

    What is joined at any threshold is joined at the least by a match that keeps its keys (``Adversary.relaxed``).
    """
    widest = [adversary.reachable_pairs(record) for record in cancellable(records)]
    present = [record for record in widest if record is not None]
    if len(present) < len(widest) or adversary.relaxed is None:
        yield range(len(records))
        return
    telling = set(telling_records(present, reference, weights).tolist())
    for members in Resolve(adversary.relaxed).apply(present).members:
        if not telling.isdisjoint(members):
            yield members


def _with_evidence(adversary: Adversary, change: Callable[[FellegiSunter], Match]) -> Adversary:
    """The adversary with something else in the place of what weighs evidence.

    Raises:
        TypeError: for an operation that joins records by means of its own.
    """
    return replace(adversary, operations=tuple(_changed(operation, change) for operation in adversary.operations))


def _changed(operation: Operation, change: Callable[[FellegiSunter], Match]) -> Operation:
    if operation.record_by_record:
        return operation
    if isinstance(operation, ResolvePerSource):
        return ResolvePerSource(_changed(operation.operation, change))
    if isinstance(operation, Resolve | SingleLink):
        return replace(operation, match=with_evidence(operation.match, change))
    raise TypeError(f"{type(operation).__name__} does not say how it compares records")


def with_evidence(match: Match, change: Callable[[FellegiSunter], Match]) -> Match:
    """A match with something else in the place of what weighs evidence, alone or as one of its rules."""
    return match.with_rules(lambda rule: change(rule) if isinstance(rule, FellegiSunter) else rule)


# How sure must she be? Leakage as a step curve over the threshold of an adversary who weighs evidence.


MOST_RECKLESS = -10.0
"""Bits of a threshold at which a thousand to one against will do."""


@dataclass(frozen=True, slots=True)
class ThresholdStep:
    """The leakage from one threshold down to the next.

    Arguments:
        threshold: the match weight at which it begins, in bits; infinite where no evidence is enough.
        leakage: L(R, e, E).
        members: numbers of the records behind the composite that leaks most.
        joins: (left, right) records of the joins by which this step differs from the one before: those that made
            the composite that leaks most, or did away with the one that did.
        parted: the same of joins that fall away, as they may where evidence counts against.
    """

    threshold: float
    leakage: float
    members: Members
    joins: Pairs
    parted: Pairs = ()


@dataclass(frozen=True, slots=True)
class ThresholdCurve:
    """Leakage over how sure she must be, from careful to reckless.

    Arguments:
        steps: at falling thresholds, the first where no evidence is enough.
        least: the lowest threshold that was looked at.
        complete: whether that is the one asked for; else time was over before.
    """

    steps: tuple[ThresholdStep, ...]
    least: float
    complete: bool = True

    __repr__ = redacted_repr

    def leakage_at(self, threshold: float) -> float:
        """What she knows who joins records from a match weight on.

        Raises:
            ValueError: below what was looked at, or for no number.
        """
        # Written so that NaN fails too.
        if not threshold >= self.least:
            raise ValueError(f"thresholds from {self.least:g} bits on were looked at, got {threshold:g}")
        return next(step.leakage for step in reversed(self.steps) if step.threshold >= threshold - ROUNDING)


def threshold_curve(
    records: Iterable[Record],
    reference: Record,
    adversary: Adversary,
    weights: Weights | None = None,
    *,
    least: float = MOST_RECKLESS,
) -> ThresholdCurve:
    """Leakage at every threshold of an adversary who weighs evidence.

    ``t -> L(R, e, E_t)``. Where joins only come as the threshold falls they make a tree, which is gone through once,
    each composite measured once: so it is where she links records one by one, and where she resolves but counts nothing
    against. Elsewhere joins come and go, for a composite to which evidence against applies may match less than its
    parts; then records are resolved once for each outcome there is (``resolved_at_every_threshold``). Where time is
    over before (``Budget``) the curve ends there.
    Source: Whang & Garcia-Molina 2012, Definition 2; Fellegi & Sunter 1969 for the weight.

    Arguments:
        records: R.
        reference: e.
        adversary: E, who joins by ``FellegiSunter``, alone or beside other rules; its own threshold does not count.
        weights: label to weight, or a Measure.
        least: the lowest threshold looked at, in bits.

    Raises:
        TypeError: for another adversary.

    >>> from leakage.resolution.linkage.comparison import Comparison
    >>> from leakage.resolution.linkage.fellegi_sunter import FellegiSunter
    >>> from leakage.resolution.operations import Resolve
    >>> eve = Adversary((Resolve(FellegiSunter(0.5, (Comparison.by_odds("N", 8, 2),))),))
    >>> rows = [Record.of(("N", "Ann"), ("P", "1")), Record.of(("N", "Ann"), ("Z", "9"))]
    >>> curve = threshold_curve(rows, Record.of(("N", "Ann"), ("P", "1"), ("Z", "9")), eve)
    >>> [(round(step.threshold, 9), round(step.leakage, 9), step.joins) for step in curve.steps]
    [(inf, 0.8, ()), (3.0, 1.0, ((0, 1),))]
    """
    if not can_sweep(adversary):
        raise TypeError("she must weigh evidence, and join records by nothing that compares them in a way of its own")
    listed = tuple(records)
    batches = _in_a_tree(listed, adversary, least) or (
        [regrouping] for regrouping in resolved_at_every_threshold(listed, reference, adversary, weights, least)
    )
    measured = (measured for batch in batches for measured in _measured(batch, reference, weights))
    return _Curve().through(measured, least)


def can_sweep(adversary: Adversary) -> bool:
    """Whether ``threshold_curve`` takes an adversary.

    >>> can_sweep(Adversary())
    False
    """
    return asks_for_evidence(adversary)


def _in_a_tree(records: tuple[Record, ...], adversary: Adversary, least: float) -> list[list[PartitionChange]]:
    """All joins as one batch, where they make a tree."""
    analysis = tree_of_joins(adversary)
    if analysis is None or adversary.pipeline is None:
        return []
    match = with_evidence(analysis.match, lambda match: replace(match, threshold=least))
    return [joined_in_a_tree(adversary.pipeline.prepared(records), replace(analysis, match=match))]


def _measured(
    regroupings: Sequence[PartitionChange], reference: Record, weights: Weights | None
) -> Iterator[tuple[PartitionChange, list[float]]]:
    """What each composite that comes leaks."""
    composites = [composite.record for regrouping in regroupings for composite in regrouping.formed]
    leakages = iter(record_leakages(composites, reference, weights).tolist() if composites else [])
    for regrouping in regroupings:
        yield regrouping, list(itertools.islice(leakages, len(regrouping.formed)))


class _Curve:
    """The composites there are, and the steps so far: one wherever the greatest leakage of them changes."""

    def __init__(self) -> None:
        self._standing: dict[Members, float] = {}
        self._heap: list[tuple[float, Members]] = []
        self._steps: list[ThresholdStep] = []

    def through(self, regroupings: Iterable[tuple[PartitionChange, list[float]]], least: float) -> ThresholdCurve:
        """The curve that they make, as far as there is time."""
        for threshold, group in itertools.groupby(regroupings, key=lambda measured: measured[0].threshold):
            if self._steps and deadline_passed():
                # What comes next is not told, so nothing is said of thresholds from there on.
                return ThresholdCurve(tuple(self._steps), threshold + 2.0 * ROUNDING, complete=False)
            made = list(group)
            for regrouping, leakages in made:
                self._regroup(regrouping, leakages)
            self._add_step(threshold, [regrouping for regrouping, _ in made])
        return ThresholdCurve(tuple(self._steps), least)

    def _regroup(self, regrouping: PartitionChange, leakages: Sequence[float]) -> None:
        for dissolved in regrouping.dissolved:
            del self._standing[dissolved.members]
        for formed, leakage in zip(regrouping.formed, leakages, strict=True):
            self._standing[formed.members] = leakage
            heapq.heappush(self._heap, (-leakage, formed.members))

    def _add_step(self, threshold: float, made: Sequence[PartitionChange]) -> None:
        leakage, members = self._worst()
        if not self._steps:
            self._steps.append(ThresholdStep(threshold, leakage, members, ()))
        elif leakage != self._steps[-1].leakage:
            touched = {*members, *self._steps[-1].members}
            formed = (composite for regrouping in made for composite in regrouping.formed)
            dissolved = (composite for regrouping in made for composite in regrouping.dissolved)
            joins = tuple(pair for one in formed if not touched.isdisjoint(one.members) for pair in one.joins)
            parted = tuple(pair for one in dissolved if not touched.isdisjoint(one.members) for pair in one.parted)
            self._steps.append(ThresholdStep(threshold, leakage, members, joins, parted))

    def _worst(self) -> tuple[float, Members]:
        """The greatest leakage of the composites that still stand, and whose it is."""
        while self._heap and self._standing.get(self._heap[0][1]) != -self._heap[0][0]:
            heapq.heappop(self._heap)
        return (-self._heap[0][0], self._heap[0][1]) if self._heap and self._heap[0][0] < 0.0 else (0.0, ())
