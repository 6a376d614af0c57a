"""Values that the person has changed at recipients: a new password, an address of its own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from leakage.record import Attribute, Pair, Record
from leakage.workspace.release import ChangedValue, Release
from leakage.workspace.workspace import Workspace


def with_values_changed(workspace: Workspace, recipients: Iterable[str], pair: Pair, day: str) -> Workspace:
    """The work once recipients have a fresh value in place of one, each another: it joins nothing, as if it were blank.

    What they are presumed to hold under that label is denied, for it is the fresh value by now. The change is noted
    down with its day, so that an older export does not bring the old value back; see ``still_held``.

    Arguments:
        workspace: what is out.
        recipients: where the value was changed; one that does not hold it stays as it is.
        pair: the label and the old value.
        day: as ISO 8601.

    >>> given = tuple(Release(name, name, Record.of(("Email", "a@b"), ("Name", "Ann"))) for name in ("Shop", "Club"))
    >>> before = Workspace((("Email", "a@b"),), releases=given)
    >>> work = with_values_changed(before, ["Shop"], ("Email", "a@b"), "2026-01-31")
    >>> [len(release.record) for release in work.releases], work.changed_values[0].recipient
    ([1, 2], 'Shop')
    """
    names = frozenset(recipients)
    holders: dict[str, float] = {}
    for release in workspace.releases:
        if release.recipient in names and pair in release.record and not release.breach:
            sure = release.record.confidence_of(pair)
            holders[release.recipient] = max(sure, holders.get(release.recipient, 0.0))
    releases = tuple(
        _without(release, pair) if release.recipient in holders and not release.breach else release
        for release in workspace.releases
    )
    noted = (ChangedValue(recipient, *pair, day, sure) for recipient, sure in holders.items())
    return replace(
        workspace, releases=releases, changed_values=tuple(dict.fromkeys((*workspace.changed_values, *noted)))
    )


def with_values_put_back(
    workspace: Workspace, recipients: Iterable[str], day: str, label: str, value: str = ""
) -> Workspace:
    """The work where recipients hold again what was changed there on a day: the change is taken back.

    Arguments:
        workspace: with what was changed.
        recipients: where.
        day: on which it was changed, as ISO 8601.
        label: of the value.
        value: the old one; empty for all that was changed under the label.
    """
    names = frozenset(recipients)
    undone = [
        change
        for change in workspace.changed_values
        if change.recipient in names and (change.day, change.label) == (day, label) and value in ("", change.value)
    ]
    releases = []
    for release in workspace.releases:
        own = [change for change in undone if change.recipient == release.recipient]
        releases.append(_with(release, label, own) if own and (label, 0.0) in release.presumed else release)
    left = tuple(change for change in workspace.changed_values if change not in undone)
    return replace(workspace, releases=tuple(releases), changed_values=left)


def _with(release: Release, label: str, changes: Iterable[ChangedValue]) -> Release:
    back = (Attribute(label, change.value, change.confidence) for change in changes)
    presumed = tuple(entry for entry in release.presumed if entry != (label, 0.0))
    return replace(release, record=Record((*release.record, *back)), presumed=presumed)


def _without(release: Release, pair: Pair) -> Release:
    if pair not in release.record:
        return release
    record = release.record.without(pair)
    presumed = tuple(entry for entry in release.presumed if entry[0] != pair[0])
    # A denial stays; what is not denied would be presumed anew.
    denial = ((pair[0], 0.0),) if not record.values(pair[0]) else ()
    return replace(release, record=record, presumed=(*presumed, *denial))


def still_held(workspace: Workspace, recipient: str, record: Record, password: str, exported: str = "") -> Record:
    """A record that an import brings, without the values that the person has changed at its recipient since.

    Arguments:
        workspace: with what was changed.
        recipient: whose record it is.
        record: as the file has it.
        password: the label of passwords. Files name only which are equal, so of a password that was changed any class
            is an old one, but where it was changed again since.
        exported: the day on which the file says that the password was changed last, as ISO 8601; empty where it does
            not.
    """
    changed = [change for change in workspace.changed_values if change.recipient == recipient]
    if not changed:
        return record
    values = {(change.label, change.value.casefold()) for change in changed if change.label != password}
    old = password_is_old(workspace, recipient, password, exported)
    return Record(
        attribute
        for attribute in record
        if (attribute.label, attribute.value.casefold()) not in values and not (old and attribute.label == password)
    )


def password_is_old(workspace: Workspace, recipient: str, password: str, exported: str = "") -> bool:
    """Whether the person has changed the password at a recipient since an export.

    Arguments:
        workspace: with what was changed.
        recipient: whose password it is.
        password: the label of passwords.
        exported: as for ``still_held``.
    """
    days = (c.day for c in workspace.changed_values if c.recipient == recipient and c.label == password)
    since = max(days, default="")
    return bool(since) and exported <= since
