"""Keys that pairs of records share: the pairs are those that loops find, whatever the order of the records."""

import itertools
import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Comparison, Record
from leakage.old.resolution.linkage.pairs import EncodedColumn
from leakage.old.resolution.linkage.unlabelled import MOST_VALUES, Keys, SharedKey, in_order, random_pairs
from tests.strategies import databases, thorough

COMPARED = [Comparison.by_odds(label, 9, 3) for label in "NPC"]


def keys_of(records):
    return Keys(tuple(EncodedColumn.of(comparison, records) for comparison in COMPARED))


def in_common(left, right, labels):
    """How many combinations of values of some labels two records have in common."""
    shared = [set(left.values(label)) & set(right.values(label)) for label in labels]
    return len(list(itertools.product(*shared)))


@thorough
@given(databases(), st.integers(1, 3))
def test_a_key_has_the_pairs_that_have_its_values_in_common(records, count):
    found = {key.labels: key for key in keys_of(records).of_labels(count)} if records else {}
    for labels in itertools.combinations(range(3), count) if records else ():
        pairs = list(itertools.combinations(range(len(records)), 2))
        often = {pair: in_common(*(records[n] for n in pair), [COMPARED[n].label for n in labels]) for pair in pairs}
        key = found[labels]
        assert key.pairs == sum(often.values())
        left, right = key.drawn(10**6, np.random.default_rng(0))
        assert list(zip(left.tolist(), right.tolist(), strict=True)) == [pair for pair in pairs if often[pair]]


@thorough
@given(databases(), st.integers(0, 99))
def test_what_is_drawn_is_drawn_among_those_pairs(records, seed):
    for key in keys_of(records).of_labels(2) if records else ():
        if key.pairs > 1:
            every = set(zip(*map(np.ndarray.tolist, key.drawn(10**6, np.random.default_rng(0))), strict=True))
            left, right = key.drawn(1, np.random.default_rng(seed))
            assert (min(left[0], right[0]), max(left[0], right[0])) in every


def test_pairs_are_drawn_alike():
    key = SharedKey((0,), np.arange(9), np.array([5, 1, 3]), 13.0)
    left, right = key.drawn(12, np.random.default_rng(1))
    drawn = [key.drawn(12, np.random.default_rng(seed)) for seed in range(1_000)]
    often = np.zeros((9, 9))
    for left, right in drawn:
        np.add.at(often, (np.minimum(left, right), np.maximum(left, right)), 1)
    pairs = [*itertools.combinations(range(5), 2), *itertools.combinations(range(6, 9), 2)]
    # 12,000 draws of 13 pairs: 923 each, four standard errors are 117.
    assert [often[pair] for pair in pairs] == pytest.approx([12_000 / 13] * 13, abs=120)
    assert often.sum() == sum(often[pair] for pair in pairs)


def test_no_more_pairs_are_of_one_person_than_chance_leaves():
    sizes = np.array([2] * 120)
    key = SharedKey((0, 1), np.arange(240), sizes, 100.0)
    assert key.most_same == pytest.approx((120 - 100 + 3 * 10) / 120) and not key.stands_out(0.01)
    assert replace(key, by_chance=16.0).stands_out(0.5) and not replace(key, by_chance=16.0).stands_out(0.9)
    assert replace(key, by_chance=0.0).most_same == 1.0
    # How often chance makes a value of one label equal cannot be told from how often it is.
    alone = replace(key, labels=(0,), by_chance=120.0)
    assert alone.most_same == 1.0 and alone.stands_out(0.99)


def test_random_pairs_are_of_two_records_and_drawn_alike():
    often = np.zeros((6, 6))
    for seed in range(2_000):
        np.add.at(often, random_pairs(6, 10, np.random.default_rng(seed)), 1)
    assert (np.diag(often) == 0).all()
    assert (often + often.T)[np.triu_indices(6, 1)] == pytest.approx(20_000 / 15, abs=150)
    assert len(random_pairs(6, 15, np.random.default_rng(0))[0]) == 15


def test_labels_that_are_independent_share_a_key_as_often_as_chance_has_it():
    draw = random.Random(1)
    rows = [[("N", draw.randrange(30)), ("P", draw.randrange(40)), ("C", draw.randrange(9))] for _ in range(2_000)]
    records = [Record.of(*((k, str(v)) for k, v in row if draw.random() < 0.8)) for row in rows]
    for key in itertools.chain(*(keys_of(records).of_labels(count) for count in (2, 3))):
        assert key.pairs == pytest.approx(key.by_chance, abs=4.0 * key.by_chance**0.5)
        assert not key.stands_out(0.25)
    doubled = keys_of(records + records[:400])
    assert all(key.stands_out(0.25) for key in doubled.of_labels(3))


@thorough
@given(databases(), st.randoms(use_true_random=False))
def test_records_in_another_order_are_put_in_the_same(records, draw):
    orders = [records, draw.sample(records, len(records))]
    one, other = (in_order([EncodedColumn.of(comparison, of) for comparison in COMPARED]) for of in orders)
    for a, b in zip(one, other, strict=True):
        assert (a.values, a.starts.tolist(), a.codes.tolist()) == (b.values, b.starts.tolist(), b.codes.tolist())
        assert list(a.values) == sorted(a.values)
    first_time = sorted(tuple(record.values(label) for label in "NPC") for record in records)
    again = [
        tuple(tuple(c.values[v] for v in c.codes[c.starts[n] : c.starts[n + 1]]) for c in one)
        for n in range(len(records))
    ]
    assert sorted(again) == first_time


def test_of_very_many_values_the_first_count_and_of_very_many_combinations_there_is_no_key():
    records = [Record.of(*((label, f"{n:03}") for label in "NPC" for n in range(100))) for _ in range(20)]
    columns = in_order([EncodedColumn.of(comparison, records) for comparison in COMPARED])
    assert all(np.diff(column.starts).tolist() == [MOST_VALUES] * 20 for column in columns)
    assert columns[0].values[columns[0].codes[MOST_VALUES - 1]] == f"{MOST_VALUES - 1:03}"
    keys = Keys(columns)
    assert len(list(keys.of_labels(1))) == 3 and list(keys.of_labels(2)) == []
    assert keys.compared_a_pair == 3 * MOST_VALUES**2
