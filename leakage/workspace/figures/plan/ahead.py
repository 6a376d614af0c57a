"""Ahead: where a plan takes the figure of today, action by action."""

from __future__ import annotations

from collections.abc import Sequence

from leakage.decision.plan.outcomes import Outcomes
from leakage.workspace.figures.plan.terms import PlanTerms
from leakage.workspace.figures.plan.today import situation_of, threat_in_use
from leakage.workspace.figures.plan.work_option import WorkOption, made_up
from leakage.workspace.workspace import Workspace


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
    outcomes = Outcomes(
        situation_of(workspace, terms), does, [threat_in_use(workspace, terms, made_up(actions))], workspace.measure
    )
    done = [(1 << count) - 1 for count in range(len(does) + 1)]
    return tuple(outcomes.leakages(done)[:, 0].tolist())
