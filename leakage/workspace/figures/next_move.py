"""What she finds when she thinks of a person, and which fact she would verify next."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

from leakage.decision.enhancement import Enhancement, enhancements
from leakage.decision.incremental import settled_pipeline
from leakage.measure.measuring import similarity_to
from leakage.measure.record_leakage import record_leakage, record_leakages
from leakage.presumption import given_facts, with_presumed_facts
from leakage.progress import report
from leakage.record import Attribute, Pair, Record, certain
from leakage.resolution.adversary import Adversary, Pipeline
from leakage.resolution.dip import DippingResult, DippingStep, dip
from leakage.resolution.operations import with_owner_of
from leakage.workspace.figures.assessment import Pool, PoolLeakage, records_of
from leakage.workspace.workspace import Workspace

# Dipping in a workspace: what the adversary finds, step by step, when she thinks of the person as a query.


Dip: TypeAlias = Callable[[Record, tuple[Record, ...], Adversary], DippingResult]
"""From a query, what is held and an adversary to what adheres."""


@dataclass(frozen=True, eq=False)
class Discovery:
    """What the adversary has found about the query's person.

    Arguments:
        query: q, how she thinks of the person.
        steps: the records that adhered, in order; numbers run over the background, then the pool's releases.
        leakages: what she knows after 0, 1, ... steps; one entry more than there are steps.
    """

    query: Record
    steps: tuple[DippingStep, ...]
    leakages: tuple[float, ...]

    def composite(self, step: int) -> Record:
        """What the query has grown to after so many steps."""
        return with_presumed_facts(self.steps[step - 1].composite) if step else self.query

    def news(self, step: int) -> tuple[Attribute, ...]:
        """What a step brought that she did not know before, or knew with less confidence."""
        before = self.composite(step - 1)
        return tuple(a for a in self.composite(step) if a.confidence > before.confidence_of(a.pair))


def can_dip(adversary: Adversary) -> bool:
    """Whether the adversary dips: she has one resolution, as her last operation.

    >>> can_dip(Adversary())
    False
    """
    return adversary.pipeline is not None and adversary.pipeline.resolve is not None


def natural_query(workspace: Workspace) -> tuple[Pair, ...]:
    """How the adversary would think of the person first: the labels of her first rule that the profile has.

    >>> from leakage.resolution.rules.shared_values import Shares
    >>> from leakage.resolution.operations import Resolve
    >>> from leakage.workspace.workspace import Policy
    >>> eve = (Policy("By phone", Adversary((Resolve(Shares("Phone")),))),)
    >>> natural_query(Workspace((("Name", "Alice"), ("Phone", "1"), ("Phone", "2")), policies=eve))
    (('Phone', '1'),)
    """
    first = dict(reversed(workspace.profile))
    for rule in (rule for match in workspace.adversary.matches for rule in match.single_rules):
        if all(label in first for label in rule.labels):
            return tuple((label, first[label]) for label in rule.labels)
    return workspace.profile[:1]


def discover(workspace: Workspace, pool: Pool, pairs: Iterable[Pair], dip: Dip = dip) -> Discovery:
    """Dip a query into what a pool holds.

    ``r_q = mu(...mu(mu(q, r_1), r_2)..., r_m)`` with the leakage after each merge.
    Source: Whang & Garcia-Molina 2011, Section 2.2 (Definitions 2.1 and 2.2).

    Arguments:
        workspace: the profile, the adversary and the records.
        pool: whose records she dips into.
        pairs: the (label, value) pairs she thinks of.
        dip: ``leakage.resolution.dip.dip``, or the same from memory: it does not depend on weights.

    Raises:
        ValueError: if the adversary does not have exactly one resolution, as her last operation.

    >>> from leakage.resolution.rules.shared_values import Shares
    >>> from leakage.resolution.operations import Resolve
    >>> from leakage.workspace.figures.assessment import pool_together
    >>> from leakage.workspace.workspace import Policy, Release
    >>> given = (Release("Order", "Shop", Record.of(("Name", "Alice"), ("Phone", "1"))),)
    >>> eve = (Policy("By name", Adversary((Resolve(Shares("Name")),))),)
    >>> work = Workspace((("Name", "Alice"), ("Phone", "1")), releases=given, policies=eve)
    >>> discovery = discover(work, pool_together(work), [("Name", "Alice")])
    >>> [round(leakage, 9) for leakage in discovery.leakages]
    [0.666666667, 1.0]
    """
    query = Record(Attribute(*pair) for pair in pairs)
    steps = dip(query, records_of(workspace, pool), workspace.adversary).steps
    states = [query, *(step.composite for step in steps)]
    leakages = record_leakages(states, workspace.reference, workspace.measure)
    return Discovery(query, steps, tuple(leakages.tolist()))


# Verifying: what Eve would make sure of next, among all that one of her records was made of.


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


def next_moves(workspace: Workspace, found: PoolLeakage, composite: int | None = None) -> tuple[Move, ...]:
    """Every doubtful attribute of every source of one of a pool's records, the best for its cost first.

    ``(L(r'_c, r_e) - L(r_c, r_e)) / C(a)`` with ``C(a) = 1 - c``; r'_c is what she comes to if
    the source holds the attribute at confidence 1. Where records are prepared one by one, joined by values alone, and
    merged so that what is sure stays sure, the gain is read off the gradient, or off the composite with all that
    becomes sure where others are looked up by the attribute; other adversaries are run anew for each.
    Source: Whang & Garcia-Molina 2012, Section 4.3.

    Arguments:
        workspace: its adversary and weights.
        found: one of ``assess(workspace)``.
        composite: number of the record she is interested in; the most telling one by default.

    >>> from leakage.workspace.figures.assessment import assess
    >>> from leakage.workspace.workspace import Release
    >>> releases = (Release("Order", "Shop", Record.of(("N", "Alice"), ("P", "123", 0.5))),)
    >>> work = Workspace((("N", "Alice"),), releases=releases)
    >>> [(move.enhancement.attribute.label, move.right) for move in next_moves(work, assess(work)[0])]
    [('P', False)]
    """
    resolution = found.result.resolution
    members = found.result.members if composite is None else resolution.members[composite]
    number = int(resolution.composite_of[members[0]]) if composite is None and members else composite
    # Of what is presumed it is open whether she has it at all: it is nothing for her to make sure of.
    whole = Record() if number is None else given_facts(resolution.composites[number])
    pipeline = joining_by_values(workspace.pooling_adversary)
    records = tuple(with_owner_of(given_facts(record), record) for record in records_of(workspace, found.pool))
    joined = _Joined(workspace, records, members, whole)
    if pipeline is not None:
        sources = [record.known for record in pipeline.prepared([records[n] for n in members])]
        moves = enhancements(sources, whole, workspace.measure)
        if pipeline.preparation:
            moves = joined.with_gains(moves, lambda move: joined.gain_prepared(pipeline, sources[move.source], move))
    else:
        sources = [records[n].known for n in members]
        # For the costs only; what they gain is found out by running her anew.
        pairs = {attribute.pair for source in sources for attribute in source}
        union = enhancements(sources, Record(Attribute(*pair) for pair in pairs))
        moves = joined.with_gains(union, joined.gain_anew)
    similarity = similarity_to(workspace.reference, workspace.measure)
    return tuple(
        Move(members[enhancement.source], enhancement, similarity(enhancement.attribute.pair) > 0.0)
        for enhancement in moves
    )


def joining_by_values(adversary: Adversary) -> Pipeline | None:
    """The adversary's operations, where who is joined with whom hangs on values alone; None where it may not.

    To be surer of a fact then changes the record it is in and no join, in whatever order records are read.

    >>> from leakage.resolution.operations import Resolve
    >>> from leakage.resolution.rules.shared_values import Shares
    >>> from leakage.resolution.rules.negative import Conflicts, Unless
    >>> wary = Adversary((Resolve(Unless(Shares("N"), Conflicts("P"))),))
    >>> settled_pipeline(wary) is None, joining_by_values(wary) is None
    (True, False)
    """
    settled, pipeline = settled_pipeline(adversary), adversary.pipeline
    if settled is not None or pipeline is None or pipeline.resolve is None:
        return settled
    return pipeline if pipeline.resolve.deciding_labels is not None else None


@dataclass(frozen=True, eq=False)
class _Joined:
    """One of her joined records, its members among the pool's records, and what verifying one of them gains."""

    workspace: Workspace
    records: tuple[Record, ...]
    members: tuple[int, ...]
    whole: Record

    def with_gains(self, moves: Sequence[Enhancement], gain: Callable[[Enhancement], float]) -> tuple[Enhancement, ...]:
        """The moves with other gains, the best for its cost first."""
        found = []
        for number, move in enumerate(moves):
            report("Verifying facts", number, len(moves))
            found.append(replace(move, gain=gain(move)))
        return tuple(sorted(found, key=lambda move: (-move.ratio, -move.gain, move.source)))

    def gain_prepared(self, pipeline: Pipeline, before: Record, move: Enhancement) -> float:
        """What a move gains where she joins by values alone: she joins the same records, if their values are the same.

        Then what becomes sure in the source is sure in the composite; its gain is known where nothing else does.
        """
        after = pipeline.prepared([self._verified(move)])[0].known
        surer = {pair: c for pair, c in after.confidences.items() if c != before.confidence_of(pair)}
        if after.confidences.keys() != before.confidences.keys() or set(surer.values()) != {1.0}:
            return self.gain_anew(move)
        if surer.keys() == {move.attribute.pair}:
            return move.gain
        return self._gain(Record(Attribute(*a.pair, surer.get(a.pair, a.confidence)) for a in self.whole))

    def gain_anew(self, move: Enhancement) -> float:
        """What a move gains, found out by running her anew."""
        number = self.members[move.source]
        sure = (*self.records[:number], self._verified(move), *self.records[number + 1 :])
        after = self.workspace.pooling_adversary.resolve(sure)
        return self._gain(after.composites[int(after.composite_of[number])])

    def _verified(self, move: Enhancement) -> Record:
        return self.records[self.members[move.source]].with_attribute(Attribute(*move.attribute.pair))

    def _gain(self, composite: Record) -> float:
        return record_leakage(composite, self._believed, self.workspace.measure) - self._now

    @cached_property
    def _believed(self) -> Record:
        return certain(self.whole.known)

    @cached_property
    def _now(self) -> float:
        return record_leakage(self.whole, self._believed, self.workspace.measure)
