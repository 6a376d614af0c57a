"""What a measure answers those who plan by it, held against the definitions: tables, bounds, where weights will do."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from leakage import Attribute, Equivalent, Joint, Measure, NumericCloseness, Record
from leakage.measure.measuring import as_measure, telling_records
from tests.oracles import measure as by_weights
from tests.oracles import relation as by_relation
from tests.strategies import quick, records, references, weights

NEAR = st.sampled_from([(), (("N", NumericCloseness(3)),), (("P", NumericCloseness(1.5)), ("C", NumericCloseness(9)))])
RELATED = st.sampled_from([(), (Joint(("N", "P"), "J", {"J": 2.0}),), (Equivalent(("P", "C")),)])
MEASURES = st.one_of(st.none(), weights, st.builds(Measure, weights, NEAR, RELATED))


def defined(record, reference, weights):
    """Leakage by its definition."""
    if isinstance(weights, Measure):
        return float(by_relation.leakage(record, reference, weights))
    return float(by_weights.leakage(record, reference, weights))


@st.composite
def tables(draw):
    """Attributes, and confidences of several records that hold some of them."""
    pairs = tuple(a.pair for a in draw(records(max_size=4)))
    confidence = st.sampled_from([0.0, 1e-9, 0.3, 0.5, 1.0])
    row = st.lists(confidence, min_size=len(pairs), max_size=len(pairs))
    rows = draw(st.lists(row, max_size=4))
    return pairs, np.array(rows, dtype=np.float64).reshape(len(rows), len(pairs))


def held(pairs, row):
    return Record(Attribute(*pair, c) for pair, c in zip(pairs, row.tolist(), strict=True) if c > 0.0)


@quick
@given(tables(), references, MEASURES)
def test_a_table_measures_every_row(table, reference, weights):
    pairs, confidences = table
    whole = [defined(held(pairs, row), reference, weights) for row in confidences]
    leakages = as_measure(weights).table(pairs, reference).leakages(confidences)
    assert leakages.tolist() == pytest.approx(whole, rel=1e-12, abs=1e-15)


@quick
@given(tables(), references, MEASURES, st.lists(st.floats(0.0, 1.0), min_size=4, max_size=4))
def test_no_record_between_two_leaks_less_than_the_least(table, reference, weights, shares):
    pairs, confidences = table
    assume(len(confidences) >= 2)
    low, high = confidences[:2].min(axis=0), confidences[:2].max(axis=0)
    between = low + (high - low) * np.array(shares)[: len(pairs)]
    least = as_measure(weights).table(pairs, reference).least_between(low, high)
    for row in (low, high, between):
        assert least <= defined(held(pairs, row), reference, weights) * (1 + 1e-12) + 1e-300


@quick
@given(tables(), references, MEASURES, st.lists(st.floats(0.0, 1.0), min_size=4, max_size=4))
def test_no_record_between_two_exceeds_the_ceiling(table, reference, weights, shares):
    pairs, confidences = table
    assume(len(confidences) >= 2)
    low, high = confidences[:2].min(axis=0), confidences[:2].max(axis=0)
    between = low + (high - low) * np.array(shares)[: len(pairs)]
    ceiling = as_measure(weights).ceiling(held(pairs, low), held(pairs, high), reference)
    for row in (low, high, between):
        assert defined(held(pairs, row), reference, weights) <= ceiling * (1 + 1e-12) + 1e-300


@quick
@given(records(), references, MEASURES)
def test_who_is_right_or_wrong_alone_has_leakage_by_weights(record, reference, weights):
    measure = as_measure(weights)
    if measure.right_or_wrong:
        alone = {label: measure.weight_of(label) for label in "NPC"}
        assert not measure.graded_labels and not measure.related_labels
        assert defined(record, reference, weights) == pytest.approx(defined(record, reference, alone), rel=1e-12)


@quick
@given(records(), references, MEASURES)
def test_the_plainest_weights_measure_what_is_said_the_same(record, reference, weights):
    pairs = [a.pair for a in record]
    labels = {label for label, _ in pairs} | set(reference.labels)
    plain = as_measure(weights).plainest(pairs, reference, labels)
    assert defined(record, reference, plain) == pytest.approx(defined(record, reference, weights), rel=1e-12, abs=1e-15)
    if isinstance(weights, Measure) and not weights.similarities and not weights.relations:
        assert as_measure(plain).right_or_wrong


@quick
@given(st.lists(records(max_size=3), max_size=5), references, MEASURES)
def test_the_others_leak_nothing(some, reference, weights):
    telling = set(telling_records(some, reference, weights).tolist())
    for number, record in enumerate(some):
        assert (number in telling) == (defined(record, reference, weights) > 0.0)


def test_a_measure_is_no_mapping_of_weights():
    measure = Measure({"N": 2.0}, {}, (Joint(("N", "P"), "J"),))
    assert not hasattr(measure, "keys") and not hasattr(measure, "__getitem__")
    assert [as_measure(measure).weight_of(label) for label in "NPC"] == [3.0, 2.0, 1.0]
