"""A saved copy that names a pipe, in the real program: it holds up nobody, in one tab, in two, or after unlocking."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from leakage.workspace.tables import RecordsFile
from tests.browser.driver import enter
from tests.browser.test_vault import facts, open_copy, put_into_vault, serving, unlock
from tests.pages.eve.test_files import MEANT, WORK

pytestmark = [pytest.mark.browser, pytest.mark.slow]
PAGES = ("Eve", "The figure", "Step by step", "Plan", "Timeline")


def test_two_tabs_with_a_pipe_among_the_files_answer_and_the_vault_opens_again(
    chromium: Browser, tmp_path: Path
) -> None:
    pipe = tmp_path / "pipe.csv"
    os.mkfifo(pipe)
    work = replace(WORK, sources=(RecordsFile(str(pipe), MEANT),))
    with serving(tmp_path / "data") as server:
        context = chromium.new_context(viewport={"width": 1400, "height": 1000}, accept_downloads=True)
        first = enter(context, server.link())
        open_copy(first, work)
        put_into_vault(first)
        second = enter(context, first.page.url)
        unlock(second)
        for page in PAGES:
            for tab in (first, second):
                tab.page.bring_to_front()
                tab.open(page)
                assert tab.figure().endswith("(without her files)")
        second.open("Eve")
        second.press("file-agree-0")
        second.page.get_by_role("alert").filter(has_text="file").first.wait_for()
        assert facts(second).sources == work.sources
        second.press("lock")
        unlock(second)
        second.open("Eve")
        second.page.get_by_text("May the program read this file?").wait_for()
        context.close()
