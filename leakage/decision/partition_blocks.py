"""Blocks of records taken for one person, as masks: what they leak as composites, and what speaks for them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TypeAlias

import numpy as np

from leakage.bits import bits
from leakage.database import Floats, Integers
from leakage.measure.measure import Weights
from leakage.measure.measuring import as_measure
from leakage.progress import report
from leakage.record import Attribute, Record

Partition: TypeAlias = tuple[tuple[int, ...], ...]
"""Blocks of record numbers, each ascending, in the order of their first."""

FEW = 11
ROWS = 1 << FEW
"""Composites that are measured between two moments to stop."""

MEASURING = "Measuring who may be one person"


class Blocks:
    """Records of which any may be one person's: the blocks they may form, each measured once.

    Composites are unions. Source: Whang & Garcia-Molina 2012, Definition 1, for L.

    Arguments:
        records: n of them.
        reference: e.
        pairs: W of every two, in bits; symmetric, 0 on the diagonal, shape (n, n); -inf where they cannot be one.
        weights: label to weight, or a Measure.
    """

    def __init__(self, records: Sequence[Record], reference: Record, pairs: Floats, weights: Weights | None) -> None:
        self.count, self.pairs = len(records), pairs
        self._measure, self._reference = as_measure(weights), reference
        self._attributes = sorted({attribute.pair for record in records for attribute in record.known})
        column = {pair: number for number, pair in enumerate(self._attributes)}
        self._confidences = np.zeros((len(records), len(column)))
        for row, record in zip(self._confidences, records, strict=True):
            for attribute in record.known:
                row[column[attribute.pair]] = attribute.confidence
        self._table = self._measure.table(self._attributes, reference)
        self._leakage: dict[int, float] = {}

    def leakage(self, mask: int) -> float:
        """L of the union of a block."""
        self.measure([mask])
        return self._leakage[mask]

    def greatest(self, partition: Iterable[int]) -> float:
        """``max over C in pi of L(C, e)``; 0 for no block."""
        return max(map(self.leakage, partition), default=0.0)

    def measure(self, masks: Iterable[int]) -> None:
        """Find out the leakage of many blocks at once, so that it is at hand."""
        unknown = list(dict.fromkeys(mask for mask in masks if mask not in self._leakage))
        for run in _runs(unknown):
            rows = np.array([self._confidences[list(bits(mask))].max(axis=0, initial=0.0) for mask in run])
            self._leakage.update(zip(run, self._table.leakages(rows).tolist(), strict=True))

    def all_leakages(self) -> Floats:
        """L of every block, by its mask, shape (2^n,); for few records."""
        low, high = self._unions(0, FEW), self._unions(FEW, self.count)
        leakages = np.empty((len(high), len(low)))
        for number, row in enumerate(high):
            report(MEASURING, number, len(high))
            leakages[number] = self._table.leakages(np.maximum(row, low))
        return leakages.ravel()

    def _unions(self, first: int, last: int) -> Floats:
        """The confidences of the union of every set of some records in a row."""
        unions = np.zeros((1, len(self._attributes)))
        for row in self._confidences[first:last]:
            unions = np.concatenate((unions, np.maximum(unions, row)))
        return unions

    def all_evidence(self) -> Floats:
        """The sum of W over the pairs of every block, by its mask, in bits, shape (2^n,); for few records."""
        evidence = np.zeros(1)
        for number, row in enumerate(self.pairs):
            joining = np.zeros(1)
            for weight in row[:number]:
                joining = np.concatenate((joining, joining + weight))
            evidence = np.concatenate((evidence, evidence + joining))
        return evidence

    def possible(self, mask: int) -> bool:
        """Whether no two records of a block are known to be two people's."""
        numbers = list(bits(mask))
        return not np.isneginf(self.pairs[np.ix_(numbers, numbers)]).any()

    def bounds(self) -> tuple[float, float]:
        """What ``max over C in pi of L(C, e)`` lies between, whatever the partition: each record is in some block."""
        most = self._confidences.max(axis=0, initial=0.0)
        union = Record(Attribute(*pair, float(c)) for pair, c in zip(self._attributes, most, strict=True))
        least = max((self._table.least_between(row, most) for row in self._confidences), default=0.0)
        return least, self._measure.ceiling(Record(), union, self._reference)


def _runs(masks: Sequence[int]) -> Iterator[Sequence[int]]:
    for start in range(0, len(masks), ROWS):
        report(MEASURING, start, len(masks))
        yield masks[start : start + ROWS]


def partition_of(masks: Collection[int]) -> Partition:
    """The blocks of some masks.

    >>> partition_of([0b110, 0b1])
    ((0,), (1, 2))
    """
    return tuple(sorted(tuple(bits(mask)) for mask in masks))


def masks_of(labels: Integers) -> tuple[int, ...]:
    """The blocks of records that bear the same label, as masks.

    >>> masks_of(np.array([4, 2, 4]))
    (5, 2)
    """
    masks: dict[int, int] = {}
    for number, label in enumerate(labels.tolist()):
        masks[label] = masks.get(label, 0) | 1 << number
    return tuple(masks.values())
