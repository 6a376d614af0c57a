"""A workspace in a vault."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from leakage.workspace.files.workspace_json import MAX_CHARACTERS, workspace_of_vault, workspace_to_json
from leakage.workspace.vault.directory import create
from leakage.workspace.vault.generations import Generation
from leakage.workspace.vault.header import Cost, Revision
from leakage.workspace.vault.names import VersionName
from leakage.workspace.vault.sealed import Opened
from leakage.workspace.vault.unlocked import Unlocked
from leakage.workspace.workspace import Workspace

NOTHING = Workspace()


@dataclass(frozen=True, slots=True)
class SavedWork:
    """A workspace as it was saved.

    Arguments:
        workspace: the work.
        revision: to be handed to the next save.
        saved: milliseconds since 1970, UTC.
    """

    workspace: Workspace = field(repr=False)
    revision: Revision
    saved: int


def create_with_work(
    name: str, passphrase: str, workspace: Workspace, *, folder: Path | None = None, cost: Cost | None = None
) -> Unlocked:
    """A new vault with a workspace in it; arguments and errors as ``create`` and ``save_work``.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as place:
    ...     mine = create_with_work("Mine", "my dear passphrase", Workspace(), folder=Path(place), cost=Cost(1, 8, 1))
    ...     first = read_work(mine)
    ...     second = save_work(mine, Workspace(title="More"), first.revision)
    ...     read_work(mine).workspace.title
    'More'
    """
    return create(name, passphrase, _content(workspace), folder=folder, cost=cost)


def read_work(unlocked: Unlocked, generation: Generation | None = None) -> SavedWork:
    """The workspace in a vault, or in an earlier version of it.

    Raises:
        ValueError: as ``Unlocked.read``, and if what is in it is no workspace, or of a later version.
    """
    return work_of(unlocked.read(generation))


def read_newer(unlocked: Unlocked, known: Revision) -> SavedWork | None:
    """The workspace in a vault where it was saved after a revision; None where it was not.

    Raises:
        ValueError: as ``read_work``.
    """
    there = unlocked.revision()
    # An older file that somebody put in its place is no news; what belongs to no edit keeps the number.
    if there.identity == known.identity or there.number < known.number:
        return None
    return read_work(unlocked)


def work_of(opened: Opened) -> SavedWork:
    """The workspace that a file of a vault holds.

    Raises:
        ValueError: if it holds none, or one of a later version.
    """
    return SavedWork(workspace_of_vault(opened.content.decode()), opened.revision, opened.saved)


def save_work(
    unlocked: Unlocked, workspace: Workspace, expected: Revision, *, known: Workspace = NOTHING, beside: bool = True
) -> Revision:
    """Save a workspace; when it returns, it is on the disk, and can be read again.

    Arguments:
        workspace: the work.
        expected: the revision it was made from.
        known: work that was read or saved before. What this one shares with it need not be looked at again, so that
            an edit of a large workspace is saved in a third of the time.
        beside: whether the work becomes a copy beside what somebody saved in between.

    Raises:
        Conflict: if somebody saved in between.
        ValueError: if it holds what could not be read again; nothing was saved.
    """
    return unlocked.save(_content(workspace, known), expected, beside=beside)


def amend_work(unlocked: Unlocked, workspace: Workspace, expected: Revision, *, known: Workspace = NOTHING) -> Revision:
    """Save a workspace in place of what is current; arguments as ``save_work``, errors as ``Unlocked.amend``."""
    return unlocked.amend(_content(workspace, known), expected)


def keep_copy_of_work(
    unlocked: Unlocked, workspace: Workspace, parent: Revision, replacing: VersionName | None = None
) -> VersionName:
    """Keep a workspace as a copy beside what is in the vault; arguments and errors as ``Unlocked.keep_copy``."""
    return unlocked.keep_copy(_content(workspace), parent, replacing)


def _content(workspace: Workspace, known: Workspace = NOTHING) -> bytes:
    text = workspace_to_json(workspace)
    # A save that could not be opened would be worse than none, and some values can be written but not read.
    if known is NOTHING or len(text) > MAX_CHARACTERS:
        workspace_of_vault(text)
    else:
        workspace_of_vault(workspace_to_json(news(workspace, known)))
    return text.encode()


def news(workspace: Workspace, known: Workspace) -> Workspace:
    """What a workspace does not share with another one: parts and entries that are not the very same objects.

    Each part and each entry is read for itself, so a workspace can be read if these can, and the rest could before.

    >>> first = Workspace(profile=(("Name", "Alice"),), title="Mine")
    >>> news(Workspace(profile=(*first.profile, ("Phone", "1")), title=first.title), first).profile
    (('Phone', '1'),)
    """
    parts: dict[str, Any] = {}
    for part in fields(workspace):
        new, old = getattr(workspace, part.name), getattr(known, part.name)
        if new is not old:
            shared = {id(entry) for entry in old} if isinstance(old, tuple) else set()
            parts[part.name] = tuple(e for e in new if id(e) not in shared) if isinstance(new, tuple) else new
    return Workspace(**parts)
