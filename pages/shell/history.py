"""The current workspace and every edit of it, saved before anything is computed or drawn of it."""

from __future__ import annotations

import streamlit as st

from leakage.workspace.limits import check_counts
from leakage.workspace.merging.merge import merge
from leakage.workspace.workspace import Workspace
from pages.shell import editable_table, locking, session, undo_stack, vault_session, vault_state
from pages.shell.words import error_text

# The current workspace and every edit of it: an edit is saved here, before anything is computed or drawn of it.


def current() -> Workspace:
    """The workspace as it stands."""
    return undo_stack.edit_history().current


def previous() -> Workspace | None:
    """The workspace before the last edit; None where there was none."""
    history = undo_stack.edit_history()
    return history.steps[history.position - 1].workspace if history.position else None


def edited_from() -> Workspace | None:
    """The workspace that the last edit changed; None where that opened other work."""
    return None if undo_stack.edit_history().current_step.opened else previous()


def put(drawn: Workspace, edited: Workspace, what: str, widget: str = "") -> None:
    """Take over an edit, in a callback; nobody's who comes after the vault should have been locked.

    Arguments:
        drawn: the workspace that was on the screen where it was made. What another click has changed since, before the
            page could be drawn anew, stays changed.
        edited: what the edit makes of that.
        what: the edit in words, as undo tells it.
        widget: the key of what holds the value: it may be edited again, or back, before it is drawn anew.
    """
    with vault_state.alone():
        if locking.lock_if_due() or not undo_stack.knows(drawn):
            return
        merged = merge(session.edited_to(widget) or drawn, edited, current()).workspace
        session.remember_edit(widget, edited)
        if merged != current():
            undo_stack.follow(merged, what, example())
            vault_session.save()


def put_and_draw(drawn: Workspace, edited: Workspace, what: str) -> None:
    """As ``put``, while a page is drawn, which then begins anew."""
    before = current()
    put(drawn, edited, what)
    if current() is not before:
        st.rerun()


def settle(workspace: Workspace) -> None:
    """Put in place of the current workspace what follows from it; that is no edit, and nothing to take back."""
    if workspace != current():
        with vault_state.alone():
            undo_stack.amend(workspace)
            vault_session.save()


def open_workspace(workspace: Workspace, what: str, example: str = "") -> None:
    """Put another workspace in place of the current one; undo leads back."""
    with vault_state.alone():
        if locking.lock_if_due():
            return
        editable_table.forget()
        undo_stack.follow(workspace, what, example, opened=True)
        vault_session.save()


def move(count: int) -> None:
    """Undo (-1) or redo (+1)."""
    with vault_state.alone():
        if locking.lock_if_due():
            return
        undo_stack.hold(undo_stack.edit_history().moved(count))
        vault_session.save()


def example() -> str:
    """The key of the worked example that is open; empty for one's own work."""
    return undo_stack.edit_history().current_step.example


def undoable() -> str:
    """What undo would take back; empty where there is nothing."""
    history = undo_stack.edit_history()
    return history.current_step.what if history.position else ""


def redoable() -> str:
    """What redo would bring back; empty where there is nothing."""
    history = undo_stack.edit_history()
    following = history.position + 1
    return history.steps[following].what if following < len(history.steps) else ""


# Why an edit would make a work too large, for the buttons that would do it.


def too_many(workspace: Workspace) -> str:
    """The sentence for a work that has more of something than may be entered; empty where it has not."""
    try:
        check_counts(workspace)
    except ValueError as error:
        return error_text(error)
    return ""
