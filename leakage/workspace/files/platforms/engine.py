"""Exports of platforms: one way to read what a table says of each, by paths into JSON or by columns."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from leakage.record import Pair
from leakage.workspace.files.csv_cells import header_of, lines_of, unguarded
from leakage.workspace.files.findings import Account, Evidence, Findings, Gathering
from leakage.workspace.files.paths import first_at, leads, values_at
from leakage.workspace.files.sites import PasswordClasses, site_of
from leakage.workspace.files.texts import Json, cleaned, day_of
from leakage.workspace.tables import folded

Paths: TypeAlias = tuple[str, ...]
Shape: TypeAlias = Literal["", "mail", "phone", "day"]

MAX_PARTIES = 5_000
"""Parties that one file may name; each could become an account."""

MAX_VALUES = 200
"""Different values of one label that one file may give."""

MAX_GUESSES = 2_000
"""Different guesses at one label that one file may give."""

_SHAPES: Mapping[str, re.Pattern[str]] = {
    "mail": re.compile(r"[^\s@]+@[^\s@]+\.[^\s@]+"),
    "phone": re.compile(r"\+\d[\d ()./-]{6,19}"),
    "day": re.compile(r"\d{4}-\d\d-\d\d"),
}
_NOTHING = frozenset(("", "none", "n/a", "null", "unknown", "unspecified", "not set", "undefined", "false", "true"))
"""What platforms write where they know nothing."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Where a detail stands.

    Arguments:
        label: that it has here.
        paths: to its values, from the whole; with ``joined`` from an entry of ``within`` to the parts of one value.
        shape: that a value must have, where the keys are in the language of the person; empty for any.
        joined: whether the paths lead to parts that make one value.
        within: to what the parts belong; empty for the whole.
        first: whether only the first value counts, and the others say the same.
    """

    label: str
    paths: Paths
    shape: Shape = ""
    joined: bool = False
    within: str = ""
    first: bool = False


@dataclass(frozen=True, slots=True)
class Party:
    """Whom a file names as giving or being given details.

    Arguments:
        entries: from the whole to the entries.
        names: from an entry to its name; an empty path is the entry itself.
        evidence: why it is named.
        only: a path from an entry that must lead somewhere, and what must be there; None for anything.
        dates: from an entry to when it began.
        likely: labels of what it is likely to have; with any, it becomes an account of the person.
    """

    entries: str
    names: Paths
    evidence: Evidence
    only: tuple[str, Json] = ("", None)
    dates: Paths = ()
    likely: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Source:
    """A file of a platform's export: how it is known, and where it says what.

    A table is read as a list of rows, each an object of its cells by folded headings; its paths begin with ``*``.

    Arguments:
        platform, site: whose account it is.
        signs: paths that lead somewhere in such files alone; any will do, and one may be several with ``&`` between.
        columns: of tables the headings that only they have together; any of these sets will do.
        facts: about the person, which the platform has.
        guesses: which it only infers.
        parties: whom it names besides.
        created: to when the account was made.
        likely: labels of what the platform has besides, whose values the file does not say.
        left_out: (what, path to it) that is counted and passed over.
        garbled: whether texts are UTF-8 written as if it were Latin-1.
        misquoted: whether its writer mixes up quotation marks, so that lines can be counted and not taken apart.
    """

    platform: str
    site: str
    signs: Paths = ()
    columns: tuple[frozenset[str], ...] = ()
    facts: tuple[Fact, ...] = ()
    guesses: tuple[Fact, ...] = ()
    parties: tuple[Party, ...] = ()
    created: Paths = ()
    likely: tuple[str, ...] = ()
    left_out: tuple[tuple[str, str], ...] = ()
    garbled: bool = False
    misquoted: bool = False


def source_of(whole: Json, sources: Iterable[Source]) -> Source | None:
    """Which of the sources a JSON file is; None where it is none.

    >>> sources = [Source("Net", "net.example", signs=("me/mail & me/born",))]
    >>> source_of({"me": {"mail": "", "born": ""}}, sources).platform, source_of({"me": {"mail": ""}}, sources)
    ('Net', None)
    """
    return next((source for source in sources if any(_holds(whole, sign) for sign in source.signs)), None)


def table_of(headings: Sequence[str], sources: Iterable[Source]) -> Source | None:
    """Which of the sources has a table with these headings; None where none has.

    >>> sources = [Source("Net", "net.example", columns=(frozenset(("mail", "born on")),))]
    >>> table_of(["Mail", "Born_On", "X"], sources).platform, table_of(["Mail"], sources)
    ('Net', None)
    """
    names = {folded(heading) for heading in headings}
    return next((source for source in sources if any(needed <= names for needed in source.columns)), None)


def rows_of(text: str) -> list[dict[str, str]]:
    """The rows of a table as objects of their filled cells by folded headings; of two alike the first counts.

    Raises:
        ValueError: where the table cannot be taken apart, or has more rows than can be read.

    >>> rows_of("First Name,E-Mail\\nRobin,\\n")
    [{'first name': 'Robin'}]
    """
    lines = lines_of(text.encode("utf-8", "replace"))
    headings = [folded(heading) for heading in header_of(lines)]
    return [_row(headings, cells) for _, cells in lines]


def read_source(whole: Json, source: Source, classes: PasswordClasses) -> Findings:
    """The account with what it holds, what the platform guesses, and whom it names.

    Arguments:
        whole: the parsed file, or the rows of a table.
        source: which it is.
        classes: of the passwords of this import; there are none here.

    Raises:
        ValueError: for more parties than ``MAX_PARTIES``.

    >>> source = Source("Net", "net.example", facts=(Fact("Email", ("me/mail",)),), created=("me/since",))
    >>> found = read_source({"me": {"mail": "a@b.c", "since": "2020-01-31"}}, source, PasswordClasses())
    >>> found.profile, found.accounts[0].recipient, found.accounts[0].created
    ((('Email', 'a@b.c'),), 'net.example', '2020-01-31')
    """
    gathering = Gathering(classes)
    facts = tuple(
        dict.fromkeys(pair for fact in source.facts for pair in _pairs(whole, fact, source.garbled, MAX_VALUES))
    )
    for pair in facts:
        gathering.fact(*pair)
    created = day_of(first_at(whole, source.created))
    likely = tuple(label for label in source.likely if label not in {label for label, _ in facts})
    gathering.account(Account(source.platform, source.site, facts, created=created, likely=likely))
    for guess in source.guesses:
        for label, value in _pairs(whole, guess, source.garbled, MAX_GUESSES):
            gathering.guess(source.site, label, value)
    for party in source.parties:
        _read_party(whole, party, source, gathering)
    for what, path in source.left_out:
        gathering.leave_out(what, sum(1 for _ in values_at(whole, path)))
    return gathering.findings()


def _row(headings: Sequence[str], cells: Sequence[str]) -> dict[str, str]:
    row: dict[str, str] = {}
    for heading, cell in zip(headings, cells, strict=False):
        if text := unguarded(cell):
            row.setdefault(heading, text)
    return row


def _holds(whole: Json, sign: str) -> bool:
    return all(leads(whole, path.strip()) for path in sign.split("&"))


def _pairs(whole: Json, fact: Fact, garbled: bool, most: int) -> Iterator[Pair]:
    """The pairs of a fact, each once, as many as there may be of one label."""
    found: dict[Pair, None] = {}
    for value in _values(whole, fact, garbled):
        text = _birthday(value) if fact.label == "Date of birth" else value
        if text.casefold() not in _NOTHING and (not fact.shape or _SHAPES[fact.shape].fullmatch(text)):
            found[fact.label, text] = None
        if len(found) == (1 if fact.first else most):
            break
    yield from found


def _values(whole: Json, fact: Fact, garbled: bool) -> Iterator[str]:
    if not fact.joined:
        for path in fact.paths:
            for value in values_at(whole, path):
                if text := _text(value, garbled):
                    yield text
        return
    for entry in values_at(whole, fact.within):
        parts = (_text(first_at(entry, (path,)), garbled) for path in fact.paths)
        if text := " ".join(part for part in parts if part.casefold() not in _NOTHING):
            yield text


def _text(value: Json, garbled: bool) -> str:
    """A value as a text; a day may be given by year, month and day."""
    if isinstance(value, Mapping):
        return _day_in(value)
    if not isinstance(value, str):
        return ""
    if garbled:
        try:
            return cleaned(value.encode("latin-1").decode("utf-8"))
        except UnicodeError:
            pass
    return cleaned(value)


def _day_in(value: Mapping[str, Json]) -> str:
    given = (value.get(key) for key in ("year", "month", "day"))
    parts = [part for part in given if isinstance(part, int) and 0 < part < 10_000]
    if len(parts) != 3:
        return ""
    try:
        return datetime.date(*parts).isoformat()
    except ValueError:
        return ""


def _birthday(text: str) -> str:
    """A day without its hour, be it before 1970; what is no day stays as it is."""
    if iso := _SHAPES["day"].match(text):
        return iso[0]
    return day_of(text) or text


def _read_party(whole: Json, party: Party, source: Source, gathering: Gathering) -> None:
    path, wanted = party.only
    seen: dict[tuple[str, str], str] = {}
    for entry in values_at(whole, party.entries):
        if path and not _is_meant(entry, path, wanted):
            continue
        name = _text(first_at(entry, party.names), source.garbled)
        if not name:
            continue
        key = (name, site_of(name))
        seen.setdefault(key, day_of(first_at(entry, party.dates)))
        if len(seen) > MAX_PARTIES:
            raise ValueError(f"the file names more than {MAX_PARTIES:,} parties, the most that can be read")
    for (name, site), created in seen.items():
        if party.likely:
            gathering.account(Account(name, site, created=created, likely=party.likely))
        gathering.shares(source.platform, site or name, party.evidence)


def _is_meant(entry: Json, path: str, wanted: Json) -> bool:
    return leads(entry, path) if wanted is None else first_at(entry, (path,)) == wanted
