"""Locking a vault in every tab, and the ways out where two tabs changed one thing differently.

Locking, in every tab of the vault at once: all is saved first, and what cannot be is sealed in memory.

There it waits until the passphrase opens it again. A tab that nobody has touched for long locks itself alone.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace

import streamlit as st

from leakage.workspace.merging.entries import Place, Side
from leakage.workspace.merging.merge import merge
from leakage.workspace.vault.file_header import Revision
from leakage.workspace.vault.saved_work import (
    UNSAVED,
    SealedWork,
    needs_passphrase,
    open_work,
    put_back,
    read_work,
    save_work,
    seal_work,
)
from leakage.workspace.vault.unlocked import lock_all
from leakage.workspace.workspace import Workspace
from pages.door.serial_reruns import uninterrupted
from pages.shell import editable_table, undo_stack, uploads, vault_session, vault_state
from pages.shell.vault_session import VaultSession
from pages.shell.watchdog import DERIVING, limited

_TOUCHED = "vault-session.touched"
_CONFIRMING = "vault-session.asked-to-lock"


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
    with vault_state.alone():
        vault_session.save()
        vault_session.save_others()
        if unsaved_anywhere():
            st.session_state[_CONFIRMING] = True
        else:
            _close_everywhere()


def must_answer() -> bool:
    """Whether the person has to say what shall become of what cannot be saved."""
    return bool(st.session_state.get(_CONFIRMING, False))


def unsaved_anywhere() -> bool:
    """Whether this tab or another one of its vault has something that is not saved."""
    opened = vault_session.current()
    mine = opened is not None and vault_session.state(opened) == "not saved"
    return mine or any(state.unsaved for _, state in vault_state.others())


def stay() -> None:
    """Do not lock after all."""
    st.session_state.pop(_CONFIRMING, None)


@uninterrupted()
def lock_anyway() -> None:
    """Lock, with what cannot be saved sealed in memory.

    Raises:
        ValueError: for work that is too long for any vault; nothing was locked.
    """
    with vault_state.alone():
        _save_or_seal()
        vault_session.save_others()
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
    with vault_state.alone():
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
    opened, work = vault_session.current(), undo_stack.own()
    if opened is not None and work is not None and vault_session.state(opened) == "not saved":
        UNSAVED.add(seal_work(opened.unlocked, work, opened.workspace, opened.revision))


def _close_everywhere() -> None:
    opened = vault_session.current()
    for tab, state in vault_state.others():
        vault_session.save_face_of(state)
        vault_state.close(tab, state)
    _close()
    if opened is not None:
        lock_all(opened.unlocked.identity)


def _close() -> None:
    opened = vault_session.current()
    if opened is not None:
        vault_session.save_face()
        opened.unlocked.lock()
    _forget()


def _forget() -> None:
    vault_state.forget()
    uploads.give_all_back()
    st.session_state.clear()


def sealed_work() -> SealedWork | None:
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
    history = undo_stack.edit_history()
    vault_session.hold(opened.now_at(base.revision, base.workspace))
    editable_table.forget()
    undo_stack.follow(work, "open what could not be saved", opened=True)
    vault_session.save()
    after = vault_session.current()
    if after is not None and vault_session.state(after) == "not saved":
        undo_stack.hold(history)
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


# The ways out where two tabs changed one thing differently; nothing is lost by any of them.


def take_theirs() -> None:
    """Go on with what was saved elsewhere; this session's version stays a copy.

    Raises:
        ValueError: if that copy cannot be written, or the other version cannot be read; nothing was changed.
    """
    opened = vault_session.current()
    if opened is None:
        return
    vault_session.save()
    opened = vault_session.current() or opened
    if vault_session.state(opened) == "not saved":
        raise ValueError(opened.failure)
    theirs = read_work(opened.unlocked)
    _go_on(opened.now_at(theirs.revision, theirs.workspace), "take what was saved elsewhere")


def take_mine() -> None:
    """Go on with this session's version; the other one becomes an earlier version.

    Raises:
        ValueError: as ``save_work``; nothing was changed.
    """
    opened, work = vault_session.current(), undo_stack.own()
    if opened is not None and work is not None:
        theirs = read_work(opened.unlocked)
        _save_instead(opened, work, theirs.revision, "put mine in place of what was saved elsewhere")


def merge_as_chosen(choices: Mapping[Place, Side]) -> None:
    """Go on with both versions merged; both stay as they are among the earlier versions.

    Arguments:
        choices: the side to take, by the place of each contradiction. What is not named is asked about again: the
            other tab may have saved once more.

    Raises:
        ValueError: as ``save_work``; nothing was changed.
    """
    opened, work = vault_session.current(), undo_stack.own()
    if opened is None or opened.two_versions is None or work is None:
        return
    theirs = read_work(opened.unlocked)
    merged = merge(opened.workspace, work, theirs.workspace, choices)
    if any(contradiction.place not in choices for contradiction in merged.contradictions):
        contradicting = replace(opened.two_versions, theirs=theirs, contradictions=merged.contradictions)
        vault_session.hold(replace(opened, two_versions=contradicting))
    else:
        _save_instead(opened, merged.workspace, theirs.revision, "merge two versions")


def _save_instead(opened: VaultSession, workspace: Workspace, expected: Revision, what: str) -> None:
    revision = save_work(opened.unlocked, workspace, expected, earlier=opened.workspace, beside=False)
    _go_on(opened.now_at(revision, workspace), what)


def _go_on(opened: VaultSession, what: str) -> None:
    vault_session.hold(opened)
    if opened.workspace != undo_stack.own():
        editable_table.forget()
        undo_stack.follow(opened.workspace, what, opened=True)
