"""Merging: releases to one recipient that are opened with the same names."""

from __future__ import annotations

import streamlit as st

from leakage.workspace.review import duplicate_releases, without_duplicates
from leakage.workspace.workspace import Workspace
from pages.shell import history
from pages.shell.words import count, listed

MOST_SHOWN = 20


def merge(workspace: Workspace) -> None:
    """The releases that are one account, and the button that makes them one."""
    duplicates = duplicate_releases(workspace)
    if not duplicates:
        st.text("None: no two releases to one recipient are opened with the same names.")
        return
    # Names of releases are the person's own words.
    st.text("\n".join(listed(names) for names in duplicates[:MOST_SHOWN]))
    if len(duplicates) > MOST_SHOWN:
        st.text(f"and {count(len(duplicates) - MOST_SHOWN, 'more account')}")
    surplus = sum(len(names) - 1 for names in duplicates)
    st.button(
        f"Merge them: {count(surplus, 'release')} fewer",
        key="review-merge",
        icon=":material/merge:",
        help="Each keeps all that any of them holds. Undo at the top takes it back.",
        on_click=history.put,
        args=(workspace, without_duplicates(workspace), f"merge {count(surplus, 'duplicate')}"),
    )
