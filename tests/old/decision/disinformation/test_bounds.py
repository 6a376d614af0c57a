"""Bounds of disinformation, and what dilutes a composite."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Attribute, Record
from leakage.old.decision.disinformation import purchases as module
from leakage.old.decision.disinformation.bounds import BudgetGrid, ByKeys, bought, spent, split
from leakage.old.decision.disinformation.candidates import Prices, check_budget, common_step
from leakage.old.decision.disinformation.joins import Dilution
from leakage.old.decision.disinformation.problem import DecoyProblem, Space
from leakage.old.decision.disinformation.purchases import (
    Wrong,
    gathered,
    labels_without_join_effect,
    options_of,
    purchases,
    purchases_of_any,
    rooms_together,
    undominated,
)
from leakage.old.decision.disinformation.search import DecoySearch
from leakage.old.decision.frontier import ParetoFront, together
from leakage.old.measure.measuring import as_measure
from leakage.old.resolution.merge import noisy_or_merge, union_merge
from tests.amount import cases
from tests.old.decision.disinformation.cases import (
    BY_KEYS,
    NEGATIVE,
    AnyKind,
    Crossing,
    Instance,
    TwoTargets,
    WithForms,
)
from tests.old.decision.disinformation.test_plan import seeds
from tests.oracles import measure as oracle
from tests.strategies import quick, records, references, thorough, weights

# The bounds of the search, node by node: no choice below a node leaks less, whatever is spent.


def searches_of(instance, records):
    """The searches of an instance's groups, not yet run."""
    labels = labels_without_join_effect(instance.adversary, instance.labels)
    weight_of = as_measure(instance.weights).weight_of
    wrong = [Wrong(label, weight_of(label), instance.prices.of_attribute(label)) for label in labels]
    options = gathered(options_of(instance.moves, wrong, 1, instance.budget))
    problem = DecoyProblem(instance.pools, options, wrong, instance.values)
    return [DecoySearch(Space(problem, 1, records, instance.budget), group, 1) for group in problem.groups()]


def counts_within(rooms):
    """Every number of wrong attributes for which one of some forms has room."""
    return {counts for room in rooms for counts in itertools.product(*(range(most + 1) for most in room))}


def choices(search, chosen):
    """Every way to buy wrong attributes for some options: its cost, and what the group then leaks."""
    problem, budget = search._problem, search._space.budget
    each = [counts_within(problem.options[number].rooms) for number in chosen]
    for counts in itertools.product(*each):
        cost = sum(problem.options[number].cost for number in chosen)
        cost += sum(n * fact.price for some in counts for n, fact in zip(some, problem.wrong, strict=True))
        if cost <= budget + 1e-9:
            blocks = problem.blocks(chosen)
            inside = []
            for block in blocks:
                bought = np.array([counts[place] for place in block.places]).sum(axis=0, keepdims=True)
                inside.append(float(problem.diluted(block.part, bought)[0]))
            yield cost, max([search._rest(chosen, blocks), *inside], default=0.0)


def leaks_no_less(search, least, found):
    for cost, leakage in found:
        assert leakage >= least[search.cells.of_cost(cost)] - 1e-12


def nodes_below(search, chosen):
    """Every choice of options with more than these, those in the order of the search."""
    left = search._space.records - len(chosen)
    first = search._options.index(chosen[-1]) if chosen else 0
    for size in range(1, left + 1):
        for more in itertools.combinations_with_replacement(search._options[first:], size):
            node = (*chosen, *more)
            if search._cost(node) <= search._space.budget + 1e-9:
                yield node


def holds_at(search, chosen):
    left = search._space.records - len(chosen)
    blocks = search._problem.blocks(chosen)
    own, below = search._bounds_of(chosen, blocks, search._rest(chosen, blocks), left)
    leaks_no_less(search, own, choices(search, chosen))
    further = np.zeros((len(search._options), search.cells.count))
    if left and isinstance(search._bound, ByKeys):
        cell = search.cells.of_cost(search._cost(chosen))
        moved = search._bound.further(blocks, search._untouched(blocks), left)
        further = np.full(moved.shape, np.inf)
        further[:, cell:] = moved[:, : search.cells.count - cell]
    for node in nodes_below(search, chosen):
        listed = list(choices(search, node))
        leaks_no_less(search, below, listed)
        leaks_no_less(search, further[search._options.index(node[len(chosen)])], listed)


KINDS = {
    "any rule": lambda seed: Instance(seed, BY_KEYS),
    "negative evidence": lambda seed: Instance(seed, NEGATIVE),
    "two targets": TwoTargets,
    "crossing keys": Crossing,
    "forms": WithForms,
    "any measure": lambda seed: AnyKind(seed, merges=(union_merge, noisy_or_merge)),
}


@pytest.mark.parametrize(
    ("kind", "records"), cases([*((kind, 2) for kind in KINDS), ("two targets", 3), ("crossing keys", 3)], 3)
)
@pytest.mark.parametrize("chunk", seeds(50))
def test_no_choice_below_a_node_leaks_less_than_its_bound(chunk, kind, records):
    for seed in chunk:
        for search in searches_of(KINDS[kind](seed), records):
            assert search.least() <= min(leakage for _, leakage in choices(search, ())) + 1e-12
            for chosen in [(), *nodes_below(search, ())]:
                if len(chosen) < 3:
                    holds_at(search, chosen)


# Budgets in cells: never more than what can be paid, and never less than what it buys.


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


# Dilution and purchases: against measuring the record itself, and against trying every choice of attributes.


wrongs = st.lists(
    st.builds(Wrong, st.just("X"), st.sampled_from([0.5, 1.0, 2.0, 3.0]), st.sampled_from([0.0, 0.5, 1.0, 1.3])),
    max_size=3,
)


@thorough
@given(records(), references, st.one_of(st.none(), weights), st.lists(st.sampled_from("NPC"), max_size=4))
def test_what_is_added_wrong_only_adds_weight(record, reference, weights, labels):
    added = [Attribute(label, f"wrong {n}") for n, label in enumerate(labels)]
    whole = float(oracle.leakage(Record((*record, *added)), reference, weights))
    weight = sum((weights or {}).get(label, 1.0) for label in labels)
    dilution = Dilution(record, reference, weights)
    assert dilution.at(np.array([weight]))[0] == pytest.approx(whole, rel=1e-12, abs=1e-15)
    assert dilution.least(np.array([weight]))[0] <= whole * (1 + 1e-12)
    if all(a.confidence in (0.0, 1.0) for a in record):
        assert dilution.least(np.array([weight]))[0] == pytest.approx(whole, rel=1e-12)


@thorough
@given(wrongs, st.lists(st.lists(st.integers(0, 2), min_size=3, max_size=3), min_size=1, max_size=2), st.data())
def test_no_choice_of_wrong_attributes_is_better_than_those_kept(wrong, rooms, data):
    budget = data.draw(st.sampled_from([0.0, 1.0, 2.5, 4.0]))
    room = [some[: len(wrong)] for some in rooms]
    bought = purchases(wrong, room, budget)
    for counts in itertools.product(*(range(free + 1) for some in room for free in some)):
        table = np.array(counts, dtype=float).reshape(len(room), len(wrong))
        cost = float(sum(table[:, n].sum() * fact.price for n, fact in enumerate(wrong)))
        weight = [float(sum(row[n] * fact.weight for n, fact in enumerate(wrong))) for row in table]
        if cost <= budget:
            better = (bought.cost <= cost + 1e-9) & np.all(bought.weight >= np.array(weight) - 1e-9, axis=1)
            assert better.any()
    for cost, weight, counts in zip(bought.cost, bought.weight, bought.counts, strict=True):
        assert cost <= budget + 1e-9
        assert np.all(counts <= np.array(room).reshape(counts.shape))
        assert cost == pytest.approx(sum(counts[:, n].sum() * fact.price for n, fact in enumerate(wrong)))
        assert weight == pytest.approx([sum(row[n] * fact.weight for n, fact in enumerate(wrong)) for row in counts])


rooms = st.lists(st.tuples(*[st.integers(0, 2)] * 3), min_size=1, max_size=3)


@thorough
@given(wrongs, st.lists(rooms, min_size=1, max_size=2), st.data())
def test_no_choice_is_better_where_each_kind_has_one_of_several_rooms(wrong, kinds, data):
    budget = data.draw(st.sampled_from([0.0, 1.0, 2.5, 4.0]))
    kinds = [[room[: len(wrong)] for room in some] for some in kinds]
    bought = purchases_of_any(wrong, kinds, budget)

    def cost_and_weight(table):
        cost = sum(n * fact.price for row in table for n, fact in zip(row, wrong, strict=True))
        return cost, [float(sum(n * fact.weight for n, fact in zip(row, wrong, strict=True))) for row in table]

    possible = set(itertools.product(*(counts_within(some) for some in kinds)))
    for table in possible:
        cost, weight = cost_and_weight(table)
        if cost <= budget:
            assert ((bought.cost <= cost + 1e-9) & np.all(bought.weight >= np.array(weight) - 1e-9, axis=1)).any()
    for cost, weight, counts in zip(bought.cost, bought.weight, bought.counts, strict=True):
        table = tuple(map(tuple, counts.tolist()))
        assert table in possible
        assert (cost, weight.tolist()) == (
            pytest.approx(cost_and_weight(table)[0]),
            pytest.approx(cost_and_weight(table)[1]),
        )


@quick
@given(st.lists(rooms, min_size=1, max_size=3))
def test_records_have_together_the_room_that_their_forms_have(records):
    together = rooms_together(records)
    each = itertools.product(*records)
    assert counts_within(together) == counts_within({tuple(map(sum, zip(*forms, strict=True))) for forms in each})


def test_choices_are_thinned_out(monkeypatch):
    monkeypatch.setattr(module, "MOST_CHOICES", 4)
    wrong = [Wrong("X", 1.0 + 0.1 * n, 1.0 + 0.17 * n) for n in range(6)]
    bought = purchases(wrong, [[1] * 6], 9.0)
    assert len(bought.cost) <= 4
    assert bought.cost[0] == 0.0


@quick
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=12))
def test_undominated_choices(choices):
    cost = np.array([float(c) for c, _, _ in choices])
    weight = np.array([[float(a), float(b)] for _, a, b in choices])
    best = undominated(cost, weight).tolist()
    for number in range(len(choices)):
        assert any(cost[k] <= cost[number] and np.all(weight[k] >= weight[number]) for k in best)
    for pair, other in itertools.permutations(best, 2):
        assert not (cost[other] <= cost[pair] and np.all(weight[other] >= weight[pair]))


@quick
@given(wrongs, st.integers(0, 2), st.sampled_from([3.0, 4.5]))
def test_what_cells_say_can_be_bought_is_never_less_than_what_can(wrong, copies, budget):
    cells = BudgetGrid.of([fact.price for fact in wrong], budget)
    gain = bought(wrong, copies, cells)
    for counts in itertools.product(range(copies + 1), repeat=len(wrong)):
        cost = sum(count * fact.price for count, fact in zip(counts, wrong, strict=True))
        weight = sum(count * fact.weight for count, fact in zip(counts, wrong, strict=True))
        if cost <= budget:
            assert gain[cells.of_cost(cost)] >= weight - 1e-9
    if cells.exact:
        best = max(
            sum(c * fact.weight for c, fact in zip(counts, wrong, strict=True))
            for counts in itertools.product(range(copies + 1), repeat=len(wrong))
            if sum(c * fact.price for c, fact in zip(counts, wrong, strict=True)) <= budget + 1e-9
        )
        assert gain[-1] == pytest.approx(best)


@quick
@given(st.lists(st.sampled_from([0.7, 1.1, 1.0 / 3.0, 2.0]), min_size=1, max_size=6))
def test_cells_of_costs_add_up_to_no_more_than_that_of_their_sum(costs):
    for cells in (BudgetGrid.of([1.0 / 3.0], 13.0), BudgetGrid.of([0.1], 13.0)):
        assert sum(map(cells.of_cost, costs)) <= cells.of_cost(sum(costs)) or cells.exact
    assert not BudgetGrid.of([1.0 / 3.0], 13.0).exact


@quick
@given(st.lists(st.floats(0, 1), min_size=4, max_size=4), st.lists(st.floats(0, 1), min_size=4, max_size=4))
def test_a_budget_shared_out(left, right):
    parts = split(np.array(left), np.array(right))
    for k in range(4):
        assert parts[k] == min(max(left[i], right[k - i]) for i in range(k + 1))


stairs = st.lists(st.tuples(st.integers(1, 5), st.sampled_from([0.1, 0.2, 0.4, 0.6, 0.8])), max_size=4)


@quick
@given(st.lists(stairs, min_size=1, max_size=3), st.sampled_from([0.0, 0.3]), st.integers(1, 12))
def test_plans_for_several_parts_against_all_combinations(parts, constant, most):
    fronts = []
    for some in parts:
        front = ParetoFront(1e-9)
        for cost, leakage in [(0, 0.9), *some]:
            front.add(float(cost), leakage, (cost, leakage))
        fronts.append(front)
    joined = together(fronts, constant, most)
    for budget in range(most + 1):
        best = min(
            max(constant, *(leakage for _, leakage in choice))
            for choice in itertools.product(*([(0, 0.9), *some] for some in parts))
            if sum(cost for cost, _ in choice) <= budget
        )
        assert min(leakage for cost, leakage, _ in joined if cost <= budget) == best
    for cost, leakage, plans in joined:
        assert cost == sum(plan[0] for plan in plans)
        assert leakage == max(constant, *(plan[1] for plan in plans))


def test_of_plans_for_several_parts_that_differ_in_the_last_bits_the_cheaper_stays():
    fronts = [ParetoFront(0.0), ParetoFront(0.0)]
    for front, first in zip(fronts, (0.5 + 1e-13, 0.5), strict=True):
        assert front.add(0.0, first, "") and front.add(1.0, 0.1, "all")
    assert [(cost, leakage) for cost, leakage, _ in together(fronts, 0.0, 9.0)] == [(0.0, 0.5 + 1e-13), (2.0, 0.1)]


# Prices: sums of what is told, refusals in one sentence, and the step all prices are multiples of.


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
