"""Related labels: nothing is counted twice."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Equivalent, Joint, Measure, NumericCloseness, Record, f_measure, record_leakage
from leakage.measure.measuring import as_measure
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
    told = [record_leakage(Record.of(NAME, *pairs), DATED, SAME) for pairs in ([AGE], [BORN], [AGE, BORN])]
    assert told == pytest.approx([1.0] * 3, rel=1e-14)
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
