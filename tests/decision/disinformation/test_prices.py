"""Prices: sums of what is told, refusals in one sentence, and the step all prices are multiples of."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Record
from leakage.decision.disinformation.candidates import Prices, check_budget, common_step
from tests.strategies import quick

DIARY = Record.of(("N", "Alice"), ("P", "1"), ("P", "2"))


def test_a_record_costs_its_own_price_and_that_of_every_attribute():
    prices = Prices(2.0, 0.5, (("Forum", 7.0),), (("P", 1.25),))
    assert prices.cost("Shop", DIARY) == 2.0 + 0.5 + 2 * 1.25
    assert prices.cost("Forum", DIARY) == 7.0 + 0.5 + 2 * 1.25
    assert prices.cost("Shop", Record()) == 2.0
    assert prices.of_attributes("NNP") == 2.25


@pytest.mark.parametrize("price", [-1.0, -1e-9, math.nan, math.inf])
@pytest.mark.parametrize("where", ["record", "attribute", "records", "attributes"])
def test_a_price_that_is_negative_or_no_number_is_refused(price, where):
    given = {where: (("N", price),) if where.endswith("s") else price}
    with pytest.raises(ValueError, match=r"^a price must not be negative, and finite, got "):
        Prices(**given)


@pytest.mark.parametrize(
    "free",
    [
        {"record": 0.0, "attribute": 0.0},
        {"record": 0.0, "attributes": (("N", 0.0),)},
        {"attribute": 0.0, "records": (("Shop", 0.0),)},
        {"records": (("Shop", 0.0),), "attributes": (("N", 0.0),)},
    ],
)
def test_a_record_that_comes_for_nothing_is_refused(free):
    with pytest.raises(ValueError, match=r"^a record and an attribute must not both be free"):
        Prices(**free)


def test_either_may_be_free():
    assert Prices(0.0, 1.0).cost("Shop", DIARY) == 3.0
    assert Prices(1.0, 0.0).cost("Shop", DIARY) == 1.0


@pytest.mark.parametrize("budget", [0, -1, math.nan, math.inf])
def test_a_budget_that_is_not_positive_is_refused(budget):
    with pytest.raises(ValueError, match=r"^the budget must be more than 0$"):
        check_budget(budget)


@quick
@given(st.lists(st.integers(0, 40), min_size=1, max_size=5), st.sampled_from([0.001, 0.25, 0.5, 1.0, 3.0]))
def test_all_prices_are_multiples_of_their_common_step(multiples, unit):
    prices = [multiple * unit for multiple in multiples]
    step = common_step(prices)
    positive = [price for price in prices if price]
    assert step == pytest.approx(unit * math.gcd(*multiples))
    assert all(abs(price / step - round(price / step)) < 1e-6 for price in positive)


def test_prices_finer_than_thousandths_have_no_step():
    assert common_step([1.0, math.pi]) == 0.0
    assert common_step([0.0]) == 0.0
