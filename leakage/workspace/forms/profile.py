"""The forms of the profile: facts and weights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from leakage.record import Pair
from leakage.workspace.forms.cells import Row, each_row, is_blank, read_pair, read_text, read_weight, refuse_repetition
from leakage.workspace.limits import CellError, InputProblem, shown
from leakage.workspace.presets import usual_weights
from leakage.workspace.vocabulary import default_weight

# The profile as a table of facts: what each is, and the person's value.


def read_facts(rows: Sequence[Row], weights: Mapping[str, float]) -> ProfileReading:
    """The profile in a table with the columns label and value.

    Arguments:
        rows: one mapping a row. One without a value waits for it and is passed over; one that breaks a rule is left
            out.
        weights: of labels before; a label keeps its weight while it stands in the table, and a new one weighs what
            ``usual_weights`` says.

    >>> reading = read_facts([{"label": "Card", "value": "main card"}, {"label": "Name"}, {"value": "Ann"}], {})
    >>> reading.profile, reading.weights, [str(problem) for problem in reading.problems]
    ((('Card', 'main card'),), (('Card', 3.0),), ['row 3: label must not be empty'])
    """
    first: dict[Pair, str] = {}
    problems: list[InputProblem] = []

    def read(row: Row, where: str) -> None:
        pair = read_pair(row)
        refuse_repetition(first.get(pair))
        first[pair] = where

    each_row(rows, ("value",), read, problems)
    labels = dict.fromkeys(label for label, _ in first)
    there = {*labels, *(read_text(row.get("label")) for row in rows)}
    kept = {label: weight for label, weight in weights.items() if label in there}
    new = usual_weights((label for label in labels if label not in kept), weights)
    return ProfileReading(tuple(first), tuple({**kept, **new}.items()), tuple(problems))


def waits(row: Row) -> bool:
    """Whether a row says what it is about and has no value yet.

    >>> waits({"label": "Name", "value": None}), waits({"label": None, "value": None})
    (True, False)
    """
    return is_blank(row.get("value")) and not is_blank(row.get("label"))


# The weights as a table: one row a label.


def read_weights(
    labels: Sequence[str], cells: Sequence[object], weights: Mapping[str, float]
) -> tuple[dict[str, float], tuple[InputProblem, ...]]:
    """What each label weighs, as a column of cells says, and what could not be used of it.

    Arguments:
        labels: one a cell, no two alike.
        cells: a weight each; a blank one takes the usual weight, and one that cannot be used leaves what was there.
        weights: of all labels before.

    >>> weights, problems = read_weights(["Card", "Name"], [None, -1], {"Card": 9.0, "Name": 1.5})
    >>> weights, [str(problem) for problem in problems]
    ({'Card': 3.0, 'Name': 1.5}, ['Name: weight must be positive, got -1'])
    """
    read: dict[str, float] = {}
    problems: list[InputProblem] = []
    for label, cell in zip(labels, cells, strict=True):
        others = {other: weight for other, weight in weights.items() if other != label}
        try:
            weight = read_weight(cell)
        except CellError as error:
            problems.append(InputProblem(shown(label), str(error)))
            weight = weights[label]
        read[label] = usual_weights([label], others)[label] if weight is None else weight
    return read, tuple(problems)


# The profile as a table: label, value and weight.


@dataclass(frozen=True, slots=True)
class ProfileReading:
    """The profile a table holds: its pairs, one weight a label, and what could not be used."""

    profile: tuple[Pair, ...]
    weights: tuple[tuple[str, float], ...]
    problems: tuple[InputProblem, ...]


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
    problems: list[InputProblem] = []

    def read(row: Row, where: str) -> None:
        pair, weight = read_pair(row), read_weight(row.get("weight"))
        refuse_repetition(first.get(pair))
        first[pair] = where
        if weight is not None and stated.setdefault(pair[0], weight) != weight:
            problems.append(InputProblem(where, _two_weights(pair[0], stated[pair[0]], weight)))

    each_row(rows, ("label", "value", "weight"), read, problems)
    labels = dict.fromkeys(label for label, _ in first)
    weights = tuple((label, stated.get(label, default_weight(label))) for label in labels)
    return ProfileReading(tuple(first), weights, tuple(problems))


def _two_weights(label: str, kept: float, other: float) -> str:
    return f"a label has one weight: {shown(label)} keeps {kept:g}, and {other:g} is not used"
