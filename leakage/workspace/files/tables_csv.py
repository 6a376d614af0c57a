"""Tables of a person's own as CSV: what their columns mean."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from leakage.record import Attribute, Record, is_typed
from leakage.workspace.files.additions import Additions
from leakage.workspace.files.csv_cells import few, label_of, number_text, read_day, to_csv
from leakage.workspace.files.passwords.columns import is_secret
from leakage.workspace.files.releases_csv import (
    ABSENT,
    NOT_TYPED,
    CsvReading,
    RecordsReading,
    read_records_csv,
    read_releases_csv,
    releases_to_csv,
    with_state,
)
from leakage.workspace.forms.profile import read_profile
from leakage.workspace.limits import CellError, InputProblem
from leakage.workspace.tables import Columns, TableMapping, Target, folded
from leakage.workspace.workspace import Release, Workspace

# Tables from CSV files: releases and profiles in long form, and wide ones, one row a release or a person.


BACKGROUND = "background"
"""The recipient that records of other people have in a table of releases."""


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


def become(table: Additions, target: Target) -> Additions:
    """The releases of a table as what they are wanted for; a background record loses its name and recipient.

    >>> become(Additions(releases=(Release("1", "Shop", Record()),)), "background").background
    (<Record of nothing>,)
    """
    if target == "background":
        return replace(table, releases=(), background=tuple(release.record for release in table.releases))
    return replace(table, releases=(), plans=table.releases) if target == "plans" else table


def profile_table(text: str) -> Additions:
    """A table of facts about the person: label, value and, if they are there, weight and state.

    Arguments and errors: as ``long_table``.

    >>> profile_table("label;value;weight\\nName;Alice;2").weights
    (('Name', 2.0),)
    """
    # One row a fact is a wide table too, with the columns label, value and weight.
    reading = read_records_csv(text.encode())
    _refuse_whole(reading)
    rows = [{a.label.casefold(): a.value for a in record} for record in reading.records]
    profile = read_profile(rows)
    problems = reading.problems + few(profile.problems)
    return Additions(profile.profile, profile.weights, absent=profile.absent, problems=problems)


def wide_table(text: str, target: Target, columns: Columns, in_use: Collection[str] = ()) -> Additions:
    """A table with one row a release, or one row a person; the headings are labels.

    Arguments:
        text: as ``long_table``.
        target: what each row becomes.
        columns: which columns are no facts, and what the others are; a release needs a recipient or a name.
        in_use: labels in use; a heading written like one of them, or of the vocabulary, stands for it.

    Raises:
        ValueError: as ``long_table``, and for releases without a column of recipients or names.

    >>> found = wide_table("shop,E-Mail\\nBooks,a@b.c", "releases", Columns(recipient="shop"))
    >>> [(release.name, release.recipient, release.record[0].label) for release in found.releases]
    [('Books', 'Books', 'Email')]
    """
    if target != "background" and not (columns.recipient or columns.name):
        raise ValueError("say which column names the recipient or the release")
    reading = read_records_csv(text.encode())
    _refuse_whole(reading)
    reading, notes = _without_secrets(reading)
    headings = {a.label for record in reading.records for a in record}
    labels = {heading: label_of(heading, in_use) for heading in headings} | dict(columns.labels)
    if target == "background":
        records = (_facts(record, columns, labels) for record in reading.records)
        background = tuple(record for record in records if len(record))
        return Additions(background=background, problems=reading.problems, notes=notes)
    releases, odd = _releases(reading.records, columns, labels)
    return become(Additions(releases=releases, problems=reading.problems + few(odd), notes=notes), target)


def _without_secrets(reading: RecordsReading) -> tuple[RecordsReading, tuple[str, ...]]:
    """A reading without columns of passwords and the like, which no file keeps."""
    secret = {a.label for record in reading.records for a in record if is_secret(a.label)}
    if not secret:
        return reading, ()
    records = tuple(Record(a for a in record if a.label not in secret) for record in reading.records)
    return replace(reading, records=records), (f"Left out: columns of passwords or codes ({len(secret):,}).",)


def _releases(
    records: Iterable[Record], columns: Columns, labels: dict[str, str]
) -> tuple[tuple[Release, ...], list[InputProblem]]:
    releases, problems = [], []
    for number, record in enumerate(records, start=1):
        try:
            name, recipient = _cell_of(record, columns.name), _cell_of(record, columns.recipient)
            if not (name or recipient):
                raise CellError("nothing says who got this")
            date = read_day(_cell_of(record, columns.date))
        except CellError as error:
            problems.append(InputProblem(f"row {number}", str(error)))
        else:
            facts = _facts(record, columns, labels)
            releases.append(Release(name or recipient, recipient or name, facts, date))
    return tuple(releases), problems


def _facts(record: Record, columns: Columns, labels: dict[str, str]) -> Record:
    named = columns.named
    pairs = dict.fromkeys((labels[a.label], a.value) for a in record if a.label not in named and labels[a.label])
    return Record(Attribute(*pair) for pair in pairs)


def _cell_of(record: Record, column: str | None) -> str:
    values = [a.value for a in record if a.label == column]
    if len(values) > 1:
        raise CellError("two columns have the heading that was chosen, and they differ")
    return values[0] if values else ""


def _refuse_whole(reading: CsvReading | RecordsReading) -> None:
    if reading.problems and reading.problems[0].where == "file":
        raise ValueError(reading.problems[0].sentence)


def remembered(headings: Sequence[str], mappings: Iterable[TableMapping]) -> TableMapping | None:
    """How a table with these headings was read before; None where there was none.

    >>> before = TableMapping(("shop", "phone"), "releases", Columns("Shop"))
    >>> remembered(["SHOP", "Phone "], [before]) == TableMapping(("shop", "phone"), "releases", Columns("SHOP"))
    True
    """
    folds = {folded(heading): heading for heading in reversed(headings)}
    for mapping in mappings:
        if mapping.headings == tuple(map(folded, headings)):
            columns = mapping.columns
            # The headings as this table writes them.
            recipient, name, date = (
                folds.get(folded(column)) if column else None
                for column in (columns.recipient, columns.name, columns.date)
            )
            labels = tuple((folds.get(folded(heading), heading), label) for heading, label in columns.labels)
            return replace(mapping, columns=Columns(recipient, name, date, labels))
    return None


# Tables as CSV files, which ``leakage.workspace.files`` reads again without loss.


def profile_to_csv(workspace: Workspace) -> bytes:
    """The facts about the person with the weights of their labels: one line a fact, in UTF-8.

    Where a fact was not typed, or the person has none, the file has the column ``state``, which says so.

    >>> profile_to_csv(Workspace((("Phone", "+1"),), (("Phone", 2.0),)))
    b"label,value,weight\\r\\nPhone,'+1,2\\r\\n"
    """
    weights = workspace.weight_map
    facts = [
        (label, value, "") if is_typed((label, value)) else (label, "", NOT_TYPED) for label, value in workspace.profile
    ]
    facts += [(label, "", ABSENT) for label in workspace.absent]
    rows = [(label, value, number_text(weights.get(label, 1.0)), state) for label, value, state in facts]
    return to_csv(with_state(("label", "value", "weight"), rows))


def background_to_csv(background: Sequence[Record]) -> bytes:
    """Records of other people in the form of releases, with their confidences; they are numbered in their order.

    >>> background_to_csv([Record.of(("Name", "Bob", 0.5))]).splitlines()[1]
    b'1,background,Name,Bob,0.5,'
    """
    return releases_to_csv(Release(str(number), BACKGROUND, record) for number, record in enumerate(background, 1))
