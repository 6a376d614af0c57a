"""Composites, members and evidence of a resolution on arrays, built when they are looked at."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import TypeVar, overload

import numpy as np

from leakage.database import Database, Integers
from leakage.record import Record
from leakage.resolution.evidence import Evidence
from leakage.resolution.fixpoint import resolve_by_keys
from leakage.resolution.match import Match
from leakage.resolution.merge import merged, union_merge

T = TypeVar("T")


class OnDemand(Sequence[T]):
    """A sequence whose items are built when they are asked for; equal to any sequence of equal items."""

    @abstractmethod
    def build(self, number: int) -> T:
        """The item of a number in [0, len)."""

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...
    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        if isinstance(index, slice):
            return tuple(self.build(number) for number in range(*index.indices(len(self))))
        number = int(index) + (len(self) if index < 0 else 0)
        if not 0 <= number < len(self):
            raise IndexError(f"number must be in [0, {len(self)}), got {index}")
        return self.build(number)

    def __iter__(self) -> Iterator[T]:
        return (self.build(number) for number in range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(mine == its for mine, its in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self)}>"


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
        return merged(self._records, self._members.build(number), union_merge)

    @cached_property
    def database(self) -> Database:
        """All composites in columns: for what is to be done to every one of a million."""
        records = self._records
        owner = self._composite_of[records.record]
        order = np.lexsort((records.value, records.label, owner))
        owner, label, value = owner[order], records.label[order], records.value[order]
        first = np.ones(len(order), dtype=bool)
        first[1:] = (np.diff(owner) != 0) | (np.diff(label) != 0) | (np.diff(value) != 0)
        rows = np.flatnonzero(first)
        confidence = records.confidence[order]
        greatest = np.maximum.reduceat(confidence, rows) if len(rows) else confidence
        return Database(owner[rows], label[rows], value[rows], greatest, records.labels, records.values, len(self))


class Joins(OnDemand[Evidence]):
    """One entry a join, composite after composite; those of one composite in the order they were made.

    Arguments:
        records: R.
        members: for each composite its records.
        match: with ``representative`` and ``keys_suffice``.
    """

    def __init__(self, records: Database, members: Members, match: Match) -> None:
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
            self._last = (composite, self.of_composite(composite))
        return self._last[1][number - int(self._start[composite])]

    def __iter__(self) -> Iterator[Evidence]:
        joined = np.flatnonzero(np.diff(self._start))
        return chain.from_iterable(self.of_composite(int(composite)) for composite in joined)

    def of_composite(self, composite: int) -> tuple[Evidence, ...]:
        """The joins that made one composite."""
        members = self._members.build(composite)
        groups = resolve_by_keys([self._records[number] for number in members], self._match, union_merge)
        return tuple(
            Evidence(one.key, tuple(members[n] for n in one.left), tuple(members[n] for n in one.right))
            for one in groups.evidence
        )
