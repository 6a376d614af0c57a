"""The gate: a session on a machine with vaults begins here, whatever page was asked for."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

import streamlit as st

from leakage.workspace.vault.generations import Generation
from leakage.workspace.vault.shelf import vaults
from leakage.workspace.vault.vault import Vault
from pages.ui import examples, keeping, text
from pages.ui.words import said


def show() -> None:
    """Unlock a vault, or go on without one."""
    found = vaults()
    st.title("Unlock your work")
    st.caption(text.GATE_QUESTION)
    vault = _choose(found)
    with st.form("gate", border=True):
        passphrase = st.text_input("Passphrase", type="password", key="gate-passphrase", autocomplete="off")
        generation = _offer_earlier(vault)
        opened = st.form_submit_button("Unlock", type="primary", icon=":material/lock_open:", key="gate-unlock")
    if opened:
        _unlock(vault, passphrase, generation)
    st.caption(text.NO_RECOVERY)
    st.subheader("Or go on without it")
    left, right = st.columns(2)
    left.button(
        "Work in memory only",
        key="gate-memory",
        on_click=keeping.work_in_memory,
        width="stretch",
        help=text.MEMORY_HELP,
    )
    if right.button("Open the realistic person", key="gate-example", width="stretch"):
        keeping.work_in_memory()
        examples.open_realistic()
        st.rerun()


def _choose(found: Sequence[Vault]) -> Vault:
    if len(found) == 1:
        st.text(f"{found[0].listing().name}: {when(found[0].listing().saved)}")
        return found[0]
    number: int = st.selectbox(
        "Which vault?",
        range(len(found)),
        format_func=lambda n: f"{found[n].listing().name}: {when(found[n].listing().saved)}",
        key=f"gate-vault-{len(found)}",
    )
    return found[number]


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


def _unlock(vault: Vault, passphrase: str, generation: Generation | None) -> None:
    try:
        with st.spinner("Unlocking", show_time=False):
            keeping.unlock(vault, passphrase, generation)
    except ValueError as error:
        st.error(said(error), icon=":material/lock:")
    else:
        st.rerun()


def when(milliseconds: int | None) -> str:
    """A moment in the person's own time.

    >>> when(None)
    'not readable'
    """
    if milliseconds is None:
        return "not readable"
    moment = datetime.datetime.fromtimestamp(milliseconds / 1000).astimezone()
    return f"saved on {moment:%Y-%m-%d at %H:%M:%S}"
