"""A workspace in a vault."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from leakage.workspace.vault.generations import Generation
from leakage.workspace.vault.header import Cost, Revision
from leakage.workspace.vault.shelf import create
from leakage.workspace.vault.unlocked import Unlocked
from leakage.workspace.work_json import workspace_from_json, workspace_to_json
from leakage.workspace.workspace import Workspace


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
    opened = unlocked.read(generation)
    return SavedWork(workspace_from_json(opened.content.decode()), opened.revision, opened.saved)


def save_work(unlocked: Unlocked, workspace: Workspace, expected: Revision) -> Revision:
    """Save a workspace; when it returns, it is on the disk, and can be read again.

    Arguments:
        workspace: the work.
        expected: the revision it was made from.

    Raises:
        Conflict: if somebody saved in between; the work is kept as a copy.
        ValueError: if it holds what could not be read again; nothing was saved.
    """
    return unlocked.save(_content(workspace), expected)


def _content(workspace: Workspace) -> bytes:
    text = workspace_to_json(workspace)
    # A save that could not be opened would be worse than none, and some values can be written but not read.
    workspace_from_json(text)
    return text.encode()
