"""Covering: one meaning, against the definition; and what the program's own hierarchies write."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.cover import covers, is_general
from leakage.record import Record
from leakage.resolution.candidates import SimilarityIndex
from leakage.resolution.rules.shared_values import Shares
from leakage.resolution.rules.similar_values import Similar
from leakage.tables import flat, intervals, suggest_hierarchy, suppressed_digits, tree
from tests.oracles.cover import stands_for
from tests.strategies import quick, thorough

PLAIN = [
    "1",
    "2",
    "5",
    "10",
    "12",
    "11",
    "101",
    "111",
    "0.5",
    "-5",
    "50",
    "051",
    "1e1",
    "ab",
    "a",
    "State-gov",
    "St",
    "x",
]
WRITTEN = [
    *("*", "1*", "**", "1*1", "11*", "*1", "a*", "…", "1…", "State-…", "State-...", "50+", ">=50", "≥ 5", "<10", "≤5"),
    *("> -6", "5..10", "5-10", "5 – 10", "[5, 10)", "(5; 10]", "[5-10", "10-5", "-10--5", "[-10, -5]", "1e0-1e1", "+"),
]
texts = st.text("15*…+-.,[]()<>=≥ a", max_size=7)
generals = st.one_of(st.sampled_from(WRITTEN + PLAIN), texts)
phrases = st.from_regex(r"[ab]+[-_ /][cd…*]*")
plain_values = st.one_of(st.sampled_from(PLAIN), st.text("15.-a ", max_size=5), st.integers(-60, 60).map(str))


@thorough
@given(generals, plain_values)
def test_a_value_is_covered_as_the_definition_says(general, value):
    if not is_general(value):
        assert covers(general, value) is stands_for(general, value)


@thorough
@given(generals, generals, st.lists(plain_values, max_size=30))
def test_what_covers_a_general_value_covers_all_it_stands_for(wide, narrow, values):
    if covers(wide, narrow):
        assert all(covers(wide, value) for value in [*values, *PLAIN] if covers(narrow, value))


@pytest.mark.parametrize("general", ["*", "1*1", "50+", "5..10", "State-…", "State-..."])
def test_what_a_hierarchy_may_write_is_general(general):
    assert is_general(general)
    assert not is_general("State-gov")
    similar = Similar("Z", kind="covers")
    value = next(value for value in PLAIN if stands_for(general, value))
    assert similar.alike(general, value)
    assert similar.alike(value, general)


@quick
@given(st.lists(generals.filter(str), min_size=1, max_size=8, unique=True))
def test_values_are_alike_whether_compared_by_pairs_or_all_at_once(values):
    similar = Similar("Z", kind="covers")
    alike = SimilarityIndex(Shares(similar), [Record.of(("Z", value)) for value in values])
    for value in values:
        others = list(alike(similar, value))
        assert sorted(others) == sorted(other for other in values if similar.alike(value, other))


def everything_above_covers(hierarchy):
    """Every value on every level covers what stands below it; an empty cell is no value."""
    for place, value in enumerate(hierarchy.values):
        above = [level[place] for level in hierarchy.levels]
        assert all(value == "(missing)" or covers(general, value) for general in above)
        assert all(covers(high, low) for low, high in itertools.pairwise(above) if low != "(missing)")


decimals = st.decimals(-10_000, 10_000, allow_nan=False, places=4).map(str)
floats = st.floats(allow_nan=False, allow_infinity=False)
cells = st.one_of(st.none(), st.integers(-(10**6), 10**6), floats, decimals)
widths = st.tuples(st.sampled_from([0.1, 0.25, 1 / 3, 1, 2.5, 7, 1e9]), st.lists(st.integers(2, 7), max_size=3))


@thorough
@given(st.lists(cells, min_size=1, max_size=8), widths, st.one_of(st.just(0.0), st.sampled_from([-7.0, 0.3, 1e6])))
def test_intervals_cover_what_they_generalise(values, widths, start):
    first, factors = widths
    grown = [first]
    for factor in factors:
        grown.append(grown[-1] * factor)
    everything_above_covers(intervals(values, grown, start))


@thorough
@given(st.lists(st.one_of(st.none(), st.text(max_size=6), st.text("01 *", max_size=4)), min_size=1, max_size=8))
def test_suppressed_characters_cover_what_they_generalise(values):
    everything_above_covers(suppressed_digits(values))
    everything_above_covers(flat(values))


@thorough
@given(st.lists(st.one_of(cells, st.text("12", min_size=3, max_size=3), phrases), min_size=1))
def test_what_is_suggested_covers_what_it_generalises(values):
    everything_above_covers(suggest_hierarchy(values))


def test_the_categories_of_a_tree_are_words_and_need_their_hierarchy():
    """A name for a group does not say what is in it; ``classes_of`` takes the hierarchy for that."""
    assert tree({"State-gov": "Government"}).levels[1] == ("Government",)
    assert not covers("Government", "State-gov")
