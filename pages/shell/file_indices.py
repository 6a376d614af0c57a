"""The files that she holds: which may be read, which count, and where their indices lie."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

import streamlit as st

from leakage.workspace.figures.assessment import at_hand
from leakage.workspace.tables import RecordsFile
from leakage.workspace.vault.errors import VaultError
from leakage.workspace.vault.file_consents import FileConsents
from leakage.workspace.vault.store import vaults_folder
from leakage.workspace.vault.unlocked import Unlocked
from leakage.workspace.workspace import Policy, Workspace
from pages import catalogue
from pages.door.entrance import classroom
from pages.shell import cache, session, text, vault_state

if TYPE_CHECKING:
    from leakage.background import Rows
    from leakage.resolution.match import Match


# The files that the person agreed to have read: noted beside the vault, or for the session where there is none.


_IN_MEMORY = "file-consents"

Consent: TypeAlias = Literal["given", "not asked for", "for another file"]
"""Whether the person agreed to have a file read; "for another file" where it has changed since."""


def agreed_files() -> FileConsents:
    """All that the person agreed to, for the vault of this session or without one."""
    opened = vault_state.current()
    if opened is None:
        consents: FileConsents = session.get(_IN_MEMORY, FileConsents())
        return consents
    return opened.unlocked.file_consents()


def consent_to(file: RecordsFile, consents: FileConsents) -> Consent:
    """Whether a file may be read. It is not touched unless the person agreed to whatever was at its place before.

    Arguments:
        file: the file.
        consents: as ``agreed_files`` has them.

    Raises:
        SourceError: for a file of another kind, and one that is not there any more.
    """
    # Imported here, as below: who names no files does not wait for DuckDB.
    from leakage.workspace.file_backed import fingerprint_of, place_of, source_of  # noqa: PLC0415

    source_of(file)
    place = place_of(file)
    if not consents.has_place(place):
        return "not asked for"
    return "given" if consents.covers(place, fingerprint_of(file)) else "for another file"


def agree(file: RecordsFile) -> None:
    """The person agrees to have a file read as it is now.

    Raises:
        SourceError: for what cannot be read; it is not agreed to.
        VaultError: where that cannot be noted.
    """
    from leakage.workspace.file_backed import fingerprint_of, place_of  # noqa: PLC0415

    consents = FileConsents.of(place_of(file), fingerprint_of(file))
    opened = vault_state.current()
    if opened is None:
        session.put(_IN_MEMORY, agreed_files().with_all_of(consents))
    else:
        opened.unlocked.agree_to_files(consents)


def take_into_vault(unlocked: Unlocked, workspace: Workspace) -> None:
    """What the person agreed to while this work was in memory holds for the vault that was just made of it."""
    if not workspace.sources:
        return
    from leakage.workspace.file_backed import place_of  # noqa: PLC0415

    # The vault is made: whatever fails here, the person is only asked again.
    with suppress(VaultError):
        unlocked.agree_to_files(agreed_files().at(map(place_of, workspace.sources)))


# The files that she holds on the person's own machine: which of them figures count, and where their indices lie.


COUNTED = (
    *(catalogue.START, catalogue.TRANSFER),
    *(catalogue.ADVERSARY, catalogue.WHAT_SHE_KNOWS),
    *(catalogue.PLAN, catalogue.LEAKAGE, catalogue.TIMELINE, catalogue.PLANNED_RELEASE),
    *(catalogue.REQUESTS, catalogue.DISINFORMATION, catalogue.EXPORT, catalogue.PYTHON),
)
"""The pages whose figures count what lies in files."""

WITHOUT_FIGURES = (
    *(catalogue.PROFILE, catalogue.RELEASES, catalogue.REVIEW, catalogue.VAULT),
    *(catalogue.PUBLISHED_TABLE, catalogue.ATTACKERS_ERROR, catalogue.LABORATORY),
    *(catalogue.CLASS_PAGE, catalogue.PREDICT_TOGETHER, catalogue.EXAMPLES),
)
"""The pages that work out nothing of what she knows."""

IN_MEMORY = (catalogue.WEIGHTS, catalogue.RE_IDENTIFICATION)
"""The pages whose figures leave files out, and say so."""


def folder() -> Path:
    """Where indices lie: beside the vaults."""
    return vaults_folder().with_name("indices")


def delete_indices() -> None:
    """Delete every index there is, of other works as well.

    Raises:
        OSError: if the system refuses.
    """
    for lying in folder().glob("*"):
        if lying.is_dir():
            shutil.rmtree(lying)
        else:
            lying.unlink(missing_ok=True)


def allowed() -> bool:
    """Whether files are read by their path: the disk of a classroom's server is not the visitor's."""
    return not classroom()


def attached(workspace: Workspace) -> Workspace:
    """The work with the indices of its files at hand, for figures; as it is where it names none."""
    if not workspace.sources or not allowed():
        return workspace
    # Imported here, as below: who names no files does not wait for DuckDB.
    from leakage.workspace.file_backed import FileBackedWorkspace, Indices  # noqa: PLC0415

    paths = tuple(_paths(workspace))
    indices = cache.latest("indices", paths, lambda: Indices(paths))
    key = (workspace.fingerprint, paths)
    return cache.latest("with-files", key, lambda: FileBackedWorkspace.of(workspace, indices))


def _paths(workspace: Workspace) -> Iterator[tuple[str, Path]]:
    """The rules of every policy that has an index of the files as they are now, and where it lies.

    None where the person has not agreed to have all of them read: then no file is touched that was not agreed to.
    """
    from leakage.background import SourceError, index_path  # noqa: PLC0415
    from leakage.workspace.file_backed import rules_as_text, sources_of  # noqa: PLC0415

    try:
        if _unread(workspace):
            return
        sources = sources_of(workspace)
        for match in matches(workspace):
            path = index_path(folder(), sources, match)
            if opens(path):
                yield rules_as_text(match), path
    except SourceError:
        return


def _unread(workspace: Workspace) -> str:
    """Why the files of a work may not be read, in a sentence; empty where the person agreed to all as they are now.

    Raises:
        SourceError: for a file of another kind, and one that is not there any more.
    """
    agreed = agreed_files()
    consents = {consent_to(file, agreed) for file in workspace.sources}
    if "not asked for" in consents:
        return text.FILE_NOT_AGREED_TO
    return text.ANOTHER_FILE if "for another file" in consents else ""


def rows_of(file: RecordsFile) -> Rows:
    """How many records a file holds; counted or estimated once while it stays as it is.

    Raises:
        SourceError: for a file that cannot be read.
    """
    from leakage.background import rows_in  # noqa: PLC0415
    from leakage.workspace.file_backed import source_of  # noqa: PLC0415

    source = source_of(file)
    return cache.remembered(("rows of a file", source.fingerprint), lambda: rows_in(source))


def matches(workspace: Workspace) -> tuple[Match, ...]:
    """The different rules of all policies that an index can have."""
    from leakage.workspace.file_backed import rules_as_text  # noqa: PLC0415

    found = (match_of(workspace, policy) for policy in workspace.policies)
    return tuple({rules_as_text(match): match for match in found if match is not None}.values())


def match_of(workspace: Workspace, policy: Policy) -> Match | None:
    """The rules of a policy, if an index can have them."""
    from leakage.background import askable_rules  # noqa: PLC0415

    try:
        askable_rules(policy.adversary)
    except ValueError:
        return None
    return policy.adversary.resolutions[0].match


def opens(path: Path) -> bool:
    """Whether there is a finished index at a path."""
    from leakage.background import BackgroundIndex, IndexMismatchError  # noqa: PLC0415

    if not path.is_file():
        return False

    def can_be_opened() -> bool:
        try:
            BackgroundIndex(path).close()
        except IndexMismatchError:
            return False
        return True

    return cache.remembered(("index", path, path.stat().st_mtime_ns), can_be_opened)


def why_not(workspace: Workspace) -> str:
    """Why files of a work are not counted for the adversary in use, in a sentence; empty where they are."""
    if not allowed():
        return text.FILES_IN_CLASS
    from leakage.background import SourceError, index_path, indices_of  # noqa: PLC0415
    from leakage.workspace.file_backed import refusal, sources_of  # noqa: PLC0415

    refused = refusal(workspace)
    if refused or workspace.counts_files:
        return refused
    match = workspace.adversary.resolutions[0].match
    try:
        unread = _unread(workspace)
        if unread:
            return unread
        sources = sources_of(workspace)
        path = index_path(folder(), sources, match)
    except SourceError:
        return text.FILE_GONE
    others = [index for index in indices_of(folder(), sources, match) if index.suffix == path.suffix and index != path]
    return text.FILE_CHANGED if others else text.NOT_INDEXED


def left_out(workspace: Workspace) -> str:
    """A remark beside a figure of the adversary in use that leaves out her files; empty where it counts them."""
    return f" ({text.WITHOUT_FILES})" if workspace.sources and not workspace.counts_files else ""


def say(page: catalogue.Page, workspace: Workspace) -> None:
    """What the page's figures make of the files, where there are any."""
    if not workspace.sources or page in WITHOUT_FIGURES:
        return
    if page in IN_MEMORY:
        st.caption(text.FILES_ELSEWHERE)
        return
    from leakage.workspace.file_backed import FileBackedWorkspace  # noqa: PLC0415

    why = why_not(workspace)
    if why:
        st.warning(f"{text.FIGURES_WITHOUT_FILES} {why}", icon=":material/folder_off:")
    elif isinstance(workspace, FileBackedWorkspace) and workspace.looked_up:
        looked_up = workspace.looked_up
        strangers = f" {text.STRANGERS_LOOKED_UP}" if page == catalogue.DISINFORMATION else ""
        st.caption(text.LOOKED_UP.format(looked_at=looked_up.looked_at, out_of=looked_up.out_of) + strangers)
    if workspace.follow_worst and without(workspace, at_hand(workspace)):
        st.caption(text.WORST_OF_MIXED)


def without(workspace: Workspace, policies: Iterable[Policy]) -> list[str]:
    """The names of those of some policies whose figures leave out her files, each once; none if there are no files."""
    names = dict.fromkeys(policy.name for policy in policies) if workspace.sources else {}
    return [name for name in names if not replace(workspace, chosen=name).counts_files]
