"""Locking, in every tab of the vault at once: all is saved first, and what cannot be is sealed in memory.

There it waits until the passphrase opens it again. A tab that nobody has touched for long locks itself alone.
"""

from __future__ import annotations

import time

import streamlit as st

from leakage.workspace.vault.unlocked import lock_all
from leakage.workspace.vault.unsaved import UNSAVED, SealedWork, needs_passphrase, open_work, put_back, seal_work
from pages.door.clicks import uninterrupted
from pages.shell import editable_table, steps, tabs, uploads, vault_saving, vault_session
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
    """Forget the key and everything the tabs of its vault hold; asks first where something cannot be saved."""
    with tabs.alone():
        vault_session.save()
        vault_saving.save_others()
        if unsaved_anywhere():
            st.session_state[_ASKED] = True
        else:
            _close_everywhere()


def asked() -> bool:
    """Whether the person has to say what shall become of what cannot be saved."""
    return bool(st.session_state.get(_ASKED, False))


def unsaved_anywhere() -> bool:
    """Whether this tab or another one of its vault has something that is not saved."""
    opened = vault_session.current()
    mine = opened is not None and vault_session.state(opened) == "not saved"
    return mine or any(held.unsaved for _, held in tabs.others())


def stay() -> None:
    """Do not lock after all."""
    st.session_state.pop(_ASKED, None)


@uninterrupted()
def lock_anyway() -> None:
    """Lock, with what cannot be saved sealed in memory.

    Raises:
        ValueError: for work that is too long for any vault; nothing was locked.
    """
    with tabs.alone():
        _save_or_seal()
        vault_saving.save_others()
        _close_everywhere()


@uninterrupted()
def lock_if_due() -> bool:
    """Lock this tab where its vault was locked in another one, or nobody has touched it for as long as the work says.

    Returns:
        Whether that was so.
    """
    opened = vault_session.current()
    if opened is None:
        return False
    with tabs.alone():
        if opened.unlocked.locked:
            _forget()
            return True
        if idle() < 60 * opened.workspace.lock_after:
            return False
        try:
            _save_or_seal()
        except ValueError:
            return False  # The banner says that it is not saved; to lose it unasked would be worse than to stay open.
        _close()
    return True


@uninterrupted()
def _save_or_seal() -> None:
    vault_session.save()
    opened, work = vault_session.current(), steps.own()
    if opened is not None and work is not None and vault_session.state(opened) == "not saved":
        UNSAVED.add(seal_work(opened.unlocked, work, opened.workspace, opened.revision))


def _close_everywhere() -> None:
    opened = vault_session.current()
    for tab, held in tabs.others():
        vault_saving.keep_asides_of(held)
        tabs.close(tab, held)
    _close()
    if opened is not None:
        lock_all(opened.unlocked.identity)


def _close() -> None:
    opened = vault_session.current()
    if opened is not None:
        vault_saving.keep_asides(at_once=True)
        opened.unlocked.lock()
    _forget()


def _forget() -> None:
    tabs.forget()
    uploads.give_all_back()
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
