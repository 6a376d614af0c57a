"""What a channel gives away: rate and distortion."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from leakage import Record
from leakage.published import (
    JointDistribution,
    estimation_error,
    label_belief,
    label_beliefs,
    privacy_risks,
    rate_at_slope,
    rate_within,
    renyi_entropy,
    through_channel,
)
from tests.amount import cases
from tests.oracles import rate_distortion as slow
from tests.strategies import quick, records, thorough

# Rate and distortion on the whole curve: against the Blahut-Arimoto algorithm, closed forms and both ends.


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
@given(problems(), st.floats(-6.0, 6.0))
def test_the_curve_against_blahut_and_arimoto(problem, exponent):
    """Its point lies on the curve, but for what its own bound leaves open."""
    p, matrix = problem
    distortion, rate, lower = slow.blahut_arimoto(p, matrix, 2.0**exponent, 300)
    point = checked(p, matrix, max(distortion, ends(p, matrix)[0]))
    assert point.rate <= rate + 1e-8
    assert point.rate >= lower - 2.0**exponent * distortion - 1e-8
    exact = rate_at_slope(p, matrix, 2.0**exponent)
    assert exact.gap <= 1e-9
    assert lower - 1e-9 <= exact.rate + 2.0**exponent * exact.distortion <= rate + 2.0**exponent * distortion + 1e-9


@pytest.mark.parametrize("seed", cases(range(4), usual=1))
def test_the_curve_against_many_rounds(seed):
    """Where the algorithm has settled, rate and distortion are those of the rule within that distortion."""
    draw = np.random.default_rng(seed)
    p, matrix = np.append(draw.dirichlet(np.ones(3)), 0.0), draw.random((4, 3))
    for slope in (1.0, 3.0, 9.0):
        distortion, rate, lower = slow.blahut_arimoto(p, matrix, slope, 20_000)
        left = rate + slope * distortion - lower
        assert left <= 1e-3
        assert checked(p, matrix, distortion).rate == close(rate, abs=left + 1e-8)


@quick
@given(st.lists(st.integers(0, 6), min_size=2, max_size=6).filter(any), st.sampled_from(ENDS))
@example([7, 3, 0], 0.0)
@example([1, 1, 1, 1], 1e-12)
def test_hamming_distortion_in_closed_form(odds, share):
    p = np.array(odds) / sum(odds)
    most = share * (1 - max(p))
    assert checked(p, 1.0 - np.eye(len(p)), most).rate == close(slow.hamming(p, most), abs=1e-8)


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


def test_what_never_happens_changes_nothing():
    """The value with probability 0 gave NaN here."""
    assert rate_within([0.7, 0.3, 0.0], "squared", 0.0).rate == close(0.8812908992306926)
    assert np.isfinite(rate_within([0.7, 0.3, 0.0], "squared", 0.0).channel).all()
    for most in (0.0, 1e-9, 0.1):
        with_it = rate_within([0.7, 0.0, 0.3], [[0, 1, 4], [1, 0, 1], [4, 1, 0]], most).rate
        assert with_it == close(rate_within([0.7, 0.3], [[0, 1, 4], [4, 1, 0]], most).rate, abs=1e-8)
    assert rate_at_slope([0.0, 1.0], "hamming", 3.0).rate == 0.0


@pytest.mark.parametrize("most", [1e-3, 0.1, 0.3, 0.5, 0.7, 0.9, 0.999])
def test_a_straight_piece(most):
    """A fourth answer says nothing, at one price: beyond a point it is best mixed in, and the curve is straight."""
    matrix = np.array([[0.0, 9.0, 9.0, 1.0], [9.0, 0.0, 9.0, 1.0], [9.0, 9.0, 0.0, 1.0]])
    thirds = [1 / 3] * 3
    mixed = (
        (1 - (most - likely) / (1 - likely)) * slow.hamming(thirds, likely / 9)
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


# What Eve believes about each fact.


def test_what_confidences_leave_over_is_unknown():
    belief = label_belief(Record.of(("A", "20", 0.3), ("A", "30", 0.2), ("N", "Alice")), "A")
    assert belief.values == ("20", "30") and belief.probabilities == (0.3, 0.2)
    assert belief.unknown == close(0.5)
    assert (belief.best_guess, belief.error) == ("20", 0.7)
    assert (belief.hartley, belief.min_entropy) == close((math.log2(3), 1.0))
    assert belief.shannon == close(-0.3 * math.log2(0.3) - 0.2 * math.log2(0.2) + 0.5)


def test_confidences_above_one_in_all_are_scaled():
    belief = label_belief(Record.of(("A", "20", 1.0), ("A", "30", 0.6)), "A")
    assert belief.probabilities == close((0.625, 0.375))
    assert (belief.unknown, belief.error, belief.hartley) == close((0.0, 0.375, 1.0))


def test_where_she_knows_nothing():
    for record in (Record(), Record.of(("A", "20", 0.0))):
        belief = label_belief(record, "A")
        assert (belief.best_guess, belief.error, belief.unknown) == (None, 1.0, 1.0)
        assert belief.hartley == belief.shannon == belief.min_entropy == 0.0


def test_where_she_is_sure():
    belief = label_belief(Record.of(("A", "20")), "A")
    assert (belief.best_guess, belief.error, belief.shannon) == ("20", 0.0, 0.0)


@quick
@given(records())
def test_it_is_a_distribution_and_a_bayes_guess(record):
    beliefs = label_beliefs(record)
    assert [belief.label for belief in beliefs] == list(record.labels)
    for belief in beliefs:
        assert math.fsum((*belief.probabilities, belief.unknown)) == close(1.0)
        assert list(belief.probabilities) == sorted(belief.probabilities, reverse=True)
        assert set(belief.values) == set(record.values(belief.label))
        assert belief.min_entropy - 1e-9 <= belief.shannon <= belief.hartley + 1e-9
        assert belief.shannon == renyi_entropy(belief.outcomes, 1)
        if belief.unknown <= belief.probabilities[0]:
            joint = JointDistribution([[outcome] for outcome in belief.outcomes])
            assert belief.error == close(estimation_error(joint).average, abs=1e-9)
            assert belief.error == close(1 - 2**-belief.min_entropy, abs=1e-9)
