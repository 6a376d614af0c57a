"""Releases and background records as CSV, in and out.

A cell that begins with ``=``, ``+``, ``-`` or ``@``, a tab or a line break, which a spreadsheet could take
for a formula, is written with an apostrophe before it; reading takes one such apostrophe away, so the round
trip loses nothing. (A text that itself begins with apostrophes before such a sign gets one more.) Blanks
around a cell are not kept. No sentence repeats a cell; column names are the most it may contain.
"""

from __future__ import annotations

import csv
import datetime
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from leakage.record import Attribute, Pair, Record
from leakage.workspace.validation import CellError, Problem, read_attribute, shown
from leakage.workspace.workspace import Release

COLUMNS = ("release", "recipient", "label", "value", "confidence", "date")
REQUIRED = ("release", "recipient", "label", "value")
DELIMITERS = (",", ";", "\t")
MAX_ROWS = 100_000
MAX_BYTES = 50_000_000
MAX_COLUMNS = 1_000
MAX_PROBLEMS = 20
SHOWN_COLUMNS = 10

SNIFFED_CHARACTERS = 100_000

Line: TypeAlias = tuple[int, list[str]]
"""A line's number, counted from 1, and its cells."""

_FORMULA = re.compile(r"'*[=+\-@\t\r\n]")


@dataclass(frozen=True, slots=True)
class CsvReading:
    """The releases a file holds, and the lines that could not be used."""

    releases: tuple[Release, ...]
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class BackgroundReading:
    """The background records a file holds, and the lines that could not be used."""

    records: tuple[Record, ...]
    problems: tuple[Problem, ...]


def releases_to_csv(releases: Iterable[Release]) -> bytes:
    """Releases as a CSV file in UTF-8: one line an attribute, one line without label for an empty release.

    >>> releases_to_csv([Release("Order", "Shop", Record.of(("Phone", "+1", 0.5)))]).splitlines()[1]
    b"Order,Shop,Phone,'+1,0.5,"
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for release in releases:
        start, date = (neutralised(release.name), neutralised(release.recipient)), neutralised(release.date)
        for a in release.record:
            writer.writerow((*start, neutralised(a.label), neutralised(a.value), _number(a.confidence), date))
        if not len(release.record):
            writer.writerow((*start, "", "", "", date))
    return text.getvalue().encode("utf-8", errors="replace")


def read_releases_csv(content: bytes) -> CsvReading:
    """The releases in a CSV file, in order of first line, and a sentence for every line left out.

    Columns release, recipient, label and value; confidence (blank means 1) and date (such as 2026-01-31) may
    be missing; others are passed over. A comma, semicolon or tab separates them, as the first line has it.

    Arguments:
        content: the file, in UTF-8 with or without byte order mark; at most ``MAX_BYTES`` long, with at most
            ``MAX_ROWS`` rows below the first.

    >>> content = b"release;recipient;label;value\\nOrder;Shop;Name;Alice\\nOrder;Shop;Name;"
    >>> reading = read_releases_csv(content)
    >>> len(reading.releases), [str(problem) for problem in reading.problems]
    (1, ['line 3: value must not be empty'])
    """
    drafts: dict[str, _Draft] = {}
    try:
        lines = _lines(content)
        positions, width = _header(lines)
        problems = _each_line(lines, lambda cells: _add(_named(cells, positions, width), drafts))
    except CellError as error:
        return CsvReading((), (Problem("file", str(error)),))
    return CsvReading(tuple(draft.release() for draft in drafts.values()), problems)


def database_from_csv(content: bytes) -> BackgroundReading:
    """Records of other people in a wide CSV file: one line a record, columns are labels, blank cells absent.

    Several columns may have the same label (two phones); a value they repeat counts once.

    Arguments:
        content: as for ``read_releases_csv``, with at most ``MAX_COLUMNS`` columns.

    >>> reading = database_from_csv(b"Name,Phone,Phone\\nAlice,555-0100,555-0101\\nBob,,\\n")
    >>> [len(record) for record in reading.records]
    [3, 1]
    """
    records: list[Record] = []
    try:
        lines = _lines(content)
        labels = _labels(lines)
        problems = _each_line(lines, lambda cells: records.append(_wide_record(cells, labels)))
    except CellError as error:
        return BackgroundReading((), (Problem("file", str(error)),))
    return BackgroundReading(tuple(records), problems)


@dataclass(slots=True)
class _Draft:
    """A release while its lines are being read."""

    name: str
    recipient: str
    date: str
    attributes: dict[Pair, Attribute] = field(default_factory=dict)

    def release(self) -> Release:
        # Sorted here by a plain key: sorting many attributes by their own comparison is slow.
        ordered = (self.attributes[pair] for pair in sorted(self.attributes))
        return Release(self.name, self.recipient, Record(ordered), self.date)


def _add(row: Mapping[str, str], drafts: dict[str, _Draft]) -> None:
    for column in ("release", "recipient"):
        if not row.get(column):
            raise CellError(f"{column} must not be empty")
    date, attribute = _date(row.get("date", "")), _attribute(row)
    draft = drafts.get(row["release"])
    if draft is None:
        draft = _Draft(row["release"], row["recipient"], date)
    if draft.recipient != row["recipient"]:
        raise CellError("this release has another recipient on an earlier line")
    if date and draft.date and draft.date != date:
        raise CellError("this release has another date on an earlier line")
    if attribute and attribute.pair in draft.attributes:
        raise CellError("this release holds the same label and value on an earlier line")
    if attribute:
        draft.attributes[attribute.pair] = attribute
    draft.date = draft.date or date
    drafts[draft.name] = draft


def _attribute(row: Mapping[str, str]) -> Attribute | None:
    """The attribute of a line; None for the line that stands for a release with nothing in it."""
    if not (row.get("label") or row.get("value") or row.get("confidence")):
        return None
    return read_attribute(row)


def _date(text: str) -> str:
    if not text:
        return ""
    try:
        return datetime.date.fromisoformat(text).isoformat()
    except ValueError:
        raise CellError("date must be a day such as 2026-01-31") from None


def _header(lines: Iterator[Line]) -> tuple[dict[str, int], int]:
    """Where the columns of releases stand, and how many columns there are."""
    names = _first(lines)
    found = [name.casefold() for name in names]
    missing = [column for column in REQUIRED if column not in found]
    if missing:
        word = "column" if len(missing) == 1 else "columns"
        raise CellError(f"the file lacks the {word} {', '.join(missing)}; it has {_some(names)}")
    if any(found.count(column) > 1 for column in COLUMNS):
        raise CellError(f"the columns {', '.join(COLUMNS)} may stand there once only")
    return {column: found.index(column) for column in COLUMNS if column in found}, len(names)


def _some(names: Sequence[str]) -> str:
    some = ", ".join(shown(name) for name in names[:SHOWN_COLUMNS] if name)
    return f"{some} and {len(names) - SHOWN_COLUMNS} more" if len(names) > SHOWN_COLUMNS else some


def _named(cells: Sequence[str], positions: Mapping[str, int], width: int) -> dict[str, str]:
    _refuse_surplus(cells, width)
    return {name: _plain(cells[at]) for name, at in positions.items() if at < len(cells)}


def _labels(lines: Iterator[Line]) -> list[str]:
    names = _first(lines)
    if len(names) > MAX_COLUMNS:
        raise CellError(f"the file has {len(names):,} columns; at most {MAX_COLUMNS:,} can be read")
    return names


def _wide_record(cells: Sequence[str], labels: Sequence[str]) -> Record:
    _refuse_surplus(cells, len(labels))
    texts = (_plain(cell) for cell in cells)
    pairs = dict.fromkeys((label, text) for label, text in zip(labels, texts, strict=False) if text)
    if any(not label for label, _ in pairs):
        raise CellError("a cell stands in a column without a name")
    return Record(Attribute(*pair) for pair in pairs)


def _refuse_surplus(cells: Sequence[str], width: int) -> None:
    if any(cell.strip() for cell in cells[width:]):
        raise CellError(
            f"there are more than the {width} cells of the first line; "
            "a cell with a separator in it needs quotation marks"
        )


def _each_line(lines: Iterator[Line], read: Callable[[list[str]], None]) -> tuple[Problem, ...]:
    problems = []
    for number, cells in lines:
        try:
            read(cells)
        except CellError as error:
            problems.append(Problem(f"line {number}", str(error)))
    if len(problems) <= MAX_PROBLEMS:
        return tuple(problems)
    return (*problems[:MAX_PROBLEMS], Problem("", f"and {len(problems) - MAX_PROBLEMS:,} more"))


def _first(lines: Iterator[Line]) -> list[str]:
    header = next(lines, None)
    if header is None:
        raise CellError("the file is empty")
    return [_plain(cell) for cell in header[1]]


def _lines(content: bytes) -> Iterator[Line]:
    """The lines of a file that are not blank, the header first.

    Raises:
        CellError: where the file as a whole cannot be read.
    """
    text = _decoded(content)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text), strict=True, skipinitialspace=True)
    filled = blank = 0
    number = 1
    try:
        for cells in reader:
            if any(cell and not cell.isspace() for cell in cells):
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


def _misquoted(number: int, error: csv.Error) -> str:
    if "limit" in str(error):
        return f"line {number} holds a cell of more than {csv.field_size_limit():,} characters"
    return f"a quotation mark in line {number} has no partner, so the file cannot be taken apart into cells"


def _delimiter(text: str) -> str:
    """The separator that takes the first line apart into most cells."""
    first = next((line for line in io.StringIO(text, newline="") if not line.isspace()), "")

    def cells(delimiter: str) -> int:
        return len(next(csv.reader([first[:SNIFFED_CHARACTERS]], delimiter=delimiter), []))

    return max(DELIMITERS, key=cells)


def _decoded(content: bytes) -> str:
    if len(content) > MAX_BYTES:
        raise CellError(f"the file is larger than {MAX_BYTES // 1_000_000} MB, the most that can be read")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise CellError('the file is not in UTF-8; in the spreadsheet, save it as "CSV UTF-8"') from None
    if "\0" in text:
        raise CellError("the file holds bytes that no text has; in the spreadsheet, save it as CSV")
    return text


def neutralised(text: str) -> str:
    """A cell that no spreadsheet takes for a formula: an apostrophe stands before what could be one.

    The apostrophe comes off when the file is read here.
    Source: OWASP, CSV Injection.

    >>> neutralised("=1+1"), neutralised("Alice")
    ("'=1+1", 'Alice')
    """
    return f"'{text}" if _FORMULA.match(text) else text


def _plain(cell: str) -> str:
    """A cell as the person meant it: no blanks around it, and not guarded against being a formula."""
    text = cell.strip()
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text


def _number(confidence: float) -> str:
    # Adding zero turns -0.0, which a spreadsheet could take for a formula, into 0.0.
    return repr(float(confidence) + 0.0).removesuffix(".0")
