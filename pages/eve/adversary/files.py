"""The files that she holds on this computer, and their index."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import streamlit as st

from leakage.workspace.records_file import RecordsFile
from leakage.workspace.workspace import Workspace
from pages.eve.adversary import text
from pages.shell import her_files, history, session_cache
from pages.shell.text import FILES_IN_CLASS
from pages.shell.words import count, said


def show(workspace: Workspace) -> None:
    """Every file with what is wrong with it, the index of all of them, and a form for a further one."""
    if not her_files.allowed():
        if workspace.sources:
            st.text(FILES_IN_CLASS)
        return
    for number, held in enumerate(workspace.sources):
        _show_file(workspace, number, held)
    if workspace.sources:
        # Imported here, as below: who names no files does not wait for DuckDB.
        from pages.eve.adversary import file_index  # noqa: PLC0415

        file_index.show(workspace, [problem(held) for held in workspace.sources])
    form = st.expander("Files on this computer", icon=":material/folder_open:", key="files", on_change="rerun")
    if form.open:
        from pages.eve.adversary import file_form  # noqa: PLC0415

        with form:
            st.markdown(text.FILES_HELP)
            file_form.add(workspace)


def _show_file(workspace: Workspace, number: int, held: RecordsFile) -> None:
    with st.container(border=True, key=f"file-{number}"):
        left, right = st.columns([5, 1], vertical_alignment="center")
        # Names of files and columns are somebody's own words, so this is no markup.
        left.text(f"{Path(held.path).name}{f', table {held.table}' if held.table else ''}")
        right.button(
            "Remove",
            key=f"file-remove-{number}",
            on_click=_remove,
            args=(workspace, held),
            width="stretch",
            help="She does not hold it any more. The file stays, and so does its index until you delete that.",
        )
        st.text(problem(held) or _size(held))
        meant = ", ".join(f"{column} → {workspace.display_name(label)}" for column, label in held.columns)
        st.text(f"In {Path(held.path).parent}. {meant}")


def _remove(workspace: Workspace, held: RecordsFile) -> None:
    kept = tuple(source for source in workspace.sources if source != held)
    history.put(workspace, replace(workspace, sources=kept), "remove a file")


def problem(held: RecordsFile) -> str:
    """What is wrong with a file, in a sentence; empty where nothing is known to be."""
    from leakage.background import SourceError, columns_of  # noqa: PLC0415
    from leakage.workspace.with_files import source_of  # noqa: PLC0415

    try:
        source = source_of(held)
        key = ("columns of a file", source.fingerprint)
        columns = session_cache.remembered(key, lambda: columns_of(source.path, source.table))
        her_files.rows_of(held)
    except SourceError as error:
        return said(error)
    lacking = [column for column, _ in held.columns if column not in columns]
    return f"It lacks {count(len(lacking), 'column')} of those that were to be read." if lacking else ""


def _size(held: RecordsFile) -> str:
    rows = her_files.rows_of(held)
    told = count(rows.records, "record")
    return f"About {told}, as the beginning of the file has it." if rows.estimated else f"{told}."
