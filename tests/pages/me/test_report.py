"""The report, and plain files."""

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


def test_plain_files_wait_for_the_warning_to_be_ticked():
    at = start(REAL, "export")
    files = ("export-json", "export-csv")
    assert all(downloads(at)[key].proto.disabled and downloads(at)[key].proto.help for key in files)
    run(at.checkbox(key="export-known").check())
    assert not any(downloads(at)[key].proto.disabled for key in files)
