"""Bitwarden: plain and password-protected exports."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field

from leakage.workspace.files.findings import Findings, Gathering
from leakage.workspace.files.passwords.columns import Identity, tell_card, tell_identity
from leakage.workspace.files.paths import leads
from leakage.workspace.files.sites import PasswordClasses
from leakage.workspace.files.texts import Json, day_of, objects, part

# Bitwarden's password-protected JSON: opened here, so that no plain file is ever needed.

MAX_MEMORY = 1 << 20
MAX_WORK = 1 << 22
MAX_LANES = 16


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


PBKDF2, ARGON2ID = 0, 1
MAX_ITERATIONS = 2_000_000
"""Of PBKDF2; Bitwarden's own upper limit."""

LONGEST_PASSPHRASE = 1_000
_DAMAGED = "the encrypted part of the file is damaged"


class WrongFilePasswordError(ValueError):
    """The password does not open the file."""


@dataclass(frozen=True, slots=True)
class _Sealed:
    """A text of Bitwarden's kind 2: AES-256-CBC, then HMAC-SHA256."""

    nonce: bytes = field(repr=False)
    content: bytes = field(repr=False)
    tag: bytes = field(repr=False)


def is_protected(whole: Json) -> bool:
    """Whether this is an encrypted export of Bitwarden, of either kind."""
    return part(whole, "encrypted") is True and not leads(whole, "vaults")


def check_protected(whole: Json) -> None:
    """Refuse what no password opens, before one is asked for.

    Raises:
        ValueError: for an export under the account's own key, or parameters out of the bounds of the program.

    >>> check_protected({"encrypted": True})
    Traceback (most recent call last):
    ValueError: this export can be opened only by the Bitwarden account that made it; export again with the type \
"Password protected"
    """
    if part(whole, "passwordProtected") is not True or not isinstance(part(whole, "salt"), str):
        raise ValueError(
            "this export can be opened only by the Bitwarden account that made it; export again with the type "
            '"Password protected"'
        )
    _check_parameters(whole)


def opened(whole: Json, password: str) -> str:
    """The text of the export inside: JSON.

    PBKDF2-SHA256 or Argon2id (RFC 9106) makes the key; HKDF-Expand-SHA256 (RFC 5869) parts it in two.

    Arguments:
        whole: the parsed file.
        password: what the export was protected with.

    Raises:
        WrongFilePasswordError: where it is another.
        ValueError: with one sentence for what cannot be opened.
    """
    check_protected(whole)
    if not 0 < len(password) <= LONGEST_PASSPHRASE:
        raise WrongFilePasswordError("the password does not open the file")
    encryption, authentication = _keys(whole, password)
    check, sealed = _sealed(part(whole, "encKeyValidation_DO_NOT_EDIT")), _sealed(part(whole, "data"))
    if not _is_authentic(check, authentication):
        raise WrongFilePasswordError("the password does not open the file")
    if not _is_authentic(sealed, authentication):
        raise ValueError(_DAMAGED)
    return _decrypted(sealed, encryption)


def _check_parameters(whole: Json) -> None:
    kind, iterations = part(whole, "kdfType"), _number(whole, "kdfIterations")
    if kind == PBKDF2:
        if not 1 <= iterations <= MAX_ITERATIONS:
            raise ValueError(f"kdfIterations must be in [1, {MAX_ITERATIONS}], got {iterations}")
    elif kind == ARGON2ID:
        _argon_cost(whole)
    else:
        raise ValueError("the file derives its key in a way that is not known here")


def _argon_cost(whole: Json) -> Cost:
    lanes, memory = _number(whole, "kdfParallelism"), _number(whole, "kdfMemory")
    return Cost(lanes, memory * 1024, _number(whole, "kdfIterations"))


def _number(whole: Json, key: str) -> int:
    value = part(whole, key)
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > 10**12:
        raise ValueError(f"{key} must be a whole number")
    return value


def _keys(whole: Json, password: str) -> tuple[bytes, bytes]:
    from cryptography.hazmat.primitives.hashes import SHA256  # noqa: PLC0415 - not needed at the start
    from cryptography.hazmat.primitives.kdf.argon2 import Argon2id  # noqa: PLC0415
    from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand  # noqa: PLC0415

    # The salt is taken as the text that stands there, and not decoded.
    salt = part(whole, "salt").encode("utf-8", "replace")
    plain = password.encode("utf-8", "replace")
    if part(whole, "kdfType") == PBKDF2:
        key = hashlib.pbkdf2_hmac("sha256", plain, salt, _number(whole, "kdfIterations"), 32)
    else:
        cost = _argon_cost(whole)
        key = Argon2id(
            salt=hashlib.sha256(salt).digest(),
            length=32,
            iterations=cost.iterations,
            lanes=cost.lanes,
            memory_cost=cost.memory,
        ).derive(plain)
    encryption, authentication = (HKDFExpand(SHA256(), 32, info).derive(key) for info in (b"enc", b"mac"))
    return encryption, authentication


def _sealed(text: Json) -> _Sealed:
    kind, _, rest = text.partition(".") if isinstance(text, str) else ("", "", "")
    parts = rest.split("|")
    if kind != "2" or len(parts) != 3:
        raise ValueError(_DAMAGED)
    try:
        nonce, content, tag = (base64.b64decode(part, validate=True) for part in parts)
    except (binascii.Error, ValueError):
        raise ValueError(_DAMAGED) from None
    if len(nonce) != 16 or not content or len(content) % 16:
        raise ValueError(_DAMAGED)
    return _Sealed(nonce, content, tag)


def _is_authentic(sealed: _Sealed, key: bytes) -> bool:
    return hmac.compare_digest(hmac.digest(key, sealed.nonce + sealed.content, "sha256"), sealed.tag)


def _decrypted(sealed: _Sealed, key: bytes) -> str:
    from cryptography.hazmat.primitives.ciphers import Cipher  # noqa: PLC0415 - not needed at the start
    from cryptography.hazmat.primitives.ciphers.algorithms import AES256  # noqa: PLC0415
    from cryptography.hazmat.primitives.ciphers.modes import CBC  # noqa: PLC0415
    from cryptography.hazmat.primitives.padding import PKCS7  # noqa: PLC0415

    decryptor, unpadder = Cipher(AES256(key), CBC(sealed.nonce)).decryptor(), PKCS7(128).unpadder()
    try:
        padded = decryptor.update(sealed.content) + decryptor.finalize()
        return (unpadder.update(padded) + unpadder.finalize()).decode()
    except ValueError:
        raise ValueError(_DAMAGED) from None


# Bitwarden: its JSON, of a person or an organisation, as its own exporter writes it.


LOGIN, NOTE, CARD, IDENTITY = 1, 2, 3, 4
OTHER_KINDS = {
    NOTE: "notes",
    5: "SSH keys",
    6: "bank accounts",
    7: "driving licences",
    8: "passports",
}
"""Kinds of entries that are passed over, and what to call them."""

_CONTENT = ("login", "card", "identity", "secureNote")
"""Under which key an entry keeps what it holds, by its kind."""


def is_bitwarden(whole: Json) -> bool:
    """Whether this is an export that is not encrypted, or what ``bw list items`` prints.

    Exports before December 2020, and other programs that write this format, do not say that they are not encrypted;
    they have entries beside folders or collections.

    >>> entry = {"type": 1, "name": "Shop", "login": {}}
    >>> [is_bitwarden(whole) for whole in ({"items": [entry], "folders": []}, [{**entry, "object": "item"}])]
    [True, True]
    >>> is_bitwarden({"encrypted": False, "items": []}), is_bitwarden({"items": [], "folders": []})
    (True, False)
    """
    if isinstance(whole, list):
        return any(entry.get("object") == "item" and _is_entry(entry) for entry in objects(whole))
    if part(whole, "encrypted") is False and isinstance(part(whole, "items"), list):
        return True
    grouped = any(isinstance(part(whole, key), list) for key in ("folders", "collections"))
    return grouped and any(map(_is_entry, objects(part(whole, "items"))))


def _is_entry(entry: Mapping[str, Json]) -> bool:
    return any(isinstance(entry.get(key), dict) for key in _CONTENT)


def read_bitwarden(whole: Json, classes: PasswordClasses) -> Findings:
    """The logins as accounts, identities and cards as facts about the person.

    Arguments:
        whole: the parsed file, as ``is_bitwarden`` knows it.
        classes: of the passwords of this import.

    >>> entry = {"type": 1, "name": "Shop", "login": {"uris": [{"uri": "shop.example"}], "username": "alice"}}
    >>> read_bitwarden({"encrypted": False, "items": [entry]}, PasswordClasses()).accounts[0].recipient
    'shop.example'
    """
    gathering = Gathering(classes)
    for entry in objects(whole if isinstance(whole, list) else part(whole, "items")):
        if entry.get("deletedDate"):
            gathering.leave_out("entries in the bin")
        else:
            _read_entry(entry, gathering)
    return gathering.findings()


def _read_entry(entry: Mapping[str, Json], gathering: Gathering) -> None:
    kind = _kind_of(entry)
    gathering.leave_out("notes", kind != NOTE and bool(entry.get("notes")))
    gathering.leave_out("fields of your own", sum(1 for _ in objects(entry.get("fields"))))
    if kind == LOGIN:
        _read_login(entry, gathering)
    elif kind == CARD:
        tell_card(gathering, part(entry, "card", "number"), part(entry, "card", "brand"))
    elif kind == IDENTITY:
        tell_identity(gathering, _identity(entry.get("identity")))
    else:
        gathering.leave_out(OTHER_KINDS.get(kind, "entries of other kinds") if isinstance(kind, int) else "entries")


def _kind_of(entry: Mapping[str, Json]) -> Json:
    """The kind that an entry states, else that of what it holds: some programs leave the number out."""
    kind = entry.get("type")
    if kind is not None:
        return kind
    kinds = {"login": LOGIN, "card": CARD, "identity": IDENTITY, "secureNote": NOTE}
    return next((kinds[key] for key in _CONTENT if isinstance(entry.get(key), dict)), None)


def _read_login(entry: Mapping[str, Json], gathering: Gathering) -> None:
    login = entry.get("login")
    gathering.leave_out("one-time codes", bool(part(login, "totp")))
    gathering.leave_out("passkeys", sum(1 for _ in objects(part(login, "fido2Credentials"))))
    gathering.login(
        entry.get("name"),
        [uri.get("uri") for uri in objects(part(login, "uris"))],
        [part(login, "username")],
        part(login, "password"),
        day_of(entry.get("creationDate")),
        day_of(entry.get("revisionDate")),
    )


def _identity(given: Json) -> Identity:
    street = [part(given, f"address{line}") for line in (1, 2, 3)]
    return Identity(
        name=[part(given, key) for key in ("firstName", "middleName", "lastName")],
        street=street,
        city=part(given, "city"),
        region=part(given, "state"),
        code=part(given, "postalCode"),
        country=part(given, "country"),
        employer=part(given, "company"),
        emails=[part(given, "email")],
        phones=[part(given, "phone")],
        user_names=[part(given, "username")],
        numbers={
            "National id": part(given, "ssn"),
            "Passport": part(given, "passportNumber"),
            "Driving licence": part(given, "licenseNumber"),
        },
    )
