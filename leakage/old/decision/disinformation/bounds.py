"""What no choice of disinformation within a budget goes below.

The bound where composites may come apart: one for all choices.

Without representativity a composite may come apart as well. What a record r has right stays right in whatever
composite it ends in, and that holds no more wrong than the widest one a match without negative evidence could make.
Source: Whang & Garcia-Molina 2011, Sections 2.2 and 3.2; 2012, Definition 1.

Bounds: what no choice of disinformation within a budget goes below.

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

By a measure with near values the same holds with L replaced by its own lower bound
(``leakage.old.decision.disinformation.joins``): whatever is brought in takes nothing from what is right itself; a near
value counts as wrong here, for it may earn less than it dilutes.
Source: Whang & Garcia-Molina 2011, Sections 2.2 and 3.2; 2012, Definition 1.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from leakage.old.database import Floats
from leakage.old.decision.disinformation.candidates import common_step
from leakage.old.decision.disinformation.joins import Component, Dilution, JoinsByKeys, JoinsFromScratch
from leakage.old.decision.disinformation.problem import Block, DecoyProblem
from leakage.old.decision.disinformation.purchases import Wrong
from leakage.old.measure.measuring import as_measure
from leakage.old.measure.weights import without_presumptions
from leakage.old.presumption import fact_of
from leakage.old.resolution.merge import union_merge
from leakage.progress import cancellable
from leakage.record import Pair, Record

# Budgets in cells: what is true of all budgets at once, one number for each step of them.


MOST_CELLS = 512
"""Cells a budget is divided into at most."""


@dataclass(frozen=True, slots=True)
class BudgetGrid:
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
    def of(prices: Iterable[float], budget: float) -> BudgetGrid:
        """The cells for some prices: of their common step, where that is not too fine.

        >>> BudgetGrid.of([3.0, 1.5], 9.0)
        BudgetGrid(step=1.5, count=7, exact=True)
        """
        step = common_step(prices)
        if step and budget / step <= MOST_CELLS:
            return BudgetGrid(step, int(budget / step + 1e-9) + 1, True)
        return BudgetGrid(budget / (MOST_CELLS // 2), MOST_CELLS // 2 + 1, False)

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


def bought(wrong: Sequence[Wrong], copies: int, cells: BudgetGrid) -> Floats:
    """``F_n``: the most weight that wrong attributes buy for every budget, each label so many times; shape (cells,).

    >>> bought([Wrong("N", 1.0, 1.0), Wrong("C", 3.0, 2.0)], 1, BudgetGrid(1.0, 4, True)).tolist()
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


class FromScratch:
    """The bound for a problem on which composites may come apart: one for all choices."""

    def __init__(
        self, problem: DecoyProblem, options: Sequence[int], per_label: int, records: int, cells: BudgetGrid
    ) -> None:
        self._problem, self._cells = problem, cells
        self._bought = bought(problem.wrong, per_label * records, cells)
        self._pools = {pool for number in options for pool in problem.options[number].move.channel.pools}

    @cached_property
    def floor(self) -> Floats:
        """What no choice goes below, for every cell of what is spent; shape (cells,)."""
        best = np.zeros(self._cells.count)
        for pool in self._pools:
            joins = self._problem.joins[pool]
            assert isinstance(joins, JoinsFromScratch)
            if joins.reach is not None:
                for record, widest in zip(cancellable(joins.reach.records), joins.reach.widest, strict=True):
                    best = np.maximum(best, self._of(record, widest))
        return best

    def _of(self, record: Record, widest: Record) -> Floats:
        reference, counted = self._problem.pools[0].reference, as_measure(self._problem.pools[0].weights).counted
        weights = without_presumptions(self._problem.pools[0].weights)
        record, widest = counted(record), counted(widest)
        right = Record(a for a in record if a.pair in reference)
        if not right:
            return np.zeros(self._cells.count)
        dilution = Dilution(right, reference, weights)
        # Merging may make her surer of what is wrong, of each at most as sure as can be. It may make her surer of
        # what is right as well, and that only adds.
        weight_of = as_measure(weights).weight_of
        wrong = sum(weight_of(a.label) for a in widest if a.pair not in reference and a.confidence > 0.0)
        return dilution.least(self._bought + wrong)


# Reach: which composites every disinformation record joins, what it brings that is wrong, and what that costs.


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


class Coverage:
    """Which composites of a pool every option joins, and what records cost that bring so many.

    Arguments:
        problem: the options.
        pool: the pool.
        options: the numbers of a group.
        records: of a plan, at most.
        cells: of the budget.
    """

    def __init__(
        self, problem: DecoyProblem, pool: int, options: Sequence[int], records: int, cells: BudgetGrid
    ) -> None:
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
        among = set(composites)
        return np.array([number in among for number in self.composites], dtype=bool)

    def joining(self, composites: Iterable[int]) -> Mask:
        """Which options join one of these composites by themselves, shape (options,)."""
        return np.asarray(self.joined[:, self.inside(composites)].any(axis=1), dtype=bool)

    def brought(self, target: int) -> Brought:
        """What is wrong and not in a target, by who brings it."""
        if target not in self._brought:
            composites = self.joins.baseline.before.resolution.composites
            target_pairs = composites[target].confidences
            wrong = [self.wrong_weight([composites[number]], target_pairs) for number in self.composites]
            baits = [
                self.wrong_weight([part.composite], target_pairs)
                - self.wrong_weight([composites[number] for number in part.composites], target_pairs)
                for part in (self.joins.parts((number,))[0] for number in self.options)
            ]
            free = self.wrong_weight(
                [composites[number] for number in self.joins.crossing if number != target], target_pairs
            )
            self._brought[target] = Brought(np.array(wrong), np.clip(baits, 0.0, None), free)
        return self._brought[target]

    def wrong_weight(self, records: Iterable[Record], target_pairs: Mapping[Pair, float]) -> float:
        """The weight, times confidence, of what is wrong in any of the records and not held."""
        facts = self.joins.baseline.reference.known.confidences
        gained: dict[Pair, float] = {}
        for record in records:
            for pair, confidence in record.confidences.items():
                more = confidence - target_pairs.get(pair, 0.0)
                if more > gained.get(pair, 0.0) and fact_of(pair) not in facts:
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
        return any(all(self._offered_elsewhere(pair, row) for pair in key.shared) for key in keys)

    def _offered_elsewhere(self, pair: Pair, row: int) -> bool:
        columns, rows = self._holders.get(pair, (set(), set()))
        if any(not self.joined[row, column] for column in columns):
            return True
        return any(not np.any(self.joined[row] & self.joined[other]) for other in rows)

    @cached_property
    def _holders(self) -> dict[Pair, tuple[set[int], set[int]]]:
        """Who holds a pair, as the match sees it: composites and options, by column and row."""
        holders: dict[Pair, tuple[set[int], set[int]]] = {}
        if self.joins.match is None:
            return holders
        composites = self.joins.baseline.before.resolution.composites
        for column, number in enumerate(self.composites):
            for pair in self.joins.match.pairs(composites[number]):
                holders.setdefault(pair, (set(), set()))[0].add(column)
        for row, number in enumerate(self.options):
            for pair in self.joins.match.pairs(self.joins.records[number]):
                holders.setdefault(pair, (set(), set()))[1].add(row)
        return holders


# Bounds for one composite: what it does not go below, whatever few records join it; ``bound`` says why.


class CompositeBounds:
    """What a composite does not go below for each budget, alone or as one with another.

    Arguments:
        problem, options, per_label, records, cells: as ``ByKeys``.
    """

    def __init__(
        self, problem: DecoyProblem, options: Sequence[int], per_label: int, records: int, cells: BudgetGrid
    ) -> None:
        self._problem, self._options, self._cells = problem, tuple(options), cells
        self._bought = [bought(problem.wrong, per_label * n, cells) for n in range(records + 2)]
        pools = sorted({pool for number in options for pool in problem.options[number].move.channel.pools})
        self._reaches = {pool: Coverage(problem, pool, options, records, cells) for pool in pools}
        self._as_one: dict[tuple[Component, Component], Block] = {}

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
        joins_of_option = dict(
            zip(reaches.options, zip(joins.tolist(), (joins | reaches.hidden).tolist(), strict=True), strict=True)
        )
        table = np.array([joins_of_option.get(number, (False, False)) for number in self._options], dtype=bool)
        return table[:, :1], table[:, 1:] if left == 1 else np.ones((len(table), 1), dtype=bool)

    def merged(self, first: Block, other: Block) -> Block:
        """Two composites as one."""
        key = (first.part, other.part)
        if key not in self._as_one:
            composites = first.part.composites | other.part.composites
            whole = Component((), composites, union_merge(first.part.composite, other.part.composite))
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

    def _one_more(self, reaches: Coverage, target: int, inside: Mask, count: int, _: int) -> Floats:
        """The most that one option brings which joins the composite, for every budget."""
        brought = reaches.brought(target)
        touching = reaches.joined[:, inside].any(axis=1) | reaches.hidden
        fresh = np.where(inside, 0.0, brought.composites)
        brings, cost = (reaches.joined @ fresh + brought.baits)[touching], reaches.cost[touching]
        bought = self._bought[count + 1]
        options = [spent(bought, cell) + brings[cost == cell].max() for cell in np.unique(cost).tolist()]
        return np.max(options, axis=0) if options else np.full(self._cells.count, -np.inf)

    def _more(self, reaches: Coverage, target: int, inside: Mask, count: int, more: int) -> Floats:
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


class ByKeys:
    """The bound for a problem on which composites only grow.

    Arguments:
        problem: the options and what comes of them.
        options: the numbers of a group.
        per_label: how many values of a label a record may state.
        records: how many records a plan may have.
        cells: of the budget.
    """

    def __init__(
        self, problem: DecoyProblem, options: Sequence[int], per_label: int, records: int, cells: BudgetGrid
    ) -> None:
        self._options, self._cells = tuple(options), cells
        self._each = CompositeBounds(problem, options, per_label, records, cells)
        self._keeps: dict[tuple[Component, int], float] = {}
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
            worst = np.maximum(worst, self._each.least(first, _other_blocks(some, first), left))
            for other in second:
                apart = split(
                    *(self._each.least(block, _other_blocks(some, first, other), left) for block in (first, other))
                )
                merged = self._each.least(self._each.merged(first, other), _other_blocks(some, first, other), left)
                may_meet = self._each.may_meet(first, [other], left)
                worst = np.maximum(worst, np.minimum(apart, merged) if may_meet else apart)
        return worst

    def further(self, blocks: Sequence[Block], untouched: Sequence[Block], left: int) -> Floats:
        """The same if one option in particular is taken next, its cost included; shape (options, cells)."""
        worst = np.zeros((len(self._options), self._cells.count))
        for some in _by_pool((*blocks, *untouched)).values():
            first, *second = self._most_stubborn(some, left)
            worst = np.maximum(worst, self._with_option(first, _other_blocks(some, first), left))
            for other in second:
                worst = np.maximum(
                    worst, self._with_option_for_two(first, other, _other_blocks(some, first, other), left)
                )
        moved = np.full(worst.shape, np.inf)
        for cell in np.unique(self._cost[self._cost < self._cells.count]).tolist():
            rows = self._cost == cell
            moved[rows, cell:] = worst[rows, : self._cells.count - cell]
        return moved

    def _most_stubborn(self, blocks: Sequence[Block], left: int) -> list[Block]:
        """The two composites that keep most, it seems: any two give a bound."""
        if len(blocks) == 1:
            return list(blocks)
        ranked = [(-self._least_credit(block, left), number) for number, block in enumerate(blocks)]
        return [blocks[number] for _, number in sorted(ranked)[:2]]

    def _least_credit(self, block: Block, left: int) -> float:
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


def _other_blocks(blocks: Sequence[Block], *these: Block) -> list[Block]:
    """The others with chosen records in them."""
    return [block for block in blocks if block.places and all(block is not left_out for left_out in these)]
