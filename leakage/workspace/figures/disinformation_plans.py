"""Planning disinformation in a workspace: which records to give to whom, for every budget."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from leakage.old.decision.disinformation.candidates import (
    WEIGHED,
    Candidate,
    Channel,
    Values,
    check_budget,
    fits,
    moves_of,
    weighed,
)
from leakage.old.decision.disinformation.curve import bait_for
from leakage.old.decision.disinformation.plan import frontier_of
from leakage.old.decision.disinformation.problem import DisinformationFrontier, DisinformationPlan, PlannedRecord
from leakage.old.decision.incremental import Baseline
from leakage.old.measure.gradient import TOLERANCE
from leakage.old.measure.measuring import similarity_to
from leakage.resolution.rules import Match
from leakage.workspace.figures.assessment import Pool, PoolLeakage, assess, records_of, worst
from leakage.workspace.figures.disinformation import Terms, made_up_values, resolving_match
from leakage.workspace.figures.planned_releases import with_release
from leakage.workspace.places.obligations import form_fields, is_never_wrong
from leakage.workspace.workspace import Release, Workspace

BACKFIRING = 5
"""Composites that would backfire, told at most."""


@dataclass(frozen=True, slots=True)
class RecordEffect:
    """What one record of a plan does.

    Arguments:
        planned: the record.
        alone: how far leakage would fall if it were the only one; below 0 it would rise.
        within: how much higher leakage would be if this one alone were left out of the plan.
        carried: labels of what is true of the person in what it ties in, and not in its target: they backfire.
        confirmed: labels of true facts the adversary is unsure of, and sure once she has this record.
        instead: others it could be given to at the same cost, with the same effect.
    """

    planned: PlannedRecord
    alone: float
    within: float
    carried: tuple[str, ...]
    confirmed: tuple[str, ...]
    instead: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Backfire:
    """An unrelated composite that would raise the leakage if it were tied to the target.

    Arguments:
        members: its record numbers, over the background, then the pool's releases.
        rise: by how much, > 0.
        carried: labels of what is true of the person in it, and not in the target.
    """

    members: tuple[int, ...]
    rise: float
    carried: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class DisinformationPlans:
    """The best disinformation for every budget, and what speaks against some.

    Arguments:
        terms: what was asked.
        before: the whole leakage without disinformation, the expected release included.
        pools: as the workspace's pooling has them, the expected release included.
        channels: whom records may be given to, with the pools they reach.
        frontier: the plans.
        backfires: what had better not be tied to what the adversary knows most by, the worst first.
    """

    terms: Terms
    before: float
    pools: tuple[Pool, ...]
    channels: tuple[Channel, ...]
    frontier: DisinformationFrontier
    backfires: tuple[Backfire, ...]

    def effects(self, plan: DisinformationPlan) -> tuple[RecordEffect, ...]:
        """What each record of a plan does, in the order of the plan.

        Source: Whang & Garcia-Molina 2012, Sections 4.1 and 4.2.
        """
        return tuple(self._effect(plan, place) for place in range(len(plan.records)))

    def overtaken(self, plan: DisinformationPlan) -> Pool | None:
        """The pool that knows most after a plan, where that is by something the plan does not reach."""
        found = self.frontier.pool_leakages(plan.records)
        if not found or max(max(one) for one in found) <= max(inside for inside, _ in found) + TOLERANCE:
            return None
        return self.pools[max(range(len(found)), key=lambda number: found[number][1])]

    def _effect(self, plan: DisinformationPlan, place: int) -> RecordEffect:
        planned = plan.records[place]
        others = [record for number, record in enumerate(plan.records) if number != place]
        baseline = self.frontier.problem.pools[planned.move.pool]
        composites = baseline.before.resolution.composites
        target = composites[planned.move.target]
        similarity = similarity_to(baseline.reference, baseline.weights)
        linked = [a for number in planned.move.links for a in composites[number]]
        return RecordEffect(
            planned,
            self.before - self.frontier.leakage_of([planned]),
            self.frontier.leakage_of(others) - plan.leakage,
            _labels(a.label for a in linked if similarity(a.pair) and a.pair not in target),
            _labels(
                a.label for a in planned.move.bait if similarity(a.pair) and 0.0 < target.confidence_of(a.pair) < 1.0
            ),
            self._instead(planned),
        )

    def _instead(self, planned: PlannedRecord) -> tuple[str, ...]:
        chosen, prices = planned.move.channel, self.terms.prices
        if any(baseline.adversary.depends_on_owners for baseline in self.frontier.problem.pools):
            return ()
        price = prices.of_record(chosen.recipient)
        same = (
            channel
            for channel in self.channels
            if channel.pools == chosen.pools
            and channel.recipient != chosen.recipient
            and fits(planned.record, channel.fields)
        )
        return tuple(channel.recipient for channel in same if prices.of_record(channel.recipient) == price)


def plan_disinformation(
    workspace: Workspace, terms: Terms, assessed: Sequence[PoolLeakage] | None = None
) -> DisinformationPlans:
    """For every budget the disinformation that brings the whole leakage down most.

    ``min over S of max over pools of L(R_pool + S, e, E)`` subject to ``sum of C(r) <= C_max``. New records arrive
    after all that Eve holds, and an expected release after those.
    Source: Whang & Garcia-Molina 2012, Section 4.2; 2011, Sections 1 and 3.2; see
    ``leakage.old.decision.disinformation.plan``.

    Arguments:
        workspace: what is out, who pools it, and how.
        terms: prices, recipients, labels and budget.
        assessed: what ``assess(workspace)`` gave, where it is at hand; not used where a release is expected.

    Raises:
        ValueError: for a budget that is not positive.

    >>> from leakage.old.decision.disinformation.candidates import Prices
    >>> from leakage.record import Record
    >>> from leakage.old.resolution.adversary import Adversary
    >>> from leakage.old.resolution.operations import Resolve
    >>> from leakage.old.resolution.rules.shared_values import Shares
    >>> from leakage.workspace.workspace import Policy
    >>> given = (Release("Order", "Shop", Record.of(("Name", "Alice"), ("Phone", "123"))),)
    >>> eve = (Policy("By name", Adversary((Resolve(Shares("Name")),))),)
    >>> work = Workspace((("Name", "Alice"), ("Phone", "123")), releases=given, policies=eve)
    >>> plans = plan_disinformation(work, Terms(Prices(1.0, 1.0), ("Shop",), ("Phone",), 3.0))
    >>> [(plan.cost, round(plan.leakage, 9)) for plan in plans.frontier.plans]
    [(0.0, 1.0), (3.0, 0.8)]
    """
    check_budget(terms.budget)
    coming = next((plan for plan in workspace.plans if terms.expected and plan.name == terms.expected), None)
    with_it = workspace if coming is None else with_release(workspace, coming)
    now = tuple(assess(with_it) if assessed is None or coming is not None else assessed)
    space = _Space.of(with_it, now, terms, coming is not None)
    most = worst(now)
    return DisinformationPlans(
        terms,
        most.result.leakage if most else 0.0,
        tuple(known.pool for known in now),
        space.channels,
        space.frontier(terms),
        _backfires(space.baselines[now.index(most)], space.match) if most and space.match else (),
    )


@dataclass(frozen=True, eq=False)
class _Space:
    """The records from which plans are made."""

    baselines: tuple[Baseline, ...]
    channels: tuple[Channel, ...]
    match: Match | None
    values: Values
    moves: tuple[Candidate, ...]
    labels: tuple[str, ...]

    @staticmethod
    def of(workspace: Workspace, now: Sequence[PoolLeakage], terms: Terms, expecting: bool) -> _Space:
        baselines = tuple(_baseline(workspace, known, expecting) for known in now)
        channels, match = _outlets(workspace, now, terms), resolving_match(workspace.adversary)
        values = made_up_values(workspace, terms.seed)
        moves = moves_of(baselines, channels, match, terms.prices, values, kinds=terms.kinds) if match else ()
        labels = tuple(label for label in terms.labels if not is_never_wrong(workspace, label))
        return _Space(baselines, channels, match, values, moves, labels)

    def frontier(self, terms: Terms) -> DisinformationFrontier:
        return frontier_of(
            self.baselines,
            self.moves,
            terms.prices,
            self.labels,
            self.values,
            terms.budget,
            records=terms.records,
            per_label=terms.per_label,
        )


def with_plan(workspace: Workspace, plan: DisinformationPlan, expected: str = "") -> Workspace:
    """The workspace with the records of a plan, and then the expected release, among what was released.

    >>> with_plan(Workspace(), DisinformationPlan(0.0, 0.0, ())) == Workspace()
    True
    """
    for planned in plan.records:
        recipient = planned.move.channel.recipient
        workspace = with_release(workspace, Release(f"Disinformation ({planned.kind})", recipient, planned.record))
    coming = next((release for release in workspace.plans if expected and release.name == expected), None)
    return workspace if coming is None else with_release(workspace, coming)


def _baseline(workspace: Workspace, known: PoolLeakage, expecting: bool) -> Baseline:
    last = len(workspace.releases) - 1
    held, records = known.pool.releases, records_of(workspace, known.pool)
    return Baseline.of(
        records,
        workspace.reference,
        workspace.pooling_adversary,
        workspace.measure,
        before=known.result,
        place=len(records) - (1 if expecting and last in held else 0),
    )


def _outlets(workspace: Workspace, now: Sequence[PoolLeakage], terms: Terms) -> tuple[Channel, ...]:
    reached = (
        Channel(
            name,
            tuple(number for number, known in enumerate(now) if name in known.pool.recipients),
            _fields_that_matter(workspace, name, terms),
        )
        for name in terms.recipients
    )
    return tuple(channel for channel in reached if channel.pools)


def _fields_that_matter(workspace: Workspace, recipient: str, terms: Terms) -> frozenset[str] | None:
    """Of a form's fields those in which something wrong may be said, and those by which she joins.

    Forms that differ in others are alike to the search.
    """
    fields, adversary = form_fields(workspace, recipient), workspace.pooling_adversary
    read = {label for match in adversary.matches for label in match.labels}
    return None if fields is None else fields & {*terms.labels, *adversary.conflict_labels, *read}


def _backfires(baseline: Baseline, match: Match) -> tuple[Backfire, ...]:
    members = baseline.before.members
    if not members:
        return ()
    resolution, now = baseline.before.resolution, baseline.before.leakage
    target = int(resolution.composite_of[members[0]])
    similarity = similarity_to(baseline.reference, baseline.weights)
    held = resolution.composites[target]
    backfires: list[Backfire] = []
    for number, leakage in reversed(weighed(baseline, target, WEIGHED)):
        if leakage <= now + TOLERANCE or len(backfires) == BACKFIRING:
            break
        if bait_for(baseline, match, target, number) is not None:
            carried = (a.label for a in resolution.composites[number] if similarity(a.pair) and a.pair not in held)
            backfires.append(Backfire(resolution.members[number], leakage - now, _labels(carried)))
    return tuple(backfires)


def _labels(labels: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(labels))
