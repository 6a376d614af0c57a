"""The strip at the top of every page: the figure, why it is another than before the last edit, and undo."""

from __future__ import annotations

import streamlit as st

from leakage.workspace.figures.movement import Cause, Movement
from leakage.workspace.wording import NOTHING
from leakage.workspace.workspace import Workspace
from pages.shell import her_files, history, knowledge, past_figures, text
from pages.shell.words import change, listed, percent


def show(workspace: Workspace) -> None:
    """One line that stays where it is, whatever the page shows below."""
    with st.container(key="strip", horizontal=True, vertical_alignment="center", gap="small"):
        _figure(workspace)
        moved = _movement(workspace)
        if moved is not None:
            st.markdown(f"**:{_colour(moved)}[{change(moved.after - moved.before)}]**", width="content")
        # Names are the person's own, so this is no markup. What is said may be cut, and never pushes the buttons away.
        st.text(reason(moved) if moved else "", width="stretch")
        _history()


def _figure(workspace: Workspace) -> None:
    leakage = knowledge.leakage_of(workspace)
    if leakage is not None and workspace.policy:
        past_figures.note(workspace, {workspace.policy.name: leakage})
    figure = "–" if leakage is None else percent(leakage)
    st.markdown(f"Eve knows of you: **{figure}**{her_files.left_out(workspace)}", help=text.MEASURE, width="content")


def _movement(workspace: Workspace) -> Movement | None:
    """Why the figure moved with the last edit; nothing where that opened other work."""
    before = history.edited_from()
    moved = None if before is None else knowledge.movement_between(her_files.attached(before), workspace)
    return moved if moved and abs(moved.after - moved.before) >= NOTHING else None


def _colour(moved: Movement) -> str:
    """Green only where the same adversary has lost something; what rose against the same yardstick is alarming."""
    if moved.lost and moved.after < moved.before:
        return "green"
    return "red" if moved.same_yardstick and moved.after > moved.before else "gray"


def reason(moved: Movement) -> str:
    """Why the figure moved, as a sum where there is more than one cause.

    >>> told = Movement(0.65, 0.75, (Cause("profile", "changed", 0.1), Cause("release", "added", 0.0, "Breach")))
    >>> reason(told)
    'Your profile changed: +10.0 points. Breach was not joined: no change.'
    """
    if len(moved.causes) == 1:
        return f"{_told(moved.causes[0])}.{_hint(moved)}"
    told = [f"{_told(cause)}: {change(cause.share)}" for cause in moved.causes]
    return f"{'. '.join(told)}.{_hint(moved)}"


_PARTS = {
    "profile": "Your profile changed",
    "counting": "What counts how much changed",
    "background": "What else she holds changed",
    "files": "The files she holds changed",
    "adversary": "The adversary changed",
    "pooling": "Who shares with whom changed",
    "releases": "Several releases changed",
    "several": "Several things changed",
}


def _told(cause: Cause) -> str:
    if cause.part != "release":
        return _PARTS[cause.part]
    joined = "was joined" if cause.joined else "was not joined"
    what = {
        "added": joined,
        "removed": "is not there any more",
        "erased": "was erased",
        "counted again": "counts again",
        "changed": f"changed and {joined}",
    }
    return f"{listed([cause.release])} {what[cause.what]}"


def _hint(moved: Movement) -> str:
    """Why a figure that fell is no good news, where it is none."""
    if moved.after >= moved.before or moved.lost:
        return ""
    if moved.same_yardstick:
        return " She lost nothing: more of what she says is wrong."
    return " She lost nothing: she is measured differently."


def _history() -> None:
    undo, redo = history.undoable(), history.redoable()
    st.button(
        "Undo",
        key="undo",
        icon=":material/undo:",
        on_click=history.move,
        args=(-1,),
        disabled=not undo,
        help=f"Takes back: {undo}" if undo else "Nothing to take back yet.",
    )
    st.button(
        "Redo",
        key="redo",
        icon=":material/redo:",
        on_click=history.move,
        args=(1,),
        disabled=not redo,
        help=f"Brings back: {redo}" if redo else "Nothing to bring back.",
    )
