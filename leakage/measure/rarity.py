"""Self-information: a rare value tells more than a common one."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean
from typing import TypeAlias

from leakage import registry
from leakage.frames import Records, records_of
from leakage.measure.weights import Measure, Weights, as_measure, rescaled
from leakage.record import Record

Counts: TypeAlias = Mapping[str, Mapping[str, float]] | Iterable[tuple[str, Iterable[tuple[str, float]]]]


@registry.by_arguments(lambda counts: ({label: dict(values) for label, values in counts.counts},))
@dataclass(frozen=True, init=False, repr=False)
class ValueCounts:
    """How many people hold each value of each label: the background statistics.

    If n of N holders of a label hold the value, among D distinct ones, its share is ``(n + 1) / (N + D + 1)``: Laplace
    smoothing, with all unseen values as one more.
    Source: Whang & Garcia-Molina 2012, Section 2.1 (second extension: background statistics); the paper leaves it open.

    Arguments:
        counts: label to value to number of holders > 0; an uncertain holder counts by the confidence.

    >>> ages = ValueCounts({"Age": {"30": 6, "31": 7, "99": 1}})
    >>> round(ages.information("Age", "99"), 9), round(ages.information("Age", "not seen"), 9)
    (3.169925001, 4.169925001)
    """

    counts: tuple[tuple[str, tuple[tuple[str, float], ...]], ...]

    def __init__(self, counts: Counts = ()) -> None:
        given = {label: {v: float(n) for v, n in dict(values).items()} for label, values in dict(counts).items()}
        if not all(0.0 < n < math.inf for values in given.values() for n in values.values()):
            raise ValueError("a count must be a positive finite number")
        if any(not label or "" in values for label, values in given.items()):
            raise ValueError("label and value must not be empty")
        tables = tuple((label, tuple(sorted(values.items()))) for label, values in sorted(given.items()) if values)
        object.__setattr__(self, "counts", tables)

    @staticmethod
    def of(records: Records) -> ValueCounts:
        """The counts of records, one a person."""
        counts: dict[str, dict[str, float]] = {}
        for record in records_of(records):
            for attribute in record.known:
                values = counts.setdefault(attribute.label, {})
                values[attribute.value] = values.get(attribute.value, 0.0) + attribute.confidence
        return ValueCounts(counts)

    @cached_property
    def _tables(self) -> dict[str, dict[str, float]]:
        return {label: dict(values) for label, values in self.counts}

    @cached_property
    def _totals(self) -> dict[str, float]:
        """``N + D + 1`` of every label."""
        return {label: math.fsum(values.values()) + len(values) + 1.0 for label, values in self._tables.items()}

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels with counts, sorted."""
        return tuple(label for label, _ in self.counts)

    def share(self, label: str, value: str) -> float:
        """The smoothed share of a label's holders who hold a value, ``(n + 1) / (N + D + 1)``, in (0, 1)."""
        return (self._tables[label].get(value, 0.0) + 1.0) / self._totals[label]

    def information(self, label: str, value: str) -> float:
        """``I(l, v) = log2(1 / share)`` > 0, in bits: the information in a value."""
        count = self._tables[label].get(value, 0.0) + 1.0
        # log1p is accurate if nearly all hold the value.
        return math.log1p((self._totals[label] - count) / count) / math.log(2.0)

    def expected_information(self, label: str) -> float:
        """``sum_v share(v) I(l, v)`` in bits, unseen values as one: the mean information of a value."""
        # The empty value, which nobody holds, stands for all unseen ones.
        return math.fsum(self.share(label, v) * self.information(label, v) for v in (*self._tables[label], ""))


NO_COUNTS = ValueCounts()


def information_of_labels(reference: Record, counts: ValueCounts) -> dict[str, float]:
    """The information of each label in bits: the mean over e's values; the expected one if e lacks the label."""
    bits = {label: counts.expected_information(label) for label in counts.labels if not reference.values(label)}
    held = {label: reference.values(label) for label in counts.labels if label not in bits}
    return bits | {label: fmean(counts.information(label, v) for v in some) for label, some in held.items()}


def weights_by_self_information(reference: Record, counts: ValueCounts, weights: Weights | None = None) -> Measure:
    """Weights that make a rare value of the person count more than a common one.

    ``w'_l = w_l I_l / I_mean``: I_l is the self-information of e's value for l (the mean of several), I_mean its mean
    over the facts of e with counts. Weights are by label, so a wrong value for l weighs as much as the true one, rare
    or not. A label that e lacks weighs by the mean information of its values; one without counts keeps its weight.
    Source: Whang & Garcia-Molina 2012, Section 2.1 (second extension: background statistics), which leaves it open.

    >>> e = Record.of(("Age", "99"), ("City", "Ulm"))
    >>> counts = ValueCounts({"Age": {"30": 58, "99": 3}, "City": {"Ulm": 3, "Bonn": 1}})
    >>> [(label, round(weight, 3)) for label, weight in weights_by_self_information(e, counts).weights]
    [('Age', 1.664), ('City', 0.336)]
    """
    measure = as_measure(weights)
    labels = set(counts.labels)
    information = [counts.information(a.label, a.value) for a in reference if a.label in labels]
    if not information:
        return measure
    mean = fmean(information)
    return rescaled(measure, {label: bits / mean for label, bits in information_of_labels(reference, counts).items()})
