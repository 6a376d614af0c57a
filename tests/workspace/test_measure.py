"""A workspace's measure: similarities and relations in every figure, and saved with the rest."""

import pytest

from leakage import (
    Adversary,
    EditSimilarity,
    Equivalent,
    Joint,
    Measure,
    NumericCloseness,
    PrefixSimilarity,
    Record,
    Resolve,
    Shares,
    TableSimilarity,
    record_leakage,
)
from leakage.workspace import disinforming
from leakage.workspace.assessment import assess
from leakage.workspace.belief import facts_of
from leakage.workspace.disinforming import disinform, link_candidates
from leakage.workspace.planning import compare_plans
from leakage.workspace.presets import PRESETS
from leakage.workspace.shares import release_shares
from leakage.workspace.vocabulary import LABELS
from leakage.workspace.work_json import workspace_from_json, workspace_to_json
from leakage.workspace.workspace import Policy, Release, Workspace

PROFILE = (("Name", "Alice"), ("Age", "30"), ("Phone", "123"), ("Address", "Mill Lane"))
SIMILARITIES = (
    ("Age", NumericCloseness(10.0)),
    ("Post code", PrefixSimilarity()),
    ("Name", EditSimilarity("jaro_winkler", 0.8)),
    ("City", TableSimilarity((("Lyon", "Villeurbanne", 0.5),))),
)
RELATIONS = (Joint(("Phone", "Address"), "Area", {"Area": 2.0}), Equivalent(("Age", "Date of birth")))
GIVEN = (Release("Order", "Shop", Record.of(("Name", "Alice"), ("Age", "33"), ("Phone", "123"))),)
EVE = (Policy("By name", Adversary((Resolve(Shares("Name")),))),)
WORK = Workspace(PROFILE, (("Name", 2.0),), GIVEN, policies=EVE, similarities=SIMILARITIES, relations=RELATIONS)


def test_without_either_the_measure_is_the_weights():
    plain = Workspace(PROFILE, (("Name", 2.0),))
    assert plain.measure is plain.weight_map
    assert WORK.measure == Measure({"Name": 2.0}, SIMILARITIES, RELATIONS)
    assert hash(WORK) == hash(workspace_from_json(workspace_to_json(WORK)))


def test_every_figure_is_by_the_measure():
    whole = record_leakage(GIVEN[0].record, WORK.reference, WORK.measure)
    assert whole != record_leakage(GIVEN[0].record, WORK.reference, WORK.weight_map)
    assert [found.result.leakage for found in assess(WORK)] == [whole]
    assert release_shares(WORK).tolist() == [whole]
    plan = Release("Plan", "Shop", Record.of(("Name", "Alice"), ("Address", "Mill Lane")))
    planned = Workspace(PROFILE, WORK.weights, GIVEN, (), EVE, plans=(plan,), relations=RELATIONS)
    together = record_leakage(
        Record({*GIVEN[0].record, *plan.record}), planned.reference, Measure({"Name": 2.0}, (), RELATIONS)
    )
    assert compare_plans(planned)[0].after == pytest.approx(together)


def test_disinformation_is_by_the_measure():
    bare = disinform(WORK, "Shop", most=1).points
    assert bare[0].leakage == pytest.approx(assess(WORK)[0].result.leakage)
    assert bare[1].leakage < bare[0].leakage
    near = Record.of(("Name", "Bob"), ("Age", "30.5"))
    linked = Workspace(
        PROFILE, (), GIVEN, (near, Record.of(("Name", "Eva"), ("Age", "70"))), EVE, similarities=SIMILARITIES
    )
    assert link_candidates(linked, "Shop")[0].record.values("Name") == ("Eva",)


def test_what_is_near_is_not_counted_as_wrong_among_candidates(monkeypatch):
    monkeypatch.setattr(disinforming, "WEIGHED", 1)
    others = (Record.of(("Name", "Bob"), ("Age", "30.5")), Record.of(("Name", "Eva"), ("Age", "70")))
    work = Workspace(PROFILE, (), GIVEN, others, EVE, similarities=(("Age", NumericCloseness(10.0)),))
    assert [candidate.record for candidate in link_candidates(work, "Shop")] == [others[1]]


def test_facts_by_the_measure():
    composite = Record.of(("Age", "33"), ("Phone", "999"), ("Date of birth", "1900-01-01"))
    found = {(fact.label, fact.meaning): fact for fact in facts_of(composite, WORK.reference, WORK.measure)}
    assert set(found) == {
        ("Age", "right"),
        ("Phone", "wrong"),
        ("Date of birth", "wrong"),
        ("Name", "missing"),
        ("Phone", "missing"),
        ("Address", "missing"),
    }
    assert found["Age", "right"].similarity == 0.7
    assert found["Phone", "wrong"].similarity == 0.0
    assert found["Name", "missing"].similarity == 1.0
    assert found["Address", "missing"].weight == 3.0


def test_similarities_and_relations_are_written_and_read_again():
    assert workspace_from_json(workspace_to_json(WORK)) == WORK


HEAD = '{"format": "leakage-workspace", "version": 1, '


@pytest.mark.parametrize(
    ("part", "sentence"),
    [
        ('"similarities": [["A", {"kind": "secret"}]]', "kind of similarity that this program does not know"),
        ('"similarities": [["A", {"kind": "numeric", "scale": 0}]]', "scale must be a positive number"),
        ('"similarities": [["A", {"kind": "edit", "method": "secret", "at least": 0}]]', "levenshtein or jaro_winkler"),
        ('"similarities": [["A", {"kind": "edit", "method": "levenshtein", "at least": 2}]]', "at_least must be in"),
        ('"similarities": [["A", {"kind": "table", "table": [["secret", "b", 2]]}]]', "similarity must be in"),
        ('"similarities": [["A"]]', "a similarity must have 2 parts"),
        ('"relations": [{"kind": "secret"}]', "kind of relation that this program does not know"),
        ('"relations": [{"kind": "equivalent", "labels": ["secret"]}]', "at least two labels"),
        ('"relations": [{"kind": "joint", "labels": ["A", "P"], "shared": "J", "weights": [["J", 0]]}]', "positive"),
        (
            '"relations": [{"kind": "equivalent", "labels": ["A", "secret"]}, '
            '{"kind": "equivalent", "labels": ["B", "secret"]}]',
            "no label may stand in two relations",
        ),
    ],
)
def test_malformed_measures_get_a_sentence_without_values(part, sentence):
    with pytest.raises(ValueError, match=sentence) as caught:
        workspace_from_json(HEAD + part + "}")
    assert "secret" not in str(caught.value)


def test_presets_weigh_every_label_of_the_vocabulary():
    assert [preset.name for preset in PRESETS] == [
        "All equal",
        "Suggested",
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
    assert by_name["Suggested"] == {entry.label: float(entry.weight) for entry in LABELS}
    assert by_name["Identity theft"]["National id"] > by_name["Identity theft"]["Religion"]
    assert by_name["Stalking"]["Address"] > by_name["Stalking"]["Passport"]
    assert by_name["Reputation and discrimination"]["Religion"] > by_name["Reputation and discrimination"]["Card"]


def test_presets_name_only_labels_of_the_vocabulary():
    """Every heavy label named in a preset is found again: a misspelt one would weigh 1 and stay unseen."""
    heavy = {preset.name: sum(weight > 1.0 for _, weight in preset.weights) for preset in PRESETS}
    assert heavy["Identity theft"] == 6 + 3 + 5
    assert heavy["Stalking"] == 4 + 4 + 3 + 5
    assert heavy["Reputation and discrimination"] == 4 + 3 + 3 + 4
