"""The index of the files: what it will cost, making it, and deleting it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from math import ceil
from pathlib import Path

import streamlit as st

from leakage.background import BuildError, Cost, SourceError, build_index, cost_of, index_path, remove_indices
from leakage.background.build import WORK
from leakage.background.estimate import lacking_bytes
from leakage.workspace.vault.disk import make_private
from leakage.workspace.vault.sealed import LONGEST_FILE
from leakage.workspace.with_files import sources_of
from leakage.workspace.workspace import Workspace
from pages.eve.adversary import text
from pages.shell import computing, her_files, progress, session, watchdog
from pages.shell.words import about, count, listed, said

MEGABYTES = 600
"""Of memory that indexing may take: a computation is stopped at 1,000."""

LONGEST = 7 * 24 * 3600.0
"""Seconds that indexing may take before it has to be asked for again."""

RESERVE = 2 * LONGEST_FILE
"""Bytes of the disk that stay free for saving the vault: the largest there is, and what is written until it is seen."""

_ASKED, _TOLD = "index-asked", "index-told"


def show(workspace: Workspace, problems: Sequence[str]) -> None:
    """Whether the files are indexed, and the buttons."""
    paths = _paths(workspace) if not any(problems) else ()
    missing = [path for path in paths if not her_files.opens(path)]
    _say_who_cannot(workspace)
    if paths and not missing:
        st.text("The files are indexed, for every policy that can look them up.")
    elif paths:
        st.text(_told(workspace, missing))
        st.caption(text.COST_HELP)
    if told := session.get(_TOLD):
        st.error(told, icon=":material/error:")
    short = _lacking(workspace, missing)
    if short:
        st.text(short)
    _buttons(workspace, (*problems, short), missing)
    st.caption(text.INDEX_HELP)
    st.text(_kept())
    if missing and session.get(_ASKED) == workspace.sources:
        _make(workspace, missing)


def _paths(workspace: Workspace) -> tuple[Path, ...]:
    """Where the indices of the files lie, or will: one for each policy's rules that an index can have."""
    try:
        sources = sources_of(workspace)
        return tuple(index_path(her_files.folder(), sources, match) for match in her_files.matches(workspace))
    except SourceError:
        return ()


def _say_who_cannot(workspace: Workspace) -> None:
    cannot = [policy.name for policy in workspace.policies if her_files.match_of(workspace, policy) is None]
    if cannot:
        names = listed(cannot)
        st.text(f"Without the files: {names}. Files are looked up for rules by equal or normalised values alone.")


def _told(workspace: Workspace, missing: Sequence[Path]) -> str:
    one = _cost(workspace)
    seconds, megabytes = one.seconds * len(missing), one.bytes * len(missing) / 1e6
    begun = any(path.with_suffix(WORK).exists() for path in missing)
    disk = f"{max(1, round(megabytes, -1 if megabytes >= 100 else 0)):,.0f} MB of disk"
    told = f"To be indexed: {count(len(missing), 'set')} of rules. It takes {about(seconds)} and about {disk}."
    return f"{told}{' Part of it is done already.' if begun else ''}"


def _lacking(workspace: Workspace, missing: Sequence[Path]) -> str:
    """What is wrong with the room on the disk, in a sentence; empty where index and vault fit."""
    if not missing:
        return ""
    one, begun = _cost(workspace), sum(_size(path.with_suffix(WORK)) for path in missing)
    # All but the last are finished when that is made.
    finished = (len(missing) - 1) * one.bytes
    lacking = lacking_bytes(her_files.folder(), one, RESERVE + finished, begun)
    return text.NO_ROOM.format(megabytes=f"{ceil(lacking / 1e6):,}") if lacking else ""


def _kept() -> str:
    """Where indices lie, and what they take."""
    taken = sum(map(_size, her_files.folder().rglob("*")))
    return f"Indices lie in {her_files.folder()}" + (f", {taken / 1e6:,.0f} MB by now." if taken else ".")


def _size(path: Path) -> int:
    """Bytes of a file; 0 where there is none, for another tab may delete it meanwhile."""
    with suppress(FileNotFoundError):
        return path.stat().st_size if path.is_file() else 0
    return 0


def _cost(workspace: Workspace) -> Cost:
    return cost_of([(her_files.rows_of(held).records, len(held.columns)) for held in workspace.sources])


def _buttons(workspace: Workspace, problems: Sequence[str], missing: Sequence[Path]) -> None:
    why = next(filter(None, problems), "") or ("" if missing else "Nothing is left to index.")
    lying = tuple(her_files.folder().glob("*"))
    left, right = st.columns(2)
    left.button(
        "Index the files",
        key="index-make",
        type="primary",
        icon=":material/database:",
        disabled=bool(why),
        help=why or None,
        on_click=_ask,
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


def _ask(workspace: Workspace) -> None:
    session.forget(_TOLD)
    session.put(_ASKED, workspace.sources)


def _stop() -> None:
    session.forget(_ASKED)


def _delete() -> None:
    _stop()
    try:
        her_files.delete_indices()
    except OSError:
        session.put(_TOLD, "The indices could not be deleted: the system refused it.")


def _make(workspace: Workspace, missing: Sequence[Path]) -> None:
    """Make what is missing, with a bar and a way to cancel; what was done stays done."""
    try:
        with computing.budget(LONGEST):
            bar = progress.Bar("Cancel", on_click=_stop)
            progress.run_with_progress(lambda: _build(workspace, missing), bar, watchdog.INDEXING)
    except (BuildError, SourceError) as error:
        session.put(_TOLD, said(error))
    except computing.Stopped as stopped:
        session.put(_TOLD, f"{stopped} What is done is kept: press the button to go on.")
    except OSError:
        session.put(_TOLD, "The folder of the indices may not be written to.")
    _stop()
    st.rerun()


def _build(workspace: Workspace, missing: Sequence[Path]) -> None:
    make_private(her_files.folder())
    sources = sources_of(workspace)
    for match in her_files.matches(workspace):
        path = index_path(her_files.folder(), sources, match)
        if path in missing:
            build_index(path, sources, match, megabytes=MEGABYTES, reserve=RESERVE)
            # What the files were like before is of no use any more.
            remove_indices(her_files.folder(), sources, match, but=path)
