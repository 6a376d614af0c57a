"""Evidence by hand: odds on sliders, and the comparisons that they are."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Comparison, Level, Record
from leakage.resolution.linkage.learning import with_frequencies
from leakage.workspace.forms.policy import (
    ODDS,
    begun,
    level_rows,
    odds_words,
    similar,
    steps_around,
    with_labels,
    with_odds,
)
from tests.strategies import quick

chances = st.sampled_from([1.0, 0.9, 0.2, 1e-3, 1e-6])
levels = st.builds(Level, chances, chances, st.just(similar("Name", 0.9)), st.sampled_from([0.0, 1.0]))
comparisons = st.builds(
    Comparison,
    st.just("Name"),
    st.tuples(st.builds(Level, chances, chances), levels),
    st.builds(Level, chances, chances),
)


@quick
@given(comparisons, st.integers(0, 2), st.sampled_from([1.0, *ODDS, *(1 / times for times in ODDS)]))
def test_a_slider_sets_the_odds_of_one_level_and_of_no_other(comparison, number, odds):
    before, after = level_rows(comparison), level_rows(with_odds(comparison, number, odds))
    assert after[number].odds == pytest.approx(odds)
    assert [row for row in after if row.number != number] == [row for row in before if row.number != number]
    if odds * before[number].two <= 1.0:
        assert after[number].two == pytest.approx(before[number].two)


@quick
@given(comparisons)
def test_the_odds_held_are_offered_and_all_the_others(comparison):
    for row in level_rows(comparison):
        steps = steps_around(row.odds)
        assert row.odds in steps and list(steps) == sorted(set(steps)) and {*ODDS} <= {*steps}
        assert row.odds == pytest.approx(row.one / row.two, rel=1e-5)


def test_chances_that_no_number_can_hold_the_odds_of_are_shown_all_the_same():
    rows = level_rows(Comparison("Name", (Level(1.0, 5e-324),), Level(5e-324, 1.0)))
    assert [odds_words(row.odds) for row in rows] == ["1.07e+301 times as often", "1.07e+301 times as rarely"]
    assert all(row.odds in steps_around(row.odds) for row in rows)


def test_what_is_known_of_a_label_stays_while_others_come_and_go():
    learned = with_frequencies(begun("Name"), [Record.of(("Name", "Ann"))])
    both = with_labels((learned,), ("Phone", "Name"))
    assert both == (begun("Phone"), learned)
    assert with_labels(both, ("Name",)) == (learned,)
    assert [level.similar for level in begun("Age").levels] == [None, similar("Age", 0.85)]
    assert sum(level.m for level in (*learned.levels, learned.otherwise)) == pytest.approx(1.0)
    assert math.isclose(begun("Name").lowest, -math.log2(5))
