"""Letters in four languages, as text, as a page to print and as a draft of mail; their words are in ``letters/``."""

from __future__ import annotations

import datetime
import re
import textwrap
import tomllib
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
from leakage.workspace.release import Correction, Ground, Language, SubjectRequest
from leakage.workspace.requests.contacts import contact_of, mail_address, recipient_site
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


def may_be_stated(pair: Pair) -> bool:
    """Whether a letter may state a fact: it was typed, and its label is not in ``NEVER_STATED``."""
    return is_typed(pair) and pair[0].casefold() not in _HIDDEN


def stateable(workspace: Workspace, recipient: str) -> tuple[Pair, ...]:
    """The facts that a recipient holds and a letter may state, each once.

    >>> from leakage.record import Record
    >>> given = Release("Order", "Shop", Record.of(("Name", "Alice"), ("Password", "a"), ("City", "X", 0.0)))
    >>> stateable(Workspace((("Name", "Alice"), ("Phone", "5")), releases=(given,)), "Shop")
    (('Name', 'Alice'),)
    """
    held = (a.pair for release in remaining_releases(workspace, recipient) for a in release.record.known)
    return tuple(pair for pair in dict.fromkeys(held) if may_be_stated(pair))


def brokers_of(workspace: Workspace, request: SubjectRequest) -> tuple[str, ...]:
    """The data brokers among a letter's recipients."""
    return tuple(name for name in request.recipients if is_data_broker(workspace, name))


def stated_in(workspace: Workspace, request: SubjectRequest) -> tuple[Pair, ...]:
    """The facts in a letter that its recipients were given, and that are still in the work."""
    given = _given(workspace, request)
    picked = dict.fromkeys((*request.stated, *request.disclosed))
    return tuple(pair for pair in picked if pair in given and is_typed(pair))


def disclosed_in(workspace: Workspace, request: SubjectRequest) -> tuple[Pair, ...]:
    """The true facts in a letter that its recipients lack; none in one to a data broker.

    >>> ask = SubjectRequest("a", "Shop", "access", disclosed=(("Name", "Alice"), ("Name", "Bob")))
    >>> disclosed_in(Workspace((("Name", "Alice"),)), ask)
    (('Name', 'Alice'),)
    """
    if brokers_of(workspace, request):
        return ()
    given, profile = _given(workspace, request), set(workspace.profile)
    return tuple(pair for pair in request.disclosed if pair in profile and pair not in given and may_be_stated(pair))


def wrong_in(workspace: Workspace, request: SubjectRequest) -> tuple[Correction, ...]:
    """The corrections in a letter, of what its recipients were given; a data broker learns no right value."""
    given, broker = _given(workspace, request), bool(brokers_of(workspace, request))
    asked = request.corrections if request.kind == "correction" else ()
    return tuple(
        (label, wrong, "" if broker and (label, right) not in given else right)
        for label, wrong, right in asked
        if (label, wrong) in given and is_typed((label, wrong))
    )


def told_in(workspace: Workspace, request: SubjectRequest) -> tuple[Pair, ...]:
    """The facts that a letter says are true, each once; the right values of its corrections among them."""
    right = ((label, right) for label, _, right in wrong_in(workspace, request) if right)
    return tuple(dict.fromkeys((*stated_in(workspace, request), *disclosed_in(workspace, request), *right)))


def number_in(workspace: Workspace, request: SubjectRequest) -> str:
    """The number in a letter by which its recipient knows the person; none in one to a data broker."""
    return "" if brokers_of(workspace, request) else request.number


def _given(workspace: Workspace, request: SubjectRequest) -> set[Pair]:
    """What any recipient of a letter was given; of data brokers, what each of these was."""
    brokers = brokers_of(workspace, request)
    given = [
        {a.pair for r in workspace.accounts if r.recipient == name for a in r.record.known}
        for name in brokers or request.recipients
    ]
    return set.intersection(*given) if brokers else set.union(*given)


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
    stated, disclosed = stated_in(workspace, request), disclosed_in(workspace, request)
    number = [("Customer number", n)] if (n := number_in(workspace, request)) else []
    lists = {
        "services": tuple(map(one_line, services_in(workspace, request))),
        "details": tuple(_fact(texts, "fact", label, value=value) for label, value in (*stated, *number)),
        "wrong": tuple(
            _fact(texts, "replaced" if right else "deleted", label, wrong=wrong, right=right)
            for label, wrong, right in wrong_in(workspace, request)
        ),
        "disclosed": tuple(_fact(texts, "fact", label, value=value) for label, value in disclosed),
    }
    listed = {name: [(texts[name], lines)] if lines else [] for name, lines in lists.items()}
    paragraphs = [(text.format(**law), ()) for text in (*says["paragraphs"], says["identity"])]
    before = [(texts["salutation"], ()), (says["request"].format(**law), ())]
    return Letter(
        request.language,
        one_line(addressee(workspace, request)),
        _in_words(texts, day),
        says["subject"].format(**law),
        (*before, *listed["services"], *listed["details"], *listed["wrong"], *paragraphs, *listed["disclosed"]),
        texts["closing"],
        next((one_line(value) for label, value in (*stated, *disclosed) if label == "Name"), ""),
    )


def addressee(workspace: Workspace, request: SubjectRequest) -> str:
    """The owner of several recipients, else the recipient by the name it has for itself.

    >>> addressee(Workspace(), SubjectRequest("a", "instagram.com", "access", others=("whatsapp.com",)))
    'Meta'
    """
    owner = owner_of(recipient_site(workspace, request.recipient)) if request.others else None
    contact = contact_of(workspace, request.recipient)
    return owner.name if owner else contact.name if contact and contact.name else request.recipient


def services_in(workspace: Workspace, request: SubjectRequest) -> tuple[str, ...]:
    """The services that a letter for several recipients names; none to a data broker: it would be news."""
    if not request.others or brokers_of(workspace, request):
        return ()
    return tuple(recipient_site(workspace, name) or name for name in request.recipients)


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


def letter_as_text(letter: Letter, width: int | None = WIDTH) -> str:
    """A letter as plain text in lines of some characters; with None a paragraph is a line."""
    fill = partial(_filled, width)
    blocks = [letter.to, letter.day, fill(letter.subject)]
    for paragraph, lines in letter.body:
        blocks += [fill(paragraph), *(["\n".join(fill(line, "  - ") for line in lines)] if lines else [])]
    return "\n\n".join((*blocks, "\n".join(filter(None, (fill(letter.closing), letter.sender))))) + "\n"


def letter_as_html(letter: Letter) -> bytes:
    """A letter as a page to print; whatever a person entered is escaped, and it asks for nothing."""
    return _template().render(letter=letter, policy=POLICY).encode("utf-8", errors="replace")


def _filled(width: int | None, text: str, before: str = "") -> str:
    """A text in short lines; no word is cut, so that addresses stay whole."""
    if width is None:
        return before + text
    indents = {"initial_indent": before, "subsequent_indent": " " * len(before)}
    return textwrap.fill(text, width, **indents, break_long_words=False, break_on_hyphens=False)  # type: ignore[arg-type]


@cache
def _texts(language: Language) -> dict[str, Any]:
    return tomllib.loads(resources.files(__package__).joinpath("letters", f"{language}.toml").read_text("utf-8"))


@cache
def _template() -> Template:
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    return environment.from_string(resources.files(__package__).joinpath("letter.html.j2").read_text("utf-8"))


WHOLE_LINES = SMTP.clone(max_line_length=998)
"""RFC 5322 allows it. No header is folded: ``email`` may put a blank into a subject where it folds."""


def letter_as_mail(workspace: Workspace, request: SubjectRequest, letter: Letter) -> bytes:
    """A letter as an ``.eml`` file (RFC 5322), marked as a draft; nothing is sent from here.

    It is from an address only if the letter states that one and no other: any other would be news to the recipient.
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
