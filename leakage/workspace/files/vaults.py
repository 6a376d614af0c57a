"""JSON of password managers and CXF, KeePass 2's XML, and Bitwarden's locked export."""

from __future__ import annotations

import base64
import contextlib
import functools
import hashlib
import hmac
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from leakage.workspace.files.entries import Entry, category_of, kind_of, pairs_in, tell
from leakage.workspace.files.findings import Findings, Gathering
from leakage.workspace.files.text import Json, beginning_of, first_at, leads, lists, objects, squeezed, values_at

Item = Mapping[str, Json]
Vault = Mapping[str, Any]
"""An entry of ``shapes.toml``."""

# Fields that are named in the file itself.


def _enpass_fields(item: Item) -> Iterator[tuple[str, Json]]:
    for one in objects(item.get("fields")):
        kind, label = (squeezed(str(one.get(key) or "")) for key in ("type", "label"))
        if not one.get("deleted"):
            yield kind if kind_of(kind) else label, one.get("value")


_KEEPER = {"number": "phone", "first": "first name", "last": "last name", "onetimecode": "totp", "tfckeeper": "totp"}


def _keeper_fields(item: Item) -> Iterator[tuple[str, Json]]:
    fields = item.get("custom_fields")
    for name, value in fields.items() if isinstance(fields, dict) else ():
        kind, label, *_ = (*str(name).lstrip("$").split(":"), "")
        inside = pairs_in(value, kind) if isinstance(value, dict | list) else [(label or kind, value)]
        yield from ((_KEEPER.get(squeezed(key), key), each) for key, each in inside)


_DOCUMENTS = {"101": "iban", "103": "driving licence", "106": "passport", "108": "ssn"}
_ONEPASSWORD = {**dict.fromkeys(("defphone", "homephone", "cellphone", "busphone"), "phone"), "website": "homepage"}
_TYPED = {"creditCardNumber": "card number", "totp": "totp", "email": "email", "concealed": "own field"}


def _onepassword_fields(item: Item) -> Iterator[tuple[str, Json]]:
    category = str(item.get("categoryUuid") or "")
    for field in objects(values_at(item, "details/sections/*/fields/*")):
        value, name = field.get("value"), squeezed(str(field.get("id") or ""))
        kind, content = next(iter(value.items()), ("", None)) if isinstance(value, dict) else ("", value)
        if kind == "email" and isinstance(content, dict):
            content = content.get("email_address")
        if kind == "address":
            yield from pairs_in(content)
        elif name in ("number", "accountno", "iban") and category in _DOCUMENTS:
            yield _DOCUMENTS[category], content
        else:
            known = "card type" if (name, category) == ("type", "002") else _ONEPASSWORD.get(name, name)
            yield _TYPED.get(kind, known), "an object" if isinstance(content, dict) else content


_NAMED: dict[str, Callable[[Item], Iterator[tuple[str, Json]]]] = {
    "1Password": _onepassword_fields,
    "Enpass": _enpass_fields,
    "Keeper": _keeper_fields,
}


def vault_of(whole: Json) -> Vault | None:
    """The program of ``shapes.toml`` whose export this is; None where it is none."""
    beginning, known = beginning_of(whole), lists("shapes.toml")["vault"]
    return next((one for one in known if any(leads(beginning, sign) for sign in one["signs"])), None)


def read_vault(whole: Json) -> Findings:
    """The logins as accounts; identities, cards, documents and whose file it is as facts about the person."""
    gathering, vault = Gathering(), vault_of(whole) or {}
    for owner in values_at(whole, vault["owners"]) if "owners" in vault else ():
        gathering.fact("Name", first_at(owner, "name"))
        gathering.fact("Email", first_at(owner, "email"))
    for path, category in vault["items"]:
        for item in objects(values_at(whole, path)):
            # Older exports of 1Password wrap each.
            inner = item.get("item")
            tell(gathering, _entry(inner if isinstance(inner, dict) else item, category, vault))
    return gathering.findings("vault", vault["program"])


def _entry(item: Item, category: str, vault: Vault) -> Entry:
    entry = Entry(category or _category(item, vault))
    for path, values, words in vault.get("aside", ()):
        value = first_at(item, path)
        entry.aside = entry.aside or (words if (str(value) in values if values else bool(value)) else "")
    for kind, paths in vault.get("fields", {}).items():
        for value in (value for path in paths for value in values_at(item, path)):
            entry.add(kind, value)
    if entry.category in ("identity", "card", "document"):
        inner = (value for path in vault.get("inner", ()) for value in values_at(item, path))
        entry.read(pair for value in inner for pair in pairs_in(value))
    if vault["program"] in _NAMED:
        entry.read(_NAMED[vault["program"]](item))
    return entry


def _category(item: Item, vault: Vault) -> str:
    word = first_at(item, vault["category"]) if "category" in vault else None
    if word is None:
        # Some writers of Bitwarden's format leave the number out.
        word = next(
            (key for key in ("login", "card", "identity", "secureNote") if isinstance(item.get(key), dict)), None
        )
    known = next((category for category, words in vault.get("words", {}).items() if str(word) in words), "")
    return known or category_of(word)


# CXF 1.0 (FIDO Alliance, 2025-08-14): https://fidoalliance.org/specs/cx/cxf-v1.0-ps-20250814.html.
_CXF_PATHS = (
    *(("title", "title"), ("created", "creationAt"), ("changed", "modifiedAt")),
    *(("address", "scope/urls/*"), ("address", "scope/androidApps/*/bundleId")),
)
_CXF_KEYS = {"number": "card number", "surname2": "last name", "tel": "phone"}


def is_cxf(whole: Json) -> bool:
    """Whether this is such a file."""
    return isinstance(first_at(whole, "version/major"), int) and leads(whole, "accounts")


def read_cxf(whole: Json) -> Findings:
    """The logins as accounts; names, addresses, cards, documents and whose file it is as facts about the person.

    Raises:
        ValueError: for another version.
    """
    if first_at(whole, "version/major") != 1:
        raise ValueError("this is a later version of CXF than 1, which is not read yet")
    gathering = Gathering()
    for label, path in (("Name", "accounts/*/fullName"), ("Email", "accounts/*/email")):
        for value in values_at(whole, path):
            gathering.fact(label, value)
    for item in objects(values_at(whole, "accounts/*/items/*")):
        for credential in objects(item.get("credentials")):
            tell(gathering, _cxf_entry(item, credential))
    return gathering.findings("cxf", "CXF")


def _cxf_entry(item: Item, credential: Item) -> Entry:
    entry = Entry(lists("shapes.toml")["cxf"].get(str(credential.get("type")), "entries of other kinds"))
    for kind, path in _CXF_PATHS:
        for value in values_at(item, path):
            entry.add(kind, f"android://{value}" if path.endswith("bundleId") else value)
    if entry.category in ("login", "card", "identity", "document"):
        # Some programs write plain texts instead of objects with a value.
        plain = ((key, one.get("value") if isinstance(one, dict) else one) for key, one in credential.items())
        entry.read((_CXF_KEYS.get(key, key), one) for key, one in plain if key != "type" and isinstance(one, str | int))
    return entry


# KeePass 2's XML: no document type, so no entities, and nothing from elsewhere.
_KEEPASS = {"Title": "title", "UserName": "user", "Password": "password", "URL": "address", "Notes": "note"}
_TIMES = {"created": "Times/CreationTime", "changed": "Times/LastModificationTime", "used": "Times/LastAccessTime"}
_REFERENCE = re.compile(r"\{REF:([TUPAN])@([TUPANI]):([^}]*)\}", re.IGNORECASE)
_FIELDS = {"t": "Title", "u": "UserName", "p": "Password", "a": "URL", "n": "Notes", "i": "UUID"}


def read_keepass(text: str) -> Findings:
    """The entries as accounts, without their history and without the recycle bin; references to others are followed.

    Raises:
        ValueError: with one sentence, for a document type, or text that is not well-formed.
    """
    if "<!DOCTYPE" in text:
        raise ValueError("the file has a document type, which no export of KeePass has; it is not opened")
    root = None
    with contextlib.suppress(ET.ParseError):
        # What declares another encoding was decoded already.
        root = ET.fromstring(re.sub(r"^\s*<\?xml[^>]*\?>", "", text, count=1))
    if root is None:
        raise ValueError("the file is not complete XML; was it cut short or changed?")
    found = [(entry, _strings(entry), in_bin) for entry, in_bin in _entries(root)]
    # An ambiguous reference means the first entry.
    everything = {(key, text.casefold()): strings for _, strings, _ in reversed(found) for key, text in strings.items()}
    gathering = Gathering()
    for element, strings, in_bin in found:
        entry = Entry(aside="entries in the bin" if in_bin else "")
        for key, value in strings.items():
            if key != "UUID":
                entry.add(_KEEPASS.get(key, "fields"), _followed(value, everything, key == "Password"))
        for kind, path in _TIMES.items():
            entry.add(kind, element.findtext(path))
        tell(gathering, entry)
    return gathering.findings("keepass", "KeePass")


def _entries(root: ET.Element) -> Iterator[tuple[ET.Element, bool]]:
    recycled = root.findtext("Meta/RecycleBinUUID") or ""
    waiting = [(group, False) for group in root.findall("Root/Group")]
    while waiting:
        group, in_bin = waiting.pop()
        in_bin = in_bin or (bool(recycled) and group.findtext("UUID") == recycled)
        yield from ((entry, in_bin) for entry in group.findall("Entry"))
        waiting.extend((inner, in_bin) for inner in reversed(group.findall("Group")))


def _strings(entry: ET.Element) -> dict[str, str]:
    strings = {one.findtext("Key") or "": one.findtext("Value") or "" for one in entry.findall("String")}
    try:
        return {**strings, "UUID": base64.b64decode(entry.findtext("UUID") or "").hex()}
    except ValueError:
        return strings


def _followed(value: str, everything: Mapping[tuple[str, str], Mapping[str, str]], secret: bool, depth: int = 3) -> str:
    if "{REF:" not in value.upper() or not depth:
        return value

    def target(reference: re.Match[str]) -> str:
        wanted, by, text = (part.casefold() for part in reference.groups())
        if wanted == "p" and not secret:
            return ""
        entry = everything.get((_FIELDS[by], text), {})
        return _followed(entry.get(_FIELDS[wanted], ""), everything, secret, depth - 1)

    return _REFERENCE.sub(target, value)


# Bitwarden's password-protected JSON, opened here, so that no plain file is ever needed.
MAX_ITERATIONS = 2_000_000
_DAMAGED = "the encrypted part of the file is damaged"


class PasswordNeededError(ValueError):
    """The file is locked, and the password is missing or wrong."""


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
    # The extra "vault" brings cryptography; without it every other file is read.
    from cryptography.hazmat.primitives.ciphers import Cipher  # noqa: PLC0415
    from cryptography.hazmat.primitives.ciphers.algorithms import AES256  # noqa: PLC0415
    from cryptography.hazmat.primitives.ciphers.modes import CBC  # noqa: PLC0415
    from cryptography.hazmat.primitives.padding import PKCS7  # noqa: PLC0415

    derived = _derivation(whole)
    if not 0 < len(password) <= 1_000:
        raise PasswordNeededError("the file is locked with a password")
    encryption, authentication = derived(password.encode("utf-8", "replace"))
    nonce = content = b""
    wrong = PasswordNeededError("the password does not open the file"), ValueError(_DAMAGED)
    for name, error in zip(("encKeyValidation_DO_NOT_EDIT", "data"), wrong, strict=True):
        nonce, content, tag = _parts(first_at(whole, name))
        if not hmac.compare_digest(hmac.digest(authentication, nonce + content, "sha256"), tag):
            raise error
    decryptor, unpadder = Cipher(AES256(encryption), CBC(nonce)).decryptor(), PKCS7(128).unpadder()
    try:
        padded = decryptor.update(content) + decryptor.finalize()
        return (unpadder.update(padded) + unpadder.finalize()).decode()
    except ValueError:
        raise ValueError(_DAMAGED) from None


def _derivation(whole: Json) -> Callable[[bytes], tuple[bytes, ...]]:
    from cryptography.hazmat.primitives.hashes import SHA256  # noqa: PLC0415
    from cryptography.hazmat.primitives.kdf.argon2 import Argon2id  # noqa: PLC0415
    from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand  # noqa: PLC0415

    asked = (first_at(whole, key) for key in ("kdfType", "kdfIterations", "kdfParallelism", "kdfMemory"))
    kind, iterations, lanes, memory = (n if isinstance(n, int) and not isinstance(n, bool) else -1 for n in asked)
    # The salt is taken as the text that stands there, and not decoded.
    salt, memory = whole["salt"].encode("utf-8", "replace"), 1024 * memory
    derive: Callable[[bytes], bytes]
    if kind == 0 and 1 <= iterations <= MAX_ITERATIONS:
        derive = functools.partial(hashlib.pbkdf2_hmac, "sha256", salt=salt, iterations=iterations, dklen=32)
    elif kind == 1 and 1 <= lanes <= 16 and 8 * lanes <= memory <= 1 << 20 and 1 <= iterations <= (1 << 22) // memory:
        digest = hashlib.sha256(salt).digest()
        derive = Argon2id(salt=digest, length=32, iterations=iterations, lanes=lanes, memory_cost=memory).derive
    else:
        raise ValueError("this file asks for more memory or time than may be spent on it, or for another kind of key")

    def keys(password: bytes) -> tuple[bytes, ...]:
        key = derive(password)
        return tuple(HKDFExpand(SHA256(), 32, info).derive(key) for info in (b"enc", b"mac"))

    return keys


def _parts(text: Json) -> tuple[bytes, bytes, bytes]:
    kind, _, rest = text.partition(".") if isinstance(text, str) else ("", "", "")
    try:
        nonce, content, tag = (base64.b64decode(part, validate=True) for part in rest.split("|"))
    except ValueError:
        raise ValueError(_DAMAGED) from None
    if kind != "2" or len(nonce) != 16 or not content or len(content) % 16:
        raise ValueError(_DAMAGED)
    return nonce, content, tag
