"""Resolution by evidence: R-Swoosh, with all pairs of single records weighed beforehand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TypeAlias

import numpy as np

from leakage.database import Integers
from leakage.progress import report
from leakage.record import Pair, Record
from leakage.resolution.groups import Groups
from leakage.resolution.linkage.matching_pairs import EvidencePairs
from leakage.resolution.linkage.weighing import Weighing
from leakage.resolution.match import Key, Match
from leakage.resolution.merge import Merge, grown
from leakage.resolution.replay import Join, Reason, replayed

_Found: TypeAlias = tuple[int, Key | Reason]
"""A place at which something matches, and why."""

TOLD_EVERY = 100

ASKED = 8
"""Members of a composite that are asked whether it knows more than they do."""


def resolve_by_evidence(records: Sequence[Record], match: Match, weighing: Weighing, merge: Merge) -> Groups:
    """E(R) by R-Swoosh, the same as ``resolve_by_pairs``: only what was merged is compared record by record.

    Arguments:
        records: R.
        match: M.
        weighing: from ``weighs_alone``.
        merge: one that makes up no values.
    """
    return _Swoosh(records, match, weighing, merge).groups()


class _Matching:
    """Whom each record matches. One array for all: lists for each record keep Python's garbage collector busy."""

    def __init__(self, left: Integers, right: Integers, size: int) -> None:
        who, others = np.concatenate([left, right]), np.concatenate([right, left])
        order = np.argsort(who, kind="stable")
        self._others = others[order]
        self._starts = np.searchsorted(who[order], np.arange(size + 1)).tolist()

    def of(self, number: int) -> list[int]:
        """The numbers of those it matches."""
        start, end = self._starts[number], self._starts[number + 1]
        matching: list[int] = self._others[start:end].tolist()
        return matching


class _Swoosh:
    """Records are taken in their order; what has been resolved has a place, in the order in which it came to be."""

    def __init__(self, records: Sequence[Record], match: Match, weighing: Weighing, merge: Merge) -> None:
        self._records, self._match, self._weighing, self._merge = records, match, weighing, merge
        pairs = EvidencePairs.of(weighing, records)
        self._alike = pairs.alike
        # Who matches a single record is known, or a composite that knows no more than one of its records; who may match
        # any other composite, offers what it wants.
        self._matching = _Matching(*pairs.matching(), len(records))
        self._openings = {opening.column.comparison.label: opening for opening in pairs.openings}
        self._singles: dict[Pair, list[int]] = {}
        self._place_of = [-1] * len(records)
        self._stands_for: dict[int, int] = {}
        self._composites: dict[Pair, list[int]] = defaultdict(list)
        self._to_check: dict[int, list[int]] = defaultdict(list)
        self._resolved: dict[int, tuple[Record, tuple[int, ...]]] = {}
        self._joins: list[Join] = []
        self._place = 0

    def groups(self) -> Groups:
        for number, record in enumerate(self._records):
            if number % TOLD_EVERY == 0:
                report("Comparing records", number, len(self._records))
            found = self._first_for_single(number)
            if found is None:
                self._settle(record, (number,), number)
            else:
                self._grow(record, (number,), found)
        ordered = sorted(self._resolved.values(), key=lambda composite: composite[1])
        return Groups.resolved(
            tuple(record for record, _ in ordered),
            tuple(members for _, members in ordered),
            replayed(self._joins, self._records),
        )

    def _first_for_single(self, number: int) -> _Found | None:
        """The first place at which something matches a record that comes in."""
        record = self._records[number]
        places = (self._place_of[other] for other in self._matching.of(number))
        first = min((place for place in places if place >= 0), default=None)
        waiting = self._to_check.pop(number, ())
        found = self._first(record, (p for p in waiting if p in self._resolved and (first is None or p < first)))
        if found or first is None:
            return found
        # That they match is known already.
        return first, Reason(self._match, record, self._records[self._stands_for[first]])

    def _grow(self, record: Record, members: tuple[int, ...], found: _Found | None) -> None:
        """Merge with what was found, and go on with what comes of it until nothing matches."""
        latest, like = members[0], None
        openings, wanted = list[Pair](), list[Pair]()
        while found is not None:
            place, key = found
            other, others = self._taken(place)
            self._joins.append((key, members[0], others[0]))
            both = tuple(sorted(members + others))
            record, members = grown(other, record, self._records, both, self._merge), both
            like = self._like(record, members)
            openings = list(self._weighing.match.openings(self._weighing.as_compared(record)))
            wanted = list(self._weighing.match.met_by(openings, self._alike))
            found = self._first(record, sorted(self._near(wanted, like)))
        place = self._settle(record, members, like)
        if like is None:
            self._offer(place, openings, wanted, latest)

    def _like(self, record: Record, members: Sequence[int]) -> int | None:
        """One of the first members that knows all that a composite knows of what is compared, and nothing else."""
        labels = self._match.labels
        held = [record.values(label) for label in labels]
        alike = (n for n in members[:ASKED] if [self._records[n].values(label) for label in labels] == held)
        return next(alike, None)

    def _near(self, wanted: Sequence[Pair], like: int | None) -> set[int]:
        """The places of what offers a pair that a composite wants; of single records, of what matches one like it."""
        if like is None:
            places = {self._place_of[number] for pair in wanted for number in self._offering(pair)}
        else:
            places = {self._place_of[number] for number in self._matching.of(like)}
        for pair in wanted:
            offering = self._composites.get(pair)
            if offering:
                # Dropped for good, or a popular value would carry them along.
                offering[:] = [place for place in offering if place in self._resolved]
                places.update(offering)
        places.discard(-1)
        return places

    def _first(self, record: Record, places: Iterable[int]) -> _Found | None:
        """The first of some places where the record matches, and why."""
        for place in places:
            key = self._match.common_key(record, self._resolved[place][0])
            if key is not None:
                return place, key
        return None

    def _offering(self, pair: Pair) -> list[int]:
        """The single records with which a pair may begin to agree."""
        held = self._singles.get(pair)
        if held is None:
            held = self._singles[pair] = self._openings[pair[0]].offering(pair[1])
        return held

    def _offer(self, place: int, openings: Sequence[Pair], wanted: Sequence[Pair], latest: int) -> None:
        """Let other composites find the one at a place, and have later records compared with it."""
        for pair in openings:
            self._composites[pair].append(place)
        waiting = {number for pair in wanted for number in self._offering(pair) if number > latest}
        for number in waiting:
            self._to_check[number].append(place)

    def _settle(self, record: Record, members: tuple[int, ...], like: int | None) -> int:
        """Give what has been resolved a place; where it knows what a single record knows, it stands for that."""
        place, self._place = self._place, self._place + 1
        self._resolved[place] = (record, members)
        if like is not None:
            self._place_of[like], self._stands_for[place] = place, like
        return place

    def _taken(self, place: int) -> tuple[Record, tuple[int, ...]]:
        """What was at a place, which is empty from now on."""
        like = self._stands_for.pop(place, None)
        if like is not None:
            self._place_of[like] = -1
        return self._resolved.pop(place)
