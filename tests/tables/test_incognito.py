"""Incognito against a search of the whole lattice, and on the census."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.progress import listening
from leakage.tables import (
    Hierarchy,
    PublishedTable,
    Requirement,
    class_yardsticks,
    delta_disclosure,
    distinct_l_diversity,
    distribution_leakage,
    entropy_leakage,
    flat,
    generalised,
    incognito,
    information_loss,
    k_anonymity,
    t_closeness,
    tree,
)
from tests.oracles import tables as oracle
from tests.oracles.earth_mover import earth_mover, hierarchical
from tests.strategies import thorough
from tests.tables.census import HEIGHTS, QUASI_IDENTIFIERS, SENSITIVE, census, census_hierarchies

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
    st.builds(Requirement, recursive=st.tuples(st.sampled_from([0.5, 1.0, 2.0]), st.integers(1, 3))),
    st.builds(
        Requirement,
        k=st.integers(1, 3),
        t=st.sampled_from([0.1, 0.25, 0.4]),
        distance=st.sampled_from(["equal", "ordered", "kl", ALIKE]),
    ),
    st.builds(Requirement, delta=st.sampled_from([0.5, 1.0, 2.0]), k=st.integers(1, 3)),
    st.builds(Requirement, epsilon=st.sampled_from([0.1, 0.3, 0.6])),
    st.builds(Requirement, alpha=st.sampled_from([0.05, 0.2, 0.6]), k=st.integers(1, 3)),
)


def table_of(rows):
    return PublishedTable(pd.DataFrame(rows, columns=[*NAMES, "S"]), NAMES, "S")


def classes_at(rows, levels):
    """The sensitive values by class, each value of a row looked up for itself."""
    classes = {}
    for *known, value in rows:
        key = tuple(
            HIERARCHIES[name].generalised(cell, level) for name, cell, level in zip(NAMES, known, levels, strict=True)
        )
        classes.setdefault(key, []).append(value)
    return list(classes.values())


def by_branches(values, whole):
    """The earth mover's distance where p and q are half as far apart as either from r."""
    ground = hierarchical("pqr", ALIKE.levels)
    shares = ([held.count(value) / len(held) for value in "pqr"] for held in (values, whole))
    return earth_mover(*shares, ground)


def good(values, whole, asked):
    """Whether a class satisfies a requirement, as the definitions read."""
    far = {
        "equal": oracle.total_variation,
        "ordered": oracle.earth_mover,
        "kl": oracle.divergence,
        ALIKE: by_branches,
    }[asked.distance]
    return (
        len(values) >= asked.k
        and len(set(values)) >= asked.distinct_l
        and 2 ** oracle.entropy(values) >= asked.entropy_l - 1e-9
        and (asked.recursive is None or oracle.recursive(values, asked.recursive[0]) >= asked.recursive[1])
        and (asked.t == np.inf or far(values, whole) <= asked.t + 1e-9)
        and (asked.delta == np.inf or oracle.disclosure(values, whole) <= asked.delta + 1e-9)
        and (asked.epsilon == np.inf or oracle.euclid(values, whole) <= asked.epsilon + 1e-9)
        and (asked.alpha == np.inf or abs(oracle.entropy(whole) - oracle.entropy(values)) <= asked.alpha + 1e-9)
    )


def left_out(rows, levels, asked):
    whole = [row[-1] for row in rows]
    return sum(len(values) for values in classes_at(rows, levels) if not good(values, whole, asked))


@thorough
@given(rows, requirements, st.sampled_from([0.0, 0.0, 10.0, 35.0]))
def test_all_minimal_generalisations_are_found(lines, asked, suppression):
    """With and without suppression, for what is monotone and what is not."""
    search = incognito(table_of(lines), HIERARCHIES, asked, suppression)
    allowed = int(len(lines) * suppression / 100 + 1e-9)
    nodes = oracle.lattice([2, 2, 1])
    satisfying = [levels for levels in nodes if left_out(lines, levels, asked) <= allowed]
    assert sorted(way.levels for way in search.minimal) == oracle.minimal(satisfying)
    assert (search.satisfying, search.lattice) == (len(satisfying), len(nodes))
    for way in search.minimal:
        kept = [len(v) for v in classes_at(lines, way.levels) if good(v, [row[-1] for row in lines], asked)]
        assert way.suppressed == len(lines) - sum(kept) and way.classes == len(kept)
        assert way.loss == information_loss(kept, way.suppressed, way.levels, [2, 2, 1])


@thorough
@given(rows, requirements)
def test_the_monotone_part_is_monotone(lines, asked):
    """Where a level satisfies it, every higher one does; with suppression and without."""
    for suppressing, allowed in ((False, 0), (True, 2)):
        part = asked.monotone_part(suppressing)
        holds = {levels: left_out(lines, levels, part) <= allowed for levels in oracle.lattice([2, 2, 1])}
        for lower, ok in holds.items():
            assert not ok or all(holds[h] for h in holds if all(map(int.__le__, lower, h)))


def test_entropy_leakage_is_not_monotone():
    """Two classes with about the entropy of the whole table, put together, have more."""
    lines = [
        (known, "1", "x", v) for known, held in (("a", "ppppq"), ("b", "pqqqq"), ("c", "ppppq" * 19)) for v in held
    ]
    asked = Requirement(alpha=0.1)
    assert left_out(lines, (0, 0, 0), asked) == 0
    assert left_out(lines, (1, 0, 0), asked) == 10
    assert asked.monotone_part(False) == asked.monotone_part(True) == Requirement()
    search = incognito(table_of(lines), HIERARCHIES, asked)
    assert [way.levels for way in search.minimal] == [(0, 0, 0)]
    assert search.satisfying == sum(left_out(lines, levels, asked) == 0 for levels in oracle.lattice([2, 2, 1])) < 18


def test_closeness_with_suppression_is_not_monotone():
    """A class that satisfies is spoiled by one that was suppressed before."""
    balanced = [("a", "1", "x", v) for v in "pq"]
    odd = [("b", "1", "x", v) for v in "pppp"]
    rest = [("c", "1", "x", v) for v in "pq" * 10]
    rows = [*balanced, *odd, *rest]
    asked = Requirement(t=0.1)
    assert left_out(rows, (0, 0, 0), asked) == 4
    assert left_out(rows, (1, 0, 0), asked) == 6
    minimal = incognito(table_of(rows), HIERARCHIES, asked, 16.0).minimal
    assert [way.levels for way in minimal] == [(0, 0, 0)]
    assert incognito(table_of(rows), HIERARCHIES, asked, 16.0).satisfying < 18


@thorough
@given(rows, requirements, st.sampled_from([0.0, 20.0]))
def test_what_is_published_satisfies(lines, asked, suppression):
    table = table_of(lines)
    prior = table.distribution()
    for way in incognito(table, HIERARCHIES, asked, suppression).minimal:
        try:
            published = generalised(table, HIERARCHIES, way.levels, asked)
        except ValueError as refused:
            assert "at least" in str(refused)
            continue
        assert len(published.rows) == len(lines) - way.suppressed
        assert len(class_yardsticks(published)) == way.classes
        assert k_anonymity(published) >= asked.k and distinct_l_diversity(published) >= asked.distinct_l
        assert t_closeness(published, asked.distance, prior) <= asked.t + 1e-9
        assert delta_disclosure(published, prior) <= asked.delta + 1e-9
        assert distribution_leakage(published, prior).maximum <= asked.epsilon + 1e-9
        assert entropy_leakage(published, prior).maximum <= asked.alpha + 1e-9


def test_only_what_is_needed_is_published():
    frame = pd.DataFrame({"Name": ["n", "m"], "A": ["a", "b"], "S": ["p", "q"]})
    table = PublishedTable(frame, ["A"], "S")
    published = generalised(table, {"A": flat("ab")}, [1])
    assert list(published.frame.columns) == ["A", "S"]
    assert published.frame.to_numpy().tolist() == [["*", "p"], ["*", "q"]]
    assert generalised(table, {"A": flat("ab")}, [0]).frame["A"].tolist() == ["a", "b"]


def test_empty_cells_are_a_value_or_dropped():
    frame = pd.DataFrame({"A": ["a", None, "b", "a"], "S": ["p", "q", "q", None]})
    hierarchies = {"A": flat(frame["A"])}
    assert hierarchies["A"].values == ("(missing)", "a", "b")
    assert k_anonymity(generalised(PublishedTable(frame, ["A"], "S"), hierarchies, [1])) == 4
    dropped = PublishedTable(frame, ["A"], "S", "dropped")
    assert [way.levels for way in incognito(dropped, hierarchies, Requirement(k=2)).minimal] == [(1,)]
    for attempt in (
        lambda table: incognito(table, hierarchies, Requirement(k=2)),
        lambda table: generalised(table, hierarchies, [1]),
    ):
        with pytest.raises(ValueError, match="a value of their own, or their rows dropped"):
            attempt(PublishedTable(frame, ["A"], "S", "anything"))


def test_nothing_satisfies():
    search = incognito(table_of([("a", "1", "x", "p"), ("b", "2", "y", "q")]), HIERARCHIES, Requirement(k=3))
    assert (search.minimal, search.satisfying) == ((), 0)


def test_how_far_it_is_and_how_to_stop_it():
    heard = []
    table = table_of([("a", "1", "x", "p"), ("b", "2", "y", "q"), ("c", "3", "x", "q")])
    with listening(lambda what, done, total: heard.append((done, total))):
        incognito(table, HIERARCHIES, Requirement(k=2, alpha=0.9))
    assert heard[0] == (1, 47) and heard[46] == (47, 47)

    def stop(what, done, total):
        raise InterruptedError

    with pytest.raises(InterruptedError), listening(stop):
        incognito(table, HIERARCHIES, Requirement(k=2))


TABLE = table_of([("a", "1", "x", "p"), ("b", "2", "y", "q")])
BAD = [
    (lambda: incognito(TABLE, {"A": THREE}, Requirement()), "every quasi-identifier must have a hierarchy"),
    (lambda: generalised(TABLE, {"A": THREE}, [0, 0, 0]), "every quasi-identifier must have a hierarchy"),
    (lambda: incognito(TABLE, {**HIERARCHIES, "A": flat("ac")}, Requirement()), "every value of its column"),
    (lambda: incognito(TABLE, HIERARCHIES, Requirement(), 100.0), r"in \[0, 100\) percent, got 100.0"),
    (lambda: incognito(TABLE, HIERARCHIES, Requirement(), -1.0), "got -1.0"),
    (lambda: generalised(TABLE, HIERARCHIES, [0, 0]), "one level for each"),
    (lambda: generalised(TABLE, HIERARCHIES, [0, 0, 2]), "height of its hierarchy.*got 2"),
    (lambda: Requirement(distinct_l=0), "distinct_l must be at least 1, got 0"),
    (lambda: Requirement(entropy_l=0.5), "entropy_l must be at least 1, got 0.5"),
    (lambda: Requirement(t=-0.1), "t must be at least 0, got -0.1"),
    (lambda: Requirement(alpha=float("nan")), "alpha must be at least 0, got nan"),
    (lambda: Requirement(recursive=(0.0, 2)), "c more than 0"),
    (lambda: Requirement(distance="far"), "equal, ordered, kl or a hierarchy"),
    (lambda: information_loss([1], 0, [3], [2]), "height of its hierarchy"),
]


@pytest.mark.parametrize(("attempt", "sentence"), BAD)
def test_bad_input(attempt, sentence):
    with pytest.raises(ValueError, match=sentence):
        attempt()


def test_information_loss():
    """4 and 4 of 10 rows; two suppressed. Half way up one of two hierarchies."""
    loss = information_loss([4, 4], 2, [1, 0], [2, 3])
    assert loss.discernibility == 16 + 16 + 2 * 10
    assert loss.average_class_size == 4.0
    assert loss.precision_loss == pytest.approx((8 * 0.25 + 2) / 10)
    assert information_loss([], 3, [0], [0]).precision_loss == 1.0
    assert information_loss([3], 0, [0], [0]).precision_loss == 0.0


@pytest.fixture(scope="module")
def adult():
    frame = census()
    return PublishedTable(frame, QUASI_IDENTIFIERS, SENSITIVE), census_hierarchies(frame)


def test_the_census_as_the_paper_describes_it(adult):
    """Ren & Li, Section V-B and Table IV: heights of the hierarchies, and how many values a column has."""
    table, hierarchies = adult
    assert len(table.values) == 14
    assert tuple(hierarchies[name].height for name in QUASI_IDENTIFIERS) == HEIGHTS
    domains = [len(column.values) for column in table.columns]
    # The paper prints 74 ages; this extract has 72.
    assert domains == [72, 7, 16, 41, 7, 5, 2]


@pytest.mark.parametrize(
    ("asked", "suppression"), [(Requirement(k=6, distinct_l=6, t=0.5), 0.0), (Requirement(k=6, t=0.5, alpha=0.9), 2.0)]
)
def test_the_census_with_two_quasi_identifiers_against_the_whole_lattice(adult, asked, suppression):
    table, hierarchies = adult
    two = PublishedTable(table.frame, QUASI_IDENTIFIERS[:2], SENSITIVE)
    search = incognito(two, hierarchies, asked, suppression)
    allowed, prior = int(len(table.rows) * suppression / 100), two.distribution()

    def satisfies(levels):
        classes = class_yardsticks(generalised(two, hierarchies, levels), prior)
        kept = (classes["rows"] >= asked.k) & (classes["distinct_values"] >= asked.distinct_l)
        kept &= (classes["equal"] <= asked.t) & (classes["entropy_leakage"] <= asked.alpha)
        return classes["rows"][~kept].sum() <= allowed

    satisfying = [levels for levels in oracle.lattice([4, 2]) if satisfies(levels)]
    assert satisfying
    assert sorted(way.levels for way in search.minimal) == oracle.minimal(satisfying)


def test_the_census_with_seven_quasi_identifiers(adult):
    """What is found satisfies, and what is one level below in any column does not."""
    table, hierarchies = adult
    search = incognito(table, hierarchies, Requirement(k=6, distinct_l=6, t=0.5))
    assert search.lattice == 2160 and search.minimal
    # What fails for some quasi-identifiers is not looked at for more.
    assert search.checked < 500
    for way in search.minimal:
        published = generalised(table, hierarchies, way.levels)
        assert k_anonymity(published) >= 6 and distinct_l_diversity(published) >= 6 and t_closeness(published) <= 0.5
        for place, level in enumerate(way.levels):
            if level:
                lower = generalised(table, hierarchies, [*way.levels[:place], level - 1, *way.levels[place + 1 :]])
                assert k_anonymity(lower) < 6 or distinct_l_diversity(lower) < 6 or t_closeness(lower) > 0.5
