"""Aux, success against the number of facts, uniqueness: seeded draws held against what they are drawn from."""

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leakage.reidentification import (
    Attack,
    Auxiliary,
    Shape,
    SparseTable,
    ValueSimilarity,
    scoreboard,
    success_curve,
    synthetic_table,
    uniqueness,
)
from tests.amount import TIMES
from tests.refusals import refused
from tests.reidentification.tables import cases

TABLE = synthetic_table(Shape(people=400, items=60, entries=8000, days=500, seed=4))
EXACTLY, USUAL = Auxiliary(), Attack()


def rng(seed=0):
    return np.random.default_rng(seed)


def entries_of(table, person):
    return {fact.item: fact for fact in table.facts_of(person)}


# Aux


def test_facts_are_drawn_evenly_from_the_support():
    person = int(np.argmax(TABLE.sizes > 9))
    truth = entries_of(TABLE, person)
    random = rng(1)
    counted = dict.fromkeys(truth, 0)
    for _ in range(2000):
        for fact in Auxiliary(2).draw(TABLE, person, random):
            counted[fact.item] += 1
    expected = 4000 / len(truth)
    assert all(abs(n - expected) < 5 * math.sqrt(expected) for n in counted.values())


@pytest.mark.parametrize(("outside", "inside"), [(20, None), (0, 10), (5, 30)])
def test_rare_and_popular_items(outside, inside):
    aux = Auxiliary(99, outside=outside, inside=inside)
    rank = dict(zip(TABLE.items, TABLE.popularity.tolist(), strict=True))
    wanted = {item for item, place in rank.items() if outside <= place < (inside or 999)}
    for person in range(30):
        assert {fact.item for fact in aux.draw(TABLE, person, rng())} == set(entries_of(TABLE, person)) & wanted
    for least in (1, 6):
        enough = [n for n in range(400) if len(set(entries_of(TABLE, n)) & wanted) >= least]
        assert aux.targets(TABLE, least).tolist() == enough
    assert Auxiliary().targets(TABLE, 25).tolist() == np.flatnonzero(TABLE.sizes >= 25).tolist()


def test_errors_stay_within_what_was_said_and_use_all_of_it():
    aux, random = Auxiliary(20, value_error=1, day_error=3), rng(2)
    values, days = [], []
    for person in range(100):
        truth = entries_of(TABLE, person)
        for fact in aux.draw(TABLE, person, random):
            values.append(float(fact.value) - float(truth[fact.item].value))
            days.append((fact.date - truth[fact.item].date).days)
    assert set(values) == {-1.0, 0.0, 1.0} and set(days) == set(range(-3, 4))
    assert abs(np.mean(days)) < 0.2


@pytest.mark.parametrize("wrong", [0.0, 0.25, 1.0])
def test_wrong_facts_are_about_what_the_person_does_not_have(wrong):
    random, right, drawn = rng(3), 0, 0
    # Whoever has nearly all of the 40 items runs out of those they do not have.
    for person in np.flatnonzero(TABLE.sizes <= 30)[:200].tolist():
        truth = entries_of(TABLE, person)
        facts = Auxiliary(8, wrong=wrong, inside=40).draw(TABLE, person, random)
        assert len({fact.item for fact in facts}) == len(facts)
        right += sum(fact.item in truth for fact in facts)
        drawn += len(facts)
        assert all(truth[fact.item] == fact for fact in facts if fact.item in truth)
    assert abs(right - drawn * (1 - wrong)) <= 5 * math.sqrt(drawn * wrong * (1 - wrong))


# Success against facts


def curve(auxiliary=EXACTLY, counts=(1, 2, 4, 8), attack=USUAL, trials=60, **kwargs):
    *_, last = success_curve(kwargs.pop("table", TABLE), auxiliary, counts, attack, trials=trials, **kwargs)
    return last


def test_every_trial_is_counted_once():
    curves = list(success_curve(TABLE, Auxiliary(wrong=0.3), (1, 3), trials=25))
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


test_what_is_refused = refused(
    lambda: Auxiliary(0),
    lambda: Auxiliary(outside=-1),
    lambda: Auxiliary(day_error=-2),
    lambda: Auxiliary(value_error=math.nan),
    lambda: Auxiliary(wrong=1.5),
    lambda: Auxiliary(outside=5, inside=5),
    lambda: next(success_curve(TABLE, Auxiliary(), [])),
    lambda: next(success_curve(TABLE, Auxiliary(), [0, 2])),
    lambda: next(success_curve(TABLE, Auxiliary(), [2], theta=2.0)),
    lambda: next(success_curve(TABLE, Auxiliary(inside=3), [4])),
    lambda: uniqueness(TABLE, 0, orders=0),
    lambda: Shape(people=1),
    lambda: Shape(items=-4),
    lambda: Shape(people=10, items=2, entries=11),
)
