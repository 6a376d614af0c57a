"""Verifying: what Eve would make sure of next, among all that one of her records was made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from leakage.decision.enhancement import Enhancement, doubt, enhancements
from leakage.decision.what_if import settled_pipeline
from leakage.measure.measuring import similarity_to
from leakage.measure.record_leakage import record_leakage
from leakage.progress import report
from leakage.record import Attribute, Record, certain
from leakage.resolution.adversary import Adversary, Pipeline
from leakage.workspace.figures.assessment import PoolLeakage, records_of
from leakage.workspace.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Move:
    """A fact that Eve could verify.

    Arguments:
        record: number of the record that holds it, as in the pool's result.
        enhancement: gain and cost; its source is the record's place among the composite's members.
        right: whether it is true of the person, or by a Measure near it; a wrong one would be found out.
    """

    record: int
    enhancement: Enhancement
    right: bool


def next_moves(
    workspace: Workspace, found: PoolLeakage, prices: Mapping[str, float] | None = None, composite: int | None = None
) -> tuple[Move, ...]:
    """Every doubtful attribute of every source of one of a pool's records, the best for its cost first.

    ``(L(r'_c, r_e) - L(r_c, r_e)) / C(a)`` with ``C(a) = (1 - c) * price of the label``. Where records are prepared one
    by one, joined by values alone, and merged so that what is sure stays sure, it is read off the gradient; other
    adversaries are run anew for each.
    Source: Whang & Garcia-Molina 2012, Section 4.3.

    Arguments:
        workspace: its adversary and weights.
        found: one of ``assess(workspace)``.
        prices: label to what verifying costs against the usual, > 0, 1 for those not named; by default as the workspace
            has it.
        composite: number of the record she is interested in; the most telling one by default.

    Raises:
        ValueError: if a price is not positive.

    >>> from leakage.workspace.figures.assessment import assess
    >>> from leakage.workspace.workspace import Release
    >>> told = (Release("Order", "Shop", Record.of(("N", "Alice"), ("P", "123", 0.5))),)
    >>> work = Workspace((("N", "Alice"),), releases=told)
    >>> [(move.enhancement.attribute.label, move.right) for move in next_moves(work, assess(work)[0])]
    [('P', False)]
    """
    resolution = found.result.resolution
    members = found.result.members if composite is None else resolution.members[composite]
    whole = found.result.composite if composite is None else resolution.composites[composite]
    factors = dict(workspace.verification_prices) if prices is None else prices

    def cost(attribute: Attribute) -> float:
        return doubt(attribute) * factors.get(attribute.label, 1.0)

    pipeline = joining_by_values(workspace.pooling_adversary)
    records = records_of(workspace, found.pool)
    if pipeline is not None:
        sources = [record.known for record in pipeline.prepared([records[n] for n in members])]
        moves = enhancements(sources, whole, workspace.measure, cost)
    else:
        sources = [records[n].known for n in members]
        # For the costs only; what they gain is found out by running her anew.
        pairs = {attribute.pair for source in sources for attribute in source}
        union = enhancements(sources, Record(Attribute(*pair) for pair in pairs), None, cost)
        moves = tuple(
            sorted(
                _gaining_anew(workspace, records, whole, members, union),
                key=lambda enhancement: (-enhancement.ratio, -enhancement.gain, enhancement.source),
            )
        )
    similarity = similarity_to(workspace.reference, workspace.measure)
    return tuple(
        Move(members[enhancement.source], enhancement, similarity(enhancement.attribute.pair) > 0.0)
        for enhancement in moves
    )


def joining_by_values(adversary: Adversary) -> Pipeline | None:
    """The adversary's operations, where who is joined with whom hangs on values alone; None where it may not.

    To be surer of a fact then changes the record it is in and no join, in whatever order records are read.

    >>> from leakage.resolution.operations import Resolve
    >>> from leakage.resolution.rules import Shares
    >>> from leakage.resolution.unless import Conflicts, Unless
    >>> wary = Adversary((Resolve(Unless(Shares("N"), Conflicts("P"))),))
    >>> settled_pipeline(wary) is None, joining_by_values(wary) is None
    (True, False)
    """
    settled, pipeline = settled_pipeline(adversary), adversary.pipeline
    if settled is not None or pipeline is None or pipeline.resolve is None:
        return settled
    return pipeline if pipeline.resolve.deciding_labels is not None else None


def _gaining_anew(
    workspace: Workspace,
    records: tuple[Record, ...],
    whole: Record,
    members: tuple[int, ...],
    moves: tuple[Enhancement, ...],
) -> Iterator[Enhancement]:
    """The moves with what they gain, found out by running her anew for each."""
    for number, move in enumerate(moves):
        report("Verifying facts", number, len(moves))
        yield replace(move, gain=_gain_anew(workspace, records, whole, members[move.source], move))


def _gain_anew(
    workspace: Workspace, records: tuple[Record, ...], whole: Record, number: int, move: Enhancement
) -> float:
    sure = records[number].with_attribute(Attribute(*move.attribute.pair))
    after = workspace.pooling_adversary.resolve((*records[:number], sure, *records[number + 1 :]))
    composite = after.composites[int(after.composite_of[number])]
    believed = certain(whole.known)
    now = record_leakage(whole, believed, workspace.measure)
    return record_leakage(composite, believed, workspace.measure) - now
