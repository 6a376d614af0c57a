"""Who writes in a mailbox, by Python's own ``mailbox`` and ``email``: all in memory, one message after the other."""

from __future__ import annotations

import email.utils
import mailbox
import re
import unicodedata
from email.header import decode_header, make_header

from publicsuffixlist import PublicSuffixList

SUFFIXES = PublicSuffixList(accept_unknown=True)
LETTERS = str.maketrans({"ł": "l", "ı": "i", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe"})


def plain_words(text):
    """The words of a text between blanks, in small letters without accents."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(part for part in parts if not unicodedata.combining(part)).translate(LETTERS)
    words = re.findall(r"\w+", bare)
    return f" {' '.join(words)} "


def read_subject(header):
    """A subject as a person reads it."""
    return str(make_header(decode_header(header)))


def rank_of(message, phrases, replies):
    """0 for a sign-up or an order, 1 for what can be unsubscribed from, 2 for the rest."""
    subject = read_subject(message["Subject"] or "")
    first, colon, _ = subject.partition(":")
    letter = colon and plain_words(first).strip() in replies
    if not letter and any(plain_words(phrase) in plain_words(subject) for phrase in phrases):
        return 0
    return 1 if message["List-Unsubscribe"] else 2


def senders(path, phrases, replies, persons):
    """Of every site that writes the least rank, the first and the last day, in a file that is well-formed."""
    found = {}
    for message in mailbox.mbox(path, create=False):
        _, address = email.utils.parseaddr(str(make_header(decode_header(message["From"] or ""))))
        host = address.rpartition("@")[2].lower()
        site = SUFFIXES.privatesuffix(host)
        if not site or host in persons:
            continue
        day = ""
        if message["Date"]:
            day = email.utils.parsedate_to_datetime(message["Date"]).date().isoformat()
        rank, first, last = found.get(site, (3, "9999", ""))
        found[site] = (min(rank, rank_of(message, phrases, replies)), min(first, day or "9999"), max(last, day))
    return {site: (rank, first.replace("9999", ""), last) for site, (rank, first, last) in found.items()}
