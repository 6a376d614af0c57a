"""Budgets in cells: what is true of all budgets at once, one number for each step of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from leakage.database import Floats
from leakage.decision.disinformation.prices import common_step
from leakage.decision.disinformation.purchases import Wrong

MOST_CELLS = 512
"""Cells a budget is divided into at most."""


@dataclass(frozen=True, slots=True)
class Cells:
    """A budget divided into steps: costs from ``k step`` to before ``(k + 1) step`` are in cell k.

    Arguments:
        step: > 0.
        count: how many cells, the last one holding the whole budget.
        exact: whether all costs are multiples of the step.
    """

    step: float
    count: int
    exact: bool

    @staticmethod
    def of(prices: Iterable[float], budget: float) -> Cells:
        """The cells for some prices: of their common step, where that is not too fine.

        >>> Cells.of([3.0, 1.5], 9.0)
        Cells(step=1.5, count=7, exact=True)
        """
        step = common_step(prices)
        if step and budget / step <= MOST_CELLS:
            return Cells(step, int(budget / step + 1e-9) + 1, True)
        return Cells(budget / (MOST_CELLS // 2), MOST_CELLS // 2 + 1, False)

    def of_cost(self, cost: float) -> int:
        """The cell a cost is in; the cells of several costs add up to no more than that of their sum."""
        return round(cost / self.step) if self.exact else int(cost / self.step - 1e-9)

    @property
    def costs(self) -> Floats:
        """The least cost in every cell, shape (count,)."""
        return np.arange(self.count, dtype=np.float64) * self.step


def spent(gain: Floats, cell: int) -> Floats:
    """What is gained once so many cells are spent on something else; nothing can be gained with less.

    >>> spent(np.array([0.0, 2.0, 3.0]), 1).tolist()
    [-inf, 0.0, 2.0]
    """
    moved = np.full(len(gain), -np.inf)
    moved[cell:] = gain[: max(0, len(gain) - cell)]
    return moved


def bought(wrong: Sequence[Wrong], copies: int, cells: Cells) -> Floats:
    """``F_n``: the most weight that wrong attributes buy for every budget, each label so many times; shape (cells,).

    >>> bought([Wrong("N", 1.0, 1.0), Wrong("C", 3.0, 2.0)], 1, Cells(1.0, 4, True)).tolist()
    [0.0, 1.0, 3.0, 4.0]
    """
    gain: Floats = np.zeros(cells.count)
    for label in wrong:
        shift = cells.of_cost(label.price)
        for _ in range(copies):
            if shift == 0:
                gain = gain + label.weight
            elif shift < cells.count:
                more = gain.copy()
                more[shift:] = np.maximum(gain[shift:], gain[:-shift] + label.weight)
                gain = more
    return gain


def split(left: Floats, right: Floats) -> Floats:
    """What a budget shared out between two parts leaves of both, the worse of them counting; same shape.

    ``min over i + j = k of max(left_i, right_j)``, along the last axis; either may have axes before it.

    >>> split(np.array([0.9, 0.5, 0.2]), np.array([0.8, 0.1, 0.1])).tolist()
    [0.9, 0.8, 0.5]
    """
    size = right.shape[-1]
    best = np.full(np.broadcast_shapes(left.shape, right.shape), np.inf)
    for shift in range(size):
        both = np.maximum(left[..., shift : shift + 1], right[..., : size - shift])
        np.minimum(best[..., shift:], both, out=best[..., shift:])
    return best
