"""Letters: what a request says, in four languages, as plain text and as a page.

What they say stands in ``letters/``, a file a language; how they are laid out in ``letter.txt.j2`` and
``letter.html.j2``. A letter states what its request states, and no other fact.
"""

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

from leakage.workspace.requests.contacts import contact_of
from leakage.workspace.requests.identifiers import stated_in, wrong_in
from leakage.workspace.subject_request import Correction, Ground, Language, SubjectRequest
from leakage.workspace.workspace import Workspace

POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""The page's Content-Security-Policy: it can load nothing, run nothing and reach nobody."""

WIDTH = 72
"""Characters of a line of plain text."""

LANGUAGE_NAMES: dict[Language, str] = {"en": "English", "de": "German", "fr": "French", "es": "Spanish"}
_ARTICLES: dict[Ground, str] = {"gdpr": "gdpr", "uk_gdpr": "gdpr", "ccpa": "ccpa", "plain": "plain"}
_NO_TEXT = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
"""Characters that end lines, or turn the direction of writing: a value must not look like a line of the letter."""


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter, part by part; nothing of it shows in a log.

    Arguments:
        language: as ISO 639-1.
        to: whom it is for.
        day: when it was written, as ISO 8601.
        subject: in one line.
        salutation, request, closing: as they stand in it.
        details: heading of the facts it states, and a line for each.
        wrong: heading of what is wrong, and one sentence for each.
        paragraphs: what follows.
        sender: the name under it; empty where the recipient is not told one.
    """

    language: Language
    to: str = field(repr=False)
    day: str = field(repr=False)
    subject: str = field(repr=False)
    salutation: str = field(repr=False)
    request: str = field(repr=False)
    details: tuple[str, tuple[str, ...]] = field(repr=False)
    wrong: tuple[str, tuple[str, ...]] = field(repr=False)
    paragraphs: tuple[str, ...] = field(repr=False)
    closing: str = field(repr=False)
    sender: str = field(repr=False)


def letter_for(workspace: Workspace, request: SubjectRequest, day: datetime.date) -> Letter:
    """The letter of a request.

    Of what the request names it states only what the recipient was given: see ``stated_in`` and ``wrong_in``.

    Arguments:
        workspace: what was given to whom.
        request: what it asks for, on which ground, in which language.
        day: it is written.

    Raises:
        ValueError: for a request through California's DROP, which is made on a page and has no letter.

    >>> ask = SubjectRequest("a", "Shop", "erasure", "gdpr", "de")
    >>> letter_for(Workspace(), ask, datetime.date(2026, 1, 31)).subject.replace("\\u00a0", " ")
    'Antrag auf Löschung nach Art. 17 DSGVO'
    """
    if request.ground not in _ARTICLES:
        raise ValueError("a request through DROP is made on its page and has no letter")
    texts = _texts(request.language)
    of_ground, law = texts[_ARTICLES[request.ground]], texts["law"][request.ground]
    says: dict[str, Any] = {"identity": of_ground["identity"], **of_ground[request.kind]}
    stated = stated_in(workspace, request)
    contact = contact_of(workspace, request.recipient)
    return Letter(
        language=request.language,
        to=one_line(contact.name if contact and contact.name else request.recipient),
        day=day.isoformat(),
        subject=says["subject"].format(**law),
        salutation=texts["salutation"],
        request=says["request"].format(**law),
        details=(texts["details"], tuple(_fact(texts, texts["fact"], label, value=value) for label, value in stated)),
        wrong=(texts["wrong"], tuple(_wrong(texts, wrong) for wrong in wrong_in(workspace, request))),
        paragraphs=tuple(paragraph.format(**law) for paragraph in (*says["paragraphs"], says["identity"])),
        closing=texts["closing"],
        sender=next((one_line(value) for label, value in stated if label == "Name"), ""),
    )


def _wrong(texts: dict[str, Any], correction: Correction) -> str:
    label, wrong, right = correction
    return _fact(texts, texts["replaced" if right else "deleted"], label, wrong=wrong, right=right)


def _fact(texts: dict[str, Any], sentence: str, label: str, **values: str) -> str:
    said = {name: one_line(value) for name, value in values.items()}
    return sentence.format(label=one_line(texts["labels"].get(label, label)), **said)


def one_line(text: str) -> str:
    """A text on one line, without characters that would break it or turn it around.

    >>> one_line("Al\\nice \\u202eevil")
    'Al ice evil'
    """
    return " ".join(_NO_TEXT.sub(" ", text).split())


def letter_as_text(letter: Letter, width: int | None = WIDTH) -> str:
    """A letter as plain text.

    Arguments:
        letter: what it says.
        width: characters of a line, where its words allow; None for a line a paragraph.
    """
    return _template("letter.txt.j2", escaped=False).render(letter=letter, fill=partial(_filled, width))


def letter_as_html(letter: Letter) -> bytes:
    """A letter as a page that can be printed; whatever a person entered is escaped, and it asks for nothing."""
    page = _template("letter.html.j2", escaped=True).render(letter=letter, policy=POLICY)
    return page.encode("utf-8", errors="replace")


def _filled(width: int | None, text: str, before: str = "") -> str:
    """A text in short lines; no word is cut, so that addresses stay whole."""
    if width is None:
        return before + text
    return textwrap.fill(
        text,
        width,
        initial_indent=before,
        subsequent_indent=" " * len(before),
        break_long_words=False,
        break_on_hyphens=False,
    )


@cache
def _texts(language: Language) -> dict[str, Any]:
    return tomllib.loads(resources.files(__package__).joinpath("letters", f"{language}.toml").read_text("utf-8"))


@cache
def _template(name: str, escaped: bool) -> Template:
    environment = Environment(autoescape=escaped, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    return environment.from_string(resources.files(__package__).joinpath(name).read_text("utf-8"))
