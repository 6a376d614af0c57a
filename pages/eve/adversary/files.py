"""The files that Eve holds: naming one, indexing it, and which count."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from math import ceil
from pathlib import Path

import streamlit as st

from leakage.background import (
    BuildError,
    Cost,
    SourceError,
    build_index,
    columns_of,
    cost_of,
    index_path,
    remove_indices,
    tables_of,
)
from leakage.background.build import WORK, lacking_bytes
from leakage.background.sources import DUCKDB, KINDS
from leakage.record import Pair
from leakage.regular_file import typed_path
from leakage.workspace.file_backed import sources_of
from leakage.workspace.files.csv_cells import label_of
from leakage.workspace.tables import RecordsFile
from leakage.workspace.vault.file_consents import FileConsents
from leakage.workspace.vault.sealed import LONGEST_FILE
from leakage.workspace.vault.store import make_private
from leakage.workspace.vocabulary import LABELS
from leakage.workspace.workspace import Workspace
from pages.eve.adversary import text
from pages.shell import (
    cache,
    computing,
    figures,
    file_indices,
    history,
    session,
    vault_session,
    vault_trouble,
    watchdog,
)
from pages.shell.file_indices import Consent
from pages.shell.text import FILES_IN_CLASS
from pages.shell.words import about, count, error_text, listed

# The index of the files: what it will cost, making it, and deleting it.


MEGABYTES = 600
"""Of memory that indexing may take: a computation is stopped at 1,000."""

LONGEST = 7 * 24 * 3600.0
"""Seconds that indexing may take before it has to be asked for again."""

RESERVE = 2 * LONGEST_FILE
"""Bytes of the disk that stay free for saving the vault: the largest there is, and what is written until it is seen."""

_REQUESTED, _NOTICE = "index-asked", "index-told"


def show_index(workspace: Workspace, problems: Sequence[str]) -> None:
    """Whether the files are indexed, and the buttons."""
    paths = _paths(workspace) if not any(problems) else ()
    missing = [path for path in paths if not file_indices.opens(path)]
    _say_who_cannot(workspace)
    if paths and not missing:
        st.text(text.INDEXED)
    elif paths:
        st.text(_missing_text(workspace, missing))
        st.caption(text.COST_HELP)
    if notice := session.get(_NOTICE):
        st.error(notice, icon=":material/error:")
    short = _lacking(workspace, missing)
    if short:
        st.text(short)
    _buttons(workspace, (*problems, short), missing)
    st.caption(text.INDEX_HELP)
    st.text(_index_space())
    if missing and session.get(_REQUESTED) == workspace.sources:
        _make(workspace, missing)


def _paths(workspace: Workspace) -> tuple[Path, ...]:
    """Where the indices of the files lie, or will: one for each policy's rules that an index can have."""
    try:
        sources = sources_of(workspace)
        return tuple(index_path(file_indices.folder(), sources, match) for match in file_indices.matches(workspace))
    except SourceError:
        return ()


def _say_who_cannot(workspace: Workspace) -> None:
    cannot = [policy.name for policy in workspace.policies if file_indices.match_of(workspace, policy) is None]
    if cannot:
        names = listed(cannot)
        st.text(text.WITHOUT_FILES.format(names=names))


def _missing_text(workspace: Workspace, missing: Sequence[Path]) -> str:
    one = _cost(workspace)
    seconds, megabytes = one.seconds * len(missing), one.bytes * len(missing) / 1e6
    begun = any(path.with_suffix(WORK).exists() for path in missing)
    disk = f"{max(1, round(megabytes, -1 if megabytes >= 100 else 0)):,.0f} MB of disk"
    sentence = text.TO_INDEX.format(sets=count(len(missing), "set"), time=about(seconds), disk=disk)
    return f"{sentence}{' Part of it is done.' if begun else ''}"


def _lacking(workspace: Workspace, missing: Sequence[Path]) -> str:
    """What is wrong with the room on the disk, in a sentence; empty where index and vault fit."""
    if not missing:
        return ""
    one, begun = _cost(workspace), sum(_size(path.with_suffix(WORK)) for path in missing)
    # All but the last are finished when that is made.
    finished = (len(missing) - 1) * one.bytes
    lacking = lacking_bytes(file_indices.folder(), one, RESERVE + finished, begun)
    return text.NO_ROOM.format(megabytes=f"{ceil(lacking / 1e6):,}") if lacking else ""


def _index_space() -> str:
    """Where indices lie, and what they take."""
    taken = sum(map(_size, file_indices.folder().rglob("*")))
    return f"Indices lie in {file_indices.folder()}" + (f" and take {taken / 1e6:,.0f} MB." if taken else ".")


def _size(path: Path) -> int:
    """Bytes of a file; 0 where there is none, for another tab may delete it meanwhile."""
    with suppress(FileNotFoundError):
        return path.stat().st_size if path.is_file() else 0
    return 0


def _cost(workspace: Workspace) -> Cost:
    return cost_of([(file_indices.rows_of(file).records, len(file.columns)) for file in workspace.sources])


def _buttons(workspace: Workspace, problems: Sequence[str], missing: Sequence[Path]) -> None:
    why = next(filter(None, problems), "") or ("" if missing else "Everything is indexed.")
    lying = tuple(file_indices.folder().glob("*"))
    left, right = st.columns(2)
    left.button(
        "Index the files",
        key="index-make",
        type="primary",
        icon=":material/database:",
        disabled=bool(why),
        help=why or None,
        on_click=_request_index,
        args=(workspace,),
        width="stretch",
    )
    right.button(
        "Delete all indices",
        key="index-delete",
        icon=":material/delete:",
        disabled=not lying,
        help=text.INDICES_LEFT if lying else "There is no index.",
        on_click=_delete,
        width="stretch",
    )


def _request_index(workspace: Workspace) -> None:
    session.forget(_NOTICE)
    session.put(_REQUESTED, workspace.sources)


def _stop() -> None:
    session.forget(_REQUESTED)


def _delete() -> None:
    _stop()
    try:
        file_indices.delete_indices()
    except OSError:
        session.put(_NOTICE, "The system refused to delete the indices.")


def _make(workspace: Workspace, missing: Sequence[Path]) -> None:
    """Make what is missing, with a bar and a way to cancel; what was done stays done."""
    try:
        with computing.budget(LONGEST):
            bar = figures.Bar("Cancel", on_click=_stop)
            figures.run_with_progress(lambda: _build(workspace, missing), bar, watchdog.INDEXING)
    except (BuildError, SourceError) as error:
        session.put(_NOTICE, error_text(error))
    except computing.Stopped as stopped:
        session.put(_NOTICE, text.INDEX_STOPPED.format(stopped=stopped))
    except OSError:
        session.put(_NOTICE, "The folder for indices cannot be written.")
    _stop()
    st.rerun()


def _build(workspace: Workspace, missing: Sequence[Path]) -> None:
    make_private(file_indices.folder())
    sources = sources_of(workspace)
    for match in file_indices.matches(workspace):
        path = index_path(file_indices.folder(), sources, match)
        if path in missing:
            build_index(path, sources, match, megabytes=MEGABYTES, reserve=RESERVE)
            # What the files were like before is of no use any more.
            remove_indices(file_indices.folder(), sources, match, but=path)


# Naming a file that she holds: its path, and what its columns mean.


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
        help="The whole path, from the root of the disk or from your home folder (~).",
    ).strip()
    if not typed:
        return
    try:
        path = typed_path(typed)
        table = _table(path)
        columns = columns_of(path, table)
    except SourceError as error:
        st.text(error_text(error))
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
        f"The file has {count(len(columns), 'column')}. Say which detail each holds; {_LEFT_OUT} leaves it out."
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
    file = RecordsFile(str(path), tuple(chosen), table or "") if chosen else None
    why = _why_not(workspace, file)
    st.button(
        "Add this file",
        key="file-add",
        type="primary",
        disabled=bool(why),
        help=why or None,
        on_click=_put,
        args=(workspace, file),
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


def _why_not(workspace: Workspace, file: RecordsFile | None) -> str:
    if file is None:
        return "Choose a detail for at least one column."
    if any(source.place == file.place for source in workspace.sources):
        return "She has this file already. Remove it first to change its columns."
    return ""


def _put(workspace: Workspace, file: RecordsFile) -> None:
    history.put(workspace, replace(workspace, sources=(*workspace.sources, file)), "give Eve a file")
    if file in history.current().sources:
        # Whoever names a file here has agreed to it; if it cannot be noted, the page asks.
        with suppress(ValueError):
            file_indices.agree(file)
    session.clear_upload(_PATH)


# The files that she holds on this computer, and their index.


def show_files(workspace: Workspace) -> None:
    """Every file with what is wrong with it, the index of all of them, and a form for a further one."""
    if not file_indices.allowed():
        if workspace.sources:
            st.text(FILES_IN_CLASS)
        return
    if workspace.sources:
        agreed = file_indices.agreed_files()
        problems = [_show_file(workspace, number, file, agreed) for number, file in enumerate(workspace.sources)]
        # Imported here, as below: who names no files does not wait for DuckDB.

        show_index(workspace, problems)
    form = st.expander(text.FILES, icon=":material/folder_open:", key="files", on_change="rerun")
    if form.open:
        with form:
            st.markdown(text.FILES_HELP)
            add(workspace)


def _show_file(workspace: Workspace, number: int, file: RecordsFile, agreed: FileConsents) -> str:
    """A file, and what may be done with it; returns why it cannot be indexed, in a sentence."""
    with st.container(border=True, key=f"file-{number}"):
        left, right = st.columns([5, 1], vertical_alignment="center")
        # Names of files and columns are somebody's own words, so this is no markup.
        left.text(_visible(f"{Path(file.path).name}{f', table {file.table}' if file.table else ''}"))
        right.button(
            "Remove",
            key=f"file-remove-{number}",
            on_click=_remove,
            args=(workspace, file),
            width="stretch",
            help="Takes it away from Eve. The file stays, and its index until you delete that.",
        )
        st.text(_visible(str(Path(file.path).absolute())))
        meant = ", ".join(f"{column} → {workspace.display_name(label)}" for column, label in file.columns)
        st.text(_visible(f"Columns: {meant}"))
        question = _question(file, agreed)
        if question:
            _ask_consent(file, number, question)
            return text.AGREE_BEFORE_INDEX
        wrong = _problem(file)
        st.text(wrong or _file_size(file))
        return wrong


def _question(file: RecordsFile, agreed: FileConsents) -> str:
    """What to ask before a file is read; nothing where the person said yes, or it could not be read anyway."""
    from leakage.background import SourceError  # noqa: PLC0415

    try:
        return _QUESTIONS[file_indices.consent_to(file, agreed)]
    except SourceError:
        return ""


_QUESTIONS: dict[Consent, str] = {
    "given": "",
    "not asked for": text.AGREE_FIRST,
    "for another file": text.AGREE_AGAIN,
}


def _ask_consent(file: RecordsFile, number: int, question: str) -> None:
    """Ask whether a file may be read; until the button is pressed it is not."""
    st.markdown(question)
    st.markdown(text.WHEN_AGREED)
    st.caption(text.AGREED_IN_MEMORY if vault_session.current() is None else text.AGREED_FOR_VAULT)
    place = f"file-agree-{number}"
    agreeing = vault_trouble.pressed(lambda: file_indices.agree(file), place)
    st.button("Yes, read this file", key=place, type="primary", icon=":material/folder_open:", **agreeing)
    vault_trouble.show_notice(place)


def _visible(words: str) -> str:
    """Words in one line, each sign of them to be seen: a path may hold a line feed, or turn the direction of reading.

    >>> print(_visible("/home/me\\n/a.csv"))
    /home/me\\n/a.csv
    """
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in words)


def _remove(workspace: Workspace, file: RecordsFile) -> None:
    kept = tuple(source for source in workspace.sources if source != file)
    history.put(workspace, replace(workspace, sources=kept), "remove a file")


def _problem(file: RecordsFile) -> str:
    """What is wrong with a file, in a sentence; empty where nothing is known to be."""
    from leakage.background import SourceError, columns_of  # noqa: PLC0415
    from leakage.workspace.file_backed import source_of  # noqa: PLC0415

    try:
        source = source_of(file)
        key = ("columns of a file", source.fingerprint)
        columns = cache.remembered(key, lambda: columns_of(source.path, source.table))
        file_indices.rows_of(file)
    except SourceError as error:
        return error_text(error)
    lacking = [column for column, _ in file.columns if column not in columns]
    missing = count(len(lacking), "column is missing", "columns are missing")
    return text.COLUMNS_MISSING.format(columns=missing) if lacking else ""


def _file_size(file: RecordsFile) -> str:
    rows = file_indices.rows_of(file)
    number = count(rows.records, "record")
    return text.ABOUT_SO_MANY.format(records=number) if rows.estimated else f"{number}."
