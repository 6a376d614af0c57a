"""The gate: a session on a machine with vaults begins here, whatever page was asked for."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from leakage.workspace.vault.generations import Generation
from leakage.workspace.vault.unsaved import UNSAVED, SealedWork, without_vault
from leakage.workspace.vault.vault import Vault
from pages.door.unsaved import MARK
from pages.shell import attempts, door_panel, examples, locking, session, text, vault_session
from pages.shell.frame import STYLE
from pages.shell.words import said, when


def show() -> None:
    """Unlock a vault, or go on without one."""
    existing, why_not = vault_session.listed()
    lost = () if why_not else without_vault(existing)
    st.html(STYLE)
    st.title("Unlock your work")
    attempts.told()
    if existing:
        _ask(existing, _choose(existing))
    elif not lost:
        st.error(said(why_not or "the vault is not here any more"), icon=":material/folder_off:")
    for number, sealed in enumerate(lost):
        _put_back(sealed, number)
    _offer_memory()
    door_panel.ways_out()


def _ask(existing: Sequence[Vault], vault: Vault) -> None:
    st.caption(text.GATE_QUESTION)
    if UNSAVED.of(vault.identity):
        st.warning(text.SEALED_AT_GATE, icon=":material/lock:")
    with st.form("gate", border=True):
        st.text_input("Passphrase", type="password", key="gate-passphrase", autocomplete="off")
        earlier = _offer_earlier(vault)
        unlocking = attempts.pressed(lambda: _unlock(existing, vault, earlier), "gate")
        st.form_submit_button("Unlock", type="primary", icon=":material/lock_open:", key="gate-unlock", **unlocking)
    attempts.told("gate")
    st.caption(text.NO_RECOVERY)


def _offer_memory() -> None:
    st.subheader("Or go on without it")
    if vault_session.wanted():
        _back()
        return
    left, right = st.columns(2)
    left.button(
        "Work in memory only",
        key="gate-memory",
        on_click=vault_session.work_in_memory,
        width="stretch",
        help=text.MEMORY_HELP,
    )
    right.button("Open the realistic person", key="gate-example", on_click=_open_example, width="stretch")


def _open_example() -> None:
    vault_session.work_in_memory()
    examples.open_realistic()


def _back() -> None:
    with st.container(key=f"{MARK}-memory" if vault_session.in_memory_only() else "nothing-in-memory"):
        if vault_session.in_memory_only():
            st.caption(text.BRINGING)
        st.button("Back to what is in memory", key="gate-back", on_click=vault_session.work_in_memory)


def _put_back(sealed: SealedWork, number: int) -> None:
    """Work whose vault is gone can become one again: it is a vault's file."""
    with st.container(border=True):
        st.text(text.WITHOUT_VAULT)
        st.button(
            "Make it a vault again",
            key=f"sealed-put-back-{number}" if number else "sealed-put-back",
            **attempts.pressed(lambda: locking.make_vault_of(sealed)),
        )


def _choose(existing: Sequence[Vault]) -> Vault:
    listings = [vault.listing() for vault in existing]
    shown = [f"{listing.name}: {when(listing.saved)}" for listing in listings]
    if len(existing) == 1:
        st.text(shown[0])
        return existing[0]
    number: int = st.selectbox(
        "Which vault?",
        range(len(existing)),
        format_func=lambda n: shown[n],
        key=_place(existing),
    )
    return existing[number]


def _offer_earlier(vault: Vault) -> Generation | None:
    """The latest good version, where the current one cannot be read."""
    if vault.listing().condition != "damaged":
        return None
    earlier = vault.latest_good()
    if earlier is None:
        st.error("This vault is damaged, and no earlier version of it is left.", icon=":material/broken_image:")
        return None
    st.warning(
        f"The latest version is damaged. An earlier one is good ({when(earlier.saved)}) and will be opened instead.",
        icon=":material/broken_image:",
    )
    return earlier


def _place(existing: Sequence[Vault]) -> str:
    return f"gate-vault-{len(existing)}"


def _unlock(existing: Sequence[Vault], drawn: Vault, earlier: Generation | None) -> None:
    """Open the vault that is picked, which may be another one than was drawn; an earlier version only where it was."""
    vault = existing[session.get(_place(existing), 0)]
    vault_session.unlock(vault, session.get("gate-passphrase"), earlier if vault is drawn else None)
