"""The forms of releases: recipients, coalitions, what was given, and the matrix of both."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal, TypeAlias

from leakage.progress import cancellable
from leakage.record import Attribute, Pair, Record, is_typed
from leakage.workspace.forms.cells import (
    Row,
    each_row,
    is_blank,
    read_confidence,
    read_number,
    read_pair,
    read_text,
    refuse_repetition,
)
from leakage.workspace.limits import CellError, InputProblem, check_day, shown
from leakage.workspace.recipients import has_belongings, rename_recipient, with_pooled_renamed
from leakage.workspace.release import with_releases_renamed
from leakage.workspace.workspace import Coalition, Release, Workspace, unused_name

# The coalitions as a table: a name, and who is in it.


@dataclass(frozen=True, slots=True)
class CoalitionsReading:
    """The coalitions a table holds, and what could not be used."""

    coalitions: tuple[Coalition, ...]
    problems: tuple[InputProblem, ...]


def read_coalitions(rows: Sequence[Row]) -> CoalitionsReading:
    """The coalitions in a table with the columns name and recipients; blank rows are passed over.

    A coalition without a name is called "Coalition", and a name that is taken gets a number.

    >>> reading = read_coalitions([{"name": "Shops", "recipients": ["A", "B"]}, {"name": "Banks"}])
    >>> [coalition.name for coalition in reading.coalitions], [str(problem) for problem in reading.problems]
    (['Shops'], ['row 2: a coalition needs at least one recipient'])
    """
    coalitions: list[Coalition] = []
    problems: list[InputProblem] = []
    for number, row in enumerate(rows, start=1):
        try:
            _add(row, coalitions)
        except CellError as error:
            problems.append(InputProblem(f"row {number}", str(error)))
    return CoalitionsReading(tuple(coalitions), tuple(problems))


def _add(row: Row, coalitions: list[Coalition]) -> None:
    wanted, members = read_text(row.get("name"), "a name"), row.get("recipients")
    recipients = tuple(str(member) for member in members) if isinstance(members, list) else ()
    if recipients:
        name = unused_name(wanted or "Coalition", [coalition.name for coalition in coalitions])
        coalitions.append(Coalition(name, recipients))
    elif wanted:
        raise CellError("a coalition needs at least one recipient")


# What a recipient holds of a fact, as a person writes it: a tick, a word, a number or a percentage.


UNSURE = 0.5
"""The confidence of a recipient who is said to be unsure, and no more."""
GIVEN_WORDS = frozenset({"x", "✓", "✔", "y", "yes", "j", "ja", "oui", "si", "sí", "true", "given", "sure"})
UNSURE_WORDS = frozenset({"?", "unsure", "maybe", "vielleicht"})
NOT_GIVEN_WORDS = frozenset({"-", "–", "n", "no", "nein", "non", "false", "not given"})
NOT_UNDERSTOOD = "not understood; write x or yes, a number such as 0.6, 0,6 or 60 %, ? for unsure, or leave it empty"
_NUMBER = re.compile(r"([+-]?(?:[0-9]+(?:[.,][0-9]*)?|[.,][0-9]+)(?:e[+-]?[0-9]{1,3})?)\s*(%?)")
_SMALLEST_PERCENTAGE = 1e-6


def read_given(cell: object) -> float | None:
    """The confidence at which a recipient holds a fact; None where it was not given.

    Arguments:
        cell: text, a number, or blank.

    Raises:
        CellError: for what is not understood, or a number outside [0, 1].

    >>> [read_given(cell) for cell in ("x", "Ja", 1, "0,6", "0.6", "60 %", "?", "no", " ")]
    [1.0, 1.0, 1.0, 0.6, 0.6, 0.6, 0.5, None, None]
    """
    if is_blank(cell):
        return None
    number = _written(cell) if isinstance(cell, str) else read_number(cell)
    if number is None:
        return _confidence_entered(cell)
    if not 0.0 <= number <= 1.0:
        raise CellError(f"confidence must be in [0, 1], got {number:g}")
    return number


def is_understood(cell: object) -> bool:
    """Whether ``read_given`` understands a cell.

    >>> is_understood("60 %"), is_understood("60 percent")
    (True, False)
    """
    try:
        read_given(cell)
    except CellError:
        return False
    return True


def is_sure(confidence: float | None) -> bool:
    """Whether the recipient holds the fact for certain."""
    return confidence == 1.0


def is_unsure(confidence: float | None) -> bool:
    """Whether the recipient holds the fact and is not sure of it.

    >>> [is_unsure(confidence) for confidence in (None, 0.0, 0.6, 1.0)]
    [False, False, True, False]
    """
    return confidence is not None and 0.0 < confidence < 1.0


def read_ticks(given: bool, unsure: bool, before: float | None) -> float | None:
    """The confidence that two ticks beside each other say: given, or unsure; with both of them it is unsure.

    Arguments:
        given, unsure: the two ticks.
        before: the confidence held before; it stays where the ticks say no other than it does.

    >>> read_ticks(True, False, None), read_ticks(True, True, 1.0), read_ticks(False, True, None)
    (1.0, 0.5, 0.5)
    >>> read_ticks(False, False, 0.6), read_ticks(False, True, 0.6), read_ticks(False, False, 0.0)
    (None, 0.6, 0.0)
    """
    if unsure:
        return before if is_unsure(before) else UNSURE
    if given:
        return 1.0
    return before if before == 0.0 else None


def written(confidence: float | None) -> str:
    """A confidence as a percentage that reads back as the very same number; empty for not given.

    >>> [written(confidence) for confidence in (None, 1.0, 0.57, 0.0)]
    ['', '100 %', '57 %', '0 %']
    """
    if confidence is None:
        return ""
    if 0.0 < confidence < _SMALLEST_PERCENTAGE:
        return repr(confidence)
    hundredths = f"{Decimal(repr(confidence)).scaleb(2):f}"
    return f"{hundredths.rstrip('0').rstrip('.') if '.' in hundredths else hundredths} %"


def _written(text: str) -> float | None:
    """The number in a text; None where it is none."""
    parts = _NUMBER.fullmatch(text.strip().casefold())
    if parts is None:
        return None
    number = Decimal(parts[1].replace(",", "."))
    return float(number.scaleb(-2) if parts[2] else number)


def _confidence_entered(cell: object) -> float | None:
    word = cell.strip().casefold() if isinstance(cell, str) else ""
    if word in GIVEN_WORDS:
        return 1.0
    if word in UNSURE_WORDS:
        return UNSURE
    if word in NOT_GIVEN_WORDS:
        return None
    raise CellError(NOT_UNDERSTOOD)


# The list of releases as a table: names, recipients and dates, and rows that were removed.


Field: TypeAlias = Literal["releases", "plans"]


def read_list(rows: Sequence[Row], workspace: Workspace, field: Field) -> tuple[Workspace, tuple[InputProblem, ...]]:
    """The workspace with its releases or plans as a table says, and what the table could not say.

    Where the last release or plan of a recipient is given to a new name, the recipient is renamed: see
    ``rename_recipient``. While others of its releases are left, it stays as it is.

    Arguments:
        rows: as ``read_releases``.
        workspace: what it was before.
        field: which of the two lists the table shows.

    >>> from leakage.record import Record
    >>> from leakage.workspace.workspace import Recipient
    >>> work = Workspace(releases=(Release("Order", "Shop", Record()),), recipients=(Recipient("Shop", site="a.b"),))
    >>> after, _ = read_list([{"number": 0, "name": "Order", "recipient": "Store"}], work, "releases")
    >>> after.recipient("Store").site
    'a.b'
    """
    before: tuple[Release, ...] = getattr(workspace, field)
    reading = read_releases(rows, before)
    old_releases = [before[int(str(row["number"]))] for row in rows]
    workspace = _put(workspace, field, old_releases)
    for old, new in zip(old_releases, reading.releases, strict=True):
        workspace = _with_recipient(workspace, field, old, new.recipient)
    names = {old.name: new.name for old, new in zip(old_releases, reading.releases, strict=True)}
    if field == "releases":
        workspace = with_pooled_renamed(workspace, {**dict.fromkeys(release.name for release in before), **names})
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
    problems: list[InputProblem] = []
    read: list[Release] = []
    for row in rows:
        old = releases[int(str(row["number"]))]
        where = f"row {len(read) + 1}"
        taken = {release.name for release in read}
        read.append(_renamed(old, row, where, taken, problems))
    return MatrixReading(tuple(read), tuple(problems))


def _renamed(old: Release, row: Row, where: str, taken: set[str], problems: list[InputProblem]) -> Release:
    cells = {"name": old.name, "recipient": old.recipient, "date": old.date}
    for column in cells:
        try:
            cells[column] = read_text(row.get(column), f"a {column}") or ""
        except CellError as error:
            problems.append(InputProblem(where, f"{error}; the old one was kept"))
    name, recipient, date = cells.values()
    if not name or name in taken:
        why = "this name is taken" if name else "a name is needed"
        problems.append(InputProblem(where, f"{why}; the old name was kept"))
        name = old.name if old.name not in taken else f"{old.name} ({where})"
    if not recipient:
        problems.append(InputProblem(where, "say which company, person or office has it; the old one was kept"))
        recipient = old.recipient
    day = _day(date)
    if day is None:
        problems.append(InputProblem(where, "a date is written like 2026-01-31; the old one was kept"))
    return replace(old, name=name, recipient=recipient, date=old.date if day is None else day)


def _day(text: str) -> str | None:
    """A day as files write it; None for what is none."""
    try:
        day = datetime.date.fromisoformat(text).isoformat() if text else ""
        check_day(day)
    except ValueError:
        return None
    return day


# Releases as a matrix of facts by releases, and the values beside it.


@dataclass(frozen=True, slots=True)
class MatrixReading:
    """The releases as a table changes them, and what could not be used."""

    releases: tuple[Release, ...]
    problems: tuple[InputProblem, ...]


def read_matrix(
    profile: Sequence[Pair], releases: Sequence[Release], cells: Mapping[str, Sequence[object]]
) -> MatrixReading:
    """The releases as the matrix of profile rows and release columns says.

    Arguments:
        profile: the matrix's rows, in order.
        releases: what they were before; what they hold beside the profile stays untouched.
        cells: release name to one cell a profile row: a word, a confidence, or blank for not released; see
            ``read_given``. A release without a column stays as it is, and a cell that cannot be read keeps what the
            release had.

    >>> shop = Release("Order", "Shop", Record.of(("Name", "Alyce", 0.5)))
    >>> reading = read_matrix((("Name", "Alice"),), (shop,), {"Order": [0.9]})
    >>> [(a.value, a.confidence) for a in reading.releases[0].record]
    [('Alice', 0.9), ('Alyce', 0.5)]
    """
    problems: list[InputProblem] = []
    changed = tuple(
        _with_column(release, profile, cells[release.name], problems) if release.name in cells else release
        for release in releases
    )
    return MatrixReading(changed, tuple(problems))


def matrix_of(profile: Sequence[Pair], release: Release) -> list[float | None]:
    """A release's column of the matrix: the confidence of every profile row, None for not released.

    >>> release = Release("Order", "Shop", Record.of(("Name", "Alice", 0.9)))
    >>> matrix_of((("Name", "Alice"), ("City", "Sampleton")), release)
    [0.9, None]
    """
    return [release.record.confidences.get(pair) for pair in profile]


def read_own_values(rows: Sequence[Row], releases: Sequence[Release], profile: Sequence[Pair]) -> MatrixReading:
    """The releases with the values beside the profile replaced by those in the table next to the matrix.

    Arguments:
        rows: mappings with release, label, value and confidence; a blank confidence means 1. A row whose
            confidence cannot be read keeps what the release had for that label and value.
        releases: what they were before; what they hold of the profile stays untouched.
        profile: the person's true values, which belong in the matrix.

    >>> order = Release("Order", "Shop", Record.of(("Name", "Alice")))
    >>> rows = [{"release": "Order", "label": "Name", "value": "Alyce", "confidence": 0.5}]
    >>> reading = read_own_values(rows, (order,), (("Name", "Alice"),))
    >>> [(a.value, a.confidence) for a in reading.releases[0].record]
    [('Alice', 1.0), ('Alyce', 0.5)]
    """
    facts, by_name = set(profile), _by_name(releases)
    own: dict[str, dict[Pair, Attribute]] = {release.name: {} for release in releases}
    first: dict[tuple[str, Pair], str] = {}
    problems: list[InputProblem] = []

    def read(row: Row, where: str) -> None:
        release, pair = _release_named(row.get("release"), by_name), read_pair(row)
        if pair in facts:
            raise CellError("this is your true value; tick it above instead")
        refuse_repetition(first.get((release.name, pair)))
        first[release.name, pair] = where
        before = release.record.confidences.get(pair)
        confidence = _confidence_or(before, row.get("confidence"), where, problems)
        if confidence is not None:
            own[release.name][pair] = Attribute(*pair, confidence)

    each_row(rows, ("release", "label", "value", "confidence"), read, problems)
    changed = (
        # What was not typed has no row in either table, once it has left the profile.
        _with_attributes(release, own[release.name].values(), lambda pair: pair in facts or not is_typed(pair))
        for release in releases
    )
    return MatrixReading(tuple(changed), tuple(problems))


def own_values_of(releases: Sequence[Release], profile: Sequence[Pair]) -> list[dict[str, object]]:
    """The rows of the table next to the matrix: what the releases hold that is not in the profile.

    >>> order = Release("Order", "Shop", Record.of(("Name", "Alice"), ("Name", "Alyce", 0.5)))
    >>> own_values_of((order,), (("Name", "Alice"),))
    [{'release': 'Order', 'label': 'Name', 'value': 'Alyce', 'confidence': 0.5}]
    """
    true = set(profile)
    return [
        {"release": release.name, "label": a.label, "value": a.value, "confidence": a.confidence}
        for release in cancellable(releases)
        for a in release.record
        if a.pair not in true and is_typed(a.pair)
    ]


def _with_column(
    release: Release, profile: Sequence[Pair], column: Sequence[object], problems: list[InputProblem]
) -> Release:
    if len(column) != len(profile):
        sentence = f"the column has {len(column)} cells, but the profile has {len(profile)} rows"
        problems.append(InputProblem(release.name, sentence))
        return release
    given = []
    for pair, cell in zip(profile, column, strict=True):
        before = release.record.confidences.get(pair)
        try:
            confidence = read_given(cell)
        except CellError as error:
            problems.append(InputProblem(f"{release.name}, {shown(pair[0])}", str(error)))
            confidence = before
        if confidence is not None:
            given.append(Attribute(*pair, confidence))
    true = set(profile)
    return _with_attributes(release, given, lambda pair: pair not in true)


def _with_attributes(release: Release, attributes: Iterable[Attribute], stays: Callable[[Pair], bool]) -> Release:
    kept = (a for a in release.record if stays(a.pair))
    return replace(release, record=Record((*kept, *attributes)))


def _confidence_or(before: float | None, cell: object, where: str, problems: list[InputProblem]) -> float | None:
    """The confidence in a cell, 1 for a blank one, and what was there before for one that breaks a rule."""
    try:
        confidence = read_confidence(cell)
    except CellError as error:
        problems.append(InputProblem(where, str(error)))
        return before
    return 1.0 if confidence is None else confidence


def _by_name(releases: Sequence[Release]) -> dict[str, Release]:
    # Names as they are take precedence over names with the blanks around them removed.
    stripped = {release.name.strip(): release for release in releases}
    return stripped | {release.name: release for release in releases}


def _release_named(cell: object, by_name: Mapping[str, Release]) -> Release:
    name = cell if isinstance(cell, str) and cell in by_name else read_text(cell)
    if not name:
        raise CellError("choose who got this value")
    if name not in by_name:
        raise CellError("nothing has this name")
    return by_name[name]
