"""Clicks that come quicker than the program answers, and then the tab is closed: none of them is lost on the disk."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Locator

from leakage.workspace.files.workspace_json import workspace_from_json
from leakage.workspace.vault.open_alone import opened
from leakage.workspace.vault.vault import vaults
from leakage.workspace.workspace import Workspace
from pages.you.vault.text import FILE
from tests.benchmarks.person_2026 import person_of_2026
from tests.browser.driver import Dashboard, enter
from tests.browser.test_vault import PASSPHRASE, SIZE, open_copy, put_into_vault, unlock
from tests.door.server import Server

pytestmark = [pytest.mark.browser, pytest.mark.slow]
LONGEST = 20.0
WAIT = 200
"""Milliseconds after which a table has told of an edit: it waits a moment for the next one."""


def test_what_was_clicked_before_the_tab_was_closed_is_on_the_disk(chromium: Browser) -> None:
    """Promise 6: each click whole, once, in the order in which they came."""
    with Server() as server:
        context = chromium.new_context(viewport=SIZE)
        tab = enter(context, server.link())
        open_copy(tab, person_of_2026().workspace)
        put_into_vault(tab)
        tab.open("About me")
        before = saved(server).profile
        for row, value in enumerate(("Bea", "another mail")):
            tab.type_into_cell("profile", 1, row, value)
        tab.page.wait_for_timeout(WAIT)
        undo = tab.key("undo").get_by_role("button")
        click_and_close(tab, undo)
        # Two edits and a step back, each of which left the version before it.
        expected = ((before[0][0], "Bea"), *before[1:])
        meets(lambda: len(list(server.data.rglob("*.generation"))) == 3 and saved(server).profile == expected)

        tab = enter(context, f"{server.origin}/vault")
        unlock(tab)
        tab.page.get_by_text(FILE).click()
        tab.page.get_by_label("Name", exact=True).fill("Renamed")
        rename = tab.key("vault-rename-go").get_by_role("button")
        click_and_close(tab, rename, rename)
        meets(lambda: [vault.listing().name for vault in vaults(server.data / "vaults")] == ["Renamed"])
        context.close()


def click_and_close(tab: Dashboard, *targets: Locator) -> None:
    """One after the other, without waiting for an answer."""
    for target in targets:
        target.dispatch_event("click")
    tab.page.close()


def saved(server: Server) -> Workspace:
    """The work in the vault's file, opened without the program."""
    [path] = (server.data / "vaults").glob("*.vault")
    return workspace_from_json(opened(path.read_bytes(), PASSPHRASE).decode())


def meets(condition: Callable[[], bool]) -> None:
    """What was taken over is saved a moment later, by a busy machine later still."""
    begun = time.monotonic()
    while not condition():
        assert time.monotonic() < begun + LONGEST
        time.sleep(0.1)
