"""Resolution by keys: the least fixpoint, found through an index instead of by comparing pairs."""

from __future__ import annotations

from collections.abc import Sequence

from leakage.record import Record
from leakage.resolution.evidence import Evidence
from leakage.resolution.groups import Groups, holders
from leakage.resolution.match import Key, Match
from leakage.resolution.merge import Merge


def resolve_by_keys(records: Sequence[Record], match: Match, merge: Merge) -> Groups:
    """E(R) for a match with representativity: merge until no two composites share a key.

    A merged record offers every key its parts offered, so the fixpoint is unique and order does not matter;
    an index from keys to composites finds the next merge in one look-up. Agrees with ``resolve_by_pairs``.
    Source: Whang & Garcia-Molina 2011, Section 2.2 (Representativity); 2012, Section 2.4.
    """
    clusters = _Clusters(records, merge)
    owner: dict[Key, int] = {}
    lookups = 0
    for number in range(len(records)):
        growing = True
        while growing:
            growing = False
            for key in list(match.keys(clusters.composite_of(number))):
                lookups += 1
                other = owner.setdefault(key, number)
                # After a merge the composite offers new keys: go round once more.
                growing |= clusters.unite(other, number, key)
    return clusters.groups(lookups)


class _Clusters:
    """A union-find over record numbers that carries the composites along."""

    def __init__(self, records: Sequence[Record], merge: Merge) -> None:
        self._records = records
        self._merge = merge
        self._parent = list(range(len(records)))
        self._composites = list(records)
        self._members = [[number] for number in range(len(records))]
        self._evidence: list[Evidence] = []

    def _root(self, number: int) -> int:
        while self._parent[number] != number:
            self._parent[number] = self._parent[self._parent[number]]
            number = self._parent[number]
        return number

    def composite_of(self, number: int) -> Record:
        return self._composites[self._root(number)]

    def unite(self, left: int, right: int, key: Key) -> bool:
        """Merge the clusters of two records because of a key; False where they are one already."""
        first, second = sorted((self._root(left), self._root(right)))
        if first == second:
            return False
        self._evidence.append(
            Evidence(
                key,
                holders(key, self._members[first], self._records),
                holders(key, self._members[second], self._records),
            )
        )
        self._composites[first] = self._merge(self._composites[first], self._composites[second])
        self._members[first] = sorted(self._members[first] + self._members[second])
        self._parent[second] = first
        return True

    def groups(self, comparisons: int) -> Groups:
        roots = [n for n in range(len(self._records)) if self._parent[n] == n]
        return Groups(
            tuple(self._composites[root] for root in roots),
            tuple(tuple(self._members[root]) for root in roots),
            tuple(self._evidence),
            comparisons,
        )
