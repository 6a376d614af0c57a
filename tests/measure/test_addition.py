"""What one more attribute buys: the slopes against differences of exact values."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Measure, NumericCloseness, Record, addition_gradient, leakage_gradient, record_leakage
from leakage.measure import by_weights, kernel
from leakage.measure.by_weights import sums_of_others
from leakage.record import Attribute
from tests.oracles import measure as oracle
from tests.strategies import betas, confidences, quick, records, references, thorough, weights

NOBODYS = "nobody has this"


def added(record, reference, addition, confidence=1.0):
    """The record with the attribute that an addition stands for."""
    lacking = [a for a in reference if a.label == addition.label and record.confidence_of(a.pair) == 0.0]
    value = lacking[0].value if addition.right else NOBODYS
    return record.with_attribute(Attribute(addition.label, value, confidence))


@thorough
@given(records(), references, weights, betas)
def test_slopes_are_differences_of_exact_values(record, reference, weights, beta):
    now = oracle.leakage(record, reference, weights, beta)
    for addition in addition_gradient(record, reference, weights, beta=beta):
        then = oracle.leakage(added(record, reference, addition), reference, weights, beta)
        assert abs(Fraction(addition.slope) - (then - now)) <= Fraction(1e-14)
        assert addition.slope >= 0.0 if addition.right else addition.slope <= 0.0


@quick
@given(records(), references, weights, confidences)
def test_a_part_of_the_confidence_gives_that_part_of_the_slope(record, reference, weights, confidence):
    now = oracle.leakage(record, reference, weights)
    for addition in addition_gradient(record, reference, weights):
        then = oracle.leakage(added(record, reference, addition, confidence), reference, weights)
        assert float(then - now) == pytest.approx(confidence * addition.slope, abs=1e-14)


@quick
@given(records(), references, weights)
def test_there_is_a_row_for_every_label_and_a_right_one_where_something_is_lacking(record, reference, weights):
    additions = addition_gradient(record, reference, weights)
    labels = {a.label for a in (*reference, *record) if a.confidence > 0.0}
    lacking = {a.label for a in reference if record.confidence_of(a.pair) == 0.0}
    assert {a.label for a in additions if not a.right} == labels
    assert {a.label for a in additions if a.right} == lacking
    assert len(additions) == len(labels) + len(lacking)
    assert all(a.weight == weights[a.label] for a in additions)


def test_addition_to_nothing_and_without_a_reference():
    alice = Record.of(("N", "Alice"))
    assert [(a.right, a.slope) for a in addition_gradient(Record(), alice)] == [
        (True, pytest.approx(1.0)),
        (False, 0.0),
    ]
    assert [(a.right, a.slope) for a in addition_gradient(alice, Record())] == [(False, 0.0)]
    assert addition_gradient(Record(), Record()) == ()


def test_an_attribute_that_outweighs_everything():
    reference = Record.of(("N", "1"), ("P", "1"))
    record, weights = Record.of(("N", "1", 0.5)), {"N": 1e-4, "P": 1e4, "Z": 1e8}
    additions = addition_gradient(Record((*record, Attribute("Z", "1", 1e-12))), reference, weights)
    exact = oracle.leakage(record.with_attribute(Attribute("P", "1")), reference, weights) - oracle.leakage(
        record, reference, weights
    )
    assert next(a.slope for a in additions if a.label == "P" and a.right) == pytest.approx(float(exact), rel=1e-9)


@quick
@given(records(min_size=1), references, weights, betas, st.sampled_from([0.0, 1.0]))
def test_the_gradient_is_exact_at_the_ends(record, reference, weights, beta, end):
    """An attribute's own confidence does not count in its slope."""
    for attribute in record:
        at_end = record.with_attribute(Attribute(*attribute.pair, end))
        slope = leakage_gradient(at_end, reference, weights, beta=beta)[Attribute(*attribute.pair, end)]
        sure = oracle.leakage(record.with_attribute(Attribute(*attribute.pair)), reference, weights, beta)
        gone = oracle.leakage(record.without(attribute.pair), reference, weights, beta)
        assert abs(Fraction(slope) - (sure - gone)) <= Fraction(1e-14)


@quick
@given(records(min_size=1), references, weights, betas)
def test_slopes_do_not_depend_on_how_the_nodes_are_cut(record, reference, weights, beta):
    usual = leakage_gradient(record, reference, weights, beta=beta)
    additions = addition_gradient(record, reference, weights, beta=beta)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "ENTRIES", 1)
        patch.setattr(kernel, "ROWS", 1)
        patch.setattr(by_weights, "BLOCK", 1)
        patch.setattr(kernel, "MANY", 0)
        # Relative: the slopes of light attributes keep their digits where the sum ends early.
        assert leakage_gradient(record, reference, weights, beta=beta) == pytest.approx(usual, rel=1e-9, abs=1e-16)
        again = addition_gradient(record, reference, weights, beta=beta)
    before = [addition.slope for addition in additions]
    assert [addition.slope for addition in again] == pytest.approx(before, rel=1e-9, abs=1e-16)


def test_wrong_attributes_keep_their_digits_beside_a_dominant_one():
    """Wrong slopes have one sign, so nothing cancels in them but what a careless sum of the others would lose."""
    reference = Record.of(("N", "1"), ("P", "1"))
    record = Record.of(("N", "1", 0.5), ("P", "1", 1e-12), ("N", "2"), ("Z", "1", 0.25))
    weights = {"N": 1e4, "P": 1e-4, "Z": 1e4}
    for attribute, slope in leakage_gradient(record, reference, weights).items():
        if attribute.pair not in reference:
            sure = oracle.leakage(record.with_attribute(Attribute(*attribute.pair)), reference, weights)
            assert oracle.near(slope, sure - oracle.leakage(record.without(attribute.pair), reference, weights), 1e-14)


def test_the_only_right_attribute_is_not_diluted_by_itself():
    """S - S_a is 0, and 1e-16 of S_a is not."""
    reference = Record.of(("N", "1"))
    record = Record.of(("N", "1", 1 - 1e-12), ("P", "2", 1e-12))
    slopes = leakage_gradient(record, reference, {"N": 1e4, "P": 1e-4})
    wrong = slopes[Attribute("P", "2", 1e-12)]
    uneven = {"N": 1e4, "P": 1e-4}
    there, gone = record.with_attribute(Attribute("P", "2")), record.without(("P", "2"))
    exact = oracle.leakage(there, reference, uneven) - oracle.leakage(gone, reference, uneven)
    assert oracle.near(wrong, exact, 1e-14)


@quick
@given(st.lists(st.lists(st.floats(1e-12, 1e12), min_size=3, max_size=3), min_size=1, max_size=4))
def test_sums_of_others_lose_nothing(rows):
    others = sums_of_others(np.array(rows))
    for row, sums in zip(rows, others.tolist(), strict=True):
        exact = [sum(map(Fraction, row)) - Fraction(value) for value in row]
        assert all(oracle.near(value, sum_, 1e-14) for value, sum_ in zip(sums, exact, strict=True))


@quick
@given(records(), references, weights)
def test_by_a_measure_slopes_are_differences(record, reference, weights):
    measure = Measure(weights, {"N": NumericCloseness(2)})
    now = record_leakage(record, reference, measure)
    for addition in addition_gradient(record, reference, measure):
        then = record_leakage(added(record, reference, addition), reference, measure)
        assert addition.slope == pytest.approx(then - now, abs=1e-14)
    for attribute, slope in leakage_gradient(record, reference, measure).items():
        without = record_leakage(record.without(attribute.pair), reference, measure)
        assert attribute.confidence * slope == pytest.approx(now - without, abs=1e-14)
