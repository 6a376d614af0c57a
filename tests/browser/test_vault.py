"""What a person fears to lose is neither lost nor left lying about: the vault in the real program."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, TimeoutError, expect

from leakage.workspace.files.workspace_json import workspace_from_json, workspace_to_json
from leakage.workspace.vault.directory import vaults
from leakage.workspace.workspace import Workspace
from tests.browser.driver import Dashboard
from tests.browser.test_promises import enter, visit_every_page
from tests.browser.watching import Watched
from tests.door.server import ROOT, Server
from tests.pages.test_values_are_no_markup import hostile_work

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
    dashboard.press("vault-create-go")
    expect(dashboard.page.get_by_text("Kept in your vault.")).to_be_visible()


def unlock(dashboard: Dashboard) -> None:
    expect(dashboard.page.get_by_role("heading", name="Unlock your work")).to_be_visible()
    dashboard.key("gate-passphrase").locator("input").fill(PASSPHRASE)
    dashboard.press("gate-unlock")
    expect(dashboard.page.get_by_text("Kept in your vault.")).to_be_visible()


def open_copy(dashboard: Dashboard, workspace: Workspace) -> None:
    """Open a saved copy that lies in no file: the browser is handed its bytes."""
    copy = {"name": "copy.json", "mimeType": "application/json", "buffer": workspace_to_json(workspace).encode()}
    dashboard.key("saved-copy").locator("input[type=file]").set_input_files(copy)
    dashboard.settle()
    dashboard.press("open-saved")


def name_in_profile(dashboard: Dashboard, value: str) -> None:
    dashboard.page.bring_to_front()
    dashboard.open("Profile")
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


def asked_on_leaving(dashboard: Dashboard) -> bool:
    """Whether the page asks who wants to leave it, when it is told as the browser tells it."""
    return not dashboard.page.evaluate("() => dispatchEvent(new Event('beforeunload', {cancelable: true}))")


def test_refresh_second_tab_and_restart_lose_nothing(chromium: Browser, directory: Path) -> None:
    """Promise 6, and 10: whoever comes anew meets the gate, and behind it everything that was entered."""
    context = chromium.new_context(viewport=SIZE, accept_downloads=True)
    with serving(directory) as server:
        port = server.port
        dashboard = enter(context, server.link())
        dashboard.press("begin-own")
        dashboard.pick("profile-labels", "Name", "Email")
        dashboard.press("profile-add")
        assert asked_on_leaving(dashboard)
        put_into_vault(dashboard)
        name_in_profile(dashboard, "first edit")
        assert not asked_on_leaving(dashboard)
        dashboard.page.reload()
        dashboard.settle()
        unlock(dashboard)
        assert facts(dashboard).profile == (("Name", "first edit"),)

        second = context.new_page()
        second.goto(f"{server.origin}/leakage")
        other = Dashboard(second)
        other.settle()
        unlock(other)
        expect(second.get_by_role("heading", name="Leakage", exact=True)).to_be_visible()
        assert facts(other).profile == (("Name", "first edit"),)
        name_in_profile(dashboard, "second edit")
        name_in_profile(other, "an edit in a stale tab")
        expect(second.get_by_text("Two versions of your work")).to_be_visible()
        other.press("conflict-take")
        expect(second.get_by_text("Two versions of your work")).to_be_hidden()
        assert facts(other).profile == (("Name", "second edit"),)
        second.close()

    # A page that sees its server again loads itself anew, which would break off the way to the link.
    dashboard.page.goto("about:blank")
    with serving(directory, port) as server:
        dashboard.page.goto(server.link("/releases"))
        dashboard.settle()
        unlock(dashboard)
        assert facts(dashboard).profile == (("Name", "second edit"),)
        expect(dashboard.page.get_by_role("heading", name="Releases", exact=True)).to_be_visible()
    context.close()


def holding(folders: list[Path], words: list[bytes], since: float) -> list[Path]:
    """The files below the folders that were written since, and hold one of the words."""
    said = []
    for path in (path for folder in folders if folder.exists() for path in folder.rglob("*")):
        try:
            fresh = path.is_file() and path.stat().st_mtime >= since
            if fresh and any(word in path.read_bytes() for word in words):
                said.append(path)
        except OSError:
            continue  # gone already, or somebody else's
    return said


def test_what_is_entered_lies_readable_in_no_file(chromium: Browser, directory: Path) -> None:
    """Promise 3: with every name, value and label a canary, after every page was looked at, kept in a vault."""
    begun = time.time() - 1.0
    work = hostile_work(CANARY)
    # Long enough that a server might put the upload aside in a file.
    long = replace(work, background=work.background * 4_000)
    with serving(directory) as server:
        context = chromium.new_context(viewport=SIZE)
        dashboard = enter(context, server.link())
        open_copy(dashboard, long)
        open_copy(dashboard, work)
        put_into_vault(dashboard)
        visit_every_page(dashboard)
        words = [CANARY.encode(), PASSPHRASE.encode(), CANARY.encode("utf-16-le")]
        home = Path.home()
        places = [directory, server.data, ROOT, Path(tempfile.gettempdir()), home / ".streamlit", home / ".cache"]
        written = list(directory.rglob("*.vault"))
        left = holding(places, words, begun)
        context.close()
    # This file holds the canary's text, and so does what Python makes of it.
    assert [path for path in left if ROOT / "tests" not in path.parents] == []
    assert len(written) == 1 and len(vaults(directory / "vaults")) == 1
    assert CANARY not in server.printed


def test_hostile_text_fetches_nothing_and_runs_nothing(chromium: Browser, directory: Path) -> None:
    """Promise 7: markdown, HTML and formulas in every field, in the real front end."""
    image, script = '<img src="http://192.0.2.1/b" onerror="window.ran=1">', "<script>window.ran=1</script>"
    word = f"![x](http://192.0.2.1/a){image}{script}=1+1"
    with serving(directory) as server:
        context = chromium.new_context(viewport=SIZE)
        watched = Watched(context)
        dashboard = enter(context, server.link())
        open_copy(dashboard, hostile_work(word))
        seen = visit_every_page(dashboard)
        assert dashboard.page.evaluate("() => window.ran === undefined")
        assert dashboard.page.locator("img[src*='192.0.2.1']").count() == 0
        context.close()
    assert watched.outside(server) == [] and watched.complaints == []
    assert not [title for title, looks in seen.items() if any(look["failures"] for look in looks)]


def test_the_strength_of_a_passphrase_is_shown_while_it_is_typed(dashboard: Dashboard) -> None:
    dashboard.press("begin-own")
    dashboard.open("Vault")
    box = dashboard.key("vault-first").locator("input")
    box.click()
    dashboard.page.keyboard.type("password")
    expect(dashboard.page.get_by_text("Strength: very weak")).to_be_visible()
    dashboard.page.keyboard.type(" of seven herons", delay=20)
    expect(dashboard.page.get_by_text("Strength: strong")).to_be_visible()
    # Nothing but keys was pressed: neither Enter, nor another field.
    expect(box).to_be_focused()
    expect(box).to_have_value("password of seven herons")
