"""Tables to which a person adds rows: rules, coalitions, near misses."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pandas as pd

from leakage.workspace.workspace import Workspace
from pages.shell import editable_table, workspace_table
from pages.shell.editable_table import Edited
from pages.shell.workspace_table import Taken


def edit(
    workspace: Workspace,
    name: str,
    model: Hashable,
    rows: Sequence[Any],
    columns: Mapping[str, Any],
    alt: str,
    take: Callable[[Edited], Taken],
    what: str,
    types: Mapping[str, type] | None = None,
) -> Edited:
    """Show rows for editing.

    Arguments:
        workspace: as it is drawn.
        name: of the table, unique in the program.
        model: the part of the workspace the table shows.
        rows: what it shows, with the columns' names as keys or in their order.
        columns: how each column is edited.
        alt: what the table is, for those who cannot see it.
        take, what: as for ``workspace_table.edit``; rows with problems are kept where the table is taken anew.
        types: of the columns that hold something else than objects.
    """
    table = pd.DataFrame(rows, columns=list(columns)).astype({**dict.fromkeys(columns, object), **(types or {})})

    def with_rows_left(edited: Edited) -> Taken:
        taken = take(edited)
        return replace(taken, left=editable_table.left_over(edited, taken.problems))

    return workspace_table.edit(
        workspace,
        name,
        model,
        table,
        with_rows_left,
        what,
        num_rows="dynamic",
        hide_index=True,
        placeholder="",
        alt=alt,
        column_config=columns,
    )
