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

By a measure (near values, related labels) the same holds with L replaced by its own lower bound
(``leakage.decision.disinformation.dilution``): whatever is brought in adds to Y no more than what it is worth known
alone, and takes nothing from X; a near value counts as wrong here, for it may earn less than it dilutes.
Source: Whang & Garcia-Molina 2011, Sections 2.2 and 3.2; 2012, Definition 1.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from leakage.database import Floats
from leakage.decision.disinformation.bound_of_composite import CompositeBounds
from leakage.decision.disinformation.budget_cells import Cells, split
from leakage.decision.disinformation.joins import Part
from leakage.decision.disinformation.problem import Block, Problem


class ByKeys:
    """The bound for a problem on which composites only grow.

    Arguments:
        problem: the options and what comes of them.
        options: the numbers of a group.
        per_label: how many values of a label a record may state.
        records: how many records a plan may have.
        cells: of the budget.
    """

    def __init__(self, problem: Problem, options: Sequence[int], per_label: int, records: int, cells: Cells) -> None:
        self._options, self._cells = tuple(options), cells
        self._each = CompositeBounds(problem, options, per_label, records, cells)
        self._keeps: dict[tuple[Part, int], float] = {}
        self._cost = np.array([cells.of_cost(problem.options[number].cost) for number in options])

    def own(self, blocks: Sequence[Block]) -> Floats:
        """What composites with chosen records do not go below by wrong attributes alone, for each budget, (cells,)."""
        worst = np.zeros(self._cells.count)
        for some in _by_pool(blocks).values():
            least = [self._each.by_wrong_attributes(block) for block in some]
            together = least[0]
            for further in least[1:]:
                together = split(together, further)
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
            worst = np.maximum(worst, self._each.least(first, _besides(some, first), left))
            for other in second:
                apart = split(
                    *(self._each.least(block, _besides(some, first, other), left) for block in (first, other))
                )
                merged = self._each.least(self._each.merged(first, other), _besides(some, first, other), left)
                may_meet = self._each.may_meet(first, [other], left)
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
            return float(self._each.by_wrong_attributes(block, first=-1)[0])
        key = (block.part, left)
        if key not in self._keeps:
            self._keeps[key] = float(self._each.least(block, (), left)[-1])
        return self._keeps[key]

    def _with_option(self, block: Block, others: Sequence[Block], left: int) -> Floats:
        """With one option in particular, in the composite or not; without its cost, shape (options, cells)."""
        inside, outside = (
            self._each.least_with(block, others, left),
            self._each.least(block, others, left - 1),
        )
        surely, perhaps = self._each.joining(block, left)
        best = np.where(perhaps, inside, np.inf)
        return np.where(surely, best, np.minimum(best, outside))

    def _with_option_for_two(self, first: Block, other: Block, others: Sequence[Block], left: int) -> Floats:
        """With one option in particular, in either of two composites, in neither, or in what the two end as."""
        (surely, perhaps), (surely_other, perhaps_other) = (
            self._each.joining(first, left),
            self._each.joining(other, left),
        )
        mine, its = (self._each.least(block, others, left - 1) for block in (first, other))
        inside, inside_other = (self._each.least_with(block, others, left) for block in (first, other))
        best = np.where(perhaps & ~surely_other, split(inside, its), np.inf)
        best = np.minimum(best, np.where(perhaps_other & ~surely, split(mine, inside_other), np.inf))
        best = np.where(surely | surely_other, best, np.minimum(best, split(mine, its)))
        if self._each.may_meet(first, [other], left):
            best = np.minimum(best, self._each.least_with(self._each.merged(first, other), others, left))
        return best


def _by_pool(blocks: Sequence[Block]) -> dict[int, list[Block]]:
    by_pool: defaultdict[int, list[Block]] = defaultdict(list)
    for block in blocks:
        by_pool[block.pool].append(block)
    return by_pool


def _besides(blocks: Sequence[Block], *these: Block) -> list[Block]:
    """The others with chosen records in them."""
    return [block for block in blocks if block.places and all(block is not left_out for left_out in these)]
