"""CSV files: releases, facts and records of other people, written; tables of records, read.

What a spreadsheet could take for a formula is written with an apostrophe before it: ``=``, ``+``, ``-`` or ``@``,
full-width or not, at the start of a cell or behind a separator in it, where a spreadsheet that separates otherwise
begins a cell. Reading takes one such apostrophe away, so the round trip loses nothing. (A text that itself has
apostrophes before such a sign gets one more.) Blanks around a cell are not kept. No sentence repeats a cell.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from leakage.record import Attribute, Record, is_typed
from leakage.text_table import delimiter_of
from leakage.workspace.limits import (
    LONGEST_TEXT,
    MOST_ACCOUNTS,
    MOST_BYTES,
    MOST_FACTS_EACH,
    MOST_STRANGERS,
    CellError,
    InputProblem,
    check_text,
)
from leakage.workspace.workspace import Release, Workspace

# A row for a fact, and one for a release that tells nothing.
MOST_RECORDS = MOST_STRANGERS
MOST_FACTS = MOST_ACCOUNTS * MOST_FACTS_EACH
MAX_ROWS = MOST_FACTS + MOST_RECORDS
MAX_COLUMNS = 1_000
MAX_PROBLEMS = 20
# As long as a text may get with an apostrophe before each sign.
LONGEST_CELL = 2 * LONGEST_TEXT
csv.field_size_limit(LONGEST_CELL)


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
        content: the file, in UTF-8, with at most 1,000 columns.

    >>> reading = read_records_csv(b"Name,Phone,Phone\\nAlice,555-0100,555-0101\\nBob,,\\n")
    >>> [len(record) for record in reading.records]
    [3, 1]
    """
    records, problems, facts = list[Record](), list[InputProblem](), 0
    try:
        lines = _lines(content)
        labels = _header(lines)
        for number, cells in lines:
            try:
                records.append(_wide_record(cells, labels))
            except CellError as error:
                problems.append(InputProblem(f"line {number}", str(error)))
                continue
            facts += len(records[-1])
            _refuse_many(len(records), facts)
    except CellError as error:
        return RecordsReading((), (InputProblem("file", str(error)),))
    more = len(problems) - MAX_PROBLEMS
    rest = [InputProblem("", f"and {more:,} more")] if more > 0 else []
    return RecordsReading(tuple(records), (*problems[:MAX_PROBLEMS], *rest))


def _lines(content: bytes) -> Iterator[tuple[int, list[str]]]:
    """The numbers, from 1, and cells of the lines of a file that are not blank, the header first."""
    delimiter = delimiter_of(_decoded(content))
    # Decoded piece by piece: the whole text would take several times the room of the file.
    text = io.TextIOWrapper(io.BytesIO(content), "utf-8-sig", newline="")
    reader = csv.reader(text, delimiter=delimiter, strict=True, skipinitialspace=True)
    filled = blank = 0
    number = 1
    try:
        for cells in reader:
            if "".join(cells).strip():
                filled += 1
                yield number, cells
            else:
                blank += 1
            # The header is one of the filled ones.
            if filled > MAX_ROWS + 1 or blank > MAX_ROWS:
                raise CellError(f"the file has more than {MAX_ROWS:,} rows, which is the most that can be read")
            number = reader.line_num + 1
    except csv.Error as error:
        raise CellError(_misquoted(number, error)) from None


def _header(lines: Iterator[tuple[int, list[str]]]) -> list[str]:
    _, cells = next(lines, (0, None))
    if cells is None:
        raise CellError("the file is empty")
    if len(cells) > MAX_COLUMNS:
        raise CellError(f"the file has {len(cells):,} columns; at most {MAX_COLUMNS:,} can be read")
    return [unguarded(cell) for cell in cells]


def _wide_record(cells: Sequence[str], labels: Sequence[str]) -> Record:
    width = len(labels)
    if any(cell.strip() for cell in cells[width:]):
        raise CellError(
            f"there are more than the {width} cells of the first line; "
            "a cell with a separator in it needs quotation marks"
        )
    texts = (check_text(unguarded(cell), "a cell") for cell in cells)
    pairs = dict.fromkeys((label, text) for label, text in zip(labels, texts, strict=False) if text)
    if any(not label for label, _ in pairs):
        raise CellError("a cell stands in a column without a name")
    return Record(Attribute(*pair) for pair in pairs)


def _refuse_many(records: int, facts: int) -> None:
    if records > MOST_RECORDS:
        raise CellError(f"the file has more than {MOST_RECORDS:,} records, the most that can be read")
    if facts > MOST_FACTS:
        raise CellError(f"the file has more than {MOST_FACTS:,} facts, the most that can be read")


def _misquoted(number: int, error: csv.Error) -> str:
    if "limit" in str(error):
        return f"line {number} holds a cell of more than {LONGEST_CELL:,} characters"
    return f"a quotation mark in line {number} has no partner, so the file cannot be taken apart into cells"


def _decoded(content: bytes) -> str:
    if len(content) > MOST_BYTES:
        raise CellError(f"the file is larger than {MOST_BYTES // 1_000_000} MB, the most that can be read")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise CellError('the file is not in UTF-8; in the spreadsheet, save it as "CSV UTF-8"') from None
    if "\0" in text:
        raise CellError("the file holds bytes that no text has; in the spreadsheet, save it as CSV")
    return text


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
