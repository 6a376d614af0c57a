"""Recognising: what a file is, by its content and never by its name."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from leakage.workspace.files.archive import is_archive
from leakage.workspace.files.autofill.chrome import is_chrome_autofill
from leakage.workspace.files.autofill.firefox import is_firefox_autofill
from leakage.workspace.files.headings import headings_of
from leakage.workspace.files.json_text import Json, parsed, refuse_many_pieces
from leakage.workspace.files.passwords.bitwarden import is_bitwarden
from leakage.workspace.files.passwords.bitwarden_protected import check_protected, is_protected
from leakage.workspace.files.passwords.columns import is_logins
from leakage.workspace.files.passwords.cxf import is_cxf
from leakage.workspace.files.passwords.keepass_xml import is_keepass
from leakage.workspace.files.passwords.onepassword import is_1pux
from leakage.workspace.files.platforms.facebook import is_facebook
from leakage.workspace.files.platforms.google import is_google_activity, is_google_profile
from leakage.workspace.files.platforms.linkedin import kind_of, without_notes
from leakage.workspace.files.platforms.phones import is_app_privacy_report, is_tracker_control
from leakage.workspace.files.texts import Text, text_of

Kind: TypeAlias = Literal[
    "copy",
    "breaches",
    "cards",
    "long",
    "profile",
    "wide",
    "archive",
    "protected",
    "bitwarden",
    "1pux",
    "cxf",
    "keepass",
    "logins",
    "firefox autofill",
    "chrome autofill",
    "google profile",
    "google activity",
    "linkedin",
    "facebook",
    "privacy report",
    "tracker control",
]
"""A saved copy, breaches, vCards, a table (of releases, of one's own facts, of one row each), an archive, a locked
export, logins of a password manager or browser, or what a browser, a platform or a phone gives out."""

_COPY = re.compile(r'"format"\s*:\s*"leakage-workspace"')
_CARD = re.compile(r"\s*BEGIN\s*:\s*VCARD\b", re.IGNORECASE)
_CALENDAR = re.compile(r"\s*BEGIN\s*:", re.IGNORECASE)
_JSON = re.compile(r'\s*(?:\{\s*["}]|\[\s*[\[\]{"])')
_MARKUP = re.compile(r"\s*<[!?a-zA-Z]")

_JSON_KINDS: tuple[tuple[Kind, Callable[[Json], bool]], ...] = (
    ("protected", is_protected),
    ("bitwarden", is_bitwarden),
    ("cxf", is_cxf),
    ("1pux", is_1pux),
    ("firefox autofill", is_firefox_autofill),
    ("chrome autofill", is_chrome_autofill),
    ("google profile", is_google_profile),
    ("google activity", is_google_activity),
    ("facebook", is_facebook),
)
"""The first that holds; any other JSON is taken for breaches, whose reader says what else it may be."""


@dataclass(frozen=True, slots=True)
class Recognised:
    """A file that can be read.

    Arguments:
        kind: what it was taken for.
        source: its text and encoding; empty for an archive.
        headings: of a table; they are the file's own words, and do not show in a log.
        whole: what JSON holds, parsed; None for other kinds.
    """

    kind: Kind
    source: Text
    headings: tuple[str, ...] = field(default=(), repr=False)
    whole: Json = field(default=None, repr=False, compare=False)


def recognise(content: bytes) -> Recognised:
    """What a file is, by its content.

    Arguments:
        content: of any kind, at most ``MAX_BYTES`` long.

    Raises:
        ValueError: with one sentence, which repeats nothing of the file, for what nobody here can read.

    >>> recognise(b"BEGIN:VCARD\\nFN:Alice\\nEND:VCARD").kind, recognise(b"shop;phone\\nBooks;1").kind
    ('cards', 'wide')
    >>> recognise(b"%PDF-1.4")
    Traceback (most recent call last):
    ValueError: this is a PDF document, and documents are not read
    """
    if is_archive(content):
        return Recognised("archive", Text("", "bytes"))
    return recognise_text(text_of(content))


def recognise_text(source: Text) -> Recognised:
    """As ``recognise``, of text that was decoded, or decrypted, already."""
    text = source.text
    if _CARD.match(text):
        return Recognised("cards", source)
    if _CALENDAR.match(text):
        raise ValueError("this is a calendar or the like, and only cards are read")
    if _MARKUP.match(text):
        if is_keepass(text):
            return Recognised("keepass", source)
        raise ValueError("this is a web page or XML of a kind that is not read")
    return _json(source) if _JSON.match(text) else _table(source)


def _json(source: Text) -> Recognised:
    if is_app_privacy_report(source.text):
        return Recognised("privacy report", source)
    if _COPY.search(source.text):
        refuse_many_pieces(source.text)
        return Recognised("copy", source)
    whole = parsed(source.text)
    kind: Kind = next((kind for kind, holds in _JSON_KINDS if holds(whole)), "breaches")
    if kind == "protected":
        check_protected(whole)
    return Recognised(kind, source, whole=whole)


def _table(source: Text) -> Recognised:
    source = replace(source, text=without_notes(source.text))
    headings = headings_of(source.text)
    if len(headings) < 2:
        raise ValueError("this is no file that is known here: neither a table, nor cards, nor JSON")
    names = {heading.casefold() for heading in headings}
    if {"label", "value"} <= names:
        return Recognised("long" if names & {"release", "recipient"} else "profile", source, headings)
    if is_logins(headings):
        return Recognised("logins", source, headings)
    if is_tracker_control(headings):
        return Recognised("tracker control", source, headings)
    return Recognised("linkedin" if kind_of(headings) else "wide", source, headings)
