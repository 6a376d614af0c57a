"""Background statistics: rare values weigh more, as the definition counts them one by one."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Measure, Record, ValueCounts, record_leakage, weights_by_self_information
from tests.measure.test_relation_worlds import LABELS, VALUES, held, label_weights, measures, references
from tests.oracles import relation as relation_oracle
from tests.oracles import self_information as oracle
from tests.oracles.measure import near
from tests.strategies import quick, records

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
@given(people, held, references, measures)
def test_leakage_by_rarity_over_the_worlds(people, record, reference, measure):
    """With similarities and relations besides."""
    weights = weights_by_self_information(reference, ValueCounts.of(people), measure)
    exact = relation_oracle.leakage(record, reference, oracle.informed(reference, people, measure))
    assert near(record_leakage(record, reference, weights), exact, 1e-11)


@quick
@given(people, references, label_weights)
def test_the_whole_is_the_sum_of_what_its_facts_tell(people, reference, weights):
    """Where e's labels are all counted, W_e is the sum of ``w_l I(l, v)`` over the mean of I."""
    counts = ValueCounts.of(people)
    informed = weights_by_self_information(reference, counts, weights)
    if {a.label for a in reference} <= set(counts.labels):
        bits = [counts.information(a.label, a.value) for a in reference]
        whole = sum(weights.get(a.label, 1.0) * told for a, told in zip(reference, bits, strict=True))
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
