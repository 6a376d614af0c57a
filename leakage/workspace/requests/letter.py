"""Letters: what a request says, in four languages, as plain text, as a page and as mail.

What they say stands in ``letters/``, a file a language; how they are laid out in ``letter.txt.j2`` and
``letter.html.j2``. A letter states what its request states, and no other fact; which facts it needs, ``parts`` says.
"""

from __future__ import annotations

import datetime
import re
import textwrap
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.policy import SMTP
from functools import cache, partial
from importlib import resources
from typing import Any

from jinja2 import Environment, StrictUndefined, Template

from leakage.record import Pair, is_typed
from leakage.workspace.places.corporations import owner_of
from leakage.workspace.recipients import is_data_broker
from leakage.workspace.release import Contact, Correction, Ground, Language, SubjectRequest
from leakage.workspace.requests.contacts import contact_of, mail_address, recipient_site
from leakage.workspace.workspace import Release, Workspace

# What a letter may state: facts that its recipients were given, and those that the person chose to tell them besides.


NEVER_STATED = frozenset(
    {
        *("Password", "Security answer", "Card", "Bank account", "National id", "Passport", "Tax number"),
        *("Driving licence", "Health condition", "Medication", "Salary", "Religion", "Political view", "Photo"),
        *("Relationship status", "Nationality", "IP address"),
    }
)
"""Labels of which no letter states a value: they open accounts, or harm the person, and nobody needs them to search."""

ELEMENT_LABELS = {"name": "Name", "email": "Email", "address": "Address", "birthdate": "Date of birth"}
"""What a recipient wants a request to state, as this program calls it."""

ON_AN_IDENTITY_CARD = ("Name", "Date of birth", "Nationality", "Address", "National id", "Photo")
"""What a copy of an identity document shows."""

_HIDDEN = frozenset(label.casefold() for label in NEVER_STATED)


def remaining_releases(workspace: Workspace, recipient: str) -> tuple[Release, ...]:
    """What a recipient was given and has not deleted."""
    return tuple(r for r in workspace.accounts if r.recipient == recipient and r.erasure != "done")


def may_be_stated(pair: Pair) -> bool:
    """Whether a letter may state a fact: it was typed, and is of no kind that opens accounts or harms the person.

    >>> from leakage.record import UNTYPED
    >>> may_be_stated(("Name", "Al")), may_be_stated(("Password", "a")), may_be_stated(("Name", UNTYPED))
    (True, False, False)
    """
    return is_typed(pair) and pair[0].casefold() not in _HIDDEN


def stateable(workspace: Workspace, recipient: str) -> tuple[Pair, ...]:
    """The facts that a letter to a recipient may state without telling it anything: those it holds, each once.

    >>> from leakage.record import Record
    >>> given = Release("Order", "Shop", Record.of(("Name", "Alice"), ("Password", "a"), ("City", "X", 0.0)))
    >>> stateable(Workspace((("Name", "Alice"), ("Phone", "5")), releases=(given,)), "Shop")
    (('Name', 'Alice'),)
    """
    held = (a.pair for release in remaining_releases(workspace, recipient) for a in release.record.known)
    return tuple(pair for pair in dict.fromkeys(held) if may_be_stated(pair))


def brokers_of(workspace: Workspace, request: SubjectRequest) -> tuple[str, ...]:
    """Those of a request's recipients that are data brokers."""
    return tuple(name for name in request.recipients if is_data_broker(workspace, name))


def stated_in(workspace: Workspace, request: SubjectRequest) -> tuple[Pair, ...]:
    """What the letter of a request states of what its recipients were given; for a data broker, of what that was.

    A release that was taken out of the work since is not told to anybody again.
    """
    given = _given(workspace, request)
    picked = dict.fromkeys((*request.stated, *request.disclosed))
    return tuple(pair for pair in picked if pair in given and is_typed(pair))


def disclosed_in(workspace: Workspace, request: SubjectRequest) -> tuple[Pair, ...]:
    """What the letter of a request tells its recipients: true facts that they lack. A data broker is told none.

    >>> ask = SubjectRequest("a", "Shop", "access", disclosed=(("Name", "Alice"), ("Name", "Bob")))
    >>> disclosed_in(Workspace((("Name", "Alice"),)), ask)
    (('Name', 'Alice'),)
    """
    if brokers_of(workspace, request):
        return ()
    given, profile = _given(workspace, request), set(workspace.profile)
    return tuple(pair for pair in request.disclosed if pair in profile and pair not in given and may_be_stated(pair))


def wrong_in(workspace: Workspace, request: SubjectRequest) -> tuple[Correction, ...]:
    """What the letter of a correction says is wrong: only what the recipients were given.

    What is right instead the person enters for this letter. A data broker that lacks it is asked to delete.
    """
    given, broker = _given(workspace, request), bool(brokers_of(workspace, request))
    asked = request.corrections if request.kind == "correction" else ()
    return tuple(
        (label, wrong, "" if broker and (label, right) not in given else right)
        for label, wrong, right in asked
        if (label, wrong) in given and is_typed((label, wrong))
    )


def _given(workspace: Workspace, request: SubjectRequest) -> set[Pair]:
    """What any of a request's recipients was given; where some are data brokers, what each of these was."""
    brokers = brokers_of(workspace, request)
    given = [
        {a.pair for r in workspace.accounts if r.recipient == name for a in r.record.known}
        for name in brokers or request.recipients
    ]
    return set.intersection(*given) if brokers else set.union(*given)


def further_facts_requested(workspace: Workspace, request: SubjectRequest, contact: Contact | None) -> tuple[Pair, ...]:
    """What the recipient will ask for besides the letter, as far as it is known: the person's facts it would learn.

    Of every label the first value that it holds, else the profile's first.
    """
    wanted = [ELEMENT_LABELS[element] for element in contact.asks if element in ELEMENT_LABELS] if contact else []
    if contact and contact.needs_id:
        wanted += ON_AN_IDENTITY_CARD
    told = {label for label, _ in (*stated_in(workspace, request), *disclosed_in(workspace, request))}
    held = {
        a.label: a.pair
        for r in reversed(remaining_releases(workspace, request.recipient))
        for a in reversed(r.record.known)
    }
    profile = {label: (label, value) for label, value in reversed(workspace.profile)}
    known = {**profile, **held}
    return tuple(known[label] for label in dict.fromkeys(wanted) if label in known and label not in told)


def addressee(workspace: Workspace, request: SubjectRequest) -> str:
    """Whom a letter is for: the owner of several recipients, else the recipient by the name it has for itself.

    >>> addressee(Workspace(), SubjectRequest("a", "instagram.com", "access", others=("whatsapp.com",)))
    'Meta'
    """
    owner = owner_of(recipient_site(workspace, request.recipient)) if request.others else None
    contact = contact_of(workspace, request.recipient)
    return owner.name if owner else contact.name if contact and contact.name else request.recipient


def services_in(workspace: Workspace, request: SubjectRequest) -> tuple[str, ...]:
    """The services that a letter for several recipients names, each by its site where that is known.

    To a data broker none is named: that the person is there tells something.
    """
    if not request.others or brokers_of(workspace, request):
        return ()
    return tuple(recipient_site(workspace, name) or name for name in request.recipients)


# Letters.


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
        services: heading of the services it concerns, and a line for each; without lines where it is one.
        details: heading of the facts it states, and a line for each.
        wrong: heading of what is wrong, and one sentence for each.
        paragraphs: what follows.
        disclosed: heading of the facts that it adds, and a line for each.
        sender: the name under it; empty where the recipient is not told one.
    """

    language: Language
    to: str = field(repr=False)
    day: str = field(repr=False)
    subject: str = field(repr=False)
    salutation: str = field(repr=False)
    request: str = field(repr=False)
    services: tuple[str, tuple[str, ...]] = field(repr=False)
    details: tuple[str, tuple[str, ...]] = field(repr=False)
    wrong: tuple[str, tuple[str, ...]] = field(repr=False)
    paragraphs: tuple[str, ...] = field(repr=False)
    disclosed: tuple[str, tuple[str, ...]] = field(repr=False)
    closing: str = field(repr=False)
    sender: str = field(repr=False)


def letter_for(workspace: Workspace, request: SubjectRequest, day: datetime.date) -> Letter:
    """The letter of a request.

    Of what the request names it states what ``stated_in``, ``disclosed_in`` and ``wrong_in`` let through.

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
    stated, disclosed = stated_in(workspace, request), disclosed_in(workspace, request)
    number = () if brokers_of(workspace, request) or not request.number else (("Customer number", request.number),)
    return Letter(
        language=request.language,
        to=one_line(addressee(workspace, request)),
        day=day.isoformat(),
        subject=says["subject"].format(**law),
        salutation=texts["salutation"],
        request=says["request"].format(**law),
        services=(texts["services"], tuple(map(one_line, services_in(workspace, request)))),
        details=(texts["details"], _facts(texts, (*stated, *number))),
        wrong=(texts["wrong"], tuple(_wrong(texts, wrong) for wrong in wrong_in(workspace, request))),
        paragraphs=tuple(paragraph.format(**law) for paragraph in (*says["paragraphs"], says["identity"])),
        disclosed=(texts["disclosed"], _facts(texts, disclosed)),
        closing=texts["closing"],
        sender=next((one_line(value) for label, value in (*stated, *disclosed) if label == "Name"), ""),
    )


def _facts(texts: dict[str, Any], facts: Iterable[Pair]) -> tuple[str, ...]:
    return tuple(_fact(texts, texts["fact"], label, value=value) for label, value in facts)


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
    stated = (*stated_in(workspace, request), *disclosed_in(workspace, request))
    own = [mail_address(value) for label, value in stated if label == "Email"]
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
