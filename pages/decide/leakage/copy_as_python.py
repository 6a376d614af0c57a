"""The open work as a script, for those who go on in Python."""

from __future__ import annotations

import streamlit as st

from leakage.workspace.workspace import Workspace
from pages.decide.leakage.text import AS_PYTHON, HOLDS_VALUES, NO_SCRIPT

LONGEST = 200_000
"""Characters of a script that is shown; a longer one is saved."""


def copy_as_python(workspace: Workspace) -> None:
    """A script that recomputes the figure, written when it is asked for, for it repeats every value."""
    with st.popover("Copy as Python", icon=":material/code:"):
        if workspace.counts_files:
            st.text(NO_SCRIPT)
            return
        st.text(AS_PYTHON)
        st.caption(f":orange[:material/warning:] {HOLDS_VALUES}")
        if st.toggle("Show the script", key="as-python"):
            # Imported here: the first figure does not wait for what few ask for.
            from leakage.workspace.files.python_script import python_script  # noqa: PLC0415

            _show(python_script(workspace))


def _show(script: str) -> None:
    if len(script) <= LONGEST:
        st.code(script, language="python", height=400)
        return
    st.text("It is too long to be shown here.")
    st.download_button(
        "Save the script",
        script.encode(),
        file_name="leakage.py",
        mime="text/x-python",
        key="as-python-save",
        on_click="ignore",
        icon=":material/download:",
    )
