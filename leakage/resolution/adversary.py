"""Adversary: a pipeline of data analysis operations, and what it says of itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from leakage.database import Database, as_database
from leakage.progress import looking
from leakage.record import Attribute, Pair, Record
from leakage.resolution.arrays import array_rules, resolve_by_arrays
from leakage.resolution.cost import Cost, PerComparison, comparisons_of
from leakage.resolution.deferred import Deferred
from leakage.resolution.evidence import Evidence
from leakage.resolution.groups import Groups, holders
from leakage.resolution.match import Key, Match
from leakage.resolution.on_demand import Composites, Joins, Members
from leakage.resolution.operations import Operation, Resolve
from leakage.resolution.resolution import Resolution
from leakage.resolution.rules import AnyOf

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


@dataclass(frozen=True)
class Adversary:
    """E: the operations an adversary runs, in order, with the cost function C(E, R).

    Source: Whang & Garcia-Molina 2012, Section 2.4.

    Arguments:
        operations: applied first to last; none at all is the identity, E(R) = R.
        cost: what running them costs her.

    >>> from leakage.resolution.operations import Resolve
    >>> from leakage.resolution.rules import Shares
    >>> eve = Adversary((Resolve(Shares("N")),))
    >>> resolution = eve.resolve([Record.of(("N", name)) for name in ("Alice", "Bob", "Alice")])
    >>> resolution.composite_of.tolist()
    [0, 1, 0]
    """

    operations: tuple[Operation, ...] = ()
    cost: Cost = STEPS

    @property
    def pipeline(self) -> Pipeline | None:
        """Her operations as preparations and the one analysis that follows; None where more follows.

        >>> from leakage.resolution.preparation import Augment, Correct
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

        >>> from leakage.resolution.rules import Shares
        >>> from leakage.resolution.unless import Conflicts, Unless
        >>> Adversary((Resolve(Unless(Shares("N"), Conflicts("P", "C"))),)).conflict_labels
        ('P', 'C')
        """
        return tuple(dict.fromkeys(label for match in self.matches for label in match.conflict_labels))

    @property
    def unique(self) -> bool:
        """Whether the outcome is the same in whatever order the records come."""
        return all(step.unique for step in self.operations)

    @property
    def only_adds(self) -> bool:
        """Whether values that nobody minds stay what they are in whatever their record becomes part of."""
        return all(step.only_adds for step in self.operations)

    @property
    def minds_owners(self) -> bool:
        """Whether it matters to her who holds a record."""
        return any(step.minds_owners for step in self.operations)

    @property
    def tabled(self) -> tuple[Pair, ...]:
        """The pairs that her operations know by themselves, without having them from a record."""
        return tuple(pair for step in self.operations for pair in step.tabled)

    @property
    def relaxed(self) -> Match | None:
        """A match that keeps its keys and is true of any two records that may end up together; None if none do."""
        relaxed = [match for match in (step.relaxed for step in self.operations) if match is not None]
        return AnyOf(*relaxed) if relaxed else None

    def minds(self, label: str) -> bool:
        """Whether a value of the label that no other record is taken to have may change who is joined to whom."""
        return any(step.minds(label) for step in self.operations)

    def may_hold(self, record: Record) -> Record | None:
        """All that a record holds, or may come to hold by corrections and look-ups, for certain; None if not known."""
        pairs = frozenset(a.pair for a in record.known)
        for step in self.operations:
            more = step.may_hold(pairs)
            if more is None:
                return None
            pairs = more
        return Record(Attribute(*pair) for pair in pairs)

    def keeping_apart(self, label: str) -> Adversary:
        """The adversary, but for records that know different values of a label: she joins no two of them.

        Raises:
            TypeError: for an operation that joins records by means of its own.
        """
        return replace(self, operations=tuple(step.keeping_apart(label) for step in self.operations))

    def resolve(self, records: Database | Iterable[Record]) -> Resolution:
        """Run the operations on the records: E(R).

        A Database, or more than 2,000 records, is resolved on arrays where the rules allow it.
        """
        start = records if isinstance(records, Database) else tuple(records)
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
        for number, members in enumerate(looking(state.members)):
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
        told = (Evidence(e.key, side(e.key.of_left, e.left), side(e.key.of_right, e.right)) for e in after.evidence)
        return (*before.evidence, *told)

    return Groups(
        after.composites,
        tuple(original(members) for members in after.members),
        Deferred(len(before.evidence) + len(after.evidence), evidence),
        before.comparisons + after.comparisons,
    )
