"""Related labels: nothing is counted twice."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Equivalent, Joint, Measure, NumericCloseness, Record, f_measure, record_leakage
from leakage.measure.measure import known_otherwise
from leakage.measure.relation import expanded
from leakage.record import Attribute
from tests.strategies import betas, quick, records, references, weights

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
measures = st.one_of(related, equivalent, near, near_same)


def test_2012_section_2_phone_and_address():
    """J, A and P: either gives J, and both give it once. Weights: P 1, A 3, J 2, N 1; W_e = 7."""
    phone, address, both = Record.of(PHONE), Record.of(ADDRESS), Record.of(PHONE, ADDRESS)
    assert f_measure(phone, REFERENCE, JOINT) == pytest.approx(2 * 3 / (7 + 3))
    assert f_measure(address, REFERENCE, JOINT) == pytest.approx(2 * 5 / (7 + 5))
    assert f_measure(both, REFERENCE, JOINT) == pytest.approx(2 * 6 / (7 + 6))
    assert (JOINT["Phone"], JOINT["Address"]) == (3.0, 5.0)


def test_the_joint_part_has_the_greatest_confidence_of_what_tells_it():
    found = JOINT.expanded(Record.of((*PHONE, 0.25), (*ADDRESS, 0.75)), REFERENCE)
    assert [(a.confidence, a.pair in found.reference) for a in found.record if a.label == "Area"] == [(0.75, True)]
    assert len(found.reference) == len(REFERENCE) + 1


def test_a_wrong_value_tells_a_wrong_joint_part_as_far_as_the_right_one_is_not_known():
    def area(*attributes):
        found = JOINT.expanded(Record.of(*attributes), REFERENCE)
        return sorted((a.pair in found.reference, a.confidence) for a in found.record if a.label == "Area")

    wrong, other = ("Phone", "999", 0.5), ("Address", "Elsewhere", 0.25)
    assert area(wrong) == [(False, 0.5)]
    assert area(wrong, other) == [(False, 0.5)]
    assert area(wrong, ADDRESS) == [(True, 1.0)]
    assert area(wrong, (*ADDRESS, 0.2)) == [(False, pytest.approx(0.4)), (True, 0.2)]


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
    told = [record_leakage(Record.of(NAME, *pairs), DATED, SAME) for pairs in ([AGE], [BORN], [AGE, BORN])]
    assert told == pytest.approx([1.0] * 3, rel=1e-14)
    # The one that counts weighs as much as the heaviest.
    assert record_leakage(Record.of(AGE), DATED, SAME) == pytest.approx(2 * 3 / (4 + 3))
    assert SAME["Age"] == SAME["Born"] == 3.0
    assert known_otherwise(DATED, Record.of(AGE), SAME) == {BORN}


def test_wrong_equivalents_dilute_once():
    one, both = Record.of(NAME, ("Age", "9")), Record.of(NAME, ("Age", "9"), ("Born", "1900"))
    assert record_leakage(one, DATED, SAME) == pytest.approx(record_leakage(both, DATED, SAME))
    two_ages = Record.of(NAME, ("Age", "9"), ("Age", "10"))
    assert record_leakage(two_ages, DATED, SAME) < record_leakage(one, DATED, SAME)


def test_the_more_trusted_of_equivalents_counts():
    unsure = Record.of((*AGE, 0.2), (*BORN, 0.6))
    assert record_leakage(unsure, DATED, SAME) == pytest.approx(0.6 * 6 / 7)


def test_a_near_value_of_an_equivalent_counts_in_part():
    years = Measure({}, {"Age": NumericCloseness(10)}, (Equivalent(("Age", "Born")),))
    assert record_leakage(Record.of(("Age", "21")), DATED, years) == pytest.approx(2 * 0.9 / 3)


def test_a_near_value_tells_the_joint_part_in_part():
    digits = Measure({}, {"Phone": NumericCloseness(10)}, (AREA,))
    # X = 0.9 (1 + 2), Y = 3, W_e = 7.
    assert record_leakage(Record.of(("Phone", "124")), REFERENCE, digits) == pytest.approx(2 * 0.9 * 3 / (7 + 3))


def test_right_near_and_wrong_values_share_the_joint_part():
    """Near is believed where right is not, and wrong where neither is."""
    digits = Measure({}, {"Phone": NumericCloseness(10)}, (AREA,))
    told = Record.of(("Phone", "124", 0.5), (*ADDRESS, 0.2), ("Phone", "999", 0.9), ("Phone", "128", 0.5))
    found = digits.expanded(told, REFERENCE)
    parts = sorted(a.confidence for a in found.record if a.label == "Area")
    assert parts == pytest.approx(sorted([0.2, 0.5 * 0.8, 0.9 * 0.8 * 0.5]))
    near = found.similarities["Area"]
    assert [
        near.of(a.value, fact.value)
        for a in found.record
        for fact in found.reference
        if (a.label, fact.label) == ("Area", "Area") and a.confidence == 0.4
    ] == [0.9]


@quick
@given(records(values="123"), references, measures, betas)
def test_leakage_lies_between_0_and_1_and_equals_its_worlds(record, reference, measure, beta):
    leakage = record_leakage(record, reference, measure, beta=beta)
    assert 0.0 <= leakage <= 1.0
    worlds = record_leakage(record, reference, measure, beta=beta, method="worlds")
    assert worlds == pytest.approx(leakage, rel=1e-12, abs=1e-14)


@quick
@given(references, measures, betas)
def test_full_knowledge_leaks_everything(reference, measure, beta):
    assert record_leakage(reference, reference, measure, beta=beta) == pytest.approx(1.0, rel=1e-14)


@quick
@given(references, related)
def test_knowing_more_that_is_right_never_leaks_less(reference, measure):
    for size in range(1, len(reference) + 1):
        for held in combinations(reference, size):
            less = record_leakage(Record(held[1:]), reference, measure)
            assert less <= record_leakage(Record(held), reference, measure) + 1e-14


@quick
@given(records(values="12"), references, related, st.floats(1e-12, 1e-9))
def test_a_hardly_believed_attribute_hardly_matters(record, reference, measure, chance):
    """No jump where a first right value comes in."""
    for pair in (("N", "1"), ("P", "3")):
        if pair not in record:
            grown = record.with_attribute(Attribute(*pair, chance))
            now = record_leakage(record, reference, measure)
            assert record_leakage(grown, reference, measure) == pytest.approx(now, abs=1e-8)


@quick
@given(records(), references, weights)
def test_taylor_and_equal_weights_measure_what_is_expanded(record, reference, weights):
    measure = Measure({}, {}, (Joint(("N", "P"), "J"),))
    exact = record_leakage(record, reference, measure)
    assert record_leakage(record, reference, measure, method="equal_weights") == pytest.approx(exact, rel=1e-12)
    assert record_leakage(record, reference, measure, method="taylor") == pytest.approx(exact, abs=0.05)


def test_expanding_without_relations_gives_back_what_it_got():
    found = expanded(REFERENCE, REFERENCE, {"Name": 2.0}, ())
    assert found == (REFERENCE, REFERENCE, {"Name": 2.0}, {})


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
