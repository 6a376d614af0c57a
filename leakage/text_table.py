"""CSV files: how their cells are parted, and their rows as a table of texts.

Double quotes are the only quotes, and stand doubled within.
"""

from __future__ import annotations

import csv
import io
import re

import pandas as pd

DELIMITERS = (",", ";", "\t", "|")
QUOTE = '"'
SNIFFED_CHARACTERS = 100_000
"""Of the first line, by which the delimiter is found."""

MOST_BYTES, MOST_CELLS = 50_000_000, 5_000_000


class TableFileError(ValueError):
    """Why a file cannot be read, in one sentence that repeats nothing of it."""


def delimiter_of(text: str) -> str:
    """The delimiter that makes most cells of the first line that is not blank."""
    start = _start(text)
    first = re.split(r"[\r\n]", text[start : start + SNIFFED_CHARACTERS], maxsplit=1)[0]
    cells = {delimiter: next(csv.reader([first], delimiter=delimiter), []) for delimiter in DELIMITERS}
    return max(DELIMITERS, key=lambda delimiter: len(cells[delimiter]))


def read_text_table(content: bytes) -> pd.DataFrame:
    """The cells of a CSV file as texts without blanks around them, the index being the numbers of the lines.

    The first line that is not blank names the columns. Blank lines are left out, cells that lack at the end of a line
    are empty.
    """
    text = _decoded(content)
    start, delimiter = _start(text), delimiter_of(text)
    # What would take far more room than the file is refused before anything is made of it.
    if sum(map(text.count, ("\n", "\r", delimiter))) > MOST_CELLS:
        raise TableFileError(f"the file has more than {MOST_CELLS:,} cells, the most that can be read")
    before = text.count("\n", 0, start)
    try:
        read = io.StringIO(text[start:])
        cells = pd.read_csv(read, sep=delimiter, header=None, dtype=str, na_filter=False, skip_blank_lines=False)
    except pd.errors.ParserError as error:
        line = re.search(r"line (\d+)", str(error))
        where = f"line {int(line[1]) + before} does" if line else "some lines do"
        sentence = "not have the cells of the first line; a cell with a separator in it needs quotation marks"
        raise TableFileError(f"{where} {sentence}") from None
    cells = cells.apply(lambda column: column.fillna("").str.strip())
    body = cells.iloc[1:].set_axis([str(name) for name in cells.iloc[0]], axis=1)
    body.index = body.index + before + 1
    used: pd.DataFrame = body[(body != "").any(axis=1)]
    return used


def _decoded(content: bytes) -> str:
    if len(content) > MOST_BYTES:
        raise TableFileError(f"the file is larger than {MOST_BYTES // 1_000_000} MB, the most that can be read")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise TableFileError('the file is not in UTF-8; in the spreadsheet, save it as "CSV UTF-8"') from None
    if not text.strip():
        raise TableFileError("the file is empty")
    return text


def _start(text: str) -> int:
    filled = re.search(r"\S", text)
    return 0 if filled is None else max(text.rfind("\n", 0, filled.start()), text.rfind("\r", 0, filled.start())) + 1
