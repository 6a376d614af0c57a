"""What a planned release adds, and which of its optional fields to leave blank."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias

from leakage.decision.incremental import Baseline, Outcome
from leakage.decision.planned_release import (
    FieldChoice,
    FieldIncrement,
    FieldTradeOff,
    field_increments,
    field_trade_off,
)
from leakage.measure.gradient import TOLERANCE
from leakage.progress import report
from leakage.record import Attribute, Pair, Record
from leakage.resolution.resolution import Evidence
from leakage.workspace.figures.assessment import Pool, PoolLeakage, assess, assess_pool, pools, records_of, worst
from leakage.workspace.workspace import Release, Workspace, unused_name

# Choosing: which of a planned release's optional fields to give.


def parted(plan: Release) -> tuple[Record, tuple[Attribute, ...]]:
    """The fields a planned release must give, and those it may leave blank.

    >>> plan = Release("Order", "Shop", Record.of(("N", "Alice"), ("P", "123")), required=(("N", "Alice"),))
    >>> must, may = parted(plan)
    >>> [field.label for field in must], [field.label for field in may]
    (['N'], ['P'])
    """
    must = Record(field for field in plan.record if field.pair in plan.required)
    return must, tuple(field for field in plan.record if field.pair not in plan.required)


def with_required(workspace: Workspace, plan: Release, pairs: Collection[Pair]) -> Workspace:
    """The workspace with other fields that a planned release must give.

    >>> plan = Release("Order", "Shop", Record.of(("N", "Alice"), ("P", "123")))
    >>> with_required(Workspace(plans=(plan,)), plan, [("P", "123")]).plans[0].required
    (('P', '123'),)
    """
    marked = replace(plan, required=tuple(sorted(pairs)))
    return replace(workspace, plans=tuple(marked if other == plan else other for other in workspace.plans))


def choose_fields(workspace: Workspace, plan: Release, assessed: Sequence[PoolLeakage] | None = None) -> FieldTradeOff:
    """Which optional fields of a planned release to give, for every number of them, by the whole leakage.

    ``min over S of max over pools of L(R_pool + {must + S}, e, E)``; see ``leakage.decision.planned_release``.
    Source: Whang & Garcia-Molina 2012, Section 4.1.

    Arguments:
        workspace: what is out, who pools it, and which fields are required.
        plan: one of its plans.
        assessed: what ``assess(workspace)`` gave, where it is at hand.

    Raises:
        ValueError: for more than 20 optional fields.

    >>> plan = Release("Order", "Shop", Record.of(("N", "Alice"), ("P", "123")), required=(("N", "Alice"),))
    >>> work = Workspace((("N", "Alice"), ("P", "123")), plans=(plan,))
    >>> [(len(choice.given), round(choice.leakage, 9)) for choice in choose_fields(work, plan).plans]
    [(1, 1.0), (0, 0.666666667)]
    """
    must, may = parted(plan)
    place = arrival(workspace, plan.recipient, assessed)
    return field_trade_off(place.baselines, must, may, rest=place.rest)


def with_choice(workspace: Workspace, plan: Release, choice: FieldChoice) -> Workspace:
    """The workspace with a planned release that leaves blank what a choice leaves blank.

    >>> plan = Release("Order", "Shop", Record.of(("N", "Alice"), ("P", "123")))
    >>> blank = FieldChoice(1.0, 0.5, (), tuple(plan.record)[1:], 0.0)
    >>> len(with_choice(Workspace(plans=(plan,)), plan, blank).plans[0].record)
    1
    """
    blank = {field.pair for field in choice.blank}
    shorter = replace(plan, record=Record(field for field in plan.record if field.pair not in blank))
    return replace(workspace, plans=tuple(shorter if other is plan else other for other in workspace.plans))


# Planning: what each planned release would add to a workspace, in the pool it would land in.


@dataclass(frozen=True, eq=False)
class PlanOutcome:
    """What one planned release would do.

    Arguments:
        plan: the planned release.
        before: the whole leakage now: the pool that knows most; 0 where nothing was released.
        after: the whole leakage with the plan among the releases.
        increment: after - before.
        pool: the pool it lands in, as it stands now; of several the one that knows most afterwards.
        pool_before: what that pool knows now; for a recipient new to the person, what the background tells.
        pool_after: what that pool knows afterwards.
        composite: the composite the plan ends in.
        bridged: names of the releases in that composite, in their order.
        bridged_background: how many background records are in it.
        joined_composites: how many composites the plan joins; from 2 on it is a bridge.
        evidence: the joins it brings about; numbers run over the background, then the pool's releases, and
            the plan comes last.
        field_increments: for each attribute what it adds to the whole leakage, the greatest first.
        is_best: whether no other plan leaves a lower whole leakage.
        background: how many background records there are.
    """

    plan: Release
    before: float
    after: float
    increment: float
    pool: Pool
    pool_before: float
    pool_after: float
    composite: Record
    bridged: tuple[str, ...]
    bridged_background: int
    joined_composites: int
    evidence: tuple[Evidence, ...]
    field_increments: tuple[FieldIncrement, ...]
    is_best: bool
    background: int

    @property
    def name(self) -> str:
        """What the plan is called."""
        return self.plan.name

    def release_of(self, record: int) -> int | None:
        """Which of the workspace's releases a number in the evidence is; None for background and plan."""
        place = record - self.background
        return self.pool.releases[place] if 0 <= place < len(self.pool.releases) else None


@dataclass(frozen=True, eq=False)
class Arrival:
    """The pools that a release to one recipient would land in, and what the others know.

    Arguments:
        pools: as they stand now, without that release.
        baselines: the same order; a new release arrives after all they hold.
        rest: the greatest leakage among the pools it would not land in.
    """

    pools: tuple[Pool, ...]
    baselines: tuple[Baseline, ...]
    rest: float

    def after(self, record: Record) -> float:
        """The whole leakage once the record is released."""
        return max((self.rest, *(baseline.add(record).leakage for baseline in self.baselines)))

    def worst_outcome(self, record: Record) -> tuple[int, Outcome]:
        """The pool (its place among ``pools``) that knows most afterwards, and the outcome there."""
        outcomes = [baseline.add(record) for baseline in self.baselines]
        number = max(range(len(outcomes)), key=lambda n: outcomes[n].leakage)
        return number, outcomes[number]


def with_release(workspace: Workspace, release: Release) -> Workspace:
    """The workspace with one release more, renamed where its name is taken.

    >>> given = Release("Shop", "Shop", Record.of(("N", "Alice")))
    >>> [release.name for release in with_release(Workspace(releases=(given,)), given).releases]
    ['Shop', 'Shop 2']
    """
    name = unused_name(release.name, (given.name for given in workspace.releases))
    return replace(workspace, releases=(*workspace.releases, replace(release, name=name)))


Baselines: TypeAlias = dict[tuple[tuple[int, ...], str], Baseline]
"""What earlier releases add up to, and to whom the next one goes where that matters."""


def arrival(
    workspace: Workspace,
    recipient: str,
    assessed: Sequence[PoolLeakage] | None = None,
    baselines: Baselines | None = None,
) -> Arrival:
    """Where a release to a recipient lands, as the workspace's pooling has it.

    A new recipient joins the pool of all, or the coalition that names them, or stands alone. Where the policy in use
    has some releases only, a new one lands nowhere.

    Arguments:
        workspace: what was released so far.
        recipient: who would get the release, not empty.
        assessed: what ``assess(workspace)`` gave, where it is at hand.
        baselines: those made for other recipients, to which those made here are added.

    Raises:
        ValueError: for an empty recipient.
    """
    probe = with_release(workspace, Release("probe", recipient, Record()))
    new = len(workspace.releases)
    # What a pool knows depends on what it holds, not on its name or on recipients who hold nothing.
    known = {
        pool_leakage.pool.releases: pool_leakage
        for pool_leakage in (assess(workspace) if assessed is None else assessed)
    }
    made: Baselines = {} if baselines is None else baselines
    reached, rest = [], 0.0
    for pool in pools(probe):
        earlier = replace(pool, releases=tuple(n for n in pool.releases if n != new))
        found = known.get(earlier.releases)
        if new in pool.releases:
            owner = recipient if workspace.pooling_adversary.depends_on_owners else ""
            key = (earlier.releases, owner)
            if key not in made:
                made[key] = _baseline(workspace, earlier, found, owner)
            reached.append((earlier, made[key]))
        else:
            rest = max(rest, (found or assess_pool(workspace, earlier)).result.leakage)
    return Arrival(tuple(pool for pool, _ in reached), tuple(baseline for _, baseline in reached), rest)


def arrivals(workspace: Workspace, assessed: Sequence[PoolLeakage]) -> dict[str, Arrival]:
    """Where a release to each recipient of a plan lands."""
    baselines: Baselines = {}
    recipients = dict.fromkeys(plan.recipient for plan in workspace.plans)
    return {name: arrival(workspace, name, assessed, baselines) for name in recipients}


def compare_plans(workspace: Workspace, assessed: Sequence[PoolLeakage] | None = None) -> tuple[PlanOutcome, ...]:
    """Every plan of a workspace: the whole leakage before and after, and why.

    The whole is the pool that knows most; ``after`` is what ``assess`` gives once the plan is a release.
    Source: Whang & Garcia-Molina 2012, Section 4.1; 2011, Section 3.1 (stores that do not collude).

    Arguments:
        workspace: its plans are compared.
        assessed: what ``assess(workspace)`` gave, where it is at hand.

    Raises:
        ValueError: if a weight is not positive.

    >>> from leakage.workspace.workspace import Pooling
    >>> plans = tuple(Release(f"To {n}", n, Record.of(("P", "1"))) for n in ("Shop", "Bank"))
    >>> given = (Release("Order", "Shop", Record.of(("N", "Alice"), ("P", "1"))),)
    >>> work = Workspace((("N", "Alice"), ("P", "1")), releases=given, plans=plans, pooling=Pooling("alone"))
    >>> [(outcome.pool.name, outcome.increment) for outcome in compare_plans(work)]
    [('Shop', 0.0), ('Bank', 0.0)]
    """
    now = tuple(assess(workspace) if assessed is None else assessed)
    most = worst(now)
    before = most.result.leakage if most else 0.0
    places = arrivals(workspace, now)
    told = _TriedCounter(sum(len(plan.record) + 2 for plan in workspace.plans))
    found = [_outcome(workspace, plan, places[plan.recipient], before, told) for plan in workspace.plans]
    lowest = min((outcome.after for outcome in found), default=0.0)
    return tuple(replace(outcome, is_best=outcome.after <= lowest + TOLERANCE) for outcome in found)


class _TriedCounter:
    """Counts the what-ifs that were tried, and says so."""

    def __init__(self, total: int) -> None:
        self._done, self._total = 0, total

    def after(self, place: Arrival, record: Record) -> float:
        """What the release of a record leads to."""
        report("Trying alternatives", self._done, self._total)
        self._done += 1
        return place.after(record)


def _outcome(workspace: Workspace, plan: Release, place: Arrival, before: float, told: _TriedCounter) -> PlanOutcome:
    after = told.after(place, plan.record)
    if not place.pools:
        nowhere = field_increments(plan.record, lambda _: after)
        nobody = Pool("", (), ())
        return PlanOutcome(
            plan, before, after, after - before, nobody, 0.0, 0.0, Record(), (), 0, 0, (), nowhere, False, 0
        )
    number, outcome = place.worst_outcome(plan.record)
    pool = place.pools[number]
    held = len(workspace.background)
    return PlanOutcome(
        plan,
        before,
        after,
        after - before,
        pool,
        place.baselines[number].before.leakage,
        outcome.leakage,
        outcome.composite,
        tuple(workspace.releases[pool.releases[m - held]].name for m in outcome.members if m >= held),
        sum(m < held for m in outcome.members),
        len(outcome.joined),
        outcome.evidence,
        field_increments(plan.record, partial(told.after, place)),
        is_best=False,
        background=held,
    )


def _baseline(workspace: Workspace, pool: Pool, found: PoolLeakage | None, owner: str) -> Baseline:
    return Baseline.of(
        records_of(workspace, pool),
        workspace.reference,
        workspace.pooling_adversary,
        workspace.measure,
        before=found.result if found else None,
        recipient=owner,
    )
