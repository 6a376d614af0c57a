"""CSV files: releases, facts and records of other people, written; tables of records, read.

What a spreadsheet could take for a formula is written with an apostrophe before it: ``=``, ``+``, ``-`` or ``@``,
full-width or not, at the start of a cell or behind a separator in it, where a spreadsheet that separates otherwise
begins a cell. Reading takes one such apostrophe away, so the round trip loses nothing. (A text that itself has
apostrophes before such a sign gets one more.) Blanks around a cell are not kept. No sentence repeats a cell.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from leakage.frames import read_text_table
from leakage.record import Attribute, Record, is_typed
from leakage.workspace.limits import MOST_STRANGERS, CellError, InputProblem, check_text, few
from leakage.workspace.workspace import Release, Workspace

MAX_COLUMNS = 1_000

_SIGNS = "=+\\-@＝＋－＠"
# Runs of blanks hold no separator, so that the search stays linear.
_WITHIN = r"""(^[\s"]+|[,;\t\r\n](?:[^\S\t\r\n]|")*)"""
_FORMULA = re.compile(rf"^('*)(?=[\t\r\n{_SIGNS}])|{_WITHIN}('*)(?=[{_SIGNS}])")
_GUARDED = re.compile(rf"^'('*)(?=[\t\r\n{_SIGNS}])|{_WITHIN}'('*)(?=[{_SIGNS}])")
_NEEDS_QUOTES = re.compile(r'[,;\t\r\n"]')


def guarded(text: str) -> str:
    """A cell in which no spreadsheet finds a formula: an apostrophe stands before what could be one.

    Source: OWASP, CSV Injection, which names separators and quotation marks within a cell as well.

    >>> guarded("=1+1"), guarded("x;=1+1"), guarded("Alice")
    ("'=1+1", "x;'=1+1", 'Alice')
    """
    return _FORMULA.sub(r"\2'\1\3", text)


def unguarded(cell: str) -> str:
    """A cell as the person meant it: no blanks around it, and not guarded against being a formula.

    >>> unguarded(" '=1+1"), unguarded("x;'=1+1"), unguarded("'Alice")
    ('=1+1', 'x;=1+1', "'Alice")
    """
    text = cell.strip()
    # Few cells have one, and there may be a million.
    return _GUARDED.sub(r"\2\1\3", text) if "'" in text else text


def number_text(number: float) -> str:
    """A number as a cell."""
    # Adding zero turns -0.0, which a spreadsheet could take for a formula, into 0.0.
    return repr(float(number) + 0.0).removesuffix(".0")


def to_csv(rows: Iterable[Iterable[str | float]]) -> bytes:
    """Rows as a CSV file in UTF-8: every text guarded, and quoted where it holds any separator; numbers as they are.

    >>> print(to_csv([("a;b", "=1", -0.5)]).decode().strip())
    "a;b",'=1,-0.5
    """
    return "".join(",".join(map(_cell, row)) + "\r\n" for row in rows).encode("utf-8", errors="replace")


def _cell(content: str | float) -> str:
    if not isinstance(content, str):
        return number_text(content)
    cell = guarded(content)
    return '"' + cell.replace('"', '""') + '"' if _NEEDS_QUOTES.search(cell) else cell


# Records in a wide CSV file: one line a record, one column a label.


@dataclass(frozen=True, slots=True)
class RecordsReading:
    """The records a file holds, and the lines that could not be used."""

    records: tuple[Record, ...]
    problems: tuple[InputProblem, ...]


def read_records_csv(content: bytes) -> RecordsReading:
    """Records in a wide CSV file: one line a record, columns are labels, blank cells absent.

    Several columns may have the same label (two phones); a value they repeat counts once.

    Arguments:
        content: as for ``read_text_table``, with at most 1,000 columns.

    >>> reading = read_records_csv(b"Name,Phone,Phone\\nAlice,555-0100,555-0101\\nBob,,\\n")
    >>> [len(record) for record in reading.records]
    [3, 1]
    """
    try:
        table = read_text_table(content)
        if len(table.columns) > MAX_COLUMNS or len(table) > MOST_STRANGERS:
            raise CellError(f"a file may have at most {MAX_COLUMNS:,} columns and {MOST_STRANGERS:,} records")
    except ValueError as error:
        return RecordsReading((), (InputProblem("file", str(error)),))
    labels, records, problems = [unguarded(name) for name in table.columns], list[Record](), list[InputProblem]()
    for number, *cells in table.itertuples(name=None):
        try:
            records.append(_wide_record(labels, cells))
        except CellError as error:
            problems.append(InputProblem(f"line {number}", str(error)))
    return RecordsReading(tuple(records), few(problems))


def _wide_record(labels: Sequence[str], cells: Sequence[str]) -> Record:
    texts = (check_text(unguarded(cell), "a cell") for cell in cells)
    pairs = dict.fromkeys((label, text) for label, text in zip(labels, texts, strict=True) if text)
    if any(not label for label, _ in pairs):
        raise CellError("a cell stands in a column without a name")
    return Record(Attribute(*pair) for pair in pairs)


# What a person takes out: one line a fact.


COLUMNS = ("release", "recipient", "label", "value", "confidence", "date")
STATE = "state"
"""The last column, where some row needs it: of a fact without a value, why it has none."""
NOT_TYPED, PRESUMED, ABSENT = "not typed", "presumed", "absent"
"""A fact that was not typed; one that is only presumed, with its probability; one that the person does not have."""
BACKGROUND = "background"
"""The recipient that records of other people have in a table of releases."""


def releases_to_csv(releases: Iterable[Release]) -> bytes:
    """Releases as a CSV file in UTF-8: one line an attribute, one line without label for an empty release.

    A fact that was not typed, or is presumed, has no value; then the file has the column ``state``, which says so.

    >>> releases_to_csv([Release("Order", "Shop", Record.of(("Phone", "+1", 0.5)))]).splitlines()[1]
    b"Order,Shop,Phone,'+1,0.5,"
    >>> releases_to_csv([Release("Order", "Shop", Record(), presumed=(("Phone", 0.2),))]).splitlines()[1]
    b'Order,Shop,Phone,,0.2,,presumed'
    """
    return to_csv(with_state(COLUMNS, [row for release in releases for row in _rows(release)]))


def with_state(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> list[Sequence[str]]:
    """A table whose rows end with their state, without that column where no row needs it."""
    lines = [(*columns, STATE), *rows]
    return lines if any(line[-1] for line in lines[1:]) else [tuple(line[:-1]) for line in lines]


def _rows(release: Release) -> Iterator[tuple[str, ...]]:
    name, recipient, date = release.name, release.recipient, release.date
    for a in release.record:
        value, state = (a.value, "") if is_typed(a.pair) else ("", NOT_TYPED)
        yield name, recipient, a.label, value, number_text(a.confidence), date, state
    for label, probability in release.presumed:
        yield name, recipient, label, "", number_text(probability), date, PRESUMED
    if not (release.record or release.presumed):
        yield name, recipient, "", "", "", date, ""


def profile_to_csv(workspace: Workspace) -> bytes:
    """The facts about the person with the weights of their labels: one line a fact, in UTF-8.

    Where a fact was not typed, or the person has none, the file has the column ``state``, which says so.
    """
    weights = workspace.weight_map
    facts = [
        (label, value, "") if is_typed((label, value)) else (label, "", NOT_TYPED) for label, value in workspace.profile
    ]
    facts += [(label, "", ABSENT) for label in workspace.absent]
    rows = [(label, value, number_text(weights.get(label, 1.0)), state) for label, value, state in facts]
    return to_csv(with_state(("label", "value", "weight"), rows))


def background_to_csv(background: Sequence[Record]) -> bytes:
    """Records of other people in the form of releases, with their confidences; they are numbered in their order."""
    return releases_to_csv(Release(str(number), BACKGROUND, record) for number, record in enumerate(background, 1))
