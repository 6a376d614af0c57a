"""1Password's 1PUX: the part ``export.data`` of its archive."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from leakage.workspace.files.findings import Findings, Gathering
from leakage.workspace.files.passwords.columns import Identity, tell_card, tell_identity
from leakage.workspace.files.sites import PasswordClasses
from leakage.workspace.files.texts import Json, day_of, objects, part

LOGINS = ("001", "005")
CARD, NOTE, IDENTITY = "002", "003", "004"
DOCUMENTS = {"101": "Bank account", "103": "Driving licence", "106": "Passport", "108": "National id"}
"""Categories with a number, and the label it has here."""

OTHER_KINDS = {"105": "memberships", "107": "reward programmes", "111": "mail accounts"}
_NUMBERS = ("iban", "accountno", "number")


def is_1pux(whole: Json) -> bool:
    """Whether this is the content of a 1PUX archive.

    >>> is_1pux({"accounts": [{"attrs": {}, "vaults": []}]}), is_1pux({"accounts": []})
    (True, False)
    """
    return any("vaults" in account for account in objects(part(whole, "accounts")))


def read_1pux(whole: Json, classes: PasswordClasses) -> Findings:
    """The logins as accounts; identities, cards, documents and whose file it is as facts about the person.

    Arguments:
        whole: the parsed ``export.data``.
        classes: of the passwords of this import.

    >>> login = {"categoryUuid": "001", "overview": {"url": "https://shop.example", "title": "Shop"}}
    >>> whole = {"accounts": [{"vaults": [{"items": [login]}]}]}
    >>> read_1pux(whole, PasswordClasses()).accounts[0].recipient
    'shop.example'
    """
    gathering = Gathering(classes)
    for account in objects(part(whole, "accounts")):
        owner = account.get("attrs")
        tell_identity(gathering, Identity(name=[part(owner, "name")], emails=[part(owner, "email")]))
    for item in _items(whole):
        if item.get("state") in ("deleted", "trashed"):
            gathering.leave_out("entries in the bin")
        else:
            _read_item(item, gathering)
    return gathering.findings()


def _items(whole: Json) -> Iterator[Mapping[str, Json]]:
    for account in objects(part(whole, "accounts")):
        for vault in objects(part(account, "vaults")):
            for item in objects(part(vault, "items")):
                # Older exports wrap each.
                inner = item.get("item")
                yield inner if isinstance(inner, dict) else item


def _read_item(item: Mapping[str, Json], gathering: Gathering) -> None:
    category, fields = str(item.get("categoryUuid")), dict(_fields(item))
    gathering.leave_out("notes", bool(part(item, "details", "notesPlain")))
    if category in LOGINS:
        _read_login(item, gathering)
    elif category == CARD:
        tell_card(gathering, fields.get("ccnum"), fields.get("type"))
    elif category == IDENTITY:
        tell_identity(gathering, _identity(fields))
    elif category in DOCUMENTS:
        number = next((fields[key] for key in _NUMBERS if fields.get(key)), None)
        tell_identity(gathering, Identity(numbers={DOCUMENTS[category]: number}))
    elif category != NOTE:
        gathering.leave_out(OTHER_KINDS.get(category, "entries of other kinds"))


def _read_login(item: Mapping[str, Json], gathering: Gathering) -> None:
    overview, names, password = item.get("overview"), [], part(item, "details", "password")
    for field in objects(part(item, "details", "loginFields")):
        if field.get("designation") == "username":
            names.append(_plain(field.get("value")))
        elif field.get("designation") == "password":
            password = field.get("value")
    addresses = [part(overview, "url"), *(entry.get("url") for entry in objects(part(overview, "urls")))]
    gathering.leave_out("fields of your own", sum(1 for _ in _fields(item)))
    created, changed = (day_of(item.get(key)) for key in ("createdAt", "updatedAt"))
    gathering.login(part(overview, "title"), addresses, names, password, created, changed)


def _fields(item: Mapping[str, Json]) -> Iterator[tuple[str, Json]]:
    """The fields of all sections by their ids; what is concealed is passed over."""
    for section in objects(part(item, "details", "sections")):
        for field in objects(section.get("fields")):
            value = field.get("value")
            if isinstance(value, dict) and len(value) == 1 and "concealed" not in value and "totp" not in value:
                yield str(field.get("id")).casefold(), _plain(next(iter(value.values())))


def _plain(value: Json) -> Json:
    address = part(value, "email_address")
    return value if address is None else address


def _identity(fields: Mapping[str, Json]) -> Identity:
    address = fields.get("address")
    return Identity(
        name=[fields.get(key) for key in ("firstname", "initial", "lastname")],
        street=[part(address, "street")],
        city=part(address, "city"),
        region=part(address, "state"),
        code=part(address, "zip"),
        country=part(address, "country"),
        employer=fields.get("company"),
        emails=[fields.get("email")],
        phones=[fields.get(key) for key in ("defphone", "homephone", "cellphone", "busphone")],
        user_names=[fields.get("username")],
        birthday=fields.get("birthdate"),
        others={"Job title": fields.get("jobtitle"), "Website": fields.get("website")},
    )
