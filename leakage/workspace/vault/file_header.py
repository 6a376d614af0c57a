"""The header of a vault's file, the keys that it describes, and the names of vaults."""

from __future__ import annotations

import hashlib
import hmac
import os
import re
import struct
import unicodedata
from dataclasses import dataclass
from typing import Literal, TypeAlias, cast

from leakage.arguments import need_extra
from leakage.workspace.vault.errors import Damaged, WrongPassphrase

# The header of a vault's file: what is known without the passphrase, and checked before any key is derived.


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


# From a passphrase to the key of one save.


SHORTEST = 8
LONGEST = 1000
KEY_LENGTH = 32
CONTENT_KEY = b"leakage vault: key of one save"


def passphrase_bytes(passphrase: str) -> bytes:
    """A passphrase as Argon2id takes it: in normal form C, so that it does not matter how an accent was typed.

    Raises:
        ValueError: for one that is empty, has fewer than 8 or more than 1,000 characters, or is no text.

    >>> passphrase_bytes("re\\u0301sume\\u0301 of mine") == passphrase_bytes("r\\xe9sum\\xe9 of mine")
    True
    >>> passphrase_bytes("short")
    Traceback (most recent call last):
    ValueError: a passphrase must have at least 8 characters
    """
    text = unicodedata.normalize("NFC", passphrase)
    if not text:
        raise ValueError("a passphrase must not be empty")
    if len(text) < SHORTEST:
        raise ValueError(f"a passphrase must have at least {SHORTEST} characters")
    if len(text) > LONGEST:
        raise ValueError(f"a passphrase must have at most {LONGEST:,} characters")
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise ValueError("the passphrase holds a character that no text has") from None


def check_new_passphrase(passphrase: str) -> None:
    """Refuse a passphrase that a new vault must not have; those of before go on opening theirs.

    Raises:
        ValueError: as ``passphrase_bytes``, and for one with fewer than 8 characters that show.

    >>> check_new_passphrase(" " * 8)
    Traceback (most recent call last):
    ValueError: a passphrase must have at least 8 characters that are no blanks
    """
    passphrase_bytes(passphrase)
    if sum(character.isprintable() and not character.isspace() for character in passphrase) < SHORTEST:
        raise ValueError(f"a passphrase must have at least {SHORTEST} characters that are no blanks")


def new_slot(passphrase: str, vault: bytes, cost: Cost) -> tuple[KeySlot, bytes]:
    """A fresh data key, and the slot that yields it to this passphrase.

    Raises:
        ValueError: for a passphrase that is too short or too long.
        ModuleNotFoundError: without the extra ``vault``.
    """
    need_extra("cryptography", "vault", "the vault")
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415 - not needed at the start

    salt, nonce, data_key = os.urandom(16), os.urandom(12), os.urandom(KEY_LENGTH)
    wrapping_key, check = _derived(passphrase_bytes(passphrase), salt, cost)
    wrapped = AESGCM(wrapping_key).encrypt(nonce, data_key, wrapping_bytes(vault, cost, salt, check))
    return KeySlot(cost, salt, check, nonce, wrapped), data_key


def data_key_of(slot: KeySlot, vault: bytes, passphrase: str) -> bytes:
    """The data key that a slot holds.

    Raises:
        ValueError: for a passphrase that is too short or too long to be one.
        WrongPassphrase: if it leads to another check value.
        Damaged: if the check value is right, but what is wrapped was changed.
        ModuleNotFoundError: without the extra ``vault``.
    """
    need_extra("cryptography", "vault", "the vault")
    from cryptography.exceptions import InvalidTag  # noqa: PLC0415 - not needed at the start
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415

    wrapping_key, check = _derived(passphrase_bytes(passphrase), slot.salt, slot.cost)
    if not hmac.compare_digest(check, slot.check):
        raise WrongPassphrase
    try:
        bound = wrapping_bytes(vault, slot.cost, slot.salt, slot.check)
        return AESGCM(wrapping_key).decrypt(slot.nonce, slot.wrapped, bound)
    except InvalidTag:
        raise Damaged("its header was changed") from None


def content_key(data_key: bytes, salt: bytes) -> bytes:
    """The key of one save: HKDF-SHA256 of the data key with the salt of that save (RFC 5869)."""
    from cryptography.hazmat.primitives.hashes import SHA256  # noqa: PLC0415 - not needed at the start
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF  # noqa: PLC0415

    return HKDF(algorithm=SHA256(), length=KEY_LENGTH, salt=salt, info=CONTENT_KEY).derive(data_key)


def _derived(passphrase: bytes, salt: bytes, cost: Cost) -> tuple[bytes, bytes]:
    """The wrapping key and the check value: the halves of what Argon2id yields (RFC 9106)."""
    from cryptography.hazmat.primitives.kdf.argon2 import Argon2id  # noqa: PLC0415 - not needed at the start

    both = Argon2id(
        salt=salt, length=2 * KEY_LENGTH, iterations=cost.iterations, lanes=cost.lanes, memory_cost=cost.memory
    ).derive(passphrase)
    return both[:KEY_LENGTH], both[KEY_LENGTH:]


# The names of the files that hold a vault's earlier versions.


Kind: TypeAlias = Literal["generation", "copy"]
"""An earlier state of the vault; or what a stale session wanted to save, or what was brought in from elsewhere."""

_VERSION = re.compile(r"([0-9]{12,})\.([0-9a-f]{32})\.([0-9a-f]{16})\.(generation|copy)")


def key_name(salt: bytes) -> str:
    """How a key is named in file names: by the beginning of its salt."""
    return salt[:8].hex()


@dataclass(frozen=True, slots=True)
class VersionName:
    """The name of a file that holds an earlier version; it tells nothing but what the header tells.

    Arguments:
        number: rises in the order in which they were put aside.
        revision: its identity, in hexadecimal.
        key: as ``key_name`` has it: while a passphrase is changed, a revision is there twice.
        kind: generation or copy.
    """

    number: int
    revision: str
    key: str
    kind: Kind

    @classmethod
    def of(cls, revision: Revision, salt: bytes, kind: Kind) -> VersionName:
        return cls(revision.number, revision.identity.hex(), key_name(salt), kind)

    @classmethod
    def read(cls, text: str) -> VersionName | None:
        """The name a text is; None for any other text.

        >>> name = VersionName(7, "ab" * 16, "01" * 8, "copy")
        >>> VersionName.read(str(name)) == name, VersionName.read("7.copy")
        (True, None)
        """
        parts = _VERSION.fullmatch(text)
        if parts is None or int(parts[1]) >= NUMBERS:
            return None
        return cls(int(parts[1]), parts[2], parts[3], cast(Kind, parts[4]))

    def __str__(self) -> str:
        return f"{self.number:012d}.{self.revision}.{self.key}.{self.kind}"


def name_of_damaged(data: bytes, number: int) -> VersionName:
    """A name for a current file that cannot be read, so that it too is put aside."""
    return VersionName(number, hashlib.sha256(data).hexdigest()[:32], key_name(bytes(16)), "generation")
