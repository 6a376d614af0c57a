"""The part of the weights page about rare values: what they are learned from, and what that does."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from leakage.measure.self_information import ValueCounts
from leakage.workspace.figures.rarity import rarities, read_value_counts
from leakage.workspace.workspace import STATISTICS, Statistics, Workspace
from pages.kit.table import show_table
from pages.shell import frame, history, session
from pages.shell.words import count
from pages.you.weights import text

_CHOICES: dict[Statistics, str] = {
    "none": "All values alike",
    "background": "By the background records",
    "table": "By a table of people",
}


def choose(workspace: Workspace) -> None:
    """Whether rare values count more, by what, and what that makes of the weights."""
    key = session.bound("statistics", workspace.statistics)
    st.segmented_control(
        "Do rare values count more?",
        list(STATISTICS),
        format_func=_CHOICES.__getitem__,
        required=True,
        label_visibility="collapsed",
        key=key,
        on_change=session.tell,
        args=(key, lambda statistics: _choose(workspace, statistics, key)),
    )
    if workspace.statistics == "table":
        _upload(workspace)
    if workspace.statistics != "none":
        _show(workspace)


def _choose(workspace: Workspace, statistics: Statistics, key: str) -> None:
    history.put(workspace, replace(workspace, statistics=statistics), "choose whether rare values count more", key)


def _upload(workspace: Workspace) -> None:
    with st.container(key="statistics-upload"):
        file = st.file_uploader(
            "Count the values in a CSV file",
            type="csv",
            key=session.upload_key("statistics"),
            help=text.RARITY_TABLE_HELP,
        )
    if file is None:
        return
    reading = read_value_counts(file.getvalue(), workspace.labels)
    frame.problems(reading.problems)
    if reading.counts.labels:
        st.button(
            f"Count {count(reading.people, 'person', 'people')}",
            key="statistics-take",
            type="primary",
            on_click=_take,
            args=(workspace, reading.counts),
        )


def _take(workspace: Workspace, counts: ValueCounts) -> None:
    history.put(workspace, replace(workspace, value_counts=counts), "count the values of a table")
    session.clear_upload("statistics")


def _show(workspace: Workspace) -> None:
    rows = rarities(workspace)
    if all(row.bits is None for row in rows):
        st.text(text.RARITY_NOTHING[workspace.statistics])
        return
    table = [
        (
            workspace.display_name(row.label),
            None if row.bits is None else 100.0 * 2.0**-row.bits,
            row.bits,
            row.before,
            row.after,
        )
        for row in rows
    ]
    show_table(
        table,
        {
            "Label": None,
            "Share": st.column_config.NumberColumn(format="%.3g %%", help=text.RARITY_SHARE_HELP),
            "Bits": st.column_config.NumberColumn(format="%.2f", help=text.RARITY_BITS_HELP),
            "Your weight": st.column_config.NumberColumn(format="%.3g"),
            "Weight that counts": st.column_config.NumberColumn(format="%.3g"),
        },
        "For each label how many share your value, what it tells in bits, and the weight that follows",
        placeholder="not counted",
    )
    st.caption(text.RARITY_CAPTION)
