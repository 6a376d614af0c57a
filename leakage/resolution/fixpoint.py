"""Resolution by keys: the least fixpoint, found through an index instead of by comparing pairs."""

from __future__ import annotations

from collections.abc import Sequence

from leakage.progress import looking, report
from leakage.record import Record
from leakage.resolution.alike import AlikeValues
from leakage.resolution.groups import Groups
from leakage.resolution.match import Key, Match
from leakage.resolution.merge import Merge, merged, union_merge
from leakage.resolution.replay import Join, replayed

TOLD_EVERY = 32
"""Records between two reports of progress."""


def resolve_by_keys(records: Sequence[Record], match: Match, merge: Merge) -> Groups:
    """E(R) for a match with representativity whose keys suffice: merge until no two composites match.

    A merged record offers every key its parts offered, so the fixpoint is unique and order does not matter;
    an index from keys to composites finds the next merge in one look-up. Two composites never offer one key:
    they would match. Agrees with ``resolve_by_pairs``.
    Source: Whang & Garcia-Molina 2011, Section 2.2 (Representativity); 2012, Section 2.4.

    Arguments:
        records: R.
        match: with ``representative`` and ``keys_suffice``.
        merge: one that knows the values of the union (``SAME_VALUES``).
    """
    alike = AlikeValues(match, records)
    clusters = _Clusters(records, match)
    owner: dict[Key, int] = {}
    for number, record in enumerate(looking(records)):
        if number % TOLD_EVERY == 0:
            report("Joining records", number, len(records))
        # What it offers itself; then what it offers together with those it joined, as long as it grows.
        asking, offered = match, record
        while True:
            wanted = asking.wanted(offered, alike)
            joined = [clusters.unite(owner[key], number, key) for key in wanted if key in owner]
            for key in asking.keys(offered):
                owner.setdefault(key, number)
            if match.crossing is None or not any(joined):
                break
            if clusters.is_closed(number):
                break
            asking, offered = match.crossing, clusters.composite_of(number)
        clusters.close(number)
    return clusters.groups(merge)


class _Clusters:
    """A union-find over record numbers; it carries the unions along where they may offer keys of their own."""

    def __init__(self, records: Sequence[Record], match: Match) -> None:
        self._records = records
        self._match = match
        self._growing = match.crossing is not None
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
        (first, here), (second, there) = sorted(((self._root(left), left), (self._root(right), right)))
        if first == second:
            return False
        # A key that one side wants and the other offers does not say what the first one has.
        both = None if self._match.keys_equal else self._match.common_key(*map(self.composite_of, (here, there)))
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
