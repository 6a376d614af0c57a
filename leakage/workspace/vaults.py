"""Vaults: each is one encrypted file with its versions beside it, and has one writer at a time."""

from __future__ import annotations

import errno
import os
import re
import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from leakage.workspace.vault_file import (
    BEGINNING,
    COST,
    MOST_BYTES,
    Header,
    VaultError,
    check_passphrase,
    decrypted,
    encrypted,
    header_of,
    key_of,
    new_header,
)

if TYPE_CHECKING:
    from filelock import BaseFileLock

__all__ = ["Listing", "Unlocked", "VaultError", "create", "exported", "folder", "imported", "latest_good", "unlock", "vaults"]

VERSIONS = 10
_FILE = re.compile(r"([0-9a-f]{16})\.(vault|[0-9]{8}\.version)")


@dataclass(frozen=True)
class Listing:
    """What a vault or version shows while locked; ``saved`` is seconds since 1970, None for a damaged file."""

    path: Path = field(repr=False)
    name: str = field(repr=False)
    saved: float | None


class Unlocked:
    """An unlocked vault, which alone writes its file; ``create`` and ``unlock`` make it."""

    def __init__(self, path: Path, header: Header, key: bytes, lock: BaseFileLock) -> None:
        self.path, self.is_open = path, True
        self._header, self._key, self._lock = header, key, lock
        self._beginning = _bytes(path, BEGINNING)
        self._turn = threading.RLock()

    @property
    def name(self) -> str:
        """The vault's name."""
        return str(self._header["name"])

    def accepts(self, passphrase: str) -> bool:
        """Whether this is the vault's passphrase."""
        return secrets.compare_digest(key_of(passphrase, self._header), self._key)

    def read(self, version: Path | None = None) -> bytes:
        """The content, or that of an earlier version."""
        with self._alone():
            return decrypted(_bytes(version or self.path), self._key)

    def versions(self) -> list[Listing]:
        """The earlier versions, the latest first, without damaged ones."""
        found = filter(None, map(_listing, _versions(self.path)))
        return [version for version in found if version.path != _version(self.path, self._header)]

    def save(self, content: bytes) -> None:
        """Write the content; ten versions before it are kept. A crash leaves the old or the new.

        Raises:
            VaultError: also if others removed or changed the file, which stays as it is.
        """
        with self._alone():
            self._write(content, self._header, self._key)

    def rename(self, name: str) -> None:
        """Write the content under another name of the vault."""
        with self._alone():
            self._write(self.read(), {**self._header, "name": clean_name(name)}, self._key)

    def change_passphrase(self, passphrase: str) -> None:
        """Seal the vault anew; its versions go first, for the old passphrase opens them."""
        check_passphrase(passphrase)
        with self._alone():
            content, header = self.read(), new_header(self.name)
            key = key_of(passphrase, header)
            for version in _versions(self.path):
                version.unlink()
            self._write(content, header, key)

    def delete(self) -> None:
        """Remove the vault with all its versions."""
        with self._alone():
            for path in (*_versions(self.path), self.path):
                path.unlink()
            _remove(self.path.with_suffix(".writing"), self.path.with_suffix(".lock"))
            _sync(self.path.parent)
            self.lock()

    def lock(self) -> None:
        """Forget the key, and let others unlock the vault."""
        with self._turn:
            self._key, self.is_open = b"", False
            self._lock.release()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        with self._turn, _clear_errors():
            if not self.is_open:
                raise VaultError("The vault is locked.")
            # The lock's file can be removed by hand, and another program may have saved since.
            if _bytes(self.path, BEGINNING) != self._beginning:
                raise VaultError("The vault's file was removed or changed elsewhere. Keep your work in a new vault.")
            yield

    def _write(self, content: bytes, header: Header, key: bytes) -> None:
        data = encrypted(content, header, key)
        _put(self.path, data)
        self._header, self._key, self._beginning = header_of(data), key, data[:BEGINNING]
