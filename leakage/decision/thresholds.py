"""How sure must she be? Leakage as a step curve over the threshold of an adversary who weighs evidence."""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from leakage.measure.measure import Weights
from leakage.measure.record_leakage import record_leakages
from leakage.progress import report
from leakage.record import Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.candidates import Candidates
from leakage.resolution.linkage.fellegi_sunter import ROUNDING, FellegiSunter
from leakage.resolution.linkage.weighing import Weighing
from leakage.resolution.match import Match
from leakage.resolution.merge import SAME_VALUES, merged, union_merge
from leakage.resolution.normalise import Normalised
from leakage.resolution.operations import Resolve
from leakage.resolution.single_link import SingleLink
from leakage.short_repr import short_repr

DIGITS = 9
"""Of a threshold, behind the point."""

MOST_RECKLESS = -10.0
"""Bits of a threshold at which a thousand to one against will do."""


@dataclass(frozen=True, slots=True)
class ThresholdStep:
    """The leakage from one threshold down to the next.

    Arguments:
        threshold: the match weight at which it begins, in bits; infinite where nothing is joined.
        leakage: L(R, e, E).
        members: numbers of the records behind the composite that leaks most.
        joins: (left, right) records of the joins by which this step differs from the one before: those that made
            the composite that leaks most, or did away with the one that did.
    """

    threshold: float
    leakage: float
    members: tuple[int, ...]
    joins: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class ThresholdCurve:
    """Leakage over how sure she must be, from careful to reckless.

    Arguments:
        steps: at falling thresholds, the first where nothing is joined.
        least: the lowest threshold that was looked at.
    """

    steps: tuple[ThresholdStep, ...]
    least: float

    __repr__ = short_repr

    def leakage_at(self, threshold: float) -> float:
        """What she knows who joins records from a match weight on.

        Raises:
            ValueError: below what was looked at.
        """
        if threshold < self.least:
            raise ValueError(f"thresholds from {self.least:g} bits on were looked at, got {threshold:g}")
        return next(step.leakage for step in reversed(self.steps) if step.threshold >= threshold - ROUNDING)


class _Join(NamedTuple):
    """Two composites become one.

    Arguments:
        weight: from which threshold on.
        members: all records of both.
        records: (left, right) of the two that are told.
    """

    weight: float
    members: tuple[int, ...]
    records: tuple[int, int]


def threshold_curve(
    records: Iterable[Record],
    reference: Record,
    adversary: Adversary,
    weights: Weights | None = None,
    *,
    least: float = MOST_RECKLESS,
) -> ThresholdCurve:
    """Leakage at every threshold of an adversary who weighs evidence, in one sweep.

    ``t -> L(R, e, E_t)``. Joins only come as the threshold falls, and none goes: so they make a tree, which is gone
    through once, each composite measured once. That holds where she links records one by one (``SingleLink``: the tree
    of single-linkage clustering, of Gower & Ross, 1969), and where she resolves but counts nothing against
    (``FellegiSunter`` with ``against=False``, which has representativity: the closures of a match are nested). A
    composite to which evidence against applies may match less than its parts, and then there is no tree.
    Source: Whang & Garcia-Molina 2012, Definition 2; Fellegi & Sunter 1969 for the weight.

    Arguments:
        records: R.
        reference: e.
        adversary: E, whose one joining operation links or resolves by ``FellegiSunter``, perhaps ``Normalised``; its
            own threshold does not count.
        weights: label to weight, or a Measure.
        least: the lowest threshold looked at, in bits.

    Raises:
        TypeError: for another adversary.

    >>> from leakage.resolution.linkage.comparison import Comparison
    >>> eve = Adversary((SingleLink(FellegiSunter(0.5, (Comparison.by_odds("N", 8, 2),))),))
    >>> rows = [Record.of(("N", "Ann"), ("P", "1")), Record.of(("N", "Ann"), ("Z", "9"))]
    >>> curve = threshold_curve(rows, Record.of(("N", "Ann"), ("P", "1"), ("Z", "9")), eve)
    >>> [(round(step.threshold, 9), round(step.leakage, 9), step.joins) for step in curve.steps]
    [(inf, 0.8, ()), (3.0, 1.0, ((0, 1),))]
    """
    pipeline, analysis = adversary.pipeline, _swept(adversary)
    if pipeline is None or analysis is None:
        raise TypeError("her one joining operation must link by evidence, or resolve by it and count nothing against")
    prepared = pipeline.prepared(tuple(records))
    joins = list(_Sweep(_at(analysis.match, least), prepared).joins(resolving=isinstance(analysis, Resolve)))
    composites = [*prepared, *(merged(prepared, join.members, analysis.merge) for join in joins)]
    leakages = record_leakages(composites, reference, weights).tolist() if composites else []
    return ThresholdCurve(tuple(_steps(len(prepared), joins, leakages)), least)


def can_sweep(adversary: Adversary) -> bool:
    """Whether ``threshold_curve`` takes an adversary: as her threshold falls joins come, and none goes.

    >>> can_sweep(Adversary())
    False
    """
    return _swept(adversary) is not None


def _swept(adversary: Adversary) -> SingleLink | Resolve | None:
    """Her one joining operation, where its joins make a tree."""
    analysis = adversary.pipeline.analysis if adversary.pipeline else None
    weighing = Weighing.of(analysis.match) if isinstance(analysis, SingleLink | Resolve) else None
    if isinstance(analysis, SingleLink) and weighing is not None:
        return analysis
    if isinstance(analysis, Resolve) and weighing is not None and not weighing.match.against:
        return analysis if analysis.merge in SAME_VALUES else None
    return None


def _at(match: Match, threshold: float) -> Match:
    if isinstance(match, Normalised):
        return replace(match, match=_at(match.match, threshold))
    return replace(match, threshold=threshold) if isinstance(match, FellegiSunter) else match


class _Sweep:
    """The joins at falling thresholds, the surest first."""

    def __init__(self, match: Match, records: Sequence[Record]) -> None:
        self._weighing = Weighing.of(match)
        self._records = records
        self._candidates = Candidates(match, records)

    def joins(self, resolving: bool) -> Iterator[_Join]:
        return self._resolved() if resolving else self._linked()

    def _near(self, record: Record, known: Mapping[int, Record]) -> Iterator[tuple[float, int]]:
        """Those of the records known that may be joined with one, and from which threshold on."""
        assert self._weighing is not None
        for other in self._candidates.near(record):
            weight = self._weighing.weight(known[other], record)
            if self._weighing.match.reached(weight):
                yield round(weight, DIGITS), other

    def _linked(self) -> Iterator[_Join]:
        """Of single links: the edges of a greatest spanning forest (Kruskal)."""
        edges: list[tuple[float, int, int]] = []
        known = dict(enumerate(self._records))
        for number, record in known.items():
            report("Weighing pairs", number, len(known))
            edges.extend((-weight, other, number) for weight, other in self._near(record, known))
            self._candidates.add(number, record)
        members: dict[int, tuple[int, ...]] = {number: (number,) for number in known}
        for negative, left, right in sorted(edges):
            if members[left] is not members[right]:
                both = tuple(sorted((*members[left], *members[right])))
                members.update(dict.fromkeys(both, both))
                yield _Join(-negative, both, (left, right))

    def _resolved(self) -> Iterator[_Join]:
        """Of a resolution: what a composite matches by more surely than its parts comes with it."""
        known: dict[int, Record] = {}
        members: dict[int, tuple[int, ...]] = {}
        pending: list[tuple[float, int, int]] = []

        def come(record: Record, numbers: tuple[int, ...]) -> None:
            number = len(known)
            for weight, other in self._near(record, known):
                heapq.heappush(pending, (-weight, other, number))
            known[number], members[number] = record, numbers
            self._candidates.add(number, record)

        for number, record in enumerate(self._records):
            report("Weighing pairs", number, len(self._records))
            come(record, (number,))
        falling = math.inf
        while pending:
            negative, left, right = heapq.heappop(pending)
            if left in members and right in members:
                falling = min(falling, -negative)
                some, others = members.pop(left), members.pop(right)
                self._candidates.drop(left)
                self._candidates.drop(right)
                both = tuple(sorted((*some, *others)))
                come(union_merge(known[left], known[right]), both)
                yield _Join(falling, both, (some[0], others[0]))


def _steps(count: int, joins: Sequence[_Join], leakages: Sequence[float]) -> Iterator[ThresholdStep]:
    """The step where nothing is joined, and one wherever the greatest leakage of the composites there are changes."""
    standing: dict[tuple[int, ...], float] = {(number,): leakages[number] for number in range(count)}
    heap = [(-leakage, members) for members, leakage in standing.items()]
    heapq.heapify(heap)
    before = ThresholdStep(math.inf, *_worst(heap, standing), ())
    yield before
    of_record: dict[int, tuple[int, ...]] = {number: (number,) for number in range(count)}
    for weight, group in itertools.groupby(zip(joins, leakages[count:], strict=True), key=lambda made: made[0].weight):
        made = list(group)
        for join, leakage in made:
            for part in {of_record[number] for number in join.members}:
                del standing[part]
            of_record.update(dict.fromkeys(join.members, join.members))
            standing[join.members] = leakage
            heapq.heappush(heap, (-leakage, join.members))
        leakage, members = _worst(heap, standing)
        if leakage != before.leakage:
            changed = {*members, *before.members}
            joins_here = tuple(join.records for join, _ in made if not changed.isdisjoint(join.members))
            before = ThresholdStep(weight, leakage, members, joins_here)
            yield before


def _worst(
    heap: list[tuple[float, tuple[int, ...]]], standing: dict[tuple[int, ...], float]
) -> tuple[float, tuple[int, ...]]:
    """The greatest leakage of the composites that still stand, and whose it is."""
    while heap and heap[0][1] not in standing:
        heapq.heappop(heap)
    return (-heap[0][0], heap[0][1]) if heap and heap[0][0] < 0.0 else (0.0, ())
