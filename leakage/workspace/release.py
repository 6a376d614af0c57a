"""Releases and recipients: what was given to whom, who pools it, and what was asked of them."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, get_args

from leakage.record import Pair, Record, redacted_repr

# Whom to ask at a recipient, and what asking takes.


Difficulty: TypeAlias = Literal["", "easy", "medium", "hard", "limited", "impossible"]
"""How hard it is to have an account deleted, in JustDeleteMe's words; empty where nobody has said."""
Element: TypeAlias = Literal["name", "email", "address", "birthdate", "input", "textarea"]
ELEMENTS: tuple[Element, ...] = get_args(Element)
"""What a recipient may want a request to state; the last two are something of its own."""


@dataclass(frozen=True, slots=True)
class ChangedValue:
    """A value that the person has changed at a recipient, which has a fresh one in its place.

    Arguments:
        recipient: as the releases call it.
        label, value: of the old value.
        day: of the change, as ISO 8601.
        confidence: how sure the recipient was of the old value, in [0, 1]; of several releases the surest.
    """

    recipient: str
    label: str
    value: str
    day: str
    confidence: float = 1.0

    __repr__ = redacted_repr


@dataclass(frozen=True, slots=True)
class Contact:
    """What is known about asking one recipient.

    Arguments:
        domain: of the recipient, not empty.
        name: what it calls itself.
        email: for requests; empty where none is known.
        medium: how it wants to be asked: email, letter, webform, or empty.
        language: it writes in, as ISO 639-1, or empty.
        countries: it serves, as ISO 3166 in small letters; "all" for everywhere.
        asks: what a request must state.
        needs_id: whether it demands a copy of an identity document.
        difficulty: of having an account deleted.
        delete_url: the page where that is done, or explained.

    Raises:
        ValueError: for an empty domain.
    """

    domain: str
    name: str = ""
    email: str = ""
    medium: str = ""
    language: str = ""
    countries: tuple[str, ...] = ()
    asks: tuple[Element, ...] = ()
    needs_id: bool = False
    difficulty: Difficulty = ""
    delete_url: str = ""

    __repr__ = redacted_repr

    def __post_init__(self) -> None:
        if not self.domain:
            raise ValueError("a contact needs a domain")


# A data subject's request to one recipient: what it asks for, what its letter states, and what came of it.


RequestKind: TypeAlias = Literal["erasure", "access", "objection"]
KINDS: tuple[RequestKind, ...] = get_args(RequestKind)
Ground: TypeAlias = Literal["gdpr", "uk_gdpr", "ccpa", "drop", "plain"]
"""The law a request rests on; ``drop`` is California's page for all data brokers at once, ``plain`` is no law."""
Language: TypeAlias = Literal["en", "de", "fr", "es"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
RequestState: TypeAlias = Literal["drafted", "sent", "extended", "answered", "refused", "done"]
STEPS: tuple[RequestState, ...] = get_args(RequestState)
PartName: TypeAlias = Literal["name", "reply", "email", "address", "birthdate", "number", "identity"]
"""A part of a letter; ``reply`` is where the answer goes, ``number`` one that the recipient gave the person."""


@dataclass(frozen=True, slots=True)
class SubjectRequest:
    """What is asked of one recipient.

    Arguments:
        name: unique in a workspace, not empty.
        recipient: as the releases call it, not empty.
        kind: what is asked for.
        ground: the law that it rests on.
        language: of the letter.
        releases: names of the releases it is about.
        stated: the (label, value) pairs its letter states, so that the recipient finds the person.
        steps: what happened, each step at most once, with its day as ISO 8601.
        disclosed: the (label, value) pairs its letter states although the recipient lacks them.
        withheld: parts that the letter leaves out on purpose.
        number: one by which the recipient knows the person, such as a customer number; empty where there is none.

    Raises:
        ValueError: for an empty name or recipient, a step that occurs twice, or a day that is none.

    >>> SubjectRequest("Erasure: Shop", "Shop", "erasure", steps=(("sent", "2026-01-31"),)).day_of("sent")
    datetime.date(2026, 1, 31)
    """

    name: str
    recipient: str
    kind: RequestKind
    ground: Ground = "plain"
    language: Language = "en"
    releases: tuple[str, ...] = ()
    stated: tuple[Pair, ...] = ()
    steps: tuple[tuple[RequestState, str], ...] = ()
    disclosed: tuple[Pair, ...] = ()
    withheld: tuple[PartName, ...] = ()
    number: str = ""

    __repr__ = redacted_repr

    def __post_init__(self) -> None:
        if not self.name:
            raise ValueError("a request needs a name")
        if not self.recipient:
            raise ValueError("a request needs a recipient")
        if len({step for step, _ in self.steps}) < len(self.steps):
            raise ValueError("a request takes each step once")
        for _, day in self.steps:
            _day(day)

    def day_of(self, step: RequestState) -> datetime.date | None:
        """When a step was taken; None where it was not."""
        day = dict(self.steps).get(step)
        return None if day is None else _day(day)

    def with_step(self, step: RequestState, day: datetime.date) -> SubjectRequest:
        """The request with one step more, or on another day; the steps stay in their order."""
        taken = {**dict(self.steps), step: day.isoformat()}
        return replace(self, steps=tuple((name, taken[name]) for name in STEPS if name in taken))


def _day(text: str) -> datetime.date:
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise ValueError("the day of a step is written like 2026-01-31") from None


# Who pools data with whom.


PoolingKind: TypeAlias = Literal["together", "alone", "coalitions", "releases"]


@dataclass(frozen=True, slots=True)
class Coalition:
    """Recipients who share their data with one another."""

    name: str
    recipients: tuple[str, ...]

    __repr__ = redacted_repr


@dataclass(frozen=True, slots=True)
class Pooling:
    """Who pools data with whom.

    Arguments:
        kind: "together": all of them; "alone": nobody; "coalitions": those named, and the others alone; "releases":
            somebody has these releases only, whoever they were given to.
        coalitions: read only where the kind is "coalitions".
        resolve_first: whether each recipient resolves its own records before they are pooled.
        releases: names of releases; read only where the kind is "releases".
        breaches: whether each of several pools has what leaked as well; all together always have it.
    """

    kind: PoolingKind = "together"
    coalitions: tuple[Coalition, ...] = ()
    resolve_first: bool = False
    releases: tuple[str, ...] = ()
    breaches: bool = False

    __repr__ = redacted_repr


TOGETHER = Pooling()  # All of them share.


# What the person answered to the steps of a plan.


StepAnswer: TypeAlias = Literal["done", "later", "needed", "cannot"]


@dataclass(frozen=True, slots=True)
class Answer:
    """What the person said of a step.

    Arguments:
        step: its key, not empty.
        answer: that it is done, comes later, is about something they need, or cannot be done.
        day: as ISO 8601.

    Raises:
        ValueError: for an empty key, or a day that is none.
    """

    step: str
    answer: StepAnswer
    day: str

    __repr__ = redacted_repr

    def __post_init__(self) -> None:
        if not self.step:
            raise ValueError("an answer needs a step")
        _day(self.day)


# What was given to whom: releases and recipients, with the status of having it deleted.


ErasureStatus: TypeAlias = Literal["asked", "done", "refused"]
PASSWORD = "Password"
"""The label of a password that several accounts share; its value is a name such as "password A"."""
DATED = ("Bitwarden", "Firefox")  # They date a change of password; others any edit of an entry, also of a note.


@dataclass(frozen=True, slots=True)
class Listing:
    """What an export said of an account when it was imported last.

    Arguments:
        source: the program that wrote it.
        place: where the account is, as the export says it: its site, else its title.
        facts: (label, value) pairs, such as the names it is opened with.
        password: the name of the password that it shares with other accounts; empty where it shares none.
        used, changed: when it was last, as ISO 8601; empty where the export does not date it.
        gone: whether a later export did not list it any more.
    """

    source: str
    place: str
    facts: tuple[Pair, ...] = ()
    password: str = ""
    used: str = ""
    changed: str = ""
    gone: bool = False

    __repr__ = redacted_repr

    @property
    def account(self) -> tuple[str, str, frozenset[Pair]]:
        """Which account of which export it is about: letters large or small are the same.

        >>> Listing("Firefox", "Shop.example", (("Email", "A@b.c"),)).account
        ('Firefox', 'shop.example', frozenset({('Email', 'a@b.c')}))
        """
        return self.source, self.place.casefold(), frozenset((label, value.casefold()) for label, value in self.facts)


@dataclass(frozen=True, slots=True)
class Release:
    """What was given to one recipient at one time.

    Arguments:
        name: how the person calls it, unique in a workspace, not empty.
        recipient: who got it, not empty.
        record: the attributes given, with the confidence the recipient holds each at.
        date: ISO 8601 (2026-01-31), or empty where it is not known.
        erasure: whether its deletion was asked for, was done, or was refused; what was done no longer counts.
        required: of a planned release, the (label, value) pairs it must give; its others may be left blank.
        presumed: labels of facts that the recipient probably holds besides, each with the probability in [0, 1); 0 says
            that it does not. No match rule reads them: see ``leakage.decision.presumed``.
        ended: whether the contract, treatment or account behind it has ended; until then law may have it kept.
        listings: what the exports that list it said of it last; a newer one is held against them.
        breach: the site that was breached, by its domain or name, where this is what leaked there; then its recipient
            is nobody who was given something. Empty for an account.
        leaked: labels of what a breach let out, also of what the person did not type.
        dealt: whether the person has dealt with a breach.

    Raises:
        ValueError: for an empty name or recipient, a label presumed twice, or a probability out of range.
    """

    name: str
    recipient: str
    record: Record
    date: str = ""
    erasure: ErasureStatus | None = None
    required: tuple[Pair, ...] = ()
    presumed: tuple[tuple[str, float], ...] = ()
    ended: bool = False
    listings: tuple[Listing, ...] = ()
    breach: str = ""
    leaked: tuple[str, ...] = ()
    dealt: bool = False

    __repr__ = redacted_repr

    def __post_init__(self) -> None:
        if not self.name:
            raise ValueError("a release needs a name")
        if not self.recipient:
            raise ValueError("a release needs a recipient")
        if len(dict(self.presumed)) < len(self.presumed):
            raise ValueError("a release presumes a label once")
        if not all(label and 0.0 <= probability < 1.0 for label, probability in self.presumed):
            raise ValueError("a presumption has a label and a probability in [0, 1)")

    @property
    def password_changed(self) -> str:
        """The day on which its password was changed last, as password managers say it in ISO 8601; else empty."""
        days = (one.changed for one in self.listings if one.source in DATED)
        # An entry that is as it was made says nothing: a password may be older than the manager.
        return max((day for day in days if day > self.date), default="")

    def day_up_to(self, today: datetime.date) -> datetime.date | None:
        """The day on which it was given; None where that is no day, or comes after today."""
        try:
            day = datetime.date.fromisoformat(self.date)
        except ValueError:
            return None
        return day if day <= today else None


@dataclass(frozen=True, slots=True)
class Recipient:
    """What belongs to a recipient, whatever it was given.

    Arguments:
        name: as the releases call it, not empty.
        site: its registrable domain, where its name is another; empty where it is not known.

    Raises:
        ValueError: for an empty name.
    """

    name: str
    site: str = ""

    __repr__ = redacted_repr

    def __post_init__(self) -> None:
        if not self.name:
            raise ValueError("a recipient needs a name")


def unused_name(wanted: str, taken: Iterable[str]) -> str:
    """The wanted name, or the first of ``wanted 2``, ``wanted 3`` ... that is not taken.

    >>> unused_name("Shop", ["Shop", "Shop 2"])
    'Shop 3'
    """
    # A set or dictionary is not copied: thousands of names may be asked for, one after another.
    names = taken if isinstance(taken, set | dict) else set(taken)
    number, name = 2, wanted
    while name in names:
        name, number = f"{wanted} {number}", number + 1
    return name
