"""A page that has nothing to show yet says what to do first, and leads there."""

from dataclasses import replace

import pytest

from leakage.scenarios.realistic import realistic_person
from leakage.workspace.presets import starting_workspace
from leakage.workspace.workspace import Workspace
from tests.pages.helpers import figure_in_strip, press, start

OWN = starting_workspace()
PROFILE_ALONE = replace(realistic_person().workspace, releases=())


@pytest.mark.parametrize("page", ["leakage", "erasure", "disinformation", "her_next_move"])
@pytest.mark.parametrize(
    ("workspace", "sentence", "title"),
    [
        (Workspace(), "First say what is true about you.", "Profile"),
        (OWN, "First say what is true about you.", "Profile"),
        (PROFILE_ALONE, "Next say what you gave away, and to whom.", "Releases"),
    ],
    ids=["nothing", "own", "a profile alone"],
)
def test_an_empty_page_says_what_to_do_first(page, workspace, sentence, title):
    at = start(workspace, page)
    assert [info.value for info in at.main.info] == [sentence]
    assert figure_in_strip(at) == "–"
    press(at, "nothing-yet")
    assert at.title[0].value == title
