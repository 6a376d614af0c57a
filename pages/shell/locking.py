"""Locking: saved first, and what cannot be saved is sealed in memory until the passphrase opens it again."""

from __future__ import annotations

import time

import streamlit as st

from leakage.workspace.vault.unsaved import UNSAVED, SealedWork, needs_passphrase, open_work, put_back, seal_work
from pages.door.clicks import uninterrupted
from pages.shell import editable_table, steps, vault_saving, vault_session
from pages.shell.vault_session import VaultSession
from pages.shell.watchdog import DERIVING, limited

_TOUCHED = "vault-session.touched"
_ASKED = "vault-session.asked-to-lock"


def touch() -> None:
    """The person is here."""
    st.session_state[_TOUCHED] = _clocks()


def _clocks() -> tuple[float, float]:
    """Seconds on two clocks: while a machine sleeps the rising one may stand, and the other one may be put back."""
    return time.monotonic(), time.time()


def idle() -> float:
    """Seconds since the last touch, on the clock that ran further."""
    now = _clocks()
    touched: tuple[float, float] = st.session_state.get(_TOUCHED, now)
    return max(now[0] - touched[0], now[1] - touched[1])


def lock() -> None:
    """Forget the key and everything this session holds; asks first where something of it cannot be saved."""
    vault_session.save()
    opened = vault_session.current()
    if opened is not None and vault_session.state(opened) == "not saved":
        st.session_state[_ASKED] = True
    else:
        _close(opened)


def asked() -> bool:
    """Whether the person has to say what shall become of what cannot be saved."""
    return bool(st.session_state.get(_ASKED, False))


def stay() -> None:
    """Do not lock after all."""
    st.session_state.pop(_ASKED, None)


@uninterrupted()
def lock_anyway() -> None:
    """Lock, with what cannot be saved sealed in memory.

    Raises:
        ValueError: for work that is too long for any vault; nothing was locked.
    """
    vault_session.save()
    opened, work = vault_session.current(), steps.own()
    if opened is not None and work is not None and vault_session.state(opened) == "not saved":
        UNSAVED.add(seal_work(opened.unlocked, work, opened.workspace, opened.revision))
    _close(opened)


def lock_if_idle() -> bool:
    """Lock where nobody has touched the program for as long as the work says; whether that was so."""
    opened = vault_session.current()
    if opened is None or idle() < 60 * opened.workspace.lock_after:
        return False
    try:
        lock_anyway()
    except ValueError:
        return False  # The banner says that it is not saved; to lose it unasked would be worse than to stay open.
    return True


def _close(opened: VaultSession | None) -> None:
    if opened is not None:
        vault_saving.keep_asides(at_once=True)
        opened.unlocked.lock()
    st.session_state.clear()


def sealed_here() -> SealedWork | None:
    """What could not be saved before the session's vault was locked last; the first, where there is more."""
    opened = vault_session.current()
    return next(iter(UNSAVED.of(opened.unlocked.identity)), None) if opened else None


def other_passphrase(sealed: SealedWork) -> bool:
    """Whether it opens only with another passphrase than the vault's present one."""
    opened = vault_session.current()
    return opened is not None and needs_passphrase(opened.unlocked, sealed)


def keep(sealed: SealedWork, passphrase: str = "") -> None:
    """Save what could not be saved, merged with what the vault holds now.

    Raises:
        ValueError: if it cannot be opened or saved; it stays sealed, and nothing was changed.
    """
    vault_session.save()
    opened = vault_session.current()
    if opened is None:
        return
    if vault_session.state(opened) != "kept":
        raise ValueError("what is open here has to be saved first")
    unlocked = opened.unlocked
    work, base = limited(lambda: open_work(unlocked, sealed, passphrase), DERIVING, "unlocking the vault")
    history = steps.held()
    vault_session.hold(opened.now_at(base.revision, base.workspace))
    editable_table.forget()
    steps.follow(work, "open what could not be saved", opened=True)
    vault_session.save()
    after = vault_session.current()
    if after is not None and vault_session.state(after) == "not saved":
        steps.hold(history)
        vault_session.hold(opened)
        raise ValueError(after.failure)
    UNSAVED.drop(sealed)


def forget(sealed: SealedWork) -> None:
    """Give up what could not be saved."""
    UNSAVED.drop(sealed)


def make_vault_of(sealed: SealedWork) -> None:
    """Make a vault again of work whose vault was removed.

    Raises:
        ValueError: if the system refuses; it stays sealed.
    """
    put_back(sealed)
