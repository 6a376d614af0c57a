"""What was computed as a script that computes it again."""

import pytest

from leakage.laboratory import Parameters, trend
from leakage.scenarios.realistic import realistic_person
from leakage.workspace.workspace import Workspace
from tests.pages.helpers import CASES, current, go, opened, press, run, start, texts, whole_leakage
from tests.pages.science.test_python_script import run as ran

REAL = realistic_person().workspace


def scripts(at):
    return [code.value for code in at.main.code]


@pytest.mark.parametrize("workspace", CASES)
def test_the_figure_can_be_computed_again(session, workspace):
    (script,) = scripts(opened(session, workspace, "python"))
    assert ran(script)[0]["leakage"] == whole_leakage(workspace)


@pytest.mark.tabs("Figures 3(a) to 3(c)")
def test_the_script_of_another_page_is_the_first_that_is_shown():
    at = start(REAL, "laboratory")
    run(at.slider(key="trend-n").set_value(10))
    (script,) = scripts(go(at, "python"))
    expected = trend(Parameters(n=10), "p_c", [step / 10 for step in range(11)])
    assert ran(script)[1].splitlines() == list(map(str, expected))
    at.segmented_control(key="script-Laboratory").set_value("Your leakage")
    assert "known_to" in scripts(run(at))[0]


@pytest.mark.parametrize("page", ["rules", "weights", "python"])
def test_without_a_person_the_papers_example_is_offered(page):
    at = press(start(Workspace(), page), "papers-example")
    assert current(at).releases and "known_to" in scripts(go(at, "python"))[0]


def test_a_script_that_is_too_long_is_saved(monkeypatch):
    monkeypatch.setattr("pages.science.python_script.python_script", lambda work: "#" * 200_001)
    at = start(REAL, "python")
    assert not scripts(at) and "The script is too long to show here." in texts(at)
