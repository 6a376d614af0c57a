"""Rows that were read from a table: cells, read or refused in one sentence, and the facts of a person in them."""

from __future__ import annotations

import datetime
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from leakage.record import UNTYPED, Pair
from leakage.workspace.limits import CellError, InputProblem, check_number, check_text, shown
from leakage.workspace.vocabulary import default_weight

Row: TypeAlias = Mapping[str, object]


def is_blank(cell: object) -> bool:
    """Whether a cell holds nothing: None, NaN, only white space, or an empty list.

    >>> [is_blank(cell) for cell in (None, float("nan"), "  ", [], 0, "0")]
    [True, True, True, True, False, False]
    """
    if isinstance(cell, str):
        return not cell.strip()
    return cell is None or cell == [] or (isinstance(cell, float) and math.isnan(cell))


def read_text(cell: object, what: str = "a cell") -> str | None:
    """The text of a cell, without blanks around it, "" for a blank cell and None for what is no text.

    Raises:
        CellError: for text that is too long, or holds what no text has.

    >>> read_text(" Alice "), read_text(None), read_text(["Alice"])
    ('Alice', '', None)
    """
    if is_blank(cell):
        return ""
    return check_text(cell.strip(), what) if isinstance(cell, str) else None


def read_number(cell: object) -> float | None:
    """The number in a cell; None where there is none.

    >>> read_number(" 0.5 "), read_number("half")
    (0.5, None)
    """
    if isinstance(cell, bool) or not isinstance(cell, str | int | float):
        return None
    try:
        number = float(cell)
    except (ValueError, OverflowError):
        return None
    return None if math.isnan(number) else number


def read_confidence(cell: object) -> float | None:
    """A confidence, None for a blank cell.

    Raises:
        CellError: for what is no number, or outside [0, 1].
    """
    if is_blank(cell):
        return None
    number = read_number(cell)
    if number is None:
        raise CellError("confidence must be a number in [0, 1], such as 0.5")
    if not 0.0 <= number <= 1.0:
        raise CellError(f"confidence must be in [0, 1], got {number:g}")
    return number


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


# The profile as a table: label, value and weight.


@dataclass(frozen=True, slots=True)
class ProfileReading:
    """The profile a table holds: its pairs, one weight a label, what could not be used, and what there is not."""

    profile: tuple[Pair, ...]
    weights: tuple[tuple[str, float], ...]
    problems: tuple[InputProblem, ...]
    absent: tuple[str, ...] = ()


def read_profile(rows: Sequence[Row]) -> ProfileReading:
    """The profile in a table with the columns label, value, weight and state.

    A weight belongs to a label, not to a row (Whang & Garcia-Molina 2012, Section 2): where a label's rows
    state different weights the first stands, and where none states one the default does.

    Arguments:
        rows: one mapping a row; blank rows are passed over, a row that breaks a rule is left out. The state of a row
            without a value may be "not typed", or "absent" for what the person does not have.

    >>> reading = read_profile([{"label": "Card", "value": "main card"}, {"label": "Name", "weight": 2}])
    >>> reading.profile, reading.weights, [str(problem) for problem in reading.problems]
    ((('Card', 'main card'),), (('Card', 3.0),), ['row 2: fill in the value'])
    """
    first: dict[Pair, str] = {}
    stated: dict[str, float] = {}
    absent: dict[str, None] = {}
    problems: list[InputProblem] = []

    def read(row: Row, where: str) -> None:
        state = _state(row)
        pair, weight = (_filled(row, "label"), UNTYPED if state else _filled(row, "value")), _weight(row.get("weight"))
        if state == "absent":
            absent[pair[0]] = None
        elif pair in first:
            raise CellError(f"the same label and value are already in {first[pair]}")
        else:
            first[pair] = where
        if weight is not None and stated.setdefault(pair[0], weight) != weight:
            problems.append(InputProblem(where, _two_weights(pair[0], stated[pair[0]], weight)))

    for number, row in enumerate(rows, start=1):
        if not all(is_blank(row.get(column)) for column in ("label", "value", "weight")):
            try:
                read(row, f"row {number}")
            except ValueError as error:
                problems.append(InputProblem(f"row {number}", str(error)))
    labels = dict.fromkeys(label for label, _ in first)
    lacked = tuple(label for label in absent if label not in labels)
    weighed = (*labels, *(label for label in lacked if label in stated))
    weights = tuple((label, stated.get(label, default_weight(label))) for label in weighed)
    return ProfileReading(tuple(first), weights, tuple(problems), lacked)


def _state(row: Row) -> str:
    """Why a row has no value; empty where it has one, or does not say."""
    state = str(row.get("state") or "").casefold()
    return state if is_blank(row.get("value")) and state in ("not typed", "absent") else ""


def _two_weights(label: str, weight: float, other: float) -> str:
    return f"a label has one weight: {shown(label)} keeps {weight:g}, and {other:g} is not used"


def _filled(row: Row, column: str) -> str:
    text = read_text(row.get(column), column)
    if text is None:
        raise CellError(f"{column} must be text")
    if not text:
        raise CellError(f"fill in the {column}")
    return text


def _weight(cell: object) -> float | None:
    if is_blank(cell):
        return None
    number = read_number(cell)
    if number is None:
        raise CellError("weight must be a positive number, such as 2")
    if number <= 0.0:
        raise CellError(f"weight must be positive, got {number:g}")
    return check_number("weight", number)
