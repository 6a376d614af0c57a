"""The report, and the plain file."""

from dataclasses import replace

import pytest

from leakage.scenarios.realistic import realistic_person
from leakage.workspace.workspace import Workspace
from tests.pages.helpers import CASES, downloads, opened, press, run, start

REAL = realistic_person().workspace


@pytest.mark.parametrize("work", [Workspace(), replace(REAL, releases=()), REAL, *CASES[::4]])
def test_a_report_can_be_made_where_there_is_something_to_report(session, work):
    at = opened(session, work, "export")
    assert at.button(key="report-make").disabled == (not (work.profile and work.releases))
    if work.profile and work.releases:
        assert "report-save" in downloads(press(at, "report-make"))


def test_the_plain_file_waits_for_the_warning_to_be_ticked():
    at = start(REAL, "export")
    assert downloads(at)["export-json"].proto.disabled and downloads(at)["export-json"].proto.help
    run(at.checkbox(key="export-known").check())
    assert not downloads(at)["export-json"].proto.disabled
