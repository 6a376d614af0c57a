"""Breaches as Have I Been Pwned and others list them."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from leakage.workspace.files.csv_cells import MAX_PROBLEMS
from leakage.workspace.files.texts import Json, parsed
from leakage.workspace.limits import CellError, InputProblem

# What a release that came from a breach is called.


_NAMED = re.compile(r"\bbreach( \d+)?$", re.IGNORECASE)


def breach_name(title: str) -> str:
    """The name of the release that stands for a breach.

    >>> breach_name("Shop")
    'Shop breach'
    """
    return f"{title} breach"


def names_a_breach(name: str) -> bool:
    """Whether a release is called as one that stands for a breach, be it numbered since the name was taken.

    >>> names_a_breach("Shop breach"), names_a_breach("Shop breach 2"), names_a_breach("Beach house")
    (True, True, False)
    """
    return _NAMED.search(name) is not None


# The JSON that version 3 of the API of Have I Been Pwned gives for an address.


_OTHER = "this JSON is no list of breaches of one address"
MAX_CHARACTERS = 5_000_000
MAX_BREACHES = 2_000
MAX_CLASSES = 300
MAX_NAME = 200
"""Characters of a name, title, domain or data class."""


@dataclass(frozen=True, slots=True)
class Breach:
    """One breach that an address was found in; its content does not show in a log.

    Arguments:
        title: what the service calls it: its title, else its domain, else its name.
        domain: of the place that was breached; empty where it is not known.
        date: the day of the breach in ISO 8601; empty where it is not known.
        classes: the kinds of data in it; None where only its name was asked for.
        verified: whether the service holds it for genuine.
        fabricated: whether it holds it for made up.
        spam_list: whether it is a list of spammers rather than of one place's customers.
    """

    title: str = field(repr=False)
    domain: str = field(repr=False, default="")
    date: str = ""
    classes: tuple[str, ...] | None = field(repr=False, default=None)
    verified: bool = True
    fabricated: bool = False
    spam_list: bool = False


@dataclass(frozen=True, slots=True)
class Breaches:
    """The breaches of a file, and what could not be used."""

    breaches: tuple[Breach, ...]
    problems: tuple[InputProblem, ...] = ()


_FULL = frozenset(("BreachDate", "DataClasses", "Domain", "PwnCount", "Title"))
_PASTE = frozenset(("Source", "Id"))


def is_breaches(whole: Json) -> bool:
    """Whether this is for certain what the service answers for an address: breaches, their names alone, or pastes.

    >>> is_breaches([{"Name": "Shop", "BreachDate": "2020-01-31"}]), is_breaches([{"Name": "Shop"}])
    (True, True)
    >>> is_breaches([{"Name": "Shop", "Colour": "red"}]), is_breaches({"Shop": ["a"]}), is_breaches([])
    (False, False, False)
    """
    if isinstance(whole, dict):
        return _is_one(whole) or (set(whole) == {"statusCode", "message"})
    if not isinstance(whole, list) or not whole:
        return False
    entries = [entry for entry in whole if isinstance(entry, dict)]
    pastes = all(set(entry) >= _PASTE for entry in entries)
    return (
        any(map(_is_one, entries)) or all(set(entry) == {"Name"} for entry in entries) or pastes if entries else False
    )


def _is_one(entry: Mapping[str, Json]) -> bool:
    return "Name" in entry and not _FULL.isdisjoint(entry)


def read_breaches(text: str) -> Breaches:
    """The breaches for one address, in full or in the short form that names them only.

    Source: the breach model of https://haveibeenpwned.com/API/v3.

    Arguments:
        text: JSON of at most ``MAX_CHARACTERS``, with at most ``MAX_BREACHES`` breaches.

    Raises:
        ValueError: with one sentence, which repeats nothing of the file, for what is no such list: among others
            for pastes.

    >>> found = read_breaches('[{"Name": "Shop", "BreachDate": "2020-01-31", "DataClasses": ["Names"]}, {"Name": 1}]')
    >>> found.breaches[0].date, [str(problem) for problem in found.problems]
    ('2020-01-31', ['breach 2: Name must be text'])
    """
    if len(text) > MAX_CHARACTERS:
        raise ValueError(f"the file is longer than {MAX_CHARACTERS // 1_000_000} million characters")
    return breaches_in(parsed(text))


def breaches_in(whole: Json) -> Breaches:
    """As ``read_breaches``, of JSON that is parsed already."""
    entries = _entries(whole)
    breaches: list[Breach] = []
    problems: list[InputProblem] = []
    for number, entry in enumerate(entries, start=1):
        try:
            breaches.append(_breach(entry))
        except CellError as error:
            problems.append(InputProblem(f"breach {number}", str(error)))
    if len(problems) > MAX_PROBLEMS:
        problems = [*problems[:MAX_PROBLEMS], InputProblem("", f"and {len(problems) - MAX_PROBLEMS:,} more")]
    return Breaches(tuple(breaches), tuple(problems))


def _entries(whole: Json) -> list[Json]:
    """The list of breaches, or the sentence why it is none."""
    if isinstance(whole, dict):
        whole = _alone(whole)
    if not isinstance(whole, list):
        raise ValueError(_OTHER)
    if not whole:
        raise ValueError("the list is empty: the address is in no breach")
    if len(whole) > MAX_BREACHES:
        raise ValueError(f"there are more than {MAX_BREACHES:,} breaches, the most that can be read")
    if all(isinstance(entry, dict) and {"Source", "Id"} <= set(entry) for entry in whole):
        raise ValueError("this is a list of pastes, which say nothing about what was in them; ask for the breaches")
    if not any(isinstance(entry, dict) and "Name" in entry for entry in whole):
        raise ValueError(_OTHER)
    return whole


def _alone(whole: Mapping[str, Json]) -> list[Json]:
    """A single breach as a list of one."""
    if isinstance(whole.get("Name"), str) and "BreachDate" in whole:
        return [whole]
    if "statusCode" in whole:
        raise ValueError("the service refused to answer, and this is what it said; ask again with a valid key")
    raise ValueError(_OTHER)


def _breach(entry: Json) -> Breach:
    if not isinstance(entry, dict):
        raise CellError("a breach must be an object")
    name, title, domain = (_text(entry, key) for key in ("Name", "Title", "Domain"))
    if not (title or domain or name):
        raise CellError("Name must not be empty")
    return Breach(
        title or domain or name,
        domain,
        _day(_text(entry, "BreachDate")),
        _classes(entry.get("DataClasses")),
        _flag(entry, "IsVerified", absent=True),
        _flag(entry, "IsFabricated"),
        _flag(entry, "IsSpamList"),
    )


def _text(entry: Mapping[str, Json], key: str) -> str:
    value = entry.get(key)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise CellError(f"{key} must be text")
    return _short(value, key)


def _short(value: str, key: str) -> str:
    text = " ".join(value[: 2 * MAX_NAME].split())
    if len(text) > MAX_NAME:
        raise CellError(f"{key} must have at most {MAX_NAME} characters")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise CellError(f"{key} holds a character that no text has") from None
    return text


def _day(text: str) -> str:
    if not text:
        return ""
    try:
        return datetime.date.fromisoformat(text).isoformat()
    except ValueError:
        raise CellError("BreachDate must be a day such as 2026-01-31") from None


def _classes(value: Json) -> tuple[str, ...] | None:
    if value is None:
        return None
    if not isinstance(value, list) or not all(isinstance(entry, str) for entry in value):
        raise CellError("DataClasses must be a list of texts")
    if len(value) > MAX_CLASSES:
        raise CellError(f"DataClasses must have at most {MAX_CLASSES} entries")
    return tuple(dict.fromkeys(_short(entry, "DataClasses") for entry in value))


def _flag(entry: Mapping[str, Json], key: str, *, absent: bool = False) -> bool:
    value = entry.get(key, absent)
    if not isinstance(value, bool):
        raise CellError(f"{key} must be true or false")
    return value
