"""Dipping: what the adversary finds when she thinks of a person as a query."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import reduce

import pandas as pd

from leakage.old.database import Database
from leakage.old.resolution.adversary import MANY, Adversary, Pipeline
from leakage.old.resolution.candidates import Candidates
from leakage.old.resolution.match import Key
from leakage.old.resolution.merge import NO_NEW_VALUES, Merge, union_merge
from leakage.old.resolution.operations import Resolve
from leakage.old.tabular.rows import redacted_repr
from leakage.progress import report
from leakage.record import Record


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

    __repr__ = redacted_repr


@dataclass(frozen=True, slots=True)
class DippingResult:
    """r_q: what the adversary knows of the query's person, and the steps that led there.

    Arguments:
        composite: the query merged with all it reached.
        steps: in the order of the merges; their records are the answer set.
    """

    composite: Record
    steps: tuple[DippingStep, ...]

    __repr__ = redacted_repr

    def to_frame(self) -> pd.DataFrame:
        """The steps: columns record, rule (a sentence), pairs (it matched by) and attributes (known after it)."""
        rows = [(step.record, step.key.rule.sentence(), step.key.shared, len(step.composite)) for step in self.steps]
        return pd.DataFrame(rows, columns=["record", "rule", "pairs", "attributes"])

    def renumbered(self, numbers: Sequence[int]) -> DippingResult:
        """The same of records that have other numbers, given in the order of those they have here."""
        return replace(self, steps=tuple(replace(step, record=numbers[step.record]) for step in self.steps))

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

    >>> from leakage.old.resolution.rules.shared_values import Shares
    >>> r, s, t = (Record.of(("N", n), (l, v)) for n, l, v in
    ...            (("Alice", "P", "123"), ("Alice", "C", "999"), ("Bob", "P", "987")))
    >>> result = dip(Record.of(("N", "Alice")), [r, s, t], Adversary((Resolve(Shares("N")),)))
    >>> result.members, len(result.composite)
    ((0, 1), 3)
    """
    pipeline, resolve = split_pipeline(adversary)
    *prepared, start = pipeline.prepared([*records, query])
    near = reachable(prepared, start, resolve)
    nearby = [prepared[number] for number in near]
    return dipped(start, nearby, resolve, Candidates.of(resolve.match, nearby), without=None).renumbered(near)


def reachable(records: Sequence[Record], query: Record, resolve: Resolve) -> Sequence[int]:
    """Numbers of the records that a query may reach, ascending; all of them where there are few.

    Whatever adheres to the query, record by record, is joined to it by entity resolution too, if nothing ever keeps
    two records apart.
    """
    bounding = resolve.bounding
    if len(records) <= MANY or not bounding.by_keys or resolve.merge not in NO_NEW_VALUES:
        return range(len(records))
    resolution = Adversary((bounding,)).resolve((*records, query))
    return resolution.members[int(resolution.composite_of[-1])][:-1]


def dip_each(records: Database | Iterable[Record], adversary: Adversary) -> list[DippingResult]:
    """For every record q of R its dipping result on R - {q}, as database leakage needs them.

    Source: Whang & Garcia-Molina 2011, Section 2.3.

    Raises:
        ValueError: as ``dip``.
    """
    pipeline, resolve = split_pipeline(adversary)
    prepared = pipeline.prepared(list(records))
    candidates = Candidates.of(resolve.match, prepared)
    return [dipped(query, prepared, resolve, candidates, without=number) for number, query in enumerate(prepared)]


def split_pipeline(adversary: Adversary) -> tuple[Pipeline, Resolve]:
    """Her pipeline, and the resolution in it that dipping needs.

    Raises:
        ValueError: if the adversary does not have exactly one resolution, as her last operation.
    """
    pipeline = adversary.pipeline
    if pipeline is None or pipeline.resolve is None:
        raise ValueError("dipping needs an adversary with one resolution, as her last operation")
    return pipeline, pipeline.resolve


def dipped(
    query: Record, records: Sequence[Record], resolve: Resolve, candidates: Candidates, without: int | None
) -> DippingResult:
    """The dip of a query into records that are prepared, one of them left out if wanted."""
    composite = query
    steps: list[DippingStep] = []
    find = (
        _Agenda(records, resolve, candidates, without)
        if _keeps(resolve)
        else _Anew(records, resolve, candidates, without)
    )
    while (adhering := find.adhering(composite)) is not None:
        report("Following the query", len(steps), len(records))
        key, number = adhering
        # The union needs to know the last one only.
        before = () if resolve.merge is union_merge else (step.record for step in steps)
        composite = with_members(query, composite, [*before, number], records, resolve.merge)
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


def _keeps(resolve: Resolve) -> bool:
    """Whether to hold more values only offers more keys, and who matches changes with the values held alone."""
    return (resolve.unique and resolve.match.keys_decide) or resolve.deciding_labels is not None


class _Anew:
    """The first record that matches the query as it stands, looked for anew after each merge.

    Without representativity a merge may take a key away.
    """

    def __init__(
        self, records: Sequence[Record], resolve: Resolve, candidates: Candidates, without: int | None
    ) -> None:
        self._records, self._match, self._candidates = records, resolve.match, candidates
        self._reached = {without}

    def adhering(self, composite: Record) -> tuple[Key, int] | None:
        """The record and why; None where none matches."""
        for number in self._candidates.near(composite):
            if number not in self._reached:
                key = self._match.common_key(composite, self._records[number])
                if key is not None:
                    self._reached.add(number)
                    return key, number
        return None


class _Agenda(_Anew):
    """The same where keys are kept: only those that a merge brought are looked up.

    Whoever is kept apart by what contradicts the query is tried again once it holds another value.
    """

    def __init__(
        self, records: Sequence[Record], resolve: Resolve, candidates: Candidates, without: int | None
    ) -> None:
        super().__init__(records, resolve, candidates, without)
        self._sought: set[Key] = set()
        self._pairs = -1
        self._waiting: list[int] = []
        self._contradicting: set[int] = set()

    def adhering(self, composite: Record) -> tuple[Key, int] | None:
        # A union that holds no more pairs offers no more keys, and contradicts whom it did.
        if len(composite.known) > self._pairs:
            self._pairs = len(composite.known)
            offering = self._candidates.offering_more(composite, self._sought) | self._contradicting
            self._contradicting = set()
            for number in offering - self._reached:
                heapq.heappush(self._waiting, number)
        while self._waiting:
            number = heapq.heappop(self._waiting)
            if number in self._reached:
                continue
            key = self._match.common_key(composite, self._records[number])
            if key is not None:
                self._reached.add(number)
                return key, number
            self._contradicting.add(number)
        return None
