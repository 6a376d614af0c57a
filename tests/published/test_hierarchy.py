"""Hierarchies: made by rule, by hand, or suggested; always a tree."""

import itertools
import operator

import pandas as pd
from hypothesis import given
from hypothesis import strategies as st

from leakage.cover import covers
from leakage.published.hierarchy import Hierarchy, flat, intervals, suggest_hierarchy, suppressed_digits, tree
from tests.refusals import refused
from tests.strategies import quick, thorough

numbers = st.lists(st.integers(-50, 120), min_size=1, max_size=20)
decimals = st.decimals(-10_000, 10_000, allow_nan=False, places=4).map(str)
floats = st.floats(allow_nan=False, allow_infinity=False)
cells = st.one_of(st.none(), st.integers(-(10**6), 10**6), floats, decimals)
codes = st.text("0123456789", min_size=1, max_size=5)
phrases = st.from_regex(r"[ab]+[-_ /][cd…*]*")
words = st.lists(st.sampled_from(["State-gov", "State-own", "Private", "Self-emp-inc", "Self-emp"]), min_size=1)
mixed = (st.lists(kind, min_size=1, max_size=9) for kind in (codes, cells, st.one_of(cells, codes, phrases)))
columns = st.one_of(numbers, words, *mixed)
widths = st.tuples(st.sampled_from([0.1, 0.25, 1 / 3, 1, 2.5, 7, 1e9]), st.lists(st.integers(2, 7), max_size=3))


def everything_above_covers(hierarchy):
    """Every value on every level covers what stands below it; an empty cell is no value."""
    for place, value in enumerate(hierarchy.values):
        above = [level[place] for level in hierarchy.levels]
        assert all(value == "(missing)" or covers(general, value) for general in above)
        assert all(covers(high, low) for low, high in itertools.pairwise(above) if low != "(missing)")


@thorough
@given(columns)
def test_a_suggestion_has_every_value_and_ends_at_nothing(values):
    hierarchy = suggest_hierarchy(values)
    assert set(hierarchy.levels[-1]) == {"*"} or len(hierarchy.values) == 1
    assert Hierarchy.from_frame(hierarchy.to_frame()) == hierarchy
    everything_above_covers(hierarchy)


@thorough
@given(st.lists(cells, min_size=1, max_size=8), widths)
def test_intervals_cover_what_they_generalise(values, widths):
    first, factors = widths
    everything_above_covers(intervals(values, list(itertools.accumulate([first, *factors], operator.mul))))


@thorough
@given(st.lists(st.one_of(st.none(), st.text(max_size=6), st.text("01 *", max_size=4)), min_size=1, max_size=8))
def test_suppressed_characters_cover_what_they_generalise(values):
    everything_above_covers(suppressed_digits(values))
    everything_above_covers(flat(values))


def test_suggestions_by_what_values_look_like():
    assert suggest_hierarchy([17, 39, 90]).levels[1] == ("15-19", "35-39", "90-94")
    assert suggest_hierarchy(["17", "39", "90"]).height == 4
    assert suggest_hierarchy(["47677", "47602"]).levels[1:3] == (("4760*", "4767*"), ("476**", "476**"))
    assert suggest_hierarchy([0.5, 0.75, 1.25]).levels[1] == ("[0.5, 0.55)", "[0.75, 0.8)", "[1.25, 1.3)")
    assert suggest_hierarchy(["Married-civ", "Married-AF", "Single"]).levels[1] == ("Married-…", "Married-…", "Single")
    assert suggest_hierarchy(["red", "green"]).height == 1
    assert suggest_hierarchy([None, None]).levels == (("(missing)",), ("*",))
    assert suggest_hierarchy([5, 5]).levels == (("5",), ("*",))


@quick
@given(numbers, st.sampled_from([[5], [2, 10], [3, 6, 12]]))
def test_what_is_in_one_interval_is_as_wide(values, widths):
    hierarchy = intervals(values, widths)
    for level, width in zip(hierarchy.levels[1:], widths, strict=False):
        known = {(name, int(value) // width) for value, name in zip(hierarchy.values, level, strict=True)}
        assert len(known) == len(set(level))


def test_codes_of_several_lengths():
    assert suppressed_digits(["12", "123", "1"]).levels == (
        ("1", "12", "123"),
        ("1…", "12…", "12…"),
        ("1…", "1…", "1…"),
        ("*", "*", "*"),
    )


def test_trees():
    parents = {"Lyon": "France", "Paris": "France", "France": "Europe", "Rome": "Europe"}
    assert tree(parents).levels == (
        ("Lyon", "Paris", "Rome"),
        ("France", "France", "Rome"),
        ("Europe", "Europe", "Europe"),
        ("*", "*", "*"),
    )
    assert tree({}, ["a", None]).levels == (("(missing)", "a"), ("*", "*"))
    assert tree({"a": "*"}, ["a", "b"]) == flat(["a", "b"])


test_numbers_out_of_range = refused(
    lambda: Hierarchy((("a", "b"), ("x", "y"), ("*", "*"), ("p", "q"))),
    lambda: Hierarchy((("21", "29", "35"), ("2*", "2*", "3*"), ("x", "y", "*"))),
    lambda: Hierarchy((("a", "a"),)),
    lambda: Hierarchy((("a", "b"), ("x",))),
    lambda: Hierarchy(((),)),
    lambda: Hierarchy((("a",), ("",))),
    lambda: Hierarchy.from_frame(pd.DataFrame({"0": ["a", "b"], "1": ["x", None]})),
    lambda: tree({"a": "b", "b": "a"}, ["a"]),
    lambda: intervals([1, 2], [0]),
    lambda: intervals([1, 2], [2, 3]),
    lambda: intervals(["inf"], [5]),
)
