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

from leakage import Adversary, Comparison, FellegiSunter, Record, Resolve, Similar
from leakage.old.resolution.evaluation import join_quality
from leakage.old.resolution.linkage.pairs import PatternCounts
from leakage.old.resolution.linkage.unlabelled import LEAST, Mixture, fitted, learned_from_records, with_frequencies
from tests.made_up_people import counted
from tests.strategies import quick

SAMPLE = Path(__file__).parents[2] / "data" / "fake_1000.csv"


@st.composite
def problems(draw):
    """Patterns of two or three labels, and where to start."""
    chance = draw(st.integers(0, 2**32 - 1).map(random.Random))
    sizes = [chance.randint(2, 3) for _ in range(chance.randint(2, 3))]
    seen = {}
    for _ in range(chance.randint(1, 12)):
        seen[tuple(chance.randint(-1, size - 1) for size in sizes)] = chance.choice([1, 3, 40, 1000])
    m, u = ([[chance.uniform(0.01, 1.0) for _ in range(size)] for size in sizes] for _ in range(2))
    return seen, chance.uniform(0.01, 0.9), *([[c / sum(of) for c in of] for of in side] for side in (m, u))


def fit(seen, prior, m, u, **options):
    """What is fitted to patterns, each of which was seen so often."""
    patterns = PatternCounts(np.array(list(seen)), np.array(list(seen.values()), float), tuple(map(len, m)))
    return fitted(patterns, Mixture(prior, tuple(map(np.array, m)), tuple(map(np.array, u))), **options)


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
    same, together = [[0.0] * len(levels) for levels in m], 0.0
    for pattern, pairs in seen.items():
        one, two = prior, 1 - prior
        for number, level in enumerate(pattern):
            one, two = (one * m[number][level], two * u[number][level]) if level >= 0 else (one, two)
        g = one / (one + two)
        together += pairs * g
        for number, level in enumerate(pattern):
            if level >= 0:
                same[number][level] += pairs * g
    shares = [[v / sum(tally) if sum(tally) else 1 / len(tally) for v in tally] for tally in same]
    return together / sum(seen.values()), shares


@quick
@given(problems())
def test_the_log_likelihood_never_falls(problem):
    seen, prior, m, u = problem
    likelihoods = fit(seen, prior, m, u, rounds=60, tolerance=0.0).log_likelihoods
    rounding = 1e-12 * sum(seen.values())
    assert all(b >= a - rounding for a, b in itertools.pairwise(likelihoods))
    assert likelihoods[0] == pytest.approx(likelihood(seen, prior, m, u))


@quick
@given(problems())
def test_a_round_is_what_the_formulas_say(problem):
    seen, prior, m, u = problem
    expected_prior, expected_m = one_round(seen, prior, m, u)
    mixture = fit(seen, prior, m, u, rounds=1).mixture
    assert mixture.prior == pytest.approx(min(max(expected_prior, LEAST), 1 - LEAST))
    for got, expected in zip(mixture.m, expected_m, strict=True):
        assert got == pytest.approx(expected)
    assert [of.tolist() for of in mixture.u] == u


def test_it_finds_the_chances_that_pairs_were_drawn_with():
    chance = random.Random(7)
    m, u, prior = (0.95, 0.9, 0.8), (0.02, 0.1, 0.3), 0.1
    seen = Counter()
    for _ in range(40_000):
        agree = m if chance.random() < prior else u
        seen[tuple(int(chance.random() >= likely) for likely in agree)] += 1
    mixture = fit(seen, 0.5, [[0.8, 0.2]] * 3, [[of, 1 - of] for of in u], tolerance=1e-12).mixture
    assert mixture.prior == pytest.approx(prior, abs=0.01)
    assert [of[0] for of in mixture.m] == pytest.approx(m, abs=0.03)


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
    labelled, found = (
        counted(records, [int(person) for person in people], compared),
        learned_from_records(records, compared),
    )
    for learned in (labelled, found):
        comparisons = tuple(with_frequencies(c, records) for c in learned.comparisons)
        match = FellegiSunter(learned.prior, comparisons)
        quality = join_quality(Adversary((Resolve(match),)).resolve(records).composite_of, people)
        assert quality.precision > 0.8 and quality.recall > 0.8
    assert found.prior == pytest.approx(labelled.prior, rel=0.4)
    assert [c.levels[0].m for c in found.comparisons] == pytest.approx(
        [c.levels[0].m for c in labelled.comparisons], abs=0.15
    )
