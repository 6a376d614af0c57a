"""The list of releases as a table: names, recipients and dates, and rows that were removed."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal, TypeAlias

from leakage.workspace.validation import MatrixReading, Problem, Row, read_text
from leakage.workspace.workspace import Release, Workspace

Field: TypeAlias = Literal["releases", "plans"]


def read_list(rows: Sequence[Row], workspace: Workspace, field: Field) -> tuple[Workspace, tuple[Problem, ...]]:
    """The workspace with its releases or plans as a table says, and what the table could not say.

    What is kept by a release's name goes with it to a new name, and is dropped where the release is.

    Arguments:
        rows: as ``read_releases``.
        workspace: what it was before.
        field: which of the two lists the table shows.

    >>> from leakage.record import Record
    >>> work = Workspace(releases=(Release("Order", "Shop", Record()),), erasures=(("Order", "asked"),))
    >>> read_list([{"number": 0, "name": "Book", "recipient": "Shop"}], work, "releases")[0].erasures
    (('Book', 'asked'),)
    """
    before: tuple[Release, ...] = getattr(workspace, field)
    reading = read_releases(rows, before)
    numbers = (int(str(row["number"])) for row in rows)
    names = {before[number].name: one.name for number, one in zip(numbers, reading.releases, strict=True)}
    if field == "plans":
        required = tuple((names[plan], pair) for plan, pair in workspace.required if plan in names)
        return replace(workspace, plans=reading.releases, required=required), reading.problems
    return _with_names(replace(workspace, releases=reading.releases), names), reading.problems


def _with_names(workspace: Workspace, names: Mapping[str, str]) -> Workspace:
    return replace(
        workspace,
        erasures=tuple((names[name], status) for name, status in workspace.erasures if name in names),
        efforts=tuple(
            (by, names[name] if by == "release" else name, effort)
            for by, name, effort in workspace.efforts
            if by == "recipient" or name in names
        ),
    )


def read_releases(rows: Sequence[Row], releases: Sequence[Release]) -> MatrixReading:
    """The releases as a table with the columns number, name, recipient and date says.

    Arguments:
        rows: ``number`` says which release a row is; releases without a row are removed. A cell that cannot be
            used keeps what the release had.
        releases: what they were before.

    >>> from leakage.record import Record
    >>> shop = Release("Order", "Shop", Record())
    >>> reading = read_releases([{"number": 0, "name": "", "recipient": "Store", "date": "2026-02-30"}], [shop])
    >>> reading.releases[0].name, reading.releases[0].recipient, len(reading.problems)
    ('Order', 'Store', 2)
    """
    problems: list[Problem] = []
    kept: list[Release] = []
    for row in rows:
        old = releases[int(str(row["number"]))]
        where = f"row {len(kept) + 1}"
        taken = {release.name for release in kept}
        kept.append(_renamed(old, row, where, taken, problems))
    return MatrixReading(tuple(kept), tuple(problems))


def _renamed(old: Release, row: Row, where: str, taken: set[str], problems: list[Problem]) -> Release:
    name, recipient, date = (read_text(row.get(column)) or "" for column in ("name", "recipient", "date"))
    if not name or name in taken:
        why = "another release has this name" if name else "a release needs a name"
        problems.append(Problem(where, f"{why}; the old name was kept"))
        name = old.name if old.name not in taken else f"{old.name} ({where})"
    if not recipient:
        problems.append(Problem(where, "a release needs a recipient; the old one was kept"))
        recipient = old.recipient
    if date and not _is_date(date):
        problems.append(Problem(where, "a date is written like 2026-01-31; the old one was kept"))
        date = old.date
    return replace(old, name=name, recipient=recipient, date=date)


def _is_date(text: str) -> bool:
    try:
        datetime.date.fromisoformat(text)
    except ValueError:
        return False
    return True
