"""The forms of the profile: facts and weights."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from leakage.record import UNTYPED, Pair
from leakage.workspace.forms.cells import Row, each_row, is_blank, read_pair, read_weight, refuse_repetition
from leakage.workspace.limits import InputProblem, shown
from leakage.workspace.vocabulary import default_weight

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
        pair = read_pair({**row, "value": state} if state else row)
        pair, weight = (pair[0], UNTYPED) if state else pair, read_weight(row.get("weight"))
        if state == "absent":
            absent[pair[0]] = None
        else:
            refuse_repetition(first.get(pair))
            first[pair] = where
        if weight is not None and stated.setdefault(pair[0], weight) != weight:
            problems.append(InputProblem(where, _two_weights(pair[0], stated[pair[0]], weight)))

    each_row(rows, ("label", "value", "weight"), read, problems)
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
