"""Scoreboard: scores and who it is."""

import datetime
import math
import statistics

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.reidentification import Fact, SparseTable, ValueSimilarity, scoreboard, scoreboard_rh
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
