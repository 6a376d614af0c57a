"""Dilution and purchases: against measuring the record itself, and against trying every choice of attributes."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Attribute, Joint, Measure, Record
from leakage.decision.disinformation import candidates as module
from leakage.decision.disinformation.bounds import BudgetGrid, bought, split
from leakage.decision.disinformation.candidates import Wrong, purchases, undominated
from leakage.decision.disinformation.joins import Dilution
from leakage.decision.frontier import ParetoFront, together
from leakage.measure.weights import Equivalent
from tests.oracles import measure as oracle
from tests.oracles import relation
from tests.strategies import quick, records, references, thorough, weights

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
    assert bought.complete
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


def test_choices_that_are_thinned_out_say_so(monkeypatch):
    monkeypatch.setattr(module, "MOST_CHOICES", 4)
    wrong = [Wrong("X", 1.0 + 0.1 * n, 1.0 + 0.17 * n) for n in range(6)]
    bought = purchases(wrong, [[1] * 6], 9.0)
    assert not bought.complete
    assert len(bought.cost) <= 4
    assert bought.cost[0] == 0.0


@quick
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=12))
def test_undominated_choices(choices):
    cost = np.array([float(c) for c, _, _ in choices])
    weight = np.array([[float(a), float(b)] for _, a, b in choices])
    kept = undominated(cost, weight).tolist()
    for number in range(len(choices)):
        assert any(cost[k] <= cost[number] and np.all(weight[k] >= weight[number]) for k in kept)
    for pair, other in itertools.permutations(kept, 2):
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


@quick
@given(
    st.sets(st.sampled_from([(label, value) for label in "NPCA" for value in ("1", "2", "wrong")]), min_size=1),
    st.sampled_from(
        [
            (Joint(("P", "C"), "J"),),
            (Joint(("P", "C", "A"), "J", {"J": 2.0, "P": 0.25}),),
            (Equivalent(("P", "C")),),
            (Equivalent(("N", "A")), Joint(("P", "C"), "J")),
        ]
    ),
)
def test_what_is_certain_and_related_is_counted_once_and_what_is_its_own_besides(pairs, relations):
    """The bound is ``2 X / (W_e + sum of what each says alone)``, X being what the one world earns."""
    reference = Record.of(*((label, value) for label in "NPCA" for value in "12"))
    measure = Measure({"P": 3.0, "C": 0.5}, {}, relations)
    earned, _, whole = relation.parts(pairs, reference, measure)
    alone = sum(relation.parts([pair], reference, measure)[1] for pair in pairs)
    least = Dilution(Record.of(*pairs), reference, measure).least(np.array([0.0, 1.5]))
    assert least == pytest.approx([float(2 * earned / (whole + wrong + alone)) for wrong in (0, Fraction(3, 2))])


def test_of_plans_for_several_parts_that_differ_in_the_last_bits_the_cheaper_stays():
    fronts = [ParetoFront(0.0), ParetoFront(0.0)]
    for front, first in zip(fronts, (0.5 + 1e-13, 0.5), strict=True):
        assert front.add(0.0, first, "") and front.add(1.0, 0.1, "all")
    assert [(cost, leakage) for cost, leakage, _ in together(fronts, 0.0, 9.0)] == [(0.0, 0.5 + 1e-13), (2.0, 0.1)]
