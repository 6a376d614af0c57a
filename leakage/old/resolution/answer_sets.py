"""Answer sets: all that a query may find where the order of joining matters."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce

from leakage.old.bits import mask_of
from leakage.old.database import Database
from leakage.old.resolution.adversary import Adversary
from leakage.old.resolution.candidates import Candidates
from leakage.old.resolution.dip import DippingResult, DippingStep, dipped, reachable, split_pipeline, with_members
from leakage.old.resolution.merge import SAME_VALUES, union_merge
from leakage.old.resolution.operations import Resolve
from leakage.old.tabular.rows import redacted_repr
from leakage.progress import report
from leakage.record import Record

# The search among answer sets: the most promising first, each with all that every larger one holds.


SEEN_PER_NODE = 20
"""Answer sets kept in mind for each that is looked at."""


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

    __repr__ = redacted_repr


@dataclass(order=True, slots=True)
class _Node:
    """An answer set on the agenda: the most promising first, and of those the largest.

    Many are never looked at: what such a set holds is made from the one before it once it is.
    """

    negative_bound: float
    negative_size: int
    serial: int
    members: int = field(compare=False)
    more: tuple[int, ...] = field(compare=False)
    before: _Built | None = field(compare=False)


@dataclass(frozen=True, slots=True)
class _Built:
    """An answer set with what it holds, and the records in the order in which they adhered."""

    members: int
    order: tuple[int, ...]
    composite: Record


class AnswerSetSearch:
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
        self._deciding = resolve.deciding_labels

    def run(self, query: Record, without: int | None, budget: int) -> DipBounds:
        """The greatest value of a maximal answer set of the query, without one of the records if wanted."""
        first = dipped(query, self._records, self._resolve, self._candidates, without)
        lower, best = self._value(first.composite), first
        if self._resolve.unique:
            return DipBounds(lower, lower, True, best)
        reach = self._reach(query, without)
        agenda, seen, looked = [self._node(query, 0, (), None, reach, 0)], {0}, 0
        while agenda and -agenda[0].negative_bound > lower:
            if looked == budget or len(seen) > SEEN_PER_NODE * budget:
                return DipBounds(lower, -agenda[0].negative_bound, False, best)
            report("Trying answer sets", looked, budget)
            looked += 1
            built, adhering = self._built(query, heapq.heappop(agenda), without)
            if not adhering and (value := self._value(built.composite)) > lower:
                lower, best = value, self._retraced(query, built)
            for numbers in adhering:
                members = built.members | mask_of(numbers)
                if members not in seen:
                    seen.add(members)
                    composite = self._with(query, built, numbers)
                    heapq.heappush(agenda, self._node(composite, members, numbers, built, reach, len(seen)))
        return DipBounds(lower, lower, True, best)

    def _reach(self, query: Record, without: int | None) -> Record:
        """All that any answer set can hold, and more: the dip of a match that no merge can hinder."""
        numbers = dipped(query, self._records, self._relaxed, self._near_relaxed, without).members
        return reduce(self._resolve.merge, (self._records[number] for number in numbers), query)

    def _node(
        self, composite: Record, members: int, more: tuple[int, ...], before: _Built | None, reach: Record, serial: int
    ) -> _Node:
        bound = self._most if self._ceiling is None else min(self._most, self._ceiling(composite, reach))
        return _Node(-bound, -members.bit_count(), serial, members, more, before)

    def _built(self, query: Record, node: _Node, without: int | None) -> tuple[_Built, list[tuple[int, ...]]]:
        """A set with all that every larger one holds; and what adheres to it, together what makes no difference."""
        built = _Built(0, (), query)
        if node.before is not None:
            composite = self._with(query, node.before, node.more)
            built = _Built(node.members, (*node.before.order, *node.more), composite)
        while True:
            adhering = self._adhering(built, without)
            if self._deciding is None:
                return built, [(number,) for number in adhering]
            labels = {label for label in self._deciding if built.composite.values(label)}
            certain = tuple(n for n in adhering if labels.issuperset(label for label, _ in self._decisions[n]))
            if not certain:
                return built, self._alike(adhering)
            members = built.members | mask_of(certain)
            built = _Built(members, (*built.order, *certain), self._with(query, built, certain))

    def _alike(self, numbers: Sequence[int]) -> list[tuple[int, ...]]:
        """The records by what they say of the deciding labels."""
        groups: dict[object, list[int]] = {}
        for number in numbers:
            groups.setdefault(self._decisions[number], []).append(number)
        return [tuple(group) for group in groups.values()]

    @cached_property
    def _decisions(self) -> list[tuple[tuple[str, tuple[str, ...]], ...]]:
        """What every record knows of the deciding labels."""
        labels = self._deciding or ()
        return [tuple((label, r.values(label)) for label in labels if r.values(label)) for r in self._records]

    def _with(self, query: Record, built: _Built, numbers: tuple[int, ...]) -> Record:
        """What a set holds with some records more."""
        if self._resolve.merge is union_merge:
            return reduce(union_merge, (self._records[number] for number in numbers), built.composite)
        return with_members(query, built.composite, (*built.order, *numbers), self._records, self._resolve.merge)

    def _adhering(self, built: _Built, without: int | None) -> list[int]:
        near = (n for n in self._candidates.near(built.composite) if n != without and not built.members >> n & 1)
        return [number for number in near if self._resolve.match.matches(built.composite, self._records[number])]

    def _retraced(self, query: Record, built: _Built) -> DippingResult:
        """An answer set as the dips that led there."""
        composite, steps = query, []
        for place, number in enumerate(built.order, 1):
            key = self._resolve.match.common_key(composite, self._records[number])
            if key is None:
                raise AssertionError("an answer set was built by records that match")
            composite = with_members(query, composite, built.order[:place], self._records, self._resolve.merge)
            steps.append(DippingStep(number, key, composite))
        return DippingResult(composite, tuple(steps))


# Answer sets: everything a query may come to, where it depends on what adheres to it first.


BUDGET = 2_000


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

    Under a match that keeps its keys unless labels conflict, and a merge that knows the values of the union, the order
    matters only for records that bring a value of such a label first. A record that adheres, and knows of these labels
    only those that the composite knows, goes on to adhere, and nothing adheres less for it: it is in every maximal set,
    and taken at once. Of those that bring the same values of these labels, after one of them the others are such.
    Source: Whang & Garcia-Molina 2011, Definitions 2.1 and 2.2, and Table 2.

    Arguments:
        query: q.
        records: R.
        adversary: her operations; those before the resolution are run on R and q first.
        value: of a record, at most ``most``.
        budget: how many answer sets to look at, >= 0; up to twenty times as many are kept in mind.
        ceiling: of two records, the second holding all the first holds: at least the value of every record
            between them. Without it nothing is left out.
        most: no value is greater.

    Raises:
        ValueError: if the budget is negative, or the adversary does not have exactly one resolution, as her last
            operation.

    >>> from leakage.old.resolution.operations import Resolve
    >>> from leakage.old.resolution.rules.shared_values import Shares
    >>> from leakage.old.resolution.rules.negative import Conflicts, Unless
    >>> eve = Adversary((Resolve(Unless(Shares("N"), Conflicts("P"))),))
    >>> rows = [(("N", "n"), ("P", "1")), (("N", "n"), ("P", "2"), ("C", "c"))]
    >>> found = maximal_dips(Record.of(("N", "n")), [Record.of(*row) for row in rows], eve, len, most=9)
    >>> found.lower, found.exact, found.best.members
    (3, True, (1,))
    """
    pipeline, resolve = split_pipeline(adversary)
    *prepared, start = pipeline.prepared([*records, query])
    near = reachable(prepared, start, resolve)
    search = AnswerSetSearch([prepared[number] for number in near], resolve, value, ceiling, most)
    found = search.run(start, None, _checked(budget))
    return replace(found, best=found.best.renumbered(near))


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
    search = AnswerSetSearch(prepared, resolve, value, ceiling, most)
    bounds = []
    for number, query in enumerate(prepared):
        report("Trying every record as a query", number, len(prepared))
        bounds.append(search.run(query, number, _checked(budget)))
    return bounds


def _checked(budget: int) -> int:
    if budget < 0:
        raise ValueError(f"budget must be >= 0, got {budget}")
    return budget
