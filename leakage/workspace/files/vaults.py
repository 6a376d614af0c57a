"""JSON of password managers, and CXF: where each of them writes what."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from leakage.workspace.files.entries import Entry, category_of, pairs_in, tell
from leakage.workspace.files.findings import Findings, Gathering
from leakage.workspace.files.headings import kind_of
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
_ONEPASSWORD = {
    "defphone": "phone",
    "homephone": "phone",
    "cellphone": "phone",
    "busphone": "phone",
    "website": "homepage",
}
_TYPED = {"creditCardNumber": "card number", "totp": "totp", "email": "email", "concealed": "own field"}


def _onepassword_fields(item: Item) -> Iterator[tuple[str, Json]]:
    category = str(item.get("categoryUuid") or "")
    for field in objects(list(values_at(item, "details/sections/*/fields/*"))):
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


def read_vault(whole: Json, vault: Vault) -> Findings:
    """The logins as accounts; identities, cards, documents and whose file it is as facts about the person."""
    gathering = Gathering()
    for owner in values_at(whole, vault["owners"]) if "owners" in vault else ():
        gathering.fact("Name", first_at(owner, "name"))
        gathering.fact("Email", first_at(owner, "email"))
    for path, category in vault["items"]:
        for item in objects(list(values_at(whole, path))):
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
        entry.read(
            pair for path in vault.get("inner", ()) for value in values_at(item, path) for pair in pairs_in(value)
        )
    if vault["program"] in _NAMED:
        entry.read(_NAMED[vault["program"]](item))
    return entry


def _category(item: Item, vault: Vault) -> str:
    word = first_at(item, vault["category"]) if "category" in vault else None
    if word is None:
        # Some writers of Bitwarden's format leave the number out.
        kinds = {"login": "login", "card": "card", "identity": "identity", "secureNote": "notes"}
        return next((category for key, category in kinds.items() if isinstance(item.get(key), dict)), "")
    known = next((category for category, words in vault.get("words", {}).items() if str(word) in words), "")
    return known or category_of(word)


# CXF 1.0 (FIDO Alliance, 2025-08-14): https://fidoalliance.org/specs/cx/cxf-v1.0-ps-20250814.html.


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
    for account in objects(whole.get("accounts")):
        gathering.fact("Name", account.get("fullName"))
        gathering.fact("Email", account.get("email"))
        for item in objects(account.get("items")):
            for credential in objects(item.get("credentials")):
                tell(gathering, _cxf_entry(item, credential))
    return gathering.findings("cxf", "CXF")


def _cxf_entry(item: Item, credential: Item) -> Entry:
    kind = str(credential.get("type"))
    entry = Entry(lists("shapes.toml")["cxf"].get(kind, "entries of other kinds"))
    entry.add("title", item.get("title"))
    for address in values_at(item, "scope/urls/*"):
        entry.add("address", address)
    for bundle in values_at(item, "scope/androidApps/*/bundleId"):
        entry.add("address", f"android://{bundle}")
    entry.add("created", item.get("creationAt"))
    entry.add("changed", item.get("modifiedAt"))
    if entry.category in ("login", "card", "identity", "document"):
        # Some programs write plain texts instead of objects with a value.
        plain = (
            (key, value.get("value") if isinstance(value, dict) else value)
            for key, value in credential.items()
            if key != "type"
        )
        entry.read((_CXF_KEYS.get(key, key), value) for key, value in plain if isinstance(value, str | int))
    return entry
