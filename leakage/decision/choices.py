"""Choices among releases beside what an adversary holds before any of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, reduce
from typing import TypeAlias

import numpy as np

from leakage.bits import bits, mask_of
from leakage.database import Floats, Integers, as_database
from leakage.decision.incremental import Baseline
from leakage.decision.leakage import information_leakage, leakages_of
from leakage.decision.subsets import CompositeTable, PoolSubsets, Walk, after_each, single_resolution
from leakage.measure.choices import choice_leakages
from leakage.measure.measuring import as_measure
from leakage.measure.weights import Weights
from leakage.progress import cancellable, report
from leakage.record import Attribute, Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.match import Key
from leakage.resolution.merge import SAME_VALUES, union_merge
from leakage.resolution.operations import Operation, Resolve
from leakage.resolution.resolution import Resolution
from leakage.resolution.subsets import Memory, SubsetResolution

# Choices among releases that may meet, told from masks, and what no choice between two leaks less than.


TOLD_EVERY = 64
"""Choices between two reports of progress."""


MOST_BITS = 1 << 27
"""Of the masks of composites measured together: 16 MB."""

MASK_BITS = 1_000
"""What a mask takes beside the bits of its records, about."""


class ChoicesInMasks:
    """Releases that may meet, and the background they may meet, under one resolution or clustering.

    Inside, the background has the first bits and the releases follow, so that they arrive in this order.
    """

    quick = True

    def __init__(
        self,
        operation: Operation | None,
        background: Sequence[Record],
        releases: Mapping[int, Record],
        reference: Record,
        weights: Weights | None,
    ) -> None:
        self.releases = mask_of(releases)
        self._place = {number: len(background) + place for place, number in enumerate(releases)}
        self._always = (1 << len(background)) - 1
        self._shift = _shift(self.releases)
        self._records = (*background, *releases.values())
        merge = (operation.merges_by if operation else None) or union_merge
        self._operation = operation
        self._adds = operation is None or operation.never_splits
        self.resolution = SubsetResolution.of(operation, self._records, len(background))
        self.table = CompositeTable(self._records, merge, reference, weights)
        measure = as_measure(weights)
        self.grows = self._adds and measure.right_or_wrong
        self.bounded = merge in SAME_VALUES and not measure.related_labels
        self._leakage: Memory[int, float] = Memory()
        self._diluting: Memory[int, Floats] = Memory()

    def leakages(self, kept: Sequence[int]) -> Floats:
        leakages = np.empty(len(kept))
        first, composites, size = 0, [], 0
        for number, choice in enumerate(cancellable(kept)):
            if number % TOLD_EVERY == 0:
                report("Trying choices of releases", number, len(kept))
            composites.append(self.resolution.composites(self.within(choice)))
            size += len(composites[-1])
            if size * (len(self._records) + MASK_BITS) > MOST_BITS or number + 1 == len(kept):
                leakages[first : number + 1] = self._greatest(composites)
                first, composites, size = number + 1, [], 0
        return leakages

    def prefix_leakages(self, start: int, coming: Sequence[int]) -> Floats:
        if self.resolution.records is None or self.table.merge is not union_merge:
            return self.leakages(after_each(start, coming))
        walk = Walk(self.resolution, self.table, self.within(start))
        return walk.leakages([self.within(mask) & ~self._always for mask in coming])

    def floor(self, kept: int, possible: int) -> float:
        """What is kept stays together as far as nothing can part it, and nothing that is not possible is ever added.

        Let r be a composite of what is kept that more records only add to, or else any single record; and s the
        composite of all that is possible, under the relaxed match, that holds it. In the final choice r lies in a
        composite within s: it has r's attributes at no less confidence, and none that s has not, or at a greater one.
        What such a record leaks at least, the measure knows.
        """
        if kept == possible:
            return float(self.leakages([kept])[0])
        if not self.bounded:
            return 0.0
        around = self._bounding.composites(self.within(possible))
        firm = self._firm(self.within(kept))
        return max((self._least(part, around) for part in firm), default=0.0)

    def _greatest(self, composites: Sequence[Sequence[int]]) -> Floats:
        """The greatest leakage of each set of composites; none is 0."""
        known = self._measured({composite for some in cancellable(composites) for composite in some})
        greatest = (max((known[composite] for composite in some), default=0.0) for some in cancellable(composites))
        return np.fromiter(greatest, dtype=np.float64, count=len(composites))

    def within(self, choice: int) -> int:
        """The mask of the records of a choice, background and all, as they are numbered inside."""
        if self._shift is not None:
            return self._always | (choice & self.releases) >> self._shift << self._always.bit_count()
        return self._always | mask_of(self._place[number] for number in bits(choice & self.releases))

    def _firm(self, kept: int) -> tuple[int, ...]:
        """Masks of records that stay together whatever is added."""
        if self._adds:
            return self.resolution.composites(kept)
        return tuple(1 << number for number in bits(kept & self._telling))

    @cached_property
    def _bounding(self) -> SubsetResolution:
        if self._adds:
            return self.resolution
        return SubsetResolution.of(
            self._operation.bounding if self._operation else None, self._records, self._always.bit_count()
        )

    @cached_property
    def _telling(self) -> int:
        """The records that leak anything by themselves."""
        alone = self.table.leakages([1 << number for number in range(len(self._records))])
        return mask_of(np.flatnonzero(alone).tolist())

    def _measured(self, composites: set[int]) -> dict[int, float]:
        known = {composite: self._leakage.get(composite) for composite in cancellable(composites)}
        new = [composite for composite, leakage in known.items() if leakage is None]
        for composite, leakage in zip(cancellable(new), self.table.leakages(new).tolist(), strict=True):
            known[composite] = leakage
            self._leakage.put(composite, leakage, 150 + len(self._records) // 8)
        return {composite: leakage for composite, leakage in cancellable(known.items()) if leakage is not None}

    def _least(self, part: int, around: Sequence[int]) -> float:
        whole = next(composite for composite in around if composite & part)
        held, most = self._confidences(part), self._confidences(whole)
        return self.table.by_confidences.least_between(held, most)

    def _confidences(self, mask: int) -> Floats:
        row = self._diluting.get(mask)
        if row is None:
            row = self.table.confidences([mask])[0]
            self._diluting.put(mask, row, 200 + 8 * len(row) + len(self._records) // 8)
        return row


def _shift(releases: int) -> int | None:
    """By how much consecutive releases are moved; None for others."""
    lowest = (releases & -releases).bit_length() - 1
    return lowest if releases and (releases >> lowest).bit_count() == releases.bit_length() - lowest else None


# Choices among optional fields, told by what they are joined with.


def record_given(mask: int, required: Record, options: Sequence[Attribute]) -> Record:
    """What is released: the required fields, and of the optional ones those of the mask."""
    return Record((*required, *(option for n, option in enumerate(options) if mask >> n & 1)))


class ChoicesByJoins:
    """One pool under a policy by which more only joins more: what each choice is joined with, and what it leaks."""

    def __init__(
        self, baseline: Baseline, resolve: Resolve | None, required: Record, options: Sequence[Attribute]
    ) -> None:
        self._baseline, self._required, self._options = baseline, required, options
        # Whatever a choice joins, all fields together join as well.
        self._near = baseline.add(Record((*required, *options))).joined
        composites = baseline.before.resolution.composites
        records = [*(composites[n] for n in self._near), required, *(Record((option,)) for option in options)]
        self._resolution = SubsetResolution.of(resolve, records, len(self._near))
        self._joins: dict[int, frozenset[int]] = {}

    @staticmethod
    def of(baseline: Baseline, required: Record, options: Sequence[Attribute]) -> ChoicesByJoins | None:
        """The pool; None where the policy, the measure or a preparation of the fields allows no short cut."""
        single = single_resolution(baseline.adversary)
        if single is None or not as_measure(baseline.weights).right_or_wrong:
            return None
        if single.analysis is not None and not _joins_more(single.resolve):
            return None
        # What no preparation changes, or adds anything to, alone stays as it is in company.
        pairs = [frozenset([field.pair]) for field in (*required, *options)]
        if any(step.reachable_pairs(pair) != pair for step in single.preparation for pair in pairs):
            return None
        return ChoicesByJoins(baseline, single.resolve, required, options)

    def leakages(self) -> Floats:
        """What each choice leaks, shape (2^k,)."""
        leakages = np.empty(1 << len(self._options))
        for least, greatest in self._intervals(0, (1 << len(self._options)) - 1):
            free = [n for n in range(len(self._options)) if (greatest & ~least) >> n & 1]
            leakages[_masks(least, free)] = self._within(least, free)
        return leakages

    def _within(self, least: int, free: Sequence[int]) -> Floats:
        """The leakage of all choices between two that join the same composites."""
        joined = self._joined(least)
        composites = self._baseline.before.resolution.composites
        base = reduce(union_merge, (composites[n] for n in sorted(joined)), self._record(least))
        options = [self._options[n] for n in free]
        own = choice_leakages(base, options, self._baseline.reference, self._baseline.weights)
        return np.maximum(own, self._baseline.greatest_besides(joined))

    def _intervals(self, least: int, greatest: int) -> Iterator[tuple[int, int]]:
        """Intervals of choices that part them all, the least and greatest of each joining the same."""
        if self._joined(least) == self._joined(greatest):
            yield least, greatest
            return
        field = self._telling(least, greatest)
        yield from self._intervals(least, greatest & ~field)
        yield from self._intervals(least | field, greatest)

    def _telling(self, least: int, greatest: int) -> int:
        """A field that decides what is joined, as far as one does by itself; as a mask."""
        open_ = [1 << n for n in range(len(self._options)) if (greatest & ~least) >> n & 1]
        deciding = (
            field
            for field in open_
            if self._joined(least | field) != self._joined(least)
            or self._joined(greatest & ~field) != self._joined(greatest)
        )
        return next(deciding, open_[0])

    def _joined(self, mask: int) -> frozenset[int]:
        """The composites that a choice is joined with: never fewer than a smaller choice."""
        if mask not in self._joins:
            report("Trying choices of fields", len(self._joins), 1 << len(self._options))
            # The composites come first, then what is required, then the options.
            grown = self._resolution.grown((mask << 1 | 1) << len(self._near))
            inside = bits(grown & (1 << len(self._near)) - 1)
            self._joins[mask] = frozenset(self._near[place] for place in inside)
        return self._joins[mask]

    def _record(self, mask: int) -> Record:
        return record_given(mask, self._required, self._options)


def _joins_more(resolve: Resolve | None) -> bool:
    """Whether a record with one field more joins what it joined, and maybe more; and greater confidences win."""
    return bool(resolve and resolve.unique and resolve.match.is_monotone and resolve.merge is union_merge)


def _masks(least: int, free: Sequence[int]) -> Integers:
    """The masks of all choices among the free fields, the first free one counting fastest."""
    masks = np.array([least])
    for n in free:
        masks = np.concatenate((masks, masks | 1 << n))
    return masks


# Choices among releases where each has to be resolved from scratch.


class ChoicesFromScratch:
    """Choices that only a resolution from scratch tells about."""

    bounded = grows = quick = False

    def __init__(
        self,
        records: dict[int, Record],
        background: tuple[Record, ...],
        reference: Record,
        adversary: Adversary,
        weights: Weights | None,
    ) -> None:
        self.releases = mask_of(records)
        self._records, self._background = records, background
        self._reference, self._adversary, self._weights = reference, adversary, weights
        self._known: Memory[int, float] = Memory()

    def leakages(self, kept: Sequence[int]) -> Floats:
        leakages = np.empty(len(kept))
        for number, mask in enumerate(kept):
            report("Trying choices of releases", number, len(kept))
            leakages[number] = self._leakage(mask)
        return leakages

    def prefix_leakages(self, start: int, coming: Sequence[int]) -> Floats:
        return self.leakages(after_each(start, coming))

    def floor(self, kept: int, possible: int) -> float:
        # A release more may take a composite apart, or change what is looked up: only the choice itself is certain.
        return self._leakage(kept) if kept == possible else 0.0

    def _leakage(self, kept: int) -> float:
        leakage = self._known.get(kept)
        if leakage is None:
            held = [record for number, record in self._records.items() if kept >> number & 1]
            records = (*self._background, *held)
            leakage = information_leakage(records, self._reference, self._adversary, self._weights).leakage
            self._known.put(kept, leakage, 200 + len(self._records) // 8)
        return leakage


# Held before: what an adversary knows of any choice among releases, beside what she holds before any of them.


MANY = 200
"""Records from which on clusters are found on arrays, where the rules allow it."""

Cluster: TypeAlias = tuple[int, tuple[int, ...]]
"""The releases in it, as a mask, and the numbers of what was known before."""


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

    One resolution or clustering, after corrections and look-ups, is worked out on masks. Where several analyses follow
    one another, or a match is not of this package, the records of a cluster are resolved from scratch.

    Arguments:
        releases: number, the bit of the release, to record; they arrive in the order of their numbers.
        background: what she holds before them, in whatever is chosen.
        reference, adversary, weights: as ``information_leakage``.

    Raises:
        ValueError: if a weight is not positive.

    >>> from leakage.resolution.rules.shared_values import Shares
    >>> given = {0: Record.of(("N", "Alice"), ("P", "123")), 1: Record.of(("N", "Alice"), ("C", "999"))}
    >>> e = Record.of(("N", "Alice"), ("P", "123"), ("C", "999"), ("Z", "111"))
    >>> choices = pool_choices(given, (), e, Adversary((Resolve(Shares("N")),)))
    >>> [round(choices.leakage(kept) * 21, 9) for kept in (0b00, 0b01, 0b11)]
    [0.0, 14.0, 18.0]
    """
    return SubsetEvaluator(background, reference, adversary, weights).choices(releases)


class SubsetEvaluator:
    """What an adversary holds before any release; worked out once for all pools that hold it.

    Arguments:
        records: what she holds.
        reference, adversary, weights: as ``information_leakage``.
    """

    def __init__(
        self, records: Sequence[Record], reference: Record, adversary: Adversary, weights: Weights | None = None
    ) -> None:
        self.arguments = (tuple(records), reference, adversary, weights)
        self._records, self._reference, self._adversary, self._weights = self.arguments
        self._pipeline = single_resolution(adversary)
        self._operation = self._pipeline.analysis if self._pipeline else None
        self._settles = self._operation is None or self._operation.is_incremental

    def choices(self, releases: Mapping[int, Record]) -> PoolSubsets:
        """The choices among some releases and these records; as ``pool_choices``."""
        own = {number: releases[number] for number in sorted(releases)}
        if self._pipeline is None:
            return self._from_scratch(own)
        arrived = dict(zip(own, self._pipeline.prepared(tuple(own.values())), strict=True))
        clusters = self._clustering.of(arrived)
        parts = tuple(
            ChoicesInMasks(
                self._operation,
                [self._known[n] for n in inside],
                {n: arrived[n] for n in bits(mask)},
                self._reference,
                self._weights,
            )
            for mask, inside in cancellable(clusters)
        )
        return PoolSubsets(self._constant({n for _, inside in clusters for n in inside}), parts)

    @cached_property
    def _known(self) -> tuple[Record, ...]:
        """The records as they are once prepared, and resolved where ``E(B + S) = E(E(B) + S)``."""
        assert self._pipeline is not None
        known = self._pipeline.prepared(self._records)
        if not self._settles:
            return tuple(known)
        return tuple(Adversary((self._operation,) if self._operation else ()).resolve(known).composites)

    @cached_property
    def _clustering(self) -> _Clustering:
        return _Clustering(self._known, self._operation.bounding if self._operation else None)

    def _constant(self, inside: set[int]) -> float:
        """What the records leak that no release can meet."""
        if self._settles:
            return next((leakage for leakage, number in self._ranked if number not in inside), 0.0)
        rest = [record for number, record in enumerate(self._known) if number not in inside]
        assert self._operation is not None
        return information_leakage(rest, self._reference, Adversary((self._operation,)), self._weights).leakage

    @cached_property
    def _ranked(self) -> list[tuple[float, int]]:
        """The settled records that leak anything, each by itself, the one that leaks most first."""
        leakages = leakages_of(Adversary().resolve(self._known), self._reference, self._weights)
        order = np.argsort(-leakages, kind="stable")
        return [(float(leakages[n]), n) for n in order[: np.count_nonzero(leakages)].tolist()]

    def _from_scratch(self, releases: dict[int, Record]) -> PoolSubsets:
        widest = {n: self._adversary.reachable_pairs(record) for n, record in cancellable(releases.items())}
        arrived = {n: record for n, record in widest.items() if record is not None}
        told = (self._reference, self._adversary, self._weights)
        clustering = self._clustering_from_scratch
        if clustering is None or len(arrived) < len(releases):
            return PoolSubsets(0.0, (ChoicesFromScratch(releases, self._records, *told),))
        clusters = clustering.of(arrived)
        parts = tuple(
            ChoicesFromScratch({n: releases[n] for n in bits(mask)}, tuple(self._records[n] for n in inside), *told)
            for mask, inside in cancellable(clusters)
        )
        met = {n for _, inside in clusters for n in inside}
        rest = [record for number, record in enumerate(self._records) if number not in met]
        return PoolSubsets(information_leakage(rest, *told).leakage, parts)

    @cached_property
    def _clustering_from_scratch(self) -> _Clustering | None:
        """None where it is not known what some of the records may come to hold."""
        widest = [self._adversary.reachable_pairs(record) for record in cancellable(self._records)]
        known = [record for record in widest if record is not None]
        relaxed = self._adversary.relaxed
        return None if len(known) < len(widest) else _Clustering(known, Resolve(relaxed) if relaxed else None)


class _Clustering:
    """What is known before, and which of it releases may meet.

    By keys, what is known is resolved once, and of its composites only those are resolved with releases that offer a
    key which these, or what they have grown to, offer: ``E(K + S) = E(E(K) + S)``, and nothing meets the others. Of
    many records the keys are looked up from the second time on: before that, resolving all together is as quick.

    Arguments:
        known: the records.
        bounding: joins whatever may end up together.
    """

    def __init__(self, known: Sequence[Record], bounding: Operation | None) -> None:
        self._known, self._adversary = known, Adversary((bounding,) if bounding else ())
        self._match = bounding.joins_by if bounding and bounding.by_keys else None
        self._again = len(known) <= MANY

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
            return [(record, (number,)) for number, record in enumerate(cancellable(self._known))]
        met: dict[int, Record] = {}
        asked: set[Key] = set()
        while True:
            composites = self._resolve((*met.values(), *arrived)).composites
            fresh = {key for composite in cancellable(composites) for key in self._match.keys(composite)} - asked
            asked |= fresh
            more = {number for key in fresh for number in self._offering.get(key, ())} - met.keys()
            if not more:
                return [(met[number], self._settled.members[number]) for number in sorted(met)]
            met |= {number: self._settled.composites[number] for number in more}

    @cached_property
    def _settled(self) -> Resolution:
        return self._resolve(self._known)

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
        # Of many only who ends up with whom is asked, and arrays tell that soonest.
        return self._adversary.resolve(records if len(records) <= MANY else as_database(records))
