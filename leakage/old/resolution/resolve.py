"""Entity resolution: through an index of keys, in one pass, by evidence, and by comparing."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from typing import TypeAlias

import numpy as np

from leakage.old.database import Integers
from leakage.old.resolution.candidates import Candidates, Everyone, SimilarityIndex
from leakage.old.resolution.linkage.fellegi_sunter import EvidenceScorer
from leakage.old.resolution.linkage.pairs import FEWEST, EvidencePairs, weighs_alone
from leakage.old.resolution.match import Key, Match
from leakage.old.resolution.merge import NO_NEW_VALUES, Merge, grown, merged, union_merge
from leakage.old.resolution.resolution import Groups, Join, Reason, replayed
from leakage.progress import cancellable, report
from leakage.record import Pair, Record

# Resolution by keys: the least fixpoint, found through an index instead of by comparing pairs.


KEYS_PER_REPORT = 32
"""Records between two reports of progress."""


def resolve_by_keys(records: Sequence[Record], match: Match, merge: Merge) -> Groups:
    """E(R) for a match with representativity whose keys suffice: merge until no two composites match.

    A merged record offers every key its parts offered, so the fixpoint is unique and order does not matter;
    an index from keys to composites finds the next merge in one look-up. Two composites never offer one key:
    they would match. Agrees with ``resolve_by_pairs``.
    Source: Whang & Garcia-Molina 2011, Section 2.2 (Representativity); 2012, Section 2.4.

    Arguments:
        records: R.
        match: with ``representative`` and ``keys_decide``.
        merge: one that knows the values of the union (``SAME_VALUES``).
    """
    alike = SimilarityIndex(match, records)
    clusters = _Clusters(records, match)
    owner: dict[Key, int] = {}
    for number, record in enumerate(cancellable(records)):
        if number % KEYS_PER_REPORT == 0:
            report("Joining records", number, len(records))
        # What it offers itself; then what it offers together with those it joined, as long as it grows.
        asking, offered = match, record
        while True:
            wanted = asking.lookup_keys(offered, alike)
            joined = [clusters.unite(owner[key], number, key) for key in wanted if key in owner]
            for key in asking.keys(offered):
                owner.setdefault(key, number)
            if match.cross_record_keys is None or not any(joined):
                break
            if clusters.is_closed(number):
                break
            asking, offered = match.cross_record_keys, clusters.composite_of(number)
        clusters.close(number)
    return clusters.groups(merge)


class _Clusters:
    """A union-find over record numbers; it carries the unions along where they may offer keys of their own."""

    def __init__(self, records: Sequence[Record], match: Match) -> None:
        self._records = records
        self._match = match
        self._growing = match.cross_record_keys is not None
        self._parent = list(range(len(records)))
        self._composites = list(records)
        self._members = [[number] for number in range(len(records))]
        # Of each cluster the composite whose keys are all looked up.
        self._closed: list[Record | None] = [None] * len(records)
        self._joins: list[Join] = []

    def _root(self, number: int) -> int:
        while self._parent[number] != number:
            self._parent[number] = self._parent[self._parent[number]]
            number = self._parent[number]
        return number

    def composite_of(self, number: int) -> Record:
        return self._composites[self._root(number)] if self._growing else self._records[number]

    def close(self, number: int) -> None:
        """All keys that the composite of a record offers are looked up."""
        self._closed[self._root(number)] = self.composite_of(number)

    def is_closed(self, number: int) -> bool:
        """Whether what came to the composite of a record since it was closed brought nothing new."""
        return self._closed[self._root(number)] is self.composite_of(number)

    def unite(self, left: int, right: int, key: Key) -> bool:
        """Merge the clusters of two records because of a key; False where they are one already."""
        (first, member), (second, other) = sorted(((self._root(left), left), (self._root(right), right)))
        if first == second:
            return False
        # A key that one side wants and the other offers does not say what the first one has.
        both = None if self._match.keys_equal else self._match.common_key(*map(self.composite_of, (member, other)))
        key = both or key
        self._joins.append((key, first, second))
        if self._growing:
            self._composites[first] = union_merge(self._composites[first], self._composites[second])
        small, large = sorted((self._members[first], self._members[second]), key=len)
        large.extend(small)
        self._members[first], self._members[second] = large, []
        self._parent[second] = first
        return True

    def groups(self, merge: Merge) -> Groups:
        members = [tuple(sorted(numbers)) for numbers in self._members if numbers]
        members.sort()
        return Groups.resolved(
            tuple(merged(self._records, numbers, merge) for numbers in members),
            tuple(members),
            replayed(self._joins, self._records),
        )


# Resolution in one pass: records with the same key are the same person, and nothing else is.


def resolve_in_one_pass(records: Sequence[Record], match: Match, merge: Merge) -> Groups:
    """E(R) for a match with representativity and negative representativity: group the records by their key.

    Whatever merges, nobody comes to match who did not match before: one look at every record is enough.
    Source: Whang & Garcia-Molina 2011, Table 2 (O(N) for a query).

    Arguments:
        records: R.
        match: with ``representative``, ``negatively_representative`` and ``keys_decide``; a record has one key
            at most.
        merge: one that knows the values of the union.

    >>> from leakage.old.resolution.rules.shared_values import SameKeySet
    >>> from leakage.old.resolution.merge import union_merge
    >>> names = [Record.of(("N", name)) for name in ("Alice", "Bob", "Alice")]
    >>> resolve_in_one_pass(names, SameKeySet("N"), union_merge).members
    ((0, 2), (1,))
    """
    groups: dict[Key | int, list[int]] = defaultdict(list)
    joins: list[Join] = []
    for number, record in enumerate(records):
        key = next(match.keys(record), None)
        group = groups[number if key is None else key]
        if key is not None and group:
            joins.append((key, group[0], number))
        group.append(number)
    return Groups.resolved(
        tuple(
            merged(records, members, merge) if len(members) > 1 else records[members[0]] for members in groups.values()
        ),
        tuple(tuple(members) for members in groups.values()),
        replayed(joins, records),
    )


# Resolution by evidence: R-Swoosh, with all pairs of single records weighed beforehand.


_Found: TypeAlias = tuple[int, Key | Reason]
"""A place at which something matches, and why."""

REPORT_EVERY = 100

MEMBERS_COMPARED = 8
"""Members of a composite that are asked whether it knows more than they do."""


def resolve_by_evidence(records: Sequence[Record], match: Match, weighing: EvidenceScorer, merge: Merge) -> Groups:
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

    def __init__(self, records: Sequence[Record], match: Match, weighing: EvidenceScorer, merge: Merge) -> None:
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
            if number % REPORT_EVERY == 0:
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
        values = [record.values(label) for label in labels]
        alike = (
            n for n in members[:MEMBERS_COMPARED] if [self._records[n].values(label) for label in labels] == values
        )
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
        offering = self._singles.get(pair)
        if offering is None:
            offering = self._singles[pair] = self._openings[pair[0]].offering(pair[1])
        return offering

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


# Resolution by comparing: record by record, with all others or with those that an index holds out.


Composite: TypeAlias = tuple[Record, tuple[int, ...]]
"""A record, and the numbers of the input records merged into it."""


def resolve_by_pairs(records: Sequence[Record], match: Match, merge: Merge) -> Groups:
    """E(R) by R-Swoosh: take a record, compare it with all resolved ones, merge with the first that matches.

    Quadratic in |R|. A merged record goes back to be compared anew. Without representativity this is one of many
    outcomes, the one that the order of the records leads to.
    Source: Whang & Garcia-Molina 2012, Section 2.4 and its reference [4] (Swoosh).

    >>> from leakage.old.resolution.rules.shared_values import Shares
    >>> from leakage.old.resolution.merge import union_merge
    >>> names = [Record.of(("N", name)) for name in ("Alice", "Bob", "Alice")]
    >>> resolve_by_pairs(names, Shares("N"), union_merge).members
    ((0, 2), (1,))
    """
    return _swoosh(records, match, merge, Everyone())


def resolve_by_search(records: Sequence[Record], match: Match, merge: Merge) -> Groups:
    """E(R) by R-Swoosh, comparing only records of which one wants a key that the other offers.

    No others can match, so the outcome is that of ``resolve_by_pairs``; fewer are looked at. Where evidence alone
    joins many records, all pairs of them are weighed beforehand.
    """
    weighing = weighs_alone(match) if len(records) >= FEWEST and merge in NO_NEW_VALUES else None
    if weighing is not None:
        return resolve_by_evidence(records, match, weighing, merge)
    return _swoosh(records, match, merge, Candidates(match, records))


def _swoosh(records: Sequence[Record], match: Match, merge: Merge, candidates: Everyone) -> Groups:
    pending: deque[Composite] = deque((record, (number,)) for number, record in enumerate(records))
    resolved: dict[int, Composite] = {}
    joins: list[Join] = []
    place = 0
    while pending:
        record, members = pending.popleft()
        report("Comparing records", len(records) - len(pending), len(records))
        for number in candidates.near(record):
            other, others = resolved[number]
            key = match.common_key(record, other)
            if key is not None:
                joins.append((key, members[0], others[0]))
                del resolved[number]
                candidates.drop(number)
                both = tuple(sorted(members + others))
                pending.appendleft((grown(other, record, records, both, merge), both))
                break
        else:
            resolved[place] = (record, members)
            candidates.add(place, record)
            place += 1
    ordered = sorted(resolved.values(), key=lambda composite: composite[1])
    return Groups.resolved(
        tuple(record for record, _ in ordered), tuple(members for _, members in ordered), replayed(joins, records)
    )
