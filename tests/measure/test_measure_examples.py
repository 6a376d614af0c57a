"""The papers' worked examples of the measure of one record."""

import pytest

from leakage import (
    Record,
    expected_precision,
    expected_recall,
    f_measure,
    precision,
    recall,
    record_leakage,
    record_leakage_by_confidence,
    record_leakages,
    set_leakage,
)
from leakage.measure.paper_methods import possible_worlds

REFERENCE = Record.of(("N", "Alice"), ("A", "20"), ("P", "123"), ("Z", "94305"))
RECORD = Record.of(("N", "Alice"), ("A", "20"), ("P", "111"))
NAME_COUNTS_TWICE = {"N": 2.0}

UNSURE_REFERENCE = Record.of(("N", "Alice"), ("A", "20"), ("P", "123"))
UNSURE = Record.of(("N", "Alice", 0.5), ("A", "20"))

METHODS = ["exact", "worlds"]


def test_2012_section_2_1_precision():
    assert precision(RECORD, REFERENCE, NAME_COUNTS_TWICE) == pytest.approx(3 / 4)


def test_2012_section_2_2_recall():
    assert recall(RECORD, REFERENCE, NAME_COUNTS_TWICE) == pytest.approx(3 / 5)


def test_2012_section_2_2_f1():
    assert f_measure(RECORD, REFERENCE, NAME_COUNTS_TWICE) == pytest.approx(2 / 3)
    assert record_leakage(RECORD, REFERENCE, NAME_COUNTS_TWICE) == pytest.approx(2 / 3)


def test_2012_section_2_scaling_weights_changes_nothing():
    weights, two = {"N": 1, "A": 2, "P": 3, "Z": 3}, {"N": 2, "A": 4, "P": 6, "Z": 6}
    assert f_measure(RECORD, REFERENCE, weights) == pytest.approx(f_measure(RECORD, REFERENCE, two))


@pytest.mark.parametrize("method", [*METHODS, "equal_weights"])
def test_2012_section_2_3_confidences_with_unit_weights(method):
    # Printed: 13/20, said to be with w_N = 2.
    assert record_leakage(UNSURE, UNSURE_REFERENCE, method=method) == pytest.approx(13 / 20)


@pytest.mark.parametrize("method", METHODS)
def test_2012_section_2_3_confidences_with_the_weights_stated(method):
    # Printed: 13/20, which is with unit weights.
    leakage = record_leakage(UNSURE, UNSURE_REFERENCE, NAME_COUNTS_TWICE, method=method)
    assert leakage == pytest.approx(22 / 35)


def test_2012_section_2_3_the_two_worlds_of_the_example():
    assert f_measure(Record.of(("A", "20")), UNSURE_REFERENCE) == pytest.approx(1 / 2)
    assert f_measure(Record.of(("N", "Alice"), ("A", "20")), UNSURE_REFERENCE) == pytest.approx(4 / 5)


def test_2012_section_2_3_four_possible_worlds():
    record = Record.of(("name", "Alice"), ("age", "20", 0.4), ("phone", "123", 0.5))
    probabilities = {world.labels: probability for probability, world in possible_worlds(record)}
    assert probabilities == pytest.approx(
        {
            ("age", "name", "phone"): 0.2,
            ("age", "name"): 0.2,
            ("name", "phone"): 0.3,
            ("name",): 0.3,
        }
    )


def test_2011_section_2_4_four_worlds_of_equal_probability():
    record = Record.of(("name", "Alice"), ("age", "20", 0.5), ("phone", "123", 0.5))
    assert [probability for probability, _ in possible_worlds(record)] == [0.25] * 4


def test_2012_section_2_3_expected_precision_and_recall():
    # The worlds are {A} and {N, A}: all of either is right, and 1/3 or 2/3 of the reference is found.
    assert expected_precision(UNSURE, UNSURE_REFERENCE) == pytest.approx(1.0)
    assert expected_recall(UNSURE, UNSURE_REFERENCE) == pytest.approx(1 / 2)


def test_2012_section_2_4_set_leakage_before_resolution():
    reference = Record.of(("N", "Alice"), ("P", "123"), ("C", "999"), ("Z", "111"))
    records = [
        Record.of(("N", "Alice"), ("P", "123")),
        Record.of(("N", "Alice"), ("C", "999")),
        Record.of(("N", "Bob"), ("P", "987")),
    ]
    assert record_leakages(records, reference) == pytest.approx([2 / 3, 2 / 3, 0])
    assert set_leakage(records, reference) == pytest.approx(2 / 3)


@pytest.mark.parametrize("method", [*METHODS, "equal_weights"])
def test_2012_section_5_algorithm_1(method):
    reference = Record.of(("A", "1"), ("B", "2"))
    record = Record.of(("A", "1", 0.1), ("B", "3", 0.2))
    assert record_leakage(record, reference, method=method) == pytest.approx(19 / 300)


def test_2011_section_1_recall_of_vendor_and_employer():
    reference = Record.of(("N", "Alice"), ("A", "123 Main"), ("P", "555"), ("C", "999"), ("S", "000"))
    vendor = Record.of(("N", "Alice"), ("A", "123 Main"), ("C", "999"))
    employer = Record.of(("N", "Alice"), ("A", "123 Main"), ("P", "555"), ("S", "000"))
    assert recall(vendor, reference) == pytest.approx(3 / 5)
    assert precision(vendor, reference) == 1.0  # 2012, Section 1: "3 out of 3"
    assert recall(employer, reference) == pytest.approx(4 / 5)


def test_2011_section_2_1_without_weights():
    assert precision(RECORD, REFERENCE) == pytest.approx(2 / 3)
    assert recall(RECORD, REFERENCE) == pytest.approx(1 / 2)
    assert record_leakage(RECORD, REFERENCE) == pytest.approx(4 / 7)  # printed 0.57


def test_2011_section_2_4_is_another_formula_than_2012_definition_1():
    assert record_leakage_by_confidence(UNSURE, UNSURE_REFERENCE) == pytest.approx(2 / 3)
    assert record_leakage(UNSURE, UNSURE_REFERENCE) == pytest.approx(13 / 20)


def test_2011_section_2_4_agrees_with_section_2_1_where_all_is_certain():
    assert record_leakage_by_confidence(RECORD, REFERENCE) == pytest.approx(4 / 7)
    assert record_leakage_by_confidence(Record.of(("N", "Bob")), REFERENCE) == 0.0
