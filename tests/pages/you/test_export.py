"""A report and plain files, taken out."""

from dataclasses import replace

import pytest

from leakage.scenarios.realistic import realistic_person
from leakage.workspace.workspace import Workspace
from pages.you.export.text import TICK_FIRST, WARNING
from tests.pages.helpers import CASES, downloads, opened, press, run, start
from tests.starting import starting_workspace

OWN = starting_workspace()
REAL = realistic_person().workspace
MINE = replace(
    OWN,
    profile=(("Name", "Ann"), ("Email", "a@b.c"), ("Email", "ann@example.org"), ("User name", "ann")),
    weights=(("Name", 1.0), ("Email", 2.0), ("User name", 1.0)),
)


@pytest.mark.parametrize("workspace", [Workspace(), OWN, MINE, REAL], ids=["nothing", "own", "mine", "real"])
def test_the_page_opens_on_any_work(workspace):
    assert start(workspace, "export").button(key="report-make").disabled == (workspace != REAL)


@pytest.mark.parametrize("workspace", CASES[::4])
def test_a_report_can_be_made_of_every_example(session, workspace):
    at = opened(session, workspace, "export")
    if workspace.profile and workspace.releases:
        assert "report-save" in downloads(press(at, "report-make"))


def test_the_report_comes_when_it_is_asked_for():
    at = start(REAL, "export")
    assert "report-save" not in downloads(at)
    press(at, "report-make")
    assert downloads(at)["report-save"].proto.label == "Save the report"
    run(at.toggle(key="report-values").set_value(True))
    assert "report-save" not in downloads(at)
    assert any(WARNING in caption.value for caption in at.main.caption)


def test_plain_files_wait_for_the_warning_to_be_ticked():
    at = start(REAL, "export")
    assert at.checkbox(key="export-known").label == WARNING
    for key in ("export-json", "export-csv"):
        assert downloads(at)[key].proto.disabled and downloads(at)[key].proto.help == TICK_FIRST
    run(at.checkbox(key="export-known").check())
    assert not any(downloads(at)[key].proto.disabled for key in ("export-json", "export-csv"))
    run(at.selectbox(key="export-table").set_value("background"))
    assert not downloads(at)["export-csv"].proto.disabled
