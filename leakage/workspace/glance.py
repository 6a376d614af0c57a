"""Glance: what each of many pools knows, without resolving the whole background for each of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from leakage.measure.record_leakage import record_leakages
from leakage.resolution.operations import Augment, Correct, Resolve
from leakage.workspace.assessment import Pool, PoolLeakage, assess_pool, pool_together
from leakage.workspace.workspace import Workspace


@dataclass(frozen=True, slots=True)
class PoolGlance:
    """What a pool knows, in two numbers.

    Arguments:
        pool: who shares.
        leakage: L(R, e, E) of what it holds.
        joined: how many records stand behind it.
    """

    pool: Pool
    leakage: float
    joined: int


def glance_of(found: PoolLeakage) -> PoolGlance:
    """The two numbers of an assessment."""
    return PoolGlance(found.pool, found.result.leakage, len(found.result.members))


def glances(workspace: Workspace, pools: Sequence[Pool], together: PoolLeakage | None = None) -> tuple[PoolGlance, ...]:
    """What each pool knows, as ``assess_pool`` has it.

    With representativity fewer records make a finer partition of the same records. So a background record that no
    release reaches when all are pooled is reached by none in a smaller pool: such records are resolved once, for all
    pools, and each pool is resolved with the few that are left.
    Source: Whang & Garcia-Molina 2011, Section 2.2 (Representativity); 2012, Definition 2.

    Arguments:
        workspace: the releases and the background.
        pools: whose knowledge is asked for.
        together: the assessment of all recipients together, where it is at hand.

    >>> from leakage.record import Record
    >>> from leakage.workspace.assessment import pools_alone
    >>> from leakage.workspace.workspace import Release
    >>> given = tuple(Release(n, n, Record.of(("N", "Alice"))) for n in ("Shop", "Bank"))
    >>> work = Workspace((("N", "Alice"),), releases=given)
    >>> [one.leakage for one in glances(work, pools_alone(work))]
    [1.0, 1.0]
    """
    if not _order_is_free(workspace):
        return tuple(glance_of(assess_pool(workspace, pool)) for pool in pools)
    all_of_them = together or assess_pool(workspace, pool_together(workspace))
    reached, rest = _parted(workspace, all_of_them)
    small = replace(workspace, background=tuple(workspace.background[n] for n in reached))
    return tuple(_with_rest(glance_of(assess_pool(small, pool)), rest) for pool in pools)


def _order_is_free(workspace: Workspace) -> bool:
    """Whether records are prepared one by one, and what is joined does not depend on their order."""
    steps = workspace.adversary.operations
    return all(isinstance(step, Correct | Augment) or (isinstance(step, Resolve) and step.unique) for step in steps)


def _parted(workspace: Workspace, together: PoolLeakage) -> tuple[list[int], tuple[float, int]]:
    """The background records that some release reaches; and of the others the worst composite's leakage and size."""
    given = len(together.pool.releases)
    resolution = together.result.resolution
    apart = [n for n, members in enumerate(resolution.members) if members[0] >= given]
    apart_set = set(apart)
    reached = [n for n in range(len(workspace.background)) if int(resolution.composite_of[given + n]) not in apart_set]
    telling = [n for n in apart if any(a.pair in workspace.reference for a in resolution.composites[n])]
    composites = (resolution.composites[n] for n in telling)
    leakages = record_leakages(composites, workspace.reference, workspace.measure).tolist()
    leakage, number = max(zip(leakages, telling, strict=True), default=(0.0, -1))
    return reached, (leakage, len(resolution.members[number]) if telling else 0)


def _with_rest(found: PoolGlance, rest: tuple[float, int]) -> PoolGlance:
    """The pool with the composites of background alone, should one of them tell more."""
    leakage, joined = rest
    return replace(found, leakage=leakage, joined=joined) if leakage > found.leakage else found
