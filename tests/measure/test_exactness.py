"""Record leakage: every method against the definition in exact arithmetic, and the properties it must have."""

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

from leakage import Record, f_measure, record_leakage, record_leakages, set_leakage
from leakage.measure import comparison
from leakage.measure.paper_methods import leakage_by_equal_weights
from leakage.record import Attribute
from tests.oracles import measure as oracle
from tests.strategies import betas, confidences, quick, records, references, thorough, weight_values, weights


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


class Asked(Mapping):
    """A mapping that is no dict."""

    def __init__(self, held):
        self._held = held

    def __getitem__(self, label):
        return self._held[label]

    def __iter__(self):
        return iter(self._held)

    def __len__(self):
        return len(self._held)


MAPPINGS = (dict, OrderedDict, UserDict, MappingProxyType, Asked, lambda held: defaultdict(lambda: 7.0, held))
KINDS = (float, np.float64, np.float32, Fraction, Decimal, lambda w: max(1, round(w)), lambda w: w > 1.0 or w)
any_records = records(labels="NPCAZ", values="123", max_size=12)
any_weights = st.dictionaries(st.sampled_from("NPCAZX"), st.tuples(weight_values, st.sampled_from(KINDS)))


def slow_columns(record, reference, weights):
    """Weights, confidences and credits of a record's attributes, and W_e, by the definition."""
    weighed = {label: float(weight) for label, weight in weights.items()}
    each = [weighed.get(a.label, 1.0) for a in record]
    right = [any(b.pair == a.pair and b.confidence > 0.0 for b in reference) for a in record]
    credits = [weight if known else 0.0 for weight, known in zip(each, right, strict=True)]
    return each, [a.confidence for a in record], credits, math.fsum(weighed.get(b.label, 1.0) for b in reference)


@thorough
@given(any_records, any_records, any_weights, st.sampled_from(MAPPINGS))
def test_a_long_record_is_walked_along_the_reference(record, reference, drawn, mapping):
    """What is right is found by a walk where a record is long, and looked up otherwise; both to the last bit."""
    weights = mapping({label: kind(weight) for label, (weight, kind) in drawn.items()})
    slow = slow_columns(record, reference, weights)
    leakages = []
    for long in (comparison.LONG, 0):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(comparison, "LONG", long)
            columns = comparison.columns_of([record], reference, weights, 1.0)
            leakages.append(record_leakage(record, reference, weights))
        assert (*(c.tolist() for c in (columns.weight, columns.confidence, columns.credit)), *columns.scale) == slow
    assert leakages[0] == leakages[1]


class Hashed(str):
    """A text that counts how often it is hashed, which is once for each time it is looked up."""

    times = 0

    __slots__ = ()

    def __hash__(self):
        Hashed.times += 1
        return super().__hash__()


def test_the_weight_of_a_label_is_looked_up_once_for_a_long_record_and_its_reference(monkeypatch):
    monkeypatch.setattr(comparison, "LONG", 8)
    record = Record(Attribute(Hashed(f"L{n}"), str(n % 2)) for n in range(20))
    reference = Record(Attribute(Hashed(f"L{n}"), "1") for n in range(5, 25))
    weights = {f"L{n}": 1.0 + n for n in range(25)}
    monkeypatch.setattr(Hashed, "times", 0)
    record_leakage(record, reference, weights)
    # Those that only the reference has, and the one at which the walk ends.
    assert Hashed.times <= 20 + 5 + 1


@pytest.mark.parametrize("long", [0, comparison.LONG])
@pytest.mark.parametrize("mapping", [dict, UserDict, Asked])
def test_weights_that_were_changed_are_read_and_checked_anew(mapping, long, monkeypatch):
    monkeypatch.setattr(comparison, "LONG", long)
    record, reference = Record.of(("N", "1"), ("P", "1")), Record.of(("N", "1"), ("P", "2"))
    held = {"N": 1.0, "P": 1.0}
    # A copy would not change; these two look into what was given.
    weights = held if mapping is dict else mapping(held)
    inside = weights.data if mapping is UserDict else held
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
    said = [Attribute("R", str(n), confidence) for n in range(right)]
    record = Record([*said, *(Attribute("W", str(n), 0.3) for n in range(wrong))])
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
def test_only_ratios_of_weights_matter(record, reference, weights, scale):
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
    held = Record(a for a in record if a.confidence > 0.0)
    leakage = record_leakage(record, reference, weights, beta=beta)
    assert leakage == pytest.approx(record_leakage(held, reference, weights, beta=beta), rel=1e-12)


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
