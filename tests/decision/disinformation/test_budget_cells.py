"""Budgets in cells: never more than what can be paid, and never less than what it buys."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.decision.disinformation.bounds import BudgetGrid, bought, spent, split
from leakage.decision.disinformation.candidates import Wrong
from tests.strategies import quick

costs = st.floats(0.0, 5.0)


@quick
@given(st.lists(costs, min_size=1, max_size=5), st.floats(0.01, 2.0))
def test_the_cells_of_several_costs_add_up_to_no_more_than_that_of_their_sum(some, step):
    cells = BudgetGrid(step, 1_000, exact=False)
    assert sum(cells.of_cost(cost) for cost in some) <= cells.of_cost(sum(some))
    assert all(0 <= cells.of_cost(cost) * step <= cost for cost in some)


@pytest.mark.parametrize("times", range(1, 40))
def test_a_cost_on_the_edge_is_in_its_own_cell_where_prices_have_a_step_and_else_in_the_one_below(times):
    # Seven times 0.1 is not 0.7: sums of prices differ in their last bits.
    assert BudgetGrid(0.1, 100, exact=True).of_cost(times / 10) == times
    assert BudgetGrid(0.1, 100, exact=False).of_cost(times / 10) == times - 1
    assert BudgetGrid(0.1, 100, exact=False).of_cost(times / 10 + 0.05) == times


def test_what_is_free_is_in_the_first_cell():
    assert [BudgetGrid(0.1, 100, exact).of_cost(0.0) for exact in (True, False)] == [0, 0]


@quick
@given(
    st.lists(st.tuples(st.floats(0.1, 3.0), st.sampled_from([0.0, 0.3, 0.5, 1.0, 1.7])), max_size=3),
    st.integers(0, 2),
    st.booleans(),
)
def test_what_is_bought_is_no_less_than_any_choice_buys(labels, copies, exact):
    wrong = [Wrong(f"L{n}", weight, price) for n, (weight, price) in enumerate(labels)]
    cells = BudgetGrid(0.1 if exact else 0.37, 40, exact)
    gain = bought(wrong, copies, cells)
    best = np.zeros(cells.count)
    for counts in itertools.product(range(copies + 1), repeat=len(wrong)):
        cell = cells.of_cost(sum(n * fact.price for n, fact in zip(counts, wrong, strict=True)))
        weight = sum(n * fact.weight for n, fact in zip(counts, wrong, strict=True))
        best[cell:] = np.maximum(best[cell:], weight)
    assert np.all(gain >= best - 1e-12)
    if exact:
        assert gain == pytest.approx(best)


@quick
@given(st.lists(st.floats(0.0, 1.0), min_size=4, max_size=4), st.lists(st.floats(0.0, 1.0), min_size=4, max_size=4))
def test_a_budget_is_shared_out_as_well_as_can_be(left, right):
    shared = split(np.array(left), np.array(right)).tolist()
    assert shared == [min(max(left[i], right[k - i]) for i in range(k + 1)) for k in range(4)]


def test_nothing_is_gained_with_less_than_what_is_spent():
    assert spent(np.array([0.0, 2.0]), 5).tolist() == [-np.inf, -np.inf]
