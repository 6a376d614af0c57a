"""Held before: what an adversary knows of any choice among releases, beside what she holds before any of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TypeAlias

import numpy as np

from leakage.bits import bits, mask_of
from leakage.database import as_database
from leakage.decision.choices_from_scratch import ChoicesFromScratch
from leakage.decision.choices_in_masks import ChoicesInMasks
from leakage.decision.information_leakage import information_leakage, leakages_of
from leakage.decision.subsets import PoolChoices, single_resolution
from leakage.measure.measure import Weights
from leakage.progress import looking
from leakage.record import Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.match import Key
from leakage.resolution.operations import Operation, Resolve
from leakage.resolution.resolution import Resolution

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
) -> PoolChoices:
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

    >>> from leakage.resolution.rules import Shares
    >>> given = {0: Record.of(("N", "Alice"), ("P", "123")), 1: Record.of(("N", "Alice"), ("C", "999"))}
    >>> e = Record.of(("N", "Alice"), ("P", "123"), ("C", "999"), ("Z", "111"))
    >>> choices = pool_choices(given, (), e, Adversary((Resolve(Shares("N")),)))
    >>> [round(choices.leakage(kept) * 21, 9) for kept in (0b00, 0b01, 0b11)]
    [0.0, 14.0, 18.0]
    """
    return HeldBefore(background, reference, adversary, weights).choices(releases)


class HeldBefore:
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
        self._settles = self._operation is None or self._operation.settles

    def choices(self, releases: Mapping[int, Record]) -> PoolChoices:
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
            for mask, inside in looking(clusters)
        )
        return PoolChoices(self._constant({n for _, inside in clusters for n in inside}), parts)

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

    def _from_scratch(self, releases: dict[int, Record]) -> PoolChoices:
        widest = {n: self._adversary.may_hold(record) for n, record in looking(releases.items())}
        arrived = {n: record for n, record in widest.items() if record is not None}
        told = (self._reference, self._adversary, self._weights)
        clustering = self._clustering_from_scratch
        if clustering is None or len(arrived) < len(releases):
            return PoolChoices(0.0, (ChoicesFromScratch(releases, self._records, *told),))
        clusters = clustering.of(arrived)
        parts = tuple(
            ChoicesFromScratch({n: releases[n] for n in bits(mask)}, tuple(self._records[n] for n in inside), *told)
            for mask, inside in looking(clusters)
        )
        met = {n for _, inside in clusters for n in inside}
        rest = [record for number, record in enumerate(self._records) if number not in met]
        return PoolChoices(information_leakage(rest, *told).leakage, parts)

    @cached_property
    def _clustering_from_scratch(self) -> _Clustering | None:
        """None where it is not known what some of the records may come to hold."""
        widest = [self._adversary.may_hold(record) for record in looking(self._records)]
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
        for cluster in looking(sorted(set(resolution.composite_of[len(units) :].tolist()))):
            members = resolution.members[cluster]
            inside = sorted(n for member in members if member < len(units) for n in units[member][1])
            mask = mask_of(numbers[member - len(units)] for member in members if member >= len(units))
            clusters.append((mask, tuple(inside)))
        return clusters

    def _met(self, arrived: tuple[Record, ...]) -> list[tuple[Record, tuple[int, ...]]]:
        """What releases may meet, each with the numbers of the records it was made of."""
        if self._match is None or not self._again:
            return [(record, (number,)) for number, record in enumerate(looking(self._known))]
        met: dict[int, Record] = {}
        asked: set[Key] = set()
        while True:
            composites = self._resolve((*met.values(), *arrived)).composites
            fresh = {key for composite in looking(composites) for key in self._match.keys(composite)} - asked
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
        for number, composite in enumerate(looking(self._settled.composites)):
            for key in self._match.keys(composite):
                offering.setdefault(key, []).append(number)
        return offering

    def _resolve(self, records: Iterable[Record]) -> Resolution:
        records = tuple(records)
        # Of many only who ends up with whom is asked, and arrays tell that soonest.
        return self._adversary.resolve(records if len(records) <= MANY else as_database(records))
