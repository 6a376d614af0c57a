"""Evidence by hand: a table of odds, one row a label, and the comparisons it stands for."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from leakage.resolution.linkage.comparison import Comparison, Level
from leakage.workspace.forms.cells import Row, each_row, is_blank, read_number, read_text
from leakage.workspace.forms.policy import similar
from leakage.workspace.forms.problem import CellError, Problem, shown
from leakage.workspace.limits import GREATEST

NEARLY = 0.85
"""How alike names and texts are that are nearly the same."""

COLUMNS = ("label", "agree", "near", "differ")


@dataclass(frozen=True, slots=True)
class EvidenceReading:
    """The comparisons a table holds, and what could not be used."""

    comparisons: tuple[Comparison, ...]
    problems: tuple[Problem, ...]


def evidence_rows(comparisons: Sequence[Comparison]) -> list[dict[str, object]]:
    """The comparisons as rows with the columns label, agree, near and differ, in odds.

    >>> evidence_rows([Comparison.by_odds("Phone", 1000, 4)])
    [{'label': 'Phone', 'agree': 1000.0, 'near': None, 'differ': 4.0}]
    """
    return [dict(zip(COLUMNS, _row(comparison), strict=True)) for comparison in comparisons]


def read_evidence(rows: Sequence[Row], before: Sequence[Comparison] = ()) -> EvidenceReading:
    """The comparisons in a table of odds; blank rows are passed over.

    Arguments:
        rows: one mapping a row: the label, how many times as likely agreeing makes one person, the same of values that
            are nearly the same (may be blank), and how many times less likely other values make it.
        before: comparisons of which those whose rows say what they said stay as they are, with all they learned.

    >>> reading = read_evidence([{"label": "Name", "agree": 100, "near": 20, "differ": 5}, {"label": "Phone"}])
    >>> [comparison.label for comparison in reading.comparisons], [str(problem) for problem in reading.problems]
    (['Name'], ['row 2: odds must be numbers above 1 and at most 1,000,000'])
    """
    known: dict[tuple[object, ...], Comparison] = {_row(comparison): comparison for comparison in before}
    read: dict[str, Comparison] = {}
    problems: list[Problem] = []

    def take(row: Row, where: str) -> None:
        label = read_text(row.get("label"), "label")
        if not label:
            raise CellError("a row of evidence needs a label")
        if label in read:
            raise CellError("this label has a row already")
        agree, near, differ = (None if is_blank(cell) else read_number(cell) for cell in map(row.get, COLUMNS[1:]))
        told = known.get((label, agree, near, differ))
        read[label] = told or _comparison(label, agree, near, differ, blank=is_blank(row.get("near")))

    each_row(rows, COLUMNS, take, problems)
    return EvidenceReading(tuple(read.values()), tuple(problems))


def check_evidence(labels: Sequence[str], used: Sequence[str]) -> Problem | None:
    """What is odd about evidence of these labels; None where nothing is.

    Arguments:
        labels: what is compared.
        used: the labels that occur in some record.

    >>> check_evidence(["Name", "Passport"], ["Name"]).sentence
    'No record has the label Passport, so it says nothing.'
    """
    unused = [shown(label) for label in labels if label not in set(used)]
    if not unused:
        return None
    what, says = ("label", "it says") if len(unused) == 1 else ("labels", "they say")
    return Problem("evidence", f"No record has the {what} {', '.join(unused)}, so {says} nothing.")


def _comparison(label: str, agree: float | None, near: float | None, differ: float | None, blank: bool) -> Comparison:
    odds = (agree, differ) if blank else (agree, near, differ)
    if not all(number is not None and 1.0 < number <= GREATEST for number in odds):
        raise CellError(f"odds must be numbers above 1 and at most {GREATEST:,.0f}")
    assert agree is not None and differ is not None
    return Comparison.by_odds(label, agree, differ, () if near is None else ((similar(label, NEARLY), near),))


def _row(comparison: Comparison) -> tuple[str, float | None, float | None, float]:
    """The odds of a comparison: equal, nearly equal at the nearest, and anything else; values apart from frequency."""
    equal = next((level for level in comparison.levels if level.similar is None), None)
    near = next((level for level in comparison.levels if level.similar is not None), None)
    return comparison.label, _odds(equal), _odds(near), _readable(2.0**-comparison.lowest)


def _odds(level: Level | None) -> float | None:
    return None if level is None else _readable(2.0**level.weight)


def _readable(odds: float) -> float:
    """Odds as they were typed, but for the last digits of a sum of logarithms."""
    return float(f"{odds:.6g}") if math.isfinite(odds) else odds
