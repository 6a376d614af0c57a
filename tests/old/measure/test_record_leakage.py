"""Record leakage: exact against the definitions, the papers' examples, and refusals."""

import math
from collections import OrderedDict, UserDict, defaultdict
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from types import MappingProxyType

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from leakage import (
    Record,
    expected_precision,
    expected_recall,
    f_measure,
    leakage_gradient,
    precision,
    recall,
    record_leakage,
    record_leakages,
    set_leakage,
)
from leakage.old.measure.comparison import columns_of
from leakage.old.measure.gradient import addition_gradient
from leakage.old.measure.paper_methods import leakage_by_equal_weights, possible_worlds, record_leakage_by_confidence
from leakage.record import Attribute
from tests.oracles import measure as oracle
from tests.strategies import betas, confidences, quick, records, references, thorough, weight_values, weights

# Record leakage: every method against the definition in exact arithmetic, and the properties it must have.


@thorough
@given(records(), references, weights, betas)
@example(Record.of(("N", "1", 1e-12), ("P", "1", 1 - 1e-12)), Record.of(("N", "1")), {"N": 1e-4, "P": 1e4}, 1.0)
@example(Record.of(("N", "1", 0.5), ("P", "1", 0.5)), Record.of(("N", "1")), {"N": 1e4, "P": 1e-4}, 0.1)
@example(Record.of(("N", "1", 0.5), ("P", "1")), Record.of(("N", "1")), {"N": 1e-4, "P": 1e4}, 10.0)
def test_exact_is_the_definition_in_fractions(record, reference, weights, beta):
    leakage = record_leakage(record, reference, weights, beta=beta)
    assert oracle.near(leakage, oracle.leakage(record, reference, weights, beta))


@quick
@given(records(), references, weights, betas)
def test_worlds_is_the_definition_in_fractions(record, reference, weights, beta):
    leakage = record_leakage(record, reference, weights, beta=beta, method="worlds")
    assert oracle.near(leakage, oracle.leakage(record, reference, weights, beta))


@quick
@given(records(labels="NPCAZ", values="123", max_size=12), references, weights, betas)
def test_exact_and_worlds_agree(record, reference, weights, beta):
    exact = record_leakage(record, reference, weights, beta=beta)
    worlds = record_leakage(record, reference, weights, beta=beta, method="worlds")
    assert exact == pytest.approx(worlds, rel=1e-12, abs=1e-12)


@quick
@given(records(labels="NPCAZ", values="123", max_size=10), references, weight_values, betas)
def test_equal_weights_agrees_with_exact_and_worlds(record, reference, weight, beta):
    same = dict.fromkeys("NPCAZ", weight)
    exact = record_leakage(record, reference, same, beta=beta)
    worlds = record_leakage(record, reference, same, beta=beta, method="worlds")
    algorithm = leakage_by_equal_weights(record, reference, same, beta)
    assert algorithm == pytest.approx(exact, rel=1e-12, abs=1e-12)
    assert algorithm == pytest.approx(worlds, rel=1e-12, abs=1e-12)


class LookedUp(Mapping):
    """A mapping that is no dict."""

    def __init__(self, weights):
        self._weights = weights

    def __getitem__(self, label):
        return self._weights[label]

    def __iter__(self):
        return iter(self._weights)

    def __len__(self):
        return len(self._weights)


MAPPINGS = (dict, OrderedDict, UserDict, MappingProxyType, LookedUp, lambda weights: defaultdict(lambda: 7.0, weights))
KINDS = (float, np.float64, np.float32, Fraction, Decimal, lambda w: max(1, round(w)), lambda w: w > 1.0 or w)
any_records = records(labels="NPCAZ", values="123", max_size=12)
any_weights = st.dictionaries(st.sampled_from("NPCAZX"), st.tuples(weight_values, st.sampled_from(KINDS)))


def slow_columns(record, reference, weights):
    """Weights, confidences and credits of a record's attributes, and W_e, by the definition."""
    weighed = {label: float(weight) for label, weight in weights.items()}
    each = [weighed.get(a.label, 1.0) for a in record]
    right = [any(b.pair == a.pair and b.confidence > 0.0 for b in reference) for a in record]
    credits = [weight if is_right else 0.0 for weight, is_right in zip(each, right, strict=True)]
    return each, [a.confidence for a in record], credits, math.fsum(weighed.get(b.label, 1.0) for b in reference)


@thorough
@given(any_records, any_records, any_weights, st.sampled_from(MAPPINGS))
def test_columns_are_those_of_the_definition(record, reference, drawn, mapping):
    weights = mapping({label: kind(weight) for label, (weight, kind) in drawn.items()})
    columns = columns_of([record], reference, weights, 1.0)
    found = (*(c.tolist() for c in (columns.weight, columns.confidence, columns.credit)), *columns.scale)
    assert found == slow_columns(record, reference, weights)


@pytest.mark.parametrize("mapping", [dict, UserDict, LookedUp])
def test_weights_that_were_changed_are_read_and_checked_anew(mapping):
    record, reference = Record.of(("N", "1"), ("P", "1")), Record.of(("N", "1"), ("P", "2"))
    plain = {"N": 1.0, "P": 1.0}
    # A copy would not change; these two look into what was given.
    weights = plain if mapping is dict else mapping(plain)
    inside = weights.data if mapping is UserDict else plain
    assert record_leakage(record, reference, weights) == 1 / 2
    inside["N"] = 3.0
    assert record_leakage(record, reference, weights) == 3 / 4
    del inside["P"]
    assert record_leakage(record, reference, weights) == 3 / 4
    for wrong in (0.0, -1.0, math.inf, math.nan):
        inside["P"] = wrong
        with pytest.raises(ValueError, match="weight must be a positive number"):
            record_leakage(record, reference, weights)


@quick
@given(st.integers(1, 60), st.integers(0, 60), confidences)
def test_equal_weights_agrees_with_exact_beyond_what_worlds_can_count(right, wrong, confidence):
    reference = Record(Attribute("R", str(n)) for n in range(right))
    right_attributes = [Attribute("R", str(n), confidence) for n in range(right)]
    record = Record([*right_attributes, *(Attribute("W", str(n), 0.3) for n in range(wrong))])
    exact = record_leakage(record, reference)
    assert record_leakage(record, reference, method="equal_weights") == pytest.approx(exact, rel=1e-12)


def test_many_hardly_believed_attributes_do_not_add_up_to_an_error():
    # Were 1 - p rounded before its logarithm is taken, it would be 1 and the many would count for nothing.
    number, chance = 50_000, 5e-17
    reference = Record.of(("N", "1"))
    record = Record([*reference, *(Attribute("P", str(n), chance) for n in range(number))])
    none_there = math.exp(number * math.log1p(-chance))
    one_there = number * chance * none_there
    # 2 X / (W_e + Y) is 1 with none of them there and 2/3 with one; more than one has probability 3e-24.
    assert record_leakage(record, reference) == pytest.approx(none_there + one_there * 2 / 3, rel=1e-13, abs=0)


@quick
@given(records(), references, weights, betas)
def test_leakage_lies_between_0_and_1(record, reference, weights, beta):
    for method in ("exact", "worlds"):
        leakage = record_leakage(record, reference, weights, beta=beta, method=method)
        assert 0.0 <= leakage <= (1.0 if method == "exact" else 1.0 + 1e-12)


@quick
@given(references, weights, betas)
def test_the_whole_truth_leaks_everything(reference, weights, beta):
    assert record_leakage(reference, reference, weights, beta=beta) == pytest.approx(1.0, rel=1e-14, abs=0)


@quick
@given(records(), references, weights, weight_values)
def test_only_ratios_of_weights_matter_in_exactness(record, reference, weights, scale):
    scaled = {label: weight * scale for label, weight in weights.items()}
    leakage = record_leakage(record, reference, weights)
    assert record_leakage(record, reference, scaled) == pytest.approx(leakage, rel=1e-12)


@quick
@given(records(confidences=st.just(1.0)), references, weights, betas)
def test_certain_records_leak_their_f_measure(record, reference, weights, beta):
    leakage = record_leakage(record, reference, weights, beta=beta)
    assert leakage == pytest.approx(f_measure(record, reference, weights, beta), rel=1e-14, abs=0)


@quick
@given(records(), references, weights, betas)
def test_an_attribute_of_confidence_0_is_no_attribute(record, reference, weights, beta):
    positive = Record(a for a in record if a.confidence > 0.0)
    leakage = record_leakage(record, reference, weights, beta=beta)
    assert leakage == pytest.approx(record_leakage(positive, reference, weights, beta=beta), rel=1e-12)


@quick
@given(records(min_size=1), references, weights, confidences, st.data())
def test_leakage_is_linear_in_each_confidence(record, reference, weights, confidence, data):
    attribute = data.draw(st.sampled_from(record.attributes))

    def leakage(c):
        changed = record.with_attribute(Attribute(*attribute.pair, c))
        return record_leakage(changed, reference, weights)

    between = (1.0 - confidence) * leakage(0.0) + confidence * leakage(1.0)
    assert leakage(confidence) == pytest.approx(between, rel=1e-12, abs=1e-15)


@quick
@given(st.lists(records(), max_size=6), references, weights, betas)
def test_many_at_once_equal_one_by_one(many, reference, weights, beta):
    one_by_one = [record_leakage(record, reference, weights, beta=beta) for record in many]
    leakages = record_leakages(many, reference, weights, beta=beta)
    assert leakages.tolist() == pytest.approx(one_by_one, rel=1e-12, abs=1e-15)


@quick
@given(st.lists(records(), max_size=6), references, weights)
def test_set_leakage_is_the_maximum(many, reference, weights):
    expected = max((record_leakage(record, reference, weights) for record in many), default=0.0)
    assert set_leakage(many, reference, weights) == pytest.approx(expected, rel=1e-12)


@quick
@given(records(), references)
def test_taylor_is_near_where_little_is_uncertain(record, reference):
    # The error is of third order in the spread of the denominators; here five attributes at the most.
    exact = record_leakage(record, reference)
    assert record_leakage(record, reference, method="taylor") == pytest.approx(exact, abs=0.02)


@quick
@given(records(confidences=st.sampled_from([0.0, 1.0])), references, weights, betas)
def test_taylor_is_exact_where_nothing_is_uncertain(record, reference, weights, beta):
    exact = record_leakage(record, reference, weights, beta=beta)
    assert record_leakage(record, reference, weights, beta=beta, method="taylor") == pytest.approx(exact)


@quick
@given(st.randoms(use_true_random=False))
def test_taylor_is_near_on_large_records(random):
    """2012, Section 6.2, Table 5: on a hundred attributes exact and approximate leakage hardly differ."""
    reference = Record(Attribute("L", str(n)) for n in range(100))
    record = Record(Attribute("L", str(n), random.uniform(0.1, 0.5)) for n in range(50, 150))
    # Table 5's largest error is 0.006 %.
    taylor = record_leakage(record, reference, method="taylor")
    assert taylor == pytest.approx(record_leakage(record, reference), rel=1e-4)


@pytest.mark.parametrize("method", ["exact", "worlds", "equal_weights", "taylor"])
def test_nothing_leaks_where_there_is_nothing(method):
    alice = Record.of(("N", "Alice"))
    assert record_leakage(Record(), alice, method=method) == 0.0
    assert record_leakage(alice, Record(), method=method) == 0.0
    assert record_leakage(Record(), Record(), method=method) == 0.0
    assert set_leakage([], alice) == 0.0
    assert record_leakages([], alice).shape == (0,)


def test_confidences_of_the_reference_do_not_count():
    record, certain = Record.of(("N", "Alice", 0.5)), Record.of(("N", "Alice"))
    unsure = Record.of(("N", "Alice", 0.1))
    assert record_leakage(record, unsure) == record_leakage(record, certain)


def test_beta_above_1_counts_recall_and_below_1_precision():
    reference = Record.of(("N", "1"), ("P", "1"), ("C", "1"), ("A", "1"))
    precise = Record.of(("N", "1"))
    assert record_leakage(precise, reference, beta=0.1) > 0.9
    assert record_leakage(precise, reference, beta=10.0) < 0.3


# The papers' worked examples of the measure of one record.


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


# What the measures refuse.


ALICE = Record.of(("N", "Alice"))
MEASURES = [
    precision,
    recall,
    f_measure,
    expected_precision,
    expected_recall,
    leakage_gradient,
    addition_gradient,
    record_leakage,
    lambda record, *others: record_leakages([record], *others),
    lambda record, *others: set_leakage([record], *others),
]
NOT_POSITIVE = [0.0, -1.0, math.nan, math.inf, -math.inf]


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("weight", NOT_POSITIVE)
def test_weights_must_be_positive(measure, weight):
    with pytest.raises(ValueError, match="weight must be a positive number"):
        measure(ALICE, ALICE, {"N": weight})


@pytest.mark.parametrize("measure", [f_measure, record_leakage, leakage_gradient, addition_gradient])
@pytest.mark.parametrize("beta", NOT_POSITIVE)
def test_beta_must_be_positive(measure, beta):
    with pytest.raises(ValueError, match="beta must be a positive number"):
        measure(ALICE, ALICE, beta=beta)
    with pytest.raises(ValueError, match="beta must be a positive number"):
        record_leakages([ALICE], ALICE, beta=beta)


def test_method_must_be_known():
    with pytest.raises(ValueError, match="method must be exact, worlds, equal_weights or taylor, got 'best'"):
        record_leakage(ALICE, ALICE, method="best")


def test_equal_weights_needs_equal_weights():
    record = Record.of(("N", "Alice"), ("P", "1"))
    with pytest.raises(ValueError, match="needs all weights equal"):
        record_leakage(record, record, {"N": 2.0}, method="equal_weights")
    assert record_leakage(record, record, {"N": 2.0, "P": 2.0}, method="equal_weights") == 1.0


def test_worlds_enumerates_at_most_20_uncertain_attributes():
    many = Record(Attribute("P", str(n), 0.5) for n in range(21))
    with pytest.raises(ValueError, match="at most 20 uncertain attributes, got 21"):
        record_leakage(many, ALICE, method="worlds")
    sure = Record(Attribute("P", str(n), n % 2) for n in range(40))
    assert record_leakage(sure, ALICE, method="worlds") == 0.0


# Expected precision and recall against the enumeration of worlds.


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
