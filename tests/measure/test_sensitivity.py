"""Sensitivity: halved and doubled weights, against measuring again with them."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Joint, Measure, NumericCloseness, Record, record_leakage, set_leakage
from leakage.measure.gradient import swapped_pairs, weight_sensitivity
from leakage.measure.measuring import as_measure
from leakage.measure.weights import rescaled
from tests.strategies import quick, records, references, weights

REFERENCE = Record.of(("N", "Alice"), ("P", "123"), ("C", "9"))


@quick
@given(st.lists(records(), max_size=3), references, weights, st.lists(records(), max_size=4))
def test_every_label_is_halved_and_doubled(composites, reference, weights, releases):
    sensitivities = weight_sensitivity(composites, reference, weights, releases)
    assert {entry.label for entry in sensitivities} == {a.label for r in (reference, *composites, *releases) for a in r}
    now = [record_leakage(release, reference, weights) for release in releases]
    for entry in sensitivities:
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
    assert [entry.spread for entry in sensitivities] == sorted((entry.spread for entry in sensitivities), reverse=True)


def test_another_release_comes_first():
    name, phone = Record.of(("N", "Alice")), Record.of(("P", "123"))
    by_label = {e.label: e for e in weight_sensitivity([name], REFERENCE, {"N": 1.5}, [name, phone])}
    assert (by_label["N"].halved.swapped, by_label["N"].halved.top_changed) == (1, True)
    assert (by_label["N"].doubled.swapped, by_label["N"].doubled.top_changed) == (0, False)
    assert (by_label["P"].doubled.swapped, by_label["P"].doubled.top_changed) == (1, True)
    assert (by_label["C"].halved.swapped, by_label["C"].halved.top_changed) == (0, False)
    assert by_label["N"].weight == 1.5


def test_a_tie_that_breaks_is_no_swap():
    name, phone = Record.of(("N", "Alice")), Record.of(("P", "123"))
    by_label = {e.label: e for e in weight_sensitivity([name], REFERENCE, None, [name, phone])}
    assert by_label["N"].doubled.swapped == 0 and not by_label["N"].doubled.top_changed
    # Of two first ones the other is now ahead alone.
    assert by_label["N"].halved.swapped == 0 and by_label["N"].halved.top_changed


def test_nothing_to_measure():
    assert weight_sensitivity([], Record()) == ()
    sensitivities = weight_sensitivity([], REFERENCE)
    assert {(e.leakage, e.spread, e.halved.top_changed) for e in sensitivities} == {(0.0, 0.0, False)}


def test_by_a_measure_similarities_and_relations_stay():
    measure = Measure({"N": 2.0}, {"P": NumericCloseness(10)}, (Joint(("P", "C"), "J", {"P": 3.0}),))
    record = Record.of(("P", "124"))
    by_label = {entry.label: entry for entry in weight_sensitivity([record], REFERENCE, measure)}
    doubled = Measure({"N": 2.0}, {"P": NumericCloseness(10)}, (Joint(("P", "C"), "J", {"P": 6.0}),))
    assert by_label["P"].doubled.leakage == record_leakage(record, REFERENCE, doubled)
    assert by_label["N"].halved.leakage > by_label["N"].leakage > by_label["N"].doubled.leakage
    assert as_measure(rescaled(measure, {"C": 2.0})).weight_of("C") == 2.0 + 1.0


def test_the_kendall_distance():
    assert swapped_pairs(np.array([1.0, 2.0, 3.0]), np.array([1.0, 3.0, 2.0])) == 1
    assert swapped_pairs(np.zeros(0), np.zeros(0)) == 0
    assert swapped_pairs(np.array([1.0, 1.0]), np.array([1.0, 2.0])) == 0


@quick
@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=40))
def test_the_kendall_distance_is_counted_as_pair_by_pair(points):
    before, after = (np.array([point[side] for point in points], dtype=float) for side in (0, 1))
    swapped = sum((a - c) * (b - d) < 0 for (a, b), (c, d) in combinations(points, 2))
    assert swapped_pairs(before, after) == swapped_pairs(after + 1e-14, before) == swapped


def test_weights_must_be_positive():
    with pytest.raises(ValueError, match="weight must be a positive number"):
        weight_sensitivity([], REFERENCE, {"N": 0.0})
