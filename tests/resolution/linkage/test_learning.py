"""What evidence weighs, learned: each round as its formula says, likelier round by round, true where it is known."""

import itertools
import math
import random
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Adversary, Comparison, FellegiSunter, Level, Record, Resolve, Similar, join_quality
from leakage.resolution.linkage.learning import (
    LEAST_CHANCE,
    expectation_maximisation,
    learned_from_people,
    with_frequencies,
)
from leakage.resolution.linkage.pairs import pairs_among, pattern_of
from leakage.resolution.linkage.unlabelled import learned_from_records
from tests.strategies import quick

SAMPLE = Path(__file__).parents[2] / "data" / "fake_1000.csv"


@st.composite
def problems(draw):
    """Patterns of two or three labels, and chances to start from."""
    chance = draw(st.integers(0, 2**32 - 1).map(random.Random))
    sizes = [chance.randint(1, 2) for _ in range(chance.randint(2, 3))]
    seen = {}
    for _ in range(chance.randint(1, 12)):
        seen[tuple(chance.randint(-1, size) for size in sizes)] = chance.choice([1, 3, 40, 1000])
    similars = (None, Similar("N"))
    comparisons = []
    for size in sizes:
        m, u = ([chance.uniform(0.01, 1.0) for _ in range(size + 1)] for _ in range(2))
        *levels, last = (Level(a / sum(m), b / sum(u)) for a, b in zip(m, u, strict=True))
        named = tuple(Level(level.m, level.u, similar) for level, similar in zip(levels, similars, strict=False))
        comparisons.append(Comparison("N", named, last))
    return seen, comparisons, chance.uniform(0.01, 0.9), draw(st.booleans())


def likelihood(seen, prior, m, u):
    total = 0.0
    for pattern, pairs in seen.items():
        either = []
        for share, chances in ((prior, m), (1 - prior, u)):
            reached = [chances[number][level] for number, level in enumerate(pattern) if level >= 0]
            either.append(math.prod((share, *reached)))
        total += pairs * math.log(sum(either))
    return total


def one_round(seen, prior, m, u):
    """E and M in loops."""
    same, different = (
        [dict.fromkeys(range(len(levels)), 0.0) for levels in m],
        [dict.fromkeys(range(len(levels)), 0.0) for levels in m],
    )
    together = 0.0
    for pattern, pairs in seen.items():
        one, two = prior, 1 - prior
        for number, level in enumerate(pattern):
            one, two = (one * m[number][level], two * u[number][level]) if level >= 0 else (one, two)
        g = one / (one + two)
        together += pairs * g
        for number, level in enumerate(pattern):
            if level >= 0:
                same[number][level] += pairs * g
                different[number][level] += pairs * (1 - g)
    shares = [
        [[v / sum(tally.values()) if sum(tally.values()) else 1 / len(tally) for v in tally.values()] for tally in side]
        for side in (same, different)
    ]
    return together / sum(seen.values()), *shares


def chances(comparisons, name):
    return [[getattr(level, name) for level in (*c.levels, c.otherwise)] for c in comparisons]


@quick
@given(problems())
def test_the_log_likelihood_never_falls(problem):
    seen, comparisons, prior, learn_u = problem
    learned = expectation_maximisation(seen, comparisons, prior=prior, learn_u=learn_u, rounds=60, tolerance=0.0)
    rounding = 1e-12 * sum(seen.values())
    assert all(b >= a - rounding for a, b in itertools.pairwise(learned.log_likelihoods))
    start = likelihood(seen, prior, chances(comparisons, "m"), chances(comparisons, "u"))
    assert learned.log_likelihoods[0] == pytest.approx(start)


@quick
@given(problems())
def test_a_round_is_what_the_formulas_say(problem):
    seen, comparisons, prior, learn_u = problem
    m, u = chances(comparisons, "m"), chances(comparisons, "u")
    p, expected_m, expected_u = one_round(seen, prior, m, u)
    learned = expectation_maximisation(seen, comparisons, prior=prior, learn_u=learn_u, rounds=1)
    assert learned.prior == pytest.approx(p)
    wanted = (("m", expected_m), ("u", expected_u if learn_u else u))
    for name, expected in wanted:
        for got, side in zip(chances(learned.comparisons, name), expected, strict=True):
            assert got == pytest.approx([max(chance, LEAST_CHANCE) for chance in side])


def test_it_finds_the_chances_that_pairs_were_drawn_with():
    chance = random.Random(7)
    m, u, prior = (0.95, 0.9, 0.8), (0.02, 0.1, 0.3), 0.1
    seen = Counter()
    for _ in range(40_000):
        agree = m if chance.random() < prior else u
        seen[tuple(int(chance.random() >= likely) for likely in agree)] += 1
    learned = expectation_maximisation(seen, [Comparison.by_odds(label, 9, 3) for label in "NPC"], tolerance=1e-12)
    assert learned.prior == pytest.approx(prior, abs=0.01)
    assert [c.levels[0].m for c in learned.comparisons] == pytest.approx(m, abs=0.03)
    assert [c.levels[0].u for c in learned.comparisons] == pytest.approx(u, abs=0.01)


def sample(most):
    lines = [line.split(",") for line in SAMPLE.read_text(encoding="utf-8").splitlines()]
    rows = [dict(zip(lines[0], line, strict=True)) for line in lines[1 : most + 1]]
    labels = ("first_name", "surname", "dob", "city", "email")
    row_pairs = [[(label, row[label].strip()) for label in labels if row[label].strip()] for row in rows]
    return [Record.of(*pairs) for pairs in row_pairs], [row["cluster"] for row in rows]


def test_on_the_public_sample_people_are_found_without_being_told():
    records, people = sample(220)
    compared = [
        Comparison.by_odds("first_name", 50, 4, ((Similar("first_name", 0.85), 20),)),
        *(Comparison.by_odds(label, 100, 4) for label in ("surname", "dob", "email")),
        Comparison.by_odds("city", 10, 2),
    ]
    labelled = learned_from_people(records, people, compared)
    found = learned_from_records(records, compared)
    for learned in (labelled, found):
        comparisons = tuple(with_frequencies(c, records) for c in learned.comparisons)
        match = FellegiSunter(learned.prior, comparisons)
        quality = join_quality(Adversary((Resolve(match),)).resolve(records).composite_of, people)
        assert quality.precision > 0.8 and quality.recall > 0.8
    assert found.prior == pytest.approx(labelled.prior, rel=0.4)
    assert [c.levels[0].m for c in found.comparisons] == pytest.approx(
        [c.levels[0].m for c in labelled.comparisons], abs=0.15
    )


@quick
@given(st.lists(st.tuples(st.sampled_from("12"), st.sampled_from("ab")), min_size=2, max_size=7))
def test_labelled_records_are_counted_pair_by_pair(rows):
    records, people = [Record.of(("P", value)) for value, _ in rows], [who for _, who in rows]
    comparison = Comparison.by_odds("P", 9, 3)
    pairs = list(itertools.combinations(range(len(rows)), 2))
    same = [pair for pair in pairs if people[pair[0]] == people[pair[1]]]
    if not same or len(same) == len(pairs):
        with pytest.raises(ValueError, match="pairs of records"):
            learned_from_people(records, people, [comparison])
        return
    learned = learned_from_people(records, people, [comparison])
    agree = sum(records[a] == records[b] for a, b in same)
    assert learned.prior == pytest.approx(len(same) / len(pairs))
    assert learned.comparisons[0].levels[0].m == pytest.approx((agree + 0.5) / (len(same) + 1))


def test_the_nearest_of_several_values_is_the_pattern_and_pairs_are_drawn_alike():
    comparison = Comparison.by_odds("N", 9, 3, ((Similar("N"), 5),))
    left = Record.of(("N", "Bob"), ("N", "Katherine"))
    assert pattern_of([comparison], left, Record.of(("N", "Katharine"))) == (1,)
    rows = [Record.of(("N", str(n))) for n in range(200)]
    drawn = [np.stack(pairs_among(rows, 100, seed=seed)).tolist() for seed in (3, 3, 0)]
    assert drawn[0] == drawn[1] != drawn[2]
    assert len(pairs_among(rows)[0]) == 19_900
    with pytest.raises(ValueError, match="a pair"):
        expectation_maximisation({}, [comparison])
