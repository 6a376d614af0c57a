"""Attribute and Record."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Attribute, Record
from leakage.record import certain
from tests.strategies import confidences, pairs, quick, records


@pytest.mark.parametrize("confidence", [-0.1, 1.1, math.nan, math.inf, -math.inf])
def test_confidence_must_be_a_probability(confidence):
    with pytest.raises(ValueError, match=r"confidence must be in \[0, 1\], got "):
        Attribute("N", "Alice", confidence)


def test_label_and_value_must_not_be_empty():
    with pytest.raises(ValueError, match="label must not be empty"):
        Attribute("", "Alice")
    with pytest.raises(ValueError, match="value must not be empty"):
        Attribute("N", "")


def test_no_two_attributes_share_label_and_value():
    with pytest.raises(ValueError, match="must not share both label and value"):
        Record.of(("N", "Alice", 0.1), ("P", "1"), ("N", "Alice", 0.9))
    assert len(Record.of(("N", "Alice"), ("N", "Bob"), ("P", "Alice"))) == 3


def test_2012_section_2_a_label_may_have_two_values():
    record = Record.of(("N", "Alice"), ("A", "30"), ("A", "20"), ("Z", "94305"))
    assert record.values("A") == ("20", "30")
    assert record.labels == ("A", "N", "Z")
    assert record.values("C") == ()


def test_2012_section_2_3_an_absent_attribute_has_confidence_0():
    record = Record.of(("N", "Alice"), ("A", "20", 0.5), ("A", "30", 0.4), ("Z", "94305", 0.3))
    assert record.confidence_of(("A", "30")) == 0.4
    assert record.confidence_of(("A", "40")) == 0.0
    assert record.confidence_of(("P", "20")) == 0.0


@quick
@given(records(), st.randoms(use_true_random=False))
def test_order_of_attributes_does_not_matter(record, random):
    shuffled = list(record)
    random.shuffle(shuffled)
    assert Record(shuffled) == record
    assert hash(Record(shuffled)) == hash(record)
    assert list(record) == sorted(record)


@quick
@given(records())
def test_a_record_is_its_attributes(record):
    assert Record(record) == record
    assert len(record) == len(list(record)) == len(record.confidences)
    assert all((attribute.pair in record) == (attribute.confidence > 0.0) for attribute in record)
    assert [record[n] for n in range(len(record))] == list(record)
    assert record[:] == record.attributes
    known = [attribute for attribute in record if attribute.confidence > 0.0]
    assert sum(len(record.values(label)) for label in record.labels) == len(known)


@quick
@given(records(), pairs(), confidences)
def test_adding_replacing_and_removing_an_attribute(record, pair, confidence):
    changed = record.with_attribute(Attribute(*pair, confidence))
    assert changed.confidence_of(pair) == confidence
    assert changed.without(pair) == record.without(pair)
    assert pair not in record.without(pair)
    assert len(record.without(pair)) == len(record) - (pair in record.confidences)


@quick
@given(records())
def test_certain_sets_every_confidence_to_1(record):
    assert [a.pair for a in certain(record)] == [a.pair for a in record]
    assert all(a.confidence == 1.0 for a in certain(record))


def test_records_cannot_be_changed():
    record = Record.of(("N", "Alice"))
    with pytest.raises(AttributeError):
        record.attributes = ()
    with pytest.raises(AttributeError):
        record[0].value = "Bob"


def test_a_record_does_not_print_what_it_holds():
    assert "Alice" not in repr(Record.of(("Name", "Alice"))) + str(Record.of(("Name", "Alice")))
