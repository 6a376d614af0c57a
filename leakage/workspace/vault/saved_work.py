"""Work that is saved in a vault, and work that could not be."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, TypeAlias

from leakage.workspace.files.workspace_json import MAX_CHARACTERS, workspace_of_vault, workspace_to_json
from leakage.workspace.vault.errors import Missing, OtherPassphrase
from leakage.workspace.vault.file_header import Cost, Revision, VersionName
from leakage.workspace.vault.generations import Generation
from leakage.workspace.vault.sealed import OpenedVault
from leakage.workspace.vault.unlocked import Unlocked
from leakage.workspace.vault.vault import Vault, bring_in, create, vaults
from leakage.workspace.workspace import Workspace

# A workspace in a vault.


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


def read_newer(unlocked: Unlocked, revision: Revision) -> SavedWork | None:
    """The workspace in a vault where it was saved after a revision; None where it was not.

    Raises:
        ValueError: as ``read_work``.
    """
    there = unlocked.revision()
    # An older file that somebody put in its place is no news; what belongs to no edit keeps the number.
    if there.identity == revision.identity or there.number < revision.number:
        return None
    return read_work(unlocked)


def work_of(opened: OpenedVault) -> SavedWork:
    """The workspace that a file of a vault holds.

    Raises:
        ValueError: if it holds none, or one of a later version.
    """
    return SavedWork(workspace_of_vault(opened.content.decode()), opened.revision, opened.saved)


def save_work(
    unlocked: Unlocked, workspace: Workspace, expected: Revision, *, earlier: Workspace = NOTHING, beside: bool = True
) -> Revision:
    """Save a workspace; when it returns, it is on the disk, and can be read again.

    Arguments:
        workspace: the work.
        expected: the revision it was made from.
        earlier: work that was read or saved before. What this one shares with it need not be looked at again, so that
            an edit of a large workspace is saved in a third of the time.
        beside: whether the work becomes a copy beside what somebody saved in between.

    Raises:
        Conflict: if somebody saved in between.
        ValueError: if it holds what could not be read again; nothing was saved.
    """
    return unlocked.save(_content(workspace, earlier), expected, beside=beside)


def amend_work(
    unlocked: Unlocked, workspace: Workspace, expected: Revision, *, earlier: Workspace = NOTHING
) -> Revision:
    """Save a workspace in place of what is current; arguments as ``save_work``, errors as ``Unlocked.amend``."""
    return unlocked.amend(_content(workspace, earlier), expected)


def keep_copy_of_work(
    unlocked: Unlocked, workspace: Workspace, parent: Revision, replacing: VersionName | None = None
) -> VersionName:
    """Keep a workspace as a copy beside what is in the vault; arguments and errors as ``Unlocked.keep_copy``."""
    return unlocked.keep_copy(_content(workspace), parent, replacing)


def _content(workspace: Workspace, earlier: Workspace = NOTHING) -> bytes:
    text = workspace_to_json(workspace)
    # A save that could not be opened would be worse than none, and some values can be written but not read.
    if earlier is NOTHING or len(text) > MAX_CHARACTERS:
        workspace_of_vault(text)
    else:
        workspace_of_vault(workspace_to_json(news(workspace, earlier)))
    return text.encode()


def news(workspace: Workspace, earlier: Workspace) -> Workspace:
    """What a workspace does not share with another one: parts and entries that are not the very same objects.

    Each part and each entry is read for itself, so a workspace can be read if these can, and the rest could before.

    >>> first = Workspace(profile=(("Name", "Alice"),), title="Mine")
    >>> news(Workspace(profile=(*first.profile, ("Phone", "1")), title=first.title), first).profile
    (('Phone', '1'),)
    """
    parts: dict[str, Any] = {}
    for part in fields(workspace):
        new, old = getattr(workspace, part.name), getattr(earlier, part.name)
        if new is not old:
            shared = {id(entry) for entry in old} if isinstance(old, tuple) else set()
            parts[part.name] = tuple(e for e in new if id(e) not in shared) if isinstance(new, tuple) else new
    return Workspace(**parts)


# Work that could not be saved before its vault was locked: held in memory, sealed, until the passphrase opens it.


@dataclass(frozen=True, slots=True)
class SealedWork:
    """Work and what it was made from, each as a file of their vault, which lies nowhere.

    Arguments:
        identity: the vault's.
        mine: the work.
        base: the saved work that it was made from.
        brought: whether it was made without the vault, before that was unlocked; the base is then empty.
    """

    identity: str
    mine: bytes = field(repr=False)
    base: bytes = field(repr=False)
    brought: bool = False


class UnsavedWork:
    """What this process holds of work that could not be saved; it goes with the process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._entries: list[SealedWork] = []

    def add(self, sealed: SealedWork) -> None:
        """Hold this as well."""
        with self._lock:
            self._entries.append(sealed)

    def drop(self, *sealed: SealedWork) -> None:
        """Hold these no longer."""
        with self._lock:
            self._entries = [entry for entry in self._entries if entry not in sealed]

    def of(self, identity: str) -> tuple[SealedWork, ...]:
        """What belongs to a vault, in the order in which it was sealed."""
        return tuple(sealed for sealed in self.all() if sealed.identity == identity)

    def all(self) -> tuple[SealedWork, ...]:
        """Everything held."""
        with self._lock:
            return tuple(self._entries)


UNSAVED = UnsavedWork()
"""The process's."""


def seal_work(unlocked: Unlocked, workspace: Workspace, base: Workspace, revision: Revision) -> SealedWork:
    """Seal work under the key of a vault, though nothing can be saved in that.

    Arguments:
        unlocked: the vault; under the passphrase it was unlocked with the work opens again.
        workspace: the work.
        base, revision: the saved work that it was made from.

    Raises:
        ValueError: for work that is too long for any vault.
    """
    own = Revision(revision.number + 1, os.urandom(16), revision.identity)
    mine, before = (workspace_to_json(work).encode() for work in (workspace, base))
    return SealedWork(unlocked.identity, unlocked.seal_file(mine, own), unlocked.seal_file(before, revision))


def seal_brought(unlocked: Unlocked, workspace: Workspace) -> SealedWork:
    """Seal work that was made without a vault, under the key of the one that it may be added to.

    Raises:
        ValueError: for work that is too long for any vault.
    """
    # No saved revision, so that it never counts as one that the vault could go on from.
    nothing = Revision(1, os.urandom(16), bytes(16))
    return replace(seal_work(unlocked, workspace, Workspace(), nothing), brought=True)


def open_work(unlocked: Unlocked, sealed: SealedWork, passphrase: str = "") -> tuple[Workspace, SavedWork]:
    """The work, and the saved work that it was made from.

    Arguments:
        unlocked: the vault.
        sealed: the work.
        passphrase: the one it was sealed under, where the vault has another by now.

    Raises:
        OtherPassphrase: if it was sealed under another than the vault's, and none is given.
        WrongPassphrase, TooSoon: for one that is not it.
        ValueError: if it holds no work that can be read.
    """
    try:
        mine, base = unlocked.open_file(sealed.mine), unlocked.open_file(sealed.base)
    except OtherPassphrase:
        if not passphrase:
            raise
        earlier = vault_of(sealed.identity).with_passphrase_of(sealed.mine, passphrase)
        mine, base = earlier.open_file(sealed.mine), earlier.open_file(sealed.base)
    return work_of(mine).workspace, work_of(base)


def needs_passphrase(unlocked: Unlocked, sealed: SealedWork) -> bool:
    """Whether work was sealed under another passphrase than the vault's present one."""
    try:
        unlocked.open_file(sealed.base)
    except OtherPassphrase:
        return True
    return False


Files: TypeAlias = dict[SealedWork, tuple[OpenedVault, OpenedVault]]


def files_of(unlocked: Unlocked) -> Files:
    """What is held for a vault, opened with its present key; what another key sealed is left out."""
    sealed = (entry for entry in UNSAVED.of(unlocked.identity) if not needs_passphrase(unlocked, entry))
    return {entry: (unlocked.open_file(entry.mine), unlocked.open_file(entry.base)) for entry in sealed}


def seal_anew(unlocked: Unlocked, files: Files) -> None:
    """Hold what ``files_of`` brought under another key of the vault."""
    for entry, opened in files.items():
        mine, base = (unlocked.seal_file(file.content, file.revision) for file in opened)
        UNSAVED.add(replace(entry, mine=mine, base=base))
        UNSAVED.drop(entry)


def vault_of(identity: str) -> Vault:
    """The vault of an identity.

    Raises:
        Missing: if it is not in the folder any more.
    """
    for vault in vaults():
        if vault.identity == identity:
            return vault
    raise Missing


def without_vault(there: Iterable[Vault]) -> tuple[SealedWork, ...]:
    """What was sealed for vaults that were removed since.

    Arguments:
        there: the vaults that there are.
    """
    identities = {vault.identity for vault in there}
    return tuple(sealed for sealed in UNSAVED.all() if sealed.identity not in identities)


def put_back(sealed: SealedWork) -> None:
    """Make a vault of work whose vault was removed; it opens with the passphrase it was sealed under.

    Raises:
        StorageFailed: if the system refuses.
    """
    bring_in(sealed.mine)
    UNSAVED.drop(sealed)
