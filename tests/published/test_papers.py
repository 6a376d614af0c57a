"""The papers' tables and systems."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize

from leakage.published import (
    PublishedTable,
    binary_symmetric,
    conditional_entropies,
    crowds,
    crowds_channel,
    crowds_privacy,
    differential_privacy,
    distinct_l_diversity,
    distribution_distance,
    entropy_distance,
    estimation_error,
    greatest_privacy,
    k_anonymity,
    location_privacy,
    privacy_risks,
    rate_at_slope,
    rate_distortion_curve,
    rate_within,
    shannon_entropy,
    suppressed_digits,
    through_channel,
    trade_off,
)
from leakage.scenarios.published import PUBLISHED
from tests.strategies import quick

# The figures that the papers print of their published tables; where they slip, the derived ones.


close = pytest.approx
EXAMPLES = {example.key: example for example in PUBLISHED}


def table_of(key, sensitive=None):
    example = EXAMPLES[key]
    return PublishedTable(example.frame, example.quasi_identifiers, sensitive or example.sensitive)


@pytest.mark.parametrize(
    ("key", "k", "l_"),
    [
        ("patients", 3, 2),
        ("influenza", 3, 3),
        ("hepatitis", 3, 2),
        ("hepatitis-infection", 3, 2),
        ("two-diverse", 4, 2),
        ("salaries", 3, 3),
        ("salaries-close", 3, 3),
        ("diseases-close", 3, 3),
        ("inpatients", 4, 2),
        ("patients-plain", 1, 1),
        ("salaries-plain", 1, 1),
        ("inpatients-plain", 1, 1),
    ],
)
def test_k_and_l(key, k, l_):
    table = table_of(key)
    assert (k_anonymity(table), distinct_l_diversity(table)) == (k, l_)


def test_ren_li_definitions_of_two_distributions():
    before, after = [7 / 12, 3 / 12, 2 / 12], [1 / 4, 1 / 4, 2 / 4]
    assert distribution_distance(before, after) == close(math.sqrt(32) / 12)
    assert entropy_distance(before, after) == close(shannon_entropy(after) - shannon_entropy(before))
    with pytest.raises(ValueError, match="over the same values"):
        distribution_distance([0.5, 0.5], [1.0])


def test_suppression_as_the_paper_prints_it():
    """Table 2 of Whang & Garcia-Molina 2012 is Table 1 with digits suppressed."""
    zips = EXAMPLES["patients-plain"].frame["Zip"]
    hierarchy = suppressed_digits(zips)
    assert [hierarchy.generalised(code, 1) for code in zips[:3]] == ["11*"] * 3
    assert [hierarchy.generalised(code, 2) for code in zips[3:]] == ["2**"] * 3


# The systems that Rebollo-Monedero et al. work out: a flipped bit, a noisy place, Crowds; and rate and distortion.


@quick
@given(st.floats(0.0, 0.499))
def test_figure_3(flip):
    """P_avg = D = p, the best decision is X̂ = Y, and the curve is P = 1 - U."""
    point = trade_off(flip)
    assert (point.privacy, point.utility) == close((flip, 1 - flip))
    assert point.privacy == close(greatest_privacy(point.utility))
    assert estimation_error(binary_symmetric(flip)).estimate.tolist() == [0, 1]


def test_a_bit_that_is_mostly_flipped_tells_as_much():
    assert trade_off(0.9).privacy == close(0.1)
    assert trade_off(0.9).utility == close(0.1)


@quick
@given(st.floats(0.51, 1.0))
def test_no_flip_that_is_useful_enough_is_more_private(utility):
    best = max(trade_off(flip).privacy for flip in np.linspace(0, 1, 201) if 1 - flip >= utility)
    assert best <= greatest_privacy(utility) <= best + 0.005 + 1e-9


@quick
@given(st.integers(1, 9), st.floats(0.01, 1.0))
def test_crowds(users, direct):
    """Eq. (10), (1 - p)(1 - 1/n), and the three entropies of Section VI-B."""
    joint = crowds(users, direct)
    same, other = direct + (1 - direct) / users, (1 - direct) / users
    assert joint.posterior.tolist() == [close([same if x == y else other for y in range(users)]) for x in range(users)]
    error = estimation_error(joint)
    assert error.estimate.tolist() == list(range(users)) or math.isclose(same, other)
    assert error.conditional.tolist() == close([crowds_privacy(users, direct)] * users, abs=1e-12)
    assert conditional_entropies(joint, math.inf).tolist() == close([-math.log2(same)] * users, abs=1e-9)
    if direct < 1:
        assert conditional_entropies(joint, 0).tolist() == close([math.log2(users)] * users)
    shannon = -same * math.log2(same) - ((users - 1) * other * math.log2(other) if other and users > 1 else 0)
    assert conditional_entropies(joint, 1).tolist() == close([shannon] * users, abs=1e-9)


def test_crowds_by_following_the_path():
    """p(y|x) of eq. (10) is the sum over the lengths of the path."""
    users, direct = 4, 0.3
    forward = np.full((users, users), 1 / users)
    path, total = np.eye(users), np.zeros((users, users))
    for _ in range(200):
        total += direct * path
        path = (1 - direct) * path @ forward
    assert np.allclose(total, crowds_channel(users, direct))
    assert differential_privacy(crowds_channel(users, direct)) == close(math.log((direct + 0.7 / 4) / (0.7 / 4)))


def test_lower_direct_probability_is_more_private():
    """ "the lower the probability p ..., the higher the privacy"."""
    assert crowds_privacy(10, 0.1) > crowds_privacy(10, 0.2) > crowds_privacy(10, 1.0) == 0.0


@pytest.mark.parametrize(
    ("noise", "spread", "dimensions"), [(3.0, 4.0, 2), (1.0, 0.1, 1), (0.5, 7.0, 3), (0.0, 1.0, 2)]
)
def test_location_noise_by_simulation(noise, spread, dimensions):
    exact = location_privacy(noise, spread, dimensions)
    draw, shape = np.random.default_rng(4), (150_000, dimensions)
    place = draw.normal(0.0, spread, shape)
    noisy = place + draw.normal(0.0, noise, shape)
    guess = noisy * spread**2 / (noise**2 + spread**2)
    assert exact.privacy == close(float(((place - guess) ** 2).sum(axis=1).mean()), rel=0.02)
    assert exact.distortion == close(float(((place - noisy) ** 2).sum(axis=1).mean()), rel=0.02)


def test_location_noise_at_its_ends():
    """Where nothing is known beforehand privacy costs what it gives; where all is, noise gives nothing."""
    free = location_privacy(3.0)
    assert free.privacy == free.distortion == 18.0
    assert location_privacy(3.0, 1e9).privacy == close(18.0)
    assert location_privacy(1e9, 2.0).privacy == close(8.0)


@pytest.mark.parametrize("slope", [0.5, 2.0, 6.0])
@pytest.mark.parametrize("p", [0.5, 0.3])
def test_a_bit_and_its_flips(p, slope):
    """R(D) = h(p) - h(D) for D below min(p, 1 - p)."""

    def h(x):
        return -x * math.log2(x) - (1 - x) * math.log2(1 - x) if 0 < x < 1 else 0.0

    point = rate_at_slope([p, 1 - p], "hamming", slope)
    assert point.gap <= 1e-9
    expected = max(0.0, h(p) - h(point.distortion)) if point.distortion < min(p, 1 - p) else 0.0
    assert point.rate == close(expected, abs=1e-6)
    assert rate_within([p, 1 - p], "hamming", 0.1).rate == close(h(p) - h(0.1), abs=1e-6)


@pytest.mark.parametrize("seed", range(6))
def test_rate_against_a_general_optimiser(seed):
    """min I(X;Y) subject to E d <= D over all rules, eq. (9), by sequential quadratic programming."""
    draw = np.random.default_rng(seed)
    size = (3, draw.integers(2, 5))
    p = draw.dirichlet(np.ones(3))
    matrix = draw.random(size)
    least, most = (p * matrix.min(axis=1)).sum(), (p @ matrix).min()
    wanted = least + draw.uniform(0.2, 0.8) * (most - least)

    def information(flat):
        rule = flat.reshape(size)
        output = p @ rule
        return np.sum(p[:, None] * rule * np.log2(np.maximum(rule, 1e-15) / np.maximum(output, 1e-15)))

    constraints = [
        {"type": "eq", "fun": lambda flat: flat.reshape(size).sum(axis=1) - 1},
        {"type": "ineq", "fun": lambda flat: wanted - np.sum(p[:, None] * flat.reshape(size) * matrix)},
    ]
    starts = [draw.dirichlet(np.ones(size[1]), 3).ravel() for _ in range(4)]
    solutions = [
        minimize(information, start, bounds=[(0, 1)] * len(start), constraints=constraints, method="SLSQP")
        for start in starts
    ]
    best = min(solution.fun for solution in solutions if solution.success)
    point = rate_within(p, matrix, wanted)
    assert point.distortion <= wanted + 1e-6
    assert point.rate == close(best, abs=2e-4)


@quick
@given(st.integers(0, 10**6))
def test_a_point_of_the_curve_is_a_rule(seed):
    """Its rate and distortion are those of the rule; no step lowers I + s D below Blahut's bound."""
    draw = np.random.default_rng(seed)
    p, matrix, slope = draw.dirichlet(np.ones(3)), draw.random((3, 4)), float(draw.uniform(0, 12))
    point = rate_at_slope(p, matrix, slope)
    joint = through_channel(p, point.channel)
    assert point.rate == close(privacy_risks(joint).average, abs=1e-12)
    assert point.distortion == close((joint.joint * matrix).sum())
    reached = point.rate + slope * point.distortion
    for _ in range(20):
        rule = draw.dirichlet(np.ones(4) * 0.3, 3)
        other = through_channel(p, rule)
        cost = privacy_risks(other).average + slope * (other.joint * matrix).sum()
        assert cost >= reached - point.gap - 1e-9


def test_the_curve_falls_and_is_convex():
    points = rate_distortion_curve([0.2, 0.3, 0.5], "squared", [0.1, 0.5, 1, 2, 4, 8])
    assert all(a.distortion >= b.distortion and a.rate <= b.rate for a, b in itertools.pairwise(points))
    slopes = [
        (b.rate - a.rate) / (a.distortion - b.distortion)
        for a, b in itertools.pairwise(points)
        if a.distortion - b.distortion > 1e-9
    ]
    assert slopes == sorted(slopes)


def test_the_ends_of_the_curve():
    assert rate_within([0.5, 0.5], "hamming", 0.6).rate == 0.0
    assert rate_within([0.5, 0.5], "hamming", 0.0).rate == close(1.0, abs=1e-6)
    assert rate_at_slope([0.25, 0.75], "hamming", 0.0).rate == close(0.0, abs=1e-9)
    assert rate_at_slope([0.5, 0.5], [[1e6, 2e6], [2e6, 1e6]], 50.0).rate == close(1.0)


BAD = [
    (lambda: crowds_privacy(0, 0.5), "at least one user, got 0"),
    (lambda: crowds_channel(2, 0.0), r"must be in \(0, 1\], got 0.0"),
    (lambda: location_privacy(-1.0), "at least 0 and finite, got -1.0"),
    (lambda: location_privacy(1.0, 0.0), "spread must be more than 0, got 0.0"),
    (lambda: location_privacy(1.0, 1.0, 0), "at least one dimension, got 0"),
    (lambda: greatest_privacy(0.5), "above 0.5 and at most 1, got 0.5"),
    (lambda: trade_off(1.5), r"in \[0, 1\]"),
    (lambda: rate_at_slope([0.5, 0.5], "hamming", -1.0), "slope must be at least 0, got -1.0"),
    (lambda: rate_at_slope([0.5, 0.4], "hamming", 1.0), "add up to 1"),
    (lambda: rate_within([0.5, 0.5], [[1.0, 2.0], [2.0, 1.0]], 0.5), "cannot be below 1, got 0.5"),
]


@pytest.mark.parametrize(("attempt", "sentence"), BAD)
def test_bad_input(attempt, sentence):
    with pytest.raises(ValueError, match=sentence):
        attempt()
