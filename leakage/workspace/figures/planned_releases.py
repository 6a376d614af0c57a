"""What a planned release adds, and which of its optional fields to leave blank."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from leakage.decision.planned_release import (
    FieldChoice,
    FieldChoices,
    FieldIncrement,
    PlannedOutcome,
    PlannedRelease,
    optional_fields,
    planned_releases,
)
from leakage.record import Attribute, Pair, Record
from leakage.workspace.figures.assessment import evaluator, pools, sourced_record
from leakage.workspace.workspace import Release, Workspace, unused_name


def parted(plan: Release) -> tuple[Record, tuple[Attribute, ...]]:
    """The fields a planned release must give, and those it may leave blank."""
    must = Record(field for field in plan.record if field.pair in plan.required)
    return must, tuple(field for field in plan.record if field.pair not in plan.required)


def with_required(workspace: Workspace, plan: Release, pairs: Collection[Pair]) -> Workspace:
    """The workspace with other fields that a planned release must give."""
    marked = replace(plan, required=tuple(sorted(pairs)))
    return replace(workspace, plans=tuple(marked if other == plan else other for other in workspace.plans))


def choose_fields(workspace: Workspace, plan: Release) -> FieldChoices:
    """Which optional fields of a planned release to give, for every number of them, by the whole leakage.

    ``min over S of max over pools of L(R_pool + {must + S}, e, E)``; see ``leakage.decision.planned_release``.
    Source: Whang & Garcia-Molina 2012, Section 4.1.
    """
    optional = [field.pair for field in parted(plan)[1]]
    return optional_fields(evaluator(workspace), planned_release(workspace, plan), optional)


def with_choice(workspace: Workspace, plan: Release, choice: FieldChoice) -> Workspace:
    """The workspace with a planned release that leaves blank what a choice leaves blank."""
    blank = {field.pair for field in choice.blank}
    shorter = replace(plan, record=Record(field for field in plan.record if field.pair not in blank))
    return replace(workspace, plans=tuple(shorter if other is plan else other for other in workspace.plans))


@dataclass(frozen=True, eq=False)
class PlanOutcome:
    """What one planned release would do.

    Arguments:
        plan: the planned release.
        before: the whole leakage now: the pool that knows most; 0 where nothing was released.
        after: the whole leakage with the plan among the releases.
        increment: after - before.
        bridged: names of the releases in its composite, in their order, in the pool that knows most afterwards.
        bridged_background: how many background records are in it.
        joined_composites: how many composites the plan joins; from 2 on it is a bridge.
        field_increments: for each attribute what it adds to the whole leakage, the greatest first.
        is_best: whether no other plan leaves a lower whole leakage.
    """

    plan: Release
    before: float
    after: float
    increment: float
    bridged: tuple[str, ...]
    bridged_background: int
    joined_composites: int
    field_increments: tuple[FieldIncrement, ...]
    is_best: bool

    @property
    def name(self) -> str:
        """What the plan is called."""
        return self.plan.name


def with_release(workspace: Workspace, release: Release) -> Workspace:
    """The workspace with one release more, renamed where its name is taken."""
    name = unused_name(release.name, (given.name for given in workspace.releases))
    return replace(workspace, releases=(*workspace.releases, replace(release, name=name)))


def planned_release(workspace: Workspace, plan: Release) -> PlannedRelease:
    """A planned release, with the numbers of the pools that would get it and what its holder would have besides.

    A new recipient joins the pool of all, or the coalition that names them, or stands alone, after all other pools.
    Where the policy in use has some releases only, a new one lands nowhere.
    """
    probe, new, known = with_release(workspace, plan), len(workspace.releases), len(pools(workspace))
    landing = () if workspace.has_releases_only else pools(probe)
    numbers = dict.fromkeys(min(number, known) for number, pool in enumerate(landing) if new in pool.releases)
    release = probe.releases[-1]
    return PlannedRelease(sourced_record(probe, release), tuple(numbers), probe.presumed_of(release))


def compare_plans(workspace: Workspace) -> tuple[PlanOutcome, ...]:
    """Every plan of a workspace: the whole leakage before and after, and why.

    The whole is the pool that knows most; ``after`` is what ``assess`` gives once the plan is a release.
    Source: Whang & Garcia-Molina 2012, Section 4.1; 2011, Section 3.1 (stores that do not collude).

    Raises:
        ValueError: if a weight is not positive.
    """
    planned = [planned_release(workspace, plan) for plan in workspace.plans]
    found = planned_releases(evaluator(workspace), planned)
    return tuple(_outcome(workspace, *pair) for pair in zip(workspace.plans, found, strict=True))


def _outcome(workspace: Workspace, plan: Release, found: PlannedOutcome) -> PlanOutcome:
    first, landed = len(workspace.background), found.worst
    bridged = landed.bridged if landed else ()
    return PlanOutcome(
        plan,
        found.before,
        found.after,
        found.increment,
        bridged=tuple(workspace.releases[landed.releases[n - first]].name for n in bridged if landed and n >= first),
        bridged_background=sum(n < first for n in bridged),
        joined_composites=len(landed.joined) if landed else 0,
        field_increments=found.fields,
        is_best=found.is_best,
    )
