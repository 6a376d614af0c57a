"""Senders: who writes to a person has their address; each company once, with its first and last day.

Of a message only From, Date, Subject, List-Unsubscribe, List-Post and marks of spam are looked at. What is left of a
mailbox are domains, days and how sure each is. Anybody can write as anybody, so these are proposals.
"""

from __future__ import annotations

import datetime
import functools
import re
import tomllib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import resources
from typing import Literal, NamedTuple, TypeAlias

from leakage.progress import check_cancelled
from leakage.record import Record
from leakage.regular_file import RegularFile
from leakage.workspace.changes import still_held
from leakage.workspace.files.additions import Additions, RecipientNames, additions_of
from leakage.workspace.files.findings import Account, Findings
from leakage.workspace.files.mail.containers import mailboxes
from leakage.workspace.files.mail.mbox import fields_of, heads
from leakage.workspace.files.mail.subjects import about, decoded, plain
from leakage.workspace.files.sites import LABEL, site_of
from leakage.workspace.workspace import Release, Workspace

Sureness: TypeAlias = Literal["sure", "probable", "possible"]
"""Sent a sign-up or an order; sent something that can be unsubscribed from; wrote otherwise."""

SURENESS: tuple[Sureness, ...] = ("sure", "probable", "possible")

MOST_SENDERS = 20_000
"""Domains of one mailbox; a mailbox of spam has more, and nobody looks through them."""

MOST_REMEMBERED = 20_000
"""Fields that are remembered while a mailbox is read, for the same senders write again and again."""

EMAIL = "Email"


@dataclass(frozen=True, slots=True)
class Sender:
    """A company that writes; nothing of it shows in a log.

    Arguments:
        site: its registrable domain.
        sureness: of its surest message.
        first, last: days in ISO 8601; empty where no message has a day that can be.
    """

    site: str = field(repr=False)
    sureness: Sureness
    first: str = field(repr=False, default="")
    last: str = field(repr=False, default="")


@dataclass(frozen=True, slots=True)
class Senders:
    """Who writes to a person, the surest first; within these who wrote last.

    Arguments:
        senders: each once.
        messages: how many were looked at.
        left_out: (what, how many) messages that were passed over, in words of this program.
    """

    senders: tuple[Sender, ...] = field(repr=False)
    messages: int
    left_out: tuple[tuple[str, int], ...]


# A mailbox: its messages one by one.


_WANTED = {
    b"from": "from",
    b"date": "date",
    b"subject": "subject",
    b"list-unsubscribe": "unsubscribe",
    b"list-post": "post",
    b"x-gmail-labels": "labels",
    b"x-spam-flag": "spam",
}

_ADDRESS = re.compile(r"[^\s<>(),;:\"]{1,200}@[^\s<>(),;:\"@]{1,253}")
_QUOTED = re.compile(r"\"(?:[^\"\\]|\\.)*\"|\((?:[^()\\]|\\.)*\)")
_BRACKETS = re.compile(r"<([^<>]*)>")
_SITE = re.compile(r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)+")
_LIST = re.compile(r"<\s*mailto:([^<>?\s]+)", re.IGNORECASE)
_DAY = re.compile(
    rb"\b(\d{1,2})[ -](Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?[ -](\d{4}|\d\d)\b", re.IGNORECASE
)
_ASCTIME = re.compile(
    rb"\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) {1,2}(\d{1,2}) \d\d?:\d\d\b[^\n]*? ((?:19|20)\d\d)\b",
    re.IGNORECASE,
)
_MONTHS = {
    name: number
    for number, name in enumerate(
        (b"jan", b"feb", b"mar", b"apr", b"may", b"jun", b"jul", b"aug", b"sep", b"oct", b"nov", b"dec"), start=1
    )
}
_CENTURY = 69
"""Two digits below are of this century, as POSIX has it."""

_EARLIEST = datetime.date(1980, 1, 1)
_AUTOMATIC = frozenset(("noreply", "no-reply", "no_reply", "donotreply", "do-not-reply", "newsletter"))
"""Names that no person has at a provider of mail, so it is the provider that writes."""

_OWN = "messages of your own"
_SPAM = "spam"
_NOBODY = "messages that do not say who wrote them"
_LOCAL = "messages of machines, or of no domain"
_PERSONS = "messages of persons"
_SERVICES = "messages sent by services for others"
_TOO_MANY = "messages of further senders"


def read_senders(file: RegularFile, own: Collection[str], today: datetime.date) -> Senders:
    """Who writes in a file of mail; it is read once, in a few megabytes of memory however large it is.

    Arguments:
        file: an mbox, or an archive with one or several.
        own: addresses of the person, whose own messages are passed over.
        today: what is dated later has no day.

    Raises:
        SourceError: with one sentence, which repeats nothing of it, for what is no mail, or changed meanwhile.
    """
    reading = _Reading(own, today)
    for mailbox in mailboxes(file):
        for head in heads(mailbox):
            check_cancelled()
            reading.take(head)
    file.check_unchanged()
    return reading.senders()


def senders_in(mailbox: Iterable[bytes], own: Collection[str], today: datetime.date) -> Senders:
    """As ``read_senders``, of a mailbox that is at hand in pieces.

    >>> mail = b"From x Fri Jan 31 10:00:00 2020\\nFrom: Shop <a@mail.shop.example>\\nSubject: Your invoice\\n\\n"
    >>> found = senders_in([mail], (), datetime.date(2026, 1, 1))
    >>> found.senders[0].site, found.senders[0].sureness, found.senders[0].first
    ('shop.example', 'sure', '2020-01-31')
    """
    reading = _Reading(own, today)
    for head in heads(mailbox):
        reading.take(head)
    return reading.senders()


class _Entry(NamedTuple):
    """What is kept of a sender while a mailbox is read."""

    rank: int
    first: str
    last: str


class _Writer(NamedTuple):
    """Who wrote a message.

    Arguments:
        site: of a company; empty where it is none.
        why: the message is passed over.
    """

    site: str
    why: str


class _Reading:
    """Gathers the senders of mailboxes; addresses and subjects are gone with it."""

    def __init__(self, own: Collection[str], today: datetime.date) -> None:
        self._own = frozenset(address.casefold().strip() for address in own)
        self._latest = (today + datetime.timedelta(days=1)).isoformat()
        self._entries: dict[str, _Entry] = {}
        self._writers: dict[bytes, _Writer] = {}
        self._left_out: Counter[str] = Counter()
        self._messages = 0

    def take(self, head: bytes) -> None:
        """Note who wrote a message."""
        fields = fields_of(head, _WANTED)
        self._messages += 1
        if _is_spam(fields):
            self._left_out[_SPAM] += 1
            return
        post = _LIST.search(fields["post"].decode("latin-1")) if "post" in fields else None
        # What comes by a list comes from whoever runs the list, and not from who wrote it.
        source = post[1].encode("latin-1") if post else fields.get("from", b"")
        if source not in self._writers:
            if len(self._writers) >= MOST_REMEMBERED:
                self._writers.clear()
            self._writers[source] = self._writer(source)
        site, why = self._writers[source]
        if why:
            self._left_out[why] += 1
        elif site not in self._entries and len(self._entries) >= MOST_SENDERS:
            self._left_out[_TOO_MANY] += 1
        else:
            self._note(site, _rank(fields, self._entries.get(site)), self._day(fields.get("date", b""), head))

    def _note(self, site: str, rank: int, day: str) -> None:
        before = self._entries.get(site, _Entry(len(SURENESS), "", ""))
        first = min(filter(None, (before.first, day)), default="")
        self._entries[site] = _Entry(min(rank, before.rank), first, max(before.last, day))

    def _writer(self, source: bytes) -> _Writer:
        # A name that is encoded may look like an address; an address is never encoded, but by mistake.
        address = address_of(source.decode("utf-8", "replace")) or address_of(decoded(source))
        local, _, host = address.casefold().rpartition("@")
        if not address:
            return _Writer("", _NOBODY)
        if address.casefold() in self._own:
            return _Writer("", _OWN)
        if host in _hosts("persons") and local not in _AUTOMATIC:
            return _Writer("", _PERSONS)
        site = site_of(host)
        if not _SITE.fullmatch(site):
            return _Writer("", _LOCAL)
        if site in _hosts("services"):
            return _Writer("", _SERVICES)
        return _Writer(site, "")

    def _day(self, date: bytes, head: bytes) -> str:
        """The day of a message: as it says, else as its first line does; empty where that cannot be."""
        return self._possible(day_of(date)) or self._possible(day_of_line(head.partition(b"\n")[0]))

    def _possible(self, day: str) -> str:
        return day if _EARLIEST.isoformat() <= day <= self._latest else ""

    def senders(self) -> Senders:
        """All that were noted."""
        found = [Sender(site, SURENESS[entry.rank], entry.first, entry.last) for site, entry in self._entries.items()]
        found.sort(key=lambda sender: sender.site)
        found.sort(key=lambda sender: sender.last, reverse=True)
        found.sort(key=lambda sender: SURENESS.index(sender.sureness))
        return Senders(tuple(found), self._messages, tuple(self._left_out.items()))


def _rank(fields: Mapping[str, bytes], before: _Entry | None) -> int:
    """How sure a message makes it that its sender has the address: a place in ``SURENESS``."""
    # Of who is sure already no subject need be read.
    if before is not None and before.rank == 0:
        return 0
    if "subject" in fields and about(decoded(fields["subject"])):
        return 0
    return 1 if fields.get("unsubscribe") else 2


def _is_spam(fields: Mapping[str, bytes]) -> bool:
    if fields.get("spam", b"").lower().startswith(b"yes"):
        return True
    labels = fields.get("labels", b"")
    return bool(labels) and not _hosts("spam").isdisjoint(plain(name).strip() for name in decoded(labels).split(","))


def address_of(author: str) -> str:
    """The address of who wrote, as From has it; of several the first, and empty where there is none.

    A name may look like an address of somebody else; it is none.

    >>> address_of('"a@bank.example" <b@shop.example>'), address_of("b@shop.example (a@bank.example)")
    ('b@shop.example', 'b@shop.example')
    >>> address_of("Robin"), address_of("")
    ('', '')
    """
    bare = _QUOTED.sub(" ", author)
    bracketed = _BRACKETS.search(bare)
    found = _ADDRESS.search(bracketed[1] if bracketed else bare)
    return found[0].strip(".") if found else ""


def day_of(date: bytes) -> str:
    """The day of a field Date in ISO 8601, as it was where it was written; empty where it has none.

    >>> day_of(b"Fri, 31 Jan 2020 23:59:00 -0800 (PST)"), day_of(b"31-Jan-98 10:00"), day_of(b"soon")
    ('2020-01-31', '1998-01-31', '')
    """
    if found := _DAY.search(date):
        return _iso(found[3], found[2], found[1])
    return day_of_line(date)


def day_of_line(line: bytes) -> str:
    """The day in the first line of a message, or in a field that is written like it.

    >>> day_of_line(b"From 1@xxx Fri Jan 31 10:00:00 +0000 2020"), day_of_line(b"From a@b.c")
    ('2020-01-31', '')
    """
    found = _ASCTIME.search(line)
    return _iso(found[3], found[1], found[2]) if found else ""


def _iso(year: bytes, month: bytes, day: bytes) -> str:
    number = int(year)
    if len(year) == 2:
        number += 2000 if number < _CENTURY else 1900
    try:
        return datetime.date(number, _MONTHS[month.lower()], int(day)).isoformat()
    except ValueError:
        return ""


@functools.cache
def _hosts(what: str) -> frozenset[str]:
    """A list of ``senders.toml``."""
    lists = tomllib.loads(resources.files(__package__).joinpath("senders.toml").read_text("utf-8"))
    return frozenset(map(plain, lists[what]))


# What is added of those whom the person chose.


def additions_of_senders(chosen: Sequence[Sender], address: str, workspace: Workspace) -> Additions:
    """What senders add: each has the address, from its first mail on; an account that is there already is none twice.

    Arguments:
        chosen: by the person.
        address: the person's, that the mail was sent to; empty where they do not say, and then no fact is added.
        workspace: what is there already.

    >>> shop = Sender("shop.example", "sure", "2020-01-31", "2026-01-31")
    >>> found = additions_of_senders([shop], "a@b.c", Workspace())
    >>> found.releases[0].recipient, found.releases[0].date, found.profile
    ('shop.example', '2020-01-31', (('Email', 'a@b.c'),))
    """
    address = address.strip()
    accounts: list[Account] = []
    updates: list[Release] = []
    for each in _accounts(chosen, address, workspace):
        if isinstance(each, Release):
            updates.append(each)
        else:
            accounts.append(each)
    facts = ((EMAIL, address),) if address and (accounts or updates) else ()
    found = additions_of([Findings(tuple(accounts), facts)], workspace)
    return replace(found, updates=(*found.updates, *updates))


def _accounts(chosen: Sequence[Sender], address: str, workspace: Workspace) -> Iterator[Account | Release]:
    """An account of each sender, opened with the address; one that is there, and says of no address, with it.

    Where the person has changed the address since, old mail is no evidence of it.
    """
    releases: dict[str, list[Release]] = {}
    for release in workspace.accounts:
        releases.setdefault(release.recipient, []).append(release)
    given = Record.of((EMAIL, address)) if address else Record()
    for account in RecipientNames(workspace, [Account(s.site, s.site, created=s.first) for s in chosen]).accounts:
        held = releases.get(account.recipient, [])
        if given and not still_held(workspace, account.recipient, given, LABEL):
            continue
        if not held or any(release.record.values(EMAIL) for release in held):
            yield replace(account, facts=tuple(a.pair for a in given))
        elif given:
            yield replace(held[0], record=Record((*held[0].record, *given)))


def counted(senders: Iterable[Sender]) -> Iterator[tuple[Sureness, int]]:
    """How many there are of each sureness, the surest first; of which there are none is left out."""
    numbers = Counter(sender.sureness for sender in senders)
    yield from ((sureness, numbers[sureness]) for sureness in SURENESS if numbers[sureness])
