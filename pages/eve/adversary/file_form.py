"""Naming a file that she holds: its path, and what its columns mean."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import streamlit as st

from leakage.background import SourceError, columns_of, tables_of
from leakage.background.regular_file import typed_path
from leakage.background.sources import DUCKDB, KINDS
from leakage.record import Pair
from leakage.workspace.files.headings import label_of
from leakage.workspace.records_file import RecordsFile
from leakage.workspace.vocabulary import LABELS
from leakage.workspace.workspace import Workspace
from pages.shell import file_consents, history, session
from pages.shell.words import count, said

MOST_COLUMNS = 60
MOST_SHOWN = 40
ABREAST = 3
_LEFT_OUT = "–"
_PATH = "file-path"


def add(workspace: Workspace) -> None:
    """A path, its columns with a guess of their labels, and a button to let her hold it."""
    typed = st.text_input(
        "Path of the file",
        key=session.upload_key(_PATH),
        placeholder="/home/me/voters.parquet",
        autocomplete="off",
        help="As the system tells it, from the root of the disk or from your home folder (~).",
    ).strip()
    if not typed:
        return
    try:
        path = typed_path(typed)
        table = _table(path)
        columns = columns_of(path, table)
    except SourceError as error:
        st.text(said(error))
        return
    _mapped(workspace, path, table, columns)


def _table(path: Path) -> str | None:
    """Which table of a DuckDB file.

    Raises:
        SourceError: for a file that cannot be read, or has no table.
    """
    if KINDS.get(path.suffix.lower()) != DUCKDB:
        return None
    tables = tables_of(path)
    if not tables:
        raise SourceError("the file has no table")
    return tables[
        st.selectbox("Table", range(len(tables)), format_func=lambda n: tables[n], key=f"file-table-{hash(path)}")
    ]


def _mapped(workspace: Workspace, path: Path, table: str | None, columns: Sequence[str]) -> None:
    st.caption(
        f"The file has {count(len(columns), 'column')}. Say what each is; {_LEFT_OUT} leaves a column out, as it "
        "does at first where the heading tells nothing."
        + (f" The first {MOST_COLUMNS} are offered." if len(columns) > MOST_COLUMNS else "")
    )
    labels = tuple(workspace.labels)
    familiar = {*labels, *(entry.label for entry in LABELS)}
    options = list(dict.fromkeys((*(label_of(column, labels) for column in columns), *labels)))
    chosen: list[Pair] = []
    for number, column in enumerate(columns[:MOST_COLUMNS]):
        if number % ABREAST == 0:
            places = st.columns(ABREAST)
        with places[number % ABREAST]:
            guess = label_of(column, labels)
            label = _label(number, column, guess if guess in familiar else _LEFT_OUT, options, hash((path, table)))
        if label:
            chosen.append((column, label))
    held = RecordsFile(str(path), tuple(chosen), table or "") if chosen else None
    why = _why_not(workspace, held)
    st.button(
        "Let her hold it",
        key="file-add",
        type="primary",
        disabled=bool(why),
        help=why or None,
        on_click=_put,
        args=(workspace, held),
    )


def _label(number: int, column: str, usual: str, options: Sequence[str], key: int) -> str:
    choices = [_LEFT_OUT, *options]
    picked: int = st.selectbox(
        f"Column {number + 1}",
        range(len(choices)),
        index=choices.index(usual),
        format_func=lambda place: f"{column[:MOST_SHOWN]} → {choices[place][:MOST_SHOWN]}",
        key=f"file-label-{key}-{number}",
    )
    return choices[picked] if picked else ""


def _why_not(workspace: Workspace, held: RecordsFile | None) -> str:
    if held is None:
        return "At least one column must count."
    if any(source.place == held.place for source in workspace.sources):
        return "She holds this file already: remove it first to read it otherwise."
    return ""


def _put(workspace: Workspace, held: RecordsFile) -> None:
    history.put(workspace, replace(workspace, sources=(*workspace.sources, held)), "let her hold a file")
    if held in history.current().sources:
        # Whoever names a file here has agreed to it; if it cannot be noted, the page asks.
        with suppress(ValueError):
            file_consents.agree(held)
    session.clear_upload(_PATH)
