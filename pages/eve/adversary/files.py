"""The files that she holds on this computer, and their index."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import streamlit as st

from leakage.workspace.records_file import RecordsFile
from leakage.workspace.vault.file_consents import FileConsents
from leakage.workspace.workspace import Workspace
from pages.eve.adversary import text
from pages.shell import attempts, file_consents, her_files, history, session_cache, vault_session
from pages.shell.file_consents import Consent
from pages.shell.text import FILES_IN_CLASS
from pages.shell.words import count, said


def show(workspace: Workspace) -> None:
    """Every file with what is wrong with it, the index of all of them, and a form for a further one."""
    if not her_files.allowed():
        if workspace.sources:
            st.text(FILES_IN_CLASS)
        return
    if workspace.sources:
        agreed = file_consents.agreed()
        problems = [_show_file(workspace, number, held, agreed) for number, held in enumerate(workspace.sources)]
        # Imported here, as below: who names no files does not wait for DuckDB.
        from pages.eve.adversary import file_index  # noqa: PLC0415

        file_index.show(workspace, problems)
    form = st.expander("Files on this computer", icon=":material/folder_open:", key="files", on_change="rerun")
    if form.open:
        from pages.eve.adversary import file_form  # noqa: PLC0415

        with form:
            st.markdown(text.FILES_HELP)
            file_form.add(workspace)


def _show_file(workspace: Workspace, number: int, held: RecordsFile, agreed: FileConsents) -> str:
    """A file, and what may be done with it; returns why it cannot be indexed, in a sentence."""
    with st.container(border=True, key=f"file-{number}"):
        left, right = st.columns([5, 1], vertical_alignment="center")
        # Names of files and columns are somebody's own words, so this is no markup.
        left.text(_visible(f"{Path(held.path).name}{f', table {held.table}' if held.table else ''}"))
        right.button(
            "Remove",
            key=f"file-remove-{number}",
            on_click=_remove,
            args=(workspace, held),
            width="stretch",
            help="She does not hold it any more. The file stays, and so does its index until you delete that.",
        )
        st.text(_visible(str(Path(held.path).absolute())))
        meant = ", ".join(f"{column} → {workspace.display_name(label)}" for column, label in held.columns)
        st.text(_visible(f"Columns: {meant}"))
        question = _question(held, agreed)
        if question:
            _ask(held, number, question)
            return text.AGREE_BEFORE_INDEX
        wrong = _problem(held)
        st.text(wrong or _size(held))
        return wrong


def _question(held: RecordsFile, agreed: FileConsents) -> str:
    """What to ask before a file is read; nothing where the person said yes, or it could not be read anyway."""
    from leakage.background import SourceError  # noqa: PLC0415

    try:
        return _QUESTIONS[file_consents.consent_to(held, agreed)]
    except SourceError:
        return ""


_QUESTIONS: dict[Consent, str] = {
    "given": "",
    "not asked for": text.AGREE_FIRST,
    "for another file": text.AGREE_AGAIN,
}


def _ask(held: RecordsFile, number: int, question: str) -> None:
    """Ask whether a file may be read; until the button is pressed it is not."""
    st.markdown(question)
    st.markdown(text.WHEN_AGREED)
    st.caption(text.AGREED_IN_MEMORY if vault_session.current() is None else text.AGREED_FOR_VAULT)
    place = f"file-agree-{number}"
    agreeing = attempts.pressed(lambda: file_consents.agree(held), place)
    st.button("Yes, read this file", key=place, type="primary", icon=":material/folder_open:", **agreeing)
    attempts.told(place)


def _visible(words: str) -> str:
    """Words in one line, each sign of them to be seen: a path may hold a line feed, or turn the direction of reading.

    >>> print(_visible("/home/me\\n/a.csv"))
    /home/me\\n/a.csv
    """
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in words)


def _remove(workspace: Workspace, held: RecordsFile) -> None:
    kept = tuple(source for source in workspace.sources if source != held)
    history.put(workspace, replace(workspace, sources=kept), "remove a file")


def _problem(held: RecordsFile) -> str:
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
