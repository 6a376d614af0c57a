"""One click opens the derivation of the very number beside it, and its last line is that number."""

import pytest

from leakage.scenarios.papers import PAPER_SCENARIOS
from leakage.workspace.figures.assessment import assess
from leakage.workspace.figures.planned_releases import compare_plans
from tests.pages.helpers import go, run, start

WORKS = {scenario.key: scenario.workspace for scenario in PAPER_SCENARIOS}


def formulas(at):
    """What is written in formulas on the page, in order."""
    return [latex.value.strip("$\n ") for latex in at.latex]


def opened(at, key):
    at.session_state[f"worked-out-{key}"] = True
    return run(at)


@pytest.mark.parametrize("key", ["which-card", "which-store", "self-and-linkage"])
def test_a_plan_is_worked_out_on_both_sides(key):
    at = start(WORKS[key], "planned_release")
    before = formulas(at)
    for place, outcome in enumerate(compare_plans(WORKS[key])):
        shown = formulas(opened(at, f"plan-{place}"))
        assert f"I = {outcome.increment!r}" in shown
        assert f"I = {outcome.increment!r}" not in before
        assert f"L = {outcome.before!r}" in shown
        assert f"L = {outcome.after!r}" in shown


def test_what_she_finds_and_what_she_has_put_together():
    at = opened(start(WORKS["alice-on-the-web"], "what_she_knows"), "composite")
    figure = assess(WORKS["alice-on-the-web"])[0].result.leakage
    assert f"L = {figure!r}" in formulas(at)
    at = opened(go(at, "what_she_knows"), "discovery")
    assert formulas(at)[-1].startswith("L = ")


def test_disinformation_is_worked_out():
    at = start(WORKS["self-and-linkage"], "disinformation")
    at.session_state["disinform-by-fact"] = True
    at = opened(run(at), "disinform-self")
    assert formulas(at)[-1].startswith("I = ")
    at = opened(at, "disinformation-plan")
    assert sum(formula.startswith("I = ") for formula in formulas(at)) == 2


def test_a_class_of_a_published_table_is_worked_out():
    at = start(page="published_table")
    at.session_state["published-tab"] = "Me in it"
    at = run(at)
    shown = formulas(opened(at, "table-alone"))
    assert shown[-1].startswith("L = ")
