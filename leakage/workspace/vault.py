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

from leakage.workspace import vault_file
from leakage.workspace.vault_file import (
    BEGINNING,
    Header,
    VaultError,
    VaultTakenError,
    check_passphrase,
    header_of,
    key_of,
)

if TYPE_CHECKING:
    from filelock import BaseFileLock

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
            return vault_file.decrypted(_bytes(version or self.path), self._key)

    def versions(self) -> list[Listing]:
        """The earlier versions, the latest first, without damaged ones."""
        current = _version(self.path, self._header)
        return [found for path in _versions(self.path) if path != current and (found := _listing(path))]

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
            self._write(self.read(), {**self._header, "name": vault_file.clean_name(name)}, self._key)

    def change_passphrase(self, passphrase: str) -> None:
        """Seal the vault anew; its versions go first, for the old passphrase opens them."""
        check_passphrase(passphrase)
        with self._alone():
            content, header = self.read(), vault_file.new_header(self.name)
            key = key_of(passphrase, header)
            for version in _versions(self.path):
                version.unlink()
            self._write(content, header, key)

    def delete(self) -> None:
        """Remove the vault with all its versions."""
        with self._alone():
            for path in (*_versions(self.path), self.path):
                path.unlink()
            _remove(*self.path.parent.glob(f"{self.path.stem}.*"))  # On Windows the lock's file goes with the lock.
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
        numbers = [int(path.name.split(".")[1]) for path in _versions(self.path)]  # An old version may be open.
        data = vault_file.encrypted(content, {**header, "number": max([header["number"], *numbers])}, key)
        _put(self.path, data)
        self._header, self._key, self._beginning = header_of(data), key, data[:BEGINNING]


def folder() -> Path:
    """Where vaults lie: in the folder that LEAKAGE_DATA names, else in the user's data folder."""
    if named := os.environ.get("LEAKAGE_DATA"):
        return Path(named).absolute() / "vaults"
    import platformdirs  # noqa: PLC0415 - not needed at the start

    return platformdirs.user_data_path("leakage", appauthor=False) / "vaults"


def vaults() -> list[Listing]:
    """All vaults by name; damaged ones come last, with the name of a version that is not."""
    with _clear_errors():
        names = os.listdir(folder()) if folder().exists() else []
    paths = {folder() / f"{match[1]}.vault" for match in map(_FILE.fullmatch, names) if match}
    found = [_listing(path) or Listing(path, _earlier_name(path), None) for path in paths]
    return sorted(found, key=lambda vault: (vault.saved is None, vault.name.casefold(), vault.path))


def create(name: str, passphrase: str, content: bytes) -> Unlocked:
    """A new vault with a content, unlocked; its name can be read without the passphrase."""
    check_passphrase(passphrase)
    header = vault_file.new_header(name)
    data = vault_file.encrypted(content, header, key_of(passphrase, header))
    return unlock(imported(data), passphrase)[0]


def unlock(path: Path, passphrase: str, version: Path | None = None) -> tuple[Unlocked, bytes]:
    """An unlocked vault and its content, or that of a version, which the next save makes the current one.

    Raises:
        VaultError: if the passphrase is wrong, the file is damaged, or the vault is open elsewhere.
    """
    from filelock import FileLock, Timeout  # noqa: PLC0415 - not needed at the start

    lock = FileLock(path.with_suffix(".lock"), timeout=0, mode=0o600, thread_local=False)
    with _clear_errors():
        try:
            lock.acquire()
        except Timeout:
            raise VaultTakenError("This vault is open in another window or program.") from None
        try:
            data = _bytes(version or path)
            key = key_of(passphrase, header_of(data))
            return Unlocked(path, header_of(data), key, lock), vault_file.decrypted(data, key)
        except BaseException:
            lock.release()
            raise


def latest_good(path: Path, passphrase: str) -> Path | None:
    """The latest version that the passphrase opens, to be offered when the vault's file does not open.

    Each save writes a version of the same content too, so damage to the file alone loses nothing.
    """
    keys: dict[tuple[object, ...], bytes] = {}
    for version in _versions(path):
        with suppress(VaultError, OSError):
            data = _bytes(version)
            derivation = tuple(header_of(data)[part] for part in ("salt", *vault_file.COST))
            if derivation not in keys:
                keys[derivation] = key_of(passphrase, header_of(data))
            vault_file.decrypted(data, keys[derivation])
            return version
    return None


def exported(path: Path) -> bytes:
    """A vault's file, encrypted as it is."""
    with _clear_errors():
        header_of(data := _bytes(path))
        return data


def imported(data: bytes) -> Path:
    """The path of a new vault made of an exported file; vaults that are there stay as they are."""
    header_of(data)
    path = folder() / f"{secrets.token_hex(8)}.vault"
    with _clear_errors():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.parent.chmod(0o700)
        _put(path, data)
    return path


# The disk.


@contextmanager
def _clear_errors() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        reason = "The disk is full" if full else f"The vaults' folder refuses this ({error.strerror})"
        raise VaultError(f"{reason}. The vault is as it was.") from None


def _bytes(path: Path, most: int = vault_file.MOST_BYTES + 1) -> bytes:
    if not path.is_file():
        return b""
    with path.open("rb") as file:
        return file.read(most)


def _listing(path: Path) -> Listing | None:
    with suppress(VaultError, OSError):
        header = header_of(_bytes(path, BEGINNING))
        return Listing(path, header["name"], header["saved"])
    return None


def _earlier_name(path: Path) -> str:
    return next((found.name for found in map(_listing, _versions(path)) if found), "Damaged")


def _version(path: Path, header: Header) -> Path:
    return path.with_suffix(f".{header['number']:08d}.version")


def _versions(path: Path) -> list[Path]:
    return sorted(path.parent.glob(f"{path.stem}.{'[0-9]' * 8}.version"), reverse=True)


def _put(path: Path, data: bytes) -> None:
    """Write a version and then the vault's file, which is the old one or the new one at any moment."""
    version = _version(path, header_of(data))
    _replace(version, data)
    try:
        _replace(path, data)
    except BaseException:
        _remove(version)
        raise
    _sync(path.parent)
    _remove(*_versions(path)[VERSIONS + 1 :])


def _replace(path: Path, data: bytes) -> None:
    beside = path.with_suffix(".writing")
    try:
        with open(beside, "wb", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except BaseException:
        _remove(beside)
        raise


def _remove(*paths: Path) -> None:
    for path in paths:
        with suppress(OSError):
            path.unlink()


def _sync(path: Path) -> None:
    with suppress(OSError):  # Neither Windows nor every network disk syncs a folder.
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
