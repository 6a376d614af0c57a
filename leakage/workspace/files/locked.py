"""Bitwarden's password-protected JSON, opened here, so that no plain file is ever needed."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac

from leakage.workspace.files.text import Json, first_at, leads

PBKDF2, ARGON2ID = 0, 1
MAX_ITERATIONS = 2_000_000
"""Of PBKDF2; Bitwarden's own upper limit."""

_DAMAGED = "the encrypted part of the file is damaged"


class PasswordNeededError(ValueError):
    """The file is locked, and no password or another one was given."""


def is_locked(whole: Json) -> bool:
    """Whether this is an encrypted export of Bitwarden, of either kind."""
    return first_at(whole, "encrypted") is True and not leads(whole, "vaults")


def unlocked(whole: Json, password: str) -> str:
    """The text of the export inside: JSON.

    PBKDF2-SHA256 or Argon2id (RFC 9106) makes the key; HKDF-Expand-SHA256 (RFC 5869) parts it in two.

    Raises:
        PasswordNeededError: where the password is empty, or another.
        ValueError: with one sentence for what cannot be opened.
    """
    if first_at(whole, "passwordProtected") is not True or not isinstance(first_at(whole, "salt"), str):
        raise ValueError(
            "this export can be opened only by the Bitwarden account that made it; export again with the type "
            '"Password protected"'
        )
    cost = _cost(whole)
    if not 0 < len(password) <= 1_000:
        raise PasswordNeededError("the file is locked with a password")
    encryption, authentication = _keys(whole, cost, password)
    check, sealed = (_parts(first_at(whole, key)) for key in ("encKeyValidation_DO_NOT_EDIT", "data"))
    if not _is_authentic(check, authentication):
        raise PasswordNeededError("the password does not open the file")
    if not _is_authentic(sealed, authentication):
        raise ValueError(_DAMAGED)
    return _decrypted(sealed, encryption)


def _cost(whole: Json) -> tuple[int, ...]:
    """Iterations; of Argon2id lanes and KiB as well: at most 16 lanes, 1 GiB, and 2^22 KiB times iterations."""
    kind, iterations = first_at(whole, "kdfType"), _number(whole, "kdfIterations")
    if kind == PBKDF2:
        if not 1 <= iterations <= MAX_ITERATIONS:
            raise ValueError(f"kdfIterations must be in [1, {MAX_ITERATIONS}], got {iterations}")
        return (iterations,)
    if kind != ARGON2ID:
        raise ValueError("the file derives its key in a way that is not known here")
    lanes, memory = _number(whole, "kdfParallelism"), _number(whole, "kdfMemory") * 1024
    within = 1 <= lanes <= 16 and 8 * lanes <= memory <= 1 << 20
    if not within or not 1 <= iterations <= (1 << 22) // memory:
        raise ValueError("this file asks for more memory or time than may be spent on it")
    return iterations, lanes, memory


def _number(whole: Json, key: str) -> int:
    value = first_at(whole, key)
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > 10**12:
        raise ValueError(f"{key} must be a whole number")
    return value


def _keys(whole: Json, cost: tuple[int, ...], password: str) -> tuple[bytes, bytes]:
    from cryptography.hazmat.primitives.hashes import SHA256  # noqa: PLC0415 - not needed at the start
    from cryptography.hazmat.primitives.kdf.argon2 import Argon2id  # noqa: PLC0415
    from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand  # noqa: PLC0415

    # The salt is taken as the text that stands there, and not decoded.
    salt, plain = (text.encode("utf-8", "replace") for text in (whole["salt"], password))
    iterations, *more = cost
    if more:
        lanes, memory = more
        digest = hashlib.sha256(salt).digest()
        key = Argon2id(salt=digest, length=32, iterations=iterations, lanes=lanes, memory_cost=memory).derive(plain)
    else:
        key = hashlib.pbkdf2_hmac("sha256", plain, salt, iterations, 32)
    encryption, authentication = (HKDFExpand(SHA256(), 32, info).derive(key) for info in (b"enc", b"mac"))
    return encryption, authentication


def _parts(text: Json) -> tuple[bytes, bytes, bytes]:
    kind, _, rest = text.partition(".") if isinstance(text, str) else ("", "", "")
    try:
        nonce, content, tag = (base64.b64decode(part, validate=True) for part in rest.split("|"))
    except (binascii.Error, ValueError):
        raise ValueError(_DAMAGED) from None
    if kind != "2" or len(nonce) != 16 or not content or len(content) % 16:
        raise ValueError(_DAMAGED)
    return nonce, content, tag


def _is_authentic(sealed: tuple[bytes, bytes, bytes], key: bytes) -> bool:
    nonce, content, tag = sealed
    return hmac.compare_digest(hmac.digest(key, nonce + content, "sha256"), tag)


def _decrypted(sealed: tuple[bytes, bytes, bytes], key: bytes) -> str:
    from cryptography.hazmat.primitives.ciphers import Cipher  # noqa: PLC0415 - not needed at the start
    from cryptography.hazmat.primitives.ciphers.algorithms import AES256  # noqa: PLC0415
    from cryptography.hazmat.primitives.ciphers.modes import CBC  # noqa: PLC0415
    from cryptography.hazmat.primitives.padding import PKCS7  # noqa: PLC0415

    nonce, content, _ = sealed
    decryptor, unpadder = Cipher(AES256(key), CBC(nonce)).decryptor(), PKCS7(128).unpadder()
    try:
        padded = decryptor.update(content) + decryptor.finalize()
        return (unpadder.update(padded) + unpadder.finalize()).decode()
    except ValueError:
        raise ValueError(_DAMAGED) from None
