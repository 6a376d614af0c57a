"""Where the work is kept, at the foot of the sidebar of every page."""

from __future__ import annotations

import streamlit as st

from pages.shell import attempts, history, locking, vault_session


def show() -> None:
    """Where the work is kept, and the ways to leave an example and to lock."""
    opened = vault_session.current()
    if opened is None:
        return
    st.caption(_SAID[vault_session.state(opened)])
    if opened.merged:
        st.caption("What another tab had saved was merged in. Undo takes it out again.")
    if history.example():
        st.caption(":material/lock_open: **An example is open.** Your vault is not touched.")
        st.button("Back to my work", key="back-to-mine", on_click=vault_session.leave_example, width="stretch")
    st.button("Lock", key="lock", icon=":material/lock:", width="stretch", **attempts.pressed(locking.lock))
    _watch()


_SAID: dict[vault_session.State, str] = {
    "kept": ":material/lock: **Kept in your vault.** Every change is saved at once, encrypted.",
    "two versions": ":orange[:material/warning:] **Kept beside your vault.** See the top of the page.",
    "not saved": ":orange[:material/warning:] **Not saved.** See the top of the page.",
}


@st.fragment(run_every=20)
def _watch() -> None:
    """Lock when nobody has been here for long; the fragment runs by itself and is no touch."""
    if locking.lock_if_due():
        st.rerun()
