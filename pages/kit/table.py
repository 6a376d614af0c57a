"""Tables to look at: rows under headings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pandas as pd
import streamlit as st
from streamlit.elements.lib.column_types import ColumnConfig

SURETY = st.column_config.ProgressColumn(min_value=0.0, max_value=1.0, format="percent")
POINTS = st.column_config.NumberColumn(format="%.1f points")

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


def show_table(
    rows: Sequence[Sequence[object]],
    columns: Iterable[str] | Mapping[str, ColumnConfig | None],
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
