"""The attacker's estimation error."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.published import (
    GUIDE,
    JointDistribution,
    average_correctness,
    average_reduction,
    belief_reduction,
    blurred_count,
    conditional_entropies,
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
    mean_squared_error,
    min_entropy,
    neighbours,
    privacy_reduction,
    privacy_risks,
    randomised_response,
    renyi_entropy,
    shannon_entropy,
    system_distortion,
    through_channel,
    typical_set,
)
from tests.oracles import attacker as oracle
from tests.strategies import quick, thorough

# The attacker's estimation error: Rebollo-Monedero et al., Sections III to V.


close = pytest.approx


@st.composite
def estimation_joints(draw, most=4):
    """Joint distributions, with zeros."""
    size = draw(st.integers(2, most)), draw(st.integers(1, most))
    cells = st.integers(0, 8)
    odds = draw(st.lists(cells, min_size=size[0] * size[1], max_size=size[0] * size[1]).filter(any))
    return JointDistribution(np.reshape(odds, size) / sum(odds))


def distortions(size, guesses=None):
    columns = size if guesses is None else guesses
    cells = st.lists(st.integers(0, 5), min_size=size * columns, max_size=size * columns)
    return cells.map(lambda numbers: np.reshape(numbers, (size, columns)).astype(float))


distributions = (
    st.lists(st.integers(0, 9), min_size=1, max_size=6).filter(any).map(lambda odds: np.array(odds) / sum(odds))
)


@thorough
@given(estimation_joints(), st.data())
def test_the_bayes_attacker_is_the_best_of_all(joint, data):
    """Against every deterministic estimator there is, one for each way to guess at each y."""
    matrix = data.draw(distortions(len(joint.prior), data.draw(st.integers(1, 3))))
    error = estimation_error(joint, matrix)
    rules = itertools.product(range(matrix.shape[1]), repeat=joint.joint.shape[1])
    costs = [sum(joint.joint[:, y] @ matrix[:, guess] for y, guess in enumerate(rule)) for rule in rules]
    assert error.average == close(min(costs), abs=1e-12)
    for y in np.flatnonzero(joint.possible):
        assert error.conditional[y] == close((joint.posterior[:, y] @ matrix).min(), abs=1e-12)
    assert error.worst_case == close(np.nanmin(error.conditional)) and error.worst_case <= error.average + 1e-12
    assert np.isnan(error.conditional).tolist() == (~joint.possible).tolist()


@quick
@given(estimation_joints())
def test_bayes_and_map_coincide_under_hamming_distortion(joint):
    """Eq. (1); the error is ``1 - max p(x|y) = 1 - 2^(-H_∞)``, eq. (7)."""
    bayes, likeliest = estimation_error(joint), estimation_error(joint, attacker="map")
    seen = joint.possible
    assert bayes.conditional[seen].tolist() == close(likeliest.conditional[seen].tolist())
    expected = 1.0 - 2.0 ** -conditional_entropies(joint, math.inf)[seen]
    assert bayes.conditional[seen].tolist() == close(expected.tolist(), abs=1e-12)


@quick
@given(estimation_joints(), st.data())
def test_no_attacker_beats_bayes(joint, data):
    matrix = data.draw(distortions(len(joint.prior)))
    assert estimation_error(joint, matrix).average <= estimation_error(joint, matrix, "map").average + 1e-12


def test_distortions_of_numbers():
    joint = JointDistribution([[0.3], [0.0], [0.7]])
    assert estimation_error(joint, "squared", values=[0, 7, 10]).estimate.tolist() == [1]
    assert estimation_error(joint, "squared", values=[0, 7, 10]).average == close(0.3 * 49 + 0.7 * 9)
    assert estimation_error(joint, "absolute", values=[0, 7, 10]).estimate.tolist() == [2]
    assert estimation_error(joint, "absolute").average == close(0.6)
    assert mean_squared_error(joint, [0, 7, 10]) == close(21.0)


@quick
@given(estimation_joints())
def test_a_free_guess_is_never_worse(joint):
    numbers = np.arange(len(joint.prior))
    best = mean_squared_error(joint, numbers)
    assert best <= estimation_error(joint, "squared").average + 1e-12
    fine = np.linspace(0, len(joint.prior) - 1, 301)
    finely = estimation_error(joint, (numbers[:, None] - fine) ** 2).average
    assert best == close(finely, abs=1e-4)


@quick
@given(estimation_joints())
def test_the_system_pays_for_what_it_changes(joint):
    square = JointDistribution(
        np.pad(joint.joint, ((0, 0), (0, 4)))[:, : len(joint.prior)] * 0 + 1 / len(joint.prior) ** 2
    )
    assert system_distortion(square) == close(1 - 1 / len(joint.prior))
    costs = np.arange(joint.joint.size, dtype=float).reshape(joint.joint.shape)
    assert system_distortion(joint, costs) == close((joint.joint * costs).sum())


@thorough
@given(distributions, st.floats(0.0, 50.0))
def test_renyi_entropies(p, alpha):
    """Against the sum it is; it falls with its order, H_∞ <= H_1 <= H_0 (eq. (6))."""
    if abs(alpha - 1) > 1e-3:
        expected = math.log2(math.fsum(probability**alpha for probability in p if probability)) / (1 - alpha)
        assert renyi_entropy(p, alpha) == close(expected, abs=1e-9)
    orders = sorted([0.0, alpha, 1.0, 2.0, math.inf])
    entropies = [renyi_entropy(p, order) for order in orders]
    assert all(higher >= lower - 1e-9 for higher, lower in itertools.pairwise(entropies))
    assert entropies[0] == hartley_entropy(p) == math.log2(np.count_nonzero(p))
    assert entropies[-1] == min_entropy(p) == close(-math.log2(max(p)), abs=1e-12)
    assert shannon_entropy(p) == close(
        -sum(probability * math.log2(probability) for probability in p if probability), abs=1e-12
    )


@pytest.mark.parametrize("size", [1, 2, 7])
def test_entropies_are_equal_only_if_uniform(size):
    """Eq. (6): with equality if and only if uniform; and 1 - 1/k is 1 - 2^(-H_0)."""
    assert {round(renyi_entropy([1 / size] * size, order), 12) for order in (0, 0.5, 1, 3, math.inf)} == {
        round(math.log2(size), 12)
    }
    assert error_among(size) == close(1 - 2 ** -hartley_entropy([1 / size] * size))
    if size > 1:
        uneven = [0.5 / size, *[1 / size] * (size - 2), 1.5 / size]
        assert min_entropy(uneven) < shannon_entropy(uneven) < hartley_entropy(uneven)


def test_orders_near_one_and_large():
    p = [0.7, 0.2, 0.1]
    assert renyi_entropy(p, 1 + 1e-7) == close(shannon_entropy(p), abs=1e-6)
    assert renyi_entropy(p, 1e6) == close(min_entropy(p), abs=1e-5)


@thorough
@given(estimation_joints(), st.data())
def test_what_an_observation_takes_at_most(joint, data):
    """Eq. (8) for the Bayes attacker, by any distortion; on average 1/(8 d_max²) E ΔP² <= I(X;Y)."""
    matrix = data.draw(distortions(len(joint.prior)).filter(lambda matrix: matrix.any()))
    reduction = privacy_reduction(joint, matrix)
    assert reduction.holds
    seen = joint.possible
    assert (reduction.reduction[seen] >= -1e-12).all()
    mean_square = float(joint.observation[seen] @ reduction.reduction[seen] ** 2)
    assert mean_square / (8 * matrix.max() ** 2) <= privacy_risks(joint).average * math.log(2) + 1e-12


@quick
@given(estimation_joints())
def test_what_an_observation_takes_from_a_map_attacker_under_hamming_distortion(joint):
    assert privacy_reduction(joint, "hamming", "map").holds


def test_the_bounds_themselves():
    joint = JointDistribution([[0.5, 0.0], [0.25, 0.25]])
    reduction = privacy_reduction(joint, 2.0 * (1.0 - np.eye(2)))
    # Prior 1/2, 1/2; posteriors (2/3, 1/3) and (0, 1). The blind guess is the first value.
    assert reduction.reduction.tolist() == close([0.0, 2.0])
    assert reduction.by_total_variation.tolist() == close([8 / 6, 4.0])
    nats = [2 / 3 * math.log(4 / 3) + 1 / 3 * math.log(2 / 3), math.log(2)]
    assert reduction.by_divergence.tolist() == close([4 * math.sqrt(2) * math.sqrt(nat) for nat in nats])


def test_a_map_attacker_by_another_distortion_may_exceed_the_bound():
    """The paper states eq. (8) for MAP; its proof needs that the blind guess costs least under the prior.

    Two values are nearly alike and cost nothing to mistake: a guess that jumps to them loses less by far than the
    little the distributions differ.
    """
    matrix = np.array([[0.0, 1.0, 1.0], [1.0, 0.0, 0.0], [1.0, 0.0, 0.0]])
    p, q = np.array([0.33, 0.34, 0.33]), np.array([0.34, 0.33, 0.33])
    joint = JointDistribution(np.column_stack([0.01 * p, q - 0.01 * p]))
    assert not privacy_reduction(joint, matrix, "map").holds
    assert privacy_reduction(joint, matrix, "bayes").holds


@thorough
@given(estimation_joints())
def test_risks_in_order(joint):
    """R <= t <= δ, each as its definition reads."""
    risks = privacy_risks(joint)
    assert risks.ordered
    p, prior = joint.posterior, joint.prior
    divergences = [
        sum(a * math.log2(a / b) for a, b in zip(p[:, y], prior, strict=True) if a)
        for y in np.flatnonzero(joint.possible)
    ]
    assert risks.closeness == close(max(divergences), abs=1e-12)
    assert risks.average == close(
        shannon_entropy(prior) - joint.observation @ conditional_entropies(joint, 1), abs=1e-9
    )
    ratios = [
        abs(math.log2(p[x, y] / prior[x])) if p[x, y] else math.inf
        for x in np.flatnonzero(prior)
        for y in np.flatnonzero(joint.possible)
    ]
    assert risks.disclosure == close(max(ratios))


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
@given(st.floats(0.05, 0.95), distributions.filter(lambda p: len(p) > 1 and p.all()))
def test_differential_privacy_bounds_disclosure(truth, prior):
    """Whatever is believed beforehand: ``|ln p(x|y)/p(x)| <= ε``."""
    channel = randomised_response(truth, len(prior))
    disclosure = privacy_risks(through_channel(prior, channel)).disclosure
    assert disclosure * math.log(2) <= differential_privacy(channel) + 1e-9


def test_table_iv():
    by_metric = {
        (advice.field, advice.case): {a.metric for a in GUIDE if (a.field, a.case) == (advice.field, advice.case)}
        for advice in GUIDE
    }
    tables, messages = "statistical disclosure control", "anonymous-communication systems"
    assert by_metric == {
        (tables, "worst case"): {"t-closeness"},
        (tables, "average case"): {"mutual information"},
        (tables, "best case"): {"k-anonymity", "l-diversity"},
        (messages, "worst case"): {"min-entropy"},
        (messages, "average case"): {"Shannon's entropy"},
        (messages, "best case"): {"Hartley's entropy"},
    }


EVEN = JointDistribution(np.full((2, 2), 0.25))

ESTIMATION_BAD = [
    (lambda: JointDistribution([[0.5, 0.4]]), "add up to 1, got 0.9"),
    (lambda: JointDistribution([[1.5, -0.5]]), "at least 0"),
    (lambda: JointDistribution([[math.nan, 1.0]]), "at least 0"),
    (lambda: JointDistribution([1.0]), "must be a matrix"),
    (lambda: through_channel([1.0], [[0.5, 0.5], [1.0, 0.0]]), "one row for each value"),
    (lambda: through_channel([0.5, 0.5], [[0.5, 0.6], [1.0, 0.0]]), "rows each add up to 1"),
    (lambda: estimation_error(EVEN, "cubic"), "hamming, squared, absolute or a matrix"),
    (lambda: estimation_error(EVEN, "hamming", "best"), "bayes or map"),
    (lambda: estimation_error(EVEN, [[1.0, 0.0]]), "one row for each of the 2 values"),
    (lambda: estimation_error(EVEN, [[1.0], [-1.0]]), "at least 0 and finite"),
    (lambda: estimation_error(EVEN, [[1.0], [math.inf]]), "at least 0 and finite"),
    (lambda: estimation_error(EVEN, np.ones((2, 3)), "map"), "must be square"),
    (lambda: estimation_error(EVEN, "squared", values=[1]), "one number for each of the 2 values"),
    (lambda: system_distortion(EVEN, np.ones((2, 3))), "a column for each value of y"),
    (lambda: mean_squared_error(EVEN, [1]), "one number for each value"),
    (lambda: conditional_entropies(EVEN, -1), "alpha must be at least 0, got -1"),
    (lambda: renyi_entropy([], 1), "row of probabilities"),
    (lambda: renyi_entropy([0.5, 0.6], 1), "add up to 1, got 1.1"),
    (lambda: renyi_entropy([1.5, -0.5], 1), "at least 0"),
    (lambda: error_among(0.5), "at least one candidate, got 0.5"),
    (lambda: randomised_response(1.2), r"in \[0, 1\], got 1.2"),
    (lambda: randomised_response(0.5, 1), "at least two answers, got 1"),
    (lambda: differential_privacy([[0.5, 0.4]]), "rows each add up to 1"),
]


@pytest.mark.parametrize(("attempt", "sentence"), ESTIMATION_BAD)
def test_bad_input(attempt, sentence):
    with pytest.raises(ValueError, match=sentence):
        attempt()


@thorough
@given(estimation_joints())
def test_one_observation_by_its_beliefs(joint):
    reduction = privacy_reduction(joint)
    for y in np.flatnonzero(joint.possible):
        alone = belief_reduction(joint.prior, joint.posterior[:, y])
        assert alone.holds
        assert alone.reduction[0] == close(reduction.reduction[y], abs=1e-12)
        assert alone.by_total_variation[0] == close(reduction.by_total_variation[y], abs=1e-9)
        assert alone.by_divergence[0] == close(reduction.by_divergence[y], abs=1e-6)
    with pytest.raises(ValueError, match="over the same values"):
        belief_reduction([1.0], [0.5, 0.5])


# Confidence and typical sets, averaged bounds, neighbours, correctness and degree, against trying everything.


odds = st.lists(st.integers(0, 9), min_size=1, max_size=6).filter(any)


@st.composite
def attacker_joints(draw, most=3, every_y=False):
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
@given(attacker_joints(every_y=True), st.lists(st.integers(0, 9), min_size=1, max_size=4), st.floats(0.0, 1.0))
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
@given(attacker_joints(4), st.data())
def test_the_averaged_bound(joint, data):
    """``E ΔP² / (8 d_max²) <= I(X;Y)`` for every distortion; both sides by their definitions."""
    cells = st.integers(0, 5)
    rows, columns = len(joint.prior), data.draw(st.integers(1, 4))
    costs = data.draw(st.lists(st.lists(cells, min_size=columns, max_size=columns), min_size=rows, max_size=rows))
    bound = average_reduction(joint, np.array(costs, float))
    assert bound.holds
    allowed = oracle.mean_square_reductions(joint.joint.tolist(), costs)
    assert any(bound.mean_square == close(total, abs=1e-9) for total in allowed)
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
    privacy = database_privacy(answers, rule, neighbours(databases))
    assert privacy == close(-math.log(ratio) if ratio else math.inf)


@quick
@given(st.floats(0.05, 0.95), st.integers(2, 5))
def test_databases_of_one_record(truth, answers):
    rule = randomised_response(truth, answers)
    privacy = database_privacy(np.eye(answers), rule, neighbours([[x] for x in range(answers)]))
    assert privacy == close(differential_privacy(rule))


@quick
@given(attacker_joints(4), st.data())
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


ATTACKER_BAD = [
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


@pytest.mark.parametrize(("attempt", "sentence"), ATTACKER_BAD)
def test_bad_input_in_attacker(attempt, sentence):
    with pytest.raises(ValueError, match=sentence):
        attempt()
