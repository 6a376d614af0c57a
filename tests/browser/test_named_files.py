"""Files named by their path on *Adversary*: of every kind one, and nobody is connected to, whatever is in it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from leakage import Adversary, Resolve, Shares
from leakage.workspace.workspace import Policy, Workspace
from pages.eve.adversary.text import FILES, HOLDS, INDEXED
from tests.browser.driver import Dashboard, enter
from tests.browser.test_vault import open_copy
from tests.connections import every_kind, outward, traced
from tests.door.server import Server

pytestmark = [pytest.mark.browser, pytest.mark.slow]
WORK = Workspace(policies=(Policy("By town", Adversary((Resolve(Shares("City")),))),))
REFUSED = re.compile("The file (has no table|is no DuckDB file|cannot be read as a table|is too)")


def test_no_file_that_is_named_connects_to_anybody(chromium: Browser, tmp_path: Path) -> None:
    kinds, log = every_kind(tmp_path), tmp_path / "log"
    with Server(before=traced(log)) as server:
        context = chromium.new_context(viewport={"width": 1400, "height": 1000})
        dashboard = enter(context, server.link())
        open_copy(dashboard, WORK)
        dashboard.open("Eve")
        for fold in (HOLDS, FILES):
            dashboard.page.get_by_text(fold, exact=True).click()
            dashboard.settle()
        offered = {path: is_offered(dashboard, path) for path in kinds}
        for path in (path for path, readable in kinds.items() if readable and path.name.startswith("a.")):
            assert is_offered(dashboard, path)
            dashboard.press("file-add")
        dashboard.press("index-make")
        dashboard.page.get_by_text(INDEXED).wait_for()
        context.close()
    assert "sendto(" in log.read_text(errors="replace"), "the tracer saw nothing"
    assert outward(log) == []
    assert offered == kinds


def is_offered(dashboard: Dashboard, path: Path) -> bool:
    """Whether the columns of a file are asked about, after its path was typed; else it is refused in a sentence."""
    field = dashboard.page.get_by_role("textbox", name="Path of the file")
    field.fill(str(path))
    field.press("Enter")
    dashboard.settle()
    columns = dashboard.page.get_by_text("Say which detail each holds")
    columns.or_(dashboard.page.get_by_text(REFUSED)).first.wait_for()
    return columns.count() > 0
