"""Weights: self-information, sensitivity, ties."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import (
    Adversary,
    Attribute,
    Measure,
    NumericCloseness,
    Record,
    TableSimilarity,
    ValueCounts,
    information_leakage,
    record_leakage,
    record_leakages,
    set_leakage,
    weights_by_self_information,
)
from leakage.old.measure.gradient import argmax_tolerant, ranking, weight_sensitivity
from leakage.old.measure.measuring import as_measure
from leakage.old.measure.weights import rescaled
from tests.oracles import near_values
from tests.oracles import self_information as oracle
from tests.oracles.measure import near
from tests.strategies import quick, records, weight_values, weights
from tests.strategies import references as sensitivity_references

# Background statistics: rare values weigh more, as the definition counts them one by one.


LABELS, VALUES = "ABCDJN", "1234"
NEAR = TableSimilarity((("1", "2", 0.5), ("2", "3", 0.25), ("1", "3", 1.0), ("3", "4", 0.5)))
label_weights = st.dictionaries(st.sampled_from(LABELS), weight_values)
similarities = st.dictionaries(st.sampled_from(LABELS), st.sampled_from([NumericCloseness(3), NEAR]), max_size=4)
near_measures = st.builds(Measure, label_weights, similarities)
held = records(LABELS, VALUES, max_size=6)
references = records(LABELS, VALUES, confidences=st.just(1.0), min_size=1, max_size=5)
people = st.lists(records(LABELS, VALUES + "5", max_size=4), max_size=6)
COUNTS = ValueCounts({"Age": {"30": 58.0, "99": 3.0}})


def test_an_exceptional_age_leaks_more_than_an_average_one():
    """2012, Section 2.1, second extension: beside the name, whose rarity nobody counted."""

    def leakage(age):
        reference = Record.of(("Age", age), ("City", "Ulm"))
        counts = ValueCounts({"Age": {"30": 58, "99": 3}, "City": {"Ulm": 9, "Bonn": 11}})
        return record_leakage(Record.of(("Age", age)), reference, weights_by_self_information(reference, counts))

    usual, rare = -math.log2(59 / 64), -math.log2(4 / 64)
    city = -math.log2(10 / 23)
    assert leakage("30") == pytest.approx(2 * usual / (2 * usual + city))
    assert leakage("99") == pytest.approx(2 * rare / (2 * rare + city))


def test_shares_of_all_values_and_of_the_unseen_are_1():
    shares = [COUNTS.share("Age", value) for value in ("30", "99", "not seen")]
    assert shares == [59 / 64, 4 / 64, 1 / 64]
    assert sum(shares) == 1.0


@quick
@given(people, references)
def test_information_is_that_of_the_counts(people, reference):
    counts = ValueCounts.of(people)
    for label in counts.labels:
        for value in VALUES + "5X":
            exact = -math.log2(oracle.share(label, value, people))
            assert counts.information(label, value) == pytest.approx(exact, rel=1e-12)
        missing = Record(a for a in reference if a.label != label)
        assert counts.expected_information(label) == pytest.approx(oracle.bits(label, missing, people), rel=1e-12)


@quick
@given(people, held, references, near_measures)
def test_leakage_by_rarity_over_the_worlds(people, record, reference, measure):
    """With similarities besides."""
    weights = weights_by_self_information(reference, ValueCounts.of(people), measure)
    exact = near_values.leakage(record, reference, oracle.informed(reference, people, measure))
    assert near(record_leakage(record, reference, weights), exact, 1e-11)


@quick
@given(people, references, label_weights)
def test_the_whole_is_the_sum_of_what_its_facts_tell(people, reference, weights):
    """Where e's labels are all counted, W_e is the sum of ``w_l I(l, v)`` over the mean of I."""
    counts = ValueCounts.of(people)
    informed = weights_by_self_information(reference, counts, weights)
    if {a.label for a in reference} <= set(counts.labels):
        bits = [counts.information(a.label, a.value) for a in reference]
        whole = sum(weights.get(a.label, 1.0) * information for a, information in zip(reference, bits, strict=True))
        mean = sum(bits) / len(bits)
        assert sum(informed.get(a.label, 1.0) for a in reference) == pytest.approx(whole / mean)


def test_without_counts_the_weights_stay():
    reference = Record.of(("N", "Alice"))
    assert weights_by_self_information(reference, ValueCounts(), {"N": 2.0}) == {"N": 2.0}
    assert weights_by_self_information(reference, COUNTS, {"N": 2.0}) == {"N": 2.0}
    measure = Measure({"N": 2.0})
    assert weights_by_self_information(reference, COUNTS, measure) == measure


def test_what_all_hold_still_weighs_something():
    counts = ValueCounts({"A": {"1": 1e15}})
    assert counts.information("A", "1") == pytest.approx(1e-15 / math.log(2.0), rel=1e-9)


@pytest.mark.parametrize("count", [0.0, -1.0, math.inf, math.nan])
def test_counts_are_positive(count):
    with pytest.raises(ValueError, match="a count must be a positive finite number") as caught:
        ValueCounts({"secret": {"secret": count}})
    assert "secret" not in str(caught.value)


def test_counts_are_values_and_show_none():
    assert hash(ValueCounts({"A": {"2": 1, "1": 2}})) == hash(ValueCounts([("A", [("1", 2.0), ("2", 1.0)])]))
    assert "nobody's" not in repr(ValueCounts({"A": {"nobody's": 1}}))
    with pytest.raises(ValueError, match="must not be empty"):
        ValueCounts({"A": {"": 1.0}})


# Sensitivity: halved and doubled weights, against measuring again with them.


REFERENCE = Record.of(("N", "Alice"), ("P", "123"), ("C", "9"))


@quick
@given(st.lists(records(), max_size=3), sensitivity_references, weights, st.lists(records(), max_size=4))
def test_every_label_is_halved_and_doubled(composites, reference, weights, releases):
    sensitivities = weight_sensitivity(composites, reference, weights, releases)
    assert {entry.label for entry in sensitivities} == {a.label for r in (reference, *composites, *releases) for a in r}
    now = [record_leakage(release, reference, weights) for release in releases]
    for entry in sensitivities:
        assert entry.leakage == pytest.approx(set_leakage(composites, reference, weights))
        for shift, factor in ((entry.halved, 0.5), (entry.doubled, 2.0)):
            then = weights | {entry.label: weights[entry.label] * factor}
            assert shift.leakage == pytest.approx(set_leakage(composites, reference, then), rel=1e-13)
            ranked = [record_leakage(release, reference, then) for release in releases]
            first = next((n for n, leakage in enumerate(now) if leakage >= max(now) * (1 - 1e-12)), None)
            assert shift.top_changed == (first is not None and max(ranked) - ranked[first] > 1e-12)
    assert [entry.spread for entry in sensitivities] == sorted((entry.spread for entry in sensitivities), reverse=True)


def test_another_release_comes_first():
    name, phone = Record.of(("N", "Alice")), Record.of(("P", "123"))
    by_label = {e.label: e for e in weight_sensitivity([name], REFERENCE, {"N": 1.5}, [name, phone])}
    assert by_label["N"].halved.top_changed and not by_label["N"].doubled.top_changed
    assert by_label["P"].doubled.top_changed and not by_label["C"].halved.top_changed
    assert by_label["N"].weight == 1.5


def test_of_two_that_tie_the_other_comes_first_once_it_is_ahead():
    name, phone = Record.of(("N", "Alice")), Record.of(("P", "123"))
    by_label = {e.label: e for e in weight_sensitivity([name], REFERENCE, None, [name, phone])}
    assert by_label["N"].halved.top_changed and not by_label["N"].doubled.top_changed


def test_nothing_to_measure():
    assert weight_sensitivity([], Record()) == ()
    sensitivities = weight_sensitivity([], REFERENCE)
    assert {(e.leakage, e.spread, e.halved.top_changed) for e in sensitivities} == {(0.0, 0.0, False)}


def test_by_a_measure_similarities_stay():
    measure = Measure({"N": 2.0, "P": 3.0}, {"P": NumericCloseness(10)})
    record = Record.of(("P", "124"))
    by_label = {entry.label: entry for entry in weight_sensitivity([record], REFERENCE, measure)}
    doubled = Measure({"N": 2.0, "P": 6.0}, {"P": NumericCloseness(10)})
    assert by_label["P"].doubled.leakage == record_leakage(record, REFERENCE, doubled)
    assert by_label["N"].halved.leakage > by_label["N"].leakage > by_label["N"].doubled.leakage
    assert as_measure(rescaled(measure, {"C": 2.0})).weight_of("C") == 2.0


def test_weights_must_be_positive():
    with pytest.raises(ValueError, match="weight must be a positive number"):
        weight_sensitivity([], REFERENCE, {"N": 0.0})


# Composites that tie keep their order, whatever they are measured together with.


E = Record.of(*((label, "right") for label in "ABCDE"))


def swapping():
    """Records that leak the same by symmetry, in a batch in which a later one comes out greater in the last bits."""
    chance = np.random.default_rng(5)
    while True:
        confidences = chance.random(5)
        record = Record(Attribute(label, "right", float(c)) for label, c in zip("ABCDE", confidences, strict=True))
        turned = Record(Attribute(label, "right", float(c)) for label, c in zip("EABCD", confidences, strict=True))
        leakages = record_leakages([record, turned], E)
        if leakages[1] > leakages[0]:
            return [record, turned]


def test_of_two_that_tie_the_first_is_the_worst_in_any_batch():
    records = swapping()
    strangers = [Record.of(("A", "right", 0.1), ("B", f"wrong {n}", 0.3)) for n in range(20)]
    for some in (records, [*records, *strangers], [*strangers, *records]):
        assert information_leakage(some, E, Adversary()).composite == records[0]


@pytest.mark.parametrize("size", [1.0, 1e-13, 1e-300])
def test_what_is_more_than_rounding_is_no_tie(size):
    leakages = np.array([0.0, 0.5, 0.5 + 1e-11, 0.25]) * size
    assert argmax_tolerant(leakages) == 2 and ranking(leakages) == [2, 1, 3, 0]


@given(st.lists(st.sampled_from([0.0, 1e-20, 0.3, 0.7]), max_size=8), st.randoms(use_true_random=False))
@quick
def test_a_ranking_is_stable_under_rounding(leakages, chance):
    exact = np.array(leakages)
    rounded = exact * np.array([1.0 + chance.uniform(-2e-15, 2e-15) for _ in leakages])
    expected = sorted(range(len(leakages)), key=lambda number: (-leakages[number], number))
    assert ranking(rounded) == expected
    assert not leakages or argmax_tolerant(rounded) == expected[0]
