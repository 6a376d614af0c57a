"""Expected figures: what a plan leaves on average where some of its actions succeed only with a chance.

A plan is fixed beforehand. Each of its actions succeeds or fails for itself, so what happens is one of its subsets, and
a plan is judged by the mean of what these leave:

    f(S + i) = p_i f'(S + i) + (1 - p_i) f'(S),

f' being the same for the actions without i. With all sets at hand one pass for each doubtful action gives every set's
expectation (``expected_of_all``). Else the outcomes of a plan are enumerated up to some doubtful actions, and drawn
above.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from leakage.old.bits import bits, mask_of
from leakage.old.database import Floats, Integers
from leakage.old.tabular.rows import redacted_repr
from leakage.progress import deadline_passed, report

Objective: TypeAlias = Callable[[Sequence[int]], Floats]
"""From sets of actions, all of which succeed, to figures of each, shape (figures, sets)."""

SEARCHING = 4
"""Doubtful actions up to which the outcomes of a set are enumerated while sets are compared; else 16 are drawn."""

LISTING = 6
"""The same for plans that are listed."""

SHOWING = 12
"""The same for a plan that is shown."""

BLOCK = 1 << 10
"""Sets worked out together."""

MARGIN = 1.96
"""Standard errors to both sides of a mean that was drawn."""

RANGE = (0.1, 0.9)
"""Between these shares of the outcomes lie 8 of 10."""


def expected_of_all(figures: Floats, chances: Sequence[float]) -> Floats:
    """The expectation of every set of actions, from what each leaves where all of its actions succeed.

    ``f(S + i) = p_i f(S + i) + (1 - p_i) f(S)``, for one action after the other.

    Arguments:
        figures: of the sets in the order of their masks, shape (..., 2 ** actions).
        chances: of each action, in [0, 1].

    >>> expected_of_all(np.array([1.0, 0.5, 0.8, 0.0]), [0.5, 1.0]).tolist()
    [1.0, 0.75, 0.8, 0.4]
    """
    expected = np.array(figures, dtype=np.float64)
    for action, chance in enumerate(chances):
        if chance < 1.0:
            halves = expected.reshape(*expected.shape[:-1], -1, 2, 1 << action)
            halves[..., 1, :] = chance * halves[..., 1, :] + (1.0 - chance) * halves[..., 0, :]
    return expected


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a plan may come to.

    Arguments:
        expected: the mean of its figures, shape (figures,).
        margin: how far the first of them may be off, with 95 % confidence; 0 where its outcomes were enumerated.
        drawn: whether they were drawn.
        range: between which values of the first figure 8 outcomes in 10 lie.
    """

    expected: Floats
    margin: float
    drawn: bool
    range: tuple[float, float]

    __repr__ = redacted_repr


class Expectation:
    """Expected figures of plans, each action of which succeeds with a chance.

    Figures of sets that were asked for are kept. Draws are the same for all plans, so that plans differ by what they
    do, and not by luck; those of each action are spread evenly over its chance (Latin hypercube sampling: no worse
    than as many independent draws less one).
    Source: Owen 1997, "Monte Carlo variance of scrambled net quadrature", for the draws.

    Arguments:
        objective: what sets leave where all of their actions succeed.
        chances: of each action, in [0, 1].
        spared: for every action the mask of those beside which it is left out, for they ask for all that it asks for:
            who asks twice has no second chance. Empty for none.

    >>> left = {0b00: 1.0, 0b01: 0.5, 0b10: 0.8, 0b11: 0.0}
    >>> expectation = Expectation(lambda plans: np.array([[left[plan] for plan in plans]]), [0.5, 1.0])
    >>> expectation.of([0b01, 0b11]).tolist(), expectation.outlook(0b11).range
    ([[0.75, 0.4]], (0.0, 0.8))
    """

    def __init__(self, objective: Objective, chances: Sequence[float], spared: Sequence[int] = ()) -> None:
        self._objective, self._chances = objective, tuple(chances)
        self._spared = {action: beside for action, beside in enumerate(spared) if beside}
        self.doubtful = mask_of(action for action, chance in enumerate(chances) if chance < 1.0)
        self._known: dict[int, Floats] = {}
        self._table: Floats | None = None
        self._drawn: dict[tuple[int, int], npt.NDArray[np.bool_]] = {}

    def of(self, plans: Sequence[int], most: int = SEARCHING) -> Floats:
        """Expected figures, shape (figures, plans).

        Arguments:
            plans: sets of actions.
            most: doubtful actions up to which outcomes are enumerated; of more ``2 ** most`` are drawn.
        """
        if not self.doubtful:
            return self._objective(plans)
        if self._table is not None:
            return self._table[:, np.asarray(list(map(self._needed, plans)), dtype=np.int64)]
        outcomes = [self._outcomes(plan, most) for plan in plans]
        self._look_at(mask for masks, _ in outcomes for mask in masks)
        means = [weights @ np.array([self._known[mask] for mask in masks]) for masks, weights in outcomes]
        return np.array(means).T

    def outlook(self, plan: int, most: int = SHOWING) -> Outlook:
        """What a plan may come to; arguments as ``of``."""
        masks, weights = self._outcomes(plan, most)
        self._look_at(masks)
        each = np.array([self._known[mask] for mask in masks])
        first, expected = each[:, 0], self.of([plan])[:, 0] if self._table is not None else weights @ each
        drawn = self._table is None and (self._needed(plan) & self.doubtful).bit_count() > most
        spread = math.sqrt(float(weights @ (first - weights @ first) ** 2))
        margin = MARGIN * spread / math.sqrt((1 << most) - 1) if drawn else 0.0
        return Outlook(expected, margin, drawn, _range(first, weights))

    def tabulate(self, plans: Integers) -> bool:
        """Work out the expectation of every set, where there are few actions; whether there was time.

        Arguments:
            plans: those that are asked for, with all of their subsets.
        """
        self._look_at([0])
        for first in range(0, len(plans), BLOCK):
            report("Trying sets of actions", first, len(plans))
            if deadline_passed():
                return False
            self._look_at(plans[first : first + BLOCK].tolist())
        figures = np.full((len(self._known[0]), 1 << len(self._chances)), np.nan)
        figures[:, list(self._known)] = np.array(list(self._known.values())).T
        self._table = expected_of_all(figures, self._chances)
        return True

    def _needed(self, plan: int) -> int:
        """A plan without what is spared beside the rest."""
        for action, beside in self._spared.items():
            if plan >> action & 1 and plan & beside:
                plan &= ~(1 << action)
        return plan

    def _look_at(self, masks: Iterable[int]) -> None:
        new = [mask for mask in dict.fromkeys(masks) if mask not in self._known]
        if new:
            self._known.update(zip(new, self._objective(new).T, strict=True))

    def _outcomes(self, plan: int, most: int) -> tuple[list[int], Floats]:
        """What may happen, each with how probable it is."""
        plan = self._needed(plan)
        doubtful = list(bits(plan & self.doubtful))
        if len(doubtful) > most:
            return self._draws(plan, doubtful, 1 << most)
        masks, weights = [plan & ~self.doubtful], np.ones(1)
        for action in doubtful:
            chance = self._chances[action]
            masks += [mask | 1 << action for mask in masks]
            weights = np.concatenate((weights * (1.0 - chance), weights * chance))
        return masks, weights

    def _draws(self, plan: int, doubtful: Sequence[int], count: int) -> tuple[list[int], Floats]:
        """Outcomes that were drawn, each with its share of the draws."""
        happened = np.array([self._successes(action, count) for action in doubtful]).T
        distinct, times = np.unique(np.packbits(happened, axis=1), axis=0, return_counts=True)
        sure = plan & ~self.doubtful
        succeeded = np.unpackbits(distinct, axis=1, count=len(doubtful)).astype(bool)
        numbers = np.array(doubtful)
        return [sure | mask_of(numbers[row].tolist()) for row in succeeded], times / count

    def _successes(self, action: int, count: int) -> npt.NDArray[np.bool_]:
        """In which draws an action succeeds; its own, whatever else is asked for."""
        if (action, count) not in self._drawn:
            random = np.random.default_rng((count, action))
            evenly = (random.permutation(count) + random.random(count)) / count
            self._drawn[action, count] = evenly < self._chances[action]
        return self._drawn[action, count]


def _range(figures: Floats, weights: Floats) -> tuple[float, float]:
    """Between which figures 8 outcomes in 10 lie."""
    order = np.argsort(figures, kind="stable")
    reached = np.cumsum(weights[order])
    # Shares are sums of products, so a quantile is met but for the last bits.
    low, high = (int(np.searchsorted(reached, share - 1e-12)) for share in RANGE)
    last = len(order) - 1
    return float(figures[order[min(low, last)]]), float(figures[order[min(high, last)]])
