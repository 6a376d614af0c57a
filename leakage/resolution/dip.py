"""Dipping: what the adversary finds from a query about a person, and what else she could find."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce

from leakage.frames import Person, Records, person_of, records_of
from leakage.progress import report
from leakage.record import Record
from leakage.resolution.adversary import Adversary, checked
from leakage.resolution.engine import Candidates
from leakage.resolution.operations import SAME_VALUES
from leakage.resolution.rules import Key

BUDGET = 2_000
"""Most answer sets tried."""


@dataclass(frozen=True, slots=True)
class DippingStep:
    """One dip: the number of the record merged, why, and the query afterwards."""

    record: int
    key: Key
    composite: Record


@dataclass(frozen=True, slots=True)
class DippingResult:
    """r_q: the query merged with all it reached, and the steps in order."""

    composite: Record
    steps: tuple[DippingStep, ...]

    @property
    def members(self) -> tuple[int, ...]:
        """The answer set: numbers of the merged records, ascending."""
        return tuple(sorted(step.record for step in self.steps))


def dip(query: Person, records: Records, adversary: Adversary) -> DippingResult:
    """Merge matching records into the query, one at a time, until none matches.

    ``r_q = mu(S)`` for a maximal answer set S of q. With representativity there is only one; otherwise it is the one
    reached by taking the first match each time. Two records that match the query only together stay out.
    Source: Whang & Garcia-Molina 2011, Definitions 2.1 and 2.2.

    Arguments:
        adversary: with one resolution, her last operation; earlier operations run on R and q first.

    >>> from leakage import Resolve, Shares
    >>> r, s, t = (Record.of(("N", n), (l, v)) for n, l, v in
    ...            (("Alice", "P", "123"), ("Alice", "C", "999"), ("Bob", "P", "987")))
    >>> result = dip(Record.of(("N", "Alice")), [r, s, t], Adversary(Resolve(Shares("N"))))
    >>> result.members, len(result.composite)
    ((0, 1), 3)
    """
    search = DipSearch(adversary, records_of(records), [person_of(query)])
    return search.dip(len(search.records) - 1)


@dataclass(frozen=True, slots=True)
class DipBounds:
    """Bounds of the greatest value among all dipping results; equal if it was found."""

    lower: float
    upper: float


class DipSearch:
    """Dips into prepared records; the queries come last, and no query finds another."""

    def __init__(self, adversary: Adversary, records: Sequence[Record], queries: Sequence[Record] = ()) -> None:
        resolve = checked(adversary).resolution
        if resolve is None:
            raise ValueError("dipping needs an adversary with one resolution, as her last operation")
        self.records, self._resolve = tuple(adversary.prepared((*records, *queries))), resolve
        self._candidates = Candidates(self.records, self._resolve.match)
        for number in range(len(records)):
            self._candidates.add(number, (number,))

    def _matching(self, query: int, order: Sequence[int], composite: Record) -> Iterator[tuple[int, Key]]:
        reached = {query, *order}
        others = (n for n in self._candidates.near((query, *order)) if n not in reached)
        return ((n, key) for n in others if (key := self._resolve.match.common_key(composite, self.records[n])))

    def _merged(self, query: int, order: Sequence[int]) -> Record:
        return reduce(self._resolve.merge, (self.records[n] for n in sorted(order)), self.records[query])

    def dip(self, query: int) -> DippingResult:
        """The dip that takes the first match each time."""
        composite, steps, order = self.records[query], list[DippingStep](), list[int]()
        while found := next(self._matching(query, order, composite), None):
            report("Following the query", len(steps), len(self.records))
            number, key = found
            order.append(number)
            in_order = self._resolve.merge in SAME_VALUES and order == sorted(order)
            last = self.records[number]
            composite = self._resolve.merge(composite, last) if in_order else self._merged(query, order)
            steps.append(DippingStep(number, key, composite))
        return DippingResult(composite, tuple(steps))

    def bounds(self, query: int, value: Callable[[Record], float], most: float, budget: int) -> DipBounds:
        """The greatest value of a maximal answer set of the query.

        All answer sets that can be built record by record are tried, within the budget.
        """
        lower = value(self.dip(query).composite)
        if self._resolve.unique:
            return DipBounds(lower, lower)
        agenda: list[tuple[int, ...]] = [()]
        seen, looked = {frozenset[int]()}, 0
        while agenda and lower < most:
            if looked == budget:
                return DipBounds(lower, most)
            looked += 1
            report("Trying answer sets", looked, budget)
            order = agenda.pop()
            composite = self._merged(query, order)
            found = [number for number, _ in self._matching(query, order, composite)]
            lower = lower if found else max(lower, value(composite))
            for number in reversed(found):
                members = frozenset((*order, number))
                if members not in seen:
                    seen.add(members)
                    agenda.append((*order, number))
        return DipBounds(lower, lower)

    def reach(self, query: int) -> Record | None:
        """A superset of all answer sets of a query; None if a merge may remove what is known."""
        if self._resolve.merge not in SAME_VALUES:
            return None
        order: list[int] = []
        while more := [n for n in self._candidates.near((query, *order)) if n != query and n not in order]:
            order += more
        return self._merged(query, order)
