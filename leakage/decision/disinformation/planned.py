"""Planned disinformation: the records of a plan, and the frontier of plans."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from leakage.decision.disinformation.moves import Kind, Move
from leakage.decision.disinformation.prices import check_budget
from leakage.decision.disinformation.problem import Problem
from leakage.decision.frontier import Frontier, Plan
from leakage.record import Attribute, Record
from leakage.short_repr import short_repr


@dataclass(frozen=True, eq=False)
class PlannedRecord:
    """One record of a plan, as it could be released.

    Arguments:
        move: whom it is given to, what it aims at, and its bait.
        record: all of it.
        wrong: the wrong attributes added to the bait.
        cost: C(record).
        chosen: the number of the option it is, and how many wrong attributes of every label it carries.
    """

    move: Move
    record: Record
    wrong: tuple[Attribute, ...]
    cost: float
    chosen: tuple[int, tuple[int, ...]]

    __repr__ = short_repr

    @property
    def kind(self) -> Kind:
        """What it is for."""
        return self.move.kind


@dataclass(frozen=True, eq=False)
class DisinformationPlan(Plan):
    """S: what to release, and what is known then.

    Arguments:
        cost: the sum of C(r) over its records.
        leakage: L(R + S, e, E), by really resolving.
        lowest: what no plan within the budget goes below.
        records: in the order they would be read.
    """

    records: tuple[PlannedRecord, ...]

    __repr__ = short_repr


@dataclass(frozen=True, eq=False)
class DisinformationFrontier(Frontier[DisinformationPlan]):
    """The best plans, from no record on.

    Arguments:
        plans, bounds, budget, slack: as ``Frontier``.
        heuristic: the papers' heuristic for rising budgets, the same way.
        moves: what was chosen from.
        only_self: whether it is proved that no record can join two composites.
        looked: how many choices of records were looked at.
        problem: what any choice leaves known.
    """

    heuristic: tuple[DisinformationPlan, ...]
    moves: tuple[Move, ...]
    only_self: bool
    looked: int
    problem: Problem

    __repr__ = short_repr

    def leakage_of(self, records: Iterable[PlannedRecord]) -> float:
        """``L(R + S, e, E)`` for some records of a plan."""
        return max((max(pool) for pool in self.pool_leakages(records)), default=0.0)

    def pool_leakages(self, records: Iterable[PlannedRecord]) -> tuple[tuple[float, float], ...]:
        """For every pool the greatest leakage of what some records of a plan are in, and of what they are not in."""
        chosen = sorted(record.chosen for record in records)
        return self.problem.pool_leakages([number for number, _ in chosen], [counts for _, counts in chosen])

    def heuristic_within(self, budget: float) -> DisinformationPlan:
        """What the papers' heuristic comes to within a budget.

        Raises:
            ValueError: as ``within``.
        """
        return self._last_within(self.heuristic, budget)

    def _last_within(self, plans: Sequence[DisinformationPlan], budget: float) -> DisinformationPlan:
        check_budget(budget)
        if budget > self.budget + self.slack:
            raise ValueError(f"the budget must be at most {self.budget:g}, up to which plans were sought")
        return super()._last_within(plans, budget)
