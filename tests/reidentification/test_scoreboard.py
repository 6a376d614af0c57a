"""Scoreboard and Theorem 1 on small tables; success and uniqueness against what the draws are from."""

import datetime
import math
import statistics
from itertools import combinations
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leakage.reidentification import (
    Attack,
    Auxiliary,
    Fact,
    Shape,
    Share,
    SparseTable,
    ValueSimilarity,
    entropic_bits,
    facts_needed,
    promise_kept,
    scoreboard,
    scoreboard_rh,
    similarities,
    success_curve,
    synthetic_table,
    uniqueness,
)
from tests.amount import TIMES
from tests.refusals import refused
from tests.reidentification.tables import cases, everybody, least, table_of, weighted, without

# Scoring on sparse columns against plain double loops, and what must not change a score.


near = pytest.approx


@given(cases(), st.sampled_from([0.0, 0.5, 0.6, 0.8]) | st.floats(0.0, 0.99))
def test_scores_are_those_of_a_double_loop_and_who_is_above_the_threshold_matches(case, alpha):
    cells, people, table, facts, similarity = case
    lineup = scoreboard(table, facts, similarity, alpha=alpha)
    assert everybody(lineup) == near(least(cells, people, facts, similarity))
    assert lineup.matching.tolist() == [n for n, score in enumerate(everybody(lineup)) if score > alpha]
    share = 1 / len(lineup.matching) if len(lineup.matching) else 0
    chosen = [share if n in lineup.matching else 0.0 for n in range(len(people))]
    assert [lineup.probability_of(n) for n in range(len(people))] == chosen


@pytest.mark.parametrize("dated", [True, False])
def test_weighted_scores_are_those_of_a_double_loop(dated):
    @given(cases(dated=dated))
    def compare(case):
        cells, people, table, facts, similarity = case
        assert everybody(scoreboard_rh(table, facts, similarity)) == near(
            weighted(cells, people, facts, similarity, dated)
        )

    compare()


@given(cases(), st.floats(0.1, 3.0))
def test_a_record_matches_if_it_stands_out(case, eccentricity):
    cells, people, table, facts, similarity = case
    lineup = scoreboard_rh(table, facts, similarity, eccentricity=eccentricity)
    scores = sorted(weighted(cells, people, facts, similarity))
    deviation = statistics.pstdev(scores)
    found = lineup.scores
    assert (found.highest, found.second, found.deviation) == near((scores[-1], scores[-2], deviation), abs=1e-12)
    ahead = (scores[-1] - scores[-2]) / deviation if deviation > 1e-12 else 0.0
    assert lineup.eccentricity == near(ahead, abs=1e-9)
    if abs(ahead - eccentricity) > 1e-9:
        assert (lineup.verdict is not None) == (ahead >= eccentricity)
    if lineup.verdict is not None:
        assert everybody(lineup)[lineup.verdict] == near(scores[-1])


@given(cases())
def test_probabilities_grow_with_the_score_in_deviations(case):
    cells, people, table, facts, similarity = case
    lineup = scoreboard_rh(table, facts, similarity)
    scores = weighted(cells, people, facts, similarity)
    deviation = statistics.pstdev(scores)
    powers = [math.exp(score / deviation) if deviation > 1e-12 else 1.0 for score in scores]
    expected = [power / sum(powers) for power in powers]
    assert [lineup.probability_of(n) for n in range(len(people))] == near(expected)
    assert lineup.entropy == near(-sum(p * math.log2(p) for p in expected))
    assert lineup.bits_before == near(math.log2(len(people)))


@given(cases(least=3), st.data())
def test_thinking_a_person_away_is_deleting_the_row(case, data):
    cells, people, table, facts, similarity = case
    absent = data.draw(st.integers(0, len(people) - 1))
    smaller, left = without(cells, people, absent)
    for algorithm in (scoreboard, scoreboard_rh):
        thought, deleted = algorithm(table, facts, similarity, absent=absent), algorithm(smaller, facts, similarity)
        names = [people[n] for n in thought.scores.people]
        assert dict(zip(names, thought.scores.values, strict=True)) == near(
            dict(zip([left[n] for n in deleted.scores.people], deleted.scores.values, strict=True))
        )
        assert [people[n] for n in thought.matching] == [left[n] for n in deleted.matching]
        assert (thought.entropy, thought.scores.size) == (near(deleted.entropy, abs=1e-9), deleted.scores.size)


@given(cases())
def test_the_top_is_sorted_and_ends_where_scores_are_zero(case):
    _, _, table, facts, similarity = case
    lineup = scoreboard_rh(table, facts, similarity)
    scored = [(-score, n) for n, score in enumerate(everybody(lineup)) if score]
    for count in (1, 2, 10):
        top = lineup.top(count)
        assert [(-candidate.score, candidate.person) for candidate in top] == sorted(scored)[:count]
        assert [one.probability for one in top] == [lineup.probability_of(candidate.person) for candidate in top]


def test_a_large_eccentricity_does_not_overflow():
    size = 2_000_000
    table = SparseTable(
        range(size), ("only", "other"), np.array([0, 1, 1]), np.array([7]), np.array([0]), ("1",), np.array([1.0])
    )
    lineup = scoreboard_rh(table, [Fact("only", "1")])
    # One score among N zeros is sqrt(N - 1) deviations from their mean, and sqrt(N) or so from zero.
    assert lineup.eccentricity == near(math.sqrt(size), rel=1e-6)
    assert (lineup.verdict, lineup.probability_of(7), lineup.entropy) == (7, 1.0, 0.0)


def test_a_date_outside_the_table_is_far_away_and_not_wrapped_around():
    table = table_of({("a", "x"): (1, 0), ("b", "x"): (1, 9)}, ["a", "b"])
    for year, there in ((1500, 0), (2005, 2), (9000, 0)):
        fact = Fact("x", "1", datetime.date(year, 1, 5))
        assert len(scoreboard(table, [fact], ValueSimilarity(days=14)).matching) == there


# Scoreboard and Scoreboard-RH on small tables worked out by hand, and what they refuse.


PEOPLE = ["Ann", "Bob", "Cat", "Dan"]
TABLE = table_of(
    {
        ("Ann", "Dedalus"): (5, 10),
        ("Ann", "Potter"): (3, 20),
        ("Bob", "Potter"): (3, 40),
        ("Bob", "Cooking"): (2, 50),
        ("Cat", "Potter"): (5, 20),
        ("Cat", "Cooking"): (2, 60),
        ("Dan", "Potter"): (1, 90),
    },
    PEOPLE,
)


def test_two_people_who_are_alike_are_guessed_evenly():
    random = np.random.default_rng(0)
    guessed = [scoreboard(TABLE, [Fact("Potter", "3")]).guess(random) for _ in range(200)]
    assert set(guessed) == {0, 1} and 60 < guessed.count(0) < 140
    assert scoreboard(TABLE, [Fact("Potter", "2")]).guess(random) is None


ALONE = table_of({("Ann", "Potter"): (3, 1)}, ["Ann"])


def test_texts_are_equal_or_not():
    posts = SparseTable.from_columns(["a", "b", "c"], ["x"] * 3, ["left", "right", "left"])
    assert scoreboard(posts, [Fact("x", "left")], ValueSimilarity(5)).matching.tolist() == [0, 2]
    assert scoreboard(posts, [Fact("x", "Left")], ValueSimilarity(5)).not_in_it
    assert scoreboard(posts, [Fact("x")]).matching.tolist() == [0, 1, 2]


def test_what_somebody_has_is_in_no_repr():
    fact = Fact("secret item", "secret value", datetime.date(1999, 1, 1))
    assert "secret" not in repr(fact) and "1999" not in repr(fact)
    assert "Ann" not in repr(TABLE)


test_what_is_refused = refused(
    lambda: scoreboard(ALONE, [Fact("Potter")]),
    lambda: scoreboard(table_of({}, ["Ann", "Bob"]), [Fact("x")], absent=0),
    lambda: scoreboard(TABLE, []),
    lambda: scoreboard(TABLE, [Fact("Potter", "3"), Fact("Potter", "4")]),
    lambda: scoreboard(TABLE, [Fact("Potter", "good")]),
    lambda: scoreboard(TABLE, [Fact("Potter", "nan")]),
    lambda: scoreboard(TABLE, [Fact("x")], alpha=1.0),
    lambda: scoreboard(TABLE, [Fact("x")], alpha=math.nan),
    lambda: scoreboard_rh(TABLE, [Fact("x")], eccentricity=0.0),
    lambda: ValueSimilarity(-1),
    lambda: ValueSimilarity(days=-3),
    lambda: Fact(""),
)


DRAWN = synthetic_table(Shape(people=400, items=60, entries=8000, days=500, seed=4))
EXACTLY, USUAL = Auxiliary(), Attack()


def rng(seed=0):
    return np.random.default_rng(seed)


def entries_of(table, person):
    return {fact.item: fact for fact in table.facts_of(person)}


# Aux


def test_facts_are_drawn_evenly_from_the_support():
    person = int(np.argmax(DRAWN.sizes > 9))
    truth = entries_of(DRAWN, person)
    random = rng(1)
    counted = dict.fromkeys(truth, 0)
    for _ in range(2000):
        for fact in Auxiliary(2).draw(DRAWN, person, random):
            counted[fact.item] += 1
    expected = 4000 / len(truth)
    assert all(abs(n - expected) < 5 * math.sqrt(expected) for n in counted.values())


@pytest.mark.parametrize(("outside", "inside"), [(20, None), (0, 10), (5, 30)])
def test_rare_and_popular_items(outside, inside):
    aux = Auxiliary(99, outside=outside, inside=inside)
    rank = dict(zip(DRAWN.items, DRAWN.popularity.tolist(), strict=True))
    wanted = {item for item, place in rank.items() if outside <= place < (inside or 999)}
    for person in range(30):
        assert {fact.item for fact in aux.draw(DRAWN, person, rng())} == set(entries_of(DRAWN, person)) & wanted
    for count in (1, 6):
        enough = [n for n in range(400) if len(set(entries_of(DRAWN, n)) & wanted) >= count]
        assert aux.targets(DRAWN, count).tolist() == enough
    assert Auxiliary().targets(DRAWN, 25).tolist() == np.flatnonzero(DRAWN.sizes >= 25).tolist()


def test_errors_stay_within_what_was_said_and_use_all_of_it():
    aux, random = Auxiliary(20, value_error=1, day_error=3), rng(2)
    values, days = [], []
    for person in range(100):
        truth = entries_of(DRAWN, person)
        for fact in aux.draw(DRAWN, person, random):
            values.append(float(fact.value) - float(truth[fact.item].value))
            days.append((fact.date - truth[fact.item].date).days)
    assert set(values) == {-1.0, 0.0, 1.0} and set(days) == set(range(-3, 4))
    assert abs(np.mean(days)) < 0.2


@pytest.mark.parametrize("wrong", [0.0, 0.25, 1.0])
def test_wrong_facts_are_about_what_the_person_does_not_have(wrong):
    random, right, drawn = rng(3), 0, 0
    # Whoever has nearly all of the 40 items runs out of those they do not have.
    for person in np.flatnonzero(DRAWN.sizes <= 30)[:200].tolist():
        truth = entries_of(DRAWN, person)
        facts = Auxiliary(8, wrong=wrong, inside=40).draw(DRAWN, person, random)
        assert len({fact.item for fact in facts}) == len(facts)
        right += sum(fact.item in truth for fact in facts)
        drawn += len(facts)
        assert all(truth[fact.item] == fact for fact in facts if fact.item in truth)
    assert abs(right - drawn * (1 - wrong)) <= 5 * math.sqrt(drawn * wrong * (1 - wrong))


# Success against facts


def curve(auxiliary=EXACTLY, counts=(1, 2, 4, 8), attack=USUAL, trials=60, **kwargs):
    *_, last = success_curve(kwargs.pop("table", DRAWN), auxiliary, counts, attack, trials=trials, **kwargs)
    return last


def test_every_trial_is_counted_once():
    curves = list(success_curve(DRAWN, Auxiliary(wrong=0.3), (1, 3), trials=25))
    assert [points[0].trials for points in curves] == list(range(1, 26))
    for points in curves:
        for point in points:
            assert 0 <= point.found + point.misled <= point.trials >= point.best >= point.found
            assert point.omega == min(point.found, point.refused) / point.trials
            assert point.mean_bits >= 0.0
    assert [point.facts for point in curves[-1]] == [1, 3]


def test_scoreboard_fails_on_wrong_facts_and_the_robust_one_does_not():
    aux, similarity = Auxiliary(wrong=0.25), ValueSimilarity(days=1)
    strict = curve(aux, (8,), Attack("scoreboard", similarity, 0.0))[0]
    robust = curve(aux, (8,), Attack("scoreboard_rh", similarity))[0]
    assert robust.found > 50 and strict.found < 20
    exact = curve(Auxiliary(), (8,), Attack("scoreboard", similarity, 0.0))[0]
    assert exact.found == exact.trials


@settings(max_examples=15 * TIMES)
@given(cases(), st.integers(0, 5))
def test_who_is_left_after_each_fact_is_the_matching_set(case, person):
    _, people, table, _, similarity = case
    person %= len(people)
    facts = table.facts_of(person)
    counted = uniqueness(table, person, similarity, orders=6)
    assert counted.left.shape == (6, len(facts) + 1)
    everything = len(scoreboard(table, facts, similarity).matching) if facts else len(people)
    sizes = {
        k: {len(scoreboard(table, some, similarity).matching) for some in combinations(facts, k)}
        for k in range(1, len(facts) + 1)
    }
    for order in [*counted.left.tolist(), counted.rarest_first.tolist()]:
        assert order[0] == len(people) and order == sorted(order, reverse=True)
        assert all(left in sizes[k] for k, left in enumerate(order) if k)
        assert order[-1] == everything
    greedy = counted.rarest_first.tolist()
    if facts:
        assert greedy[1] == min(sizes[1])
    fewest = min((k for k, some in sizes.items() if 1 in some), default=None)
    assert (counted.fewest is None) == (fewest is None)
    if fewest is not None:
        assert fewest <= counted.fewest <= len(facts)
        assert counted.fewest == fewest or counted.fewest > 2


def test_of_more_than_400_facts_the_rarest_are_looked_at():
    """The person has 401 facts that all others share, but for the commonest, which nobody has like this."""
    items = [f"film {n:03}" for n in range(400)]
    rows = [(who, item, "5") for who in ("Ann", "Bob") for item in items]
    rows += [("Ann", "all", "1"), ("Bob", "all", "5"), ("Cat", "all", "5")]
    table = SparseTable.from_columns(*(list(column) for column in zip(*rows, strict=True)))
    ann = list(table.people).index("Ann")
    assert len(table.facts_of(ann)) == 401
    found = uniqueness(table, ann, orders=1)
    assert len(found.rarest_first) == 401 and found.fewest is None
    # With one fact less all are looked at, and that one leaves nobody else.
    fewer = SparseTable.from_columns(*(list(column) for column in zip(*rows[1:], strict=True)))
    assert uniqueness(fewer, list(fewer.people).index("Ann"), orders=1).fewest == 1


test_draws_that_are_refused = refused(
    lambda: Auxiliary(0),
    lambda: Auxiliary(outside=-1),
    lambda: Auxiliary(day_error=-2),
    lambda: Auxiliary(value_error=math.nan),
    lambda: Auxiliary(wrong=1.5),
    lambda: Auxiliary(outside=5, inside=5),
    lambda: next(success_curve(DRAWN, Auxiliary(), [])),
    lambda: next(success_curve(DRAWN, Auxiliary(), [0, 2])),
    lambda: next(success_curve(DRAWN, Auxiliary(), [2], theta=2.0)),
    lambda: next(success_curve(DRAWN, Auxiliary(inside=3), [4])),
    lambda: uniqueness(DRAWN, 0, orders=0),
    lambda: Shape(people=1),
    lambda: Shape(items=-4),
    lambda: Shape(people=10, items=2, entries=11),
)


# Definitions 2 to 4, Wilson's interval, and what must hold between them.


@given(cases(), st.sampled_from([0.0, 0.3, 0.5, 1.0]), st.booleans())
def test_entropic_bits_are_the_least_of_those_similar_enough(case, theta, robust):
    _, people, table, facts, similarity = case
    lineup = (scoreboard_rh if robust else scoreboard)(table, facts, similarity)
    for target in range(len(people)):
        similar = similarities(table, table.facts_of(target), similarity)
        bits = [
            -math.log2(lineup.probability_of(n))
            for n in range(len(people))
            if similar[n] >= theta - 1e-12 and lineup.probability_of(n) > 0
        ]
        assert entropic_bits(lineup, similar, theta) == pytest.approx(min(bits, default=math.log2(len(people))))


@given(st.integers(1, 300), st.data(), st.floats(0.5, 0.999))
def test_wilson_solves_its_equation(n, data, confidence):
    """Its ends are the p for which the observed share lies z standard deviations of p away."""
    share = Share(data.draw(st.integers(0, n)), n)
    low, high = share.interval(confidence)
    assert 0.0 <= low <= share.value + 1e-12 and share.value - 1e-12 <= high <= 1.0
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    for p in (low, high):
        assert abs(share.value - p) == pytest.approx(z * math.sqrt(p * (1 - p) / n), abs=1e-6)


# Theorem 1: the bound, its promise by simulation, and where it does not hold.


def last_share(*args, **kwargs):
    *_, last = promise_kept(*args, **kwargs)
    return last


@pytest.mark.parametrize("people", [1, 2, 1000, 480_189])
@pytest.mark.parametrize("epsilon", [0.01, 0.3])
@pytest.mark.parametrize("delta", [0.05, 0.5, 0.9])
def test_the_bound_is_the_least_m_with_n_times_the_chance_below_epsilon(people, epsilon, delta):
    needed = facts_needed(people, epsilon, delta)
    assert people * (1 - delta) ** needed <= epsilon * (1 + 1e-12)
    assert people * (1 - delta) ** (needed - 1) > epsilon * (1 - 1e-12)


def dense_table(seed, people=60, items=25):
    """People who have nearly everything, with values from 1 to 5 that follow a few habits: many near twins."""
    random = np.random.default_rng(seed)
    habits = random.integers(1, 6, (4, items))
    rows = []
    for person in range(people):
        values = np.where(random.random(items) < 0.15, random.integers(1, 6, items), habits[person % 4])
        rows += [(f"p{person}", f"i{n}", int(values[n])) for n in range(items) if random.random() < 0.9]
    who, what, value = zip(*rows, strict=True)
    return SparseTable.from_columns(who, what, value)


TABLES = {
    "sparse": synthetic_table(Shape(people=300, items=80, entries=4000, seed=1)),
    "near twins": dense_table(0),
    "twins": SparseTable.from_columns(["a", "b", "c", "c"], ["x", "x", "x", "y"], [1, 1, 2, 1]),
}


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("similarity", [ValueSimilarity(), ValueSimilarity(2, fading=True)], ids=["equal", "fading"])
def test_the_promise_is_kept(name, similarity):
    epsilon = delta = 0.3
    share = last_share(TABLES[name], epsilon, delta, similarity, trials=150, seed=3)
    # Fewer would be a false alarm in less than one of 10,000 times at the least share that is promised.
    assert share.trials == 150 and share.interval(0.9999)[1] >= 1 - epsilon
    assert share.value >= 1 - epsilon


EMPTY = SparseTable(["a", "b"], ["x"], np.array([0, 0]), np.zeros(0, int), np.zeros(0, int), ())
test_promises_that_are_refused = refused(
    lambda: facts_needed(0, 0.1, 0.1),
    lambda: facts_needed(9, 0.0, 0.1),
    lambda: facts_needed(400, 0.5, 5e-324),
    lambda: facts_needed(9, 0.1, 1.0),
    lambda: next(promise_kept(EMPTY, 0.1, 0.1)),
    lambda: entropic_bits(scoreboard(TABLES["twins"], [Fact("x")]), np.ones(3), 1.1),
    lambda: Share(1, 2).interval(1.0),
)
