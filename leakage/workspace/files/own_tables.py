"""The person's own tables: what is kept of them, and what their rows become once the person says what they are."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from leakage.record import Attribute, Pair, Record
from leakage.workspace.csv_files import read_day, unguarded
from leakage.workspace.files.entries import by_heading, kind_of, kinds, programs
from leakage.workspace.files.findings import Account, Findings, Gathering, Table
from leakage.workspace.files.secret import holds_secret, is_card_number, is_secret, kept, last_four, looks_random
from leakage.workspace.files.tables import Sheet
from leakage.workspace.files.text import lists, squeezed, unmarked
from leakage.workspace.limits import MOST_STRANGERS, CellError, InputProblem, few
from leakage.workspace.sites import site_of
from leakage.workspace.vocabulary import LABELS
from leakage.workspace.workspace import Columns, Target

# What columns are called.


@functools.cache
def _own() -> tuple[Mapping[str, str], Mapping[str, str]]:
    labels = by_heading(lists("logins.toml")["labels"])
    return labels | {squeezed(entry.label): entry.label for entry in LABELS}, by_heading(lists("logins.toml")["own"])


def label_of(heading: str, in_use: Iterable[str] = ()) -> str:
    """The label a heading stands for: one in use that is written alike, one of the vocabulary, else none.

    >>> label_of("E-Mail"), label_of("date_of_birth"), label_of("shoe size", ["Shoe size"]), label_of("Hobby")
    ('Email', 'Date of birth', 'Shoe size', '')
    """
    alike = (label for label in in_use if squeezed(label) == squeezed(heading))
    return next(alike, None) or _own()[0].get(squeezed(heading), "")


def is_known(heading: str) -> bool:
    """Whether a cell of a first row is a heading that this program knows, and so no part of somebody's data."""
    name, own = squeezed(heading), (kinds(), *_own())
    in_program = any(name in program.known_by or name in program.kinds for program in programs())
    return bool(name) and (in_program or any(name in known for known in own))


# What of a table is kept.
MOST_CELLS = 600_000
_SECRET_KINDS = ("password", "code", "secret")


def kept_fact(label: str, value: str) -> str:
    """A fact's value as it may be kept under a label; empty for a secret.

    >>> kept_fact("Password", "hunter2"), kept_fact("Card", "4111111111111111"), kept_fact("City", "Ghent")
    ('', 'ends in 1111', 'Ghent')
    """
    if is_card_number(value):
        return last_four(value) if "card" in label.casefold() else ""
    return "" if is_secret(label) or holds_secret(value) or holds_secret(label) else unmarked(value).strip()


def read_own(sheet: Sheet) -> Findings:
    """Any other table, without columns that are secrets or could be; the person says what its rows are."""
    gathering = Gathering()
    read = itertools.islice(sheet.rows(gathering.problems), MOST_STRANGERS + 1)
    rows = [list(map(unguarded, cells)) for _, cells in read]
    if len(rows) > MOST_STRANGERS or len(rows) * len(sheet.headings) > MOST_CELLS:
        raise ValueError(f"the table has more than {MOST_STRANGERS:,} rows or {MOST_CELLS:,} cells")
    columns = list(zip(*rows, strict=True)) or [()] * len(sheet.headings)
    open_ones = [not _is_secret_column(*column) for column in zip(sheet.headings, columns, strict=True)]
    headings = tuple(itertools.compress(sheet.headings, open_ones))
    plain = [cells for cells in rows if not any(kind_of(cell) in _SECRET_KINDS for cell in cells)]
    shown = (map(_shown, itertools.compress(cells, open_ones)) for cells in plain)
    pairs = (zip(headings, cells, strict=True) for cells in shown)
    table = Table(headings, tuple(tuple(pair for pair in row if pair[1]) for row in pairs))
    gathering.leave_out("columns of passwords or codes", open_ones.count(False))
    gathering.leave_out("rows that name passwords", len(rows) - len(plain))
    return replace(gathering.findings("table"), tables=(table,))


def _shown(cell: str) -> str:
    return last_four(cell) if is_card_number(cell) else kept(cell)


def _is_secret_column(heading: str, cells: Sequence[str]) -> bool:
    if kind_of(heading) in (*_SECRET_KINDS, "lines", "note") or is_secret(heading):
        return True
    # Under an unknown heading, half the cells looking like passwords make the column one of passwords.
    filled = [cell for cell in cells if cell]
    return not is_known(heading) and bool(filled) and 2 * sum(map(looks_random, filled)) >= len(filled)


# What the rows become.


def with_columns(
    findings: Findings, number: int, target: Target, columns: Columns, in_use: Collection[str] = ()
) -> Findings:
    """The findings where a table's rows have become accounts or records of other people.

    Arguments:
        findings: with the table.
        number: of the table among them.
        target: what each row becomes.
        columns: which columns are no facts, and what the others are; others of no known label do not count.
        in_use: labels in use; a heading written like one of them stands for it.

    Raises:
        ValueError: for accounts without a column of recipients or names.
    """
    table = findings.tables[number]
    if target != "background" and not (columns.recipient or columns.name):
        raise ValueError("say which column names the recipient or the release")
    labels = {heading: label_of(heading, in_use) for heading in table.headings} | dict(columns.labels)
    rest = replace(findings, tables=findings.tables[:number] + findings.tables[number + 1 :])
    if target == "background":
        records = (_record(row, columns, labels) for row in table.rows)
        return replace(rest, background=rest.background + tuple(record for record in records if len(record)))
    accounts, problems = list[Account](), list[InputProblem]()
    for place, row in enumerate(table.rows, start=1):
        cells = dict(reversed(row))
        name, recipient, date = (cells.get(c or "", "") for c in (columns.name, columns.recipient, columns.date))
        try:
            if not (name or recipient):
                raise CellError("nothing says who got this")
            record, day = _record(row, columns, labels), read_day(date)
            facts = tuple(a.pair for a in record)
            accounts.append(Account(name or recipient, site_of(recipient), facts, None, day, holder=recipient))
        except CellError as error:
            problems.append(InputProblem(f"row {place}", str(error)))
    return replace(rest, accounts=(*rest.accounts, *accounts), problems=rest.problems + few(problems))


def suggested_columns(headings: Sequence[str]) -> Columns:
    """Which columns of a table are probably no facts."""
    meant = {_own()[1].get(squeezed(heading)): heading for heading in reversed(headings)}
    return Columns(meant.get("recipient"), meant.get("release"), meant.get("date"))


def _record(row: Iterable[Pair], columns: Columns, labels: dict[str, str]) -> Record:
    pairs = ((labels[heading], cell) for heading, cell in row if heading not in columns.named and labels[heading])
    return Record(Attribute(*pair) for pair in dict.fromkeys(pairs) if kept_fact(*pair))
