"""Resolution by keys: the least fixpoint, found through an index instead of by comparing pairs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from leakage.record import Pair, Record
from leakage.resolution.alike import AlikeValues
from leakage.resolution.evidence import Evidence
from leakage.resolution.groups import Groups, holders
from leakage.resolution.match import Key, Match
from leakage.resolution.merge import Merge, merged, union_merge
from leakage.resolution.progress import report

TOLD_EVERY = 256
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
    lookups = 0
    for number, record in enumerate(records):
        if number % TOLD_EVERY == 0:
            report("Joining records", number, len(records))
        # What it offers itself; then what it offers together with those it joined, as long as it grows.
        asking, offered = match, record
        while True:
            keys = list(asking.wanted(offered, alike))
            lookups += len(keys)
            joined = [clusters.unite(owner[key], number, key) for key in keys if key in owner]
            for key in asking.keys(offered):
                owner.setdefault(key, number)
            if match.crossing is None or not any(joined):
                break
            asking, offered = match.crossing, clusters.composite_of(number)
    return clusters.groups(lookups + alike.compared, merge)


class _Clusters:
    """A union-find over record numbers; it carries the unions along where they may offer keys of their own."""

    def __init__(self, records: Sequence[Record], match: Match) -> None:
        self._records = records
        self._match = match
        self._growing = match.crossing is not None
        self._parent = list(range(len(records)))
        self._composites = list(records)
        self._members = [[number] for number in range(len(records))]
        self._evidence: list[Evidence] = []
        self._holding: dict[Match, dict[Pair, list[int]]] = {}

    def _root(self, number: int) -> int:
        while self._parent[number] != number:
            self._parent[number] = self._parent[self._parent[number]]
            number = self._parent[number]
        return number

    def composite_of(self, number: int) -> Record:
        return self._composites[self._root(number)] if self._growing else self._records[number]

    def unite(self, left: int, right: int, key: Key) -> bool:
        """Merge the clusters of two records because of a key; False where they are one already."""
        (first, here), (second, there) = sorted(((self._root(left), left), (self._root(right), right)))
        if first == second:
            return False
        # A key that one side wants and the other offers does not say what the first one has.
        both = None if self._match.keys_equal else self._match.common_key(*map(self.composite_of, (here, there)))
        key = both or key
        self._evidence.append(Evidence(key, self._holders(key.of_left, first), self._holders(key.of_right, second)))
        if self._growing:
            self._composites[first] = union_merge(self._composites[first], self._composites[second])
        small, large = sorted((self._members[first], self._members[second]), key=len)
        large.extend(small)
        self._members[first], self._members[second] = large, []
        self._parent[second] = first
        return True

    def _holders(self, key: Key, root: int) -> tuple[int, ...]:
        """Who of a cluster accounts for a key: only those who hold some of it need to be asked."""
        members = self._members[root]
        if len(members) > 8:
            holding = self._holding_of(key.rule)
            found = {number for pair in key.shared for number in holding.get(pair, ())}
            members = [number for number in found if self._root(number) == root]
        return holders(key, sorted(members), self._records)

    def _holding_of(self, rule: Match) -> dict[Pair, list[int]]:
        if rule not in self._holding:
            labels = set(rule.labels)
            holding: dict[Pair, list[int]] = defaultdict(list)
            for number, record in enumerate(self._records):
                for pair in rule.pairs(record):
                    if pair[0] in labels:
                        holding[pair].append(number)
            self._holding[rule] = holding
        return self._holding[rule]

    def groups(self, comparisons: int, merge: Merge) -> Groups:
        members = [tuple(sorted(numbers)) for numbers in self._members if numbers]
        members.sort()
        return Groups(
            tuple(merged(self._records, numbers, merge) for numbers in members),
            tuple(members),
            tuple(self._evidence),
            comparisons,
        )
