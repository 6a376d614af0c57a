"""Bounds: what no choice of disinformation within a budget goes below.

With union merge and rules that keep their keys a composite t only grows. Whatever records are released, the composite
it ends in holds what t has right, at no less confidence, and what is wrong in it adds to the denominator only. So

    L(R + S, e, E) >= L(r_t, e, W),    L(r_t, e, W) >= sum_{b right in t} 2 w_b p_b / (W_e + w_b (1 - p_b) + Y_t + W)

by Jensen's inequality, where W is the weight of what S brings in that is wrong and not in t (weight times confidence).
What W can be within a budget b is bounded from above, all budgets at once, in cells of a common step of the prices:

    F_n(b)     the most weight that wrong attributes in n records buy: a knapsack, each label at most n times per value
    one more   one of the options that join t: what is wrong in the composites it joins, and F_{n+1}(b - C(m))
    r more     each joins one composite that is there already, so it brings one less than it joins: of all composites
               not there yet the q heaviest, and F_{n+r}(b - the least that r options cost that bring q)

A composite that only several records together can join (its key is put together from theirs) counts as brought in by
the first; where there is one, options need not join what is there, and count with all they join. Where a further record
could join the composite to another one that chosen records are in, what is wrong there and what they buy counts as
well. Prices without a common step are rounded down to cells, which only makes the bound lower. One that is not touched
keeps its leakage.

The greatest bound over all composites is one for the whole. Two composites of a pool share a budget: either they end as
one, which is a composite that holds what both have, or what is spent on the one is not spent on the other. Records that
land in several pools do something in each, so between pools nothing is shared out.

Without representativity a composite may come apart as well. What a record r has right stays right in whatever
composite it ends in, and that holds no more wrong than the widest one a match without negative evidence could make.
Source: Whang & Garcia-Molina 2011, Sections 2.2 and 3.2; 2012, Definition 1.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property

import numpy as np

from leakage.database import Floats
from leakage.decision.budget_cells import Cells, bought, spent, split
from leakage.decision.dilution import Dilution
from leakage.decision.disinformation_ground import Block, Ground
from leakage.decision.disinformation_joins import JoinsAnew, Part
from leakage.decision.disinformation_reach import Mask, Reaches
from leakage.measure.weights import weight_of
from leakage.record import Record
from leakage.resolution.merge import union_merge


class ByKeys:
    """The bound for a ground on which composites only grow.

    Arguments:
        ground: the options and what comes of them.
        options: the numbers of a group.
        per_label: how many values of a label a record may state.
        records: how many records a plan may have.
        cells: of the budget.
    """

    def __init__(self, ground: Ground, options: Sequence[int], per_label: int, records: int, cells: Cells) -> None:
        self._ground, self._options, self._cells = ground, tuple(options), cells
        self._bought = [bought(ground.wrong, per_label * n, cells) for n in range(records + 2)]
        pools = sorted({pool for number in options for pool in ground.options[number].move.outlet.pools})
        self._reaches = {pool: Reaches(ground, pool, options, records, cells) for pool in pools}
        self._keeps: dict[tuple[Part, int], float] = {}
        self._as_one: dict[tuple[Part, Part], Block] = {}
        self._cost = np.array([cells.of_cost(ground.options[number].cost) for number in options])

    def own(self, blocks: Sequence[Block]) -> Floats:
        """What composites with chosen records do not go below by wrong attributes alone, for each budget, (cells,)."""
        worst = np.zeros(self._cells.count)
        for some in _by_pool(blocks).values():
            least = [self._dilution(block).least(self._bought[len(block.places)]) for block in some]
            together = least[0]
            for one in least[1:]:
                together = split(together, one)
            worst = np.maximum(worst, together)
        return worst

    def below(self, blocks: Sequence[Block], untouched: Sequence[Block], left: int) -> Floats:
        """What nothing goes below that has the chosen records and up to so many further ones, shape (cells,).

        Arguments:
            blocks: the composites with chosen records in them.
            untouched: the most telling ones without.
            left: how many further records there may be.
        """
        worst = np.zeros(self._cells.count)
        for some in _by_pool((*blocks, *untouched)).values():
            first, *second = self._most_stubborn(some, left)
            worst = np.maximum(worst, self._least(first, _besides(some, first), left))
            for other in second:
                apart = split(*(self._least(one, _besides(some, first, other), left) for one in (first, other)))
                merged = self._least(self._merged(first, other), _besides(some, first, other), left)
                may_meet = self._may_meet(first, [other], left)
                worst = np.maximum(worst, np.minimum(apart, merged) if may_meet else apart)
        return worst

    def further(self, blocks: Sequence[Block], untouched: Sequence[Block], left: int) -> Floats:
        """The same if one option in particular is taken next, its cost included; shape (options, cells)."""
        worst = np.zeros((len(self._options), self._cells.count))
        for some in _by_pool((*blocks, *untouched)).values():
            first, *second = self._most_stubborn(some, left)
            worst = np.maximum(worst, self._with_option(first, _besides(some, first), left))
            for other in second:
                worst = np.maximum(worst, self._with_option_for_two(first, other, _besides(some, first, other), left))
        moved = np.full(worst.shape, np.inf)
        for cell in np.unique(self._cost[self._cost < self._cells.count]).tolist():
            rows = self._cost == cell
            moved[rows, cell:] = worst[rows, : self._cells.count - cell]
        return moved

    def _most_stubborn(self, blocks: Sequence[Block], left: int) -> list[Block]:
        """The two composites that keep most, it seems: any two give a bound."""
        if len(blocks) == 1:
            return list(blocks)
        kept = [(-self._kept(block, left), number) for number, block in enumerate(blocks)]
        return [blocks[number] for _, number in sorted(kept)[:2]]

    def _kept(self, block: Block, left: int) -> float:
        """What a composite keeps at least if all is spent on it, others apart."""
        if block.places:
            return float(self._dilution(block).least(self._bought[len(block.places)][-1:])[0])
        key = (block.part, left)
        if key not in self._keeps:
            self._keeps[key] = float(self._least(block, (), left)[-1])
        return self._keeps[key]

    def _with_option(self, block: Block, others: Sequence[Block], left: int) -> Floats:
        """With one option in particular, in the composite or not; without its cost, shape (options, cells)."""
        inside, outside = self._least_with(block, others, left), self._least(block, others, left - 1)
        surely, perhaps = self._joining(block, left)
        best = np.where(perhaps, inside, np.inf)
        return np.where(surely, best, np.minimum(best, outside))

    def _with_option_for_two(self, first: Block, other: Block, others: Sequence[Block], left: int) -> Floats:
        """With one option in particular, in either of two composites, in neither, or in what the two end as."""
        (surely, perhaps), (surely_other, perhaps_other) = self._joining(first, left), self._joining(other, left)
        mine, its = (self._least(one, others, left - 1) for one in (first, other))
        inside, inside_other = (self._least_with(one, others, left) for one in (first, other))
        best = np.where(perhaps & ~surely_other, split(inside, its), np.inf)
        best = np.minimum(best, np.where(perhaps_other & ~surely, split(mine, inside_other), np.inf))
        best = np.where(surely | surely_other, best, np.minimum(best, split(mine, its)))
        if self._may_meet(first, [other], left):
            best = np.minimum(best, self._least_with(self._merged(first, other), others, left))
        return best

    def _least(self, block: Block, others: Sequence[Block], left: int) -> Floats:
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

    def _least_with(self, block: Block, others: Sequence[Block], left: int) -> Floats:
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
        found: Floats = self._dilution(block).least(table.ravel()).reshape(table.shape)
        return found

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
        leakages = self._ground.pools[block.pool].leakages
        return max(block.part.composites, key=lambda number: float(leakages[number]), default=None)

    def _joining(self, block: Block, left: int) -> tuple[Mask, Mask]:
        """Which options surely end in a composite, and which may, shape (options, 1)."""
        reaches = self._reaches[block.pool]
        joins = reaches.joining(block.part.composites)
        known = dict(
            zip(reaches.options, zip(joins.tolist(), (joins | reaches.hidden).tolist(), strict=True), strict=True)
        )
        table = np.array([known.get(number, (False, False)) for number in self._options], dtype=bool)
        return table[:, :1], table[:, 1:] if left == 1 else np.ones((len(table), 1), dtype=bool)

    def _dilution(self, block: Block) -> Dilution:
        if len(block.part.composites) == 1 and not block.places:
            return self._ground.dilution_of(block.pool, next(iter(block.part.composites)))
        return self._ground.dilution(block.part)

    def _merged(self, first: Block, other: Block) -> Block:
        """Two composites as one."""
        key = (first.part, other.part)
        if key not in self._as_one:
            composites = first.part.composites | other.part.composites
            whole = Part((), composites, union_merge(first.part.composite, other.part.composite))
            self._as_one[key] = Block(first.pool, whole, tuple(sorted((*first.places, *other.places))))
        return self._as_one[key]

    def _met(self, block: Block, target: int, others: Sequence[Block], left: int) -> tuple[int, float]:
        """How many chosen records could be in the composite, and what else could come into it for nothing."""
        reaches = self._reaches[block.pool]
        met = others if self._may_meet(block, others, left) else ()
        wrong = reaches.wrong_weight([one.part.composite for one in met], block.part.composite.confidences)
        return len(block.places) + sum(len(one.places) for one in met), reaches.brought(target).free + wrong

    def _may_meet(self, block: Block, others: Sequence[Block], left: int) -> bool:
        """Whether so many further records could make one of the composite and any of the others."""
        reaches = self._reaches[block.pool]
        if not others or not left:
            return False
        if left > 1 or reaches.hidden.any() or reaches.joins.crossing:
            return True
        mine = reaches.joining(block.part.composites)
        theirs = reaches.joining(n for one in others for n in one.part.composites)
        return bool(np.any(mine & theirs))


def _by_pool(blocks: Sequence[Block]) -> dict[int, list[Block]]:
    found: defaultdict[int, list[Block]] = defaultdict(list)
    for block in blocks:
        found[block.pool].append(block)
    return found


def _besides(blocks: Sequence[Block], *these: Block) -> list[Block]:
    """The others with chosen records in them."""
    return [block for block in blocks if block.places and all(block is not one for one in these)]


class Anew:
    """The bound for a ground on which composites may come apart: one for all choices."""

    def __init__(self, ground: Ground, options: Sequence[int], per_label: int, records: int, cells: Cells) -> None:
        self._ground, self._cells = ground, cells
        self._bought = bought(ground.wrong, per_label * records, cells)
        self._pools = {pool for number in options for pool in ground.options[number].move.outlet.pools}

    @cached_property
    def floor(self) -> Floats:
        """What no choice goes below, for every cell of what is spent; shape (cells,)."""
        best = np.zeros(self._cells.count)
        if not self._ground.bare:
            return best
        for pool in self._pools:
            joins = self._ground.joins[pool]
            assert isinstance(joins, JoinsAnew)
            if joins.reach is not None:
                for record, widest in zip(joins.reach.records, joins.reach.widest, strict=True):
                    best = np.maximum(best, self._of(record, widest))
        return best

    def _of(self, record: Record, widest: Record) -> Floats:
        reference, weights = self._ground.pools[0].reference, self._ground.pools[0].weights
        right = Record(a for a in record if a.pair in reference)
        if not right:
            return np.zeros(self._cells.count)
        found = Dilution(right, reference, weights)
        # Merging may make her surer of what is wrong, of each at most as sure as can be. It may make her surer of
        # what is right as well, and that only adds.
        wrong = sum(weight_of(a.label, weights) for a in widest if a.pair not in reference and a.confidence > 0.0)
        return found.least(self._bought + wrong)
