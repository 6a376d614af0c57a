"""Definitions, the theorem, and how sure a match is."""

import math
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.reidentification import (
    Fact,
    Shape,
    Share,
    SparseTable,
    ValueSimilarity,
    entropic_bits,
    facts_needed,
    promise_kept,
    scoreboard,
    scoreboard_rh,
    similarities,
    synthetic_table,
)
from tests.refusals import refused
from tests.reidentification.tables import cases

# Definitions 2 to 4, Wilson's interval, and what must hold between them.


@given(cases(), st.sampled_from([0.0, 0.3, 0.5, 1.0]), st.booleans())
def test_entropic_bits_are_the_least_of_those_similar_enough(case, theta, robust):
    _, people, table, facts, similarity = case
    lineup = (scoreboard_rh if robust else scoreboard)(table, facts, similarity)
    for target in range(len(people)):
        similar = similarities(table, table.facts_of(target), similarity)
        bits = [
            -math.log2(lineup.probability_of(n))
            for n in range(len(people))
            if similar[n] >= theta - 1e-12 and lineup.probability_of(n) > 0
        ]
        assert entropic_bits(lineup, similar, theta) == pytest.approx(min(bits, default=math.log2(len(people))))


@given(st.integers(1, 300), st.data(), st.floats(0.5, 0.999))
def test_wilson_solves_its_equation(n, data, confidence):
    """Its ends are the p for which the observed share lies z standard deviations of p away."""
    share = Share(data.draw(st.integers(0, n)), n)
    low, high = share.interval(confidence)
    assert 0.0 <= low <= share.value + 1e-12 and share.value - 1e-12 <= high <= 1.0
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    for p in (low, high):
        assert abs(share.value - p) == pytest.approx(z * math.sqrt(p * (1 - p) / n), abs=1e-6)


# Theorem 1: the bound, its promise by simulation, and where it does not hold.


def last_share(*args, **kwargs):
    *_, last = promise_kept(*args, **kwargs)
    return last


@pytest.mark.parametrize("people", [1, 2, 1000, 480_189])
@pytest.mark.parametrize("epsilon", [0.01, 0.3])
@pytest.mark.parametrize("delta", [0.05, 0.5, 0.9])
def test_the_bound_is_the_least_m_with_n_times_the_chance_below_epsilon(people, epsilon, delta):
    needed = facts_needed(people, epsilon, delta)
    assert people * (1 - delta) ** needed <= epsilon * (1 + 1e-12)
    assert people * (1 - delta) ** (needed - 1) > epsilon * (1 - 1e-12)


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
def test_the_promise_is_kept(name, similarity):
    epsilon = delta = 0.3
    share = last_share(TABLES[name], epsilon, delta, similarity, trials=150, seed=3)
    # Fewer would be a false alarm in less than one of 10,000 times at the least share that is promised.
    assert share.trials == 150 and share.interval(0.9999)[1] >= 1 - epsilon
    assert share.value >= 1 - epsilon


EMPTY = SparseTable(["a", "b"], ["x"], np.array([0, 0]), np.zeros(0, int), np.zeros(0, int), ())
test_what_is_refused = refused(
    lambda: facts_needed(0, 0.1, 0.1),
    lambda: facts_needed(9, 0.0, 0.1),
    lambda: facts_needed(400, 0.5, 5e-324),
    lambda: facts_needed(9, 0.1, 1.0),
    lambda: next(promise_kept(EMPTY, 0.1, 0.1)),
    lambda: entropic_bits(scoreboard(TABLES["twins"], [Fact("x")]), np.ones(3), 1.1),
    lambda: Share(1, 2).interval(1.0),
)
