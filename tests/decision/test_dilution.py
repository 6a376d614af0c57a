"""Dilution and purchases: against measuring the record itself, and against trying every choice of attributes."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Attribute, Record, record_leakage
from leakage.decision import dilution as module
from leakage.decision.budget_cells import Cells, bought, split
from leakage.decision.dilution import Dilution, Wrong, purchases, undominated
from leakage.decision.staircase import Staircase, together
from tests.strategies import quick, records, references, thorough, weights

wrongs = st.lists(
    st.builds(Wrong, st.just("X"), st.sampled_from([0.5, 1.0, 2.0, 3.0]), st.sampled_from([0.0, 0.5, 1.0, 1.3])),
    max_size=3,
)


@thorough
@given(records(), references, st.one_of(st.none(), weights), st.lists(st.sampled_from("NPC"), max_size=4))
def test_what_is_added_wrong_only_adds_weight(record, reference, weights, labels):
    added = [Attribute(label, f"wrong {n}") for n, label in enumerate(labels)]
    whole = record_leakage(Record((*record, *added)), reference, weights)
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
    found = purchases(wrong, room, budget)
    assert found.complete
    for counts in itertools.product(*(range(free + 1) for some in room for free in some)):
        table = np.array(counts, dtype=float).reshape(len(room), len(wrong))
        cost = float(sum(table[:, n].sum() * one.price for n, one in enumerate(wrong)))
        weight = [float(sum(row[n] * one.weight for n, one in enumerate(wrong))) for row in table]
        if cost <= budget:
            better = (found.cost <= cost + 1e-9) & np.all(found.weight >= np.array(weight) - 1e-9, axis=1)
            assert better.any()
    for cost, weight, counts in zip(found.cost, found.weight, found.counts, strict=True):
        assert cost <= budget + 1e-9
        assert np.all(counts <= np.array(room).reshape(counts.shape))
        assert cost == pytest.approx(sum(counts[:, n].sum() * one.price for n, one in enumerate(wrong)))
        assert weight == pytest.approx([sum(row[n] * one.weight for n, one in enumerate(wrong)) for row in counts])


def test_choices_that_are_thinned_out_say_so(monkeypatch):
    monkeypatch.setattr(module, "MOST_CHOICES", 4)
    wrong = [Wrong("X", 1.0 + 0.1 * n, 1.0 + 0.17 * n) for n in range(6)]
    found = purchases(wrong, [[1] * 6], 9.0)
    assert not found.complete
    assert len(found.cost) <= 4
    assert found.cost[0] == 0.0


@quick
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=12))
def test_undominated_choices(choices):
    cost = np.array([float(c) for c, _, _ in choices])
    weight = np.array([[float(a), float(b)] for _, a, b in choices])
    kept = undominated(cost, weight).tolist()
    for number in range(len(choices)):
        assert any(cost[k] <= cost[number] and np.all(weight[k] >= weight[number]) for k in kept)
    for one, other in itertools.permutations(kept, 2):
        assert not (cost[other] <= cost[one] and np.all(weight[other] >= weight[one]))


@quick
@given(wrongs, st.integers(0, 2), st.sampled_from([3.0, 4.5]))
def test_what_cells_say_can_be_bought_is_never_less_than_what_can(wrong, copies, budget):
    cells = Cells.of([one.price for one in wrong], budget)
    gain = bought(wrong, copies, cells)
    for counts in itertools.product(range(copies + 1), repeat=len(wrong)):
        cost = sum(count * one.price for count, one in zip(counts, wrong, strict=True))
        weight = sum(count * one.weight for count, one in zip(counts, wrong, strict=True))
        if cost <= budget:
            assert gain[cells.of_cost(cost)] >= weight - 1e-9
    if cells.exact:
        best = max(
            sum(c * one.weight for c, one in zip(counts, wrong, strict=True))
            for counts in itertools.product(range(copies + 1), repeat=len(wrong))
            if sum(c * one.price for c, one in zip(counts, wrong, strict=True)) <= budget + 1e-9
        )
        assert gain[-1] == pytest.approx(best)


@quick
@given(st.lists(st.sampled_from([0.7, 1.1, 1.0 / 3.0, 2.0]), min_size=1, max_size=6))
def test_cells_of_costs_add_up_to_no_more_than_that_of_their_sum(costs):
    for cells in (Cells.of([1.0 / 3.0], 13.0), Cells.of([0.1], 13.0)):
        assert sum(map(cells.of_cost, costs)) <= cells.of_cost(sum(costs)) or cells.exact
    assert not Cells.of([1.0 / 3.0], 13.0).exact


@quick
@given(st.lists(st.floats(0, 1), min_size=4, max_size=4), st.lists(st.floats(0, 1), min_size=4, max_size=4))
def test_a_budget_shared_out(left, right):
    found = split(np.array(left), np.array(right))
    for k in range(4):
        assert found[k] == min(max(left[i], right[k - i]) for i in range(k + 1))


stairs = st.lists(st.tuples(st.integers(1, 5), st.sampled_from([0.1, 0.2, 0.4, 0.6, 0.8])), max_size=4)


@quick
@given(st.lists(stairs, min_size=1, max_size=3), st.sampled_from([0.0, 0.3]), st.integers(1, 12))
def test_plans_for_several_parts_against_all_combinations(parts, constant, most):
    fronts = []
    for some in parts:
        front = Staircase(1e-9)
        for cost, leakage in [(0, 0.9), *some]:
            front.offer(float(cost), leakage, (cost, leakage))
        fronts.append(front)
    found = together(fronts, constant, most)
    for budget in range(most + 1):
        best = min(
            max(constant, *(leakage for _, leakage in choice))
            for choice in itertools.product(*([(0, 0.9), *some] for some in parts))
            if sum(cost for cost, _ in choice) <= budget
        )
        assert min(leakage for cost, leakage, _ in found if cost <= budget) == best
    for cost, leakage, plans in found:
        assert cost == sum(plan[0] for plan in plans)
        assert leakage == max(constant, *(plan[1] for plan in plans))
