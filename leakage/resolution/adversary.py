"""Adversary: a pipeline of data analysis operations, and what it made of the records."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from leakage.database import Database, Integers, as_database
from leakage.record import Record
from leakage.resolution.arrays import array_rules, resolve_by_arrays
from leakage.resolution.cost import Cost, PerComparison
from leakage.resolution.evidence import Evidence
from leakage.resolution.groups import Groups, holders
from leakage.resolution.match import Key
from leakage.resolution.on_demand import Composites, Joins, Members
from leakage.resolution.operations import Augment, Correct, Operation, Resolve

STEPS = PerComparison()
MANY = 2_000


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

    def evidence_of(self, composite: int) -> tuple[Evidence, ...]:
        """The joins that made one composite, in their order."""
        if isinstance(self.evidence, Joins):
            return self.evidence.of_composite(composite)
        inside = set(self.members[composite])
        return tuple(one for one in self.evidence if not inside.isdisjoint(one.records))


@dataclass(frozen=True)
class Adversary:
    """E: the operations an adversary runs, in order, with the cost function C(E, R).

    Source: Whang & Garcia-Molina 2012, Section 2.4.

    Arguments:
        operations: applied first to last; none at all is the identity, E(R) = R.
        cost: what running them costs her.

    >>> from leakage.resolution.match import Shares
    >>> from leakage.resolution.operations import Resolve
    >>> eve = Adversary((Resolve(Shares("N")),))
    >>> resolution = eve.resolve([Record.of(("N", name)) for name in ("Alice", "Bob", "Alice")])
    >>> resolution.composite_of.tolist()
    [0, 1, 0]
    """

    operations: tuple[Operation, ...] = ()
    cost: Cost = STEPS

    def resolve(self, records: Database | Iterable[Record]) -> Resolution:
        """Run the operations on the records: E(R).

        A Database, or more than 2,000 records, is resolved on arrays where the rules allow it.
        """
        start = records if isinstance(records, Database) else tuple(records)
        if isinstance(start, Database) or len(start) > MANY:
            found = self._on_arrays(start)
            if found is not None:
                return found
        return self._step_by_step(tuple(start))

    def _on_arrays(self, records: Database | tuple[Record, ...]) -> Resolution | None:
        """E(R) where each record is prepared by itself and then resolved once, by rules for arrays."""
        *preparation, last = self.operations or (None,)
        if not isinstance(last, Resolve) or not last.by_keys:
            return None
        rules = array_rules(last.match)
        if rules is None or not all(type(operation) in (Correct, Augment) for operation in preparation):
            return None
        prepared, comparisons = records, 0
        for operation in filter(None, preparation):
            groups = operation.apply(tuple(prepared))
            prepared, comparisons = groups.composites, comparisons + groups.comparisons
        database = as_database(prepared)
        try:
            composite_of, lookups = resolve_by_arrays(database, rules)
        except OverflowError:
            return None
        members = Members(composite_of)
        return Resolution(
            Composites(database, composite_of, members),
            members,
            composite_of,
            Joins(database, members, last.match),
            self.cost.of(len(database), comparisons + lookups),
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
        for number, members in enumerate(state.members):
            composite_of[list(members)] = number
        cost = self.cost.of(len(start), state.comparisons)
        return Resolution(state.composites, state.members, composite_of, state.evidence, cost)


def _then(before: Groups, after: Groups, sources: Sequence[Record]) -> Groups:
    """What two operations did in a row, told in the numbers of the first one's input, the sources."""

    def original(numbers: Sequence[int]) -> tuple[int, ...]:
        return tuple(sorted(m for number in numbers for m in before.members[number]))

    def side(key: Key, numbers: Sequence[int]) -> tuple[int, ...]:
        # A value changed after a merge is held by no source: then all members answer for it.
        members = original(numbers)
        return holders(key, members, sources) or members

    return Groups(
        after.composites,
        tuple(original(members) for members in after.members),
        before.evidence
        + tuple(Evidence(e.key, side(e.key.of_left, e.left), side(e.key.of_right, e.right)) for e in after.evidence),
        before.comparisons + after.comparisons,
    )
