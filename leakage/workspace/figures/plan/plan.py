"""The plan of a work: what is out and who puts it together, what to do about it, and what that leaves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from leakage.decision.plan import Held, Plan, Plans, Situation, Step, Threat, find_plans
from leakage.progress import cancellable
from leakage.record import Pair
from leakage.resolution.adversary import Adversary, owners_first
from leakage.workspace.figures.plan.actions import Actions, Chances, PlanTerms, granted, options_of
from leakage.workspace.figures.plan.tasks import Task
from leakage.workspace.workspace import Policy, Release, Workspace

NO_POLICY = Policy("No policy", Adversary())


def situation_of(workspace: Workspace) -> Situation:
    """What is out; what leaked is with the threats. Who erased what was given still shares the background."""
    held = (_held(workspace, release) for release in cancellable(workspace.accounts) if release.erasure != "done")
    return Situation(workspace.reference, tuple(held), workspace.background, workspace.recipient_names)


def _held(workspace: Workspace, release: Release) -> Held:
    return Held(release.name, release.recipient, release.record, workspace.presumed_of(release))


def threat_in_use(workspace: Workspace) -> Threat:
    """The policy in use under the pooling in use: whose figure stands on every page."""
    policy = workspace.policy or NO_POLICY
    pooling = policy.pooling or workspace.pooling
    adversary = owners_first(policy.adversary) if pooling.resolve_first else policy.adversary
    if pooling.kind == "releases":
        there = (release for release in workspace.releases if release.name in pooling.releases)
        return Threat(adversary, (), tuple(_held(workspace, release) for release in there))
    coalitions = tuple(coalition.recipients for coalition in pooling.coalitions)
    leaked = workspace.breaches if pooling.kind == "together" or pooling.breaches else ()
    beside = tuple(_held(workspace, breach) for breach in leaked if breach.erasure != "done")
    groups = {"together": None, "alone": (), "coalitions": coalitions}[pooling.kind]
    return Threat(adversary, groups, beside=beside)


PlannedStep: TypeAlias = tuple[tuple[Task, ...], Step]
"""What is done in a sitting, and what it does."""


@dataclass(frozen=True, eq=False)
class WorkPlans:
    """The plans for every number of minutes.

    Arguments:
        options: the tasks that could be done; the numbers of actions are theirs.
        plans: the best sets of actions.
    """

    options: tuple[Task, ...]
    plans: Plans

    def steps(self, plan: Plan) -> tuple[PlannedStep, ...]:
        """A plan in the order in which to do it."""
        found = []
        for step in self.plans.steps(plan):
            joined: dict[object, Task] = {}
            for number in step.actions:
                task = self.options[number]
                mark = task.pair or number
                before = joined[mark].accounts if mark in joined else ()
                joined[mark] = Task(task.kind, (*before, *task.accounts), task.pair)
            found.append((tuple(joined.values()), step))
        return tuple(found)


def plan_actions(
    workspace: Workspace, terms: PlanTerms, *, chances: Chances = granted, limit: int = 2_000
) -> WorkPlans:
    """For every number of minutes the tasks that bring down most what the adversaries know.

    Letters are granted by chance; ``limit`` and what is tried: ``leakage.decision.plan.find_plans``.
    Source: Whang & Garcia-Molina 2012, Definition 2 and Section 4.1.

    Raises:
        ValueError: for minutes that are not positive.
    """
    known = Actions(workspace, chances)
    doable = {task: action for task in options_of(workspace, terms.today) if (action := known.of(task))}
    plans = find_plans(
        situation_of(workspace),
        list(doable.values()),
        threat_in_use(workspace),
        workspace.measure,
        minutes=terms.minutes,
        groups=_groups(tuple(doable)),
        limit=limit,
    )
    return WorkPlans(tuple(doable), plans)


def _groups(tasks: tuple[Task, ...]) -> tuple[tuple[int, ...], ...]:
    groups: dict[Pair, list[int]] = {}
    for number, task in enumerate(tasks):
        if task.pair:
            groups.setdefault(task.pair, []).append(number)
    return tuple(tuple(some) for some in groups.values() if len(some) > 1)
