"""The profile as a table: label, value and weight."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from leakage.record import Pair
from leakage.workspace.forms.cells import Row, each_row, read_pair, read_weight, refuse_repetition
from leakage.workspace.forms.problem import Problem, shown
from leakage.workspace.vocabulary import default_weight


@dataclass(frozen=True, slots=True)
class ProfileReading:
    """The profile a table holds: its pairs, one weight a label, and what could not be used."""

    profile: tuple[Pair, ...]
    weights: tuple[tuple[str, float], ...]
    problems: tuple[Problem, ...]


def read_profile(rows: Sequence[Row]) -> ProfileReading:
    """The profile in a table with the columns label, value and weight.

    A weight belongs to a label, not to a row (Whang & Garcia-Molina 2012, Section 2): where a label's rows
    state different weights the first stands, and where none states one the default does.

    Arguments:
        rows: one mapping a row; blank rows are passed over, a row that breaks a rule is left out.

    >>> reading = read_profile([{"label": "Card", "value": "main card"}, {"label": "Name", "weight": 2}])
    >>> reading.profile, reading.weights, [str(problem) for problem in reading.problems]
    ((('Card', 'main card'),), (('Card', 3.0),), ['row 2: value must not be empty'])
    """
    first: dict[Pair, str] = {}
    stated: dict[str, float] = {}
    problems: list[Problem] = []

    def read(row: Row, where: str) -> None:
        pair, weight = read_pair(row), read_weight(row.get("weight"))
        refuse_repetition(first.get(pair))
        first[pair] = where
        if weight is not None and stated.setdefault(pair[0], weight) != weight:
            problems.append(Problem(where, _two_weights(pair[0], stated[pair[0]], weight)))

    each_row(rows, ("label", "value", "weight"), read, problems)
    labels = dict.fromkeys(label for label, _ in first)
    weights = tuple((label, stated.get(label, default_weight(label))) for label in labels)
    return ProfileReading(tuple(first), weights, tuple(problems))


def _two_weights(label: str, kept: float, other: float) -> str:
    return f"a label has one weight: {shown(label)} keeps {kept:g}, and {other:g} is not used"
