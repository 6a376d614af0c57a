"""Tables of texts as CSV: written without formulas; records of other people, and days, read.

What a spreadsheet could take for a formula is written with an apostrophe before it: ``=``, ``+``, ``-`` or ``@``,
full-width or not, at the start of a cell or behind a separator in it, where a spreadsheet that separates otherwise
begins a cell. Reading takes one such apostrophe away, so the round trip loses nothing. (A text that itself has
apostrophes before such a sign gets one more.) Blanks around a cell are not kept. No sentence repeats a cell.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable
from dataclasses import dataclass

from leakage.frames import read_text_table
from leakage.record import Attribute, Record
from leakage.workspace.limits import MOST_STRANGERS, CellError, InputProblem, check_text, few

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


def to_csv(rows: Iterable[Iterable[str | float]]) -> bytes:
    """Rows as a CSV file in UTF-8: every text guarded, and quoted where it holds any separator; numbers as they are.

    >>> print(to_csv([("a;b", "=1", -0.5)]).decode().strip())
    "a;b",'=1,-0.5
    """
    return "".join(",".join(map(_cell, row)) + "\r\n" for row in rows).encode("utf-8", errors="replace")


def _cell(content: str | float) -> str:
    if not isinstance(content, str):
        # Adding zero turns -0.0, which a spreadsheet could take for a formula, into 0.0.
        return repr(float(content) + 0.0).removesuffix(".0")
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
            texts = [check_text(unguarded(cell), "a cell") for cell in cells]
            pairs = dict.fromkeys((label, text) for label, text in zip(labels, texts, strict=True) if text)
            if not all(label for label, _ in pairs):
                raise CellError("a cell stands in a column without a name")
            records.append(Record(Attribute(*pair) for pair in pairs))
        except CellError as error:
            problems.append(InputProblem(f"line {number}", str(error)))
    return RecordsReading(tuple(records), few(problems))


# A day that a person wrote.


def read_day(text: str) -> str:
    """A day as ``2026-01-31``; blank stays blank.

    Raises:
        CellError: for anything else.
    """
    try:
        return datetime.date.fromisoformat(text).isoformat() if text else ""
    except ValueError:
        raise CellError("date must be a day such as 2026-01-31") from None
