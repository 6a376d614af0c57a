"""The files that the person agreed to have read: noted beside the vault, or for the session where there is none."""

from __future__ import annotations

from contextlib import suppress
from typing import Literal, TypeAlias

from leakage.workspace.records_file import RecordsFile
from leakage.workspace.vault.errors import VaultError
from leakage.workspace.vault.file_consents import FileConsents
from leakage.workspace.vault.unlocked import Unlocked
from leakage.workspace.workspace import Workspace
from pages.shell import session, vault_state

_IN_MEMORY = "file-consents"

Consent: TypeAlias = Literal["given", "not asked for", "for another file"]
"""Whether the person agreed to have a file read; "for another file" where it has changed since."""


def agreed() -> FileConsents:
    """All that the person agreed to, for the vault of this session or without one."""
    opened = vault_state.current()
    if opened is None:
        consents: FileConsents = session.get(_IN_MEMORY, FileConsents())
        return consents
    return opened.unlocked.file_consents()


def consent_to(held: RecordsFile, consents: FileConsents) -> Consent:
    """Whether a file may be read. It is not touched unless the person agreed to whatever was at its place before.

    Arguments:
        held: the file.
        consents: as ``agreed`` has them.

    Raises:
        SourceError: for a file of another kind, and one that is not there any more.
    """
    # Imported here, as below: who names no files does not wait for DuckDB.
    from leakage.workspace.with_files import fingerprint_of, place_of, source_of  # noqa: PLC0415

    source_of(held)
    place = place_of(held)
    if not consents.has_place(place):
        return "not asked for"
    return "given" if consents.covers(place, fingerprint_of(held)) else "for another file"


def agree(held: RecordsFile) -> None:
    """The person agrees to have a file read as it is now.

    Raises:
        SourceError: for what cannot be read; it is not agreed to.
        VaultError: where that cannot be noted.
    """
    from leakage.workspace.with_files import fingerprint_of, place_of  # noqa: PLC0415

    consents = FileConsents.of(place_of(held), fingerprint_of(held))
    opened = vault_state.current()
    if opened is None:
        session.put(_IN_MEMORY, agreed().with_all_of(consents))
    else:
        opened.unlocked.agree_to_files(consents)


def take_into_vault(unlocked: Unlocked, workspace: Workspace) -> None:
    """What the person agreed to while this work was in memory holds for the vault that was just made of it."""
    if not workspace.sources:
        return
    from leakage.workspace.with_files import place_of  # noqa: PLC0415

    # The vault is made: whatever fails here, the person is only asked again.
    with suppress(VaultError):
        unlocked.agree_to_files(agreed().at(map(place_of, workspace.sources)))
