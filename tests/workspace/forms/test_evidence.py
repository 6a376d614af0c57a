"""Evidence by hand: odds in a table, and the comparisons that they are."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Comparison, Level
from leakage.resolution.linkage.learning import with_frequencies
from leakage.workspace.forms.evidence import evidence_rows, read_evidence
from leakage.workspace.forms.policy import similar
from tests.strategies import quick, records

odds = st.floats(1.01, 1e6).map(lambda number: float(f"{number:.4g}"))
rows = st.fixed_dictionaries({"agree": odds, "near": st.one_of(st.none(), odds), "differ": odds})


@quick
@given(st.dictionaries(st.sampled_from(["Name", "Phone", "Age", "Date of birth"]), rows))
def test_rows_come_back_from_their_comparisons(given_rows):
    table = [{"label": label, **row} for label, row in given_rows.items()]
    read = read_evidence(table)
    assert read.problems == () and [comparison.label for comparison in read.comparisons] == list(given_rows)
    for comparison, row in zip(read.comparisons, table, strict=True):
        weights = [comparison.levels[0].weight, comparison.lowest]
        assert [2 ** weights[0], 2 ** -weights[1]] == pytest.approx([row["agree"], row["differ"]])
        assert [level.similar for level in comparison.levels[1:]] == (
            [similar(row["label"], 0.85)] if row["near"] is not None else []
        )
    assert evidence_rows(read.comparisons) == table
    assert read_evidence(evidence_rows(read.comparisons), read.comparisons).comparisons == read.comparisons


@quick
@given(st.lists(records(labels="N", values="12", min_size=1), min_size=1, max_size=4))
def test_what_was_learned_stays_where_its_row_does(held):
    levels = (Level(0.9, 1e-9), Level(0.05, 0.3, similar("N", 0.7)), Level(0.04, 0.3, similar("N", 0.6)))
    learned = with_frequencies(Comparison("N", levels, Level(0.01, 0.4)), held)
    table = evidence_rows([learned])
    assert read_evidence(table, [learned]).comparisons == (learned,)
    [edited] = read_evidence([{**table[0], "agree": 50.0, "near": 9}], [learned]).comparisons
    assert edited.levels[0].weight == pytest.approx(math.log2(50)) and edited.frequencies == ()


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ({"agree": 9, "differ": 2}, "needs a label"),
        ({"label": "Name", "agree": 9, "differ": 2}, "has a row already"),
        ({"label": "N", "agree": 1, "differ": 2}, "odds must be numbers above 1"),
        ({"label": "N", "agree": 9, "differ": 2, "near": "much"}, "odds must be numbers above 1"),
        ({"label": "N", "agree": 1e7, "differ": 2}, "odds must be numbers above 1"),
        ({"label": "N", "agree": None, "differ": 2}, "odds must be numbers above 1"),
    ],
)
def test_what_is_no_evidence_is_told(row, sentence):
    read = read_evidence([{"label": "Name", "agree": 9, "near": None, "differ": 2}, {}, row])
    assert [comparison.label for comparison in read.comparisons] == ["Name"]
    [problem] = read.problems
    assert problem.where == "row 3" and sentence in problem.sentence
