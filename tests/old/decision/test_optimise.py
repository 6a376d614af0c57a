"""The search for the best sets of actions, against trying all of them: any figure, cost and bundle."""

import math
import random

import numpy as np
import pytest
from hypothesis import given, settings

from leakage.old.bits import bits
from leakage.old.decision.optimise import OptimisationProblem, search
from leakage.progress import Budget, within
from tests.amount import TIMES
from tests.old.decision import kinds


def figures_of(chance, size):
    """A figure for every set, of few values so that many are equal: an action more may lower or raise it."""
    figures = [chance.choice([0.0, 0.2, 0.5, 0.5, 0.9]) + 0.1 * chance.random() for _ in range(1 << size)]
    return [round(figure, chance.choice([1, 3])) for figure in figures]


def problem_of(chance, size, **more):
    """A problem, and what each of its sets leaves and costs."""
    figures = figures_of(chance, size)
    costs = tuple(chance.choice([0.5, 1.0, 1.0, 2.0, 3.5]) for _ in range(size))

    def objective(plans):
        some = np.array([figures[plan] for plan in plans])
        return some, some

    return OptimisationProblem(objective, costs, **more), figures


def cost_of(costs, plan):
    return math.fsum(costs[action] for action in bits(plan))


def check(problem, figures, found):
    """For every budget the least of all payable sets where the search ended; else none that is less."""
    plans = [plan for plan in range(len(figures)) if problem.payable(plan)]
    for cost, figure, plan in found.front:
        assert (cost, figure) == (pytest.approx(cost_of(problem.costs, plan)), figures[plan]) and plan in plans
    for budget in sorted({cost_of(problem.costs, plan) for plan in plans}):
        least = min(figures[plan] for plan in plans if cost_of(problem.costs, plan) <= budget + 1e-9)
        assert least <= found.front.best(budget) + 1e-10
        if found.ended:
            assert found.front.best(budget) == pytest.approx(least, abs=1e-11)


@settings(max_examples=30 * TIMES)
@given(kinds.seeds)
def test_all_sets_are_tried_where_there_are_few(chance):
    size = chance.randint(0, 6)
    problem, figures = problem_of(chance, size, budget=chance.choice([1.0, 3.0, math.inf]))
    found = search(problem, 0, every=6)
    check(problem, figures, found)
    assert found.ended and found.looked == sum(map(problem.payable, range(1 << size)))


@settings(max_examples=30 * TIMES)
@given(kinds.seeds)
def test_what_is_found_is_really_left(chance):
    size = chance.randint(1, 6)
    bundles = [chance.randrange(1, 1 << size) for _ in range(4)] + [1 << action for action in range(size)]
    plain, figures = problem_of(chance, size, budget=chance.choice([2.0, 5.0, math.inf]))
    chosen = chance.choice([None, lambda: bundles])
    problem = OptimisationProblem(plain.objective, plain.costs, plain.budget, bundles=chosen)
    limit = chance.randint(1, 60)
    found = search(problem, limit)
    check(problem, figures, found)
    assert not found.ended and found.looked <= limit + 24 + 2 * size + 3


def test_actions_that_help_only_together_are_found_by_their_bundle():
    def objective(plans):
        left = np.array([0.1 if plan & 0b111 == 0b111 else 0.9 for plan in plans])
        return left, left

    costs, singles = (1.0,) * 30, [1 << action for action in range(30)]
    assert search(OptimisationProblem(objective, costs, bundles=lambda: singles), 300).front.best(3.0) == 0.9
    assert search(OptimisationProblem(objective, costs, bundles=lambda: [0b111, *singles]), 300).front.best(3.0) == 0.1


def test_without_time_not_all_is_tried():
    problem, figures = problem_of(random.Random(1), 5)
    with within(Budget(seconds=0.0)):
        found = search(problem, 1_000, every=5)
    assert not found.ended
    check(problem, figures, found)
