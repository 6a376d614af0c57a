"""Adversary: a pipeline of data analysis operations, and what it makes of records, built when looked at."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import NamedTuple, final

import numpy as np

from leakage.old import registry
from leakage.old.database import Database, Integers, Records, as_database, records_of
from leakage.old.resolution.arrays import array_rules, resolve_by_arrays
from leakage.old.resolution.match import Key, Match
from leakage.old.resolution.merge import Merge, merged, union_merge
from leakage.old.resolution.operations import Operation, Resolve, owner_of
from leakage.old.resolution.resolution import (
    Cost,
    Deferred,
    Evidence,
    Groups,
    LazyEvidence,
    LazySequence,
    PerComparison,
    Resolution,
    comparisons_of,
    holders,
)
from leakage.old.resolution.resolve import resolve_by_keys
from leakage.old.resolution.rules.shared_values import AnyOf
from leakage.progress import cancellable, check_cancelled, report
from leakage.record import Attribute, Pair, Record

# Composites, members and evidence of a resolution on arrays, built when they are looked at.


REPORT_EVERY = 1_000
"""Composites between two reports of progress."""


class Members(LazySequence[tuple[int, ...]]):
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


class Composites(LazySequence[Record]):
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
            if number % REPORT_EVERY == 0:
                report("Looking through joined records", number, len(self))
            yield record

    @cached_property
    def database(self) -> Database:
        """All composites in columns: for what is to be done to every one of a million."""
        records = self._records
        owner = self._composite_of[records.record]
        check_cancelled()
        order = np.lexsort((records.value, records.label, owner))
        check_cancelled()
        owner, label, value = owner[order], records.label[order], records.value[order]
        first = np.ones(len(order), dtype=bool)
        first[1:] = (np.diff(owner) != 0) | (np.diff(label) != 0) | (np.diff(value) != 0)
        rows = np.flatnonzero(first)
        confidence = records.confidence[order]
        greatest = np.maximum.reduceat(confidence, rows) if len(rows) else confidence
        check_cancelled()
        return Database(owner[rows], label[rows], value[rows], greatest, records.labels, records.values, len(self))


class Joins(LazyEvidence):
    """One entry a join, composite after composite; those of one composite in the order they were made.

    Arguments:
        records: R, as records or in columns.
        members: for each composite its records.
        match: with ``representative`` and ``keys_decide``.
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


# Adversary: a pipeline of data analysis operations, and what it says of itself.


STEPS = PerComparison()
MANY = 2_000


class Pipeline(NamedTuple):
    """What an adversary does to every record by itself, and the one analysis of them all that follows, if any.

    Arguments:
        preparation: operations that go record by record.
        analysis: what joins the records; None where nothing does.
    """

    preparation: tuple[Operation, ...]
    analysis: Operation | None

    @property
    def resolve(self) -> Resolve | None:
        """The analysis, where it is entity resolution."""
        return self.analysis if isinstance(self.analysis, Resolve) else None

    def prepared(self, records: Sequence[Record]) -> tuple[Record, ...]:
        """The records as the analysis gets them."""
        for operation in self.preparation:
            records = operation.apply(records).composites
        return tuple(records)


@registry.by_fields
@dataclass(frozen=True)
class Adversary:
    """E: the operations an adversary runs, in order, with the cost function C(E, R).

    Source: Whang & Garcia-Molina 2012, Section 2.4.

    Arguments:
        operations: applied first to last; none at all is the identity, E(R) = R.
        cost: what running them costs her.

    Raises:
        TypeError: for what is no operation.

    >>> from leakage.old.resolution.operations import Resolve
    >>> from leakage.old.resolution.rules.shared_values import Shares
    >>> eve = Adversary((Resolve(Shares("N")),))
    >>> resolution = eve.resolve([Record.of(("N", name)) for name in ("Alice", "Bob", "Alice")])
    >>> resolution.composite_of.tolist()
    [0, 1, 0]
    """

    operations: tuple[Operation, ...] = ()
    cost: Cost = STEPS

    def __post_init__(self) -> None:
        given: object = self.operations
        # One alone is clear enough.
        operations = (given,) if isinstance(given, Operation) or not isinstance(given, Iterable) else tuple(given)
        for operation in operations:
            if not isinstance(operation, Operation):
                hint = "; Resolve makes one of a rule" if isinstance(operation, Match) else ""
                raise TypeError(f"an adversary's operations must be operations, got {type(operation).__name__}{hint}")
        object.__setattr__(self, "operations", operations)

    @property
    def pipeline(self) -> Pipeline | None:
        """Her operations as preparations and the one analysis that follows; None where more follows.

        >>> from leakage.old.resolution.operations import Augment, Correct
        >>> Adversary((Correct({}), Augment("A", "Z", {}))).pipeline.analysis is None
        True
        """
        *first, last = self.operations or (None,)
        analysis = None if last is None or last.record_by_record else last
        preparation = self.operations[: len(first)] if analysis else self.operations
        return Pipeline(preparation, analysis) if all(step.record_by_record for step in preparation) else None

    @property
    def resolutions(self) -> tuple[Resolve, ...]:
        """The entity resolutions among her operations, in their order."""
        return tuple(step for step in self.operations if isinstance(step, Resolve))

    @property
    def matches(self) -> tuple[Match, ...]:
        """The matches by which her operations join records, in their order."""
        joining = (step.joins_by for step in self.operations)
        return tuple(match for match in joining if match is not None)

    @property
    def conflict_labels(self) -> tuple[str, ...]:
        """The labels by which negative evidence keeps records apart, each once.

        >>> from leakage.old.resolution.rules.shared_values import Shares
        >>> from leakage.old.resolution.rules.negative import Conflicts, Unless
        >>> Adversary((Resolve(Unless(Shares("N"), Conflicts("P", "C"))),)).conflict_labels
        ('P', 'C')
        """
        return tuple(dict.fromkeys(label for match in self.matches for label in match.conflict_labels))

    @property
    def unique(self) -> bool:
        """Whether the outcome is the same in whatever order the records come."""
        return all(step.unique for step in self.operations)

    @property
    def is_additive(self) -> bool:
        """Whether values that nobody minds stay what they are in whatever their record becomes part of."""
        return all(step.is_additive for step in self.operations)

    @property
    def depends_on_owners(self) -> bool:
        """Whether it matters to her who holds a record."""
        return any(step.depends_on_owners for step in self.operations)

    @property
    def introduced_pairs(self) -> tuple[Pair, ...]:
        """The pairs that her operations know by themselves, without having them from a record."""
        return tuple(pair for step in self.operations for pair in step.introduced_pairs)

    @property
    def relaxed(self) -> Match | None:
        """A match that keeps its keys and is true of any two records that may end up together; None if none do."""
        relaxed = [match for match in (step.relaxed for step in self.operations) if match is not None]
        return AnyOf(*relaxed) if relaxed else None

    def depends_on(self, label: str) -> bool:
        """Whether a value of the label that no other record is taken to have may change who is joined to whom."""
        return any(step.depends_on(label) for step in self.operations)

    def reachable_pairs(self, record: Record) -> Record | None:
        """All that a record holds, or may come to hold by corrections and look-ups, for certain; None if not known."""
        pairs = frozenset(a.pair for a in record.known)
        for step in self.operations:
            more = step.reachable_pairs(pairs)
            if more is None:
                return None
            pairs = more
        return Record(Attribute(*pair) for pair in pairs)

    def blocked_on(self, label: str) -> Adversary | None:
        """The adversary, but for records that know different values of a label: she joins no two of them.

        None where she clusters records, or joins them by means of her own.
        """
        steps = [step.blocked_on(label) for step in self.operations]
        blocked = tuple(step for step in steps if step is not None)
        return replace(self, operations=blocked) if len(blocked) == len(steps) else None

    def resolve(self, records: Records) -> Resolution:
        """Run the operations on the records: E(R).

        A Database, or more than 2,000 records, is resolved on arrays where the rules allow it.

        Raises:
            TypeError: for what is no record.
        """
        start = records_of(records)
        if isinstance(start, Database) or len(start) > MANY:
            resolution = self._on_arrays(start)
            if resolution is not None:
                return resolution
        return self._step_by_step(tuple(start))

    def _on_arrays(self, records: Database | tuple[Record, ...]) -> Resolution | None:
        """E(R) where each record is prepared by itself and then resolved once, by rules for arrays."""
        resolve = self.pipeline.resolve if self.pipeline else None
        rules = array_rules(resolve.match) if resolve and resolve.by_keys else None
        if resolve is None or rules is None:
            return None
        prepared, comparisons = records, 0
        for operation in self.operations[:-1]:
            groups = operation.apply(tuple(prepared))
            prepared, comparisons = groups.composites, comparisons + groups.comparisons
        database = as_database(prepared)
        try:
            composite_of = resolve_by_arrays(database, rules)
        except OverflowError:
            return None
        members = Members(composite_of)
        return Resolution(
            Composites(database, composite_of, members),
            members,
            composite_of,
            Joins(prepared, members, resolve.match),
            self.cost.of(len(database), comparisons + comparisons_of(len(database), len(members))),
        )

    def _step_by_step(self, start: tuple[Record, ...]) -> Resolution:
        state = Groups(start, tuple((number,) for number in range(len(start))), (), 0)
        sources = start
        for operation in self.operations:
            state = _then(state, operation.apply(state.composites), sources)
            if len(state.composites) == len(start):
                # Nothing is merged so far: each composite is an input record, corrected and filled in.
                sources = state.composites
        composite_of = np.empty(len(start), dtype=np.int64)
        for number, members in enumerate(cancellable(state.members)):
            composite_of[list(members)] = number
        cost = self.cost.of(len(start), state.comparisons)
        return Resolution(state.composites, state.members, composite_of, state.evidence, cost)


def _then(before: Groups, after: Groups, sources: Sequence[Record]) -> Groups:
    """What two operations did in a row, told in the numbers of the first one's input, the sources."""
    if len(before.composites) == len(sources) and not before.evidence:
        # Nothing is joined so far, so the numbers are those of the input.
        return Groups(after.composites, after.members, after.evidence, before.comparisons + after.comparisons)

    def original(numbers: Sequence[int]) -> tuple[int, ...]:
        return tuple(sorted(m for number in numbers for m in before.members[number]))

    def side(key: Key, numbers: Sequence[int]) -> tuple[int, ...]:
        # A value changed after a merge is held by no source: then all members answer for it.
        members = original(numbers)
        return holders(key, members, sources) or members

    def evidence() -> tuple[Evidence, ...]:
        later = (Evidence(e.key, side(e.key.of_left, e.left), side(e.key.of_right, e.right)) for e in after.evidence)
        return (*before.evidence, *later)

    return Groups(
        after.composites,
        tuple(original(members) for members in after.members),
        Deferred(len(before.evidence) + len(after.evidence), evidence),
        before.comparisons + after.comparisons,
    )


# Each owner first: recipients resolve their own records, and what they pool is what came of it.


@registry.by_fields
@final
@dataclass(frozen=True)
class ResolvePerSource(Operation):
    """A resolution that every owner runs on the records it holds, before they are pooled.

    ``E_1(R) = E(R_1) + ... + E(R_k)``, R_i being what owner i holds; a record that nobody is known to hold (not
    ``SourcedRecord``) stays as it is. The composites are nobody's any more.
    Source: Whang & Garcia-Molina 2011, Section 1 ("the vendor resolves this third record with its first record ...
    Now, when the vendor and employer pool their information").

    Arguments:
        operation: the resolution of every owner.

    >>> from leakage.old.resolution.rules.shared_values import Shares
    >>> from leakage.old.resolution.operations import Resolve
    >>> from leakage.old.resolution.operations import SourcedRecord
    >>> rows = [SourcedRecord(Record.of(("N", "Alice")), owner) for owner in ("Vendor", "Employer", "Vendor")]
    >>> ResolvePerSource(Resolve(Shares("N"))).apply([*rows, Record.of(("N", "Alice"))]).members
    ((0, 2), (1,), (3,))
    """

    operation: Operation

    def apply(self, records: Sequence[Record]) -> Groups:
        by_owner: dict[str | int, list[int]] = {}
        for number, record in enumerate(records):
            owner = owner_of(record)
            by_owner.setdefault(number if owner is None else owner, []).append(number)
        parts = [(numbers, self._of_one([records[n] for n in numbers])) for numbers in by_owner.values()]
        merged = sorted(
            (tuple(numbers[m] for m in members), composite)
            for numbers, groups in parts
            for members, composite in zip(groups.members, groups.composites, strict=True)
        )
        return Groups(
            tuple(Record(composite) for _, composite in merged),
            tuple(members for members, _ in merged),
            Deferred(
                sum(len(groups.evidence) for _, groups in parts),
                lambda: [_renumbered(joined, numbers) for numbers, groups in parts for joined in groups.evidence],
            ),
            sum(groups.comparisons for _, groups in parts),
        )

    @property
    def depends_on_owners(self) -> bool:
        return True

    @property
    def is_additive(self) -> bool:
        return self.operation.is_additive

    @property
    def joins_by(self) -> Match | None:
        return self.operation.joins_by

    @property
    def merges_by(self) -> Merge | None:
        return self.operation.merges_by

    @property
    def relaxed(self) -> Match | None:
        return self.operation.relaxed

    @property
    def introduced_pairs(self) -> Iterable[Pair]:
        return self.operation.introduced_pairs

    def depends_on(self, label: str) -> bool:
        return self.operation.depends_on(label)

    def reachable_pairs(self, pairs: frozenset[Pair]) -> frozenset[Pair] | None:
        return self.operation.reachable_pairs(pairs)

    def blocked_on(self, label: str) -> ResolvePerSource | None:
        blocked = self.operation.blocked_on(label)
        return None if blocked is None else ResolvePerSource(blocked)

    def _of_one(self, records: Sequence[Record]) -> Groups:
        if len(records) == 1:
            return Groups(tuple(records), ((0,),), (), 0)
        return self.operation.apply(records)


def _renumbered(joined: Evidence, numbers: Sequence[int]) -> Evidence:
    left, right = (tuple(numbers[n] for n in side) for side in (joined.left, joined.right))
    return Evidence(joined.key, left, right)


def owners_first(adversary: Adversary) -> Adversary:
    """The adversary who pools what each owner has resolved: her first resolution, run by every owner beforehand.

    With representativity, and a merge that knows the values of the union, that changes nothing: E(R) is the same in
    whatever order records are merged, so she is returned as she is. Otherwise each owner's joins come first.
    Source: Whang & Garcia-Molina 2011, Sections 1 and 2.2 (Properties).

    >>> from leakage.old.resolution.rules.shared_values import Shares
    >>> from leakage.old.resolution.operations import Resolve
    >>> from leakage.old.resolution.rules.negative import Conflicts, Unless
    >>> alike = Adversary((Resolve(Shares("N")),))
    >>> wary = Adversary((Resolve(Unless(Shares("N"), Conflicts("P"))),))
    >>> owners_first(alike) is alike, len(owners_first(wary).operations)
    (True, 2)
    """
    for place, operation in enumerate(adversary.operations):
        if operation.record_by_record:
            continue
        if operation.is_incremental:
            return adversary
        staged = (*adversary.operations[:place], ResolvePerSource(operation), *adversary.operations[place:])
        return replace(adversary, operations=staged)
    return adversary
