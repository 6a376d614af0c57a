"""What the sessions of this program hold that is on no disk: it is asked about, or sealed, before all of them end.

Work that could not be saved is sealed as soon as that is known, under the key of its vault. Of work in memory only
nothing leaves this place but that it is there.
"""

from __future__ import annotations

import threading
from contextlib import suppress
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

import streamlit as st
from streamlit import runtime

from leakage.workspace.vault.unsaved import UNSAVED, SealedWork, seal_work
from leakage.workspace.workspace import Workspace
from pages.shell import session, steps, vault_state

_SESSION = "at-risk.session"


class _Session:
    """Lives as long as a session's state; what is known of the session goes with it."""

    def __init__(self) -> None:
        self.identity = session.identity()

    @property
    def is_open(self) -> bool:
        """Whether a page is connected to it."""
        return not runtime.exists() or runtime.get_instance().is_active_session(self.identity)


@dataclass(frozen=True, eq=False)
class AtRisk:
    """What a session holds that is on no disk.

    Arguments:
        sealed: work that could not be saved; None where it is in memory only.
        work: the same work, to see whether it has changed.
    """

    sealed: SealedWork | None
    work: Workspace = field(repr=False)


_HELD: WeakKeyDictionary[_Session, AtRisk] = WeakKeyDictionary()
_LOCK = threading.Lock()


def note() -> None:
    """Look at what this session holds; after every save."""
    mine = st.session_state.setdefault(_SESSION, _Session())
    opened, work = vault_state.current(), steps.own()
    with _LOCK:
        before = _HELD.pop(mine, None)
        if work is None or (opened is None and work == Workspace()):
            return
        if opened is None:
            _HELD[mine] = AtRisk(None, work)
        elif vault_state.state(opened) == "not saved":
            if before is not None and before.sealed is not None:
                _HELD[mine] = before
            # Locked meanwhile, or too long for any vault: what was sealed before is better than nothing.
            with suppress(ValueError):
                if before is None or before.work is not work or before.sealed is None:
                    sealed = seal_work(opened.unlocked, work, opened.workspace, opened.revision)
                    _HELD[mine] = AtRisk(sealed, work)


def in_memory_elsewhere() -> bool:
    """Whether another tab that is open holds work in memory only."""
    mine = st.session_state.get(_SESSION)
    with _LOCK:
        return any(held.sealed is None and each is not mine and each.is_open for each, held in _HELD.items())


def keep_sealed() -> None:
    """Keep what sessions could not save for whoever unlocks its vault again."""
    with _LOCK:
        for each, held in list(_HELD.items()):
            if held.sealed is not None:
                UNSAVED.add(held.sealed)
                del _HELD[each]
