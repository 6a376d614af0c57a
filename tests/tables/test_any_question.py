"""The worst case over any question, against every strategy of guessing and every question there is room for."""

import itertools
import math
import random
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.tables import JointDistribution, conditional_entropies, min_entropy
from leakage.tables.any_question import (
    g_vulnerability,
    maximal_leakage,
    min_entropy_leakage,
    pointwise_maximal_leakage,
)
from tests.strategies import quick

seeds = st.integers(0, 2**32 - 1).map(random.Random)


def counted(chance):
    """Counts of x and y, some of them none."""
    rows, columns = chance.randint(1, 3), chance.randint(1, 3)
    counts = [[chance.choice([0, 1, 1, 2, 5]) for _ in range(columns)] for _ in range(rows)]
    return counts if any(map(any, counts)) else [[1]]


def joint_of(counts):
    total = sum(map(sum, counts))
    return JointDistribution([[float(count / total) for count in row] for row in counts])


def won(counts, gain):
    """The most that any way to answer each y with an action wins, in fractions."""
    total, columns = sum(map(sum, counts)), range(len(counts[0]))
    ways = itertools.product(range(len(gain)), repeat=len(columns))
    return max(
        sum(Fraction(counts[x][y], total) * gain[way[y]][x] for x in range(len(counts)) for y in columns)
        for way in ways
    )


@quick
@given(seeds)
def test_vulnerability_is_that_of_the_best_strategy(chance):
    counts = counted(chance)
    joint = joint_of(counts)
    gain = [[Fraction(chance.randint(0, 4), 4) for _ in counts] for _ in range(chance.randint(1, 3))]
    total = sum(map(sum, counts))
    before = max(sum(Fraction(sum(row), total) * g for row, g in zip(counts, action, strict=True)) for action in gain)
    found = g_vulnerability(joint, [[float(g) for g in action] for action in gain])
    assert (found.before, found.after) == (pytest.approx(float(before)), pytest.approx(float(won(counts, gain))))
    if before:
        assert found.leakage == pytest.approx(math.log2(won(counts, gain) / before), abs=1e-12)
        assert found.leakage <= maximal_leakage(joint) + 1e-9
    identity = [[Fraction(x == w) for x in range(len(counts))] for w in range(len(counts))]
    guessed = math.log2(won(counts, identity) / Fraction(max(map(sum, counts)), total))
    assert min_entropy_leakage(joint) == pytest.approx(guessed, abs=1e-12)
    posterior = joint.observation @ 2.0 ** -np.where(joint.possible, conditional_entropies(joint, math.inf), 0.0)
    assert min_entropy_leakage(joint) == pytest.approx(min_entropy(joint.prior) + math.log2(posterior))


@quick
@given(seeds)
def test_the_question_that_tells_each_x_into_equals_leaks_the_maximum_and_no_other_more(chance):
    counts = [row for row in counted(chance) if any(row)]
    most = maximal_leakage(joint_of(counts))
    # U names one of the counts of x: all are as likely, and what is guessed of it is what Y tells at most.
    shattered = [[Fraction(count, sum(row)) for count in row] for row in counts for _ in range(sum(row))]
    assert min_entropy_leakage(joint_of(shattered)) == pytest.approx(most, abs=1e-9)
    for _ in range(5):
        # p(u|x), and with it p(u, y).
        answers = [[chance.randint(0, 3) for _ in range(3)] for _ in counts]
        chances = [[Fraction(a, sum(row)) if any(row) else Fraction(1, 3) for a in row] for row in answers]
        columns = range(len(counts[0]))
        asked = [[sum(chances[x][u] * row[y] for x, row in enumerate(counts)) for y in columns] for u in range(3)]
        assert min_entropy_leakage(joint_of(asked)) <= most + 1e-9


@quick
@given(seeds)
def test_one_observation_tells_the_ratio_and_all_together_the_mean(chance):
    counts = counted(chance)
    joint = joint_of(counts)
    told = pointwise_maximal_leakage(joint)
    for y, bits in enumerate(told):
        ratios = [joint.posterior[x, y] / p for x, p in enumerate(joint.prior) if p > 0.0]
        assert bits == pytest.approx(math.log2(max(ratios)), abs=1e-9)
    assert maximal_leakage(joint) == pytest.approx(math.log2(joint.observation @ 2.0**told), abs=1e-9)


def test_what_says_nothing_leaks_nothing_and_what_is_no_gain_is_refused():
    nothing = JointDistribution([[0.3 * 0.2, 0.3 * 0.8], [0.7 * 0.2, 0.7 * 0.8]])
    assert maximal_leakage(nothing) == pytest.approx(0.0, abs=1e-12)
    assert g_vulnerability(nothing, [[0.0, 0.0]]).leakage == 0.0
    for gain in ([[1.0]], [[2.0, 0.0]], [[float("nan"), 0.0]], [1.0, 0.0], np.zeros((0, 2))):
        with pytest.raises(ValueError, match="gains must be"):
            g_vulnerability(nothing, gain)
