"""What a channel gives away: any question, places, rate and distortion."""

import itertools
import math
import random
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from leakage import Record
from leakage.tables import (
    JointDistribution,
    blurred_count,
    conditional_entropies,
    estimation_error,
    label_belief,
    label_beliefs,
    location_maximal_leakage,
    location_min_entropy_leakage,
    location_pointwise_leakage,
    location_vulnerability,
    min_entropy,
    privacy_risks,
    rate_at_slope,
    rate_within,
    renyi_entropy,
    through_channel,
)
from leakage.tables.any_question import (
    g_vulnerability,
    maximal_leakage,
    min_entropy_leakage,
    pointwise_maximal_leakage,
)
from tests.amount import cases
from tests.oracles import rate_distortion as slow
from tests.strategies import quick, records, thorough

# The worst case over any question, against every strategy of guessing and every question there is room for.


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
        question = [[sum(chances[x][u] * row[y] for x, row in enumerate(counts)) for y in columns] for u in range(3)]
        assert min_entropy_leakage(joint_of(question)) <= most + 1e-9


@quick
@given(seeds)
def test_one_observation_tells_the_ratio_and_all_together_the_mean(chance):
    counts = counted(chance)
    joint = joint_of(counts)
    gains = pointwise_maximal_leakage(joint)
    for y, bits in enumerate(gains):
        ratios = [joint.posterior[x, y] / p for x, p in enumerate(joint.prior) if p > 0.0]
        assert bits == pytest.approx(math.log2(max(ratios)), abs=1e-9)
    assert maximal_leakage(joint) == pytest.approx(math.log2(joint.observation @ 2.0**gains), abs=1e-9)


def test_what_says_nothing_leaks_nothing_and_what_is_no_gain_is_refused():
    nothing = JointDistribution([[0.3 * 0.2, 0.3 * 0.8], [0.7 * 0.2, 0.7 * 0.8]])
    assert maximal_leakage(nothing) == pytest.approx(0.0, abs=1e-12)
    assert g_vulnerability(nothing, [[0.0, 0.0]]).leakage == 0.0
    for gain in ([[1.0]], [[2.0, 0.0]], [[float("nan"), 0.0]], [1.0, 0.0], np.zeros((0, 2))):
        with pytest.raises(ValueError, match="gains must be"):
            g_vulnerability(nothing, gain)


# What a place told with noise gives away of anything about it: closed forms against sums over a fine grid.


SETTINGS = [(1.0, 1.0), (2.0, 1.0), (0.8, 1.5)]
"""σ and s."""


def grid(half, step):
    """The middles of squares around 0, shape (squares, 2)."""
    line = np.arange(-half, half + step / 2, step)
    return np.array(list(itertools.product(line, line)))


def density(squared, variance):
    return np.exp(-squared / (2.0 * variance)) / (2.0 * math.pi * variance)


def squares(left, right):
    return ((left[:, None, :] - right[None, :, :]) ** 2).sum(axis=2)


def noisy_places(noise, spread):
    """p(x, y) over the middles of small squares, and these."""
    apart = 0.4 * noise * spread / math.hypot(noise, spread)
    places, heard = grid(4.5 * spread, apart), grid(4.5 * math.hypot(noise, spread), min(noise, spread) / 2)
    joint = density((places**2).sum(axis=1), spread**2)[:, None] * density(squares(places, heard), noise**2)
    return JointDistribution(joint / joint.sum()), places, heard


@pytest.mark.parametrize(("noise", "spread"), SETTINGS)
def test_a_guess_that_must_be_near_and_one_that_may_be_off(noise, spread):
    joint, places, _ = noisy_places(noise, spread)
    assert location_min_entropy_leakage(noise, spread) == pytest.approx(min_entropy_leakage(joint), abs=0.03)
    worth = [(spread, 1.0), (2.0 * spread, 0.5)]
    off = squares(grid(3.0 * spread, spread / 5), places)
    gain = np.where(off <= spread**2, 1.0, np.where(off <= 4.0 * spread**2, 0.5, 0.0))
    by_sums, found = g_vulnerability(joint, gain), location_vulnerability(noise, spread, worth)
    # The grid counts whole squares, which make other circles.
    for mine, summed in ((found.before, by_sums.before), (found.after, by_sums.after)):
        assert mine == pytest.approx(summed, abs=0.02)


@pytest.mark.parametrize(("noise", "spread"), SETTINGS)
def test_what_one_place_tells_and_how_often_more(noise, spread):
    joint, _, heard = noisy_places(noise, spread)
    by_sums = pointwise_maximal_leakage(joint)
    far = np.linalg.norm(heard, axis=1)
    # Farther off the grid of places ends, and with it what may be there.
    for number in np.flatnonzero(far < 1.5 * math.hypot(noise, spread)).tolist():
        more = float(joint.observation[far > far[number]].sum())
        share = math.exp(-(far[number] ** 2) / (2.0 * (noise**2 + spread**2)))
        assert share == pytest.approx(more, abs=0.06)
        assert location_pointwise_leakage(noise, spread, share) == pytest.approx(by_sums[number], abs=0.05)


@pytest.mark.parametrize(("noise", "radius"), [(1.0, 2.0), (0.5, 1.0), (2.0, 1.0)])
def test_the_most_that_any_question_leaks_of_a_place_within_a_circle(noise, radius):
    places = grid(radius, radius / 20)
    places = places[np.linalg.norm(places, axis=1) <= radius + 1e-9]
    step = noise / 4
    heard = grid(radius + 5.0 * noise, step)
    by_sums = sum(density(squares(places, part), noise**2).max(axis=0).sum() for part in np.array_split(heard, 20))
    assert location_maximal_leakage(noise, radius) == pytest.approx(math.log2(by_sums * step**2), abs=0.02)


def test_without_noise_or_bounds_there_is_no_limit_and_what_is_no_length_is_refused():
    assert location_min_entropy_leakage(0.0, 1.0) == location_min_entropy_leakage(1.0) == math.inf
    assert location_maximal_leakage(0.0, 1.0) == location_maximal_leakage(1.0, math.inf) == math.inf
    assert location_vulnerability(1.0, math.inf, [(1.0, 1.0)]).leakage == math.inf
    assert location_vulnerability(1.0, 1.0, [(1.0, 0.5), (1.0, 1.0), (0.5, 0.7)]) == location_vulnerability(
        1.0, 1.0, [(1.0, 1.0)]
    )
    for worth in ([], [(1.0, 2.0)], [(-1.0, 1.0)], [(math.nan, 1.0)], [(1.0, math.nan)]):
        with pytest.raises(ValueError, match="worth"):
            location_vulnerability(1.0, 1.0, worth)
    for share in (0.0, 1.1, math.nan):
        with pytest.raises(ValueError, match=r"in \(0, 1\]"):
            location_pointwise_leakage(1.0, 1.0, share)


@pytest.mark.parametrize("people", [1, 2, 7])
@pytest.mark.parametrize("ratio", [0.0, 0.3, 0.9])
def test_what_a_blurred_count_leaks_is_known_in_closed_form(people, ratio):
    """Of the whole count ``log2((2 + (n - 1)(1 - α)) / (1 + α))``, of one answer ``log2(2 / (1 + α))``."""
    rule = blurred_count(people, ratio)
    whole = through_channel(np.full(people + 1, 1.0 / (people + 1)), rule)
    assert maximal_leakage(whole) == pytest.approx(math.log2((2.0 + (people - 1) * (1.0 - ratio)) / (1.0 + ratio)))
    for others in range(people):
        one = through_channel([0.5, 0.5], rule[[others, others + 1]])
        possible = one.observation > 0.0
        for leaked in (maximal_leakage(one), min_entropy_leakage(one), *pointwise_maximal_leakage(one)[possible]):
            assert leaked == pytest.approx(math.log2(2.0 / (1.0 + ratio)))


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


@pytest.mark.parametrize("seed", cases(range(4), usual=1, slow=3))
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
