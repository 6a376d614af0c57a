"""Bitwarden: its JSON, of a person or an organisation, as its own exporter writes it."""

from __future__ import annotations

from collections.abc import Mapping

from leakage.workspace.files.days import day_of
from leakage.workspace.files.findings import Findings, Gathering
from leakage.workspace.files.json_text import Json, objects, part
from leakage.workspace.files.password_class import PasswordClasses
from leakage.workspace.files.passwords.identities import Identity, tell_card, tell_identity

LOGIN, NOTE, CARD, IDENTITY = 1, 2, 3, 4
OTHER_KINDS = {
    NOTE: "notes",
    5: "SSH keys",
    6: "bank accounts",
    7: "driving licences",
    8: "passports",
}
"""Kinds of entries that are passed over, and what to call them."""


def is_bitwarden(whole: Json) -> bool:
    """Whether this is an export that is not encrypted.

    >>> is_bitwarden({"encrypted": False, "items": []}), is_bitwarden({"items": []})
    (True, False)
    """
    return part(whole, "encrypted") is False and isinstance(part(whole, "items"), list)


def read_bitwarden(whole: Json, classes: PasswordClasses) -> Findings:
    """The logins as accounts, identities and cards as facts about the person.

    Arguments:
        whole: the parsed file.
        classes: of the passwords of this import.

    >>> entry = {"type": 1, "name": "Shop", "login": {"uris": [{"uri": "shop.example"}], "username": "alice"}}
    >>> read_bitwarden({"encrypted": False, "items": [entry]}, PasswordClasses()).accounts[0].recipient
    'shop.example'
    """
    gathering = Gathering(classes)
    for entry in objects(part(whole, "items")):
        if entry.get("deletedDate"):
            gathering.leave_out("entries in the bin")
        else:
            _read_entry(entry, gathering)
    return gathering.findings()


def _read_entry(entry: Mapping[str, Json], gathering: Gathering) -> None:
    kind = entry.get("type")
    gathering.leave_out("notes", kind != NOTE and bool(entry.get("notes")))
    gathering.leave_out("fields of your own", sum(1 for _ in objects(entry.get("fields"))))
    if kind == LOGIN or (kind is None and "login" in entry):
        _read_login(entry, gathering)
    elif kind == CARD:
        tell_card(gathering, part(entry, "card", "number"), part(entry, "card", "brand"))
    elif kind == IDENTITY:
        tell_identity(gathering, _identity(entry.get("identity")))
    else:
        gathering.leave_out(OTHER_KINDS.get(kind, "entries of other kinds") if isinstance(kind, int) else "entries")


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
