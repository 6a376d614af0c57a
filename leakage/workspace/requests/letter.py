"""Letters in four languages, as text and as a page to print; their words are in ``letters/``."""

from __future__ import annotations

import datetime
import re
import textwrap
import tomllib
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, partial
from importlib import resources
from typing import Any

from jinja2 import Environment, StrictUndefined, Template

from leakage.record import Pair, is_typed, redacted_repr
from leakage.workspace.places.kinds import is_data_broker
from leakage.workspace.release import Ground, Language, SubjectRequest
from leakage.workspace.requests.contacts import contact_of
from leakage.workspace.workspace import Release, Workspace

NEVER_STATED = frozenset(
    {
        *("Password", "Security answer", "Card", "Bank account", "National id", "Passport", "Tax number"),
        *("Driving licence", "Health condition", "Medication", "Salary", "Religion", "Political view", "Photo"),
        *("Relationship status", "Nationality", "IP address"),
    }
)
"""Labels whose values no letter states: they open accounts, or harm the person, and nobody needs them to search."""
_HIDDEN = frozenset(label.casefold() for label in NEVER_STATED)


def remaining_releases(workspace: Workspace, recipient: str) -> tuple[Release, ...]:
    """The releases that a recipient has not deleted."""
    return tuple(r for r in workspace.accounts if r.recipient == recipient and r.erasure != "done")


def may_be_stated(pair: Pair) -> bool:
    """Whether a letter may state a fact: it was typed, and its label is not in ``NEVER_STATED``."""
    return is_typed(pair) and pair[0].casefold() not in _HIDDEN


def stateable(workspace: Workspace, recipient: str) -> tuple[Pair, ...]:
    """The facts that a recipient holds and a letter may state, each once."""
    held = dict.fromkeys(a.pair for r in remaining_releases(workspace, recipient) for a in r.record.known)
    return tuple(filter(may_be_stated, held))


class Contents:
    """What a letter says about the person; to a data broker it says nothing that the broker lacks.

    Attributes:
        to_broker: whether its recipient is a data broker.
        certain: what its recipient holds for certain.
        stated: the facts that its recipient was given, and that are still in the work.
        disclosed: the true facts that its recipient lacks.
        told: both.
        new: what of that its recipient does not hold for certain.
        number: by which its recipient knows the person.
    """

    def __init__(self, workspace: Workspace, request: SubjectRequest) -> None:
        name = request.recipient
        given = {a.pair for r in workspace.accounts if r.recipient == name for a in r.record.known}
        there = (a for r in remaining_releases(workspace, name) for a in r.record)
        self.to_broker = is_data_broker(workspace, name)
        self.certain = tuple(dict.fromkeys(a.pair for a in there if a.confidence == 1.0))
        picked, profile = dict.fromkeys((*request.stated, *request.disclosed)), set(workspace.profile)
        self.stated = tuple(pair for pair in picked if pair in given and is_typed(pair))
        untold = (pair for pair in dict.fromkeys(request.disclosed) if pair in profile and pair not in given)
        self.disclosed = () if self.to_broker else tuple(filter(may_be_stated, untold))
        self.told = (*self.stated, *self.disclosed)
        self.new = tuple(pair for pair in self.told if pair not in self.certain)
        self.number = "" if self.to_broker else request.number

    __repr__ = redacted_repr


LANGUAGE_NAMES: dict[Language, str] = {"en": "English", "de": "German", "fr": "French", "es": "Spanish"}
_ARTICLES: dict[Ground, str] = {"gdpr": "gdpr", "uk_gdpr": "gdpr", "ccpa": "ccpa", "plain": "plain"}
_NO_TEXT = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
"""Characters that end lines, or turn the direction of writing: a value must not look like a line of the letter."""


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter: its head, paragraphs with the lines listed under each, and its end; nothing of it shows in a log."""

    language: Language
    to: str = field(repr=False)
    day: str = field(repr=False)
    subject: str = field(repr=False)
    body: tuple[tuple[str, tuple[str, ...]], ...] = field(repr=False)
    closing: str = field(repr=False)
    sender: str = field(repr=False)


def letter_for(workspace: Workspace, request: SubjectRequest, day: datetime.date) -> Letter:
    """The letter of a request, written on a day; ValueError for California's DROP, which has none.

    >>> ask = SubjectRequest("a", "Shop", "erasure", "gdpr", "de")
    >>> letter = letter_for(Workspace(), ask, datetime.date(2026, 2, 3))
    >>> letter.subject.replace("\\u00a0", " "), letter.day
    ('Antrag auf Löschung nach Art. 17 DSGVO', '3. Februar 2026')
    """
    if request.ground not in _ARTICLES:
        raise ValueError("a request through DROP is made on its page and has no letter")
    texts = _texts(request.language)
    of_ground, law = texts[_ARTICLES[request.ground]], texts["law"][request.ground]
    says, contents = of_ground[request.kind], Contents(workspace, request)
    contact = contact_of(workspace, request.recipient)
    number = [("Customer number", contents.number)] if contents.number else []

    def listed(name: str, pairs: tuple[Pair, ...]) -> list[tuple[str, tuple[str, ...]]]:
        return [(texts[name], tuple(_fact(texts, *pair) for pair in pairs))] if pairs else []

    return Letter(
        request.language,
        one_line(contact.name if contact and contact.name else request.recipient),
        _in_words(texts, day),
        says["subject"].format(**law),
        (
            (texts["salutation"], ()),
            (says["request"].format(**law), ()),
            *listed("details", (*contents.stated, *number)),
            *((text.format(**law), ()) for text in (*says["paragraphs"], of_ground["identity"])),
            *listed("disclosed", contents.disclosed),
        ),
        texts["closing"],
        next((one_line(value) for label, value in contents.told if label == "Name"), ""),
    )


def _fact(texts: dict[str, Any], label: str, value: str) -> str:
    """A fact on a line; a date of birth as the language writes it."""
    if label == "Date of birth" and re.fullmatch(r"\d{4}-\d\d-\d\d", value):
        with suppress(ValueError):  # What is no day stands as it was typed.
            value = _in_words(texts, datetime.date.fromisoformat(value))
    return str(texts["fact"].format(label=one_line(texts["labels"].get(label, label)), value=one_line(value)))


def _in_words(texts: dict[str, Any], day: datetime.date) -> str:
    number = texts["first"] if day.day == 1 else day.day
    return str(texts["date"].format(day=number, month=texts["months"][day.month - 1], year=day.year))


def one_line(text: str) -> str:
    """A text on one line, without characters that would break it or turn it around.

    >>> one_line("Al\\nice \\u202eevil")
    'Al ice evil'
    """
    return " ".join(_NO_TEXT.sub(" ", text).split())


def letter_as_text(letter: Letter, width: int | None = 72) -> str:
    """A letter as plain text in lines of some characters; with None a paragraph is a line."""
    fill = partial(_filled, width)
    blocks = [letter.to, letter.day, fill(letter.subject)]
    for paragraph, lines in letter.body:
        blocks += [fill(paragraph), *(["\n".join(fill(line, "  - ") for line in lines)] if lines else [])]
    return "\n\n".join((*blocks, "\n".join(filter(None, (fill(letter.closing), letter.sender))))) + "\n"


def _filled(width: int | None, text: str, before: str = "") -> str:
    """A text in short lines; no word is cut, so that addresses stay whole."""
    if width is None:
        return before + text
    indents = {"initial_indent": before, "subsequent_indent": " " * len(before)}
    return textwrap.fill(text, width, **indents, break_long_words=False, break_on_hyphens=False)  # type: ignore[arg-type]


def letter_as_html(letter: Letter) -> bytes:
    """A letter as a page to print; whatever a person entered is escaped, and it asks for nothing."""
    return _template().render(letter=letter).encode("utf-8", errors="replace")


@cache
def _texts(language: Language) -> dict[str, Any]:
    return tomllib.loads(resources.files(__package__).joinpath("letters", f"{language}.toml").read_text("utf-8"))


@cache
def _template() -> Template:
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    return environment.from_string(resources.files(__package__).joinpath("letter.html.j2").read_text("utf-8"))
