"""From a passphrase to the key of one save."""

from __future__ import annotations

import hmac
import os
import unicodedata

from leakage.workspace.vault.errors import Damaged, WrongPassphrase
from leakage.workspace.vault.header import Cost, KeySlot, wrapping_bytes

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
    """
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
    """
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
