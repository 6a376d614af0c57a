"""What a person fears to lose is neither lost nor left lying about: the vault in the real program."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, TimeoutError, expect

from leakage.workspace.files.workspace_json import workspace_from_json, workspace_to_json
from leakage.workspace.workspace import Workspace
from tests.browser.driver import Dashboard, enter
from tests.browser.seeing import COLOUR_RULES, scan
from tests.door.server import Server

pytestmark = pytest.mark.browser
PASSPHRASE = "seven grey herons wade"
CANARY = "canary4711sings"
SIZE = {"width": 1400, "height": 1000}


@pytest.fixture
def directory() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


def serving(directory: Path, port: int | None = None) -> Server:
    return Server(port=port, environment={"LEAKAGE_DATA": str(directory)})


def put_into_vault(dashboard: Dashboard) -> None:
    dashboard.open("Vault")
    for box in ("vault-first", "vault-again"):
        dashboard.key(box).locator("input").fill(PASSPHRASE)
    # What is typed is sent when the field is left; the button is drawn anew then, and a press before that is lost.
    dashboard.page.keyboard.press("Tab")
    dashboard.settle()
    dashboard.press("vault-create-go")
    dashboard.page.get_by_text("Kept in your vault.").wait_for()


def unlock(dashboard: Dashboard) -> None:
    dashboard.page.get_by_role("heading", name="Unlock your work").wait_for()
    dashboard.key("gate-passphrase").locator("input").fill(PASSPHRASE)
    dashboard.press("gate-unlock")
    dashboard.page.get_by_text("Kept in your vault.").wait_for()


def open_copy(dashboard: Dashboard, workspace: Workspace) -> None:
    """Open a saved copy that lies in no file: the browser is handed its bytes."""
    content = workspace_to_json(workspace).encode()
    dashboard.open_copy({"name": "copy.json", "mimeType": "application/json", "buffer": content})


def name_in_profile(dashboard: Dashboard, value: str) -> None:
    """In the table as it stands on the screen, though another tab may have saved meanwhile."""
    dashboard.page.bring_to_front()
    if not dashboard.page.get_by_role("heading", name="About me", exact=True).is_visible():
        dashboard.open("About me")
    dashboard.edit_cell("profile", 1, 0, value)


def facts(dashboard: Dashboard) -> Workspace:
    """The work as a saved copy has it; who gets no file clicks again."""
    for last in (False, False, True):
        try:
            with dashboard.page.expect_download(timeout=10_000) as download:
                dashboard.key("save-copy").get_by_role("button").click()
        except TimeoutError:
            if last:
                raise
        else:
            return workspace_from_json(Path(download.value.path()).read_text())
    raise AssertionError


def warned_on_leaving(dashboard: Dashboard) -> bool:
    """Whether the page asks who wants to leave it, when it is told as the browser tells it."""
    return not dashboard.page.evaluate("() => dispatchEvent(new Event('beforeunload', {cancelable: true}))")


@pytest.mark.slow
def test_refresh_second_tab_and_restart_lose_nothing(chromium: Browser, directory: Path) -> None:
    """Promise 6, and 10: whoever comes anew meets the gate, and behind it everything that was entered."""
    context = chromium.new_context(viewport=SIZE, accept_downloads=True)
    with serving(directory) as server:
        port = server.port
        dashboard = enter(context, server.link())
        dashboard.begin_without_person()
        dashboard.pick("profile-labels", "Name", "Email")
        dashboard.press("profile-add")
        assert warned_on_leaving(dashboard)
        put_into_vault(dashboard)
        name_in_profile(dashboard, "first edit")
        assert not warned_on_leaving(dashboard)
        dashboard.page.reload()
        dashboard.settle()
        assert scan(dashboard.page, COLOUR_RULES) == []
        unlock(dashboard)
        assert facts(dashboard).profile == (("Name", "first edit"),)

        second = context.new_page()
        second.goto(f"{server.origin}/leakage")
        other = Dashboard(second)
        other.settle()
        unlock(other)
        second.get_by_role("heading", name="What she knows", exact=True).wait_for()
        assert facts(other).profile == (("Name", "first edit"),)
        name_in_profile(dashboard, "second edit")
        other.page.bring_to_front()
        other.open("About me")
        assert facts(other).profile == (("Name", "second edit"),)
        name_in_profile(dashboard, "third edit")
        name_in_profile(other, "an edit in a stale tab")
        second.get_by_text("Two versions of your work").wait_for()
        other.press("conflict-take")
        second.get_by_text("Two versions of your work").wait_for(state="hidden")
        assert facts(other).profile == (("Name", "third edit"),)
        lock_both(dashboard, other)
        second.close()

    # A page that sees its server again loads itself anew, which would break off the way to the link.
    dashboard.page.goto("about:blank")
    with serving(directory, port) as server:
        dashboard.page.goto(server.link("/releases"))
        dashboard.settle()
        unlock(dashboard)
        assert facts(dashboard).profile == (("Name", "third edit"),)
        dashboard.page.get_by_role("heading", name="My accounts", exact=True).wait_for()
    context.close()


def lock_both(one: Dashboard, other: Dashboard) -> None:
    """Locked in one tab, what stood on the other's screen is gone as well, though nobody touches it."""
    other.page.wait_for_function("() => document.documentElement.outerHTML.includes('third edit')")
    one.page.bring_to_front()
    one.open("Vault")
    one.press("vault-lock")
    for dashboard in (one, other):
        dashboard.page.get_by_role("heading", name="Unlock your work").wait_for()
        assert "third edit" not in dashboard.page.content()


def test_the_strength_of_a_passphrase_is_shown_while_it_is_typed(dashboard: Dashboard) -> None:
    dashboard.begin_without_person()
    dashboard.open("Vault")
    box = dashboard.key("vault-first").locator("input")
    box.click()
    dashboard.page.keyboard.type("password")
    dashboard.page.get_by_text("Strength: very weak").wait_for()
    dashboard.page.keyboard.type(" of seven herons", delay=20)
    dashboard.page.get_by_text("Strength: strong").wait_for()
    # Nothing but keys was pressed: neither Enter, nor another field.
    expect(box).to_be_focused()
    expect(box).to_have_value("password of seven herons")
