"""Single-link clustering: records are compared as they came, and chains of matches are one person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from leakage.record import Record
from leakage.resolution.candidates import Candidates
from leakage.resolution.evidence import Evidence
from leakage.resolution.groups import Groups, join_of
from leakage.resolution.match import Match
from leakage.resolution.merge import Merge, merged, union_merge
from leakage.resolution.operations import Operation
from leakage.resolution.progress import report


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

    >>> from leakage.resolution.match import Shares
    >>> from leakage.resolution.similar import Similar
    >>> names = [Record.of(("N", name)) for name in ("Ann", "Anna", "Hannah", "Annabel")]
    >>> SingleLink(Shares(Similar("N", 0.9))).apply(names).members
    ((0, 1, 3), (2,))
    """

    match: Match
    merge: Merge = union_merge

    def apply(self, records: Sequence[Record]) -> Groups:
        candidates = Candidates.of(self.match, records)
        cluster_of = list(range(len(records)))
        clusters = [[number] for number in range(len(records))]
        evidence: list[Evidence] = []
        comparisons = candidates.compared
        for number, record in enumerate(records):
            report("Comparing records", number, len(records))
            for other in candidates.near(record):
                if other > number or cluster_of[other] == cluster_of[number]:
                    continue
                comparisons += 1
                key = self.match.common_key(records[other], record)
                if key is not None:
                    evidence.append(join_of(key, (other,), (number,), records))
                    _unite(clusters, cluster_of, other, number)
        members = sorted(tuple(sorted(cluster)) for cluster in clusters if cluster)
        composites = tuple(merged(records, cluster, self.merge) for cluster in members)
        return Groups(composites, tuple(members), tuple(evidence), comparisons)


def _unite(clusters: list[list[int]], cluster_of: list[int], left: int, right: int) -> None:
    small, large = sorted((cluster_of[left], cluster_of[right]), key=lambda number: len(clusters[number]))
    for number in clusters[small]:
        cluster_of[number] = large
    clusters[large].extend(clusters[small])
    clusters[small] = []
