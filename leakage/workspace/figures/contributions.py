"""Contributions: what each release of a workspace adds to the whole leakage."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from leakage.database import Floats
from leakage.decision.contribution import release_contributions
from leakage.workspace.figures.assessment import PoolLeakage, assess, records_of
from leakage.workspace.workspace import Workspace


def contributions_of_releases(workspace: Workspace, assessed: Sequence[PoolLeakage] | None = None) -> Floats:
    """What the whole leakage would lose without each release, shape (releases,).

    ``max_pools L(R, e, E) - max_pools L(R less r, e, E)``; below 0 for a release that confuses the adversary.
    Source: Whang & Garcia-Molina 2012, Section 4.1 (incremental leakage), with r already out.

    Arguments:
        workspace: its releases are left out one at a time.
        assessed: what ``assess(workspace)`` gave, where it is at hand.

    >>> from leakage.record import Record
    >>> from leakage.workspace.workspace import Pooling, Release
    >>> given = tuple(Release(n, n, Record.of(("N", "Alice"))) for n in ("Shop", "Bank"))
    >>> contributions_of_releases(Workspace((("N", "Alice"),), releases=given, pooling=Pooling("alone"))).tolist()
    [0.0, 0.0]
    """
    pools = assess(workspace) if assessed is None else assessed
    # What each pool knows without each release: as now where it does not hold the release.
    without = np.array([np.full(len(workspace.releases), known.result.leakage) for known in pools])
    for row, known in zip(without, pools, strict=True):
        held = list(known.pool.releases)
        row[held] -= release_contributions(
            records_of(workspace, known.pool),
            range(known.background, known.background + len(held)),
            workspace.reference,
            workspace.pooling_adversary,
            workspace.measure,
        )
    if not len(pools):
        return np.zeros(len(workspace.releases))
    whole = max(known.result.leakage for known in pools)
    shares: Floats = whole - without.max(axis=0)
    return shares
