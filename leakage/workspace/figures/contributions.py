"""How much each release, recipient and fact is responsible for."""

from __future__ import annotations

import numpy as np

from leakage.decision.contribution import release_contributions
from leakage.decision.leakage import worst_of
from leakage.decision.shapley import ShapleyValue, release_shapley
from leakage.frames import Floats
from leakage.workspace.figures.assessment import PoolLeakage, Resolve, evaluator, records_of, resolve_pools
from leakage.workspace.workspace import Workspace

# Contributions: what each release of a workspace adds to the whole leakage.


def contributions_of_releases(workspace: Workspace) -> Floats:
    """What the whole leakage would lose without each release, shape (releases,).

    ``max_pools L(R, e, E) - max_pools L(R less r, e, E)``; below 0 for a release that confuses the adversary.
    Source: Whang & Garcia-Molina 2012, Section 4.1 (incremental leakage), with r already out.

    >>> from leakage.record import Record
    >>> from leakage.workspace.workspace import Pooling, Release
    >>> given = tuple(Release(n, n, Record.of(("N", "Alice"))) for n in ("Shop", "Bank"))
    >>> contributions_of_releases(Workspace((("N", "Alice"),), releases=given, pooling=Pooling("alone"))).tolist()
    [0.0, 0.0]
    """
    return release_contributions(evaluator(workspace))


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
    return release_shapley(evaluator(workspace))


def recipient_shapley_values(workspace: Workspace) -> tuple[ShapleyValue, ...]:
    """The same for every recipient, all their releases together; in the order of ``workspace.recipient_names``.

    What leaked is there whoever is taken away: it is nobody's share.

    >>> recipient_shapley_values(Workspace())
    ()
    """
    by_recipient = [
        [n for n, release in enumerate(workspace.releases) if release.recipient == recipient and not release.breach]
        for recipient in workspace.recipient_names
    ]
    return release_shapley(evaluator(workspace), by_recipient)


# Counterfactual: what the adversary would know, had she not taken two records for one person.


def leakage_kept_apart(
    workspace: Workspace, leaked: PoolLeakage, first: int, second: int, resolve: Resolve = resolve_pools
) -> float:
    """What a pool would know if it never took two of its records for the same person.

    One of the two is then a person by itself; of the two ways the one that leaves her more counts.
    Source: Whang & Garcia-Molina 2011, Section 1 (negative evidence); 2012, Definition 2.

    Arguments:
        workspace: the profile, the adversary and the records.
        leaked: what the pool knows, as ``assess_pool`` has it.
        first, second: numbers of two records, over the background, then the pool's releases.
        resolve: as ``assess_pool``.

    Raises:
        ValueError: if the two are one, or a number is out of range.

    >>> from leakage.resolution.adversary import Adversary
    >>> from leakage.resolution.rules import Shares
    >>> from leakage.resolution.operations import Resolve
    >>> from leakage.record import Record
    >>> from leakage.workspace.figures.assessment import assess
    >>> from leakage.workspace.workspace import Policy, Release
    >>> given = tuple(Release(n, n, Record.of(("Name", "Alice"), (n, "1"))) for n in ("Phone", "Card"))
    >>> eve = (Policy("By name", Adversary((Resolve(Shares("Name")),))),)
    >>> work = Workspace((("Name", "Alice"), ("Phone", "1"), ("Card", "1")), releases=given, policies=eve)
    >>> round(leakage_kept_apart(work, assess(work)[0], 0, 1), 9)
    0.8
    """
    records = records_of(workspace, leaked.pool)
    if first == second or not all(0 <= number < len(records) for number in (first, second)):
        raise ValueError(f"two different record numbers in [0, {len(records)}) are needed")
    whole = leaked.result.resolution
    if whole.composite_of[first] != whole.composite_of[second]:
        return leaked.result.leakage
    kept = list(range(len(records)))
    others = 0.0
    if workspace.pooling_adversary.unique:
        # Only the composite of the two can come apart.
        composite = int(whole.composite_of[first])
        kept = list(whole.members[composite])
        others = float(np.delete(leaked.leakages(workspace), composite).max(initial=0.0))
    found = [others]
    for alone in (first, second):
        for numbers in ([n for n in kept if n != alone], [alone]):
            beside = {place: leaked.presumed[n] for place, n in enumerate(numbers) if n in leaked.presumed}
            [resolution] = resolve(workspace.pooling_adversary, (), (tuple(records[n] for n in numbers),))
            found.append(worst_of(resolution, workspace.reference, workspace.measure, beside).leakage)
    return max(found)
