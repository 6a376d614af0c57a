"""Recipients: what belongs to them, and what joins them to others."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import TypeVar

from leakage.record import Pair, is_typed
from leakage.workspace.release import ChangedValue, SubjectRequest
from leakage.workspace.sites import site_of
from leakage.workspace.workspace import Pooling, Release, Workspace

T = TypeVar("T", Release, SubjectRequest, ChangedValue)


def rename_recipient(workspace: Workspace, old: str, new: str) -> Workspace:
    """The workspace with a recipient under a new name: what belongs to it goes with it.

    This covers its releases, plans, coalitions, requests, changed values and site.

    Raises:
        ValueError: for an empty name, or the name of another recipient that already has something.

    >>> from leakage.record import Record
    >>> from leakage.workspace.workspace import Recipient
    >>> work = Workspace(releases=(Release("Order", "Shop", Record()),), recipients=(Recipient("Shop", site="a.b"),))
    >>> after = rename_recipient(work, "Shop", "Store")
    >>> after.releases[0].recipient, after.recipient("Store").site
    ('Store', 'a.b')
    """
    if not new:
        raise ValueError("type a name")
    if new != old and _has_belongings(workspace, new):
        raise ValueError("another company in your list has this name")

    def renamed(part: T) -> T:
        return replace(part, recipient=new) if part.recipient == old else part

    def pooled(pooling: Pooling) -> Pooling:
        coalitions = (
            replace(one, recipients=tuple(new if name == old else name for name in one.recipients))
            for one in pooling.coalitions
        )
        return replace(pooling, coalitions=tuple(coalitions))

    after = replace(
        workspace.with_each_pooling(pooled).with_each_release(renamed),
        plans=tuple(map(renamed, workspace.plans)),
        recipients=tuple(replace(r, name=new) if r.name == old else r for r in workspace.recipients),
        requests=tuple(map(renamed, workspace.requests)),
        changed_values=tuple(map(renamed, workspace.changed_values)),
    )
    # A name that was a site said where the next import finds it.
    recipient = after.recipient(new)
    site = site_of(old) if new != old and not recipient.site and site_of(old) == old else ""
    return after.with_recipients([replace(recipient, site=site)]) if site else after


def _has_belongings(workspace: Workspace, name: str) -> bool:
    poolings = (workspace.pooling, *(policy.pooling for policy in workspace.policies if policy.pooling))
    return (
        any(name in coalition.recipients for pooling in poolings for coalition in pooling.coalitions)
        or any(request.recipient == name for request in workspace.requests)
        or any(recipient.name == name for recipient in workspace.recipients)
    )


def with_name_and_site(workspace: Workspace, old: str, name: str, address: str) -> Workspace:
    """The workspace with a recipient's name and web address changed; an empty address removes its site.

    Raises:
        ValueError: as ``rename_recipient``, for a name that somebody else goes by, and for what is no web address.
    """
    if address and not site_of(address):
        raise ValueError("that is no web address")
    if name != old and name in workspace.recipient_names:
        raise ValueError("another company in your list has this name")
    after = rename_recipient(workspace, old, name)
    return after.with_recipients([replace(after.recipient(name), site="" if address == name else site_of(address))])


def without_releases(workspace: Workspace, names: Collection[str]) -> Workspace:
    """The workspace without some releases, also where a policy names them."""

    def without(pooling: Pooling) -> Pooling:
        return replace(pooling, releases=tuple(name for name in pooling.releases if name not in names))

    kept = tuple(release for release in workspace.releases if release.name not in names)
    return replace(workspace.with_each_pooling(without), releases=kept)


# What a recipient holds, and what joins it to others.


def held_by(releases: Iterable[Release], recipient: str) -> dict[Pair, float]:
    """What a recipient was given, with how sure it is of each; of several releases the surest."""
    held: dict[Pair, float] = {}
    for release in releases:
        for attribute in release.record.known if release.recipient == recipient else ():
            held[attribute.pair] = max(attribute.confidence, held.get(attribute.pair, 0.0))
    return held


def shared_values(releases: Iterable[Release], recipient: str, labels: Iterable[str]) -> dict[Pair, tuple[str, ...]]:
    """The typed values that a recipient shares with others, and who these are."""
    given, wanted = tuple(releases), frozenset(labels)
    sharing: dict[Pair, tuple[str, ...]] = {}
    for pair in held_by(given, recipient):
        if pair[0] in wanted and is_typed(pair):
            holders = (r.recipient for r in given if r.recipient != recipient and pair in r.record.confidences)
            sharing[pair] = tuple(dict.fromkeys(holders))
    return {pair: names for pair, names in sharing.items() if names}
