"""Scoring on sparse columns against plain double loops, and what must not change a score."""

import datetime
import math
import statistics
from importlib import import_module

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.reidentification import Fact, SparseTable, ValueSimilarity, scoreboard, scoreboard_rh
from leakage.reidentification.scoreboard import support
from tests.reidentification.tables import cases, everybody, least, table_of, weighted, without

near = pytest.approx


@given(cases())
def test_scoreboard_scores_are_those_of_a_double_loop(case):
    cells, people, table, facts, similarity = case
    lineup = scoreboard(table, facts, similarity)
    expected = least(cells, people, facts, similarity)
    assert everybody(lineup) == near(expected)
    assert sorted(lineup.matching.tolist()) == [n for n, score in enumerate(expected) if score > 0]


@given(cases(), st.floats(0.0, 0.99))
def test_the_matching_set_is_above_the_threshold(case, alpha):
    _, people, table, facts, similarity = case
    lineup = scoreboard(table, facts, similarity, alpha=alpha)
    assert lineup.matching.tolist() == [n for n, score in enumerate(everybody(lineup)) if score > alpha]
    share = 1 / len(lineup.matching) if len(lineup.matching) else 0
    chosen = [share if n in lineup.matching else 0.0 for n in range(len(people))]
    assert [lineup.probability_of(n) for n in range(len(people))] == chosen


@pytest.mark.parametrize("dense", [1, 10**9], ids=["sorted", "counted"])
@pytest.mark.parametrize("dated", [True, False])
def test_weighted_scores_are_those_of_a_double_loop(dense, dated, monkeypatch):
    monkeypatch.setattr(import_module("leakage.reidentification.scoreboard"), "DENSE", dense if dense > 1 else 0)

    @given(cases(dated=dated))
    def compare(case):
        cells, people, table, facts, similarity = case
        assert everybody(scoreboard_rh(table, facts, similarity)) == near(
            weighted(cells, people, facts, similarity, dated)
        )

    compare()


@given(cases())
def test_highest_second_and_deviation_count_all_people(case):
    _, _, table, facts, similarity = case
    scores = scoreboard_rh(table, facts, similarity).scores
    expected = sorted(everybody(scoreboard_rh(table, facts, similarity)))
    assert (scores.highest, scores.second) == (expected[-1], expected[-2])
    assert scores.deviation == near(statistics.pstdev(expected), abs=1e-12)


@given(cases(), st.floats(0.1, 3.0))
def test_a_record_matches_if_it_stands_out(case, eccentricity):
    cells, people, table, facts, similarity = case
    lineup = scoreboard_rh(table, facts, similarity, eccentricity=eccentricity)
    scores = sorted(weighted(cells, people, facts, similarity))
    deviation = statistics.pstdev(scores)
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
    gone = data.draw(st.integers(0, len(people) - 1))
    smaller, left = without(cells, people, gone)
    for algorithm in (scoreboard, scoreboard_rh):
        thought, deleted = algorithm(table, facts, similarity, absent=gone), algorithm(smaller, facts, similarity)
        names = [people[n] for n in thought.scores.people]
        assert dict(zip(names, thought.scores.values, strict=True)) == near(
            dict(zip([left[n] for n in deleted.scores.people], deleted.scores.values, strict=True))
        )
        assert [people[n] for n in thought.matching] == [left[n] for n in deleted.matching]
        assert (thought.entropy, thought.scores.size) == (near(deleted.entropy, abs=1e-9), deleted.scores.size)


@given(cases())
def test_an_item_that_no_fact_names_changes_nothing(case):
    cells, people, table, facts, similarity = case
    more = table_of(cells | {(who, "unrelated"): (5, 3) for who in people[1:]}, people)
    for algorithm in (scoreboard, scoreboard_rh):
        before, after = algorithm(table, facts, similarity), algorithm(more, facts, similarity)
        assert everybody(before) == everybody(after)
        assert before.matching.tolist() == after.matching.tolist()
        assert before.entropy == after.entropy


@given(cases(), st.randoms(use_true_random=False))
def test_permuting_the_people_permutes_the_answer(case, random):
    cells, people, table, facts, similarity = case
    order = random.sample(range(len(people)), len(people))
    permuted = table_of(cells, [people[n] for n in order])
    for algorithm in (scoreboard, scoreboard_rh):
        before, after = algorithm(table, facts, similarity), algorithm(permuted, facts, similarity)
        assert [everybody(before)[n] for n in order] == everybody(after)
        assert {people[n] for n in before.matching} == {permuted.people[n] for n in after.matching}
        assert before.entropy == near(after.entropy, abs=1e-12)


@given(cases(), st.randoms(use_true_random=False))
def test_the_order_of_the_facts_does_not_matter(case, random):
    _, _, table, facts, similarity = case
    other = random.sample(facts, len(facts))
    for algorithm in (scoreboard, scoreboard_rh):
        before, after = algorithm(table, facts, similarity), algorithm(table, other, similarity)
        assert everybody(before) == near(everybody(after))
        assert before.entropy == near(after.entropy, abs=1e-9)


@given(cases())
def test_the_top_is_sorted_and_ends_where_scores_are_zero(case):
    _, people, table, facts, similarity = case
    lineup = scoreboard_rh(table, facts, similarity)
    scored = [(-score, n) for n, score in enumerate(everybody(lineup)) if score]
    for count in (1, 2, 10):
        top = lineup.top(count)
        assert [(-candidate.score, candidate.person) for candidate in top] == sorted(scored)[:count]
        assert [one.probability for one in top] == [lineup.probability_of(candidate.person) for candidate in top]
        assert [one.score for one in top] == [lineup.score_of(candidate.person) for candidate in top]
    assert {lineup.score_of(n) for n in range(len(people)) if n not in {n for _, n in scored}} <= {0.0}


@given(cases())
def test_a_wrong_fact_kills_scoreboard_but_only_lowers_the_robust_one(case):
    _, _, table, facts, similarity = case
    with_wrong = (*facts, Fact("nobody's", "1"))
    assert scoreboard(table, with_wrong, similarity).not_in_it
    assert everybody(scoreboard_rh(table, with_wrong, similarity)) == everybody(scoreboard_rh(table, facts, similarity))


def test_a_large_eccentricity_does_not_overflow():
    size = 2_000_000
    table = SparseTable(
        range(size), ("only", "other"), np.array([0, 1, 1]), np.array([7]), np.array([0]), ("1",), np.array([1.0])
    )
    lineup = scoreboard_rh(table, [Fact("only", "1")])
    # One score among N zeros is sqrt(N - 1) deviations from their mean, and sqrt(N) or so from zero.
    assert lineup.eccentricity == near(math.sqrt(size), rel=1e-6)
    assert (lineup.verdict, lineup.probability_of(7), lineup.entropy) == (7, 1.0, 0.0)


def test_the_support_of_an_absent_person_is_one_less():
    table = table_of({("a", "x"): (1, 0), ("b", "x"): (1, 0), ("b", "y"): (1, 0)}, ["a", "b", "c"])
    counted = [support(table, Fact(item), absent) for item in "xyz" for absent in (None, 0, 1, 2)]
    assert counted == [2, 1, 1, 2, 1, 1, 0, 1, 0, 0, 0, 0]


def test_a_date_outside_the_table_is_far_away_and_not_wrapped_around():
    table = table_of({("a", "x"): (1, 0), ("b", "x"): (1, 9)}, ["a", "b"])
    for year, there in ((1500, 0), (2005, 2), (9000, 0)):
        fact = Fact("x", "1", datetime.date(year, 1, 5))
        assert len(scoreboard(table, [fact], ValueSimilarity(days=14)).matching) == there
