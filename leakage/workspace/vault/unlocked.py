"""An unlocked vault: the only thing that reads and saves."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import NoReturn

from leakage.workspace.vault.errors import Conflict
from leakage.workspace.vault.file_header import (
    Cost,
    Header,
    Revision,
    VersionName,
    check_new_passphrase,
    clean_name,
    data_key_of,
    new_slot,
)
from leakage.workspace.vault.generations import (
    Generation,
    Handle,
    Key,
    drop_damaged,
    generations,
    header_found,
    lock_all,
    numbered,
    opened_version,
    refuse_if_stale,
    rekey,
)
from leakage.workspace.vault.passphrases import ATTEMPTS
from leakage.workspace.vault.sealed import OpenedVault, now
from leakage.workspace.vault.store import current_or_none

__all__ = ["Unlocked", "lock_all"]


class Unlocked(Handle):
    """A vault and its key. What holds this can read and save; it shows nothing, and cannot be copied or pickled.

    Its methods raise Locked after ``lock``, PassphraseChanged once the passphrase was changed elsewhere, Missing if the
    vault was deleted, Busy if another process holds it, and StorageFailed if the system refuses.
    """

    __slots__ = ()

    def save(self, content: bytes, expected: Revision, *, beside: bool = True) -> Revision:
        """Save, and keep what was current as a generation; when it returns, it is on the disk.

        A current file that is damaged, or gone while earlier versions are there, is no obstacle: what there is of it
        is kept.

        Arguments:
            content: at most 128 MiB.
            expected: the revision that the content was made from: as read or saved last.
            beside: whether the content becomes a copy beside the current file where that is of another revision.

        Returns:
            The new revision.

        Raises:
            Conflict: if the current revision is another one.
            ValueError: for a content that is too long.
        """
        self._require_key()
        with self._store.exclusive():
            current = current_or_none(self._store)
            header = self._known_header(current)
            stale = header is not None and header.revision.identity != expected.identity
            if stale and not beside:
                raise Conflict
            aside, number = numbered(self._store, current, header, expected)
            revision = Revision(number, os.urandom(16), expected.identity)
            data = self._sealed(OpenedVault(content, revision, now(), self._name))
            if stale:
                self._keep_beside(revision, data)
            elif aside is None:
                self._store.put(data)
            else:
                self._store.put_aside_and(aside, data)
        return revision

    def amend(self, content: bytes, expected: Revision) -> Revision:
        """Save in place of what is current: no generation is made of that.

        For what belongs to no edit. Whoever saves from the current revision later is in conflict, so that this is not
        written over unseen.

        Returns:
            The new revision.

        Raises:
            Conflict: if the current revision is another one; nothing was changed.
            Damaged, ValueError: as ``read`` and ``save``.
        """
        with self._store.exclusive():
            current = self.read()
            if current.revision.identity != expected.identity:
                raise Conflict
            revision = replace(current.revision, identity=os.urandom(16))
            self._store.put(self._sealed(replace(current, content=content, revision=revision, saved=now())))
        return revision

    def keep_copy(self, content: bytes, parent: Revision, replacing: VersionName | None = None) -> VersionName:
        """Keep a content as a copy beside the current file, whatever that is; when it returns, it is on the disk.

        Arguments:
            content: at most 128 MiB.
            parent: the revision that the content was made from.
            replacing: an earlier copy, which goes when the new one is there.

        Returns:
            The name of the copy.

        Raises:
            ValueError: for a content that is too long.
        """
        self._require_key()
        with self._store.exclusive():
            header = self._known_header(current_or_none(self._store))
            number = self._store.next_number(header.revision.number if header else parent.number)
            revision = Revision(number, os.urandom(16), parent.identity)
            name = VersionName.of(revision, self._require_key().slot.salt, "copy")
            self._store.add(name, self._sealed(OpenedVault(content, revision, now(), self._name)))
            # By its revision: a change of passphrase gave the file another name.
            self._store.drop(*(v for v in self._store.versions() if replacing and v.revision == replacing.revision))
            self._store.prune(name.key)
        return name

    def restore(self, generation: Generation, expected: Revision) -> Revision:
        """Save an earlier version as the newest; what was current becomes a generation.

        Arguments, errors: as ``read`` and ``save``.
        """
        return self.save(self.read(generation).content, expected)

    def generations(self) -> tuple[Generation, ...]:
        """The earlier versions, the latest first; each was tried."""
        return generations(self._store, self._require_key())

    def rename(self, name: str) -> None:
        """Give the vault another name; the revision stays.

        Raises:
            ValueError: for a name that is empty or too long.
        """
        cleaned = clean_name(name)
        with self._store.exclusive():
            self._store.put(self._sealed(replace(self.read(), name=cleaned)))
        self._name = cleaned

    def change_passphrase(self, present: str, new: str, cost: Cost | None = None) -> Unlocked:
        """The vault under another passphrase and another key; this handle opens it no more.

        Earlier versions are sealed anew as well. Those that are damaged are removed, so that the old passphrase opens
        nothing that is left here; copies elsewhere stay as they are.

        Arguments:
            present: the passphrase so far, asked for again.
            new: at least 8 characters that are no blanks.
            cost: of Argon2id from now on.

        Raises:
            WrongPassphrase, TooSoon: for the present one; nothing was changed.
            ValueError: for a new one that is too short or too long.
            Damaged: if the current file is damaged; restore a version first.
        """
        old, identity = self._require_key(), bytes.fromhex(self._store.identity)
        check_new_passphrase(new)
        with ATTEMPTS.attempt(self._store):
            data_key_of(old.slot, identity, present)
        key = Key(*new_slot(new, identity, cost or Cost()))
        with self._store.exclusive():
            rekey(self._store, self.read(), self._open_version, old, key)
            drop_damaged(self._store, key)
            unlocked = Unlocked(self._store, key, self._name)
        self.lock()
        return unlocked

    def delete(self) -> None:
        """Remove the vault with all its versions. Nobody can bring it back."""
        self._require_key()
        with self._store.exclusive() as lock:
            refuse_if_stale(self._store, self._require_key())
            self._store.delete(lock)
        self.lock()

    def _known_header(self, current: bytes | None) -> Header | None:
        header = header_found(self._store, self._require_key(), current)
        if header is not None:
            self._name = header.name
        return header

    def _open_version(self, name: VersionName) -> OpenedVault | None:
        return opened_version(self._store, name, self._require_key())

    def _keep_beside(self, revision: Revision, data: bytes) -> NoReturn:
        name = VersionName.of(revision, self._require_key().slot.salt, "copy")
        self._store.add_copy(name, data)
        raise Conflict(str(name))
