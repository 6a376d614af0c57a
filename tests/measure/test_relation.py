"""Overlapping labels: what two labels have in common is counted once."""

import math
from fractions import Fraction
from itertools import combinations
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
from leakage.measure.measuring import as_measure
from leakage.record import Attribute, certain
from tests.amount import cases
from tests.oracles import relation as oracle
from tests.oracles.measure import near as relation_worlds_near
from tests.oracles.measure import of_many
from tests.strategies import betas, quick, records, thorough, weight_values, weights
from tests.strategies import references as relation_references

# Related labels: nothing is counted twice.


PHONE, ADDRESS, NAME, AGE, BORN = (
    ("Phone", "123"),
    ("Address", "Mill Lane"),
    ("Name", "Alice"),
    ("Age", "20"),
    ("Born", "2006"),
)
REFERENCE = Record.of(PHONE, ADDRESS, NAME)
AREA = Joint(("Phone", "Address"), "Area", {"Area": 2.0, "Address": 3.0})
JOINT = Measure({}, {}, (AREA,))
DATED = Record.of(AGE, BORN, NAME)
SAME = Measure({"Age": 1.0, "Born": 3.0}, {}, (Equivalent(("Age", "Born")),))

related = weights.map(lambda given: Measure(given, {}, (Joint(("N", "P"), "J", {"J": 1.5}),)))
equivalent = weights.map(lambda given: Measure(given, {}, (Equivalent(("N", "P")),)))
near = weights.map(lambda given: Measure(given, {"N": NumericCloseness(3)}, (Joint(("N", "P"), "J"),)))
near_same = weights.map(lambda given: Measure(given, {"N": NumericCloseness(3)}, (Equivalent(("N", "P")),)))
relation_measures = st.one_of(related, equivalent, near, near_same)


def test_2012_section_2_phone_and_address():
    """J, A and P: either gives J, and both give it once. Weights: P 1, A 3, J 2, N 1; W_e = 7."""
    phone, address, both = Record.of(PHONE), Record.of(ADDRESS), Record.of(PHONE, ADDRESS)
    assert f_measure(phone, REFERENCE, JOINT) == pytest.approx(2 * 3 / (7 + 3))
    assert f_measure(address, REFERENCE, JOINT) == pytest.approx(2 * 5 / (7 + 5))
    assert f_measure(both, REFERENCE, JOINT) == pytest.approx(2 * 6 / (7 + 6))
    assert [as_measure(JOINT).weight_of(label) for label in ("Phone", "Address")] == [3.0, 5.0]


def test_a_joint_of_labels_that_nobody_uses_changes_nothing():
    other = Measure({}, {}, (Joint(("X", "Y"), "Z", {"Z": 9.0}),))
    record = Record.of((*PHONE, 0.5), NAME)
    assert record_leakage(record, REFERENCE, other) == record_leakage(record, REFERENCE)


def test_a_joint_that_one_label_uses_alone_only_splits_its_weight():
    alone = Measure({}, {}, (Joint(("Phone", "Fax"), "Area", {"Area": 2.0}),))
    for record in (Record.of(PHONE), Record.of(("Phone", "999"), NAME), Record.of(NAME), REFERENCE):
        assert record_leakage(record, REFERENCE, alone) == pytest.approx(
            record_leakage(record, REFERENCE, {"Phone": 3.0}), rel=1e-14
        )


def test_knowing_either_of_equivalents_is_as_good_as_knowing_both():
    leakages = [record_leakage(Record.of(NAME, *pairs), DATED, SAME) for pairs in ([AGE], [BORN], [AGE, BORN])]
    assert leakages == pytest.approx([1.0] * 3, rel=1e-14)
    # The one that counts weighs as much as the heaviest.
    assert record_leakage(Record.of(AGE), DATED, SAME) == pytest.approx(2 * 3 / (4 + 3))
    assert as_measure(SAME).weight_of("Age") == as_measure(SAME).weight_of("Born") == 3.0
    assert as_measure(SAME).indirectly_known(DATED, Record.of(AGE)) == {BORN}


def test_wrong_equivalents_dilute_once():
    single, both = Record.of(NAME, ("Age", "9")), Record.of(NAME, ("Age", "9"), ("Born", "1900"))
    assert record_leakage(single, DATED, SAME) == pytest.approx(record_leakage(both, DATED, SAME))
    two_ages = Record.of(NAME, ("Age", "9"), ("Age", "10"))
    assert record_leakage(two_ages, DATED, SAME) < record_leakage(single, DATED, SAME)


def test_a_near_value_of_an_equivalent_counts_in_part():
    years = Measure({}, {"Age": NumericCloseness(10)}, (Equivalent(("Age", "Born")),))
    assert record_leakage(Record.of(("Age", "21")), DATED, years) == pytest.approx(2 * 0.9 / 3)


def test_a_near_value_tells_the_joint_part_in_part():
    digits = Measure({}, {"Phone": NumericCloseness(10)}, (AREA,))
    # X = 0.9 (1 + 2), Y = 3, W_e = 7.
    assert record_leakage(Record.of(("Phone", "124")), REFERENCE, digits) == pytest.approx(2 * 0.9 * 3 / (7 + 3))


@quick
@given(relation_references, relation_measures, betas)
def test_full_knowledge_leaks_everything(reference, measure, beta):
    assert record_leakage(reference, reference, measure, beta=beta) == pytest.approx(1.0, rel=1e-14)


@quick
@given(relation_references, related)
def test_knowing_more_that_is_right_never_leaks_less(reference, measure):
    for size in range(1, len(reference) + 1):
        for subset in combinations(reference, size):
            less = record_leakage(Record(subset[1:]), reference, measure)
            assert less <= record_leakage(Record(subset), reference, measure) + 1e-14


@quick
@given(records(values="12"), relation_references, related, st.floats(1e-12, 1e-9))
def test_a_hardly_believed_attribute_hardly_matters(record, reference, measure, chance):
    """No jump where a first right value comes in."""
    for pair in (("N", "1"), ("P", "3")):
        if pair not in record:
            grown = record.with_attribute(Attribute(*pair, chance))
            now = record_leakage(record, reference, measure)
            assert record_leakage(grown, reference, measure) == pytest.approx(now, abs=1e-8)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Joint(("secret",), "J"), "at least two labels"),
        (lambda: Joint(("secret", "secret"), "J"), "no label may stand twice"),
        (lambda: Joint(("secret", "P"), "secret"), "no label may stand twice"),
        (lambda: Joint(("secret", "P"), ""), "label must not be empty"),
        (lambda: Joint(("secret", "P"), "J", {"J": 0.0}), "weight must be a positive number"),
        (lambda: Joint(("A", "P"), "J", {"secret": 1.0}), "are those of its labels"),
        (lambda: Equivalent(("secret",)), "at least two labels"),
        (lambda: Equivalent(("secret", "secret")), "no label may stand twice"),
        (lambda: Measure({}, {}, (Equivalent(("A", "secret")), Joint(("secret", "P"), "J"))), "in two relations"),
        (lambda: Measure({"secret": -1.0}), "weight must be a positive number"),
    ],
)
def test_what_relations_refuse(make, message):
    with pytest.raises(ValueError, match=message) as caught:
        make()
    assert "secret" not in str(caught.value)


def test_relations_are_values():
    assert Joint(["A", "P"], "J", {"J": 1, "A": 2}) == Joint(("A", "P"), "J", (("A", 2.0), ("J", 1.0)))
    assert hash(Equivalent(["A", "P"])) == hash(Equivalent(("A", "P")))


# Related labels by Definition 1: every path of the measure against the worlds of r, in fractions.


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
relation_worlds_measures = st.builds(Measure, label_weights, similarities, relations)
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
@given(held, references, relation_worlds_measures, betas)
def test_leakage_is_the_expectation_over_the_worlds(record, reference, measure, beta):
    exact = oracle.leakage(record, reference, measure, beta)
    assert relation_worlds_near(record_leakage(record, reference, measure, beta=beta), exact, 1e-13)
    assert relation_worlds_near(record_leakage(record, reference, measure, beta=beta, method="worlds"), exact, 1e-12)


@quick
@given(held, references, relation_worlds_measures)
def test_expected_precision_and_recall(record, reference, measure):
    assert relation_worlds_near(
        expected_precision(record, reference, measure), oracle.precision(record, reference, measure), 1e-13
    )
    assert relation_worlds_near(
        expected_recall(record, reference, measure), oracle.recall(record, reference, measure), 1e-13
    )


@quick
@given(held, references, relation_worlds_measures, betas)
def test_one_world(record, reference, measure, beta):
    exact = oracle.leakage(certain(record), reference, measure, beta)
    assert relation_worlds_near(f_measure(record, reference, measure, beta), exact, 1e-14)


@quick
@given(st.lists(held, max_size=4), references, relation_worlds_measures, betas)
def test_many_at_once(many, reference, measure, beta):
    leakages = record_leakages(many, reference, measure, beta=beta)
    assert all(
        relation_worlds_near(leakage, oracle.leakage(record, reference, measure, beta), 1e-13)
        for leakage, record in zip(leakages.tolist(), many, strict=True)
    )


@quick
@given(held, references, relation_worlds_measures, betas)
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
        assert relation_worlds_near(record_leakage(record, reference, measure), exact, 1e-13)


def test_many_that_tell_what_is_shared():
    """All right or all wrong: the number present is binomial, and what is shared is there unless it is 0."""
    number, chance = 300, Fraction(1, 8)
    record = Record(Attribute("A", f"{n:03}", float(chance)) for n in range(number))
    reference = Record(Attribute("A", a.value) for a in record)
    measure = Measure({"A": 0.5}, {}, (Joint("AB", "J", {"J": 7.0}),))
    whole = Fraction(number, 2) + 7
    exact = sum(
        math.comb(number, k)
        * chance**k
        * (1 - chance) ** (number - k)
        * 2
        * (Fraction(k, 2) + 7)
        / (whole * 2 - Fraction(number - k, 2))
        for k in range(1, number + 1)
    )
    assert relation_worlds_near(record_leakage(record, reference, measure), exact, 1e-14)


@pytest.mark.parametrize("number", cases([3_000, 40_000], usual=1, slow=1))
def test_what_is_shared_beside_a_great_number(number):
    """Equal attributes, half of them right, beside two that tell a shared fact; the worlds of the two are four."""
    right, weight, chance = number // 2, 0.25, 0.125
    rows = [Attribute(f"L{n}", "1" if n < right else "0", chance) for n in range(number)]
    reference = Record([Attribute(f"L{n}", "1") for n in range(number)] + [Attribute("A", "1"), Attribute("B", "1")])
    record = Record([*rows, Attribute("A", "1", 0.5), Attribute("B", "0", 0.75)])
    weights = {f"L{n}": weight for n in range(number)} | {"A": 64.0, "B": 32.0}
    measure = Measure(weights, {}, (Joint("AB", "J", {"J": 512.0}),))
    whole = number * weight + 64.0 + 32.0 + 512.0
    worlds = {(0.5, 0.25): (0, 0), (0.5, 0.75): (544, 0), (0.5, -0.25): (576, 576), (0.5, -0.75): (608, 576)}
    exact = sum(
        Fraction(a) * Fraction(abs(b)) * 2 * of_many(number, right, chance, weight, whole, [(record_weight, 1, earned)])
        for (a, b), (record_weight, earned) in worlds.items()
    )
    assert relation_worlds_near(record_leakage(record, reference, measure), exact, 1e-14)


@quick
@given(st.lists(held, max_size=6), references, relation_worlds_measures)
def test_batches_change_nothing(many, reference, measure):
    whole = record_leakages(many, reference, measure)
    with mock.patch.object(graded_leakage, "CHUNK", 4):
        assert record_leakages(many, reference, measure).tolist() == pytest.approx(whole.tolist(), rel=1e-14, abs=0.0)


def test_facts_and_what_they_share_are_told_apart():
    """Four facts and two shared ones, all doubtful: none is taken for another's claim."""
    measure = Measure({"A": 2.0}, relations=[Joint(("A", "P"), "area", {"area": 3.0}), Joint(("C", "D"), "J")])
    reference = Record.of(*((label, "1") for label in "ACDP"))
    record = Record.of(*((label, "1", 0.5) for label in "ACDP"))
    assert relation_worlds_near(expected_recall(record, reference, measure), oracle.recall(record, reference, measure))
