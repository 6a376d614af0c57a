"""How leakage moves with the data (2012, Figure 3), and how accurate the algorithms are (Table 5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal, NamedTuple, TypeAlias

from leakage.arguments import check_seed
from leakage.laboratory.synthetic import Parameters, generate_in_parts
from leakage.measure.leakage import Method, record_leakage
from leakage.progress import report

Varied: TypeAlias = Literal["p_c", "p_p", "m"]

ATTRIBUTES_AT_ONCE = 25_000  # Between two reports: some 20 ms.


class TrendPoint(NamedTuple):
    """At one value of what is varied the highest leakage of a record, ``L_0(R, e)``, and the mean of them all."""

    value: float
    highest: float
    mean: float


def trend(parameters: Parameters, varied: Varied, values: Sequence[float]) -> tuple[TrendPoint, ...]:
    """Leakage of generated records for each value of one parameter, all others as given.

    All values share the same random draws, so that a difference between two of them is due to the parameter.
    Source: Whang & Garcia-Molina 2012, Section 6.1, Figures 3(a)-(c).

    >>> few, many = trend(Parameters(n=20, records=50), "p_c", [0.1, 0.9])
    >>> few.mean < many.mean
    True
    """
    points, whole = [], len(values) * parameters.records
    for number, value in enumerate(values):
        changes: dict[str, Any] = {varied: value}
        mean, highest, *_ = _measured(replace(parameters, **changes), (), number * parameters.records, whole)
        points.append(TrendPoint(value, highest, mean))
    return tuple(points)


def _measured(parameters: Parameters, methods: Sequence[Method], before: int, whole: int) -> list[float]:
    """The mean and the highest leakage of the records, and that of the most telling one by other methods."""
    total, highest, others = 0.0, -1.0, list[float]()
    for part in generate_in_parts(parameters, max(1, ATTRIBUTES_AT_ONCE // parameters.n)):
        found = part.leakages()
        total += float(found.sum())
        if found.max() > highest:
            highest, record = float(found.max()), part.record(int(found.argmax()))
            others = [record_leakage(record, part.reference, part.weights, method=method) for method in methods]
        report("Records measured", before + part.first + len(found), whole)
    return [total / parameters.records, highest, *others]


class PrintedRow(NamedTuple):
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


class DrawnRow(NamedTuple):
    """One draw of one row of the table.

    Arguments:
        exact: ``L_0(R, e)``, the highest, by the integral.
        taylor_error: of the second-order Taylor series, relative to the exact figure.
        exact_error: of the integral, relative to the paper's own exact way: Algorithm 1 where weights are constant,
            possible worlds where they are random.
    """

    row: int
    mean: float
    exact: float
    taylor_error: float
    exact_error: float


def relative_error(value: float, truth: float) -> float:
    """How far a value lies from the truth, as a share of the truth; 0 where both are 0.

    >>> round(relative_error(0.4046881, 0.4047125), 7)
    6.03e-05
    """
    return abs(value - truth) / truth if truth else abs(value)


def accuracy(rows: Sequence[Parameters], draws: int = 1, seed: int = 0) -> tuple[DrawnRow, ...]:
    """Exact and approximate leakage of every row, for draws of its records with the seeds ``seed``, ``seed + 1``, ...

    Source: Whang & Garcia-Molina 2012, Section 6.2, Table 5.

    Arguments:
        seed: a whole number of at least 0; equal seeds give equal results.

    >>> [row] = accuracy([Parameters(n=5, records=10)])
    >>> row.taylor_error < 1e-3, row.exact_error < 1e-12
    (True, True)
    """
    drawn, before = [], 0
    whole = draws * sum(parameters.records for parameters in rows)
    for draw in range(draws):
        for row, parameters in enumerate(rows):
            methods: tuple[Method, ...] = ("taylor", "equal_weights" if parameters.w == "C" else "worlds")
            seeded = replace(parameters, seed=check_seed(seed) + draw)
            mean, exact, taylor, check = _measured(seeded, methods, before, whole)
            before += parameters.records
            drawn.append(DrawnRow(row, mean, exact, relative_error(taylor, exact), relative_error(exact, check)))
    return tuple(drawn)
