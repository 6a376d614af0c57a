"""The Pitman-Yor process against every partition of a few people, and its foresight against crowds that grow on."""

import itertools
import math
import random
from fractions import Fraction

import numpy as np
import pytest

from leakage.reidentification import (
    PitmanYor,
    SortedCrowd,
    SparseTable,
    fit_pitman_yor,
    foretold_by_half,
    identified_in_part,
    kinds_of,
)
from leakage.reidentification.pitman_yor import bend, gamma_ratio
from tests.amount import cases
from tests.oracles.pitman_yor import drawn, moments, partitions, probability, sizes_of
from tests.tables.census import census

PROCESSES = [(Fraction(1, 2), Fraction(1)), (Fraction(1, 4), Fraction(-1, 5)), (Fraction(0), Fraction(3))]
SEEN = [(0,), (0, 0, 1), (0, 1, 2), (0, 1, 1, 2)]


def singles(sizes):
    return sizes.count(1)


@pytest.mark.parametrize(("d", "theta"), [*PROCESSES, (Fraction(9, 10), Fraction(20))])
@pytest.mark.parametrize("seen", SEEN)
def test_moments_are_those_of_all_partitions_that_go_on(d, theta, seen):
    process, after = PitmanYor(float(d), float(theta)), SortedCrowd.of(sizes_of(seen))
    for n in range(len(seen), 7):
        for figure, number in ((process.classes, len), (process.alone, singles)):
            mean, square = moments(n, d, theta, number, seen)
            found = figure(n, after)
            # A discount of nothing is taken for a millionth.
            assert float(found.mean) == pytest.approx(float(mean), rel=1e-5)
            assert float(found.deviation) ** 2 == pytest.approx(float(square - mean**2), rel=1e-4, abs=1e-9)


@pytest.mark.parametrize(("d", "theta"), PROCESSES)
def test_the_likelihood_is_that_of_one_person_after_the_other(d, theta):
    for kinds in partitions(5):
        chance = math.log(probability(kinds, d, theta))
        assert float(PitmanYor(float(d), float(theta)).log_likelihood(sizes_of(kinds))) == pytest.approx(
            chance, abs=1e-4
        )
    assert sum(probability(kinds, d, theta) for kinds in partitions(5)) == 1


@pytest.mark.parametrize("x", [0.01, 1.0, 31.9, 1e3, 1e12])
@pytest.mark.parametrize("step", [1e-9, 0.5, 2.0])
def test_ratios_of_gamma_functions_keep_their_digits(x, step):
    """Against the sums of which they are made, over so many terms that what is left is known."""
    terms = x + np.arange(200_000.0)
    product = math.fsum(np.log1p(step / terms))
    assert gamma_ratio(x + 200_000.0, step) - gamma_ratio(x, step) == pytest.approx(product, rel=1e-9, abs=1e-13)
    if step < 1.0:
        squares = -math.fsum(np.log1p(-((step / (terms + step)) ** 2)))
        assert bend(x, step) - bend(x + 200_000.0, step) == pytest.approx(squares, rel=1e-7)


def test_part_of_a_crowd_is_the_mean_over_all_parts():
    kinds = (0, 0, 0, 1, 1, 2, 3)
    for m in range(1, len(kinds) + 1):
        parts = [sizes_of(part) for part in itertools.combinations(kinds, m)]
        correct, unique = identified_in_part(sizes_of(kinds), m)
        assert correct == pytest.approx(np.mean([len(part) for part in parts]) / m)
        assert unique == pytest.approx(np.mean([singles(part) for part in parts]) / m)


@pytest.mark.parametrize(("d", "theta"), cases([(0.0, 30.0), (0.5, 100.0), (0.3, 10.0), (0.8, 1.0)], usual=1, slow=3))
def test_what_is_foretold_comes_true_95_times_in_100(d, theta):
    """Of crowds that grow to six times what was seen; of 40 draws no more than 5 may stray, save by 1 in 20."""
    chance, correct, unique, runs, seen, grown = random.Random(11), 0, 0, 40, 150, 900
    for _ in range(runs):
        kinds = drawn(seen, d, theta, chance)
        then = sizes_of(drawn(grown, d, theta, chance, kinds))
        foretold = fit_pitman_yor(sizes_of(kinds)).at(grown)
        correct += foretold.correct.low <= len(then) / grown <= foretold.correct.high
        unique += foretold.unique.low <= singles(then) / grown <= foretold.unique.high
    assert min(correct, unique) >= runs - 5
    assert foretold.correct.high - foretold.correct.low < 0.5


def test_a_large_crowd_gives_its_process_away():
    sizes = sizes_of(drawn(20_000, 0.6, 20.0, random.Random(4)))
    fit = fit_pitman_yor(sizes)
    assert fit.likeliest.discount == pytest.approx(0.6, abs=0.03)
    near = [fit.likeliest.log_likelihood(sizes) - PitmanYor(d, 20.0).log_likelihood(sizes) for d in (0.5, 0.55, 0.65)]
    assert min(map(float, near)) > 0.0
    point = fit.at(20_000)
    assert point.correct.low == point.correct.high == pytest.approx(len(sizes) / 20_000)


def kinds_in(*columns):
    return census().groupby(list(columns), observed=True).ngroup().to_numpy()


@pytest.mark.slow
@pytest.mark.parametrize("columns", [4, 6, 8])
def test_of_a_real_table_a_part_foretells_the_whole(columns):
    """A quarter of the census sample; of 12 parts no more than 3 may stray."""
    kinds, chance = kinds_in(*census().columns[:columns]), np.random.default_rng(2)
    there, within = len(np.unique(kinds)) / len(kinds), 0
    for _ in range(12):
        part = np.bincount(chance.permutation(kinds)[: len(kinds) // 4])
        foretold = fit_pitman_yor(part[part > 0]).at(len(kinds)).correct
        within += foretold.low <= there <= foretold.high
    assert within >= 9


def test_where_kinds_run_out_half_of_the_table_says_so():
    """Of ages and sexes there are few, and hardly any are new: the process takes them for many."""
    sizes = np.bincount(kinds_in("sex", "age"))
    foretold = foretold_by_half(sizes).correct
    assert foretold.low > len(sizes) / sizes.sum()
    with pytest.raises(ValueError, match="at least two people"):
        foretold_by_half([1])
    assert foretold_by_half([1, 1]).people == 2


def test_the_next_one_is_of_a_kind_that_is_there_or_of_a_new_one():
    sizes = [4, 2, 1, 1]
    fit = fit_pitman_yor(sizes)
    d, theta = np.asarray(fit.drawn.discount), np.asarray(fit.drawn.concentration)
    new = float(((theta + d * len(sizes)) / (theta + sum(sizes))).mean())
    assert sum(fit.frequency(size) for size in sizes) + new == pytest.approx(1.0)
    assert new == pytest.approx(float(fit.drawn.classes(sum(sizes) + 1, fit.crowd).mean.mean()) - len(sizes))


@pytest.mark.parametrize("sizes", [[1], [1] * 50, [50], [7] * 7])
def test_crowds_of_one_kind_or_all_kinds_are_foretold_within_bounds(sizes):
    fit = fit_pitman_yor(sizes)
    for people in (sum(sizes), 10 * sum(sizes), 10**10):
        point = fit.at(people)
        for share in (point.correct, point.unique):
            assert 0.0 <= share.low <= share.expected + 1e-12 and share.expected <= share.high + 1e-9 <= 1.0 + 2e-9
        assert point.unique.expected <= point.correct.expected


def test_kinds_are_those_who_have_the_same_of_every_item():
    chance = random.Random(6)
    cells = {(who, what): chance.randrange(3) for who in range(30) for what in "abc" if chance.random() < 0.7}
    table = SparseTable.from_columns([str(who) for who, _ in cells], [what for _, what in cells], list(cells.values()))
    kinds = kinds_of(table, "ac")
    for first, second in itertools.combinations(range(len(table)), 2):
        one, other = ([cells.get((int(table.people[n]), what)) for what in "ac"] for n in (first, second))
        assert bool(kinds[first] == kinds[second]) == (one == other)


def test_what_is_no_process_and_no_crowd_is_refused():
    for d, theta in ((-0.1, 1.0), (1.0, 1.0), (0.5, -0.5), (float("nan"), 1.0), (0.5, float("inf"))):
        with pytest.raises(ValueError, match="must be"):
            PitmanYor(d, theta)
    for refused in (
        lambda: fit_pitman_yor([]),
        lambda: fit_pitman_yor([2, 0]),
        lambda: fit_pitman_yor([2, 1]).at(2),
        lambda: identified_in_part([2, 1], 4),
    ):
        with pytest.raises(ValueError, match=r"must be a class|grows to no fewer|from 1 to 3"):
            refused()
