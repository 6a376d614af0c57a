"""Purchases: which wrong attributes to buy for some records within a budget."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from leakage.database import Floats, Integers

MOST_CHOICES = 1 << 14
"""Undominated choices of wrong attributes kept; more are thinned out, and what is found is then not proved best."""


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


def purchases(
    wrong: Sequence[Wrong], room: Sequence[Sequence[int]], budget: float, related: Sequence[int] = ()
) -> Purchases:
    """What wrong attributes to buy for some records within a budget: all choices that are worth considering.

    A choice is worth it where no other one costs no more and adds as much weight to the records of every kind, and of
    labels that share something with others as many attributes.

    Arguments:
        wrong: the labels.
        room: for each kind of record, and each label, how many attributes they can take together, >= 0.
        budget: what they may cost together, >= 0.
        related: the places of the labels that share something with others.

    >>> found = purchases([Wrong("N", 1.0, 1.0), Wrong("C", 3.0, 1.0)], [[1, 1]], budget=2.0)
    >>> found.cost.tolist(), found.weight[:, 0].tolist()
    ([0.0, 1.0, 2.0], [0.0, 3.0, 4.0])
    """
    kinds = len(room)
    cost, weight = np.zeros(1), np.zeros((1, kinds))
    counts = np.zeros((1, kinds, len(wrong)), dtype=np.int64)
    slack, complete = 1e-9 * max(1.0, budget), True
    for place, label in enumerate(wrong):
        for kind in range(kinds):
            number = np.arange(room[kind][place] + 1)
            costs = (cost[:, np.newaxis] + number * label.price).ravel()
            kept = np.flatnonzero(costs <= budget + slack)
            row, times = np.divmod(kept, len(number))
            weights = weight[row].copy()
            weights[:, kind] += times * label.weight
            taken = counts[row]
            taken[:, kind, place] = times
            best = undominated(costs[kept], _adding(weights, taken, wrong, related))
            if len(best) > MOST_CHOICES:
                best, complete = best[:: -(-len(best) // MOST_CHOICES)], False
            cost, weight = costs[kept][best], weights[best]
            counts = taken[best]
    return Purchases(cost, weight, counts, complete)


def _adding(weight: Floats, counts: Integers, wrong: Sequence[Wrong], related: Sequence[int]) -> Floats:
    """What choices add by which they are compared: the weight of labels that share nothing, the numbers of others."""
    if not related:
        return weight
    numbers = counts[:, :, list(related)]
    shared = numbers @ np.array([wrong[place].weight for place in related])
    return np.concatenate((weight - shared, numbers.reshape(len(counts), -1)), axis=1)


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
