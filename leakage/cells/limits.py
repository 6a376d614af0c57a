"""Limits of a table that is read: the same in memory and on disk."""

from __future__ import annotations

from collections.abc import Iterable

import pyarrow as pa
import pyarrow.compute as pc

MOST_COLUMNS = 2_000
LONGEST_CELL = 16_000_000
"""Bytes of a cell as text, in UTF-8."""

LONGEST_LINE = 16_000_000
"""Bytes of a line of a CSV file."""

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
