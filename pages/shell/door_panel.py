"""The way out: to log out of the program, and to end the link that was printed."""

from __future__ import annotations

import streamlit as st

from leakage.workspace.vault.unlocked import lock_all
from leakage.workspace.workspace import Workspace
from pages.door.leaving import leaving
from pages.shell import attempts, locking, steps, tabs, text, vault_session


def ways_out() -> None:
    """Log out, or print a fresh link; nothing where the server is a class's."""
    door = leaving()
    if door is None:
        return
    with st.expander("Log out, and the link", icon=":material/logout:"):
        st.caption(text.LOG_OUT)
        elsewhere = tabs.in_memory_elsewhere()
        losing = elsewhere or (vault_session.current() is None and steps.own() not in (None, Workspace()))
        if elsewhere:
            st.caption(text.IN_MEMORY_ELSEWHERE)
        sure = bool(losing and st.checkbox("What is in memory only may be lost", key="log-out-sure"))
        left, right = st.columns(2)
        left.button(
            "Log out",
            key="log-out",
            icon=":material/logout:",
            disabled=losing and not sure,
            help="Save a copy or a vault first, or say that it may be lost." if losing and not sure else None,
            width="stretch",
            **attempts.pressed(lambda: _log_out(sure)),
        )
        right.button(
            "Print a fresh link",
            key="fresh-link",
            icon=":material/link:",
            on_click=door.renew_link,
            help=text.FRESH_LINK,
            width="stretch",
        )


def _log_out(sure: bool) -> None:
    door = leaving()
    if door is not None:
        if not sure and tabs.in_memory_elsewhere():
            raise ValueError(text.IN_MEMORY_ELSEWHERE)
        locking.lock_anyway()
        tabs.keep_sealed()
        lock_all()
        door.log_out()
