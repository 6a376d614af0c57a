"""What the Timeline page computes."""

from __future__ import annotations

import datetime

from leakage.workspace.figures.plan.ahead import figures_ahead
from leakage.workspace.figures.plan.terms import PlanTerms
from leakage.workspace.figures.plan.work_option import WorkOption
from leakage.workspace.figures.timeline import Ahead, Timeline, planned, timeline
from leakage.workspace.workspace import Workspace
from pages.kit.called import said
from pages.shell.cached import cached, cached_for_all
from pages.shell.knowledge import assessment


@cached_for_all
def came_about(workspace: Workspace, today: datetime.date) -> Timeline:
    """How the figure came about."""
    return timeline(workspace, today, assessment(workspace))


@cached_for_all
def planned_ahead(workspace: Workspace) -> tuple[tuple[Ahead, ...], ...]:
    """Where each planned release would take the figure."""
    return planned(workspace, assessment(workspace))


@cached
def plan_ahead(workspace: Workspace, terms: PlanTerms, actions: tuple[WorkOption, ...]) -> tuple[Ahead, ...]:
    """The actions of a plan with the figure after each; before them what is to come anyway."""
    before, *after = figures_ahead(workspace, terms, actions)
    comes = [Ahead("What is to come", before)] if terms.coming or terms.verified else []
    return (*comes, *(Ahead(said(action), figure) for action, figure in zip(actions, after, strict=True)))
