"""Every yardstick against its definition, and against the others."""

import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.tables import (
    PublishedTable,
    delta_disclosure,
    delta_disclosure_over_support,
    distinct_l_diversity,
    distribution_leakage,
    entropy_l_diversity,
    entropy_leakage,
    error_among,
    estimation_error,
    joint_of,
    k_anonymity,
    mutual_information,
    privacy_reduction,
    privacy_risks,
    recursive_l_diversity,
    t_closeness,
)
from tests.strategies import quick, thorough
from tests.tables import slow
from tests.tables.strategies import KNOWN, SECRET, frame_of, full_rows, gappy_rows, table_if_any, table_of, tables

close = pytest.approx


@thorough
@given(gappy_rows, st.sampled_from(["value", "anything", "dropped"]))
def test_every_yardstick_by_its_definition(rows, missing):
    table = table_if_any(rows, missing)
    if missing == "value":
        rows = [(tuple(cell or "~" for cell in known), value or "~") for known, value in rows]
    found, everyone = slow.classes(rows, missing)
    whole = slow.known(everyone, everyone)
    classes = table.classes()
    assert classes["rows"].tolist() == [len(values) for _, values in found]
    values = [slow.known(values, whole) for _, values in found]
    assert classes["distinct_values"].tolist() == [len(set(one)) for one in values]
    assert classes["effective_values"].tolist() == close([2 ** slow.entropy(one) for one in values])
    assert classes["equal"].tolist() == close([slow.total_variation(one, whole) for one in values])
    assert classes["ordered"].tolist() == close([slow.earth_mover(one, whole) for one in values])
    assert classes["kl"].tolist() == close([slow.divergence(one, whole) for one in values], abs=1e-12)
    assert classes["delta_disclosure"].tolist() == close([slow.disclosure(one, whole) for one in values])
    supported = [slow.disclosure(one, whole, support=True) for one in values]
    assert classes["delta_disclosure_over_support"].tolist() == close(supported)
    assert classes["distribution_leakage"].tolist() == close([slow.euclid(one, whole) for one in values])
    entropies = [abs(slow.entropy(whole) - slow.entropy(one)) for one in values]
    assert classes["entropy_leakage"].tolist() == close(entropies, abs=1e-12)
    assert classes["error"].tolist() == close([1 - max(one.count(x) for x in one) / len(one) for one in values])
    for c in (0.3, 1.0, 1.5, 3.0):
        assert table.recursive_l_diversity(c) == min(slow.recursive(one, c) for one in values)
    weights = [number / len(everyone) for number, _ in found]
    divergences = [slow.divergence(one, whole) for one in values]
    assert table.mutual_information == close(sum(map(math.prod, zip(weights, divergences, strict=True))), abs=1e-12)


@quick
@given(tables)
def test_the_table_keeps_to_its_worst_class(table):
    classes = table.classes()
    assert table.k_anonymity == k_anonymity(table) == classes["rows"].min()
    assert table.distinct_l_diversity == distinct_l_diversity(table) == classes["distinct_values"].min()
    assert table.entropy_l_diversity == entropy_l_diversity(table) == close(classes["effective_values"].min())
    assert table.recursive_l_diversity(2.0) == recursive_l_diversity(table, 2.0)
    for distance in ("equal", "ordered", "kl"):
        assert table.t_closeness(distance) == t_closeness(table, distance) == classes[distance].max()
    assert table.delta_disclosure == delta_disclosure(table) == classes["delta_disclosure"].max()
    finite = classes["delta_disclosure_over_support"].max()
    assert table.delta_disclosure_over_support == delta_disclosure_over_support(table) == finite
    assert table.mutual_information == mutual_information(table)
    assert table.distribution_leakage().maximum == distribution_leakage(table).per_class.max()
    assert table.entropy_leakage().maximum == entropy_leakage(table).per_class.max()


@quick
@given(tables)
def test_yardsticks_keep_their_order(table):
    """R <= t <= δ (Rebollo-Monedero et al., Section V-B); l <= k; Pinsker; the norms of the same difference."""
    assert table.mutual_information <= table.t_closeness("kl") + 1e-12
    assert table.t_closeness("kl") <= table.delta_disclosure + 1e-12
    assert 1 <= table.entropy_l_diversity <= table.distinct_l_diversity + 1e-9 <= table.k_anonymity + 1e-9
    classes = table.classes()
    assert (classes["equal"] <= np.sqrt(classes["kl"] * math.log(2) / 2) + 1e-9).all()
    assert (classes["distribution_leakage"] <= 2 * classes["equal"] + 1e-9).all()
    assert (classes["delta_disclosure_over_support"] <= classes["delta_disclosure"]).all()
    assert (classes["ordered"] <= classes["equal"] + 1e-9).all()


@quick
@given(tables)
def test_a_table_is_a_joint_distribution(table):
    """Its figures are those of the attacker who sees somebody's class."""
    joint, classes = joint_of(table), table.classes()
    error, risks = estimation_error(joint), privacy_risks(joint)
    assert error.conditional.tolist() == close(classes["error"].tolist())
    assert (error.conditional <= [error_among(rows) + 1e-9 for rows in classes["rows"]]).all()
    assert (error.conditional <= [error_among(l_) + 1e-9 for l_ in classes["distinct_values"]]).all()
    assert risks.average == close(table.mutual_information, abs=1e-12)
    assert risks.closeness == close(table.t_closeness("kl"), abs=1e-12)
    assert risks.disclosure == close(table.delta_disclosure)
    assert risks.ordered and privacy_reduction(joint).holds


@quick
@given(full_rows, st.permutations(range(12)))
def test_neither_the_order_of_rows_nor_the_names_of_values_matter(rows, order):
    table = table_if_any(rows)
    shuffled = [rows[place] for place in order if place < len(rows)]
    renamed = [((b + "1", a + "2"), value * 2) for (a, b), value in shuffled]
    other = table_of(renamed)
    for yardstick in ("k_anonymity", "distinct_l_diversity", "entropy_l_diversity", "mutual_information"):
        assert getattr(table, yardstick) == close(getattr(other, yardstick), abs=1e-12)
    assert table.t_closeness("ordered") == close(other.t_closeness("ordered"), abs=1e-12)
    assert table.delta_disclosure == close(other.delta_disclosure)


@quick
@given(full_rows, st.lists(st.floats(0.01, 1.0), min_size=7, max_size=7))
def test_another_prior(rows, odds):
    """Beliefs over more values than the table has, in the order of the values."""
    table = table_if_any(rows)
    values = "uvwxyz~"
    prior = {value: one / math.fsum(odds) for value, one in zip(values, odds, strict=True)}
    classes = table.classes(prior)
    q = np.array(list(prior.values()))
    for number in range(len(classes)):
        p = np.array([table.distribution(number).get(value, 0.0) for value in values])
        row = classes.iloc[number]
        assert row["equal"] == close(np.abs(p - q).sum() / 2)
        assert row["ordered"] == close(np.abs(np.cumsum(p - q)).sum() / (len(values) - 1))
        assert row["kl"] == close(sum(a * math.log2(a / b) for a, b in zip(p, q, strict=True) if a), abs=1e-12)
        assert row["distribution_leakage"] == close(np.linalg.norm(p - q))
        assert row["delta_disclosure"] == math.inf
    assert table.t_closeness("equal", prior) == classes["equal"].max()
    assert distribution_leakage(table, prior).maximum == classes["distribution_leakage"].max()
    assert entropy_leakage(table, prior).maximum == classes["entropy_leakage"].max()


def test_a_prior_may_leave_out_what_the_table_has():
    table = table_of([(("a", "a"), "v"), (("b", "b"), "w")])
    assert table.t_closeness("kl", {"v": 1.0}) == delta_disclosure(table, {"v": 1.0}) == math.inf
    assert delta_disclosure_over_support(table, {"v": 1.0}) == 0.0
    assert distribution_leakage(table, {"v": 1.0}).per_class.tolist() == close([0.0, math.sqrt(2)])


def test_a_prior_may_change_the_order_of_values():
    """Numbers in texts are sorted by size, but not once a word is among them."""
    table = table_of([(("a", "a"), "-5"), (("a", "a"), "3"), (("a", "a"), "3"), (("b", "b"), "3")])
    assert table.values == ("-5", "3")
    classes = table.classes({"3": 0.5, "-5": 0.25, "x": 0.25})
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
    assert table.distribution_leakage(uniform).per_class.tolist() == close(expected, abs=1e-9)


def test_a_permutation_leaks_no_entropy():
    """It is zero "when the attribute distribution is a permutation of the original" (Ren & Li, after Definition 10)."""
    table = table_of([*[(("a", "a"), value) for value in "vvw"], (("b", "b"), "w")])
    prior = {"v": 1 / 3, "w": 2 / 3}
    assert table.entropy_leakage(prior).per_class[0] == close(0.0, abs=1e-12)
    assert table.distribution_leakage(prior).per_class[0] == close(math.sqrt(2) / 3)


def test_where_every_class_is_like_the_whole_nothing_leaks():
    """Exactly, with no trace of rounding."""
    rows = [((group, group), value) for group in "abc" for value in "vwwxxxyyyyzzzzzzz"]
    table = table_of(rows)
    assert table.t_closeness() == table.t_closeness("kl") == table.delta_disclosure == 0.0
    assert table.mutual_information == table.distribution_leakage().maximum == 0.0
    assert table.t_closeness("ordered") == close(0.0, abs=1e-15)
    assert table.entropy_leakage().maximum == close(0.0, abs=1e-15)


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
        assert table.classes()[distance].iloc[number] == close(expected[distance], rel=1e-9)


def test_the_order_of_values():
    """Numbers in a text by their size; a given order; ordered categories."""
    rows = [("a", "10K"), ("a", "9K"), ("b", "11K"), ("b", "10K")]
    frame = pd.DataFrame(rows, columns=["Q", "S"])
    assert PublishedTable(frame, ["Q"], "S").values == ("9K", "10K", "11K")
    turned = PublishedTable(frame, ["Q"], "S", order=["10K", "9K", "8K", "11K"])
    assert turned.values == ("10K", "9K", "11K")
    assert turned.t_closeness("ordered") == close(slow.earth_mover(["1", "2"], ["1", "2", "3", "1"]))
    frame["S"] = pd.Categorical(frame["S"], ["11K", "10K", "9K"], ordered=True)
    assert PublishedTable(frame, ["Q"], "S").values == ("11K", "10K", "9K")


def test_missing_cells_three_ways():
    rows = [(("a", "x"), "v"), (("a", None), "w"), (("b", "x"), "v"), ((None, None), None), (("b", "x"), "w")]
    by_value = table_of(rows)
    assert by_value.classes()["rows"].tolist() == [1, 1, 2, 1]
    assert by_value.class_values(3) == {"Q0": "(missing)", "Q1": "(missing)"}
    assert by_value.values == ("v", "w", "(missing)")
    anything = table_of(rows, "anything")
    assert anything.classes()["rows"].tolist() == [3, 3, 3, 5]
    assert anything.classes()["distinct_values"].tolist() == [2, 2, 2, 2]
    assert len(table_of(rows, "dropped").rows) == table_of(rows, "dropped").counts.weights.sum() == 3


def test_a_class_of_which_nothing_is_known_tells_nothing():
    rows = [(("a", "a"), None), (("b", "b"), "v"), (("b", "b"), "w")]
    table = table_of(rows, "anything")
    assert table.classes()["rows"].tolist() == [1, 2]
    assert table.distribution(0) == table.distribution() == {"v": 0.5, "w": 0.5}
    assert table.mutual_information == 0.0


def test_blank_texts_are_empty_cells():
    table = PublishedTable(pd.DataFrame({"Q": ["a", " ", ""], "S": ["v", "w", "v"]}), ["Q"], "S")
    assert table.classes()["rows"].tolist() == [1, 2]


def test_the_classes_are_told_by_their_quasi_identifiers():
    table = table_of([(("b", "a"), "v"), (("a", "c"), "w"), (("b", "a"), "w")])
    assert table.classes().index.to_list() == [("b", "a"), ("a", "c")]
    assert table.classes().index.names == KNOWN
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
    (lambda: PublishedTable(frame_with(secret=(None, None)), KNOWN, SECRET, "anything"), "at least two values"),
    (lambda: PublishedTable(frame_with(), KNOWN, SECRET, "ignored"), "missing must be one of"),
    (lambda: PublishedTable(frame_with(known=(1, "b")), KNOWN, SECRET), "must not mix numbers with text"),
    (lambda: PublishedTable(frame_with(known=([1], [2])), KNOWN, SECRET), "must not mix"),
    (lambda: PublishedTable(frame_with(), KNOWN, SECRET, order=["v"]), "order must name every value"),
    (lambda: PublishedTable(frame_with(), KNOWN, SECRET, order=["v", "w", "v"]), "no value twice"),
    (lambda: table_of([(("a", "a"), "v"), (("b", "b"), "w")]).t_closeness("far"), "equal, ordered or kl"),
    (lambda: table_of([(("a", "a"), "v"), (("b", "b"), "w")]).recursive_l_diversity(0), "c must be more than 0, got 0"),
    (lambda: table_of([(("a", "a"), "v"), (("b", "b"), "w")]).t_closeness(prior={"v": 0.5}), "add up to 1, got 0.5"),
    (lambda: table_of([(("a", "a"), "v"), (("b", "b"), "w")]).t_closeness(prior={"v": 2, "w": -1}), "at least 0"),
    (
        lambda: PublishedTable(frame_with(), KNOWN, SECRET, order=["v", "w"]).t_closeness(prior={"v": 0.5, "z": 0.5}),
        "order must name every value of the prior",
    ),
]


@pytest.mark.parametrize(("attempt", "sentence"), BAD)
def test_bad_input_gets_one_clear_sentence(attempt, sentence):
    with pytest.raises(ValueError, match=sentence) as caught:
        attempt()
    assert "\n" not in str(caught.value)


def test_too_many_empty_cells_to_match_anything(monkeypatch):
    monkeypatch.setattr("leakage.tables.overlapping.MOST_ENTRIES", 10)
    rows = [((None, None), value) for value in "vwxyz"] + [((one, one), one) for one in "abcdefgh"]
    with pytest.raises(ValueError, match="too many cells are empty"):
        PublishedTable(frame_of(rows), KNOWN, SECRET, "anything").k_anonymity  # noqa: B018


def test_a_million_rows_and_how_far_it_is():
    """Classes times values would be 30 billion cells; only those that occur are held."""
    draw, size = np.random.default_rng(1), 1_000_000
    frame = pd.DataFrame(
        {
            "Q0": draw.integers(0, 300, size),
            "Q1": draw.integers(0, 100, size).astype(str),
            "S": draw.integers(0, 1000, size),
        }
    )
    heard = []
    table = PublishedTable(frame, KNOWN, SECRET)
    classes = table.classes(report=lambda what, done, total: heard.append(done / total))
    assert len(classes) == 30_000 and classes["rows"].sum() == size
    assert len(table.counts.owner) <= size
    assert heard == sorted(heard) and heard[0] == 0.0 and heard[-1] == 1.0
    mine = frame["S"][table.class_of == 17]
    assert classes["distinct_values"].iloc[17] == mine.nunique()
    assert repr(table) == "<PublishedTable of 1000000 rows>"
