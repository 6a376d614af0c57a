"""The open work as a script that computes its figure again."""

import pytest

from leakage.scenarios.realistic import realistic_person
from pages.explore.python import text
from tests.pages.helpers import CASES, opened, run, start, texts, whole_leakage

REAL = realistic_person().workspace


def scripts(at):
    """What is shown as Python, to be copied."""
    return [code for code in at.main.code if code.language == "python"]


@pytest.mark.parametrize("workspace", CASES)
def test_the_figure_can_be_computed_again_in_python(session, workspace):
    at = opened(session, workspace, "python")
    assert not scripts(at)
    at = run(at.main.toggle(key="as-python").set_value(True))
    (shown,) = scripts(at)
    names = {"__name__": "script"}
    exec(compile(shown.value, "script", "exec"), names)
    assert names["leakage"] == whole_leakage(workspace)
    run(at.main.toggle(key="as-python").set_value(False))


def test_a_script_that_is_too_long_is_saved(monkeypatch):
    monkeypatch.setattr("pages.explore.python.script.LONGEST", 100)
    at = start(REAL, "python")
    run(at.main.toggle(key="as-python").set_value(True))
    assert not scripts(at)
    assert text.TOO_LONG in texts(at)
