"""What the Timeline page computes."""

from __future__ import annotations

import datetime

from leakage.workspace.figures.timeline import Timeline, planned, timeline
from leakage.workspace.workspace import Workspace
from pages.shell.cached import cached_for_all
from pages.shell.knowledge import assessment


@cached_for_all
def came_about(workspace: Workspace, today: datetime.date) -> Timeline:
    """How the figure came about, and where the planned releases would take it."""
    assessed = assessment(workspace)
    return timeline(workspace, today, assessed, planned(workspace, assessed))
