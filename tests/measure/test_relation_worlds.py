"""Related labels by Definition 1: every path of the measure against the worlds of r, in fractions."""

import math
from fractions import Fraction
from unittest import mock

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import (
    Equivalent,
    Joint,
    Measure,
    NumericCloseness,
    Record,
    TableSimilarity,
    expected_precision,
    expected_recall,
    f_measure,
    leakage_gradient,
    record_leakage,
    record_leakages,
)
from leakage.measure import graded_leakage
from leakage.measure.gradient import addition_gradient
from leakage.record import Attribute, certain
from tests.oracles import relation as oracle
from tests.oracles.measure import near, of_many
from tests.strategies import betas, quick, records, thorough, weight_values

LABELS, VALUES = "ABCDJN", "1234"
NEAR = TableSimilarity((("1", "2", 0.5), ("2", "3", 0.25), ("1", "3", 1.0), ("3", "4", 0.5)))
label_weights = st.dictionaries(st.sampled_from(LABELS), weight_values)
similarities = st.dictionaries(
    st.sampled_from(LABELS), st.sampled_from([NumericCloseness(3), NumericCloseness(2), NEAR]), max_size=4
)
# The shared part's label may be another relation's, or one under which something is entered.
joints = st.tuples(st.sampled_from("JN"), st.dictionaries(st.sampled_from("ABJ"), weight_values))


def _joint(labels, drawn):
    shared, weights = drawn
    return Joint(labels, shared, {label: w for label, w in weights.items() if label in (*labels, shared)})


one_relation = st.one_of(joints.map(lambda drawn: _joint("AB", drawn)), st.just(Equivalent("AB")))
another = st.one_of(joints.map(lambda drawn: _joint("CD", drawn)), st.just(Equivalent("CD")))
three = st.one_of(joints.map(lambda drawn: _joint("ABC", drawn)), st.just(Equivalent("ABC")))
relations = st.one_of(three.map(lambda kind: (kind,)), st.tuples(one_relation, another), st.just(()))
measures = st.builds(Measure, label_weights, similarities, relations)
held = records(LABELS, VALUES, max_size=6)
references = records(LABELS, VALUES, confidences=st.just(1.0), min_size=1, max_size=5)


def test_a_doubtful_phone_and_address_tell_the_area_where_either_is_there():
    """P at 0.5 tells the area where it is there; two at 0.5 tell it three times in four."""
    measure = Measure(relations=(Joint(("P", "A"), "J"),))
    e = Record.of(("P", "123"), ("A", "Mill Lane"))
    # F of {P}: X = 2, Y = 2, W_e = 3.
    assert record_leakage(Record.of(("P", "123", 0.5)), e, measure) == pytest.approx(0.5 * 4 / 5, rel=1e-15)
    same = Measure(relations=(Equivalent(("Age", "Born")),))
    e = Record.of(("N", "Alice"), ("Age", "20"), ("Born", "2006"))
    assert record_leakage(Record.of(("Age", "20", 0.5), ("Born", "2006", 0.5)), e, same) == pytest.approx(0.5)


@thorough
@given(held, references, measures, betas)
def test_leakage_is_the_expectation_over_the_worlds(record, reference, measure, beta):
    exact = oracle.leakage(record, reference, measure, beta)
    assert near(record_leakage(record, reference, measure, beta=beta), exact, 1e-13)
    assert near(record_leakage(record, reference, measure, beta=beta, method="worlds"), exact, 1e-12)


@quick
@given(held, references, measures)
def test_expected_precision_and_recall(record, reference, measure):
    assert near(expected_precision(record, reference, measure), oracle.precision(record, reference, measure), 1e-13)
    assert near(expected_recall(record, reference, measure), oracle.recall(record, reference, measure), 1e-13)


@quick
@given(held, references, measures, betas)
def test_one_world(record, reference, measure, beta):
    exact = oracle.leakage(certain(record), reference, measure, beta)
    assert near(f_measure(record, reference, measure, beta), exact, 1e-14)


@quick
@given(st.lists(held, max_size=4), references, measures, betas)
def test_many_at_once(many, reference, measure, beta):
    leakages = record_leakages(many, reference, measure, beta=beta)
    assert all(
        near(leakage, oracle.leakage(record, reference, measure, beta), 1e-13)
        for leakage, record in zip(leakages.tolist(), many, strict=True)
    )


@quick
@given(held, references, measures, betas)
def test_slopes_are_those_of_a_linear_function(record, reference, measure, beta):
    """L is linear in each confidence: of what is held and of what might be added."""
    now = oracle.leakage(record, reference, measure, beta)
    for attribute, slope in leakage_gradient(record, reference, measure, beta=beta).items():
        sure = oracle.leakage(record.with_attribute(Attribute(*attribute.pair)), reference, measure, beta)
        assert abs((1 - Fraction(attribute.confidence)) * Fraction(slope) - (sure - now)) < 1e-13
    for addition in addition_gradient(record, reference, measure, beta=beta):
        lacking = [a.value for a in reference if a.label == addition.label and not record.confidence_of(a.pair)]
        value = lacking[0] if addition.right else "nobody has this"
        added = record.with_attribute(Attribute(addition.label, value, 0.25))
        quarter = oracle.leakage(added, reference, measure, beta)
        assert abs(Fraction(addition.slope) / 4 - (quarter - now)) < 1e-13


@pytest.mark.parametrize("power", [-300.0, -120.0, 120.0, 300.0])
def test_weights_of_any_size(power):
    """Only ratios matter, also where products overflow."""
    unit = 10.0**power
    relations = (Joint(("A", "B"), "J", {"J": 3.0 * unit}), Equivalent("CD"))
    measure = Measure(dict.fromkeys("ABCDN", unit), {"A": NumericCloseness(3)}, relations)
    reference = Record.of(("A", "1"), ("C", "1"), ("N", "1"))
    record = Record.of(
        ("A", "1", 0.5),
        ("A", "2", 0.25),
        ("B", "9", 1e-9),
        ("C", "1", 0.5),
        ("C", "3", 0.5),
        ("D", "7", 0.9),
        ("D", "8"),
    )
    exact = oracle.leakage(record, reference, measure)
    with np.errstate(all="raise", under="ignore"):
        assert near(record_leakage(record, reference, measure), exact, 1e-13)


def test_many_that_tell_what_is_shared():
    """All right or all wrong: the number present is binomial, and what is shared is there unless it is 0."""
    number, chance = 300, Fraction(1, 8)
    record = Record(Attribute("A", f"{n:03}", float(chance)) for n in range(number))
    reference = Record(Attribute("A", a.value) for a in record)
    measure = Measure({"A": 0.5}, {}, (Joint("AB", "J", {"J": 7.0}),))
    known = Fraction(number, 2) + 7
    exact = sum(
        math.comb(number, k)
        * chance**k
        * (1 - chance) ** (number - k)
        * 2
        * (Fraction(k, 2) + 7)
        / (known * 2 - Fraction(number - k, 2))
        for k in range(1, number + 1)
    )
    assert near(record_leakage(record, reference, measure), exact, 1e-14)


@pytest.mark.parametrize("number", [3_000, 40_000])
def test_what_is_shared_beside_a_great_number(number):
    """Equal attributes, half of them right, beside two that tell a shared fact; the worlds of the two are four."""
    right, weight, chance = number // 2, 0.25, 0.125
    rows = [Attribute(f"L{n}", "1" if n < right else "0", chance) for n in range(number)]
    reference = Record([Attribute(f"L{n}", "1") for n in range(number)] + [Attribute("A", "1"), Attribute("B", "1")])
    record = Record([*rows, Attribute("A", "1", 0.5), Attribute("B", "0", 0.75)])
    weights = {f"L{n}": weight for n in range(number)} | {"A": 64.0, "B": 32.0}
    measure = Measure(weights, {}, (Joint("AB", "J", {"J": 512.0}),))
    known = number * weight + 64.0 + 32.0 + 512.0
    worlds = {(0.5, 0.25): (0, 0), (0.5, 0.75): (544, 0), (0.5, -0.25): (576, 576), (0.5, -0.75): (608, 576)}
    exact = sum(
        Fraction(a) * Fraction(abs(b)) * 2 * of_many(number, right, chance, weight, known, [(said, 1, earned)])
        for (a, b), (said, earned) in worlds.items()
    )
    assert near(record_leakage(record, reference, measure), exact, 1e-14)


@quick
@given(st.lists(held, max_size=6), references, measures)
def test_batches_change_nothing(many, reference, measure):
    whole = record_leakages(many, reference, measure)
    with mock.patch.object(graded_leakage, "CHUNK", 4):
        assert record_leakages(many, reference, measure).tolist() == pytest.approx(whole.tolist(), rel=1e-14, abs=0.0)


def test_facts_and_what_they_share_are_told_apart():
    """Four facts and two shared ones, all doubtful: none is taken for another's claim."""
    measure = Measure({"A": 2.0}, relations=[Joint(("A", "P"), "area", {"area": 3.0}), Joint(("C", "D"), "J")])
    reference = Record.of(*((label, "1") for label in "ACDP"))
    record = Record.of(*((label, "1", 0.5) for label in "ACDP"))
    assert near(expected_recall(record, reference, measure), oracle.recall(record, reference, measure))
