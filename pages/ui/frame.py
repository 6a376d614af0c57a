"""What every page opens with: its question, and in the sidebar the figure, undo, and what a refresh loses."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from leakage.workspace.validation import Problem
from leakage.workspace.work_json import workspace_to_json
from leakage.workspace.workspace import Workspace
from pages.ui import figures, keeping, state, text, vaults
from pages.ui.words import change, listed, percent

MOST_PROBLEMS = 8
NOT_TAKEN = "Not taken over yet (everything else was):"

MEASURE = (
    "Information leakage L(R, e, E): 0 % means Eve has nothing right about you, 100 % that she has everything "
    "and nothing wrong. Lower is better for you."
)


def open_page(title: str, question: str) -> Workspace:
    """Draw the head of a page and the sidebar; returns the current workspace."""
    workspace = state.current()
    st.title(title)
    st.caption(question)
    vaults.trouble()
    with st.sidebar:
        _figure(workspace)
        _history()
        vaults.sidebar(workspace)
        _keeping(workspace)
    return workspace


def _figure(workspace: Workspace) -> None:
    leakage = figures.leakage_of(workspace)
    earlier = state.previous()
    before = figures.leakage_of(earlier) if earlier else None
    moved = None if leakage is None or before is None or leakage == before else change(leakage - before)
    # The front end knows only the hyphen as a sign.
    delta = moved.replace("−", "-") if moved else None
    st.metric(
        "Eve knows of you",
        "–" if leakage is None else percent(leakage),
        delta,
        delta_color="inverse",
        delta_description="since the last edit" if moved else None,
        help=MEASURE,
        border=True,
    )


def _history() -> None:
    undo, redo = state.undoable(), state.redoable()
    left, right = st.columns(2)
    left.button(
        "Undo",
        key="undo",
        icon=":material/undo:",
        on_click=state.move,
        args=(-1,),
        disabled=not undo,
        help=f"Takes back: {undo}" if undo else "Nothing to take back yet.",
        width="stretch",
    )
    right.button(
        "Redo",
        key="redo",
        icon=":material/redo:",
        on_click=state.move,
        args=(1,),
        disabled=not redo,
        help=f"Brings again: {redo}" if redo else "Nothing to bring again.",
        width="stretch",
    )


def _keeping(workspace: Workspace) -> None:
    if workspace == Workspace():
        return
    if keeping.kept() is None:
        st.caption(
            ":orange[:material/warning:] **Kept in memory only.** Refreshing or closing this browser tab, or stopping "
            "the program, loses what you entered."
        )
        if not keeping.classroom():
            st.page_link("you/vault.py", label="Keep it in a vault", icon=":material/lock:")
    st.download_button(
        "Save a plain copy",
        lambda: workspace_to_json(workspace),
        file_name="my-leakage.json",
        mime="application/json",
        key="save-copy",
        on_click="ignore",
        icon=":material/download:",
        help="A plain file with all you entered: anyone who gets it can read it. Open it again on the Start page.",
        width="stretch",
    )
    st.caption(text.NOT_ENCRYPTED)


def nothing_yet(sentence: str, page: str, button: str) -> None:
    """Say what an empty page needs first, lead there, and end the page."""
    st.info(sentence, icon=":material/arrow_forward:")
    if st.button(button, type="primary", key="nothing-yet"):
        st.switch_page(page)
    st.stop()


def problems(found: Sequence[Problem], heading: str = NOT_TAKEN) -> None:
    """The sentences about what was entered wrongly, where it was entered.

    Plain text: a label is the person's own word, and markdown could fetch what it names.
    """
    if found:
        with st.container(border=True):
            st.markdown(f":orange[:material/error:] **{heading}**")
            by_sentence: dict[str, list[str]] = {}
            for problem in found:
                by_sentence.setdefault(problem.sentence, []).append(problem.where)
            for sentence, places in list(by_sentence.items())[:MOST_PROBLEMS]:
                where = listed([place for place in places if place])
                st.text(f"{where}: {sentence}" if where else sentence)
            if len(by_sentence) > MOST_PROBLEMS:
                st.text(f"and {len(by_sentence) - MOST_PROBLEMS} more")
