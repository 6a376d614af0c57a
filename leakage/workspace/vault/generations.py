"""The earlier versions of a vault, and which of them can be opened."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from leakage.workspace.vault.errors import Damaged, TooNew, VaultError
from leakage.workspace.vault.header import Header, KeySlot
from leakage.workspace.vault.migration import MIGRATIONS, Summary
from leakage.workspace.vault.names import Kind, VersionName, key_name
from leakage.workspace.vault.sealed import Opened, open_sealed, parse, version_of
from leakage.workspace.vault.store import Store

Condition: TypeAlias = Literal["good", "damaged", "other passphrase", "newer program", "earlier program"]


@dataclass(frozen=True, slots=True)
class Generation:
    """A version of a vault that is not the current one.

    Arguments:
        file: its name in the folder.
        kind: an earlier state ("generation"), or one that a conflict put beside the current one ("copy").
        condition: whether it can be opened. Without the key "good" says that it is as it was written. What an earlier
            program left and unlocking could not bring over was saved under another passphrase.
        saved: milliseconds since 1970, UTC; None where the header cannot be read.
        name: the vault's at the time; None likewise.
    """

    file: VersionName
    kind: Kind
    condition: Condition
    saved: int | None
    name: str | None = field(repr=False)


@dataclass(frozen=True, slots=True)
class Key:
    """What opens the files of a vault that were saved under one passphrase; it is never shown.

    Arguments:
        slot: as the files hold it.
        data: the data key, 32 bytes.
    """

    slot: KeySlot = field(repr=False)
    data: bytes = field(repr=False)

    def fits(self, header: Header) -> bool:
        """Whether a file was sealed with this key."""
        return header.slot.salt == self.slot.salt


def summary_from(data: bytes) -> Summary:
    """What is known of a vault's file without the key, in whatever format it is.

    Raises:
        Damaged, TooNew: as ``parse``.
    """
    version = version_of(data)
    if version in MIGRATIONS:
        return MIGRATIONS[version].summary(data)
    header = parse(data)
    return Summary(header.vault, header.slot.salt, header.name, header.revision, header.saved)


def summary_of(store: Store, data: bytes) -> Summary:
    """As ``summary_from``, of a file of this vault.

    Raises:
        Damaged: also if it is another vault's.
    """
    summary = summary_from(data)
    if summary.vault.hex() != store.identity:
        raise Damaged("it belongs to another vault")
    return summary


def header_of(store: Store, data: bytes) -> Header:
    """The header of a file of this vault, in the present format.

    Raises:
        Damaged: as ``parse``, and if it is another vault's.
        TooNew: as ``parse``.
    """
    header = parse(data)
    if header.vault.hex() != store.identity:
        raise Damaged("it belongs to another vault")
    return header


def generation_of(store: Store, file: VersionName, key: Key | None = None) -> Generation:
    """What is known of an earlier version; with the key it is opened to see whether it can be."""
    try:
        data = store.version(file)
        summary = summary_of(store, data)
        condition = _condition(store, data, key)
    except TooNew:
        return Generation(file, file.kind, "newer program", None, None)
    except VaultError:
        return Generation(file, file.kind, "damaged", None, None)
    return Generation(file, file.kind, condition, summary.saved, summary.name)


def _condition(store: Store, data: bytes, key: Key | None) -> Condition:
    if key is None:
        return "good"
    if version_of(data) in MIGRATIONS:
        return "earlier program"
    header = header_of(store, data)
    if not key.fits(header):
        return "other passphrase"
    open_sealed(data, header, key.data)
    return "good"


def generations(store: Store, key: Key | None = None) -> tuple[Generation, ...]:
    """All earlier versions, the latest first; each once, though something interrupted may have left it twice."""
    files = store.versions()
    try:
        summary = summary_of(store, store.current())
        current, in_use = summary.revision.identity.hex(), key_name(summary.salt)
    except VaultError:
        current, in_use = "", ""
    there = {current, *(file.revision for file in files if file.key == in_use)}
    shown = [file for file in files if file.revision not in there or (file.key == in_use and file.revision != current)]
    return tuple(generation_of(store, file, key) for file in shown)


def opened_version(store: Store, file: VersionName, key: Key) -> Opened | None:
    """What an earlier version holds; None where this key does not open it."""
    try:
        data = store.version(file)
        header = header_of(store, data)
        return open_sealed(data, header, key.data) if key.fits(header) else None
    except VaultError:
        return None
