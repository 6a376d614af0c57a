"""The plan of a work, and what it leaves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from leakage.old.decision.plan.outcomes import Outcomes
from leakage.old.decision.plan.planning import (
    FIRST,
    ActionFrontier,
    ActionPlan,
    PlanStep,
    plan_frontier,
    steps_of,
    thinned,
)
from leakage.workspace.figures.plan.actions import PlanTerms, WorkOption, groups_of, in_sittings
from leakage.workspace.figures.plan.options import Chances, granted, options_of, situation_of, threat_in_use, threats_of
from leakage.workspace.workspace import Workspace

# The plan of a workspace: which actions, of every kind, for the minutes at hand.


UNSEEN = 0.0005
"""A difference of leakages that figures to a tenth of a point do not show."""

PlannedStep: TypeAlias = tuple[tuple[WorkOption, ...], PlanStep]
"""What is done in a sitting, and what it does."""


@dataclass(frozen=True, eq=False)
class WorkPlans:
    """The plans for every number of minutes, in the person's words.

    Arguments:
        terms: what was asked.
        options: what could be done; the frontier's options are theirs.
        frontier: the plans.
    """

    terms: PlanTerms
    options: tuple[WorkOption, ...]
    frontier: ActionFrontier
    _ordered: dict[tuple[int, ...], tuple[PlannedStep, ...]] = field(default_factory=dict, repr=False)
    _within: dict[float, ActionPlan] = field(default_factory=dict, repr=False)

    def steps(self, plan: ActionPlan) -> tuple[PlannedStep, ...]:
        """A plan in the order in which to do it; it is remembered, for each action is resolved by itself."""
        if plan.actions not in self._ordered:
            steps = steps_of(self.frontier, plan.actions)
            self._ordered[plan.actions] = tuple(
                (in_sittings(self.options[number] for number in step.numbers), step) for step in steps
            )
        return self._ordered[plan.actions]

    def within(self, minutes: float) -> ActionPlan:
        """A plan that leaves what these plans leave within some minutes, to a tenth of a point, and spares no action.

        It is the shortest of them that does, without the actions that change less than that. Nobody takes a step more
        for so little.

        Arguments:
            minutes: > 0.
        """
        if minutes not in self._within:
            best = self.frontier.within(minutes)
            most = best.leakage + UNSEEN
            enough = next(plan for plan in self.frontier.plans if plan.leakage <= most)
            self._within[minutes] = thinned(self.frontier, enough, most - enough.leakage)
        return self._within[minutes]


def plan_actions(
    workspace: Workspace,
    terms: PlanTerms,
    *,
    asking: Mapping[str, float | None] | None = None,
    chances: Chances = granted,
    limit: int = FIRST,
) -> WorkPlans:
    """For every number of minutes the actions that bring down most what the adversaries know.

    See ``leakage.old.decision.plan.planning`` for what is tried.
    Source: Whang & Garcia-Molina 2012, Definition 2 and Section 4.1.

    Arguments:
        workspace: what is out, and who puts it together.
        terms: what can be spent, on what, and against whom.
        asking: recipient to minutes of a request, None where none is deleted; the usual for those not named.
        chances: from a request and its recipients to how probable it is that it is granted; by default it is.
        limit: as ``plan_frontier``.

    Raises:
        ValueError: for minutes that are not positive.

    >>> from leakage.record import Record
    >>> from leakage.workspace.workspace import Release
    >>> given = (Release("Order", "Shop", Record.of(("Email", "a@b"), ("Name", "Alice"))),)
    >>> work = Workspace((("Email", "a@b"), ("Name", "Alice")), releases=given)
    >>> plans = plan_actions(work, PlanTerms())
    >>> [(plan.cost, round(plan.leakage, 3)) for plan in plans.frontier.plans]
    [(0.0, 1.0), (5.0, 0.667), (15.0, 0.0)]
    """
    situation, threats = situation_of(workspace, terms), threats_of(workspace, terms)
    options = options_of(workspace, terms, situation, threats, asking, chances)
    frontier = plan_frontier(
        situation,
        [option.option for option in options],
        threats,
        workspace.measure,
        minutes=terms.minutes,
        limit=limit,
        groups=groups_of(options),
    )
    return WorkPlans(terms, options, frontier)


# Ahead: where a plan takes the figure of today, action by action.


def figures_ahead(workspace: Workspace, terms: PlanTerms, actions: Sequence[WorkOption]) -> tuple[float, ...]:
    """What the adversary in use knows before the first of some actions, and after each of them in turn.

    A plan may have been made against others; this is the figure that all other pages show.
    Source: Whang & Garcia-Molina 2012, Definition 2.

    Arguments:
        workspace: what is out, and who puts it together.
        terms: what comes besides: a planned release, and facts that Eve makes sure of.
        actions: in the order in which they are done.

    >>> from leakage.record import Record
    >>> from leakage.workspace.figures.plan.plan import plan_actions
    >>> from leakage.workspace.workspace import Release
    >>> given = (Release("Order", "Shop", Record.of(("Email", "a@b"), ("Name", "Alice"))),)
    >>> work = Workspace((("Email", "a@b"), ("Name", "Alice")), releases=given)
    >>> erase = plan_actions(work, PlanTerms()).options[0]
    >>> figures_ahead(work, PlanTerms(), [erase])
    (1.0, 0.0)
    """
    does = [option.option.action for option in actions]
    outcomes = Outcomes(situation_of(workspace, terms), does, [threat_in_use(workspace, terms)], workspace.measure)
    done = [(1 << count) - 1 for count in range(len(does) + 1)]
    return tuple(outcomes.leakages(done)[:, 0].tolist())
