"""Hierarchies, and all ways to generalise a table by them, row by row."""

import itertools
import operator

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.cover import covers
from leakage.published.generalisation import Requirement, combinations, generalisations, generalised, minimal
from leakage.published.hierarchy import Hierarchy, flat, intervals, suggest_hierarchy, suppressed_digits, tree
from leakage.published.summary import class_yardsticks
from leakage.published.table import PublishedTable
from leakage.published.yardsticks import (
    distinct_l_diversity,
    distribution_leakage,
    entropy_leakage,
    k_anonymity,
    t_closeness,
)
from tests.oracles import tables as oracle
from tests.oracles.tables import earth_mover, hierarchical
from tests.published.strategies import QUASI_IDENTIFIERS, SENSITIVE, census, census_hierarchies
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


THREE = Hierarchy((("a", "b", "c", "d"), ("ab", "ab", "cd", "cd"), ("*", "*", "*", "*")))
UNEVEN = Hierarchy((("1", "2", "3"), ("1", "23", "23"), ("*", "*", "*")))
ALIKE = tree({"p": "first", "q": "first"}, "pqr")
HIERARCHIES = {"A": THREE, "B": UNEVEN, "C": flat("xy")}
NAMES = list(HIERARCHIES)

rows = st.lists(
    st.tuples(st.sampled_from("abcd"), st.sampled_from("123"), st.sampled_from("xy"), st.sampled_from("pqr")),
    min_size=2,
    max_size=14,
).filter(lambda rows: len({row[-1] for row in rows}) > 1)

requirements = st.one_of(
    st.builds(Requirement, k=st.integers(1, 4), distinct_l=st.integers(1, 3)),
    st.builds(Requirement, k=st.integers(1, 3), entropy_l=st.sampled_from([1.0, 1.5, 2.0])),
    st.builds(
        Requirement,
        k=st.integers(1, 3),
        t=st.sampled_from([0.1, 0.25, 0.4]),
        distance=st.sampled_from(["equal", "ordered", "kl", ALIKE]),
    ),
    st.builds(Requirement, epsilon=st.sampled_from([0.1, 0.3, 0.6])),
    st.builds(Requirement, alpha=st.sampled_from([0.05, 0.2, 0.6]), k=st.integers(1, 3)),
)


def table_of(rows):
    return PublishedTable(pd.DataFrame(rows, columns=[*NAMES, "S"]), NAMES, "S")


def classes_at(rows, levels):
    """The sensitive values by class, each value of a row looked up for itself."""
    classes = {}
    for *cells, value in rows:
        key = tuple(
            HIERARCHIES[name].levels[level][HIERARCHIES[name].values.index(cell)]
            for name, cell, level in zip(NAMES, cells, levels, strict=True)
        )
        classes.setdefault(key, []).append(value)
    return list(classes.values())


def by_branches(values, whole):
    """The earth mover's distance where p and q are half as far apart as either from r."""
    ground = hierarchical("pqr", ALIKE.levels)
    shares = ([class_values.count(value) / len(class_values) for value in "pqr"] for class_values in (values, whole))
    return earth_mover(*shares, ground)


def good(values, whole, needs):
    """Whether a class satisfies a requirement, as the definitions read."""
    far = {
        "equal": oracle.total_variation,
        "ordered": oracle.ordered_distance,
        "kl": oracle.divergence,
        ALIKE: by_branches,
    }[needs.distance]
    return (
        len(values) >= needs.k
        and len(set(values)) >= needs.distinct_l
        and 2 ** oracle.entropy(values) >= needs.entropy_l - 1e-9
        and (needs.t == np.inf or far(values, whole) <= needs.t + 1e-9)
        and (needs.epsilon == np.inf or oracle.euclid(values, whole) <= needs.epsilon + 1e-9)
        and (needs.alpha == np.inf or abs(oracle.entropy(whole) - oracle.entropy(values)) <= needs.alpha + 1e-9)
    )


def left_out(rows, levels, needs):
    whole = [row[-1] for row in rows]
    return sum(len(values) for values in classes_at(rows, levels) if not good(values, whole, needs))


@thorough
@given(rows, requirements, st.sampled_from([0.0, 0.0, 10.0, 35.0]))
def test_all_generalisations_are_found_that_satisfy(lines, needs, suppression):
    found = generalisations(table_of(lines), HIERARCHIES, needs, suppression)
    allowed = int(len(lines) * suppression / 100 + 1e-9)
    satisfying = [levels for levels in oracle.lattice([2, 2, 1]) if left_out(lines, levels, needs) <= allowed]
    assert sorted(way.levels for way in found) == satisfying
    assert sorted(way.levels for way in minimal(found)) == oracle.minimal(satisfying)
    assert [way.classes for way in found] == sorted((way.classes for way in found), reverse=True)
    for way in found:
        kept = [len(v) for v in classes_at(lines, way.levels) if good(v, [row[-1] for row in lines], needs)]
        assert way.suppressed == len(lines) - sum(kept) and way.classes == len(kept)


@thorough
@given(rows, requirements, st.sampled_from([0.0, 20.0]))
def test_what_is_published_satisfies(lines, needs, suppression):
    table = table_of(lines)
    prior = table.distribution()
    for way in generalisations(table, HIERARCHIES, needs, suppression):
        try:
            published = generalised(table, HIERARCHIES, way.levels, needs)
        except ValueError as refused:
            assert "at least" in str(refused)
            continue
        assert len(published.rows) == len(lines) - way.suppressed
        assert len(class_yardsticks(published)) == way.classes
        assert k_anonymity(published) >= needs.k and distinct_l_diversity(published) >= needs.distinct_l
        assert t_closeness(published, needs.distance, prior) <= needs.t + 1e-9
        assert distribution_leakage(published, prior).max() <= needs.epsilon + 1e-9
        assert entropy_leakage(published, prior).max() <= needs.alpha + 1e-9


def test_empty_cells_are_a_value_or_dropped():
    frame = pd.DataFrame({"A": ["a", None, "b", "a"], "S": ["p", "q", "q", None]})
    hierarchies = {"A": flat(frame["A"])}
    assert hierarchies["A"].values == ("(missing)", "a", "b")
    assert k_anonymity(generalised(PublishedTable(frame, ["A"], "S"), hierarchies, [1])) == 4
    dropped = PublishedTable(frame, ["A"], "S", "dropped")
    assert [way.levels for way in generalisations(dropped, hierarchies, Requirement(k=2))] == [(1,)]


FLAT = flat([*"abcdxy123"])
DEEP = Hierarchy((*[FLAT.values] * 12, *FLAT.levels))
TABLE = table_of([("a", "1", "x", "p"), ("b", "2", "y", "q")])
test_requirements_out_of_range = refused(
    lambda: generalisations(TABLE, {"A": THREE}, Requirement()),
    lambda: generalised(TABLE, {"A": THREE}, [0, 0, 0]),
    lambda: generalisations(TABLE, {**HIERARCHIES, "A": flat("ac")}, Requirement()),
    lambda: generalisations(TABLE, HIERARCHIES, Requirement(), 100.0),
    lambda: generalised(TABLE, HIERARCHIES, [0, 0, 2]),
    lambda: Requirement(entropy_l=0.5),
    lambda: Requirement(alpha=float("nan")),
    lambda: Requirement(distance="far"),
    lambda: generalisations(TABLE, dict.fromkeys(NAMES, DEEP), Requirement()),
    lambda: combinations(TABLE, {"A": THREE}),
)


@pytest.fixture(scope="module")
def adult():
    frame = census()
    return PublishedTable(frame, QUASI_IDENTIFIERS, SENSITIVE), census_hierarchies(frame)


def test_the_census_with_seven_quasi_identifiers(adult):
    """What is found satisfies, and what is one level below in any column does not."""
    table, hierarchies = adult
    found = minimal(generalisations(table, hierarchies, Requirement(k=6, distinct_l=6, t=0.5)))
    assert combinations(table, hierarchies) == 2160 and found
    for way in found:
        published = generalised(table, hierarchies, way.levels)
        assert k_anonymity(published) >= 6 and distinct_l_diversity(published) >= 6 and t_closeness(published) <= 0.5
        for place, level in enumerate(way.levels):
            if level:
                lower = generalised(table, hierarchies, [*way.levels[:place], level - 1, *way.levels[place + 1 :]])
                assert k_anonymity(lower) < 6 or distinct_l_diversity(lower) < 6 or t_closeness(lower) > 0.5
