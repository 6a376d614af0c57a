"""The attacker's error, entropies, bounds and channels (Rebollo-Monedero et al., Sections III to V)."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.published.bounds import average_reduction, privacy_reduction, privacy_risks
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
from leakage.published.entropy import hartley_entropy, min_entropy, renyi_entropy, shannon_entropy
from leakage.published.estimation import (
    JointDistribution,
    conditional_entropies,
    confidence_set,
    correctness,
    error_among,
    estimation_error,
    system_distortion,
    through_channel,
)
from leakage.published.yardsticks import distribution_distance
from tests.oracles import attacker as oracle
from tests.refusals import refused
from tests.strategies import quick, thorough

close = pytest.approx
EVEN = JointDistribution(np.full((2, 2), 0.25))
odds = st.lists(st.integers(0, 9), min_size=1, max_size=6).filter(any)
distributions = odds.map(lambda held: np.array(held) / sum(held))


@st.composite
def joints(draw, most=4):
    """Joint distributions, with zeros."""
    size = draw(st.integers(1, most)), draw(st.integers(1, most))
    cells = draw(st.lists(st.integers(0, 6), min_size=size[0] * size[1], max_size=size[0] * size[1]).filter(any))
    return JointDistribution(np.reshape(cells, size) / sum(cells))


def distortions(size, guesses=None):
    columns = size if guesses is None else guesses
    cells = st.lists(st.integers(0, 5), min_size=size * columns, max_size=size * columns)
    return cells.map(lambda numbers: np.reshape(numbers, (size, columns)).astype(float))


@thorough
@given(joints(), st.data())
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
@given(joints())
def test_bayes_and_map_coincide_under_hamming_distortion(joint):
    """Eq. (1); the error is ``1 - max p(x|y) = 1 - 2^(-H_∞)``, eq. (7)."""
    bayes, likeliest = estimation_error(joint), estimation_error(joint, attacker="map")
    seen = joint.possible
    assert bayes.conditional[seen].tolist() == close(likeliest.conditional[seen].tolist())
    expected = 1.0 - 2.0 ** -conditional_entropies(joint, math.inf)[seen]
    assert bayes.conditional[seen].tolist() == close(expected.tolist(), abs=1e-12)


def test_distortions_of_numbers():
    joint = JointDistribution([[0.3], [0.0], [0.7]])
    apart = np.abs(np.subtract.outer([0, 7, 10], [0, 7, 10]))
    assert estimation_error(joint, apart**2).estimate.tolist() == [1]
    assert estimation_error(joint, apart**2).average == close(0.3 * 49 + 0.7 * 9)
    assert estimation_error(joint, apart).estimate.tolist() == [2]
    assert estimation_error(joint, "absolute").average == close(0.6)


@quick
@given(joints())
def test_the_system_pays_for_what_it_changes(joint):
    costs = np.arange(joint.joint.size, dtype=float).reshape(joint.joint.shape)
    assert system_distortion(joint, costs) == close((joint.joint * costs).sum())
    if len(joint.prior) == joint.joint.shape[1]:
        assert system_distortion(joint) == close(1 - np.trace(joint.joint))


@quick
@given(joints(), st.data())
def test_correctness(joint, data):
    """Over all truths and observations, of a belief certain of the best guess, it is the estimation error."""
    costs = data.draw(distortions(len(joint.prior)))
    best = estimation_error(joint, np.transpose(costs))
    certain = np.eye(len(joint.prior))[:, best.estimate]
    cells = np.ndindex(*joint.joint.shape)
    missed = sum(joint.joint[truth, y] * correctness(certain[:, y], truth, costs) for truth, y in cells)
    assert missed == close(best.average, abs=1e-12)
    truth = data.draw(st.integers(0, len(joint.prior) - 1))
    expected = sum(p * cost for p, cost in zip(joint.prior, costs[:, truth], strict=True))
    assert correctness(joint.prior, truth, costs) == close(expected, abs=1e-12)


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
    assert renyi_entropy(p, 1 + 1e-12) == close(shannon_entropy(p), abs=1e-9)
    assert entropies[0] == hartley_entropy(p) == math.log2(np.count_nonzero(p))
    assert entropies[-1] == min_entropy(p) == close(-math.log2(max(p)), abs=1e-12)
    assert shannon_entropy(p) == close(
        -sum(probability * math.log2(probability) for probability in p if probability), abs=1e-12
    )


@pytest.mark.parametrize("seed", range(5))
def test_entropies_of_orders_next_to_one_are_next_to_shannons_and_fall(seed):
    p = np.random.default_rng(seed).dirichlet(np.ones(6))
    steps = sorted([*(s * 10.0**-n for n in range(1, 16) for s in (1, -1)), 0.0])
    entropies = [renyi_entropy(p, 1.0 + step) for step in steps]
    assert all(before >= after - 1e-14 for before, after in itertools.pairwise(entropies))
    # dH/dα at 1 is half the variance of -log2 p, times ln 2.
    slope = -math.log(2.0) / 2.0 * (float(p @ np.log2(p) ** 2) - shannon_entropy(p) ** 2)
    assert renyi_entropy(p, 1.0 + 1e-6) == close(shannon_entropy(p) + 1e-6 * slope, abs=1e-11)
    # Where the way of working it out changes, nothing else does.
    assert renyi_entropy(p, 1.1 - 1e-12) == close(renyi_entropy(p, 1.1 + 1e-12), abs=1e-11)
    assert renyi_entropy(p, 0.9 - 1e-12) == close(renyi_entropy(p, 0.9 + 1e-12), abs=1e-11)


def holds(reduction):
    """``ΔP(y) <= 4 d_max TV <= 2 sqrt(2) d_max sqrt(D)`` for every y."""
    chain = np.array([reduction.reduction, reduction.by_total_variation, reduction.by_divergence])
    return not (chain[:-1] > chain[1:] + 1e-9).any()


@thorough
@given(joints(), st.data())
def test_what_an_observation_takes_at_most(joint, data):
    """Eq. (8) for the Bayes attacker by any distortion, for a MAP attacker by Hamming's."""
    matrix = data.draw(distortions(len(joint.prior)).filter(lambda matrix: matrix.any()))
    reduction = privacy_reduction(joint.prior, joint.posterior, matrix)
    assert holds(reduction) and holds(privacy_reduction(joint.prior, joint.posterior, "hamming", "map"))
    seen = joint.possible
    assert (reduction.reduction[seen] >= -1e-12).all()
    for y in np.flatnonzero(seen):
        alone = privacy_reduction(joint.prior, joint.posterior[:, y], matrix)
        assert alone.reduction[0] == close(reduction.reduction[y], abs=1e-12)


def test_the_bounds_themselves():
    joint = JointDistribution([[0.5, 0.0], [0.25, 0.25]])
    reduction = privacy_reduction(joint.prior, joint.posterior, 2.0 * (1.0 - np.eye(2)))
    # Prior 1/2, 1/2; posteriors (2/3, 1/3) and (0, 1). The blind guess is the first value.
    assert reduction.reduction.tolist() == close([0.0, 2.0])
    assert reduction.by_total_variation.tolist() == close([8 / 6, 4.0])
    nats = [2 / 3 * math.log(4 / 3) + 1 / 3 * math.log(2 / 3), math.log(2)]
    assert reduction.by_divergence.tolist() == close([4 * math.sqrt(2) * math.sqrt(nat) for nat in nats])


@thorough
@given(joints(4), st.data())
def test_the_averaged_bound(joint, data):
    """``E ΔP² / (8 d_max²) <= I(X;Y)`` for every distortion; both sides by their definitions."""
    cells = st.integers(0, 5)
    rows, columns = len(joint.prior), data.draw(st.integers(1, 4))
    costs = data.draw(st.lists(st.lists(cells, min_size=columns, max_size=columns), min_size=rows, max_size=rows))
    bound = average_reduction(joint, np.array(costs, float))
    assert bound.least_information <= bound.information + 1e-9
    allowed = oracle.mean_square_reductions(joint.joint.tolist(), costs)
    assert any(bound.mean_square == close(total, abs=1e-9) for total in allowed)
    greatest = max(map(max, costs))
    assert bound.least_information == close(bound.mean_square / (8 * greatest**2) if greatest else 0.0)
    assert bound.information == close(oracle.information(joint.joint.tolist()), abs=1e-12)


@thorough
@given(joints())
def test_risks_in_order(joint):
    """R <= t <= δ, each as its definition reads."""
    risks = privacy_risks(joint)
    assert risks.average <= risks.closeness + 1e-9 <= risks.disclosure + 2e-9
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


test_numbers_out_of_range = refused(
    lambda: JointDistribution([[0.5, 0.4]]),
    lambda: JointDistribution([[math.nan, 1.0]]),
    lambda: through_channel([1.0], [[0.5, 0.5], [1.0, 0.0]]),
    lambda: through_channel([0.5, 0.5], [[0.5, 0.6], [1.0, 0.0]]),
    lambda: estimation_error(EVEN, "cubic"),
    lambda: estimation_error(EVEN, "hamming", "best"),
    lambda: estimation_error(EVEN, [[1.0], [-1.0]]),
    lambda: estimation_error(EVEN, [[1.0], [math.inf]]),
    lambda: estimation_error(EVEN, np.ones((2, 3)), "map"),
    lambda: system_distortion(EVEN, np.ones((2, 3))),
    lambda: conditional_entropies(EVEN, -1),
    lambda: renyi_entropy([], 1),
    lambda: distribution_distance([1.0], [0.5, 0.5]),
    lambda: renyi_entropy([1.5, -0.5], 1),
    lambda: error_among(0.5),
    lambda: confidence_set([0.5, 0.5], math.nan),
    lambda: correctness([0.5, 0.5], 2),
    lambda: correctness([0.5, 0.5], 0, np.ones((2, 3))),
    lambda: distribution_distance([0.5, 0.5], [1.0]),
)


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


test_channels_out_of_range = refused(
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
