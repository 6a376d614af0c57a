"""A format before the first, as it might have been: a key straight from scrypt, no padding, JSON around it."""

import hashlib
import json
import os

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from leakage.workspace.vault.errors import WrongPassphrase
from leakage.workspace.vault.file_header import MAGIC, Revision, VersionName
from leakage.workspace.vault.sealed import Migration, OpenedVault, Summary
from tests.workspace.vault.helpers import PASSPHRASE

VAULT = "ab" * 16
NONCE = bytes(12)


def _key(passphrase, salt):
    return hashlib.scrypt(passphrase.encode(), salt=salt, n=2, r=1, p=1, dklen=32)


def _head(data):
    end = data.index(b"\n", 10)
    return json.loads(data[10:end]), data[10 : end + 1], data[end + 1 : -32]


def _revision(head):
    return Revision(head["number"], bytes.fromhex(head["revision"]), bytes(16))


def _summary(data):
    head = _head(data)[0]
    return Summary(
        bytes.fromhex(head["vault"]), bytes.fromhex(head["salt"]), head["name"], _revision(head), head["saved"]
    )


def _open(data, passphrase):
    head, bound, body = _head(data)
    try:
        content = AESGCM(_key(passphrase, bytes.fromhex(head["salt"]))).decrypt(NONCE, body, bound)
    except InvalidTag:
        raise WrongPassphrase from None
    return OpenedVault(content, _revision(head), head["saved"], head["name"])


OLD = Migration(_summary, _open)


def old_file(folder, number, content, *, current, passphrase=PASSPHRASE, name="Old", kind="generation"):
    """Write a file of this format into a folder."""
    salt, revision = os.urandom(16), os.urandom(16)
    head = {
        "vault": VAULT,
        "salt": salt.hex(),
        "name": name,
        "number": number,
        "revision": revision.hex(),
        "saved": 1000 * number,
    }
    bound = json.dumps(head).encode() + b"\n"
    body = MAGIC + (0).to_bytes(2) + bound + AESGCM(_key(passphrase, salt)).encrypt(NONCE, content, bound)
    file = VersionName.of(Revision(number, revision, bytes(16)), salt, kind)
    path = folder / f"{VAULT}.{'vault' if current else file}"
    path.write_bytes(body + hashlib.sha256(body).digest())
    path.chmod(0o600)
    return path
