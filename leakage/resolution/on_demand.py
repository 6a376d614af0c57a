"""Composites, members and evidence of a resolution on arrays, built when they are looked at."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from itertools import chain

import numpy as np

from leakage.database import Database, Integers
from leakage.progress import look, report
from leakage.record import Record
from leakage.resolution.deferred import OnDemand
from leakage.resolution.evidence import Evidence, Told
from leakage.resolution.fixpoint import resolve_by_keys
from leakage.resolution.match import Match
from leakage.resolution.merge import merged, union_merge

TOLD_EVERY = 1_000
"""Composites between two reports of progress."""


class Members(OnDemand[tuple[int, ...]]):
    """For each composite the numbers of its records, ascending.

    >>> Members(np.array([0, 1, 0]))[:]
    ((0, 2), (1,))
    """

    def __init__(self, composite_of: Integers) -> None:
        self._composite_of = composite_of
        self.start = np.concatenate(([0], np.cumsum(np.bincount(composite_of))))

    @cached_property
    def _order(self) -> Integers:
        return np.argsort(self._composite_of, kind="stable")

    def __len__(self) -> int:
        return len(self.start) - 1

    def build(self, number: int) -> tuple[int, ...]:
        return tuple(self._order[self.start[number] : self.start[number + 1]].tolist())


class Composites(OnDemand[Record]):
    """The composites by union merge.

    Arguments:
        records: R.
        composite_of: for each record the number of its composite; shape (|R|,).
        members: for each composite its records.
    """

    def __init__(self, records: Database, composite_of: Integers, members: Members) -> None:
        self._records = records
        self._composite_of = composite_of
        self._members = members

    def __len__(self) -> int:
        return len(self._members)

    def build(self, number: int) -> Record:
        # Once all of them are in columns, each is only to be read.
        if "database" in vars(self):
            return self.database[number]
        return merged(self._records, self._members.build(number), union_merge)

    def __iter__(self) -> Iterator[Record]:
        for number, record in enumerate(self.database):
            if number % TOLD_EVERY == 0:
                report("Looking through joined records", number, len(self))
            yield record

    @cached_property
    def database(self) -> Database:
        """All composites in columns: for what is to be done to every one of a million."""
        records = self._records
        owner = self._composite_of[records.record]
        look()
        order = np.lexsort((records.value, records.label, owner))
        look()
        owner, label, value = owner[order], records.label[order], records.value[order]
        first = np.ones(len(order), dtype=bool)
        first[1:] = (np.diff(owner) != 0) | (np.diff(label) != 0) | (np.diff(value) != 0)
        rows = np.flatnonzero(first)
        confidence = records.confidence[order]
        greatest = np.maximum.reduceat(confidence, rows) if len(rows) else confidence
        look()
        return Database(owner[rows], label[rows], value[rows], greatest, records.labels, records.values, len(self))


class Joins(Told):
    """One entry a join, composite after composite; those of one composite in the order they were made.

    Arguments:
        records: R, as records or in columns.
        members: for each composite its records.
        match: with ``representative`` and ``keys_suffice``.
    """

    def __init__(self, records: Database | Sequence[Record], members: Members, match: Match) -> None:
        self._records = records
        self._members = members
        self._match = match
        # A composite of n records takes n - 1 joins.
        self._start = members.start - np.arange(len(members.start))
        self._last: tuple[int, tuple[Evidence, ...]] = (-1, ())

    def __len__(self) -> int:
        return int(self._start[-1])

    def build(self, number: int) -> Evidence:
        composite = int(np.searchsorted(self._start, number, side="right")) - 1
        if self._last[0] != composite:
            self._last = (composite, tuple(self.within(self._members.build(composite))))
        return self._last[1][number - int(self._start[composite])]

    def __iter__(self) -> Iterator[Evidence]:
        joined = np.flatnonzero(np.diff(self._start))
        return chain.from_iterable(self.within(self._members.build(int(composite))) for composite in joined)

    def within(self, members: Collection[int]) -> Iterator[Evidence]:
        numbers = sorted(members)
        groups = resolve_by_keys([self._records[number] for number in numbers], self._match, union_merge)
        return (
            Evidence(join.key, tuple(numbers[n] for n in join.left), tuple(numbers[n] for n in join.right))
            for join in groups.evidence
        )
