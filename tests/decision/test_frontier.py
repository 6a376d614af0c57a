"""Frontiers: what is best within every budget, against all plans and all combinations of parts."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.decision.frontier import Frontier, ParetoFront, Plan, bounds_of, plans_of, together
from leakage.measure.gradient import TOLERANCE
from tests.oracles import decisions as oracle
from tests.strategies import thorough

costs = st.sampled_from([0.0, 0.5, 1.0, 1.5, 2.0, 4.0])
leakages = st.sampled_from([0.0, 0.1, 0.3, 0.35, 0.6, 0.9, 1.0])
plans = st.lists(st.tuples(costs, leakages), max_size=8).map(lambda some: [(0.0, 0.9), *some])


def front_of(plans):
    front = ParetoFront(1e-9)
    for number, plan in enumerate(plans):
        front.add(*plan, number)
    return front


class Searched:
    """A search that found some of the plans there are, and knows that the others leave no less than a share of it."""

    def __init__(self, every, found, share):
        self.front = front_of(found)
        self._lower = [(cost, leakage * share) for cost, leakage in every]

    def bounds(self):
        front = ParetoFront(0.0)
        for plan in sorted(self._lower):
            front.add(*plan, None)
        return front


@thorough
@given(plans, st.floats(0.0, 5.0))
def test_a_front_holds_the_best_plan_for_every_budget(every, budget):
    front = front_of(every)
    assert front.best(budget) == oracle.best_listed(every, budget)
    for cost, leakage, number in front:
        assert every[number] == (cost, leakage)
    for before, after in itertools.pairwise(front):
        assert before[0] < after[0] and before[1] > after[1] + TOLERANCE


@thorough
@given(st.lists(plans, max_size=3), st.sampled_from([0.0, 0.2, 0.95]), st.sampled_from([0.0, 1.0, 3.5, 20.0]))
def test_parts_together_are_the_best_of_all_combinations(parts, constant, most):
    combined = oracle.in_all_combinations(parts, constant)
    told = together([front_of(part) for part in parts], constant, most)
    assert all(cost <= most for cost, _, _ in told)
    for cost, leakage, chosen in told:
        picked = [part[number] for part, number in zip(parts, chosen, strict=True)]
        assert (cost, leakage) == (sum(c for c, _ in picked), max([constant, *(left for _, left in picked)]))
    for budget in {cost for cost, _ in combined if cost <= most}:
        assert oracle.best_listed([plan[:2] for plan in told], budget) == pytest.approx(
            oracle.best_listed(combined, budget)
        )


@thorough
@given(st.lists(plans, min_size=1, max_size=2), st.integers(1, 9), st.sampled_from([0.5, 0.9, 1.0]))
def test_a_plan_is_called_optimal_only_where_none_is_better_and_its_gap_is_wide_enough(parts, kept, share):
    every = oracle.in_all_combinations(parts)
    searches = [Searched(part, part[:kept], share) for part in parts]
    bounds = bounds_of(searches, 0.0, 20.0)
    found = tuple(plan for plan, _ in plans_of(searches, bounds, 0.0, 20.0, 1e-9))
    frontier = Frontier(found, bounds, 20.0, 1e-9)
    for plan in found:
        assert plan == frontier.within(plan.cost) if plan.cost else plan.cost == 0.0
    for budget in {cost for cost, _ in every if cost}:
        plan, least = frontier.within(budget), oracle.best_listed(every, budget)
        assert plan.lowest <= least + TOLERANCE and plan.leakage >= least
        assert plan.gap >= plan.leakage - least - TOLERANCE
        assert not plan.optimal or plan.leakage == pytest.approx(least)
        assert not frontier.optimal or plan.leakage == pytest.approx(least)
    if share == 1.0 and all(len(part) <= kept for part in parts):
        assert frontier.optimal and all(plan.optimal and plan.gap == 0.0 for plan in found)


def test_a_frontier_whose_last_plan_can_be_beaten_with_more_is_not_proved():
    frontier = Frontier((Plan(0.0, 0.9, 0.9),), ((0.0, 0.9), (2.0, 0.4)), 3.0, 0.0)
    assert frontier.within(1.0).optimal and not frontier.within(2.0).optimal and not frontier.optimal
    assert frontier.within(2.0).gap == pytest.approx(0.5)


@pytest.mark.parametrize("budget", [0.0, -1.0, float("nan")])
def test_a_budget_that_buys_nothing_is_refused(budget):
    with pytest.raises(ValueError, match=r"^the budget must be more than 0$"):
        Frontier((Plan(0.0, 0.9, 0.9),), ((0.0, 0.9),), 3.0, 0.0).within(budget)
