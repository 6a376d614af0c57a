"""Shapley values: what each release and each recipient of a workspace is responsible for."""

from __future__ import annotations

from leakage.decision.shapley import ShapleyValue, release_shapley
from leakage.workspace.figures.erasure import choices_of
from leakage.workspace.workspace import Workspace


def release_shapley_values(workspace: Workspace) -> tuple[ShapleyValue, ...]:
    """What every release is responsible for, as Shapley values of the whole leakage; in their order.

    They add up to the whole less what the background tells by itself; what was erased has no share.
    Source: see ``leakage.decision.shapley``.

    >>> from leakage.record import Record
    >>> from leakage.workspace.workspace import Release
    >>> told = tuple(Release(n, n, Record.of(("N", "Alice"))) for n in ("Shop", "Bank"))
    >>> [one.share for one in release_shapley_values(Workspace((("N", "Alice"),), releases=told))]
    [0.5, 0.5]
    """
    return release_shapley(choices_of(workspace), [(number,) for number in range(len(workspace.releases))])


def recipient_shapley_values(workspace: Workspace) -> tuple[ShapleyValue, ...]:
    """The same for every recipient, all their releases together; in the order of ``workspace.recipient_names``.

    >>> recipient_shapley_values(Workspace())
    ()
    """
    held = [
        [number for number, release in enumerate(workspace.releases) if release.recipient == recipient]
        for recipient in workspace.recipient_names
    ]
    return release_shapley(choices_of(workspace), held)
