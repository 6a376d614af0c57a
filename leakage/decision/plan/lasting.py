"""What lasts: a leakage no plan within some minutes goes below, for there is no time to touch all who tell a fact."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np

from leakage.bits import bits
from leakage.database import Floats
from leakage.decision.plan.outcomes import Outcomes
from leakage.decision.plan.pool_bound import PoolBound
from leakage.decision.what_if import settled_pipeline
from leakage.measure.measuring import as_measure
from leakage.record import Record

MOST_POOLS = 12
"""Pools of each adversary that it is read off, the largest first."""


class Lasting:
    """What no plan within some minutes goes below, adversary by adversary.

    A holding is touched by an action that changes or deletes it, or by which its holder leaves the pool. Take holdings
    that all offer one key: those of them that no action touches are in one composite, in company or not, where records
    are prepared one by one, joined where they offer the same key, and merged by union (``settled_pipeline``). A fact is
    in it at no less than c unless every such holding that tells it at c or more is touched. With ``y_h`` the least
    ``minutes(a) / (holdings of these that a touches)`` over the actions a that touch h, any set of actions that touches
    them all takes ``sum of y_h`` at least (a feasible dual of the covering problem). What is wrong in it is at most
    what all versions of everything make of it together. L grows with the confidence of what is right and falls with
    that of what is wrong where weights alone count, so the leakage of these confidences is a bound; facts whose change
    within the time makes them true no longer count as wrong. Other adversaries have no bound but 0: with negative
    evidence, one action more may take a composite apart.

    Facts that are sure, and each of which there is time to take, are looked at together too. With ``d_h`` of them told
    for certain by h, ``c_f = sum of y_h / d_h`` over the holdings that tell f, and whatever takes a set F of them takes
    ``sum over F of c_f`` at least: each holding is paid for once at most. L falls with the weight of sure facts alone,
    whichever they are (``d/dX of X / (W_e + Y)`` is at least 0 for ``X <= Y``), so the weight that fits, facts being
    taken in part (the fractional knapsack), is a bound as well.
    Source: Whang & Garcia-Molina 2011, Section 2.2 (Representativity); 2012, Definition 1.

    Arguments:
        outcomes: the actions, and what they act on.
        minutes: of each action, > 0.
    """

    def __init__(self, outcomes: Outcomes, minutes: Sequence[float]) -> None:
        self._outcomes, self._minutes = outcomes, np.array(minutes, dtype=np.float64)

    def leakages(self, budget: float) -> Floats:
        """What each adversary knows at least after any plan within a budget of minutes, shape (threats,)."""
        # Plans that take the same but for the last bits may be told as within the budget.
        enough = budget * (1.0 + 1e-9)
        reference = self._truth(enough)
        return np.array([self._greatest(pools, enough, reference) for pools in self._pools])

    def _greatest(self, pools: Sequence[PoolBound], budget: float, reference: Record) -> float:
        """The greatest bound of some pools; with no time at all none is below what it is with some."""
        lowest = 0.0
        for pool in sorted(pools, key=lambda pool: -pool.untouched(reference)):
            if pool.untouched(reference) <= lowest:
                break
            lowest = pool.lowest(budget, reference, above=lowest)
        return lowest

    def _truth(self, budget: float) -> Record:
        reference = self._outcomes.situation.reference
        for action in bits(self._outcomes.truth_changing):
            if self._minutes[action] <= budget:
                reference = self._outcomes.actions[action].on_reference(reference)
        return reference

    @cached_property
    def _pools(self) -> list[list[PoolBound]]:
        if not as_measure(self._outcomes.weights).right_or_wrong:
            return [[] for _ in self._outcomes.threats]
        return [list(self._of_threat(number)) for number in range(len(self._outcomes.threats))]

    def _of_threat(self, number: int) -> Iterator[PoolBound]:
        threat = self._outcomes.threats[number]
        if settled_pipeline(threat.adversary) is None:
            return
        pools = [(members, shared) for members, shared, after in self._outcomes.members(number) if not after]
        for members, shared in sorted(pools, key=lambda pool: -len(pool[0]))[:MOST_POOLS]:
            yield PoolBound(self._outcomes, self._minutes, threat, members, shared)
