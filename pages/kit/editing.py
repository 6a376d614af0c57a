"""Editable tables that lose nothing: not the second edit, not a half-typed row on a page change.

``st.data_editor`` starts over when the table it is given changes, and forgets its edits when its page is left. So a
table keeps its own base. It is taken again only where the work was changed from elsewhere (undo, another table), and
then what could not be taken over is carried along; or where the page was left, and then from what was typed last.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import pandas as pd
import streamlit as st

from leakage.workspace.limits import InputProblem
from leakage.workspace.workspace import Workspace
from pages.app import page, session

Carry: TypeAlias = Callable[[pd.DataFrame, Any], pd.DataFrame]
_PREFIX = "table."


@dataclass(frozen=True, eq=False)
class _Table:
    base: pd.DataFrame
    draft: pd.DataFrame
    model: Hashable
    version: int
    left: Any = None


@dataclass(frozen=True, eq=False)
class Edited:
    """A table as the person left it.

    Arguments:
        frame: all its rows.
        touched: whether it says anything else than the work does.
    """

    frame: pd.DataFrame
    touched: bool

    @property
    def rows(self) -> list[Mapping[str, object]]:
        """The rows as plain values; blank cells are None."""
        return rows_of(self.frame)


@dataclass(frozen=True, eq=False)
class Taken:
    """What an edited table makes of the work.

    Arguments:
        workspace: with all that could be taken over.
        model: the part of it that the table shows; None where the table is to be taken anew, to show what it became.
        problems: what could not be taken over, told below the table.
        left: the same, to be put into a table taken anew.
    """

    workspace: Workspace
    model: Hashable
    problems: Sequence[InputProblem] = ()
    left: Any = None


TakeEdit: TypeAlias = Callable[[Edited], Taken]


def with_rows(frame: pd.DataFrame, rows: pd.DataFrame) -> pd.DataFrame:
    """A table with rows added at its foot, its types kept."""
    added = rows.reindex(columns=frame.columns).astype(frame.dtypes)
    return pd.concat([frame, added], ignore_index=True) if len(added) else frame


def edit(
    workspace: Workspace, name: str, model: Hashable, shown: pd.DataFrame, take: TakeEdit, what: str, **options: Any
) -> Edited:
    """Show a part of the work as a table; what is edited in it becomes the work, and the page begins anew.

    Arguments:
        workspace: as it is drawn.
        name, model, shown, options: as for ``edit_table``.
        take: what an edited table makes of the work.
        what: the edit in words, as undo tells it.
    """
    edited = edit_table(name, model, shown, **options)
    if edited.touched:
        taken = take(edited)
        page.problems(taken.problems)
        settle(name, taken.model, taken.left)
        if taken.workspace != workspace:
            session.edit(taken.workspace, what)
            st.rerun()
    return edited


def edit_table(name: str, model: Hashable, frame: pd.DataFrame, *, carry: Carry = with_rows, **options: Any) -> Edited:
    """Show a table for editing.

    Arguments:
        name: of the table, unique in the program.
        model: the part of the work that the table shows; compared to see a change made elsewhere.
        frame: the table that shows the model.
        carry: puts what could not be taken over into a table taken anew; by default as rows at its foot.
        options: passed on to ``st.data_editor``.
    """
    place = _PREFIX + name
    table: _Table | None = st.session_state.get(place)
    if table is None:
        table = _Table(frame, frame, model, 0)
    elif table.model != model:
        base = frame if table.left is None else carry(frame, table.left)
        table = _Table(base, base, model, table.version + 1)
    elif f"{place}.{table.version}" not in st.session_state:
        base = table.draft.reset_index(drop=True)
        table = _Table(base, base, model, table.version + 1)
    with st.container(key=f"editor-{name}"):
        edited: pd.DataFrame = st.data_editor(table.base, key=f"{place}.{table.version}", **options)
    st.session_state[place] = replace(table, draft=edited, left=None)
    return Edited(edited, rows_of(edited) != rows_of(frame))


def settle(name: str, model: Hashable, left: Any = None) -> None:
    """Tell a table what its edits have become, so that they do not count as foreign, and what is left over."""
    place = _PREFIX + name
    st.session_state[place] = replace(st.session_state[place], model=model, left=left)


def left_over(edited: Edited, problems: Sequence[InputProblem]) -> pd.DataFrame:
    """The rows of a table that problems name ("row 3"), and that therefore could not be taken over."""
    named = [re.fullmatch(r"row (\d+)", problem.where) for problem in problems]
    return edited.frame.iloc[sorted({int(row[1]) - 1 for row in named if row})]


def rows_of(frame: pd.DataFrame) -> list[Mapping[str, object]]:
    """The rows of a table as plain values; blank cells are None."""
    # Every table of a page is read so at every click: by way of another frame it takes several times as long.
    columns = [
        [None if blank else value for value, blank in zip(column.tolist(), column.isna().tolist(), strict=True)]
        for _, column in frame.items()
    ]
    names = [str(name) for name in frame.columns]
    return [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)]
