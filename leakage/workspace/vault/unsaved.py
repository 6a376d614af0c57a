"""Work that could not be saved before its vault was locked: held in memory, sealed, until the passphrase opens it."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from leakage.workspace.files.workspace_json import workspace_to_json
from leakage.workspace.vault.directory import bring_in, vaults
from leakage.workspace.vault.errors import Missing, OtherPassphrase
from leakage.workspace.vault.header import Revision
from leakage.workspace.vault.saved_work import SavedWork, work_of
from leakage.workspace.vault.sealed import Opened
from leakage.workspace.vault.unlocked import Unlocked
from leakage.workspace.vault.vault import Vault
from leakage.workspace.workspace import Workspace


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
        self._held: list[SealedWork] = []

    def add(self, sealed: SealedWork) -> None:
        """Hold this as well."""
        with self._lock:
            self._held.append(sealed)

    def drop(self, *sealed: SealedWork) -> None:
        """Hold these no longer."""
        with self._lock:
            self._held = [held for held in self._held if held not in sealed]

    def of(self, identity: str) -> tuple[SealedWork, ...]:
        """What belongs to a vault, in the order in which it was sealed."""
        return tuple(sealed for sealed in self.all() if sealed.identity == identity)

    def all(self) -> tuple[SealedWork, ...]:
        """Everything held."""
        with self._lock:
            return tuple(self._held)


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


Files: TypeAlias = dict[SealedWork, tuple[Opened, Opened]]


def files_of(unlocked: Unlocked) -> Files:
    """What is held for a vault, opened with its present key; what another key sealed is left out."""
    sealed = (held for held in UNSAVED.of(unlocked.identity) if not needs_passphrase(unlocked, held))
    return {held: (unlocked.open_file(held.mine), unlocked.open_file(held.base)) for held in sealed}


def seal_anew(unlocked: Unlocked, files: Files) -> None:
    """Hold what ``files_of`` brought under another key of the vault."""
    for held, opened in files.items():
        mine, base = (unlocked.seal_file(file.content, file.revision) for file in opened)
        UNSAVED.add(replace(held, mine=mine, base=base))
        UNSAVED.drop(held)


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
