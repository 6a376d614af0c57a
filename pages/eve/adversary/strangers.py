"""Strangers: a file of other people that is handed in or named, whose rows that can join come into the work."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from typing import TypeAlias

import streamlit as st

from leakage.private_files import typed_path
from leakage.record import Pair, Record, is_typed
from leakage.strangers import CSV, PARQUET, Strangers, Table, strangers_in, table_at, table_of
from leakage.workspace.files.headings import label_of
from leakage.workspace.limits import check_workspace
from leakage.workspace.vocabulary import LABELS
from leakage.workspace.workspace import Workspace
from pages.app import door, figures, session
from pages.app.words import count, error_text
from pages.eve.adversary import text

MOST_COLUMNS, MOST_SHOWN, ABREAST = 60, 40, 3

_LEFT_OUT = "–"
_FILE, _PATH = "strangers", "strangers-path"
_REQUESTED, _NOTICE, _PROBLEM = "strangers-asked", "strangers-notice", "strangers-problem"

Source: TypeAlias = "str | tuple[str, bytes]"
"""A path as it was typed, or the name and content of a file that was handed in."""


def offer(workspace: Workspace) -> None:
    """A file, its columns with a guess of their labels, and a button that adds the rows that can join."""
    source = _chosen()
    background, notice = st.session_state.get(_NOTICE, ((), ""))
    # Whoever took it back is not told of it.
    if notice and background == workspace.background:
        st.text(notice)
    if problem := st.session_state.get(_PROBLEM):
        st.error(problem)
    if source is None:
        return
    try:
        with _opened(source) as table:
            names: list[str] = table.schema.names
    except ValueError as error:
        st.error(error_text(error))
        return
    columns = _columns(workspace, names)
    why = "" if columns else text.NO_COLUMN
    st.button(
        text.ADD_STRANGERS,
        key="strangers-add",
        type="primary",
        disabled=bool(why),
        help=why or None,
        on_click=_request,
        args=(columns,),
    )
    if columns and st.session_state.get(_REQUESTED) == columns:
        _add(workspace, source, columns)


def _chosen() -> Source | None:
    """The file that was handed in or named; in a class the server's disk is not the visitor's."""
    with st.container(key="strangers-upload"):
        file = st.file_uploader(
            text.STRANGERS_FILE,
            type=[kind.removeprefix(".") for kind in (*CSV, *PARQUET)],
            key=session.upload_key(_FILE),
            help=text.STRANGERS_HELP,
        )
    if file is not None:
        return file.name, file.getvalue()
    if door.classroom():
        return None
    typed = st.text_input(
        text.STRANGERS_PATH,
        key=session.upload_key(_PATH),
        placeholder="~/Downloads/voters.parquet",
        autocomplete="off",
        help=text.STRANGERS_PATH_HELP,
    )
    return typed.strip() or None


def _opened(source: Source) -> AbstractContextManager[Table]:
    return table_at(typed_path(source)) if isinstance(source, str) else nullcontext(table_of(source[1], source[0]))


def _columns(workspace: Workspace, names: Sequence[str]) -> tuple[Pair, ...]:
    """The columns that count, each with the label that was chosen for it."""
    st.caption(text.STRANGERS_COLUMNS)
    labels = tuple(workspace.labels)
    familiar = {*labels, *(entry.label for entry in LABELS)}
    guesses = [label_of(name, labels) or name for name in names[:MOST_COLUMNS]]
    options = [_LEFT_OUT, *dict.fromkeys((*guesses, *labels))]
    places = st.columns(ABREAST)
    chosen = []
    for number, (name, guess) in enumerate(zip(names, guesses, strict=False)):
        with places[number % ABREAST]:
            key = f"strangers-label-{hash(tuple(names))}-{number}"
            usual = options.index(guess) if guess in familiar else 0
            chosen.append((name, _label(f"Column {number + 1}", name, options, usual, key)))
    return tuple(pair for pair in chosen if pair[1])


def _label(title: str, column: str, options: Sequence[str], usual: int, key: str) -> str:
    """The label of a column; empty where it is left out."""
    place: int = st.selectbox(
        title,
        range(len(options)),
        index=usual,
        format_func=lambda place: f"{column[:MOST_SHOWN]} → {options[place][:MOST_SHOWN]}",
        key=key,
    )
    return options[place] if place else ""


def _request(columns: tuple[Pair, ...]) -> None:
    st.session_state.pop(_NOTICE, None)
    st.session_state.pop(_PROBLEM, None)
    st.session_state[_REQUESTED] = columns


def _stop() -> None:
    st.session_state.pop(_REQUESTED, None)


def _add(workspace: Workspace, source: Source, columns: tuple[Pair, ...]) -> None:
    """Read the file, with a bar and a way to cancel, and add what can join in one edit."""
    edited = workspace
    try:
        found = figures.run(lambda: _found(workspace, source, columns), _stop)
        known = set(workspace.background)
        fresh = tuple(record for record in found.records if record not in known)
        edited = check_workspace(replace(workspace, background=(*workspace.background, *fresh)))
        came = text.STRANGERS_ADDED.format(came=count(len(fresh), "record"), read=count(found.read, "row"))
        notice = came if found.all_read else f"{came} {text.STRANGERS_FIRST}"
        st.session_state[_NOTICE] = (edited.background, notice)
        session.clear_upload(_FILE)
        session.clear_upload(_PATH)
    except ValueError as error:
        st.session_state[_PROBLEM] = error_text(error)
    _stop()
    session.put(workspace, edited, "add other people's records")
    st.rerun()


def _found(workspace: Workspace, source: Source, columns: tuple[Pair, ...]) -> Strangers:
    """The rows that can join anything that the work's figures are about, for any of its Eves."""
    given = (workspace.reference, *(release.record for release in (*workspace.releases, *workspace.plans)))
    typed = [Record(a for a in record if is_typed(a.pair)) for record in given]
    adversaries = dict.fromkeys(policy.adversary for policy in workspace.policies)
    with _opened(source) as table:
        each = [strangers_in(table, columns, eve, (*typed, *workspace.background)) for eve in adversaries]
    records = dict.fromkeys(record for found in each for record in found.records)
    read = min((found.read for found in each), default=0)
    return Strangers(tuple(records), read, all(found.all_read for found in each))
