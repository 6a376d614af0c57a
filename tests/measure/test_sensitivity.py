"""Sensitivity: halved and doubled weights, against measuring again with them."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Joint, Measure, NumericCloseness, Record, record_leakage, set_leakage
from leakage.measure.sensitivity import changed, swapped_pairs, weight_sensitivity
from tests.strategies import quick, records, references, weights

REFERENCE = Record.of(("N", "Alice"), ("P", "123"), ("C", "9"))


@quick
@given(st.lists(records(), max_size=3), references, weights, st.lists(records(), max_size=4))
def test_every_label_is_halved_and_doubled(composites, reference, weights, releases):
    found = weight_sensitivity(composites, reference, weights, releases)
    assert {entry.label for entry in found} == {a.label for r in (reference, *composites, *releases) for a in r}
    now = [record_leakage(release, reference, weights) for release in releases]
    for entry in found:
        assert entry.leakage == pytest.approx(set_leakage(composites, reference, weights))
        for shift, factor in ((entry.halved, 0.5), (entry.doubled, 2.0)):
            then = weights | {entry.label: weights[entry.label] * factor}
            assert shift.leakage == pytest.approx(set_leakage(composites, reference, then), rel=1e-13)
            ranked = [record_leakage(release, reference, then) for release in releases]
            swapped = sum(
                (now[i] - now[j] > 1e-12 and ranked[j] - ranked[i] > 1e-12)
                or (now[j] - now[i] > 1e-12 and ranked[i] - ranked[j] > 1e-12)
                for i, j in combinations(range(len(now)), 2)
            )
            assert shift.swapped == swapped
    assert [entry.spread for entry in found] == sorted((entry.spread for entry in found), reverse=True)


def test_another_release_comes_first():
    name, phone = Record.of(("N", "Alice")), Record.of(("P", "123"))
    found = {e.label: e for e in weight_sensitivity([name], REFERENCE, {"N": 1.5}, [name, phone])}
    assert (found["N"].halved.swapped, found["N"].halved.top_changed) == (1, True)
    assert (found["N"].doubled.swapped, found["N"].doubled.top_changed) == (0, False)
    assert (found["P"].doubled.swapped, found["P"].doubled.top_changed) == (1, True)
    assert (found["C"].halved.swapped, found["C"].halved.top_changed) == (0, False)
    assert found["N"].weight == 1.5


def test_a_tie_that_breaks_is_no_swap():
    name, phone = Record.of(("N", "Alice")), Record.of(("P", "123"))
    found = {e.label: e for e in weight_sensitivity([name], REFERENCE, None, [name, phone])}
    assert found["N"].doubled.swapped == 0 and not found["N"].doubled.top_changed
    # Of two first ones the other is now ahead alone.
    assert found["N"].halved.swapped == 0 and found["N"].halved.top_changed


def test_nothing_to_measure():
    assert weight_sensitivity([], Record()) == ()
    found = weight_sensitivity([], REFERENCE)
    assert {(e.leakage, e.spread, e.halved.top_changed) for e in found} == {(0.0, 0.0, False)}


def test_by_a_measure_similarities_and_relations_stay():
    measure = Measure({"N": 2.0}, {"P": NumericCloseness(10)}, (Joint(("P", "C"), "J", {"P": 3.0}),))
    record = Record.of(("P", "124"))
    found = {entry.label: entry for entry in weight_sensitivity([record], REFERENCE, measure)}
    doubled = Measure({"N": 2.0}, {"P": NumericCloseness(10)}, (Joint(("P", "C"), "J", {"P": 6.0}),))
    assert found["P"].doubled.leakage == record_leakage(record, REFERENCE, doubled)
    assert found["N"].halved.leakage > found["N"].leakage > found["N"].doubled.leakage
    assert changed(measure, "C", 2.0)["C"] == 2.0 + 1.0


def test_the_kendall_distance():
    assert swapped_pairs(np.array([1.0, 2.0, 3.0]), np.array([1.0, 3.0, 2.0])) == 1
    assert swapped_pairs(np.zeros(0), np.zeros(0)) == 0
    assert swapped_pairs(np.array([1.0, 1.0]), np.array([1.0, 2.0])) == 0


def test_weights_must_be_positive():
    with pytest.raises(ValueError, match="weight must be a positive number"):
        weight_sensitivity([], REFERENCE, {"N": 0.0})
