"""Why an edit would make a work too large, for the buttons that would do it."""

from __future__ import annotations

from leakage.workspace.limits import check_counts
from leakage.workspace.workspace import Workspace
from pages.shell.words import said


def too_many(workspace: Workspace) -> str:
    """The sentence for a work that has more of something than may be entered; empty where it has not."""
    try:
        check_counts(workspace)
    except ValueError as error:
        return said(error)
    return ""
