"""How leakage moves with the data (2012, Figure 3), and how accurate the algorithms are (Table 5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

import numpy as np

from leakage.arguments import check_seed
from leakage.measure.leakage import record_leakage
from leakage.record import Record
from leakage.synthetic import Parameters, SyntheticData, generate_in_parts

Varied: TypeAlias = Literal["p_c", "p_p", "m"]

ATTRIBUTES_AT_ONCE = 25_000
"""Attributes of references drawn between two points: some 20 ms, so that a run can stop at once."""


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

    >>> few, many = trend(Parameters(n=20, records=50), "p_c", [0.1, 0.9])
    >>> few.mean < many.mean
    True
    """
    for value in values:
        changes: dict[str, Any] = {varied: value}
        for records, mean, highest, *_ in _measured(replace(parameters, **changes)):
            yield TrendPoint(value, records, highest, mean)


def _measured(parameters: Parameters) -> Iterator[tuple[int, float, float, Record, SyntheticData]]:
    """How many records were measured, their mean and their highest leakage, that record, and the last part of them."""
    size = max(1, ATTRIBUTES_AT_ONCE // parameters.n)
    total, records, highest, most_telling = 0.0, 0, -1.0, Record()
    for part in generate_in_parts(parameters, size):
        found = part.leakages()
        records, total = records + len(found), total + float(np.sum(found))
        place = int(np.argmax(found))
        if found[place] > highest:
            highest, most_telling = float(found[place]), part.record(place)
        yield records, total / records, highest, most_telling, part


@dataclass(frozen=True)
class PrintedRow:
    """A row of Table 5 as the paper prints it."""

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
class DrawnRow:
    """One draw of one row of the table, over the records measured so far.

    Arguments:
        row, draw: their numbers.
        records: how many were measured.
        mean: of their record leakages.
        exact: ``L_0(R, e)``, the highest, by the integral.
        complete: whether these are all; else both errors are 0.
        taylor_error: of the second-order Taylor series, relative to the exact figure.
        exact_error: of the integral, relative to the paper's own exact way: Algorithm 1 where weights are constant,
            possible worlds where they are random.
    """

    row: int
    draw: int
    records: int
    mean: float
    exact: float
    complete: bool = False
    taylor_error: float = 0.0
    exact_error: float = 0.0


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

    >>> [step] = accuracy([Parameters(n=5, records=10)])
    >>> step.taylor_error < 1e-3, step.exact_error < 1e-12
    (True, True)
    """
    for draw in range(draws):
        for row, parameters in enumerate(rows):
            yield from _drawn(row, draw, replace(parameters, seed=check_seed(seed) + draw))


def _drawn(row: int, draw: int, parameters: Parameters) -> Iterator[DrawnRow]:
    for records, mean, exact, most_telling, part in _measured(parameters):
        step = DrawnRow(row, draw, records, mean, exact)
        if records == parameters.records:
            taylor, check = (
                record_leakage(most_telling, part.reference, part.weights, method=method)
                for method in ("taylor", "equal_weights" if parameters.w == "C" else "worlds")
            )
            errors = relative_error(taylor, exact), relative_error(exact, check)
            step = DrawnRow(row, draw, records, mean, exact, True, *errors)
        yield step
