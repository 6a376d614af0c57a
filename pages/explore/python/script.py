"""The open work as a script."""

from __future__ import annotations

import streamlit as st

from leakage.workspace.python_script import python_script
from leakage.workspace.workspace import Workspace
from pages.explore.python import text

LONGEST = 200_000
"""Characters of a script that is shown; a longer one is saved."""


def show_script(workspace: Workspace) -> None:
    """A script that recomputes the figure, written when it is asked for, for it repeats every value."""
    st.markdown(text.AS_PYTHON)
    st.caption(f":orange[:material/warning:] {text.HOLDS_VALUES}")
    if st.toggle("Show the script", key="as-python"):
        _show(python_script(workspace))


def _show(script: str) -> None:
    if len(script) <= LONGEST:
        st.code(script, language="python", height=400)
        return
    st.text(text.TOO_LONG)
    st.download_button(
        "Save the script",
        script.encode(),
        file_name="leakage.py",
        mime="text/x-python",
        key="as-python-save",
        on_click="ignore",
        icon=":material/download:",
    )
