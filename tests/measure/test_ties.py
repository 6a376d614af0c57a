"""Composites that tie keep their order, whatever they are measured together with."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Adversary, Attribute, Record, information_leakage, record_leakages
from leakage.measure.gradient import argmax_tolerant, ranking
from tests.strategies import quick

E = Record.of(*((label, "right") for label in "ABCDE"))


def swapping():
    """Records that leak the same by symmetry, in a batch in which a later one comes out greater in the last bits."""
    chance = np.random.default_rng(5)
    while True:
        confidences = chance.random(5)
        record = Record(Attribute(label, "right", float(c)) for label, c in zip("ABCDE", confidences, strict=True))
        turned = Record(Attribute(label, "right", float(c)) for label, c in zip("EABCD", confidences, strict=True))
        leakages = record_leakages([record, turned], E)
        if leakages[1] > leakages[0]:
            return [record, turned]


def test_of_two_that_tie_the_first_is_the_worst_in_any_batch():
    records = swapping()
    strangers = [Record.of(("A", "right", 0.1), ("B", f"wrong {n}", 0.3)) for n in range(20)]
    for some in (records, [*records, *strangers], [*strangers, *records]):
        assert information_leakage(some, E, Adversary()).composite == records[0]


@pytest.mark.parametrize("size", [1.0, 1e-13, 1e-300])
def test_what_is_more_than_rounding_is_no_tie(size):
    leakages = np.array([0.0, 0.5, 0.5 + 1e-11, 0.25]) * size
    assert argmax_tolerant(leakages) == 2 and ranking(leakages) == [2, 1, 3, 0]


@given(st.lists(st.sampled_from([0.0, 1e-20, 0.3, 0.7]), max_size=8), st.randoms(use_true_random=False))
@quick
def test_a_ranking_is_stable_under_rounding(leakages, chance):
    exact = np.array(leakages)
    rounded = exact * np.array([1.0 + chance.uniform(-2e-15, 2e-15) for _ in leakages])
    expected = sorted(range(len(leakages)), key=lambda number: (-leakages[number], number))
    assert ranking(rounded) == expected
    assert not leakages or argmax_tolerant(rounded) == expected[0]
