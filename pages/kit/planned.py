"""The plan over all kinds of actions."""

from __future__ import annotations

from leakage.workspace.figures.plan.plan import WorkPlans, plan_actions
from leakage.workspace.figures.plan.terms import PlanTerms
from leakage.workspace.requests.effort import graded_minutes
from leakage.workspace.workspace import Workspace
from pages.shell.cached import cached

FIRST = 800
"""Sets of actions looked at before the first plan is shown."""

FIRST_OF_MANY = 300
"""The same where there are more than MANY releases, of which each set takes longer."""

MANY = 100

FURTHER = 4
"""How many times as many each further search looks at."""


@cached
def plans(workspace: Workspace, terms: PlanTerms, rounds: int) -> WorkPlans:
    """The plans after the first search and so many further ones, each from what the one before it found."""
    start = plans(workspace, terms, rounds - 1).found if rounds else ()
    first = FIRST if len(workspace.releases) <= MANY else FIRST_OF_MANY
    asking = graded_minutes(workspace)
    return plan_actions(workspace, terms, asking=asking, start=start, limit=first * FURTHER**rounds)
