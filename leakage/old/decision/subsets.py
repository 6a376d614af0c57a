"""Subsets of releases: what an adversary knows of any choice among them, beside what she has in any case.

A choice is a bit mask: bit n stands for release n. ``SubsetEvaluator`` is made once for what an adversary has in any
case; with the releases of a pool it gives ``PoolSubsets``, which takes them apart into ``SubsetLeakage``: releases that
may meet one another.
"""

from __future__ import annotations

import itertools
import operator
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np

from leakage.old.bits import bits, gathered_bits, mask_of
from leakage.old.database import Floats, as_database
from leakage.old.decision.composite_table import COLUMN_MERGES, CompositeTable
from leakage.old.decision.leakage import leakages_of, worst_of
from leakage.old.measure.weights import Weights
from leakage.old.resolution.adversary import Adversary, Pipeline
from leakage.old.resolution.match import Key
from leakage.old.resolution.merge import Merge, union_merge
from leakage.old.resolution.operations import Operation, Resolve
from leakage.old.resolution.resolution import Resolution
from leakage.old.resolution.subsets import Memory, SubsetResolution
from leakage.old.tabular.rows import redacted_repr
from leakage.progress import cancellable, report
from leakage.record import Record

# What each choice leaks of releases that may meet.


REPORT_EVERY = 64
"""Choices between two reports of progress."""

MOST_BITS = 1 << 27
"""Of the masks of composites measured together: 16 MB."""

MASK_BITS = 1_000
"""What a mask takes beside the bits of its records, about."""


class SubsetLeakage:
    """What each choice leaks of releases that may meet one another, and some records that are in every choice.

    Every choice is worked out once, within a bound of memory. By default its records are resolved from scratch. In bits
    the composites of a choice are read off masks (``SubsetResolution``) and measured in columns (``CompositeTable``),
    without any record being made.

    Arguments:
        records: number, the bit of the release, to record; they arrive in this order.
        always: what is in every choice, and arrives before them.
        reference, adversary, weights: as ``information_leakage``.
        in_bits: only for an adversary of one analysis that ``single_resolution`` takes, and who prepares nothing.

    >>> from leakage.old.resolution.rules.shared_values import Shares
    >>> releases = {0: Record.of(("N", "Alice"), ("P", "123")), 1: Record.of(("N", "Alice"), ("C", "999"))}
    >>> e = Record.of(("N", "Alice"), ("P", "123"), ("C", "999"), ("Z", "111"))
    >>> eve = Adversary((Resolve(Shares("N")),))
    >>> for in_bits in (True, False):
    ...     (SubsetLeakage(releases, (), e, eve, None, in_bits=in_bits).leakages([0b00, 0b01, 0b11]) * 21).round(9)
    array([ 0., 14., 18.])
    array([ 0., 14., 18.])
    """

    def __init__(
        self,
        records: Mapping[int, Record],
        always: Sequence[Record],
        reference: Record,
        adversary: Adversary,
        weights: Weights | None = None,
        *,
        in_bits: bool,
    ) -> None:
        self.releases, self.in_bits = mask_of(records), in_bits
        self._numbers = np.array(list(records), dtype=np.int64)
        self._records = (*always, *records.values())
        self._always = (1 << len(always)) - 1
        self._lowest = _lowest_of_a_run(self.releases)
        self._reference, self._adversary, self._weights = reference, adversary, weights
        self._leakages: Memory[int, float] = Memory()
        self._of_composites: Memory[int, float] = Memory()

    def leakages(self, choices: Sequence[int]) -> Floats:
        """What each choice leaks, shape (choices,)."""
        leakages = {choice: self._leakages.get(choice) for choice in cancellable(choices)}
        fresh = [choice for choice, leakage in leakages.items() if leakage is None]
        if fresh:
            found = self._in_bits(fresh) if self.in_bits else self._from_scratch(fresh)
            for choice, leakage in zip(cancellable(fresh), found.tolist(), strict=True):
                leakages[choice] = leakage
                self._leakages.put(choice, leakage, 150 + choice.bit_length() // 8)
        return np.fromiter((leakages[choice] for choice in choices), dtype=np.float64, count=len(choices))

    def prefix_leakages(self, start: int, coming: Sequence[int]) -> Floats:
        """What is leaked at the start, and after each mask of releases has come; shape (masks + 1,)."""
        return self.leakages(after_each(start, coming))

    def within(self, choice: int) -> int:
        """The mask of a choice's records in ``resolution`` and ``table``: those always there have the first bits."""
        choice &= self.releases
        numbered = choice >> self._lowest if self._lowest is not None else gathered_bits(choice, self._numbers)
        return self._always | numbered << self._always.bit_count()

    @cached_property
    def resolution(self) -> SubsetResolution:
        """Which composites any of the records end in."""
        return SubsetResolution.of(self._operation, self._records, self._always.bit_count())

    @cached_property
    def table(self) -> CompositeTable:
        """What any of the records leak as one composite."""
        return CompositeTable(self._records, self._merge, self._reference, self._weights)

    def _from_scratch(self, choices: Sequence[int]) -> Floats:
        leakages = np.empty(len(choices))
        for number, choice in enumerate(choices):
            report("Trying choices of releases", number, len(choices))
            records = [self._records[place] for place in bits(self.within(choice))]
            result = worst_of(self._adversary.resolve(records), self._reference, self._weights)
            leakages[number] = result.leakage
        return leakages

    def _in_bits(self, choices: Sequence[int]) -> Floats:
        leakages = np.empty(len(choices))
        first, composites, size = 0, [], 0
        for number, choice in enumerate(cancellable(choices)):
            if number % REPORT_EVERY == 0:
                report("Trying choices of releases", number, len(choices))
            composites.append(self.resolution.composites(self.within(choice)))
            size += len(composites[-1])
            if size * (len(self._records) + MASK_BITS) > MOST_BITS or number + 1 == len(choices):
                leakages[first : number + 1] = self._greatest(composites)
                first, composites, size = number + 1, [], 0
        return leakages

    def _greatest(self, composites: Sequence[Sequence[int]]) -> Floats:
        """The greatest leakage of each set of composites; none is 0."""
        leakages = self._measured({composite for some in cancellable(composites) for composite in some})
        greatest = (max((leakages[one] for one in some), default=0.0) for some in cancellable(composites))
        return np.fromiter(greatest, dtype=np.float64, count=len(composites))

    def _measured(self, composites: set[int]) -> dict[int, float]:
        """What composites leak; most are in many choices."""
        leakages: dict[int, float] = {}
        fresh = []
        for composite in cancellable(composites):
            leakage = self._of_composites.get(composite)
            if leakage is None:
                fresh.append(composite)
            else:
                leakages[composite] = leakage
        for composite, leakage in zip(cancellable(fresh), self.table.leakages(fresh).tolist(), strict=True):
            leakages[composite] = leakage
            self._of_composites.put(composite, leakage, 150 + len(self._records) // 8)
        return leakages

    @cached_property
    def _operation(self) -> Operation | None:
        return self._adversary.pipeline.analysis if self._adversary.pipeline else None

    @cached_property
    def _merge(self) -> Merge:
        return (self._operation.merges_by if self._operation else None) or union_merge


def _lowest_of_a_run(releases: int) -> int | None:
    """The first of consecutive releases, whose masks need only be moved; None for others."""
    lowest = (releases & -releases).bit_length() - 1
    return lowest if releases and (releases >> lowest).bit_count() == releases.bit_length() - lowest else None


def after_each(start: int, coming: Sequence[int]) -> list[int]:
    """The choices as releases come: the start, and what there is after each step.

    >>> after_each(0b1, [0b10, 0b100])
    [1, 3, 7]
    """
    return list(itertools.accumulate(coming, operator.or_, initial=start))


# Pools: what one pool's adversary knows of any choice, part by part.


FEW_PARTS = 64
"""Parts up to which each is asked for its releases in a mask; of more, each release for its part."""


@dataclass(frozen=True, eq=False)
class PoolSubsets:
    """What one pool's adversary knows of any choice: the greatest of what is listed here.

    Arguments:
        constant: what is leaked whatever is chosen.
        parts: releases that no choice ever joins to those of another part.
    """

    constant: float
    parts: tuple[SubsetLeakage, ...]

    __repr__ = redacted_repr

    def leakage(self, choice: int) -> float:
        """``L(R, e, E)`` of the releases chosen, and of what is always there."""
        return float(self.leakages([choice])[0])

    def leakages(self, choices: Sequence[int]) -> Floats:
        """``L(R, e, E)`` of each choice, shape (choices,)."""
        return self._once_changed(0, choices)

    def leakages_without(self, left_out: Sequence[int]) -> Floats:
        """``L(R, e, E)`` without each of some masks of releases, shape (masks,); all others are chosen."""
        return self._once_changed(-1, left_out)

    def prefix_leakages(self, start: int, coming: Sequence[int]) -> Floats:
        """``L(R, e, E)`` at the start, and after each mask of releases has come; shape (masks + 1,)."""
        greatest: Floats = np.full(len(coming) + 1, self.constant)
        reaching = self._reaching(coming)
        for number, part in enumerate(cancellable(self.parts)):
            steps = reaching.get(number, [])
            leakages = part.prefix_leakages(start & part.releases, [coming[step] & part.releases for step in steps])
            # Between the steps that reach this part it leaks what it leaked before.
            greatest = np.maximum(greatest, np.repeat(leakages, np.diff([-1, *steps, len(coming)])))
        return greatest

    def _once_changed(self, whole: int, changes: Sequence[int]) -> Floats:
        """What each choice leaks that differs from the whole (none, 0, or all, -1) in some releases, (changes,).

        A part is evaluated only for choices that differ there; what it leaks otherwise is worked out once.
        """
        reaching = self._reaching(changes)
        greatest = self._of_others(whole, reaching, len(changes))
        for number, places in reaching.items():
            releases = self.parts[number].releases
            leakages = self.parts[number].leakages([(whole ^ changes[place]) & releases for place in places])
            greatest[places] = np.maximum(greatest[places], leakages)
        return greatest

    def _of_others(self, whole: int, reaching: Mapping[int, list[int]], count: int) -> Floats:
        """For each of so many changes what the parts leak that it does not reach."""
        greatest: Floats = np.full(count, self.constant)
        if sum(map(len, reaching.values())) == count * len(self.parts):
            return greatest
        open_ = np.ones(count, dtype=bool)
        for leakage, number in self._ranked(whole):
            untouched = open_.copy()
            untouched[reaching.get(number, [])] = False
            greatest[untouched] = leakage
            open_ &= ~untouched
            if not open_.any():
                break
        return greatest

    def _ranked(self, whole: int) -> list[tuple[float, int]]:
        """What each part leaks that leaks more than the constant, the greatest first."""
        if whole not in self._of_all_parts:
            leakages = [float(part.leakages([whole & part.releases])[0]) for part in self.parts]
            ranked = ((leakage, number) for number, leakage in enumerate(leakages) if leakage > self.constant)
            self._of_all_parts[whole] = sorted(ranked, reverse=True)
        return self._of_all_parts[whole]

    def _reaching(self, masks: Sequence[int]) -> dict[int, list[int]]:
        """For every part with a release in any of the masks the numbers of these masks."""
        if len(self.parts) <= FEW_PARTS:
            by_part = enumerate([p for p, mask in enumerate(masks) if mask & part.releases] for part in self.parts)
            return {number: places for number, places in by_part if places}
        part_of = self._part_of
        reaching: dict[int, list[int]] = {}
        for place, mask in enumerate(cancellable(masks)):
            for number in {part_of[release] for release in bits(mask) if release in part_of}:
                reaching.setdefault(number, []).append(place)
        return reaching

    @cached_property
    def _of_all_parts(self) -> dict[int, list[tuple[float, int]]]:
        """What all parts leak in a whole, as far as that was needed."""
        return {}

    @cached_property
    def _part_of(self) -> dict[int, int]:
        """For every release the number of its part."""
        return {release: number for number, part in enumerate(self.parts) for release in bits(part.releases)}


# The evaluator: what an adversary has in any case, worked out once for all pools.


MANY = 200
"""Records from which on clusters are found on arrays, where the rules allow it."""

Cluster: TypeAlias = tuple[int, tuple[int, ...]]
"""The releases in it, as a mask, and the numbers of the records always there."""


def pool_choices(
    releases: Mapping[int, Record],
    background: Sequence[Record],
    reference: Record,
    adversary: Adversary,
    weights: Weights | None = None,
) -> PoolSubsets:
    """The choices among a pool's releases, taken apart as far as they never meet.

    Two records that end in one composite were joined by a chain of matches, each between composites. A match that
    keeps its keys and holds wherever the adversary's does (``Match.relaxed``) would have joined them as well, whatever
    else was merged, replaced or kept apart; for the values of a composite are among those its records have, or may
    come to have by corrections and look-ups. So the clusters that the relaxed matches make of everything part the
    records: what happens in one does not depend on the records of another, in any order and under any merge.
    Source: Whang & Garcia-Molina 2011, Section 2.2 (Properties).

    One resolution or clustering, after corrections and look-ups, is worked out in bits. Where several analyses follow
    one another, or a match is not of this package, the records of a cluster are resolved from scratch.

    Arguments:
        releases: number, the bit of the release, to record; they arrive in the order of their numbers.
        background: what she has before them, in whatever is chosen.
        reference, adversary, weights: as ``information_leakage``.

    Raises:
        ValueError: if a weight is not positive.

    >>> from leakage.old.resolution.rules.shared_values import Shares
    >>> given = {0: Record.of(("N", "Alice"), ("P", "123")), 1: Record.of(("N", "Alice"), ("C", "999"))}
    >>> e = Record.of(("N", "Alice"), ("P", "123"), ("C", "999"), ("Z", "111"))
    >>> choices = pool_choices(given, (), e, Adversary((Resolve(Shares("N")),)))
    >>> [round(choices.leakage(choice) * 21, 9) for choice in (0b00, 0b01, 0b11)]
    [0.0, 14.0, 18.0]
    """
    return SubsetEvaluator(background, reference, adversary, weights).choices(releases)


def single_resolution(adversary: Adversary) -> Pipeline | None:
    """Her pipeline, where subsets of records are resolved in bits; None where more analyses follow one another.

    None too where the analysis, its match or its merge is not of this package.
    """
    pipeline = adversary.pipeline
    if pipeline is None or pipeline.analysis is None:
        return pipeline
    try:
        SubsetResolution.of(pipeline.analysis, (), 0)
    except TypeError:
        return None
    return pipeline if pipeline.analysis.merges_by in COLUMN_MERGES else None


class SubsetEvaluator:
    """What any choice of releases leaks beside some records; worked out once for all pools that have these.

    Arguments:
        records: what she has in any case.
        reference, adversary, weights: as ``information_leakage``.
    """

    def __init__(
        self, records: Sequence[Record], reference: Record, adversary: Adversary, weights: Weights | None = None
    ) -> None:
        self._records, self._reference, self._adversary, self._weights = tuple(records), reference, adversary, weights
        self._pipeline = single_resolution(adversary)
        operation = self._pipeline.analysis if self._pipeline else None
        # Prepared records need only be resolved.
        self._analysis = Adversary((operation,) if operation else ()) if self._pipeline else adversary
        self._bounding = operation.bounding if operation else None
        self._settles = self._pipeline is not None and (operation is None or operation.is_incremental)

    def choices(self, releases: Mapping[int, Record]) -> PoolSubsets:
        """The choices among some releases and these records; as ``pool_choices``."""
        own = {number: releases[number] for number in sorted(releases)}
        reachable = self._reachable(tuple(own.values()))
        if reachable is None or self._clustering is None:
            return PoolSubsets(0.0, (self.part(own),))
        arrived = dict(zip(own, reachable, strict=True))
        sources = arrived if self._pipeline else own
        clusters = self._clustering.of(arrived)
        parts = (
            self._part({n: sources[n] for n in bits(mask)}, [self._always[n] for n in inside], bool(self._pipeline))
            for mask, inside in cancellable(clusters)
        )
        return PoolSubsets(self._constant({n for _, inside in clusters for n in inside}), tuple(parts))

    def part(self, releases: Mapping[int, Record]) -> SubsetLeakage:
        """The choices among some releases and all records, resolved from scratch: of few that is soonest."""
        arguments = (self._reference, self._adversary, self._weights)
        return SubsetLeakage(releases, self._records, *arguments, in_bits=False)

    def _part(self, releases: Mapping[int, Record], always: Sequence[Record], in_bits: bool) -> SubsetLeakage:
        return SubsetLeakage(releases, always, self._reference, self._analysis, self._weights, in_bits=in_bits)

    def _reachable(self, records: Sequence[Record]) -> Sequence[Record] | None:
        """What each record may come to have before it is joined to any; None where that is open."""
        if self._pipeline is not None:
            return self._pipeline.prepared(tuple(records))
        widest = [self._adversary.reachable_pairs(record) for record in cancellable(records)]
        reachable = [record for record in widest if record is not None]
        return reachable if len(reachable) == len(widest) else None

    @cached_property
    def _always(self) -> tuple[Record, ...]:
        """The records as they are analysed: prepared, and resolved where ``E(B + S) = E(E(B) + S)``."""
        if self._pipeline is None:
            return self._records
        prepared = tuple(self._pipeline.prepared(self._records))
        return tuple(self._analysis.resolve(prepared).composites) if self._settles else prepared

    @cached_property
    def _clustering(self) -> _Clustering | None:
        if self._pipeline is not None:
            return _Clustering(self._always, self._bounding)
        reachable, relaxed = self._reachable(self._records), self._adversary.relaxed
        return None if reachable is None else _Clustering(reachable, Resolve(relaxed) if relaxed else None)

    def _constant(self, inside: set[int]) -> float:
        """What the records leak that no release can meet."""
        if self._settles:
            return next((leakage for leakage, number in self._ranked if number not in inside), 0.0)
        rest = [record for number, record in enumerate(self._always) if number not in inside]
        return worst_of(self._analysis.resolve(rest), self._reference, self._weights).leakage

    @cached_property
    def _ranked(self) -> list[tuple[float, int]]:
        """The settled records that leak anything, each by itself, the one that leaks most first."""
        leakages = leakages_of(Adversary().resolve(self._always), self._reference, self._weights)
        order = np.argsort(-leakages, kind="stable")
        return [(float(leakages[n]), n) for n in order[: np.count_nonzero(leakages)].tolist()]


class _Clustering:
    """What is always there, and which of it releases may meet.

    By keys, it is resolved once, and of its composites only those are resolved with releases that offer a key which
    these, or what they have grown to, offer: ``E(K + S) = E(E(K) + S)``, and nothing meets the others. Of many records
    the keys are looked up from the second time on: before that, resolving all together is as quick.

    Arguments:
        records: always there.
        bounding: joins whatever may end up together.
    """

    def __init__(self, records: Sequence[Record], bounding: Operation | None) -> None:
        self._records, self._adversary = records, Adversary((bounding,) if bounding else ())
        self._match = bounding.joins_by if bounding and bounding.by_keys else None
        self._again = len(records) <= MANY

    def of(self, arrived: Mapping[int, Record]) -> list[Cluster]:
        """The clusters that releases are in."""
        numbers = list(arrived)
        units = self._met(tuple(arrived.values()))
        self._again = True
        resolution = self._resolve((*(record for record, _ in units), *arrived.values()))
        clusters = []
        for cluster in cancellable(sorted(set(resolution.composite_of[len(units) :].tolist()))):
            members = resolution.members[cluster]
            inside = sorted(n for member in members if member < len(units) for n in units[member][1])
            mask = mask_of(numbers[member - len(units)] for member in members if member >= len(units))
            clusters.append((mask, tuple(inside)))
        return clusters

    def _met(self, arrived: tuple[Record, ...]) -> list[tuple[Record, tuple[int, ...]]]:
        """What releases may meet, each with the numbers of the records it was made of."""
        if self._match is None or not self._again:
            return [(record, (number,)) for number, record in enumerate(cancellable(self._records))]
        met: dict[int, Record] = {}
        seen: set[Key] = set()
        while True:
            composites = self._resolve((*met.values(), *arrived)).composites
            fresh = {key for composite in cancellable(composites) for key in self._match.keys(composite)} - seen
            seen |= fresh
            more = {number for key in fresh for number in self._offering.get(key, ())} - met.keys()
            if not more:
                return [(met[number], self._settled.members[number]) for number in sorted(met)]
            met |= {number: self._settled.composites[number] for number in more}

    @cached_property
    def _settled(self) -> Resolution:
        return self._resolve(self._records)

    @cached_property
    def _offering(self) -> dict[Key, list[int]]:
        """For every key the composites that offer it."""
        assert self._match is not None
        offering: dict[Key, list[int]] = {}
        for number, composite in enumerate(cancellable(self._settled.composites)):
            for key in self._match.keys(composite):
                offering.setdefault(key, []).append(number)
        return offering

    def _resolve(self, records: Iterable[Record]) -> Resolution:
        records = tuple(records)
        # Of many only who ends up with whom matters, and arrays tell that soonest.
        return self._adversary.resolve(records if len(records) <= MANY else as_database(records))
