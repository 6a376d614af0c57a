"""Record leakage and its derivatives against possible worlds in exact arithmetic, on random records of every kind."""

import math
import random
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from leakage.measure.kernel import Columns, expected_ratios
from leakage.measure.leakage import addition_gradient, leakage_gradient, leakages, ranking, record_leakage, set_leakage
from leakage.measure.paper_methods import (
    expected_precision,
    expected_recall,
    f_measure,
    possible_worlds,
    precision,
    recall,
)
from leakage.measure.rarity import ValueCounts, information_of_labels, weights_by_self_information
from leakage.measure.weights import (
    EditSimilarity,
    Measure,
    NumericCloseness,
    PrefixSimilarity,
    TableSimilarity,
    weights_shared_by_values,
)
from leakage.record import Attribute, Record
from tests.oracles import measure as oracle
from tests.refusals import refused

LABELS = "ABCDE"


def drawn_record(draw, most=7, confidences=(0.0, 1.0, 1e-9, None, None)):
    pairs = {(draw.choice(LABELS), str(draw.randint(0, 4))) for _ in range(draw.randint(0, most))}
    chosen = {pair: draw.choice(confidences) for pair in sorted(pairs)}
    return Record(Attribute(*pair, draw.random() if c is None else c) for pair, c in chosen.items())


def drawn_weights(draw, decades=4.0):
    return {label: 10.0 ** draw.uniform(-decades, decades) for label in LABELS if draw.random() < 0.7}


def cases(number, seed):
    draw = random.Random(seed)
    for _ in range(number):
        person = drawn_record(draw, confidences=(1.0,))
        yield draw, drawn_record(draw), person, drawn_weights(draw), draw.choice([1.0, 1.0, 0.3, 4.0])


def near(value, exact, relative=1e-14):
    return abs(Fraction(value) - exact) <= abs(exact) * Fraction(relative)


def test_leakage_is_the_expectation_over_all_worlds():
    assert next(possible_worlds(Record.of(*((f"L{n}", "x", 0.5) for n in range(20)))))[0] == 0.5**20
    for _, record, person, weights, beta in cases(300, seed=1):
        exact = oracle.leakage(record, person, weights, beta)
        assert near(record_leakage(record, person, weights, beta=beta), exact, 3e-15)
        assert near(record_leakage(record, person, weights, beta=beta, method="worlds"), exact, 1e-12)


def test_many_records_are_measured_as_each_by_itself():
    for draw, record, person, weights, beta in cases(60, seed=2):
        records = [record, *(drawn_record(draw) for _ in range(5))]
        each = [record_leakage(r, person, weights, beta=beta) for r in records]
        assert leakages(records, person, weights, beta=beta).tolist() == pytest.approx(each, rel=1e-14)
        assert set_leakage(records, person, weights) == max(leakages(records, person, weights))


def test_a_table_is_measured_as_its_records_and_a_person_may_be_a_dictionary_or_a_row():
    frame = pd.DataFrame({"A": ["1", None, "2"], "B": [1, 2, 3], "C": ["x", "y", None]})
    person = {"A": "1", "B": "2", "C": ["x", "z"]}
    records = [
        Record.of(("A", "1"), ("B", "1"), ("C", "x")),
        Record.of(("B", "2"), ("C", "y")),
        Record.of({"A": "2", "B": "3"}),
    ]
    near_numbers = Measure({"C": 2.0}, {"B": NumericCloseness(3)})
    for weights in (None, {"A": 0.5}, near_numbers):
        assert leakages(frame, person, weights).tolist() == pytest.approx(
            leakages(records, Record.of(person), weights).tolist()
        )
    row = pd.Series({"A": 1.0, "B": None, "C": "x"})
    assert leakages(records, row).tolist() == leakages(records, {"A": "1", "C": "x"}).tolist()


@pytest.mark.parametrize("kind", ["alike", "decades", "extreme"])
def test_the_integral_keeps_its_digits_over_600_decades(kind):
    draw = random.Random(3)
    for _ in range(400):
        size = draw.randint(1, 7)
        exponents = {"alike": (0, 0), "decades": (-4, 4), "extreme": (-300, 300)}[kind]
        weight = [10.0 ** draw.uniform(*exponents) for _ in range(size)]
        confidence = [draw.choice([0, 1, 1e-12, 1 - 1e-12, 1e-300, draw.random()]) for _ in range(size)]
        credit = [w * draw.choice([0.0, 1.0, 0.3]) for w in weight]
        scale = sum(map(Fraction, credit)) + Fraction(10.0 ** draw.uniform(*exponents))
        columns = Columns(*map(np.array, (weight, confidence, credit)), np.array([0, size]), np.array([float(scale)]))
        exact = oracle.of_columns(weight, confidence, credit, float(scale))
        if exact == 0 or exact > Fraction(1e-280):
            assert near(float(expected_ratios(columns)[0]), exact, 1e-14)


@pytest.mark.parametrize(
    ("size", "right", "scale"), [(100, 40, 100.0), (500, 3, 500.0), (10_000, 4_000, 100.0), (100_000, 10, 1e5)]
)
def test_long_records_are_as_exact(size, right, scale):
    heavy = [(5_000.0, 0.5, 5_000.0), (1e-3, 0.25, 0.0)]
    weight = np.concatenate((np.full(size, 0.5), [w for w, _, _ in heavy]))
    confidence = np.concatenate((np.full(size, 0.25), [p for _, p, _ in heavy]))
    credit = np.concatenate((np.where(np.arange(size) < right, 0.5, 0.0), [c for _, _, c in heavy]))
    columns = Columns(weight, confidence, credit, np.array([0, len(weight)]), np.array([scale]))
    assert near(float(expected_ratios(columns)[0]), oracle.of_many(size, right, 0.25, 0.5, scale, heavy), 3e-15)


def test_what_is_nearly_certain_is_nearly_what_is_certain():
    for size in (100, 500, 600):
        facts = [(f"L{n}", "x") for n in range(size)]
        found = record_leakage(Record.of(*((*pair, 1.0 - 1e-12) for pair in facts)), Record.of(*facts))
        assert found == pytest.approx(1.0, abs=1e-12)


def test_precision_recall_and_their_expectations():
    for _, record, person, weights, beta in cases(150, seed=4):
        whole = {a.pair for a in record}
        truth = {a.pair for a in person}
        exact = [oracle.expected(part, record, person, weights) for part in (oracle.precision, oracle.recall)]
        assert near(precision(record, person, weights), oracle.precision(whole, truth, weights), 1e-12)
        assert near(recall(record, person, weights), oracle.recall(whole, truth, weights), 1e-12)
        assert near(expected_precision(record, person, weights), exact[0], 1e-12)
        assert near(expected_recall(record, person, weights), exact[1], 1e-12)
        certain = Record(Attribute(*a.pair) for a in record)
        assert near(f_measure(record, person, weights, beta), oracle.leakage(certain, person, weights, beta), 1e-12)


def test_algorithm_1_and_taylor_come_to_the_leakage():
    for _, record, person, weights, _ in cases(100, seed=5):
        exact = float(oracle.leakage(record, person))
        assert record_leakage(record, person, method="equal_weights") == pytest.approx(exact, rel=1e-12)
        assert record_leakage(record, person, weights, method="taylor") == pytest.approx(
            float(oracle.leakage(record, person, weights)), abs=0.2
        )


SIMILAR = {
    "A": NumericCloseness(3),
    "B": PrefixSimilarity(),
    "C": EditSimilarity(at_least=0.0),
    "D": TableSimilarity((("1", "2", 0.5), ("3", "1", 0.9))),
}


def similarity_of(attribute, fact):
    if attribute.label != fact.label:
        return 0.0
    if attribute.value == fact.value:
        return 1.0
    return SIMILAR[fact.label].of(attribute.value, fact.value) if fact.label in SIMILAR else 0.0


def closest_claims(record, person, weights):
    """What each attribute earns: of those that claim a fact the closest, of equals the fact or the first."""
    earned, claims = [Fraction(0)] * len(record), {}
    for number, a in enumerate(record):
        facts = [(Fraction(similarity_of(a, fact)), -place) for place, fact in enumerate(person)]
        similarity, place = max(facts, default=(Fraction(0), 0))
        if a.confidence and similarity:
            claims.setdefault(place, []).append((similarity, a.pair in person, -number))
    for some in claims.values():
        similarity, _, number = max(some)
        earned[-number] = similarity * oracle.weigh([record[-number].pair], weights)
    return earned


def test_of_all_that_claim_a_fact_the_closest_earns_it():
    for _, record, person, weights, beta in cases(200, seed=6):
        earned, square = closest_claims(record, person, weights), Fraction(beta) ** 2
        exact = Fraction(0)
        for chance, world in oracle.worlds(record):
            x = sum((c for c, a in zip(earned, record, strict=True) if a.pair in world), Fraction(0))
            if x:
                whole = square * oracle.weigh({a.pair for a in person}, weights) + oracle.weigh(world, weights)
                exact += chance * (1 + square) * x / whole
        measure = Measure(weights, SIMILAR)
        assert near(record_leakage(record, person, measure, beta=beta), exact, 1e-13)
        assert near(record_leakage(record, person, measure, beta=beta, method="worlds"), exact, 1e-12)


def test_slopes_are_what_one_certainty_is_worth():
    for _, record, person, weights, beta in cases(150, seed=7):
        slopes = leakage_gradient(record, person, weights, beta=beta)
        for attribute, slope in slopes.items():
            there, absent = (
                oracle.leakage(changed, person, weights, beta)
                for changed in (record.with_attribute(Attribute(*attribute.pair)), record.without(attribute.pair))
            )
            assert slope == pytest.approx(float(there - absent), rel=1e-9, abs=1e-15)


def test_additions_are_what_one_more_attribute_would_add():
    for _, record, person, weights, beta in cases(100, seed=8):
        before = oracle.leakage(record, person, weights, beta)
        for addition in addition_gradient(record, person, weights, beta=beta):
            lacking = (
                next(a for a in person if a.label == addition.label and a.pair not in record)
                if addition.right
                else None
            )
            added = Attribute(*lacking.pair) if lacking else Attribute(addition.label, "nobody has this")
            then = oracle.leakage(record.with_attribute(added), person, weights, beta)
            assert addition.slope == pytest.approx(float(then - before), rel=1e-9, abs=1e-15)


def test_weights_spread_over_600_decades_are_measured():
    person = Record.of(("P", "1"))
    maybe_more = Record.of(("P", "1"), ("N", "Al", 0.5))
    assert record_leakage(maybe_more, person, {"N": 1e300, "P": 1e-300}) == pytest.approx(0.5, rel=1e-14)


test_what_is_out_of_range_is_refused = refused(
    lambda: Measure({"N": 1.1e300}),
    lambda: NumericCloseness(0.0),
    lambda: NumericCloseness(math.inf),
    lambda: next(possible_worlds(Record.of(*((f"L{n}", "x", 0.5) for n in range(21))))),
)


@pytest.mark.parametrize("weights", ["N", pd.Series({"N": 1.0}), [1.0]])
def test_what_is_no_weights_is_refused(weights):
    with pytest.raises(TypeError, match="weights must be a dictionary"):
        record_leakage(Record(), Record(), weights)


def test_sixty_values_of_a_label_weigh_as_one():
    one = Record.of({"E": "a@b", "N": "Al"})
    sixty = Record.of({"E": [f"{n}@b" for n in range(60)], "N": "Al"})
    for person in (one, sixty):
        assert weights_shared_by_values(person, {"E": 3.0}).total(person) == pytest.approx(4.0)


def test_a_rare_value_counts_more():
    counts = ValueCounts({"A": {"1": 60, "2": 3}, "B": {"1": 5}})
    common, rare = ({"A": value, "B": "1"} for value in "12")
    known = Record.of(("B", "1"))
    leak = [
        record_leakage(known, Record.of(e), weights_by_self_information(Record.of(e), counts)) for e in (common, rare)
    ]
    assert leak[1] < leak[0]
    # Of a label that the person lacks what a value tells on average, all unseen ones being one.
    expected = sum(share * -math.log2(share) for share in (61 / 66, 4 / 66, 1 / 66))
    assert information_of_labels(known, counts)["A"] == pytest.approx(expected)


def test_ties_go_by_number():
    assert ranking(np.array([0.5, 0.5 + 1e-16, 0.7, 0.0])) == [2, 0, 1, 3]
