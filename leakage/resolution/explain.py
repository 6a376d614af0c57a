"""Why records were joined: by which rule and values, and which records held them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from leakage.record import Pair, Record
from leakage.resolution.engine import links, swoosh
from leakage.resolution.operations import Operation, Resolve, ResolvePerSource, SingleLink, members_of, merged
from leakage.resolution.rules import Key, Match


@dataclass(frozen=True, slots=True)
class Evidence:
    """One join: the rule, the values, and the numbers of the input records that held them on each side."""

    key: Key
    left: tuple[int, ...]
    right: tuple[int, ...]

    @property
    def records(self) -> tuple[int, ...]:
        """All input records that took part, ascending."""
        return tuple(sorted({*self.left, *self.right}))


def evidence_of(
    records: Sequence[Record], members: Sequence[int], operations: Sequence[Operation]
) -> tuple[Evidence, ...]:
    """The joins by which operations made a composite of these members of R, in order."""
    current: Sequence[Record] = [records[n] for n in members]
    sources = list(current)
    behind: list[tuple[int, ...]] = [(n,) for n in range(len(members))]
    found: list[Evidence] = []
    for number, operation in enumerate(operations, start=1):
        for key, left, right in _joins(operation, current):
            held = []
            for pairs, side in ((key.left or key.shared, left), (key.right or key.shared, right)):
                holders = _holders(key.rule, pairs, sorted(m for n in side for m in behind[n]), sources)
                held.append(tuple(members[n] for n in holders))
            found.append(Evidence(key, *held))
        if number == len(operations):
            break
        groups = operation.apply(current)
        current = groups.composites
        if operation.record_by_record and len(behind) == len(sources):
            sources = list(current)  # Nothing is merged yet: these are the prepared input records.
        behind = [tuple(sorted(m for n in part for m in behind[n])) for part in members_of(groups.composite_of)]
    return tuple(found)


def _joins(operation: Operation, records: Sequence[Record]) -> Iterator[tuple[Key, tuple[int, ...], tuple[int, ...]]]:
    if isinstance(operation, ResolvePerSource):
        for numbers in operation.sources(records):
            for key, left, right in _joins(operation.operation, [records[n] for n in numbers]):
                yield key, tuple(numbers[n] for n in left), tuple(numbers[n] for n in right)
    elif isinstance(operation, Resolve):
        yield from swoosh(records, operation.match, partial(merged, operation.merge))[1]
    elif isinstance(operation, SingleLink):
        for one, other in links(records, operation.match):
            if (why := operation.match.common_key(records[one], records[other])) is not None:
                yield why, (one,), (other,)


def _holders(rule: Match, pairs: Sequence[Pair], members: Sequence[int], records: Sequence[Record]) -> list[int]:
    compared = {n: rule.compared(records[n]) for n in members}
    counts = {n: sum(pair in compared[n] for pair in pairs) for n in members}
    whole = [n for n, count in counts.items() if count == len(pairs)]
    return whole or [n for n, count in counts.items() if count] or list(members)
