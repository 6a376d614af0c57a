"""Mail: whoever writes to a person has their address. Each company counts once, by its surest message.

Of a message only From, Date, Subject, List-Unsubscribe, List-Post and marks of spam are looked at; what is left of a
mailbox are domains, days and how sure each is.
"""

from __future__ import annotations

import binascii
import datetime
import functools
import itertools
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import IO

from leakage.workspace.files.findings import MAX_ACCOUNTS, Account, Findings, Surety
from leakage.workspace.files.text import day_of, decoded_by, lists, plain
from leakage.workspace.sites import site_of

PIECE = 1 << 20
MOST_OF_HEAD, MOST_OF_FIELD, MOST_AUTHORS = 1 << 18, 1_000, 40_000
"""Bytes of a header that are looked at, and of a field that are kept; addresses with names that are looked at."""

MESSAGES, SHORTEST = 50_000, 1_500
"""How many messages a mailbox may have however short they are, and how long those beyond must be on average."""

SURETIES: tuple[Surety, ...] = ("order", "unsubscribe", "mail")

# An mbox: the heads of its messages, in memory that does not grow with the file.
_BEGINNING = b"\nFrom "
_LONGEST = 1_300
_MESSAGE = re.compile(rb"From ([^\n]{0,990})\n(?:>?From |[!-9;-~]{1,200}[ \t]*:)")
_TIME, _YEAR = re.compile(rb"\d:\d\d"), re.compile(rb"\b(?:19|20)\d\d\b")
_PATCH = re.compile(rb"[0-9a-f]{40} Mon Sep 17 00:00:00 2001\s*")
_BARE = re.compile(
    rb"From [ \t]*\r?\n(?:From|Return-Path|Received|Date|Subject|To|Delivered-To|Message-ID|MIME-Version|Reply-To"
    rb"|Status|X-[\w-]+):",
    re.IGNORECASE,
)
_END_OF_HEAD = re.compile(rb"\n(?=\r?\n|From )")
_WANTED = (b"from", b"date", b"subject", b"list-unsubscribe", b"list-post", b"x-gmail-labels", b"x-spam-flag")
_FIELD = re.compile(rb"^(" + b"|".join(_WANTED) + rb")[ \t]*:(.*)", re.IGNORECASE | re.MULTILINE)
_FOLDED = re.compile(rb"\r?\n(?=[ \t])")


def is_mbox(beginning: bytes) -> bool:
    """Whether a file that begins like this is a mailbox.

    >>> is_mbox(b"From - Fri Jan 31 10:00:00 2020\\r\\nX-Status: 1\\r\\n"), is_mbox(b"From,To\\n1,2\\n")
    (True, False)
    """
    return _begins_message(b"\n" + beginning.lstrip(b"\r\n"), 1)


def heads(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The first line and the header of every message; what follows the header is passed over, however long it is."""
    buffer, place, count, read = b"\n\n", 0, 0, 0
    for chunk in itertools.chain(chunks, [b""]):
        buffer, read = buffer + chunk, read + len(chunk)
        while (found := buffer.find(_BEGINNING, place)) >= 0:
            start = found + 1
            if chunk and len(buffer) < start + MOST_OF_HEAD:
                break
            place, count = found + len(_BEGINNING) - 1, count + 1
            if count > MESSAGES + read // SHORTEST:
                raise ValueError("the mailbox has far more messages than its size allows for")
            if _begins_message(buffer, start):
                end = _END_OF_HEAD.search(buffer, start, start + MOST_OF_HEAD)
                place = end.start() if end else min(len(buffer), start + MOST_OF_HEAD)
                yield buffer[start:place]
        place = found if found >= 0 else max(place, len(buffer) - len(_BEGINNING) + 1)
        # What stands before a message tells whether a line without a date begins one.
        buffer, place = buffer[max(0, place - 4) :], min(place, 4)


def _begins_message(buffer: bytes, start: int) -> bool:
    # RFC 4155 has a sender and a date there; some writers have nothing, and then a blank line must stand before.
    if _BARE.match(buffer, start, start + _LONGEST):
        return start < 2 or buffer[max(0, start - 3) : start].replace(b"\r", b"").endswith(b"\n\n")
    line = _MESSAGE.match(buffer, start, start + _LONGEST)
    return line is not None and bool(_TIME.search(line[1]) and _YEAR.search(line[1])) and not _PATCH.fullmatch(line[1])


def _fields(head: bytes) -> dict[bytes, bytes]:
    found = dict.fromkeys(_WANTED, b"")
    for name, value in reversed(_FIELD.findall(_FOLDED.sub(b"", head))):
        found[name.lower()] = value[:MOST_OF_FIELD].replace(b"\r", b"").strip()
    return found


# Senders.
_ADDRESS = re.compile(r"[^\s<>(),;:\"]{1,200}@[^\s<>(),;:\"@]{1,253}")
_NAMED = re.compile(r"\"(?:[^\"\\]|\\.)*\"|\((?:[^()\\]|\\.)*\)")
_BRACKETS = re.compile(r"<([^<>]*)>")
_LIST = re.compile(rb"<\s*mailto:([^<>?\s]+)", re.IGNORECASE)
_DAY = re.compile(r"\b(\d{1,2})[ -]([A-Za-z]{3})[a-z]*\.?[ -](\d{4}|\d\d)\b")
_FIRST_LINE_DAY = re.compile(r"\b([A-Za-z]{3}) {1,2}(\d{1,2}) \d\d?:\d\d\b[^\n]*? ((?:19|20)\d\d)\b")
_AUTOMATIC = frozenset(("noreply", "no-reply", "no_reply", "donotreply", "do-not-reply", "newsletter"))
"""Local parts that no person has: mail from them comes from the provider itself."""


def read_mail(mailboxes: Iterable[IO[bytes]], own: Collection[str] = ()) -> Findings:
    """The senders in mailboxes as accounts, the surest first, then the latest; ``mail`` says how sure.

    Arguments:
        mailboxes: as streams, each read once.
        own: addresses of the person, whose own messages are passed over.
    """
    names = frozenset(address.casefold().strip() for address in own)
    latest = (datetime.date.today() + datetime.timedelta(days=1)).isoformat()
    authors, sites, left_out = dict[bytes, tuple[str, str]](), dict[str, tuple[int, str, str]](), Counter[str]()
    pieces = (iter(functools.partial(mailbox.read, PIECE), b"") for mailbox in mailboxes)
    for head in itertools.chain.from_iterable(map(heads, pieces)):
        fields = _fields(head)
        # A list's mail comes from whoever runs the list.
        post = _LIST.search(fields[b"list-post"])
        author = post[1] if post else fields[b"from"]
        if author not in authors and len(authors) < MOST_AUTHORS:
            authors[author] = _site(names, author)
        site, why = authors.get(author, ("", "messages of further senders"))
        if fields[b"x-spam-flag"].lower().startswith(b"yes") or _is_spam(fields[b"x-gmail-labels"]):
            site, why = "", "spam"
        if not site:
            left_out[why] += 1
            continue
        rank, first, last = sites.get(site, (len(SURETIES), "", ""))
        if rank:
            is_sure = _is_of_account(decoded(fields[b"subject"][:500]))
            rank = min(rank, 0 if is_sure else 1 if fields[b"list-unsubscribe"] else 2)
        day = _day(fields[b"date"].decode("latin-1"), head.partition(b"\n")[0].decode("latin-1"), latest)
        sites[site] = (rank, min(filter(None, (first, day)), default=""), max(last, day))
    accounts = [
        Account("", site, (), None, first, "", last, mail=SURETIES[n]) for site, (n, first, last) in sites.items()
    ]
    accounts.sort(key=lambda one: one.site)
    accounts.sort(key=lambda one: one.used, reverse=True)
    accounts.sort(key=lambda one: SURETIES.index(one.mail))
    left_out["senders beyond the surest"] += len(accounts[MAX_ACCOUNTS:])
    return Findings("mail", accounts=tuple(accounts[:MAX_ACCOUNTS]), left_out=tuple((+left_out).items()))


def written_to(findings: Findings, address: str) -> Findings:
    """The findings where every sender has the person's address; senders at its own domain are the person."""
    own = site_of(address.rpartition("@")[2])
    senders = (one if not one.mail else replace(one, facts=(("Email", address),)) for one in findings.accounts)
    return replace(findings, accounts=tuple(one for one in senders if not one.mail or one.site != own))


def _site(own: Collection[str], author: bytes) -> tuple[str, str]:
    # A name that is encoded may look like an address; an address is never encoded, but by mistake.
    address = (_address_of(author.decode("utf-8", "replace")) or _address_of(decoded(author))).casefold()
    local, _, host = address.rpartition("@")
    if not address:
        return "", "messages that do not say who wrote them"
    if address in own:
        return "", "messages of your own"
    if host in _words("persons") and local not in _AUTOMATIC:
        return "", "messages of persons"
    site = site_of(host)
    if not site:
        return "", "messages of machines, or of no domain"
    return ("", "messages sent by services for others") if site in _words("services") else (site, "")


def _address_of(author: str) -> str:
    # A display name may look like somebody's address.
    bare = _NAMED.sub(" ", author)
    bracketed = _BRACKETS.search(bare)
    found = _ADDRESS.search(bracketed[1] if bracketed else bare)
    return found[0].strip(".") if found else ""


def _day(date: str, line: str, latest: str) -> str:
    for match in filter(None, (_DAY.search(date), _FIRST_LINE_DAY.search(date), _FIRST_LINE_DAY.search(line))):
        # Two digits below 69 are of this century, as POSIX has it.
        century = "" if len(match[3]) == 4 else "20" if int(match[3]) < 69 else "19"
        if "" < (day := day_of(f"{match[1]} {match[2]} {century}{match[3]}", 1980)) <= latest:
            return day
    return ""


# Subjects: whether a mail is about a sign-up or an order, in ten languages.
_REPLY = re.compile(r"\s*(\w{1,7})\s*(?:\[\d{1,3}\])?\s*:")
_WORD = re.compile(r"\w+")


def _is_of_account(subject: str) -> bool:
    reply = _REPLY.match(subject)
    replies, phrases = _phrases()
    if reply and plain(reply[1]) in replies:
        return False
    words = _WORD.findall(plain(subject[:200]))
    text = f" {' '.join(words)} "
    return any(phrase in text for word in set(words) for phrase in phrases.get(word, ()))


@functools.cache
def _phrases() -> tuple[frozenset[str], Mapping[str, Sequence[str]]]:
    languages, found = lists("subjects.toml").values(), dict[str, list[str]]()
    for phrase in (phrase for one in languages for phrase in (*one["sign_up"], *one["order"])):
        words = _WORD.findall(plain(phrase))
        found.setdefault(words[0], []).append(f" {' '.join(words)} ")
    return frozenset(plain(word) for one in languages for word in one["reply"]), found


_ENCODED = re.compile(r"=\?([^?\s]{1,40})\?([bq])\?([^?\s]*)\?=(?:\s+(?==\?))?", re.IGNORECASE)


def decoded(field: bytes) -> str:
    """A field as a person reads it: words in other letters decoded (RFC 2047), and whatever is broken as it stands.

    >>> decoded(b"=?utf-8?q?Best=C3=A4ti?= =?UTF-8?B?Z3VuZw==?= now"), decoded(b"caf\\xe9")
    ('Bestätigung now', 'café')
    >>> decoded(b"=?koi8-r*ru?q?=CD=C9=D2?=")
    'мир'
    """
    return _ENCODED.sub(_word, decoded_by(field, ""))


def _word(found: re.Match[str]) -> str:
    content = found[3].encode()
    try:
        raw = binascii.a2b_base64(content) if found[2] in "bB" else binascii.a2b_qp(content, header=True)
    except binascii.Error:
        return found[0]
    return decoded_by(raw, found[1].partition("*")[0])


@functools.lru_cache(1_000)
def _is_spam(labels: bytes) -> bool:
    return any(plain(name).strip() in _words("spam") for name in decoded(labels).split(","))


@functools.cache
def _words(what: str) -> frozenset[str]:
    return frozenset(map(plain, lists("senders.toml")[what]))
