"""The integral against exact arithmetic: a handful of attributes of any kind, and a million of few kinds."""

import tracemalloc
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
    progress,
    record_leakage,
    record_leakages,
)
from leakage.measure import by_weights, kernel
from leakage.measure.kernel import Columns, expectations
from leakage.record import Attribute
from tests.oracles import measure as oracle
from tests.strategies import quick

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


@settings(max_examples=180)
@given(attributes, kernel_weights, st.floats(0.1, 10.0), st.booleans(), st.sampled_from([0, kernel.MANY]))
@example([(1e4, NEXT_TO_1, True), (1e-4, 1e-12, True)], 1e-4, 0.1, False, 0)
@example([(1e4, 1e-12, True), (1e4, 1e-12, False), (1e-4, 1 - 1e-12, True)], 1e-4, 0.1, True, 0)
@example([(1e4, 0.5, False)] * 7 + [(1e-4, 0.5, True)], 1e-4, 0.1, True, 0)
def test_the_integral_is_the_sum_over_worlds(rows, missing, beta, said_only, many):
    scale = 0.0 if said_only else beta * beta * (missing + sum(w for w, _, right in rows if right))
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
        pytest.param(10**6, 300_000, 1e-6, 1e-4, 1e-4, (), marks=pytest.mark.slow),
        pytest.param(10**6, 500_000, 1e-12, 1.0, 3.0, (), marks=pytest.mark.slow),
        pytest.param(10**6, 500_000, 1 - 1e-12, 1.0, 1e6, (), marks=pytest.mark.slow),
        pytest.param(10**6, 300_000, 1e-6, 1.0, 1e-4, ((1e4, 0.5, 1e4), (1e4, 1e-12, 0.0)), marks=pytest.mark.slow),
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

    monkeypatch.setattr(kernel, "presence", counting)
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
        known = sum(_choose(n - 1, m - 1) * exact[m - 1] * moments[n - m - 1] for m in range(1, n))
        exact.append(moments[n - 1] - known)
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
def test_whatever_is_asked_the_answer_is_between_0_and_1(held, weights, beta):
    record = Record(Attribute(*pair, c) for pair, c in held.items())
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
    ("chunk", "rows", "block", "cut"), [(1, 1, 1, 1), (7, 3, 50, 64), (1 << 20, 64, 1 << 22, 1 << 22)]
)
@pytest.mark.parametrize("many", [0, 1 << 11])
def test_results_do_not_depend_on_how_the_work_is_cut(monkeypatch, chunk, rows, block, cut, many):
    database, reference, weights = drawn_database(records=40)
    usual = record_leakages(database, reference, weights)
    monkeypatch.setattr(kernel, "CHUNK", chunk)
    monkeypatch.setattr(kernel, "ROWS", rows)
    monkeypatch.setattr(kernel, "ENTRIES", rows)
    monkeypatch.setattr(kernel, "MANY", many)
    monkeypatch.setattr(kernel, "BLOCK", block)
    monkeypatch.setattr(by_weights, "SLICE", cut)
    assert record_leakages(database, reference, weights) == pytest.approx(usual, rel=1e-14, abs=0)
    if cut > 1:
        assert record_leakages(list(database), reference, weights) == pytest.approx(usual, rel=1e-14, abs=0)


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_results_do_not_depend_on_how_many_work(monkeypatch, workers):
    database, reference, weights = drawn_database()
    usual = record_leakages(database, reference, weights)
    monkeypatch.setattr(by_weights, "SLICE", 500)
    monkeypatch.setattr(progress, "LARGE", 0)
    monkeypatch.setattr(progress, "WORKERS", workers)
    assert record_leakages(database, reference, weights) == pytest.approx(usual, rel=1e-14, abs=0)


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


def test_a_large_database_is_never_all_in_columns(monkeypatch):
    monkeypatch.setattr(by_weights, "SLICE", 1 << 14)
    draw = np.random.default_rng(0)
    records, size = 4000, 50
    database = Database.from_columns(
        np.repeat(np.arange(records), size),
        np.tile([f"L{n}" for n in range(size)], records),
        np.tile(["1", "2"], records * size // 2),
        draw.random(records * size),
    )
    reference = Record(Attribute(f"L{n}", "1") for n in range(size))
    assert len(database.bounds)
    tracemalloc.start()
    record_leakages(database, reference)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    whole_columns = 3 * 8 * records * size
    assert peak < 4 * whole_columns  # BLOCK arrays of two workers; the columns alone grow with the database


def test_a_measure_of_weights_alone_gives_the_same_bits():
    database, reference, weights = drawn_database(records=60)
    usual = record_leakages(database, reference, weights)
    assert record_leakages(database, reference, Measure(weights)).tolist() == usual.tolist()
    # A similarity that no label here has: the other way through, by claims.
    beside = Measure(weights, {"Nowhere": NumericCloseness(1)})
    assert record_leakages(database, reference, beside).tolist() == pytest.approx(usual.tolist(), rel=1e-14, abs=0.0)


def test_no_warning_is_raised_for_what_underflows():
    with warnings.catch_warnings(), np.errstate(all="raise", under="ignore"):
        warnings.simplefilter("error")
        record = Record.of(("N", "1", 0.5), ("P", "1", NEXT_TO_1), ("C", "1", 1e-300))
        record_leakage(record, record, {"N": 1e8, "P": 1e-8})
