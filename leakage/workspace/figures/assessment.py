"""Assessment: what a workspace's releases add up to, alone and pooled."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from leakage.decision.information_leakage import InformationLeakage, worst_of
from leakage.progress import looking, report
from leakage.record import Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.owned import Owned
from leakage.resolution.resolution import Resolution
from leakage.short_repr import short_repr
from leakage.workspace.workspace import Release, Workspace

Resolve: TypeAlias = Callable[[Adversary, tuple[Record, ...], tuple[tuple[Record, ...], ...]], Iterable[Resolution]]
"""From an adversary, a background and what each pool holds to what she makes of each pool."""


@dataclass(frozen=True, slots=True)
class Pool:
    """Recipients who put their data together, and which releases they hold.

    Arguments:
        name: a recipient's name, a coalition's, or "All together".
        recipients: who they are.
        releases: numbers of the workspace's releases, ascending; without those that were erased.
    """

    name: str
    recipients: tuple[str, ...]
    releases: tuple[int, ...]

    __repr__ = short_repr


@dataclass(frozen=True, eq=False)
class PoolLeakage:
    """A pool and what it knows; record numbers run over the background, then the pool's releases."""

    pool: Pool
    result: InformationLeakage

    __repr__ = short_repr

    def release_of(self, record: int) -> int | None:
        """Which of the workspace's releases a record number of the result is; None for background."""
        place = record - self.background
        return self.pool.releases[place] if place >= 0 else None

    @property
    def background(self) -> int:
        """How many records of the background it holds."""
        return len(self.result.resolution.composite_of) - len(self.pool.releases)


def pool_of(workspace: Workspace, name: str, recipients: Iterable[str]) -> Pool:
    """A pool of the recipients named, with the releases they hold; what was erased they hold no more."""
    chosen = tuple(recipients)
    pooled = frozenset(chosen)
    held = tuple(
        number
        for number, release in enumerate(looking(workspace.releases))
        if release.recipient in pooled and release.erasure != "done"
    )
    return Pool(name, chosen, held)


def pools_alone(workspace: Workspace) -> tuple[Pool, ...]:
    """Every recipient as a pool of one."""
    return tuple(pool_of(workspace, name, (name,)) for name in workspace.recipient_names)


def pool_together(workspace: Workspace) -> Pool:
    """All recipients as one pool."""
    return pool_of(workspace, "All together", workspace.recipient_names)


def pools(workspace: Workspace) -> tuple[Pool, ...]:
    """The pools as the workspace's pooling has them; recipients in no coalition stand alone.

    >>> from leakage.workspace.workspace import Pooling, Release
    >>> given = tuple(Release(n, n, Record.of(("N", "Alice"))) for n in ("Shop", "Bank"))
    >>> [pool.name for pool in pools(Workspace(releases=given, pooling=Pooling("alone")))]
    ['Shop', 'Bank']
    """
    if not workspace.releases:
        return ()
    if workspace.pooling.kind == "together":
        return (pool_together(workspace),)
    if workspace.pooling.kind == "alone":
        return pools_alone(workspace)
    named = [pool_of(workspace, coalition.name, coalition.recipients) for coalition in workspace.pooling.coalitions]
    allied = {recipient for pool in named for recipient in pool.recipients}
    return (*named, *(pool for pool in pools_alone(workspace) if pool.name not in allied))


def records_of(workspace: Workspace, pool: Pool) -> tuple[Record, ...]:
    """What a pool's adversary holds, in the order of arrival: the background, then the pool's releases.

    So what is released next comes after everything she holds.
    """
    return workspace.held_background + own_records(workspace, pool)


def own_records(workspace: Workspace, pool: Pool) -> tuple[Record, ...]:
    """What a pool's adversary holds beside the background."""
    return tuple(held_by(workspace, workspace.releases[n]) for n in looking(pool.releases))


def record_name(workspace: Workspace, pool: Pool, number: int) -> str:
    """What to call a record of a pool: the release's name, or a number for what was held besides."""
    place = number - len(workspace.held_background)
    if place >= 0:
        return workspace.releases[pool.releases[place]].name
    in_files = number - len(workspace.background)
    return f"Background record {number + 1}" if in_files < 0 else f"Joined record {in_files + 1} of the files"


def held_by(workspace: Workspace, release: Release) -> Record:
    """A release as its recipient holds it: named for the recipient where that matters to the adversary.

    The background is nobody's: it is pooled as it stands.
    Source: Whang & Garcia-Molina 2011, Section 1.
    """
    return Owned(release.record, release.recipient) if workspace.pooling_adversary.minds_owners else release.record


def resolve_pools(
    adversary: Adversary, background: tuple[Record, ...], held: tuple[tuple[Record, ...], ...]
) -> Iterator[Resolution]:
    """What the adversary makes of each of some pools, one by one; it does not depend on the profile, nor on weights.

    Arguments:
        adversary: as she pools.
        background: what every pool holds besides.
        held: of each pool its own records.
    """
    for number, own in enumerate(held):
        if len(held) > 1:
            report("Resolving what each holds", number, len(held))
        yield adversary.resolve(background + own)


def assess_pool(workspace: Workspace, pool: Pool, resolve: Resolve = resolve_pools) -> PoolLeakage:
    """What one pool knows: L(R, e, E) with R the pool's releases and the background.

    Source: Whang & Garcia-Molina 2012, Definition 2.

    Arguments:
        workspace: who shares what, and by what it is measured.
        pool: whose knowledge is asked for.
        resolve: ``resolve_pools``, or the same from memory.
    """
    return _assessed(workspace, (pool,), resolve)[0]


def assess(workspace: Workspace, resolve: Resolve = resolve_pools) -> tuple[PoolLeakage, ...]:
    """What every pool knows, as the workspace's pooling has them; arguments as ``assess_pool``."""
    return _assessed(workspace, pools(workspace), resolve)


def _assessed(workspace: Workspace, pools: tuple[Pool, ...], resolve: Resolve) -> tuple[PoolLeakage, ...]:
    held = tuple(own_records(workspace, pool) for pool in pools)
    resolutions = resolve(workspace.pooling_adversary, workspace.held_background, held)
    return tuple(
        PoolLeakage(pool, worst_of(resolution, workspace.reference, workspace.measure))
        for pool, resolution in zip(pools, resolutions, strict=True)
    )


def worst(assessed: Iterable[PoolLeakage]) -> PoolLeakage | None:
    """The pool that knows most, the first of several; None for no pool.

    The whole figure is the worst case, as set leakage is (Whang & Garcia-Molina 2012, Section 2.3).
    """
    return max(assessed, key=lambda leakage: leakage.result.leakage, default=None)
