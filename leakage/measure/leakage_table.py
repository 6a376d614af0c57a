"""Leakage tables: what records leak that hold the same attributes at different confidences, many at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np
import numpy.typing as npt

from leakage.database import Floats
from leakage.measure.columns import Columns
from leakage.measure.comparison import Mask, columns_of
from leakage.measure.integral import expectations
from leakage.measure.weights import LabelWeights
from leakage.record import Attribute, Pair, Record


class LeakageTable(Protocol):
    """L as a function of the confidences at which given attributes are held; those of confidence 0 are not there.

    Source: Whang & Garcia-Molina 2012, Definition 1.
    """

    def leakages(self, confidences: Floats) -> Floats:
        """``L(r, e)`` of every row, from shape (rows, attributes) to (rows,)."""
        ...

    def least_between(self, low: Floats, high: Floats) -> float:
        """A leakage that no record goes below whose confidences lie between two, each of shape (attributes,).

        Where labels are related no such bound is known; then it says nothing.
        """
        ...


@dataclass(frozen=True, eq=False)
class TableByWeights:
    """The table by weights alone; its methods are those of ``LeakageTable``.

    Rows that come out equal are measured once, and attributes of confidence 1 are measured as one: in every world their
    weights and credits only add up.

    >>> e = Record.of(("N", "Alice"), ("P", "123"))
    >>> table = TableByWeights((("N", "Alice"), ("P", "987")), e, None)
    >>> table.leakages(np.array([[0.5, 0.0], [1.0, 1.0]])).round(9).tolist()
    [0.333333333, 0.5]
    """

    pairs: Sequence[Pair]
    reference: Record
    weights: LabelWeights | None

    def leakages(self, confidences: Floats) -> Floats:
        distinct, place = distinct_rows(confidences)
        # A record without anything right leaks nothing.
        telling = np.flatnonzero((distinct[:, self._right] > 0.0).any(axis=1))
        measured = np.zeros(len(distinct))
        if len(telling):
            measured[telling] = np.minimum(1.0, 2.0 * expectations(self._columns_of(distinct[telling])))
        leakages: Floats = measured[place]
        return leakages

    def least_between(self, low: Floats, high: Floats) -> float:
        """L grows with the confidence of a right attribute and falls with a wrong one's; and 1/z is convex (Jensen):

        ``L >= sum_{b right} 2 w_b p_b / (W_e + w_b (1 - p_b) + sum_a w_a p_a)`` with the lower confidences of what is
        right and the higher ones of what is wrong.
        """
        weight, total, right = self._columns.weight, float(self._columns.scale[0]), self._right
        expected = (weight * low)[right]
        diluting = float((weight * high)[~right].sum())
        return float(np.sum(2.0 * expected / (total + weight[right] - expected + expected.sum() + diluting)))

    @cached_property
    def _right(self) -> Mask:
        return np.array([pair in self.reference for pair in self.pairs], dtype=bool)

    @cached_property
    def _columns(self) -> Columns:
        """Weights and credits of the attributes, as of one record that holds them all."""
        held = Record(Attribute(*pair) for pair in self.pairs)
        columns = columns_of([held], self.reference, self.weights, 1.0).rescaled()
        place = {attribute.pair: number for number, attribute in enumerate(held)}
        order = np.array([place[pair] for pair in self.pairs], dtype=np.int64)
        return Columns(
            columns.weight[order], columns.confidence[order], columns.credit[order], columns.bounds, columns.scale
        )

    def _columns_of(self, table: Floats) -> Columns:
        """The rows as records: their uncertain attributes, and one in place of the certain ones."""
        sure = table == 1.0
        weight, credit = sure @ self._columns.weight, sure @ self._columns.credit
        certain = weight > 0.0
        doubtful = (table > 0.0) & ~sure
        held = np.column_stack((certain, doubtful))
        return Columns(
            np.column_stack((weight, np.broadcast_to(self._columns.weight, table.shape)))[held],
            np.column_stack((certain, table))[held],
            np.column_stack((credit, np.broadcast_to(self._columns.credit, table.shape)))[held],
            np.concatenate(([0], np.cumsum(held.sum(axis=1), dtype=np.int64))),
            np.full(len(table), self._columns.scale[0]),
        )


def distinct_rows(table: Floats) -> tuple[Floats, npt.NDArray[np.int64]]:
    """The different rows of a table, and for each row which of them it is.

    >>> rows, place = distinct_rows(np.array([[0.5, 1.0], [0.0, 1.0], [0.5, 1.0]]))
    >>> len(rows), bool(np.array_equal(rows[place[0]], [0.5, 1.0])), bool(place[0] == place[2])
    (2, True, True)
    """
    if not table.size:
        return table[:1], np.zeros(len(table), dtype=np.int64)
    whole = np.ascontiguousarray(table)
    names = whole.view(np.dtype((np.void, whole.dtype.itemsize * whole.shape[1]))).ravel()
    _, first, place = np.unique(names, return_index=True, return_inverse=True)
    return table[first], place
