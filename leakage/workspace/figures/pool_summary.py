"""What each of many pools knows, without resolving the whole background for each of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from leakage.database import Floats
from leakage.decision.information_leakage import leakages_of
from leakage.measure.record_leakage import record_leakages
from leakage.measure.telling import telling_records
from leakage.measure.ties import first_greatest
from leakage.record import Record
from leakage.workspace.figures.assessment import (
    Pool,
    PoolLeakage,
    Resolve,
    assess_pool,
    own_records,
    pool_together,
    resolve_pools,
)
from leakage.workspace.workspace import Workspace


@dataclass(frozen=True, slots=True)
class PoolSummary:
    """What a pool knows, in two numbers.

    Arguments:
        pool: who shares.
        leakage: L(R, e, E) of what it holds.
        joined: how many records stand behind it.
    """

    pool: Pool
    leakage: float
    joined: int


def summary_of(known: PoolLeakage) -> PoolSummary:
    """The two numbers of an assessment."""
    return PoolSummary(known.pool, known.result.leakage, len(known.result.members))


def pool_summaries(
    workspace: Workspace,
    pools: Sequence[Pool],
    together: PoolLeakage | None = None,
    resolve: Resolve = resolve_pools,
) -> tuple[PoolSummary, ...]:
    """What each pool knows, as ``assess_pool`` has it.

    With representativity fewer records make a finer partition of the same records. So a background record that no
    release reaches when all are pooled is reached by none in a smaller pool: such records are resolved once, for all
    pools, and each pool is resolved with the few that are left.
    Source: Whang & Garcia-Molina 2011, Section 2.2 (Representativity); 2012, Definition 2.

    Arguments:
        workspace: the releases and the background.
        pools: whose knowledge is asked for.
        together: the assessment of all recipients together, where it is at hand.
        resolve: as ``assess_pool``.

    >>> from leakage.record import Record
    >>> from leakage.workspace.figures.assessment import pools_alone
    >>> from leakage.workspace.workspace import Release
    >>> given = tuple(Release(n, n, Record.of(("N", "Alice"))) for n in ("Shop", "Bank"))
    >>> work = Workspace((("N", "Alice"),), releases=given)
    >>> [one.leakage for one in pool_summaries(work, pools_alone(work))]
    [1.0, 1.0]
    """
    if not _order_is_free(workspace):
        return tuple(_summaries(workspace, pools, resolve))
    all_of_them = together or assess_pool(workspace, pool_together(workspace), resolve)
    reached, rest = _parted(workspace, all_of_them)
    # Plain: what its files hold that anybody reaches is among these.
    small = replace(workspace.plain, background=tuple(workspace.held_background[n] for n in reached))
    return tuple(_with_rest(summary, rest) for summary in _summaries(small, pools, resolve))


def _summaries(workspace: Workspace, pools: Sequence[Pool], resolve: Resolve) -> list[PoolSummary]:
    """What each pool knows; the composites of all of them are measured at once."""
    reference, measure = workspace.reference, workspace.measure
    held = tuple(own_records(workspace, pool) for pool in pools)
    members: list[list[int]] = []
    telling: list[Record] = []
    for resolution in resolve(workspace.pooling_adversary, workspace.held_background, held):
        numbers = telling_records(resolution.composites, reference, measure).tolist()
        members.append([len(resolution.members[n]) for n in numbers])
        telling += [resolution.composites[n] for n in numbers]
    ends = np.cumsum([len(sizes) for sizes in members])[:-1]
    leakages = np.split(record_leakages(telling, reference, measure), ends) if pools else []
    return [_summary(*each) for each in zip(pools, members, leakages, strict=True)]


def _summary(pool: Pool, members: Sequence[int], leakages: Floats) -> PoolSummary:
    if not leakages.any():
        return PoolSummary(pool, 0.0, 0)
    return PoolSummary(pool, float(leakages.max()), members[first_greatest(leakages)])


def _order_is_free(workspace: Workspace) -> bool:
    """Whether records are prepared one by one, and what is joined does not depend on their order."""
    pipeline = workspace.adversary.pipeline
    return pipeline is not None and (pipeline.analysis is None or pipeline.analysis.settles)


def _parted(workspace: Workspace, together: PoolLeakage) -> tuple[list[int], tuple[float, int]]:
    """The background records that some release reaches; and of the others the worst composite's leakage and size."""
    first = together.background
    resolution = together.result.resolution
    apart = [n for n, members in enumerate(resolution.members) if members[-1] < first]
    apart_set = set(apart)
    reached = [n for n in range(len(workspace.held_background)) if int(resolution.composite_of[n]) not in apart_set]
    leakages = leakages_of(resolution, workspace.reference, workspace.measure)[apart]
    if not leakages.any():
        return reached, (0.0, 0)
    return reached, (float(leakages.max()), len(resolution.members[apart[first_greatest(leakages)]]))


def _with_rest(summary: PoolSummary, rest: tuple[float, int]) -> PoolSummary:
    """The pool with the composites of background alone, should one of them tell more."""
    leakage, joined = rest
    return replace(summary, leakage=leakage, joined=joined) if leakage > summary.leakage else summary
