"""The plan of a work: what is out and who puts it together, what to do about it, and what that leaves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from leakage.decision.plan import Held, Outcomes, Plan, Plans, Situation, Step, Threat, find_plans
from leakage.progress import cancellable
from leakage.resolution.adversary import Adversary, owners_first
from leakage.workspace.figures.assessment import at_hand
from leakage.workspace.figures.plan.actions import (
    Chances,
    PlanTerms,
    WorkOption,
    granted,
    groups_of,
    in_sittings,
    options_of,
)
from leakage.workspace.release import PoolingKind
from leakage.workspace.workspace import Policy, Release, Workspace, unused_name

# Today: what is out, and who puts it together.


POOLED: dict[PoolingKind, str] = {
    "together": "all share",
    "alone": "nobody shares",
    "coalitions": "coalitions share",
    "releases": "has what leaked",
}
NO_POLICY = Policy("No policy", Adversary())


def situation_of(workspace: Workspace, terms: PlanTerms) -> Situation:
    """What is out, with the planned release that comes last; what leaked is with the threats.

    What was erased is held no more; its recipient still shares the background.

    >>> from leakage.record import Record
    >>> given = (Release("Order", "Shop", Record.of(("N", "Alice"))), Release("Old", "Bank", Record(), erasure="done"))
    >>> situation = situation_of(Workspace(releases=given), PlanTerms())
    >>> len(situation.held), situation.recipients
    (1, ('Shop', 'Bank'))
    """
    held = [_held(workspace, release) for release in cancellable(workspace.accounts) if release.erasure != "done"]
    recipients = workspace.recipient_names
    if plan := terms.planned(workspace):
        held.append(_held(workspace, plan, unused_name(plan.name, (release.name for release in workspace.releases))))
        recipients = (*recipients, plan.recipient)
    return Situation(workspace.reference, tuple(held), workspace.background, recipients)


def _held(workspace: Workspace, release: Release, name: str = "") -> Held:
    return Held(name or release.name, release.recipient, release.record, workspace.presumed_of(release))


def threats_of(workspace: Workspace, terms: PlanTerms) -> tuple[Threat, ...]:
    """Every policy chosen under every pooling chosen.

    Arguments:
        workspace: its policies.
        terms: those chosen.

    >>> [threat.name for threat in threats_of(Workspace(), PlanTerms())]
    ['No policy']
    """
    named = len(terms.poolings) > 1
    return tuple(
        _threat(workspace, policy, kind, f"{policy.name}, {POOLED[kind]}" if named else policy.name)
        for policy, kind in active_adversaries(workspace, terms)
    )


def active_adversaries(workspace: Workspace, terms: PlanTerms) -> tuple[tuple[Policy, PoolingKind], ...]:
    """Which policy and pooling every threat is of.

    >>> [(policy.name, kind) for policy, kind in active_adversaries(Workspace(), PlanTerms())]
    [('No policy', 'together')]
    """
    policies = [policy for policy in at_hand(workspace) if not terms.policies or policy.name in terms.policies]
    return tuple(
        (policy, kind)
        for policy in policies or [workspace.policy or NO_POLICY]
        for kind in terms.poolings or ((policy.pooling or workspace.pooling).kind,)
    )


def threat_in_use(workspace: Workspace) -> Threat:
    """The policy in use under the pooling in use: whose figure stands on every page.

    >>> threat_in_use(Workspace()).name
    'No policy'
    """
    policy = workspace.policy or NO_POLICY
    return _threat(workspace, policy, workspace.pooling_in_use.kind, policy.name)


def _threat(workspace: Workspace, policy: Policy, kind: PoolingKind, name: str) -> Threat:
    pooling = policy.pooling or workspace.pooling
    adversary = owners_first(policy.adversary) if pooling.resolve_first else policy.adversary
    if kind == "releases":
        leaked = (release for release in workspace.releases if release.name in pooling.releases)
        return Threat(name, adversary, (), tuple(_held(workspace, release) for release in leaked))
    coalitions = tuple(coalition.recipients for coalition in pooling.coalitions)
    has_breaches = kind == "together" or pooling.breaches
    beside = tuple(
        _held(workspace, breach) for breach in workspace.breaches if has_breaches and breach.erasure != "done"
    )
    return Threat(name, adversary, {"together": None, "alone": (), "coalitions": coalitions}[kind], beside=beside)


# The plan of a workspace: which actions, of every kind, for the minutes at hand.


PlannedStep: TypeAlias = tuple[tuple[WorkOption, ...], Step]
"""What is done in a sitting, and what it does."""


@dataclass(frozen=True, eq=False)
class WorkPlans:
    """The plans for every number of minutes, in the person's words; what was asked of them is remembered.

    Arguments:
        terms: what was asked.
        options: what could be done; the numbers of actions are theirs.
        plans: the best sets of actions.
    """

    terms: PlanTerms
    options: tuple[WorkOption, ...]
    plans: Plans
    _ordered: dict[tuple[int, ...], tuple[PlannedStep, ...]] = field(default_factory=dict, repr=False)
    _within: dict[float, Plan] = field(default_factory=dict, repr=False)

    @property
    def threats(self) -> tuple[Threat, ...]:
        """Those whom the plans are made against."""
        return self.plans.expectation.outcomes.threats

    def steps(self, plan: Plan) -> tuple[PlannedStep, ...]:
        """A plan in the order in which to do it."""
        if plan.actions not in self._ordered:
            self._ordered[plan.actions] = tuple(
                (in_sittings(self.options[number] for number in step.actions), step) for step in self.plans.steps(plan)
            )
        return self._ordered[plan.actions]

    def within(self, minutes: float) -> Plan:
        """The plan for some minutes, without what nobody would miss: ``Plans.within``."""
        if minutes not in self._within:
            self._within[minutes] = self.plans.within(minutes)
        return self._within[minutes]


def plan_actions(
    workspace: Workspace,
    terms: PlanTerms,
    *,
    asking: Mapping[str, float | None] | None = None,
    chances: Chances = granted,
    limit: int = 2_000,
) -> WorkPlans:
    """For every number of minutes the actions that bring down most what the adversaries know.

    See ``leakage.decision.plan.find_plans`` for what is tried.
    Source: Whang & Garcia-Molina 2012, Definition 2 and Section 4.1.

    Arguments:
        workspace: what is out, and who puts it together.
        terms: what can be spent, on what, and against whom.
        asking: recipient to minutes of a request, None where none is deleted; the usual for those not named.
        chances: from a request and its recipients to how probable it is that it is granted; by default it is.
        limit: as ``find_plans``.

    Raises:
        ValueError: for minutes that are not positive.

    >>> from leakage.record import Record
    >>> given = (Release("Order", "Shop", Record.of(("Email", "a@b"), ("Name", "Alice"))),)
    >>> work = Workspace((("Email", "a@b"), ("Name", "Alice")), releases=given)
    >>> [(plan.minutes, round(plan.leakage, 3)) for plan in plan_actions(work, PlanTerms()).plans.plans]
    [(0.0, 1.0), (5.0, 0.667), (15.0, 0.0)]
    """
    situation, threats = situation_of(workspace, terms), threats_of(workspace, terms)
    options = options_of(workspace, terms, situation, threats, asking, chances)
    actions, groups = [option.action for option in options], groups_of(options)
    plans = find_plans(
        situation, actions, threats, workspace.measure, minutes=terms.minutes, groups=groups, limit=limit
    )
    return WorkPlans(terms, options, plans)


# Ahead: where a plan takes the figure of today, action by action.


def figures_ahead(workspace: Workspace, terms: PlanTerms, options: Sequence[WorkOption]) -> tuple[float, ...]:
    """What the adversary in use knows before the first of some options is done, and after each of them in turn.

    A plan may have been made against others; this is the figure that all other pages show.
    Source: Whang & Garcia-Molina 2012, Definition 2.

    Arguments:
        workspace: what is out, and who puts it together.
        terms: what comes besides: a planned release.
        options: in the order in which they are done.

    >>> from leakage.record import Record
    >>> given = (Release("Order", "Shop", Record.of(("Email", "a@b"), ("Name", "Alice"))),)
    >>> work = Workspace((("Email", "a@b"), ("Name", "Alice")), releases=given)
    >>> erase = plan_actions(work, PlanTerms()).options[0]
    >>> figures_ahead(work, PlanTerms(), [erase])
    (1.0, 0.0)
    """
    actions, eve = [option.action for option in options], threat_in_use(workspace)
    outcomes = Outcomes(situation_of(workspace, terms), actions, [eve], workspace.measure)
    done = [(1 << count) - 1 for count in range(len(actions) + 1)]
    return tuple(outcomes.leakages(done)[:, 0].tolist())
