"""The plan over all kinds of actions, as it was asked for last: the first search soon, further ones when wanted."""

from __future__ import annotations

from dataclasses import astuple

from leakage.workspace.figures import estimates
from leakage.workspace.figures.plan.plan import WorkPlans, plan_actions
from leakage.workspace.figures.plan.terms import PlanTerms
from leakage.workspace.figures.plan.today import faced
from leakage.workspace.requests.effort import graded_minutes
from leakage.workspace.workspace import Workspace
from pages.shell import on_demand, session
from pages.shell.cached import cached

MINUTES = 60
"""That a person has, until another number is entered."""

FIRST = 800
"""Sets of actions looked at before the first plan is shown."""

FIRST_OF_MANY = 300
"""The same where there are more than MANY releases, of which each set takes longer."""

MANY = 100

FURTHER = 4
"""How many times as many each further search looks at."""

_ASKED = "plan-asked"
_ROUNDS = "plan-rounds"


@cached
def plans(workspace: Workspace, terms: PlanTerms, rounds: int) -> WorkPlans:
    """The plans after the first search and so many further ones, each from what the one before it found."""
    start = plans(workspace, terms, rounds - 1).found if rounds else ()
    first = FIRST if len(workspace.releases) <= MANY else FIRST_OF_MANY
    asking = graded_minutes(workspace)
    return plan_actions(workspace, terms, asking=asking, start=start, limit=first * FURTHER**rounds)


def ask(terms: PlanTerms, minutes: float) -> None:
    """Keep what is asked for, for other pages."""
    session.put(_ASKED, (terms, minutes))


def asked(workspace: Workspace) -> tuple[PlanTerms, float]:
    """The terms and minutes asked for last; before that what anybody would ask for."""
    terms, minutes = session.get(_ASKED, (PlanTerms(poolings=(workspace.pooling.kind,)), MINUTES))
    return terms, minutes


def rounds_of(workspace: Workspace, terms: PlanTerms) -> int:
    """How many further searches were asked for."""
    asked_for, rounds = session.get(_ROUNDS, (None, 0))
    return int(rounds) if asked_for == (workspace.fingerprint, astuple(terms)) else 0


def search_on(workspace: Workspace, terms: PlanTerms) -> None:
    """Ask for one further search, in a callback."""
    session.put(_ROUNDS, ((workspace.fingerprint, astuple(terms)), rounds_of(workspace, terms) + 1))


def plans_or_offer(workspace: Workspace, terms: PlanTerms, *, unasked: bool = True) -> WorkPlans | None:
    """The plans after as many searches as were asked for; None while they are left alone.

    Arguments:
        workspace, terms: as ``plans``.
        unasked: whether they are worked out without being asked for, where that is quick.
    """
    rounds = rounds_of(workspace, terms)
    seconds = estimates.plan(workspace, len(faced(workspace, terms)))
    first = on_demand.of(plans, seconds, "The plan", unasked)(workspace, terms, 0)
    if first is None or not rounds:
        return first
    # What was asked for is worked out at once, with a bar to cancel it; what was found before stays then.
    key, ready = plans.key(workspace, terms, rounds), plans.remembers(workspace, terms, rounds)
    further = on_demand.figure(
        f"plan-{rounds}", key, lambda: plans(workspace, terms, rounds), 0.0, "A longer search", ready
    )
    return further or plans(workspace, terms, rounds - 1)
