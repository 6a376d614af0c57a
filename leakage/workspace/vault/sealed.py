"""Work as bytes, sealed by a key, also in an older format."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from leakage.workspace.vault.errors import Damaged, TooNew, WrongClock
from leakage.workspace.vault.file_header import (
    HEADER_LENGTH,
    MAGIC,
    MOMENTS,
    VERSION,
    Header,
    KeySlot,
    Revision,
    content_key,
    header_bytes,
    header_from,
)

# One file of a vault: header, sealed content, digest.


TAG = 16
DIGEST = 32
SMALLEST = 1 << 16
LARGEST = 1 << 27
LONGEST_FILE = HEADER_LENGTH + LARGEST + TAG + DIGEST


@dataclass(frozen=True, slots=True)
class OpenedVault:
    """What a file of a vault holds.

    Arguments:
        content: what was saved.
        revision: which state of the vault it is.
        saved: milliseconds since 1970, UTC.
        name: the vault's.
    """

    content: bytes = field(repr=False)
    revision: Revision
    saved: int
    name: str = field(repr=False)


def now() -> int:
    """Milliseconds since 1970, UTC.

    Raises:
        WrongClock: if that is before 1970, or later than any calendar goes.
    """
    moment = time.time_ns() // 1_000_000
    if not 0 <= moment < MOMENTS:
        raise WrongClock
    return moment


def padded(content: bytes) -> bytes:
    """The content behind its length, filled up with zeros to a power of two, at least 64 KiB.

    So the length of a file tells the order of magnitude of what is in it and no more; most work fits the smallest.

    Raises:
        ValueError: for a content that does not fit 128 MiB.

    >>> len(padded(b"")), len(padded(bytes(65_528))), len(padded(bytes(65_529)))
    (65536, 65536, 131072)
    """
    needed = 8 + len(content)
    if needed > LARGEST:
        raise ValueError(f"a vault holds at most {LARGEST >> 20} MiB")
    return b"".join((len(content).to_bytes(8), content, bytes(max(SMALLEST, 1 << (needed - 1).bit_length()) - needed)))


def unpadded(filled: bytes) -> bytes:
    """The content that ``padded`` was given.

    Raises:
        Damaged: if the length written is more than there is.
    """
    length = int.from_bytes(filled[:8])
    if length > len(filled) - 8:
        raise Damaged("its content is shorter than it says")
    return filled[8 : 8 + length]


def seal(vault: bytes, opened: OpenedVault, slot: KeySlot, data_key: bytes) -> bytes:
    """A whole file, with a fresh salt and a fresh nonce.

    Arguments:
        vault: its identity, 16 bytes.
        opened: what to put into it.
        slot, data_key: as ``new_slot`` gave them.

    Raises:
        ValueError: for a content that does not fit 128 MiB.
    """
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415 - not needed at the start

    filled, salt, nonce = padded(opened.content), os.urandom(32), os.urandom(12)
    header = header_bytes(
        Header(vault, slot, opened.revision, opened.saved, opened.name, salt, nonce, len(filled) + TAG)
    )
    body = header + AESGCM(content_key(data_key, salt)).encrypt(nonce, filled, header)
    return body + hashlib.sha256(body).digest()


def version_of(data: bytes) -> int:
    """The format version of a file that is as it was written.

    The first ten bytes and the digest at the end are the same in all versions, so damage is told from a newer format.

    Raises:
        Damaged: if it is no file of a vault, was cut short, or any byte was changed.
    """
    if data[: len(MAGIC)] != MAGIC:
        raise Damaged("it does not begin as a vault does")
    if len(data) < len(MAGIC) + 2 + DIGEST:
        raise Damaged("it was cut short")
    if hashlib.sha256(memoryview(data)[:-DIGEST]).digest() != data[-DIGEST:]:
        raise Damaged("it was cut short or changed")
    return int.from_bytes(data[len(MAGIC) : len(MAGIC) + 2])


def parse(data: bytes) -> Header:
    """The header of a file of the present version; no key is needed, and none derived.

    Raises:
        Damaged: if it was cut short or changed, or its header is out of bounds.
        TooNew: if its format is a later one.
    """
    version = version_of(data)
    if version > VERSION:
        raise TooNew(version, VERSION)
    if version < VERSION:
        raise Damaged(f"its format is {version}, which was never used")
    header = header_from(data)
    if header.length != len(data) - HEADER_LENGTH - DIGEST or header.length < SMALLEST + TAG:
        raise Damaged("it has not the length it says")
    return header


def open_sealed(data: bytes, header: Header, data_key: bytes) -> OpenedVault:
    """What a file holds.

    Arguments:
        data, header: the file, and what ``parse`` made of it.
        data_key: 32 bytes.

    Raises:
        Damaged: if the key does not open it: header or content were changed on purpose, and the digest with them.
    """
    from cryptography.exceptions import InvalidTag  # noqa: PLC0415 - not needed at the start
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415

    cipher = AESGCM(content_key(data_key, header.salt))
    view = memoryview(data)
    try:
        filled = cipher.decrypt(header.nonce, view[HEADER_LENGTH:-DIGEST], view[:HEADER_LENGTH])
    except InvalidTag:
        raise Damaged("its header or its content were changed") from None
    return OpenedVault(unpadded(filled), header.revision, header.saved, header.name)


# Migration: how files of earlier formats are read; they are saved in the present one when they are unlocked.


@dataclass(frozen=True, slots=True)
class Summary:
    """What a file tells without its key.

    Arguments:
        vault: its identity, 16 bytes.
        salt: of its passphrase, at least 8 bytes.
        name: the vault's.
        revision: which state of the vault it is.
        saved: milliseconds since 1970, UTC.
    """

    vault: bytes
    salt: bytes
    name: str = field(repr=False)
    revision: Revision
    saved: int


@dataclass(frozen=True, slots=True)
class Migration:
    """How an earlier format is read. It is given only files whose beginning and digest are right.

    Arguments:
        summary: from a file to what it tells without its key.
        open: from a file and the passphrase to what it holds; raises WrongPassphrase or Damaged.
    """

    summary: Callable[[bytes], Summary]
    open: Callable[[bytes, str], OpenedVault]


MIGRATIONS: dict[int, Migration] = {}
"""By format version, lower than the present one. A format that is left gets its reader here."""
