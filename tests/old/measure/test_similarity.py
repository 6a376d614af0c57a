"""Degrees of error: near values count in part."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from leakage import (
    EditSimilarity,
    Measure,
    NumericCloseness,
    PrefixSimilarity,
    Record,
    TableSimilarity,
    expected_precision,
    expected_recall,
    f_measure,
    precision,
    recall,
    record_leakage,
    record_leakages,
)
from leakage.old.measure.measuring import as_measure, similarity_to, telling_records
from leakage.record import Attribute, certain
from tests.oracles import measure as by_weights
from tests.oracles import near_values as oracle
from tests.oracles.measure import near as close_to
from tests.strategies import betas, quick, records, references, thorough, weights

# Degrees of error: the similarities, and leakage by them against the enumeration of worlds.


ALL = [
    NumericCloseness(3),
    PrefixSimilarity(),
    EditSimilarity(),
    EditSimilarity("jaro_winkler", 0.0),
    TableSimilarity((("a", "b", 0.25), ("b", "1", 1.0))),
]
texts = st.text("ab12.A", max_size=6)
SIMILARITY_NEAR = {"N": NumericCloseness(3), "P": TableSimilarity((("1", "2", 0.5), ("2", "3", 0.25), ("1", "3", 0.5)))}

near_records = records(values="1234", max_size=6)
near_references = records(values="1234", confidences=st.just(1.0), min_size=1, max_size=5)


@pytest.mark.parametrize("similarity", ALL, ids=repr)
@quick
@given(texts, texts)
def test_a_similarity_is_symmetric_between_0_and_1_and_1_for_equals(similarity, value, other):
    assert similarity.of(value, value) == 1.0
    assert similarity.of(value, other) == similarity.of(other, value)
    assert 0.0 <= similarity.of(value, other) <= 1.0


def test_a_near_age_leaks_more_than_a_far_one():
    """2012, Section 2.1: 31 for 30 tells more than 80 for 30."""
    reference = Record.of(("N", "Alice"), ("A", "30"))
    by_age = Measure({}, {"A": NumericCloseness(10)})

    def leakage(age):
        return record_leakage(Record.of(("N", "Alice"), ("A", age)), reference, by_age)

    assert leakage("30") == pytest.approx(1.0)
    assert leakage("31") == pytest.approx((1 + 0.9) * 2 / 4)
    assert leakage("80") == pytest.approx(1 / 2)
    assert leakage("80") == pytest.approx(record_leakage(Record.of(("N", "Alice"), ("A", "80")), reference))


@thorough
@given(near_records, near_references, weights, betas)
def test_exact_is_the_sum_over_worlds_in_fractions(record, reference, weights, beta):
    measure = Measure(weights, SIMILARITY_NEAR)
    exact = oracle.leakage(record, reference, measure, beta)
    assert close_to(record_leakage(record, reference, measure, beta=beta), exact, 1e-13)


@quick
@given(near_records, near_references, weights, betas)
def test_worlds_agree(record, reference, weights, beta):
    measure = Measure(weights, SIMILARITY_NEAR)
    exact = record_leakage(record, reference, measure, beta=beta)
    worlds = record_leakage(record, reference, measure, beta=beta, method="worlds")
    assert worlds == pytest.approx(exact, rel=1e-12, abs=1e-15)
    assert 0.0 <= exact <= 1.0


@quick
@given(near_records, near_references, weights)
def test_expected_precision_and_recall_over_worlds(record, reference, weights):
    measure = Measure(weights, SIMILARITY_NEAR)
    assert close_to(expected_precision(record, reference, measure), oracle.precision(record, reference, measure), 1e-13)
    assert close_to(expected_recall(record, reference, measure), oracle.recall(record, reference, measure), 1e-13)
    known = certain(record)
    assert close_to(precision(record, reference, measure), oracle.precision(known, reference, measure), 1e-13)
    assert close_to(recall(record, reference, measure), oracle.recall(known, reference, measure), 1e-13)


@quick
@given(near_references, weights, betas)
def test_the_whole_truth_leaks_everything(reference, weights, beta):
    measure = Measure(weights, SIMILARITY_NEAR)
    assert f_measure(reference, reference, measure, beta) == pytest.approx(1.0, rel=1e-14)
    assert record_leakage(reference, reference, measure, beta=beta) == pytest.approx(1.0, rel=1e-14)


@quick
@given(near_records, near_references, weights)
def test_where_nothing_is_near_it_is_right_or_wrong(record, reference, weights):
    far = Measure(weights, {"N": NumericCloseness(1e-9), "P": TableSimilarity(())})
    assert record_leakage(record, reference, far) == record_leakage(record, reference, weights)


def test_of_several_that_claim_a_fact_the_closest_of_the_record_earns_it():
    reference = Record.of(("A", "30"))
    by_age = Measure({}, {"A": NumericCloseness(10)})
    both = Record.of(("A", "31"), ("A", "35"))
    assert record_leakage(both, reference, by_age) == pytest.approx(2 * 0.9 / 3)
    unsure = Record.of(("A", "31", 0.5), ("A", "35"))
    # In the world without 31 nothing is earned: 35 is only said.
    assert record_leakage(unsure, reference, by_age) == pytest.approx(0.5 * 2 * 0.9 / 3)
    equally = Record.of(("A", "29"), ("A", "31", 0.5))
    assert record_leakage(equally, reference, by_age) == pytest.approx(0.5 * 2 * 0.9 / 2 + 0.5 * 2 * 0.9 / 3)
    other_order = Record.of(("A", "29", 0.5), ("A", "31"))
    assert record_leakage(other_order, reference, by_age) == pytest.approx(0.5 * 2 * 0.9 / 3)
    alike = Record.of(("A", "30", 0.5), ("A", "30.0"))
    assert record_leakage(alike, reference, by_age) == pytest.approx(0.5 * 2 / 3)


def test_an_exact_value_claims_its_own_fact():
    reference = Record.of(("A", "30"), ("A", "30.0"))
    measure = Measure({}, {"A": NumericCloseness(10)})
    assert record_leakage(reference, reference, measure) == pytest.approx(1.0)
    assert similarity_to(reference, measure)(("A", "31")) == 0.9
    assert as_measure(measure).indirectly_known(reference, Record.of(("A", "30.00"))) == {("A", "30")}


def test_many_claimants_of_one_fact():
    reference = Record.of(("A", "0"))
    measure = Measure({}, {"A": NumericCloseness(1000)})
    many = Record(Attribute("A", str(n), 0.5 if n else 1e-12) for n in range(400))
    leakage = record_leakage(many, reference, measure)
    first = record_leakage(Record.of(("A", "1")), reference, measure)
    assert 0.0 < leakage < first
    # Were the closest one certain, the others only dilute.
    certain = many.with_attribute(Attribute("A", "0"))
    wrong = Record((Attribute("A", "0"), *(Attribute("B", str(n), 0.5) for n in range(1, 400))))
    assert record_leakage(certain, reference, measure) == pytest.approx(record_leakage(wrong, reference), rel=1e-13)


@quick
@given(st.lists(near_records, max_size=4), near_references, weights)
def test_many_at_once_equal_one_by_one(many, reference, weights):
    measure = Measure(weights, SIMILARITY_NEAR)
    one_by_one = [record_leakage(record, reference, measure) for record in many]
    assert record_leakages(many, reference, measure).tolist() == pytest.approx(one_by_one, rel=1e-14, abs=0.0)


@pytest.mark.parametrize("method", ["taylor", "equal_weights"])
def test_methods_that_know_right_and_wrong_only_say_so(method):
    alice = Record.of(("N", "Alice"))
    with pytest.raises(ValueError, match="knows right and wrong only"):
        record_leakage(alice, alice, Measure({}, {"N": EditSimilarity()}), method=method)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: NumericCloseness(0.0), "scale must be a positive number, got 0.0"),
        (lambda: NumericCloseness(float("nan")), "scale must be a positive number, got nan"),
        (lambda: EditSimilarity(at_least=1.5), r"at_least must be in \[0, 1\], got 1.5"),
        (lambda: EditSimilarity("hamming"), "method must be levenshtein or jaro_winkler"),
        (lambda: TableSimilarity((("secret", "other", 2.0),)), r"similarity must be in \[0, 1\], got 2.0"),
    ],
)
def test_what_similarities_refuse(make, message):
    with pytest.raises(ValueError, match=message) as caught:
        make()
    assert "secret" not in str(caught.value)


def test_values_that_are_no_numbers_must_be_equal():
    years = NumericCloseness(10)
    assert years.of("nan", "nan") == 1.0
    assert years.of("inf", "1") == years.of("inf", "-inf") == years.of("thirty", "30") == 0.0


def test_a_name_without_regard_to_case():
    assert EditSimilarity().of("ALICE", "Alice") == 1.0
    assert EditSimilarity(at_least=0.0).of("Bob", "Alice") == 0.0
    assert EditSimilarity("jaro_winkler", 0.9).of("Martha", "Marhta") == pytest.approx(0.9611111)


def test_similarities_and_measures_are_values():
    measure = Measure({"N": 2}, SIMILARITY_NEAR)
    assert hash(measure) == hash(Measure([("N", 2.0)], tuple(SIMILARITY_NEAR.items())))
    assert measure != Measure({"N": 2})
    assert dict(measure.weights) == {"N": 2.0}


# What a measure answers those who plan by it, held against the definitions: tables, bounds, where weights will do.


MEASURING_NEAR = st.sampled_from(
    [(), (("N", NumericCloseness(3)),), (("P", NumericCloseness(1.5)), ("C", NumericCloseness(9)))]
)
MEASURES = st.one_of(st.none(), weights, st.builds(Measure, weights, MEASURING_NEAR))


def defined(record, reference, weights):
    """Leakage by its definition."""
    if isinstance(weights, Measure):
        return float(oracle.leakage(record, reference, weights))
    return float(by_weights.leakage(record, reference, weights))


@st.composite
def tables(draw):
    """Attributes, and confidences of several records that hold some of them."""
    pairs = tuple(a.pair for a in draw(records(max_size=4)))
    confidence = st.sampled_from([0.0, 1e-9, 0.3, 0.5, 1.0])
    row = st.lists(confidence, min_size=len(pairs), max_size=len(pairs))
    rows = draw(st.lists(row, max_size=4))
    return pairs, np.array(rows, dtype=np.float64).reshape(len(rows), len(pairs))


def record_of(pairs, row):
    return Record(Attribute(*pair, c) for pair, c in zip(pairs, row.tolist(), strict=True) if c > 0.0)


@quick
@given(tables(), references, MEASURES)
def test_a_table_measures_every_row(table, reference, weights):
    pairs, confidences = table
    whole = [defined(record_of(pairs, row), reference, weights) for row in confidences]
    leakages = as_measure(weights).table(pairs, reference).leakages(confidences)
    assert leakages.tolist() == pytest.approx(whole, rel=1e-12, abs=1e-15)


@quick
@given(tables(), references, MEASURES, st.lists(st.floats(0.0, 1.0), min_size=4, max_size=4))
def test_no_record_between_two_exceeds_the_ceiling(table, reference, weights, shares):
    pairs, confidences = table
    assume(len(confidences) >= 2)
    low, high = confidences[:2].min(axis=0), confidences[:2].max(axis=0)
    between = low + (high - low) * np.array(shares)[: len(pairs)]
    ceiling = as_measure(weights).ceiling(record_of(pairs, low), record_of(pairs, high), reference)
    for row in (low, high, between):
        assert defined(record_of(pairs, row), reference, weights) <= ceiling * (1 + 1e-12) + 1e-300


@quick
@given(records(), references, MEASURES)
def test_who_is_right_or_wrong_alone_has_leakage_by_weights(record, reference, weights):
    measure = as_measure(weights)
    if measure.right_or_wrong:
        alone = {label: measure.weight_of(label) for label in "NPC"}
        assert not measure.graded_labels
        assert defined(record, reference, weights) == pytest.approx(defined(record, reference, alone), rel=1e-12)


@quick
@given(records(), references, MEASURES)
def test_the_plainest_weights_measure_what_is_said_the_same(record, reference, weights):
    pairs = [a.pair for a in record]
    labels = {label for label, _ in pairs} | set(reference.labels)
    plain = as_measure(weights).plainest(pairs, reference, labels)
    assert defined(record, reference, plain) == pytest.approx(defined(record, reference, weights), rel=1e-12, abs=1e-15)
    if isinstance(weights, Measure) and not weights.similarities:
        assert as_measure(plain).right_or_wrong


@quick
@given(st.lists(records(max_size=3), max_size=5), references, MEASURES)
def test_the_others_leak_nothing(some, reference, weights):
    telling = set(telling_records(some, reference, weights).tolist())
    for number, record in enumerate(some):
        assert (number in telling) == (defined(record, reference, weights) > 0.0)


def test_a_measure_is_no_mapping_of_weights():
    measure = Measure({"N": 2.0}, {"N": NumericCloseness(3)})
    assert not hasattr(measure, "keys") and not hasattr(measure, "__getitem__")
    assert [as_measure(measure).weight_of(label) for label in "NPC"] == [2.0, 1.0, 1.0]
