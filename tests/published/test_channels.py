"""Channels, worked out again the long way: lies, a noisy place, Crowds, neighbouring databases."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.published.channels import (
    blurred_count,
    crowds,
    crowds_privacy,
    database_privacy,
    differential_privacy,
    greatest_privacy,
    location_privacy,
    randomised_response,
    trade_off,
)
from leakage.published.estimation import conditional_entropies, estimation_error
from tests.oracles import attacker as oracle
from tests.refusals import refused
from tests.strategies import quick, thorough

close = pytest.approx


@quick
@given(st.floats(0.01, 0.99), st.integers(2, 6))
def test_randomised_response(truth, answers):
    channel = randomised_response(truth, answers)
    lie = (1 - truth) / (answers - 1)
    assert channel.sum(axis=1).tolist() == close([1.0] * answers)
    assert differential_privacy(channel) == close(abs(math.log(truth / lie)), abs=1e-12)


def test_randomised_response_at_its_ends():
    assert differential_privacy(randomised_response(1.0)) == math.inf
    assert differential_privacy(randomised_response(0.25, 4)) == 0.0
    assert differential_privacy([[0.5, 0.5, 0.0], [0.25, 0.75, 0.0]]) == close(math.log(2))


@quick
@given(st.floats(0.0, 0.499))
def test_figure_3(flip):
    """P_avg = D = p, and the curve is P = 1 - U."""
    point = trade_off(flip)
    assert (point.privacy, point.utility) == close((flip, 1 - flip))
    assert point.privacy == close(greatest_privacy(point.utility))


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


@pytest.mark.parametrize(("noise", "spread"), [(3.0, 4.0), (0.5, 7.0), (0.0, 1.0)])
def test_location_noise_by_simulation(noise, spread):
    exact = location_privacy(noise, spread)
    draw, shape = np.random.default_rng(4), (150_000, 2)
    place = draw.normal(0.0, spread, shape)
    noisy = place + draw.normal(0.0, noise, shape)
    guess = noisy * spread**2 / (noise**2 + spread**2)
    assert exact.privacy == close(float(((place - guess) ** 2).sum(axis=1).mean()), rel=0.02)
    assert exact.distortion == close(float(((place - noisy) ** 2).sum(axis=1).mean()), rel=0.02)


GREAT, SMALL = 1e200, 1e-200


def test_places_at_lengths_whose_squares_no_float_holds():
    assert location_privacy(1.0, GREAT).privacy == close(2.0)
    assert location_privacy(GREAT, 1.0).privacy == close(2.0)
    assert location_privacy(GREAT).distortion == math.inf and location_privacy(SMALL, SMALL).privacy == 0.0


@st.composite
def randomised_answers(draw):
    """Databases, how likely each answer is of each, and a rule."""
    size = draw(st.integers(2, 4)), draw(st.integers(1, 3)), draw(st.integers(1, 3))
    row = [st.lists(st.integers(0, 5), min_size=width, max_size=width).filter(any) for width in size[1:]]
    answers = [[value / sum(held) for value in held] for held in (draw(row[0]) for _ in range(size[0]))]
    rule = [[value / sum(held) for value in held] for held in (draw(row[1]) for _ in range(size[1]))]
    pairs = draw(st.sets(st.sampled_from(list(itertools.combinations(range(size[0]), 2))), min_size=1))
    return answers, rule, sorted(pairs)


@thorough
@given(randomised_answers())
def test_epsilon_between_neighbouring_databases(case):
    answers, rule, pairs = case
    assert database_privacy(answers, rule, pairs) == close(oracle.epsilon(answers, rule, pairs), abs=1e-12)


@quick
@given(st.integers(1, 4), st.just(0.0) | st.floats(0.01, 0.9))
def test_a_blurred_count(people, ratio):
    """ε = -ln α between all databases of yes and no that differ by one record."""
    rule = blurred_count(people, ratio)
    assert rule.tolist() == [close(row, abs=1e-9) for row in oracle.geometric_noise(people, ratio)]
    databases = list(itertools.product(("yes", "no"), repeat=people))
    answers = np.eye(people + 1)[[database.count("yes") for database in databases]]
    pairs = itertools.combinations(range(len(databases)), 2)
    near = [pair for pair in pairs if oracle.are_neighbours(*(databases[place] for place in pair))]
    privacy = database_privacy(answers, rule, near)
    assert privacy == close(-math.log(ratio) if ratio else math.inf)


test_numbers_out_of_range = refused(
    lambda: randomised_response(1.2),
    lambda: randomised_response(0.5, 1),
    lambda: differential_privacy([[0.5, 0.4]]),
    lambda: database_privacy(np.eye(2), np.eye(3), [(0, 1)]),
    lambda: database_privacy(np.eye(2), np.eye(2), []),
    lambda: blurred_count(0, 0.5),
    lambda: blurred_count(3, 1.0),
    lambda: crowds_privacy(0, 0.5),
    lambda: crowds_privacy(2, 2.0),
    lambda: crowds(2, 0.0),
    lambda: crowds(0, 0.5),
    lambda: location_privacy(-1.0),
    lambda: location_privacy(1.0, 0.0),
    lambda: greatest_privacy(0.5),
    lambda: trade_off(1.5),
)
