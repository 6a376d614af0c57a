"""How much each release, recipient and fact is responsible for."""

from __future__ import annotations

from leakage.decision.contribution import release_contributions
from leakage.decision.shapley import ShapleyValue, release_shapley
from leakage.frames import Floats
from leakage.workspace.figures.assessment import evaluator
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
