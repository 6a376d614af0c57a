"""What every pool knows: the whole figure, its pools, and how much each release and recipient is responsible for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeAlias

from leakage.decision.evaluator import Evaluator
from leakage.decision.leakage import InformationLeakage, Presumed, composite_with, leakages_of, worst_of
from leakage.decision.shapley import ShapleyValue, release_shapley
from leakage.progress import cancellable, report
from leakage.record import Attribute, Pair, Record, redacted_repr
from leakage.resolution.adversary import Adversary, Resolution
from leakage.resolution.operations import ResolvePerSource, SourcedRecord
from leakage.workspace.release import ChangedValue
from leakage.workspace.workspace import Release, Workspace

Resolve: TypeAlias = Callable[[Adversary, tuple[Record, ...], tuple[tuple[Record, ...], ...]], Iterable[Resolution]]
"""From an adversary, a background and what each pool holds to what she makes of each pool."""


ONLY_THESE = "Only these releases"
"""The name of a pool of releases that somebody has, whoever they were given to."""

LEAKED = "What leaked"
"""The name of a pool of all breaches, where every pool has them as well."""


@dataclass(frozen=True, slots=True)
class Pool:
    """Recipients who put their data together, and which releases they hold.

    Arguments:
        name: a recipient's name, a coalition's, "All together", ``LEAKED`` or ``ONLY_THESE``.
        recipients: who they are; nobody for the last two.
        releases: numbers of the workspace's releases, ascending; without those that were erased.
    """

    name: str
    recipients: tuple[str, ...]
    releases: tuple[int, ...]

    __repr__ = redacted_repr


@dataclass(frozen=True, eq=False)
class PoolLeakage:
    """A pool and what it knows; record numbers run over the background, then the pool's releases."""

    pool: Pool
    result: InformationLeakage
    presumed: Mapping[int, Presumed] = field(default_factory=dict)

    __repr__ = redacted_repr

    def release_of(self, record: int) -> int | None:
        """Which of the workspace's releases a record number of the result is; None for background."""
        place = record - self.background
        return self.pool.releases[place] if place >= 0 else None

    @property
    def background(self) -> int:
        """How many records of the background it holds."""
        return len(self.result.resolution.composite_of) - len(self.pool.releases)


def pool_of(workspace: Workspace, name: str, recipients: Iterable[str], breaches: bool = False) -> Pool:
    """A pool of the recipients named, with the releases they hold; what was erased they hold no more."""
    chosen = tuple(recipients)
    groups = (*dict.fromkeys(chosen), *([None] if breaches else []))
    numbers = sorted(number for group in groups for number in workspace.numbers_held.get(group, ()))
    return Pool(name, chosen, tuple(numbers))


def pools_alone(workspace: Workspace, breaches: bool = False) -> tuple[Pool, ...]:
    """Every recipient as a pool of one."""
    return tuple(pool_of(workspace, name, (name,), breaches) for name in workspace.recipient_names)


def pool_together(workspace: Workspace) -> Pool:
    """All recipients as one pool, with what leaked."""
    return pool_of(workspace, "All together", workspace.recipient_names, breaches=True)


def pools(workspace: Workspace) -> tuple[Pool, ...]:
    """The pools as the workspace's pooling has them; recipients in no coalition stand alone.

    What leaked is a pool by itself only where every pool has it as well; it was given to nobody.
    """
    if not workspace.releases:
        return ()
    pooling = workspace.pooling_in_use
    if pooling.kind == "together":
        return (pool_together(workspace),)
    if pooling.kind == "releases":
        # Nobody shares with who has them, and nothing is taken back.
        chosen = set(pooling.releases)
        numbers = (n for n, release in enumerate(cancellable(workspace.releases)) if release.name in chosen)
        return (Pool(ONLY_THESE, (), tuple(numbers)),)
    leaked = pooling.breaches and bool(workspace.breaches)
    coalitions = pooling.coalitions if pooling.kind == "coalitions" else ()
    named = [pool_of(workspace, coalition.name, coalition.recipients, leaked) for coalition in coalitions]
    allied = {recipient for pool in named for recipient in pool.recipients}
    alone = (pool for pool in pools_alone(workspace, leaked) if pool.name not in allied)
    # First, so that whoever is new comes last.
    return (*([pool_of(workspace, LEAKED, (), breaches=True)] if leaked else []), *named, *alone)


def records_of(workspace: Workspace, pool: Pool) -> tuple[Record, ...]:
    """What a pool's adversary holds, in the order of arrival: the background, then the pool's releases."""
    return workspace.background + own_records(workspace, pool)


def own_records(workspace: Workspace, pool: Pool) -> tuple[Record, ...]:
    """What a pool's adversary holds beside the background."""
    return tuple(sourced_record(workspace, release) for release in cancellable(_held(workspace, pool)))


def _held(workspace: Workspace, pool: Pool) -> list[Release]:
    copies = pool.name == ONLY_THESE and not pool.recipients
    releases = releases_as_copied(workspace) if copies else workspace.releases
    return [releases[number] for number in pool.releases]


def releases_as_copied(workspace: Workspace) -> tuple[Release, ...]:
    """The releases as somebody has them who has copies of them: no value was changed since."""
    return with_old_values(workspace, workspace.changed_values)


def with_old_values(workspace: Workspace, changes: Iterable[ChangedValue]) -> tuple[Release, ...]:
    """The releases of a work, with the values in them that were changed.

    A value is put back, as sure as it was, where it was: into the releases of which its label was denied when it was
    changed, or else into those that have another value of the label.
    """
    changed: dict[str, dict[Pair, float]] = {}
    for change in changes:
        changed.setdefault(change.recipient, {})[change.label, change.value] = change.confidence
    denying = {
        (release.recipient, label)
        for release in workspace.releases
        for label, _ in changed.get(release.recipient, {})
        if _denies(release, label)
    }
    return tuple(
        _put_back(release, changed[release.recipient], denying)
        if release.recipient in changed and not release.breach
        else release
        for release in workspace.releases
    )


def _denies(release: Release, label: str) -> bool:
    return (label, 0.0) in release.presumed and not release.record.values(label)


def _put_back(release: Release, changed: Mapping[Pair, float], denying: set[tuple[str, str]]) -> Release:
    record, presumed = release.record, release.presumed
    for (label, value), sure in changed.items():
        lost = _denies(release, label) if (release.recipient, label) in denying else bool(release.record.values(label))
        if lost and (label, value) not in record:
            record = record.with_attribute(Attribute(label, value, sure))
            presumed = tuple(entry for entry in presumed if entry != (label, 0.0))
    return release if record == release.record else replace(release, record=record, presumed=presumed)


def evaluator(workspace: Workspace) -> Evaluator:
    """The leakage of any choice of a work's releases, over its pools; what was erased is in no pool.

    Where every pool has what leaked, so has whoever is new: that pool comes last.
    """
    releases = releases_as_copied(workspace) if workspace.has_releases_only else workspace.releases
    held = [pool.releases for pool in pools(workspace)]
    leaked = [pool.releases for pool in pools(workspace) if pool.name == LEAKED and not pool.recipients]
    return Evaluator(
        tuple(sourced_record(workspace, release) for release in releases),
        workspace.background,
        workspace.reference,
        workspace.pooling_adversary,
        workspace.measure,
        (*held, *leaked),
        {number: found for number, release in enumerate(releases) if (found := workspace.presumed_of(release))},
    )


def record_name(workspace: Workspace, pool: Pool, number: int, background: str = "Background record") -> str:
    """What to call a record of a pool: the release's name, or a number for what was held besides."""
    place = number - len(workspace.background)
    if place >= 0:
        return workspace.releases[pool.releases[place]].name
    return f"{background} {number + 1}"


def sourced_record(workspace: Workspace, release: Release) -> Record:
    """A release as its recipient holds it: named for the recipient where that matters to the adversary.

    The background is nobody's: it is pooled as it stands.
    Source: Whang & Garcia-Molina 2011, Section 1.
    """
    staged = any(isinstance(step, ResolvePerSource) for step in workspace.pooling_adversary.operations)
    return SourcedRecord(release.record, release.recipient) if staged else release.record


def presumed_in(workspace: Workspace, pool: Pool) -> dict[int, Presumed]:
    """By the number of a record of a pool what its holder probably has besides."""
    first = len(workspace.background)
    each = ((first + n, workspace.presumed_of(release)) for n, release in enumerate(_held(workspace, pool)))
    return {number: presumed for number, presumed in each if presumed}


def resolve_pools(
    adversary: Adversary, background: tuple[Record, ...], by_pool: tuple[tuple[Record, ...], ...]
) -> Iterator[Resolution]:
    """What the adversary makes of each of some pools, one by one; it does not depend on the profile, nor on weights."""
    for number, own in enumerate(by_pool):
        if len(by_pool) > 1:
            report("Resolving what each holds", number, len(by_pool))
        yield adversary.resolve(background + own)


def assess_pool(workspace: Workspace, pool: Pool, resolve: Resolve = resolve_pools) -> PoolLeakage:
    """What one pool knows: L(R, e, E) with R the pool's releases and the background.

    Source: Whang & Garcia-Molina 2012, Definition 2.
    """
    return assess(workspace, resolve, (pool,))[0]


def assess(
    workspace: Workspace, resolve: Resolve = resolve_pools, chosen: tuple[Pool, ...] | None = None
) -> tuple[PoolLeakage, ...]:
    """What every pool knows, or each of those chosen; by default they are as the workspace's pooling has them."""
    pooled = pools(workspace) if chosen is None else chosen
    by_pool = tuple(own_records(workspace, pool) for pool in pooled)
    resolutions = resolve(workspace.pooling_adversary, workspace.background, by_pool)
    assessed = []
    for pool, resolution in zip(pooled, resolutions, strict=True):
        presumed = presumed_in(workspace, pool)
        result = worst_of(resolution, workspace.reference, workspace.measure, presumed)
        assessed.append(PoolLeakage(pool, result, presumed))
    return tuple(assessed)


def worst(assessed: Iterable[PoolLeakage]) -> PoolLeakage | None:
    """The pool that knows most, the first of several; None for no pool.

    The whole figure is the worst case, as set leakage is (Whang & Garcia-Molina 2012, Section 2.3).
    """
    return max(assessed, key=lambda leakage: leakage.result.leakage, default=None)


def telling(workspace: Workspace, assessed: Iterable[PoolLeakage]) -> list[Record]:
    """The composites, with presumed facts, of the pool that knows most, without those that have nothing right."""
    if (most := worst(assessed)) is None:
        return []
    resolution, graded = most.result.resolution, {label for label, _ in workspace.measure.similarities}
    composites = (composite_with(resolution, n, most.presumed) for n in range(len(resolution.composites)))
    return [one for one in composites if any(a.pair in workspace.reference or a.label in graded for a in one)]


class PoolSummary(NamedTuple):
    """A pool, and L(R, e, E) of what it holds."""

    pool: Pool
    leakage: float


def summary_of(pool_leakage: PoolLeakage) -> PoolSummary:
    """The number of an assessment."""
    return PoolSummary(pool_leakage.pool, pool_leakage.result.leakage)


def pool_summaries(
    workspace: Workspace,
    pools: Sequence[Pool],
    together: PoolLeakage | None = None,
    resolve: Resolve = resolve_pools,
) -> tuple[PoolSummary, ...]:
    """What each pool knows, as ``assess_pool`` has it.

    With representativity fewer records make a finer partition of the same records. So a background record that no
    release reaches when all are pooled is reached by none in a smaller pool: such records are looked at once, for all
    pools, and each pool is resolved with the few that are left.
    Source: Whang & Garcia-Molina 2011, Section 2.2 (Representativity); 2012, Definition 2.

    Arguments:
        workspace: the releases and the background.
        pools: whose knowledge is asked for.
        together: the assessment of all recipients together, where it is at hand.
        resolve: as ``assess_pool``.
    """
    resolution = workspace.adversary.resolution
    if not workspace.background or resolution is None or not resolution.unique:
        return tuple(map(summary_of, assess(workspace, resolve, tuple(pools))))
    whole = together or assess_pool(workspace, pool_together(workspace), resolve)
    found, first = whole.result.resolution, whole.background
    apart = [n for n, members in enumerate(found.members) if members[-1] < first]
    each = leakages_of(found, workspace.reference, workspace.measure, whole.presumed)
    rest = max(each[apart].tolist(), default=0.0)
    strangers = set(apart)
    reached = [n for n in range(first) if int(found.composite_of[n]) not in strangers]
    small = replace(workspace, background=tuple(workspace.background[n] for n in reached))
    summaries = map(summary_of, assess(small, resolve, tuple(pools)))
    return tuple(PoolSummary(one.pool, max(rest, one.leakage)) for one in summaries)


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
