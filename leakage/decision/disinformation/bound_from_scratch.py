"""The bound where composites may come apart: one for all choices.

Without representativity a composite may come apart as well. What a record r has right stays right in whatever
composite it ends in, and that holds no more wrong than the widest one a match without negative evidence could make.
Source: Whang & Garcia-Molina 2011, Sections 2.2 and 3.2; 2012, Definition 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from leakage.database import Floats
from leakage.decision.disinformation.budget_cells import Cells, bought
from leakage.decision.disinformation.dilution import Dilution
from leakage.decision.disinformation.joins import JoinsFromScratch
from leakage.decision.disinformation.problem import Problem
from leakage.measure.measuring import as_measure
from leakage.progress import looking
from leakage.record import Record


class FromScratch:
    """The bound for a problem on which composites may come apart: one for all choices."""

    def __init__(self, problem: Problem, options: Sequence[int], per_label: int, records: int, cells: Cells) -> None:
        self._problem, self._cells = problem, cells
        self._bought = bought(problem.wrong, per_label * records, cells)
        self._pools = {pool for number in options for pool in problem.options[number].move.outlet.pools}

    @cached_property
    def floor(self) -> Floats:
        """What no choice goes below, for every cell of what is spent; shape (cells,)."""
        best = np.zeros(self._cells.count)
        for pool in self._pools:
            joins = self._problem.joins[pool]
            assert isinstance(joins, JoinsFromScratch)
            if joins.reach is not None:
                for record, widest in zip(looking(joins.reach.records), joins.reach.widest, strict=True):
                    best = np.maximum(best, self._of(record, widest))
        return best

    def _of(self, record: Record, widest: Record) -> Floats:
        reference, weights = self._problem.pools[0].reference, self._problem.pools[0].weights
        right = Record(a for a in record if a.pair in reference)
        if not right:
            return np.zeros(self._cells.count)
        dilution = Dilution(right, reference, weights)
        # Merging may make her surer of what is wrong, of each at most as sure as can be. It may make her surer of
        # what is right as well, and that only adds.
        weight_of = as_measure(weights).weight_of
        wrong = sum(weight_of(a.label) for a in widest if a.pair not in reference and a.confidence > 0.0)
        return dilution.least(self._bought + wrong)
