"""What a planned release adds, and which of its optional fields to leave blank."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias

from leakage.decision.optional_fields import FieldChoice, FieldTradeOff, field_trade_off
from leakage.decision.planned_release import FieldIncrement, PlannedOutcome, PlannedRelease, planned_releases
from leakage.record import Attribute, Pair, Record
from leakage.resolution.explain import Evidence
from leakage.workspace.figures.assessment import Pool, evaluator, pools, sourced_record
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


def choose_fields(workspace: Workspace, plan: Release) -> FieldTradeOff:
    """Which optional fields of a planned release to give, for every number of them, by the whole leakage.

    ``min over S of max over pools of L(R_pool + {must + S}, e, E)``; see ``leakage.decision.optional_fields``.
    Source: Whang & Garcia-Molina 2012, Section 4.1.

    Arguments:
        workspace: what is out, who pools it, and which fields are required.
        plan: one of its plans.

    Raises:
        ValueError: for more than 20 optional fields.

    >>> plan = Release("Order", "Shop", Record.of(("N", "Alice"), ("P", "123")), required=(("N", "Alice"),))
    >>> work = Workspace((("N", "Alice"), ("P", "123")), plans=(plan,))
    >>> [(len(choice.given), round(choice.leakage, 9)) for choice in choose_fields(work, plan).plans]
    [(1, 1.0), (0, 0.666666667)]
    """
    must, may = parted(plan)
    return field_trade_off(evaluator(workspace), planned_release(workspace, plan, must), may)


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


def with_release(workspace: Workspace, release: Release) -> Workspace:
    """The workspace with one release more, renamed where its name is taken.

    >>> given = Release("Shop", "Shop", Record.of(("N", "Alice")))
    >>> [release.name for release in with_release(Workspace(releases=(given,)), given).releases]
    ['Shop', 'Shop 2']
    """
    name = unused_name(release.name, (given.name for given in workspace.releases))
    return replace(workspace, releases=(*workspace.releases, replace(release, name=name)))


def planned_release(workspace: Workspace, plan: Release, record: Record | None = None) -> PlannedRelease:
    """A planned release, or another record in its place, with the numbers of the pools that would get it.

    A new recipient joins the pool of all, or the coalition that names them, or stands alone. Where the policy in use
    has some releases only, a new one lands nowhere.
    """
    probe = with_release(workspace, replace(plan, record=record if record is not None else plan.record))
    new = len(workspace.releases)
    now = [pool.releases for pool in pools(workspace)]
    reached = []
    for pool in pools(probe):
        if new in pool.releases:
            earlier = tuple(n for n in pool.releases if n != new)
            reached.append(now.index(earlier) if earlier in now else len(now))
    return PlannedRelease(sourced_record(probe, probe.releases[-1]), tuple(dict.fromkeys(reached)))


def compare_plans(workspace: Workspace) -> tuple[PlanOutcome, ...]:
    """Every plan of a workspace: the whole leakage before and after, and why.

    The whole is the pool that knows most; ``after`` is what ``assess`` gives once the plan is a release.
    Source: Whang & Garcia-Molina 2012, Section 4.1; 2011, Section 3.1 (stores that do not collude).

    Arguments:
        workspace: its plans are compared.

    Raises:
        ValueError: if a weight is not positive.

    >>> from leakage.workspace.workspace import Pooling
    >>> plans = tuple(Release(f"To {n}", n, Record.of(("P", "1"))) for n in ("Shop", "Bank"))
    >>> given = (Release("Order", "Shop", Record.of(("N", "Alice"), ("P", "1"))),)
    >>> work = Workspace((("N", "Alice"), ("P", "1")), releases=given, plans=plans, pooling=Pooling("alone"))
    >>> [(outcome.pool.name, outcome.increment) for outcome in compare_plans(work)]
    [('Shop', 0.0), ('Bank', 0.0)]
    """
    now = pools(workspace)
    planned = [planned_release(workspace, plan) for plan in workspace.plans]
    found = planned_releases(evaluator(workspace), planned)
    return tuple(_outcome(workspace, *pair, now) for pair in zip(workspace.plans, found, strict=True))


def _outcome(workspace: Workspace, plan: Release, found: PlannedOutcome, now: Sequence[Pool]) -> PlanOutcome:
    held, landed = len(workspace.background), found.worst
    if landed is None:
        pool, composite, bridged, joined, evidence = Pool("", (), ()), Record(), (), 0, ()
    else:
        alone = Pool(plan.recipient, (plan.recipient,), ())
        pool = now[landed.pool] if landed.pool < len(now) else alone
        after = landed.state_after.resolution
        composite = after.composites[int(after.composite_of[-1])]
        bridged, joined, evidence = landed.bridged, len(landed.joined), landed.evidence
    return PlanOutcome(
        plan,
        found.before,
        found.after,
        found.increment,
        pool,
        composite,
        tuple(workspace.releases[pool.releases[n - held]].name for n in bridged if n >= held),
        sum(n < held for n in bridged),
        joined,
        evidence,
        found.fields,
        found.is_best and landed is not None,
        held,
    )
