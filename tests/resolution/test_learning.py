"""Odds learned without labels: each round as its formula says, and people found."""

import itertools
import math
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from leakage.arguments import LeakageWarning
from leakage.frames import records_of
from leakage.record import Attribute, Record
from leakage.resolution import learning
from leakage.resolution.evidence import Comparison
from leakage.resolution.learning import UNKNOWN, fitted, learned_from_records
from leakage.resolution.values import Similar
from tests.made_up_people import SHARED, compared, made_up_people, pairs_sharing, pairwise_f1
from tests.resolution import kinds

COMPARED = compared()
SAMPLE = Path(__file__).parents[1] / "data" / "fake_1000.csv"
LITTLE = "too little to learn from"


@pytest.fixture
def fewer_pairs(monkeypatch):
    """Little is drawn, for where it is about what is the same, not how good it is."""
    monkeypatch.setattr(learning, "RANDOM_PAIRS", 30_000)
    monkeypatch.setattr(learning, "KEY_PAIRS", 150)


def f1(match, frame, people, keys):
    """Of the pairs that share a key, by the levels that they reach."""
    pairs, weights = pairs_sharing(frame, keys), match.prior_weight
    for comparison in match.comparisons:
        column = learning._Column(comparison, records_of(frame))
        weights = weights + np.array([*(level.weight for level in column.levels), 0.0])[column.reached(pairs)]
    met = weights >= match.threshold
    return pairwise_f1((pairs[0][met], pairs[1][met]), people)


def one_round(patterns, counts, prior, m, u):
    """The log-likelihood, the matches on each level, and the next prior and m, in loops."""
    matches, together, likelihood = [[0.0] * len(of) for of in m], 0.0, 0.0
    for pattern, pairs in zip(patterns, counts, strict=True):
        known = [(label, level) for label, level in enumerate(pattern) if level != UNKNOWN]
        one = prior * math.prod(m[label][level] for label, level in known)
        two = (1 - prior) * math.prod(u[label][level] for label, level in known)
        likelihood += pairs * math.log(one + two)
        together += pairs * one / (one + two)
        for label, level in known:
            matches[label][level] += pairs * one / (one + two)
    prior = min(max(together / sum(counts), 1e-12), 1 - 1e-12)
    return likelihood, matches, prior, [[(v + 1e-12) / sum(w + 1e-12 for w in of) for v in of] for of in matches]


def padded(rows):
    return np.array([[*row, 0.0][:3] for row in rows])


def test_each_round_is_what_the_formulas_say_and_the_likelihood_never_falls():
    draw = random.Random(1)
    for _ in range(200):
        sizes = [draw.randint(2, 3) for _ in range(draw.randint(2, 3))]
        patterns = sorted({tuple(draw.randint(-1, size - 1) for size in sizes) for _ in range(draw.randint(1, 12))})
        counts = [draw.choice([0, 1, 3, 40, 1000]) for _ in patterns[1:]] + [5]
        u = [[draw.uniform(0.01, 1) for _ in range(size)] for size in sizes]
        u = [[chance / sum(of) for chance in of] for of in u]
        prior, m = 0.2, [[0.8, *[0.2 / (size - 1)] * (size - 1)] for size in sizes]
        given = learning._Patterns(np.array(patterns), np.array(counts, float)), padded(u)
        for rounds in range(3):
            fit = fitted(*given, rounds=rounds, least=-math.inf)
            likelihood, matches, following, m = one_round(patterns, counts, prior, m, u)
            assert (fit.prior, fit.log_likelihood) == pytest.approx((prior, likelihood))
            assert fit.matches == pytest.approx(padded(matches))
            prior = following
        fits = [fitted(*given, rounds=rounds, least=0.0) for rounds in (0, 1, 2, 5, 60)]
        rounding = 1e-12 * sum(counts)
        assert all(b.log_likelihood >= a.log_likelihood - rounding for a, b in itertools.pairwise(fits))


def test_pairs_reach_the_levels_that_the_rule_says():
    draw = random.Random(2)
    for _ in range(150):
        rule = replace(kinds.evidence(draw), against=True)
        records = [kinds.drawn_record(draw) for _ in range(draw.randint(0, 12))]
        first = [Record(Attribute(label, record.values(label)[0]) for label in record.labels) for record in records]
        pairs = np.triu_indices(len(records), 1)
        for comparison in rule.comparisons:
            found = learning._Column(comparison, records).reached(pairs)
            for i, j, level in zip(*pairs, found, strict=True):
                step = comparison.evidence(first[i], first[j])
                weights = [level.weight for level in (*comparison.levels, comparison.otherwise)]
                assert (level == UNKNOWN) if step is None else step.weight == weights[level]


@pytest.mark.parametrize("repeated", [0.01, 0.5])
def test_people_are_found_however_rare_their_further_records_are(repeated):
    frame, people = made_up_people(10_000, repeated)
    match = learned_from_records(frame, COMPARED)
    assert f1(match, frame, people, SHARED) >= (0.96 if repeated == 0.01 else 0.965)
    same = len(pairs_sharing(frame.assign(person=people), [["person"]])[0])
    assert match.prior * len(frame) * (len(frame) - 1) / 2 == pytest.approx(same, rel=0.1)
    assert all(np.isfinite(level.weight) for c in match.comparisons for level in (*c.levels, c.otherwise))


def drawn_from_a_model(count, further, chances, values, seed):
    """Records of labels that are independent of each other; each further one has a value again by its chance."""
    draw = random.Random(seed)
    rows = [[draw.randrange(size) for size in values] for _ in range(count)]
    people = [*range(count), *draw.choices(range(count), k=further)]
    for person in people[count:]:
        odds = zip(rows[person], chances, values, strict=True)
        rows.append([value if draw.random() < m else draw.randrange(size) for value, m, size in odds])
    return pd.DataFrame(rows, columns=[f"L{n}" for n in range(len(values))], dtype=str), people


def test_the_chances_of_a_model_are_found_in_records_drawn_from_it():
    chances, values = (0.95, 0.9, 0.85, 0.7), (400, 1_000, 200, 50)
    frame, _ = drawn_from_a_model(4_000, 400, chances, values, 1)
    match = learned_from_records(frame, [Comparison.by_odds(label, 9, 3) for label in frame])
    # About one record in ten of those drawn again is drawn twice, which makes a pair of further ones.
    assert match.prior * len(frame) * (len(frame) - 1) / 2 == pytest.approx(420, rel=0.1)
    for comparison, m, size in zip(match.comparisons, chances, values, strict=True):
        # Two standard errors of 400 pairs are 0.046 for the least of them; a value drawn anew may be the same again.
        assert comparison.levels[0].m == pytest.approx(m + (1 - m) / size, abs=0.05)
        assert comparison.levels[0].u == pytest.approx(1 / size, rel=0.03)
        assert comparison.levels[0].m + comparison.otherwise.m == pytest.approx(1.0)


def test_what_is_near_among_two_people_is_learned_without_what_is_of_one():
    frame, people = drawn_from_a_model(300, 150, (0.95, 0.95, 0.95, 1.0), (90, 80, 70, 10_000), 1)
    values, people = frame["L3"].to_numpy(int).copy(), np.array(people)
    values[300::2] += 1
    near = ((Similar("L3", kind="number", within=1.0), 5.0),)
    compared = [Comparison.by_odds(label, 9, 3, near if label == "L3" else ()) for label in frame]
    match = learned_from_records(frame.assign(L3=values.astype(str)), compared)
    one, other = np.triu_indices(len(frame), 1)
    apart = abs(values[one] - values[other])[people[one] != people[other]]
    assert match.comparisons[3].levels[1].u == pytest.approx((apart == 1).mean(), rel=0.1)


def test_people_are_found_where_no_label_alone_makes_them_out():
    frame, people = drawn_from_a_model(9_000, 1_000, (0.95, 0.9, 0.9, 0.9, 0.9), (100, 60, 70, 12, 28), 1)
    match = learned_from_records(frame, [Comparison.by_odds(label, 9, 3) for label in frame])
    assert f1(match, frame, people, list(itertools.combinations(frame, 3))) > 0.9


def test_people_of_the_public_sample_are_found():
    frame = pd.read_csv(SAMPLE, dtype=str)
    people = frame.pop("cluster").astype(int).tolist()
    city = Comparison.by_odds("city", 100, 5, ((Similar("city", 0.9, blocked=False), 10),))
    keys = [["first_name"], ["surname"], ["dob"], ["email"]]
    match = learned_from_records(frame, [*COMPARED[:3], city, COMPARED[5]])
    assert f1(match, frame, people, keys) >= 0.94
    # Labels alone will do.
    by_labels = learned_from_records(frame, frame.columns.drop("unique_id"), threshold=1.0)
    assert by_labels.threshold == 1.0 and f1(by_labels, frame, people, keys) >= 0.92


def test_a_comparison_gets_equal_values_as_its_first_level(fewer_pairs):
    frame, _ = made_up_people(1_000, 0.5)
    name, *rest = COMPARED
    near = replace(name, levels=name.levels[1:])
    assert learned_from_records(frame, [near, *rest]) == learned_from_records(frame, COMPARED)


def test_a_label_that_few_know_keeps_its_odds_and_is_named(fewer_pairs):
    frame, _ = made_up_people(600, 0.5)
    frame["Card"] = [f"c{n}" if n < 8 else None for n in range(600)]
    passport, card = Comparison.by_odds("Passport", 9, 3), Comparison.by_odds("Card", 9, 3)
    with pytest.warns(LeakageWarning, match="'Passport', 'Card'"):
        match = learned_from_records(frame, [passport, *COMPARED, card])
    assert match.comparisons[0] == passport
    assert match.comparisons[-1].otherwise == card.otherwise


SAME = Record.of(*((comparison.label, "x") for comparison in COMPARED))


@pytest.mark.parametrize(
    ("records", "comparisons"),
    [
        ([], COMPARED),
        ([SAME], COMPARED),
        ([Record()] * 40, COMPARED),
        ([SAME] * 40, COMPARED[:2]),
        ([SAME] * 40, COMPARED),
        ([SAME] * 5, COMPARED),
        ([Record.of(*((c.label, f"{n}") for c in COMPARED)) for n in range(60)], COMPARED),
        ([Record.of(*((c.label, f"{n % 58}") for c in COMPARED)) for n in range(60)], COMPARED),
        (made_up_people(50, 0.0)[0], COMPARED),
        (made_up_people(1_000, 0.0)[0], COMPARED),
    ],
)
def test_where_there_is_too_little_to_learn_from_it_is_said(records, comparisons):
    with pytest.raises(ValueError, match=LITTLE):
        learned_from_records(records, comparisons)


def test_of_several_values_the_first_counts_and_no_confidence(fewer_pairs):
    frame, people = made_up_people(2_000, 0.3)
    draw = random.Random(2)
    more = [
        Record([*(Attribute(a.label, a.value, draw.choice([1e-9, 0.3, 1.0])) for a in record), Attribute("town", "Zz")])
        for record in records_of(frame)
    ]
    match = learned_from_records(more, COMPARED)
    assert f1(match, frame, people, SHARED) > 0.93
    same = len(pairs_sharing(frame.assign(person=people), [["person"]])[0])
    assert match.prior * len(frame) * (len(frame) - 1) / 2 == pytest.approx(same, rel=0.1)
