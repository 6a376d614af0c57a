"""Unlocking a vault: what is shown in place of every page."""

from __future__ import annotations

from datetime import datetime
from functools import partial

import streamlit as st

from leakage.scenarios.realistic import realistic_person
from leakage.workspace import vault as vaults
from leakage.workspace.vault import Listing
from pages.app import page, session
from pages.app.words import error_text

NO_RECOVERY = "Nobody can recover a forgotten passphrase: not this program, not its makers."


def when(saved: float | None) -> str:
    """When a vault was saved, in the person's own time."""
    return "damaged" if saved is None else f"saved on {datetime.fromtimestamp(saved).astimezone():%Y-%m-%d at %H:%M}"


def show() -> None:
    """What is shown in place of every page until a vault is unlocked, or the person goes on without one."""
    st.title("Unlock your work", anchor=False)
    found = vaults.vaults()
    titles, number = [f"{vault.name}: {when(vault.saved)}" for vault in found], 0
    if len(found) > 1:
        number = st.selectbox("Which vault?", range(len(found)), format_func=titles.__getitem__, key="vault-choice")
    _ask(found[number])
    st.subheader("Or go on without it")
    left, right = st.columns(2)
    in_memory = "The vault stays locked. Refreshing the page erases what you enter, unless you save a copy."
    without = partial(session.show_vaults, False)
    left.button("Work in memory only", key="in-memory", on_click=without, help=in_memory, width="stretch")
    right.button("Open the example", key="example", on_click=_open_example, width="stretch")
    page.load_charts()


def _ask(vault: Listing) -> None:
    """Ask for the passphrase of a vault; where its file is damaged, offer the latest good version."""
    elsewhere = session.is_open_elsewhere(vault.path)
    earlier = f"earlier.{vault.path.stem}"
    version = st.session_state.get(earlier)
    if elsewhere:
        st.warning("Your work is open in another tab. You can go on there, or use it here.", icon=":material/tab:")
    else:
        st.text(f"{vault.name}: {when(vault.saved)}")
        st.caption("This computer has a vault. Without its passphrase nobody can read or change it.")
    if version is not None:
        st.warning("The latest version is damaged. An earlier one is good.", icon=":material/broken_image:")
    with st.form("unlock", border=True):
        passphrase = st.text_input("Passphrase", type="password", key="unlock-passphrase", autocomplete="off")
        label = "Use it here" if elsewhere else "Unlock"
        pressed = st.form_submit_button(label, type="primary", icon=":material/lock_open:", key="unlock-go")
        older = version is not None and st.form_submit_button("Open the earlier version", key="unlock-earlier")
    st.caption(NO_RECOVERY)
    if not (pressed or older):
        return
    try:
        session.unlock(vault.path, passphrase, version if older else None)
    except ValueError as error:
        good = None if older else vaults.latest_good(vault.path, passphrase)
        if good is None:
            st.error(error_text(error), icon=":material/error:")
            return
        st.session_state[earlier] = good
    st.rerun()


def _open_example() -> None:
    session.show_vaults(False)
    page.open_example(realistic_person())
