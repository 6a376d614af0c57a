"""The papers' examples as workspaces: opened as they are, they show the papers' figures."""

import re
from fractions import Fraction

import pytest

from leakage import Adversary, incremental_leakage, information_leakage, leakages, record_leakage
from leakage.record import certain
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
def test_it_opens_at_the_figure_of_the_paper_and_announces_it(key):
    leakage = worst(assess(BY_KEY[key].workspace)).result.leakage
    assert leakage == pytest.approx(WORST[key])
    written = {str(Fraction(leakage).limit_denominator(1000)), f"{leakage:.3f}"}
    assert written & set(re.findall(r"\d+(?:[./]\d+)?", BY_KEY[key].expected))


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
    assert leakages(given, workspace.reference) == pytest.approx([3 / 4, 8 / 9])


def test_each_store_of_2011_section_3_1_alone():
    pools = assess(BY_KEY["which-store"].workspace)
    assert [(pool.pool.name, pool.result.leakage) for pool in pools] == [
        (store, pytest.approx(3 / 4)) for store in ("Store S1", "Store S2")
    ]


def test_the_first_purchase_held_for_sure():
    workspace = BY_KEY["second-purchase"].workspace
    assert record_leakage(certain(workspace.releases[0].record), workspace.reference) == pytest.approx(3 / 4)


@pytest.mark.parametrize("scenario", PAPER_SCENARIOS, ids=lambda scenario: scenario.key)
def test_a_scenario_is_ready_to_open(scenario):
    workspace = scenario.workspace
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", scenario.key)
    assert workspace.title == scenario.title
    assert workspace.releases and workspace.policies and workspace.worked_example
    assert workspace.adversary != Adversary() or len(everything(workspace)) == 1
    assert not workspace.chosen or workspace.chosen in {policy.name for policy in workspace.policies}
    assert isinstance(workspace.fingerprint, int)  # hashable, as caches need it


@pytest.mark.parametrize("scenario", PAPER_SCENARIOS, ids=lambda scenario: scenario.key)
def test_a_scenario_names_its_letters(scenario):
    named = dict(scenario.workspace.names)
    letters = [label for label in scenario.workspace.labels if len(label) == 1]
    # X is the papers' word for a falsehood, and the record of Section 5 has no meaning.
    assert scenario.key == "two-uncertain-facts" or set(letters) - {"X"} <= set(named)
