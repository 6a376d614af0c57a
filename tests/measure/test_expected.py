"""Expected precision and recall against the enumeration of worlds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Record, expected_precision, expected_recall, precision, recall
from tests.oracles import measure as oracle
from tests.strategies import quick, records, references, weights


@quick
@given(records(), references, weights)
def test_expected_precision_over_worlds(record, reference, weights):
    exact = oracle.expected(oracle.precision, record, reference, weights)
    assert oracle.near(expected_precision(record, reference, weights), exact)


@quick
@given(records(), references, weights)
def test_expected_recall_over_worlds(record, reference, weights):
    exact = oracle.expected(oracle.recall, record, reference, weights)
    assert oracle.near(expected_recall(record, reference, weights), exact)


@quick
@given(records(confidences=st.just(1.0)), references, weights)
def test_certain_records_have_their_precision_and_recall(record, reference, weights):
    assert expected_precision(record, reference, weights) == pytest.approx(precision(record, reference, weights))
    assert expected_recall(record, reference, weights) == pytest.approx(recall(record, reference, weights))


def test_nothing_said_or_nothing_known_counts_0():
    alice = Record.of(("N", "Alice"))
    for measure in (precision, recall, expected_precision, expected_recall):
        assert measure(Record(), alice) == 0.0
        assert measure(alice, Record()) == 0.0
