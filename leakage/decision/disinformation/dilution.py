"""Dilution: what a composite leaks once wrong attributes are added to it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from leakage.database import Floats
from leakage.measure.columns import Columns
from leakage.measure.comparison import Mask
from leakage.measure.integral import expectations
from leakage.measure.measure import Weights
from leakage.measure.measuring import Measuring, as_measure
from leakage.measure.record_leakage import record_leakages
from leakage.progress import looking
from leakage.record import Attribute, Record


@dataclass(frozen=True, eq=False)
class Dilution:
    """A composite, and what it leaks with so much more that is wrong in it.

    Wrong attributes of confidence 1 and weight W together only add to what is known: in every world
    ``F1 = 2 X / (W_e + W + Y)``. So ``L(W) = E[2 X / (W_e + W + Y)]``, which falls in W. By a measure what a wrong
    attribute adds may depend on what is there; then the record is measured with it.
    Source: Whang & Garcia-Molina 2012, Definition 1 and Section 4.2 (Add).

    Arguments:
        composite: r.
        reference, weights: as ``record_leakage``.

    >>> dilution = Dilution(Record.of(("Name", "Alice"), ("P", "9")), Record.of(("Name", "Alice"), ("C", "1")), None)
    >>> (dilution.at(np.array([0.0, 1.0, 2.0])) * 30).round(9).tolist()
    [15.0, 12.0, 10.0]
    """

    composite: Record
    reference: Record
    weights: Weights | None

    def at(self, wrong: Floats) -> Floats:
        """``L(W)`` for many W, exact, same shape; by weights alone."""
        if not self.tells:
            return np.zeros(len(wrong))
        if self.certain:
            return self.least(wrong)
        weight, times = self._weight, len(wrong)
        many = Columns(
            np.tile(weight, times),
            np.tile(self._confidence, times),
            np.tile(np.where(self._told, weight, 0.0), times),
            np.arange(times + 1, dtype=np.int64) * len(weight),
            self._scale + wrong,
        )
        leakages: Floats = np.minimum(1.0, 2.0 * expectations(many))
        return leakages

    def with_attributes(self, added: Iterable[Iterable[Attribute]]) -> Floats:
        """The same for wrong attributes that are said, by any measure; shape (choices,)."""
        records = (Record((*self.composite, *some)) for some in looking(added))
        return record_leakages(records, self.reference, self.weights)

    def least(self, wrong: Floats) -> Floats:
        """A lower bound of ``L(W)``, exact by weights alone where all confidences are 1; same shape.

        ``sum_{b right} 2 w_b p_b / (W_e + W + w_b (1 - p_b) + sum_a w_a p_a)`` (Jensen's inequality: 1/z is convex).
        By a measure w_a in the denominator is what a is worth known alone, which it adds to Y at most; above stands
        what b adds to X at least: of those that claim one fact, or tell one shared fact, only one counts for it.
        """
        credit, weight, expected = self._right
        base = self._scale + self._expected + weight - expected
        least: Floats = np.sum(2.0 * credit[:, np.newaxis] / (base[:, np.newaxis] + wrong[np.newaxis, :]), axis=0)
        return least

    @cached_property
    def tells(self) -> bool:
        """Whether anything in it is right, or near."""
        similarity = self._measure.similarity_to(self.reference)
        return any(a.confidence > 0.0 and similarity(a.pair) for a in self.composite)

    @cached_property
    def certain(self) -> bool:
        """Whether all confidences are 1."""
        return bool(np.all(self._confidence == 1.0))

    @cached_property
    def _measure(self) -> Measuring:
        return as_measure(self.weights)

    @cached_property
    def _weight(self) -> Floats:
        return np.array([self._measure.weight_of(a.label) for a in self.composite], dtype=np.float64)

    @cached_property
    def _confidence(self) -> Floats:
        return np.array([a.confidence for a in self.composite], dtype=np.float64)

    @cached_property
    def _told(self) -> Mask:
        """Which attributes are right."""
        return np.array([a.pair in self.reference for a in self.composite], dtype=bool)

    @cached_property
    def _scale(self) -> float:
        """W_e, kept below infinity."""
        return min(self._measure.total(self.reference), 1e308)

    @cached_property
    def _right(self) -> tuple[Floats, Floats, Floats]:
        """Of what is right: what it adds to X at least times confidence, weight, and weight times confidence."""
        credit = self._measure.least_credits(self.composite, self.reference)
        told, expected = self._told, self._weight * self._confidence
        return (credit * self._confidence)[told], self._weight[told], expected[told]

    @cached_property
    def _expected(self) -> float:
        return float(np.sum(self._weight * self._confidence))
