"""How leakage moves with the data (2012, Figure 3), and how accurate the algorithms are (Table 5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

import numpy as np

from leakage.arguments import check_seed
from leakage.measure.leakage import Method, record_leakage
from leakage.record import Record
from leakage.synthetic import Parameters, SyntheticData, generate_in_parts

# How leakage moves with the data: the 2012 paper's Figures 3(a) to 3(c).


Varied: TypeAlias = Literal["p_c", "p_p", "m"]

ATTRIBUTES_AT_ONCE = 25_000
"""Attributes of references drawn between two points of a trend: some 20 ms, so that a run can stop at once."""


@dataclass(frozen=True)
class TrendPoint:
    """Leakage at one value of the parameter that is varied, over the records measured so far.

    Arguments:
        value: of the parameter that is varied.
        records: how many were measured.
        highest: ``L_0(R, e)``, the most telling record: the paper's information leakage of R.
        mean: of the record leakages.
    """

    value: float
    records: int
    highest: float
    mean: float


def trend(parameters: Parameters, varied: Varied, values: Sequence[float]) -> Iterator[TrendPoint]:
    """Leakage of generated records for each value of one parameter, all others as given.

    A value is measured part by part: each point counts more records than the one before, the last one of a value
    counts all. All values share the same random draws, so that a difference between two of them is due to the
    parameter.
    Source: Whang & Garcia-Molina 2012, Section 6.1, Figures 3(a)-(c).

    >>> points = list(trend(Parameters(n=10, records=20), "p_p", [0.0, 1.0]))
    >>> points[0].highest > points[0].mean > 0.0, points[-1]
    (True, TrendPoint(value=1.0, records=20, highest=0.0, mean=0.0))
    """
    for value in values:
        highest = total = 0.0
        records = 0
        changes: dict[str, Any] = {varied: value}
        for part in generate_in_parts(replace(parameters, **changes), part_size(parameters)):
            found = part.leakages()
            highest = max(highest, float(found.max()))
            total += float(np.sum(found))
            records += len(found)
            yield TrendPoint(value, records, highest, total / records)


def part_size(parameters: Parameters) -> int:
    """How many records are measured between two points."""
    return max(1, ATTRIBUTES_AT_ONCE // parameters.n)


# How accurate are the algorithms: the 2012 paper's Table 5, beside its printed figures.


@dataclass(frozen=True)
class PrintedRow:
    """A row as the paper prints it."""

    parameters: Parameters
    exact: float
    taylor: float


TABLE_5 = (
    PrintedRow(Parameters(), 0.1740179, 0.1740178),
    PrintedRow(Parameters(n=200), 0.1374662, 0.1374661),
    PrintedRow(Parameters(p_c=1.0), 0.2752435, 0.2752431),
    PrintedRow(Parameters(p_p=1.0), 0.0, 0.0),
    PrintedRow(Parameters(p_b=1.0), 0.1581138, 0.1581135),
    PrintedRow(Parameters(m=1.0), 0.2625473, 0.2625469),
    # The text of Section 6.2 says |e| = 10 for random weights, where the table prints n = 100.
    PrintedRow(Parameters(n=10, w="R"), 0.4047125, 0.4046881),
)
"""Whang & Garcia-Molina 2012, Table 5; its column b is p_b."""


@dataclass(frozen=True)
class Draw:
    """Leakage of one generation of R, over the records measured so far.

    Arguments:
        records: how many were measured.
        mean: of their record leakages.
        exact: ``L_0(R, e)``, the highest, by the integral.
        taylor: the same record by the second-order Taylor series; 0 until all are measured.
        check: the same record by Algorithm 1 where weights are constant, by possible worlds where they are random;
            0 until all are measured.
        method: which of the two it was.
    """

    records: int
    mean: float
    exact: float
    taylor: float
    check: float
    method: Method

    @property
    def taylor_error(self) -> float:
        """Relative to the exact figure."""
        return relative_error(self.taylor, self.exact)

    @property
    def exact_error(self) -> float:
        """Relative to the paper's own exact algorithm."""
        return relative_error(self.exact, self.check)


@dataclass(frozen=True)
class DrawnRow:
    """Where the table stands: one draw of one row, complete or not."""

    row: int
    draw: int
    figures: Draw
    complete: bool


def relative_error(value: float, truth: float) -> float:
    """How far a value lies from the truth, as a share of the truth; 0 where both are 0.

    >>> round(relative_error(0.4046881, 0.4047125), 7)
    6.03e-05
    """
    return abs(value - truth) / truth if truth else abs(value)


def accuracy(rows: Sequence[Parameters], draws: int = 1, seed: int = 0) -> Iterator[DrawnRow]:
    """Exact and approximate leakage of every row, for several draws of its records, part by part.

    Source: Whang & Garcia-Molina 2012, Section 6.2, Table 5.

    Arguments:
        rows: what to generate.
        draws: how often, with the seeds ``seed``, ``seed + 1``, ...
        seed: of the first draw, a whole number of at least 0; equal seeds give equal results.

    >>> steps = list(accuracy([Parameters(n=5, records=10)]))
    >>> [step.complete for step in steps], steps[0].figures.taylor_error < 1e-3
    ([True], True)
    """
    for draw in range(draws):
        for row, parameters in enumerate(rows):
            for figures in _measure(replace(parameters, seed=check_seed(seed) + draw)):
                yield DrawnRow(row, draw, figures, figures.records == parameters.records)


def _measure(parameters: Parameters) -> Iterator[Draw]:
    method: Method = "equal_weights" if parameters.w == "C" else "worlds"
    most_telling: tuple[float, Record] = (-1.0, Record())
    total, records = 0.0, 0
    for part in generate_in_parts(parameters, part_size(parameters)):
        found = part.leakages()
        records, total = records + len(found), total + float(np.sum(found))
        place = int(np.argmax(found))
        if found[place] > most_telling[0]:
            most_telling = float(found[place]), part.records[place]
        taylor, check = 0.0, 0.0
        if records == parameters.records:
            taylor, check = (_answer(most_telling[1], part, name) for name in ("taylor", method))
        yield Draw(records, total / records, most_telling[0], taylor, check, method)


def _answer(record: Record, data: SyntheticData, method: Method) -> float:
    return record_leakage(record, data.reference, data.weights, method=method)
