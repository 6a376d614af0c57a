"""What Eve knew before the table was published: how the sensitive value goes with some columns."""

from __future__ import annotations

import streamlit as st

from leakage.tables import PublishedTable
from pages.explore.published_table import text
from pages.explore.published_table.opened import Opened


def choose_beforehand(opened: Opened, table: PublishedTable) -> tuple[str, ...]:
    """Quasi-identifiers by which she had statistics of the sensitive value."""
    chosen = st.multiselect(
        "Which statistics did Eve have before: the sensitive value by…",
        list(table.quasi_identifiers),
        key=f"published-beforehand-{opened.key}",
        persist_state="session",
        placeholder="Only how common each value is in the whole table",
        help=text.BEFOREHAND_HELP,
    )
    return tuple(name for name in table.quasi_identifiers if name in chosen)
