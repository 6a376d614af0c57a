"""The weights as a table: one row a label."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from leakage.workspace.forms.cells import read_weight
from leakage.workspace.forms.problem import CellError, Problem, shown
from leakage.workspace.presets import usual_weights


def read_weights(
    labels: Sequence[str], cells: Sequence[object], weights: Mapping[str, float]
) -> tuple[dict[str, float], tuple[Problem, ...]]:
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
    problems: list[Problem] = []
    for label, cell in zip(labels, cells, strict=True):
        others = {other: weight for other, weight in weights.items() if other != label}
        try:
            weight = read_weight(cell)
        except CellError as error:
            problems.append(Problem(shown(label), str(error)))
            weight = weights[label]
        read[label] = usual_weights([label], others)[label] if weight is None else weight
    return read, tuple(problems)
