"""The earth mover's distance under every ground distance against linear programming; a prior for each class."""

import itertools
import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.published import (
    Hierarchy,
    PublishedTable,
    class_yardsticks,
    conditional_prior,
    delta_disclosure,
    distribution_leakage,
    flat,
    hierarchical_distances,
    mutual_information,
    t_closeness,
    tree,
)
from leakage.scenarios.published import PUBLISHED
from tests.oracles import earth_mover as oracle
from tests.published.strategies import full_rows, table_if_any, table_of
from tests.strategies import quick

close = pytest.approx
VALUES = "vwxyz"


@st.composite
def hierarchies(draw):
    """Trees over the values, of several heights, with and without one root."""
    levels = [tuple(VALUES)]
    for number in range(draw(st.integers(1, 3))):
        below = sorted(set(levels[-1]))
        branch = {value: f"{number}{draw(st.integers(0, 2))}" for value in below}
        levels.append(tuple(branch[value] for value in levels[-1]))
    if draw(st.booleans()):
        levels.append(("*",) * len(VALUES))
    return Hierarchy(tuple(levels))


beliefs = (
    st.lists(st.integers(0, 5), min_size=5, max_size=5)
    .filter(any)
    .map(lambda odds: {value: odd / sum(odds) for value, odd in zip(VALUES, odds, strict=True)})
)


def filled(distribution):
    return [distribution.get(value, 0.0) for value in VALUES]


@quick
@given(full_rows, hierarchies(), beliefs)
def test_every_ground_distance_by_linear_programming(rows, hierarchy, prior):
    """Against a prior over all values, so that the values in a row are all of them."""
    table = table_if_any(rows)
    classes = class_yardsticks(table, prior, hierarchy=hierarchy)
    grounds = {
        "equal": oracle.equal(VALUES),
        "ordered": oracle.ordered(VALUES),
        "hierarchical": oracle.hierarchical(VALUES, hierarchy.levels),
    }
    for name, ground in grounds.items():
        moved = [oracle.earth_mover(filled(table.distribution(y)), filled(prior), ground) for y in range(len(classes))]
        assert classes[name].tolist() == close(moved, abs=1e-9)
    assert t_closeness(table, hierarchy, prior) == t_closeness(table, hierarchy, prior) == classes["hierarchical"].max()


@quick
@given(full_rows, hierarchies())
def test_against_the_table_itself(rows, hierarchy):
    table = table_if_any(rows)
    ground = oracle.hierarchical(VALUES, hierarchy.levels)
    whole = filled(table.distribution())
    moved = [oracle.earth_mover(filled(table.distribution(y)), whole, ground) for y in range(table.counts.classes)]
    assert hierarchical_distances(table, hierarchy).tolist() == close(moved, abs=1e-9)
    assert t_closeness(table, flat(VALUES)) == close(t_closeness(table, "equal"), abs=1e-12)


@quick
@given(full_rows, hierarchies(), st.data())
def test_a_prior_for_each_class(rows, hierarchy, data):
    """Every yardstick of a class is what it is where everybody has its prior (Ren & Li, Definitions 2 and 4)."""
    table = table_if_any(rows)
    number = table.counts.classes
    priors = data.draw(st.lists(beliefs, min_size=number, max_size=number))
    together = class_yardsticks(table, priors, hierarchy=hierarchy)
    for y, prior in enumerate(priors):
        alone = class_yardsticks(table, prior, hierarchy=hierarchy).iloc[y]
        assert together.iloc[y].tolist() == close(alone.tolist(), abs=1e-12)
    assert delta_disclosure(table, priors) == together["delta_disclosure"].max()
    expected = (table.counts.class_probabilities * together["kl"]).sum()
    assert mutual_information(table, priors) == close(expected) or math.isinf(expected)


@quick
@given(full_rows, st.sets(st.sampled_from([0, 1])))
def test_what_is_known_from_statistics(rows, columns):
    """The share of each value among the rows that agree with the class in the columns known."""
    table = table_if_any(rows)
    priors = conditional_prior(table, [table.quasi_identifiers[place] for place in sorted(columns)])
    assert len(priors) == table.counts.classes
    for y, prior in enumerate(priors):
        mine = tuple(table.class_values(y).values())
        alike = [value for cells, value in rows if all(cells[place] == mine[place] for place in columns)]
        assert prior == close({value: alike.count(value) / len(alike) for value in table.values})


def test_what_is_known_leaves_less_to_be_told():
    """All columns: nothing is told. None: what is told against the whole table."""
    table = table_of([(("a", "a"), "v"), (("a", "b"), "w"), (("b", "a"), "v"), (("b", "b"), "v")])
    whole, everything = conditional_prior(table, []), conditional_prior(table, table.quasi_identifiers)
    pd.testing.assert_frame_equal(class_yardsticks(table, whole), class_yardsticks(table))
    assert (
        class_yardsticks(table, everything)[["equal", "kl", "distribution_leakage", "entropy_leakage"]].to_numpy().max()
        == 0.0
    )
    by_first = class_yardsticks(table, conditional_prior(table, ["Q0"]))
    assert by_first["equal"].tolist() == [0.5, 0.5, 0.0, 0.0]
    assert distribution_leakage(table, conditional_prior(table, ["Q0"])).maximum == close(math.sqrt(0.5))


def test_a_population_beside_the_table():
    """Where rows were suppressed, what was known counts them too."""
    rows = [(("a", "a"), "v"), (("a", "b"), "w"), (("a", "b"), "w"), (("b", "b"), "v"), (("b", "b"), "w")]
    whole, published = table_of(rows), table_of(rows[1:])
    assert conditional_prior(published, ["Q0"], whole)[0] == close({"v": 1 / 3, "w": 2 / 3})
    with pytest.raises(ValueError, match="somebody like every class"):
        conditional_prior(whole, ["Q1"], published)


def test_cells_that_are_empty():
    rows = [(("a", None), "v"), (("a", "x"), None), (("b", "x"), "w"), ((None, "x"), "v")]
    table = table_of(rows)
    assert conditional_prior(table, ["Q1"])[0] == {"v": 1.0, "w": 0.0, "(missing)": 0.0}
    levels = (("v", "w", "(missing)"), ("known", "known", "(missing)"), ("*", "*", "*"))
    assert hierarchical_distances(table, Hierarchy(levels)).shape == (4,)


DISEASES = {
    "flu": "respiratory infection",
    "pneumonia": "respiratory infection",
    "bronchitis": "respiratory infection",
    "gastric ulcer": "stomach disease",
    "gastritis": "stomach disease",
    "stomach cancer": "stomach disease",
    "respiratory infection": "respiratory system disease",
    "stomach disease": "digestive system disease",
}


def disease_table():
    example = next(example for example in PUBLISHED if example.key == "diseases-close")
    assert example.parents == {"Disease": DISEASES}
    return PublishedTable(example.frame, example.quasi_identifiers, example.sensitive)


def test_ren_li_table_2_of_diseases():
    """Printed is "0.278-closeness" for Disease; by the hierarchy of Li et al. it is 8/27 = 0.296.

    That hierarchy has three levels above the diseases, so every distance is a multiple of 1/27 and none is 0.278.
    """
    hierarchy = tree(DISEASES)
    assert hierarchy.height == 3
    assert hierarchical_distances(disease_table(), hierarchy).tolist() == close([7 / 27, 8 / 27, 5 / 27])
    assert t_closeness(disease_table(), hierarchy) == close(8 / 27) != close(0.278, abs=5e-4)


def partitions(values):
    if not values:
        yield []
        return
    for rest in partitions(values[1:]):
        yield [[values[0]], *rest]
        for place in range(len(rest)):
            yield [*rest[:place], [values[0], *rest[place]], *rest[place + 1 :]]


def test_ren_li_table_2_what_would_print_0_278():
    """5/18 needs half the total variation: two levels, and a flu beside a stomach disease, or all as one."""
    table = disease_table()
    kinds = {value: "stomach" if "stomach" in DISEASES[value] else "lungs" for value in table.values}
    fitting = []
    for groups in partitions(list(table.values)):
        name = {value: str(number) for number, group in enumerate(groups) for value in group}
        levels = (tuple(table.values), tuple(name[value] for value in table.values), ("*",) * len(name))
        if math.isclose(t_closeness(table, Hierarchy(levels)), 0.278, abs_tol=5e-4):
            fitting.append(groups)
    assert len(fitting) == 8
    assert all(any(len({kinds[value] for value in group}) > 1 for group in groups) for groups in fitting)


def test_earth_movers_keep_their_order():
    """A coarser ground distance never moves more: by a hierarchy at most as far as where all are equally far."""
    draw = np.random.default_rng(3)
    for _ in range(40):
        rows = [((str(draw.integers(3)), "a"), VALUES[draw.integers(5)]) for _ in range(12)]
        table = table_of([*rows, (("9", "9"), "v"), (("9", "9"), "w")])
        for height in (1, 2):
            levels = [tuple(VALUES), *itertools.repeat(("p", "p", "q", "q", "q"), height), ("*",) * 5]
            assert t_closeness(table, Hierarchy(tuple(levels))) <= t_closeness(table) + 1e-12


BAD = [
    (lambda table: t_closeness(table, flat(["v"])), "must have every sensitive value"),
    (lambda table: class_yardsticks(table, [{"v": 1.0}]), "one prior for each of the 2 classes, got 1"),
    (lambda table: class_yardsticks(table, [{"v": 1.0}, {"v": 0.5}]), "add up to 1, got 0.5"),
    (lambda table: conditional_prior(table, ["S"]), "must be quasi-identifiers"),
]


@pytest.mark.parametrize(("attempt", "sentence"), BAD)
def test_bad_input(attempt, sentence):
    with pytest.raises(ValueError, match=sentence):
        attempt(table_of([(("a", "a"), "v"), (("b", "b"), "w")]))


def test_too_many_classes_for_a_prior_of_each(monkeypatch):
    monkeypatch.setattr("leakage.published.yardsticks.LARGEST_PRIOR", 3)
    with pytest.raises(ValueError, match="too many classes"):
        class_yardsticks(table_of([(("a", "a"), "v"), (("b", "b"), "w")]), [{"v": 1.0}, {"w": 1.0}])
