"""Editable tables that lose nothing: not the second edit, not a half-typed row on a page change.

``st.data_editor`` starts over when the table it is given changes, and forgets its edits when its page is left.
So a table keeps its own base. It is taken again only where the workspace was changed from elsewhere (undo, another
table), and then what could not be taken over is carried along; or where the page was left, and then from what the
person had typed last, valid or not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import pandas as pd
import pyarrow as pa
import streamlit as st
from streamlit.elements.lib.column_config_utils import determine_dataframe_schema
from streamlit.elements.widgets.data_editor import _apply_dataframe_edits

from leakage.workspace.limits import InputProblem

Carry: TypeAlias = Callable[[pd.DataFrame, Any], pd.DataFrame]
Take: TypeAlias = Callable[["Edited"], None]
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
        touched: whether it says anything else than the workspace does.
        key: of the table as it was drawn.
    """

    frame: pd.DataFrame
    touched: bool
    key: str

    @property
    def rows(self) -> list[Mapping[str, object]]:
        """The rows as plain values; blank cells are None."""
        return rows_of(self.frame)


def with_rows(frame: pd.DataFrame, rows: pd.DataFrame) -> pd.DataFrame:
    """A table with rows added at its foot, its types kept."""
    added = rows.reindex(columns=frame.columns).astype(frame.dtypes)
    return pd.concat([frame, added], ignore_index=True) if len(added) else frame


def edit_table(
    name: str,
    model: Hashable,
    frame: pd.DataFrame,
    *,
    carry: Carry = with_rows,
    take: Take | None = None,
    **options: Any,
) -> Edited:
    """Show a table for editing.

    Arguments:
        name: of the table, unique in the program.
        model: the part of the workspace the table shows; compared to see a change made elsewhere.
        frame: the table that shows the model.
        carry: puts what could not be taken over into a table taken anew; by default as rows at its foot.
        take: is told of every edit before anything is drawn.
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
        key = f"{place}.{table.version}"
        edited: pd.DataFrame = st.data_editor(
            table.base, key=key, on_change=_tell, args=(name, take, key, table.base), **options
        )
    st.session_state[place] = replace(table, draft=edited, left=None)
    return Edited(edited, rows_of(edited) != rows_of(frame), key)


def _tell(name: str, take: Take | None, key: str, base: pd.DataFrame) -> None:
    if key not in st.session_state:
        return
    frame = with_edits(base, st.session_state[key])
    if is_drawn(name, key):
        # The page may be left before it is drawn again: then this is what was typed last.
        place = _PREFIX + name
        st.session_state[place] = replace(st.session_state[place], draft=frame)
    if take:
        take(Edited(frame, True, key))


def with_edits(base: pd.DataFrame, edits: Any) -> pd.DataFrame:
    """A table with what the browser says was edited: as ``st.data_editor`` would return it, were it drawn already."""
    frame = base.copy()
    return _apply_dataframe_edits(frame, edits, determine_dataframe_schema(frame, pa.Table.from_pandas(frame).schema))


def is_drawn(name: str, key: str) -> bool:
    """Whether a table was not taken anew since it was drawn under a key."""
    table: _Table | None = st.session_state.get(_PREFIX + name)
    return table is not None and key == f"{_PREFIX}{name}.{table.version}"


def settle(name: str, model: Hashable, left: Any = None) -> None:
    """Tell a table what its edits have become, so that they do not count as foreign, and what is left over."""
    place = _PREFIX + name
    st.session_state[place] = replace(st.session_state[place], model=model, left=left)


def left_over(edited: Edited, problems: Sequence[InputProblem]) -> pd.DataFrame:
    """The rows of a table that problems name ("row 3"), and that therefore could not be taken over."""
    named = [re.fullmatch(r"row (\d+)", problem.where) for problem in problems]
    return edited.frame.iloc[sorted({int(row[1]) - 1 for row in named if row})]


def append_rows(name: str, rows: Sequence[Mapping[str, object]]) -> None:
    """Add rows at the foot of a table, for callbacks; what was typed there stays."""
    place = _PREFIX + name
    table: _Table = st.session_state[place]
    longer = with_rows(table.draft, pd.DataFrame(list(rows)))
    st.session_state[place] = _Table(longer, longer, table.model, table.version + 1)


def forget() -> None:
    """Forget all drafts: another workspace was opened."""
    for key in [key for key in st.session_state if str(key).startswith(_PREFIX)]:
        del st.session_state[key]


def rows_of(frame: pd.DataFrame) -> list[Mapping[str, object]]:
    """The rows of a table as plain values; blank cells are None."""
    # Every table of a page is read so at every click: by way of another frame it takes several times as long.
    columns = [
        [None if blank else value for value, blank in zip(column.tolist(), column.isna().tolist(), strict=True)]
        for _, column in frame.items()
    ]
    names = [str(name) for name in frame.columns]
    return [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)]
