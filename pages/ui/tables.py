"""Editable tables that lose nothing: not the second edit, not a half-typed row on a page change.

``st.data_editor`` starts over when the table it is given changes, and forgets its edits when its page is left.
So a table keeps its own base: it is taken again only where the workspace was changed from elsewhere (undo, an
opened example), or where the page was left, and then from what the person had typed last, valid or not.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd
import streamlit as st


@dataclass(frozen=True, eq=False)
class _Table:
    base: pd.DataFrame
    draft: pd.DataFrame
    model: Hashable
    version: int


def edit_table(name: str, model: Hashable, frame: pd.DataFrame, **options: Any) -> tuple[pd.DataFrame, str]:
    """Show a table for editing; returns it as edited, and the key of its widget.

    Arguments:
        name: of the table, unique in the program.
        model: the part of the workspace the table shows; compared to see a change made elsewhere.
        frame: the table that shows the model.
        options: passed on to ``st.data_editor``.
    """
    place = f"table.{name}"
    table: _Table | None = st.session_state.get(place)
    if table is None:
        table = _Table(frame, frame, model, 0)
    elif table.model != model:
        table = _Table(frame, frame, model, table.version + 1)
    elif f"{place}.{table.version}" not in st.session_state:
        table = _Table(table.draft, table.draft, model, table.version + 1)
    key = f"{place}.{table.version}"
    with st.container(key=f"editor-{name}"):
        edited: pd.DataFrame = st.data_editor(table.base, key=key, **options)
    st.session_state[place] = _Table(table.base, edited, model, table.version)
    return edited, key


def settle(name: str, model: Hashable) -> None:
    """Tell a table which part of the workspace its edits have become, so that they do not count as foreign."""
    place = f"table.{name}"
    table: _Table = st.session_state[place]
    st.session_state[place] = _Table(table.base, table.draft, model, table.version)


def append_rows(name: str, rows: Sequence[Mapping[str, object]]) -> None:
    """Add rows at the foot of a table, for callbacks; what was typed there stays."""
    place = f"table.{name}"
    table: _Table = st.session_state[place]
    added = pd.DataFrame(list(rows), columns=table.draft.columns)
    longer = pd.concat([table.draft, added.astype(table.draft.dtypes)], ignore_index=True)
    st.session_state[place] = _Table(longer, longer, table.model, table.version + 1)


def rows_of(frame: pd.DataFrame) -> list[Mapping[str, object]]:
    """The rows of a table as plain values; blank cells are None."""
    plain = frame.astype(object).where(frame.notna(), None)
    return list(plain.to_dict("records"))
