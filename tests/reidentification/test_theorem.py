"""Theorem 1: the bound, its promise by simulation, and where it does not hold."""

import math

import numpy as np
import pytest

from leakage.reidentification import (
    Shape,
    SparseTable,
    ValueSimilarity,
    facts_needed,
    promise_kept,
    record_similarity,
    synthetic_table,
    theorem,
)


def kept(*args, **kwargs):
    *_, last = promise_kept(*args, **kwargs)
    return last


@pytest.mark.parametrize("people", [1, 2, 1000, 480_189])
@pytest.mark.parametrize("epsilon", [0.01, 0.3])
@pytest.mark.parametrize("delta", [0.05, 0.5, 0.9])
def test_the_bound_is_the_least_m_with_n_times_the_chance_below_epsilon(people, epsilon, delta):
    needed = facts_needed(people, epsilon, delta)
    assert people * (1 - delta) ** needed <= epsilon * (1 + 1e-12)
    assert people * (1 - delta) ** (needed - 1) > epsilon * (1 - 1e-12)


def test_the_bound_by_hand():
    # log2(8 / 0.5) = 4 halvings.
    assert facts_needed(8, 0.5, 0.5) == 4


def dense_table(seed, people=60, items=25):
    """People who have nearly everything, with values from 1 to 5 that follow a few habits: many near twins."""
    random = np.random.default_rng(seed)
    habits = random.integers(1, 6, (4, items))
    rows = []
    for person in range(people):
        values = np.where(random.random(items) < 0.15, random.integers(1, 6, items), habits[person % 4])
        rows += [(f"p{person}", f"i{n}", int(values[n])) for n in range(items) if random.random() < 0.9]
    who, what, value = zip(*rows, strict=True)
    return SparseTable.from_columns(who, what, value)


TABLES = {
    "sparse": synthetic_table(Shape(people=300, items=80, entries=4000, seed=1)),
    "near twins": dense_table(0),
    "twins": SparseTable.from_columns(["a", "b", "c", "c"], ["x", "x", "x", "y"], [1, 1, 2, 1]),
}


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("similarity", [ValueSimilarity(), ValueSimilarity(2, fading=True)], ids=["equal", "fading"])
@pytest.mark.parametrize(("epsilon", "delta"), [(0.3, 0.3), (0.05, 0.5), (0.4, 0.1)])
def test_the_promise_is_kept(name, similarity, epsilon, delta):
    share = kept(TABLES[name], epsilon, delta, similarity, trials=150, seed=3)
    # Fewer would be a false alarm in less than one of 10,000 times at the least share that is promised.
    assert share.trials == 150 and share.interval(0.9999)[1] >= 1 - epsilon
    assert share.value >= 1 - epsilon


def test_with_far_fewer_facts_it_would_not_be_kept(monkeypatch):
    """Otherwise the check above would check nothing."""
    monkeypatch.setattr(theorem, "facts_needed", lambda *_: 2)
    assert kept(TABLES["near twins"], 0.05, 0.1, trials=150).value < 0.95


def test_over_the_union_of_supports_the_theorem_does_not_hold():
    """Who has all that the target has and as much again passes every fact: the proof needs Sim over supp(r)."""
    items = [f"i{n}" for n in range(20)]
    table = SparseTable.from_columns(["small"] * 10 + ["large"] * 20, items[:10] + items, [1] * 30)
    small, large = table.record_of(0), table.record_of(1)
    epsilon = delta = 0.1
    assert facts_needed(2, epsilon, delta) > 10
    # With all ten facts the matching set still holds both, and one of them is far from similar over the union.
    assert record_similarity(table, small, large, over="first") == 1.0
    assert record_similarity(table, small, large, over="union") == 0.5 < 1 - epsilon - delta
    assert kept(table, epsilon, delta, trials=50).value == 1.0


def test_equal_seeds_give_equal_trials():
    runs = [[s.count for s in promise_kept(TABLES["near twins"], 0.4, 0.02, trials=30, seed=n)] for n in (5, 5, 6)]
    assert runs[0] == runs[1]


@pytest.mark.parametrize(
    ("people", "epsilon", "delta", "sentence"),
    [
        (0, 0.1, 0.1, "people must be at least 1, got 0"),
        (9, 0.0, 0.1, "epsilon must be in (0, 1), got 0.0"),
        (9, 0.1, 1.0, "delta must be in (0, 1), got 1.0"),
        (9, math.nan, 0.1, "epsilon must be in (0, 1), got nan"),
    ],
)
def test_numbers_out_of_range(people, epsilon, delta, sentence):
    with pytest.raises(ValueError) as caught:
        facts_needed(people, epsilon, delta)
    assert str(caught.value) == sentence


def test_a_table_without_entries_promises_nothing():
    empty = SparseTable(["a", "b"], ["x"], np.array([0, 0]), np.zeros(0, int), np.zeros(0, int), ())
    with pytest.raises(ValueError, match="the table has no entries"):
        next(promise_kept(empty, 0.1, 0.1))
