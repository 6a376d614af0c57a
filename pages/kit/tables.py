"""Tables to look at, and tables to which a person adds rows."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

import pandas as pd
import streamlit as st

from leakage.workspace.workspace import Workspace
from pages.kit import editing
from pages.kit.editing import Edited, Taken

# Tables to look at: rows under headings.


SURETY = st.column_config.ProgressColumn(min_value=0.0, max_value=1.0, format="percent")
POINTS = st.column_config.NumberColumn(format="%.1f points")

_ROW = 35
"""Pixels of a row, and of the headings."""
_FOLDED = 66
"""Pixels of a row whose text goes on in a second line: above 4rem, by Streamlit's own rule."""
_CHARACTER = 7
"""Pixels of a character in a cell, about."""


def folding(names: Iterable[str], width: int) -> dict[str, Any]:
    """Options for ``show_table`` under which names too long for a column go on in a second line, where there are any.

    Arguments:
        names: what stands in the column.
        width: of the column, in pixels.
    """
    return {"row_height": _FOLDED} if any(len(name) * _CHARACTER > width for name in names) else {}


def height_of(rows: int, most: int) -> int | Literal["content"]:
    """The height of a table: all its rows, or of more than the most these and half a row, so that it is seen to scroll.

    >>> height_of(5, most=8), height_of(60, most=8)
    ('content', 332)
    """
    return "content" if rows <= most else _ROW * (most + 1) + _ROW // 2


def show_table(
    rows: Sequence[Sequence[object]],
    columns: Iterable[str] | Mapping[str, Any],
    alt: str,
    **options: Any,
) -> None:
    """Draw a table.

    Arguments:
        rows: one cell a column.
        columns: their headings; of a mapping also how each is drawn, None for as it comes.
        alt: what the table is, for those who cannot see it.
        options: as ``st.dataframe`` takes them.
    """
    drawn = {name: how for name, how in columns.items() if how} if isinstance(columns, Mapping) else None
    frame = pd.DataFrame(rows, columns=list(columns))
    st.dataframe(frame, hide_index=True, alt=alt, column_config=drawn, **options)


# Tables to which a person adds rows: rules, coalitions, near misses.


def edit_rows(
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
        return replace(taken, left=editing.left_over(edited, taken.problems))

    return editing.edit(
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
