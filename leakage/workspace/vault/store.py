"""The files of one vault: the current one, the earlier generations, and copies beside them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from leakage.workspace.vault import disk
from leakage.workspace.vault.errors import Missing, NoPlainFile, VaultError, storage_errors
from leakage.workspace.vault.header import NUMBERS
from leakage.workspace.vault.names import Kind, VersionName
from leakage.workspace.vault.sealed import LONGEST_FILE

KEPT = 10
"""So many generations are kept, and so many copies."""

_CONSENTS = "consents"
_VAULT = re.compile(r"([0-9a-f]{32})\.(vault|lock|[0-9a-f]{16}\.temporary|[0-9]{12,}\..*)")


@dataclass(frozen=True, slots=True)
class Store:
    """One vault's files in a folder; what they hold is none of its business.

    Arguments:
        folder: of all vaults.
        identity: 32 hexadecimal digits, with which every file of this vault begins.
    """

    folder: Path
    identity: str

    @contextmanager
    def held(self, wait: float = disk.LONGEST_LOCK_WAIT) -> Iterator[None]:
        """Alone with this vault, among all threads and processes.

        Raises:
            Busy: if somebody else holds it for longer than that.
        """
        with storage_errors(), disk.holding(self._path("lock"), wait):
            yield

    def current(self) -> bytes:
        """The current file.

        Raises:
            Missing: if there is none.
        """
        return self._read("vault")

    def beginning(self, length: int) -> bytes:
        """So many bytes of the current file, or fewer where it has no more.

        Raises:
            Missing: if there is none.
        """
        with storage_errors():
            return disk.read_file(self._path("vault"), LONGEST_FILE, length)

    def version(self, name: VersionName) -> bytes:
        """An earlier version's file.

        Raises:
            Missing: if there is none of that name.
        """
        return self._read(str(name))

    def versions(self) -> list[VersionName]:
        """The earlier versions, the latest first."""
        names = (VersionName.read(rest) for rest in self._rests())
        return sorted((name for name in names if name), key=lambda name: (name.number, name.key), reverse=True)

    @property
    def exists(self) -> bool:
        """Whether anything of it is left that could be opened."""
        with storage_errors():
            return os.path.lexists(self._path("vault")) or bool(self.versions())

    def next_number(self, current: int = 0) -> int:
        """A number higher than that of all versions, and than the current one's."""
        # A name is only a name: one near the end of all numbers must not bring the vault there.
        numbers = (name.number for name in self.versions() if name.number < NUMBERS // 2)
        return max((current, *numbers)) + 1

    def put(self, data: bytes) -> None:
        """Make this the current file; nothing is put aside but what is no file of a vault at all."""
        with storage_errors():
            disk.put_out_of_the_way(self._path("vault"), LONGEST_FILE)
            disk.write_durably(self._path("vault"), data)
            disk.sync_folder(self.folder)

    def put_aside_and(self, aside: VersionName, data: bytes) -> None:
        """Keep the current file as an earlier version, and make this the current one.

        The current file has two names for a moment, then one; it is never without.
        """
        with storage_errors():
            disk.keep_as(self._path("vault"), self._path(str(aside)), LONGEST_FILE)
            self.put(data)
            self.prune(aside.key)

    def add(self, name: VersionName, data: bytes) -> None:
        """Add a version beside the current file."""
        with storage_errors():
            disk.write_durably(self._path(str(name)), data)
            disk.sync_folder(self.folder)

    def add_copy(self, name: VersionName, data: bytes) -> None:
        """Add a copy, and drop the oldest of more than ten."""
        self.add(name, data)
        self.prune(name.key)

    def drop(self, *names: VersionName) -> None:
        """Remove earlier versions."""
        with storage_errors():
            for name in names:
                disk.remove(self._path(str(name)))
            disk.sync_folder(self.folder)

    @property
    def folder_number(self) -> int:
        """The system's number of the folder; a copy of the folder has another."""
        with storage_errors():
            return os.stat(self.folder).st_ino

    def consents(self) -> bytes:
        """The file that says which files may be read.

        Raises:
            Missing: if there is none.
        """
        return self._read(_CONSENTS)

    def put_consents(self, data: bytes) -> None:
        """Make this the file that says which files may be read."""
        with storage_errors():
            disk.put_out_of_the_way(self._path(_CONSENTS), LONGEST_FILE)
            disk.write_durably(self._path(_CONSENTS), data)
            disk.sync_folder(self.folder)

    def drop_consents(self) -> None:
        """Remove the file that says which files may be read."""
        with storage_errors():
            disk.remove(self._path(_CONSENTS))
            disk.sync_folder(self.folder)

    def delete(self) -> None:
        """Remove everything, the current file last: cut short, a vault with fewer versions is left."""
        self.drop(*self.versions())
        self.drop_consents()
        self.clear_up()
        with storage_errors():
            disk.remove(self._path("vault"))
            disk.sync_folder(self.folder)
            disk.remove(self._path("lock"))

    def clear_up(self) -> None:
        """Remove what interrupted writing left, and close what is open to others; only while it is held."""
        with storage_errors():
            disk.make_private(self.folder)
            for rest in self._rests():
                if rest.endswith(disk.TEMPORARY):
                    disk.remove(self._path(rest))
                else:
                    disk.make_file_private(self._path(rest))

    def prune(self, key: str) -> None:
        """Keep the last ten generations and the last ten copies in a key; it must be held.

        In one key alone: while a passphrase is changed all are there twice.
        """
        # What was saved is saved: a version too many is no reason to say that it was not.
        with suppress(OSError):
            for kind in get_args(Kind):
                for name in [name for name in self.versions() if (name.kind, name.key) == (kind, key)][KEPT:]:
                    disk.remove(self._path(str(name)))

    def _rests(self) -> list[str]:
        with storage_errors():
            names = [path.name for path in self.folder.iterdir()] if self.folder.exists() else []
        return [name[len(self.identity) + 1 :] for name in names if name.startswith(f"{self.identity}.")]

    def _read(self, rest: str) -> bytes:
        with storage_errors():
            return disk.read_file(self._path(rest), LONGEST_FILE)

    def _path(self, rest: str) -> Path:
        return self.folder / f"{self.identity}.{rest}"


def current_or_none(store: Store) -> bytes | None:
    """The current file; None where it is gone, though earlier versions are there, and where it is no plain file.

    Raises:
        Missing: if nothing of the vault is there any more.
    """
    try:
        return store.current()
    except NoPlainFile:
        return None
    except Missing:
        if not store.versions():
            raise
        return None


def stores(folder: Path) -> list[Store]:
    """Every vault in a folder, in no order; what a broken-off creation left is removed."""
    with storage_errors():
        names = [path.name for path in folder.iterdir()] if folder.exists() else []
    identities = sorted({match[1] for match in map(_VAULT.fullmatch, names) if match})
    all_stores = [Store(folder, identity) for identity in identities]
    for store in all_stores:
        if not store.exists:
            _remove_if_free(store)
    return [store for store in all_stores if store.exists]


def _remove_if_free(store: Store) -> None:
    # It may be being made just now, or be nothing that can be removed.
    with suppress(VaultError), store.held(wait=0.0):
        if not store.exists:
            store.delete()
