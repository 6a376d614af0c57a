"""The weights page: presets, sensitivity, near misses and related labels."""

from dataclasses import replace

import pytest

from leakage import ValueCounts, information_leakage, weights_by_self_information
from leakage.measure.rarity import information_of_labels
from leakage.measure.weights import EditSimilarity, NumericCloseness, TableSimilarity
from leakage.record import Record
from leakage.workspace.figures.rarity import rarities
from leakage.workspace.presets import BY_HARM, PRESETS, policy, presets_in_force
from leakage.workspace.workspace import Release
from pages.app.words import percent
from pages.you.weights import label_weights, text
from pages.you.weights.text import CHART, OWN
from tests.pages.helpers import (
    CASES,
    bound,
    charts,
    current,
    figure_in_strip,
    go,
    history,
    opened,
    press,
    problems,
    run,
    shown_table,
    start,
    texts,
    type_into,
)
from tests.person_2026 import person_of_2026
from tests.starting import starting_workspace

REAL = person_of_2026().workspace


@pytest.mark.parametrize("workspace", CASES)
def test_every_example_is_weighed(session, workspace):
    at = opened(session, workspace, "weights")
    box = bound(at.selectbox, "weights-preset")
    assert box.options[: len(PRESETS)] == [preset.name for preset in PRESETS]
    in_force = {preset.name for preset in presets_in_force(label_weights.weights_of(workspace))}
    assert box.value in in_force if in_force else box.value == OWN
    table = shown_table(at, "weights").value
    assert table["weight"].tolist() == list(label_weights.weights_of(workspace).values())
    moves = figure_in_strip(at) != "–" and text.NONE_MOVES not in texts(at)
    assert (CHART in charts(at)) == moves


def test_halving_and_doubling_are_those_of_the_definition():
    at = start(REAL, "weights")
    chart = charts(at)[CHART]
    top = chart["layout"]["yaxis"]["ticktext"][-1]
    records = [release.record for release in REAL.releases] + list(REAL.background)
    for name, factor in (("half the weight", 0.5), ("twice the weight", 2.0)):
        weights = {**REAL.weight_map, top: REAL.weight_map[top] * factor}
        expected = information_leakage(records, REAL.reference, REAL.adversary, weights).leakage
        assert percent(expected) in chart["alt"], name


def test_the_set_shown_is_the_one_in_force():
    mine = replace(REAL, weights=(("Name", 7.0), *REAL.weights[1:]))
    at = start(mine, "weights")
    assert bound(at.selectbox, "weights-preset").value == OWN
    run(bound(at.selectbox, "weights-preset").set_value("All equal"))
    assert set(current(at).weight_map.values()) == {1.0}
    assert (
        bound(at.selectbox, "weights-preset").value == "All equal"
        and OWN not in bound(at.selectbox, "weights-preset").options
    )
    press(at, "undo")
    assert current(at) == mine
    assert bound(at.selectbox, "weights-preset").value == OWN


def test_of_sets_that_say_the_same_the_one_chosen_is_shown():
    at = start(replace(starting_workspace(), profile=(("Name", "Ann"),), weights=(("Name", 1.0),)), "weights")
    assert bound(at.selectbox, "weights-preset").value == BY_HARM
    run(bound(at.selectbox, "weights-preset").set_value("All equal"))
    assert bound(at.selectbox, "weights-preset").value == "All equal" and len(history(at)) == 1


CARD = replace(starting_workspace(), profile=(("Name", "Ann"), ("Card", "a")), weights=(("Name", 1.0), ("Card", 3.0)))


def test_a_weight_is_typed_beside_its_reason():
    at = type_into(start(CARD, "weights"), "weights", {1: {"weight": 4.0}})
    assert current(at).weight_map == {"Name": 1.0, "Card": 4.0}
    assert bound(at.selectbox, "weights-preset").value == OWN
    shown = shown_table(at, "weights").value
    assert list(shown) == ["label", "weight", "why"] and shown["why"].tolist()[1] == "Money can be taken with it."


def test_a_weight_that_is_emptied_and_was_the_suggested_one_stands_in_its_cell_at_once():
    at = start(replace(CARD, weights=(("Name", 1.0), ("Card", 3.0))), "weights")
    before = current(at)
    type_into(at, "weights", {1: {"weight": None}})
    assert current(at) == before
    assert shown_table(at, "weights").value["weight"].tolist() == [1.0, 3.0]


def test_labels_on_which_as_much_hangs_are_named_together():
    ann = Record.of(("Name", "Ann"))
    at = start(replace(CARD, weights=(("Name", 3.0), ("Card", 3.0)), releases=(Release("o", "Shop", ann),)), "weights")
    assert text.HEADLINE_WHY.format(labels="Card and Name", move="move") in texts(at)


def test_a_weight_that_is_emptied_is_the_suggested_one_and_stands_in_its_cell():
    at = type_into(start(replace(CARD, weights=(("Card", 9.0),)), "weights"), "weights", {1: {"weight": None}})
    assert current(at).weight_map["Card"] == 3.0
    assert shown_table(at, "weights").value["weight"].tolist() == [1.0, 3.0]


def test_a_wrong_weight_is_told_and_stays():
    at = type_into(start(CARD, "weights"), "weights", {1: {"weight": -1.0}})
    assert problems(at) == ["Card: weight must be positive, got -1"] and current(at) == CARD
    type_into(at, "weights", {0: {"weight": 2.0}})
    assert problems(at) == ["Card: weight must be positive, got -1"]
    go(go(at, "profile"), "weights")
    assert problems(at) == ["Card: weight must be positive, got -1"]
    assert current(at).weight_map == {"Name": 2.0, "Card": 3.0}


AGED = replace(
    starting_workspace(),
    profile=(("Name", "Ann"), ("Age", "30")),
    releases=(Release("Order", "Shop", Record.of(("Name", "Ann"), ("Age", "31"))),),
    policies=(policy("By name", starting_workspace().policies[-1].adversary.operations[0].match),),
)


def test_a_near_miss_counts_in_part():
    at = start(AGED, "weights")
    assert figure_in_strip(at) == percent(0.5)
    row = {"label": "Age", "kind": "Numbers near each other", "scale": 10}
    type_into(at, "similarities", rows=[row])
    assert current(at).similarities == (("Age", NumericCloseness(10.0)),)
    # X = 1 + 0.9 of W_e = 2 and Y = 2.
    assert figure_in_strip(at) == percent(0.95)
    go(go(at, "leakage"), "weights")
    assert figure_in_strip(at) == percent(0.95)
    press(at, "undo")
    assert current(at) == AGED


@pytest.mark.parametrize(
    ("row", "similarity"),
    [
        ({"kind": "Nearly the same spelling"}, EditSimilarity()),
        ({"kind": "Your own", "table": "31 ~ 30 = 0.7"}, None),
        (
            {"kind": "My own table", "table": "31 ~ 30 = 0.7; a ~ b = 0"},
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
        ({"label": None, "kind": "Same first characters"}, "row 1: choose a fact"),
        ({"label": "Age", "kind": None}, "row 1: choose how values are compared"),
        (
            {"label": "Age", "kind": "Numbers near each other", "scale": -2},
            "row 1: scale must be a positive number, got -2",
        ),
        (
            {"label": "Age", "kind": "My own table"},
            'row 1: write the table like "one ~ other = 0.7; one ~ third = 0.2"',
        ),
    ],
    ids=["no label", "no kind", "a negative scale", "no table"],
)
def test_a_wrong_row_is_told_and_changes_nothing(row, sentence):
    at = type_into(start(AGED, "weights"), "similarities", rows=[row])
    assert problems(at) == [sentence]
    assert current(at) == AGED and len(history(at)) == 1


def test_rare_values_count_more_by_a_table():
    at = start(AGED, "weights")
    before = figure_in_strip(at)
    bound(at.main.segmented_control, "statistics").set_value("table")
    at = run(at)
    assert current(at).statistics == "table" and figure_in_strip(at) == before
    assert text.RARITY_NOTHING["table"] in texts(at)
    next(upload for upload in at.file_uploader if upload.key.startswith("upload.statistics")).upload(
        "people.csv", b"Name,AGE,Shoe\nBob,30,9\nBob,40,9\nCarol,30,8\n", "text/csv"
    )
    press(run(at), "statistics-take")
    counts = ValueCounts({"Name": {"Bob": 2, "Carol": 1}, "Age": {"30": 2, "40": 1}})
    assert current(at).value_counts == counts
    weights = weights_by_self_information(AGED.reference, counts, AGED.weight_map)
    records = [release.record for release in AGED.releases]
    expected = information_leakage(records, AGED.reference, AGED.adversary, weights).leakage
    assert figure_in_strip(at) == percent(expected)


def test_rare_values_count_more_by_the_background():
    at = start(
        replace(AGED, background=(Record.of(("Age", "30")), Record.of(("Age", "50"), ("Name", "Bob")))), "weights"
    )
    bound(at.main.segmented_control, "statistics").set_value("background")
    at = run(at)
    assert current(at).statistics == "background"
    shown = next(frame.value for frame in at.main.dataframe if "Bits" in frame.value)
    counts = ValueCounts.of(current(at).background)
    information = {row.label: row.bits for row in rarities(current(at))}
    assert information == information_of_labels(AGED.reference, counts)
    assert shown["Bits"].tolist() == pytest.approx([row.bits for row in rarities(current(at))])
