"""A leakage that no plan within some minutes goes below."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

from leakage.bits import bits
from leakage.database import Database, Floats
from leakage.decision.incremental import settled_pipeline
from leakage.decision.plan.actions import Threat
from leakage.decision.plan.outcomes import Outcomes
from leakage.measure.comparison import LeakageTable
from leakage.measure.measuring import as_measure
from leakage.presumption import fact_of
from leakage.progress import cancellable
from leakage.record import Pair, Record
from leakage.resolution.adversary import Adversary

# What lasts: a leakage no plan within some minutes goes below, for there is no time to touch all who tell a fact.


MOST_POOLS = 12
"""Pools of each adversary that it is read off, the largest first."""


class BudgetLowerBound:
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
        if not as_measure(self._outcomes.weights).grows:
            return [[] for _ in self._outcomes.threats]
        return [list(self._of_threat(number)) for number in range(len(self._outcomes.threats))]

    def _of_threat(self, number: int) -> Iterator[PoolBound]:
        threat = self._outcomes.threats[number]
        if settled_pipeline(threat.adversary) is None:
            return
        pools = [(members, shared) for members, shared, after in self._outcomes.members(number) if not after]
        for members, shared in sorted(pools, key=lambda pool: -len(pool[0]))[:MOST_POOLS]:
            yield PoolBound(self._outcomes, self._minutes, threat, members, shared)


# Pool bound: what no plan within some minutes takes from one pool, as ``BudgetLowerBound`` says.


MOST_GROUPS = 40
"""Groups of records that a bound is read off for each pool, the largest first; any choice of them is sound."""

BLOCK = 8
"""Groups worked out together."""


class PoolBound:
    """The bound of one pool."""

    def __init__(
        self, outcomes: Outcomes, minutes: Floats, threat: Threat, members: tuple[str, ...], shared: bool
    ) -> None:
        self._minutes, self._measure = minutes, as_measure(outcomes.weights)
        self._tables: dict[Record, LeakageTable] = {}
        self._wholes: dict[int, Record] = {}
        self._untouched: dict[Record, Floats] = {}
        self._right_columns: dict[Record, frozenset[int]] = {}
        self._reference = outcomes.situation.reference
        pipeline = settled_pipeline(threat.adversary)
        assert pipeline is not None, "asked for only where there is one"
        versions, inside = outcomes.versions, set(members)
        stays_away = {*(outcomes.situation.left if shared else ())}
        slots = [s for s in versions.slots if s.holding.recipient in inside - stays_away]
        everything = [h.record for h in versions.held_records if h.recipient in inside]
        originals = pipeline.prepared([slot.holding.record for slot in slots])
        background = pipeline.prepared(threat.background_of(outcomes.situation))
        self._records = (*originals, *background)
        # Of each record the actions that touch it: nobody touches the background.
        self._touching = [np.zeros(0, dtype=np.int64)] * len(self._records)
        for place, slot in enumerate(slots):
            leaving = outcomes.leaving.get(slot.holding.recipient, 0) if shared else 0
            self._touching[place] = np.array([*bits(slot.altering | slot.erasing | leaving)], dtype=np.int64)
        resolve = Adversary((pipeline.analysis,) if pipeline.analysis else ())
        resolution = resolve.resolve(Database.from_records((*self._records, *pipeline.prepared(everything))))
        self._composite_of = resolution.composite_of
        self._composites = resolution.composites
        match = pipeline.resolve.match if pipeline.resolve else None
        groups: dict[object, list[int]] = {}
        for place, record in enumerate(self._records):
            groups.setdefault(place, []).append(place)
            for key in match.keys(record) if match else ():
                members_of = groups.setdefault(key, [])
                if not members_of or members_of[-1] != place:
                    members_of.append(place)
        distinct = {tuple(group) for group in groups.values()}
        telling = [group for group in distinct if self._tells(group)]
        self._groups = sorted(telling, key=lambda group: (-self._weight_of(group), group))[:MOST_GROUPS]

    def untouched(self, reference: Record) -> float:
        """The bound without any time: no other is above it."""
        return float(self._without_time(reference).max(initial=0.0))

    def lowest(self, budget: float, reference: Record, above: float = 0.0) -> float:
        """What no plan within a budget goes below, where that is above something."""
        lowest, most = above, self._without_time(reference)
        order = np.argsort(-most, kind="stable").tolist()
        for first in range(0, len(order), BLOCK):
            some = [number for number in order[first : first + BLOCK] if most[number] > lowest]
            if not some:
                break
            lowest = max(lowest, float(self._of_groups(some, budget, reference).max()))
        return lowest

    def _without_time(self, reference: Record) -> Floats:
        """What each group leaks at least without any time: none leaks more with some, and most need not be told."""
        if reference not in self._untouched:
            self._untouched[reference] = self._of_groups(range(len(self._groups)), 0.0, reference)
        return self._untouched[reference]

    def _of_groups(self, numbers: Sequence[int], budget: float, reference: Record) -> Floats:
        """What some groups leak at least, shape (groups,)."""
        if not numbers:
            return np.zeros(0)
        alone = [self._row(number, budget, reference) for number in cancellable(numbers)]
        together = (
            self._together(n, row, budget, reference) for n, row in zip(cancellable(numbers), alone, strict=True)
        )
        rows = np.array([*alone, *together])
        if reference not in self._tables:
            self._tables[reference] = self._measure.table(self._pairs, reference)
        least: Floats = self._tables[reference].leakages(rows).reshape(2, -1).max(axis=0)
        return least

    def _row(self, number: int, budget: float, reference: Record) -> Floats:
        """Confidences that no plan leaves the right ones below, and brings the wrong ones above."""
        row = self._most[number].copy()
        right = self._right(reference)
        for column, prices, sure in self._holders[number]:
            if column in right:
                place = bisect_right(prices, budget)
                row[column] = sure[place] if place < len(sure) else 0.0
        return row

    def _right(self, reference: Record) -> frozenset[int]:
        """The columns of the pairs that are right; looked up once, for a row has thousands."""
        if reference not in self._right_columns:
            right = (column for column, pair in enumerate(self._pairs) if fact_of(pair) in reference)
            self._right_columns[reference] = frozenset(right)
        return self._right_columns[reference]

    def _together(self, number: int, alone: Floats, budget: float, reference: Record) -> Floats:
        """The same for the right facts that are sure, and that only together there is no time to take.

        Arguments:
            number: of the group.
            alone: its confidences if each fact were taken for itself.
            budget, reference: as ``lowest``.
        """
        sure = self._sure[number]
        lost = np.flatnonzero(sure.any(axis=0) & (alone < 1.0)).tolist()
        gone = [column for column in lost if column in self._right(reference)]
        if not gone:
            return alone
        told = sure[:, gone]
        shares = self._shares[number] / np.maximum(told.sum(axis=1), 1)
        prices, weights = shares @ told, self._weights[gone]
        order = np.argsort(-weights / prices, kind="stable")
        whole = bisect_right(np.cumsum(prices[order]).tolist(), budget)
        # No more weight than if facts could be taken in part; where all weigh the same, no part of one is of use.
        taken = order[: whole if np.ptp(weights) == 0.0 else whole + 1]
        row = alone.copy()
        row[gone] = 1.0
        row[np.array(gone, dtype=np.int64)[taken]] = 0.0
        return row

    @cached_property
    def _sure(self) -> list[npt.NDArray[np.bool_]]:
        """For every group which of its records tell which pair for certain, shape (records, pairs)."""
        place = {pair: column for column, pair in enumerate(self._pairs)}
        sure = [np.zeros((len(group), len(self._pairs)), dtype=bool) for group in self._groups]
        for group, told in zip(cancellable(self._groups), sure, strict=True):
            for row, number in zip(told, group, strict=True):
                row[[place[a.pair] for a in self._records[number].known if a.confidence == 1.0]] = True
        return sure

    @cached_property
    def _shares(self) -> list[Floats]:
        """For every group what touching each of its records takes at least; 0 for those that nothing touches."""
        return [np.where(np.isfinite(least), least, 0.0) for least in map(self._least, self._groups)]

    @cached_property
    def _weights(self) -> Floats:
        return np.array([self._measure.weight_of(label) for label, _ in self._pairs])

    @cached_property
    def _pairs(self) -> tuple[Pair, ...]:
        return tuple(sorted({a.pair for group in self._groups for a in self._whole(group).known}))

    @cached_property
    def _most(self) -> list[Floats]:
        """For every group the greatest confidences its composite may have; what is right is filled in later."""
        wholes = [self._whole(group) for group in cancellable(self._groups)]
        return [np.array([whole.confidence_of(pair) for pair in self._pairs]) for whole in wholes]

    @cached_property
    def _holders(self) -> list[list[tuple[int, list[float], list[float]]]]:
        """For every group and right pair what touching its surest holders takes, one more at a time."""
        right = sorted(self._right(self._reference))
        return [
            [(column, *self._prices(holders.get(self._pairs[column], []), self._pairs[column])) for column in right]
            for holders in map(self._holders_in, cancellable(self._groups))
        ]

    def _holders_in(self, group: Sequence[int]) -> dict[Pair, list[int]]:
        """For every pair that a group tells which of its records do."""
        holders: dict[Pair, list[int]] = {}
        for place in group:
            for attribute in self._records[place].known:
                holders.setdefault(attribute.pair, []).append(place)
        return holders

    def _prices(self, holders: list[int], pair: Pair) -> tuple[list[float], list[float]]:
        if len(holders) == 1:
            # As it is with what each recipient is presumed to hold, of which there is very much.
            [place] = holders
            return [float(self._minutes[self._touching[place]].min(initial=math.inf))], [
                self._records[place].confidence_of(pair)
            ]
        holders.sort(key=lambda place: -self._records[place].confidence_of(pair))
        sure = [self._records[place].confidence_of(pair) for place in holders]
        prices: list[float] = np.cumsum(self._least(holders)).tolist() if holders else []
        return prices, sure

    def _least(self, records: Sequence[int]) -> Floats:
        """What touching each of some records takes at least, together as each for itself; infinite for nobody's."""
        actions = [self._touching[place] for place in records]
        touching = np.concatenate([np.zeros(0, dtype=np.int64), *actions])
        shares = self._minutes / np.maximum(np.bincount(touching, minlength=len(self._minutes)), 1)
        least = np.full(len(records), math.inf)
        np.minimum.at(least, np.repeat(np.arange(len(records)), [len(some) for some in actions]), shares[touching])
        return least

    def _whole(self, group: Sequence[int]) -> Record:
        number = int(self._composite_of[group[0]])
        if number not in self._wholes:
            # Composites of many records are made anew whenever they are asked for.
            self._wholes[number] = self._composites[number]
        return self._wholes[number]

    def _tells(self, group: Sequence[int]) -> bool:
        return any(fact_of(a.pair) in self._reference for place in group for a in self._records[place].known)

    def _weight_of(self, group: Sequence[int]) -> float:
        """The weight of what the group has right, and how often it is told."""
        told = (fact_of(a.pair) for place in group for a in self._records[place].known)
        facts = {fact for fact in told if fact in self._reference}
        return len(group) + sum(self._measure.weight_of(label) for label, _ in facts)
