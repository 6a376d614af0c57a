"""``E[X / (A + Y)]`` of many records, whatever they come as and whatever they are measured by."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from leakage.database import Database, Floats, Integers
from leakage.measure.columns import Columns
from leakage.measure.comparison import DatabaseColumns, columns_of, scale_of
from leakage.measure.integral import expectations
from leakage.measure.measure import Measure, goes_beyond
from leakage.measure.relation import Expanded
from leakage.measure.rivals import contested_expectation
from leakage.measure.similarity import Closest
from leakage.measure.weights import Weights, beta_squared, weight_of
from leakage.record import Record

SLICE = 1 << 18
"""Attributes of a database that are made columns of together: some 10 MB with all that is derived."""

WORKERS = min(2, os.cpu_count() or 1)
"""numpy lets two threads run at once; the arrays are chosen for two cores' caches."""


def ratios(
    records: Database | Sequence[Record], reference: Record, weights: Weights | None, beta: float, part: float = 1.0
) -> Floats:
    """``E[X / (part b^2 W_e + Y)]`` of every record; with part 0 that is expected precision, shape (records,).

    Source: Whang & Garcia-Molina 2012, Definition 1; ``leakage.measure.integral`` and ``leakage.measure.rivals``.
    """
    if goes_beyond(weights):
        return np.array([_measured(record, reference, weights, beta, part) for record in records], dtype=np.float64)
    if isinstance(records, Database):
        return _of_database(records, reference, weights, beta, part)
    columns = columns_of(records, reference, weights, beta)
    return expectations(columns.scaled(part * columns.scale))


def _of_database(database: Database, reference: Record, weights: Weights | None, beta: float, part: float) -> Floats:
    source = DatabaseColumns(database, reference, weights, beta)

    def of_run(run: tuple[int, int]) -> Floats:
        columns = source.between(*run)
        return expectations(columns.scaled(part * columns.scale))

    runs = source.runs(SLICE)
    if len(runs) < 2 or WORKERS < 2:
        found = [of_run(run) for run in runs]
    else:
        with ThreadPoolExecutor(WORKERS) as pool:
            found = list(pool.map(of_run, runs))
    return np.concatenate([np.zeros(0), *found])


def _measured(record: Record, reference: Record, measure: Measure, beta: float, part: float) -> float:
    columns, claims = claimed_columns(measure.expanded(record, reference), part * beta_squared(beta))
    counted = claims[(claims >= 0) & (columns.confidence > 0.0)]
    if len(np.unique(counted)) == len(counted):
        return float(expectations(columns)[0])
    return contested_expectation(columns, claims)


def claimed_columns(given: Expanded, square: float) -> tuple[Columns, Integers]:
    """The columns of one record, its credits by similarity, and which fact each attribute claims (-1: none)."""
    closest = Closest(given.reference, given.similarities)
    found = [closest.fact(a.pair) for a in given.record]
    weight = np.array([weight_of(a.label, given.weights) for a in given.record], dtype=np.float64)
    columns = Columns(
        weight,
        np.array([a.confidence for a in given.record], dtype=np.float64),
        weight * np.array([similarity for _, similarity in found], dtype=np.float64),
        np.array([0, len(weight)], dtype=np.int64),
        np.array([scale_of(given.reference, given.weights, square)]),
    )
    return columns, np.array([fact for fact, _ in found], dtype=np.int64)
