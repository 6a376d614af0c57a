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

# Today: what is out, and who puts it together.


NO_POLICY = Policy("No policy", Adversary())


def situation_of(workspace: Workspace) -> Situation:
    """What is out; what leaked is with the threats.

    What was erased is held no more; its recipient still shares the background.

    >>> from leakage.record import Record
    >>> given = (Release("Order", "Shop", Record.of(("N", "Alice"))), Release("Old", "Bank", Record(), erasure="done"))
    >>> situation = situation_of(Workspace(releases=given))
    >>> len(situation.held), situation.recipients
    (1, ('Shop', 'Bank'))
    """
    held = (_held(workspace, release) for release in cancellable(workspace.accounts) if release.erasure != "done")
    return Situation(workspace.reference, tuple(held), workspace.background, workspace.recipient_names)


def _held(workspace: Workspace, release: Release) -> Held:
    return Held(release.name, release.recipient, release.record, workspace.presumed_of(release))


def threat_in_use(workspace: Workspace) -> Threat:
    """The policy in use under the pooling in use: whose figure stands on every page.

    >>> threat_in_use(Workspace()).name
    'No policy'
    """
    return _threat(workspace, workspace.policy or NO_POLICY)


def _threat(workspace: Workspace, policy: Policy) -> Threat:
    pooling = policy.pooling or workspace.pooling
    adversary = owners_first(policy.adversary) if pooling.resolve_first else policy.adversary
    if pooling.kind == "releases":
        leaked = (release for release in workspace.releases if release.name in pooling.releases)
        return Threat(policy.name, adversary, (), tuple(_held(workspace, release) for release in leaked))
    coalitions = tuple(coalition.recipients for coalition in pooling.coalitions)
    has_breaches = pooling.kind == "together" or pooling.breaches
    beside = tuple(
        _held(workspace, breach) for breach in workspace.breaches if has_breaches and breach.erasure != "done"
    )
    groups = {"together": None, "alone": (), "coalitions": coalitions}[pooling.kind]
    return Threat(policy.name, adversary, groups, beside=beside)


# The plan of a workspace: which tasks, for the minutes at hand.


PlannedStep: TypeAlias = tuple[tuple[Task, ...], Step]
"""What is done in a sitting, and what it does."""


@dataclass(frozen=True, eq=False)
class WorkPlans:
    """The plans for every number of minutes.

    Arguments:
        terms: what was asked.
        options: the tasks that could be done; the numbers of actions are theirs.
        plans: the best sets of actions.
    """

    terms: PlanTerms
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

    def within(self, minutes: float) -> Plan:
        """The plan for some minutes, without what nobody would miss: ``Plans.within``."""
        return self.plans.within(minutes)


def plan_actions(
    workspace: Workspace, terms: PlanTerms, *, chances: Chances = granted, limit: int = 2_000
) -> WorkPlans:
    """For every number of minutes the tasks that bring down most what the adversaries know.

    See ``leakage.decision.plan.find_plans`` for what is tried.
    Source: Whang & Garcia-Molina 2012, Definition 2 and Section 4.1.

    Arguments:
        workspace: what is out, and who puts it together.
        terms: what can be spent.
        chances: from a request and its recipients to how probable it is that it is granted; by default it is.
        limit: as ``find_plans``.

    Raises:
        ValueError: for minutes that are not positive.

    >>> from leakage.record import Record
    >>> mail, facts = ("Email", "a@b"), [("Name", "Alice"), ("City", "Port")]
    >>> given = tuple(Release(name, name, Record.of(mail, fact)) for name, fact in zip(("Shop", "Club"), facts))
    >>> work = Workspace((mail, *facts), releases=given)
    >>> [(plan.minutes, round(plan.leakage, 3)) for plan in plan_actions(work, PlanTerms()).plans.plans]
    [(0.0, 0.8), (10.0, 0.5), (30.0, 0.0)]
    """
    known = Actions(workspace, chances)
    doable = [(task, action) for task in options_of(workspace, terms.today) if (action := known.of(task))]
    tasks, actions = tuple(task for task, _ in doable), [action for _, action in doable]
    plans = find_plans(
        situation_of(workspace),
        actions,
        (threat_in_use(workspace),),
        workspace.measure,
        minutes=terms.minutes,
        groups=_groups(tasks),
        limit=limit,
    )
    return WorkPlans(terms, tasks, plans)


def _groups(tasks: tuple[Task, ...]) -> tuple[tuple[int, ...], ...]:
    """The numbers of tasks that are done in one sitting: the changes of one value, in the order of doing them."""
    groups: dict[Pair, list[int]] = {}
    for number, task in enumerate(tasks):
        if task.pair:
            groups.setdefault(task.pair, []).append(number)
    return tuple(tuple(some) for some in groups.values() if len(some) > 1)
