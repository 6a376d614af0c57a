"""From a card to facts about the person it is about."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TypeAlias

from leakage.record import Pair
from leakage.workspace.files.additions import Additions
from leakage.workspace.files.vcard.cards import PASSED_OVER, Card, Property, in_base64, properties_of

Read: TypeAlias = Callable[[Property], Iterable[Pair]]

NO_YEAR = "1604"
"""What Apple's address book writes for a year that is not known."""

SHOWN = 80
_DATE = re.compile(r"(\d{4})-?(\d\d)-?(\d\d)(?:T.*)?")
_PARTIAL = re.compile(r"-|\d{4}(?:-\d\d)?$|" + NO_YEAR)
_SCHEME = re.compile(r"[a-z]{2,12}:(?!//)", re.IGNORECASE)
_GENDERS = {"F": "female", "M": "male", "O": "other", "N": "", "U": ""}


def facts_of_card(card: Card) -> Additions:
    """The facts a card holds, under the profile's labels, and in words what was left out.

    FN, else N, becomes Name; ADR becomes Address, Post code, City, Region and Country; ORG becomes Employer.
    Source: RFC 6350, Section 6.

    >>> from leakage.workspace.files.vcard.cards import cards_in
    >>> text = "BEGIN:VCARD\\nN:Doe;Jane\\nADR:;;1 Sample Street;Sampleton;;99901;\\nBDAY:19900131\\nNOTE:x\\nEND:VCARD"
    >>> found = facts_of_card(cards_in(text).cards[0])
    >>> [label for label, _ in found.profile], found.notes
    (['Name', 'Date of birth', 'Address', 'Post code', 'City'], ('Left out of the card: a note.',))
    """
    properties = properties_of(card)
    left_out = [PASSED_OVER[name] for name, _ in card.passed_over if name]
    if any(in_base64(given) for given in card.fields):
        left_out.append("a text in Base64")
    if any(given.name == "BDAY" and _PARTIAL.match(given.parts[0]) for given in properties):
        left_out.append("a birthday without day, month or year")
    unknown = dict(card.passed_over).get("", 0)
    if unknown:
        left_out.append(f"{unknown:,} fields of other kinds" if unknown > 1 else "a field of another kind")
    notes = (f"Left out of the card: {', '.join(dict.fromkeys(left_out))}.",) if left_out else ()
    return Additions(tuple(dict.fromkeys(_pairs(properties))), notes=notes)


def title_of(card: Card) -> str:
    """Whose card it is, for a list: name, else mail address or phone number; empty where it says none of them.

    >>> from leakage.workspace.files.vcard.cards import cards_in
    >>> title_of(cards_in("BEGIN:VCARD\\nEMAIL:a@b.c\\nEND:VCARD").cards[0])
    'a@b.c'
    """
    for name in ("FN", "N", "EMAIL", "TEL"):
        # A title is short, and there may be thousands of cards.
        telling = tuple(replace(field, value=field.value[: 5 * SHOWN]) for field in card.fields if field.name == name)[
            :1
        ]
        for _, value in _pairs(properties_of(replace(card, fields=telling))):
            return value[:SHOWN]
    return ""


def _pairs(properties: tuple[Property, ...]) -> Iterator[Pair]:
    named = any(given.name == "FN" and given.parts[0].strip() for given in properties)
    for name, read in _READERS.items():
        for given in properties:
            if given.name == name and not (name == "N" and named):
                pairs = ((label, " ".join(value.split())) for label, value in read(given))
                yield from (pair for pair in pairs if pair[1])


def _text(label: str) -> Read:
    return lambda given: [(label, given.parts[0])]


def _address(label: str) -> Read:
    """A text that may stand as a URI: ``tel:``, ``mailto:``, ``xmpp:``."""

    def read(given: Property) -> list[Pair]:
        text = given.parts[0].strip()
        scheme = _SCHEME.match(text)
        # What follows a semicolon in such a URI is an extension or a hint for the exchange.
        return [(label, text[scheme.end() :].partition(";")[0] if scheme else text)]

    return read


def _name(name: Property) -> list[Pair]:
    family, given, additional, prefix, suffix = (*name.parts, "", "", "", "", "")[:5]
    return [("Name", " ".join((prefix, given, additional, family, suffix)))]


def _postal(given: Property) -> list[Pair]:
    parts = [", ".join(filter(None, map(str.strip, part.splitlines()))) for part in given.parts]
    box, extended, street, city, region, code, country = (*parts, "", "", "", "", "", "", "")[:7]
    street = ", ".join(filter(None, (box, extended, street)))
    return [("Address", street), ("Post code", code), ("City", city), ("Region", region), ("Country", country)]


def _birthday(given: Property) -> list[Pair]:
    text = given.parts[0].strip()
    date = _DATE.fullmatch(text)
    if _PARTIAL.match(text):
        return []
    try:
        day = datetime.date(*map(int, date.groups())).isoformat() if date else text
    except ValueError:
        day = text
    return [("Date of birth", day)]


def _gender(given: Property) -> list[Pair]:
    sex, _, identity = given.parts[0].partition(";")
    return [("Gender", identity or _GENDERS.get(sex.strip().upper(), sex))]


_READERS: dict[str, Read] = {
    "FN": _text("Name"),
    "N": _name,
    "EMAIL": _address("Email"),
    "TEL": _address("Phone"),
    "NICKNAME": _text("Nickname"),
    "BDAY": _birthday,
    "ADR": _postal,
    "ORG": _text("Employer"),
    "TITLE": _text("Job title"),
    "URL": _text("Website"),
    "IMPP": _address("Social media handle"),
    "SOCIALPROFILE": _address("Social media handle"),
    "X-SOCIALPROFILE": _address("Social media handle"),
    "GENDER": _gender,
}
"""How each kind of field is read, in the order in which the facts are shown."""
