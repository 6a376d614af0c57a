"""Vaults: each is one encrypted file with its versions beside it, and has one writer at a time.

A file is a header, one line of JSON, then AES-256-GCM with that line as associated data. The key is Argon2id of the
passphrase. The content is filled up, so that its length is known to an eighth.
"""

from __future__ import annotations

import functools
import os
import secrets
import threading
import time
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from leakage.arguments import need_extra

need_extra("cryptography", "vault", "a vault")

import platformdirs
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id

VERSIONS, MOST_BYTES, BEGINNING = 10, 60_000_000, 4096  # the header is in the first bytes of a file
COST = {"iterations": 3, "lanes": 4, "memory": 2**17}  # of Argon2id, memory in KiB
SHORTEST_PASSPHRASE, LONGEST_NAME = 8, 40


class VaultError(ValueError):
    """What a vault refuses, in one sentence to be shown; it repeats nothing of a person's."""


@contextmanager
def _clear_errors() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise VaultError(f"The vault cannot be read or written ({error.strerror}). It is as it was.") from None


class Header(msgspec.Struct, frozen=True):
    """The header of a file, with limits for what others may have written there; ``saved`` is seconds since 1970."""

    format: Literal["leakage vault 1"]
    name: str
    salt: Annotated[str, Meta(pattern=r"\A[0-9a-f]{32}\Z")]
    iterations: Annotated[int, Meta(ge=1, le=16)]
    lanes: Annotated[int, Meta(ge=1, le=16)]
    memory: Annotated[int, Meta(ge=128, le=2**18)]
    saved: Annotated[float, Meta(ge=0.0, lt=253_402_300_800.0)]
    nonce: Annotated[str, Meta(pattern=r"\A[0-9a-f]{24}\Z")]


@dataclass(frozen=True)
class Listing:
    """What a vault or version shows while locked; ``saved`` is seconds since 1970, None for a damaged file."""

    path: Path = field(repr=False)
    name: str = field(repr=False)
    saved: float | None


class Unlocked:
    """An unlocked vault, which alone writes its file; ``create`` and ``unlock`` make it."""

    def __init__(self, path: Path, header: Header, key: bytes, lock: Any) -> None:
        self.path, self.name, self.is_open = path, header.name, True
        self._header, self._key, self._lock, self._turn = header, key, lock, threading.RLock()

    def accepts(self, passphrase: str) -> bool:
        """Whether this is the vault's passphrase."""
        return secrets.compare_digest(key_of(passphrase, self._header), self._key)

    def read(self, version: Path | None = None) -> bytes:
        """The content, or that of an earlier version."""
        with self._alone():
            return decrypted(_bytes(version or self.path), self._key)

    def versions(self) -> list[Listing]:
        """The earlier versions, the latest first, without damaged ones."""
        return [found for found in map(_listing, _versions(self.path)[1:]) if found]

    def save(self, content: bytes) -> None:
        """Write the content; ten versions before it are kept. A crash leaves the old or the new."""
        with self._alone():
            _put(self.path, encrypted(content, self._header, self._key))

    def change_passphrase(self, passphrase: str) -> None:
        """Seal the vault anew; its versions go first, for the old passphrase opens them."""
        header, key = _seal(self.name, passphrase)
        with self._alone():
            content = self.read()
            for version in _versions(self.path):
                version.unlink()
            _put(self.path, encrypted(content, header, key))
            self._header, self._key = header, key

    def delete(self) -> None:
        """Remove the vault with all its versions."""
        with self._alone():
            for path in (*_versions(self.path), self.path.with_suffix(".writing"), self.path):
                path.unlink(missing_ok=True)
            self.lock()
            self.path.with_suffix(".lock").unlink(missing_ok=True)

    def lock(self) -> None:
        """Forget the key, and let others unlock the vault."""
        with self._turn:
            self._key, self.is_open = b"", False
            self._lock.release()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        with self._turn, _clear_errors():
            if not self.is_open:
                raise VaultError("Your vault is locked, or open in another tab.")
            yield


def folder() -> Path:
    """Where vaults lie: in the folder that LEAKAGE_DATA names, else in the user's data folder."""
    named = os.environ.get("LEAKAGE_DATA")
    return (Path(named).absolute() if named else platformdirs.user_data_path("leakage", appauthor=False)) / "vaults"


def vaults() -> list[Listing]:
    """All vaults by name; damaged ones come last."""
    paths = {file.with_name(f"{file.name.partition('.')[0]}.vault") for file in folder().glob("*.v*")}
    found = [_listing(path) or Listing(path, "A vault", None) for path in paths]
    return sorted(found, key=lambda vault: (vault.saved is None, vault.name.casefold(), vault.path))


def create(name: str, passphrase: str, content: bytes) -> Unlocked:
    """A new vault with a content, unlocked; its name can be read without the passphrase."""
    return unlock(imported(encrypted(content, *_seal(name, passphrase))), passphrase)[0]


@_clear_errors()
def unlock(path: Path, passphrase: str, version: Path | None = None) -> tuple[Unlocked, bytes]:
    """An unlocked vault and its content, or a version's; a VaultError if it cannot be opened, or is open elsewhere."""
    from filelock import FileLock, Timeout  # noqa: PLC0415 - not needed at the start

    lock = FileLock(path.with_suffix(".lock"), timeout=0, mode=0o600, thread_local=False)
    try:
        lock.acquire()
        header = header_of(data := _bytes(version or path))
        key = key_of(passphrase, header)
        return Unlocked(path, header, key, lock), decrypted(data, key)
    except Timeout:
        raise VaultError("This vault is open in another window or program.") from None
    except BaseException:
        lock.release()
        raise


def latest_good(path: Path, passphrase: str) -> Path | None:
    """The latest version that the passphrase opens, to be offered where the vault's file is damaged; else None."""
    derive = functools.cache(key_of)  # all versions have one key
    for file in (path, *_versions(path)):
        with suppress(VaultError, OSError):
            data = _bytes(file)
            decrypted(data, derive(passphrase, msgspec.structs.replace(header_of(data), name="", saved=0.0, nonce="")))
            return None if file == path else file
    return None


@_clear_errors()
def imported(data: bytes) -> Path:
    """The path of a new vault made of an exported file; vaults that are there stay as they are."""
    header_of(data)
    path = folder() / f"{secrets.token_hex(8)}.vault"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.parent.chmod(0o700)
    _put(path, data)
    return path


def header_of(data: bytes) -> Header:
    """The header of a file, or of its beginning; a VaultError if it is damaged, or asks for more than 256 MiB."""
    with suppress(ValueError, RecursionError):
        header = msgspec.json.decode(data[:BEGINNING].partition(b"\n")[0], type=Header)
        if len(data) <= MOST_BYTES and clean_name(header.name) == header.name:
            return header
    raise VaultError("This file is missing, damaged, larger than 60 MB, or not a vault.")


def _seal(name: str, passphrase: str) -> tuple[Header, bytes]:
    if sum(not character.isspace() for character in passphrase) < SHORTEST_PASSPHRASE:
        raise VaultError(f"A passphrase needs at least {SHORTEST_PASSPHRASE} characters, not counting spaces.")
    header = Header("leakage vault 1", clean_name(name), secrets.token_hex(16), **COST, saved=0.0, nonce="")
    return header, key_of(passphrase, header)


def key_of(passphrase: str, header: Header) -> bytes:
    """The key that a passphrase gives, with the header's salt and costs."""
    salt, memory = bytes.fromhex(header.salt), header.memory
    costs = Argon2id(salt=salt, length=32, iterations=header.iterations, lanes=header.lanes, memory_cost=memory)
    return costs.derive(unicodedata.normalize("NFC", passphrase).encode())


def encrypted(content: bytes, header: Header, key: bytes) -> bytes:
    """A file with the time and a fresh nonce in its header; a VaultError if it has over 60 MB."""
    nonce, length = secrets.token_bytes(12), len(content) + 8
    line = msgspec.json.encode(msgspec.structs.replace(header, saved=time.time(), nonce=nonce.hex()))
    step = max(2**16, 2 ** (length.bit_length() - 4))
    padded = len(content).to_bytes(8, "big") + content + bytes(-length % step)
    data = line + b"\n" + AESGCM(key).encrypt(nonce, padded, line)
    if len(data) > MOST_BYTES:
        raise VaultError("Your work is larger than the 60 MB that a vault can hold.")
    return data


def decrypted(data: bytes, key: bytes) -> bytes:
    """The content of a file; a VaultError if it is damaged or has another key."""
    line, _, sealed = data.partition(b"\n")
    try:
        padded = AESGCM(key).decrypt(bytes.fromhex(header_of(data).nonce), sealed, line)
    except InvalidTag:
        raise VaultError("This passphrase does not open the vault, or its file is damaged.") from None
    return padded[8 : 8 + int.from_bytes(padded[:8], "big")]


def clean_name(text: str) -> str:
    """A vault's name in one line, without what cannot be seen."""
    name = "".join(filter(str.isprintable, " ".join(text.split())))
    if not 1 <= len(name) <= LONGEST_NAME:
        raise VaultError(f"The name of a vault has 1 to {LONGEST_NAME} characters.")
    return name


def _bytes(path: Path, most: int = MOST_BYTES + 1) -> bytes:
    with suppress(FileNotFoundError), path.open("rb") as file:
        return file.read(most)
    return b""


def _listing(path: Path) -> Listing | None:
    with suppress(VaultError, OSError):
        header = header_of(_bytes(path, BEGINNING))
        return Listing(path, header.name, header.saved)
    return None


def _versions(path: Path) -> list[Path]:
    return sorted(path.parent.glob(f"{path.stem}.{'[0-9]' * 8}.version"), reverse=True)


def _put(path: Path, data: bytes) -> None:
    """Write a version and then the vault's file: it is the old or the new one, and damage to it alone loses nothing."""
    number = 1 + max((int(version.suffixes[0][1:]) for version in _versions(path)), default=0)
    version, beside = path.with_suffix(f".{number:08}.version"), path.with_suffix(".writing")
    try:
        for place in (version, path):
            with open(beside, "wb", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(beside, place)
    except OSError:
        for half in (beside, version):
            half.unlink(missing_ok=True)
        raise
    with suppress(OSError):  # Neither Windows nor every network disk syncs a folder.
        handle = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
    with suppress(OSError):
        for old in _versions(path)[VERSIONS + 1 :]:
            old.unlink()
