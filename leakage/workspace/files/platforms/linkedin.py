"""LinkedIn: the tables of its export, each known by its headings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from leakage.record import Pair
from leakage.workspace.files.csv_cells import header_of, lines_of, unguarded
from leakage.workspace.files.findings import Account, Findings, Gathering
from leakage.workspace.files.sites import PasswordClasses
from leakage.workspace.files.texts import cleaned, day_of
from leakage.workspace.tables import folded

TITLE, SITE = "LinkedIn", "linkedin.com"
Row = Mapping[str, list[str]]

KINDS: dict[str, frozenset[str]] = {
    "profile": frozenset(("first name", "last name", "headline", "geo location")),
    "email addresses": frozenset(("email address", "confirmed", "primary")),
    "phone numbers": frozenset(("extension", "number", "type")),
    "positions": frozenset(("company name", "title", "started on", "finished on")),
    "ad targeting": frozenset(("member age", "company names")),
    "inferences": frozenset(("category", "type of inference", "inference")),
    "connections": frozenset(("first name", "last name", "connected on")),
}
"""Tables, and the headings that only they have together."""

_TARGETING = {
    "company names": "Employer",
    "job titles": "Job title",
    "member gender": "Gender",
    "member age": "Age group",
}
_SEPARATOR = ";"
MAX_TARGETS = 50


_NOTES = re.compile(r"\s*Notes:[^\n]*\n(?:[^\n]*\n){0,5}?(?=First Name,)")


def without_notes(text: str) -> str:
    """The table of connections without the lines of notes above it; any other text as it is.

    >>> without_notes('Notes:\\n"Some are missing."\\n\\nFirst Name,Last Name\\n')
    'First Name,Last Name\\n'
    """
    return _NOTES.sub("", text, count=1) if text.lstrip().startswith("Notes:") else text


def kind_of(headings: Sequence[str]) -> str:
    """Which of the tables has these headings; empty where none does.

    >>> kind_of(["Email Address", "Confirmed", "Primary", "Updated On"]), kind_of(["Email Address"])
    ('email addresses', '')
    """
    names = {folded(heading) for heading in headings}
    return next((kind for kind, needed in KINDS.items() if needed <= names), "")


def read_linkedin(text: str, classes: PasswordClasses) -> Findings:
    """The facts about the person, and that LinkedIn holds them; what it guesses it holds, true or not.

    Arguments:
        text: one of the tables in ``KINDS``.
        classes: of the passwords of this import; there are none here.

    >>> text = "Email Address,Confirmed,Primary,Updated On\\na@b.c,Yes,Yes,x\\n"
    >>> read_linkedin(text, PasswordClasses()).accounts[0].facts
    (('Email', 'a@b.c'),)
    """
    lines = lines_of(text.encode("utf-8", "replace"))
    headings = [folded(heading) for heading in header_of(lines)]
    kind = kind_of(headings)
    gathering = Gathering(classes)
    rows = [_row(headings, cells) for _, cells in lines]
    if kind in ("connections", "inferences"):
        gathering.leave_out("people you know" if kind == "connections" else "guesses without a label", len(rows))
        facts: tuple[Pair, ...] = ()
    else:
        facts = tuple(dict.fromkeys(pair for row in rows for pair in _READERS[kind](row) if pair[1]))
    if kind != "ad targeting":
        for pair in facts:
            gathering.fact(*pair)
    gathering.account(Account(TITLE, SITE, facts))
    return gathering.findings()


def _row(headings: Sequence[str], cells: Sequence[str]) -> Row:
    """The cells of a line by heading; a heading may stand several times."""
    row: dict[str, list[str]] = {}
    for heading, cell in zip(headings, cells, strict=False):
        if text := unguarded(cell):
            row.setdefault(heading, []).append(text)
    return row


def _cell(row: Row, heading: str) -> str:
    return cleaned(next(iter(row.get(heading, ())), ""))


def _profile(row: Row) -> Iterator[Pair]:
    yield "Name", " ".join(filter(None, (_cell(row, "first name"), _cell(row, "last name"))))
    yield "Address", _cell(row, "address")
    yield "Post code", _cell(row, "zip code")
    yield "City", _cell(row, "geo location")
    yield "Date of birth", day_of(_cell(row, "birth date")) or _cell(row, "birth date")
    yield "Job title", _cell(row, "headline")
    for heading, label in (("twitter handles", "Social media handle"), ("websites", "Website")):
        for part in _cell(row, heading).strip("[]").split(","):
            # A website stands behind its kind: "BLOG:https://...".
            yield label, part.strip().partition(":")[2] if ":http" in part else part.strip()


def _email_addresses(row: Row) -> Iterator[Pair]:
    yield "Email", _cell(row, "email address")


def _phone_numbers(row: Row) -> Iterator[Pair]:
    yield "Phone", _cell(row, "number")


def _positions(row: Row) -> Iterator[Pair]:
    # What somebody was years ago is no fact of today.
    if not _cell(row, "finished on"):
        yield "Employer", _cell(row, "company name")
        yield "Job title", _cell(row, "title")


def _ad_targeting(row: Row) -> Iterator[Pair]:
    for heading, label in _TARGETING.items():
        for cell in row.get(heading, ()):
            for value in cell.split(_SEPARATOR)[:MAX_TARGETS]:
                yield label, cleaned(value)


_READERS: dict[str, Callable[[Row], Iterator[Pair]]] = {
    "profile": _profile,
    "email addresses": _email_addresses,
    "phone numbers": _phone_numbers,
    "positions": _positions,
    "ad targeting": _ad_targeting,
}
