"""Letters: what identifies the person, what is asked, and the mail that carries it.

Letters: what a request says, in four languages, as plain text and as a page.

What they say stands in ``letters/``, a file a language; how they are laid out in ``letter.txt.j2`` and
``letter.html.j2``. A letter states what its request states, and no other fact.
"""

from __future__ import annotations

import datetime
import re
import textwrap
import tomllib
from dataclasses import dataclass, field, replace
from email.message import EmailMessage
from email.policy import SMTP
from functools import cache, partial
from importlib import resources
from typing import Any

from jinja2 import Environment, StrictUndefined, Template

from leakage.presumption import UNTYPED, is_typed
from leakage.record import Pair
from leakage.workspace.person import typed
from leakage.workspace.release import Contact, Correction, Ground, Language, SubjectRequest
from leakage.workspace.requests.contacts import contact_of, mail_address
from leakage.workspace.workspace import Release, Workspace

# Identifiers: what of the facts that a recipient holds a letter may state, so that it finds the person.


NEVER_STATED = frozenset(
    {
        *("Password", "Security answer", "Card", "Bank account", "National id", "Passport", "Tax number"),
        *("Driving licence", "Health condition", "Medication", "Salary", "Religion", "Political view", "Photo"),
        *("Relationship status", "Nationality", "IP address"),
    }
)
"""Labels of which no letter states a value: they open accounts, or harm the person, and nobody needs them to search."""

USUAL = ("Email", "User name", "Name")
"""Labels that are ticked at first, the first of them that the recipient holds: an account is found by one of them."""

ELEMENT_LABELS = {"name": "Name", "email": "Email", "address": "Address", "birthdate": "Date of birth"}
"""What a recipient wants a request to state, as this program calls it."""

ON_AN_IDENTITY_CARD = ("Name", "Date of birth", "Nationality", "Address", "National id", "Photo")
"""What a copy of an identity document shows."""

_HIDDEN = frozenset(label.casefold() for label in NEVER_STATED)


def held_releases(workspace: Workspace, recipient: str) -> tuple[Release, ...]:
    """What a recipient was given and has not deleted."""
    return tuple(r for r in workspace.releases if r.recipient == recipient and r.erasure != "done")


def stateable(workspace: Workspace, recipient: str) -> tuple[Pair, ...]:
    """The facts that a letter to a recipient may state: those it holds, of kinds that identify, each once.

    A fact that was not typed has no value to state; see ``labels_to_type``.

    >>> from leakage.record import Record
    >>> given = Release("Order", "Shop", Record.of(("Name", "Alice"), ("Password", "a"), ("City", "X", 0.0)))
    >>> stateable(Workspace((("Name", "Alice"), ("Phone", "5")), releases=(given,)), "Shop")
    (('Name', 'Alice'),)
    """
    held = (a for release in held_releases(workspace, recipient) for a in release.record.known)
    return tuple(dict.fromkeys(a.pair for a in held if a.label.casefold() not in _HIDDEN and is_typed(a.pair)))


def labels_to_type(workspace: Workspace, recipient: str) -> tuple[str, ...]:
    """What a letter could state if the person typed it: of what finds people, the facts held there without a value.

    >>> from leakage.record import Record
    >>> given = Release("Order", "Shop", Record.of(("Email", UNTYPED), ("Phone", UNTYPED)))
    >>> labels_to_type(Workspace((("Email", UNTYPED),), releases=(given,)), "Shop")
    ('Email',)
    """
    held = {a.pair for release in held_releases(workspace, recipient) for a in release.record.known}
    return tuple(label for label in ELEMENT_LABELS.values() if (label, UNTYPED) in held)


def with_typed(workspace: Workspace, request: SubjectRequest, label: str, value: str) -> Workspace:
    """The work where a fact that was not typed has its value, and the letter of a request states it.

    Arguments:
        workspace: with the request.
        request: whose letter is to state it.
        label: one of ``labels_to_type``.
        value: not empty.
    """
    after = typed(workspace, label, value)
    stated = tuple(dict.fromkeys((*stated_in(after, request), (label, value))))
    changed = (replace(one, stated=stated) if one.name == request.name else one for one in after.requests)
    return replace(after, requests=tuple(changed))


def ticked_at_first(workspace: Workspace, recipient: str, contact: Contact | None) -> tuple[Pair, ...]:
    """Of what may be stated, as little as will do: what the recipient is known to want, else one usual identifier.

    Facts that the recipient only suspects are left out: a letter would confirm them.
    """
    releases = held_releases(workspace, recipient)
    sure = {a.pair for release in releases for a in release.record.known if a.confidence == 1.0}
    offered = [pair for pair in stateable(workspace, recipient) if pair in sure]
    wanted = [ELEMENT_LABELS[element] for element in contact.asks if element in ELEMENT_LABELS] if contact else []
    found = tuple(pair for pair in offered if pair[0] in wanted)
    if found:
        return found
    first = next((label for label in USUAL if any(pair[0] == label for pair in offered)), "")
    return tuple(pair for pair in offered if pair[0] == first)[:1]


def stated_in(workspace: Workspace, request: SubjectRequest) -> tuple[Pair, ...]:
    """What the letter of a request states: of what was ticked, what the recipient was given.

    A release that was taken out of the work since is not told to anybody again.
    """
    given = _given(workspace, request.recipient)
    return tuple(pair for pair in request.stated if pair in given and is_typed(pair))


def wrong_in(workspace: Workspace, request: SubjectRequest) -> tuple[Correction, ...]:
    """What the letter of a correction says is wrong: only what the recipient was given.

    What is right instead the person enters for this letter.
    """
    given = _given(workspace, request.recipient)
    asked = request.corrections if request.kind == "correction" else ()
    return tuple(
        (label, wrong, right) for label, wrong, right in asked if (label, wrong) in given and is_typed((label, wrong))
    )


def _given(workspace: Workspace, recipient: str) -> set[Pair]:
    return {a.pair for r in workspace.releases if r.recipient == recipient for a in r.record.known}


def wanted_besides(workspace: Workspace, request: SubjectRequest, contact: Contact | None) -> tuple[Pair, ...]:
    """What the recipient will ask for besides the letter, as far as it is known: the person's facts it would learn.

    Of every label the first value that it holds, else the profile's first.
    """
    wanted = [ELEMENT_LABELS[element] for element in contact.asks if element in ELEMENT_LABELS] if contact else []
    if contact and contact.needs_id:
        wanted += ON_AN_IDENTITY_CARD
    told = {label for label, _ in stated_in(workspace, request)}
    held = {
        a.label: a.pair for r in reversed(held_releases(workspace, request.recipient)) for a in reversed(r.record.known)
    }
    profile = {label: (label, value) for label, value in reversed(workspace.profile)}
    known = {**profile, **held}
    return tuple(known[label] for label in dict.fromkeys(wanted) if label in known and label not in told)


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


# Letters as mail: a draft that a mail program opens and the person sends. Nothing is sent from here.


WHOLE_LINES = SMTP.clone(max_line_length=998)
"""RFC 5322 allows it. No header is folded: ``email`` may put a blank into a subject where it folds."""


def letter_as_mail(workspace: Workspace, request: SubjectRequest, letter: Letter) -> bytes:
    """A letter as an ``.eml`` file (RFC 5322), marked as a draft that was not sent.

    It is from an address only where the letter states one and no other: from another it would tell that one besides.

    Arguments:
        workspace, request: what the letter was made of.
        letter: what it says.
    """
    mail = EmailMessage(policy=WHOLE_LINES)
    own = [mail_address(value) for label, value in stated_in(workspace, request) if label == "Email"]
    contact = contact_of(workspace, request.recipient)
    for header, address in (("From", own[0] if len(own) == 1 else ""), ("To", contact.email if contact else "")):
        # What is not plain ASCII needs a mail server that knows how (RFC 6531): the person adds it.
        if mail_address(address) and address.isascii():
            mail[header] = address
    mail["Subject"] = letter.subject
    mail["X-Unsent"] = "1"
    mail.set_content(letter_as_text(letter).encode("utf-8", errors="replace").decode())
    mail["Content-Language"] = letter.language
    return mail.as_bytes()
