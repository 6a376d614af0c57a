"""Hierarchies: made by rule, by hand, or suggested; always a tree."""

import pandas as pd
from hypothesis import given
from hypothesis import strategies as st

from leakage.cover import covers
from leakage.published.hierarchy import Hierarchy, flat, intervals, suggest_hierarchy, suppressed_digits, tree
from tests.refusals import refused
from tests.strategies import quick

numbers = st.lists(st.integers(-50, 120), min_size=1, max_size=20)
codes = st.lists(st.text("0123456789", min_size=1, max_size=5), min_size=1, max_size=10)
words = st.lists(st.sampled_from(["State-gov", "State-own", "Private", "Self-emp-inc", "Self-emp"]), min_size=1)
columns = st.one_of(numbers, codes, words, st.lists(st.one_of(st.none(), st.floats(-9, 9)), min_size=1, max_size=9))


@quick
@given(columns)
def test_a_suggestion_has_every_value_and_ends_at_nothing(values):
    hierarchy = suggest_hierarchy(values)
    assert set(hierarchy.levels[-1]) == {"*"} or len(hierarchy.values) == 1
    assert Hierarchy.from_frame(hierarchy.to_frame()) == hierarchy
    for place, value in enumerate(hierarchy.values):
        if value != "(missing)":
            assert all(covers(level[place], value) for level in hierarchy.levels)
    for lower, higher in zip(hierarchy.levels, hierarchy.levels[1:], strict=False):
        assert len(set(higher)) <= len(set(lower))


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
def test_intervals_hold_their_number(values, widths):
    hierarchy = intervals(values, widths)
    for place, value in enumerate(hierarchy.values):
        assert all(covers(level[place], value) for level in hierarchy.levels)
    for level, width in zip(hierarchy.levels[1:], widths, strict=False):
        together = [
            (int(a), int(b))
            for a, x in zip(hierarchy.values, level, strict=True)
            for b, y in zip(hierarchy.values, level, strict=True)
            if x == y
        ]
        assert all(a // width == b // width for a, b in together)


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
