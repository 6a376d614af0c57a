"""Settings as tables: what is written into a table is read out of it again, and bad rows are told."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leakage.measure.weights import (
    EditSimilarity,
    Equivalent,
    Joint,
    NumericCloseness,
    PrefixSimilarity,
    TableSimilarity,
)
from leakage.workspace.forms.measure import read_relations, read_similarities, relation_rows, similarity_rows
from leakage.workspace.forms.releases import read_coalitions

CANARY = "canary-4711"
words = st.text("abcXYZ 123", min_size=1, max_size=6).map(str.strip).filter(bool)
shares = st.sampled_from([0.0, 0.25, 0.7, 1.0])
similarities = st.one_of(
    st.floats(0.001, 1e6).map(NumericCloseness),
    st.just(PrefixSimilarity()),
    st.just(EditSimilarity()),
    st.lists(st.tuples(words, words, shares), min_size=1, max_size=3).map(lambda rows: TableSimilarity(tuple(rows))),
)


@settings(max_examples=50)
@given(st.dictionaries(words, similarities, max_size=4))
def test_similarities_are_read_as_written(held):
    reading = read_similarities(similarity_rows(tuple(held.items())))
    assert reading.similarities == tuple(held.items()) and reading.problems == ()


RELATIONS = (
    Joint(("Phone", "Address"), "Area", {"Area": 2.0}),
    Joint(("Card", "Bank account"), "Bank"),
    Equivalent(("Age", "Date of birth", "Year of birth")),
)


def test_relations_are_read_as_written():
    reading = read_relations(relation_rows(RELATIONS))
    assert reading.relations == RELATIONS and reading.problems == ()


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ({"labels": ["Age"]}, "a relation needs at least two labels"),
        ({"labels": [], "shared": "Area"}, "a relation needs at least two labels"),
        ({"labels": ["Age", "Area"], "shared": "Area"}, "no label may stand twice in a relation"),
        (
            {"labels": ["Age", "Name"], "shared": "Era", "weight": -1.0},
            "weight must be between 0.000001 and 1,000,000, got -1",
        ),
    ],
    ids=["one label", "no label", "the shared part among them", "a negative weight"],
)
def test_a_wrong_relation_is_told(row, sentence):
    reading = read_relations([row])
    assert reading.relations == ()
    assert [problem.sentence for problem in reading.problems] == [sentence]


def test_a_wrong_table_is_told_without_what_stands_in_it():
    for text in (CANARY, f"{CANARY} ~ b = 2", f"{CANARY} = 0.5", f"a ~ {CANARY} = x"):
        reading = read_similarities([{"label": "City", "kind": "A table of one's own", "table": text}])
        assert len(reading.problems) == 1 and CANARY not in str(reading.problems[0])


def test_what_is_no_number_is_told_without_being_repeated():
    near = read_similarities([{"label": "Age", "kind": "Numbers near each other", "scale": CANARY}])
    related = read_relations([{"labels": ["Age", "Name"], "shared": "Era", "weight": CANARY}])
    assert [problem.sentence for problem in (*near.problems, *related.problems)] == [
        "scale must be a positive number, such as 2",
        "weight must be a positive number, such as 2",
    ]


def test_blank_rows_are_passed_over():
    blank = [{"labels": None, "shared": None, "weight": None}, {"labels": [], "shared": float("nan")}]
    assert read_relations(blank).problems == ()
    assert read_similarities([{"label": None, "kind": None, "scale": None}]).problems == ()
    assert read_coalitions([{"name": None, "recipients": None}]).problems == ()


def test_a_label_has_one_similarity():
    row = {"label": "Age", "kind": "Same first characters"}
    reading = read_similarities([row, row])
    assert len(reading.similarities) == 1
    assert [str(problem) for problem in reading.problems] == ["row 2: this label already has a row"]


def test_coalitions_get_a_name_of_their_own():
    rows = [{"name": "Shops", "recipients": ["A"]}, {"name": "Shops", "recipients": ["B"]}, {"recipients": ["C"]}]
    assert [coalition.name for coalition in read_coalitions(rows).coalitions] == ["Shops", "Shops 2", "Coalition"]
