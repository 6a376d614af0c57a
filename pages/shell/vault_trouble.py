"""What keeps the work from being saved, at the head of every page, with the ways out.

Every way out is a callback: one press is one run of the page.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from leakage.workspace.merging.contradiction import Contradiction, Place, Side
from leakage.workspace.vault.unsaved import SealedWork
from pages.door.unsaved import MARK
from pages.shell import locking, session, text, two_versions, vault_session
from pages.shell.vault_session import VaultSession
from pages.shell.words import said

_REFUSED = "vault.refused"
MOST_ASKED = 8


def attempt(what: Callable[[], object]) -> None:
    """Do something with a vault, in a callback; what it refuses is told in one sentence by ``refused``."""
    try:
        if not locking.lock_if_idle():
            what()
    except ValueError as error:
        session.put(_REFUSED, said(error))


def refused() -> None:
    """Say once what a callback was refused."""
    sentence = session.get(_REFUSED)
    session.forget(_REFUSED)
    if sentence:
        st.error(sentence, icon=":material/error:")


def show() -> None:
    """All that there is to decide."""
    refused()
    opened = vault_session.current()
    if opened is None:
        return
    if locking.asked():
        _ask_to_lock(opened)
    if opened.two_versions is not None:
        _two_versions(opened)
    if vault_session.state(opened) == "not saved":
        _not_saved(opened)
    sealed = locking.sealed_here()
    if sealed is not None:
        _sealed(sealed)


def _heading(words: str) -> None:
    st.markdown(f":orange[:material/warning:] **{words}**")


def _button(label: str, key: str, what: Callable[[], object], place: st.delta_generator.DeltaGenerator) -> None:
    place.button(label, key=key, on_click=attempt, args=(what,), width="stretch")


def _ask_to_lock(opened: VaultSession) -> None:
    if vault_session.state(opened) != "not saved":
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
        st.text_input("The new passphrase", type="password", key="again-passphrase", autocomplete="off")
        _button("Unlock again and keep this edit", "again-unlock", _unlock_again, st.container())


def _unlock_again() -> None:
    vault_session.unlock_again(_take("again-passphrase"))


def _take(key: str) -> str:
    """What was typed into a field, which is empty afterwards."""
    typed: str = session.get(key, "")
    session.put(key, "")
    return typed


def _two_versions(opened: VaultSession) -> None:
    two = opened.two_versions
    assert two is not None
    with st.container(border=True, key="vault-two-versions"):
        _heading("Two versions of your work")
        st.caption(text.CONFLICT_HELP if vault_session.state(opened) == "two versions" else text.CONFLICT_NOT_KEPT)
        choices = _choices(two.contradictions)
        left, middle, right = st.columns(3)
        _button("Merge as chosen", "conflict-merge", lambda: two_versions.merge_as_chosen(choices), left)
        _button("Take the other version", "conflict-take", two_versions.take_theirs, middle)
        _button("Put mine in its place", "conflict-mine", two_versions.take_mine, right)


def _choices(contradictions: Sequence[Contradiction]) -> dict[Place, Side]:
    """One sentence for each contradiction, and a side to take; mine for those there is no room for."""
    choices: dict[Place, Side] = {contradiction.place: "mine" for contradiction in contradictions}
    for number, contradiction in enumerate(contradictions[:MOST_ASKED]):
        st.text(contradiction.sentence)
        side: Side = st.radio(
            "Which one?",
            ("mine", "theirs"),
            format_func=lambda side: "Mine" if side == "mine" else "The other",
            key=f"conflict-{number}",
            horizontal=True,
            label_visibility="collapsed",
        )
        choices[contradiction.place] = side
    if len(contradictions) > MOST_ASKED:
        st.text(f"and {len(contradictions) - MOST_ASKED} more, taken from mine")
    return choices


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
            st.text_input("The earlier passphrase", type="password", key="sealed-passphrase", autocomplete="off")
        left, right = st.columns(2)
        _button("Keep it", "sealed-keep", lambda: locking.keep(sealed, _take("sealed-passphrase")), left)
        _button("Give it up", "sealed-forget", lambda: locking.forget(sealed), right)
