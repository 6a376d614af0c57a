"""How much each release, recipient and fact is responsible for."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from leakage.database import Floats
from leakage.decision.contribution import release_contributions
from leakage.decision.leakage import leakages_of
from leakage.decision.shapley import ShapleyValue, release_shapley
from leakage.decision.subsets import PoolSubsets, SubsetEvaluator
from leakage.measure.record_leakage import set_leakage
from leakage.progress import cancellable
from leakage.record import Attribute, Record
from leakage.resolution.adversary import Adversary
from leakage.workspace.figures.assessment import (
    PoolLeakage,
    Resolve,
    assess,
    pools,
    records_of,
    resolve_pools,
    sourced_record,
)
from leakage.workspace.workspace import Workspace

# Contributions: what each release of a workspace adds to the whole leakage.


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
    now = assess(workspace) if assessed is None else assessed
    # What each pool knows without each release: as now where it does not hold the release.
    without = np.array([np.full(len(workspace.releases), leaked.result.leakage) for leaked in now])
    for row, leaked in zip(without, now, strict=True):
        numbers = list(leaked.pool.releases)
        row[numbers] -= release_contributions(
            records_of(workspace, leaked.pool),
            range(leaked.background, leaked.background + len(numbers)),
            workspace.reference,
            workspace.pooling_adversary,
            workspace.measure,
        )
    if not len(now):
        return np.zeros(len(workspace.releases))
    whole = max(leaked.result.leakage for leaked in now)
    shares: Floats = whole - without.max(axis=0)
    return shares


# Shapley values: what each release and each recipient of a workspace is responsible for.


def release_shapley_values(workspace: Workspace) -> tuple[ShapleyValue, ...]:
    """What every release is responsible for, as Shapley values of the whole leakage; in their order.

    They add up to the whole less what the background tells by itself; what was erased has no share, unless it leaked.
    Source: see ``leakage.decision.shapley``.

    >>> from leakage.record import Record
    >>> from leakage.workspace.workspace import Release
    >>> releases = tuple(Release(n, n, Record.of(("N", "Alice"))) for n in ("Shop", "Bank"))
    >>> [one.share for one in release_shapley_values(Workspace((("N", "Alice"),), releases=releases))]
    [0.5, 0.5]
    """
    return release_shapley(choices_of(workspace), [(number,) for number in range(len(workspace.releases))])


def recipient_shapley_values(workspace: Workspace) -> tuple[ShapleyValue, ...]:
    """The same for every recipient, all their releases together; in the order of ``workspace.recipient_names``.

    >>> recipient_shapley_values(Workspace())
    ()
    """
    by_recipient = [
        [number for number, release in enumerate(workspace.releases) if release.recipient == recipient]
        for recipient in workspace.recipient_names
    ]
    return release_shapley(choices_of(workspace), by_recipient)


def choices_of(workspace: Workspace) -> tuple[PoolSubsets, ...]:
    """For every pool what any choice among the workspace's releases leaks.

    >>> choices_of(Workspace())
    ()
    """
    before = SubsetEvaluator(workspace.background, workspace.reference, workspace.pooling_adversary, workspace.measure)
    return tuple(
        before.choices(
            {number: sourced_record(workspace, workspace.releases[number]) for number in cancellable(pool.releases)}
        )
        for pool in pools(workspace)
    )


# Counterfactual: what the adversary would know, had she not taken two records for one person.


_APART = "\0kept apart"
"""A label no person can type; two values of it keep two records apart for good."""


def leakage_kept_apart(
    workspace: Workspace, leaked: PoolLeakage, first: int, second: int, resolve: Resolve = resolve_pools
) -> float:
    """What a pool would know if it never took two of its records for the same person.

    ``L(R, e, E')`` with E' as E, but for a conflict between the two: no composite holds both. Where records are
    resolved this is negative evidence (``Unless``), one of the outcomes that their order may lead to. Where
    they are clustered, one of the two is a person by itself; of the two ways the one that leaves her more counts.
    Source: Whang & Garcia-Molina 2011, Section 1 (negative evidence); 2012, Definition 2.

    Arguments:
        workspace: the profile, the adversary and the records.
        leaked: what the pool knows, as ``assess_pool`` has it.
        first, second: numbers of two records, over the background, then the pool's releases.
        resolve: as ``assess_pool``.

    Raises:
        ValueError: if the two are one, or a number is out of range.

    >>> from leakage.resolution.adversary import Adversary
    >>> from leakage.resolution.rules.shared_values import Shares
    >>> from leakage.resolution.operations import Resolve
    >>> from leakage.workspace.figures.assessment import assess
    >>> from leakage.workspace.workspace import Policy, Release
    >>> given = tuple(Release(n, n, Record.of(("Name", "Alice"), (n, "1"))) for n in ("Phone", "Card"))
    >>> eve = (Policy("By name", Adversary((Resolve(Shares("Name")),))),)
    >>> work = Workspace((("Name", "Alice"), ("Phone", "1"), ("Card", "1")), releases=given, policies=eve)
    >>> round(leakage_kept_apart(work, assess(work)[0], 0, 1), 9)
    0.8
    """
    records = list(records_of(workspace, leaked.pool))
    if first == second or not all(0 <= number < len(records) for number in (first, second)):
        raise ValueError(f"two different record numbers in [0, {len(records)}) are needed")
    adversary = workspace.pooling_adversary
    apart = adversary.blocked_on(_APART)
    if apart is None:
        return max(_with_one_alone(workspace, records, alone, resolve) for alone in (first, second))
    for number, side in ((first, "1"), (second, "2")):
        records[number] = records[number].with_attribute(Attribute(_APART, side))
    pipeline, resolution = adversary.pipeline, leaked.result.resolution
    if pipeline is None or pipeline.analysis is None or not pipeline.analysis.is_incremental:
        return _worst(workspace, records, apart, resolve)
    # Where the order is free nothing is joined that was not: only the composite of the two may come apart.
    composite = int(resolution.composite_of[first])
    if composite != resolution.composite_of[second]:
        return leaked.result.leakage
    others = leakages_of(resolution, workspace.reference, workspace.measure)
    others[composite] = 0.0
    together = [records[number] for number in resolution.members[composite]]
    return max(float(others.max()), _worst(workspace, together, apart, resolve))


def _with_one_alone(workspace: Workspace, records: Sequence[Record], alone: int, resolve: Resolve) -> float:
    """The leakage of records of which one is joined with no other."""
    others = tuple(record for number, record in enumerate(records) if number != alone)
    resolutions = resolve(workspace.pooling_adversary, (), (others, (records[alone],)))
    composites = (composite for resolution in resolutions for composite in resolution.composites)
    return set_leakage(composites, workspace.reference, workspace.measure)


def _worst(workspace: Workspace, records: Sequence[Record], apart: Adversary, resolve: Resolve) -> float:
    """The leakage of records of which two are kept apart."""
    [resolution] = resolve(apart, (), (tuple(records),))
    plain = (Record(a for a in composite if a.label != _APART) for composite in resolution.composites)
    return set_leakage(plain, workspace.reference, workspace.measure)
