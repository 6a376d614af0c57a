"""Cells of forms: what was typed, read or refused in one sentence."""

from __future__ import annotations

import datetime
import math
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import TypeAlias

import numpy as np
import pandas as pd

from leakage.record import Attribute, Pair
from leakage.workspace.limits import CellError, InputProblem, check_number, check_text

# Names cut for narrow headings, each still told from the others.


ELLIPSIS = "…"


def short_names(names: Sequence[str], most: int) -> list[str]:
    """Names of at most so many characters, no two alike where the names are not.

    A name that is too long keeps its beginning; where that is another's too, its end instead, and at last a number.

    Arguments:
        names: no two alike.
        most: characters, at least 6.

    >>> short_names(["Bank", "Corner shop", "Corner shop 2"], 8)
    ['Bank', 'Corner …', 'Corner…2']
    """
    taken = {name for name in names if len(name) <= most}
    shortened = []
    for place, name in enumerate(names, start=1):
        short = name if len(name) <= most else _short(name, most, taken, place)
        taken.add(short)
        shortened.append(short)
    return shortened


def _short(name: str, most: int, taken: set[str], place: int) -> str:
    for end in range(most - 1):
        short = name[: most - 1 - end] + ELLIPSIS + (name[-end:] if end else "")
        if short not in taken:
            return short
    return f"{name[: most - 1 - len(str(place))]}{ELLIPSIS}{place}"


# Cells: what one cell of a table editor holds, as a value or one sentence that repeats none.


Row: TypeAlias = Mapping[str, object]


def read_pair(row: Row) -> Pair:
    """The label and value of a row.

    Raises:
        CellError: for an empty one, or one that is not text.
    """
    return _filled(row, "label"), _filled(row, "value")


def read_attribute(row: Row) -> Attribute:
    """The attribute of a row; a blank confidence means 1.

    Raises:
        CellError: as ``read_pair`` and ``read_confidence``.
    """
    label, value = read_pair(row)
    confidence = read_confidence(row.get("confidence"))
    return Attribute(label, value, 1.0 if confidence is None else confidence)


def read_confidence(cell: object) -> float | None:
    """A confidence, None for a blank cell.

    Raises:
        CellError: for what is no number, or outside [0, 1].

    >>> read_confidence(" 0.5 "), read_confidence("")
    (0.5, None)
    """
    if is_blank(cell):
        return None
    number = read_number(cell)
    if number is None:
        raise CellError("confidence must be a number in [0, 1], such as 0.5")
    if not 0.0 <= number <= 1.0:
        raise CellError(f"confidence must be in [0, 1], got {number:g}")
    return number


def read_weight(cell: object) -> float | None:
    """A weight, None for a blank cell.

    Raises:
        CellError: for what is no number, not positive, or out of all proportion.

    >>> read_weight(2), read_weight(float("nan"))
    (2.0, None)
    """
    if is_blank(cell):
        return None
    number = read_number(cell)
    if number is None:
        raise CellError("weight must be a positive number, such as 2")
    if number <= 0.0:
        raise CellError(f"weight must be positive, got {number:g}")
    return check_number("weight", number)


def read_text(cell: object, what: str = "a cell") -> str | None:
    """The text of a cell, without blanks around it, "" for a blank cell and None for what is no text.

    Whole numbers that a table holds as floats lose their ``.0``.

    Raises:
        CellError: for text that is too long, or holds what no text has.

    >>> read_text(" Alice "), read_text(20.0), read_text(None), read_text(["Alice"])
    ('Alice', '20', '', None)
    """
    if is_blank(cell):
        return ""
    if isinstance(cell, str):
        return check_text(str(cell).strip(), what)
    if isinstance(cell, float | np.floating):
        number = float(cell)
        return str(int(number)) if number.is_integer() else repr(number)
    if isinstance(cell, datetime.date | int | np.integer | Decimal):
        return _written(cell)
    return None


def is_blank(cell: object) -> bool:
    """Whether a cell holds nothing: None, NaN, a missing value of pandas, only white space, or an empty list.

    >>> [is_blank(cell) for cell in (None, float("nan"), pd.NA, "  ", [], 0, "0")]
    [True, True, True, True, True, False, False]
    """
    if isinstance(cell, str):
        return not cell.strip()
    if cell is None or cell is pd.NA or cell is pd.NaT:
        return True
    if isinstance(cell, list):
        return not cell
    if isinstance(cell, Decimal):
        return cell.is_nan()
    if isinstance(cell, np.datetime64 | np.timedelta64):
        return bool(np.isnat(cell))
    return isinstance(cell, float | np.floating) and math.isnan(cell)


def each_row(
    rows: Sequence[Row],
    columns: Sequence[str],
    read: Callable[[Row, str], None],
    problems: list[InputProblem],
) -> None:
    """Read every row that is not blank; what breaks a rule goes to the problems with the row's number.

    Arguments:
        rows: one mapping a row.
        columns: a row is blank where it holds nothing in any of them.
        read: is given a row and what it is called; raises ValueError with the sentence for the person.
        problems: to which what was refused is added.
    """
    for number, row in enumerate(rows, start=1):
        if all(is_blank(row.get(column)) for column in columns):
            continue
        where = f"row {number}"
        try:
            read(row, where)
        except ValueError as error:
            problems.append(InputProblem(where, str(error)))


def _filled(row: Row, column: str) -> str:
    text = read_text(row.get(column), column)
    if text is None:
        raise CellError(f"{column} must be text")
    if not text:
        raise CellError(f"fill in the {column}")
    return text


def _written(cell: object) -> str | None:
    try:
        return str(cell)
    except ValueError:
        # Python refuses to write out whole numbers of thousands of digits.
        return None


def read_number(cell: object) -> float | None:
    """The number in a cell; None where there is none.

    >>> read_number(" 0.5 "), read_number("half")
    (0.5, None)
    """
    if isinstance(cell, bool | np.bool_) or not isinstance(
        cell, str | int | float | Decimal | np.integer | np.floating
    ):
        return None
    try:
        number = float(cell)
    except (ValueError, OverflowError):
        return None
    return None if math.isnan(number) else number


def refuse_repetition(earlier: str | None) -> None:
    """Refuse a label and value that stand in an earlier row.

    Raises:
        CellError: where there is an earlier one.
    """
    if earlier is not None:
        raise CellError(f"the same label and value are already in {earlier}")


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
