"""The adversary's data analysis operations: corrections, look-ups, entity resolution, clustering."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial, reduce
from itertools import chain
from typing import Any, Literal, Self, TypeAlias

import numpy as np

from leakage import registry
from leakage.frames import Integers
from leakage.record import Attribute, Pair, Record, gathered, redacted_repr
from leakage.resolution.engine import by_tokens, connected, key_links, links, numbered, swoosh
from leakage.resolution.rules import Match

Merge: TypeAlias = Callable[[Record, Record], Record]
"""``mu``: merges two records of one person."""


def union_merge(left: Record, right: Record) -> Record:
    """``mu_u(r, s)``: the union of the attributes, with the greater confidence if both have one.

    Commutative, associative, idempotent; increasing.
    Source: Whang & Garcia-Molina 2011, Section 2.2; 2012, Section 4.3 for the maximum.

    >>> [a.confidence for a in union_merge(Record.of(("N", "Alice", 0.9)), Record.of(("N", "Alice"), ("P", "1", 0.5)))]
    [1.0, 0.5]
    """
    return gathered((*left, *right))


def noisy_or_merge(left: Record, right: Record) -> Record:
    """The union of the attributes, as from independent sources: ``1 - (1 - p)(1 - q)``.

    Commutative, increasing, and associative but for rounding; not idempotent.

    >>> noisy_or_merge(Record.of(("A", "20", 0.5)), Record.of(("A", "20", 0.5))).confidence_of(("A", "20"))
    0.75
    """
    either = dict(left.confidences)
    for pair, confidence in right.confidences.items():
        before = either.get(pair, 0.0)
        # 1 - (1 - p) would round a small p.
        either[pair] = min(1.0, max(before, confidence, before + confidence - before * confidence))
    return Record(Attribute(*pair, confidence) for pair, confidence in either.items())


def latest_wins_merge(earlier: Record, later: Record) -> Record:
    """For every label the values of the later record if it has any, else those of the earlier.

    The later record is the one further back in the database, here the right-hand one. Associative and idempotent, but
    neither commutative nor increasing, and representativity is lost.

    >>> moved = latest_wins_merge(Record.of(("N", "Alice"), ("A", "1 Old Road")), Record.of(("A", "2 New Street")))
    >>> moved.values("A"), moved.values("N")
    (('2 New Street',), ('Alice',))
    """
    kept = (a for a in earlier if not later.values(a.label))
    return Record((*kept, *(a for a in later if later.values(a.label) or a.pair not in earlier.confidences)))


MergeName: TypeAlias = Literal["union", "noisy or", "latest wins"]
MERGES: dict[MergeName, Merge] = {"union": union_merge, "noisy or": noisy_or_merge, "latest wins": latest_wins_merge}
"""The merges of this library, by their names in files and forms."""

SAME_VALUES: tuple[Merge, ...] = (union_merge, noisy_or_merge)
"""Merges that keep exactly the values of the union; a match rule has the same properties with each of them."""


def merge_name(merge: Merge) -> MergeName | None:
    """The name of a merge; None for one of your own."""
    return next((name for name, function in MERGES.items() if function is merge), None)


def merged(merge: Merge, records: Sequence[Record], members: Iterable[int]) -> Record:
    """``mu(S)``: records merged in the order of their numbers; the empty record for none."""
    parts = [records[number] for number in sorted(members)]
    if merge is union_merge and len(parts) > 1:
        return gathered(chain.from_iterable(parts))
    return reduce(merge, parts) if parts else Record()


@registry.by_arguments(lambda sourced: (Record(sourced), sourced.owner))
@dataclass(frozen=True, init=False, repr=False)
class SourcedRecord(Record):
    """A record of one owner's database before pooling; ``attributes`` may be a record.

    Source: Whang & Garcia-Molina 2011, Sections 1 and 2.2 ("other organizations Eve pools information with").

    >>> order = SourcedRecord(Record.of(("N", "Alice")), "Vendor")
    >>> len(order), order.owner, order.with_attribute(Attribute("P", "666")).owner
    (1, 'Vendor', 'Vendor')
    """

    owner: str

    def __init__(self, attributes: Iterable[Attribute], owner: str) -> None:
        if not owner:
            raise ValueError("a sourced record needs an owner")
        super().__init__(attributes)
        object.__setattr__(self, "owner", owner)

    def with_attributes(self, attributes: Iterable[Attribute]) -> SourcedRecord:
        return SourcedRecord(attributes, self.owner)


def owner_of(record: Record) -> str | None:
    """The owner of a record; None if unknown."""
    return record.owner if isinstance(record, SourcedRecord) else None


@dataclass(frozen=True, eq=False)
class Groups:
    """The outcome of an operation: composites, ordered by first member, and the composite number of each record."""

    composites: Sequence[Record]
    composite_of: Integers
    comparisons: int


class Operation(ABC):
    """One data analysis operation: it takes a list of records and returns another.

    An operation of your own is a frozen dataclass with ``apply``, which returns ``Groups``.
    Source: Whang & Garcia-Molina 2012, Section 2.4.
    """

    @abstractmethod
    def apply(self, records: Sequence[Record]) -> Groups:
        """The records after the operation, and which went where."""

    record_by_record = False
    """Whether it changes every record by itself, and merges, drops and reorders none."""

    @property
    def unique(self) -> bool:
        """Whether the outcome does not depend on the order of the records."""
        return self.record_by_record

    @property
    def rule(self) -> Match | None:
        """The match rule by which it joins records; None if it has none."""
        return None

    @property
    def merge(self) -> Merge | None:
        """How it merges records that it joins by a rule."""
        return None

    def with_rule(self, changed: Callable[[Match], Match]) -> Operation:
        """The operation with its match rule changed, if it has one."""
        return self


class LazySequence(Sequence[Any]):
    """A sequence whose items are built on first access."""

    def __init__(self, length: int, build: Callable[[int], Any]) -> None:
        self._length, self._build = length, cache(build)

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, index: Any) -> Any:
        numbers = range(self._length)[index]
        return tuple(map(self._build, numbers)) if isinstance(index, slice) else self._build(numbers)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self[:] == tuple(other)

    __hash__ = None  # type: ignore[assignment]


def members_of(composite_of: Integers) -> LazySequence:
    """The record numbers of each composite, ascending."""
    start = np.append(0, np.cumsum(np.bincount(composite_of))).astype(np.int64)
    order = cache(lambda: np.argsort(composite_of, kind="stable"))
    return LazySequence(len(start) - 1, lambda n: tuple(order()[start[n] : start[n + 1]].tolist()))


def _grouped(records: Sequence[Record], composite_of: Integers, merge: Merge, apart: int) -> Groups:
    members = members_of(composite_of)
    composites = LazySequence(len(members), lambda n: merged(merge, records, members[n]))
    return Groups(composites, composite_of, len(records) - len(members) + apart)


def clustered(records: Sequence[Record], composite_of: Integers, merge: Merge = union_merge) -> Groups:
    """The result of single-link clustering with given clusters."""
    apart = (len(records) ** 2 - int((np.bincount(composite_of) ** 2).sum())) // 2
    return _grouped(records, composite_of, merge, apart)


@dataclass(frozen=True)
class _ByMatch(Operation):
    match: Match
    merge: Merge = union_merge

    def __post_init__(self) -> None:
        if not isinstance(self.match, Match):
            raise TypeError(f"the match must be a rule such as Shares, got {type(self.match).__name__}")
        if not callable(self.merge):
            raise TypeError(f"the merge must be a function such as union_merge, got {type(self.merge).__name__}")

    @property
    def rule(self) -> Match:
        return self.match

    def with_rule(self, changed: Callable[[Match], Match]) -> Self:
        return replace(self, match=changed(self.match))

    def saved_parts(self) -> tuple[Any, MergeName]:
        if name := merge_name(self.merge):
            return self.match, name
        raise ValueError("this way to merge records cannot be saved")


_SAVED: dict[str, Any] = {"match": "registry.form_of('rule')", "merge": MergeName, "parts": _ByMatch.saved_parts}


@registry.saved("operation", "resolve", make=lambda match, name: Resolve(match, MERGES[name]), **_SAVED)
class Resolve(_ByMatch):
    """Entity resolution: merge the records that refer to the same person, until nothing merges.

    With representativity, and a merge that keeps the values of the union, the outcome is unique; otherwise it is that
    of R-Swoosh in the order of the records. It counts a comparison for each join, and one for each pair of composites
    that stay apart.
    Source: Whang & Garcia-Molina 2012, Section 2.4 ("Entity Resolution"); 2011, Section 2.2.

    >>> from leakage.resolution.rules import Shares
    >>> records = [Record.of(("N", "Alice"), ("P", "1")), Record.of(("N", "Alice"), ("C", "9"))]
    >>> [len(composite) for composite in Resolve(Shares("N"), union_merge).apply(records).composites]
    [3]
    """

    @property
    def by_tokens(self) -> bool:
        """Whether composites match if and only if they share a key."""
        return self.match.decided and self.merge in SAME_VALUES

    @property
    def unique(self) -> bool:
        return self.match.representative and self.merge in SAME_VALUES

    def apply(self, records: Sequence[Record]) -> Groups:
        if self.by_tokens:
            composite_of = by_tokens(records, self.match.conjunctions or ())
        else:
            composite_of = numbered(len(records), swoosh(records, self.match, partial(merged, self.merge))[0])
        count = int(composite_of.max(initial=-1)) + 1
        return _grouped(records, composite_of, self.merge, count * (count - 1) // 2)


@registry.saved("operation", "single link", make=lambda match, name: SingleLink(match, MERGES[name]), **_SAVED)
class SingleLink(_ByMatch):
    """Single-link hierarchical clustering, cut at the threshold of the match: connected components of its pairs.

    Records are compared, never composites: the order does not matter, and composites that match may stay apart.
    Source: Whang & Garcia-Molina, "Entity Resolution with Evolving Rules" (VLDB 2010), Section 2.2, with the match
    in place of a distance below a threshold.
    """

    @property
    def unique(self) -> bool:
        return self.merge in SAME_VALUES

    def apply(self, records: Sequence[Record]) -> Groups:
        found = (key_links if self.match.decided else links)(records, self.match)
        pairs = np.array([*found], dtype=np.int64).reshape(-1, 2)
        return clustered(records, connected(len(records), pairs[:, 0], pairs[:, 1]), self.merge)


class _RecordByRecord(Operation):
    """An operation that changes each record by itself."""

    record_by_record = True

    @abstractmethod
    def changed(self, record: Record) -> Record:
        """One record after the operation."""

    def apply(self, records: Sequence[Record]) -> Groups:
        return Groups(tuple(map(self.changed, records)), np.arange(len(records)), len(records))


@registry.saved("operation", "correct", replacements=tuple[tuple[Pair, str], ...])
@registry.by_arguments(lambda correct: (dict(correct.replacements),))
@dataclass(frozen=True, init=False)
class Correct(_RecordByRecord):
    """Error correction: replace known misspellings and synonyms.

    ``replacements`` maps (label, value) to the new value.
    Source: Whang & Garcia-Molina 2012, Sections 2.4 and 3.2 (Influenza is replaced by Flu).

    >>> correct = Correct({("Disease", "Influenza"): "Flu"})
    >>> correct.apply([Record.of(("Disease", "Influenza"))]).composites[0].values("Disease")
    ('Flu',)
    """

    replacements: tuple[tuple[Pair, str], ...]

    def __init__(self, replacements: Mapping[Pair, str] | Iterable[tuple[Pair, str]]) -> None:
        given = dict(replacements)
        if not all(isinstance(pair, tuple) and len(pair) == 2 for pair in given):
            raise TypeError("Correct replaces values by (label, value), as in {('City', 'Gent'): 'Ghent'}")
        object.__setattr__(self, "replacements", tuple(sorted(given.items())))

    __repr__ = redacted_repr

    def changed(self, record: Record) -> Record:
        table = dict(self.replacements)
        if table.keys().isdisjoint(record.confidences):
            return record
        corrected = (Attribute(a.label, table.get(a.pair, a.value), a.confidence) for a in record)
        return record.with_attributes(gathered(corrected))


@registry.saved("operation", "augment", given=str, label=str, table=tuple[Pair, ...])
@registry.by_arguments(lambda augment: (augment.given, augment.label, dict(augment.table)))
@dataclass(frozen=True, init=False)
class Augment(_RecordByRecord):
    """Augmentation: fill in a missing label from another one by a look-up table.

    The new attribute has the confidence of the old one.
    Source: Whang & Garcia-Molina 2012, Section 2.4 (zip codes from addresses).

    >>> augment = Augment("A", "Z", {"123 Main": "94305"})
    >>> augment.apply([Record.of(("A", "123 Main", 0.5))]).composites[0].confidence_of(("Z", "94305"))
    0.5
    """

    given: str
    label: str
    table: tuple[Pair, ...]

    def __init__(self, given: str, label: str, table: Mapping[str, str] | Iterable[Pair]) -> None:
        for name, value in (("given", given), ("label", label), ("table", tuple(sorted(dict(table).items())))):
            object.__setattr__(self, name, value)

    __repr__ = redacted_repr

    def changed(self, record: Record) -> Record:
        table = dict(self.table)
        known = [a for a in record if a.label == self.given and a.value in table]
        if record.values(self.label) or not known:
            return record
        found = (Attribute(self.label, table[a.value], a.confidence) for a in known)
        return record.with_attributes(gathered((*record, *found)))


@dataclass(frozen=True)
class ResolvePerSource(Operation):
    """A resolution that every owner runs on the records it holds, before they are pooled.

    ``E_1(R) = E(R_1) + ... + E(R_k)``, R_i being what owner i holds; a record without an owner (no
    ``SourcedRecord``) stays as it is. The composites have no owner.
    Source: Whang & Garcia-Molina 2011, Section 1 ("Now, when the vendor and employer pool their information").

    >>> from leakage.resolution.rules import Shares
    >>> rows = [SourcedRecord(Record.of(("N", "Alice")), owner) for owner in ("Vendor", "Employer", "Vendor")]
    >>> ResolvePerSource(Resolve(Shares("N"))).apply([*rows, Record.of(("N", "Alice"))]).composite_of.tolist()
    [0, 1, 0, 2]
    """

    operation: Operation

    def __post_init__(self) -> None:
        if not isinstance(self.operation, Operation):
            raise TypeError(f"each source runs an operation such as Resolve, got {type(self.operation).__name__}")

    @property
    def rule(self) -> Match | None:
        return self.operation.rule

    @property
    def merge(self) -> Merge | None:
        return self.operation.merge

    def with_rule(self, changed: Callable[[Match], Match]) -> ResolvePerSource:
        return ResolvePerSource(self.operation.with_rule(changed))

    def sources(self, records: Sequence[Record]) -> Iterable[list[int]]:
        """The record numbers of each owner; a record without an owner is alone."""
        held: dict[str | int, list[int]] = {}
        for number, record in enumerate(records):
            held.setdefault(owner_of(record) or number, []).append(number)
        return held.values()

    def apply(self, records: Sequence[Record]) -> Groups:
        found: list[tuple[tuple[int, ...], Record]] = []
        comparisons = 0
        for numbers in self.sources(records):
            if len(numbers) == 1:
                found.append((tuple(numbers), records[numbers[0]]))
                continue
            groups = self.operation.apply([records[n] for n in numbers])
            comparisons += groups.comparisons
            members = members_of(groups.composite_of)
            found += [(tuple(numbers[n] for n in m), c) for m, c in zip(members, groups.composites, strict=True)]
        found.sort(key=lambda group: group[0])
        composites = tuple(Record(composite) for _, composite in found)
        return Groups(composites, numbered(len(records), [members for members, _ in found]), comparisons)
