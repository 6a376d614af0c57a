"""Resolution in one pass: records with the same key are the same person, and nothing else is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from leakage.record import Record
from leakage.resolution.groups import Groups
from leakage.resolution.match import Key, Match
from leakage.resolution.merge import Merge, merged
from leakage.resolution.replay import Join, replayed


def resolve_in_one_pass(records: Sequence[Record], match: Match, merge: Merge) -> Groups:
    """E(R) for a match with representativity and negative representativity: group the records by their key.

    Whatever merges, nobody comes to match who did not match before: one look at every record is enough.
    Source: Whang & Garcia-Molina 2011, Table 2 (O(N) for a query).

    Arguments:
        records: R.
        match: with ``representative``, ``negatively_representative`` and ``keys_suffice``; a record has one key
            at most.
        merge: one that knows the values of the union.

    >>> from leakage.resolution.rules import SameKeySet
    >>> from leakage.resolution.merge import union_merge
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
