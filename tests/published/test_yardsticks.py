"""Yardsticks of a table."""

import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Adversary, Correct, Record, Resolve, Shares, information_leakage
from leakage.published import (
    PublishedTable,
    as_published,
    class_record,
    class_records,
    class_yardsticks,
    classes_of,
    covers,
    delta_disclosure,
    delta_disclosure_over_support,
    distinct_l_diversity,
    distribution_leakage,
    entropy_l_diversity,
    entropy_leakage,
    error_among,
    estimation_error,
    flat,
    joint_of,
    k_anonymity,
    mutual_information,
    privacy_reduction,
    privacy_risks,
    recursive_l_diversity,
    row_records,
    t_closeness,
    tree,
)
from leakage.scenarios.published import ALICE, BACKGROUND, PUBLISHED, ZOE
from tests.oracles import tables as oracle
from tests.published.strategies import KNOWN, SECRET, full_rows, gappy_rows, table_if_any, tables
from tests.published.strategies import table_of as yardsticks_table_of
from tests.strategies import quick, thorough

# Every yardstick against its definition, and against the others.


close = pytest.approx


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
    assert classes["ordered"].tolist() == close([oracle.earth_mover(own, whole) for own in values])
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
def test_the_table_keeps_to_its_worst_class(table):
    classes = class_yardsticks(table)
    assert k_anonymity(table) == classes["rows"].min()
    assert distinct_l_diversity(table) == classes["distinct_values"].min()
    assert entropy_l_diversity(table) == close(classes["effective_values"].min())
    for distance in ("equal", "ordered", "kl"):
        assert t_closeness(table, distance) == classes[distance].max()
    assert delta_disclosure(table) == classes["delta_disclosure"].max()
    finite = classes["delta_disclosure_over_support"].max()
    assert delta_disclosure_over_support(table) == finite
    assert distribution_leakage(table).maximum == classes["distribution_leakage"].max()
    assert entropy_leakage(table).maximum == classes["entropy_leakage"].max()


@quick
@given(tables)
def test_yardsticks_keep_their_order(table):
    """R <= t <= δ (Rebollo-Monedero et al., Section V-B); l <= k; Pinsker; the norms of the same difference."""
    assert mutual_information(table) <= t_closeness(table, "kl") + 1e-12
    assert t_closeness(table, "kl") <= delta_disclosure(table) + 1e-12
    assert 1 <= entropy_l_diversity(table) <= distinct_l_diversity(table) + 1e-9 <= k_anonymity(table) + 1e-9
    classes = class_yardsticks(table)
    assert (classes["equal"] <= np.sqrt(classes["kl"] * math.log(2) / 2) + 1e-9).all()
    assert (classes["distribution_leakage"] <= 2 * classes["equal"] + 1e-9).all()
    assert (classes["delta_disclosure_over_support"] <= classes["delta_disclosure"]).all()
    assert (classes["ordered"] <= classes["equal"] + 1e-9).all()


@quick
@given(tables)
def test_a_table_is_a_joint_distribution(table):
    """Its figures are those of the attacker who sees somebody's class."""
    joint, classes = joint_of(table), class_yardsticks(table)
    error, risks = estimation_error(joint), privacy_risks(joint)
    assert error.conditional.tolist() == close(classes["error"].tolist())
    assert (error.conditional <= [error_among(rows) + 1e-9 for rows in classes["rows"]]).all()
    assert (error.conditional <= [error_among(l_) + 1e-9 for l_ in classes["distinct_values"]]).all()
    assert risks.average == close(mutual_information(table), abs=1e-12)
    assert risks.closeness == close(t_closeness(table, "kl"), abs=1e-12)
    assert risks.disclosure == close(delta_disclosure(table))
    assert risks.ordered and privacy_reduction(joint).holds


@quick
@given(full_rows, st.permutations(range(12)))
def test_neither_the_order_of_rows_nor_the_names_of_values_matter(rows, order):
    table = table_if_any(rows)
    shuffled = [rows[place] for place in order if place < len(rows)]
    renamed = [((b + "1", a + "2"), value * 2) for (a, b), value in shuffled]
    other = yardsticks_table_of(renamed)
    for yardstick in (k_anonymity, distinct_l_diversity, entropy_l_diversity, mutual_information):
        assert yardstick(table) == close(yardstick(other), abs=1e-12)
    assert t_closeness(table, "ordered") == close(t_closeness(other, "ordered"), abs=1e-12)
    assert delta_disclosure(table) == close(delta_disclosure(other))


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
    assert distribution_leakage(table, prior).maximum == classes["distribution_leakage"].max()
    assert entropy_leakage(table, prior).maximum == classes["entropy_leakage"].max()


def test_a_prior_may_leave_out_what_the_table_has():
    table = yardsticks_table_of([(("a", "a"), "v"), (("b", "b"), "w")])
    assert t_closeness(table, "kl", {"v": 1.0}) == delta_disclosure(table, {"v": 1.0}) == math.inf
    assert delta_disclosure_over_support(table, {"v": 1.0}) == 0.0
    assert distribution_leakage(table, {"v": 1.0}).per_class.tolist() == close([0.0, math.sqrt(2)])


def test_a_prior_may_change_the_order_of_values():
    """Numbers in texts are sorted by size, but not once a word is among them."""
    table = yardsticks_table_of([(("a", "a"), "-5"), (("a", "a"), "3"), (("a", "a"), "3"), (("b", "b"), "3")])
    assert table.values == ("-5", "3")
    classes = class_yardsticks(table, {"3": 0.5, "-5": 0.25, "x": 0.25})
    assert classes["equal"].tolist() == close([0.25, 0.5])
    # In the order 3, -5, x.
    assert classes["ordered"].tolist() == close([(1 / 6 + 1 / 4) / 2, (1 / 2 + 1 / 4) / 2])


@quick
@given(tables)
def test_theorem_1(table):
    """Distribution leakage against the uniform distribution is σ sqrt(m) (Ren & Li, Theorem 1)."""
    uniform = dict.fromkeys(table.values, 1.0 / len(table.values))
    deviations = [np.std(list(table.distribution(number).values())) for number in range(table.counts.classes)]
    expected = [deviation * math.sqrt(len(table.values)) for deviation in deviations]
    assert distribution_leakage(table, uniform).per_class.tolist() == close(expected, abs=1e-9)


def test_a_permutation_leaks_no_entropy():
    """It is zero "when the attribute distribution is a permutation of the original" (Ren & Li, after Definition 10)."""
    table = yardsticks_table_of([*[(("a", "a"), value) for value in "vvw"], (("b", "b"), "w")])
    prior = {"v": 1 / 3, "w": 2 / 3}
    assert entropy_leakage(table, prior).per_class[0] == close(0.0, abs=1e-12)
    assert distribution_leakage(table, prior).per_class[0] == close(math.sqrt(2) / 3)


def test_where_every_class_is_like_the_whole_nothing_leaks():
    """Exactly, with no trace of rounding."""
    rows = [((group, group), value) for group in "abc" for value in "vwwxxxyyyyzzzzzzz"]
    table = yardsticks_table_of(rows)
    assert t_closeness(table) == t_closeness(table, "kl") == delta_disclosure(table) == 0.0
    assert mutual_information(table) == distribution_leakage(table).maximum == 0.0
    assert t_closeness(table, "ordered") == close(0.0, abs=1e-15)
    assert entropy_leakage(table).maximum == close(0.0, abs=1e-15)


@pytest.mark.parametrize("distance", ["equal", "ordered", "kl"])
def test_many_values_against_the_definition(distance):
    """Numbers of many digits, an order that is not that of texts, classes of all sizes."""
    draw = np.random.default_rng(5)
    frame = pd.DataFrame({"Q": np.minimum(draw.geometric(0.1, 3000), 40), "S": draw.integers(0, 700, 3000) * 3})
    table = PublishedTable(frame, ["Q"], "S")
    domain = np.unique(frame["S"])
    q = np.array([(frame["S"] == x).mean() for x in domain])
    for number in range(0, table.counts.classes, 7):
        mine = frame["S"][table.class_of == number]
        p = np.array([(mine == x).mean() for x in domain])
        expected = {
            "equal": np.abs(p - q).sum() / 2,
            "ordered": np.abs(np.cumsum(p - q)).sum() / (len(domain) - 1),
            "kl": np.sum(p[p > 0] * np.log2(p[p > 0] / q[p > 0])),
        }
        assert class_yardsticks(table)[distance].iloc[number] == close(expected[distance], rel=1e-9)


def test_the_order_of_values():
    """Numbers in a text by their size; a given order; ordered categories."""
    rows = [("a", "10K"), ("a", "9K"), ("b", "11K"), ("b", "10K")]
    frame = pd.DataFrame(rows, columns=["Q", "S"])
    assert PublishedTable(frame, ["Q"], "S").values == ("9K", "10K", "11K")
    turned = PublishedTable(frame, ["Q"], "S", order=["10K", "9K", "8K", "11K"])
    assert turned.values == ("10K", "9K", "11K")
    assert t_closeness(turned, "ordered") == close(oracle.earth_mover(["1", "2"], ["1", "2", "3", "1"]))
    frame["S"] = pd.Categorical(frame["S"], ["11K", "10K", "9K"], ordered=True)
    assert PublishedTable(frame, ["Q"], "S").values == ("11K", "10K", "9K")


def test_missing_cells_two_ways():
    rows = [(("a", "x"), "v"), (("a", None), "w"), (("b", "x"), "v"), ((None, None), None), (("b", "x"), "w")]
    by_value = yardsticks_table_of(rows)
    assert class_yardsticks(by_value)["rows"].tolist() == [1, 1, 2, 1]
    assert by_value.class_values(3) == {"Q0": "(missing)", "Q1": "(missing)"}
    assert by_value.values == ("v", "w", "(missing)")
    dropped = yardsticks_table_of(rows, "dropped")
    assert len(dropped.rows) == dropped.counts.sizes.sum() == 3


def test_blank_texts_are_empty_cells():
    table = PublishedTable(pd.DataFrame({"Q": ["a", " ", ""], "S": ["v", "w", "v"]}), ["Q"], "S")
    assert class_yardsticks(table)["rows"].tolist() == [1, 2]


def test_the_classes_are_told_by_their_quasi_identifiers():
    table = yardsticks_table_of([(("b", "a"), "v"), (("a", "c"), "w"), (("b", "a"), "w")])
    assert class_yardsticks(table).index.to_list() == [("b", "a"), ("a", "c")]
    assert class_yardsticks(table).index.names == KNOWN
    assert table.class_of.tolist() == [0, 1, 0]
    assert table.class_values(1) == {"Q0": "a", "Q1": "c"}


def frame_with(known=("a", "b"), secret=("v", "w"), names=("Q0", "Q1", "S")):
    return pd.DataFrame(list(zip(known, known, secret, strict=True)), columns=list(names), dtype=object)


BAD = [
    (lambda: PublishedTable(frame_with(), [], SECRET), "at least one quasi-identifier"),
    (lambda: PublishedTable(frame_with(), "Q0", SECRET), "at least one quasi-identifier"),
    (lambda: PublishedTable(frame_with(), ["Q0", "Z"], SECRET), "quasi-identifier 2 must be a column"),
    (lambda: PublishedTable(frame_with(), ["Q0"], "Z"), "sensitive column must be a column"),
    (lambda: PublishedTable(frame_with(), ["Q0", "Q0"], SECRET), "different columns"),
    (lambda: PublishedTable(frame_with(), ["S"], SECRET), "different columns"),
    (lambda: PublishedTable(frame_with(names=("Q0", "S", "S")), ["Q0"], SECRET), "same name"),
    (lambda: PublishedTable(frame_with(secret="vv"), KNOWN, SECRET), "at least two values, got 1"),
    (lambda: PublishedTable(frame_with().iloc[:1], KNOWN, SECRET), "at least two rows, got 1"),
    (lambda: PublishedTable(frame_with().iloc[:0], KNOWN, SECRET), "at least two rows, got 0"),
    (lambda: PublishedTable(frame_with(known=("a", None)), KNOWN, SECRET, "dropped"), "no empty cell, got 1"),
    (lambda: PublishedTable(frame_with(secret=(None, None)), KNOWN, SECRET, "dropped"), "at least two rows"),
    (lambda: PublishedTable(frame_with(), KNOWN, SECRET, "ignored"), "missing must be one of"),
    (lambda: PublishedTable(frame_with(known=(1, "b")), KNOWN, SECRET), "must not mix numbers with text"),
    (lambda: PublishedTable(frame_with(known=([1], [2])), KNOWN, SECRET), "must not mix"),
    (lambda: PublishedTable(frame_with(), KNOWN, SECRET, order=["v"]), "order must name every value"),
    (lambda: PublishedTable(frame_with(), KNOWN, SECRET, order=["v", "w", "v"]), "no value twice"),
    (lambda: t_closeness(yardsticks_table_of([(("a", "a"), "v"), (("b", "b"), "w")]), "far"), "equal, ordered or kl"),
    (
        lambda: recursive_l_diversity(yardsticks_table_of([(("a", "a"), "v"), (("b", "b"), "w")]), 0),
        "c must be more than 0, got 0",
    ),
    (
        lambda: t_closeness(yardsticks_table_of([(("a", "a"), "v"), (("b", "b"), "w")]), prior={"v": 0.5}),
        "add up to 1, got 0.5",
    ),
    (
        lambda: t_closeness(yardsticks_table_of([(("a", "a"), "v"), (("b", "b"), "w")]), prior={"v": 2, "w": -1}),
        "at least 0",
    ),
    (
        lambda: t_closeness(PublishedTable(frame_with(), KNOWN, SECRET, order=["v", "w"]), prior={"v": 0.5, "z": 0.5}),
        "order must name every value of the prior",
    ),
]


@pytest.mark.parametrize(("attempt", "sentence"), BAD)
def test_bad_input_gets_one_clear_sentence(attempt, sentence):
    with pytest.raises(ValueError, match=sentence) as caught:
        attempt()
    assert "\n" not in str(caught.value)


# The tie to leakage: Whang & Garcia-Molina 2012, Section 3.


EXAMPLES = {example.key: example for example in PUBLISHED}
SAME_CLASS = Adversary((Resolve(Shares("Zip", "Age")),))


def table_of(key):
    example = EXAMPLES[key]
    return PublishedTable(example.frame, example.quasi_identifiers, example.sensitive)


def class_of(table, person):
    (number,) = classes_of(table, {label: person.values(label)[0] for label in table.quasi_identifiers})
    return int(number)


def leakage(key, person, *background, adversary=SAME_CLASS):
    table = table_of(key)
    number = class_of(table, person)
    records = [*row_records(table), *(as_published(record, table, number) for record in background)]
    return information_leakage(records, as_published(person, table, number), adversary).leakage


def test_alice_and_zoe():
    """Section 3.1: "the information leakage of Zoe, 3/4, is higher than that of Alice, 2/3", though k is 3 for both."""
    assert leakage("patients", ALICE) == pytest.approx(2 / 3)
    assert leakage("patients", ZOE) == pytest.approx(3 / 4)
    assert k_anonymity(table_of("patients")) == 3


def test_background_information():
    """Section 3.1: "Alice's information leakage has increased from 2/3 to 4/5"."""
    assert leakage("patients", ALICE, BACKGROUND) == pytest.approx(4 / 5)


def test_flu_told_in_two_words():
    """Section 3.2: "the information leakage of Zoe has increased from 2/3 to 3/4"."""
    assert distinct_l_diversity(table_of("influenza")) == 3
    assert leakage("influenza", ZOE) == pytest.approx(2 / 3)
    knowing = Adversary((Correct({("Disease", "Influenza"): "Flu"}), Resolve(Shares("Zip", "Age"))))
    assert leakage("influenza", ZOE, adversary=knowing) == pytest.approx(3 / 4)


@pytest.mark.parametrize("key", list(EXAMPLES))
def test_merged_rows_are_the_records_of_the_classes(key):
    table = table_of(key)
    composites = Adversary((Resolve(Shares(*table.quasi_identifiers)),)).resolve(row_records(table)).composites
    assert set(composites) == {class_record(table, number) for number in range(len(class_yardsticks(table)))}
    assert list(class_records(table)) == [class_record(table, number) for number in range(len(class_yardsticks(table)))]


def test_a_class_with_its_shares_is_what_eve_believes_of_a_member():
    record = class_record(table_of("patients"), 1, "share")
    assert record.confidence_of(("Disease", "Flu")) == pytest.approx(2 / 3)
    assert record.confidence_of(("Zip", "2**")) == 1.0


def test_empty_cells_are_not_told():
    frame = pd.DataFrame({"Q": ["a", None, "a"], "S": ["v", "w", None]})
    table = PublishedTable(frame, ["Q"], "S")
    assert class_record(table, 0) == Record.of(("Q", "a"), ("S", "v"))
    assert class_record(table, 1) == Record.of(("S", "w"))
    assert [len(record) for record in row_records(table)] == [2, 1, 1]
    assert list(class_records(table)) == [class_record(table, 0), class_record(table, 1)]


def test_a_value_is_told_as_the_class_tells_it_only_where_that_covers_it():
    table = table_of("patients")
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


@pytest.mark.parametrize(
    ("published", "value", "stands"),
    [
        ("*", "anything", True),
        ("Flu", "Flu", True),
        ("Flu", "flu", False),
        ("476**", "47602", True),
        ("476**", "4760", False),
        ("4.6*", "4x61", False),
        ("State-…", "State-gov", True),
        ("State-…", "Local-gov", False),
        ("40 – 50", "40", True),
        ("40-50", "50", True),
        ("40-50", "39", False),
        ("40-44", "44.5", False),
        ("[40, 45)", "45", False),
        ("[40, 45)", "40", True),
        ("[-10, -5)", "-7", True),
        ("≥50", "50", True),
        (">=50", "49", False),
        ("< 40", "40", False),
        ("<40", "39", True),
        ("≤40", "40", True),
        (">40", "40", False),
        ("40+", "41", True),
        ("40+", "39", False),
        ("≥50", "old", False),
        ("Flu", "50", False),
    ],
)
def test_covering(published, value, stands):
    assert covers(published, value) is stands


@pytest.mark.parametrize(
    ("attempt", "sentence"),
    [
        (lambda table: class_record(table, 2), r"class must be in \[0, 2\), got 2"),
        (lambda table: class_record(table, 0, "half"), "certain or share"),
    ],
)
def test_bad_input(attempt, sentence):
    with pytest.raises(ValueError, match=sentence):
        attempt(table_of("patients"))
