"""Rate and distortion against the Blahut-Arimoto algorithm and closed forms; typical sets against every sequence."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from leakage.published.bounds import privacy_risks
from leakage.published.estimation import JointDistribution, through_channel
from leakage.published.information import conditionally_typical_set, rate_at_slope, rate_curve, rate_within, typical_set
from tests.oracles import attacker as oracle
from tests.published.test_estimation import EVEN, joints
from tests.refusals import refused
from tests.strategies import quick, thorough

close = pytest.approx
ENDS = (0.0, 1e-15, 1e-12, 1e-9, 1e-6, 0.01, 0.5, 0.99, 1 - 1e-6, 1 - 1e-9, 1.0)


@st.composite
def problems(draw, most=5):
    """A prior with zeros, and a distortion with ties or without."""
    size = draw(st.integers(1, most)), draw(st.integers(1, most))
    odds = draw(st.lists(st.integers(0, 6), min_size=size[0], max_size=size[0]).filter(any))
    cell = draw(st.sampled_from([st.integers(0, 3), st.floats(0.0, 2.0)]))
    cells = draw(st.lists(cell, min_size=size[0] * size[1], max_size=size[0] * size[1]))
    return np.array(odds) / sum(odds), np.reshape(np.array(cells, float), size)


def ends(p, matrix):
    return float(p @ matrix.min(axis=1)), float((p @ matrix).min())


def checked(p, matrix, most):
    """The rule within a distortion, after looking whether it is one and its figures are its own."""
    point = rate_within(p, matrix, most)
    joint = through_channel(p, point.channel)
    assert point.rate == close(privacy_risks(joint).average, abs=1e-9)
    assert point.distortion == close(float((joint.joint * matrix).sum()), abs=1e-12)
    assert point.distortion <= most + 1e-12 * (1 + most)
    assert 0.0 <= point.gap <= 1e-8
    return point


@thorough
@given(problems())
def test_the_curve_of_hamming_distortion_is_erokhins_from_end_to_end(problem):
    p, _ = problem
    points = rate_curve(p)
    assert points[0][0] == 0.0 and points[-1] == (close(1.0 - p.max(), abs=1e-9), close(0.0, abs=1e-9))
    assert all(rate == close(oracle.hamming(p, distortion), abs=1e-7) for distortion, rate in points)


@thorough
@given(problems(), st.floats(-6.0, 6.0))
def test_the_curve_against_blahut_and_arimoto(problem, exponent):
    """Its point lies on the curve, but for what its own bound leaves open."""
    p, matrix = problem
    distortion, rate, lower = oracle.blahut_arimoto(p, matrix, 2.0**exponent, 300)
    point = checked(p, matrix, max(distortion, ends(p, matrix)[0]))
    assert point.rate <= rate + 1e-8
    assert point.rate >= lower - 2.0**exponent * distortion - 1e-8
    exact = rate_at_slope(p, matrix, 2.0**exponent)
    assert exact.gap <= 1e-9
    assert lower - 1e-9 <= exact.rate + 2.0**exponent * exact.distortion <= rate + 2.0**exponent * distortion + 1e-9


@quick
@given(st.lists(st.integers(0, 6), min_size=2, max_size=6).filter(any), st.sampled_from(ENDS))
@example([7, 3, 0], 0.0)
@example([1, 1, 1, 1], 1e-12)
def test_hamming_distortion_in_closed_form(odds, share):
    p = np.array(odds) / sum(odds)
    most = share * (1 - max(p))
    assert checked(p, 1.0 - np.eye(len(p)), most).rate == close(oracle.hamming(p, most), abs=1e-8)


@quick
@given(problems(4))
@example((np.array([0.0, 1.0, 1.0, 1.0]) / 3, np.array([[0.0] * 4, [0, 1e-19, 0, 0], [0, 1, 0, 0], [1, 0.5, 1, 1]])))
def test_along_the_whole_interval(problem):
    """The rate never rises, is convex, and is nothing at the end; the least distortion can be kept to."""
    p, matrix = problem
    least, most = ends(p, matrix)
    places = [least + share * (most - least) for share in ENDS]
    rates = [checked(p, matrix, place).rate for place in places]
    assert rates[-1] == close(0.0, abs=1e-8)
    assert all(before >= after - 3e-9 for before, after in itertools.pairwise(rates))
    middle = checked(p, matrix, 0.5 * (places[2] + places[7])).rate
    assert middle <= 0.5 * (rates[2] + rates[7]) + 3e-9


@pytest.mark.parametrize("most", [1e-3, 0.3, 0.7, 0.999])
def test_a_straight_piece(most):
    """A fourth answer says nothing, at one price: beyond a point it is best mixed in, and the curve is straight."""
    matrix = np.array([[0.0, 9.0, 9.0, 1.0], [9.0, 0.0, 9.0, 1.0], [9.0, 9.0, 0.0, 1.0]])
    thirds = [1 / 3] * 3
    mixed = (
        (1 - (most - likely) / (1 - likely)) * oracle.hamming(thirds, likely / 9)
        for likely in np.linspace(0.0, most, 20_001)
    )
    assert checked(np.array(thirds), matrix, most).rate == close(min(mixed), abs=1e-7)


def test_the_ends():
    """At the least distortion only the best answers of each value are left; p(y) is then still to be chosen."""
    # The second value is told as the first or as the third; with 1/3 as often as anybody is told as the first.
    matrix = [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0]]
    expected = 0.75 * (math.log2(3) - 2 / 3)
    assert checked(np.array([0.25, 0.25, 0.5]), np.array(matrix), 0.0).rate == close(expected, abs=1e-8)
    assert rate_at_slope([0.25, 0.25, 0.5], matrix, math.inf).rate == close(expected, abs=1e-8)
    with pytest.raises(ValueError, match=r"cannot be below 0, got -0\.1"):
        rate_within([0.5, 0.5], "hamming", -0.1)
    with pytest.raises(ValueError, match="cannot be below 0, got nan"):
        rate_within([0.5, 0.5], "hamming", math.nan)


# Typical sets.


@thorough
@given(st.lists(st.integers(0, 5), min_size=1, max_size=3).filter(any), st.integers(1, 5), st.floats(0.0, 1.0))
def test_typical_sets(held, length, slack):
    """Against every sequence there is; no larger than 2^(k (H + ε))."""
    p = [value / sum(held) for value in held]
    typical = typical_set(p, length, slack)
    size, probability = oracle.typical(p, length, slack)
    assert (typical.size, typical.probability) == (size, close(probability, abs=1e-12))
    assert typical.bits <= length * (typical.entropy + slack) + 1e-9
    assert typical.expected_bits == close(length * oracle.entropy(p))


@thorough
@given(
    joints(3).filter(lambda joint: joint.possible.all()),
    st.lists(st.integers(0, 9), min_size=1, max_size=4),
    st.floats(0.0, 1.0),
)
def test_conditionally_typical_sets(joint, draws, slack):
    observed = [draw % joint.joint.shape[1] for draw in draws]
    typical = conditionally_typical_set(joint, observed, slack)
    size, probability = oracle.jointly_typical(joint.joint.tolist(), observed, slack)
    assert (typical.size, typical.probability) == (size, close(probability, abs=1e-12))
    assert typical.bits <= len(observed) * (typical.entropy + 2 * slack) + 1e-9


test_numbers_out_of_range = refused(
    lambda: typical_set([0.5, 0.5], 0, 0.1),
    lambda: typical_set([0.5, 0.5], 2, -0.1),
    lambda: typical_set(np.arange(1, 41) / 820, 40, 0.1),
    lambda: conditionally_typical_set(EVEN, [], 0.1),
    lambda: conditionally_typical_set(EVEN, [2], 0.1),
    lambda: conditionally_typical_set(JointDistribution([[1.0, 0.0]]), [1], 0.1),
    lambda: rate_at_slope([0.5, 0.5], "hamming", -1.0),
    lambda: rate_at_slope([0.5, 0.4], "hamming", 1.0),
    lambda: rate_within([0.5, 0.5], [[1.0, 2.0], [2.0, 1.0]], 0.5),
)
