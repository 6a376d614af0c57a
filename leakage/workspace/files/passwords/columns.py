"""Password exports as CSV, and the identities that they hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from leakage.workspace.files.csv_cells import Line, header_of, lines_of, unguarded
from leakage.workspace.files.findings import Findings, Gathering
from leakage.workspace.files.sites import PasswordClasses
from leakage.workspace.files.texts import cleaned, day_of, last_digits
from leakage.workspace.tables import folded

# Identities and cards that password managers and browsers keep, as facts about the person.


@dataclass(frozen=True, slots=True)
class Identity:
    """What a file says about the person, as it stands there; nothing of it shows in a log.

    Arguments:
        name: its parts, in the order they are said.
        numbers: of documents, by label; only their last characters are kept.
        others: further facts, by label.
    """

    name: Sequence[object] = field(repr=False, default=())
    street: Sequence[object] = field(repr=False, default=())
    city: object = field(repr=False, default=None)
    region: object = field(repr=False, default=None)
    code: object = field(repr=False, default=None)
    country: object = field(repr=False, default=None)
    employer: object = field(repr=False, default=None)
    emails: Sequence[object] = field(repr=False, default=())
    phones: Sequence[object] = field(repr=False, default=())
    user_names: Sequence[object] = field(repr=False, default=())
    birthday: object = field(repr=False, default=None)
    numbers: Mapping[str, object] = field(repr=False, default_factory=dict)
    others: Mapping[str, object] = field(repr=False, default_factory=dict)


def tell_identity(gathering: Gathering, identity: Identity) -> None:
    """The facts of an identity; of numbers of documents the last four characters."""
    gathering.fact("Name", " ".join(filter(None, map(cleaned, identity.name))))
    gathering.fact("Address", ", ".join(filter(None, map(cleaned, identity.street))))
    gathering.fact("Post code", identity.code)
    gathering.fact("City", identity.city)
    gathering.fact("Region", identity.region)
    gathering.fact("Country", identity.country)
    gathering.fact("Employer", identity.employer)
    gathering.fact("Date of birth", day_of(identity.birthday) or identity.birthday)
    for label, values in (("Email", identity.emails), ("Phone", identity.phones), ("User name", identity.user_names)):
        for value in values:
            gathering.fact(label, value)
    for label, number in identity.numbers.items():
        gathering.fact(label, last_digits(number))
    for label, value in identity.others.items():
        gathering.fact(label, value)


def tell_card(gathering: Gathering, number: object, brand: object = None) -> None:
    """A card by its last four digits and, where it is known, its brand."""
    ending = last_digits(number)
    if ending:
        gathering.fact("Card", f"{cleaned(brand, 30)} {ending}".strip())
    else:
        gathering.leave_out("cards without a number")


# Tables of logins: the CSV files of password managers and browsers, which name the same few columns differently.


TITLE = ("title", "name", "account", "entry")
ADDRESS = ("url", "login uri", "website", "web site", "site", "login url", "uri")
USER = ("username", "login username", "login", "user", "user name", "email", "login name", "username2", "username3")
PASSWORD = ("password", "login password", "pwd", "pass", "passwort", "kennwort", "mot de passe", "contrasena")
CREATED = ("created", "timecreated", "createtime", "created at", "date created")
CHANGED = ("timepasswordchanged", "last modified", "modifytime", "modified", "updated")
KIND = ("type",)
_LEFT_OUT = {
    "notes": ("notes", "note", "extra", "comments"),
    "one-time codes": ("totp", "otpauth", "login totp", "otpsecret", "otpurl", "otp"),
    "fields of your own": ("fields", "custom fields", "rffieldsv2"),
}
_ALIEN = {
    "folder": "folders",
    "note": "notes",
    "securenote": "notes",
    "secure note": "notes",
    "alias": "aliases",
    "sshkey": "SSH keys",
}
_CARDS = ("creditcard", "credit card", "card")
_IDENTITIES = ("identity", "personal info")
_NOTE_ADDRESS = "http://sn"
"""What LastPass writes for the address of a note."""

_OWN_ACCOUNT = "chrome://"
"""How the address of the browser's own account begins."""

_ALONE = ("pass", "code")
"""Words that mean a secret only where they stand alone: a boarding pass and a post code are none."""

_CODES = ("pin", "cvv", "cvc", "secret", "passphrase", "private key", "recovery code")
_NUMBERS = ("cardnumber", "card number", "cc number")
SECRET = frozenset((*PASSWORD, *_LEFT_OUT["one-time codes"], *_CODES, *_NUMBERS, *_ALONE))
"""Headings of columns whose values no reader keeps, in whatever table they stand."""


def is_secret(heading: str) -> bool:
    """Whether a column holds passwords or the like.

    >>> is_secret("Login_Password"), is_secret("My PIN code"), is_secret("Opinion")
    (True, True, False)
    """
    words = folded(heading)
    inner = SECRET.difference(_ALONE)
    return words in SECRET or any(f" {secret} " in f" {words} " for secret in inner) or "passw" in words


def is_logins(headings: Sequence[str]) -> bool:
    """Whether a table is one of logins: it has a column of passwords, and one that says where.

    >>> is_logins(["url", "username", "password"]), is_logins(["Shop", "Phone"])
    (True, False)
    """
    names = {folded(heading) for heading in headings}
    return bool(names & set(PASSWORD)) and bool(names & {*TITLE, *ADDRESS})


def read_logins(text: str, classes: PasswordClasses) -> Findings:
    """The rows of a table of logins as accounts; rows of cards and identities as facts about the person.

    Arguments:
        text: CSV.
        classes: of the passwords of this import.

    Raises:
        ValueError: with one sentence, which repeats nothing of the file, where no row can be read.

    >>> found = read_logins("name,url,username,password\\nShop,https://shop.example,alice,moon\\n", PasswordClasses())
    >>> found.accounts[0].site, found.accounts[0].facts, found.accounts[0].password
    ('shop.example', (('User name', 'alice'),), 0)
    """
    lines = lines_of(text.encode("utf-8", "replace"))
    header = [folded(heading) for heading in header_of(lines)]
    if not is_logins(header):
        raise ValueError("the table has no column of passwords, or none that says where they belong")
    gathering = Gathering(classes)
    for line in lines:
        _read_line(line, header, gathering)
    return gathering.findings()


def _read_line(line: Line, header: Sequence[str], gathering: Gathering) -> None:
    number, cells = line
    if len(cells) > len(header) and any(cell.strip() for cell in cells[len(header) :]):
        gathering.refuse(f"line {number}", f"there are more than the {len(header)} cells of the first line")
        return
    row = dict(zip(header, cells, strict=False))
    kind, address = folded(_first(row, KIND)), _first(row, ADDRESS)
    for what, headings in _LEFT_OUT.items():
        gathering.leave_out(what, bool(_first(row, headings)))
    if kind in _CARDS:
        tell_card(gathering, _first(row, ("cardnumber", "card number", "number")))
    elif kind in _IDENTITIES:
        tell_identity(gathering, _identity(row))
    elif kind in _ALIEN or address == _NOTE_ADDRESS:
        gathering.leave_out(_ALIEN.get(kind, "notes"), not _first(row, _LEFT_OUT["notes"]))
    elif address.startswith(_OWN_ACCOUNT):
        gathering.leave_out("the browser's own account")
    else:
        _read_login(row, address, gathering)


def _read_login(row: Mapping[str, str], address: str, gathering: Gathering) -> None:
    gathering.login(
        _first(row, TITLE),
        # Bitwarden puts several into one cell.
        (entry.strip() for entry in address.split(",")),
        list(dict.fromkeys(unguarded(row[heading]) for heading in USER if row.get(heading))),
        _first(row, PASSWORD),
        day_of(_first(row, CREATED)),
        day_of(_first(row, CHANGED)),
    )


def _identity(row: Mapping[str, str]) -> Identity:
    return Identity(
        name=[_first(row, ("full name", "name"))],
        street=[_first(row, ("address1",)), _first(row, ("address2",))],
        city=_first(row, ("city",)),
        region=_first(row, ("state",)),
        code=_first(row, ("zipcode", "zip")),
        country=_first(row, ("country",)),
        emails=[_first(row, ("email",))],
        phones=[_first(row, ("phone number", "phone"))],
    )


def _first(row: Mapping[str, str], headings: Iterable[str]) -> str:
    return next((row[heading] for heading in headings if row.get(heading)), "")
