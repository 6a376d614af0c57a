"""Google Takeout: the profile; activities are counted and passed over."""

from __future__ import annotations

from collections.abc import Mapping

from leakage.record import Pair
from leakage.workspace.files.findings import Account, Findings, Gathering
from leakage.workspace.files.sites import PasswordClasses
from leakage.workspace.files.texts import Json, cleaned, day_of, objects, part

TITLE, SITE = "Google", "google.com"


def is_google_profile(whole: Json) -> bool:
    """Whether this is the profile of a Google account.

    >>> is_google_profile({"name": {"formattedName": "Robin"}, "emails": []})
    True
    """
    return isinstance(part(whole, "name"), dict) and isinstance(part(whole, "emails"), list)


def read_google_profile(whole: Json, classes: PasswordClasses) -> Findings:
    """The facts about the person, and that Google holds them.

    >>> read_google_profile({"name": {"formattedName": "Robin"}, "emails": []}, PasswordClasses()).accounts[0].facts
    (('Name', 'Robin'),)
    """
    gathering = Gathering(classes)
    facts = _facts(whole)
    for pair in facts:
        gathering.fact(*pair)
    gathering.account(Account(TITLE, SITE, facts))
    return gathering.findings()


def is_google_activity(whole: Json) -> bool:
    """Whether this is a list of activities.

    >>> is_google_activity([{"header": "Search", "time": "2026-01-31", "products": ["Search"]}])
    True
    """
    return isinstance(whole, list) and any({"header", "time", "products"} <= set(entry) for entry in objects(whole))


def read_google_activity(whole: Json, classes: PasswordClasses) -> Findings:
    """Only how many there are: what a person did has no label in a profile."""
    gathering = Gathering(classes)
    gathering.leave_out("activities at Google", sum(1 for _ in objects(whole)))
    gathering.account(Account(TITLE, SITE, likely=("Name", "Email")))
    return gathering.findings()


def _facts(whole: Json) -> tuple[Pair, ...]:
    name = part(whole, "name", "formattedName") or part(whole, "displayName") or _spoken(part(whole, "name"))
    facts = [("Name", name), ("Date of birth", _birthday(part(whole, "birthday")))]
    facts += [("Email", entry.get("value")) for entry in objects(part(whole, "emails"))]
    facts.append(("Gender", part(whole, "gender", "type")))
    pairs = ((label, cleaned(value)) for label, value in facts)
    return tuple(dict.fromkeys(pair for pair in pairs if pair[1]))


def _spoken(name: Json) -> str:
    return " ".join(filter(None, (cleaned(part(name, key)) for key in ("givenName", "familyName"))))


def _birthday(value: Json) -> str:
    if not isinstance(value, Mapping):
        return day_of(value)
    year, month, day = (value.get(key) for key in ("year", "month", "day"))
    whole = all(isinstance(number, int) for number in (year, month, day))
    return day_of(f"{year:04d}-{month:02d}-{day:02d}") if whole else ""
