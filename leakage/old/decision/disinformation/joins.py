"""Which composites come of any choice of disinformation records, and what wrong attributes dilute."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np

from leakage.old.database import Floats
from leakage.old.decision.incremental import Baseline
from leakage.old.decision.leakage import leakages_of, worst_of
from leakage.old.measure.comparison import Mask, Measuring
from leakage.old.measure.kernel import Columns, expectations
from leakage.old.measure.measuring import as_measure
from leakage.old.measure.record_leakage import record_leakages
from leakage.old.measure.weights import Weights
from leakage.old.resolution.adversary import Pipeline
from leakage.old.resolution.match import Key
from leakage.old.resolution.merge import SAME_VALUES, merged, union_merge
from leakage.old.resolution.operations import Resolve
from leakage.old.tabular.rows import redacted_repr
from leakage.progress import cancellable
from leakage.record import Attribute, Pair, Record

# Dilution: what a composite leaks once wrong attributes are added to it.


@dataclass(frozen=True, eq=False)
class Dilution:
    """A composite, and what it leaks with so much more that is wrong in it.

    Wrong attributes of confidence 1 and weight W together only add to what is known: in every world
    ``F1 = 2 X / (W_e + W + Y)``. So ``L(W) = E[2 X / (W_e + W + Y)]``, which falls in W. By a measure what a wrong
    attribute adds may depend on what is there; then the record is measured with it.
    Source: Whang & Garcia-Molina 2012, Definition 1 and Section 4.2 (Add).

    Arguments:
        composite: r.
        reference, weights: as ``record_leakage``.

    >>> dilution = Dilution(Record.of(("Name", "Alice"), ("P", "9")), Record.of(("Name", "Alice"), ("C", "1")), None)
    >>> (dilution.at(np.array([0.0, 1.0, 2.0])) * 30).round(9).tolist()
    [15.0, 12.0, 10.0]
    """

    composite: Record
    reference: Record
    weights: Weights | None

    def at(self, wrong: Floats) -> Floats:
        """``L(W)`` for many W, exact, same shape; by weights alone."""
        if not self.tells:
            return np.zeros(len(wrong))
        if self.certain:
            return self.least(wrong)
        weight, times = self._weight, len(wrong)
        many = Columns(
            np.tile(weight, times),
            np.tile(self._confidence, times),
            np.tile(np.where(self._right_attributes, weight, 0.0), times),
            np.arange(times + 1, dtype=np.int64) * len(weight),
            self._scale + wrong,
        )
        leakages: Floats = np.minimum(1.0, 2.0 * expectations(many))
        return leakages

    def with_attributes(self, added: Iterable[Iterable[Attribute]]) -> Floats:
        """The same for wrong attributes that are said, by any measure; shape (choices,)."""
        records = (Record((*self.composite, *some)) for some in cancellable(added))
        return record_leakages(records, self.reference, self.weights)

    def least(self, wrong: Floats) -> Floats:
        """A lower bound of ``L(W)``, exact by weights alone where all confidences are 1; same shape.

        ``sum_{b right} 2 w_b p_b / (W_e + W + w_b (1 - p_b) + sum_a w_a p_a)`` (Jensen's inequality: 1/z is convex).
        By similarities, too: a value that is right itself earns its fact.
        """
        weight, expected = self._right
        base = self._scale + self._expected + weight - expected
        least: Floats = np.sum(2.0 * expected[:, np.newaxis] / (base[:, np.newaxis] + wrong[np.newaxis, :]), axis=0)
        return least

    @cached_property
    def tells(self) -> bool:
        """Whether anything in it is right, or near."""
        similarity = self._measure.similarity_to(self.reference)
        return any(a.confidence > 0.0 and similarity(a.pair) for a in self.composite)

    @cached_property
    def certain(self) -> bool:
        """Whether all confidences are 1."""
        return bool(np.all(self._confidence == 1.0))

    @cached_property
    def _measure(self) -> Measuring:
        return as_measure(self.weights)

    @cached_property
    def _weight(self) -> Floats:
        return np.array([self._measure.weight_of(a.label) for a in self.composite], dtype=np.float64)

    @cached_property
    def _confidence(self) -> Floats:
        return np.array([a.confidence for a in self.composite], dtype=np.float64)

    @cached_property
    def _right_attributes(self) -> Mask:
        """Which attributes are right."""
        return np.array([a.pair in self.reference for a in self.composite], dtype=bool)

    @cached_property
    def _scale(self) -> float:
        """W_e, kept below infinity."""
        return min(self._measure.total(self.reference), 1e308)

    @cached_property
    def _right(self) -> tuple[Floats, Floats]:
        """Of what is right: its weight, and weight times confidence."""
        right, expected = self._right_attributes, self._weight * self._confidence
        return self._weight[right], expected[right]

    @cached_property
    def _expected(self) -> float:
        return float(np.sum(self._weight * self._confidence))


# Joins: which composites come of any choice of disinformation records, each choice being resolved as it really is.


Chosen = tuple[int, ...]
"""Numbers of records, ascending; a record may be there more than once."""


@dataclass(frozen=True, eq=False)
class Component:
    """A composite that holds some of the chosen records.

    Arguments:
        records: which of the chosen ones, by their place in the choice, ascending.
        composites: numbers of the earlier composites in it, where that is known.
        composite: the whole.
    """

    records: tuple[int, ...]
    composites: frozenset[int]
    composite: Record

    __repr__ = redacted_repr


class ScenarioResolution(Protocol):
    """What comes of any choice of records in one pool."""

    def parts(self, chosen: Chosen) -> tuple[Component, ...]:
        """The composites with chosen records in them."""
        ...

    def rest(self, chosen: Chosen) -> float:
        """The greatest leakage of the composites that no chosen record is in."""
        ...


def joins_of(baseline: Baseline, records: Mapping[int, Record]) -> ScenarioResolution:
    """What comes of any choice of some records: by keys where ``E(R + {r}) = E(E(R) + {r})``, else resolved anew.

    Arguments:
        baseline: the pool, and where in it new records are put.
        records: number to record.

    >>> from leakage.old.resolution.adversary import Adversary
    >>> from leakage.old.resolution.rules.shared_values import Shares
    >>> from leakage.old.resolution.operations import Resolve
    >>> R = [Record.of(("N", "n"), ("P", "p")), Record.of(("N", "m"), ("C", "c"))]
    >>> baseline = Baseline.of(R, R[0], Adversary((Resolve(Shares("N")),)))
    >>> found = joins_of(baseline, {0: Record.of(("N", "n")), 1: Record.of(("N", "n"), ("N", "m"))})
    >>> [len(part.composite) for part in found.parts((0,))], [len(part.composite) for part in found.parts((0, 1))]
    ([2], [4])
    """
    return JoinsByKeys(baseline, records) if baseline.pipeline else JoinsFromScratch(baseline, records)


class JoinsByKeys:
    """With representativity: only the composites that chosen records reach, key by key, can change.

    Source: Whang & Garcia-Molina 2011, Section 2.2 (Properties).
    """

    def __init__(self, baseline: Baseline, records: Mapping[int, Record]) -> None:
        self.baseline = baseline
        pipeline = baseline.pipeline or Pipeline((), None)
        self.match = pipeline.analysis.joins_by if pipeline.analysis else None
        self.records = dict(zip(records, pipeline.prepared(tuple(records.values())), strict=True))
        self._memo: dict[Chosen, tuple[Component, ...]] = {(): ()}
        self._keys: dict[Component, frozenset[Key]] = {}

    def parts(self, chosen: Chosen) -> tuple[Component, ...]:
        if chosen not in self._memo:
            last, record = len(chosen) - 1, self.records[chosen[-1]]
            first, before = chosen.index(chosen[-1]), self.parts(chosen[:-1])
            # A record without a key joins nothing, not even itself.
            again = first < last and self.match is not None and any(True for _ in self.match.keys(record))
            self._memo[chosen] = (
                tuple(self._once_more(part, first, last) for part in before)
                if again
                else self._with(before, last, record)
            )
        return self._memo[chosen]

    def rest(self, chosen: Chosen) -> float:
        return self.baseline.greatest_outside(n for part in self.parts(chosen) for n in part.composites)

    def _once_more(self, part: Component, place: int, again: int) -> Component:
        """The part with a record that is in it already; what it joins is the same."""
        if place not in part.records:
            return part
        same = Component((*part.records, again), part.composites, part.composite)
        self._keys[same] = self._keys_of(part)
        return same

    @cached_property
    def closure(self) -> tuple[Component, ...]:
        """The composites that come of all records together, told by their numbers: what is apart is never joined."""
        parts: tuple[Component, ...] = ()
        for number, record in self.records.items():
            parts = self._with(parts, number, record)
        return parts

    @cached_property
    def crossing(self) -> frozenset[int]:
        """The composites that a key could join which no single record or composite offers, but several together."""
        if self.match is None or self.match.cross_record_keys is None:
            return frozenset()
        composites = self.baseline.before.resolution.composites
        touched = sorted({number for part in self.closure for number in part.composites})
        pieces = [(number, composites[number]) for number in touched]
        pieces += [(-1 - number, record) for number, record in self.records.items()]
        pairs_of = {name: frozenset(self.match.pairs(record)) for name, record in pieces}
        holders: defaultdict[Pair, list[int]] = defaultdict(list)
        for name, pairs in pairs_of.items():
            for pair in pairs:
                holders[pair].append(name)

        def put_together(number: int, key: Key) -> bool:
            whole = set(key.shared)
            return all(any(n != number and not whole <= pairs_of[n] for n in holders[pair]) for pair in key.shared)

        return frozenset(
            number for number in touched if any(put_together(number, k) for k in self.match.keys(composites[number]))
        )

    def _with(self, parts: tuple[Component, ...], place: int, record: Record) -> tuple[Component, ...]:
        others, grown = list(parts), Component((place,), frozenset(), record)
        while True:
            keys = self._keys_of(grown)
            joined = [part for part in others if not keys.isdisjoint(self._keys_of(part))]
            absorbed = grown.composites.union(*(part.composites for part in others))
            owners = self.baseline.owner
            reached = {owners[key] for key in keys if key in owners} - absorbed
            if not joined and not reached:
                return (*others, grown)
            others = [part for part in others if part not in joined]
            grown = self._joined([grown, *joined], reached)

    def _joined(self, parts: Sequence[Component], reached: Iterable[int]) -> Component:
        composites = self.baseline.before.resolution.composites
        records = [part.composite for part in parts] + [composites[number] for number in reached]
        return Component(
            tuple(sorted(place for part in parts for place in part.records)),
            frozenset(reached).union(*(part.composites for part in parts)),
            merged(records, range(len(records)), union_merge),
        )

    def _keys_of(self, part: Component) -> frozenset[Key]:
        if part not in self._keys:
            self._keys[part] = frozenset(self.match.keys(part.composite)) if self.match else frozenset()
        return self._keys[part]


class JoinsFromScratch:
    """Without representativity every choice is resolved from scratch, its records in their order at their place.

    Where one resolution follows on preparations, records that not even a match without negative evidence could tie to
    any of the new ones are resolved once: no order of the others changes what becomes of them.
    """

    def __init__(self, baseline: Baseline, records: Mapping[int, Record]) -> None:
        self._baseline, self.records = baseline, dict(records)
        self.reach = reach_of(baseline, tuple(self.records.values()))
        self._memo: dict[Chosen, tuple[tuple[Component, ...], float]] = {}
        self._split()

    def _split(self) -> None:
        near = set(range(len(self._baseline.records))) if self.reach is None else self.reach.near
        records = [(number < self._baseline.place, record) for number, record in enumerate(self._baseline.records)]
        self._before = [record for number, (first, record) in enumerate(records) if first and number in near]
        self._after = [record for number, (first, record) in enumerate(records) if not first and number in near]
        far = [record for number, (_, record) in enumerate(records) if number not in near]
        baseline = self._baseline
        self._far = worst_of(baseline.adversary.resolve(far), baseline.reference, baseline.weights).leakage

    def parts(self, chosen: Chosen) -> tuple[Component, ...]:
        return self._resolved(chosen)[0]

    def rest(self, chosen: Chosen) -> float:
        return self._resolved(chosen)[1]

    def _resolved(self, chosen: Chosen) -> tuple[tuple[Component, ...], float]:
        if chosen not in self._memo:
            self._memo[chosen] = self.resolved([self.records[number] for number in chosen])
        return self._memo[chosen]

    def resolved(self, new: Sequence[Record]) -> tuple[tuple[Component, ...], float]:
        """The composites that new records end in, and the greatest leakage of the others."""
        resolution = self._baseline.adversary.resolve((*self._before, *new, *self._after))
        first = len(self._before)
        places_of: dict[int, list[int]] = {}
        for place in range(len(new)):
            places_of.setdefault(int(resolution.composite_of[first + place]), []).append(place)
        leakages = leakages_of(resolution, self._baseline.reference, self._baseline.weights)
        rest = max([self._far, *np.delete(leakages, sorted(places_of)).tolist()])
        return tuple(
            Component(tuple(places), frozenset(), resolution.composites[c]) for c, places in places_of.items()
        ), rest


@dataclass(frozen=True, eq=False)
class Reach:
    """What new records could be tied to at the very most, whatever the order.

    Arguments:
        near: numbers of the earlier records they could be in a composite with.
        records: those records as the resolution gets them.
        widest: for each of them the widest composite it could end in.
    """

    near: frozenset[int]
    records: tuple[Record, ...]
    widest: tuple[Record, ...]

    __repr__ = redacted_repr


def reach_of(baseline: Baseline, records: Sequence[Record]) -> Reach | None:
    """The reach of some records; None where operations after a merge, or values that are lost, leave it open.

    With ``relaxed``, a match that is true wherever the adversary's is and that no merge can hinder, every composite
    that can arise lies within one of the fixpoint of all records.
    """
    pipeline = baseline.adversary.pipeline
    if pipeline is None or pipeline.resolve is None or pipeline.resolve.merge not in SAME_VALUES:
        return None
    ready = pipeline.prepared((*baseline.records, *records))
    clusters = Resolve(pipeline.resolve.relaxed).apply(ready)
    size = len(baseline.records)
    near: dict[int, Record] = {}
    for members, composite in zip(clusters.members, clusters.composites, strict=True):
        if members[-1] >= size:
            near |= {number: composite for number in members if number < size}
    numbers = sorted(near)
    return Reach(frozenset(near), tuple(ready[n] for n in numbers), tuple(near[n] for n in numbers))
