"""Firefox: ``autofill-profiles.json``, which lies in the folder of its profile."""

from __future__ import annotations

from collections.abc import Mapping

from leakage.workspace.files.findings import Findings, Gathering
from leakage.workspace.files.json_text import Json, objects, part
from leakage.workspace.files.password_class import PasswordClasses
from leakage.workspace.files.passwords.identities import Identity, tell_card, tell_identity

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
