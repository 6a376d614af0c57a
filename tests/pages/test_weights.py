"""The weights page: presets, sensitivity, near misses and related labels."""

from dataclasses import replace

import pytest

from leakage import Measure, information_leakage
from leakage.measure.relation import Equivalent, Joint
from leakage.measure.similarity import EditSimilarity, NumericCloseness, TableSimilarity
from leakage.record import Record
from leakage.scenarios.realistic import realistic_person
from leakage.workspace.presets import PRESETS
from leakage.workspace.starting import policy, starting_workspace
from leakage.workspace.workspace import Release, Workspace
from pages.ui.words import percent
from tests.pages.helpers import (
    CASES,
    charts,
    current,
    figure_in_sidebar,
    go,
    history,
    looked_at,
    opened,
    press,
    problems,
    run,
    start,
    type_into,
)

REAL = realistic_person().workspace
CHART = "How much does the figure hang on each weight?"


@pytest.mark.parametrize("workspace", [Workspace(), starting_workspace()], ids=["nothing", "own"])
def test_an_empty_page_says_what_to_do_first(workspace):
    at = start(workspace, "weights")
    assert [info.value for info in at.main.info] == ["First say what is true about you."]


def test_looking_changes_nothing():
    assert looked_at("weights") == []


@pytest.mark.parametrize("workspace", CASES)
def test_every_example_is_weighed(session, workspace):
    at = opened(session, workspace, "weights")
    assert len(at.main.selectbox(key="weights-preset").options) == len(PRESETS)
    assert (CHART in charts(at)) == (figure_in_sidebar(at) != "–")


def test_halving_and_doubling_are_those_of_the_definition():
    at = start(REAL, "weights")
    told = charts(at)[CHART]
    top = told["layout"]["yaxis"]["ticktext"][-1]
    records = [release.record for release in REAL.releases] + list(REAL.background)
    for name, factor in (("half the weight", 0.5), ("twice the weight", 2.0)):
        weights = {**REAL.weight_map, top: REAL.weight_map[top] * factor}
        expected = information_leakage(records, REAL.reference, REAL.adversary, weights).leakage
        assert percent(expected) in told["alt"], name


def test_a_set_of_weights_is_taken_and_undone():
    at = start(REAL, "weights")
    run(at.selectbox(key="weights-preset").set_value("All equal"))
    press(at, "weights-take")
    assert set(current(at).weight_map.values()) == {1.0}
    press(at, "undo")
    assert current(at) == REAL


AGED = replace(
    starting_workspace(),
    profile=(("Name", "Ann"), ("Age", "30")),
    releases=(Release("Order", "Shop", Record.of(("Name", "Ann"), ("Age", "31"))),),
    policies=(policy("By name", starting_workspace().policies[-1].adversary.operations[0].match),),
)


def test_a_near_miss_counts_in_part():
    at = start(AGED, "weights")
    assert figure_in_sidebar(at) == percent(0.5)
    row = {"label": "Age", "kind": "Numbers near each other", "scale": 10}
    type_into(at, "similarities", rows=[row])
    assert current(at).similarities == (("Age", NumericCloseness(10.0)),)
    # X = 1 + 0.9 of W_e = 2 and Y = 2.
    assert figure_in_sidebar(at) == percent(0.95)
    go(go(at, "leakage"), "weights")
    assert figure_in_sidebar(at) == percent(0.95)
    press(at, "undo")
    assert current(at) == AGED


@pytest.mark.parametrize(
    ("row", "similarity"),
    [
        ({"kind": "Nearly the same spelling"}, EditSimilarity()),
        ({"kind": "Your own", "table": "31 ~ 30 = 0.7"}, None),
        (
            {"kind": "A table of one's own", "table": "31 ~ 30 = 0.7; a ~ b = 0"},
            TableSimilarity((("31", "30", 0.7), ("a", "b", 0.0))),
        ),
    ],
    ids=["spelling", "no such kind", "table"],
)
def test_kinds_of_nearness(row, similarity):
    at = type_into(start(AGED, "weights"), "similarities", rows=[{"label": "Age", **row}])
    assert current(at).similarities == ((("Age", similarity),) if similarity else ())
    assert len(problems(at)) == (0 if similarity else 1)


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ({"label": None, "kind": "Same first characters"}, "row 1: a label is needed"),
        ({"label": "Age", "kind": None}, "row 1: choose how values are compared"),
        (
            {"label": "Age", "kind": "Numbers near each other", "scale": -2},
            "row 1: scale must be a positive number, got -2",
        ),
        (
            {"label": "Age", "kind": "A table of one's own"},
            'row 1: write the table like "one ~ other = 0.7; one ~ third = 0.2"',
        ),
    ],
    ids=["no label", "no kind", "a negative scale", "no table"],
)
def test_a_wrong_row_is_told_and_changes_nothing(row, sentence):
    at = type_into(start(AGED, "weights"), "similarities", rows=[row])
    assert problems(at) == [sentence]
    assert current(at) == AGED and len(history(at)) == 1


def test_labels_that_tell_the_same_are_counted_once():
    born = replace(AGED, profile=(*AGED.profile, ("Date of birth", "1996-01-01")))
    at = start(born, "weights")
    type_into(at, "relations", rows=[{"labels": ["Age", "Date of birth"]}])
    assert current(at).relations == (Equivalent(("Age", "Date of birth")),)
    expected = information_leakage(
        [born.releases[0].record], born.reference, born.adversary, Measure({}, {}, current(at).relations)
    ).leakage
    assert figure_in_sidebar(at) == percent(expected)
    type_into(at, "relations", rows=[{"labels": ["Age", "Name"], "shared": "Area", "weight": 2.0}])
    assert problems(at) == ["row 2: no label may stand in two relations"]


def test_labels_share_a_part():
    at = type_into(
        start(AGED, "weights"), "relations", rows=[{"labels": ["Age", "Name"], "shared": "Era", "weight": 2.0}]
    )
    assert current(at).relations == (Joint(("Age", "Name"), "Era", {"Era": 2.0}),)
