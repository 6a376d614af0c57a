"""Subjects: whether a mail is about a sign-up, or about an order, in ten languages."""

from __future__ import annotations

import functools
import re
import tomllib
import unicodedata
from binascii import Error, a2b_base64
from collections.abc import Mapping, Sequence
from importlib import resources
from typing import Any, Literal, TypeAlias

About: TypeAlias = Literal["sign-up", "order"]
"""A sign-up or a login; or an order, a booking, a bill."""

MOST_OF_SUBJECT = 400
"""Characters of a subject that are looked at."""

_ENCODED = re.compile(rb"=\?([^?\s]{1,40})\?([bBqQ])\?([^?\n]*)\?=")
_REPLY = re.compile(r"\s*(\w{1,7})\s*(?:\[\d{1,3}\])?\s*:")
_WORD = re.compile(r"\w+")
_HEX = re.compile(rb"=([0-9A-Fa-f]{2})")
_LETTERS = str.maketrans({"ł": "l", "ı": "i", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe"})


def about(subject: str) -> About | None:
    """What a subject says that a mail is about; None for answers, for what is passed on, and for anything else.

    >>> about("Welcome to the Shop!"), about("Ihre Bestellung 17"), about("Siparişiniz alındı"), about("Lunch?")
    ('sign-up', 'order', 'order', None)
    >>> about("Re: Your order")
    """
    subject = subject[:MOST_OF_SUBJECT]
    reply = _REPLY.match(subject)
    if reply and plain(reply[1]) in _replies():
        return None
    words = _WORD.findall(plain(subject))
    phrases = _phrases()
    for place, word in enumerate(words):
        for phrase, kind in phrases.get(word, ()):
            if words[place : place + len(phrase)] == phrase:
                return kind
    return None


def plain(text: str) -> str:
    """A text as words are compared: small letters without accents.

    >>> plain("Bestätigung"), plain("SİPARİŞ"), plain("Zamówień ł")
    ('bestatigung', 'siparis', 'zamowien l')
    """
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(part for part in parts if not unicodedata.combining(part)).translate(_LETTERS)


def decoded(field: bytes) -> str:
    """A field as a person reads it: words in other letters decoded (RFC 2047), and whatever is broken as it stands.

    >>> decoded(b"=?utf-8?q?Best=C3=A4ti?= =?UTF-8?B?Z3VuZw==?= now"), decoded(b"caf\\xe9")
    ('Bestätigung now', 'café')
    """
    parts: list[str] = []
    waiting, charset, end = b"", "", 0
    for word in _ENCODED.finditer(field):
        between = field[end : word.start()]
        name = word[1].decode("latin-1").partition("*")[0].lower()
        # A letter may be cut between two words, and white space between them is none.
        if between.strip() or name != charset or not end:
            parts.append(_text(waiting, charset))
            parts.append(_text(between) if between.strip() or not end else "")
            waiting, charset = b"", name
        waiting += _bytes_of(word[2], word[3])
        end = word.end()
    parts += (_text(waiting, charset), _text(field[end:]))
    return "".join(parts)


def _bytes_of(encoding: bytes, content: bytes) -> bytes:
    """What a word was encoded from; what is not so encoded as it stands."""
    if encoding in b"qQ":
        return _HEX.sub(lambda digits: bytes.fromhex(digits[1].decode()), content.replace(b"_", b" "))
    try:
        return a2b_base64(content + b"=" * (-len(content) % 4))
    except Error:
        return content


_CHARSETS = re.compile(r"utf-?8|us-ascii|(?:iso|windows|cp|koi8|euc|gb|mac|big5|shift)[\w-]*")
"""Names of encodings of text; Python has others, which take long or stand for something else."""


def _text(content: bytes, charset: str = "") -> str:
    if charset and _CHARSETS.fullmatch(charset):
        try:
            return content.decode(charset, "replace")
        except LookupError:
            pass
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")


@functools.cache
def _languages() -> Mapping[str, Any]:
    return tomllib.loads(resources.files(__package__).joinpath("subjects.toml").read_text("utf-8"))


@functools.cache
def _replies() -> frozenset[str]:
    return frozenset(plain(word) for language in _languages().values() for word in language["reply"])


@functools.cache
def _phrases() -> Mapping[str, Sequence[tuple[list[str], About]]]:
    """The phrases of all languages by their first words."""
    found: dict[str, list[tuple[list[str], About]]] = {}
    kinds: tuple[tuple[str, About], ...] = (("sign_up", "sign-up"), ("order", "order"))
    for language in _languages().values():
        for key, kind in kinds:
            for phrase in language[key]:
                words = _WORD.findall(plain(phrase))
                found.setdefault(words[0], []).append((words, kind))
    return found
