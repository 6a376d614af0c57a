"""A workspace's measure: similarities in every figure, and saved with the rest."""

from dataclasses import replace

import pytest

from leakage import (
    Adversary,
    EditSimilarity,
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
from leakage.decision.shapley import release_shapley
from leakage.workspace.figures.assessment import assess, evaluator
from leakage.workspace.figures.planned_releases import compare_plans
from leakage.workspace.saved_copy import workspace_from_json, workspace_to_json
from leakage.workspace.vocabulary import PRESETS
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


def test_every_figure_is_by_the_measure():
    whole = record_leakage(GIVEN[0].record, WORK.reference, WORK.measure)
    assert whole != record_leakage(GIVEN[0].record, WORK.reference, WORK.weight_map)
    assert [leaked.result.leakage for leaked in assess(WORK)] == [whole]
    assert [one.alone for one in release_shapley(evaluator(WORK))] == [whole]
    plan = Release("Plan", "Shop", Record.of(("Name", "Alice"), ("Address", "Mill Lane")))
    planned = Workspace(PROFILE, WORK.weights, GIVEN, (), EVE, plans=(plan,), similarities=SIMILARITIES)
    together = record_leakage(Record({*GIVEN[0].record, *plan.record}), planned.reference, planned.measure)
    assert compare_plans(planned)[0].after == pytest.approx(together)


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
