"""Spending: which wrong attributes to buy for the composites of a choice, for every budget left."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from leakage.database import Floats, Integers
from leakage.decision.disinformation.problem import Block
from leakage.decision.disinformation.purchases import Purchases, purchases
from leakage.decision.disinformation.space import Choice, Space
from leakage.decision.pareto import ParetoFront
from leakage.measure.ties import SAME

Shared = tuple[tuple[int, tuple[int, ...]], ...]
"""For places in a choice how many wrong attributes of every label the record there carries."""


class Spending:
    """What a group's choices can buy.

    Arguments:
        space: what is searched.
        options: the numbers of the group.
        front: the plans found so far: what no plan gains by is not bought.
    """

    def __init__(self, space: Space, options: Sequence[int], front: ParetoFront[Choice]) -> None:
        self._space, self._problem, self._front = space, space.problem, front
        self._cheapest = min(self._problem.options[number].cost for number in options)
        self._known: dict[tuple[tuple[int, ...], ...], Purchases] = {}

    def stairs(self, chosen: Sequence[int], blocks: Sequence[Block], cost: float) -> tuple[ParetoFront[Shared], bool]:
        """What wrong attributes make of composites that have records in common, and whether no choice was thinned out.

        Arguments:
            chosen: the options.
            blocks: some of the composites they end in.
            cost: what the options cost without wrong attributes.
        """
        kinds = _kinds(blocks)
        rooms = [[self._problem.options[chosen[place]].room for place in kind] for kind in kinds]
        buyable = self._purchases([[sum(room) for room in zip(*some, strict=True)] for some in rooms])
        held = [[n for n, kind in enumerate(kinds) if kind[0] in block.places] for block in blocks]
        stairs: ParetoFront[Shared] = ParetoFront(self._space.slack)
        kept = self._worth_measuring(blocks, held, buyable, cost)
        if len(kept):
            bought = [buyable.counts[kept][:, some].sum(axis=1) for some in held]
            diluted = (self._problem.diluted(block.part, some) for block, some in zip(blocks, bought, strict=True))
            leakages = np.max(list(diluted), axis=0)
            for number, leakage in zip(kept.tolist(), leakages.tolist(), strict=True):
                if leakage < stairs.best(buyable.cost[number]) - SAME:
                    stairs.add(float(buyable.cost[number]), leakage, _shared(kinds, rooms, buyable.counts[number]))
        return stairs, buyable.complete

    def _worth_measuring(
        self, blocks: Sequence[Block], held: Sequence[Sequence[int]], buyable: Purchases, cost: float
    ) -> Integers:
        """The numbers of what can be paid and may come below the plans found so far."""
        least: Floats = np.max(
            [
                self._problem.dilution(block.part).least(buyable.weight[:, some].sum(axis=1))
                for block, some in zip(blocks, held, strict=True)
            ],
            axis=0,
        )
        spent = cost + buyable.cost
        places = np.searchsorted(self._front.costs, spent + self._space.slack, side="right")
        better = least < np.asarray(self._front.leakages)[places - 1] - SAME
        return np.flatnonzero(better & (spent <= self._space.budget + self._space.slack))

    def _purchases(self, room: list[list[int]]) -> Purchases:
        key = tuple(tuple(counts) for counts in room)
        if key not in self._known:
            left = max(0.0, self._space.budget - self._cheapest)
            self._known[key] = purchases(self._problem.wrong, room, left, self._problem.related)
        return self._known[key]


def components_of(blocks: Sequence[Block]) -> list[list[Block]]:
    """The blocks that have records in common, because one record landed in several pools."""
    components: list[list[Block]] = []
    for block in blocks:
        tied = [some for some in components if any(set(block.places) & set(other.places) for other in some)]
        components = [some for some in components if some not in tied]
        components.append([*(member for some in tied for member in some), block])
    return components


def _kinds(blocks: Sequence[Block]) -> list[list[int]]:
    """The records by the blocks they are in; what one of them carries does the same as if another one did."""
    kinds: dict[tuple[int, ...], list[int]] = {}
    for place in sorted({place for block in blocks for place in block.places}):
        kinds.setdefault(tuple(n for n, block in enumerate(blocks) if place in block.places), []).append(place)
    return list(kinds.values())


def _shared(kinds: Sequence[Sequence[int]], rooms: Sequence[Sequence[Sequence[int]]], counts: Integers) -> Shared:
    """What is bought for every kind of record, shared out among its records as there is room."""
    shared = []
    for kind, some, wanted in zip(kinds, rooms, counts.tolist(), strict=True):
        left = list(wanted)
        for place, room in zip(kind, some, strict=True):
            taken = tuple(min(free, more) for free, more in zip(room, left, strict=True))
            left = [more - took for more, took in zip(left, taken, strict=True)]
            shared.append((place, taken))
    return tuple(shared)
