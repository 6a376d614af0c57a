"""CSV: cells and headings, written and read.

Cells of CSV files, in and out.

What a spreadsheet could take for a formula is written with an apostrophe before it: ``=``, ``+``, ``-`` or ``@``,
full-width or not, at the start of a cell or behind a separator in it, where a spreadsheet that separates otherwise
begins a cell. Reading takes one such apostrophe away, so the round trip loses nothing. (A text that itself has
apostrophes before such a sign gets one more.) Blanks around a cell are not kept. No sentence repeats a cell.
"""

from __future__ import annotations

import csv
import datetime
import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias

from leakage.text_table import DELIMITERS, delimiter_of, first_cells
from leakage.workspace.limits import (
    LONGEST_TEXT,
    MOST_ACCOUNTS,
    MOST_BYTES,
    MOST_FACTS_EACH,
    MOST_STRANGERS,
    CellError,
    InputProblem,
)
from leakage.workspace.tables import folded
from leakage.workspace.vocabulary import LABELS

# A row for a fact, and one for a release that tells nothing.
MOST_RECORDS = MOST_STRANGERS
MOST_FACTS = MOST_ACCOUNTS * MOST_FACTS_EACH
MAX_ROWS = MOST_FACTS + MOST_RECORDS
MAX_COLUMNS = 1_000
MAX_BYTES = MOST_BYTES
MAX_PROBLEMS = 20
# As long as a text may get with an apostrophe before each sign.
LONGEST_CELL = 2 * LONGEST_TEXT
csv.field_size_limit(LONGEST_CELL)


class FileError(CellError):
    """A file as a whole cannot be read; no line of it counts."""


Line: TypeAlias = tuple[int, list[str]]
"""A line's number, counted from 1, and its cells."""

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
    """A number as a cell.

    >>> number_text(1.0), number_text(-0.0), number_text(0.25)
    ('1', '0', '0.25')
    """
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


def lines_of(content: bytes) -> Iterator[Line]:
    """The lines of a file that are not blank, the header first.

    Raises:
        CellError: where the file as a whole cannot be read.
    """
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


def header_of(lines: Iterator[Line]) -> list[str]:
    """The names of the columns, taken from the lines.

    Raises:
        CellError: where there is no line, or more than ``MAX_COLUMNS`` columns.
    """
    header = next(lines, None)
    if header is None:
        raise CellError("the file is empty")
    if len(header[1]) > MAX_COLUMNS:
        raise CellError(f"the file has {len(header[1]):,} columns; at most {MAX_COLUMNS:,} can be read")
    return [unguarded(cell) for cell in header[1]]


def read_each(lines: Iterator[Line], read: Callable[[list[str]], None]) -> tuple[InputProblem, ...]:
    """Read every line that is left, and say of each that cannot be used why."""
    problems = []
    for number, cells in lines:
        try:
            read(cells)
        except FileError:
            raise
        except CellError as error:
            problems.append(InputProblem(f"line {number}", str(error)))
    return few(problems)


def few(problems: Sequence[InputProblem]) -> tuple[InputProblem, ...]:
    """The first problems, and how many more there are."""
    more = len(problems) - MAX_PROBLEMS
    return (*problems[:MAX_PROBLEMS], *([InputProblem("", f"and {more:,} more")] if more > 0 else []))


def refuse_many(records: int, facts: int) -> None:
    """Refuse more records, or facts in them, than a work may have.

    Raises:
        FileError: where there are more.
    """
    if records > MOST_RECORDS:
        raise FileError(f"the file has more than {MOST_RECORDS:,} records, the most that can be read")
    if facts > MOST_FACTS:
        raise FileError(f"the file has more than {MOST_FACTS:,} facts, the most that can be read")


def refuse_surplus(cells: Sequence[str], width: int) -> None:
    """Refuse a line with more cells than the first has.

    Raises:
        CellError: where one of them is filled.
    """
    if len(cells) > width and any(cell.strip() for cell in cells[width:]):
        raise CellError(
            f"there are more than the {width} cells of the first line; "
            "a cell with a separator in it needs quotation marks"
        )


def read_day(text: str) -> str:
    """A day as ``2026-01-31``; blank stays blank.

    Raises:
        CellError: for anything else.
    """
    if not text:
        return ""
    try:
        return datetime.date.fromisoformat(text).isoformat()
    except ValueError:
        raise CellError("date must be a day such as 2026-01-31") from None


def _misquoted(number: int, error: csv.Error) -> str:
    if "limit" in str(error):
        return f"line {number} holds a cell of more than {LONGEST_CELL:,} characters"
    return f"a quotation mark in line {number} has no partner, so the file cannot be taken apart into cells"


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


# Headings: what the columns of a table are called, and what people mean by it.


RECIPIENT = ("recipient", "company", "organisation", "organization", "shop", "service", "website", "site", "given to")
NAME = ("release", "name of release", "release name", "occasion", "id", "number", "no", "record")
DATE = ("date", "day", "when", "given on")
PERSON = ("name", "full name", "first name", "given name", "last name", "family name", "surname")

_SYNONYMS = {
    "birthday": "Date of birth",
    "cell": "Phone",
    "credit card": "Card",
    "dob": "Date of birth",
    "e mail": "Email",
    "e mail address": "Email",
    "email address": "Email",
    "full name": "Name",
    "handle": "Social media handle",
    "iban": "Bank account",
    "ip": "IP address",
    "mail": "Email",
    "mobile": "Phone",
    "occupation": "Job title",
    "phone number": "Phone",
    "postal code": "Post code",
    "postcode": "Post code",
    "social security number": "National id",
    "street": "Address",
    "telephone": "Phone",
    "town": "City",
    "username": "User name",
    "zip": "Post code",
    "zip code": "Post code",
}


def headings_of(text: str) -> tuple[str, ...]:
    """The cells of the first line that is not blank, taken apart by the separator that gives most of them.

    >>> headings_of("\\nName; Phone ;\\nAlice;1;")
    ('Name', 'Phone', '')
    """
    cells = max((first_cells(text, delimiter) for delimiter in DELIMITERS), key=len)
    return tuple(cell.strip() for cell in cells)


def column_of(headings: Iterable[str], meant: Sequence[str]) -> str | None:
    """The first heading that means one of these things; None where none does.

    >>> column_of(["Given To", "Phone"], RECIPIENT), column_of(["Phone"], RECIPIENT)
    ('Given To', None)
    """
    return next((heading for heading in headings if folded(heading) in meant), None)


def names_recipients(headings: Iterable[str]) -> bool:
    """Whether a table says who was given what: it has a column of recipients, facts, and no column of people.

    >>> names_recipients(["Shop", "E-Mail"]), names_recipients(["Name", "Company", "E-Mail"])
    (True, False)
    >>> names_recipients(["Shop", "Colour"])
    False
    """
    headings = list(headings)
    recipient = column_of(headings, RECIPIENT)
    known = {entry.label for entry in LABELS}
    facts = [heading for heading in headings if heading != recipient and label_of(heading) in known]
    return bool(recipient and facts) and column_of(headings, PERSON) is None


def label_of(heading: str, in_use: Iterable[str] = ()) -> str:
    """The label a heading stands for: a known one that is written alike, one of the vocabulary, else itself.

    >>> label_of("E-Mail"), label_of("date_of_birth"), label_of("shoe size", ["Shoe size"]), label_of("Hobby")
    ('Email', 'Date of birth', 'Shoe size', 'Hobby')
    """
    words = folded(heading)
    alike = (label for label in (*in_use, *(entry.label for entry in LABELS)) if folded(label) == words)
    return next(alike, None) or _SYNONYMS.get(words, heading)
