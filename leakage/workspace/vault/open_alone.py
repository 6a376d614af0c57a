"""Open a vault's file without the program: ``python open_alone.py FILE`` asks for the passphrase and prints the JSON.

It needs Python and the package ``cryptography``, and nothing else of this project. The file begins with a header, all
numbers with the highest byte first::

    bytes  what                                        bytes  what
        8  "LKVAULT" and a line feed                       8  number of the revision
        2  format version, 1                              16  identity of the revision
       16  identity of the vault                          16  identity of its parent
        1  Argon2id: lanes                                 8  time of saving, milliseconds since 1970
        4  Argon2id: memory, KiB                         160  name of the vault, UTF-8, filled up with zeros
        4  Argon2id: iterations                           32  salt of this save
       16  Argon2id: salt                                 12  nonce of this save
       32  check value                                     8  length of what follows, without the digest
       12  nonce of the wrapped data key
       48  wrapped data key

Then the sealed content, and the SHA-256 of everything before it. Argon2id makes 64 bytes of the passphrase (UTF-8,
normal form C): a wrapping key and the check value. AES-256-GCM with the wrapping key opens the data key; its associated
data is the header up to the check value. HKDF-SHA256 makes the content key of the data key and the salt of this save.
AES-256-GCM with that key opens the content; its associated data is the whole header. The content is its length in 8
bytes, the JSON, and zeros.
"""

from __future__ import annotations

import getpass
import hashlib
import struct
import sys
import unicodedata
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

BOUND = struct.Struct(">8sH16sBII16s32s")
HEADER = struct.Struct(">8sH16sBII16s32s12s48sQ16s16sQ160s32s12sQ")
DIGEST = 32
MOST_MEMORY = 1 << 20


def opened(data: bytes, passphrase: str) -> bytes:
    """The JSON in a vault's file.

    Raises:
        ValueError: with one sentence, if the file is damaged or of another format, or the passphrase is wrong.
    """
    if len(data) < HEADER.size + DIGEST or hashlib.sha256(data[:-DIGEST]).digest() != data[-DIGEST:]:
        raise ValueError("the file is damaged: it was cut short or changed, or it is no vault")
    header, sealed = data[: HEADER.size], data[HEADER.size : -DIGEST]
    magic, version, _, lanes, memory, iterations, salt, check, *rest = HEADER.unpack(header)
    wrap_nonce, wrapped, *_, save_salt, nonce, length = rest
    if magic != b"LKVAULT\n" or version != 1:
        raise ValueError("the file is no vault of format 1")
    if memory > MOST_MEMORY or memory * iterations > 4 * MOST_MEMORY or length != len(sealed):
        raise ValueError("the file is damaged: its header holds numbers that no vault has")
    secret = unicodedata.normalize("NFC", passphrase).encode()
    derived = Argon2id(salt=salt, length=64, iterations=iterations, lanes=lanes, memory_cost=memory).derive(secret)
    if derived[32:] != check:
        raise ValueError("the passphrase is wrong")
    try:
        data_key = AESGCM(derived[:32]).decrypt(wrap_nonce, wrapped, header[: BOUND.size])
        info = b"leakage vault: key of one save"
        content_key = HKDF(algorithm=SHA256(), length=32, salt=save_salt, info=info).derive(data_key)
        filled = AESGCM(content_key).decrypt(nonce, sealed, header)
    except InvalidTag:
        raise ValueError("the file is damaged: it was changed") from None
    return filled[8 : 8 + int.from_bytes(filled[:8], "big")]


def main() -> None:
    """Ask for the passphrase, and print what the file holds."""
    if len(sys.argv) != 2:
        sys.exit(f"use: python {Path(sys.argv[0]).name} FILE")
    try:
        content = opened(Path(sys.argv[1]).read_bytes(), getpass.getpass("Passphrase: "))
    except (OSError, ValueError) as error:
        sys.exit(str(error))
    sys.stdout.buffer.write(content + b"\n")


if __name__ == "__main__":
    main()
