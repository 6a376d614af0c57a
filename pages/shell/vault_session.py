"""What a person does with the vault of this session: make it, unlock it, bring back a version, change and remove it."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import partial

from leakage.workspace.merging.merge import merge
from leakage.workspace.vault.generations import Generation
from leakage.workspace.vault.saved_work import create_with_work, read_work
from leakage.workspace.vault.unsaved import UNSAVED, files_of, seal_anew, seal_brought, vault_of
from leakage.workspace.vault.vault import Vault
from leakage.workspace.workspace import Workspace
from pages.shell import editable_table, file_consents, session_cache, steps
from pages.shell.vault_saving import save
from pages.shell.vault_state import (
    State,
    TwoVersions,
    VaultSession,
    ask_for_vault,
    current,
    gated,
    hold,
    in_memory_only,
    let_go,
    listed,
    offered,
    state,
    wanted,
    work_in_memory,
)
from pages.shell.watchdog import DERIVING, limited

__all__ = [
    "State",
    "TwoVersions",
    "VaultSession",
    "ask_for_vault",
    "change_passphrase",
    "create",
    "current",
    "delete",
    "gated",
    "hold",
    "in_memory_only",
    "leave_example",
    "listed",
    "offered",
    "rename",
    "restore",
    "save",
    "state",
    "unlock",
    "unlock_again",
    "wanted",
    "work_in_memory",
]


def create(name: str, passphrase: str) -> None:
    """Put the current work into a new vault.

    Raises:
        ValueError: for a name or passphrase that will not do, or if the system refuses.
    """
    workspace = steps.held().current
    unlocked = limited(lambda: create_with_work(name, passphrase, workspace), DERIVING, "making the vault")
    first = read_work(unlocked)
    file_consents.take_into_vault(unlocked, workspace)
    hold(VaultSession(unlocked, name.strip(), first.revision, workspace, time.time()))
    steps.make_own()


def unlock(vault: Vault, passphrase: str, generation: Generation | None = None) -> None:
    """Open a vault in place of what this session holds; an earlier version is saved as the newest at once.

    What was in memory only is sealed, for the person to say whether it is added.

    Raises:
        ValueError: as ``Vault.unlock``; nothing was changed.
    """
    unlocked = limited(lambda: vault.unlock(passphrase, generation), DERIVING, "unlocking the vault")
    work = read_work(unlocked, generation)
    revision = work.revision if generation is None else unlocked.restore(generation, work.revision)
    brought = in_memory_only()
    if brought is not None and merge(Workspace(), brought, work.workspace).workspace != work.workspace:
        UNSAVED.add(seal_brought(unlocked, brought))
    editable_table.forget()
    session_cache.forget()
    steps.begin_with(work.workspace, "unlock the vault")
    hold(VaultSession(unlocked, vault.listing().name, revision, work.workspace, time.time()))
    work_in_memory()


def unlock_again(passphrase: str) -> None:
    """Go on in the vault whose passphrase was changed elsewhere, with what this session holds.

    Raises:
        ValueError: as ``Vault.unlock``; nothing was changed.
    """
    opened = current()
    if opened is not None:
        vault = vault_of(opened.unlocked.identity)
        unlocked = limited(lambda: vault.unlock(passphrase), DERIVING, "unlocking the vault")
        hold(replace(opened, unlocked=unlocked, failure="", locked_out=False))
        save()


def restore(generation: Generation) -> None:
    """Bring back an earlier version; the present one stays a generation, and undo leads back.

    Raises:
        ValueError: as ``read_work``.
    """
    opened = current()
    if opened is not None:
        earlier = read_work(opened.unlocked, generation).workspace
        editable_table.forget()
        own = steps.own() or opened.workspace
        steps.follow(earlier.with_asides_of(own), "restore an earlier version", opened=True)
        save()


def leave_example() -> None:
    """Leave an example for one's own work."""
    opened = current()
    if opened is not None:
        editable_table.forget()
        steps.follow(steps.own() or opened.workspace, "return to my work", opened=True)
        save()


def change_passphrase(present: str, new: str) -> None:
    """Another passphrase for the vault, and for what is sealed in memory.

    Raises:
        ValueError: as ``Unlocked.change_passphrase``.
    """
    opened = current()
    if opened is not None:
        sealed = files_of(opened.unlocked)
        change = partial(opened.unlocked.change_passphrase, present, new)
        unlocked = limited(change, DERIVING, "changing the passphrase")
        hold(replace(opened, unlocked=unlocked))
        seal_anew(unlocked, sealed)


def rename(name: str) -> None:
    """Another name for the vault.

    Raises:
        ValueError: for a name that will not do.
    """
    opened = current()
    if opened is not None:
        opened.unlocked.rename(name)
        hold(replace(opened, name=name.strip()))


def delete() -> None:
    """Remove the vault with all its versions; the work stays in memory.

    Raises:
        ValueError: if the system refuses.
    """
    opened = current()
    if opened is not None:
        opened.unlocked.delete()
        UNSAVED.drop(*UNSAVED.of(opened.unlocked.identity))
        let_go()
