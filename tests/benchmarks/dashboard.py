"""How fast the dashboard answers: from the start to the figure, from an edit to the new figure, and to the disk.

Run with ``.venv/bin/python -m tests.benchmarks.dashboard``; it needs Debian's chromium.
"""

from __future__ import annotations

import json
import random
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from leakage.record import Attribute, Record
from leakage.workspace.files.workspace_json import workspace_to_json
from leakage.workspace.workspace import Release, Workspace
from tests.benchmarks.person_2026 import person_of_2026
from tests.browser.conftest import FLAGS
from tests.browser.driver import ATTEMPTS, EDITOR, IDLE, Dashboard
from tests.door.server import Server

RUNS = 5


def many_releases(count: int) -> Workspace:
    """The realistic person of 2026 with so many releases, drawn from the profile with a fixed seed."""
    person = person_of_2026().workspace
    if count == len(person.releases):
        return person
    draw = random.Random(1)
    releases = tuple(
        Release(
            f"Release {number}",
            f"Recipient {number % 60}",
            Record(Attribute(*pair) for pair in draw.sample(person.profile[:18], draw.randint(3, 9))),
        )
        for number in range(count)
    )
    return replace(person, releases=releases)


def start_to_dashboard(browser: Browser) -> float:
    """Seconds from the start of the server to the realistic person's figure on the screen."""
    begun = time.perf_counter()
    with Server() as server:
        page = browser.new_page()
        page.goto(server.link())
        page.locator(".st-key-open-realistic button").click()
        page.get_by_text("Leakage is not simply").wait_for()
        taken = time.perf_counter() - begun
        page.close()
    return taken


def edit_to_figure(browser: Browser, workspace: Workspace) -> list[float]:
    """Seconds from the Enter that ends an edit of a weight to the moved figure, for several edits."""
    with Server() as server:
        page = browser.new_page(viewport={"width": 1400, "height": 1000})
        page.goto(server.link())
        times = _edits(Dashboard(page), workspace)
        page.close()
    return times


def _edits(dashboard: Dashboard, workspace: Workspace) -> list[float]:
    dashboard.settle()
    _open_copy(dashboard, workspace)
    dashboard.open("Weights")
    dashboard.page.wait_for_timeout(2000)
    return [_edit(dashboard, weight) for weight in (40, 2, 30, 3, 20)]


def _open_copy(dashboard: Dashboard, workspace: Workspace) -> None:
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.json"
        copy.write_text(workspace_to_json(workspace))
        dashboard.open_copy(copy)


def edit_to_disk(browser: Browser, workspace: Workspace) -> list[float]:
    """Seconds from the Enter that ends an edit of a weight to the vault's new file, for several edits."""
    with Server() as server:
        page = browser.new_page(viewport={"width": 1400, "height": 1000})
        page.goto(server.link())
        dashboard = Dashboard(page)
        dashboard.settle()
        _open_copy(dashboard, workspace)
        _put_into_vault(dashboard)
        dashboard.open("Weights")
        page.wait_for_timeout(2000)
        times = [_edit_saved(dashboard, server.data, weight) for weight in (40, 2, 30, 3, 20, 4, 10)]
        page.close()
    return times


def _put_into_vault(dashboard: Dashboard) -> None:
    dashboard.open("Vault")
    for box in ("vault-first", "vault-again"):
        dashboard.key(box).locator("input").fill("seven grey herons wade")
    dashboard.press("vault-create-go")
    dashboard.page.get_by_text("Kept in your vault.").wait_for()


def _edit_saved(dashboard: Dashboard, folder: Path, weight: int) -> float:
    """A save renames a new file to the vault's name, so the name leads to another file."""
    [vault] = folder.rglob("*.vault")
    before = vault.stat().st_ino
    _type_weight(dashboard, weight)
    begun = time.perf_counter()
    dashboard.page.keyboard.press("Enter", delay=0)
    while vault.stat().st_ino == before and time.perf_counter() < begun + 20:
        time.sleep(0.001)
    taken = time.perf_counter() - begun
    dashboard.page.wait_for_selector(IDLE)
    dashboard.page.wait_for_timeout(500)
    return taken


def _edit(dashboard: Dashboard, weight: int) -> float:
    page = dashboard.page
    figure = page.locator(".st-key-strip p").first
    before = figure.inner_text()
    _type_weight(dashboard, weight)
    begun = time.perf_counter()
    page.keyboard.press("Enter")
    # Asked at every frame: the waiting of ``expect`` is in steps of up to a second.
    page.wait_for_function("before => document.querySelector('.st-key-strip p').innerText !== before", arg=before)
    taken = time.perf_counter() - begun
    page.wait_for_selector(IDLE)
    page.wait_for_timeout(500)
    return taken


def _type_weight(dashboard: Dashboard, weight: int) -> None:
    """Type a weight into the first row of the weights; Enter is still to come. Where the click was lost, again."""
    page = dashboard.page
    table = dashboard.key("editor-weights").locator("[data-testid=stDataFrame]")
    for _ in range(ATTEMPTS):
        table.scroll_into_view_if_needed()
        box = table.bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + 60, box["y"] + 35 * 1.5)
        page.wait_for_timeout(200)
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(100)
        # The first key opens the editor, and one that comes sooner than that is lost.
        page.keyboard.type(str(weight)[:1])
        page.wait_for_timeout(200)
        page.keyboard.type(str(weight)[1:], delay=15)
        page.wait_for_timeout(100)
        if page.locator(EDITOR).count():
            return


def main() -> None:
    path = shutil.which("chromium")
    if path is None:
        raise SystemExit("Debian's chromium is not installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        _say("server start to the dashboard", [start_to_dashboard(browser) for _ in range(RUNS)])
        for count in (15, 1000):
            workspace = many_releases(count)
            _say(f"edit to new figure, {count} releases", edit_to_figure(browser, workspace))
            _say(f"Enter to the disk, {count} releases", edit_to_disk(browser, workspace))
        browser.close()


def _say(what: str, seconds: list[float], write: Callable[[str], None] = print) -> None:
    shown = {"median": statistics.median(seconds), "least": min(seconds), "most": max(seconds)}
    write(f"{what:36}" + json.dumps({name: f"{value:.2f} s" for name, value in shown.items()}))


if __name__ == "__main__":
    main()
