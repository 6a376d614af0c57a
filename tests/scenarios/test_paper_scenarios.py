"""The papers' examples as workspaces: opened as they are, they show the papers' figures."""

import re
from fractions import Fraction

import pytest

from leakage import Adversary
from leakage.scenarios.papers import PAPER_SCENARIOS
from leakage.workspace.figures.assessment import assess, pool_together, records_of, worst

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


def everything(workspace):
    return records_of(workspace, pool_together(workspace))


def test_every_scenario_has_its_figure():
    assert set(BY_KEY) == set(WORST)
    assert len(BY_KEY) == len(PAPER_SCENARIOS)


@pytest.mark.parametrize("key", WORST)
def test_it_opens_at_the_figure_of_the_paper_and_announces_it(key):
    leakage = worst(assess(BY_KEY[key].workspace)).result.leakage
    assert leakage == pytest.approx(WORST[key])
    written = {str(Fraction(leakage).limit_denominator(1000)), f"{leakage:.3f}"}
    assert written & set(re.findall(r"\d+(?:[./]\d+)?", BY_KEY[key].expected))


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
