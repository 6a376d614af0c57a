"""A workspace's measure: similarities in every figure, and saved with the rest."""

from dataclasses import replace

import pytest

from leakage import (
    Adversary,
    EditSimilarity,
    Measure,
    NumericCloseness,
    PrefixSimilarity,
    Record,
    Resolve,
    Shares,
    TableSimilarity,
    ValueCounts,
    record_leakage,
    weights_by_self_information,
)
from leakage.decision.contribution import release_contributions
from leakage.workspace.figures import rarity
from leakage.workspace.figures.assessment import assess, evaluator
from leakage.workspace.figures.planned_releases import compare_plans
from leakage.workspace.presets import BY_HARM, BY_SURVEYS, PRESETS
from leakage.workspace.saved_copy import workspace_from_json, workspace_to_json
from leakage.workspace.vocabulary import LABELS
from leakage.workspace.workspace import Policy, Release, Workspace

PROFILE = (("Name", "Alice"), ("Age", "30"), ("Phone", "123"), ("Address", "Mill Lane"))
SIMILARITIES = (
    ("Age", NumericCloseness(10.0)),
    ("Post code", PrefixSimilarity()),
    ("Name", EditSimilarity("jaro_winkler", 0.8)),
    ("City", TableSimilarity((("Lyon", "Villeurbanne", 0.5),))),
)
GIVEN = (Release("Order", "Shop", Record.of(("Name", "Alice"), ("Age", "33"), ("Phone", "123"))),)
EVE = (Policy("By name", Adversary((Resolve(Shares("Name")),))),)
WORK = Workspace(PROFILE, (("Name", 2.0),), GIVEN, policies=EVE, similarities=SIMILARITIES)


def test_without_either_the_measure_is_the_weights():
    plain = Workspace(PROFILE, (("Name", 2.0),))
    assert plain.measure == Measure({"Name": 2.0})
    assert WORK.measure == Measure({"Name": 2.0}, SIMILARITIES)
    assert hash(WORK) == hash(workspace_from_json(workspace_to_json(WORK)))


def test_every_figure_is_by_the_measure():
    whole = record_leakage(GIVEN[0].record, WORK.reference, WORK.measure)
    assert whole != record_leakage(GIVEN[0].record, WORK.reference, WORK.weight_map)
    assert [leaked.result.leakage for leaked in assess(WORK)] == [whole]
    assert release_contributions(evaluator(WORK)).tolist() == [whole]
    plan = Release("Plan", "Shop", Record.of(("Name", "Alice"), ("Address", "Mill Lane")))
    planned = Workspace(PROFILE, WORK.weights, GIVEN, (), EVE, plans=(plan,), similarities=SIMILARITIES)
    together = record_leakage(Record({*GIVEN[0].record, *plan.record}), planned.reference, planned.measure)
    assert compare_plans(planned)[0].after == pytest.approx(together)


def test_similarities_are_written_and_read_again():
    assert workspace_from_json(workspace_to_json(WORK)) == WORK


HEAD = '{"format": "leakage-workspace", "version": 3, '


@pytest.mark.parametrize(
    ("part", "sentence"),
    [
        (
            '"similarities": [["A", {"kind": "secret"}]]',
            "kind of part 2 of entry 1 of similarities is not one that this program knows",
        ),
        ('"similarities": [["A", {"kind": "numeric", "scale": 0}]]', "scale must be a positive number"),
        (
            '"similarities": [["A", {"kind": "edit", "method": "secret", "at least": 0}]]',
            "method of part 2 of entry 1 of similarities is not one",
        ),
        ('"similarities": [["A", {"kind": "edit", "method": "levenshtein", "at least": 2}]]', "at_least must be in"),
        ('"similarities": [["A", {"kind": "table", "table": [["secret", "b", 2]]}]]', "similarity must be in"),
        ('"similarities": [["A"]]', "entry 1 of similarities must be a list of length 2"),
    ],
)
def test_malformed_measures_get_a_sentence_without_values(part, sentence):
    with pytest.raises(ValueError, match=sentence) as caught:
        workspace_from_json(HEAD + part + "}")
    assert "secret" not in str(caught.value)


def test_presets_weigh_every_label_of_the_vocabulary():
    assert [preset.name for preset in PRESETS] == [
        "All equal",
        BY_HARM,
        BY_SURVEYS,
        "Identity theft",
        "Stalking",
        "Reputation and discrimination",
    ]
    for preset in PRESETS:
        assert [label for label, _ in preset.weights] == [entry.label for entry in LABELS]
        assert all(weight > 0.0 for _, weight in preset.weights)
        assert preset.reason.endswith(".")
    by_name = {preset.name: dict(preset.weights) for preset in PRESETS}
    assert set(by_name["All equal"].values()) == {1.0}
    assert by_name[BY_HARM] == {entry.label: float(entry.weight) for entry in LABELS}
    assert by_name["Identity theft"]["National id"] > by_name["Identity theft"]["Religion"]
    assert by_name["Stalking"]["Address"] > by_name["Stalking"]["Passport"]
    assert by_name["Reputation and discrimination"]["Religion"] > by_name["Reputation and discrimination"]["Card"]


def test_presets_name_only_labels_of_the_vocabulary():
    """Every heavy label named in a preset is found again: a misspelt one would weigh 1 and stay unseen."""
    heavy = {preset.name: sum(weight > 1.0 for _, weight in preset.weights) for preset in PRESETS}
    assert heavy["Identity theft"] == 6 + 3 + 5
    assert heavy["Stalking"] == 4 + 4 + 3 + 5
    assert heavy["Reputation and discrimination"] == 4 + 3 + 3 + 4


def test_rare_values_count_more_by_the_background_or_by_a_table():
    others = (Record.of(("Age", "30")), Record.of(("Age", "30")), Record.of(("Age", "80"), ("Name", "Bob")))
    plain = replace(WORK, background=others)
    by_background = replace(plain, statistics="background")
    counts = ValueCounts({"Age": {"30": 9, "80": 1}})
    by_table = replace(plain, statistics="table", value_counts=counts)
    assert by_background.measure == weights_by_self_information(WORK.reference, ValueCounts.of(others), plain.measure)
    assert by_table.measure == weights_by_self_information(WORK.reference, counts, plain.measure)
    assert replace(plain, value_counts=counts).measure == plain.measure
    for work in (by_background, by_table):
        assert workspace_from_json(workspace_to_json(work)) == work


@pytest.mark.parametrize(
    ("part", "sentence"),
    [
        ('"statistics": "secret"', "statistics is not one that this program knows"),
        ('"statistics": ["secret"]', "statistics must be text, got a list"),
        ('"value_counts": [["A", [["secret", 0]]]]', "a count must be a positive finite number"),
        ('"value_counts": [["A", [["", 1]]]]', "must not be empty"),
        ('"value_counts": [["A", "secret"]]', "counts must be"),
        ('"value_counts": {"secret": 1}', "value_counts must be"),
    ],
)
def test_statistics_that_cannot_be_read(part, sentence):
    with pytest.raises(ValueError, match=sentence) as caught:
        workspace_from_json('{"format": "leakage-workspace", "version": 3, ' + part + "}")
    assert "secret" not in str(caught.value)


def test_too_many_different_values_are_refused(monkeypatch):
    monkeypatch.setattr(rarity, "MOST_VALUES", 2)
    reading = rarity.read_value_counts(b"Age\n30\n31\n32\n", ["Age"])
    assert [str(problem) for problem in reading.problems] == [
        "file: the file has 3 different values of your labels; at most 2 are kept"
    ]
    assert reading.counts == ValueCounts() and reading.people == 0


def test_two_columns_of_one_label_count_a_person_once():
    reading = rarity.read_value_counts(b"Phone,phone\n1,1\n1,2\n,\n", ["Phone"])
    assert reading.counts == ValueCounts({"Phone": {"1": 2, "2": 1}}) and reading.people == 2
