"""Facts that were not typed equal themselves alone; what is presumed joins nothing, and counts once."""

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Adversary, AnyOf, Attribute, Measure, Record, Resolve, Shares, information_leakage, record_leakage
from leakage.old.database import Database
from leakage.old.decision import contribution
from leakage.old.measure import gradient
from leakage.old.measure.measuring import as_measure, telling_records
from leakage.old.measure.weights import NumericCloseness, weights_shared_by_values
from leakage.old.presumption import (
    UNTYPED,
    PresumedLabel,
    PresumedValue,
    Untyped,
    fact_of,
    is_typed,
    presumed_record,
    presumption,
    with_presumed_facts,
)
from leakage.old.resolution.merge import MERGES
from tests.strategies import confidences, records, references, thorough, weights

TEXTS = ["", "not typed", "\u2060not typed", "zzz", "\U0010ffff"]


@pytest.mark.parametrize("text", TEXTS)
def test_an_untyped_fact_equals_no_text_and_sorts_before_all(text):
    assert text != UNTYPED and text != UNTYPED
    assert text > UNTYPED and text > UNTYPED and text >= UNTYPED and not text < UNTYPED and not text <= UNTYPED
    assert sorted([text, UNTYPED]) == sorted([UNTYPED, text]) == [UNTYPED, text]
    assert len({text, UNTYPED}) == 2


def test_an_untyped_fact_is_the_same_wherever_it_comes_from():
    others = [Untyped(), copy.deepcopy(UNTYPED), pickle.loads(pickle.dumps(UNTYPED))]
    assert all(other == UNTYPED and hash(other) == hash(UNTYPED) for other in others)
    assert f"{UNTYPED}".endswith("not typed") and str(UNTYPED) == "not typed"
    assert not is_typed(("N", UNTYPED)) and is_typed(("N", str(UNTYPED)))


@pytest.mark.parametrize("text", ["Phone", "Phone (presumed)", "zzz", "\U0010fffe"])
def test_a_presumed_label_equals_no_text_and_sorts_behind_all(text):
    label = PresumedLabel("Phone")
    assert label != text and text != label and label > text and text < label
    assert sorted([label, text]) == sorted([text, label]) == [text, label]
    restored = pickle.loads(pickle.dumps(label))
    assert restored == label and restored.label == "Phone"


def test_presumed_values_are_told_by_value_and_source():
    values = [PresumedValue(value, source) for value in ("a", "b", UNTYPED) for source in ("Shop", "Bank")]
    assert len(set(values)) == len(values)
    for value in values:
        restored = pickle.loads(pickle.dumps(value))
        assert restored == value and (restored.value, restored.source) == (value.value, value.source)


held = st.lists(
    st.tuples(st.sampled_from("NPC"), st.sampled_from("12"), st.sampled_from(["Shop", "Bank", "Gym"]), confidences),
    max_size=5,
    unique_by=lambda entry: entry[:3],
)
presumptions = held.map(lambda entries: [presumption((label, value), source, p) for label, value, source, p in entries])


def together(record, presumed):
    return Record((*record, *presumed))


@thorough
@given(records(max_size=3), presumptions, references, weights)
def test_leakage_is_the_mean_over_who_holds_what(record, presumed, reference, weights):
    """Each source is right or not by itself; in every world a fact counts once, however many sources have it."""
    measure, whole = Measure(weights, presumptions=True), together(record, presumed)
    expected = record_leakage(whole, reference, measure, method="worlds")
    assert record_leakage(whole, reference, measure) == pytest.approx(expected, abs=1e-9)
    assert record_leakage(with_presumed_facts(whole), reference, weights) == pytest.approx(expected, abs=1e-9)


@thorough
@given(records(max_size=3), presumptions, references, weights)
def test_columns_measure_as_records_do(record, presumed, reference, weights):
    measure, all_of_them = Measure(weights, presumptions=True), [together(record, presumed), record, Record(presumed)]
    one_by_one = [record_leakage(one, reference, measure) for one in all_of_them]
    columns = Database.from_records(all_of_them)
    ratios = as_measure(measure).ratios(columns, reference, 1.0)
    assert np.minimum(1.0, 2.0 * ratios) == pytest.approx(one_by_one, abs=1e-12)
    assert {n for n, leakage in enumerate(one_by_one) if leakage} <= set(telling_records(columns, reference, measure))
    assert list(columns) == all_of_them


@thorough
@given(records(max_size=3), presumptions, references, weights)
def test_slopes_are_differences(record, presumed, reference, weights):
    """L is linear in each confidence: the slope is what certainty has more than absence."""
    measure, whole = Measure(weights, presumptions=True), together(record, presumed)
    for attribute, slope in gradient.leakage_gradient(whole, reference, measure).items():
        sure = record_leakage(whole.with_attribute(Attribute(*attribute.pair)), reference, measure)
        absent = record_leakage(whole.without(attribute.pair), reference, measure)
        assert slope == pytest.approx(sure - absent, abs=1e-9)
    for addition in gradient.addition_gradient(whole, reference, measure):
        if addition.right:
            first = next(f for f in reference if f.label == addition.label and whole.confidence_of(f.pair) == 0.0)
            more = record_leakage(whole.with_attribute(Attribute(*first.pair)), reference, measure)
            assert addition.slope == pytest.approx(more - record_leakage(whole, reference, measure), abs=1e-9)


@thorough
@given(records(max_size=3), presumptions, references, weights)
def test_the_table_measures_as_records_do(record, presumed, reference, weights):
    measure, whole = Measure(weights, presumptions=True), together(record, presumed)
    shapley = contribution.attribute_contributions(whole, reference, measure)
    leakage = record_leakage(whole, reference, measure)
    for share in shapley:
        without = record_leakage(whole.without(share.attribute.pair), reference, measure)
        assert share.contribution == pytest.approx(leakage - without, abs=1e-9)


@pytest.mark.parametrize("merge", MERGES.values(), ids=MERGES)
def test_what_is_presumed_joins_nothing_and_survives_every_merge(merge):
    facts = {"N": "Ann", "P": "1", "C": UNTYPED}
    given = [
        presumed_record(Record.of(("N", "Ann"), ("A", f"alias {n}")), [("P", 0.5), ("C", 0.25)], facts, f"Shop {n}")
        for n in range(3)
    ]
    reference, measure = Record.of(*facts.items()), Measure(presumptions=True)
    alone = information_leakage(
        given, reference, Adversary((Resolve(AnyOf(Shares("P"), Shares("C")), merge),)), measure
    )
    assert len(alone.resolution.composites) == 3
    joined = information_leakage(given, reference, Adversary((Resolve(Shares("N"), merge),)), measure)
    assert joined.composite.confidence_of(("P", "1")) == 0.875
    assert joined.composite.confidence_of(("C", UNTYPED)) == 1.0 - 0.75**3


def test_sixty_aliases_of_whom_everything_is_presumed_stay_sixty():
    labels = ["Email", "Phone", "Name", "Address", "Card"]
    facts = dict.fromkeys(labels[1:], UNTYPED) | {"Email": "main@example.org"}
    accounts = [
        presumed_record(Record.of(("Email", f"alias{n}@example.org")), [(x, 0.9) for x in labels], facts, f"site {n}")
        for n in range(60)
    ]
    everyone = Adversary((Resolve(AnyOf(*map(Shares, labels))),))
    reference = Record.of(*facts.items())
    result = information_leakage(accounts, reference, everyone, Measure(presumptions=True))
    assert len(result.resolution.composites) == 60
    assert len(result.composite) == 5 and len(result.members) == 1


def test_two_versions_of_a_release_presume_as_the_surer_one():
    """As in a plan, where one fact may not be confirmed: both versions are looked at together."""
    sure, unsure = (Record((Attribute("Name", "Ann"), presumption(("Phone", "1"), "Shop", p))) for p in (0.6, 0.2))
    for together in ([sure, unsure], [unsure, sure]):
        [joined] = Adversary((Resolve(Shares("Name")),)).resolve(together).composites
        assert [attribute.confidence for attribute in joined] == [1.0, 0.6]


def test_presumptions_go_with_near_values():
    """A number near the truth and a presumed fact: the fact itself earns, in the half of the worlds it is in."""
    measure = Measure({"A": 2.0}, {"A": NumericCloseness(10)}, presumptions=True)
    record = Record((Attribute("A", "33"), presumption(("A", "30"), "Shop", 0.5)))
    plain = Measure({"A": 2.0}, {"A": NumericCloseness(10)})
    both = record_leakage(Record.of(("A", "33"), ("A", "30")), Record.of(("A", "30")), plain)
    assert record_leakage(record, Record.of(("A", "30")), measure) == pytest.approx(both / 2)


@thorough
@given(references, weights)
def test_values_of_a_label_share_its_weight(reference, weights):
    shared = as_measure(weights_shared_by_values(reference, weights))
    assert shared.total(reference) == pytest.approx(sum(weights[label] for label in reference.labels))


def test_the_fact_of_a_pair():
    assert fact_of(presumption(("P", UNTYPED), "Shop", 0.2).pair) == ("P", UNTYPED)
    with pytest.raises(ValueError, match="confidence must be in"):
        presumption(("P", "1"), "Shop", 1.2)
    with pytest.raises(ValueError, match="label must not be empty"):
        presumption(("", "1"), "Shop", 0.2)
