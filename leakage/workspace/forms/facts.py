"""The profile as a table of facts: what each is, and the person's value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from leakage.record import Pair
from leakage.workspace.forms.cells import Row, each_row, is_blank, read_pair, read_text, refuse_repetition
from leakage.workspace.forms.problem import Problem
from leakage.workspace.forms.profile import ProfileReading
from leakage.workspace.presets import usual_weights


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
    problems: list[Problem] = []

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
