"""By weights alone: every attribute is right or wrong, and counts by itself."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from leakage.database import Database, Floats, as_database
from leakage.measure.columns import USUAL
from leakage.measure.comparison import DatabaseColumns, columns_of, reference_weight
from leakage.measure.integral import expectations
from leakage.measure.leakage_table import LeakageTable, TableByWeights
from leakage.measure.measure import Weights, rescaled_weights
from leakage.measure.reweighted import reweighted_expectations
from leakage.measure.slopes import slopes_of, slopes_of_additions
from leakage.measure.weights import LabelWeights, beta_squared, weight_of
from leakage.progress import look
from leakage.record import Attribute, Pair, Record
from leakage.side_by_side import side_by_side

SLICE = 1 << 18
"""Attributes of a database that are made columns of together: some 10 MB with all that is derived."""


@dataclass(frozen=True)
class ByWeights:
    """The measure by weights alone; its methods are those of ``Measuring``.

    Source: Whang & Garcia-Molina 2012, Sections 2 and 2.3; ``leakage.measure.integral``.
    """

    weights: LabelWeights | None

    right_or_wrong = True
    graded_labels: frozenset[str] = frozenset()
    related_labels: frozenset[str] = frozenset()

    def weight_of(self, label: str) -> float:
        return weight_of(label, self.weights)

    def total(self, reference: Record) -> float:
        return reference_weight(reference, self.weights)

    def similarity_to(self, reference: Record) -> Callable[[Pair], float]:
        return reference.confidences.__contains__

    def indirectly_known(self, reference: Record, record: Record) -> frozenset[Pair]:
        return frozenset()

    def plainest(self, pairs: Iterable[Pair], reference: Record, labels: Iterable[str]) -> Weights | None:
        return self.weights

    def ceiling(self, held: Record, reach: Record, reference: Record) -> float:
        """L grows with the confidence of a right attribute and falls with that of a wrong one."""
        right = (a for a in reach if a.pair in reference)
        most = Record((*right, *(a for a in held if a.pair not in reference)))
        leakages = (1.0 + beta_squared(1.0)) * self.ratios([most], reference, 1.0)
        return min(1.0, float(leakages[0]))

    def least_credits(self, record: Record, reference: Record) -> Floats:
        return np.array([weight_of(a.label, self.weights) if a.pair in reference else 0.0 for a in record])

    def table(self, pairs: Sequence[Pair], reference: Record) -> LeakageTable:
        return TableByWeights(tuple(pairs), reference, self.weights)

    def parts(self, record: Record, reference: Record) -> tuple[float, float, float]:
        right = sum(weight_of(a.label, self.weights) for a in record if a.pair in reference)
        return right, self._total(record), self._total(reference)

    def ratios(self, records: Database | Sequence[Record], reference: Record, beta: float, part: float = 1.0) -> Floats:
        if isinstance(records, Database):
            return self._of_database(records, reference, beta, part)
        columns = columns_of(records, reference, self.weights, beta)
        return expectations(columns.scaled(part * columns.scale))

    def recall(self, record: Record, reference: Record) -> float:
        known = reference_weight(reference, self.weights)
        right = math.fsum(weight_of(a.label, self.weights) * record.confidence_of(a.pair) for a in reference)
        return right / known if known else 0.0

    def slopes(self, record: Record, reference: Record, beta: float) -> Floats:
        columns = columns_of([record], reference, self.weights, beta).rescaled()
        if not columns.scale[0] or not len(record):
            return np.zeros(len(record))
        return (1.0 + beta_squared(beta)) * slopes_of(columns)

    def slopes_of_additions(
        self, options: Sequence[tuple[Attribute, bool]], record: Record, reference: Record, beta: float
    ) -> Floats:
        columns = columns_of([record], reference, self.weights, beta)
        weight = np.array([weight_of(a.label, self.weights) for a, _ in options], dtype=np.float64)
        return (1.0 + beta_squared(beta)) * slopes_of_additions(columns, weight, np.array([r for _, r in options]))

    def rescaled_leakages(
        self, records: Database | Sequence[Record], reference: Record, labels: Sequence[str], factors: Sequence[float]
    ) -> Floats:
        database = as_database(records)
        weights = [weight_of(label, self.weights) for label in (*labels, *database.labels)]
        changed = [ByWeights(rescaled_weights(self.weights, {label: by})) for label in labels for by in factors]
        if not all(USUAL[0] <= weight <= USUAL[1] for weight in weights):
            each = [one.ratios(database, reference, 1.0) for one in changed]
            return np.minimum(1.0, 2.0 * np.reshape(each, (len(labels), len(factors), len(database))))
        scales = np.array([one.total(reference) for one in changed]).reshape(len(labels), len(factors))
        codes = [database.label_codes.get(label, -1) for label in labels]
        source = DatabaseColumns(database, reference, self.weights, 1.0)

        def of_run(run: tuple[int, int]) -> Floats:
            first, last = (int(database.bounds[end]) for end in run)
            return reweighted_expectations(source.between(*run), database.label[first:last], codes, factors, scales)

        # In this thread, which hears of it when it is to stop.
        of_runs = map(of_run, source.runs(SLICE))
        return np.minimum(1.0, 2.0 * np.concatenate([np.zeros((*scales.shape, 0)), *of_runs], axis=-1))

    def in_columns(self, records: Sequence[Record]) -> Database | Sequence[Record]:
        return Database.from_records(records)

    def _total(self, record: Record) -> float:
        return sum(weight_of(a.label, self.weights) for a in record)

    def _of_database(self, database: Database, reference: Record, beta: float, part: float) -> Floats:
        look()
        source = DatabaseColumns(database, reference, self.weights, beta)

        def of_run(run: tuple[int, int]) -> Floats:
            columns = source.between(*run)
            return expectations(columns.scaled(part * columns.scale))

        of_runs = side_by_side(of_run, source.runs(SLICE), min(SLICE, len(database.record)))
        return np.concatenate([np.zeros(0), *of_runs])
