"""What every pool knows, remembered for the session."""

from __future__ import annotations

from leakage.record import Record
from leakage.resolution.adversary import Adversary, Resolution
from leakage.workspace.figures.assessment import (
    Pool,
    PoolLeakage,
    assess,
    assess_pool,
    pool_together,
    resolve_pools,
    worst,
)
from leakage.workspace.figures.count import count
from leakage.workspace.workspace import Workspace
from pages.app.figures import figure


@figure
def resolutions(
    adversary: Adversary, background: tuple[Record, ...], by_pool: tuple[tuple[Record, ...], ...]
) -> tuple[Resolution, ...]:
    """What the adversary makes of every pool: other weights or facts of the profile do not change it."""
    return tuple(resolve_pools(adversary, background, by_pool))


assessment = figure(assess, resolve=resolutions)


@figure
def together(workspace: Workspace) -> PoolLeakage:
    """What all recipients would know together."""
    if workspace.pooling_in_use.kind == "together":
        return assessment(workspace)[0]
    return assess_pool(workspace, pool_together(workspace), resolutions)


def known_to(workspace: Workspace, pool: Pool) -> PoolLeakage:
    """What one of the pools knows."""
    return next(leaked for leaked in assessment(workspace) if leaked.pool == pool)


def leakage_of(workspace: Workspace) -> float | None:
    """The whole figure; None where the profile is empty or nothing was released."""
    leaked = worst(assessment(workspace)) if workspace.profile else None
    return None if leaked is None else leaked.result.leakage


counts = figure(count)
"""Which kinds of facts about the person Eve has."""
