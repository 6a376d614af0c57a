"""The yardsticks of a table against their definitions; its rows as records (Whang & Garcia-Molina 2012, Section 3)."""

import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.decision.leakage import information_leakage
from leakage.frames import records_of
from leakage.published import (
    PublishedTable,
    class_yardsticks,
    delta_disclosure,
    distinct_l_diversity,
    distribution_leakage,
    entropy_l_diversity,
    entropy_leakage,
    k_anonymity,
    mutual_information,
    recursive_l_diversity,
    report,
    t_closeness,
)
from leakage.published.estimation import estimation_error, joint_of
from leakage.published.hierarchy import Hierarchy, flat, tree
from leakage.published.records import as_published, class_records, classes_of, read_table_csv
from leakage.published.summary import HIGHER_IS_SAFER, REPORTED
from leakage.published.yardsticks import conditional_prior
from leakage.record import Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.operations import Resolve
from leakage.resolution.rules import Shares
from leakage.scenarios.published import ALICE, BACKGROUND, PUBLISHED, ZOE
from tests.oracles import tables as oracle
from tests.oracles.tables import earth_mover, equal, hierarchical, ordered
from tests.published.strategies import KNOWN, SECRET, full_rows, gappy_rows, table_if_any, table_of, tables
from tests.refusals import refused
from tests.strategies import quick, thorough

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


@thorough
@given(gappy_rows, st.sampled_from(["value", "dropped"]))
def test_every_yardstick_by_its_definition(rows, missing):
    table = table_if_any(rows, missing)
    if missing == "value":
        rows = [(tuple(cell or "~" for cell in quasi), value or "~") for quasi, value in rows]
    values, whole = oracle.classes(rows, missing)
    classes = class_yardsticks(table)
    assert classes["rows"].tolist() == [len(own) for own in values]
    assert classes["distinct_values"].tolist() == [len(set(own)) for own in values]
    assert classes["effective_values"].tolist() == close([2 ** oracle.entropy(own) for own in values])
    assert classes["equal"].tolist() == close([oracle.total_variation(own, whole) for own in values])
    assert classes["ordered"].tolist() == close([oracle.ordered_distance(own, whole) for own in values])
    assert classes["kl"].tolist() == close([oracle.divergence(own, whole) for own in values], abs=1e-12)
    assert classes["delta_disclosure"].tolist() == close([oracle.disclosure(own, whole) for own in values])
    supported = [oracle.disclosure(own, whole, support=True) for own in values]
    assert classes["delta_disclosure_over_support"].tolist() == close(supported)
    assert classes["distribution_leakage"].tolist() == close([oracle.euclid(own, whole) for own in values])
    entropies = [abs(oracle.entropy(whole) - oracle.entropy(own)) for own in values]
    assert classes["entropy_leakage"].tolist() == close(entropies, abs=1e-12)
    assert classes["error"].tolist() == close([1 - max(own.count(x) for x in own) / len(own) for own in values])
    for c in (0.3, 1.0, 1.5, 3.0):
        assert recursive_l_diversity(table, c) == min(oracle.recursive(own, c) for own in values)
    weights = [len(own) / len(whole) for own in values]
    divergences = [oracle.divergence(own, whole) for own in values]
    assert mutual_information(table) == close(sum(map(math.prod, zip(weights, divergences, strict=True))), abs=1e-12)


@quick
@given(tables)
def test_a_table_is_as_good_as_its_worst_class(table):
    """By each function, in one report, and from the DataFrame."""
    classes, columns = class_yardsticks(table), {"quasi_identifiers": KNOWN, "sensitive": SECRET}
    by_function = {
        "k-anonymity": (k_anonymity, classes["rows"].min()),
        "distinct l-diversity": (distinct_l_diversity, classes["distinct_values"].min()),
        "entropy l-diversity": (entropy_l_diversity, classes["effective_values"].min()),
        "t-closeness": (t_closeness, classes["equal"].max()),
        "δ-disclosure": (delta_disclosure, classes["delta_disclosure"].max()),
        "mutual information": (mutual_information, np.average(classes["kl"], weights=classes["rows"])),
    }
    told = report(table.frame, KNOWN, SECRET)
    assert told.equals(report(table))
    for name, (yardstick, worst) in by_function.items():
        assert told[name] == yardstick(table) == yardstick(table.frame, **columns)
        assert told[name] == close(worst, abs=1e-12)
    for name, distance in (("t-closeness, ordered", "ordered"), ("t-closeness, KL divergence", "kl")):
        assert told[name] == t_closeness(table, distance) == classes[distance].max()
    assert told["distribution leakage"] == distribution_leakage(table).max() == classes["distribution_leakage"].max()
    assert told["entropy leakage"] == entropy_leakage(table).max() == classes["entropy_leakage"].max()
    assert told["attacker's error, average"] == close(estimation_error(joint_of(table)).average)
    assert told["attacker's error, worst class"] == close(estimation_error(joint_of(table)).worst_case)


@quick
@given(tables)
def test_by_every_yardstick_a_table_is_safest_as_one_class(table):
    told, one = report(table), report(table.frame.assign(**dict.fromkeys(KNOWN, "*")), KNOWN, SECRET)
    for name, value in told.items():
        sign = 1.0 if REPORTED[name] in HIGHER_IS_SAFER else -1.0
        assert sign * one[name] >= sign * value - 1e-12, name


@quick
@given(full_rows, hierarchies(), beliefs)
def test_every_ground_distance_by_linear_programming(rows, hierarchy, prior):
    """Against a prior over all values, so that the values in a row are all of them."""
    table = table_if_any(rows)
    classes = class_yardsticks(table, prior, hierarchy=hierarchy)
    grounds = {
        "equal": equal(VALUES),
        "ordered": ordered(VALUES),
        "hierarchical": hierarchical(VALUES, hierarchy.levels),
    }
    for name, ground in grounds.items():
        moved = [earth_mover(filled(table.distribution(y)), filled(prior), ground) for y in range(len(classes))]
        assert classes[name].tolist() == close(moved, abs=1e-9)
    assert t_closeness(table, hierarchy, prior) == classes["hierarchical"].max()


@quick
@given(full_rows, st.lists(st.floats(0.01, 1.0), min_size=7, max_size=7))
def test_another_prior(rows, odds):
    """Beliefs over more values than the table has, in the order of the values."""
    table = table_if_any(rows)
    values = "uvwxyz~"
    prior = {value: odd / math.fsum(odds) for value, odd in zip(values, odds, strict=True)}
    classes = class_yardsticks(table, prior)
    q = np.array(list(prior.values()))
    for number in range(len(classes)):
        p = np.array([table.distribution(number).get(value, 0.0) for value in values])
        row = classes.iloc[number]
        assert row["equal"] == close(np.abs(p - q).sum() / 2)
        assert row["ordered"] == close(np.abs(np.cumsum(p - q)).sum() / (len(values) - 1))
        assert row["kl"] == close(sum(a * math.log2(a / b) for a, b in zip(p, q, strict=True) if a), abs=1e-12)
        assert row["distribution_leakage"] == close(np.linalg.norm(p - q))
        assert row["delta_disclosure"] == math.inf
    assert t_closeness(table, "equal", prior) == classes["equal"].max()
    assert distribution_leakage(table, prior).max() == classes["distribution_leakage"].max()
    assert entropy_leakage(table, prior).max() == classes["entropy_leakage"].max()


def test_a_prior_may_change_the_order_of_values():
    """Numbers in texts are sorted by size, but not once a word is among them."""
    table = table_of([(("a", "a"), "-5"), (("a", "a"), "3"), (("a", "a"), "3"), (("b", "b"), "3")])
    assert table.values == ("-5", "3")
    classes = class_yardsticks(table, {"3": 0.5, "-5": 0.25, "x": 0.25})
    assert classes["equal"].tolist() == close([0.25, 0.5])
    # In the order 3, -5, x.
    assert classes["ordered"].tolist() == close([(1 / 6 + 1 / 4) / 2, (1 / 2 + 1 / 4) / 2])


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


def test_a_population_beside_the_table():
    """Where rows were suppressed, what was known counts them too."""
    rows = [(("a", "a"), "v"), (("a", "b"), "w"), (("a", "b"), "w"), (("b", "b"), "v"), (("b", "b"), "w")]
    whole, published = table_of(rows), table_of(rows[1:])
    assert conditional_prior(published, ["Q0"], whole)[0] == close({"v": 1 / 3, "w": 2 / 3})
    with pytest.raises(ValueError, match="a row like every class"):
        conditional_prior(whole, ["Q1"], published)


def test_the_order_of_values():
    """Numbers in a text by their size; ordered categories."""
    rows = [("a", "10K"), ("a", "9K"), ("b", "11K"), ("b", "10K")]
    frame = pd.DataFrame(rows, columns=["Q", "S"])
    assert PublishedTable(frame, ["Q"], "S").values == ("9K", "10K", "11K")
    frame["S"] = pd.Categorical(frame["S"], ["10K", "9K", "8K", "11K"], ordered=True)
    turned = PublishedTable(frame, ["Q"], "S")
    assert turned.values == ("10K", "9K", "11K")
    assert t_closeness(turned, "ordered") == close(oracle.ordered_distance(["1", "2"], ["1", "2", "3", "1"]))


def test_missing_cells_two_ways():
    rows = [(("a", "x"), "v"), (("a", None), "w"), (("b", "x"), "v"), ((None, None), None), (("b", "x"), "w")]
    by_value = table_of(rows)
    assert class_yardsticks(by_value)["rows"].tolist() == [1, 1, 2, 1]
    assert by_value.class_values(3) == {"Q0": "(missing)", "Q1": "(missing)"}
    assert by_value.values == ("v", "w", "(missing)")
    dropped = table_of(rows, "dropped")
    assert len(dropped.rows) == dropped.counts.sizes.sum() == 3


def test_the_classes_are_told_by_their_quasi_identifiers():
    table = table_of([(("b", "a"), "v"), (("a", "c"), "w"), (("b", "a"), "w")])
    assert class_yardsticks(table).index.to_list() == [("b", "a"), ("a", "c")]
    assert class_yardsticks(table).index.names == KNOWN
    assert table.class_of.tolist() == [0, 1, 0]
    assert table.class_values(1) == {"Q0": "a", "Q1": "c"}


def frame_with(known=("a", "b"), secret=("v", "w"), names=("Q0", "Q1", "S")):
    return pd.DataFrame(list(zip(known, known, secret, strict=True)), columns=list(names), dtype=object)


TWO = table_of([(("a", "a"), "v"), (("b", "b"), "w")])
test_numbers_out_of_range = refused(
    lambda: PublishedTable(frame_with(), [], SECRET),
    lambda: PublishedTable(frame_with(), "Q0", SECRET),
    lambda: PublishedTable(frame_with(), ["Q0", "Z"], SECRET),
    lambda: PublishedTable(frame_with(), ["S"], SECRET),
    lambda: PublishedTable(frame_with(names=("Q0", "S", "S")), ["Q0"], SECRET),
    lambda: PublishedTable(frame_with(secret="vv"), KNOWN, SECRET),
    lambda: PublishedTable(frame_with().iloc[:0], KNOWN, SECRET),
    lambda: PublishedTable(frame_with(known=("a", None)), KNOWN, SECRET, "dropped"),
    lambda: PublishedTable(frame_with(), KNOWN, SECRET, "ignored"),
    lambda: PublishedTable(frame_with(known=(1, "b")), KNOWN, SECRET),
    lambda: k_anonymity(frame_with()),
    lambda: k_anonymity(TWO, sensitive="S"),
    lambda: t_closeness(TWO, "far"),
    lambda: t_closeness(TWO, flat(["v"])),
    lambda: recursive_l_diversity(TWO, 0),
    lambda: t_closeness(TWO, prior={"v": 0.5}),
    lambda: t_closeness(TWO, prior={"v": 2, "w": -1}),
    lambda: class_yardsticks(TWO, [{"v": 1.0}, {"v": 0.5}]),
    lambda: conditional_prior(TWO, ["S"]),
)


EXAMPLES = {example.key: example for example in PUBLISHED}
SAME_CLASS = Adversary(Resolve(Shares("Zip", "Age")))


def example_of(key):
    example = EXAMPLES[key]
    return PublishedTable(example.frame, example.quasi_identifiers, example.sensitive)


def rows_of(table):
    """R_a: one record a row."""
    return records_of(table.frame[[*table.quasi_identifiers, table.sensitive]])


def class_of(table, person):
    (number,) = classes_of(table, {label: person.values(label)[0] for label in table.quasi_identifiers})
    return int(number)


def leakage(key, person, *background, adversary=SAME_CLASS):
    table = example_of(key)
    number = class_of(table, person)
    records = [*rows_of(table), *(as_published(record, table, number) for record in background)]
    return information_leakage(records, as_published(person, table, number), adversary).leakage


def test_alice_and_zoe():
    """Section 3.1: "the information leakage of Zoe, 3/4, is higher than that of Alice, 2/3", though k is 3 for both.

    With background information "Alice's information leakage has increased from 2/3 to 4/5".
    """
    assert leakage("patients", ALICE) == pytest.approx(2 / 3)
    assert leakage("patients", ZOE) == pytest.approx(3 / 4)
    assert leakage("patients", ALICE, BACKGROUND) == pytest.approx(4 / 5)
    assert k_anonymity(example_of("patients")) == 3


@pytest.mark.parametrize("key", list(EXAMPLES))
def test_merged_rows_are_the_records_of_the_classes(key):
    table = example_of(key)
    composites = Adversary(Resolve(Shares(*table.quasi_identifiers))).resolve(rows_of(table)).composites
    assert set(composites) == set(class_records(table)) and len(composites) == table.counts.classes


def test_empty_cells_are_not_told():
    frame = pd.DataFrame({"Q": ["a", None, "a"], "S": ["v", "w", None]})
    table = PublishedTable(frame, ["Q"], "S")
    assert class_records(table) == (Record.of(("Q", "a"), ("S", "v")), Record.of(("S", "w")))


def test_a_value_is_told_as_the_class_tells_it_only_where_that_covers_it():
    table = example_of("patients")
    elsewhere = Record.of(("Name", "Dan"), ("Zip", "999"), ("Age", "31", 0.5), ("Age", "35", 0.7))
    published = as_published(elsewhere, table, 0)
    assert published.values("Zip") == ("999",)
    assert [(a.value, a.confidence) for a in published if a.label == "Age"] == [("3*", 0.7)]


def test_categories_are_covered_by_their_hierarchy():
    hierarchies = {"Q": tree({"Paris": "France", "Lyon": "France"}, ["Paris", "Lyon", "Rome"])}
    table = PublishedTable(pd.DataFrame({"Q": ["France", "Rome"], "S": ["v", "w"]}), ["Q"], "S")
    assert classes_of(table, {"Q": "Lyon"}, hierarchies).tolist() == [0]
    assert classes_of(table, {"Q": "Lyon"}).tolist() == []
    assert classes_of(table, {}).tolist() == [0, 1]
    person = Record.of(("Q", "Lyon"))
    assert as_published(person, table, 0, hierarchies).values("Q") == ("France",)
    assert as_published(person, table, 1, hierarchies) == as_published(person, table, 0) == person
    assert as_published(person, table, 0, {"Q": flat(["Rome"])}) == person


# Tables from files, as people have them.


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
@pytest.mark.parametrize("example", PUBLISHED, ids=lambda example: example.key)
def test_every_example_comes_back(example, delimiter, encoding):
    content = example.frame.to_csv(index=False, sep=delimiter).encode(encoding)
    pd.testing.assert_frame_equal(read_table_csv(content), example.frame, check_dtype=False)


def test_cells_are_texts_and_blanks_are_missing():
    frame = read_table_csv(b'Zip,"Name, first",NA\r\n01234, Bob ,NA\r\n"5,6",,nan\r\n')
    assert list(frame.columns) == ["Zip", "Name, first", "NA"]
    assert frame.iloc[0].tolist() == ["01234", "Bob", "NA"]
    assert frame["Name, first"].isna().tolist() == [False, True]
    assert frame.iloc[1].tolist()[::2] == ["5,6", "nan"]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n1,2\n",
        b"secret4711\n1\n2\n",
        b"secret4711,\n1,2\n3,4\n",
        b"secret4711,secret4711\n1,2\n3,4\n",
        b"a,b\nsecret4711,2\n",
        b"a,b\n1,2\nsecret4711,2,3,4\n",
        b"a,b\n\xff\xfe,secret4711\n1,2\n",
        b"a,b\n" + b"secret4711,2\n" * 5_000_000,
        b",".join(b"c%d" % n for n in range(300)) + b"\n1\n2\n",
    ],
)
def test_what_is_refused_is_not_repeated(content):
    with pytest.raises(ValueError) as caught:
        read_table_csv(content)
    assert "secret4711" not in str(caught.value)
