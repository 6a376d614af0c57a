"""What stays: a leakage no erasure of a block goes below, for nobody can pay for deleting all who tell a fact."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from leakage.bits import bits, mask_of, union_of
from leakage.database import Floats
from leakage.decision.choices_in_masks import ChoicesInMasks
from leakage.decision.erasure_blocks import Block
from leakage.decision.frontier import lowest_within
from leakage.decision.pareto import ParetoFront
from leakage.progress import report
from leakage.resolution.subset_resolution import Composite

Bounds: TypeAlias = list[tuple[float, float]]

STEPS = 64
"""Budgets that a bound is worked out for."""


def what_stays(block: Block) -> Bounds:
    """What no plan goes below: (cost, leakage) pairs, costs rising, each leakage up to the next cost.

    Requests of a cost less than b delete no kind of records (of which the match reads the same) whose deletion costs b
    or more: something of it is kept. The composites of such kinds are in every choice, maybe as part of greater ones,
    where more records only add to a composite. Whoever matches such a composite is in it where he is kept; so a fact is
    in it at no less than c if all who match it and hold the fact at c or more cost b or more together. What is wrong
    there is at most what all releases together would make of it. L grows with the confidence of a right attribute and
    falls with a wrong one's, where weights alone count: the leakage of these confidences is a bound.
    Source: Whang & Garcia-Molina 2011, Section 2.2 (Representativity); 2012, Definition 1.
    """
    total = math.fsum(block.costs)
    growing = [choices for choices in block.choices if isinstance(choices, ChoicesInMasks) and choices.grows]
    stays = [_Stays(choices, block) for choices in growing if choices.bounded]
    steps = [total * step / STEPS for step in range(STEPS + 1)]
    bounds: Bounds = []
    for number, cost in enumerate(steps[:-1]):
        report("Bounding what can be erased", number, STEPS)
        bounds.append((cost, max((part.lowest(steps[number + 1]) for part in stays), default=0.0)))
    return [*bounds, (total, 0.0)]


def highest_of(searched: ParetoFront[None], bounds: Bounds) -> ParetoFront[None]:
    """Two bounds as one: for every budget the greater of them."""
    known = tuple(zip(searched.costs, searched.leakages, strict=True))
    both: ParetoFront[None] = ParetoFront(0.0)
    for cost in sorted({cost for cost, _ in (*known, *bounds)}):
        both.add(cost, max(lowest_within(known, cost), lowest_within(tuple(bounds), cost)), None)
    return both


class _Stays:
    """What stays of the choices of one pool."""

    def __init__(self, choices: ChoicesInMasks, block: Block) -> None:
        self._choices, self._resolution, self._table = choices, choices.resolution, choices.table
        self._costs = np.array([*block.costs, math.inf])
        size = len(self._table.records)
        # Whose deletion a record waits for; those that nobody can delete wait for the last, which nobody can pay.
        self._request = np.full(size, len(block.costs))
        for number, mask in enumerate(block.masks):
            self._request[list(bits(choices.within(mask) & ~choices.within(0)))] = number
        self._known: dict[tuple[int, ...], list[tuple[Floats, Floats]]] = {}

    def lowest(self, cost: float) -> float:
        """What no plan goes below that costs less than this."""
        # Plans that cost the same but for the last bits may be told as within the budget.
        enough = cost * (1.0 + 1e-9)
        firm = mask_of(kind for kind, price in enumerate(self._prices) if price > enough)
        rows = [self._row(composite, enough) for composite in self._resolution.state(firm)]
        return float(self._table.by_confidences.leakages(np.array(rows)).max(initial=0.0)) if rows else 0.0

    @cached_property
    def _kinds(self) -> tuple[int, ...]:
        return self._resolution.records or tuple(1 << number for number in range(len(self._table.records)))

    @cached_property
    def _prices(self) -> list[float]:
        """What it costs to delete all records of each kind."""
        requests = (np.unique(self._request[list(bits(kind))]) for kind in self._kinds)
        return [float(self._costs[some].sum()) for some in requests]

    def _row(self, composite: Composite, cost: float) -> Floats:
        """Confidences that no choice leaves the right ones below, and brings the wrong ones above."""
        row: Floats = self._most(composite).copy()
        row[self._table.right] = 0.0
        for column, (prices, sure) in zip(np.flatnonzero(self._table.right), self._holders(composite), strict=True):
            place = int(np.searchsorted(prices, cost, side="right"))
            row[column] = sure[place] if place < len(sure) else 0.0
        return row

    def _most(self, composite: Composite) -> Floats:
        whole = next(other for other in self._everything if other.kinds & composite.kinds)
        records = union_of(self._kinds[kind] for kind in bits(whole.kinds))
        most: Floats = self._table.confidences([records])[0]
        return most

    @cached_property
    def _everything(self) -> Sequence[Composite]:
        return self._resolution.state((1 << len(self._kinds)) - 1)

    def _holders(self, composite: Composite) -> list[tuple[Floats, Floats]]:
        """For each right pair what deleting its surest holders costs, one more at a time, and how sure each is."""
        near = tuple(self._near(composite))
        if near not in self._known:
            there = np.zeros(len(self._table.records) + 1, dtype=bool)
            there[[number for kind in near for number in bits(self._kinds[kind])]] = True
            self._known[near] = [
                self._prices_of(column, there) for column in np.flatnonzero(self._table.right).tolist()
            ]
        return self._known[near]

    def _near(self, composite: Composite) -> Iterator[int]:
        """The kinds whose records are in the composite wherever they are kept."""
        for kind, alone in enumerate(self._resolution.alone):
            joins = composite.kinds & alone.touching and self._resolution.matches(alone.view, composite.view)
            if joins or alone.kinds & composite.kinds:
                yield kind

    def _prices_of(self, column: int, there: npt.NDArray[np.bool_]) -> tuple[Floats, Floats]:
        numbers, sure = (held[column] for held in self._table.surest)
        near = there[numbers]
        requests = self._request[numbers[near]]
        # One request may delete several holders, and is paid once.
        paid = np.zeros(len(requests))
        first = np.unique(requests, return_index=True)[1]
        paid[first] = self._costs[requests[first]]
        return np.cumsum(paid), sure[near]
