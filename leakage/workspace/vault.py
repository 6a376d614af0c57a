"""Vaults: each is one encrypted file with its versions beside it, and has one writer at a time.

A file is a header, one line of JSON, then AES-256-GCM with that line as associated data. The key is Argon2id of the
passphrase. The content is filled up, so that its length is known to an eighth.
"""

from __future__ import annotations

import errno
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
from msgspec.structs import replace

VERSIONS = 10
MOST_BYTES = 60_000_000
BEGINNING = 4096
"""Bytes that hold the header; its nonce tells any two files apart."""
COST = {"iterations": 3, "lanes": 4, "memory": 2**17}
"""Of Argon2id, memory in KiB."""
SHORTEST_PASSPHRASE, LONGEST_NAME = 8, 40


class VaultError(ValueError):
    """What a vault refuses, in one sentence to be shown; it repeats nothing of a person's."""


class VaultTakenError(VaultError):
    """The vault is open in another window or program."""


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The header of a file, with limits for what others may have written there; ``saved`` is seconds since 1970."""

    format: Literal["leakage vault 1"]
    name: str
    salt: Annotated[str, Meta(pattern=r"\A[0-9a-f]{32}\Z")]
    number: Annotated[int, Meta(ge=0, lt=10**8)]
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
        self.path, self.is_open = path, True
        self._header, self._key, self._lock = header, key, lock
        self._beginning, self._turn = _bytes(path, BEGINNING), threading.RLock()

    @property
    def name(self) -> str:
        """The vault's name."""
        return self._header.name

    def accepts(self, passphrase: str) -> bool:
        """Whether this is the vault's passphrase."""
        return secrets.compare_digest(key_of(passphrase, self._header), self._key)

    def read(self, version: Path | None = None) -> bytes:
        """The content, or that of an earlier version."""
        with self._alone():
            return decrypted(_bytes(version or self.path), self._key)

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

    def change_passphrase(self, passphrase: str) -> None:
        """Seal the vault anew; its versions go first, for the old passphrase opens them."""
        header, key = _seal(self.name, passphrase)
        with self._alone():
            content = self.read()
            for version in _versions(self.path):
                version.unlink()
            self._write(content, header, key)

    def delete(self) -> None:
        """Remove the vault with all its versions."""
        with self._alone():
            self.lock()
            for path in sorted(self.path.parent.glob(f"{self.path.stem}.*")):
                path.unlink()

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
            # The lock's file can be removed by hand, and another program may have saved since.
            if _bytes(self.path, BEGINNING) != self._beginning:
                raise VaultError("The vault's file was removed or changed elsewhere. Keep your work in a new vault.")
            yield

    def _write(self, content: bytes, header: Header, key: bytes) -> None:
        numbers = [int(path.name.split(".")[1]) for path in _versions(self.path)]  # An old version may be open.
        data = encrypted(content, replace(header, number=max([header.number, *numbers])), key)
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
    found = []
    for path in {folder() / f"{name[:16]}.vault" for name in names if name.endswith((".vault", ".version"))}:
        earlier = (version.name for version in map(_listing, _versions(path)) if version)
        found.append(_listing(path) or Listing(path, next(earlier, "Damaged"), None))
    return sorted(found, key=lambda vault: (vault.saved is None, vault.name.casefold(), vault.path))


def create(name: str, passphrase: str, content: bytes) -> Unlocked:
    """A new vault with a content, unlocked; its name can be read without the passphrase."""
    return unlock(imported(encrypted(content, *_seal(name, passphrase))), passphrase)[0]


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
            return Unlocked(path, header_of(data), key, lock), decrypted(data, key)
        except BaseException:
            lock.release()
            raise


def latest_good(path: Path, passphrase: str) -> Path | None:
    """The latest version that the passphrase opens, to be offered when the vault's file does not open.

    Each save writes a version of the same content too, so damage to the file alone loses nothing.
    """
    keys: dict[Header, bytes] = {}
    for version in _versions(path):
        with suppress(VaultError, OSError):
            data = _bytes(version)
            derivation = replace(header_of(data), name="", number=0, saved=0.0, nonce="")
            keys[derivation] = keys.get(derivation) or key_of(passphrase, derivation)
            decrypted(data, keys[derivation])
            return version
    return None


def imported(data: bytes) -> Path:
    """The path of a new vault made of an exported file; vaults that are there stay as they are."""
    header_of(data)
    path = folder() / f"{secrets.token_hex(8)}.vault"
    with _clear_errors():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.parent.chmod(0o700)
        _put(path, data)
    return path


def header_of(data: bytes) -> Header:
    """The header of a file, or of its beginning, once its values were checked.

    Raises:
        VaultError: if it is damaged, or no vault's: one that asks for more than 256 MiB of memory, say.
    """
    with suppress(ValueError, RecursionError):
        header = msgspec.json.decode(data[:BEGINNING].partition(b"\n")[0], type=Header)
        if len(data) <= MOST_BYTES and clean_name(header.name) == header.name:
            return header
    raise VaultError("This file is missing, damaged, larger than 60 MB, or not a vault.")


def _seal(name: str, passphrase: str) -> tuple[Header, bytes]:
    """The header of a vault to be, or of one to be sealed anew, with a salt of its own; and its key."""
    if sum(not character.isspace() for character in passphrase) < SHORTEST_PASSPHRASE:
        raise VaultError(f"A passphrase needs at least {SHORTEST_PASSPHRASE} characters that are not blank.")
    header = Header("leakage vault 1", clean_name(name), secrets.token_hex(16), 0, **COST, saved=0.0, nonce="")
    return header, key_of(passphrase, header)


def key_of(passphrase: str, header: Header) -> bytes:
    """The key that a passphrase gives, with the header's salt and costs."""
    from cryptography.hazmat.primitives.kdf.argon2 import Argon2id  # noqa: PLC0415 - not needed at the start

    secret = unicodedata.normalize("NFC", passphrase).encode("utf-8", "surrogatepass")
    salt, memory = bytes.fromhex(header.salt), header.memory
    costs = Argon2id(salt=salt, length=32, iterations=header.iterations, lanes=header.lanes, memory_cost=memory)
    return costs.derive(secret)


def encrypted(content: bytes, header: Header, key: bytes) -> bytes:
    """A file with the next number, the time and a fresh nonce in its header; a VaultError if it has over 60 MB."""
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415 - not needed at the start

    nonce, length = secrets.token_bytes(12), len(content) + 8
    line = msgspec.json.encode(replace(header, number=header.number + 1, saved=time.time(), nonce=nonce.hex()))
    step = max(2**16, 2 ** (length.bit_length() - 4))
    padded = len(content).to_bytes(8, "big") + content + bytes(-length % step)
    data = line + b"\n" + AESGCM(key).encrypt(nonce, padded, line)
    if len(data) > MOST_BYTES:
        raise VaultError("Your work is larger than the 60 MB that a vault can hold.")
    return data


def decrypted(data: bytes, key: bytes) -> bytes:
    """The content of a file; a VaultError if it is damaged or has another key."""
    from cryptography.exceptions import InvalidTag  # noqa: PLC0415 - not needed at the start
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415

    nonce = bytes.fromhex(header_of(data).nonce)
    line, _, sealed = data.partition(b"\n")
    try:
        padded = AESGCM(key).decrypt(nonce, sealed, line)
    except InvalidTag:
        raise VaultError("This passphrase does not open the vault, or its file is damaged.") from None
    return padded[8 : 8 + int.from_bytes(padded[:8], "big")]


def clean_name(text: str) -> str:
    """A vault's name in one line, without what cannot be seen."""
    name = "".join(filter(str.isprintable, " ".join(text.split())))
    if not 1 <= len(name) <= LONGEST_NAME:
        raise VaultError(f"The name of a vault has between 1 and {LONGEST_NAME} characters.")
    return name


@contextmanager
def _clear_errors() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        reason = "The disk is full" if full else f"The vaults' folder refuses this ({error.strerror})"
        raise VaultError(f"{reason}. The vault is as it was.") from None


def _bytes(path: Path, most: int = MOST_BYTES + 1) -> bytes:
    if not path.is_file():
        return b""
    with path.open("rb") as file:
        return file.read(most)


def _listing(path: Path) -> Listing | None:
    with suppress(VaultError, OSError):
        header = header_of(_bytes(path, BEGINNING))
        return Listing(path, header.name, header.saved)
    return None


def _version(path: Path, header: Header) -> Path:
    return path.with_suffix(f".{header.number:08d}.version")


def _versions(path: Path) -> list[Path]:
    return sorted(path.parent.glob(f"{path.stem}.{'[0-9]' * 8}.version"), reverse=True)


def _put(path: Path, data: bytes) -> None:
    """Write a version and then the vault's file, which is the old one or the new one at any moment."""
    version, beside = _version(path, header_of(data)), path.with_suffix(".writing")
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
