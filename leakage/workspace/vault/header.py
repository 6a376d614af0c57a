"""The header of a vault's file: what is known without the passphrase, and checked before any key is derived."""

from __future__ import annotations

import struct
from dataclasses import dataclass

from leakage.workspace.vault.errors import Damaged

MAGIC = b"LKVAULT\n"
VERSION = 1
MAX_MEMORY = 1 << 20
MAX_WORK = 1 << 22
MAX_LANES = 16
NAME_CHARACTERS = 40
NUMBERS = 1 << 63
"""Revisions have numbers below this."""
MOMENTS = 253_370_764_800_000
"""Milliseconds from 1970 to the year 9999: what lies later no calendar shows."""

_WRAPPING = struct.Struct(">8sH16sBII16s32s")
_SAVING = struct.Struct(">12s48sQ16s16sQ160s32s12sQ")
WRAPPING_LENGTH = _WRAPPING.size
HEADER_LENGTH = _WRAPPING.size + _SAVING.size


@dataclass(frozen=True, slots=True)
class Cost:
    """What Argon2id may cost; the default is twice the memory of RFC 9106's second recommendation.

    Arguments:
        lanes: in [1, 16].
        memory: KiB, in [8 lanes, 2^20], which is 1 GiB.
        iterations: at least 1; memory times iterations at most 2^22.

    Raises:
        ValueError: for a cost out of these bounds, before anything is computed.

    >>> Cost().memory
    131072
    >>> Cost(memory=100 << 20)
    Traceback (most recent call last):
    ValueError: memory must be in [32, 1048576] KiB, got 104857600
    """

    lanes: int = 4
    memory: int = 1 << 17
    iterations: int = 3

    def __post_init__(self) -> None:
        if not 1 <= self.lanes <= MAX_LANES:
            raise ValueError(f"lanes must be in [1, {MAX_LANES}], got {self.lanes}")
        if not 8 * self.lanes <= self.memory <= MAX_MEMORY:
            raise ValueError(f"memory must be in [{8 * self.lanes}, {MAX_MEMORY}] KiB, got {self.memory}")
        if not 1 <= self.iterations <= MAX_WORK // self.memory:
            raise ValueError(f"iterations must be in [1, {MAX_WORK // self.memory}], got {self.iterations}")


@dataclass(frozen=True, slots=True)
class KeySlot:
    """The data key as the file holds it: wrapped under the passphrase.

    Arguments:
        cost: of Argon2id.
        salt: of Argon2id, 16 bytes; it also tells one key from another.
        check: 32 bytes which only the right passphrase leads to.
        nonce: of the wrapping, 12 bytes.
        wrapped: the data key and its tag, 48 bytes.
    """

    cost: Cost
    salt: bytes
    check: bytes
    nonce: bytes
    wrapped: bytes


@dataclass(frozen=True, slots=True)
class Revision:
    """One saved state of a vault.

    Arguments:
        number: rises with each save, > 0.
        identity: 16 random bytes.
        parent: the identity of the revision it was made from: two with one parent were saved side by side.
    """

    number: int
    identity: bytes
    parent: bytes


@dataclass(frozen=True, slots=True)
class Header:
    """Everything in a file but its content; authenticated with it.

    Arguments:
        vault: the vault's identity, 16 random bytes.
        slot: the wrapped data key.
        revision: which state this is.
        saved: milliseconds since 1970, UTC.
        name: the vault's, at most 40 characters.
        salt: of this save, 32 bytes.
        nonce: of this save, 12 bytes.
        length: of the sealed content with its tag, bytes.
    """

    vault: bytes
    slot: KeySlot
    revision: Revision
    saved: int
    name: str
    salt: bytes
    nonce: bytes
    length: int


def clean_name(text: str) -> str:
    """A vault's name as it is kept: without what cannot be seen, blanks as one space.

    Anybody who can read the folder can read the name.

    Raises:
        ValueError: for a name that is empty or has more than 40 characters.

    >>> clean_name("  My work ")
    'My work'
    """
    name = "".join(character for character in " ".join(text.split()) if character.isprintable()).strip()
    if not name:
        raise ValueError("a vault needs a name")
    if len(name) > NAME_CHARACTERS:
        raise ValueError(f"the name of a vault must have at most {NAME_CHARACTERS} characters, got {len(name)}")
    return name


def wrapping_bytes(vault: bytes, cost: Cost, salt: bytes, check: bytes) -> bytes:
    """The part of a header that the wrapped data key is bound to."""
    return _WRAPPING.pack(MAGIC, VERSION, vault, cost.lanes, cost.memory, cost.iterations, salt, check)


def header_bytes(header: Header) -> bytes:
    """A header as the file holds it, ``HEADER_LENGTH`` bytes."""
    slot, revision = header.slot, header.revision
    return wrapping_bytes(header.vault, slot.cost, slot.salt, slot.check) + _SAVING.pack(
        slot.nonce,
        slot.wrapped,
        revision.number,
        revision.identity,
        revision.parent,
        header.saved,
        header.name.encode(),
        header.salt,
        header.nonce,
        header.length,
    )


def header_from(data: bytes) -> Header:
    """The header that a file of this version begins with.

    Raises:
        Damaged: for a header that is cut short, or asks for more time or memory than a vault may.
    """
    if len(data) < HEADER_LENGTH:
        raise Damaged("it was cut short")
    _, _, vault, lanes, memory, iterations, salt, check = _WRAPPING.unpack(data[:WRAPPING_LENGTH])
    wrap_nonce, wrapped, number, identity, parent, saved, name, save_salt, nonce, length = _SAVING.unpack(
        data[WRAPPING_LENGTH:HEADER_LENGTH]
    )
    try:
        slot = KeySlot(Cost(lanes, memory, iterations), salt, check, wrap_nonce, wrapped)
        named = clean_name(name.rstrip(b"\0").decode())
    except ValueError:
        raise Damaged("its header holds numbers or a name that no vault has") from None
    if number >= NUMBERS or saved >= MOMENTS:
        raise Damaged("its header holds numbers that no vault has")
    return Header(vault, slot, Revision(number, identity, parent), saved, named, save_salt, nonce, length)
