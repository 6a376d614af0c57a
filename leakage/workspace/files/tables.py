"""Tables (CSV): where the header stands, which cells a row has, and which rows cannot be taken apart."""

from __future__ import annotations

import csv
import io
import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from leakage.record import redacted_repr
from leakage.workspace.files.findings import is_mail
from leakage.workspace.files.secret import looks_random
from leakage.workspace.limits import LONGEST_TEXT, InputProblem

DELIMITERS = (",", ";", "\t", "|")
MAX_COLUMNS, MAX_UNREAD, LOOKED_AT = 1_000, 200, 12
"""Columns, rows that may be refused before the table is, and lines among which the header is looked for."""

csv.field_size_limit(2 * LONGEST_TEXT)
_ADDRESS = re.compile(r"(?i)(?:https?|ftp|android|androidapp)://\S+|(?:www\.)?[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:/\S*)?")
_NUMBERED = re.compile(r"[^\W\d_]+[ _]?\d{1,2}")
_SEPARATOR = re.compile(r"\s*\"?sep=(.)\"?\s*", re.IGNORECASE)

Row = tuple[int, list[str]]  # the number of a line, counted from 1, and its cells


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table as it stands in a file: its headings, if any, the number of lines up to the first row, and its lines."""

    headings: tuple[str, ...]
    start: int
    delimiter: str
    lines: list[str]

    __repr__ = redacted_repr

    def rows(self, problems: list[InputProblem], backslash: bool = False, surplus: bool = False) -> Iterator[Row]:
        """The rows that are filled, each as long as the header; others are added to the problems by their number.

        Arguments:
            problems: to which rows are added that cannot be read.
            backslash: whether a backslash stands before quotation marks in a cell, instead of another one.
            surplus: whether rows may be longer than the header.
        """
        place, width, unread = self.start, len(self.headings), 0
        escape: dict[str, Any] = {"escapechar": "\\", "doublequote": False} if backslash else {}
        while place < len(self.lines):
            lines, begun = itertools.islice(self.lines, place, None), 0
            reader = csv.reader(lines, delimiter=self.delimiter, skipinitialspace=True, strict=True, **escape)
            try:
                for cells in reader:
                    filled = any(map(str.strip, cells))
                    short, more = len(cells) < width, any(map(str.strip, cells[width:]))
                    if filled and width and (short or (more and not surplus)):
                        break
                    if filled:
                        yield place + begun + 1, cells if surplus or not width else cells[:width]
                    begun = reader.line_num
                else:
                    return
            except csv.Error:
                pass
            problems.append(InputProblem(f"line {place + begun + 1}", "it does not have the cells of the header"))
            unread, place = unread + 1, place + begun + 1
            if unread > MAX_UNREAD:
                raise ValueError(f"more than {MAX_UNREAD} rows cannot be read")


def sheet_of(text: str, is_heading: Callable[[str], bool]) -> Sheet:
    """The table in a text: its header is the first line with two known cells that make up at least half of it.

    Lines above it count for nothing. A line that holds a web or mail address is no header, and none is below it.

    Raises:
        ValueError: for more columns than can be read.

    >>> sheet_of("sep=;\\nName;E-Mail\\nAlice;a@b.c\\n", lambda cell: cell in ("Name", "E-Mail")).headings
    ('Name', 'E-Mail')
    """
    lines = list(io.StringIO(text, newline=""))
    stated = _SEPARATOR.fullmatch(lines[0]) if lines else None
    delimiters = (stated[1],) if stated else DELIMITERS
    filled = (number for number, line in enumerate(lines) if line.strip() and not (stated and number == 0))
    for number in itertools.islice(filled, LOOKED_AT):
        delimiter, cells = _taken_apart(lines[number], delimiters, is_heading)
        if len(cells) > MAX_COLUMNS:
            raise ValueError(f"the file has {len(cells):,} columns; at most {MAX_COLUMNS:,} can be read")
        if _is_header(cells, is_heading):
            return Sheet(tuple(cells), number + 1, delimiter, lines)
        if len(cells) > 1 and any(map(is_address, cells)):
            return Sheet((), number, delimiter, lines)
    return Sheet((), 0, _taken_apart(lines[0] if lines else "", delimiters, is_heading)[0], lines)


def is_address(cell: str) -> bool:
    """Whether a cell is a web or mail address and nothing else."""
    return len(cell) < 2_000 and (is_mail(cell) or _ADDRESS.fullmatch(cell.strip()) is not None)


def _is_header(cells: Sequence[str], is_heading: Callable[[str], bool]) -> bool:
    known = sum(map(is_heading, cells))
    filled = sum(bool(cell.strip()) for cell in cells)
    odd = any(looks_random(cell) and not is_heading(cell) and not _NUMBERED.fullmatch(cell) for cell in cells)
    if known == filled == 1 and len(cells) == 1:
        # No single word is taken for a header.
        return len(cells[0]) > 20
    return known >= 2 and (2 * known >= filled or known >= 4) and not odd and not any(map(is_address, cells))


def _taken_apart(line: str, delimiters: Sequence[str], is_heading: Callable[[str], bool]) -> tuple[str, list[str]]:
    apart = {}
    for delimiter in delimiters:
        try:
            cells = next(csv.reader([line], delimiter=delimiter, skipinitialspace=True), [])
        except csv.Error:
            cells = []
        apart[delimiter] = [cell.strip() for cell in cells]
    best = max(
        apart, key=lambda delimiter: (sum(map(is_heading, apart[delimiter][:MAX_COLUMNS])), len(apart[delimiter]))
    )
    return best, apart[best]
