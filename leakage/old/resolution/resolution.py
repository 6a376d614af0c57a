"""What an adversary made of the records: composites, members, cost, and evidence read from a log of joins."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import NamedTuple, TypeAlias, TypeVar, overload

import numpy as np
import pandas as pd

from leakage.old import registry
from leakage.old.database import Integers
from leakage.old.resolution.match import Key, Match
from leakage.old.tabular.rows import readable, redacted_repr
from leakage.progress import cancellable, report
from leakage.record import Pair, Record

# Sequences whose items are built when they are looked at.


T = TypeVar("T")


class LazySequence(Sequence[T]):
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


class Deferred(LazySequence[T]):
    """A sequence that is built as a whole, the first time that an item of it is looked at.

    Arguments:
        length: how many items there are.
        build: gives them.

    >>> squares = Deferred(3, lambda: [n * n for n in range(3)])
    >>> len(squares), squares == (0, 1, 4)
    (3, True)
    """

    def __init__(self, length: int, build: Callable[[], Sequence[T]]) -> None:
        self._length, self._build = length, build

    def __len__(self) -> int:
        return self._length

    def build(self, number: int) -> T:
        return self._items[number]

    @cached_property
    def _items(self) -> Sequence[T]:
        return self._build()


# Evidence: why records were joined.


@dataclass(frozen=True, slots=True)
class Evidence:
    """One join: by which rule and values, and which input records held those values on either side.

    Arguments:
        key: the rule and the (label, value) pairs both sides had in common.
        left: numbers of the input records that held those values on one side, ascending.
        right: the same on the other side.
    """

    key: Key
    left: tuple[int, ...]
    right: tuple[int, ...]

    __repr__ = redacted_repr

    @property
    def records(self) -> tuple[int, ...]:
        """All input records that took part, ascending."""
        return tuple(sorted({*self.left, *self.right}))


class LazyEvidence(LazySequence[Evidence]):
    """Joins in their order, told one by one."""

    def within(self, members: Collection[int]) -> Iterator[Evidence]:
        """The joins among some records that are joined with no others."""
        return within(self, members)


def within(evidence: Sequence[Evidence], members: Collection[int]) -> Iterator[Evidence]:
    """The joins among some records that are joined with no others, one by one.

    >>> from leakage import Record, Shares
    >>> key = next(Shares("N").keys(Record.of(("N", "Alice"))))
    >>> [join.records for join in within([Evidence(key, (0,), (1,)), Evidence(key, (2,), (3,))], (2, 3))]
    [(2, 3)]
    """
    inside = set(members)
    return (join for join in evidence if not (inside.isdisjoint(join.left) and inside.isdisjoint(join.right)))


@dataclass(frozen=True, slots=True)
class SharedValue:
    """What some records of a composite have in common, by which they were joined.

    Arguments:
        pairs: the (label, value) pairs of the joins.
        records: numbers of the records of the composite that hold them, ascending.
    """

    pairs: tuple[Pair, ...]
    records: tuple[int, ...]

    __repr__ = redacted_repr


def shared_values(
    evidence: Iterable[Evidence], members: Sequence[int], records: Sequence[Record]
) -> tuple[SharedValue, ...]:
    """Every reason for a join once, with all members that hold it, also those joined for another; the most held first.

    Of values that are alike but not equal it takes one of either side; of a key that no record holds whole, the
    records that account for it.

    Arguments:
        evidence: the joins of one composite.
        members: the numbers of its records.
        records: R.

    >>> from leakage.old.resolution.rules.shared_values import Shares
    >>> records = [Record.of(("N", "Ann"), ("P", number)) for number in "1123"]
    >>> name, phone = (next(Shares(label).keys(records[0])) for label in "NP")
    >>> joins = [Evidence(phone, (0,), (1,)), Evidence(name, (0, 1), (2,)), Evidence(name, (0, 1, 2), (3,))]
    >>> [(shared.pairs[0][0], shared.records) for shared in shared_values(joins, range(4), records)]
    [('N', (0, 1, 2, 3)), ('P', (0, 1))]
    """
    holding: dict[Match, dict[Pair, set[int]]] = {}
    pairs_of: dict[frozenset[Pair], tuple[Pair, ...]] = {}
    found: dict[frozenset[Pair], set[int]] = defaultdict(set)
    seen: set[Key] = set()
    for join in evidence:
        reason = frozenset(join.key.shared)
        pairs_of.setdefault(reason, join.key.shared)
        found[reason].update(join.left, join.right)
        if join.key not in seen:
            seen.add(join.key)
            rule = join.key.rule
            if rule not in holding:
                holding[rule] = _holding(rule, members, records)
            for side in {join.key.of_left, join.key.of_right}:
                found[reason].update(_whole(side, holding[rule]))
    shared = [SharedValue(pairs_of[reason], tuple(sorted(numbers))) for reason, numbers in found.items()]
    return tuple(sorted(shared, key=lambda value: -len(value.records)))


def _holding(rule: Match, members: Sequence[int], records: Sequence[Record]) -> dict[Pair, set[int]]:
    """Which members hold each pair, as a rule reads it."""
    holding: dict[Pair, set[int]] = defaultdict(set)
    for number in cancellable(members):
        for pair in rule.pairs(records[number]):
            holding[pair].add(number)
    return holding


def _whole(key: Key, holding: Mapping[Pair, set[int]]) -> set[int]:
    """Who holds all of a key."""
    if not key.shared:
        return set()
    return set.intersection(*(holding.get(pair, set()) for pair in key.shared))


# Cost functions C(E, R): what the adversary pays for her analysis.


class Cost(ABC):
    """C(E, R), in whatever unit the person thinks of: steps, seconds, money.

    Source: Whang & Garcia-Molina 2012, Section 2.4.
    """

    @abstractmethod
    def of(self, records: int, comparisons: int) -> float:
        """The cost of an analysis of so many records that so many comparisons show to be right."""


def comparisons_of(records: int, composites: int) -> int:
    """How many comparisons show that a resolution is right, a function of E and R alone.

    ``(|R| - |E(R)|) + |E(R)| (|E(R)| - 1) / 2``: one for each join, and one for each pair of composites that stay
    apart. So what an algorithm looks up or leaves out does not count. Other operations are counted by the same rule:
    single-link clustering one for each join, and one for each pair of records in different clusters; correction and
    augmentation one for each record they look at.
    Source: Whang & Garcia-Molina 2012, Section 2.4 (C(E, R) is a function of the operation and the database).

    Arguments:
        records: |R|, >= 0.
        composites: |E(R)|, in [0, |R|].

    >>> comparisons_of(5, 3)
    5
    """
    return records - composites + composites * (composites - 1) // 2


@registry.by_fields
@dataclass(frozen=True)
class PerComparison(Cost):
    """A price for every comparison, as ``comparisons_of`` counts them.

    Arguments:
        price: of one comparison, >= 0.

    >>> PerComparison(0.5).of(records=10, comparisons=8)
    4.0
    """

    price: float = 1.0

    def of(self, records: int, comparisons: int) -> float:
        return self.price * comparisons

    def with_numbers(self, adjust: registry.Adjust) -> PerComparison:
        """The same at an adjusted price."""
        return PerComparison(adjust("price", self.price, False))


class _SavedPerComparison(registry.SavedCost, tag="per comparison"):
    meant = PerComparison
    price: registry.Price


@registry.by_fields
@dataclass(frozen=True)
class Quadratic(Cost):
    """``c |R|^2``: every record against every other.

    Source: Whang & Garcia-Molina 2012, Section 2.4 (c = 1/1000 and 1000 records cost 1000).

    Arguments:
        factor: c, >= 0.

    >>> Quadratic(1 / 1000).of(records=1000, comparisons=0)
    1000.0
    """

    factor: float

    def of(self, records: int, comparisons: int) -> float:
        return self.factor * records**2

    def with_numbers(self, adjust: registry.Adjust) -> Quadratic:
        """The same at an adjusted price."""
        return Quadratic(adjust("price", self.factor, False))


class _SavedQuadratic(registry.SavedCost, tag="quadratic"):
    meant = Quadratic
    factor: registry.Price


# Groups: the outcome of one data analysis operation on a list of records.


@dataclass(frozen=True, slots=True)
class Groups:
    """Composite records, the input records behind each, the joins, and the comparisons it took.

    Arguments:
        composites: the records the operation returns, ordered by their first member.
        members: for each composite the numbers of the input records merged into it, ascending.
        evidence: one entry a join; maybe told only when it is looked at.
        comparisons: what shows the outcome; a function of it and the records, however it was found.
    """

    composites: tuple[Record, ...]
    members: tuple[tuple[int, ...], ...]
    evidence: Sequence[Evidence]
    comparisons: int

    __repr__ = redacted_repr

    @staticmethod
    def resolved(
        composites: tuple[Record, ...], members: tuple[tuple[int, ...], ...], evidence: Sequence[Evidence]
    ) -> Groups:
        """The outcome of a resolution, by whatever algorithm."""
        return Groups(composites, members, evidence, comparisons_of(sum(map(len, members)), len(members)))


def holders(key: Key, members: Sequence[int], records: Sequence[Record]) -> tuple[int, ...]:
    """Which members account for a key of their composite: those holding it whole, else those holding a part.

    >>> from leakage.old.resolution.rules.shared_values import Shares
    >>> records = [Record.of(("N", "n"), ("P", "p")), Record.of(("N", "n"))]
    >>> holders(next(Shares("N", "P").keys(records[0])), [0, 1], records)
    (0,)
    """
    counts: dict[int, int] = {}
    for number in members:
        pairs = key.rule.pairs(records[number])
        counts[number] = sum(pair in pairs for pair in key.shared)
    whole = tuple(number for number, count in counts.items() if count == len(key.shared))
    return whole or tuple(number for number, count in counts.items() if count)


def join_of(key: Key, left: Sequence[int], right: Sequence[int], records: Sequence[Record]) -> Evidence:
    """The evidence of a join: the key, and which members of either side account for it."""
    return Evidence(key, holders(key.of_left, left, records), holders(key.of_right, right, records))


# Resolution: what an adversary made of the records.


@dataclass(frozen=True, eq=False)
class Resolution:
    """E(R): the composite records, which input record went where and why, and the cost.

    Source: Whang & Garcia-Molina 2012, Definition 2.

    Arguments:
        composites: the records after the analysis; of a large database ``Composites``, built on demand.
        members: for each composite the numbers of the input records behind it, ascending.
        composite_of: for each input record the number of its composite; shape (|R|,).
        evidence: one entry a join, in the order they were made; of a large database composite after composite.
        cost: C(E, R).
    """

    composites: Sequence[Record]
    members: Sequence[tuple[int, ...]]
    composite_of: Integers
    evidence: Sequence[Evidence]
    cost: float

    def __repr__(self) -> str:
        records, composites = len(self.composite_of), len(self.composites)
        return f"Resolution({records:,} records, {composites:,} composites, cost {readable(self.cost)})"

    def to_frame(self) -> pd.DataFrame:
        """Which record went where: columns record, composite (their numbers) and members (how many it has).

        >>> from leakage.old.resolution.adversary import Adversary
        >>> from leakage.old.resolution.operations import Resolve
        >>> from leakage.old.resolution.rules.shared_values import Shares
        >>> names = [Record.of(("N", name)) for name in ("Alice", "Bob", "Alice")]
        >>> Adversary((Resolve(Shares("N")),)).resolve(names).to_frame()
           record  composite  members
        0       0          0        2
        1       1          1        1
        2       2          0        2
        """
        members = np.bincount(self.composite_of, minlength=len(self.composites))[self.composite_of]
        numbers = np.arange(len(self.composite_of))
        return pd.DataFrame({"record": numbers, "composite": self.composite_of, "members": members})

    def evidence_frame(self) -> pd.DataFrame:
        """Why they were joined, one row a join: columns composite, rule (a sentence), pairs, left and right.

        ``pairs`` holds the (label, value) pairs the two sides matched by, left and right the numbers of the records
        that account for them.
        """
        rows = [
            (int(self.composite_of[join.records[0]]), join.key.rule.sentence(), join.key.shared, join.left, join.right)
            for join in self.evidence
        ]
        return pd.DataFrame(rows, columns=["composite", "rule", "pairs", "left", "right"])

    def evidence_of(self, composite: int, most: int | None = None) -> tuple[Evidence, ...]:
        """The joins that made one composite, in their order; all of them, or the first so many."""
        members = self.members[composite]
        evidence = (
            self.evidence.within(members) if isinstance(self.evidence, LazyEvidence) else within(self.evidence, members)
        )
        return tuple(islice(evidence, most))


# Replay: the evidence of joins, told from a log of them when somebody asks.


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

REPORT_EVERY = 32
"""Joins between two reports of progress."""


def replayed(joins: Sequence[Join], records: Sequence[Record]) -> LazyEvidence:
    """One entry a join: by which values, and which records of either side held them.

    A join names up to all records before it; of ten thousand that are one person this is half a gigabyte, which nobody
    should pay who asks for the leakage only. Whoever goes through them one by one holds one at a time.

    >>> from leakage.old.resolution.rules.shared_values import Shares
    >>> names = [Record.of(("N", "Alice"))] * 3
    >>> key = next(Shares("N").keys(names[0]))
    >>> [(join.left, join.right) for join in replayed([(key, 0, 1), (key, 0, 2)], names)]
    [((0,), (1,)), ((0, 1), (2,))]
    """
    return _Replayed(joins, records)


class _Replayed(LazyEvidence):
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
            if number % REPORT_EVERY == 0:
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
        whole, some = (numbers[self._cluster_of[numbers] == cluster] for numbers in self._all_holders(key))
        return tuple((whole if len(whole) else some).tolist())

    def _all_holders(self, key: Key) -> tuple[Integers, Integers]:
        """Everybody who holds all of a key, and everybody who holds some of it, ascending."""
        if key not in self._holders_of:
            holding = self._holding_of(key.rule)
            holding_records = np.array(
                [number for pair in key.shared for number in holding.get(pair, ())], dtype=np.int64
            )
            some, counts = np.unique(holding_records, return_counts=True)
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
