import math
from dataclasses import replace

import numpy as np
import pytest

from leakage import Record, leakages
from leakage.synthetic import KINDS, RIGHT, Parameters, generate, generate_in_parts

BASE = Parameters(records=2000, seed=7)


def kinds(data):
    """How many attributes of a generation are right, perturbed, bogus."""
    counted = np.bincount(data.kind, minlength=len(KINDS)).tolist()
    return [counted[KINDS.index(kind)] for kind in (RIGHT, "perturbed", "bogus")]


def near(found, probability, trials):
    """Within five standard deviations: one false alarm in two million."""
    return abs(found - trials * probability) <= 5 * math.sqrt(trials * probability * (1 - probability)) + 1e-9


@pytest.mark.parametrize(
    "changes", [{}, {"p_c": 0.9, "p_p": 0.2, "p_b": 0.1}, {"n": 10, "p_b": 1.0}, {"p_c": 0.0}], ids=str
)
def test_the_proportions_are_those_asked_for(changes):
    p = replace(BASE, **changes)
    right, perturbed, bogus = kinds(generate(p))
    trials = p.n * p.records
    assert near(right, p.p_c * (1 - p.p_p), trials)
    assert near(perturbed, p.p_c * p.p_p, trials)
    assert near(bogus, p.p_b, trials)


@pytest.mark.parametrize("m", [0.0, 0.5, 1.0])
def test_confidences_are_even_between_0_and_m(m):
    confidence = generate(replace(BASE, m=m)).confidence
    assert confidence.min() >= 0.0 and confidence.max() <= m
    quarters, _ = np.histogram(confidence, 4, (0.0, m or 1.0))
    assert m == 0.0 or all(near(quarter, 0.25, len(confidence)) for quarter in quarters)


def test_equal_parameters_generate_equal_data_and_other_seeds_other_data():
    one, same, other = (generate(replace(BASE, n=5, records=20, w="R", seed=seed)) for seed in (3, 3, 4))
    assert one.records == same.records and one.weights == same.weights
    assert one.records != other.records and one.weights != other.weights
    assert one.reference == other.reference


@pytest.mark.parametrize("size", [1, 7, 50])
def test_parts_are_the_whole(size):
    p = replace(BASE, n=6, records=50, w="R")
    parts = list(generate_in_parts(p, size))
    assert [record for part in parts for record in part.records] == list(generate(p).records)
    assert all(part.weights == parts[0].weights and part.reference == parts[0].reference for part in parts)


def test_the_columns_are_in_order_and_every_wrong_value_is_in_one_record():
    drawn = generate(replace(BASE, n=12, records=30))
    rows = [(number, a.label, a.value) for number, record in enumerate(drawn.records) for a in record]
    assert rows == sorted(rows) and len(set(rows)) == len(rows)
    labels = list(drawn.weights)
    assert [(label, value.split()[0]) for _, label, value in rows] == [
        (labels[label], KINDS[kind]) for label, kind in zip(drawn.label, drawn.kind, strict=True)
    ]
    holders = {}
    for number, _, text in rows:
        holders.setdefault(text, set()).add(number)
    assert all(len(numbers) == 1 for text, numbers in holders.items() if text != RIGHT)


@pytest.mark.parametrize(("changes", "leakage"), [({"p_p": 1.0}, 0.0), ({"p_c": 0.0}, 0.0), ({"m": 0.0}, 0.0)], ids=str)
def test_without_anything_right_or_sure_nothing_leaks(changes, leakage):
    data = generate(replace(BASE, records=50, **changes))
    assert leakages(data.records, data.reference, data.weights).tolist() == [leakage] * 50


@pytest.mark.parametrize("w", ["C", "R"])
def test_what_is_read_in_columns_leaks_what_the_records_do(w):
    data = generate(replace(BASE, n=12, records=60, w=w))
    expected = leakages(data.records, data.reference, data.weights)
    assert data.leakages() == pytest.approx(expected, rel=1e-14)


def test_copies_of_all_and_nothing_else_are_the_reference():
    data = generate(replace(BASE, records=3, p_c=1.0, p_p=0.0, p_b=0.0))
    assert all({a.pair for a in record} == {a.pair for a in data.reference} for record in data.records)


def test_a_record_of_nothing():
    assert generate(replace(BASE, records=1, p_c=0.0, p_b=0.0)).records == (Record(),)


def test_weights_are_all_1_or_random_in_between():
    assert set(generate(BASE).weights.values()) == {1.0}
    drawn = list(generate(replace(BASE, n=1000, records=1, w="R")).weights.values())
    assert all(0.0 < weight < 1.0 for weight in drawn) and near(sum(w < 0.5 for w in drawn), 0.5, 1000)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"n": 0}, "n must be a whole number of at least 1, got 0"),
        ({"n": 2.5}, "n must be a whole number of at least 1, got 2.5"),
        ({"records": 0}, "records must be a whole number of at least 1, got 0"),
        ({"seed": -1}, "a seed must be a whole number of at least 0"),
        ({"p_c": 1.1}, r"p_c must be in \[0, 1\], got 1.1"),
        ({"p_p": -0.1}, r"p_p must be in \[0, 1\], got -0.1"),
        ({"p_b": math.nan}, r"p_b must be in \[0, 1\], got nan"),
        ({"m": 2.0}, r"m must be in \[0, 1\], got 2.0"),
        ({"w": "X"}, "w must be C or R, got 'X'"),
    ],
    ids=str,
)
def test_what_is_out_of_range_is_refused(changes, sentence):
    with pytest.raises(ValueError, match=sentence):
        Parameters(**changes)
