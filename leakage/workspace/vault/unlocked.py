"""An unlocked vault: the only thing that reads and saves."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import NoReturn

from leakage.workspace.vault.errors import Conflict, Damaged, Locked, OtherPassphrase, PassphraseChanged
from leakage.workspace.vault.generations import Generation, Key, generations, header_of, opened_version
from leakage.workspace.vault.header import Cost, Header, Revision, clean_name
from leakage.workspace.vault.keys import data_key_of, new_slot, passphrase_bytes
from leakage.workspace.vault.names import VersionName, name_of_damaged
from leakage.workspace.vault.patience import PATIENCE
from leakage.workspace.vault.rekey import drop_damaged, rekey
from leakage.workspace.vault.sealed import Opened, now, open_sealed, seal
from leakage.workspace.vault.store import Store, current_or_none


class Unlocked:
    """A vault and its key. What holds this can read and save; it shows nothing, and cannot be copied or pickled.

    Its methods raise Locked after ``lock``, PassphraseChanged once the passphrase was changed elsewhere, Missing if the
    vault was deleted, Busy if another process holds it, and StorageFailed if the system refuses.
    """

    __slots__ = ("_key", "_name", "_store")

    def __init__(self, store: Store, key: Key, name: str) -> None:
        self._store, self._name = store, name
        self._key: Key | None = key

    def __repr__(self) -> str:
        return "<Unlocked>" if self._key else "<Unlocked: locked>"

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise TypeError("an unlocked vault cannot be copied or pickled")

    def lock(self) -> None:
        """Forget the key; nothing can be read or saved any more."""
        self._key = None

    @property
    def identity(self) -> str:
        """Which vault it is: 32 hexadecimal digits."""
        return self._store.identity

    def read(self, generation: Generation | None = None) -> Opened:
        """What the vault holds, or held in an earlier version.

        Raises:
            Damaged: if the file was changed or cut short.
            TooNew: if it was written in a later format.
            OtherPassphrase: if the earlier version was saved under another passphrase.
        """
        key = self._held_key()
        data = self._store.current() if generation is None else self._store.version(generation.file)
        header = header_of(self._store, data)
        if not key.fits(header):
            raise PassphraseChanged if generation is None else OtherPassphrase
        return open_sealed(data, header, key.data)

    def save(self, content: bytes, expected: Revision) -> Revision:
        """Save, and keep what was current as a generation; when it returns, it is on the disk.

        A current file that is damaged, or gone while earlier versions are there, is no obstacle: what there is of it
        is kept.

        Arguments:
            content: at most 128 MiB.
            expected: the revision that the content was made from: as read or saved last.

        Returns:
            The new revision.

        Raises:
            Conflict: if the current revision is another one. The content is kept as a copy beside it.
            ValueError: for a content that is too long.
        """
        self._held_key()
        with self._store.held():
            current = current_or_none(self._store)
            header = self._known_header(current)
            stale = header is not None and header.revision.identity != expected.identity
            aside, number = self._numbered(current, header, expected)
            revision = Revision(number, os.urandom(16), expected.identity)
            data = self._sealed(Opened(content, revision, now(), self._name))
            if stale:
                self._keep_beside(revision, data)
            elif aside is None:
                self._store.put(data)
            else:
                self._store.put_aside_and(aside, data)
        return revision

    def restore(self, generation: Generation, expected: Revision) -> Revision:
        """Save an earlier version as the newest; what was current becomes a generation.

        Arguments, errors: as ``read`` and ``save``.
        """
        return self.save(self.read(generation).content, expected)

    def generations(self) -> tuple[Generation, ...]:
        """The earlier versions, the latest first; each was tried."""
        return generations(self._store, self._held_key())

    def rename(self, name: str) -> None:
        """Give the vault another name; the revision stays.

        Raises:
            ValueError: for a name that is empty or too long.
        """
        cleaned = clean_name(name)
        with self._store.held():
            self._store.put(self._sealed(replace(self.read(), name=cleaned)))
        self._name = cleaned

    def change_passphrase(self, present: str, new: str, cost: Cost | None = None) -> Unlocked:
        """The vault under another passphrase and another key; this handle opens it no more.

        Earlier versions are sealed anew as well. Those that are damaged are removed, so that the old passphrase opens
        nothing that is left here; copies elsewhere stay as they are.

        Arguments:
            present: the passphrase so far, asked for again.
            new: at least 8 characters.
            cost: of Argon2id from now on.

        Raises:
            WrongPassphrase, TooSoon: for the present one; nothing was changed.
            ValueError: for a new one that is too short or too long.
            Damaged: if the current file is damaged; restore a version first.
        """
        old, identity = self._held_key(), bytes.fromhex(self._store.identity)
        passphrase_bytes(new)
        with PATIENCE.attempt(self._store):
            data_key_of(old.slot, identity, present)
        key = Key(*new_slot(new, identity, cost or Cost()))
        with self._store.held():
            rekey(self._store, self.read(), self._open_version, old, key)
            drop_damaged(self._store, key)
        self.lock()
        return Unlocked(self._store, key, self._name)

    def delete(self) -> None:
        """Remove the vault with all its versions. Nobody can bring it back."""
        self._held_key()
        with self._store.held():
            self._store.delete()
        self.lock()

    def _held_key(self) -> Key:
        if self._key is None:
            raise Locked
        return self._key

    def _sealed(self, opened: Opened) -> bytes:
        key = self._held_key()
        return seal(bytes.fromhex(self._store.identity), opened, key.slot, key.data)

    def _open_version(self, name: VersionName) -> Opened | None:
        return opened_version(self._store, name, self._held_key())

    def _known_header(self, current: bytes | None) -> Header | None:
        """The current file's header; None where it is gone or damaged. One of a later format is not written over."""
        if current is None:
            return None
        key = self._held_key()
        try:
            header = header_of(self._store, current)
            if not key.fits(header):
                raise PassphraseChanged
            # A header that was changed on purpose, digest and all, must not pass for a revision.
            open_sealed(current, header, key.data)
        except Damaged:
            return None
        self._name = header.name
        return header

    def _numbered(
        self, current: bytes | None, header: Header | None, expected: Revision
    ) -> tuple[VersionName | None, int]:
        """Under what name the current file is put aside, if there is one, and the number of the next revision."""
        following = self._store.next_number(header.revision.number if header else expected.number)
        if header is not None:
            return VersionName.of(header.revision, header.slot.salt, "generation"), following
        if current is not None:
            return name_of_damaged(current, following), following + 1
        return None, following

    def _keep_beside(self, revision: Revision, data: bytes) -> NoReturn:
        name = VersionName.of(revision, self._held_key().slot.salt, "copy")
        self._store.add_copy(name, data)
        raise Conflict(str(name))
