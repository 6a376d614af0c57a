"""Recognising: what a file is, by its content and never by its name."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from leakage.workspace.importing.headings import headings_of
from leakage.workspace.importing.texts import Text, text_of

Kind: TypeAlias = Literal["copy", "breaches", "cards", "long", "profile", "wide"]
"""A saved copy, breaches of an address, vCards, or a table: of releases, of one's own facts, of one row each."""

MAX_PIECES = 5_000_000
"""Lists, objects and entries of a JSON file: what they are made into takes far more room than the file."""

_COPY = re.compile(r'"format"\s*:\s*"leakage-workspace"')
_CARD = re.compile(r"\s*BEGIN\s*:\s*VCARD\b", re.IGNORECASE)
_CALENDAR = re.compile(r"\s*BEGIN\s*:", re.IGNORECASE)
_JSON = re.compile(r'\s*(?:\{\s*["}]|\[\s*[\[\]{"])')
_MARKUP = re.compile(r"\s*<[!?a-zA-Z]")


@dataclass(frozen=True, slots=True)
class Recognised:
    """A file that can be read.

    Arguments:
        kind: what it was taken for.
        source: its text and encoding.
        headings: of a table; they are the file's own words, and do not show in a log.
    """

    kind: Kind
    source: Text
    headings: tuple[str, ...] = field(default=(), repr=False)


def recognise(content: bytes) -> Recognised:
    """What a file is, by its content.

    Arguments:
        content: of any kind, at most ``MAX_BYTES`` long.

    Raises:
        ValueError: with one sentence, which repeats nothing of the file, for what nobody here can read.

    >>> recognise(b"BEGIN:VCARD\\nFN:Alice\\nEND:VCARD").kind, recognise(b"shop;phone\\nBooks;1").kind
    ('cards', 'wide')
    >>> recognise(b"PK\\x03\\x04")
    Traceback (most recent call last):
    ValueError: this is a ZIP archive or an office file, and archives are not opened here; unpack it first, or save \
the spreadsheet as CSV
    """
    source = text_of(content)
    if _CARD.match(source.text):
        return Recognised("cards", source)
    if _CALENDAR.match(source.text):
        raise ValueError("this is a calendar or the like, and only cards are read")
    if _MARKUP.match(source.text):
        raise ValueError("this is a web page or XML, which is not read")
    if _JSON.match(source.text):
        _refuse_many_pieces(source.text)
        return Recognised("copy" if _COPY.search(source.text) else "breaches", source)
    return _table(source)


def _refuse_many_pieces(text: str) -> None:
    if sum(map(text.count, "[{,")) > MAX_PIECES:
        raise ValueError(f"the file has more than {MAX_PIECES:,} pieces, the most that can be read")


def _table(source: Text) -> Recognised:
    headings = headings_of(source.text)
    if len(headings) < 2:
        raise ValueError("this is no file that is known here: neither a table, nor cards, nor JSON")
    names = {heading.casefold() for heading in headings}
    if not {"label", "value"} <= names:
        return Recognised("wide", source, headings)
    return Recognised("long" if names & {"release", "recipient"} else "profile", source, headings)
