"""Definitions 2 to 4, Wilson's interval, and what must hold between them."""

import math
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.reidentification import Fact, Share, entropic_bits, scoreboard, scoreboard_rh, similarities
from tests.reidentification.tables import cases, table_of


@given(cases(), st.sampled_from([0.0, 0.3, 0.5, 1.0]), st.booleans())
def test_entropic_bits_are_the_least_of_those_similar_enough(case, theta, robust):
    _, people, table, facts, similarity = case
    lineup = (scoreboard_rh if robust else scoreboard)(table, facts, similarity)
    for target in range(len(people)):
        similar = similarities(table, table.record_of(target), similarity)
        bits = [
            -math.log2(lineup.probability_of(n))
            for n in range(len(people))
            if similar[n] >= theta - 1e-12 and lineup.probability_of(n) > 0
        ]
        assert entropic_bits(lineup, similar, theta) == pytest.approx(min(bits, default=math.log2(len(people))))


@given(cases())
def test_bits_are_at_most_those_that_name_the_person_and_fall_with_theta(case):
    _, people, table, facts, similarity = case
    lineup = scoreboard_rh(table, facts, similarity)
    for target in range(len(people)):
        similar = similarities(table, table.record_of(target), similarity)
        bits = [entropic_bits(lineup, similar, theta) for theta in (0.0, 0.5, 1.0)]
        assert bits == sorted(bits)
        assert bits[-1] <= -math.log2(lineup.probability_of(target)) + 1e-9


def test_where_there_is_no_candidate_all_bits_are_left():
    table = table_of({("a", "x"): (1, 0), ("b", "y"): (1, 0)}, list("abcdefgh"))
    nobody = scoreboard(table, [Fact("z")])
    assert entropic_bits(nobody, np.ones(8), 0.0) == 3.0
    other = scoreboard(table, [Fact("y")])
    assert other.verdict == 1
    assert entropic_bits(other, similarities(table, table.record_of(0)), 0.5) == 3.0
    assert entropic_bits(other, similarities(table, table.record_of(1)), 0.5) == 0.0


@pytest.mark.parametrize("theta", [-0.1, 1.1, math.nan])
def test_theta_is_a_similarity(theta):
    table = table_of({("a", "x"): (1, 0)}, ["a", "b"])
    with pytest.raises(ValueError, match=r"theta must be in \[0, 1\]"):
        entropic_bits(scoreboard(table, [Fact("x")]), np.ones(2), theta)


def test_wilson_by_hand():
    """p = 0.5, n = 100, z = 1.96: (0.5 + 0.019208 ± 1.96 sqrt(0.0025 + 0.00009604)) / 1.038416."""
    low, high = Share(50, 100).interval()
    assert (low, high) == (pytest.approx(0.40383, abs=1e-5), pytest.approx(0.59617, abs=1e-5))
    assert Share(0, 0).interval() == (0.0, 1.0)
    # Wilson's limits with no success: 0 and z²/(n + z²).
    assert Share(0, 10).interval() == (pytest.approx(0.0, abs=1e-12), pytest.approx(3.8415 / 13.8415, abs=1e-4))
    assert Share(10, 10).interval()[1] == pytest.approx(1.0)


@given(st.integers(1, 300), st.data(), st.floats(0.5, 0.999))
def test_wilson_solves_its_equation(n, data, confidence):
    """Its ends are the p for which the observed share lies z standard deviations of p away."""
    share = Share(data.draw(st.integers(0, n)), n)
    low, high = share.interval(confidence)
    assert 0.0 <= low <= share.value + 1e-12 and share.value - 1e-12 <= high <= 1.0
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    for p in (low, high):
        assert abs(share.value - p) == pytest.approx(z * math.sqrt(p * (1 - p) / n), abs=1e-6)


@pytest.mark.parametrize("confidence", [0.0, 1.0, math.nan])
def test_confidence_is_a_probability(confidence):
    with pytest.raises(ValueError, match=r"confidence must be in \(0, 1\)"):
        Share(1, 2).interval(confidence)
