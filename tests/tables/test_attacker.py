"""Confidence and typical sets, averaged bounds, neighbours, correctness and degree, against trying everything."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.tables import (
    JointDistribution,
    average_correctness,
    average_reduction,
    blurred_count,
    conditionally_typical_set,
    confidence_set,
    correctness,
    crowds,
    database_privacy,
    degree_of_anonymity,
    differential_privacy,
    error_among,
    estimation_error,
    hartley_entropy,
    neighbours,
    privacy_risks,
    randomised_response,
    shannon_entropy,
    through_channel,
    typical_set,
)
from tests.oracles import attacker as oracle
from tests.strategies import quick, thorough

close = pytest.approx
odds = st.lists(st.integers(0, 9), min_size=1, max_size=6).filter(any)


@st.composite
def joints(draw, most=3, every_y=False):
    size = draw(st.integers(1, most)), draw(st.integers(1, most))
    cells = draw(st.lists(st.integers(0, 6), min_size=size[0] * size[1], max_size=size[0] * size[1]).filter(any))
    matrix = np.reshape(cells, size) / sum(cells)
    return JointDistribution(matrix[:, matrix.sum(axis=0) > 0] if every_y else matrix)


@thorough
@given(odds, st.integers(1, 20))
def test_a_confidence_set_is_the_smallest(held, twentieths):
    """Against every set of values there is; the error is 1 - 1/|C|."""
    probabilities = oracle.fractions(held)
    chosen = confidence_set([float(p) for p in probabilities], twentieths / 20)
    smallest = oracle.smallest_sets(probabilities, Fraction(twentieths, 20))
    assert tuple(sorted(chosen.members)) in smallest
    assert chosen.probability == close(float(max(sum(probabilities[x] for x in members) for members in smallest)))
    assert chosen.error == close(1 - 1 / len(smallest[0]))


@quick
@given(odds)
def test_a_confidence_set_of_all_is_hartleys_entropy(held):
    """ "the Hartley entropy can be understood as a confidence set with p = 100 %" """
    p = np.array(held) / sum(held)
    chosen = confidence_set(p, 1.0)
    assert len(chosen.members) == close(2 ** hartley_entropy(p))
    assert chosen.error == close(error_among(2 ** hartley_entropy(p)))
    assert confidence_set([1.0 - 1e-15, 1e-15], 1.0).members.tolist() == [0, 1]


@thorough
@given(st.lists(st.integers(0, 5), min_size=1, max_size=3).filter(any), st.integers(1, 5), st.floats(0.0, 1.0))
def test_typical_sets(held, length, slack):
    """Against every sequence there is; no larger than 2^(k (H + ε))."""
    p = [value / sum(held) for value in held]
    typical = typical_set(p, length, slack)
    size, probability = oracle.typical(p, length, slack)
    assert (typical.size, typical.probability) == (size, close(probability, abs=1e-12))
    assert typical.bits <= typical.greatest_bits + 1e-9
    assert typical.expected_bits == close(length * oracle.entropy(p))


@thorough
@given(joints(every_y=True), st.lists(st.integers(0, 9), min_size=1, max_size=4), st.floats(0.0, 1.0))
def test_conditionally_typical_sets(joint, draws, slack):
    observed = [draw % joint.joint.shape[1] for draw in draws]
    typical = conditionally_typical_set(joint, observed, slack)
    size, probability = oracle.jointly_typical(joint.joint.tolist(), observed, slack)
    assert (typical.size, typical.probability) == (size, close(probability, abs=1e-12))
    assert typical.bits <= typical.greatest_bits + 1e-9


def test_the_printed_bound_of_conditionally_typical_sets():
    """Printed is ``2^(k (H(X|Y) + ε))``: y and x, y may each be off by ε, so it takes 2ε.

    With the first y two values of x are as likely, with the second one is certain.
    """
    typical = conditionally_typical_set(JointDistribution([[0.3, 0.0], [0.3, 0.0], [0.0, 0.4]]), [0], 0.3)
    assert (typical.size, typical.entropy) == (2, close(0.6))
    assert typical.bits > typical.length * (typical.entropy + 0.3)
    assert typical.bits <= typical.length * (typical.entropy + 0.6)


def test_typical_sets_of_long_sequences():
    """Their probability nears 1 and their bits k H, while the likeliest sequence is not one of them (V-A2)."""
    p, slack = [0.75, 0.25], 0.05
    typical = [typical_set(p, length, slack) for length in (10, 100, 1_000)]
    assert typical[0].probability < typical[1].probability < typical[2].probability
    assert typical[2].probability > 1 - slack
    assert abs(typical[2].bits - typical[2].expected_bits) <= slack * 1_000
    assert -math.log2(0.75) < shannon_entropy(p) - slack
    joint = through_channel([0.5, 0.5], randomised_response(0.75))
    given_y = conditionally_typical_set(joint, [0, 1] * 200, slack)
    assert given_y.entropy == close(shannon_entropy(p)) and given_y.probability > 0.8
    assert abs(given_y.bits - given_y.expected_bits) <= 2 * slack * 400


def test_sequences_of_values_that_are_alike():
    """All are typical: there are n^k of them, exactly."""
    typical = typical_set([0.1] * 10, 50, 0.0)
    assert typical.size == 10**50 and typical.probability == close(1.0) and typical.bits == close(typical.expected_bits)


@thorough
@given(joints(4), st.data())
def test_the_averaged_bound(joint, data):
    """``E ΔP² / (8 d_max²) <= I(X;Y)`` for every distortion; both sides by their definitions."""
    cells = st.integers(0, 5)
    rows, columns = len(joint.prior), data.draw(st.integers(1, 4))
    costs = data.draw(st.lists(st.lists(cells, min_size=columns, max_size=columns), min_size=rows, max_size=rows))
    bound = average_reduction(joint, np.array(costs, float))
    assert bound.holds
    # Guesses that cost the same by rounding alone may part; what they cost does not.
    assert bound.mean_square == close(oracle.mean_square_reduction(joint.joint.tolist(), costs), abs=1e-9)
    greatest = max(map(max, costs))
    assert bound.least_information == close(bound.mean_square / (8 * greatest**2) if greatest else 0.0)
    assert bound.information == close(oracle.information(joint.joint.tolist()), abs=1e-12)


@thorough
@given(st.lists(st.lists(st.sampled_from("ab"), max_size=4), max_size=6))
def test_neighbours(databases):
    expected = {
        (a, b)
        for a, b in itertools.combinations(range(len(databases)), 2)
        if oracle.are_neighbours(databases[a], databases[b]) or oracle.are_neighbours(databases[b], databases[a])
    }
    assert set(neighbours(databases)) == expected


@st.composite
def asked(draw):
    """Databases, how likely each answer is of each, and a rule."""
    size = draw(st.integers(2, 4)), draw(st.integers(1, 3)), draw(st.integers(1, 3))
    row = [st.lists(st.integers(0, 5), min_size=width, max_size=width).filter(any) for width in size[1:]]
    answers = [[value / sum(held) for value in held] for held in (draw(row[0]) for _ in range(size[0]))]
    rule = [[value / sum(held) for value in held] for held in (draw(row[1]) for _ in range(size[1]))]
    pairs = draw(st.sets(st.sampled_from(list(itertools.combinations(range(size[0]), 2))), min_size=1))
    return answers, rule, sorted(pairs)


@thorough
@given(asked())
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
    privacy = database_privacy(answers, rule, neighbours(databases))
    assert privacy == close(-math.log(ratio) if ratio else math.inf)


@quick
@given(st.floats(0.05, 0.95), st.integers(2, 5))
def test_databases_of_one_record(truth, answers):
    rule = randomised_response(truth, answers)
    privacy = database_privacy(np.eye(answers), rule, neighbours([[x] for x in range(answers)]))
    assert privacy == close(differential_privacy(rule))


@quick
@given(joints(4), st.data())
def test_correctness(joint, data):
    """By the double sum; certain of the best guess it is the estimation error, and never below that."""
    rows, columns = joint.joint.shape
    costs = [[data.draw(st.integers(0, 5)) for _ in range(rows)] for _ in range(rows)]
    beliefs = np.array([[data.draw(st.integers(1, 5)) for _ in range(columns)] for _ in range(rows)], float)
    beliefs /= beliefs.sum(axis=0)
    expected = sum(
        joint.joint[truth, y] * beliefs[x, y] * costs[x][truth]
        for truth, y, x in itertools.product(range(rows), range(columns), range(rows))
    )
    assert average_correctness(joint, beliefs, costs) == close(expected, abs=1e-12)
    by_one = sum(
        joint.joint[truth, y] * correctness(beliefs[:, y], truth, costs)
        for truth, y in itertools.product(range(rows), range(columns))
    )
    assert by_one == close(expected, abs=1e-12)
    # The estimate costs d(x, x_t) where the attacker's distortion has the truth first.
    best = estimation_error(joint, np.transpose(costs))
    assert expected >= best.average - 1e-12
    certain = np.eye(rows)[:, best.estimate]
    assert average_correctness(joint, certain, costs) == close(best.average, abs=1e-12)


@quick
@given(odds)
def test_the_degree_of_anonymity(held):
    p = np.array(held) / sum(held)
    expected = oracle.entropy(p) / math.log2(len(p)) if len(p) > 1 else 0.0
    assert degree_of_anonymity(p) == close(expected, abs=1e-12)
    assert 0.0 <= degree_of_anonymity(p) <= 1.0 + 1e-12


@pytest.mark.parametrize("users", [2, 10])
def test_the_degree_of_a_crowd(users):
    """All senders alike: 1; the last user always the sender: 0."""
    assert degree_of_anonymity(crowds(users, 1e-9).posterior[:, 0]) == close(1.0, abs=1e-6)
    assert degree_of_anonymity(crowds(users, 1.0).posterior[:, 0]) == 0.0
    assert degree_of_anonymity([1.0]) == 0.0


def test_figure_7_averaged():
    """Of eight patients four have AIDS, one of the older and three of the younger."""
    joint = JointDistribution(np.array([[1, 3], [1, 0], [1, 0], [1, 1]]) / 8)
    bound = average_reduction(joint)
    assert bound.mean_square == close(0.0)
    assert bound.information == close(privacy_risks(joint).average * math.log(2))


EVEN = JointDistribution(np.full((2, 2), 0.25))
BAD = [
    (lambda: confidence_set([0.5, 0.5], 0.0), r"confidence must be in \(0, 1\], got 0.0"),
    (lambda: confidence_set([0.5, 0.5], math.nan), "got nan"),
    (lambda: typical_set([0.5, 0.5], 0, 0.1), "at least one value, got 0"),
    (lambda: typical_set([0.5, 0.5], 2, -0.1), "slack must be at least 0, got -0.1"),
    (lambda: typical_set(np.arange(1, 41) / 820, 40, 0.1), "too many kinds"),
    (lambda: conditionally_typical_set(EVEN, [], 0.1), "at least one value, got 0"),
    (lambda: conditionally_typical_set(EVEN, [2], 0.1), "values of y that can be"),
    (lambda: conditionally_typical_set(JointDistribution([[1.0, 0.0]]), [1], 0.1), "values of y that can be"),
    (lambda: database_privacy(np.eye(2), np.eye(3), [(0, 1)]), "one row for each true answer"),
    (lambda: database_privacy(np.eye(2), np.eye(2), []), "must be neighbours"),
    (lambda: blurred_count(0, 0.5), "at least one person, got 0"),
    (lambda: blurred_count(3, 1.0), r"in \[0, 1\), got 1.0"),
    (lambda: correctness([0.5, 0.5], 2), "one of the 2 values"),
    (lambda: correctness([0.5, 0.5], 0, np.ones((2, 3))), "must be square"),
    (lambda: average_correctness(EVEN, [[0.5], [0.5]]), "one estimate for each value of y"),
    (lambda: average_correctness(EVEN, [[0.5, 0.5], [0.5, 0.4]]), "must be a distribution"),
    (lambda: degree_of_anonymity([0.5, 0.4]), "add up to 1"),
]


@pytest.mark.parametrize(("attempt", "sentence"), BAD)
def test_bad_input(attempt, sentence):
    with pytest.raises(ValueError, match=sentence):
        attempt()
