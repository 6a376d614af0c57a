"""A table that edits the workspace: an edit is saved in its callback, before anything is computed or drawn of it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import pandas as pd

from leakage.workspace.forms.problem import Problem
from leakage.workspace.workspace import Workspace
from pages.shell import editable_table, frame, history, session
from pages.shell.editable_table import Edited


@dataclass(frozen=True, eq=False)
class Taken:
    """What an edited table makes of the workspace.

    Arguments:
        workspace: with all that could be taken over.
        model: the part of it that the table shows; None where the table is to be taken anew, to show what it became.
        problems: what could not be taken over, told below the table.
        left: the same, to be put into a table taken anew.
    """

    workspace: Workspace
    model: Hashable
    problems: Sequence[Problem] = ()
    left: Any = None


Take: TypeAlias = Callable[[Edited], Taken]


def edit(
    workspace: Workspace, name: str, model: Hashable, shown: pd.DataFrame, take: Take, what: str, **options: Any
) -> Edited:
    """Show a part of the workspace as a table; what is edited in it becomes the workspace.

    Arguments:
        workspace: as it is drawn.
        name, model, shown, options: as for ``editable_table.edit_table``.
        take: what an edited table makes of the workspace drawn.
        what: the edit in words, as undo tells it.
    """

    def keep(edited: Edited) -> None:
        taken = take(edited)
        history.put(workspace, taken.workspace, what, edited.key)
        if editable_table.is_drawn(name, edited.key):
            editable_table.settle(name, taken.model, taken.left)

    edited = editable_table.edit_table(name, model, shown, take=keep, **options)
    session.begin_edits(edited.key)
    if edited.touched:
        taken = take(edited)
        frame.problems(taken.problems)
        editable_table.settle(name, taken.model, taken.left)
        # What was carried into a table taken anew may have become valid by what was edited elsewhere.
        history.put_and_draw(workspace, taken.workspace, what)
    return edited
