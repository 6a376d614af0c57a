"""The work as it would be had the person done nothing so far: no value changed, no letter granted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial

from leakage.record import Attribute, Pair
from leakage.workspace.release import ChangedValue
from leakage.workspace.requests.states import ALL_OTHERS, state_of
from leakage.workspace.workspace import Coalition, Pooling, Release, Workspace


def before_it_was_done(workspace: Workspace) -> Workspace:
    """The work as it would be had the person changed no value, and had no letter been granted.

    A value that the profile has no more stays away. Who objected shares again with all others, if all shared; in other
    coalitions nobody knows who was there. The same work where there is nothing to undo.
    """
    profile = frozenset(workspace.profile)
    back = with_old_values(workspace, (one for one in workspace.changed_values if (one.label, one.value) in profile))
    releases = tuple(replace(r, erasure=None) if r.erasure == "done" and not r.breach else r for r in back)
    objections = (one for one in workspace.requests if one.kind == "objection" and state_of(workspace, one) == "done")
    objected = tuple(dict.fromkeys(one.recipient for one in objections))
    same = all(old is new for old, new in zip(releases, workspace.releases, strict=True))
    before = workspace if same else replace(workspace, releases=releases)
    return before.with_each_pooling(partial(shared_again, workspace.recipient_names, objected)) if objected else before


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


def shared_again(everybody: tuple[str, ...], objected: tuple[str, ...], pooling: Pooling) -> Pooling:
    """A pooling with those who left it: where all shared, two are left of whom or one."""
    if pooling.kind != "coalitions":
        return pooling
    if not pooling.coalitions and len(everybody) == 2:
        return replace(pooling, coalitions=(Coalition(ALL_OTHERS, everybody),))

    def joined(one: Coalition) -> Coalition:
        names = (*one.recipients, *objected) if one.name == ALL_OTHERS else one.recipients
        return replace(one, recipients=tuple(dict.fromkeys(names)))

    return replace(pooling, coalitions=tuple(map(joined, pooling.coalitions)))
