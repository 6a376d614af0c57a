"""Entries of password managers: whatever file they lie in, what of each is kept."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from leakage.record import redacted_repr
from leakage.workspace.files.findings import Gathering
from leakage.workspace.files.headings import UNKNOWN, Program, kind_of
from leakage.workspace.files.secret import is_card_number, kept, last_four
from leakage.workspace.files.text import Json, birthday_of, cleaned, day_of, lists, squeezed

MAX_DEPTH = 6

_WIRELESS = re.compile(r"\bwi-?fi\b|\bwlan\b", re.IGNORECASE)
_LINE = re.compile(r"^\s*([^:=\n]{1,40}?)\s*[:=]\s*(.+?)\s*$", re.MULTILINE)
_SEVERAL = re.compile(r"\s*[,\n]\s*")
_NOTE_ADDRESS = "http://sn"
"""What LastPass writes for the address of a note."""


@dataclass(slots=True)
class Entry:
    """One entry of a manager: its category of ``shapes.toml``, if it says so, in which bin it lies, texts by kind."""

    category: str = ""
    aside: str = ""
    fields: dict[str, list[str]] = field(default_factory=dict)

    __repr__ = redacted_repr

    def add(self, kind: str, value: Json) -> None:
        """A field, if it is filled."""
        if isinstance(value, int | float) and not isinstance(value, bool):
            value = str(value)
        if isinstance(value, str) and value.strip():
            self.fields.setdefault(kind, []).append(value)

    def read(self, pairs: Iterable[tuple[str, Json]], program: Program = UNKNOWN) -> None:
        """Fields by what they are called; those of no known kind count as fields of one's own."""
        for heading, value in pairs:
            kind = "card_number" if is_card_number(str(value)) else kind_of(heading, program)
            self.add(kind if kind and kind != "secret" else "fields", value)

    def first(self, kind: str) -> str:
        """The first text of a kind; empty where there is none."""
        return next(iter(self.fields.get(kind, ())), "")

    def each(self, *kinds: str) -> list[str]:
        """All texts of some kinds, each once."""
        return list(dict.fromkeys(text for kind in kinds for text in self.fields.get(kind, ())))


def category_of(word: object) -> str:
    """The category that a program calls so; entries of others are left out under one name, and empty stays so."""
    text = str(word) if word is not None else ""
    name = squeezed(text.partition(".")[0])
    return _categories().get(name) or _categories().get(squeezed(text)) or ("entries of other kinds" if name else "")


@functools.cache
def _categories() -> dict[str, str]:
    known = lists("shapes.toml")["categories"].items()
    return {word: category for category, words in known for word in words}


def _labels(what: str) -> Mapping[str, str]:
    known: Mapping[str, str] = lists("shapes.toml")[what]
    return known


def pairs_in(value: Json, key: str = "", depth: int = MAX_DEPTH) -> Iterator[tuple[str, Json]]:
    """The texts and numbers in a value with the key each stands under."""
    if isinstance(value, str | int | float):
        yield key, value
    elif depth and isinstance(value, list):
        for each in value:
            yield from pairs_in(each, key, depth - 1)
    elif depth and isinstance(value, dict):
        # Some programs name the field in one place and its text in another.
        named = next((n for k in ("type", "field", "label", "name") if isinstance(n := value.get(k), str)), "")
        for inner, each in value.items():
            yield from pairs_in(each, named if inner == "value" and named else inner, depth - 1)


def lines_in(text: str) -> Iterator[tuple[str, str]]:
    """The lines ``name: value`` of a text."""
    yield from (line.groups() for line in _LINE.finditer(text))  # type: ignore[misc]


def json_in(text: str) -> Mapping[str, Json]:
    """The object that a note is, if it is one; else an empty one."""
    if not text.lstrip().startswith("{") or len(text) > 100_000:
        return {}
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return whole if isinstance(whole, dict) else {}


def tell(gathering: Gathering, entry: Entry) -> None:
    """What is kept of an entry: an account, facts about the person, or its place in a count."""
    if entry.aside:
        gathering.leave_out(entry.aside)
        return
    category = entry.category or _category_by_fields(entry)
    for kind, what in _labels("counted").items():
        # A note that is nothing else is counted once.
        gathering.leave_out(what, 0 if category == what else len(entry.fields.get(kind, ())))
    if category == "login":
        _tell_login(gathering, entry)
    elif category == "card":
        gathering.card(entry.first("card_number"), entry.first("card_brand"))
    elif category in ("identity", "document"):
        _tell_identity(gathering, entry, numbers_alone=category == "document")
    else:
        gathering.leave_out(category)


def _category_by_fields(entry: Entry) -> str:
    has = entry.fields.keys()
    if has & {"address", "password", "user"} and not (has & {"street", "first_name"} and "password" not in has):
        return "login"
    if "card_number" in has:
        return "card"
    if has & {"name", "first_name", "street", "birthday", *_labels("document_labels")}:
        return "identity"
    return "login" if has & {"email", "phone"} else "notes" if "note" in has else "entries with nothing but a title"


def _tell_login(gathering: Gathering, entry: Entry) -> None:
    address, title = entry.first("address"), entry.first("title")
    addresses = [part for text in entry.each("address", "more_addresses") for part in _addresses_in(text)]
    names = entry.each("user", "email", "phone")
    if address == _NOTE_ADDRESS:
        gathering.leave_out("notes", "note" not in entry.fields)
    elif address.startswith("chrome://"):
        gathering.leave_out("the browser's own account")
    elif not (addresses or names or entry.first("password") or "passkey" in entry.fields):
        gathering.leave_out("entries with nothing but a title")
    elif not addresses and _WIRELESS.search(title):
        gathering.leave_out("wireless networks")
    else:
        created, changed, used = (day_of(entry.first(kind)) for kind in ("created", "changed", "used"))
        gathering.login(title, addresses, names, entry.first("password"), (created, changed, used))


def _addresses_in(text: str) -> list[str]:
    if text.lstrip().startswith("["):
        text = re.sub(r"[\[\]\"]", "", text)
    whole = text.strip()
    return [part for part in (_SEVERAL.split(whole) if whole.count("://") != 1 else [whole]) if part]


def _tell_identity(gathering: Gathering, entry: Entry, numbers_alone: bool) -> None:
    for kind, label in _labels("document_labels").items():
        for number in entry.each(kind):
            if ending := last_four(number):
                gathering.fact(label, ending)
    if numbers_alone:
        gathering.leave_out("documents", not any(entry.fields.get(kind) for kind in _labels("document_labels")))
        return
    parts = (entry.first(kind) for kind in ("first_name", "middle_name", "last_name"))
    gathering.fact("Name", entry.first("name") or " ".join(filter(None, map(kept, parts))))
    gathering.fact("Address", ", ".join(filter(None, map(cleaned, entry.each("street", "street_2")))))
    gathering.fact("Date of birth", birthday_of(entry.first("birthday")))
    for kind, label in _labels("fact_labels").items():
        for value in entry.each(kind):
            gathering.fact(label, value)
