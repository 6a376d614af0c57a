"""Findings: what a file says, which of it is the same, and what several accounts share."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from leakage.record import Pair
from leakage.workspace.files.csv_cells import few
from leakage.workspace.files.sites import LABEL, PasswordClasses, app_of, class_name, is_local, site_of
from leakage.workspace.files.texts import cleaned
from leakage.workspace.limits import InputProblem
from leakage.workspace.vocabulary import count
from leakage.workspace.workspace import Coalition, Release, Workspace

# Findings: what a file of another program holds, before it is held against a workspace.


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
        used: the day on which it was used last, in ISO 8601; empty where that is not known.
        sources: the programs whose exports list it with this password.
    """

    title: str = field(repr=False)
    site: str = field(repr=False, default="")
    facts: tuple[Pair, ...] = field(repr=False, default=())
    password: int | None = field(repr=False, default=None)
    created: str = field(repr=False, default="")
    changed: str = field(repr=False, default="")
    likely: tuple[str, ...] = field(repr=False, default=())
    holder: str = field(repr=False, default="")
    used: str = field(repr=False, default="")
    sources: tuple[str, ...] = ()

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
class Guess:
    """What a platform infers about the person; it counts for nothing until the person says that it is so.

    Arguments:
        holder: the site or title of who guesses; what the workspace calls it, once that is known.
        label, value: of the fact that would be.
    """

    holder: str = field(repr=False)
    label: str
    value: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Findings:
    """What a file holds.

    Arguments:
        accounts: at places that have one.
        profile: facts about the person.
        sharing: who gives whom.
        left_out: (what, how many) that was passed over on purpose, in words of this program.
        problems: what could not be read, and why.
        guesses: what platforms infer about the person.
        source: the program that wrote it, where a later export is to be held against it; else empty.
    """

    accounts: tuple[Account, ...] = field(repr=False, default=())
    profile: tuple[Pair, ...] = field(repr=False, default=())
    sharing: tuple[Sharing, ...] = field(repr=False, default=())
    left_out: tuple[tuple[str, int], ...] = ()
    problems: tuple[InputProblem, ...] = ()
    guesses: tuple[Guess, ...] = field(repr=False, default=())
    source: str = ""


class Gathering:
    """Gathers the findings of one file; passwords become the numbers of their classes as they come."""

    def __init__(self, classes: PasswordClasses) -> None:
        self._classes = classes
        self._accounts: list[Account] = []
        self._profile: dict[Pair, None] = {}
        self._sharing: dict[Sharing, None] = {}
        self._left_out: Counter[str] = Counter()
        self._problems: list[InputProblem] = []
        self._guesses: dict[Guess, None] = {}

    def leave_out(self, what: str, count: int = 1) -> None:
        """Count what is passed over; the words are plural ones of this program."""
        if count:
            self._left_out[what] += count

    def refuse(self, where: str, sentence: str) -> None:
        """Note what cannot be read."""
        self._problems.append(InputProblem(where, sentence))

    def fact(self, label: str, value: object) -> None:
        """A fact about the person; what is empty or far too long is none."""
        if text := cleaned(value):
            self._profile[label, text] = None

    def guess(self, holder: str, label: str, value: object) -> None:
        """What a platform infers about the person; what is empty or far too long is none."""
        if text := cleaned(value):
            self._guesses[Guess(holder, label, text)] = None

    def login(
        self,
        title: object,
        addresses: Iterable[object],
        names: Iterable[object],
        password: object = None,
        created: str = "",
        changed: str = "",
        used: str = "",
    ) -> None:
        """An account that is opened with names and a password, at the first address that has a site.

        One at a router or a machine of your own network is counted and left out: nobody else holds it.
        """
        addresses = tuple(addresses)
        site = next(filter(None, map(site_of, addresses)), "")
        app = next(filter(None, map(app_of, addresses)), "")
        if not site and not app and any(map(is_local, (*addresses, title))):
            self.leave_out("logins at routers and other machines of your own network")
            return
        facts = tuple(dict.fromkeys(login_fact(name) for name in map(cleaned, names) if name))
        self.account(
            Account(cleaned(title) or app, site, facts, self._classes.of(password), created, changed, used=used)
        )

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
            tuple(self._guesses),
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


# Duplicates: the same account in several files, or in a file and in the workspace.


Login = frozenset[Pair]


@dataclass(frozen=True, slots=True)
class Merged:
    """Accounts, each once.

    Arguments:
        accounts: in the order of their first appearance.
        duplicates: how many more there were.
        other_passwords: how many of these had another password than the one that is kept.
    """

    accounts: tuple[Account, ...]
    duplicates: int = 0
    other_passwords: int = 0


def merged(accounts: Iterable[Account]) -> Merged:
    """Accounts at one place that are opened with the same names, as one.

    What has neither names nor a password is only evidence that there is an account, and goes to the first one at its
    place. Of two passwords that which was changed last is kept.

    >>> shop = Account("Shop", "shop.example", (("Email", "a@b.c"),), 0, "2020-01-31")
    >>> same = Account("shop", "shop.example", (("Email", "A@b.c"),), 0, "2019-01-31")
    >>> found = merged([shop, same])
    >>> len(found.accounts), found.accounts[0].created, found.duplicates
    (1, '2019-01-31', 1)
    """
    by_login: dict[tuple[str, Login], Account] = {}
    duplicates = other_passwords = 0
    for account in accounts:
        key = (account.recipient.casefold(), login_of(account.facts))
        if key not in by_login:
            by_login[key] = account
            continue
        duplicates += 1
        other_passwords += None not in (password := {by_login[key].password, account.password}) and len(password) > 1
        by_login[key] = _joined(by_login[key], account)
    whole = _evidence_joined(by_login)
    return Merged(whole, duplicates + len(by_login) - len(whole), other_passwords)


def login_of(facts: Iterable[Pair]) -> Login:
    """What an account is opened with, as it is compared: letters large or small are the same.

    >>> login_of([("Email", "A@b.c"), ("City", "X")])
    frozenset({('Email', 'a@b.c')})
    """
    return frozenset((label, value.casefold()) for label, value in facts if label in LOGIN)


def same_account(account: Account, releases: Sequence[Release]) -> Release | None:
    """The release that stands for an account, among those of its recipient; None where there is none.

    It is the one that holds all names the account is opened with; for a password without names, the one without names;
    for evidence that there is an account, the first.

    >>> from leakage.record import Record
    >>> release = Release("Shop", "shop.example", Record.of(("Email", "a@b.c"), ("City", "X")))
    >>> same_account(Account("Shop", "shop.example", (("Email", "A@B.c"),)), [release]) is release
    True
    """
    wanted = login_of(account.facts)
    logins = ((release, login_of(a.pair for a in release.record.known)) for release in releases)
    if wanted:
        return next((release for release, login in logins if wanted <= login), None)
    if _is_evidence(account):
        return releases[0] if releases else None
    return next((release for release, login in logins if not login), None)


def _joined(first: Account, second: Account) -> Account:
    older, newer = sorted((first, second), key=lambda account: account.changed)
    # Two spellings of one address are one address.
    login = login_of(first.facts)
    more = tuple(pair for pair in second.facts if not login_of([pair]) <= login or not login_of([pair]))
    password = older.password if newer.password is None else newer.password
    # An export with another password would take what the newer one says for a change of its own.
    agreeing = (account for account in (first, second) if account.password in (None, password))
    return replace(
        first,
        title=first.title or second.title,
        site=first.site or second.site,
        facts=tuple(dict.fromkeys((*first.facts, *more))),
        password=password,
        created=min(filter(None, (first.created, second.created)), default=""),
        changed=newer.changed,
        likely=tuple(dict.fromkeys((*first.likely, *second.likely))),
        used=max(first.used, second.used),
        sources=tuple(dict.fromkeys(source for account in agreeing for source in account.sources)),
    )


def _is_evidence(account: Account) -> bool:
    return account.password is None and not account.login


def _evidence_joined(by_login: dict[tuple[str, Login], Account]) -> tuple[Account, ...]:
    """Accounts, where evidence has gone to the first account at the same place."""
    first: dict[str, tuple[str, Login]] = {}
    for key, account in by_login.items():
        if not _is_evidence(account):
            first.setdefault(key[0], key)
    joined = dict(by_login)
    for key, account in by_login.items():
        if _is_evidence(account) and key[0] in first:
            joined[first[key[0]]] = _joined(joined[first[key[0]]], account)
            del joined[key]
    return tuple(joined.values())


# Names of passwords that several accounts share: those the workspace gave them before, else the next letters.


def password_names(
    accounts: Sequence[Account],
    releases: Sequence[Release | None],
    workspace: Workspace,
    kept: Mapping[int, str] | None = None,
) -> dict[int, str]:
    """A name for every password that at least two accounts share, the most shared first.

    A password that one account alone has joins nothing, and has no name. Names tell which are equal and nothing else,
    so a later import could mix them up: a class keeps a name only where its accounts in the workspace have that one
    name, and no other class has it. Any other class gets a name that is new.

    Arguments:
        accounts: each once.
        releases: the release that stands for each account in the workspace; None where there is none.
        workspace: whose names are taken.
        kept: names that are known to go on, by the numbers of their classes.

    >>> moon = [Account("A", password=0), Account("B", password=0), Account("C", password=1)]
    >>> password_names(moon, [None] * 3, Workspace(profile=(("Password", "password A"),)))
    {0: 'password B'}
    """
    sizes = Counter(account.password for account in accounts if account.password is not None)
    before = _names_before(accounts, releases)
    # A name that two classes had is certain of neither.
    claimed = Counter(name for names in before.values() for name in names)
    names = dict(kept or {})
    going_on = set(names.values())
    names |= {
        number: next(iter(given))
        for number, given in before.items()
        if number not in names and len(given) == 1 and claimed[next(iter(given))] == 1 and not given <= going_on
    }
    taken = _taken(workspace)
    free = (name for name in map(class_name, itertools.count()) if name not in taken)
    for number, size in sorted(sizes.items(), key=lambda entry: (-entry[1], entry[0])):
        if size > 1 and number not in names:
            names[number] = next(free)
    return names


def _names_before(accounts: Sequence[Account], releases: Sequence[Release | None]) -> Mapping[int, set[str]]:
    before: dict[int, set[str]] = {}
    for account, release in zip(accounts, releases, strict=True):
        if account.password is not None and release is not None:
            before.setdefault(account.password, set()).update(release.record.values(LABEL))
    return before


def _taken(workspace: Workspace) -> frozenset[str]:
    records = [release.record for release in (*workspace.releases, *workspace.plans)]
    values = (value for record in (*records, *workspace.background) for value in record.values(LABEL))
    facts = (value for label, value in workspace.profile if label == LABEL)
    # What was shared once is the name of that password, though nobody has it any more.
    said = (listing.password for release in workspace.releases for listing in release.listings)
    changed = (change.value for change in workspace.changed_values if change.label == LABEL)
    return frozenset((*values, *facts, *said, *changed))


# Coalitions that an import proposes: who is known to give whom what they know about the person.


_APP = re.compile(r"[A-Za-z]{2,3}(\.[A-Za-z0-9_-]+){2,}")

_NAMES: dict[Evidence, str] = {
    "list": "{} and who gave it a list with you",
    "activity": "{} and who tells it what you do",
    "sign-in": "{} and who you sign in to with it",
    "tracker": "{} and the apps that tell it about you",
}
_EVIDENCE_WORDS: dict[Evidence, tuple[str, str, str]] = {
    "list": ("recipient", "recipients", "uploaded a list that you are on"),
    "activity": ("recipient", "recipients", "sent what you did there"),
    "sign-in": ("recipient", "recipients", "you sign in to through it"),
    "tracker": ("app", "apps", "sent it data"),
}


@dataclass(frozen=True, slots=True)
class ProposedCoalition:
    """A coalition that a file is evidence for; nothing of it shows in a log.

    Arguments:
        coalition: who receives, then who gives.
        evidence: why, in a sentence that names nobody.
    """

    coalition: Coalition = field(repr=False)
    evidence: str


def proposed(
    sharing: Iterable[Sharing], recipient_of: Callable[[str], str]
) -> tuple[tuple[ProposedCoalition, ...], int]:
    """A coalition for every receiver and kind of evidence, of those recipients that are known; and how many are not.

    The receiver sees what each of them gives it, so together they are the pool that it can draw on.
    Source: Whang & Garcia-Molina 2011, Section 2.2 ("other organizations Eve pools information with").

    Arguments:
        sharing: the evidence.
        recipient_of: the recipient that a title or site stands for; empty where it is nobody known.

    >>> evidence = [Sharing("Net", "shop.example", "list"), Sharing("Net", "Nobody", "list")]
    >>> found, unknown = proposed(evidence, {"Net": "Net", "shop.example": "Shop"}.get)
    >>> found[0].coalition.recipients, unknown
    (('Net', 'Shop'), 1)
    """
    groups: dict[tuple[str, Evidence], dict[str, None]] = {}
    unknown = set()
    for one in sharing:
        receiver, giver = recipient_of(one.receiver), recipient_of(one.giver)
        if not giver:
            unknown.add(one.giver.casefold())
        elif giver != receiver:
            # Who receives may hold nothing of its own, and still bring those together who tell it.
            members = groups.setdefault((receiver or one.receiver, one.evidence), {receiver: None} if receiver else {})
            members[giver] = None
    coalitions = (_coalition(*key, tuple(members)) for key, members in groups.items() if len(members) > 1)
    return tuple(coalitions), len(unknown)


def name_key(name: str) -> str:
    """What a name, a domain and an app of the same party have in common: letters and digits, without the suffix.

    >>> name_key("Example Shop"), name_key("example-shop.co.uk"), name_key("com.exampleshop.client")
    ('exampleshop', 'exampleshop', 'exampleshop')
    """
    plain = name
    if " " not in name and site_of(name) == name.casefold():
        plain = name.partition(".")[0]
    elif _APP.fullmatch(name):
        plain = name.split(".")[1]
    return "".join(character for character in plain.casefold() if character.isalnum())


def _coalition(receiver: str, evidence: Evidence, members: Sequence[str]) -> ProposedCoalition:
    singular, plural, clause = _EVIDENCE_WORDS[evidence]
    givers = len(members) - (receiver in members)
    return ProposedCoalition(
        Coalition(_NAMES[evidence].format(receiver), tuple(members)), f"{count(givers, singular, plural)} {clause}."
    )
