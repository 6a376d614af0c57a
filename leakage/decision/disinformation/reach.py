"""Reach: which composites every disinformation record joins, what it brings that is wrong, and what that costs."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from leakage.database import Floats
from leakage.decision.disinformation.budget_cells import Cells
from leakage.decision.disinformation.joins import JoinsByKeys
from leakage.decision.disinformation.problem import Problem
from leakage.measure.measuring import as_measure
from leakage.record import Pair, Record

Mask: TypeAlias = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Brought:
    """What is wrong and not in a target, by who brings it.

    Arguments:
        composites: the weight of every composite that options join, shape (composites,).
        baits: the weight of what an option's bait has besides, shape (options,).
        free: the weight of composites that only several records together could join.
    """

    composites: Floats
    baits: Floats
    free: float


class Reaches:
    """Which composites of a pool every option joins, and what records cost that bring so many.

    Arguments:
        problem: the options.
        pool: the pool.
        options: the numbers of a group.
        records: of a plan, at most.
        cells: of the budget.
    """

    def __init__(self, problem: Problem, pool: int, options: Sequence[int], records: int, cells: Cells) -> None:
        joins = problem.joins[pool]
        assert isinstance(joins, JoinsByKeys)
        self.joins = joins
        self._weight_of = as_measure(joins.baseline.weights).weight_of
        self.options = [number for number in options if number in joins.records]
        alone = [joins.parts((number,))[0] for number in self.options]
        self.composites = sorted({number for part in alone for number in part.composites} | joins.crossing)
        place = {number: column for column, number in enumerate(self.composites)}
        self.joined = np.zeros((len(alone), len(place)), dtype=bool)
        for row, part in enumerate(alone):
            self.joined[row, [place[number] for number in part.composites]] = True
        self.cost = np.array([cells.of_cost(problem.options[number].cost) for number in self.options], dtype=np.int64)
        # Where a key can be put together, two composites may become one by a third that neither joins by itself.
        hidden = [bool(joins.crossing) or self._by_hidden_key(row) for row in range(len(alone))]
        self.hidden = np.array(hidden, dtype=bool)
        self._brought: dict[int, Brought] = {}
        self.least = [self._least(count, cells.count) for count in range(1, records + 1)]

    def inside(self, composites: Iterable[int]) -> Mask:
        """Which of the composites that options join are among these, shape (composites,)."""
        held = set(composites)
        return np.array([number in held for number in self.composites], dtype=bool)

    def joining(self, composites: Iterable[int]) -> Mask:
        """Which options join one of these composites by themselves, shape (options,)."""
        return np.asarray(self.joined[:, self.inside(composites)].any(axis=1), dtype=bool)

    def brought(self, target: int) -> Brought:
        """What is wrong and not in a target, by who brings it."""
        if target not in self._brought:
            composites = self.joins.baseline.before.resolution.composites
            held = composites[target].confidences
            wrong = [self.wrong_weight([composites[number]], held) for number in self.composites]
            baits = [
                self.wrong_weight([part.composite], held)
                - self.wrong_weight([composites[number] for number in part.composites], held)
                for part in (self.joins.parts((number,))[0] for number in self.options)
            ]
            free = self.wrong_weight([composites[number] for number in self.joins.crossing if number != target], held)
            self._brought[target] = Brought(np.array(wrong), np.clip(baits, 0.0, None), free)
        return self._brought[target]

    def wrong_weight(self, records: Iterable[Record], held: Mapping[Pair, float]) -> float:
        """The weight, times confidence, of what is wrong in any of the records and not held."""
        facts = self.joins.baseline.reference.known.confidences
        gained: dict[Pair, float] = {}
        for record in records:
            for pair, confidence in record.confidences.items():
                more = confidence - held.get(pair, 0.0)
                if more > gained.get(pair, 0.0) and pair not in facts:
                    gained[pair] = more
        return sum(self._weight_of(label) * more for (label, _), more in gained.items())

    def _least(self, count: int, unpaid: int) -> list[int]:
        """For q = 0, 1, ... the cells that so many options cost at least which bring q composites."""
        brings = self.joined.sum(axis=1) - np.where(self.hidden, 0, 1)
        single = {int(q): int(self.cost[brings == q].min()) for q in np.unique(brings)}
        cheapest = {0: 0}
        for _ in range(count):
            step: dict[int, int] = {}
            for (before, paid), (more, price) in itertools.product(cheapest.items(), single.items()):
                step[before + more] = min(paid + price, step.get(before + more, unpaid))
            cheapest = step
        return [
            min((cost for q, cost in cheapest.items() if q >= least), default=unpaid)
            for least in range(max(cheapest) + 1)
        ]

    def _by_hidden_key(self, row: int) -> bool:
        """Whether an option could join others by a key that no composite offers, nor anything it joins."""
        match, owner = self.joins.match, self.joins.baseline.owner
        record = self.joins.records[self.options[row]]
        keys = [key for key in match.keys(record) if key not in owner] if match else []
        return any(all(self._held_elsewhere(pair, row) for pair in key.shared) for key in keys)

    def _held_elsewhere(self, pair: Pair, row: int) -> bool:
        columns, rows = self._holders.get(pair, (set(), set()))
        if any(not self.joined[row, column] for column in columns):
            return True
        return any(not np.any(self.joined[row] & self.joined[other]) for other in rows)

    @cached_property
    def _holders(self) -> dict[Pair, tuple[set[int], set[int]]]:
        """Who holds a pair, as the match sees it: composites and options, by column and row."""
        held: dict[Pair, tuple[set[int], set[int]]] = {}
        if self.joins.match is None:
            return held
        composites = self.joins.baseline.before.resolution.composites
        for column, number in enumerate(self.composites):
            for pair in self.joins.match.pairs(composites[number]):
                held.setdefault(pair, (set(), set()))[0].add(column)
        for row, number in enumerate(self.options):
            for pair in self.joins.match.pairs(self.joins.records[number]):
                held.setdefault(pair, (set(), set()))[1].add(row)
        return held
