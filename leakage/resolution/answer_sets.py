"""Answer sets: everything a query may come to, where it depends on what adheres to it first."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import reduce

from leakage.database import Database
from leakage.progress import report
from leakage.record import Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.candidates import Candidates
from leakage.resolution.dip import DippingResult, DippingStep, dipped, split_pipeline, with_members
from leakage.resolution.merge import SAME_VALUES, union_merge
from leakage.resolution.operations import Resolve
from leakage.short_repr import short_repr

BUDGET = 2_000


@dataclass(frozen=True, slots=True)
class DipBounds:
    """The greatest value among all dipping results, or two numbers between which it lies.

    Arguments:
        lower: the greatest value found.
        upper: no dipping result has a greater one.
        exact: whether the two are known to be the same.
        best: the dipping result with the value ``lower``.
    """

    lower: float
    upper: float
    exact: bool
    best: DippingResult

    __repr__ = short_repr


def maximal_dips(
    query: Record,
    records: Database | Iterable[Record],
    adversary: Adversary,
    value: Callable[[Record], float],
    budget: int = BUDGET,
    *,
    ceiling: Callable[[Record, Record], float] | None = None,
    most: float = 1.0,
) -> DipBounds:
    """The greatest value of a dipping result, over all maximal answer sets of the query.

    ``max { value(mu(S)) : S an answer set of q, and no r in R - S with M(r, mu(S)) }``
    With representativity there is one such set. Otherwise the problem is NP-hard: answer sets are built record by
    record, the most promising first, and left where they can come to nothing better than what is found; when the
    budget is spent, the most promising one left bounds the answer.
    Source: Whang & Garcia-Molina 2011, Definitions 2.1 and 2.2, and Table 2.

    Arguments:
        query: q.
        records: R.
        adversary: her operations; those before the resolution are run on R and q first.
        value: of a record, at most ``most``.
        budget: how many answer sets to look at, >= 0.
        ceiling: of two records, the second holding all the first holds: at least the value of every record
            between them. Without it nothing is left out.
        most: no value is greater.

    Raises:
        ValueError: if the budget is negative, or the adversary does not have exactly one resolution, as her last
            operation.

    >>> from leakage.resolution.rules import Shares
    >>> from leakage.resolution.unless import Conflicts, Unless
    >>> eve = Adversary((Resolve(Unless(Shares("N"), Conflicts("P"))),))
    >>> rows = [(("N", "n"), ("P", "1")), (("N", "n"), ("P", "2"), ("C", "c"))]
    >>> found = maximal_dips(Record.of(("N", "n")), [Record.of(*row) for row in rows], eve, len, most=9)
    >>> found.lower, found.exact, found.best.members
    (3, True, (1,))
    """
    pipeline, resolve = split_pipeline(adversary)
    *prepared, start = pipeline.prepared([*records, query])
    return _Search(prepared, resolve, value, ceiling, most).run(start, None, _checked(budget))


def maximal_dips_each(
    records: Database | Iterable[Record],
    adversary: Adversary,
    value: Callable[[Record], float],
    budget: int = BUDGET,
    *,
    ceiling: Callable[[Record, Record], float] | None = None,
    most: float = 1.0,
) -> list[DipBounds]:
    """For every record q of R the ``maximal_dips`` of q in R - {q}, each with its own budget.

    Source: Whang & Garcia-Molina 2011, Section 2.3.

    Arguments and errors: as ``maximal_dips``.
    """
    pipeline, resolve = split_pipeline(adversary)
    prepared = pipeline.prepared(list(records))
    search = _Search(prepared, resolve, value, ceiling, most)
    bounds = []
    for number, query in enumerate(prepared):
        report("Trying every record as a query", number, len(prepared))
        bounds.append(search.run(query, number, _checked(budget)))
    return bounds


def _checked(budget: int) -> int:
    if budget < 0:
        raise ValueError(f"budget must be >= 0, got {budget}")
    return budget


@dataclass(order=True, slots=True)
class _Node:
    """An answer set on the agenda: the most promising first, and of those the largest."""

    negative_bound: float
    negative_size: int
    members: tuple[int, ...]
    composite: Record = field(compare=False)


class _Search:
    """The database, and what is asked of it."""

    def __init__(
        self,
        records: Sequence[Record],
        resolve: Resolve,
        value: Callable[[Record], float],
        ceiling: Callable[[Record, Record], float] | None,
        most: float,
    ) -> None:
        self._records = records
        self._resolve = resolve
        self._value = value
        # A merge that may lose values can end above any ceiling built on what the composite holds now.
        self._ceiling = ceiling if resolve.merge in SAME_VALUES else None
        self._most = most
        self._candidates = Candidates.of(resolve.match, records)
        self._relaxed = Resolve(resolve.match.relaxed, union_merge) if not resolve.unique else resolve
        self._near_relaxed = Candidates.of(self._relaxed.match, records)

    def run(self, query: Record, without: int | None, budget: int) -> DipBounds:
        first = dipped(query, self._records, self._resolve, self._candidates, without)
        lower, best = self._value(first.composite), first
        if self._resolve.unique:
            return DipBounds(lower, lower, True, best)
        reach = self._reach(query, without)
        agenda, seen = [self._node(query, (), reach)], {frozenset[int]()}
        looked = 0
        while agenda and -agenda[0].negative_bound > lower:
            if looked == budget:
                return DipBounds(lower, -agenda[0].negative_bound, False, best)
            report("Trying answer sets", looked, budget)
            looked += 1
            node = heapq.heappop(agenda)
            adhering = self._adhering(node, without)
            if not adhering and (value := self._value(node.composite)) > lower:
                lower, best = value, self._retraced(query, node)
            for number in adhering:
                members = (*node.members, number)
                if frozenset(members) not in seen:
                    seen.add(frozenset(members))
                    composite = with_members(query, node.composite, members, self._records, self._resolve.merge)
                    heapq.heappush(agenda, self._node(composite, members, reach))
        return DipBounds(lower, lower, True, best)

    def _reach(self, query: Record, without: int | None) -> Record:
        """All that any answer set can hold, and more: the dip of a match that no merge can hinder."""
        numbers = dipped(query, self._records, self._relaxed, self._near_relaxed, without).members
        return reduce(self._resolve.merge, (self._records[number] for number in numbers), query)

    def _node(self, composite: Record, members: tuple[int, ...], reach: Record) -> _Node:
        bound = self._most if self._ceiling is None else min(self._most, self._ceiling(composite, reach))
        return _Node(-bound, -len(members), members, composite)

    def _adhering(self, node: _Node, without: int | None) -> list[int]:
        near = (n for n in self._candidates.near(node.composite) if n != without and n not in node.members)
        return [number for number in near if self._resolve.match.matches(node.composite, self._records[number])]

    def _retraced(self, query: Record, node: _Node) -> DippingResult:
        """The node's answer set as the dips that led there."""
        composite, steps = query, []
        for place, number in enumerate(node.members, 1):
            key = self._resolve.match.common_key(composite, self._records[number])
            if key is None:
                raise AssertionError("an answer set was built by records that match")
            composite = with_members(query, composite, node.members[:place], self._records, self._resolve.merge)
            steps.append(DippingStep(number, key, composite))
        return DippingResult(composite, tuple(steps))
