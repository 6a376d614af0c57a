"""Marking columns: what others may know, and what nobody should learn."""

from __future__ import annotations

import streamlit as st

from leakage.tables import PublishedTable
from leakage.tables.table import MISSINGS, Missing
from pages.explore.published_table import text
from pages.explore.published_table.opened import Opened
from pages.shell.session_cache import latest
from pages.shell.words import said


def choose_columns(opened: Opened) -> PublishedTable:
    """The table with its columns marked; ends the page where that is no table."""
    columns = list(opened.frame.columns)
    st.markdown(text.COLUMNS)
    left, right = st.columns([3, 2])
    known = left.multiselect(
        "Quasi-identifiers: what others may know",
        columns,
        default=list(opened.quasi_identifiers),
        key=f"published-known-{opened.key}",
        persist_state="session",
        placeholder="Choose at least one column",
    )
    sensitive = right.selectbox(
        "Sensitive: what nobody should learn",
        columns,
        index=columns.index(opened.sensitive),
        key=f"published-sensitive-{opened.key}",
        persist_state="session",
    )
    missing = _choose_missing(opened, [*known, sensitive])
    try:
        return latest(
            "table",
            (opened.key, tuple(known), sensitive, missing),
            lambda: PublishedTable(opened.frame, known, sensitive, missing),
        )
    except ValueError as error:
        st.error(said(error))
        st.stop()


def _choose_missing(opened: Opened, used: list[str]) -> Missing:
    names = list(dict.fromkeys(used))
    if not opened.frame[names].isna().to_numpy().any():
        return "value"
    return st.segmented_control(
        "What is an empty cell?",
        list(MISSINGS),
        format_func=text.MISSING_WORDS.__getitem__,
        default="value",
        required=True,
        key=f"published-missing-{opened.key}",
        persist_state="session",
        help=text.MISSING_HELP,
    )
