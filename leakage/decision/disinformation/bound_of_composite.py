"""Bounds for one composite: what it does not go below, whatever few records join it; ``bound`` says why."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from leakage.database import Floats
from leakage.decision.disinformation.budget_cells import Cells, bought, spent
from leakage.decision.disinformation.dilution import Dilution
from leakage.decision.disinformation.joins import Part
from leakage.decision.disinformation.problem import Block, Problem
from leakage.decision.disinformation.reach import Mask, Reaches
from leakage.resolution.merge import union_merge


class CompositeBounds:
    """What a composite does not go below for each budget, alone or as one with another.

    Arguments:
        problem, options, per_label, records, cells: as ``ByKeys``.
    """

    def __init__(self, problem: Problem, options: Sequence[int], per_label: int, records: int, cells: Cells) -> None:
        self._problem, self._options, self._cells = problem, tuple(options), cells
        self._bought = [bought(problem.wrong, per_label * n, cells) for n in range(records + 2)]
        pools = sorted({pool for number in options for pool in problem.options[number].move.outlet.pools})
        self._reaches = {pool: Reaches(problem, pool, options, records, cells) for pool in pools}
        self._as_one: dict[tuple[Part, Part], Block] = {}

    def by_wrong_attributes(self, block: Block, first: int = 0) -> Floats:
        """What a composite does not go below by the wrong attributes of the records in it, for each cell from first."""
        return self._dilution(block).least(self._bought[len(block.places)][first:])

    def least(self, block: Block, others: Sequence[Block], left: int) -> Floats:
        """What a composite does not go below, with up to so many further records or none, shape (cells,)."""
        target = self._target(block)
        if target is None:
            return np.zeros(self._cells.count)
        reaches = self._reaches[block.pool]
        count, extra = self._met(block, target, others, left)
        inside = reaches.inside(block.part.composites)
        gain = self._bought[count]
        for more in range(1, left + 1):
            brings = (self._one_more if more == 1 else self._more)(reaches, target, inside, count, more)
            gain = np.maximum(gain, brings + extra)
        return self._dilution(block).least(gain)

    def least_with(self, block: Block, others: Sequence[Block], left: int) -> Floats:
        """The same where one option in particular is in it, without its cost, shape (options, cells)."""
        target = self._target(block)
        if target is None:
            return np.zeros((len(self._options), self._cells.count))
        reaches = self._reaches[block.pool]
        count, extra = self._met(block, target, others, left)
        inside, brought = reaches.inside(block.part.composites), reaches.brought(target)
        later = [self._more(reaches, target, inside, count + 1, more) for more in range(1, left)]
        gain = np.max([self._bought[count + 1], *later], axis=0) + extra
        fresh = np.where(inside, 0.0, brought.composites)
        brings = dict(zip(reaches.options, (reaches.joined @ fresh + brought.baits).tolist(), strict=True))
        table = gain[np.newaxis, :] + np.array([[brings.get(number, 0.0)] for number in self._options])
        least: Floats = self._dilution(block).least(table.ravel()).reshape(table.shape)
        return least

    def joining(self, block: Block, left: int) -> tuple[Mask, Mask]:
        """Which options surely end in a composite, and which may, shape (options, 1)."""
        reaches = self._reaches[block.pool]
        joins = reaches.joining(block.part.composites)
        known = dict(
            zip(reaches.options, zip(joins.tolist(), (joins | reaches.hidden).tolist(), strict=True), strict=True)
        )
        table = np.array([known.get(number, (False, False)) for number in self._options], dtype=bool)
        return table[:, :1], table[:, 1:] if left == 1 else np.ones((len(table), 1), dtype=bool)

    def merged(self, first: Block, other: Block) -> Block:
        """Two composites as one."""
        key = (first.part, other.part)
        if key not in self._as_one:
            composites = first.part.composites | other.part.composites
            whole = Part((), composites, union_merge(first.part.composite, other.part.composite))
            self._as_one[key] = Block(first.pool, whole, tuple(sorted((*first.places, *other.places))))
        return self._as_one[key]

    def may_meet(self, block: Block, others: Sequence[Block], left: int) -> bool:
        """Whether so many further records could make one of the composite and any of the others."""
        reaches = self._reaches[block.pool]
        if not others or not left:
            return False
        if left > 1 or reaches.hidden.any() or reaches.joins.crossing:
            return True
        mine = reaches.joining(block.part.composites)
        theirs = reaches.joining(n for other in others for n in other.part.composites)
        return bool(np.any(mine & theirs))

    def _one_more(self, reaches: Reaches, target: int, inside: Mask, count: int, _: int) -> Floats:
        """The most that one option brings which joins the composite, for every budget."""
        brought = reaches.brought(target)
        touching = reaches.joined[:, inside].any(axis=1) | reaches.hidden
        fresh = np.where(inside, 0.0, brought.composites)
        brings, cost = (reaches.joined @ fresh + brought.baits)[touching], reaches.cost[touching]
        bought = self._bought[count + 1]
        options = [spent(bought, cell) + brings[cost == cell].max() for cell in np.unique(cost).tolist()]
        return np.max(options, axis=0) if options else np.full(self._cells.count, -np.inf)

    def _more(self, reaches: Reaches, target: int, inside: Mask, count: int, more: int) -> Floats:
        """The most that so many options bring, each joining something that is there already."""
        brought = reaches.brought(target)
        fresh = np.where(inside, 0.0, brought.composites)
        heaviest = np.concatenate(([0.0], np.cumsum(np.sort(fresh)[::-1])))
        baits, bought = more * float(brought.baits.max(initial=0.0)), self._bought[count + more]
        options = [
            spent(bought, cell) + heaviest[min(q, len(heaviest) - 1)] + baits
            for q, cell in enumerate(reaches.least[more - 1])
        ]
        most: Floats = np.max(options, axis=0)
        return most

    def _target(self, block: Block) -> int | None:
        """The earlier composite in a composite that tells most."""
        leakages = self._problem.pools[block.pool].leakages
        return max(block.part.composites, key=lambda number: float(leakages[number]), default=None)

    def _dilution(self, block: Block) -> Dilution:
        if len(block.part.composites) == 1 and not block.places:
            return self._problem.dilution_of(block.pool, next(iter(block.part.composites)))
        return self._problem.dilution(block.part)

    def _met(self, block: Block, target: int, others: Sequence[Block], left: int) -> tuple[int, float]:
        """How many chosen records could be in the composite, and what else could come into it for nothing."""
        reaches = self._reaches[block.pool]
        met = others if self.may_meet(block, others, left) else ()
        wrong = reaches.wrong_weight([other.part.composite for other in met], block.part.composite.confidences)
        return len(block.places) + sum(len(other.places) for other in met), reaches.brought(target).free + wrong
