"""Every figure that a page shows beside "How is this worked out?" is the last line of its derivation, bit for bit."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.resolution.rules import Shares
from leakage.scenarios.papers import PAPER_SCENARIOS
from leakage.scenarios.realistic import realistic_person
from leakage.scenarios.scenario import policy
from leakage.workspace.figures.assessment import assess
from leakage.workspace.figures.derivations import derivation_of_discovery, derivation_of_plan, derivation_of_pool
from leakage.workspace.figures.next_move import discover, natural_query
from leakage.workspace.figures.planned_releases import compare_plans
from leakage.workspace.workspace import Release, Workspace
from tests.strategies import quick, records, references

WORKS = {scenario.key: scenario.workspace for scenario in PAPER_SCENARIOS} | {"realistic": realistic_person().workspace}
WORKSPACES = st.builds(
    lambda reference, given, plans, label: Workspace(
        tuple(a.pair for a in reference),
        releases=tuple(Release(f"R{n}", "Shop", record) for n, record in enumerate(given)),
        plans=tuple(Release(f"P{n}", "Shop", record) for n, record in enumerate(plans)),
        policies=(policy("same", Shares(label)),),
    ),
    references,
    st.lists(records(max_size=4), min_size=1, max_size=4),
    st.lists(records(max_size=4), max_size=2),
    st.sampled_from("NPC"),
)


def shown(derivation):
    """The figure in the last step, read as it is written."""
    return float(derivation.steps[-1].formula.partition("= ")[2])


def agrees(derivation, figure):
    """The last line is the very figure, and the fraction on the way to it is that, too."""
    assert shown(derivation) == derivation.value == figure
    if derivation.exact is not None:
        assert float(derivation.exact) == pytest.approx(figure, rel=1e-9, abs=1e-12)


def every_figure(work):
    """What the pages show of a workspace, derived."""
    for leaked in assess(work):
        agrees(derivation_of_pool(work, leaked), leaked.result.leakage)
        if work.adversary.resolution is not None:
            found = discover(work, leaked.pool, natural_query(work))
            for step in range(len(found.steps) + 1):
                agrees(derivation_of_discovery(work, leaked.pool, found, step), found.leakages[step])
    for outcome in compare_plans(work):
        derivation = derivation_of_plan(work, outcome)
        agrees(derivation, outcome.increment)
        written = [float(step.formula[4:]) for step in derivation.steps if step.formula.startswith("L = ")]
        assert written == [outcome.before, outcome.after]


@pytest.mark.parametrize("key", WORKS)
def test_every_figure_of_every_example(key):
    every_figure(WORKS[key])


@quick
@given(WORKSPACES)
def test_every_figure_of_any_workspace(work):
    every_figure(work)


def test_masked_values_are_in_no_line():
    work = WORKS["confidences"]
    derivation = derivation_of_pool(work, assess(work)[0], valued=lambda label, value: "•••")
    facts = [fact for world in derivation.worlds for fact in world.present]
    lines = " ".join([*(step.sentence for step in derivation.steps), *facts])
    assert "Alice" not in lines
    assert "•••" in lines
