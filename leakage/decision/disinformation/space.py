"""Space: what is searched for disinformation, and what a choice of it is."""

from __future__ import annotations

from dataclasses import dataclass

from leakage.decision.disinformation.problem import Problem

Bought = tuple[tuple[int, ...], ...]
"""For each chosen option how many wrong attributes of every label it carries."""

Choice = tuple[tuple[int, ...], Bought]
"""The options chosen, ascending, and what each carries."""


@dataclass(frozen=True, eq=False)
class Space:
    """What is searched.

    Arguments:
        problem: the options and what comes of them.
        per_label: how many values of a label a record may state.
        records: how many records of one group a plan may have.
        budget: what a plan may cost.
    """

    problem: Problem
    per_label: int
    records: int
    budget: float

    @property
    def slack(self) -> float:
        """Costs closer than this are equal."""
        return 1e-9 * max(1.0, self.budget)
