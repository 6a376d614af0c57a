"""Weights: what moves the figure, presets, one weight at a time, rare values and near misses."""

from dataclasses import replace

import pytest

from leakage import Record, ValueCounts, information_leakage, weights_by_self_information
from leakage.measure.weights import EditSimilarity, NumericCloseness
from leakage.workspace.vocabulary import presets_in_force
from leakage.workspace.workspace import Release
from pages.app.words import percent
from tests.pages.helpers import CASES, bound, charts, current, figure_in_strip, opened, press, run, start
from tests.starting import plain_person, policy, starting_workspace

REAL = plain_person().workspace
CHART, OWN = "What if a weight were half or twice as much?", "My own weights"
AGED = replace(
    starting_workspace(),
    profile=(("Name", "Ann"), ("Age", "30")),
    policies=(policy("By name", starting_workspace().policies[-1].adversary.operations[0].match),),
)


GIVEN = (Release("Order", "Shop", Record.of(("Name", "Ann"), ("Age", "31"))),)


def aged(**parts):
    return replace(AGED, releases=GIVEN, **parts)


def preset(at):
    return bound(at.main.selectbox, "weights-preset")


def shown(at, heading):
    return next(frame.value for frame in at.main.dataframe if heading in frame.value.columns)


@pytest.mark.parametrize("workspace", CASES)
def test_every_example_is_weighed(session, workspace):
    at = opened(session, workspace, "weights")
    weights = {label: workspace.weight_map.get(label, 1.0) for label, _ in workspace.profile}
    in_force = {one.name for one in presets_in_force(weights)}
    assert preset(at).value in in_force if in_force else preset(at).value == OWN
    assert shown(at, "Why")["Weight"].tolist() == list(weights.values())


def test_halving_and_doubling_are_those_of_the_definition():
    at = start(REAL, "weights")
    chart = charts(at)[CHART]
    top = chart["layout"]["yaxis"]["ticktext"][-1]
    records = [release.record for release in REAL.releases] + list(REAL.background)
    for name, factor in (("half the weight", 0.5), ("twice the weight", 2.0)):
        weights = {**REAL.weight_map, top: REAL.weight_map[top] * factor}
        drawn = next(trace for trace in chart["data"] if trace.get("name") == name)
        expected = information_leakage(records, REAL.reference, REAL.adversary, weights).leakage
        assert drawn["x"][-1] == pytest.approx(expected, rel=1e-12), name


@pytest.mark.tabs("Weights")
def test_a_set_of_weights_is_taken_by_choosing_it():
    mine = replace(REAL, weights=(("Name", 7.0), *REAL.weights[1:]))
    at = start(mine, "weights")
    assert preset(at).value == OWN
    run(preset(at).set_value("All equal"))
    assert set(current(at).weight_map.values()) == {1.0}
    assert preset(at).value == "All equal" and OWN not in preset(at).options
    press(at, "undo")
    assert current(at) == mine and preset(at).value == OWN


@pytest.mark.tabs("Weights")
def test_a_single_weight_is_changed():
    card = replace(AGED, profile=(("Name", "Ann"), ("Card", "a")), weights=(("Name", 1.0), ("Card", 3.0)))
    at = start(card, "weights")
    run(at.selectbox(key="weights-label").set_value("Card"))
    run(bound(at.main.number_input, f"weight-{hash('Card')}").set_value(4.0))
    assert current(at).weight_map == {"Name": 1.0, "Card": 4.0}
    assert preset(at).value == OWN and shown(at, "Why")["Weight"].tolist() == [1.0, 4.0]


def near(at, kind, scale=10.0):
    at.selectbox(key="near-label").set_value("Age")
    at.selectbox(key="near-kind").set_value(kind)
    at.number_input(key="near-scale").set_value(scale)
    return run(next(button for button in at.main.button if button.label == "Save").click())


@pytest.mark.tabs("Near misses")
def test_a_near_miss_counts_in_part():
    at = start(aged(), "weights")
    assert figure_in_strip(at) == percent(0.5)
    near(at, "Numbers near each other")
    assert current(at).similarities == (("Age", NumericCloseness(10.0)),)
    # X = 1 + 0.9 of W_e = 2 and Y = 2.
    assert figure_in_strip(at) == percent(0.95)
    near(at, "Nearly the same spelling")
    assert current(at).similarities == (("Age", EditSimilarity()),)
    near(at, None)
    assert current(at).similarities == ()


@pytest.mark.tabs("Rare values")
def test_rare_values_count_more_by_a_table():
    at = start(aged(), "weights")
    run(bound(at.main.segmented_control, "statistics").set_value("table"))
    content = b"Name,AGE,Shoe\nBob,30,9\nBob,40,9\nCarol,30,8\n"
    next(u for u in at.file_uploader if u.key.startswith("upload.statistics")).upload("p.csv", content, "text/csv")
    press(run(at), "statistics-take")
    counts = ValueCounts({"Name": {"Bob": 2, "Carol": 1}, "Age": {"30": 2, "40": 1}})
    assert current(at).value_counts == counts
    weights = weights_by_self_information(AGED.reference, counts, AGED.weight_map)
    records = [release.record for release in aged().releases]
    expected = information_leakage(records, AGED.reference, AGED.adversary, weights).leakage
    assert figure_in_strip(at) == percent(expected)
