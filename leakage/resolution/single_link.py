"""Single-link clustering: records are compared as they came, and chains of matches are one person."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import final

from leakage.progress import report
from leakage.record import Pair, Record
from leakage.resolution.candidates import Candidates
from leakage.resolution.evidence import Evidence
from leakage.resolution.groups import Groups, join_of
from leakage.resolution.linkage.matching_pairs import FEWEST, EvidencePairs, weighs_alone
from leakage.resolution.match import Match
from leakage.resolution.merge import NO_NEW_VALUES, SAME_VALUES, Merge, merged, union_merge
from leakage.resolution.operations import Operation


@final
@dataclass(frozen=True)
class SingleLink(Operation):
    """Single-link hierarchical clustering, cut at the threshold of the match: connected components of its pairs.

    Records are compared, never composites: two fall together where a chain of records leads from one to the
    other, each matching the next. So the outcome never depends on the order, whatever the match; and two
    composites may match in the end and stay apart.
    Source: Whang & Garcia-Molina, "Entity Resolution with Evolving Rules" (VLDB 2010), Section 2.2, with the match
    in place of a distance below a threshold.

    Arguments:
        match: when two records are linked.
        merge: what becomes of the records of a cluster.

    >>> from leakage.resolution.rules import Shares
    >>> from leakage.resolution.similar import Similar
    >>> names = [Record.of(("N", name)) for name in ("Ann", "Anna", "Hannah", "Annabel")]
    >>> SingleLink(Shares(Similar("N", 0.9))).apply(names).members
    ((0, 1, 3), (2,))
    """

    match: Match
    merge: Merge = union_merge

    def apply(self, records: Sequence[Record]) -> Groups:
        return _linked(records, self.match, self.merge, _Clusters([()] * len(records)))

    @property
    def unique(self) -> bool:
        return self.merge in SAME_VALUES

    @property
    def unites(self) -> bool:
        return True

    @property
    def only_adds(self) -> bool:
        return self.merge in SAME_VALUES

    @property
    def joins_by(self) -> Match:
        return self.match

    @property
    def merges_by(self) -> Merge:
        return self.merge

    @property
    def relaxed(self) -> Match:
        return self.match.relaxed

    @property
    def bounding(self) -> SingleLink:
        return SingleLink(self.match)

    def minds(self, label: str) -> bool:
        return self.match.minds(label)

    def may_hold(self, pairs: frozenset[Pair]) -> frozenset[Pair] | None:
        return pairs if self.merge in NO_NEW_VALUES else None

    def keeping_apart(self, label: str) -> ConstrainedLink:
        return ConstrainedLink(self.match, label, self.merge)


@dataclass(frozen=True)
class ConstrainedLink(Operation):
    """Single-link clustering under cannot-link constraints: records that a label tells apart are never in one cluster.

    Clusters are joined by the next pair of records that match, in the order of the records, unless the two clusters
    know different values of the label. What could be linked to either side goes to the one it is joined to first, so
    this is one of the outcomes that the order of the pairs may lead to; clusters that no constraint touches are those
    of ``SingleLink``.
    Source: Davidson & Ravi, "Agglomerative Hierarchical Clustering with Constraints" (PKDD 2005).

    Arguments:
        match: when two records are linked.
        label: the label whose values tell records apart; a record without it may be linked to anyone.
        merge: what becomes of the records of a cluster.

    >>> from leakage.resolution.rules import Shares
    >>> rows = [(("N", "n"), ("side", "1")), (("N", "n"), ("side", "2")), (("N", "n"),)]
    >>> ConstrainedLink(Shares("N"), "side").apply([Record.of(*row) for row in rows]).members
    ((0, 2), (1,))
    """

    match: Match
    label: str
    merge: Merge = union_merge

    def apply(self, records: Sequence[Record]) -> Groups:
        clusters = _Clusters([record.values(self.label) for record in records])
        return _linked(records, self.match, self.merge, clusters)


def _linked(records: Sequence[Record], match: Match, merge: Merge, clusters: _Clusters) -> Groups:
    evidence: list[Evidence] = []
    for other, number in _near_pairs(records, match):
        if clusters.joinable(other, number):
            key = match.common_key(records[other], records[number])
            if key is not None:
                evidence.append(join_of(key, (other,), (number,), records))
                clusters.unite(other, number)
    members = clusters.members()
    composites = tuple(merged(records, cluster, merge) for cluster in members)
    return Groups(composites, members, tuple(evidence), _comparisons([len(cluster) for cluster in members]))


def _near_pairs(records: Sequence[Record], match: Match) -> Iterator[tuple[int, int]]:
    """Pairs that may match, the lower number first: record by record, each with those before it."""
    weighing = weighs_alone(match) if len(records) >= FEWEST else None
    if weighing is not None:
        left, right = EvidencePairs.of(weighing, records).matching()
        yield from zip(left.tolist(), right.tolist(), strict=True)
        return
    candidates = Candidates.of(match, records)
    for number, record in enumerate(records):
        report("Comparing records", number, len(records))
        yield from ((other, number) for other in candidates.near(record) if other < number)


class _Clusters:
    """A union-find by relabelling the smaller side; a cluster knows the side its first record with one is on."""

    def __init__(self, sides: Sequence[tuple[str, ...]]) -> None:
        self._side = list(sides)
        self._cluster_of = list(range(len(sides)))
        self._clusters = [[number] for number in range(len(sides))]

    def joinable(self, left: int, right: int) -> bool:
        """Whether two records are in two clusters that are not on different sides."""
        first, second = self._cluster_of[left], self._cluster_of[right]
        sides = self._side[first], self._side[second]
        return first != second and (not all(sides) or sides[0] == sides[1])

    def unite(self, left: int, right: int) -> None:
        """Make one cluster of the two that two records are in."""
        pair = (self._cluster_of[left], self._cluster_of[right])
        small, large = sorted(pair, key=lambda number: len(self._clusters[number]))
        for number in self._clusters[small]:
            self._cluster_of[number] = large
        self._clusters[large].extend(self._clusters[small])
        self._clusters[small] = []
        self._side[large] = self._side[large] or self._side[small]

    def members(self) -> tuple[tuple[int, ...], ...]:
        """The records of every cluster, ascending."""
        return tuple(sorted(tuple(sorted(cluster)) for cluster in self._clusters if cluster))


def _comparisons(sizes: Sequence[int]) -> int:
    """One for each join, and one for each pair of records that are in different clusters."""
    records = sum(sizes)
    return records - len(sizes) + (records**2 - sum(size**2 for size in sizes)) // 2
