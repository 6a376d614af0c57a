"""Cells that a person wrote into a table: a day, a confidence, and facts with their weights."""

from __future__ import annotations

import datetime
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from leakage.record import UNTYPED, Pair
from leakage.workspace.limits import CellError, InputProblem, check_number, check_text, shown
from leakage.workspace.vocabulary import default_weight


def read_day(text: str) -> str:
    """A day as ``2026-01-31``; blank stays blank.

    Raises:
        CellError: for anything else.
    """
    try:
        return datetime.date.fromisoformat(text).isoformat() if text else ""
    except ValueError:
        raise CellError("date must be a day such as 2026-01-31") from None


def read_confidence(text: str) -> float | None:
    """A confidence, None for a blank cell.

    Raises:
        CellError: for what is no number, or outside [0, 1].
    """
    number = _number(text, "confidence must be a number in [0, 1], such as 0.5")
    if number is not None and not 0.0 <= number <= 1.0:
        raise CellError(f"confidence must be in [0, 1], got {number:g}")
    return number


def read_weight(text: str) -> float | None:
    """A weight, None for a blank cell.

    Raises:
        CellError: for what is no number, not positive, or out of all proportion.
    """
    number = _number(text, "weight must be a positive number, such as 2")
    if number is not None and number <= 0.0:
        raise CellError(f"weight must be positive, got {number:g}")
    return None if number is None else check_number("weight", number)


def _number(text: str, sentence: str) -> float | None:
    if not text.strip():
        return None
    try:
        number = float(text)
    except ValueError:
        raise CellError(sentence) from None
    if math.isnan(number):
        raise CellError(sentence)
    return number


@dataclass(frozen=True, slots=True)
class ProfileReading:
    """The profile a table holds: its pairs, one weight a label, what could not be used, and what there is not."""

    profile: tuple[Pair, ...]
    weights: tuple[tuple[str, float], ...]
    problems: tuple[InputProblem, ...]
    absent: tuple[str, ...]


def read_profile(rows: Sequence[Mapping[str, str]]) -> ProfileReading:
    """The profile in a table with the columns label, value, weight and state.

    A weight belongs to a label, not to a row (Whang & Garcia-Molina 2012, Section 2): where a label's rows
    state different weights the first stands, and where none states one the default does.

    Arguments:
        rows: one mapping a row; blank rows are passed over, a row that breaks a rule is left out. The state of a row
            without a value may be "not typed", or "absent" for what the person does not have.
    """
    first, absent = dict[Pair, str](), dict[str, None]()
    stated, problems = dict[str, float](), list[InputProblem]()
    for number, row in enumerate(rows, start=1):
        where = f"row {number}"
        if not any(row.get(column, "").strip() for column in ("label", "value", "weight")):
            continue
        try:
            pair, weight = _fact(row), read_weight(row.get("weight", ""))
            if pair in first and _state(row) != "absent":
                raise CellError(f"the same label and value are already in {first[pair]}")
        except ValueError as error:
            problems.append(InputProblem(where, str(error)))
            continue
        if _state(row) == "absent":
            absent[pair[0]] = None
        else:
            first[pair] = where
        if weight is not None and stated.setdefault(pair[0], weight) != weight:
            kept = f"{shown(pair[0])} keeps {stated[pair[0]]:g}, and {weight:g} is not used"
            problems.append(InputProblem(where, f"a label has one weight: {kept}"))
    labels = dict.fromkeys(label for label, _ in first)
    lacked = tuple(label for label in absent if label not in labels)
    weighed = (*labels, *(label for label in lacked if label in stated))
    weights = tuple((label, stated.get(label, default_weight(label))) for label in weighed)
    return ProfileReading(tuple(first), weights, tuple(problems), lacked)


def _fact(row: Mapping[str, str]) -> Pair:
    label, value = (check_text(row.get(column, "").strip(), column) for column in ("label", "value"))
    for column, text in (("label", label), ("value", value or _state(row))):
        if not text:
            raise CellError(f"fill in the {column}")
    return label, value or UNTYPED


def _state(row: Mapping[str, str]) -> str:
    """Why a row has no value; empty where it has one, or does not say."""
    state = row.get("state", "").casefold()
    return state if state in ("not typed", "absent") and not row.get("value", "").strip() else ""
