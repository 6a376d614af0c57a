"""Generations: the versions of a vault, its current file, and the same under another passphrase."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Literal, NoReturn, TypeAlias
from weakref import WeakSet

from leakage.progress import report
from leakage.workspace.vault.errors import (
    Damaged,
    Locked,
    Missing,
    OtherPassphrase,
    PassphraseChanged,
    StorageFailed,
    TooNew,
    VaultError,
)
from leakage.workspace.vault.file_header import (
    HEADER_LENGTH,
    Header,
    KeySlot,
    Kind,
    Revision,
    VersionName,
    header_from,
    key_name,
    name_of_damaged,
)
from leakage.workspace.vault.sealed import MIGRATIONS, OpenedVault, Summary, now, open_sealed, parse, seal, version_of
from leakage.workspace.vault.store import Store

# The earlier versions of a vault, and which of them can be opened.


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


def opened_version(store: Store, file: VersionName, key: Key) -> OpenedVault | None:
    """What an earlier version holds; None where this key does not open it."""
    try:
        data = store.version(file)
        header = header_of(store, data)
        return open_sealed(data, header, key.data) if key.fits(header) else None
    except VaultError:
        return None


# The current file of a vault, as whoever holds the key finds it before a save.


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


# What holds the key of a vault: it reads and seals files, and forgets the key when it is told to.


_HANDLES: WeakSet[Handle] = WeakSet()
_HANDLES_LOCK = Lock()


def lock_all(identity: str = "") -> None:
    """Forget the keys of all vaults that this process has unlocked, or of one vault wherever it has."""
    with _HANDLES_LOCK:
        handles = list(_HANDLES)
    for handle in handles:
        if identity in ("", handle.identity):
            handle.lock()


class Handle:
    """A vault and its key, for reading; it shows nothing, and cannot be copied or pickled.

    Its methods raise Locked after ``lock``.
    """

    __slots__ = ("__weakref__", "_key", "_name", "_store")

    def __init__(self, store: Store, key: Key, name: str) -> None:
        self._store, self._name = store, name
        self._key: Key | None = key
        with _HANDLES_LOCK:
            _HANDLES.add(self)

    def __repr__(self) -> str:
        return "<Unlocked>" if self._key else "<Unlocked: locked>"

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise TypeError("an unlocked vault cannot be copied or pickled")

    def lock(self) -> None:
        """Forget the key; nothing can be read or saved any more."""
        self._key = None

    @property
    def locked(self) -> bool:
        """Whether the key is forgotten."""
        return self._key is None

    @property
    def identity(self) -> str:
        """Which vault it is: 32 hexadecimal digits."""
        return self._store.identity

    def revision(self) -> Revision:
        """That of the current file, as its header says: whether there is something new, not whether it is good.

        Raises:
            Damaged: for a header that is none.
        """
        return header_from(self._store.beginning(HEADER_LENGTH)).revision

    def read(self, generation: Generation | None = None) -> OpenedVault:
        """What the vault holds, or held in an earlier version.

        Raises:
            Damaged: if the file was changed or cut short.
            TooNew: if it was written in a later format.
            OtherPassphrase: if the earlier version was saved under another passphrase.
        """
        self._require_key()
        data = self._store.current() if generation is None else self._store.version(generation.file)
        try:
            return self.open_file(data)
        except OtherPassphrase:
            if generation is None:
                raise PassphraseChanged from None
            raise

    def open_file(self, data: bytes) -> OpenedVault:
        """What a file of this vault holds, wherever it lies.

        Raises:
            Damaged, TooNew, OtherPassphrase: as ``read``.
        """
        key = self._require_key()
        header = header_of(self._store, data)
        if not key.fits(header):
            raise OtherPassphrase
        return open_sealed(data, header, key.data)

    def seal_file(self, content: bytes, revision: Revision) -> bytes:
        """A file of this vault that lies nowhere: what holds it can hand it back to who knows the passphrase.

        Raises:
            ValueError: for a content that is too long.
        """
        return self._sealed(OpenedVault(content, revision, now(), self._name))

    def _require_key(self) -> Key:
        if self._key is None:
            raise Locked
        return self._key

    def _sealed(self, opened: OpenedVault) -> bytes:
        key = self._require_key()
        return seal(bytes.fromhex(self._store.identity), opened, key.slot, key.data)


# A new key for a whole vault: when its passphrase is changed, and when its format is left.


def rekey(
    store: Store,
    current: OpenedVault,
    open_version: Callable[[VersionName], OpenedVault | None],
    old: Key | None,
    new: Key,
) -> None:
    """Seal the current file and every earlier version that can be opened anew; the vault must be held.

    First the earlier versions are written a second time, with the new key. Then the current file is replaced: from
    that moment the new passphrase holds. Last, what is there twice is removed, but for the one the current key opens.
    Cut short anywhere, the vault opens with the old passphrase or with the new one, all its versions too, and the
    rest of the removing is done when it is unlocked next.

    Arguments:
        store: the vault.
        current: what its current file holds.
        open_version: an earlier version's content; None where it cannot be opened.
        old: the key left; None for an earlier format.
        new: the key from now on.
    """
    identity = bytes.fromhex(store.identity)
    versions = store.versions()
    try:
        for done, name in enumerate(versions):
            report("Sealing the earlier versions anew", done, len(versions))
            opened = open_version(name)
            if opened is not None:
                fresh = replace(name, key=key_name(new.slot.salt))
                store.add(fresh, seal(identity, opened, new.slot, new.data))
        store.put(seal(identity, current, new.slot, new.data))
    finally:
        for key in (new, old):
            if key is not None:
                drop_twins(store, key)


def drop_twins(store: Store, key: Key) -> None:
    """Remove what an interruption left twice, if this key is the current file's; the vault must be held.

    That is versions in another key of what this key opens too, and a generation that is still the current revision.
    """
    try:
        header = header_of(store, store.current())
    except VaultError:
        return
    if not key.fits(header):
        return
    opened = {name: opened_version(store, name, key) for name in store.versions()}
    current = header.revision.identity.hex()
    revisions = {current, *(name.revision for name, content in opened.items() if content is not None)}
    twins = {name for name, content in opened.items() if content is None and name.revision in revisions}
    store.drop(*twins, *(name for name in opened if name.revision == current and name.kind == "generation"))
    store.prune(key_name(key.slot.salt))


def drop_damaged(store: Store, key: Key) -> None:
    """Remove versions that nobody can open: sealed again they cannot be, and the old passphrase must not stay good."""
    store.drop(*(generation.file for generation in generations(store, key) if generation.condition == "damaged"))
