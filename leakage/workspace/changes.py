"""Values that the person has changed at recipients: a new password, an address of its own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from leakage.record import Attribute, Pair, Record
from leakage.workspace.release import ChangedValue, Release
from leakage.workspace.workspace import Workspace


def with_values_changed(workspace: Workspace, recipients: Iterable[str], pairs: Iterable[Pair], day: str) -> Workspace:
    """The work after recipients got fresh values for old ones, each its own: these join nothing, as if blank.

    What they are presumed to hold under that label is denied, for it is the fresh value now. The change is recorded
    with its day, so that an older export does not bring the old value back.

    Arguments:
        workspace: what is out.
        recipients: where the values were changed; one that holds none of them stays as it is.
        pairs: the labels and the old values.
        day: as ISO 8601.

    >>> given = tuple(Release(name, name, Record.of(("Email", "a@b"), ("Name", "Ann"))) for name in ("Shop", "Club"))
    >>> before = Workspace((("Email", "a@b"),), releases=given)
    >>> work = with_values_changed(before, ["Shop"], [("Email", "a@b")], "2026-01-31")
    >>> [len(release.record) for release in work.releases], work.changed_values[0].recipient
    ([1, 2], 'Shop')
    """
    names, old = frozenset(recipients), frozenset(pairs)
    holders: dict[tuple[str, Pair], float] = {}
    for release in workspace.accounts:
        for a in release.record.known if release.recipient in names else ():
            if a.pair in old:
                held = release.recipient, a.pair
                holders[held] = max(a.confidence, holders.get(held, 0.0))

    def changed(release: Release) -> Release:
        there = release.recipient in names and not release.breach
        gone = [a for a in release.record.known if a.pair in old] if there else []
        if not gone:
            return release
        record = Record(a for a in release.record if a not in gone)
        labels = dict.fromkeys(a.label for a in gone)
        presumed = tuple(entry for entry in release.presumed if entry[0] not in labels)
        # A denial stays; what is not denied would be presumed anew.
        denials = ((label, 0.0) for label in labels if not record.values(label))
        return replace(release, record=record, presumed=(*presumed, *denials))

    noted = (ChangedValue(recipient, *pair, day, sure) for (recipient, pair), sure in holders.items())
    values = tuple(dict.fromkeys((*workspace.changed_values, *noted)))
    return replace(workspace.with_each_release(changed), changed_values=values)


def with_values_put_back(
    workspace: Workspace, recipients: Iterable[str], day: str, label: str, value: str = ""
) -> Workspace:
    """The work with a change taken back: recipients hold again what was changed there on a day.

    Arguments:
        workspace: with what was changed.
        recipients: where.
        day: on which it was changed, as ISO 8601.
        label: of the value.
        value: the old one; empty for all that was changed under the label.
    """
    names, denial = frozenset(recipients), (label, 0.0)
    changes = [c for c in workspace.changed_values if c.recipient in names and (c.day, c.label) == (day, label)]
    undone = [change for change in changes if value in ("", change.value)]

    def changed(release: Release) -> Release:
        back = [Attribute(label, c.value, c.confidence) for c in undone if c.recipient == release.recipient]
        if not back or denial not in release.presumed:
            return release
        presumed = tuple(entry for entry in release.presumed if entry != denial)
        return replace(release, record=Record((*release.record, *back)), presumed=presumed)

    left = tuple(change for change in workspace.changed_values if change not in undone)
    return replace(workspace.with_each_release(changed), changed_values=left)
