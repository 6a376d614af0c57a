"""Where the work of this session is kept: in an unlocked vault, or in memory only.

Only the session that unlocked a vault holds its key. A refresh, a second tab and a restarted server are new sessions:
they meet the gate, and can neither read the vault nor save to it.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

import streamlit as st

from leakage.workspace.vault.errors import Conflict
from leakage.workspace.vault.generations import Generation
from leakage.workspace.vault.header import Revision
from leakage.workspace.vault.saved_work import create_with_work, read_work, save_work
from leakage.workspace.vault.shelf import vaults
from leakage.workspace.vault.unlocked import Unlocked
from leakage.workspace.vault.vault import Vault
from leakage.workspace.workspace import Workspace
from pages.door.classroom import classroom
from pages.ui import state

_KEPT = "keeping.vault"
_MEMORY = "keeping.memory-only"
_TOUCHED = "keeping.touched"


@dataclass(frozen=True, eq=False)
class Kept:
    """The vault this session unlocked.

    Arguments:
        unlocked: what reads and saves.
        name: as its owner called it.
        revision: the last one read or saved here.
        workspace: what is in it.
        saved: seconds since 1970.
        conflict: why nothing is saved until the person has chosen; empty where all is well.
        failure: why the last save failed; it is tried again at every run.
    """

    unlocked: Unlocked
    name: str
    revision: Revision
    workspace: Workspace
    saved: float
    conflict: str = ""
    failure: str = ""


def kept() -> Kept | None:
    """The vault this session unlocked; None where it works in memory only."""
    found: Kept | None = st.session_state.get(_KEPT)
    return found


def gated() -> bool:
    """Whether this session has to unlock a vault first, or say that it does without.

    A session with something in it is past the gate: a vault made in another tab must not come between a person and
    what is in memory only.
    """
    if kept() is not None or st.session_state.get(_MEMORY, False) or state.begun() or classroom():
        return False
    return bool(vaults())


def work_in_memory() -> None:
    """Go on without a vault."""
    st.session_state[_MEMORY] = True


def create(name: str, passphrase: str) -> None:
    """Put the current work into a new vault.

    Raises:
        ValueError: for a name or passphrase that will not do, or if the system refuses.
    """
    workspace = state.current()
    unlocked = create_with_work(name, passphrase, workspace)
    first = read_work(unlocked)
    st.session_state[_KEPT] = Kept(unlocked, name.strip(), first.revision, workspace, time.time())
    state.make_own()
    touch()


def unlock(vault: Vault, passphrase: str, generation: Generation | None = None) -> None:
    """Open a vault in place of what this session holds; an earlier version is saved as the newest at once.

    Raises:
        ValueError: as ``Vault.unlock``; nothing was changed.
    """
    unlocked = vault.unlock(passphrase, generation)
    work = read_work(unlocked, generation)
    revision = work.revision if generation is None else unlocked.restore(generation, work.revision)
    state.begin_with(work.workspace, "unlock the vault")
    st.session_state[_KEPT] = Kept(unlocked, vault.listing().name, revision, work.workspace, time.time())
    touch()


def lock() -> None:
    """Forget the key and everything this session holds."""
    found = kept()
    if found is not None:
        found.unlocked.lock()
    st.session_state.clear()


def touch() -> None:
    """The person is here."""
    st.session_state[_TOUCHED] = time.monotonic()


def lock_if_idle() -> bool:
    """Lock where nobody has touched the program for as long as the work says; whether that was so."""
    found = kept()
    idle = time.monotonic() - st.session_state.get(_TOUCHED, time.monotonic())
    if found is None or idle < 60 * found.workspace.lock_after:
        return False
    lock()
    return True


def save() -> None:
    """Save the work if it was edited since; an open example leaves the vault alone."""
    found = kept()
    if found is None or found.conflict or state.example():
        return
    workspace = state.current()
    if workspace is not found.workspace and workspace != found.workspace:
        st.session_state[_KEPT] = _saved(found, workspace)


def _saved(found: Kept, workspace: Workspace) -> Kept:
    try:
        revision = save_work(found.unlocked, workspace, found.revision, known=found.workspace)
    except Conflict as conflict:
        return replace(found, conflict=str(conflict))
    except ValueError as error:  # a VaultError, or what could not be read again
        return replace(found, failure=str(error))
    return Kept(found.unlocked, found.name, revision, workspace, time.time())


def take_newer() -> None:
    """End a conflict with what was saved elsewhere; this session's version stays a copy.

    Raises:
        ValueError: as ``read_work``.
    """
    found = kept()
    if found is not None:
        newer = read_work(found.unlocked)
        st.session_state[_KEPT] = Kept(found.unlocked, found.name, newer.revision, newer.workspace, time.time())
        state.open_workspace(newer.workspace, "take what was saved elsewhere")


def put_mine() -> None:
    """End a conflict with this session's version; the other one becomes a generation.

    Raises:
        ValueError: as ``read_work``.
    """
    found = kept()
    if found is not None:
        newer = read_work(found.unlocked)
        st.session_state[_KEPT] = _saved(replace(found, revision=newer.revision, conflict=""), state.current())


def restore(generation: Generation) -> None:
    """Bring back an earlier version; the present one stays a generation, and undo leads back.

    Raises:
        ValueError: as ``read_work``.
    """
    found = kept()
    if found is not None:
        state.open_workspace(read_work(found.unlocked, generation).workspace, "restore an earlier version")
        save()


def back_to_mine() -> None:
    """Leave an example for what is in the vault."""
    found = kept()
    if found is not None:
        state.open_workspace(found.workspace, "return to my work")


def change_passphrase(present: str, new: str) -> None:
    """Another passphrase for the vault.

    Raises:
        ValueError: as ``Unlocked.change_passphrase``.
    """
    found = kept()
    if found is not None:
        st.session_state[_KEPT] = replace(found, unlocked=found.unlocked.change_passphrase(present, new))


def rename(name: str) -> None:
    """Another name for the vault.

    Raises:
        ValueError: for a name that will not do.
    """
    found = kept()
    if found is not None:
        found.unlocked.rename(name)
        st.session_state[_KEPT] = replace(found, name=name.strip())


def delete() -> None:
    """Remove the vault with all its versions; the work stays in memory.

    Raises:
        ValueError: if the system refuses.
    """
    found = kept()
    if found is not None:
        found.unlocked.delete()
        del st.session_state[_KEPT]
        work_in_memory()
