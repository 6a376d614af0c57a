"""The last resort: what is shown where a page fails, in place of Streamlit's own words."""

from __future__ import annotations

import logging

import streamlit as st

from leakage.workspace.files.workspace_json import workspace_to_json
from pages.shell import computing, history, session, steps, text

_LOG = logging.getLogger(__name__)


def show(error: Exception) -> bool:
    """Say in one sentence that the page failed, by the kind of error alone, and offer undo and a copy of the work.

    Returns:
        True, by which Streamlit knows that it need not show anything itself.
    """
    if isinstance(error, computing.Stopped):
        # In a part of a page that is drawn by itself.
        computing.say_stopped(error)
        return True
    kind = type(error).__name__
    st.error(f"This page failed ({kind}). {text.STILL_HERE}", icon=":material/error:")
    try:
        _ways_out()
    except Exception:  # the sentence stands already, and a second failure must not bring Streamlit's own
        _LOG.exception("The ways out could not be drawn")
    return True


def _ways_out() -> None:
    if not steps.begun():
        return
    # Fresh keys: several parts of one page may fail.
    number, workspace, undo = session.fresh_number(), history.current(), history.undoable()
    left, right = st.columns(2)
    left.button(
        "Undo the last step",
        key=f"last-resort-undo-{number}",
        icon=":material/undo:",
        on_click=history.move,
        args=(-1,),
        disabled=not undo,
        help=f"Takes back: {undo}" if undo else "Nothing to take back.",
        width="stretch",
    )
    right.download_button(
        "Save a plain copy",
        lambda: workspace_to_json(workspace),
        file_name="my-leakage.json",
        mime="application/json",
        key=f"last-resort-copy-{number}",
        on_click="ignore",
        icon=":material/download:",
        help=text.NOT_ENCRYPTED,
        width="stretch",
    )
