"""Resolution by comparing pairs: slow, obvious, and the check of every faster way."""

from __future__ import annotations

from collections.abc import Sequence

from leakage.record import Record
from leakage.resolution.evidence import Evidence
from leakage.resolution.groups import Groups, holders
from leakage.resolution.match import Match
from leakage.resolution.merge import Merge


def resolve_by_pairs(records: Sequence[Record], match: Match, merge: Merge) -> Groups:
    """E(R) by R-Swoosh: take a record, compare it with all resolved ones, merge with the first that matches.

    Quadratic in |R|. A merged record goes back to be compared anew.
    Source: Whang & Garcia-Molina 2012, Section 2.4 and its reference [4] (Swoosh).

    >>> from leakage.resolution.match import Shares
    >>> from leakage.resolution.merge import union_merge
    >>> names = [Record.of(("N", name)) for name in ("Alice", "Bob", "Alice")]
    >>> resolve_by_pairs(names, Shares("N"), union_merge).members
    ((0, 2), (1,))
    """
    pending: list[tuple[Record, tuple[int, ...]]] = [(record, (number,)) for number, record in enumerate(records)]
    resolved: list[tuple[Record, tuple[int, ...]]] = []
    evidence: list[Evidence] = []
    comparisons = 0
    while pending:
        record, members = pending.pop(0)
        for other, others in resolved:
            comparisons += 1
            key = match.common_key(record, other)
            if key is not None:
                evidence.append(Evidence(key, holders(key, members, records), holders(key, others, records)))
                resolved.remove((other, others))
                pending.insert(0, (merge(other, record), tuple(sorted(members + others))))
                break
        else:
            resolved.append((record, members))
    resolved.sort(key=lambda item: item[1])
    return Groups(
        tuple(record for record, _ in resolved),
        tuple(members for _, members in resolved),
        tuple(evidence),
        comparisons,
    )
