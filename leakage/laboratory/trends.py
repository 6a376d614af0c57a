"""How leakage moves with the data: the 2012 paper's Figures 3(a) to 3(c)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

import numpy as np

from leakage.measure.record_leakage import record_leakages
from leakage.synthetic import Parameters, generate_in_parts

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
            leakages = record_leakages(part.records, part.reference, part.weights)
            highest = max(highest, float(leakages.max()))
            total += float(np.sum(leakages))
            records += len(leakages)
            yield TrendPoint(value, records, highest, total / records)


def part_size(parameters: Parameters) -> int:
    """How many records are measured between two points."""
    return max(1, ATTRIBUTES_AT_ONCE // parameters.n)
