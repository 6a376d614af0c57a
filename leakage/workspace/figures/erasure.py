"""Erasure: which of a workspace's releases to have deleted, and what came of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from leakage.bits import mask_of
from leakage.decision.erasure import ErasureFrontier, frontier_of
from leakage.decision.subsets import PoolSubsets, SubsetEvaluator
from leakage.progress import cancellable
from leakage.workspace.figures.assessment import pools, records_of, sourced_record
from leakage.workspace.recipients import with_recipients
from leakage.workspace.workspace import By, Workspace


@dataclass(frozen=True, slots=True)
class Request:
    """Something that can be asked for in one go.

    Arguments:
        name: the release's, or the recipient's where one request deletes all they hold.
        recipient: whom to ask.
        releases: numbers of the workspace's releases it deletes.
        cost: its effort, > 0.
    """

    name: str
    recipient: str
    releases: tuple[int, ...]
    cost: float


@dataclass(frozen=True, slots=True)
class RequestEffect:
    """What one request of a plan does.

    Arguments:
        request: the request.
        alone: how far leakage would fall if it were the only one; below 0 it would rise.
        within: how much higher leakage would be if this one alone were left out of the plan.
    """

    request: Request
    alone: float
    within: float


@dataclass(frozen=True, eq=False)
class ErasurePlans:
    """The best requests for every budget.

    Arguments:
        requests: what can be asked for.
        frontier: the plans; their requests are places in ``requests``.
        choices: per pool what any choice of releases leaks.
    """

    requests: tuple[Request, ...]
    frontier: ErasureFrontier
    choices: tuple[PoolSubsets, ...]

    def leakage_without(self, releases: Iterable[int]) -> float:
        """The whole leakage once these releases are deleted."""
        erased = mask_of(releases)
        return max((float(pool.leakages_without([erased])[0]) for pool in self.choices), default=0.0)

    def effects(self, chosen: Sequence[int]) -> tuple[RequestEffect, ...]:
        """What each request of a plan does, the one that would be missed most first.

        Source: Whang & Garcia-Molina 2012, Section 4.1 (incremental leakage), for releases taken back.
        """
        now, after = self.leakage_without(()), self._leakage_after(chosen)
        found = (
            RequestEffect(
                self.requests[number],
                now - self._leakage_after([number]),
                self._leakage_after([other for other in chosen if other != number]) - after,
            )
            for number in chosen
        )
        return tuple(sorted(found, key=lambda effect: (-effect.within, -effect.alone)))

    def _leakage_after(self, chosen: Iterable[int]) -> float:
        return self.leakage_without(number for one in chosen for number in self.requests[one].releases)


def plan_erasure(workspace: Workspace, by: By = "release", costs: Mapping[str, float] | None = None) -> ErasurePlans:
    """For every budget the requests that bring the whole leakage down most.

    ``min over S of max over pools of L(R_pool less S, e, E)``; optimal where the plans say so.
    Source: Whang & Garcia-Molina 2012, Definition 2 and Section 4.1; see ``leakage.decision.erasure``.

    Arguments:
        workspace: its releases may be erased, unless that is done or was refused.
        by: whether one request deletes one release, or all that a recipient holds.
        costs: name of a request to its effort, > 0, 1 for those not named; by default the workspace's efforts.

    Raises:
        ValueError: if a cost is not positive.

    >>> from leakage.record import Record
    >>> releases = tuple(Release(n, n, Record.of(("N", "Alice"))) for n in ("Shop", "Bank"))
    >>> plans = plan_erasure(Workspace((("N", "Alice"),), releases=releases))
    >>> [(point.cost, point.leakage) for point in plans.frontier.plans]
    [(0.0, 1.0), (2.0, 0.0)]
    """
    choices = erasable_choices_of(workspace)
    wanted = requests_of(workspace, by, costs)
    prices = [request.cost for request in wanted]
    return ErasurePlans(wanted, frontier_of(choices, [request.releases for request in wanted], prices), choices)


def choices_of(workspace: Workspace) -> tuple[PoolSubsets, ...]:
    """For every pool what any choice among the workspace's releases leaks.

    >>> choices_of(Workspace())
    ()
    """
    before = SubsetEvaluator(
        workspace.held_background, workspace.reference, workspace.pooling_adversary, workspace.measure
    )
    return tuple(
        before.choices(
            {number: sourced_record(workspace, workspace.releases[number]) for number in cancellable(pool.releases)}
        )
        for pool in pools(workspace)
    )


def erasable_choices_of(workspace: Workspace) -> tuple[PoolSubsets, ...]:
    """The same, where what cannot be taken back is always there: nobody can be asked for what leaked.

    >>> erasable_choices_of(Workspace())
    ()
    """
    if not workspace.has_releases_only:
        return choices_of(workspace)
    inputs = workspace.reference, workspace.pooling_adversary, workspace.measure
    return tuple(SubsetEvaluator(records_of(workspace, pool), *inputs).choices({}) for pool in pools(workspace))


def requests_of(
    workspace: Workspace, by: By = "release", costs: Mapping[str, float] | None = None
) -> tuple[Request, ...]:
    """What can be asked for: no release that is erased, and none whose erasure was refused.

    >>> from leakage.record import Record
    >>> releases = (Release("Order 1", "Shop", Record(), erasure="refused"), Release("Order 2", "Shop", Record()))
    >>> [request.name for request in requests_of(Workspace(releases=releases))]
    ['Order 2']
    """
    groups: dict[str, list[int]] = {}
    for number, release in enumerate(workspace.releases):
        if release.erasure not in ("done", "refused"):
            groups.setdefault(release.name if by == "release" else release.recipient, []).append(number)
    prices = efforts_of(workspace, by) if costs is None else costs
    return tuple(
        Request(name, workspace.releases[numbers[0]].recipient, tuple(numbers), float(prices.get(name, 1.0)))
        for name, numbers in groups.items()
    )


def efforts_of(workspace: Workspace, by: By) -> dict[str, float]:
    """What the requests of a kind cost that do not cost 1.

    >>> from leakage.workspace.workspace import Recipient
    >>> efforts_of(Workspace(recipients=(Recipient("Shop", 3.0),)), "recipient")
    {'Shop': 3.0}
    """
    requested = workspace.releases if by == "release" else workspace.recipients
    return {request.name: request.effort for request in requested if request.effort != 1.0}


def with_efforts(workspace: Workspace, by: By, efforts: Iterable[tuple[str, float]]) -> Workspace:
    """The workspace with other efforts for some requests of a kind.

    Raises:
        ValueError: for an effort that is not positive and finite.

    >>> with_efforts(Workspace(), "recipient", [("Shop", 2.0)]).recipient("Shop").effort
    2.0
    """
    if by == "recipient":
        return with_recipients(workspace, [replace(workspace.recipient(name), effort=float(e)) for name, e in efforts])
    entered = dict(efforts)
    releases = (replace(r, effort=float(entered.get(r.name, r.effort))) for r in workspace.releases)
    return replace(workspace, releases=tuple(releases))
