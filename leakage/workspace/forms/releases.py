"""The list of releases as a table: names, recipients and dates, and rows that were removed."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Literal, TypeAlias

from leakage.workspace.forms.cells import Row, read_text
from leakage.workspace.forms.matrix import MatrixReading
from leakage.workspace.forms.problem import CellError, Problem
from leakage.workspace.recipients import has_belongings, rename_recipient
from leakage.workspace.subject_request import with_releases_renamed
from leakage.workspace.workspace import Release, Workspace

Field: TypeAlias = Literal["releases", "plans"]


def read_list(rows: Sequence[Row], workspace: Workspace, field: Field) -> tuple[Workspace, tuple[Problem, ...]]:
    """The workspace with its releases or plans as a table says, and what the table could not say.

    Where the last release or plan of a recipient is given to a new name, the recipient is renamed: see
    ``rename_recipient``. While others of its releases are left, it stays as it is.

    Arguments:
        rows: as ``read_releases``.
        workspace: what it was before.
        field: which of the two lists the table shows.

    >>> from leakage.record import Record
    >>> from leakage.workspace.workspace import Recipient
    >>> work = Workspace(releases=(Release("Order", "Shop", Record()),), recipients=(Recipient("Shop", 3.0),))
    >>> after, _ = read_list([{"number": 0, "name": "Order", "recipient": "Store"}], work, "releases")
    >>> after.recipient("Store").effort
    3.0
    """
    before: tuple[Release, ...] = getattr(workspace, field)
    reading = read_releases(rows, before)
    kept = [before[int(str(row["number"]))] for row in rows]
    workspace = _put(workspace, field, kept)
    for old, new in zip(kept, reading.releases, strict=True):
        workspace = _with_recipient(workspace, field, old, new.recipient)
    names = {old.name: new.name for old, new in zip(kept, reading.releases, strict=True)}
    if field == "releases":
        workspace = replace(workspace, requests=with_releases_renamed(workspace.requests, names))
    return _put(workspace, field, reading.releases), reading.problems


def _with_recipient(workspace: Workspace, field: Field, release: Release, recipient: str) -> Workspace:
    """The workspace with another recipient of a release, who may be the old one under a new name."""
    listed: tuple[Release, ...] = getattr(workspace, field)
    old = release.recipient
    # A plan alone does not hold a recipient's name where its last release goes to a new one.
    holding = workspace.releases if field == "releases" else (*workspace.releases, *workspace.plans)
    last = sum(other.recipient == old for other in holding) == 1
    if recipient != old and last and not has_belongings(workspace, recipient):
        return rename_recipient(workspace, old, recipient)
    given = (replace(r, recipient=recipient) if r.name == release.name else r for r in listed)
    return _put(workspace, field, given)


def _put(workspace: Workspace, field: Field, releases: Iterable[Release]) -> Workspace:
    entries = tuple(releases)
    return replace(workspace, releases=entries) if field == "releases" else replace(workspace, plans=entries)


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
    kept = {"name": old.name, "recipient": old.recipient, "date": old.date}
    for column in kept:
        try:
            kept[column] = read_text(row.get(column), f"a {column}") or ""
        except CellError as error:
            problems.append(Problem(where, f"{error}; the old one was kept"))
    name, recipient, date = kept.values()
    if not name or name in taken:
        why = "another release has this name" if name else "a release needs a name"
        problems.append(Problem(where, f"{why}; the old name was kept"))
        name = old.name if old.name not in taken else f"{old.name} ({where})"
    if not recipient:
        problems.append(Problem(where, "a release needs a recipient; the old one was kept"))
        recipient = old.recipient
    day = _day(date)
    if day is None:
        problems.append(Problem(where, "a date is written like 2026-01-31; the old one was kept"))
    return replace(old, name=name, recipient=recipient, date=old.date if day is None else day)


def _day(text: str) -> str | None:
    """A day as files write it; None for what is none."""
    try:
        return datetime.date.fromisoformat(text).isoformat() if text else ""
    except ValueError:
        return None
