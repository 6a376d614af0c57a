"""Replay: the evidence of joins, told from a log of them when somebody asks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple, TypeAlias

import numpy as np

from leakage.database import Integers
from leakage.progress import report
from leakage.record import Pair, Record
from leakage.resolution.evidence import Evidence, Told
from leakage.resolution.groups import holders
from leakage.resolution.match import Key, Match


class Reason(NamedTuple):
    """Why two records match, who are known to: worked out when somebody asks."""

    match: Match
    left: Record
    right: Record

    @property
    def key(self) -> Key:
        key = self.match.common_key(self.left, self.right)
        assert key is not None
        return key


Join: TypeAlias = tuple[Key | Reason, int, int]
"""Why two composites were joined, and one record of either, the left one first."""

SMALL = 8
"""Up to so many records of a composite are all asked what they hold."""

TOLD_EVERY = 32
"""Joins between two reports of progress."""


def replayed(joins: Sequence[Join], records: Sequence[Record]) -> Told:
    """One entry a join: by which values, and which records of either side held them.

    A join names up to all records before it; of ten thousand that are one person this is half a gigabyte, which nobody
    should pay who asks for the leakage only. Whoever goes through them one by one holds one at a time.

    >>> from leakage.resolution.rules import Shares
    >>> names = [Record.of(("N", "Alice"))] * 3
    >>> key = next(Shares("N").keys(names[0]))
    >>> [(join.left, join.right) for join in replayed([(key, 0, 1), (key, 0, 2)], names)]
    [((0,), (1,)), ((0, 1), (2,))]
    """
    return _Replayed(joins, records)


class _Replayed(Told):
    """The joins of a log; of some records alone only those are gone through."""

    def __init__(self, joins: Sequence[Join], records: Sequence[Record]) -> None:
        self._joins, self._records = joins, records

    def __len__(self) -> int:
        return len(self._joins)

    def __iter__(self) -> Iterator[Evidence]:
        return _Replay(self._records, range(len(self._records))).evidence(self._joins)

    def build(self, number: int) -> Evidence:
        return self._items[number]

    @cached_property
    def _items(self) -> tuple[Evidence, ...]:
        return tuple(self)

    def within(self, members: Collection[int]) -> Iterator[Evidence]:
        inside = set(members)
        joins = [join for join in self._joins if join[1] in inside]
        return _Replay(self._records, sorted(inside)).evidence(joins)


class _Replay:
    """Clusters that grow join by join.

    Arguments:
        records: R.
        numbers: of those that take part, ascending.
    """

    def __init__(self, records: Sequence[Record], numbers: Sequence[int]) -> None:
        self._records, self._numbers = records, numbers
        self._cluster_of = np.arange(len(records))
        self._members = {number: [number] for number in numbers}
        self._holding: dict[Match, dict[Pair, list[int]]] = {}
        self._holders_of: dict[Key, tuple[Integers, Integers]] = {}

    def evidence(self, joins: Sequence[Join]) -> Iterator[Evidence]:
        for number, join in enumerate(joins):
            if number % TOLD_EVERY == 0:
                report("Telling the joins", number, len(joins))
            yield self._joined(*join)

    def _joined(self, why: Key | Reason, left: int, right: int) -> Evidence:
        key = why.key if isinstance(why, Reason) else why
        first, second = int(self._cluster_of[left]), int(self._cluster_of[right])
        evidence = Evidence(key, self._holders(key.of_left, first), self._holders(key.of_right, second))
        small, large = sorted((first, second), key=lambda cluster: len(self._members[cluster]))
        self._cluster_of[self._members[small]] = large
        self._members[large].extend(self._members.pop(small))
        return evidence

    def _holders(self, key: Key, cluster: int) -> tuple[int, ...]:
        """Who of a cluster accounts for a key: those holding it whole, else those holding a part."""
        members = self._members[cluster]
        if len(members) <= SMALL or not key.shared:
            return holders(key, sorted(members), self._records)
        whole, some = (held[self._cluster_of[held] == cluster] for held in self._all_holders(key))
        return tuple((whole if len(whole) else some).tolist())

    def _all_holders(self, key: Key) -> tuple[Integers, Integers]:
        """Everybody who holds all of a key, and everybody who holds some of it, ascending."""
        if key not in self._holders_of:
            holding = self._holding_of(key.rule)
            held = np.array([number for pair in key.shared for number in holding.get(pair, ())], dtype=np.int64)
            some, counts = np.unique(held, return_counts=True)
            self._holders_of[key] = some[counts == len(key.shared)], some
        return self._holders_of[key]

    def _holding_of(self, rule: Match) -> dict[Pair, list[int]]:
        if rule not in self._holding:
            labels = set(rule.labels)
            holding: dict[Pair, list[int]] = defaultdict(list)
            for number in self._numbers:
                for pair in rule.pairs(self._records[number]):
                    if pair[0] in labels:
                        holding[pair].append(number)
            self._holding[rule] = holding
        return self._holding[rule]
