"""Where the work of this session is kept: in an unlocked vault, or in memory only.

Only the session that unlocked a vault holds its key. A refresh, a second tab and a restarted server are new sessions:
they meet the gate, and can neither read the vault nor save to it.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import streamlit as st

from leakage.workspace.merging.contradiction import Contradiction
from leakage.workspace.vault.directory import vaults
from leakage.workspace.vault.errors import PassphraseChanged, VaultError
from leakage.workspace.vault.header import Revision
from leakage.workspace.vault.names import VersionName
from leakage.workspace.vault.saved_work import SavedWork
from leakage.workspace.vault.unlocked import Unlocked
from leakage.workspace.vault.unsaved import UNSAVED
from leakage.workspace.vault.vault import Vault
from leakage.workspace.workspace import Workspace
from pages.door.classroom import classroom
from pages.shell import steps

_SESSION = "vault-session.vault"
_MEMORY = "vault-session.memory-only"
_WANTED = "vault-session.wanted"
State: TypeAlias = Literal["kept", "two versions", "not saved"]


@dataclass(frozen=True, eq=False)
class TwoVersions:
    """What this session and another one made of the same saved work, and cannot be merged.

    Arguments:
        theirs: what the other one saved.
        contradictions: what both changed, each in another way.
        copy: the file beside the vault's that keeps this session's version; None where it could not be written yet.
        kept: what is in that file.
    """

    theirs: SavedWork
    contradictions: tuple[Contradiction, ...]
    copy: VersionName | None = None
    kept: Workspace | None = None


@dataclass(frozen=True, eq=False)
class VaultSession:
    """The vault this session unlocked.

    Arguments:
        unlocked: what reads and saves.
        name: as its owner called it.
        revision: the last one read or saved here.
        workspace: what is in it.
        saved: seconds since 1970.
        two_versions: what a person has to decide before the vault itself is saved again; None where there is nothing.
        failure: why the last save failed; it is tried again at every run.
        locked_out: whether it failed since the passphrase was changed elsewhere: then trying again does not help.
        merged: whether the last save merged in what another tab had saved.
    """

    unlocked: Unlocked
    name: str
    revision: Revision
    workspace: Workspace
    saved: float
    two_versions: TwoVersions | None = None
    failure: str = ""
    locked_out: bool = False
    merged: bool = False

    @property
    def kept(self) -> Workspace | None:
        """This session's work as it is on the disk."""
        return self.workspace if self.two_versions is None else self.two_versions.kept

    def now_at(self, revision: Revision, workspace: Workspace, *, merged: bool = False) -> VaultSession:
        """The same vault after it was read or saved; all trouble is over."""
        return VaultSession(self.unlocked, self.name, revision, workspace, time.time(), merged=merged)

    def failed(self, error: ValueError) -> VaultSession:
        """The same vault after it could not be saved."""
        return replace(self, failure=str(error), locked_out=isinstance(error, PassphraseChanged))


def offered() -> bool:
    """Whether work can be kept in a vault: the disk of a classroom's server is not the visitor's."""
    return not classroom()


def current() -> VaultSession | None:
    """The vault this session unlocked; None where it works in memory only."""
    opened: VaultSession | None = st.session_state.get(_SESSION)
    return opened


def hold(opened: VaultSession) -> None:
    """This is the session's vault now."""
    st.session_state[_SESSION] = opened


def state(opened: VaultSession) -> State:
    """What may be said of the session's own work: it is on the disk, as the vault or beside it, or it is not."""
    return state_of(opened, steps.own())


def state_of(opened: VaultSession, work: Workspace | None) -> State:
    """As ``state``, of a work that is the session's own."""
    if work is not None and work is not opened.kept and work != opened.kept:
        return "not saved"
    return "kept" if opened.two_versions is None else "two versions"


def gated() -> bool:
    """Whether this session has to unlock a vault first, or say that it does without.

    A session with something in it is past the gate, unless it asked for it: a vault made in another tab must not come
    between a person and what is in memory only.
    """
    if current() is None and st.session_state.get(_WANTED, False):
        return True
    if current() is not None or st.session_state.get(_MEMORY, False) or steps.begun() or not offered():
        return False
    there, why_not = listed()
    return bool(there or why_not or UNSAVED.all())


def listed() -> tuple[tuple[Vault, ...], str]:
    """The vaults there are; and why that cannot be said, where the folder cannot be read."""
    try:
        return vaults(), ""
    except VaultError as error:
        return (), str(error)


def work_in_memory() -> None:
    """Go on without a vault."""
    st.session_state[_MEMORY] = True
    st.session_state.pop(_WANTED, None)


def ask_for_vault() -> None:
    """Go to the gate; what is in memory only stays here meanwhile."""
    st.session_state[_WANTED] = True


def wanted() -> bool:
    """Whether the session is at the gate because it asked for a vault."""
    return bool(st.session_state.get(_WANTED, False))


def in_memory_only() -> Workspace | None:
    """The person's own work where it is in no vault; None where there is none."""
    work = steps.own() if current() is None else None
    return None if work == Workspace() else work


def let_go() -> None:
    """The session has no vault any more; its work stays in memory."""
    del st.session_state[_SESSION]
    work_in_memory()
