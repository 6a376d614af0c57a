"""Dipping: what the adversary finds when she thinks of a person as a query."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce

from leakage.database import Database
from leakage.record import Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.candidates import Candidates
from leakage.resolution.match import Key
from leakage.resolution.merge import Merge, union_merge
from leakage.resolution.operations import Operation, Resolve


@dataclass(frozen=True, slots=True)
class DippingStep:
    """One dip: the record that adhered, why, and what the query had grown to.

    Arguments:
        record: the number of the record in the database.
        key: the rule and values by which it matched.
        composite: the query after the merge.
    """

    record: int
    key: Key
    composite: Record


@dataclass(frozen=True, slots=True)
class DippingResult:
    """r_q: what the adversary knows of the query's person, and the steps that led there.

    Arguments:
        composite: the query merged with all it reached.
        steps: in the order of the merges; their records are the answer set.
    """

    composite: Record
    steps: tuple[DippingStep, ...]

    @property
    def members(self) -> tuple[int, ...]:
        """The answer set: numbers of the records that adhered, ascending."""
        return tuple(sorted(step.record for step in self.steps))


def dip(query: Record, records: Database | Iterable[Record], adversary: Adversary) -> DippingResult:
    """Merge into the query one matching record after the other, until none matches.

    ``r_q = mu(S)`` for a maximal answer set S of q; with representativity it is the only one, otherwise the one
    that taking the first match each time leads to.
    One record is added at a time: two that match the query only together stay out.
    Source: Whang & Garcia-Molina 2011, Definitions 2.1 and 2.2.

    Arguments:
        query: q, how the adversary thinks of the person.
        records: R.
        adversary: her operations; those before the resolution are run on R and q first.

    Raises:
        ValueError: if the adversary does not have exactly one resolution, as her last operation.

    >>> from leakage.resolution.match import Shares
    >>> r, s, t = (Record.of(("N", n), (l, v)) for n, l, v in
    ...            (("Alice", "P", "123"), ("Alice", "C", "999"), ("Bob", "P", "987")))
    >>> result = dip(Record.of(("N", "Alice")), [r, s, t], Adversary((Resolve(Shares("N")),)))
    >>> result.members, len(result.composite)
    ((0, 1), 3)
    """
    preparation, resolve = split_pipeline(adversary)
    *prepared, start = prepared_by(preparation, [*records, query])
    return dipped(start, prepared, resolve, Candidates.of(resolve.match, prepared), without=None)


def dip_each(records: Database | Iterable[Record], adversary: Adversary) -> list[DippingResult]:
    """For every record q of R its dipping result on R - {q}, as database leakage needs them.

    Source: Whang & Garcia-Molina 2011, Section 2.3.

    Raises:
        ValueError: as ``dip``.
    """
    preparation, resolve = split_pipeline(adversary)
    prepared = prepared_by(preparation, list(records))
    candidates = Candidates.of(resolve.match, prepared)
    return [dipped(query, prepared, resolve, candidates, without=number) for number, query in enumerate(prepared)]


def split_pipeline(adversary: Adversary) -> tuple[tuple[Operation, ...], Resolve]:
    """The operations before the resolution, and the resolution that dipping needs.

    Raises:
        ValueError: if the adversary does not have exactly one resolution, as her last operation.
    """
    *preparation, last = adversary.operations or (None,)
    if not isinstance(last, Resolve) or any(isinstance(step, Resolve) for step in preparation):
        raise ValueError("dipping needs an adversary with one resolution, as her last operation")
    return tuple(step for step in preparation if step is not None), last


def prepared_by(operations: Iterable[Operation], records: Sequence[Record]) -> list[Record]:
    """The records after the operations before the resolution."""
    state = tuple(records)
    for operation in operations:
        state = operation.apply(state).composites
    return list(state)


def dipped(
    query: Record, records: Sequence[Record], resolve: Resolve, candidates: Candidates, without: int | None
) -> DippingResult:
    """The dip of a query into records that are prepared, one of them left out if wanted."""
    composite = query
    steps: list[DippingStep] = []
    reached = {without}
    while (found := _adhering(composite, records, resolve, candidates, reached)) is not None:
        key, number = found
        reached.add(number)
        members = [*(step.record for step in steps), number]
        composite = with_members(query, composite, members, records, resolve.merge)
        steps.append(DippingStep(number, key, composite))
    return DippingResult(composite, tuple(steps))


def with_members(
    query: Record, composite: Record, members: Sequence[int], records: Sequence[Record], merge: Merge
) -> Record:
    """The query merged with the records that adhere to it, of which the last one is not in the composite yet.

    The query comes first and the records in the order of their numbers, whatever order they adhered in.
    """
    if merge is union_merge:
        return union_merge(composite, records[members[-1]])
    return reduce(merge, (records[number] for number in sorted(members)), query)


def _adhering(
    composite: Record,
    records: Sequence[Record],
    resolve: Resolve,
    candidates: Candidates,
    reached: set[int | None],
) -> tuple[Key, int] | None:
    """The first record that matches the query as it stands, and why.

    Looked for anew after each merge: without representativity a merge may take a key away.
    """
    for number in candidates.near(composite):
        if number not in reached:
            key = resolve.match.common_key(composite, records[number])
            if key is not None:
                return key, number
    return None
