"""Resolution by comparing: record by record, with all others or with those that an index holds out."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import TypeAlias

from leakage.progress import report
from leakage.record import Record
from leakage.resolution.candidates import Candidates, Everyone
from leakage.resolution.groups import Groups
from leakage.resolution.linkage.matching_pairs import FEWEST, weighs_alone
from leakage.resolution.linkage.resolving import resolve_by_evidence
from leakage.resolution.match import Match
from leakage.resolution.merge import NO_NEW_VALUES, Merge, grown
from leakage.resolution.replay import Join, replayed

Composite: TypeAlias = tuple[Record, tuple[int, ...]]
"""A record, and the numbers of the input records merged into it."""


def resolve_by_pairs(records: Sequence[Record], match: Match, merge: Merge) -> Groups:
    """E(R) by R-Swoosh: take a record, compare it with all resolved ones, merge with the first that matches.

    Quadratic in |R|. A merged record goes back to be compared anew. Without representativity this is one of many
    outcomes, the one that the order of the records leads to.
    Source: Whang & Garcia-Molina 2012, Section 2.4 and its reference [4] (Swoosh).

    >>> from leakage.resolution.rules import Shares
    >>> from leakage.resolution.merge import union_merge
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
