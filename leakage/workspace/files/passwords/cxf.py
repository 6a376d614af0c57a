"""CXF 1.0: the format in which password managers hand credentials to one another (FIDO Alliance, 2025-08-14)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from leakage.workspace.files.findings import Findings, Gathering
from leakage.workspace.files.passwords.columns import Identity, tell_card, tell_identity
from leakage.workspace.files.sites import PasswordClasses
from leakage.workspace.files.texts import Json, day_of, objects, part

OTHER_KINDS = {
    "totp": "one-time codes",
    "passkey": "passkeys",
    "note": "notes",
    "custom-fields": "fields of your own",
    "ssh-key": "SSH keys",
    "wifi": "wireless networks",
    "api-key": "keys of programs",
    "file": "attached files",
    "generated-password": "generated passwords",
    "item-reference": "links to other entries",
}
"""Credentials that are passed over, and what to call them."""

_NUMBERS = {
    "passport": ("Passport", "passportNumber"),
    "drivers-license": ("Driving licence", "licenseNumber"),
    "identity-document": ("National id", "documentNumber"),
}


def is_cxf(whole: Json) -> bool:
    """Whether this is such a file.

    >>> is_cxf({"version": {"major": 1}, "accounts": []}), is_cxf({"version": 1, "accounts": []})
    (True, False)
    """
    return isinstance(part(whole, "version", "major"), int) and isinstance(part(whole, "accounts"), list)


def read_cxf(whole: Json, classes: PasswordClasses) -> Findings:
    """The logins as accounts; names, addresses, cards, documents and whose file it is as facts about the person.

    Source: https://fidoalliance.org/specs/cx/cxf-v1.0-ps-20250814.html.

    Arguments:
        whole: the parsed file, of version 1.
        classes: of the passwords of this import.

    Raises:
        ValueError: for another version.

    >>> login = {"type": "basic-auth", "username": {"fieldType": "string", "value": "alice"}}
    >>> item = {"title": "Shop", "scope": {"urls": ["https://shop.example"]}, "credentials": [login]}
    >>> read_cxf({"version": {"major": 1}, "accounts": [{"items": [item]}]}, PasswordClasses()).accounts[0].facts
    (('User name', 'alice'),)
    """
    if part(whole, "version", "major") != 1:
        raise ValueError("this is a later version of CXF than 1, which is not read yet")
    gathering = Gathering(classes)
    for account in objects(part(whole, "accounts")):
        tell_identity(gathering, Identity(name=[account.get("fullName")], emails=[account.get("email")]))
    for item in _items(whole):
        for credential in objects(item.get("credentials")):
            _read(item, credential, gathering)
    return gathering.findings()


def _items(whole: Json) -> Iterator[Mapping[str, Json]]:
    for account in objects(part(whole, "accounts")):
        yield from objects(account.get("items"))


def _read(item: Mapping[str, Json], credential: Mapping[str, Json], gathering: Gathering) -> None:
    def value(key: str) -> Json:
        # Some programs write plain texts.
        given = credential.get(key)
        return part(given, "value") if isinstance(given, dict) else given

    kind = credential.get("type")
    if kind == "basic-auth":
        created, changed = (day_of(item.get(key)) for key in ("creationAt", "modifiedAt"))
        gathering.login(item.get("title"), _addresses(item), [value("username")], value("password"), created, changed)
    elif kind == "credit-card":
        tell_card(gathering, value("number"), value("cardType"))
    elif kind == "address":
        places = {key: value(key) for key in ("city", "territory", "postalCode", "country", "tel")}
        tell_identity(
            gathering,
            Identity(
                street=[value("streetAddress")],
                city=places["city"],
                region=places["territory"],
                code=places["postalCode"],
                country=places["country"],
                phones=[places["tel"]],
            ),
        )
    elif kind == "person-name":
        names = [value(key) for key in ("given", "given2", "surnamePrefix", "surname", "surname2")]
        tell_identity(gathering, Identity(name=names))
    elif isinstance(kind, str) and kind in _NUMBERS:
        label, key = _NUMBERS[kind]
        tell_identity(gathering, Identity(birthday=value("birthDate"), numbers={label: value(key)}))
    else:
        gathering.leave_out(OTHER_KINDS.get(str(kind), "entries of other kinds"))


def _addresses(item: Mapping[str, Json]) -> list[Json]:
    urls = part(item, "scope", "urls")
    apps = (f"android://{app.get('bundleId')}" for app in objects(part(item, "scope", "androidApps")))
    return [*(urls if isinstance(urls, list) else ()), *apps]
