"""Letters in four languages, as text and as a page to print; their words are in ``letters/``."""

from __future__ import annotations

import datetime
import re
import textwrap
import tomllib
from dataclasses import dataclass, field
from functools import cache, partial
from importlib import resources
from typing import Any

from jinja2 import Environment, StrictUndefined, Template

from leakage.record import Pair, is_typed, redacted_repr
from leakage.workspace.places.corporations import owner_of
from leakage.workspace.recipients import is_data_broker
from leakage.workspace.release import Correction, Ground, Language, SubjectRequest
from leakage.workspace.requests.contacts import contact_of, recipient_site
from leakage.workspace.workspace import Release, Workspace

# What a letter may state: facts that its recipients were given, and those that the person decides to tell them.

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


def sure_facts(workspace: Workspace, recipient: str) -> frozenset[Pair]:
    """What a recipient holds for certain, and has not deleted."""
    releases = remaining_releases(workspace, recipient)
    return frozenset(a.pair for release in releases for a in release.record if a.confidence == 1.0)


def may_be_stated(pair: Pair) -> bool:
    """Whether a letter may state a fact: it was typed, and its label is not in ``NEVER_STATED``."""
    return is_typed(pair) and pair[0].casefold() not in _HIDDEN


def stateable(workspace: Workspace, *recipients: str) -> tuple[Pair, ...]:
    """The facts that recipients hold and a letter may state, each once."""
    releases = (release for name in recipients for release in remaining_releases(workspace, name))
    held = dict.fromkeys(a.pair for release in releases for a in release.record.known)
    return tuple(filter(may_be_stated, held))


class Contents:
    """What a letter says of the person; to a data broker it says nothing that the broker lacks.

    Attributes:
        brokers: the data brokers among its recipients.
        certain: what a recipient holds for certain; of data brokers, what each of them does.
        stated: the facts that its recipients were given, and that are still in the work.
        disclosed: the true facts that its recipients lack.
        wrong: the corrections of what its recipients were given.
        told: all that it says is true, each once; the right values of its corrections among them.
        new: what of that no recipient holds for certain.
        number: by which its recipient knows the person.
    """

    def __init__(self, workspace: Workspace, request: SubjectRequest) -> None:
        self.brokers = tuple(name for name in request.recipients if is_data_broker(workspace, name))
        asked, of_all = self.brokers or request.recipients, frozenset[Pair].union
        if self.brokers:
            of_all = frozenset[Pair].intersection
        given = of_all(*(_given(workspace, name) for name in asked))
        self.certain = of_all(*(sure_facts(workspace, name) for name in asked))
        picked, profile = dict.fromkeys((*request.stated, *request.disclosed)), set(workspace.profile)
        self.stated = tuple(pair for pair in picked if pair in given and is_typed(pair))
        untold = () if self.brokers else (pair for pair in request.disclosed if pair in profile and pair not in given)
        self.disclosed = tuple(filter(may_be_stated, untold))
        self.wrong: tuple[Correction, ...] = tuple(
            (label, wrong, "" if self.brokers and (label, right) not in given else right)
            for label, wrong, right in (request.corrections if request.kind == "correction" else ())
            if (label, wrong) in given and is_typed((label, wrong))
        )
        right = ((label, right) for label, _, right in self.wrong if right)
        self.told = tuple(dict.fromkeys((*self.stated, *self.disclosed, *right)))
        self.new = tuple(pair for pair in self.told if pair not in self.certain)
        self.number = "" if self.brokers else request.number

    __repr__ = redacted_repr


def _given(workspace: Workspace, recipient: str) -> frozenset[Pair]:
    return frozenset(a.pair for r in workspace.accounts if r.recipient == recipient for a in r.record.known)


# The letter.

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
    says: dict[str, Any] = {"identity": of_ground["identity"], **of_ground[request.kind]}
    contents = Contents(workspace, request)
    number = [("Customer number", contents.number)] if contents.number else []
    # To name its other services to a data broker would be news.
    services = request.recipients if request.others and not contents.brokers else ()
    lists = {
        "services": (one_line(recipient_site(workspace, name) or name) for name in services),
        "details": (_fact(texts, "fact", label, value=value) for label, value in (*contents.stated, *number)),
        "wrong": (
            _fact(texts, "replaced" if right else "deleted", label, wrong=wrong, right=right)
            for label, wrong, right in contents.wrong
        ),
        "disclosed": (_fact(texts, "fact", label, value=value) for label, value in contents.disclosed),
    }
    listed = {name: [(texts[name], lines)] if (lines := tuple(found)) else [] for name, found in lists.items()}
    paragraphs = [(text.format(**law), ()) for text in (*says["paragraphs"], says["identity"])]
    before = [(texts["salutation"], ()), (says["request"].format(**law), ())]
    return Letter(
        request.language,
        one_line(_addressee(workspace, request)),
        _in_words(texts, day),
        says["subject"].format(**law),
        (*before, *listed["services"], *listed["details"], *listed["wrong"], *paragraphs, *listed["disclosed"]),
        texts["closing"],
        next((one_line(value) for label, value in (*contents.stated, *contents.disclosed) if label == "Name"), ""),
    )


def _addressee(workspace: Workspace, request: SubjectRequest) -> str:
    """The owner of several recipients, else the recipient by the name it has for itself."""
    owner = owner_of(recipient_site(workspace, request.recipient)) if request.others else None
    contact = contact_of(workspace, request.recipient)
    return owner.name if owner else contact.name if contact and contact.name else request.recipient


def _fact(texts: dict[str, Any], sentence: str, label: str, **values: str) -> str:
    said = {name: one_line(_as_date(texts, label, value)) for name, value in values.items()}
    return str(texts[sentence].format(label=one_line(texts["labels"].get(label, label)), **said))


def _as_date(texts: dict[str, Any], label: str, value: str) -> str:
    """A value, and a date of birth as the language writes it."""
    is_date = label == "Date of birth" and re.fullmatch(r"\d{4}-\d\d-\d\d", value)
    try:
        return _in_words(texts, datetime.date.fromisoformat(value)) if is_date else value
    except ValueError:
        return value


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
