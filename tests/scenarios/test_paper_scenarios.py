"""The papers' examples as workspaces: opened as they are, they show the papers' figures."""

import re

import pytest

from leakage import (
    Adversary,
    dip,
    incremental_leakage,
    information_leakage,
    leakages,
    precision,
    recall,
    record_leakage,
)
from leakage.scenarios.papers import PAPER_SCENARIOS
from leakage.workspace.figures.assessment import assess, pool_of, pool_together, records_of, sourced_record, worst

BY_KEY = {scenario.key: scenario for scenario in PAPER_SCENARIOS}

WORST = {
    "vendor-and-employer": 1.0,
    "wrong-phone": 1.0,
    "second-purchase": 199 / 360,  # no figure is printed
    "five-records": 3 / 4,  # no figure is printed
    "one-record": 2 / 3,
    "one-record-unweighted": 4 / 7,  # printed 0.57
    "confidences": 22 / 35,  # printed 13/20, which is with unit weights
    "possible-worlds": 3 / 4,  # no figure is printed
    "uncertain-data": 11909 / 21000,  # no figure is printed
    "resolution": 6 / 7,
    "dipping": 6 / 7,
    "alice-on-the-web": 1.0,  # no figure is printed
    "answer-sets": 1.0,  # no figure is printed
    "key-sets": 1.0,  # no figure is printed
    "k-anonymity-alice": 2 / 3,
    "k-anonymity-background": 4 / 5,
    "k-anonymity-zoe": 3 / 4,
    "l-diversity-zoe": 3 / 4,
    "which-card": 3 / 4,
    "which-store": 3 / 4,
    "self-and-linkage": 1.0,  # no figure is printed
    "self-and-linkage-drawn": 6 / 7,  # no figure is printed
    "enhancement": 13 / 14,
    "two-uncertain-facts": 19 / 300,
}

PLANS = {
    ("wrong-phone", 0): -1 / 9,
    ("vendor-and-employer", 0): -1 / 11,  # no figure is printed
    ("dipping", 0): 0.0,
    ("alice-on-the-web", 0): 0.0,
    ("answer-sets", 0): -1 / 5,
    ("which-card", 0): 0.0,
    ("which-card", 1): 5 / 36,
    ("which-store", 0): 0.0,
    ("which-store", 1): 1 / 4,
    ("self-and-linkage", 0): -1 / 9,
    ("self-and-linkage", 1): -3 / 11,
    ("self-and-linkage-drawn", 0): -3 / 28,
    ("self-and-linkage-drawn", 1): -4 / 21,
    ("enhancement", 0): 0.0,
    ("enhancement", 1): 1 / 14,
}


def everything(workspace):
    return records_of(workspace, pool_together(workspace))


def test_every_scenario_has_its_figure():
    assert set(BY_KEY) == set(WORST)
    assert len(BY_KEY) == len(PAPER_SCENARIOS)
    assert set(PLANS) == {(s.key, n) for s in PAPER_SCENARIOS for n in range(len(s.workspace.plans))}


@pytest.mark.parametrize("key", WORST)
def test_the_workspace_shows_the_figure_of_the_paper(key):
    assert worst(assess(BY_KEY[key].workspace)).result.leakage == pytest.approx(WORST[key])


@pytest.mark.parametrize(("key", "number"), PLANS)
def test_the_plans_add_what_the_paper_says(key, number):
    workspace = BY_KEY[key].workspace
    plan = workspace.plans[number]
    alone = workspace.pooling.kind == "alone"
    pool = pool_of(workspace, plan.recipient, (plan.recipient,)) if alone else pool_together(workspace)
    result = incremental_leakage(
        records_of(workspace, pool),
        sourced_record(workspace, plan),
        workspace.reference,
        workspace.pooling_adversary,
        workspace.weight_map,
    )
    assert result.increment == pytest.approx(PLANS[key, number])


@pytest.mark.parametrize(
    ("key", "leakage"),
    [("five-records", 2 / 3), ("resolution", 2 / 3), ("alice-on-the-web", 5 / 7), ("l-diversity-zoe", 2 / 3)],
)
def test_the_other_policy(key, leakage):
    workspace = BY_KEY[key].workspace
    (other,) = (policy for policy in workspace.policies if policy.name != workspace.chosen)
    result = information_leakage(everything(workspace), workspace.reference, other.adversary)
    assert result.leakage == pytest.approx(leakage)


def test_each_recipient_of_2011_section_1_alone():
    workspace = BY_KEY["vendor-and-employer"].workspace
    given = [release.record for release in workspace.releases]
    assert [recall(record, workspace.reference) for record in given] == pytest.approx([3 / 5, 4 / 5])
    assert leakages(given, workspace.reference) == pytest.approx([3 / 4, 8 / 9])


def test_each_store_of_2011_section_3_1_alone():
    pools = assess(BY_KEY["which-store"].workspace)
    assert [pool.pool.name for pool in pools] == ["Store S1", "Store S2"]
    assert [pool.result.leakage for pool in pools] == pytest.approx([3 / 4, 3 / 4])


@pytest.mark.parametrize(
    ("key", "right", "complete"), [("one-record", 3 / 4, 3 / 5), ("one-record-unweighted", 2 / 3, 1 / 2)]
)
def test_precision_and_recall_of_the_one_record(key, right, complete):
    workspace = BY_KEY[key].workspace
    record = workspace.releases[0].record
    assert precision(record, workspace.reference, workspace.weight_map) == pytest.approx(right)
    assert recall(record, workspace.reference, workspace.weight_map) == pytest.approx(complete)


def test_the_first_purchase_held_for_sure():
    workspace = BY_KEY["second-purchase"].workspace
    record = workspace.releases[0].record
    sure = type(record)(type(a)(a.label, a.value) for a in record)
    assert record_leakage(sure, workspace.reference) == pytest.approx(3 / 4)


def test_the_query_absorbs_the_records_in_the_order_of_the_text():
    workspace = BY_KEY["alice-on-the-web"].workspace
    result = dip(workspace.plans[0].record, everything(workspace), workspace.adversary)
    first = len(workspace.background)
    assert [workspace.releases[step.record - first].name for step in result.steps] == ["r2 (homepage 1)", "r1 (social)"]


def test_the_query_of_2012_absorbs_r_and_s():
    workspace = BY_KEY["dipping"].workspace
    result = dip(workspace.plans[0].record, everything(workspace), workspace.adversary)
    assert result.members == (len(workspace.background), len(workspace.background) + 1)


@pytest.mark.parametrize("scenario", PAPER_SCENARIOS, ids=lambda scenario: scenario.key)
def test_a_scenario_is_ready_to_open(scenario):
    workspace = scenario.workspace
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", scenario.key)
    assert workspace.title == scenario.title
    assert scenario.question.endswith("?")
    assert scenario.expected.endswith(".")
    assert scenario.source.startswith("Whang & Garcia-Molina 201")
    assert workspace.releases
    assert workspace.policies
    assert workspace.adversary != Adversary() or len(everything(workspace)) == 1
    assert not workspace.chosen or workspace.chosen in {policy.name for policy in workspace.policies}
    assert isinstance(workspace.fingerprint, int)  # hashable, as caches need it


@pytest.mark.parametrize("scenario", PAPER_SCENARIOS, ids=lambda scenario: scenario.key)
def test_a_scenario_names_its_letters(scenario):
    named = dict(scenario.workspace.names)
    letters = [label for label in scenario.workspace.labels if len(label) == 1]
    # X is the papers' word for a falsehood, and the record of Section 5 has no meaning.
    assert scenario.key == "two-uncertain-facts" or set(letters) - {"X"} <= set(named)
