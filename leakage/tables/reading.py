"""Reading a table from a CSV file: every cell as text, so that a zip code keeps its zeros."""

from __future__ import annotations

import csv
import io

import pandas as pd

MOST_BYTES = 50_000_000
MOST_COLUMNS = 200
DELIMITERS = (",", ";", "\t", "|")
SNIFFED = 100_000


def read_table_csv(content: bytes) -> pd.DataFrame:
    """The table in a CSV file in UTF-8: the first line names the columns, which commas, semicolons, tabs or bars part.

    All cells are texts, without the blanks around them; an empty one is missing. What divides them is what the first
    line has most of.

    Raises:
        ValueError: in one sentence that repeats nothing of the file, if it is too large, no UTF-8, has lines of
            different lengths, a column without a name, two of the same name, or fewer than two rows.

    >>> read_table_csv(b"Zip;Disease\\n01234;Flu\\n99999; \\n").to_numpy().tolist()
    [['01234', 'Flu'], ['99999', nan]]
    """
    if len(content) > MOST_BYTES:
        raise ValueError(f"a table must not be larger than {MOST_BYTES // 1_000_000} MB")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError("the file must be text in UTF-8") from None
    first = text.partition("\n")[0]
    del text
    delimiter = max(DELIMITERS, key=first[:SNIFFED].count)
    names = next(csv.reader(io.StringIO(first), delimiter=delimiter), [])
    _check_names([name.strip() for name in names])
    try:
        frame = pd.read_csv(
            io.BytesIO(content),
            encoding="utf-8-sig",
            sep=delimiter,
            dtype=str,
            keep_default_na=False,
            index_col=False,
            on_bad_lines="error",
        )
    except (pd.errors.ParserError, pd.errors.EmptyDataError, pd.errors.ParserWarning):
        raise ValueError("every line must have as many cells as the first") from None
    if len(frame) < 2:
        raise ValueError(f"a table must have at least two rows below its first line, got {len(frame)}")
    frame.columns = pd.Index([name.strip() for name in names])
    for name in frame.columns:
        stripped = frame[name].str.strip()
        frame[name] = stripped.where(stripped != "")
    return frame


def _check_names(names: list[str]) -> None:
    if not any(names):
        raise ValueError("the first line must name the columns")
    if not all(names):
        raise ValueError("every column must have a name in the first line")
    if len(set(names)) < len(names):
        raise ValueError("no two columns may have the same name")
    if len(names) < 2:
        raise ValueError("a table must have at least two columns")
    if len(names) > MOST_COLUMNS:
        raise ValueError(f"a table must have at most {MOST_COLUMNS} columns, got {len(names)}")
