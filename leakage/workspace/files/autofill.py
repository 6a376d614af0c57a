"""What browsers fill in by themselves: the exports of Chrome and Firefox.

Chrome: the addresses in Google Takeout, whose inner keys nobody has written down.

The fields are therefore looked for by what their names say, at whatever depth they lie.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from leakage.workspace.files.findings import Findings, Gathering
from leakage.workspace.files.passwords.columns import Identity, tell_card, tell_identity
from leakage.workspace.files.sites import PasswordClasses
from leakage.workspace.files.texts import Json, objects, part

# What browsers fill in for a person: whole profiles.


SECTIONS = ("Autofill Profile", "Contact Info", "Autofill")
MAX_DEPTH = 6
_LABELS: tuple[tuple[str, str], ...] = (
    ("name full|full name|name_full", "Name"),
    ("email", "Email"),
    ("phone|tel", "Phone"),
    ("street address|street_address|address line|address_home_line1|home_street_address", "Address"),
    ("zip|postal", "Post code"),
    ("city|locality", "City"),
    ("state|region", "Region"),
    ("country", "Country"),
    ("company|organization", "Employer"),
)


def is_chrome_autofill(whole: Json) -> bool:
    """Whether this is such a file.

    >>> is_chrome_autofill({"Autofill Profile": []}), is_chrome_autofill({"Autofill": 1})
    (True, False)
    """
    return any(isinstance(part(whole, section), list) for section in SECTIONS)


def read_chrome_autofill(whole: Json, classes: PasswordClasses) -> Findings:
    """The addresses as facts about the person; single form fields are counted and passed over.

    >>> profile = {"Autofill Profile": [{"name_full": ["Robin"], "email_address": ["a@b.c"]}]}
    >>> read_chrome_autofill(profile, PasswordClasses()).profile
    (('Name', 'Robin'), ('Email', 'a@b.c'))
    """
    gathering = Gathering(classes)
    for section in SECTIONS[:2]:
        for entry in objects(part(whole, section)):
            for key, value in _texts(entry, "", MAX_DEPTH):
                _tell(key, value, gathering)
    gathering.leave_out("single form fields", sum(1 for _ in objects(part(whole, "Autofill"))))
    return gathering.findings()


def _texts(value: Json, key: str, depth: int) -> Iterator[tuple[str, str]]:
    """The texts in a value with the key each stands under."""
    if isinstance(value, str):
        yield key, value
    elif depth and isinstance(value, list):
        for entry in value:
            yield from _texts(entry, key, depth - 1)
    elif depth and isinstance(value, dict):
        # Newer exports name the field in one entry and its text in another.
        named = value.get("type") or value.get("field")
        for inner, entry in value.items():
            yield from _texts(entry, named if inner == "value" and isinstance(named, str) else inner, depth - 1)


def _tell(key: str, value: str, gathering: Gathering) -> None:
    words = key.replace("_", " ").casefold()
    for pattern, label in _LABELS:
        if re.search(pattern.replace("_", " "), words):
            gathering.fact(label, value)
            return


# Firefox: ``autofill-profiles.json``, which lies in the folder of its profile.


_NAME = ("given-name", "additional-name", "family-name")


def is_firefox_autofill(whole: Json) -> bool:
    """Whether this is such a file.

    >>> is_firefox_autofill({"version": 1, "addresses": [{"guid": "x"}], "creditCards": []})
    True
    """
    return any(isinstance(part(whole, key), list) for key in ("addresses", "creditCards")) and "version" in whole


def read_firefox_autofill(whole: Json, classes: PasswordClasses) -> Findings:
    """The addresses and cards as facts about the person; deleted ones are passed over.

    >>> read_firefox_autofill({"version": 1, "addresses": [{"tel": "+15550100"}]}, PasswordClasses()).profile
    (('Phone', '+15550100'),)
    """
    gathering = Gathering(classes)
    for address in objects(part(whole, "addresses")):
        if not address.get("deleted"):
            tell_identity(gathering, _identity(address))
    for card in objects(part(whole, "creditCards")):
        if not card.get("deleted"):
            tell_card(gathering, card.get("cc-number"), card.get("cc-type"))
    return gathering.findings()


def _identity(address: Mapping[str, Json]) -> Identity:
    street = address.get("street-address")
    return Identity(
        name=[address.get("name")] if address.get("name") else [address.get(key) for key in _NAME],
        street=street.splitlines() if isinstance(street, str) else (),
        city=address.get("address-level2"),
        region=address.get("address-level1"),
        code=address.get("postal-code"),
        country=address.get("country"),
        employer=address.get("organization"),
        emails=[address.get("email")],
        phones=[address.get("tel")],
    )
