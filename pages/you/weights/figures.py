"""What the Weights page computes."""

from __future__ import annotations

from leakage.measure.sensitivity import WeightSensitivity, weight_sensitivity
from leakage.workspace.workspace import Workspace
from pages.shell.cached import cached_for_all
from pages.shell.knowledge import worst_pool


@cached_for_all
def sensitivity(workspace: Workspace) -> tuple[WeightSensitivity, ...]:
    """How far the figure of the worst pool and the ranking of releases move with each weight."""
    worst = worst_pool(workspace)
    composites = worst.result.resolution.composites if worst else ()
    telling = [record for record in composites if any(a.pair in record for a in workspace.reference)]
    return weight_sensitivity(
        telling, workspace.reference, workspace.measure, [release.record for release in workspace.releases]
    )
