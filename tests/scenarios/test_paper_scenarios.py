"""The papers' examples as workspaces: opened as they are, they show the papers' figures."""

import re
from fractions import Fraction

import pytest

from leakage import Adversary
from leakage.scenarios.papers import PAPER_SCENARIOS
from leakage.workspace.figures.assessment import assess, pool_together, records_of, worst

BY_KEY = {scenario.key: scenario for scenario in PAPER_SCENARIOS}

NOT_PRINTED = {
    "second-purchase": 199 / 360,
    "five-records": 3 / 4,
    "possible-worlds": 3 / 4,
    "uncertain-data": 11909 / 21000,
    "alice-on-the-web": 1.0,
    "answer-sets": 1.0,
    "key-sets": 1.0,
    "self-and-linkage": 1.0,
    "self-and-linkage-drawn": 6 / 7,
}
"""Figures of examples for which the papers have none; those that are printed are derived in tests/papers."""


def everything(workspace):
    return records_of(workspace, pool_together(workspace))


def test_every_scenario_has_a_key_of_its_own():
    assert len(BY_KEY) == len(PAPER_SCENARIOS) and NOT_PRINTED.keys() < BY_KEY.keys()


@pytest.mark.parametrize("key", BY_KEY)
def test_it_opens_at_the_figure_that_it_announces(key):
    leakage = worst(assess(BY_KEY[key].workspace)).result.leakage
    assert leakage == pytest.approx(NOT_PRINTED.get(key, leakage))
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
