"""Joins: which composites come of any choice of disinformation records, each choice being resolved as it really is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np

from leakage.decision.information_leakage import information_leakage, leakages_of
from leakage.decision.what_if import Baseline
from leakage.record import Pair, Record
from leakage.resolution.adversary import Pipeline
from leakage.resolution.match import Key
from leakage.resolution.merge import SAME_VALUES, merged, union_merge
from leakage.resolution.operations import Resolve
from leakage.short_repr import short_repr

Chosen = tuple[int, ...]
"""Numbers of records, ascending; a record may be there more than once."""


@dataclass(frozen=True, eq=False)
class Part:
    """A composite that holds some of the chosen records.

    Arguments:
        records: which of the chosen ones, by their place in the choice, ascending.
        composites: numbers of the earlier composites in it, where that is known.
        composite: the whole.
    """

    records: tuple[int, ...]
    composites: frozenset[int]
    composite: Record

    __repr__ = short_repr


class Joins(Protocol):
    """What comes of any choice of records in one pool."""

    def parts(self, chosen: Chosen) -> tuple[Part, ...]:
        """The composites with chosen records in them."""
        ...

    def rest(self, chosen: Chosen) -> float:
        """The greatest leakage of the composites that no chosen record is in."""
        ...


def joins_of(baseline: Baseline, records: Mapping[int, Record]) -> Joins:
    """What comes of any choice of some records: by keys where ``E(R + {r}) = E(E(R) + {r})``, else resolved anew.

    Arguments:
        baseline: the pool, and where in it new records are put.
        records: number to record.

    >>> from leakage.resolution.adversary import Adversary
    >>> from leakage.resolution.rules import Shares
    >>> from leakage.resolution.operations import Resolve
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
        self._known: dict[Chosen, tuple[Part, ...]] = {(): ()}
        self._keys: dict[Part, frozenset[Key]] = {}

    def parts(self, chosen: Chosen) -> tuple[Part, ...]:
        if chosen not in self._known:
            last, record = len(chosen) - 1, self.records[chosen[-1]]
            first, before = chosen.index(chosen[-1]), self.parts(chosen[:-1])
            # A record without a key joins nothing, not even itself.
            again = first < last and self.match is not None and any(True for _ in self.match.keys(record))
            self._known[chosen] = (
                tuple(self._once_more(part, first, last) for part in before)
                if again
                else self._with(before, last, record)
            )
        return self._known[chosen]

    def rest(self, chosen: Chosen) -> float:
        return self.baseline.greatest_besides(n for part in self.parts(chosen) for n in part.composites)

    def _once_more(self, part: Part, place: int, again: int) -> Part:
        """The part with a record that is in it already; what it joins is the same."""
        if place not in part.records:
            return part
        same = Part((*part.records, again), part.composites, part.composite)
        self._keys[same] = self._keys_of(part)
        return same

    @cached_property
    def closure(self) -> tuple[Part, ...]:
        """The composites that come of all records together, told by their numbers: what is apart is never joined."""
        parts: tuple[Part, ...] = ()
        for number, record in self.records.items():
            parts = self._with(parts, number, record)
        return parts

    @cached_property
    def crossing(self) -> frozenset[int]:
        """The composites that a key could join which no single record or composite offers, but several together."""
        if self.match is None or self.match.crossing is None:
            return frozenset()
        composites = self.baseline.before.resolution.composites
        touched = sorted({number for part in self.closure for number in part.composites})
        pieces = [(number, composites[number]) for number in touched]
        pieces += [(-1 - number, record) for number, record in self.records.items()]
        held = {name: frozenset(self.match.pairs(record)) for name, record in pieces}
        holders: defaultdict[Pair, list[int]] = defaultdict(list)
        for name, pairs in held.items():
            for pair in pairs:
                holders[pair].append(name)

        def put_together(number: int, key: Key) -> bool:
            whole = set(key.shared)
            return all(any(n != number and not whole <= held[n] for n in holders[pair]) for pair in key.shared)

        return frozenset(
            number for number in touched if any(put_together(number, k) for k in self.match.keys(composites[number]))
        )

    def _with(self, parts: tuple[Part, ...], place: int, record: Record) -> tuple[Part, ...]:
        others, grown = list(parts), Part((place,), frozenset(), record)
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

    def _joined(self, parts: Sequence[Part], reached: Iterable[int]) -> Part:
        composites = self.baseline.before.resolution.composites
        records = [part.composite for part in parts] + [composites[number] for number in reached]
        return Part(
            tuple(sorted(place for part in parts for place in part.records)),
            frozenset(reached).union(*(part.composites for part in parts)),
            merged(records, range(len(records)), union_merge),
        )

    def _keys_of(self, part: Part) -> frozenset[Key]:
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
        self._known: dict[Chosen, tuple[tuple[Part, ...], float]] = {}
        self._split()

    def _split(self) -> None:
        near = set(range(len(self._baseline.records))) if self.reach is None else self.reach.near
        kept = [(number < self._baseline.place, record) for number, record in enumerate(self._baseline.records)]
        self._before = [record for number, (first, record) in enumerate(kept) if first and number in near]
        self._after = [record for number, (first, record) in enumerate(kept) if not first and number in near]
        far = [record for number, (_, record) in enumerate(kept) if number not in near]
        baseline = self._baseline
        self._far = information_leakage(far, baseline.reference, baseline.adversary, baseline.weights).leakage

    def parts(self, chosen: Chosen) -> tuple[Part, ...]:
        return self._resolved(chosen)[0]

    def rest(self, chosen: Chosen) -> float:
        return self._resolved(chosen)[1]

    def _resolved(self, chosen: Chosen) -> tuple[tuple[Part, ...], float]:
        if chosen not in self._known:
            self._known[chosen] = self.resolved([self.records[number] for number in chosen])
        return self._known[chosen]

    def resolved(self, new: Sequence[Record]) -> tuple[tuple[Part, ...], float]:
        """The composites that new records end in, and the greatest leakage of the others."""
        resolution = self._baseline.adversary.resolve((*self._before, *new, *self._after))
        first = len(self._before)
        held: dict[int, list[int]] = {}
        for place in range(len(new)):
            held.setdefault(int(resolution.composite_of[first + place]), []).append(place)
        leakages = leakages_of(resolution, self._baseline.reference, self._baseline.weights)
        rest = max([self._far, *np.delete(leakages, sorted(held)).tolist()])
        return tuple(Part(tuple(places), frozenset(), resolution.composites[c]) for c, places in held.items()), rest


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

    __repr__ = short_repr


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
