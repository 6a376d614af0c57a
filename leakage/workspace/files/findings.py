"""Findings: what a file of another program holds, before it is added to a work. No repr shows a value."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Literal, TypeAlias

from leakage.record import Pair, Record, redacted_repr
from leakage.workspace.files.secret import kept, last_four, tag_of
from leakage.workspace.limits import InputProblem, few
from leakage.workspace.sites import app_of, site_of
from leakage.workspace.workspace import Workspace

Days: TypeAlias = tuple[str, str, str]
Surety: TypeAlias = Literal["", "order", "unsubscribe", "mail"]
"""How sure a mail makes an account: it was about a sign-up or an order, could be unsubscribed from, or neither."""

MAX_ACCOUNTS, MAX_FACTS, MAX_ENTRIES = 5_000, 5_000, 150_000
"""The most accounts, facts about the person, and entries and fields of vaults that are read from a file."""

LOGIN = ("Email", "User name", "Phone")  # the labels of what people sign in with

_MAIL = re.compile(r"[^\s@<>(),;:\"]+@[^\s@<>(),;:\"]+\.[^\s@<>(),;:\"]+")
_PHONE = re.compile(r"\+?[\d ()./-]{7,20}")


@dataclass(frozen=True, slots=True)
class Account:
    """An account at one place, known by its title or its registrable domain.

    Its holder knows ``facts`` for certain and facts of the labels ``likely`` besides. The password is a keyed hash, the
    days are in ISO 8601 or empty, ``sources`` are the programs that list it with this password, ``mail`` says how sure
    a mail makes it, and ``holder`` is what the recipient is called, if not by its site or title.
    """

    title: str
    site: str = ""
    facts: tuple[Pair, ...] = ()
    password: bytes | None = None
    created: str = ""
    changed: str = ""
    used: str = ""
    likely: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    mail: Surety = ""
    holder: str = ""

    __repr__ = redacted_repr

    @property
    def recipient(self) -> str:
        """Who holds it: its holder, else the site, else the title."""
        return self.holder or self.site or self.title

    @property
    def login(self) -> tuple[Pair, ...]:
        """The facts that the person signs in with."""
        return tuple(pair for pair in self.facts if pair[0] in LOGIN)


@dataclass(frozen=True, slots=True)
class Breach:
    """A breach: of which place, when, and the labels of what leaked; None where only its name was asked for."""

    name: str
    domain: str = ""
    date: str = ""
    leaked: tuple[str, ...] | None = None
    verified: bool = True

    __repr__ = redacted_repr


@dataclass(frozen=True, slots=True)
class Table:
    """A table of one's own as (heading, cell) pairs, without secrets; the person says what its rows are."""

    headings: tuple[str, ...]
    rows: tuple[tuple[Pair, ...], ...]

    __repr__ = redacted_repr


@dataclass(frozen=True, slots=True)
class Findings:
    """What a file holds.

    ``sources`` are programs whose later exports are held against this one; ``facts`` are about the person; ``cards``
    are the person's only if they say so, as are ``tables``; ``copy`` is a saved work; ``left_out``
    counts what was passed over, in words of this program.
    """

    kind: str = ""
    sources: tuple[str, ...] = ()
    accounts: tuple[Account, ...] = ()
    breaches: tuple[Breach, ...] = ()
    facts: tuple[Pair, ...] = ()
    cards: tuple[tuple[Pair, ...], ...] = ()
    background: tuple[Record, ...] = ()
    tables: tuple[Table, ...] = ()
    copy: Workspace | None = None
    left_out: tuple[tuple[str, int], ...] = ()
    problems: tuple[InputProblem, ...] = ()

    __repr__ = redacted_repr


def together(parts: Iterable[Findings]) -> Findings:
    """Several findings as one; of two copies the last."""
    parts = tuple(parts)
    lists = {
        part.name: tuple(entry for one in parts for entry in getattr(one, part.name))
        for part in fields(Findings)
        if part.name not in ("kind", "copy", "left_out")
    }
    counted = sum((Counter(dict(one.left_out)) for one in parts), Counter[str]())
    copy = next((one.copy for one in reversed(parts) if one.copy), None)
    return Findings("together", **lists, copy=copy, left_out=tuple(counted.items()))


class Gathering:
    """Gathers the findings of one file: every text goes through ``kept``, every password becomes its hash."""

    def __init__(self) -> None:
        self.accounts, self.problems = list[Account](), list[InputProblem]()
        self.facts, self.left_out, self.entries = dict[Pair, None](), Counter[str](), 0

    def leave_out(self, what: str, number: int = 1) -> None:
        """Count what is left out; ``what`` is a plural noun of this program's."""
        if number:
            self.left_out[what] += number

    def refuse(self, where: str, sentence: str) -> None:
        """Note what cannot be read."""
        self.problems.append(InputProblem(where, sentence))

    def fact(self, label: str, value: object) -> None:
        """A fact about the person; what is empty, far too long or a secret is none."""
        if text := kept(value):
            self.facts[label, text] = None
        if len(self.facts) > MAX_FACTS:
            raise ValueError(f"there are more than {MAX_FACTS:,} facts about you, the most that can be read")

    def card(self, number: object, brand: object = None) -> None:
        """A card by its last four digits and, where it is known, its brand."""
        if ending := last_four(number):
            # Proton writes a number for the brand.
            name = kept(brand)[:30]
            self.facts["Card", f"{'' if name.isdigit() else name} {ending}".strip()] = None
        else:
            self.leave_out("cards without a number")

    def login(
        self, title: str, addresses: Sequence[str], names: Iterable[str], password: str, days: Days = ("", "", "")
    ) -> None:
        """An account created, changed and used on some days, at the first address that has a site.

        A name that is the password as well is none.
        """
        site, app = (next(filter(None, map(place, addresses)), "") for place in (site_of, app_of))
        secret = password.casefold()
        called, *texts = ("" if text.casefold() == secret else kept(text) for text in (title, *names))
        called = "" if len(secret) >= 8 and secret in called.casefold() else called
        facts = tuple(dict.fromkeys(map(login_fact, filter(None, texts))))
        self.account(Account(called or app, site, facts, tag_of(password), *days))

    def account(self, account: Account) -> None:
        """An account, if anything says where it is."""
        if not account.recipient:
            self.leave_out("entries that do not say where they belong")
        elif len(self.accounts) == MAX_ACCOUNTS:
            raise ValueError(f"there are more than {MAX_ACCOUNTS:,} accounts, the most that can be read")
        else:
            self.accounts.append(account)

    def findings(self, kind: str, source: str = "") -> Findings:
        """All that was gathered; the accounts of a program are listed by it."""
        sources = (source,) if source else ()
        accounts = tuple(replace(account, sources=sources) for account in self.accounts)
        left_out, problems = tuple(self.left_out.items()), few(self.problems)
        return Findings(kind, sources, accounts, facts=tuple(self.facts), left_out=left_out, problems=problems)


def is_mail(text: str) -> bool:
    """Whether a text is a mail address and nothing else."""
    return _MAIL.fullmatch(text.strip()) is not None


def login_fact(name: str) -> Pair:
    """What the person signs in with, as a fact: a mail address, a phone number, else a user name.

    >>> login_fact("a@b.c"), login_fact("+1 555 0100"), login_fact("alice")
    (('Email', 'a@b.c'), ('Phone', '+1 555 0100'), ('User name', 'alice'))
    """
    if is_mail(name):
        return ("Email", name)
    # Digits alone are a customer's number as often as not.
    is_phone = _PHONE.fullmatch(name) and (name.startswith(("+", "0")) or not name.isdigit())
    return ("Phone" if is_phone else "User name", name)


def login_of(facts: Iterable[Pair]) -> frozenset[Pair]:
    """What the person signs in with, for comparing: case does not matter."""
    return frozenset((label, value.casefold()) for label, value in facts if label in LOGIN)
