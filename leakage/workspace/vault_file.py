"""The file of a vault, in bytes: a header, one line of JSON, then AES-256-GCM with that line as associated data.

The key is Argon2id of the passphrase. The content is filled up, so that its length is known to an eighth.
"""

from __future__ import annotations

import json
import secrets
import time
import unicodedata
from contextlib import suppress
from typing import Any, TypeAlias

MOST_BYTES = 60_000_000
BEGINNING = 4096
"""Bytes that hold the header; its nonce tells any two files apart."""
COST = {"iterations": 3, "lanes": 4, "memory": 2**17}
"""Of Argon2id, memory in KiB."""
SHORTEST_PASSPHRASE = 8
LONGEST_NAME = 40

Header: TypeAlias = dict[str, Any]


class VaultError(ValueError):
    """What a vault refuses, in one sentence to be shown; it repeats nothing of a person's."""


class VaultTakenError(VaultError):
    """The vault is open in another window or program."""


def new_header(name: str) -> Header:
    """The header of a vault to be, or of one to be sealed anew, with a salt of its own."""
    return {"format": "leakage vault 1", "name": clean_name(name), "salt": secrets.token_hex(16), "number": 0, **COST}


def header_of(data: bytes) -> Header:
    """The header of a file, or of its beginning, once its values were checked.

    Raises:
        VaultError: if it is damaged, or no vault's: one that asks for more than 256 MiB of memory, say.
    """
    line = data[:BEGINNING].partition(b"\n")[0]
    with suppress(ValueError, KeyError, TypeError, AttributeError, RecursionError, VaultError):
        header: Header = json.loads(line)
        if len(data) <= MOST_BYTES and json.dumps(header).encode() == line and _is_possible(header):
            return header
    raise VaultError("This file is missing, damaged, larger than 60 MB, or not a vault.")


def _is_possible(header: Header) -> bool:
    return (
        (header["format"], header["name"]) == ("leakage vault 1", clean_name(header["name"]))
        and [len(bytes.fromhex(header[part])) for part in ("salt", "nonce")] == [16, 12]
        and {type(header[part]) for part in (*COST, "number")} == {int}
        and 1 <= header["iterations"] <= 16
        and 1 <= header["lanes"] <= 16
        and 8 * header["lanes"] <= header["memory"] <= 2**18
        and 0 <= header["number"] < 10**8
        and 0 <= header["saved"] < 253_402_300_800  # The year 10000.
    )


def key_of(passphrase: str, header: Header) -> bytes:
    """The key that a passphrase gives, with the header's salt and costs."""
    from cryptography.hazmat.primitives.kdf.argon2 import Argon2id  # noqa: PLC0415 - not needed at the start

    cost = {"iterations": header["iterations"], "lanes": header["lanes"], "memory_cost": header["memory"]}
    secret = unicodedata.normalize("NFC", passphrase).encode("utf-8", "surrogatepass")
    return Argon2id(salt=bytes.fromhex(header["salt"]), length=32, **cost).derive(secret)


def encrypted(content: bytes, header: Header, key: bytes) -> bytes:
    """A file with the next number, the time and a fresh nonce in its header.

    Raises:
        VaultError: if it is larger than 60 MB.
    """
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415 - not needed at the start

    nonce, length = secrets.token_bytes(12), len(content) + 8
    line = json.dumps({**header, "number": header["number"] + 1, "saved": time.time(), "nonce": nonce.hex()}).encode()
    step = max(2**16, 2 ** (length.bit_length() - 4))
    padded = len(content).to_bytes(8, "big") + content + bytes(-length % step)
    data = line + b"\n" + AESGCM(key).encrypt(nonce, padded, line)
    if len(data) > MOST_BYTES:
        raise VaultError("Your work is larger than the 60 MB that a vault can hold.")
    return data


def decrypted(data: bytes, key: bytes) -> bytes:
    """The content of a file.

    Raises:
        VaultError: if the file is damaged or has another key.
    """
    from cryptography.exceptions import InvalidTag  # noqa: PLC0415 - not needed at the start
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415

    nonce = bytes.fromhex(header_of(data)["nonce"])
    line, _, sealed = data.partition(b"\n")
    try:
        padded = AESGCM(key).decrypt(nonce, sealed, line)
    except InvalidTag:
        raise VaultError("This passphrase does not open the vault, or its file is damaged.") from None
    return padded[8 : 8 + int.from_bytes(padded[:8], "big")]


def clean_name(text: str) -> str:
    """A vault's name in one line, without what cannot be seen.

    >>> clean_name("  My   work ")
    'My work'
    """
    name = "".join(filter(str.isprintable, " ".join(text.split())))
    if not 1 <= len(name) <= LONGEST_NAME:
        raise VaultError(f"A vault needs a name of at most {LONGEST_NAME} characters.")
    return name


def check_passphrase(passphrase: str) -> None:
    """Refuse a new passphrase that is too short.

    >>> check_passphrase("four words or eight letters")
    >>> check_passphrase("a b c d e f")
    Traceback (most recent call last):
    leakage.workspace.vault_file.VaultError: A passphrase needs at least 8 characters that are not blank.
    """
    if sum(not character.isspace() for character in passphrase) < SHORTEST_PASSPHRASE:
        raise VaultError(f"A passphrase needs at least {SHORTEST_PASSPHRASE} characters that are not blank.")
