"""The gradient: exact differences, because leakage is linear in each confidence."""

from fractions import Fraction

import pytest
from hypothesis import given

from leakage import Attribute, Record, leakage_gradient, record_leakage, union_merge
from leakage.record import certain
from tests.oracles import measure as oracle
from tests.strategies import betas, records, references, thorough, weights


@thorough
@given(records(), references, weights, betas)
def test_gradient_is_the_difference_between_certain_and_absent(record, reference, weights, beta):
    gradient = leakage_gradient(record, reference, weights, beta=beta)
    assert list(gradient) == list(record)
    for attribute, slope in gradient.items():
        present = record.with_attribute(Attribute(*attribute.pair, 1.0))
        absent = record.without(attribute.pair)
        exact = oracle.leakage(present, reference, weights, beta) - oracle.leakage(absent, reference, weights, beta)
        assert abs(Fraction(slope) - exact) <= Fraction(1e-12)
        assert slope == pytest.approx(
            record_leakage(present, reference, weights, beta=beta)
            - record_leakage(absent, reference, weights, beta=beta),
            abs=1e-12,
        )


@thorough
@given(records(), references, weights)
def test_right_attributes_raise_leakage_and_wrong_ones_lower_it(record, reference, weights):
    for attribute, slope in leakage_gradient(record, reference, weights).items():
        assert slope >= -1e-15 if attribute.pair in reference else slope <= 1e-15


def test_gradient_of_nothing():
    alice = Record.of(("N", "Alice"))
    assert leakage_gradient(Record(), alice) == {}
    assert leakage_gradient(alice, Record()) == {alice[0]: 0.0}


def test_2012_section_4_3_enhancing_a_composite_record():
    r1 = Record.of(("N", "Alice"), ("A", "20"))
    r2 = Record.of(("N", "Alice", 0.9), ("P", "123", 0.5), ("C", "987"))
    composite = union_merge(r1, r2)
    assert composite == Record.of(("N", "Alice"), ("A", "20"), ("P", "123", 0.5), ("C", "987"))

    truth = certain(composite)
    assert record_leakage(composite, truth) == pytest.approx(1 / 2 + 3 / 7)
    gradient = leakage_gradient(composite, truth)
    # The gain at cost 1 - c, divided by it, is the derivative. Printed: 1/28; (1 - (1/2 + 3/7)) / 0.5 is 1/7.
    assert gradient[Attribute("P", "123", 0.5)] == pytest.approx(1 / 7)

    # Verifying r2's name changes no confidence of the composite, where r1 holds the name for sure: gain 0.
    verified = union_merge(r1, r2.with_attribute(Attribute("N", "Alice")))
    assert verified == composite
    name_gain = record_leakage(verified, truth) - record_leakage(composite, truth)
    assert name_gain / (1 - 0.9) == 0.0
