"""What keeps the work from being saved, at the head of every page, with the ways out.

Every way out is a callback: one press is one run of the page.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from leakage.workspace.merging.contradiction import Contradiction, Place, Side
from leakage.workspace.vault.unsaved import SealedWork
from pages.door.unsaved import MARK
from pages.shell import attempts, locking, session, text, two_versions, vault_session
from pages.shell.vault_session import VaultSession
from pages.shell.words import said

MOST_ASKED = 8
_AGAIN = "again-passphrase"
_SEALED = "sealed-passphrase"


def show() -> None:
    """All that there is to decide."""
    attempts.told()
    opened = vault_session.current()
    if opened is None:
        return
    if locking.asked():
        _ask_to_lock()
    if opened.two_versions is not None:
        _two_versions(opened)
    if vault_session.state(opened) == "not saved":
        _not_saved(opened)
    sealed = locking.sealed_here()
    if sealed is not None:
        _sealed(sealed)


def _heading(words: str) -> None:
    st.markdown(f":orange[:material/warning:] **{words}**")


def _button(
    label: str, key: str, what: Callable[[], object], place: st.delta_generator.DeltaGenerator, empties: str = ""
) -> None:
    place.button(label, key=key, width="stretch", **attempts.pressed(what, empties=empties))


def _ask_to_lock() -> None:
    if not locking.unsaved_anywhere():
        locking.stay()
        return
    with st.container(border=True, key="vault-ask-to-lock"):
        _heading("Lock though something is not saved?")
        st.caption(text.LOCK_ANYWAY)
        left, right = st.columns(2)
        _button("Lock, and keep it sealed", "lock-anyway", locking.lock_anyway, left)
        _button("Do not lock", "lock-stay", locking.stay, right)


def _not_saved(opened: VaultSession) -> None:
    with st.container(border=True, key=f"{MARK}-in-vault"):
        _heading("Your last change is not saved")
        st.text(said(opened.failure))
        if not opened.locked_out:
            st.caption(text.TRIED_AGAIN)
            return
        st.caption(text.LOCKED_OUT)
        st.text_input("The new passphrase", type="password", key=_AGAIN, autocomplete="off")
        _button("Unlock again and keep this edit", "again-unlock", _unlock_again, st.container(), _AGAIN)


def _unlock_again() -> None:
    vault_session.unlock_again(session.get(_AGAIN, ""))


def _two_versions(opened: VaultSession) -> None:
    two = opened.two_versions
    assert two is not None
    with st.container(border=True, key="vault-two-versions"):
        _heading("Two versions of your work")
        st.caption(text.CONFLICT_HELP if vault_session.state(opened) == "two versions" else text.CONFLICT_NOT_KEPT)
        _ask_for_sides(two.contradictions)
        left, middle, right = st.columns(3)
        _button("Merge as chosen", "conflict-merge", lambda: _merge(two.contradictions), left)
        _button("Take the other version", "conflict-take", two_versions.take_theirs, middle)
        _button("Put mine in its place", "conflict-mine", two_versions.take_mine, right)


def _ask_for_sides(contradictions: Sequence[Contradiction]) -> None:
    """One sentence for each contradiction, and a side to take; mine for those there is no room for."""
    for number, contradiction in enumerate(contradictions[:MOST_ASKED]):
        st.text(contradiction.sentence)
        st.radio(
            "Which one?",
            ("mine", "theirs"),
            format_func=lambda side: "Mine" if side == "mine" else "The other",
            key=f"conflict-{number}",
            horizontal=True,
            label_visibility="collapsed",
        )
    if len(contradictions) > MOST_ASKED:
        st.text(f"and {len(contradictions) - MOST_ASKED} more, taken from mine")


def _merge(contradictions: Sequence[Contradiction]) -> None:
    sides: dict[Place, Side] = {
        contradiction.place: session.get(f"conflict-{number}", "mine") if number < MOST_ASKED else "mine"
        for number, contradiction in enumerate(contradictions)
    }
    two_versions.merge_as_chosen(sides)


def _sealed(sealed: SealedWork) -> None:
    with st.container(border=True, key="vault-sealed"):
        if sealed.brought:
            _heading("Add what you had entered without this vault?")
            st.caption(text.FROM_MEMORY)
        else:
            _heading("A change could not be saved before this vault was locked")
            st.caption(text.SEALED)
        if locking.other_passphrase(sealed):
            st.caption(text.SEALED_EARLIER)
            st.text_input("The earlier passphrase", type="password", key=_SEALED, autocomplete="off")
        left, right = st.columns(2)
        _button("Keep it", "sealed-keep", lambda: locking.keep(sealed, session.get(_SEALED, "")), left, _SEALED)
        _button("Give it up", "sealed-forget", lambda: locking.forget(sealed), right)
