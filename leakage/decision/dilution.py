"""Dilution: what a composite leaks once wrong attributes are added to it, and which of them to buy for a budget."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from leakage.database import Floats, Integers
from leakage.measure.columns import Columns
from leakage.measure.comparison import columns_of
from leakage.measure.integral import expectations
from leakage.measure.weights import Weights
from leakage.record import Record

MOST_CHOICES = 1 << 14
"""Undominated choices of wrong attributes kept; more are thinned out, and what is found is then not proved best."""


@dataclass(frozen=True, eq=False)
class Dilution:
    """A composite, and what it leaks with so much more that is wrong in it.

    Wrong attributes of confidence 1 and weight W together only add to what is known: in every world
    ``F1 = 2 X / (W_e + W + Y)``. So ``L(W) = E[2 X / (W_e + W + Y)]``, which falls in W.
    Source: Whang & Garcia-Molina 2012, Definition 1 and Section 4.2 (Add).

    Arguments:
        composite: r.
        reference, weights: as ``record_leakage``; weights alone, not a measure that goes beyond.

    >>> dilution = Dilution(Record.of(("N", "Alice"), ("P", "9")), Record.of(("N", "Alice"), ("C", "1")), None)
    >>> (dilution.at(np.array([0.0, 1.0, 2.0])) * 30).round(9).tolist()
    [15.0, 12.0, 10.0]
    """

    composite: Record
    reference: Record
    weights: Weights | None

    def at(self, wrong: Floats) -> Floats:
        """``L(W)`` for many W, exact, same shape."""
        if not self.tells:
            return np.zeros(len(wrong))
        if self.certain:
            return self.least(wrong)
        one, times = self._columns, len(wrong)
        size = len(one.weight)
        many = Columns(
            np.tile(one.weight, times),
            np.tile(one.confidence, times),
            np.tile(one.credit, times),
            np.arange(times + 1, dtype=np.int64) * size,
            one.scale[0] + wrong,
        )
        found: Floats = np.minimum(1.0, 2.0 * expectations(many))
        return found

    def least(self, wrong: Floats) -> Floats:
        """A lower bound of ``L(W)``, exact where all confidences are 1; same shape.

        ``sum_{b right} 2 w_b p_b / (W_e + W + w_b (1 - p_b) + sum_a w_a p_a)`` (Jensen's inequality: 1/z is convex).
        """
        weight, expected = self._right
        base = self._columns.scale[0] + self._expected + weight - expected
        found: Floats = np.sum(2.0 * expected[:, np.newaxis] / (base[:, np.newaxis] + wrong[np.newaxis, :]), axis=0)
        return found

    @cached_property
    def tells(self) -> bool:
        """Whether anything in it is right."""
        return bool(len(self._right[0]))

    @cached_property
    def certain(self) -> bool:
        """Whether all confidences are 1."""
        return bool(np.all(self._columns.confidence == 1.0))

    @cached_property
    def _columns(self) -> Columns:
        return columns_of([self.composite], self.reference, self.weights, 1.0)

    @cached_property
    def _right(self) -> tuple[Floats, Floats]:
        """The weights of the right attributes, and weight times confidence."""
        told = (self._columns.credit > 0.0) & (self._columns.confidence > 0.0)
        weight = self._columns.weight[told]
        return weight, weight * self._columns.confidence[told]

    @cached_property
    def _expected(self) -> float:
        return float(np.sum(self._columns.weight * self._columns.confidence))


@dataclass(frozen=True, slots=True)
class Wrong:
    """A label under which something wrong can be said.

    Arguments:
        label: the label.
        weight: what each such attribute weighs, > 0.
        price: what each costs, >= 0.
    """

    label: str
    weight: float
    price: float


@dataclass(frozen=True, eq=False)
class Purchases:
    """The choices of wrong attributes that no other one is better than.

    Arguments:
        cost: of each choice, ascending for records of one kind, shape (choices,).
        weight: what it adds to the records of every kind, shape (choices, kinds).
        counts: how many attributes it takes for every kind and label, shape (choices, kinds, labels).
        complete: whether none was thinned out.
    """

    cost: Floats
    weight: Floats
    counts: Integers
    complete: bool


def purchases(wrong: Sequence[Wrong], room: Sequence[Sequence[int]], budget: float) -> Purchases:
    """What wrong attributes to buy for some records within a budget: all choices that are worth considering.

    A choice is worth it where no other one costs no more and adds as much weight to the records of every kind.

    Arguments:
        wrong: the labels.
        room: for each kind of record, and each label, how many attributes they can take together, >= 0.
        budget: what they may cost together, >= 0.

    >>> found = purchases([Wrong("N", 1.0, 1.0), Wrong("C", 3.0, 1.0)], [[1, 1]], budget=2.0)
    >>> found.cost.tolist(), found.weight[:, 0].tolist()
    ([0.0, 1.0, 2.0], [0.0, 3.0, 4.0])
    """
    kinds = len(room)
    cost, weight = np.zeros(1), np.zeros((1, kinds))
    counts = np.zeros((1, kinds, len(wrong)), dtype=np.int64)
    slack, complete = 1e-9 * max(1.0, budget), True
    for place, one in enumerate(wrong):
        for kind in range(kinds):
            number = np.arange(room[kind][place] + 1)
            costs = (cost[:, np.newaxis] + number * one.price).ravel()
            kept = np.flatnonzero(costs <= budget + slack)
            row, times = np.divmod(kept, len(number))
            weights = weight[row].copy()
            weights[:, kind] += times * one.weight
            best = undominated(costs[kept], weights)
            if len(best) > MOST_CHOICES:
                best, complete = best[:: -(-len(best) // MOST_CHOICES)], False
            cost, weight = costs[kept][best], weights[best]
            counts = counts[row[best]]
            counts[:, kind, place] = times[best]
    return Purchases(cost, weight, counts, complete)


def undominated(cost: Floats, weight: Floats) -> Integers:
    """The numbers of the choices for which no other costs no more and weighs as much in every column; by rising cost.

    Arguments:
        cost: shape (choices,).
        weight: shape (choices, columns).

    >>> undominated(np.array([2.0, 1.0, 1.0]), np.array([[5.0], [5.0], [4.0]])).tolist()
    [1]
    """
    order = np.lexsort((*(-column for column in weight.T[::-1]), cost))
    if weight.shape[1] == 1:
        heights = weight[order, 0]
        before = np.concatenate(([-np.inf], np.maximum.accumulate(heights)[:-1]))
        best: Integers = order[heights > before]
        return best
    kept: list[int] = []
    for number in order.tolist():
        if not kept or not np.any(np.all(weight[kept] >= weight[number], axis=1)):
            kept.append(number)
    return np.array(kept, dtype=np.int64)
