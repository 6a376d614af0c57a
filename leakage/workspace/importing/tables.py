"""Tables from CSV files: releases and profiles in long form, and wide ones, one row a release or a person."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from leakage.record import Attribute, Record
from leakage.workspace.importing.additions import Additions
from leakage.workspace.importing.headings import label_of
from leakage.workspace.releases_csv import (
    MAX_PROBLEMS,
    REQUIRED,
    BackgroundReading,
    CsvReading,
    database_from_csv,
    read_releases_csv,
)
from leakage.workspace.validation import CellError, Problem, read_profile
from leakage.workspace.workspace import Release

Target: TypeAlias = Literal["releases", "plans", "background"]
"""What the rows of a table become."""

BACKGROUND = "background"
"""The recipient that records of other people have in a table of releases."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Which columns of a wide table are no facts.

    Arguments:
        recipient: who got a row; None where the name says it.
        name: what a row is called; None where the recipient says it.
        date: when it was given; None where no column says it.
    """

    recipient: str | None = None
    name: str | None = None
    date: str | None = None

    @property
    def named(self) -> tuple[str, ...]:
        """The columns that are no facts."""
        return tuple(column for column in (self.recipient, self.name, self.date) if column)


def long_table(text: str) -> Additions:
    """A table with one row a fact: release, recipient, label, value and, if they are there, confidence and date.

    Arguments:
        text: CSV, separated by commas, semicolons or tabs.

    Raises:
        ValueError: with one sentence, which repeats nothing of the file, where no row can be read.

    >>> found = long_table("release,recipient,label,value\\nOrder,Shop,Name,Alice")
    >>> [(release.recipient, len(release.record)) for release in found.releases]
    [('Shop', 1)]
    """
    reading = read_releases_csv(text.encode())
    _refuse_whole(reading)
    return Additions(releases=reading.releases, problems=reading.problems)


def is_background(releases: Collection[Release]) -> bool:
    """Whether releases say of themselves, all of them, that they are records of other people.

    >>> is_background([Release("1", "background", Record())]), is_background([])
    (True, False)
    """
    return bool(releases) and all(release.recipient.casefold() == BACKGROUND for release in releases)


def become(found: Additions, target: Target) -> Additions:
    """The releases of a table as what they are wanted for; a background record loses its name and recipient.

    >>> become(Additions(releases=(Release("1", "Shop", Record()),)), "background").background
    (<Record of 0 attributes>,)
    """
    if target == "background":
        return replace(found, releases=(), background=tuple(one.record for one in found.releases))
    return replace(found, releases=(), plans=found.releases) if target == "plans" else found


def profile_table(text: str) -> Additions:
    """A table of facts about the person: label, value and, if it is there, weight.

    Arguments and errors: as ``long_table``.

    >>> profile_table("label;value;weight\\nName;Alice;2").weights
    (('Name', 2.0),)
    """
    # One row a fact is a wide table too, with the columns label, value and weight.
    reading = database_from_csv(text.encode())
    _refuse_whole(reading)
    rows = [{a.label.casefold(): a.value for a in record} for record in reading.records]
    found = read_profile(rows)
    return Additions(found.profile, found.weights, problems=reading.problems + _few(found.problems))


def wide_table(text: str, target: Target, columns: Columns, known: Collection[str] = ()) -> Additions:
    """A table with one row a release, or one row a person; the headings are labels.

    Arguments:
        text: as ``long_table``.
        target: what each row becomes.
        columns: which columns are no facts; a release needs a recipient or a name.
        known: labels in use; a heading written like one of them, or of the vocabulary, stands for it.

    Raises:
        ValueError: as ``long_table``, and for releases without a column of recipients or names.

    >>> found = wide_table("shop,E-Mail\\nBooks,a@b.c", "releases", Columns(recipient="shop"))
    >>> [(release.name, release.recipient, release.record[0].label) for release in found.releases]
    [('Books', 'Books', 'Email')]
    """
    if target != "background" and not (columns.recipient or columns.name):
        raise ValueError("say which column names the recipient or the release")
    reading = database_from_csv(text.encode())
    _refuse_whole(reading)
    labels = {heading: label_of(heading, known) for heading in {a.label for record in reading.records for a in record}}
    if target == "background":
        records = (_facts(record, columns, labels) for record in reading.records)
        return Additions(background=tuple(one for one in records if len(one)), problems=reading.problems)
    releases, odd = _releases(reading.records, columns, labels)
    return become(Additions(releases=releases, problems=reading.problems + _few(odd)), target)


def _releases(
    records: Iterable[Record], columns: Columns, labels: dict[str, str]
) -> tuple[tuple[Release, ...], list[Problem]]:
    releases, problems = [], []
    for number, record in enumerate(records, start=1):
        try:
            name, recipient = _cell(record, columns.name), _cell(record, columns.recipient)
            if not (name or recipient):
                raise CellError("nothing says who got this")
            date = _day(_cell(record, columns.date))
        except CellError as error:
            problems.append(Problem(f"row {number}", str(error)))
        else:
            facts = _facts(record, columns, labels)
            releases.append(Release(name or recipient, recipient or name, facts, date))
    return tuple(releases), problems


def _facts(record: Record, columns: Columns, labels: dict[str, str]) -> Record:
    named = columns.named
    pairs = dict.fromkeys((labels[a.label], a.value) for a in record if a.label not in named)
    return Record(Attribute(*pair) for pair in pairs)


def _cell(record: Record, column: str | None) -> str:
    values = [a.value for a in record if a.label == column]
    if len(values) > 1:
        raise CellError("two columns have the heading that was chosen, and they differ")
    return values[0] if values else ""


def _day(text: str) -> str:
    if not text:
        return ""
    try:
        return datetime.date.fromisoformat(text).isoformat()
    except ValueError:
        raise CellError("date must be a day such as 2026-01-31") from None


def _refuse_whole(reading: CsvReading | BackgroundReading) -> None:
    if not reading.problems or reading.problems[0].where != "file":
        return
    sentence = reading.problems[0].sentence
    if sentence.startswith("the file lacks"):
        # As it stands it would repeat the headings of the file.
        sentence = f"the first line must name the columns {', '.join(REQUIRED[:-1])} and {REQUIRED[-1]}"
    raise ValueError(sentence)


def _few(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    found = tuple(problems)
    if len(found) <= MAX_PROBLEMS:
        return found
    return (*found[:MAX_PROBLEMS], Problem("", f"and {len(found) - MAX_PROBLEMS:,} more"))
