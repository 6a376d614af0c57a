"""The tabs of this program: what each of them has, so that one can save, seal and lock for all of a vault.

Work that could not be saved is sealed as soon as that is known, under the key of its vault. Of work in memory only
nothing leaves this place but that it is there.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

import streamlit as st
from streamlit import runtime

from leakage.workspace.vault.unsaved import UNSAVED, SealedWork, seal_work
from leakage.workspace.workspace import Workspace
from pages.shell import session, steps, vault_state
from pages.shell.vault_state import VaultSession

_SESSION = "tabs.session"


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
class Held:
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
        return self.opened is not None and vault_state.state_of(self.opened, self.work) == "not saved"


_HELD: WeakKeyDictionary[Tab, Held] = WeakKeyDictionary()
_LOCK = threading.Lock()
_TURNS: defaultdict[str, threading.RLock] = defaultdict(threading.RLock)


@contextmanager
def alone() -> Iterator[None]:
    """Inside, no other tab edits, saves or locks the vault of this one."""
    opened = vault_state.current()
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
    opened, work = vault_state.current(), steps.own()
    with _LOCK:
        before = _HELD.pop(mine, None)
        if work is not None and (opened is not None or work != Workspace()):
            _HELD[mine] = _sealed(Held(opened, work), before)


def note_other(tab: Tab, held: Held) -> None:
    """What became of what another tab has, where this one has tried to save it."""
    with _LOCK:
        _HELD[tab] = _sealed(held, _HELD.get(tab))


def _mine() -> Tab:
    tab: Tab = st.session_state.setdefault(_SESSION, Tab())
    return tab


def _sealed(held: Held, before: Held | None) -> Held:
    """What a tab has, sealed where it could not be saved."""
    if not held.unsaved or held.opened is None:
        return held
    earlier = before.sealed if before is not None else None
    if earlier is None or before is None or before.work is not held.work:
        # Locked meanwhile, or too long for any vault: what was sealed before is better than nothing.
        with suppress(ValueError):
            earlier = seal_work(held.opened.unlocked, held.work, held.opened.workspace, held.opened.revision)
    return Held(held.opened, held.work, earlier)


def others() -> tuple[tuple[Tab, Held], ...]:
    """The other tabs that have the vault of this one open, and what they have."""
    mine, opened = _mine(), vault_state.current()
    with _LOCK:
        return tuple(
            (tab, held)
            for tab, held in _HELD.items()
            if tab is not mine and held.opened is not None and opened is not None and _same(held.opened, opened)
        )


def _same(one: VaultSession, other: VaultSession) -> bool:
    return not one.unlocked.locked and one.unlocked.identity == other.unlocked.identity


def close(tab: Tab, held: Held) -> None:
    """Lock the vault in another tab, with what could not be saved sealed in memory, and have its page say so."""
    with _LOCK:
        _HELD.pop(tab, None)
    if held.sealed is not None:
        UNSAVED.add(held.sealed)
    if held.opened is not None:
        held.opened.unlocked.lock()
    tab.draw_anew()


def forget() -> None:
    """This tab has nothing any more."""
    with _LOCK:
        _HELD.pop(_mine(), None)


def in_memory_elsewhere() -> bool:
    """Whether another tab that is open has work in memory only."""
    mine = st.session_state.get(_SESSION)
    with _LOCK:
        return any(held.opened is None and tab is not mine and tab.is_open for tab, held in _HELD.items())


def keep_sealed() -> None:
    """Keep what tabs could not save for whoever unlocks its vault again."""
    with _LOCK:
        for tab, held in list(_HELD.items()):
            if held.sealed is not None:
                UNSAVED.add(held.sealed)
                del _HELD[tab]
