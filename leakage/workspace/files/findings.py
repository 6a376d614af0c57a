"""Findings: what a file of another program holds, before it is held against a workspace."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from leakage.record import Pair
from leakage.workspace.files.csv_cells import few
from leakage.workspace.files.password_class import PasswordClasses
from leakage.workspace.files.plain_text import cleaned
from leakage.workspace.files.site import app_of, site_of
from leakage.workspace.forms.problem import Problem

Evidence: TypeAlias = Literal["list", "activity", "sign-in", "tracker"]
"""Why it is known that somebody shares: uploads a list, sends what one did, signs in through it, or tracks for it."""

MAX_ACCOUNTS = 20_000
LOGIN = ("Email", "User name", "Phone")
"""The labels of what an account is opened with."""

_MAIL = re.compile(r"[^\s@]+@[^\s@]+\.[^\s@]+")
_PHONE = re.compile(r"\+?[\d ()./-]{7,20}")


@dataclass(frozen=True, slots=True)
class Account:
    """An account at one place; nothing of it shows in a log.

    Arguments:
        title: what the file calls it; empty where it has no name.
        site: its registrable domain; empty where it has none. One of the two is filled.
        facts: (label, value) pairs that its holder knows for certain.
        password: the number of its password's class; None where it has none.
        created, changed: days in ISO 8601; empty where they are not known.
        likely: labels of what the holder knows besides, whose values the file does not say.
        holder: what the recipient is called in the workspace; empty where that is not settled yet.
    """

    title: str = field(repr=False)
    site: str = field(repr=False, default="")
    facts: tuple[Pair, ...] = field(repr=False, default=())
    password: int | None = field(repr=False, default=None)
    created: str = field(repr=False, default="")
    changed: str = field(repr=False, default="")
    likely: tuple[str, ...] = field(repr=False, default=())
    holder: str = field(repr=False, default="")

    @property
    def recipient(self) -> str:
        """Who holds it: as the workspace calls them, else the site, else the title."""
        return self.holder or self.site or self.title

    @property
    def login(self) -> tuple[Pair, ...]:
        """The facts that it is opened with."""
        return tuple(pair for pair in self.facts if pair[0] in LOGIN)


@dataclass(frozen=True, slots=True)
class Sharing:
    """Evidence that one party gives another what it knows; neither shows in a log.

    Arguments:
        receiver: the title or site of who is given it.
        giver: the title or site of who gives it.
        evidence: why that is known.
    """

    receiver: str = field(repr=False)
    giver: str = field(repr=False)
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Findings:
    """What a file holds.

    Arguments:
        accounts: at places that have one.
        profile: facts about the person.
        sharing: who gives whom.
        left_out: (what, how many) that was passed over on purpose, in words of this program.
        problems: what could not be read, and why.
    """

    accounts: tuple[Account, ...] = field(repr=False, default=())
    profile: tuple[Pair, ...] = field(repr=False, default=())
    sharing: tuple[Sharing, ...] = field(repr=False, default=())
    left_out: tuple[tuple[str, int], ...] = ()
    problems: tuple[Problem, ...] = ()


class Gathering:
    """Gathers the findings of one file; passwords become the numbers of their classes as they come."""

    def __init__(self, classes: PasswordClasses) -> None:
        self._classes = classes
        self._accounts: list[Account] = []
        self._profile: dict[Pair, None] = {}
        self._sharing: dict[Sharing, None] = {}
        self._left_out: Counter[str] = Counter()
        self._problems: list[Problem] = []

    def leave_out(self, what: str, count: int = 1) -> None:
        """Count what is passed over; the words are plural ones of this program."""
        if count:
            self._left_out[what] += count

    def refuse(self, where: str, sentence: str) -> None:
        """Note what cannot be read."""
        self._problems.append(Problem(where, sentence))

    def fact(self, label: str, value: object) -> None:
        """A fact about the person; what is empty or far too long is none."""
        if text := cleaned(value):
            self._profile[label, text] = None

    def login(
        self,
        title: object,
        addresses: Iterable[object],
        names: Iterable[object],
        password: object = None,
        created: str = "",
        changed: str = "",
    ) -> None:
        """An account that is opened with names and a password, at the first address that has a site."""
        addresses = tuple(addresses)
        site = next(filter(None, map(site_of, addresses)), "")
        app = next(filter(None, map(app_of, addresses)), "")
        facts = tuple(dict.fromkeys(login_fact(name) for name in map(cleaned, names) if name))
        self.account(Account(cleaned(title) or app, site, facts, self._classes.of(password), created, changed))

    def account(self, account: Account) -> None:
        """An account, if anything says where it is.

        Raises:
            ValueError: for more accounts than can be read.
        """
        if not account.recipient:
            self.leave_out("entries that do not say where they belong")
        elif len(self._accounts) == MAX_ACCOUNTS:
            raise ValueError(f"there are more than {MAX_ACCOUNTS:,} accounts, the most that can be read")
        else:
            self._accounts.append(account)

    def shares(self, receiver: str, giver: object, evidence: Evidence) -> None:
        """Evidence that one gives another what it knows."""
        if text := cleaned(giver):
            self._sharing[Sharing(receiver, text, evidence)] = None

    def findings(self) -> Findings:
        """All that was gathered.

        >>> gathering = Gathering(PasswordClasses())
        >>> gathering.login("Shop", ["https://shop.example"], ["a@b.c"], "moon")
        >>> account = gathering.findings().accounts[0]
        >>> account.recipient, account.facts, account.password
        ('shop.example', (('Email', 'a@b.c'),), 0)
        """
        return Findings(
            tuple(self._accounts),
            tuple(self._profile),
            tuple(self._sharing),
            tuple(self._left_out.items()),
            few(self._problems),
        )


def login_fact(name: str) -> Pair:
    """What an account is opened with: a mail address, a phone number, else a user name.

    >>> login_fact("a@b.c"), login_fact("+1 555 0100"), login_fact("alice")
    (('Email', 'a@b.c'), ('Phone', '+1 555 0100'), ('User name', 'alice'))
    """
    if _MAIL.fullmatch(name):
        return ("Email", name)
    # Digits alone are a customer's number as often as not.
    is_phone = _PHONE.fullmatch(name) and (name.startswith(("+", "0")) or not name.isdigit())
    return ("Phone" if is_phone else "User name", name)
