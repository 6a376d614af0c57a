"""How CSV files are written, and how large what is read may be.

Cells are parted by what makes most of them in the first line that is not blank. Double quotes are the only quotes, and
stand doubled within; blanks before a quote count for nothing.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable

import pyarrow as pa
import pyarrow.compute as pc

# Limits of a table that is read.


MOST_COLUMNS = 2_000
LONGEST_CELL = 16_000_000
"""Bytes of a cell as text, in UTF-8."""

TOO_WIDE = f"a table must have at most {MOST_COLUMNS:,} columns"
TOO_LONG = f"a cell must have at most {LONGEST_CELL // 1_000_000} MB"


def check_width(columns: int) -> None:
    """Check how many columns a table has.

    Raises:
        ValueError: for more than ``MOST_COLUMNS``.

    >>> check_width(2_001)
    Traceback (most recent call last):
    ValueError: a table must have at most 2,000 columns
    """
    if columns > MOST_COLUMNS:
        raise ValueError(TOO_WIDE)


def check_lengths(parts: Iterable[pa.Array]) -> None:
    """Check how long texts are.

    Raises:
        ValueError: for one of more than ``LONGEST_CELL`` bytes.
    """
    for texts in parts:
        # Their bytes together are known at once.
        if texts.nbytes > LONGEST_CELL and (pc.max(pc.binary_length(texts)).as_py() or 0) > LONGEST_CELL:
            raise ValueError(TOO_LONG)


DELIMITERS = (",", ";", "\t", "|")
QUOTE = '"'
SNIFFED_CHARACTERS = 100_000
"""Of the first line, by which the dialect is found."""

_FILLED = re.compile(r"\S")
_LINE_ENDS = re.compile(r"\r\n|\r|\n")


def delimiter_of(text: str) -> str:
    """What parts the cells of a file, by its beginning.

    >>> delimiter_of("name;born;place, street"), delimiter_of("name")
    (';', ',')
    """
    return max(DELIMITERS, key=lambda delimiter: len(first_cells(text, delimiter)))


def first_cells(text: str, delimiter: str) -> list[str]:
    """The cells of the first line that is not blank, for a separator; none where quotation marks forbid it.

    >>> first_cells("\\n'a, b','c'", ",")
    ["'a", " b'", "'c'"]
    """
    first = _first_line(text)[:SNIFFED_CHARACTERS]
    try:
        return next(csv.reader([first], delimiter=delimiter), [])
    except csv.Error:
        return []


def _first_line(text: str) -> str:
    start = _beginning(text)
    return _LINE_ENDS.split(text[start : start + SNIFFED_CHARACTERS], maxsplit=1)[0]


def _beginning(text: str) -> int:
    """Where the first line begins that is not blank."""
    match = _FILLED.search(text)
    return 0 if match is None else max(text.rfind("\n", 0, match.start()), text.rfind("\r", 0, match.start())) + 1
