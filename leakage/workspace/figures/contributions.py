"""How much each release and each recipient is responsible for."""

from __future__ import annotations

from leakage.decision.shapley import ShapleyValue, release_shapley
from leakage.workspace.figures.assessment import evaluator
from leakage.workspace.workspace import Workspace


def release_shapley_values(workspace: Workspace) -> tuple[ShapleyValue, ...]:
    """What every release is responsible for, as Shapley values of the whole leakage; in their order.

    They add up to the whole less what the background tells by itself; what was erased has no share, unless it leaked.
    Source: see ``leakage.decision.shapley``.
    """
    return release_shapley(evaluator(workspace))


def recipient_shapley_values(workspace: Workspace) -> tuple[ShapleyValue, ...]:
    """The same for every recipient, all their releases together; in the order of ``workspace.recipient_names``.

    What leaked is there whoever is taken away: it is nobody's share.
    """
    by_recipient = [
        [n for n, release in enumerate(workspace.releases) if release.recipient == recipient and not release.breach]
        for recipient in workspace.recipient_names
    ]
    return release_shapley(evaluator(workspace), by_recipient)
