"""The integral, and the derivatives that come out of it."""

import itertools
import random
import warnings
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from leakage import (
    Database,
    Measure,
    NumericCloseness,
    Record,
    expected_precision,
    leakage_gradient,
    record_leakage,
    record_leakages,
    union_merge,
)
from leakage.old.measure import by_weights, kernel
from leakage.old.measure.by_weights import sums_of_others
from leakage.old.measure.gradient import addition_gradient
from leakage.old.measure.kernel import Columns, expectations
from leakage.old.measure.measuring import as_measure
from leakage.old.measure.weights import rescaled
from leakage.progress import listening
from leakage.record import Attribute, certain
from tests.amount import TIMES, cases
from tests.oracles import measure as oracle
from tests.strategies import LABELS, betas, confidences, quick, records, references, thorough, weights

# The integral against exact arithmetic: a handful of attributes of any kind, and a million of few kinds.


pytestmark = pytest.mark.filterwarnings("error")

RELATIVE = 1e-14
NEXT_TO_1 = 1 - 2**-53

kernel_weights = st.floats(-4.0, 4.0).map(lambda exponent: 10.0**exponent)
kernel_confidences = st.one_of(
    st.sampled_from([0.0, 1e-15, 1e-12, 0.5, 1 - 1e-12, NEXT_TO_1, 1.0]), st.floats(1e-12, 1.0)
)
attributes = st.lists(st.tuples(kernel_weights, kernel_confidences, st.booleans()), min_size=1, max_size=8)


def columns(rows, scale):
    weight, confidence, right = (np.array(column) for column in zip(*rows, strict=True))
    return Columns(
        weight, confidence.astype(float), np.where(right, weight, 0.0), np.array([0, len(rows)]), np.array([scale])
    )


@settings(max_examples=90 * TIMES)
@given(attributes, kernel_weights, st.floats(0.1, 10.0), st.booleans(), st.sampled_from([0, kernel.MANY]))
@example([(1e4, NEXT_TO_1, True), (1e-4, 1e-12, True)], 1e-4, 0.1, False, 0)
@example([(1e4, 1e-12, True), (1e4, 1e-12, False), (1e-4, 1 - 1e-12, True)], 1e-4, 0.1, True, 0)
@example([(1e4, 0.5, False)] * 7 + [(1e-4, 0.5, True)], 1e-4, 0.1, True, 0)
def test_the_integral_is_the_sum_over_worlds(rows, missing, beta, claimed_only, many):
    scale = 0.0 if claimed_only else beta * beta * (missing + sum(w for w, _, right in rows if right))
    given_columns = columns(rows, scale)
    with pytest.MonkeyPatch.context() as patch:
        # From no attribute on, or never, by the sums of cumulants.
        patch.setattr(kernel, "MANY", many)
        expected = float(expectations(given_columns)[0])
    exact = oracle.of_columns(given_columns.weight, given_columns.confidence, given_columns.credit, scale)
    assert oracle.near(expected, exact, RELATIVE)


@pytest.mark.parametrize(
    ("number", "right", "p", "weight", "scale", "heavy"),
    [
        (10**5, 50_000, 0.5, 1.0, 1e5, ()),
        (10**5, 50_000, 0.3, 1.0, 10.0, ()),
        (10**5, 30_000, 1e-6, 1e-4, 1e-4, ()),
        (10**5, 50_000, 1e-12, 1.0, 3.0, ()),
        (10**5, 50_000, 1 - 1e-12, 1.0, 1e6, ()),
        (10**5, 30_000, 1e-6, 1.0, 1e-4, ((1e4, 0.5, 1e4), (1e4, 1e-12, 0.0))),
        (10**5, 30_000, 0.01, 1e-4, 1e-4, ((1e4, 0.5, 1e4), (1e3, 1 - 1e-12, 0.0), (3e2, 0.5, 0.0))),
    ],
)
def test_very_many_attributes_against_the_binomial(number, right, p, weight, scale, heavy):
    rows = [(weight, p, True)] * right + [(weight, p, False)] * (number - right)
    many = columns([*rows, *((w, likely, credit > 0.0) for w, likely, credit in heavy)], scale)
    assert oracle.near(float(expectations(many)[0]), oracle.of_many(number, right, p, weight, scale, heavy), RELATIVE)


def test_weights_of_one_large_record_that_are_far_apart_take_little_more_work(monkeypatch):
    """Every attribute is evaluated at some 26 nodes, not at all of them."""
    evaluated = 0

    def counting(columns, s, whole=kernel.log_generating_terms):
        nonlocal evaluated
        evaluated += s.size
        return whole(columns, s)

    monkeypatch.setattr(kernel, "log_generating_terms", counting)
    draw = np.random.default_rng(1)
    number = 50_000
    weight = 10 ** draw.uniform(-4, 4, number)
    for likely in (1e-5, 1e-4, 0.5):
        evaluated = 0
        bounds = np.array([0, number])
        expectations(Columns(weight, np.full(number, likely), weight, bounds, np.array([1e-4])))
        assert evaluated <= 36 * number


def test_cumulants_are_those_of_the_definition():
    p = Fraction(1, 5)
    moments = [p] * kernel.CUMULANTS  # E[I^k] = p
    exact = []
    for n in range(1, kernel.CUMULANTS + 1):
        lower = sum(_choose(n - 1, m - 1) * exact[m - 1] * moments[n - m - 1] for m in range(1, n))
        exact.append(moments[n - 1] - lower)
    cumulants = [float(cumulant[0]) for cumulant in kernel.cumulants(np.array([0.2]))]
    assert cumulants == pytest.approx([float(cumulant) for cumulant in exact], rel=1e-13)


def _choose(n, k):
    product = Fraction(1)
    for step in range(k):
        product = product * (n - step) / (step + 1)
    return product


extremes = st.sampled_from([5e-324, 1e-300, 1e-100, 1.0, 1e100, 1e300])


@quick
@given(
    st.dictionaries(st.tuples(st.sampled_from("NPC"), st.sampled_from("12")), kernel_confidences, max_size=5),
    st.fixed_dictionaries(dict.fromkeys("NPC", extremes)),
    st.sampled_from([1e-300, 1e-3, 1.0, 1e3, 1e300]),
)
def test_whatever_is_asked_the_answer_is_between_0_and_1(confidences, weights, beta):
    record = Record(Attribute(*pair, c) for pair, c in confidences.items())
    reference = Record.of(("N", "1"), ("P", "1"), ("C", "1"))
    assert 0.0 <= record_leakage(record, reference, weights, beta=beta) <= 1.0
    assert 0.0 <= expected_precision(record, reference, weights) <= 1.0


def drawn_database(records=300, seed=0):
    draw = np.random.default_rng(seed)
    sizes = draw.integers(0, 40, records)
    rows = int(sizes.sum())
    place = np.concatenate([np.arange(size) for size in sizes])
    labels = [f"L{label}" for label in place]
    values = [str(value) for value in draw.integers(0, 2, rows)]
    confidence = draw.choice([0.0, 1e-12, 0.3, 0.9, 1 - 1e-12, 1.0], rows)
    database = Database.from_columns(np.repeat(np.arange(records), sizes), labels, values, confidence, size=records)
    reference = Record(Attribute(f"L{label}", "1") for label in range(40))
    return database, reference, {f"L{label}": 10 ** float(draw.uniform(-4, 4)) for label in range(40)}


@pytest.mark.parametrize(
    ("chunk", "rows", "block", "many"),
    cases([(7, 3, 50, 0), (7, 3, 50, 1 << 11), (1, 1, 1, 0), (1 << 20, 64, 1 << 22, 1 << 11)], 2),
)
def test_results_do_not_depend_on_how_the_work_is_cut(monkeypatch, chunk, rows, block, many):
    database, reference, weights = drawn_database(records=20)
    usual = record_leakages(database, reference, weights)
    monkeypatch.setattr(kernel, "CHUNK", chunk)
    monkeypatch.setattr(kernel, "ROWS", rows)
    monkeypatch.setattr(kernel, "ENTRIES", rows)
    monkeypatch.setattr(kernel, "MANY", many)
    monkeypatch.setattr(kernel, "BLOCK", block)
    assert record_leakages(database, reference, weights) == pytest.approx(usual, rel=1e-14, abs=0)
    if chunk > 1:
        assert record_leakages(list(database), reference, weights) == pytest.approx(usual, rel=1e-14, abs=0)


def test_a_database_equals_its_records():
    database, reference, weights = drawn_database(seed=2)
    one_by_one = [record_leakage(record, reference, weights) for record in database]
    assert record_leakages(database, reference, weights) == pytest.approx(one_by_one, rel=1e-14, abs=0)
    assert record_leakages(Database.from_records([]), reference).shape == (0,)
    assert record_leakages(Database.from_records([Record()]), reference).tolist() == [0.0]


def test_a_value_may_be_right_under_one_label_and_wrong_under_another():
    records = [Record.of(("N", "1")), Record.of(("P", "1")), Record.of(("C", "1")), Record.of(("Z", "1"), ("N", "2"))]
    reference = Record.of(("N", "1"), ("P", "1"), ("C", "3"))
    leakages = record_leakages(Database.from_records(records), reference)
    assert leakages.tolist() == pytest.approx([0.5, 0.5, 0.0, 0.0])


def test_a_measure_of_weights_alone_gives_the_same_bits():
    database, reference, weights = drawn_database(records=60)
    usual = record_leakages(database, reference, weights)
    assert record_leakages(database, reference, Measure(weights)).tolist() == usual.tolist()
    # A similarity that no label here has: the other way through.
    beside = Measure(weights, {"Nowhere": NumericCloseness(1)})
    assert record_leakages(database, reference, beside).tolist() == pytest.approx(usual.tolist(), rel=1e-14, abs=0.0)


def test_no_warning_is_raised_for_what_underflows():
    with warnings.catch_warnings(), np.errstate(all="raise", under="ignore"):
        warnings.simplefilter("error")
        record = Record.of(("N", "1", 0.5), ("P", "1", NEXT_TO_1), ("C", "1", 1e-300))
        record_leakage(record, record, {"N": 1e8, "P": 1e-8})


# What one more attribute buys: the slopes against differences of exact values.


NOBODYS = "nobody has this"


def added(record, reference, addition, confidence=1.0):
    """The record with the attribute that an addition stands for."""
    lacking = [a for a in reference if a.label == addition.label and record.confidence_of(a.pair) == 0.0]
    value = lacking[0].value if addition.right else NOBODYS
    return record.with_attribute(Attribute(addition.label, value, confidence))


@thorough
@given(records(), references, weights, betas)
def test_slopes_are_differences_of_exact_values(record, reference, weights, beta):
    now = oracle.leakage(record, reference, weights, beta)
    for addition in addition_gradient(record, reference, weights, beta=beta):
        then = oracle.leakage(added(record, reference, addition), reference, weights, beta)
        assert abs(Fraction(addition.slope) - (then - now)) <= Fraction(1e-14)
        assert addition.slope >= 0.0 if addition.right else addition.slope <= 0.0


@quick
@given(records(), references, weights, confidences)
def test_a_part_of_the_confidence_gives_that_part_of_the_slope(record, reference, weights, confidence):
    now = oracle.leakage(record, reference, weights)
    for addition in addition_gradient(record, reference, weights):
        then = oracle.leakage(added(record, reference, addition, confidence), reference, weights)
        assert float(then - now) == pytest.approx(confidence * addition.slope, abs=1e-14)


@quick
@given(records(), references, weights)
def test_there_is_a_row_for_every_label_and_a_right_one_where_something_is_lacking(record, reference, weights):
    additions = addition_gradient(record, reference, weights)
    labels = {a.label for a in (*reference, *record) if a.confidence > 0.0}
    lacking = {a.label for a in reference if record.confidence_of(a.pair) == 0.0}
    assert {a.label for a in additions if not a.right} == labels
    assert {a.label for a in additions if a.right} == lacking
    assert len(additions) == len(labels) + len(lacking)
    assert all(a.weight == weights[a.label] for a in additions)


def test_addition_to_nothing_and_without_a_reference():
    alice = Record.of(("N", "Alice"))
    assert [(a.right, a.slope) for a in addition_gradient(Record(), alice)] == [
        (True, pytest.approx(1.0)),
        (False, 0.0),
    ]
    assert [(a.right, a.slope) for a in addition_gradient(alice, Record())] == [(False, 0.0)]
    assert addition_gradient(Record(), Record()) == ()


def test_an_attribute_that_outweighs_everything():
    reference = Record.of(("N", "1"), ("P", "1"))
    record, weights = Record.of(("N", "1", 0.5)), {"N": 1e-4, "P": 1e4, "Z": 1e8}
    additions = addition_gradient(Record((*record, Attribute("Z", "1", 1e-12))), reference, weights)
    exact = oracle.leakage(record.with_attribute(Attribute("P", "1")), reference, weights) - oracle.leakage(
        record, reference, weights
    )
    assert next(a.slope for a in additions if a.label == "P" and a.right) == pytest.approx(float(exact), rel=1e-9)


@quick
@given(records(min_size=1), references, weights, betas, st.sampled_from([0.0, 1.0]))
def test_the_gradient_is_exact_at_the_ends(record, reference, weights, beta, end):
    """An attribute's own confidence does not count in its slope."""
    for attribute in record:
        at_end = record.with_attribute(Attribute(*attribute.pair, end))
        slope = leakage_gradient(at_end, reference, weights, beta=beta)[Attribute(*attribute.pair, end)]
        sure = oracle.leakage(record.with_attribute(Attribute(*attribute.pair)), reference, weights, beta)
        without = oracle.leakage(record.without(attribute.pair), reference, weights, beta)
        assert abs(Fraction(slope) - (sure - without)) <= Fraction(1e-14)


@quick
@given(records(min_size=1), references, weights, betas)
def test_slopes_do_not_depend_on_how_the_nodes_are_cut(record, reference, weights, beta):
    usual = leakage_gradient(record, reference, weights, beta=beta)
    additions = addition_gradient(record, reference, weights, beta=beta)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "ENTRIES", 1)
        patch.setattr(kernel, "ROWS", 1)
        patch.setattr(by_weights, "BLOCK", 1)
        patch.setattr(kernel, "MANY", 0)
        # Relative: the slopes of light attributes keep their digits where the sum ends early.
        assert leakage_gradient(record, reference, weights, beta=beta) == pytest.approx(usual, rel=1e-9, abs=1e-16)
        again = addition_gradient(record, reference, weights, beta=beta)
    before = [addition.slope for addition in additions]
    assert [addition.slope for addition in again] == pytest.approx(before, rel=1e-9, abs=1e-16)


def test_wrong_attributes_keep_their_digits_beside_a_dominant_one():
    """Wrong slopes have one sign, so nothing cancels in them but what a careless sum of the others would lose."""
    reference = Record.of(("N", "1"), ("P", "1"))
    record = Record.of(("N", "1", 0.5), ("P", "1", 1e-12), ("N", "2"), ("Z", "1", 0.25))
    weights = {"N": 1e4, "P": 1e-4, "Z": 1e4}
    for attribute, slope in leakage_gradient(record, reference, weights).items():
        if attribute.pair not in reference:
            sure = oracle.leakage(record.with_attribute(Attribute(*attribute.pair)), reference, weights)
            assert oracle.near(slope, sure - oracle.leakage(record.without(attribute.pair), reference, weights), 1e-14)


def test_the_only_right_attribute_is_not_diluted_by_itself():
    """S - S_a is 0, and 1e-16 of S_a is not."""
    reference = Record.of(("N", "1"))
    record = Record.of(("N", "1", 1 - 1e-12), ("P", "2", 1e-12))
    slopes = leakage_gradient(record, reference, {"N": 1e4, "P": 1e-4})
    wrong = slopes[Attribute("P", "2", 1e-12)]
    uneven = {"N": 1e4, "P": 1e-4}
    there, without = record.with_attribute(Attribute("P", "2")), record.without(("P", "2"))
    exact = oracle.leakage(there, reference, uneven) - oracle.leakage(without, reference, uneven)
    assert oracle.near(wrong, exact, 1e-14)


@quick
@given(st.lists(st.lists(st.floats(1e-12, 1e12), min_size=3, max_size=3), min_size=1, max_size=4))
def test_sums_of_others_lose_nothing(rows):
    others = sums_of_others(np.array(rows))
    for row, sums in zip(rows, others.tolist(), strict=True):
        exact = [sum(map(Fraction, row)) - Fraction(value) for value in row]
        assert all(oracle.near(value, sum_, 1e-14) for value, sum_ in zip(sums, exact, strict=True))


@quick
@given(records(), references, weights)
def test_by_a_measure_slopes_are_differences(record, reference, weights):
    measure = Measure(weights, {"N": NumericCloseness(2)})
    now = record_leakage(record, reference, measure)
    for addition in addition_gradient(record, reference, measure):
        then = record_leakage(added(record, reference, addition), reference, measure)
        assert addition.slope == pytest.approx(then - now, abs=1e-14)
    for attribute, slope in leakage_gradient(record, reference, measure).items():
        sure = record_leakage(record.with_attribute(Attribute(*attribute.pair)), reference, measure)
        assert (1.0 - attribute.confidence) * slope == pytest.approx(sure - now, abs=1e-14)


# The gradient: exact differences, because leakage is linear in each confidence.


@thorough
@given(records(), references, weights, betas)
def test_gradient_is_the_difference_between_certain_and_absent(record, reference, weights, beta):
    gradient = leakage_gradient(record, reference, weights, beta=beta)
    assert list(gradient) == list(record)
    for attribute, slope in gradient.items():
        present = record.with_attribute(Attribute(*attribute.pair, 1.0))
        absent = record.without(attribute.pair)
        exact = oracle.leakage(present, reference, weights, beta) - oracle.leakage(absent, reference, weights, beta)
        assert abs(Fraction(slope) - exact) <= Fraction(1e-12)
        assert slope == pytest.approx(
            record_leakage(present, reference, weights, beta=beta)
            - record_leakage(absent, reference, weights, beta=beta),
            abs=1e-12,
        )


@thorough
@given(records(), references, weights)
def test_right_attributes_raise_leakage_and_wrong_ones_lower_it(record, reference, weights):
    for attribute, slope in leakage_gradient(record, reference, weights).items():
        assert slope >= -1e-15 if attribute.pair in reference else slope <= 1e-15


def test_gradient_of_nothing():
    alice = Record.of(("N", "Alice"))
    assert leakage_gradient(Record(), alice) == {}
    assert leakage_gradient(alice, Record()) == {alice[0]: 0.0}


def test_2012_section_4_3_enhancing_a_composite_record():
    r1 = Record.of(("N", "Alice"), ("A", "20"))
    r2 = Record.of(("N", "Alice", 0.9), ("P", "123", 0.5), ("C", "987"))
    composite = union_merge(r1, r2)
    assert composite == Record.of(("N", "Alice"), ("A", "20"), ("P", "123", 0.5), ("C", "987"))

    truth = certain(composite)
    assert record_leakage(composite, truth) == pytest.approx(1 / 2 + 3 / 7)
    gradient = leakage_gradient(composite, truth)
    # The gain at cost 1 - c, divided by it, is the derivative. Printed: 1/28; (1 - (1/2 + 3/7)) / 0.5 is 1/7.
    assert gradient[Attribute("P", "123", 0.5)] == pytest.approx(1 / 7)

    # Verifying r2's name changes no confidence of the composite, where r1 holds the name for sure: gain 0.
    verified = union_merge(r1, r2.with_attribute(Attribute("N", "Alice")))
    assert verified == composite
    name_gain = record_leakage(verified, truth) - record_leakage(composite, truth)
    assert name_gain / (1 - 0.9) == 0.0


# Leakage under changed weights, all changes at once, against measuring again with each.


FACTORS = (0.5, 1.0, 2.0, 1.3)
CHANGED = [*LABELS, "held by nobody"]


def one_by_one(rows, reference, weights):
    return [[record_leakages(rows, reference, rescaled(weights, {label: by})) for by in FACTORS] for label in CHANGED]


@given(
    st.lists(records(), max_size=5),
    references,
    st.one_of(
        st.none(),
        weights,
        # Beyond the usual size they are measured one by one.
        st.just({"N": 1e-200, "P": 1e200}),
        weights.map(Measure),
        weights.map(lambda given: Measure(given, {"P": NumericCloseness(3)})),
    ),
)
def test_as_measured_one_by_one(measured, reference, weights):
    found = as_measure(weights).rescaled_leakages(measured, reference, CHANGED, FACTORS)
    np.testing.assert_allclose(found, np.reshape(one_by_one(measured, reference, weights), found.shape), rtol=1e-13)


@pytest.mark.parametrize(("count", "attributes"), cases([(2, 20_000), (600, 25)], usual=1))
def test_many_records_and_long_ones(count, attributes):
    """More attributes than are worked on together, by series where they are many, and of weights far apart."""
    chance = random.Random(0)
    labels = [*LABELS, *(f"L{number}" for number in range(17))]
    records = [
        Record(
            Attribute(chance.choice(labels), str(number), chance.choice([1.0, 1e-12, chance.random()]))
            for number in range(chance.randrange(attributes // 2, attributes))
        )
        for _ in range(count)
    ]
    weights = {label: 10.0 ** chance.uniform(-4, 4) for label in labels}
    reference = Record.of(*((label, str(number)) for number, label in enumerate(labels)))
    found = as_measure(weights).rescaled_leakages(Database.from_records(records), reference, CHANGED, FACTORS)
    np.testing.assert_allclose(found, np.reshape(one_by_one(records, reference, weights), found.shape), rtol=1e-12)


def test_it_is_stopped_in_the_midst():
    class StoppedError(Exception):
        pass

    heard = itertools.count()

    def stop(what, done, total):
        if what.startswith("Weighing") and next(heard) > len(CHANGED):
            raise StoppedError

    record = Record(Attribute("N", str(number), 0.5) for number in range(60_000))
    with listening(stop), pytest.raises(StoppedError):
        as_measure(None).rescaled_leakages([record], Record.of(("N", "1")), CHANGED, FACTORS)
