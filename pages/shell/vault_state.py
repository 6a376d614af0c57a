"""Where the work of this session is kept, and what of it is on no disk.

Where the work of this session is kept: in an unlocked vault, or in memory only.

Only the session that unlocked a vault holds its key. A refresh, a second tab and a restarted server are new sessions:
they meet the gate, and can neither read the vault nor save to it.

The tabs of this program: what each of them has, so that one can save, seal and lock for all of a vault.

Work that could not be saved is sealed as soon as that is known, under the key of its vault. Of work in memory only
nothing leaves this place but that it is there.
"""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias
from weakref import WeakKeyDictionary

import streamlit as st
from streamlit import runtime

from leakage.workspace.everyday import new_work
from leakage.workspace.merging.entries import Contradiction
from leakage.workspace.vault.errors import PassphraseChanged, VaultError
from leakage.workspace.vault.file_header import Revision, VersionName
from leakage.workspace.vault.saved_work import UNSAVED, SavedWork, SealedWork, seal_work
from leakage.workspace.vault.unlocked import Unlocked
from leakage.workspace.vault.vault import Vault, vaults
from leakage.workspace.workspace import Workspace
from pages.door.entrance import classroom
from pages.shell import session, undo_stack

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
        saved_work: what is in that file.
    """

    theirs: SavedWork
    contradictions: tuple[Contradiction, ...]
    copy: VersionName | None = None
    saved_work: Workspace | None = None


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
    def saved_work(self) -> Workspace | None:
        """This session's work as it is on the disk."""
        return self.workspace if self.two_versions is None else self.two_versions.saved_work

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
    return state_of(opened, undo_stack.own())


def state_of(opened: VaultSession, work: Workspace | None) -> State:
    """As ``state``, of a work that is the session's own."""
    if work is not None and work is not opened.saved_work and work != opened.saved_work:
        return "not saved"
    return "kept" if opened.two_versions is None else "two versions"


def gated() -> bool:
    """Whether this session has to unlock a vault first, or say that it does without.

    A session with something in it is past the gate, unless it asked for it: a vault made in another tab must not come
    between a person and what is in memory only.
    """
    if current() is None and st.session_state.get(_WANTED, False):
        return True
    if current() is not None or st.session_state.get(_MEMORY, False) or undo_stack.begun() or not offered():
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


def gate_asked_for() -> bool:
    """Whether the session is at the gate because it asked for a vault."""
    return bool(st.session_state.get(_WANTED, False))


def in_memory_only() -> Workspace | None:
    """The person's own work where it is in no vault; None where there is none, or one into which nothing was put."""
    work = undo_stack.own() if current() is None else None
    return None if work in (Workspace(), new_work()) else work


def let_go() -> None:
    """The session has no vault any more; its work stays in memory."""
    del st.session_state[_SESSION]
    work_in_memory()


_AT_RISK_SESSION = "tabs.session"


class Tab:
    """Lives as long as a session's state; what is known of the session goes with it."""

    def __init__(self) -> None:
        self.identity = session.identity()

    @property
    def is_open(self) -> bool:
        """Whether a page is connected to it."""
        return not runtime.exists() or runtime.get_instance().is_active_session(self.identity)

    def draw_anew(self) -> None:
        """Ask for a run of its page, from whatever thread; nothing where no page is connected."""
        page = runtime.get_instance().get_app_session(self.identity) if runtime.exists() else None
        if page is not None:
            page._call_soon_on_event_loop(lambda: page.request_rerun(page._client_state))


@dataclass(frozen=True, eq=False)
class TabState:
    """What a tab has.

    Arguments:
        opened: its vault; None where its work is in memory only.
        work: the person's own.
        sealed: the same work, where it could not be saved.
    """

    opened: VaultSession | None
    work: Workspace = field(repr=False)
    sealed: SealedWork | None = None

    @property
    def unsaved(self) -> bool:
        """Whether it has a vault, and work that is neither in that nor beside it."""
        return self.opened is not None and state_of(self.opened, self.work) == "not saved"


_STATES: WeakKeyDictionary[Tab, TabState] = WeakKeyDictionary()
_LOCK = threading.Lock()
_TURNS: defaultdict[str, threading.RLock] = defaultdict(threading.RLock)


@contextmanager
def alone() -> Iterator[None]:
    """Inside, no other tab edits, saves or locks the vault of this one."""
    opened = current()
    if opened is None:
        yield
        return
    with _LOCK:
        turn = _TURNS[opened.unlocked.identity]
    with turn:
        yield


def note() -> None:
    """Look at what this tab has; after every save."""
    mine = _mine()
    opened, work = current(), undo_stack.own()
    with _LOCK:
        before = _STATES.pop(mine, None)
        if work is not None and (opened is not None or work != Workspace()):
            _STATES[mine] = _sealed(TabState(opened, work), before)


def note_other(tab: Tab, state: TabState) -> None:
    """What became of what another tab has, where this one has tried to save it."""
    with _LOCK:
        _STATES[tab] = _sealed(state, _STATES.get(tab))


def _mine() -> Tab:
    tab: Tab = st.session_state.setdefault(_AT_RISK_SESSION, Tab())
    return tab


def _sealed(state: TabState, before: TabState | None) -> TabState:
    """What a tab has, sealed where it could not be saved."""
    if not state.unsaved or state.opened is None:
        return state
    earlier = before.sealed if before is not None else None
    if earlier is None or before is None or before.work is not state.work:
        # Locked meanwhile, or too long for any vault: what was sealed before is better than nothing.
        with suppress(ValueError):
            earlier = seal_work(state.opened.unlocked, state.work, state.opened.workspace, state.opened.revision)
    return TabState(state.opened, state.work, earlier)


def others() -> tuple[tuple[Tab, TabState], ...]:
    """The other tabs that have the vault of this one open, and what they have."""
    mine, opened = _mine(), current()
    with _LOCK:
        return tuple(
            (tab, state)
            for tab, state in _STATES.items()
            if tab is not mine and state.opened is not None and opened is not None and _same(state.opened, opened)
        )


def _same(one: VaultSession, other: VaultSession) -> bool:
    return not one.unlocked.locked and one.unlocked.identity == other.unlocked.identity


def close(tab: Tab, state: TabState) -> None:
    """Lock the vault in another tab, with what could not be saved sealed in memory, and have its page say so."""
    with _LOCK:
        _STATES.pop(tab, None)
    if state.sealed is not None:
        UNSAVED.add(state.sealed)
    if state.opened is not None:
        state.opened.unlocked.lock()
    tab.draw_anew()


def forget() -> None:
    """This tab has nothing any more."""
    with _LOCK:
        _STATES.pop(_mine(), None)


def in_memory_elsewhere() -> bool:
    """Whether another tab that is open has work in memory only."""
    mine = st.session_state.get(_AT_RISK_SESSION)
    with _LOCK:
        return any(state.opened is None and tab is not mine and tab.is_open for tab, state in _STATES.items())


def keep_sealed() -> None:
    """Keep what tabs could not save for whoever unlocks its vault again."""
    with _LOCK:
        for tab, state in list(_STATES.items()):
            if state.sealed is not None:
                UNSAVED.add(state.sealed)
                del _STATES[tab]
