"""The current file of a vault, as whoever holds the key finds it before a save."""

from __future__ import annotations

from contextlib import suppress

from leakage.workspace.vault.errors import Damaged, Missing, PassphraseChanged, StorageFailed
from leakage.workspace.vault.generations import Key, header_of
from leakage.workspace.vault.header import Header, Revision
from leakage.workspace.vault.names import VersionName, name_of_damaged
from leakage.workspace.vault.sealed import open_sealed
from leakage.workspace.vault.store import Store


def header_found(store: Store, key: Key, current: bytes | None) -> Header | None:
    """The current file's header; None where it is gone or damaged. One of a later format is not written over.

    Raises:
        PassphraseChanged: if it was saved under another passphrase.
        TooNew: if it was written in a later format.
    """
    if current is None:
        return None
    try:
        header = header_of(store, current)
        if not key.fits(header):
            raise PassphraseChanged
        # A header that was changed on purpose, digest and all, must not pass for a revision.
        open_sealed(current, header, key.data)
    except Damaged:
        return None
    return header


def numbered(
    store: Store, current: bytes | None, header: Header | None, expected: Revision
) -> tuple[VersionName | None, int]:
    """Under what name the current file is put aside, if there is one, and the number of the next revision."""
    following = store.next_number(header.revision.number if header else expected.number)
    if header is not None:
        return VersionName.of(header.revision, header.slot.salt, "generation"), following
    if current is not None:
        return name_of_damaged(current, following), following + 1
    return None, following


def refuse_if_stale(store: Store, key: Key) -> None:
    """Refuse where the latest file that is as it was written has another key.

    Raises:
        PassphraseChanged: if it has.
    """
    for name in (None, *store.versions()):
        with suppress(Damaged, Missing, StorageFailed):
            data = store.current() if name is None else store.version(name)
            if key.fits(header_of(store, data)):
                return
            raise PassphraseChanged
