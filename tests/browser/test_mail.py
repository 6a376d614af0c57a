"""A mailbox named by its path on *Import*: read, chosen from by its table, added, and nobody is connected to."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from pages.parts.import_files.text import ADDED, MAIL, MAIL_FOUND, MAIL_PATH
from tests.browser.driver import enter
from tests.connections import outward, traced
from tests.door.server import Server
from tests.workspace.files.mail_files import FOUND
from tests.workspace.files.mail_files import MAIL as MAILBOXES

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_a_mailbox_is_read_and_chosen_from(chromium: Browser, tmp_path: Path) -> None:
    path, log = tmp_path / "takeout.tgz", tmp_path / "log"
    path.write_bytes(MAILBOXES["Takeout tgz"])
    with Server(before=traced(log)) as server:
        context = chromium.new_context(viewport={"width": 1400, "height": 1000})
        dashboard = enter(context, server.link())
        dashboard.open("Import")
        dashboard.page.get_by_text(MAIL, exact=True).click()
        field = dashboard.page.get_by_role("textbox", name=MAIL_PATH)
        field.fill(str(path))
        field.press("Enter")
        dashboard.settle()
        dashboard.press("mail-read")
        found = MAIL_FOUND.format(companies=f"{len(FOUND['Takeout tgz'])} companies", messages="6 messages")
        dashboard.page.get_by_text(found).wait_for()
        dashboard.page.get_by_role("button", name="Newsletter (1)").click()
        dashboard.page.get_by_role("button", name="Add 2 accounts").wait_for()
        dashboard.press("mail-add")
        dashboard.page.get_by_text(ADDED.format(what="2 accounts")).wait_for()
        context.close()
    assert "sendto(" in log.read_text(errors="replace"), "the tracer saw nothing"
    assert outward(log) == []
