"""Explained joins: every join that evidence made, as it was when it was made."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from leakage.old.resolution.adversary import Adversary, Pipeline, ResolvePerSource
from leakage.old.resolution.linkage.fellegi_sunter import EvidenceScorer, Waterfall, waterfall_of
from leakage.old.resolution.merge import merged
from leakage.old.resolution.operations import Operation, SingleLink, owner_of
from leakage.old.resolution.resolution import Evidence, Resolution, within
from leakage.record import Record


class ExplainedJoin(NamedTuple):
    """A join that evidence made.

    Arguments:
        evidence: by which values, and which records held them.
        waterfall: of its two sides, as they were when they were joined.
        owner: who joined its own records before they were pooled; None where they were pooled already.
    """

    evidence: Evidence
    waterfall: Waterfall
    owner: str | None


def joins_explained(
    records: Sequence[Record], adversary: Adversary, resolution: Resolution, composite: int
) -> Iterator[ExplainedJoin]:
    """The joins of one composite that evidence made, in their order, each with the waterfall of its two sides.

    The sides are told as they were when they were joined: by resolution all that had come together so far, by
    single links the two records alone; where owners resolved their own records first, their joins come first, and
    what they pooled is compared as a whole. Joins by other rules are passed over.
    Source: Fellegi & Sunter 1969; Whang & Garcia-Molina 2012, Section 2.4; 2011, Section 1 (pooling).

    Arguments:
        records: R.
        adversary: E, with at most one operation after those that go record by record, or the same by every owner
            and then by all, as ``owners_first`` makes it.
        resolution: E(R).
        composite: its number.

    Raises:
        ValueError: where several of her operations join records otherwise.

    >>> from leakage.old.resolution.linkage.comparison import Comparison
    >>> from leakage.old.resolution.linkage.fellegi_sunter import FellegiSunter
    >>> from leakage.old.resolution.operations import Resolve
    >>> eve = Adversary((Resolve(FellegiSunter(0.01, (Comparison.by_odds("P", 400, 8),))),))
    >>> rows = [Record.of(("P", "1")), Record.of(("P", "1"))]
    >>> [join] = joins_explained(rows, eve, eve.resolve(rows), 0)
    >>> join.evidence.records, round(join.waterfall.probability, 2)
    ((0, 1), 0.8)
    """
    preparation, owners, analysis = _stages(adversary)
    if analysis is None or not any(map(EvidenceScorer.among, adversary.matches)):
        return
    prepared = Pipeline(preparation, None).prepared(records)
    members, joins = resolution.members[composite], iter(resolution.evidence_of(composite))
    of_record = {number: number for number in members}
    if owners is not None:
        groups = owners.apply(prepared)
        made = sum(1 for _ in within(groups.evidence, members))
        for join in _of_one_stage(prepared, owners.operation, of_record, itertools.islice(joins, made)):
            yield join._replace(owner=owner_of(prepared[join.evidence.left[0]]))
        prepared = groups.composites
        of_record = {n: place for place, group in enumerate(groups.members) for n in group if n in of_record}
    yield from _of_one_stage(prepared, analysis, of_record, joins)


def _stages(adversary: Adversary) -> tuple[tuple[Operation, ...], ResolvePerSource | None, Operation | None]:
    """What goes record by record, what every owner does, and what is done with all of it."""
    pipeline = adversary.pipeline
    if pipeline is not None:
        return pipeline.preparation, None, pipeline.analysis
    *preparation, owners, last = adversary.operations
    if isinstance(owners, ResolvePerSource) and all(step.record_by_record for step in preparation):
        return tuple(preparation), owners, last
    raise ValueError("joins are explained of one operation that joins records, not of several")


def _of_one_stage(
    records: Sequence[Record], analysis: Operation, of_record: Mapping[int, int], joins: Iterable[Evidence]
) -> Iterator[ExplainedJoin]:
    """The joins that one operation made.

    Arguments:
        records: as the operation got them.
        analysis: the operation.
        of_record: of every input record of the composite the number of that which it is part of.
        joins: in their order, in the numbers of the input records.
    """
    merge = analysis.merges_by
    if merge is None:
        return
    alone = isinstance(analysis, SingleLink)
    sides = {number: [number] for number in of_record.values()}
    for join in joins:
        left, right = of_record[join.left[0]], of_record[join.right[0]]
        weighing = EvidenceScorer.of(join.key.rule)
        if weighing is not None:
            parts = ([left], [right]) if alone else (sorted(sides[left]), sorted(sides[right]))
            first, second = (weighing.as_compared(merged(records, part, merge)) for part in parts)
            yield ExplainedJoin(join, waterfall_of(weighing.match, first, second), None)
        _on_one_side(sides, left, right)


def _on_one_side(sides: dict[int, list[int]], left: int, right: int) -> None:
    """The records on either side of a join are on one side from then on; those of the smaller one move."""
    small, large = sorted((sides[left], sides[right]), key=len)
    if small is not large:
        large.extend(small)
        sides.update(dict.fromkeys(small, large))
